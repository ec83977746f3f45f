package propnet

import (
	"slices"
	"strings"

	"ludens/gdl"
	"ludens/gdl/ground"
)

// Bounds on the tables of places that a network carries.
const (
	maxPlaceTables = 8
	maxPlaces      = 40 * 40
	minPlaces      = 9
	minSide        = 3 // different values of a coordinate
	maxPlaceKey    = 4 // arguments that name a place
	leastPlaced    = 0.6
)

// Places gives the tables by which a theory's static relations give things two coordinates: a row is what
// names a place, one constant or three and more, and its two coordinates, each of which is from one of the orders. No two rows have the same name, nor the same coordinates, and
// most pairs of coordinates are there. They stand behind the name or before it: (globalindex q x y column row), (id column row cell). Names of two
// constants are coordinates themselves. Like Orders, the result depends on the description only, and relations that no
// rule uses give none.
//
// It is how a board is recognised whose cells have names of their own, or are told by the part of the board and the
// place in it; see Placed.
func Places(t *ground.Theory, rels int, orders [][]string) [][][]string {
	var out [][][]string
	for rel := gdl.RelSees + 1; int(rel) < min(rels, len(t.Program.Rels)); rel++ {
		n := t.Program.Rels[rel].Arity
		if n < 3 || n == 4 || n > maxPlaceKey+2 || !t.Static(rel) {
			continue
		}
		var rows [][]gdl.TermID
		t.Of(rel, func(_ ground.AtomID, args []gdl.TermID) {
			if len(rows) <= maxPlaces {
				rows = append(rows, slices.Clone(args))
			}
		})
		if len(rows) < minPlaces || len(rows) > maxPlaces {
			continue
		}
		for _, first := range []bool{false, true} { // the coordinates
			if first {
				for i, r := range rows {
					rows[i] = append(slices.Clone(r[2:]), r[:2]...)
				}
			}
			if table := placeTexts(t, rows); places(table, orders) {
				out = append(out, table)
			}
		}
	}
	slices.SortFunc(out, func(a, b [][]string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return slices.CompareFunc(a, b, func(a, b []string) int { return slices.CompareFunc(a, b, strings.Compare) })
	})
	out = slices.CompactFunc(out, func(a, b [][]string) bool { return slices.EqualFunc(a, b, slices.Equal) })
	return out[:min(len(out), maxPlaceTables)]
}

// places says whether rows of names and two coordinates name places.
func places(rows [][]string, orders [][]string) bool {
	names, cells, x, y := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, r := range rows {
		k := len(r) - 2
		name, cell := strings.Join(r[:k], " "), strings.Join(r[k:], " ")
		if names[name] || cells[cell] {
			return false
		}
		names[name], cells[cell] = true, true
		x[r[k]], y[r[k+1]] = true, true
	}
	return min(len(x), len(y)) >= minSide && float64(len(rows)) >= leastPlaced*float64(len(x)*len(y)) && ordered(x, orders) && ordered(y, orders)
}

// ordered says whether an order has all of these.
func ordered(values map[string]bool, orders [][]string) bool {
	return slices.ContainsFunc(orders, func(o []string) bool {
		n := 0
		for _, v := range o {
			if values[v] {
				n++
			}
		}
		return n == len(values)
	})
}

// placeTexts are rows in the order of their texts.
func placeTexts(t *ground.Theory, rows [][]gdl.TermID) [][]string {
	out := make([][]string, len(rows))
	for i, r := range rows {
		for _, id := range r {
			out[i] = append(out[i], t.Program.Terms.String(id))
		}
	}
	slices.SortFunc(out, func(a, b []string) int { return slices.CompareFunc(a, b, strings.Compare) })
	return out
}

// Placed writes texts of propositions and moves with coordinates in the place of what names places, by the first table that
// names places in propositions: of (cell q 1 2 red) it makes (cell @4 @2 red). Coordinates have names of their own (Coordinate), for the same number often says other things, too.
// All terms of a functor are changed in the same way, or none. Texts that were different
// stay different. Where no table fits they are the same as before, and ok is false.
func Placed(tables [][][]string, props []string, moves [][]string) (newProps []string, newMoves [][]string, ok bool) {
	for _, table := range tables {
		p := placer{width: len(table[0]) - 2, at: make(map[string]string, len(table))}
		for _, row := range table {
			p.at[strings.Join(row[:p.width], " ")] = Coordinate(row[p.width]) + " " + Coordinate(row[p.width+1])
		}
		changed, ok := p.place(props)
		if !ok {
			continue
		}
		placed := make([][]string, len(moves))
		for i, texts := range moves {
			if placed[i], ok = p.place(texts); !ok {
				placed[i] = texts
			}
		}
		return changed, placed, true
	}
	return props, moves, false
}

// Coordinate is the name of a coordinate in the texts of Placed.
func Coordinate(text string) string { return "@" + text }

// placer knows the coordinates of names of so many constants.
type placer struct {
	width int
	at    map[string]string
}

// functor is a name and how many arguments it has.
type functor struct {
	name  string
	arity int
}

// place changes texts; false if there is nothing to change, or if different ones would become the same.
func (p *placer) place(texts []string) ([]string, bool) {
	groups := map[functor][]int{}
	words := make([][]string, len(texts))
	for i, text := range texts {
		inner, ok := strings.CutPrefix(text, "(")
		if inner = strings.TrimSuffix(inner, ")"); !ok || strings.ContainsAny(inner, "()") {
			continue
		}
		words[i] = strings.Fields(inner)
		f := functor{words[i][0], len(words[i]) - 1}
		groups[f] = append(groups[f], i)
	}
	out := slices.Clone(texts)
	for f, members := range groups {
		spots := p.spots(words, members, f.arity)
		if len(spots) == 0 {
			continue
		}
		for _, i := range members {
			out[i] = p.rewrite(words[i], spots)
		}
	}
	if slices.Equal(out, texts) {
		return nil, false
	}
	distinct := slices.Clone(out)
	slices.Sort(distinct)
	return out, len(slices.Compact(distinct)) == len(out)
}

// spots are the arguments, the functor being number 0, at which names of places begin in all terms of a functor.
func (p *placer) spots(words [][]string, members []int, arity int) []int {
	var out []int
	for at := 1; at+p.width <= arity+1; {
		names := map[string]bool{}
		for _, i := range members {
			name := strings.Join(words[i][at:at+p.width], " ")
			if _, ok := p.at[name]; !ok {
				names = nil
				break
			}
			names[name] = true
		}
		if len(names) < minPlaces {
			at++
			continue
		}
		out = append(out, at)
		at += p.width
	}
	return out
}

// rewrite writes a term with coordinates for the names at the spots.
func (p *placer) rewrite(words []string, spots []int) string {
	var out []string
	for at := 0; at < len(words); {
		if slices.Contains(spots, at) {
			out = append(out, p.at[strings.Join(words[at:at+p.width], " ")])
			at += p.width
			continue
		}
		out = append(out, words[at])
		at++
	}
	return "(" + strings.Join(out, " ") + ")"
}
