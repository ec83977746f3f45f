package propnet

import (
	"fmt"
	"slices"
)

// Lit is a gate, plain or negated: gate number × 2, plus 1 if negated.
type Lit uint32

// The constants are gate 0, plain and negated.
const (
	False Lit = 0
	True  Lit = 1
)

// MakeLit gives the literal of a gate.
func MakeLit(gate int, negated bool) Lit {
	l := Lit(gate) << 1
	if negated {
		l |= 1
	}
	return l
}

// Gate is the number of the literal's gate.
func (l Lit) Gate() int { return int(l >> 1) }

// Negated reports whether the literal is the negation of its gate.
func (l Lit) Negated() bool { return l&1 != 0 }

// Not is the opposite literal.
func (l Lit) Not() Lit { return l ^ 1 }

// Constant reports whether the literal is False or True.
func (l Lit) Constant() bool { return l <= 1 }

// Kind says what a gate is.
type Kind uint8

// The kinds of gates.
const (
	Const Kind = iota // gate 0 only: false
	Base              // input: a fluent
	Does              // input: a move
	And
	Or
)

// String gives the name of the kind.
func (k Kind) String() string { return [...]string{"const", "base", "does", "and", "or"}[k] }

// BaseProp is a fluent that can change.
type BaseProp struct {
	Text string // "(cell 1 1 b)"
	Init bool   // true in the initial position
	Next Lit    // true after the next step
}

// Move is a move that a seat may have.
type Move struct {
	Text  string // "(mark 1 1)"
	Legal Lit
	Does  int // input gate
}

// Value is something a rule derives for a seat: a goal value or a percept.
type Value struct {
	Text string
	Lit  Lit
}

// Network is a game as a circuit. Gates are numbered densely: 0 is the constant,
// then the bases, then the does inputs seat by seat, then all others. Inputs of a
// gate have smaller numbers, except that gates on a cycle read each other; they
// stand together, behind all that they read.
type Network struct {
	Roles []string // in protocol order
	Bases []BaseProp
	Fixed []string // fluents true in every position, sorted
	Moves [][]Move // per role
	Goals [][]Value
	Sees  [][]Value
	// Percepts: the rules say what players see, which may be nothing.
	Percepts bool
	// Orders are constants in the order that static relations put them in; see the
	// function Orders. They play no part in the game.
	Orders [][]string
	// Terminal is true where the match is over.
	Terminal Lit

	kinds []Kind
	start []uint32 // inputs of gate g: in[start[g]:start[g+1]]
	in    []Lit

	watch *watch // of those who work on it; nil: nobody wants it to end
}

// Gates is the number of gates, inputs and the constant included.
func (n *Network) Gates() int { return len(n.kinds) }

// Edges is the number of inputs of all gates.
func (n *Network) Edges() int { return len(n.in) }

// Kind is the kind of a gate.
func (n *Network) Kind(g int) Kind { return n.kinds[g] }

// In are the inputs of a gate; the caller must not change them.
func (n *Network) In(g int) []Lit {
	if g&lookEvery == lookEvery && n.watch != nil {
		n.watch.look()
	}
	return n.in[n.start[g]:n.start[g+1]:n.start[g+1]]
}

// BaseGate is the input gate of base i.
func (n *Network) BaseGate(i int) int { return 1 + i }

// DoesCount is the number of does inputs of all roles.
func (n *Network) DoesCount() int {
	c := 0
	for _, ms := range n.Moves {
		c += len(ms)
	}
	return c
}

// Bytes estimates the memory of the gates.
func (n *Network) Bytes() int64 {
	return int64(len(n.kinds)) + 4*int64(len(n.start)) + 4*int64(len(n.in))
}

// Outputs calls f with every output literal; f may replace it.
func (n *Network) Outputs(f func(l *Lit)) {
	for i := range n.Bases {
		f(&n.Bases[i].Next)
	}
	for _, ms := range n.Moves {
		for i := range ms {
			f(&ms[i].Legal)
		}
	}
	for _, vs := range [][][]Value{n.Goals, n.Sees} {
		for _, v := range vs {
			for i := range v {
				f(&v[i].Lit)
			}
		}
	}
	f(&n.Terminal)
}

// Moving tells for every gate whether it depends on the moves being made.
func (n *Network) Moving() []bool {
	moving := make([]bool, len(n.kinds))
	for again := true; again; { // more than once only because of cycles
		again = false
		for g, k := range n.kinds {
			if moving[g] {
				continue
			}
			moving[g] = k == Does
			for _, l := range n.In(g) {
				moving[g] = moving[g] || moving[l.Gate()]
			}
			if moving[g] {
				for _, l := range n.In(g) {
					again = again || l.Gate() > g
				}
			}
		}
	}
	return moving
}

// AllSeeAll reports whether every role sees every move that is made: for each of
// them it has a percept of its own. Who knows all moves knows everything.
func (n *Network) AllSeeAll() bool {
	for _, seen := range n.Sees {
		shown := map[Lit]bool{}
		for _, v := range seen {
			shown[v.Lit] = true
		}
		for _, ms := range n.Moves {
			for _, m := range ms {
				if !shown[MakeLit(m.Does, false)] {
					return false
				}
			}
		}
	}
	return true
}

// Components numbers the strongly connected components of the gates so that
// inputs have smaller or the same numbers; cyclic tells for each whether it is a
// cycle. (Tarjan 1972, without recursion.)
func (n *Network) Components() (comp []int32, cyclic []bool) {
	return components(len(n.kinds), n.In)
}

