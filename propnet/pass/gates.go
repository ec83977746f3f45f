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

// factor takes common inputs out of all alternatives of a gate.
func factor(n *propnet.Network) *propnet.Network {
	uses := useCounts(n)
	opt := propnet.Simplify{Hash: true, Single: true, Inverse: true}
	return n.Rewrite(propnet.Rewriting{Simplify: opt, Gate: func(b *propnet.Builder, g int, in []propnet.Lit) (propnet.Lit, bool) {
		k := n.Kind(g)
		if len(in) < 2 {
			return 0, false
		}
		dual := propnet.And
		if k == propnet.And {
			dual = propnet.Or
		}
		var common []propnet.Lit
		alternatives := make([][]propnet.Lit, len(in))
		for i, l := range in {
			alt, ok := b.Dual(l, k)
			if !ok || uses[n.In(g)[i].Gate()] > 1 {
				return 0, false // a shared alternative would be there twice
			}
			alternatives[i] = slices.Clone(alt)
			if i == 0 {
				common = slices.Clone(alt)
			} else {
				common = slices.DeleteFunc(common, func(x propnet.Lit) bool { return !slices.Contains(alt, x) })
			}
			if len(common) == 0 {
				return 0, false
			}
		}
		var rest []propnet.Lit
		for _, alt := range alternatives {
			alt = slices.DeleteFunc(alt, func(x propnet.Lit) bool { return slices.Contains(common, x) })
			rest = append(rest, b.Gate(dual, alt))
		}
		return b.Gate(dual, append(common, b.Gate(k, rest))), true
	}})
}

// order numbers the gates depth first from the outputs.
func order(n *propnet.Network) *propnet.Network {
	return n.Reorder()
}
