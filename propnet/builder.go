package propnet

import (
	"slices"
)

// Simplify says what a Builder does to gates as they come in. Constant inputs
// are always folded and an input that comes twice is always dropped.
type Simplify struct {
	Hash    bool // equal gates become one
	Single  bool // a gate with one input becomes that input
	Inverse bool // an AND of x and not x is false, an OR true
}

// Builder makes networks gate by gate.
type Builder struct {
	n     *Network
	opt   Simplify
	first []uint32 // inputs of gate g: n.in[first[g]:first[g]+count[g]]
	count []uint32
	table []uint32 // hash table of gate numbers + 1
	used  int
	buf   []Lit
}

// NewBuilder starts a network with the given bases and moves; their literals
// are ignored, and set by Finish's caller.
func NewBuilder(bases []BaseProp, moves [][]Move, opt Simplify) *Builder {
	b := &Builder{n: &Network{Bases: slices.Clone(bases)}, opt: opt, table: make([]uint32, 1024)}
	b.push(Const, nil)
	for range bases {
		b.push(Base, nil)
	}
	for _, ms := range moves {
		ms = slices.Clone(ms)
		for i := range ms {
			ms[i].Does = b.push(Does, nil)
		}
		b.n.Moves = append(b.n.Moves, ms)
	}
	return b
}

func (b *Builder) push(k Kind, in []Lit) int {
	g := len(b.n.kinds)
	if g&lookEvery == lookEvery && b.n.watch != nil {
		b.n.watch.look()
	}
	b.n.kinds = append(b.n.kinds, k)
	b.first = append(b.first, uint32(len(b.n.in)))
	b.count = append(b.count, uint32(len(in)))
	b.n.in = append(b.n.in, in...)
	return g
}

// Hold makes a gate whose inputs come later with Set. It is for cycles only.
func (b *Builder) Hold(k Kind) int { return b.push(k, nil) }

// Set gives a held gate its inputs.
func (b *Builder) Set(g int, in []Lit) {
	in = b.tidy(in)
	b.first[g] = uint32(len(b.n.in))
	b.count[g] = uint32(len(in))
	b.n.in = append(b.n.in, in...)
}

// tidy sorts the inputs and drops repetitions; the result is b's buffer.
func (b *Builder) tidy(in []Lit) []Lit {
	b.buf = append(b.buf[:0], in...)
	slices.Sort(b.buf)
	b.buf = slices.Compact(b.buf)
	return b.buf
}

// Gate gives the literal of an AND or OR of the inputs.
func (b *Builder) Gate(k Kind, in []Lit) Lit {
	unit, zero := True, False // of AND: what does not matter, what decides
	if k == Or {
		unit, zero = False, True
	}
	in = b.tidy(in)
	for len(in) > 0 && in[0].Constant() {
		if in[0] == zero {
			return zero
		}
		in = in[1:]
	}
	if b.opt.Inverse {
		for i := 1; i < len(in); i++ {
			if in[i] == in[i-1].Not() {
				return zero
			}
		}
	}
	switch {
	case len(in) == 0:
		return unit
	case len(in) == 1 && b.opt.Single:
		return in[0]
	}
	if !b.opt.Hash {
		return MakeLit(b.push(k, in), false)
	}
	// an OR of negations is the negation of an AND: one form for both
	negate := false
	if !slices.ContainsFunc(in, func(l Lit) bool { return !l.Negated() }) {
		negate = true
		for i := range in {
			in[i] = in[i].Not()
		}
		if k == And {
			k = Or
		} else {
			k = And
		}
	}
	mask := uint64(len(b.table) - 1)
	h := hashGate(k, in) & mask
	for ; b.table[h] != 0; h = (h + 1) & mask {
		g := int(b.table[h] - 1)
		if b.n.kinds[g] == k && slices.Equal(b.inputs(g), in) {
			return MakeLit(g, negate)
		}
	}
	g := b.push(k, in)
	b.table[h] = uint32(g + 1)
	b.used++
	if 2*b.used > len(b.table) {
		b.grow()
	}
	return MakeLit(g, negate)
}

func (b *Builder) inputs(g int) []Lit { return b.n.in[b.first[g] : b.first[g]+b.count[g]] }

func (b *Builder) grow() {
	old := b.table
	b.table = make([]uint32, 4*len(old))
	mask := uint64(len(b.table) - 1)
	for _, s := range old {
		if s == 0 {
			continue
		}
		g := int(s - 1)
		h := hashGate(b.n.kinds[g], b.inputs(g)) & mask
		for b.table[h] != 0 {
			h = (h + 1) & mask
		}
		b.table[h] = s
	}
}

