package encode

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math/bits"
	"sync"

	"ludens/game"
	"ludens/nets/arch"
)

// Bounds on what is encoded of a set of propositions. A dense layer from every
// proposition or to every move has to stay within arch.MaxParams.
const (
	maxPropositions = 1 << 15
	maxMoves        = 1 << 17
)

// propositional is the codec of games whose positions are sets of propositions.
//
// There are two forms. Where the texts of the propositions show a grid (see
// findGrid) the input is planes on it, and the policy is planes too if the moves
// have places on the grid, else dense. Where they do not, the input is the list of
// propositions, each 0 or 1, and the policy dense: all moves of all players, one
// after the other.
type propositional struct {
	axes    *axes // nil for a list
	texts   texts
	numbers int // of the input
	logits  int
	cells   int
	board   []int32 // numbers that are always 1: the cells of the board
	write   []input // per proposition
	logit   [][]int32
	buffers *sync.Pool // of []uint64
	// What planes there are, if any.
	named  []arch.InPlane
	filled []bool          // per input plane: it has one number for all cells
	policy []arch.OutPlane // per plane of logits or, of a dense head, per logit; nil where nobody can say
}

// texts are the names of everything.
type texts struct {
	props []string
	moves [][]string // per player
	roles []string
}

// input is what a true proposition writes: value into one number of the input, or
// into all of a plane.
type input struct {
	at    int32 // number, or first of its plane
	plane bool
	value float32
}

// newPropositional encodes sets of propositions. Games that hide something have no
// encoding, because a set of propositions does not say who may know of what.
func newPropositional(g game.Game, p game.Propositional, _ Options) (*Encoder, error) {
	f := g.Facts()
	if f.Hidden {
		return nil, fmt.Errorf("%w that everybody may see", ErrNone)
	}
	if _, ok := g.NewMachine().(game.Truther); !ok {
		return nil, ErrNone
	}
	props := p.Propositions()
	if len(props) == 0 {
		return nil, ErrNone
	}
	all, moves := movesOf(p, f.Players)
	if len(props) > maxPropositions || len(all) > maxMoves {
		return nil, fmt.Errorf("%w: %d propositions and %d moves", ErrSize, len(props), len(all))
	}
	e := &Encoder{}
	c := &propositional{cells: 1, buffers: &sync.Pool{New: func() any { return new([]uint64) }}}
	e.codec = c
	finder := newFinder(g, props, all, p.Orders())
	plan := finder.plan(len(props))
	if plan == nil {
		c.list(e, props)
		c.dense(e, moves)
	} else {
		c.grid(e, plan)
		c.named, c.filled = plan.names()
		if mp, ok := finder.planMoves(plan.a, moves); ok {
			c.planes(e, mp)
			c.policy = mp.means()
		} else {
			c.dense(e, moves)
			c.policy = mp.meansEach(c.logit)
		}
	}
	e.fingerprint = c.fingerprint(e, props, moves)
	c.texts = texts{props: props, moves: moves, roles: p.RoleTexts()[:f.Players]}
	c.numbers, c.logits = e.in.Size(), e.logits
	return e, nil
}

// grid writes propositions as planes.
func (c *propositional) grid(e *Encoder, p *planner) {
	e.in = p.shape()
	c.cells = e.in.Cells()
	c.write = p.write
	c.board = p.board()
	c.axes = p.a
}

// list makes every proposition a number of its own.
func (c *propositional) list(e *Encoder, props []string) {
	e.in = arch.Shape{Channels: len(props), Height: 1, Width: 1}
	c.cells = 1
	c.write = make([]input, len(props))
	for i := range c.write {
		c.write[i] = input{at: int32(i), value: 1}
	}
}

// dense makes every move of every player a logit of its own.
func (c *propositional) dense(e *Encoder, moves [][]string) {
	e.head = arch.Dense
	n := 0
	c.logit = make([][]int32, len(moves))
	for seat := range moves {
		c.logit[seat] = make([]int32, len(moves[seat]))
		for i := range moves[seat] {
			c.logit[seat][i] = int32(n)
			n++
		}
	}
	e.policy, e.logits = n, n
}

// Encode writes the position of m into dst.
func (c *propositional) Encode(m game.Machine, dst []float32) {
	clear(dst)
	for _, at := range c.board {
		dst[at] = 1
	}
	t, ok := m.(game.Truther)
	if !ok {
		return
	}
	buf := c.buffers.Get().(*[]uint64)
	*buf = t.Truths(*buf)
	for w, x := range *buf {
		for ; x != 0; x &= x - 1 {
			in := &c.write[w<<6|bits.TrailingZeros64(x)]
			if !in.plane {
				dst[in.at] = in.value
				continue
			}
			plane := dst[in.at : int(in.at)+c.cells]
			for i := range plane {
				plane[i] = in.value
			}
		}
	}
	c.buffers.Put(buf)
}

// Logit is the index of a move's logit; 0 for what is no move of a player.
func (c *propositional) Logit(_ game.Machine, seat int, mv game.Move) int {
	if seat >= len(c.logit) || mv >= game.Move(len(c.logit[seat])) {
		return 0
	}
	return int(c.logit[seat][mv])
}

// fingerprint is the hash of what every proposition and every move is written as.
// It names their texts, so that games that only look alike do not share nets by
// accident.
func (c *propositional) fingerprint(e *Encoder, props []string, moves [][]string) string {
	h := sha256.New()
	fmt.Fprintf(h, "propositional 1\n%v %s %d %d\n", e.in, e.head, e.policy, len(props))
	for i, p := range props {
		in := &c.write[i]
		fmt.Fprintf(h, "%d %v %g ", in.at, in.plane, in.value)
		io.WriteString(h, p+"\n")
	}
	for seat := range moves {
		fmt.Fprintf(h, "seat %d: %d\n", seat, len(moves[seat]))
		for i, text := range moves[seat] {
			fmt.Fprintf(h, "%d ", c.logit[seat][i])
			io.WriteString(h, text+"\n")
		}
	}
	return "p1-" + hex.EncodeToString(h.Sum(nil)[:16])
}
