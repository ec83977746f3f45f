package factor

import (
	"context"
	"encoding/binary"
	"slices"

	"ludens/propnet"
)

// Symmetry is a renaming of fluents and moves under which the network is what it was:
// what fluents will be, what is legal, the end and everybody's goals. Every role stays
// itself.
type Symmetry struct {
	Base []int32   // what each base becomes
	Move [][]int32 // per role: what each move becomes
}

// maxSymmetries is how many symmetries are collected; a game may have very many.
const maxSymmetries = 64

// Symmetries finds symmetries of a network, the identity left out. It treats the network
// as a graph: gates are coloured by what they are and, again and again, by the colours
// around them; then one input after the other is told apart from its like, in the graph
// and in a second copy, until colours tell which gate may become which. (Colour
// refinement and individualisation: B. McKay, "Practical Graph Isomorphism", 1981,
// without his pruning.) Every symmetry is checked gate by gate before it counts. Where
// passes have written symmetric things in different ways, symmetries are missed.
func Symmetries(ctx context.Context, n *propnet.Network, opt Options) ([]Symmetry, error) {
	if opt.Work == 0 {
		opt.Work = 100_000_000
	}
	g := newGraph(n)
	x := &matcher{ctx: ctx, g: g, left: opt.Work}
	start := x.refine(g.colours())
	x.path = []colouring{start}
	x.match(0, start)
	return closed(x.found), ctx.Err()
}

// closed adds what symmetries make of each other, as long as there is room.
func closed(found []Symmetry) []Symmetry {
	if len(found) == 0 {
		return nil
	}
	known := map[string]bool{found[0].times(found[0].inverse()).key(): true} // the identity
	var out []Symmetry
	add := func(s Symmetry) {
		if k := s.key(); !known[k] && len(out) < maxSymmetries {
			known[k] = true
			out = append(out, s)
		}
	}
	for _, s := range found {
		add(s)
	}
	for i := 0; i < len(out); i++ {
		for _, s := range found {
			add(out[i].times(s))
		}
	}
	return out
}

// times is this symmetry, and the other one after it.
func (s Symmetry) times(o Symmetry) Symmetry {
	after := func(a, b []int32) []int32 {
		out := make([]int32, len(a))
		for i, k := range a {
			out[i] = b[k]
		}
		return out
	}
	out := Symmetry{Base: after(s.Base, o.Base)}
	for r := range s.Move {
		out.Move = append(out.Move, after(s.Move[r], o.Move[r]))
	}
	return out
}

func (s Symmetry) inverse() Symmetry {
	back := func(a []int32) []int32 {
		out := make([]int32, len(a))
		for i, k := range a {
			out[k] = int32(i)
		}
		return out
	}
	out := Symmetry{Base: back(s.Base)}
	for r := range s.Move {
		out.Move = append(out.Move, back(s.Move[r]))
	}
	return out
}

func (s Symmetry) key() string {
	var b []byte
	for _, list := range append([][]int32{s.Base}, s.Move...) {
		for _, k := range list {
			b = binary.LittleEndian.AppendUint32(b, uint32(k))
		}
	}
	return string(b)
}

// graph is a network as a graph: gates, and signed arcs of three kinds.
type graph struct {
	n    *propnet.Network
	arcs [][]arc // per gate: both what it reads and who reads it
}

type arc struct {
	to   int32
	kind uint8 // what the arc means, its direction and its sign
}

const (
	arcInput = iota * 4 // a gate reads another one
	arcNext             // a base becomes another gate
	arcLegal            // a move is legal by another gate
)

func newGraph(n *propnet.Network) *graph {
	g := &graph{n: n, arcs: make([][]arc, n.Gates())}
	add := func(from int, l propnet.Lit, kind uint8) {
		kind += uint8(l & 1)
		g.arcs[from] = append(g.arcs[from], arc{int32(l.Gate()), kind})
		g.arcs[l.Gate()] = append(g.arcs[l.Gate()], arc{int32(from), kind + 2})
	}
	for i := range n.Gates() {
		for _, l := range n.In(i) {
			add(i, l, arcInput)
		}
	}
	for i, b := range n.Bases {
		add(n.BaseGate(i), b.Next, arcNext)
	}
	for _, ms := range n.Moves {
		for _, m := range ms {
			add(m.Does, m.Legal, arcLegal)
		}
	}
	return g
}

// colouring gives a colour to every gate.
type colouring []uint64

func mix(h, x uint64) uint64 {
	h = (h ^ x) * 0xff51afd7ed558ccd
	return h ^ h>>31
}

// colours says what gates are, as far as that is known from the outside.
func (g *graph) colours() colouring {
	n := g.n
	c := make(colouring, n.Gates())
	for i := range c {
		c[i] = mix(1, uint64(n.Kind(i)))
	}
	for r, ms := range n.Moves {
		for _, m := range ms {
			c[m.Does] = mix(c[m.Does], uint64(r)+100)
		}
	}
	// sums, because a gate may be several outputs
	out := make(colouring, n.Gates())
	mark := func(l propnet.Lit, what uint64) { out[l.Gate()] += mix(what, uint64(l&1)) }
	mark(n.Terminal, 2)
	for r, vs := range n.Goals {
		for _, v := range vs {
			h := mix(3, uint64(r))
			for _, b := range []byte(v.Text) {
				h = mix(h, uint64(b))
			}
			mark(v.Lit, h)
		}
	}
	for i := range c {
		c[i] = mix(c[i], out[i])
	}
	return c
}

type matcher struct {
	ctx   context.Context
	g     *graph
	left  int64
	path  []colouring // of the first copy: path[k] with k inputs told apart
	who   []int32     // which inputs these are
	found []Symmetry
}