func hashGate(k Kind, in []Lit) uint64 {
	h := uint64(k)*0x9e3779b97f4a7c15 + uint64(len(in))
	for _, l := range in {
		h = (h ^ uint64(l)) * 0xff51afd7ed558ccd
		h ^= h >> 29
	}
	return h
}

// Finish gives the network. Outputs still have to be set by the caller.
func (b *Builder) Finish() *Network {
	n := b.n
	in := make([]Lit, 0, len(n.in))
	n.start = make([]uint32, 0, len(n.kinds)+1)
	for g := range n.kinds {
		n.start = append(n.start, uint32(len(in)))
		in = append(in, b.inputs(g)...)
	}
	n.start = append(n.start, uint32(len(in)))
	n.in = in
	return n
}

// Rewriting says how Rewrite changes a network. The zero value copies it.
type Rewriting struct {
	Simplify Simplify
	// Input may replace an input gate by a constant: the base or move is dropped
	// from the network, and a base that is always True becomes a fixed fluent.
	Input func(g int) (constant Lit, drop bool)
	// Gate may give the literal that stands for a gate, whose inputs are already
	// translated; ok == false keeps it. It is not asked about gates on cycles.
	Gate func(b *Builder, g int, in []Lit) (l Lit, ok bool)
}

// Rewrite builds a network anew gate by gate.
func (n *Network) Rewrite(how Rewriting) *Network {
	to := make([]Lit, len(n.kinds))
	dropped := make([]bool, len(n.kinds))
	if how.Input != nil {
		for g := 1; g < 1+len(n.Bases)+n.DoesCount(); g++ {
			to[g], dropped[g] = how.Input(g)
		}
	}
	var bases []BaseProp
	fixed := slices.Clone(n.Fixed)
	for i, p := range n.Bases {
		switch g := n.BaseGate(i); {
		case !dropped[g]:
			to[g] = MakeLit(1+len(bases), false)
			bases = append(bases, p)
		case to[g] == True:
			fixed = append(fixed, p.Text)
		}
	}
	slices.Sort(fixed)
	moves := make([][]Move, len(n.Moves))
	for r, ms := range n.Moves {
		for _, m := range ms {
			if !dropped[m.Does] {
				moves[r] = append(moves[r], m)
			}
		}
	}
	b := NewBuilder(bases, moves, how.Simplify)
	b.n.watch = n.watch
	for r, ms := range n.Moves {
		k := 0
		for _, m := range ms {
			if !dropped[m.Does] {
				to[m.Does] = MakeLit(b.n.Moves[r][k].Does, false)
				k++
			}
		}
	}
	n.rewriteGates(b, to, how.Gate)

	m := b.Finish()
	m.Roles, m.Fixed, m.Orders, m.Terminal, m.Percepts = n.Roles, fixed, n.Orders, n.Terminal, n.Percepts
	m.Goals, m.Sees = cloneValues(n.Goals), cloneValues(n.Sees)
	m.Outputs(func(l *Lit) { *l = to[l.Gate()] ^ (*l & 1) })
	return m
}

func cloneValues(vs [][]Value) [][]Value {
	out := make([][]Value, len(vs))
	for i := range vs {
		out[i] = slices.Clone(vs[i])
	}
	return out
}

func (n *Network) rewriteGates(b *Builder, to []Lit, replace func(b *Builder, g int, in []Lit) (Lit, bool)) {
	comp, cyclic := n.Components()
	held := map[int32]bool{}
	members := map[int32][]int{}
	for g := range n.kinds {
		if cyclic[comp[g]] {
			members[comp[g]] = append(members[comp[g]], g)
		}
	}
	var in []Lit
	for g, k := range n.kinds {
		if k != And && k != Or {
			continue
		}
		c := comp[g]
		if cyclic[c] && !held[c] {
			held[c] = true
			for _, m := range members[c] {
				to[m] = MakeLit(b.Hold(n.kinds[m]), false)
			}
		}
		in = in[:0]
		for _, l := range n.In(g) {
			in = append(in, to[l.Gate()]^(l&1))
		}
		if cyclic[c] {
			b.Set(to[g].Gate(), in)
			continue
		}
		if replace != nil {
			if l, ok := replace(b, g, in); ok {
				to[g] = l
				continue
			}
		}
		to[g] = b.Gate(k, in)
	}
}
