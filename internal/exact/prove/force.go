package prove

import (
	"errors"
	"fmt"

	"ludens/game"
)

// ErrBudget says that an answer would take more nodes than were allowed.
var ErrBudget = errors.New("prove: the budget is used up")

// Prover answers whether a side forces a result from a position within a number of
// joint moves. The sides are one seat, and all the others together. Of seats that
// move at once, those who are to force it move first and show what they do, so that
// what is proven holds whatever the others know. It is not safe for concurrent use.
type Prover struct {
	// Stop, if not nil, is asked now and then; true ends a proof as if the budget were
	// used up.
	Stop func() bool

	m      game.Machine
	nodes  int64
	limit  int64
	err    error
	tables map[claim]map[string]known
	stack  []frame
	key    []byte
}

// claim is what is to be forced: the utility of a seat is at least a threshold, or,
// if below, less than it.
type claim struct {
	seat      int
	threshold float64
	below     bool
}

// known are the depths within which a position was found forced and not forced.
type known struct{ yes, no int16 }

// never stands for "not found forced in any depth looked at".
const never = 1 << 14

type frame struct {
	state game.State
	moves [][]game.Move
	joint []game.Move
}

// NewProver makes a prover that may make so many steps until Forget.
func NewProver(g game.Game, nodes int64) (*Prover, error) {
	if f := g.Facts(); f.Nature || f.Hidden {
		return nil, fmt.Errorf("prove: %s has chance or hides something", f.Name)
	}
	p := &Prover{m: g.NewMachine(), limit: nodes}
	p.Forget()
	return p, nil
}

// Forget empties the tables and begins the budget again.
func (p *Prover) Forget() { p.nodes, p.err, p.tables = 0, nil, map[claim]map[string]known{} }

// Nodes are the steps made since Forget.
func (p *Prover) Nodes() int64 { return p.nodes }

// AtLeast reports whether a seat forces a utility of at least a threshold for
// itself, when it makes a move now, within depth joint moves, that one included.
func (p *Prover) AtLeast(state game.State, seat int, move game.Move, threshold float64, depth int) (bool, error) {
	return p.after(state, claim{seat: seat, threshold: threshold}, move, depth)
}

// Below reports whether the others force a utility of less than a threshold for a
// seat that makes a move now, within depth joint moves.
func (p *Prover) Below(state game.State, seat int, move game.Move, threshold float64, depth int) (bool, error) {
	return p.after(state, claim{seat: seat, threshold: threshold, below: true}, move, depth)
}

// after is what the seat's own move leads to. Whoever moves at the same time and is
// on the other side of the claim may do anything.
func (p *Prover) after(state game.State, c claim, move game.Move, depth int) (bool, error) {
	if p.err != nil {
		return false, p.err
	}
	if p.tables[c] == nil {
		p.tables[c] = map[string]known{}
	}
	p.m.Load(state)
	if p.m.Terminal() || depth < 1 {
		return false, errors.New("prove: a move in a position that is over, or no depth")
	}
	f := p.frame(0)
	f.state = p.m.Save(f.state)
	p.list(f)
	f.joint[c.seat] = move
	forced := p.others(c, depth, 0, 0, c.below)
	return forced, p.err
}

func (p *Prover) frame(at int) *frame {
	for len(p.stack) <= at {
		n := len(p.m.Game().Facts().Seats)
		p.stack = append(p.stack, frame{moves: make([][]game.Move, n), joint: make([]game.Move, n)})
	}
	return &p.stack[at]
}

func (p *Prover) list(f *frame) {
	for seat := range f.moves {
		f.moves[seat] = p.m.Legal(seat, f.moves[seat])
	}
}

// forced is the claim about the position that the machine is at.
func (p *Prover) forced(c claim, depth, at int) bool {
	if p.m.Terminal() {
		worth := make([]float64, p.m.Game().Facts().Players)
		p.m.Utility(worth)
		if err := p.m.Err(); err != nil {
			p.err = fmt.Errorf("prove: %w", err)
			return false
		}
		return worth[c.seat] < c.threshold == c.below
	}
	if depth == 0 || p.err != nil {
		return false
	}
	f := p.frame(at)
	f.state = p.m.Save(f.state)
	p.key = appendKey(p.key[:0], f.state)
	k, seen := p.tables[c][string(p.key)]
	if !seen {
		k = known{yes: never}
	}
	if int(k.yes) <= depth {
		return true
	}
	if int(k.no) >= depth {
		return false
	}
	if depth > 2 { // what is quick is found before the rest is looked at
		if p.forced(c, depth-2, at) {
			return true
		}
		p.m.Load(p.stack[at].state)
	}
	p.list(p.frame(at))
	var yes bool
	if c.below {
		yes = p.others(c, depth, at, 0, true)
	} else {
		yes = p.own(c, depth, at, true)
	}
	if p.err != nil {
		return false
	}
	p.key = appendKey(p.key[:0], p.stack[at].state)
	k, seen = p.tables[c][string(p.key)]
	if !seen {
		k = known{yes: never}
	}
	if yes {
		k.yes = int16(depth)
	} else {
		k.no = int16(depth)
	}
	p.tables[c][string(p.key)] = k
	return yes
}

// own goes through the moves of the claim's seat, and below it the others' if they
// have not chosen yet. The side that forces needs one that serves; the other side
// is asked for all.
func (p *Prover) own(c claim, depth, at int, first bool) bool {
	force := !c.below
	for i := range p.stack[at].moves[c.seat] {
		p.stack[at].joint[c.seat] = p.stack[at].moves[c.seat][i]
		var yes bool
		if first {
			yes = p.others(c, depth, at, 0, false)
		} else {
			yes = p.step(c, depth, at)
		}
		if yes == force || p.err != nil {
			return yes
		}
	}
	return !force
}

// others goes through the joint moves of all seats but the claim's, from a seat on.
func (p *Prover) others(c claim, depth, at, seat int, first bool) bool {
	if seat == c.seat {
		seat++
	}
	if seat >= len(p.stack[at].moves) {
		if first && at > 0 {
			return p.own(c, depth, at, false)
		}
		return p.step(c, depth, at)
	}
	force := c.below
	for i := range p.stack[at].moves[seat] {
		p.stack[at].joint[seat] = p.stack[at].moves[seat][i]
		if yes := p.others(c, depth, at, seat+1, first); yes == force || p.err != nil {
			return yes
		}
	}
	return !force
}

func (p *Prover) step(c claim, depth, at int) bool {
	if p.nodes++; p.nodes > p.limit || p.nodes%256 == 0 && p.Stop != nil && p.Stop() {
		p.err = ErrBudget
		return false
	}
	f := &p.stack[at]
	p.m.Load(f.state)
	p.m.Step(f.joint)
	return p.forced(c, depth-1, at+1)
}

func appendKey(b []byte, s game.State) []byte {
	for _, w := range s {
		for range 8 {
			b = append(b, byte(w))
			w >>= 8
		}
	}
	return b
}
