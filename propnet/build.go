package propnet

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ludens/game"
	"ludens/gdl"
	"ludens/gdl/ground"
)

// Build makes the network of a ground theory: an AND per rule, an OR per atom.
// Atoms that no output depends on are left out. It fails if an atom depends on
// itself through negation, or, wrapping game.ErrBudget, if the network would
// have more than maxLits inputs.
//
// What is made of the network is watched by the context too, see Network.Watched.
func Build(ctx context.Context, t *ground.Theory, maxLits int) (n *Network, err error) {
	defer Stopped(&err)
	b := theoryBuilder{t: t, ctx: ctx, maxLits: maxLits}
	if err := b.collect(); err != nil {
		return nil, fmt.Errorf("build the network: %w", err)
	}
	n, err = b.build()
	if err != nil {
		return nil, fmt.Errorf("build the network: %w", err)
	}
	return n, nil
}

type theoryBuilder struct {
	ctx     context.Context
	t       *ground.Theory
	maxLits int

	// The ground rules sorted by head: those of atom a are firstRule[a] up to
	// firstRule[a+1]; rule i has the literals lits[endLit[i-1]:endLit[i]], which
	// are atoms, AtomID × 2 + negated.
	firstRule []uint32
	endLit    []uint32 // shifted by one: endLit[0] is 0, rule i ends at endLit[i+1]
	lits      []Lit
	looks     int // counts up to the next look at the context

	roleOf map[gdl.TermID]int
	node   []Lit // per atom: its literal in the network; later
}

// look looks at the context now and then.
func (b *theoryBuilder) look() { b.work(1) }

// work counts so many steps, and looks now and then.
func (b *theoryBuilder) work(n int) {
	if b.looks += n; b.looks > lookEvery {
		b.looks = 0
		(&watch{b.ctx}).look()
	}
}

// textStep is how many bytes of a name count as a step: terms may be very long.
const textStep = 64

// collect sorts the ground rules by head.
func (b *theoryBuilder) collect() error {
	atoms := b.t.Atoms()
	b.firstRule = make([]uint32, atoms+1)
	litAt := make([]uint32, atoms+1)
	total := 0
	b.t.Rules(func(r ground.Rule) {
		b.look()
		n := len(r.Pos) + len(r.Neg)
		b.firstRule[r.Head+1]++
		litAt[r.Head+1] += uint32(n)
		total += n
	})
	if total > b.maxLits {
		return fmt.Errorf("%w: the rules have %d literals, more than %d", game.ErrBudget, total, b.maxLits)
	}
	for a := range atoms {
		b.firstRule[a+1] += b.firstRule[a]
		litAt[a+1] += litAt[a]
	}
	ruleAt := slices.Clone(b.firstRule)
	b.endLit = make([]uint32, b.firstRule[atoms]+1)
	b.lits = make([]Lit, total)
	b.t.Rules(func(r ground.Rule) {
		b.look()
		k := litAt[r.Head]
		for _, a := range r.Pos {
			b.lits[k] = MakeLit(int(a), false)
			k++
		}
		for _, a := range r.Neg {
			b.lits[k] = MakeLit(int(a), true)
			k++
		}
		litAt[r.Head] = k
		b.endLit[ruleAt[r.Head]+1] = k
		ruleAt[r.Head]++
	})
	return b.ctx.Err()
}

// litsOf are the literals of all rules of an atom.
func (b *theoryBuilder) litsOf(a int) []Lit {
	return b.lits[b.endLit[b.firstRule[a]]:b.endLit[b.firstRule[a+1]]]
}

func (b *theoryBuilder) build() (*Network, error) {
	t := b.t
	p := t.Program
	b.roleOf = map[gdl.TermID]int{}
	roles := make([]string, len(p.Roles))
	for i, r := range p.Roles {
		b.roleOf[r] = i
		roles[i] = p.Terms.String(r)
	}

	type named struct {
		text string
		arg  gdl.TermID
		id   ground.AtomID
	}
	byText := func(x, y named) int {
		b.work(1 + min(len(x.text), len(y.text))/(16*textStep))
		return strings.Compare(x.text, y.text)
	}
	name := func(id gdl.TermID) string {
		text := p.Terms.String(id)
		b.work(1 + len(text)/textStep)
		return text
	}
	var baseList []named
	t.Of(gdl.RelTrue, func(id ground.AtomID, args []gdl.TermID) {
		baseList = append(baseList, named{name(args[0]), args[0], id})
	})
	slices.SortFunc(baseList, byText)
	moveList := make([][]named, len(roles))
	t.Of(gdl.RelLegal, func(id ground.AtomID, args []gdl.TermID) {
		b.look()
		if r, ok := b.roleOf[args[0]]; ok {
			moveList[r] = append(moveList[r], named{name(args[1]), args[1], id})
		}
	})
	init := map[gdl.TermID]bool{}
	for _, f := range t.Init {
		init[f] = true
	}
	bases := make([]BaseProp, len(baseList))
	for i, x := range baseList {
		bases[i] = BaseProp{Text: x.text, Init: init[x.arg]}
	}
	moves := make([][]Move, len(roles))
	for r := range moveList {
		slices.SortFunc(moveList[r], byText)
		for _, x := range moveList[r] {
			moves[r] = append(moves[r], Move{Text: x.text})
		}
	}
	nb := NewBuilder(bases, moves, Simplify{Hash: true, Single: true})
	nb.n.Watched(b.ctx)

	b.node = make([]Lit, t.Atoms())
	known := make([]bool, t.Atoms())
	for i, x := range baseList {
		b.node[x.id], known[x.id] = MakeLit(1+i, false), true
	}
	for r := range moveList {
		for i, x := range moveList[r] {
			id := t.Find(gdl.RelDoes, p.Roles[r], x.arg)
			b.node[id], known[id] = MakeLit(nb.n.Moves[r][i].Does, false), true
		}
	}
	live := b.live(known)
	if err := b.gates(nb, known, live); err != nil {
		return nil, err
	}

	n := nb.Finish()
	n.Roles = roles
	atom := func(rel gdl.RelID, args ...gdl.TermID) Lit {
		if id := t.Find(rel, args...); id != ground.Never {
			return b.node[id]
		}
		return False
	}
	for i, x := range baseList {
		n.Bases[i].Next = atom(gdl.RelNext, x.arg)
	}
	for r := range moveList {
		for i, x := range moveList[r] {
			n.Moves[r][i].Legal = b.node[x.id]
		}
	}
	values := func(rel gdl.RelID) [][]Value {
		out := make([][]Value, len(roles))
		t.Of(rel, func(id ground.AtomID, args []gdl.TermID) {
			if r, ok := b.roleOf[args[0]]; ok {
				out[r] = append(out[r], Value{p.Terms.String(args[1]), b.node[id]})
			}
		})
		for r := range out {
			slices.SortFunc(out[r], func(x, y Value) int { return strings.Compare(x.Text, y.Text) })
		}
		return out
	}
	n.Goals, n.Sees = values(gdl.RelGoal), values(gdl.RelSees)
	n.Terminal = atom(gdl.RelTerminal)
	n.Percepts = len(p.Of[gdl.RelSees]) > 0
	// gates on cycles were held before their inputs were made
	return n.Reorder(), nil
}

