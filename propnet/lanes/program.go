package lanes

import (
	"fmt"
	"slices"
	"strconv"
	"unsafe"

	"ludens/game"
	"ludens/propnet"
	"ludens/propnet/lanes/kernel"
	"ludens/propnet/pass"
)

// Options bound a program. The zero value means the defaults.
type Options struct {
	// Bytes bounds the memory of the program and of one machine; default 256 MiB.
	Bytes int64
	// OneTape leaves out the tapes for single turns. For measurement and tests.
	OneTape bool
	// Decisive has playouts be those of game.BatchOptions.Decisive, at turns with tapes of their own.
	Decisive bool
	// Sign, if not nil, ends the making of tapes when it is closed.
	Sign *game.Sign

	keepMade bool // for tests: every move made has a row
}

func (o Options) withDefaults() Options {
	if o.Bytes == 0 {
		o.Bytes = 256 << 20
	}
	return o
}

// Validate reports what makes no sense.
func (o Options) Validate() error {
	if o.Bytes < 0 {
		return fmt.Errorf("lanes: %d bytes: want 0 or more", o.Bytes)
	}
	return nil
}

// Program is a network as tapes. It is immutable and shared by machines.
type Program struct {
	bases   int
	players int
	seats   int
	circle  []int // bases of which exactly one holds, in the order of turns; nil: none
	rows    int
	scratch int
	general *tapes
	turns   []*tapes // by the place in the circle
}

// tapes are what a step needs: in every position, or in those of one turn.
type tapes struct {
	still    kernel.Tape      // what is legal, and whether it is over
	goals    kernel.Tape      // what it is worth
	moving   kernel.Tape      // what holds next
	terminal kernel.Ref       //
	legal    [][]kernel.Ref   // per seat
	drawn    [][]kernel.Ref   // per seat: what may be drawn; legal moves, or of them those that win
	made     [][]int          // per seat: rows of the moves made, 0 where nobody asks
	choices  []*kernel.Choice // per seat; nil where nothing is to be drawn
	worth    [][]worth        // per player, the highest first
	next     kernel.Moves
	cost     cost
}

// worth is a goal value of a player.
type worth struct {
	ref    kernel.Ref
	points int
}

// cost is what one pass reads and writes, in rows.
type cost struct{ still, goals, choose, moving int }

func (c cost) step() int { return c.still + c.choose + c.moving }

// Compile makes the tapes of a network whose roles have the given seats, Nature's last.
// It fails, wrapping game.ErrBudget, if the options' bytes do not suffice or a seat has
// more than kernel.MaxMoves moves, and with game.ErrInterrupted if the sign was closed, and
// with game.ErrNoBatch where playouts are to be decisive and would be those that they are without.
func Compile(n *propnet.Network, roleSeat []int, players int, opt Options) (*Program, error) {
	opt = opt.withDefaults()
	if err := opt.Validate(); err != nil {
		return nil, err
	}
	p := &Program{bases: len(n.Bases), players: players, seats: len(roleSeat)}
	comp, cyclic := n.Components()
	// What making the tapes takes, roughly, per turn.
	building := 100*int64(n.Gates()) + 12*int64(n.Edges())
	if building > opt.Bytes {
		return nil, fmt.Errorf("lanes: %w: making the tapes takes about %d bytes, more than %d", game.ErrBudget, building, opt.Bytes)
	}
	assumptions := []map[int]propnet.Lit{nil}
	if circle := pass.Circle(n); !opt.OneTape && len(circle) >= 2 && len(circle) <= maxTurns && int64(len(circle)+1)*building <= opt.Bytes {
		p.circle = circle
		for k := range circle {
			assume := map[int]propnet.Lit{}
			for j, b := range circle {
				assume[n.BaseGate(b)] = propnet.False
				if j == k {
					assume[n.BaseGate(b)] = propnet.True
				}
			}
			assumptions = append(assumptions, assume)
		}
	}
	var folds []*folded
	for _, assume := range assumptions {
		folds = append(folds, fold(n, comp, cyclic, assume))
	}
	if opt.Decisive {
		if err := decisive(folds[1:], opt.Sign); err != nil {
			return nil, fmt.Errorf("lanes: %w", err)
		}
	}
	var plans []*plan
	for _, f := range folds {
		f.split()
		l, err := newPlan(f, roleSeat, players, opt)
		if err != nil {
			return nil, fmt.Errorf("lanes: %w", err)
		}
		plans = append(plans, l)
	}
	for _, l := range plans {
		p.rows = max(p.rows, l.rows)
	}
	for i, l := range plans { // what loops keep from one pass to the next is each plan's own
		l.keep = p.rows
		p.rows += l.kept
		t, err := l.emit()
		if err != nil {
			return nil, err
		}
		for _, c := range t.choices {
			if c != nil {
				p.scratch = max(p.scratch, c.Scratch())
			}
		}
		if i == 0 {
			p.general = t
		} else {
			p.turns = append(p.turns, t)
		}
	}
	if b := p.Bytes(); b > opt.Bytes {
		return nil, fmt.Errorf("lanes: %w: the tapes need %d bytes, more than %d", game.ErrBudget, b, opt.Bytes)
	}
	return p, nil
}

