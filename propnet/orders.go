package propnet

import (
	"slices"
	"strings"

	"ludens/gdl"
	"ludens/gdl/ground"
)

// Bounds on the orders that a network carries: descriptions have a few, and one of
// two constants orders nothing.
const (
	maxOrders = 64
	minOrder  = 3 // constants
)

// Orders gives the constants in the orders that a theory's static relations put
// them in: every relation with two places among the first rels of its program,
// all of whose tuples together form one chain (a b)(b c)…, gives one; one that closes
// to a circle is cut open before the constant whose text is first. Orders that
// are equal are listed once, the longest first, then by their texts, so that the
// result depends on the description only. Relations that no rule uses have not been
// grounded and give none.
//
// It is how positions on an axis are recognised when names mean nothing: numbers
// are nothing but names in this language.
func Orders(t *ground.Theory, rels int) [][]string {
	var out [][]string
	for rel := gdl.RelSees + 1; int(rel) < min(rels, len(t.Program.Rels)); rel++ {
		if t.Program.Rels[rel].Arity != 2 || !t.Static(rel) {
			continue
		}
		var pairs [][2]gdl.TermID
		t.Of(rel, func(_ ground.AtomID, args []gdl.TermID) {
			pairs = append(pairs, [2]gdl.TermID{args[0], args[1]})
		})
		ids := chain(pairs, func(a, b gdl.TermID) int {
			return strings.Compare(t.Program.Terms.String(a), t.Program.Terms.String(b))
		})
		if len(ids) < minOrder {
			continue
		}
		texts := make([]string, len(ids))
		for i, id := range ids {
			texts[i] = t.Program.Terms.String(id)
		}
		out = append(out, texts)
	}
	slices.SortFunc(out, func(a, b []string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return slices.CompareFunc(a, b, strings.Compare)
	})
	out = slices.CompactFunc(out, slices.Equal)
	return out[:min(len(out), maxOrders)]
}

// chain gives the elements of pairs in their order if the pairs form one chain, or
// one circle, that takes in all of them, else nil.
func chain(pairs [][2]gdl.TermID, compare func(a, b gdl.TermID) int) []gdl.TermID {
	next := make(map[gdl.TermID]gdl.TermID, len(pairs))
	second := make(map[gdl.TermID]bool, len(pairs))
	for _, p := range pairs {
		if _, twice := next[p[0]]; twice || second[p[1]] {
			return nil
		}
		next[p[0]], second[p[1]] = p[1], true
	}
	if len(pairs) == 0 {
		return nil
	}
	// the first element is one that is no second; there is none in circles
	first, size := pairs[0][0], len(pairs)
	for _, p := range pairs {
		if !second[p[0]] {
			first, size = p[0], len(pairs)+1
			break
		}
		if compare(p[0], first) < 0 {
			first = p[0]
		}
	}
	ids := []gdl.TermID{first}
	for id, ok := next[first]; ok && id != first; id, ok = next[id] {
		ids = append(ids, id)
	}
	if len(ids) != size { // there are other chains or circles
		return nil
	}
	return ids
}
