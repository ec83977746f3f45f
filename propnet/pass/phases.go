package pass

import (
	"slices"

	"ludens/propnet"
)

// phases uses what is certain about moves: exactly one of a seat's moves is made
// in every step, and, where the rules hand a turn around a fixed circle of
// fluents, who makes it.
//
//   - A move that is a seat's only legal move whenever it is legal is made
//     exactly then: its input is replaced by the condition under which it is legal.
//   - An OR over most moves of a set of which exactly one is made, some of them
//     perhaps under a condition, is replaced by the negation of the OR over the
//     others. Frame axioms written as "any move that does not touch this cell"
//     become "no move that touches it".
func phases(n *propnet.Network) *propnet.Network {
	p := newPhaser(n)
	forced := p.forced()
	universes := p.universes()
	sums := p.sums(universes)
	to := make([]propnet.Lit, n.Gates()) // what gates have become
	known := make([]bool, n.Gates())
	for g := range p.firstDoes + p.count {
		to[g], known[g] = propnet.MakeLit(g, false), true
	}
	opt := propnet.Simplify{Hash: true, Single: true, Inverse: true}
	return n.Rewrite(propnet.Rewriting{Simplify: opt, Gate: func(b *propnet.Builder, g int, in []propnet.Lit) (l propnet.Lit, ok bool) {
		defer func() { to[g], known[g] = l, true }()
		s := sums[g]
		if s == nil {
			return b.Gate(n.Kind(g), p.replaceForced(b, n.In(g), in, forced)), true
		}
		// What counts is how often the gate changes in a step, not how many inputs
		// it has: with the smaller set it stays as it is in most steps.
		others := s.others(universes[s.universe])
		if len(others) >= s.all.size() || !s.allKnown(n, known) {
			return b.Gate(n.Kind(g), p.replaceForced(b, n.In(g), in, forced)), true
		}
		var not []propnet.Lit
		for _, i := range others {
			not = append(not, p.within(b, propnet.MakeLit(p.firstDoes+i, false), i, universes[s.universe]))
		}
		for _, a := range s.guarded {
			not = append(not, p.unless(&a, b, to, universes[s.universe]))
		}
		return b.Gate(propnet.Or, not).Not(), true
	}})
}

// phaser knows the circle of turn fluents and the phases of moves.
type phaser struct {
	n         *propnet.Network
	firstDoes int // input gate of move 0; moves are numbered over all roles
	count     int
	role      []int // of a move
	legal     []propnet.Lit
	phase     map[int]int // base gate → phase, for the fluents of the circle
	all       uint64      // all phases
	mask      []uint64    // per move: phases in which it may be legal
	pure      []bool      // per move: it is legal exactly in those phases
}

func newPhaser(n *propnet.Network) *phaser {
	p := &phaser{n: n, firstDoes: 1 + len(n.Bases)}
	for r, ms := range n.Moves {
		for _, m := range ms {
			p.role = append(p.role, r)
			p.legal = append(p.legal, m.Legal)
			p.count++
		}
	}
	p.findCircle()
	if p.phase == nil {
		return p
	}
	for _, l := range p.legal {
		mask, pure := p.phasesOf(l, 4)
		p.mask = append(p.mask, mask)
		p.pure = append(p.pure, pure)
	}
	return p
}

// findCircle looks for fluents of which exactly one holds in every position:
// each is next what another one is now, around a circle, and one is initial. It
// takes the circle that most legal moves depend on.
func (p *phaser) findCircle() {
	n := p.n
	used := map[int]int{}
	for _, l := range p.legal {
		for _, x := range n.In(l.Gate()) {
			used[x.Gate()]++
		}
		used[l.Gate()]++
	}
	best := 0
	seen := map[int]bool{}
	for i := range n.Bases {
		if seen[i] {
			continue
		}
		circle, holds, uses := []int{}, 0, 0
		at := map[int]bool{}
		for j := i; !at[j]; {
			at[j] = true
			circle = append(circle, j)
			if n.Bases[j].Init {
				holds++
			}
			uses += used[n.BaseGate(j)]
			next := n.Bases[j].Next // what j will be is what another fluent is now
			if next.Negated() || n.Kind(next.Gate()) != propnet.Base {
				circle = nil
				break
			}
			j = next.Gate() - n.BaseGate(0)
			if at[j] && j != i {
				circle = nil
				break
			}
		}
		for j := range at {
			seen[j] = true
		}
		if len(circle) < 2 || len(circle) > 64 || holds != 1 || uses <= best {
			continue
		}
		best = uses
		p.phase = map[int]int{}
		for k, j := range circle {
			p.phase[n.BaseGate(j)] = k
		}
		p.all = 1<<len(circle) - 1
	}
}

// phasesOf gives the phases in which a literal may hold, and whether it holds
// exactly in those.
func (p *phaser) phasesOf(l propnet.Lit, depth int) (mask uint64, exact bool) {
	g := l.Gate()
	if k, ok := p.phase[g]; ok {
		if l.Negated() {
			return p.all &^ (1 << k), true
		}
		return 1 << k, true
	}
	kind := p.n.Kind(g)
	if depth == 0 || kind != propnet.And && kind != propnet.Or {
		return p.all, false
	}
	and := (kind == propnet.And) != l.Negated() // De Morgan
	exact = true
	if and {
		mask = p.all
	}
	for _, x := range p.n.In(g) {
		if l.Negated() {
			x = x.Not()
		}
		m, e := p.phasesOf(x, depth-1)
		exact = exact && e
		if and {
			mask &= m
		} else {
			mask |= m
		}
	}
	return mask, exact
}