// over reports that nothing more is to be looked for.
func (x *matcher) over() bool {
	return x.left <= 0 || len(x.found) >= maxSymmetries || x.ctx.Err() != nil
}

// refine colours gates by the colours around them until that makes no more colours.
func (x *matcher) refine(c colouring) colouring {
	now, next := slices.Clone(c), make(colouring, len(c))
	for was := 0; !x.over(); {
		for i, as := range x.g.arcs {
			sum := uint64(0)
			for _, a := range as {
				sum += mix(uint64(a.kind)+0x9e3779b97f4a7c15, now[a.to])
			}
			x.left -= int64(len(as) + 1)
			next[i] = mix(mix(7, now[i]), sum)
		}
		now, next = next, now
		count := distinct(now)
		if count == was || count == len(c) {
			break
		}
		was = count
	}
	return now
}

func distinct(c colouring) int {
	sorted := slices.Clone(c)
	slices.Sort(sorted)
	return len(slices.Compact(sorted))
}

// alike reports whether two colourings have the same colours equally often.
func alike(a, b colouring) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// match extends a colouring of the second copy in which depth inputs are told apart, as
// in the first copy.
func (x *matcher) match(depth int, second colouring) {
	first := x.path[depth]
	if x.over() || !alike(first, second) {
		return
	}
	if x.try(first, second) && depth > 0 {
		// other ways to go on from here are this one, after a symmetry that is found with
		// the inputs told apart in another order
		return
	}
	if depth == len(x.who) {
		v := x.pick(first)
		if v < 0 {
			return
		}
		x.who = append(x.who, v)
		x.path = append(x.path, x.refine(single(first, v, depth)))
	}
	v := x.who[depth]
	for w := range x.inputs() {
		if second[w] == first[v] && !x.over() {
			x.match(depth+1, x.refine(single(second, int32(w), depth)))
		}
	}
}

// inputs is the number of gates that are the constant, bases and moves.
func (x *matcher) inputs() int { return 1 + len(x.g.n.Bases) + x.g.n.DoesCount() }

// pick finds an input that has its like, in the smallest of the groups; -1 if there is
// none.
func (x *matcher) pick(c colouring) int32 {
	size := map[uint64]int{}
	for _, h := range c[:x.inputs()] {
		size[h]++
	}
	best := int32(-1)
	for i, h := range c[:x.inputs()] {
		if size[h] > 1 && (best < 0 || size[h] < size[c[best]]) {
			best = int32(i)
		}
	}
	return best
}

// single tells a gate apart.
func single(c colouring, v int32, depth int) colouring {
	out := slices.Clone(c)
	out[v] = mix(out[v], 1000+uint64(depth))
	return out
}

// try maps gates to those of the same colour, in their order where there are several, and
// keeps the map if it is a symmetry.
func (x *matcher) try(first, second colouring) bool {
	order := func(c colouring) []int32 {
		out := make([]int32, len(c))
		for i := range out {
			out[i] = int32(i)
		}
		slices.SortStableFunc(out, func(a, b int32) int {
			switch {
			case c[a] < c[b]:
				return -1
			case c[a] > c[b]:
				return 1
			}
			return 0
		})
		return out
	}
	a, b := order(first), order(second)
	to := make([]int32, len(a))
	same := true
	for k := range a {
		to[a[k]] = b[k]
		same = same && a[k] == b[k]
	}
	if same {
		return true // the identity
	}
	x.left -= int64(x.g.n.Edges())
	if !x.g.holds(to) {
		return false
	}
	x.keep(to)
	return true
}

// holds checks a map of gates, one to one, against all of the network.
func (g *graph) holds(to []int32) bool {
	n := g.n
	lit := func(l propnet.Lit) propnet.Lit { return propnet.MakeLit(int(to[l.Gate()]), l.Negated()) }
	var a, b []propnet.Lit
	for i := range n.Gates() {
		if n.Kind(i) != n.Kind(int(to[i])) {
			return false
		}
		a, b = a[:0], append(b[:0], n.In(int(to[i]))...)
		for _, l := range n.In(i) {
			a = append(a, lit(l))
		}
		slices.Sort(a)
		slices.Sort(b)
		if !slices.Equal(a, b) {
			return false
		}
	}
	for i, p := range n.Bases {
		if n.Bases[int(to[n.BaseGate(i)])-n.BaseGate(0)].Next != lit(p.Next) {
			return false
		}
	}
	for _, ms := range n.Moves {
		for _, m := range ms {
			k := int(to[m.Does]) - ms[0].Does
			if k < 0 || k >= len(ms) || ms[k].Legal != lit(m.Legal) {
				return false
			}
		}
	}
	if lit(n.Terminal) != n.Terminal {
		return false
	}
	for _, vs := range n.Goals {
		for _, v := range vs {
			if lit(v.Lit) != v.Lit {
				return false
			}
		}
	}
	return true
}

// keep writes a map of gates as one of fluents and moves.
func (x *matcher) keep(to []int32) {
	n := x.g.n
	s := Symmetry{Base: make([]int32, len(n.Bases)), Move: make([][]int32, len(n.Moves))}
	identity := true
	for i := range n.Bases {
		s.Base[i] = to[n.BaseGate(i)] - int32(n.BaseGate(0))
		identity = identity && int(s.Base[i]) == i
	}
	for r, ms := range n.Moves {
		s.Move[r] = make([]int32, len(ms))
		for i, m := range ms {
			s.Move[r][i] = to[m.Does] - int32(ms[0].Does)
			identity = identity && int(s.Move[r][i]) == i
		}
	}
	if !identity {
		x.found = append(x.found, s)
	}
}
