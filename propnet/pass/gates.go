package pass

import (
	"slices"

	"ludens/propnet"
)

// unreachable drops gates on which no output depends.
func unreachable(n *propnet.Network) *propnet.Network {
	return n.Keep(reached(n))
}

// reached marks the gates on which outputs depend.
func reached(n *propnet.Network) []bool {
	live := make([]bool, n.Gates())
	var stack []int
	mark := func(l propnet.Lit) {
		if g := l.Gate(); !live[g] {
			live[g] = true
			stack = append(stack, g)
		}
	}
	n.Outputs(func(l *propnet.Lit) { mark(*l) })
	for len(stack) > 0 {
		g := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, l := range n.In(g) {
			mark(l)
		}
	}
	return live
}

// clean hashes everything again and drops what is left over.
func clean(n *propnet.Network) *propnet.Network {
	n = n.Rewrite(propnet.Rewriting{Simplify: propnet.Simplify{Hash: true, Single: true, Inverse: true}})
	return unreachable(n)
}

// inverse folds x and not x, and (a and b) or (a and not b), with its dual.
func inverse(n *propnet.Network) *propnet.Network {
	opt := propnet.Simplify{Hash: true, Single: true, Inverse: true}
	return n.Rewrite(propnet.Rewriting{Simplify: opt, Gate: func(b *propnet.Builder, g int, in []propnet.Lit) (propnet.Lit, bool) {
		merged := mergePairs(b, n.Kind(g), in)
		return b.Gate(n.Kind(g), merged), true
	}})
}

// mergePairs looks among the inputs of a gate for two gates of the other kind
// that differ in the sign of one input only, and puts what they have in common
// in their place.
func mergePairs(b *propnet.Builder, k propnet.Kind, in []propnet.Lit) []propnet.Lit {
	const most = 64 // inputs looked at pairwise; wider gates are left as they are
	if len(in) > most {
		return in
	}
	out := slices.Clone(in)
	for again := true; again; {
		again = false
	pairs:
		for i := range out {
			a, ok := b.Dual(out[i], k)
			if !ok {
				continue
			}
			for j := range i {
				c, ok := b.Dual(out[j], k)
				if !ok || len(a) != len(c) {
					continue
				}
				differ := -1
				for x := range a {
					if a[x] != c[x] {
						if differ >= 0 || a[x] != c[x].Not() {
							differ = -2
							break
						}
						differ = x
					}
				}
				if differ < 0 {
					continue
				}
				common := slices.Delete(slices.Clone(a), differ, differ+1)
				dual := propnet.And
				if k == propnet.And {
					dual = propnet.Or
				}
				out[j] = b.Gate(dual, common)
				out = slices.Delete(out, i, i+1)
				again = true
				break pairs
			}
		}
	}
	return out
}

// wide merges a gate into the only gate that reads it when both are of one kind
// and the edge is plain.
func wide(n *propnet.Network) *propnet.Network {
	uses := useCounts(n)
	comp, cyclic := n.Components()
	merge := make([]bool, n.Gates())
	for g := range merge {
		if cyclic[comp[g]] {
			continue
		}
		for _, l := range n.In(g) {
			h := l.Gate()
			if !l.Negated() && n.Kind(h) == n.Kind(g) && uses[h] == 1 && !cyclic[comp[h]] {
				merge[h] = true
			}
		}
	}
	flat := make([][]propnet.Lit, n.Gates()) // translated inputs of merged gates
	opt := propnet.Simplify{Hash: true, Single: true, Inverse: true}
	return n.Rewrite(propnet.Rewriting{Simplify: opt, Gate: func(b *propnet.Builder, g int, in []propnet.Lit) (propnet.Lit, bool) {
		var all []propnet.Lit
		for i, l := range n.In(g) {
			if h := l.Gate(); merge[h] && !l.Negated() && n.Kind(h) == n.Kind(g) {
				all = append(all, flat[h]...)
				flat[h] = nil
			} else {
				all = append(all, in[i])
			}
		}
		if merge[g] {
			flat[g] = all
			return propnet.False, true // nobody else reads it
		}
		return b.Gate(n.Kind(g), all), true
	}})
}

// useCounts counts how often each gate is read, outputs included.
func useCounts(n *propnet.Network) []int {
	uses := make([]int, n.Gates())
	for g := range uses {
		for _, l := range n.In(g) {
			uses[l.Gate()]++
		}
	}
	n.Outputs(func(l *propnet.Lit) { uses[l.Gate()]++ })
	return uses
}

// factor takes inputs that all alternatives of a gate have in common out of them;
// in gates that depend on moves also what only some of them have in common, the
// most frequent first, since that brings moves together in ORs of their own.
// (Elsewhere it would only make the network deeper: lines of cells came out 18 %
// slower.) Alternatives that other gates read too stay there as well, so they
// are only taken apart if that leaves one literal.
func factor(n *propnet.Network) *propnet.Network {
	uses := useCounts(n)
	moving := n.Moving()
	opt := propnet.Simplify{Hash: true, Single: true, Inverse: true}
	return n.Rewrite(propnet.Rewriting{Simplify: opt, Gate: func(b *propnet.Builder, g int, in []propnet.Lit) (propnet.Lit, bool) {
		f := factoring{b: b, kind: n.Kind(g), dual: propnet.And, least: len(in)}
		if moving[g] {
			f.least = 2
		}
		if f.kind == propnet.And {
			f.dual = propnet.Or
		}
		for i, l := range in {
			f.add(l, uses[n.In(g)[i].Gate()] > 1)
		}
		if !f.run() {
			return 0, false
		}
		return b.Gate(f.kind, f.lits()), true
	}})
}