// maxTurns is the length of the longest circle of turns for which there are tapes.
const maxTurns = 8

// Bytes is the memory of the program and of one machine.
func (p *Program) Bytes() int64 {
	b := int64(p.rows+p.scratch)*int64(unsafe.Sizeof(kernel.Row{})) + 4*Lanes*int64(p.players) // and the points of every lane
	for _, t := range p.all() {
		numbers := t.still.Len() + t.goals.Len() + t.moving.Len() + 2*t.next.Len()
		for s := range t.legal {
			numbers += 5 * len(t.legal[s])
		}
		b += 4 * int64(numbers)
	}
	return b
}

func (p *Program) all() []*tapes { return append([]*tapes{p.general}, p.turns...) }

// Rows is the number of rows of a machine.
func (p *Program) Rows() int { return p.rows }

// Size tells what a pass is made of, averaged over the turns.
type Size struct {
	Runs, Gates, Inputs int
	Loops               int // recursive blocks; their gates are counted in once
	// Bytes are those that a pass reads and writes: rows, and the tape itself. Goals are
	// counted in, though they are not computed in every pass.
	Bytes int
}

// Size gives the size of a pass.
func (p *Program) Size() Size {
	all := p.turns
	if len(all) == 0 {
		all = p.all()
	}
	var s Size
	for _, t := range all {
		for _, x := range []*kernel.Tape{&t.still, &t.goals, &t.moving} {
			runs, gates, inputs := x.Count()
			s.Loops += x.Loops()
			s.Runs, s.Gates, s.Inputs = s.Runs+runs, s.Gates+gates, s.Inputs+inputs
			s.Bytes += 4 * x.Len()
		}
		s.Bytes += (t.cost.step() + t.cost.goals) * int(unsafe.Sizeof(kernel.Row{}))
	}
	for _, x := range []*int{&s.Runs, &s.Gates, &s.Inputs, &s.Loops, &s.Bytes} {
		*x /= len(all)
	}
	return s
}

// points reads a goal value from 0 to 100; ok is false for any other text.
func points(text string) (v int, ok bool) {
	v, err := strconv.Atoi(text)
	return v, err == nil && v >= 0 && v <= 100
}

// values lists a player's goal values, the highest first.
func values(vs []propnet.Value) (lits []propnet.Lit, worths []int) {
	type value struct {
		l propnet.Lit
		v int
	}
	var list []value
	for _, x := range vs {
		if v, ok := points(x.Text); ok {
			list = append(list, value{x.Lit, v})
		}
	}
	slices.SortStableFunc(list, func(a, b value) int { return b.v - a.v })
	for _, x := range list {
		lits, worths = append(lits, x.l), append(worths, x.v)
	}
	return lits, worths
}
