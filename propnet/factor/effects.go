package factor

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"ludens/game"
	"ludens/propnet"
)

// Options bound an analysis. The zero value means the defaults.
type Options struct {
	// Work is how many literals may be looked at; default 100 million, which takes a
	// second or two and at most about as many times four bytes. Most games take less
	// than a hundredth of it.
	Work int64
}

// change says what one fluent will be after a move, where that is not what it would be
// without.
type change struct {
	base int32
	to   lit
}

// effects are the residuals of one role: what every fluent will be, by its move.
type effects struct {
	still  []lit      // per base, if none of the role's moves were made
	change [][]change // per move, by base
	byBase [][]moved  // the same by base; see study.byBase
}

// study is a network with its residuals.
type study struct {
	ctx   context.Context
	n     *propnet.Network
	s     *sheet
	doer  []int // role of a move, by its gate less does
	does  int   // first gate of moves
	base  []lit // per base: its symbol, or the negation of another one's
	value []lit // per gate that does not depend on moves: its expression
	role  []effects
	reads [][]int32 // per base: symbols of bases that its next value may depend on; nil: not asked yet

	comp    []int32
	cyclic  []bool
	members map[int32][]int
}

// newStudy evaluates a network symbolically.
func newStudy(ctx context.Context, n *propnet.Network, opt Options) (*study, error) {
	if opt.Work == 0 {
		opt.Work = 100_000_000
	}
	st := &study{ctx: ctx, n: n, does: 1 + len(n.Bases), members: map[int32][]int{}}
	st.s = newSheet(len(n.Bases)+n.DoesCount(), opt.Work)
	for r, ms := range n.Moves {
		for range ms {
			st.doer = append(st.doer, r)
		}
	}
	st.base = make([]lit, len(n.Bases))
	for i := range st.base {
		st.base[i] = lit(n.BaseGate(i)) << 1
	}
	for i := range st.base {
		if j, ok := st.turns(i); ok && j > i {
			st.base[j] = st.base[i].not()
		}
	}
	st.comp, st.cyclic = n.Components()
	for g := range n.Gates() {
		if c := st.comp[g]; st.cyclic[c] {
			st.members[c] = append(st.members[c], g)
		}
	}
	st.reads = make([][]int32, len(n.Bases))
	st.run()
	if err := st.err(); err != nil {
		return nil, err
	}
	return st, nil
}

func (st *study) err() error {
	if err := st.ctx.Err(); err != nil {
		return err
	}
	if st.s.over() {
		return fmt.Errorf("%w: looking for structure in the network", game.ErrBudget)
	}
	return nil
}

// turns finds the fluent that is the negation of fluent i in every position: each is
// next what the other is now, and one of them is initial.
func (st *study) turns(i int) (int, bool) {
	n := st.n
	to := func(i int) int {
		l := n.Bases[i].Next
		if l.Negated() || n.Kind(l.Gate()) != propnet.Base {
			return -1
		}
		return l.Gate() - n.BaseGate(0)
	}
	j := to(i)
	return j, j >= 0 && j != i && to(j) == i && n.Bases[i].Init != n.Bases[j].Init
}

// get is the expression of a network's literal, by the expressions of gates.
func get(value []lit, l propnet.Lit) lit { return value[l.Gate()] ^ lit(l&1) }

// run computes all residuals.
func (st *study) run() {
	n := st.n
	moving := n.Moving()
	st.value = make([]lit, n.Gates())
	for i, l := range st.base {
		st.value[n.BaseGate(i)] = l
	}
	st.fill(st.value, func(g int) bool { return !moving[g] })
	fan := newFan(n)
	outputs := make([][]int32, n.Gates()) // per gate: the bases whose Next it is
	for i, b := range n.Bases {
		outputs[b.Next.Gate()] = append(outputs[b.Next.Gate()], int32(i))
	}
	for r := range n.Moves {
		if st.err() != nil {
			return
		}
		value := slices.Clone(st.value)
		for g := st.does; g < st.does+len(st.doer); g++ {
			if st.doer[g-st.does] != r {
				value[g] = lit(g) << 1
			}
		}
		st.fill(value, func(g int) bool { return moving[g] })
		e := effects{still: make([]lit, len(n.Bases)), change: make([][]change, len(n.Moves[r]))}
		for i, b := range n.Bases {
			e.still[i] = get(value, b.Next)
		}
		p := newPropagation(st, value, fan)
		for i, m := range n.Moves[r] {
			if i&15 == 0 && st.err() != nil {
				return
			}
			e.change[i] = p.move(m.Does, outputs)
		}
		st.role = append(st.role, e)
	}
}

// fill computes the expressions of the gates that which names, in order.
func (st *study) fill(value []lit, which func(g int) bool) {
	var in []lit
	for g := st.does + len(st.doer); g < st.n.Gates(); g++ {
		if !which(g) {
			continue
		}
		if g&1023 == 0 && st.err() != nil {
			return
		}
		if c := st.comp[g]; st.cyclic[c] {
			if st.members[c][0] == g {
				st.cycle(value, c, func(g int, l lit) { value[g] = l })
			}
			continue
		}
		in = in[:0]
		for _, l := range st.n.In(g) {
			in = append(in, get(value, l))
		}
		value[g] = st.gate(g, in)
	}
}

