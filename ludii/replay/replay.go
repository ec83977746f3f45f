// Package replay lets a board program (ludii/exec) be replayed against
// recordings (ludii/recording): it writes positions and moves in the recordings'
// notation and takes chance from them.
//
// It is for verification only; play goes through package exec's machine.
package replay

import (
	"ludens/ludii/exec"
	"ludens/ludii/recording"
)

// An Engine is a program at a position.
type Engine struct {
	c     *exec.Ctx
	p     *exec.Program
	texts []string
	buf   []byte
}

// New makes an engine at no position; Reset it.
func New(p *exec.Program) *Engine { return &Engine{c: p.NewCtx(), p: p} }

func draw(c recording.Chance) func(exec.Chance) int {
	return func(q exec.Chance) int {
		switch {
		case q.Die != exec.Off:
			return c.Die(q.Die, q.N)
		case q.Sites != nil:
			return c.PickSite(q.Sites)
		}
		return c.Pick(q.N)
	}
}

// Reset goes to the initial position. What chance did there is taken from the
// recorded actions of the start rules.
func (e *Engine) Reset(start *recording.Start, c recording.Chance) error {
	st := starter{e: e, start: start, chance: c}
	e.c.Draw = st.draw
	for range mostStarts {
		st.asked, st.picked, st.made = st.asked[:0], 0, 0
		e.c.Reset()
		if !st.next() {
			break
		}
	}
	return e.c.Err
}

// AppendDigest appends the digest of the position.
func (e *Engine) AppendDigest(b []byte) []byte { return append(b, e.c.State.Digest(e.p)...) }

// Legal makes the legal moves and gives their texts.
func (e *Engine) Legal(c recording.Chance) ([]string, error) {
	e.c.Draw = draw(c)
	e.c.Generate()
	e.texts = e.texts[:0]
	for i := range e.c.Moves {
		e.buf = e.appendMove(e.buf[:0], &e.c.Moves[i])
		e.texts = append(e.texts, string(e.buf))
	}
	return e.texts, e.c.Err
}

// AppendSuccessor appends the digest after a legal move.
func (e *Engine) AppendSuccessor(b []byte, i int, c recording.Chance) ([]byte, error) {
	e.c.Draw = draw(c)
	mark := e.c.Mark()
	e.c.Push()
	e.c.StepMove(e.c.Moves[i])
	b = e.AppendDigest(b)
	err := e.c.Err
	e.c.Pop()
	e.c.Err = nil
	e.c.Release(mark)
	return b, err
}

// Apply makes legal moves.
func (e *Engine) Apply(moves []int, c recording.Chance) error {
	e.c.Draw = draw(c)
	if len(moves) == 1 {
		e.c.Step(moves[0])
	} else {
		e.c.StepAll(moves)
	}
	return e.c.Err
}

// Over reports the end of the game.
func (e *Engine) Over() bool { return e.c.Over }

// Ranking gives the ranks of the players.
func (e *Engine) Ranking() []float64 { return e.c.Rank[1 : e.p.Players+1] }

// Applied is what the last Apply or AppendSuccessor did.
func (e *Engine) Applied() string {
	e.buf = e.buf[:0]
	for i := range e.c.Applied {
		if i > 0 {
			e.buf = append(e.buf, ';')
		}
		e.buf = e.appendAction(e.buf, &e.c.Applied[i])
	}
	return string(e.buf)
}

// State is the position; it changes with the next call.
func (e *Engine) State() *exec.State { return e.c.State }