// forced finds the moves that are their seat's only legal move whenever they
// are legal, and are legal exactly in their phases.
func (p *phaser) forced() []bool {
	forced := make([]bool, p.count)
	if p.phase == nil {
		return forced
	}
	for i := range forced {
		forced[i] = p.pure[i]
		for j := range forced {
			if j != i && p.role[j] == p.role[i] && p.mask[j]&p.mask[i] != 0 {
				forced[i] = false
				break
			}
		}
	}
	return forced
}

// replaceForced puts the condition of forced moves in the place of their inputs.
func (p *phaser) replaceForced(b *propnet.Builder, old, in []propnet.Lit, forced []bool) []propnet.Lit {
	var out []propnet.Lit
	for k, l := range old {
		i := l.Gate() - p.firstDoes
		if i < 0 || i >= p.count || !forced[i] {
			continue
		}
		if out == nil {
			out = slices.Clone(in)
		}
		out[k] = p.phaseLit(b, p.mask[i]) ^ (l & 1)
	}
	if out == nil {
		return in
	}
	return out
}

// phaseLit gives the literal "the phase is one of mask".
func (p *phaser) phaseLit(b *propnet.Builder, mask uint64) propnet.Lit {
	var in []propnet.Lit
	for g, k := range p.phase {
		if mask>>k&1 != 0 {
			in = append(in, propnet.MakeLit(g, false))
		}
	}
	return b.Gate(propnet.Or, in)
}

// universe is a set of moves of which exactly one is made in every step: per move the
// phases in which it counts. A move may be made in others too, where it does not count.
type universe []uint64

// universes are the moves of each role, and last, where in every phase exactly one role
// has a choice, the moves of the roles in the phases in which they have it. A pass that is
// forced while others move, and is a choice in one's own turn, counts in that turn.
func (p *phaser) universes() []universe {
	out := make([]universe, len(p.n.Moves))
	for r := range out {
		out[r] = make(universe, p.count)
		for i := range p.count {
			if p.role[i] == r {
				out[r][i] = ^uint64(0)
			}
		}
	}
	if p.phase == nil {
		return out
	}
	joint := make(universe, p.count)
	for k := range len(p.phase) {
		active := -1
		for r := range p.n.Moves {
			count := 0
			for i := range p.count {
				if p.role[i] == r && p.mask[i]>>k&1 != 0 {
					count++
				}
			}
			if count == 1 {
				continue // somebody who always has a move has this one
			}
			if active >= 0 {
				return out // two seats have a choice in one phase
			}
			active = r
		}
		if active < 0 {
			return out
		}
		for i := range p.count {
			if p.role[i] == active {
				joint[i] |= p.mask[i] & (1 << k)
			}
		}
	}
	return append(out, joint)
}

// phasesOfMove are the phases in which a move may be made.
func (p *phaser) phasesOfMove(i int) uint64 {
	if p.phase == nil {
		return ^uint64(0)
	}
	return p.mask[i]
}

// within is a condition on move i, where the move can be made in phases in which it does
// not count as well, with the condition that the phase is none of those.
func (p *phaser) within(b *propnet.Builder, l propnet.Lit, i int, u universe) propnet.Lit {
	if p.phasesOfMove(i)&^u[i] == 0 {
		return l
	}
	return b.Gate(propnet.And, []propnet.Lit{l, p.phaseLit(b, u[i])})
}

// unless gives "one of these moves is made so that it counts, and their condition fails".
func (p *phaser) unless(a *guardedMoves, b *propnet.Builder, to []propnet.Lit, u universe) propnet.Lit {
	var counted []propnet.Lit
	counts := uint64(0) // phases in which any of them does
	whole := true       // they count whenever they are made
	for i := range a.moves.each {
		counted = append(counted, p.within(b, propnet.MakeLit(p.firstDoes+i, false), i, u))
		counts |= p.phasesOfMove(i) & u[i]
		whole = whole && p.phasesOfMove(i)&^u[i] == 0
	}
	var moves propnet.Lit
	var fails []propnet.Lit
	for k, l := range p.n.In(a.gate) {
		x := to[l.Gate()] ^ (l & 1)
		if k == a.over {
			moves = x
			continue
		}
		if p.phase != nil {
			if mask, exact := p.phasesOf(l, 4); exact && counts&^mask == 0 {
				continue // it holds whenever one of them counts
			}
		}
		fails = append(fails, x.Not())
	}
	if !whole {
		moves = b.Gate(propnet.Or, counted)
	}
	return b.Gate(propnet.And, []propnet.Lit{moves, b.Gate(propnet.Or, fails)})
}

// Circle gives the fluents that hand a turn around: in every position exactly one of
// them holds, and then the one behind it, the first behind the last. It is nil if there
// are none on which legal moves depend.
func Circle(n *propnet.Network) []int {
	p := &phaser{n: n}
	for _, ms := range n.Moves {
		for _, m := range ms {
			p.legal = append(p.legal, m.Legal)
		}
	}
	p.findCircle()
	if p.phase == nil {
		return nil
	}
	// next[k] is what k will be, so the fluent behind k in time is the one that will be
	// what k is.
	behind := map[int]int{}
	for g := range p.phase {
		i := g - n.BaseGate(0)
		behind[n.Bases[i].Next.Gate()-n.BaseGate(0)] = i
	}
	first := len(n.Bases)
	for g := range p.phase {
		first = min(first, g-n.BaseGate(0))
	}
	circle := []int{first}
	for i := behind[first]; i != first; i = behind[i] {
		circle = append(circle, i)
	}
	return circle
}