// factoring is the work on one gate.
type factoring struct {
	b          *propnet.Builder
	kind, dual propnet.Kind
	least      int           // alternatives that must have a literal in common
	done       []propnet.Lit // alternatives that cannot be taken apart
	alts       []alternative
}

type alternative struct {
	whole propnet.Lit
	in    []propnet.Lit
}

func (f *factoring) add(l propnet.Lit, shared bool) {
	in, ok := f.b.Dual(l, f.kind)
	if !ok || len(in) < 2 || shared && len(in) > 2 {
		f.done = append(f.done, l)
		return
	}
	f.alts = append(f.alts, alternative{l, slices.Clone(in)})
}

// run factors until no literal is common to enough alternatives; it reports
// whether it did anything.
func (f *factoring) run() bool {
	const most = 4096 // alternatives of a gate that are looked at
	if len(f.alts) < max(2, f.least) || len(f.alts) > most {
		return false
	}
	count := map[propnet.Lit]int{}
	for _, a := range f.alts {
		for _, l := range a.in {
			count[l]++
		}
	}
	changed := false
	for {
		best, n := propnet.False, 1
		for l, c := range count {
			if c > n || c == n && c > 1 && l < best {
				best, n = l, c
			}
		}
		if n < max(2, f.least) {
			return changed
		}
		changed = true
		var group, keep []alternative
		for _, a := range f.alts {
			if slices.Contains(a.in, best) {
				group = append(group, a)
			} else {
				keep = append(keep, a)
			}
		}
		common := slices.Clone(group[0].in) // by all that have best, which is one of them
		for _, a := range group {
			common = slices.DeleteFunc(common, func(l propnet.Lit) bool { return !slices.Contains(a.in, l) })
		}
		var rest []propnet.Lit
		for _, a := range group {
			for _, l := range a.in {
				count[l]--
			}
			rest = append(rest, f.b.Gate(f.dual, slices.DeleteFunc(a.in, func(l propnet.Lit) bool { return slices.Contains(common, l) })))
		}
		f.alts = keep
		f.done = append(f.done, f.b.Gate(f.dual, append(common, f.b.Gate(f.kind, rest))))
	}
}

// lits are the inputs the gate has now.
func (f *factoring) lits() []propnet.Lit {
	out := f.done
	for _, a := range f.alts {
		out = append(out, a.whole)
	}
	return out
}

// guards splits the gates of legal moves that have the condition most moves of
// their seat share, and that other gates read too, into that condition and the
// rest, so that the rest can be shared. Where the condition stands in an AND that is
// an input, that AND is taken apart for it.
func guards(n *propnet.Network) *propnet.Network {
	uses := useCounts(n)
	guard := map[int]propnet.Lit{}
	for r := range n.Moves {
		common := n.CommonCondition(r)
		for _, m := range n.Moves[r] {
			g := m.Legal.Gate()
			if _, taken := guard[g]; taken || m.Legal.Negated() || n.Kind(g) != propnet.And {
				continue
			}
			if slices.Contains(n.In(g), common) {
				if uses[g] >= 2 && len(n.In(g)) >= 3 {
					guard[g] = common
				}
			} else if inner(n, g, common) >= 0 {
				guard[g] = common
			}
		}
	}
	to := make([]propnet.Lit, n.Gates()) // what gates have become, those on cycles aside
	known := make([]bool, n.Gates())
	for g := range 1 + len(n.Bases) + n.DoesCount() {
		to[g], known[g] = propnet.MakeLit(g, false), true
	}
	opt := propnet.Simplify{Hash: true, Single: true, Inverse: true}
	return n.Rewrite(propnet.Rewriting{Simplify: opt, Gate: func(b *propnet.Builder, g int, in []propnet.Lit) (l propnet.Lit, ok bool) {
		defer func() { to[g], known[g] = l, true }()
		common, ok := guard[g]
		if !ok || !known[common.Gate()] {
			return b.Gate(n.Kind(g), in), true
		}
		rest := slices.Clone(in)
		i := slices.Index(n.In(g), common)
		if i < 0 {
			i = inner(n, g, common)
			for _, x := range n.In(n.In(g)[i].Gate()) {
				if !known[x.Gate()] {
					return b.Gate(propnet.And, in), true
				}
				if x != common {
					rest = append(rest, to[x.Gate()]^(x&1))
				}
			}
		}
		rest = slices.Delete(rest, i, i+1)
		shared := to[common.Gate()] ^ (common & 1)
		if uses[g] < 2 {
			return b.Gate(propnet.And, append(rest, shared)), true
		}
		return b.Gate(propnet.And, []propnet.Lit{shared, b.Gate(propnet.And, rest)}), true
	}})
}

// inner is the place of an input of an AND that is an AND with a literal among its inputs,
// -1 if there is none.
func inner(n *propnet.Network, g int, l propnet.Lit) int {
	return slices.IndexFunc(n.In(g), func(x propnet.Lit) bool {
		h := x.Gate()
		return h < g && !x.Negated() && n.Kind(h) == propnet.And && slices.Contains(n.In(h), l)
	})
}

// order numbers the gates depth first from the outputs.
func order(n *propnet.Network) *propnet.Network {
	return n.Reorder()
}