// live finds the atoms on which outputs depend.
func (b *theoryBuilder) live(inputs []bool) []bool {
	live := make([]bool, b.t.Atoms())
	var stack []int
	mark := func(a int) {
		if !live[a] {
			live[a] = true
			if !inputs[a] {
				stack = append(stack, a)
			}
		}
	}
	for _, rel := range []gdl.RelID{gdl.RelNext, gdl.RelLegal, gdl.RelGoal, gdl.RelTerminal, gdl.RelSees} {
		b.t.Of(rel, func(id ground.AtomID, args []gdl.TermID) {
			if _, ok := b.roleOf[firstOr(args)]; ok || rel == gdl.RelNext || rel == gdl.RelTerminal {
				mark(int(id))
			}
		})
	}
	for len(stack) > 0 {
		b.look()
		a := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, l := range b.litsOf(a) {
			mark(l.Gate())
		}
	}
	return live
}

func firstOr(args []gdl.TermID) gdl.TermID {
	if len(args) == 0 {
		return gdl.NoTerm
	}
	return args[0]
}

// gates makes the gates of all live atoms, inputs first; atoms on a cycle are
// held until all of them have a gate.
func (b *theoryBuilder) gates(nb *Builder, known, live []bool) error {
	comp, cyclic := components(b.t.Atoms(), func(a int) []Lit {
		b.look()
		if known[a] || !live[a] {
			return nil
		}
		return b.litsOf(a)
	})
	// atoms in the order of their components
	order := make([]int32, 0, len(comp))
	count := make([]int32, len(cyclic)+1)
	for _, c := range comp {
		count[c+1]++
	}
	for i := 1; i < len(count); i++ {
		count[i] += count[i-1]
	}
	order = order[:len(comp)]
	for a, c := range comp {
		order[count[c]] = int32(a)
		count[c]++
	}
	var ors, ands []Lit
	for i := 0; i < len(order); {
		if i&0xfff == 0 && b.ctx.Err() != nil {
			return b.ctx.Err()
		}
		c := comp[order[i]]
		j := i
		for j < len(order) && comp[order[j]] == c {
			j++
		}
		group := order[i:j]
		i = j
		if cyclic[c] {
			for _, a := range group {
				b.node[a] = MakeLit(nb.Hold(Or), false)
			}
		}
		for _, a32 := range group {
			a := int(a32)
			if known[a] || !live[a] {
				continue
			}
			ors = ors[:0]
			for i := b.firstRule[a]; i < b.firstRule[a+1]; i++ {
				ands = ands[:0]
				inside := false
				for _, l := range b.lits[b.endLit[i]:b.endLit[i+1]] {
					if cyclic[c] && comp[l.Gate()] == c {
						if l.Negated() {
							return fmt.Errorf("%w: %s", gdl.ErrUnstratified, b.t.String(ground.AtomID(a)))
						}
						inside = true
					}
					ands = append(ands, b.node[l.Gate()]^(l&1))
				}
				if !inside {
					ors = append(ors, nb.Gate(And, ands))
					continue
				}
				if slices.Contains(ands, False) {
					continue
				}
				ands = slices.DeleteFunc(ands, func(l Lit) bool { return l == True })
				if len(ands) == 1 {
					ors = append(ors, ands[0])
					continue
				}
				g := nb.Hold(And)
				nb.Set(g, ands)
				ors = append(ors, MakeLit(g, false))
			}
			if cyclic[c] {
				nb.Set(b.node[a].Gate(), ors)
			} else {
				b.node[a] = nb.Gate(Or, ors)
			}
		}
	}
	return nil
}