func components(size int, in func(g int) []Lit) (comp []int32, cyclic []bool) {
	comp = make([]int32, size)
	index := make([]int32, size)
	low := make([]int32, size)
	for i := range comp {
		comp[i] = -1
	}
	type frame struct {
		g    int32
		edge int32
	}
	var stack []int32
	var frames []frame
	next := int32(1)
	for root := range size {
		if index[root] != 0 {
			continue
		}
		frames = append(frames[:0], frame{g: int32(root)})
		for len(frames) > 0 {
			f := &frames[len(frames)-1]
			g := f.g
			if f.edge == 0 && index[g] == 0 {
				index[g], low[g] = next, next
				next++
				stack = append(stack, g)
			}
			ins := in(int(g))
			descended := false
			for int(f.edge) < len(ins) {
				w := int32(ins[f.edge].Gate())
				if index[w] == 0 {
					frames = append(frames, frame{g: w})
					descended = true
					break
				}
				if comp[w] < 0 {
					low[g] = min(low[g], low[w])
				}
				f.edge++
			}
			if descended {
				continue
			}
			if low[g] == index[g] {
				c := int32(len(cyclic))
				size := 0
				for {
					w := stack[len(stack)-1]
					stack = stack[:len(stack)-1]
					comp[w] = c
					size++
					if w == g {
						break
					}
				}
				cyc := size > 1
				if !cyc {
					cyc = slices.ContainsFunc(ins, func(l Lit) bool { return l.Gate() == int(g) })
				}
				cyclic = append(cyclic, cyc)
			}
			frames = frames[:len(frames)-1]
			if len(frames) > 0 {
				p := &frames[len(frames)-1]
				low[p.g] = min(low[p.g], low[g])
				p.edge++
			}
		}
	}
	return comp, cyclic
}

// Eval computes the value of every gate from the inputs, slowly and plainly; it
// is the meaning of a network. bases and does are indexed as the input gates are.
func (n *Network) Eval(base func(i int) bool, does func(role, move int) bool) []bool {
	v := make([]bool, len(n.kinds))
	for i := range n.Bases {
		v[1+i] = base(i)
	}
	for r, ms := range n.Moves {
		for i := range ms {
			v[ms[i].Does] = does(r, i)
		}
	}
	comp, cyclic := n.Components()
	members := make([][]int32, len(cyclic))
	for g := range n.kinds {
		members[comp[g]] = append(members[comp[g]], int32(g))
	}
	for c, gs := range members {
		for again := true; again; {
			again = false
			for _, g := range gs {
				if k := n.kinds[g]; (k == And || k == Or) && !v[g] && n.evalGate(int(g), v) {
					v[g] = true
					again = cyclic[c]
				}
			}
		}
	}
	return v
}

func (n *Network) evalGate(g int, v []bool) bool {
	and := n.kinds[g] == And
	for _, l := range n.In(g) {
		if v[l.Gate()] != l.Negated() != and {
			return !and
		}
	}
	return and
}

// Verify checks the invariants that every pass must keep. It is nil for a sound
// network; otherwise it says what is wrong.
func (n *Network) Verify() error {
	gates := len(n.kinds)
	if gates == 0 || n.kinds[0] != Const || len(n.start) != gates+1 {
		return fmt.Errorf("network: tables of %d gates do not fit together", gates)
	}
	inputs := 1 + len(n.Bases) + n.DoesCount()
	if gates < inputs {
		return fmt.Errorf("network: %d gates cannot hold %d inputs", gates, inputs)
	}
	if len(n.Moves) != len(n.Roles) || len(n.Goals) != len(n.Roles) || len(n.Sees) != len(n.Roles) {
		return fmt.Errorf("network: %d roles, but moves for %d, goals for %d, percepts for %d",
			len(n.Roles), len(n.Moves), len(n.Goals), len(n.Sees))
	}
	for g := range gates {
		want := And
		switch {
		case g == 0:
			want = Const
		case g <= len(n.Bases):
			want = Base
		case g < inputs:
			want = Does
		}
		k := n.kinds[g]
		if k != want && (want != And || k != Or) {
			return fmt.Errorf("network: gate %d is of kind %d, want %s", g, k, want)
		}
		if n.start[g] > n.start[g+1] || int(n.start[g+1]) > len(n.in) {
			return fmt.Errorf("network: inputs of gate %d lie outside the table", g)
		}
		if want != And && n.start[g] != n.start[g+1] {
			return fmt.Errorf("network: input gate %d has inputs", g)
		}
		for _, l := range n.In(g) {
			if l.Gate() >= gates {
				return fmt.Errorf("network: gate %d has the input %d, but there are %d gates", g, l.Gate(), gates)
			}
		}
	}
	d := 1 + len(n.Bases)
	for r, ms := range n.Moves {
		for i := range ms {
			if ms[i].Does != d {
				return fmt.Errorf("network: move %d of role %d has input gate %d, want %d", i, r, ms[i].Does, d)
			}
			d++
		}
	}
	var bad error
	n.Outputs(func(l *Lit) {
		if l.Gate() >= gates {
			bad = fmt.Errorf("network: an output names gate %d of %d", l.Gate(), gates)
		}
	})
	if bad != nil {
		return bad
	}
	comp, cyclic := n.Components()
	last := make([]int, len(cyclic))
	for g := range gates {
		for _, l := range n.In(g) {
			switch {
			case comp[l.Gate()] != comp[g]:
			case cyclic[comp[g]] && l.Negated():
				return fmt.Errorf("network: gate %d depends on itself through a negation", g)
			}
			if l.Gate() >= g && comp[l.Gate()] != comp[g] {
				return fmt.Errorf("network: gate %d comes before its input %d", g, l.Gate())
			}
		}
		if c := comp[g]; cyclic[c] && last[c] > 0 && last[c] != g-1 {
			return fmt.Errorf("network: gates %d and %d of a cycle stand apart", last[c], g)
		}
		last[comp[g]] = g
	}
	return nil
}