func (st *study) gate(g int, in []lit) lit {
	if st.n.Kind(g) == propnet.And {
		return st.s.and(in)
	}
	return st.s.or(in)
}

// cycle gives the gates of a cycle, one after the other, opaque expressions over one that stands for
// all that the cycle reads.
func (st *study) cycle(value []lit, c int32, set func(g int, l lit)) {
	var in []lit
	for _, g := range st.members[c] {
		for _, l := range st.n.In(g) {
			if st.comp[l.Gate()] != c {
				in = append(in, get(value, l))
			}
		}
	}
	all := []lit{st.s.opaque(st.n.Gates()+int(c), in)}
	for i, g := range st.members[c] {
		if i&1023 == 0 && st.err() != nil {
			return
		}
		set(g, st.s.opaque(g, all))
	}
}

// fan lists who reads a gate: reader × 2, plus 1 if the reader has it negated.
type fan struct{ first, to []uint32 }

func newFan(n *propnet.Network) *fan {
	f := &fan{first: make([]uint32, n.Gates()+1), to: make([]uint32, n.Edges())}
	for g := range n.Gates() {
		for _, l := range n.In(g) {
			f.first[l.Gate()+1]++
		}
	}
	for g := range n.Gates() {
		f.first[g+1] += f.first[g]
	}
	at := slices.Clone(f.first)
	for g := range n.Gates() {
		for _, l := range n.In(g) {
			f.to[at[l.Gate()]] = uint32(g)<<1 | uint32(l&1)
			at[l.Gate()]++
		}
	}
	return f
}

func (f *fan) of(g int) []uint32 { return f.to[f.first[g]:f.first[g+1]] }

// propagation works out what a single move changes.
type propagation struct {
	st      *study
	still   []lit // values without a move
	value   []lit // values with the move: still, but for changed
	changed []int
	fan     *fan
	dirty   []uint64
	pending [][]propnet.Lit // per dirty gate: its inputs that have changed
	// core are the inputs of a gate that matter while no move is made: those that are
	// neither nothing to an OR nor everything to an AND. Built when asked for.
	core [][]propnet.Lit
	have []bool
}

func newPropagation(st *study, still []lit, f *fan) *propagation {
	gates := st.n.Gates()
	return &propagation{
		st: st, still: still, value: slices.Clone(still), fan: f, dirty: make([]uint64, gates/64+1),
		pending: make([][]propnet.Lit, gates), core: make([][]propnet.Lit, gates), have: make([]bool, gates),
	}
}

// move gives the changes that a move makes, by its input gate.
func (p *propagation) move(does int, outputs [][]int32) []change {
	p.set(does, yes)
	var in []lit
	for w := does >> 6; w < len(p.dirty); w++ {
		for p.dirty[w] != 0 {
			g := w<<6 | bits.TrailingZeros64(p.dirty[w])
			p.dirty[w] &= p.dirty[w] - 1
			if c := p.st.comp[g]; p.st.cyclic[c] {
				p.cycle(c)
				continue
			}
			in = p.inputs(g, in[:0])
			p.set(g, p.st.gate(g, in))
		}
	}
	var out []change
	for _, g := range p.changed {
		for _, b := range outputs[g] {
			out = append(out, change{b, get(p.value, p.st.n.Bases[b].Next)})
		}
		p.value[g] = p.still[g]
	}
	p.changed = p.changed[:0]
	p.st.s.spend(4 * len(out)) // they are kept, twice
	slices.SortFunc(out, func(x, y change) int { return int(x.base - y.base) })
	return out
}

func (p *propagation) set(g int, l lit) {
	if l == p.value[g] {
		return
	}
	p.value[g] = l
	p.changed = append(p.changed, g)
	for _, e := range p.fan.of(g) {
		r := int(e >> 1)
		if p.st.cyclic[p.st.comp[g]] && p.st.comp[r] == p.st.comp[g] {
			continue
		}
		p.dirty[r>>6] |= 1 << (r & 63)
		p.pending[r] = append(p.pending[r], propnet.MakeLit(g, e&1 == 1))
	}
}

// inputs gives what a gate reads, as far as it matters.
func (p *propagation) inputs(g int, in []lit) []lit {
	neutral := no
	if p.st.n.Kind(g) == propnet.And {
		neutral = yes
	}
	if !p.have[g] {
		p.have[g] = true
		p.st.s.spend(len(p.st.n.In(g)))
		for _, l := range p.st.n.In(g) {
			if get(p.still, l) != neutral {
				p.core[g] = append(p.core[g], l)
			}
		}
	}
	for _, l := range p.core[g] {
		in = append(in, get(p.value, l))
	}
	for _, l := range p.pending[g] {
		if get(p.still, l) == neutral { // else it is of the core
			in = append(in, get(p.value, l))
		}
	}
	p.pending[g] = p.pending[g][:0]
	return in
}

// cycle gives the gates of a cycle, one of which is dirty, their values.
func (p *propagation) cycle(c int32) {
	for _, g := range p.st.members[c] {
		p.dirty[g>>6] &^= 1 << (g & 63)
		p.pending[g] = p.pending[g][:0]
	}
	p.st.cycle(p.value, c, p.set)
}
