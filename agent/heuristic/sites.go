package heuristic

import (
	"fmt"
	"math"
	"slices"

	"ludens/game"
)

// sumKinds bounds the kinds of pieces that get sums of their own along the axes.
const sumKinds = 48

// viewReader reads pieces on sites. An atom is a kind on a site; its number is how many
// pieces of the kind are there.
type viewReader struct {
	geo     *game.Geometry
	w       *world
	view    game.View
	util    []float64
	moves   []game.Move
	numbers []float32 // that the rules look at
}

func (r *viewReader) read(m game.Machine, dst []part) ([]part, bool) {
	m.(game.Viewer).View(&r.view)
	dst = dst[:0]
	sites := int32(len(r.geo.Sites))
	for i, p := range r.view.Pieces {
		if p.Kind <= 0 || p.Site < 0 || p.Site >= sites || int(p.Kind) > len(r.geo.Kinds) {
			continue
		}
		a := (p.Kind-1)*sites + p.Site
		switch {
		case r.w.captives.holds(&r.view, i):
			dst = append(dst, part{r.w.captives.first + a, float32(p.Count)})
			continue
		case r.w.sides != nil:
			if b := r.w.sides.atom(p.Kind-1, p.Site, state(r.geo, &r.view, i)); b >= 0 {
				a = b
			}
		}
		dst = append(dst, part{a, float32(p.Count)})
		if a := r.w.piles.atom(p.Kind-1, p.Site, p.Count); a >= 0 {
			dst = append(dst, part{a, 1})
		}
	}
	return dst, r.view.Swapped && r.w.players == 2
}

func (r *viewReader) mover() int {
	if r.view.Swapped && r.w.players == 2 && r.view.Mover >= 0 {
		return 1 - r.view.Mover
	}
	return r.view.Mover
}

// extras are those that all machines tell, and then, per player: the turn, score and
// amount; after read only.
func (r *viewReader) extras(m game.Machine, need *needs, dst []float32) []float32 {
	dst = commonExtras(m, need, r.util, &r.moves, dst[:0])
	v := &r.view
	for p := range r.w.players {
		turn := float32(0)
		if v.Mover == p {
			turn = 1
		}
		dst = append(dst, turn)
	}
	if r.geo.Scores {
		for p := range r.w.players {
			dst = append(dst, float32(v.Scores[p]))
		}
	}
	if r.geo.Amounts {
		for p := range r.w.players {
			dst = append(dst, float32(v.Amounts[p]))
		}
	}
	if v.Swapped && r.w.players == 2 {
		for i := 0; i+1 < len(dst); i += 2 {
			dst[i], dst[i+1] = dst[i+1], dst[i]
		}
	}
	if len(need.measures) > 0 {
		r.numbers = m.(game.Measurer).Measure(need.measures, r.numbers)
		dst = append(dst, r.numbers...)
	}
	return dst
}

// onSites finds what can be looked at on the sites of a geometry.
func onSites(g game.Game, geo *game.Geometry, stop func() bool) *world {
	f := g.Facts()
	w := &world{g: g, players: f.Players, extras: commonTexts(f), tells: true}
	w.reader = func() reader {
		return &viewReader{geo: geo, w: w, util: make([]float64, f.Players)}
	}
	for p := range f.Players {
		w.extras = append(w.extras, f.Seats[p]+" is to move")
	}
	for _, what := range []struct {
		has  bool
		text string
	}{{geo.Scores, "score of "}, {geo.Amounts, "amount of "}} {
		if what.has {
			for p := range f.Players {
				w.extras = append(w.extras, what.text+f.Seats[p])
			}
		}
	}
	if n, ok := g.(game.Measured); ok {
		w.measured = len(w.extras)
		for _, text := range n.Measures() {
			w.extras = append(w.extras, "what the rules look at, "+text)
		}
		w.measures = len(w.extras) - w.measured
	}
	sites := len(geo.Sites)
	if sites*len(geo.Kinds) > 4*maxAtoms {
		geo = &game.Geometry{} // extras only
	}
	for k, kind := range geo.Kinds {
		for s := range geo.Sites {
			w.atoms = append(w.atoms, onSite(kind+" of "+owner(f, geo.Owners[k]), s))
		}
	}
	w.in = make([][]part, len(w.atoms))
	if len(w.atoms) == 0 {
		return w
	}
	shape := shapeOf(geo)
	owners := map[int][]int{}
	for k, o := range geo.Owners {
		owners[o] = append(owners[o], k*sites)
	}
	for o := -1; o <= f.Players; o++ {
		if len(owners[o]) > 1 {
			w.sumsOfKinds(geo, shape, owners[o], "pieces of "+owner(f, o))
		}
	}
	for k, kind := range geo.Kinds {
		if len(geo.Kinds) <= sumKinds {
			w.sumsOfKinds(geo, shape, []int{k * sites}, kind+" of "+owner(f, geo.Owners[k]))
		}
	}
	w.piles = w.findPiles(geo, stop)
	w.sides, w.captives = w.findSides(geo, stop), w.findCaptives(geo, stop)
	w.linesOf(geo, f)
	w.pile(geo, f)
	w.turn(geo, f, shape)
	w.hold(geo, f, shape)
	return w
}

func onSite(name string, site int) string { return fmt.Sprintf("%s on site %d", name, site) }

func owner(f *game.Facts, o int) string {
	switch {
	case o < 0:
		return "nobody"
	case o >= f.Players:
		return "everybody"
	}
	return f.Seats[o]
}

// shape says where the sites of a board lie in it: x and y from -1 to 1, and how near to the rim,
// 0 in the middle.
type shape struct {
	x, y, rim []float64
}

func shapeOf(geo *game.Geometry) *shape {
	s := &shape{x: make([]float64, len(geo.Sites)), y: make([]float64, len(geo.Sites)), rim: make([]float64, len(geo.Sites))}
	lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, at := range geo.Sites {
		if at.Container == 0 {
			lo, hi = [2]float64{min(lo[0], at.X), min(lo[1], at.Y)}, [2]float64{max(hi[0], at.X), max(hi[1], at.Y)}
		}
	}
	scale := func(v, lo, hi float64) float64 {
		if hi-lo < 1e-9 {
			return 0
		}
		return (v-lo)/(hi-lo)*2 - 1
	}
	for i, at := range geo.Sites {
		if at.Container == 0 {
			s.x[i], s.y[i] = scale(at.X, lo[0], hi[0]), scale(at.Y, lo[1], hi[1])
			s.rim[i] = max(math.Abs(s.x[i]), math.Abs(s.y[i]))
		}
	}
	return s
}

// sumsOfKinds makes the sums over pieces of some kinds, whose atoms of all sites begin with these: how many in each container, and on
// the board where.
func (w *world) sumsOfKinds(geo *game.Geometry, at *shape, firsts []int, name string) {
	if len(w.sums) > maxSums {
		return
	}
	where := make([]int32, len(geo.Containers))
	for c, container := range geo.Containers {
		where[c] = w.add("number of %s in %s", name, container)
	}
	x, x2 := w.add("%s to the right", name), w.add("%s to the left and right", name)
	y, y2 := w.add("%s far up", name), w.add("%s far up and down", name)
	rim, corner := w.add("%s near sides", name), w.add("%s near corners", name)
	rows, columns := w.bins(geo, name, "row", func(s game.Site) float64 { return s.Y }), w.bins(geo, name, "column", func(s game.Site) float64 { return s.X })
	for _, first := range firsts {
		for s := range geo.Sites {
			a := first + s
			w.in[a] = append(w.in[a], part{where[geo.Sites[s].Container], 1})
			if geo.Sites[s].Container != 0 {
				continue
			}
			w.in[a] = append(w.in[a], part{x, float32(at.x[s])}, part{x2, float32(at.x[s] * at.x[s])},
				part{y, float32(at.y[s])}, part{y2, float32(at.y[s] * at.y[s])},
				part{rim, float32(at.rim[s])}, part{corner, float32(math.Abs(at.x[s] * at.y[s]))})
			for _, bin := range [][]int32{rows, columns} {
				if bin != nil {
					w.in[a] = append(w.in[a], part{bin[s], 1})
				}
			}
		}
	}
}

// maxBins bounds the rows, and the columns, that pieces are counted in one by one.
const maxBins = 12

// bins makes a sum per row of the board and gives that of each site; nil for boards of too many
// rows, or none.
func (w *world) bins(geo *game.Geometry, name, what string, of func(game.Site) float64) []int32 {
	var at []float64
	for _, s := range geo.Sites {
		if s.Container == 0 {
			at = append(at, of(s))
		}
	}
	slices.Sort(at)
	at = slices.CompactFunc(at, func(a, b float64) bool { return math.Abs(a-b) < 1e-4 })
	if len(at) < 3 || len(at) > maxBins {
		return nil
	}
	first := int32(len(w.sums))
	for i := range at {
		w.add("number of %s in %s %d", name, what, i+1)
	}
	out := make([]int32, len(geo.Sites))
	for i, s := range geo.Sites {
		if s.Container == 0 {
			n, found := slices.BinarySearch(at, of(s)-2e-4)
			_ = found
			out[i] = first + int32(min(n, len(at)-1))
		}
	}
	return out
}

// linesOf finds the straight lines of a board, along which the next site is always a
// neighbour, or across the corner that two neighbours at right angles make.
func (w *world) linesOf(geo *game.Geometry, f *game.Facts) {
	class := make([]int32, len(geo.Kinds))
	number := map[int]int32{}
	// classOf is what pieces of a kind and of an owner are in lines.
	classOf := func(k, o int) int32 {
		key, text := o, "pieces of "+owner(f, o)
		if o < 0 || o >= f.Players {
			key, text = 1000+k, geo.Kinds[k]+" of "+owner(f, o) // neutral pieces differ
		}
		c, ok := number[key]
		if !ok {
			if len(w.classes) >= maxClasses {
				return -1
			}
			c = int32(len(w.classes))
			number[key] = c
			w.classes = append(w.classes, text)
		}
		return c
	}
	for k, o := range geo.Owners {
		class[k] = -1
		if !w.piles.free(k) {
			class[k] = classOf(k, o)
		}
	}
	if w.sides != nil {
		for i := range w.sides.list {
			x := &w.sides.list[i]
			x.class = classOf(x.kind, int(x.owner))
		}
	}
	if len(w.classes) == 0 {
		return
	}
	lines := straight(geo)
	w.rows = pack(len(geo.Sites), lines)
	if w.rows == nil {
		w.classes = nil
		return
	}
	w.class, w.site = make([]int32, len(w.atoms)), make([]int32, len(w.atoms))
	for k := range geo.Kinds {
		for s := range geo.Sites {
			a := k*len(geo.Sites) + s
			w.class[a], w.site[a] = class[k], int32(s)
		}
	}
}

// bearing is the direction from one site to another, in radians.
func bearing(geo *game.Geometry, a, b int32) float64 {
	p, q := geo.Sites[a], geo.Sites[b]
	return math.Atan2(q.Y-p.Y, q.X-p.X)
}

// turn is the angle between two bearings, 0 to π.
func turn(a, b float64) float64 {
	d := math.Abs(math.Mod(a-b, 2*math.Pi))
	return min(d, 2*math.Pi-d)
}

// straight gives the straight lines of sites on a board.
func straight(geo *game.Geometry) [][]int32 {
	const bend = 0.06 // radians that a line may bend at a site
	n := len(geo.Sites)
	beside := make([][]int32, n)
	onBoard := func(a, b int32) bool {
		return geo.Sites[a].Container == 0 && geo.Sites[b].Container == 0 && geo.Sites[a].Sort == geo.Sites[b].Sort
	}
	for a := range geo.Adjacent {
		for _, b := range geo.Adjacent[a] {
			if onBoard(int32(a), b) {
				beside[a] = append(beside[a], b)
			}
		}
	}
	for a := range n {
		own := len(beside[a])
		for i := range own {
			for _, c := range beside[a][i+1 : own] {
				b := beside[a][i]
				if math.Abs(turn(bearing(geo, int32(a), b), bearing(geo, int32(a), c))-math.Pi/2) > bend {
					continue
				}
				x, y := geo.Sites[b].X+geo.Sites[c].X-geo.Sites[a].X, geo.Sites[b].Y+geo.Sites[c].Y-geo.Sites[a].Y
				across := math.Atan2(y-geo.Sites[a].Y, x-geo.Sites[a].X)
				if slices.ContainsFunc(beside[a][:own], func(d int32) bool { return turn(bearing(geo, int32(a), d), across) < bend }) {
					continue // b and c lie across corners themselves, and what lies between them is a neighbour
				}
				for _, d := range geo.Adjacent[b] {
					if math.Abs(geo.Sites[d].X-x)+math.Abs(geo.Sites[d].Y-y) < 1e-4 && onBoard(int32(a), d) && !slices.Contains(beside[a], d) {
						beside[a] = append(beside[a], d)
					}
				}
			}
		}
	}
	// next is the site straight behind b, seen from a.
	next := func(a, b int32) int32 {
		best, at := bend, int32(-1)
		from := bearing(geo, a, b)
		for _, c := range beside[b] {
			if d := turn(from, bearing(geo, b, c)); d < best {
				best, at = d, c
			}
		}
		return at
	}
	var out [][]int32
	for a := int32(0); a < int32(n); a++ {
		for _, b := range beside[a] {
			if next(b, a) >= 0 {
				continue // the line begins before
			}
			line := []int32{a, b}
			for len(line) <= n {
				c := next(line[len(line)-2], line[len(line)-1])
				if c < 0 {
					break
				}
				line = append(line, c)
			}
			if line[0] < line[len(line)-1] { // each line is found from both ends
				out = append(out, line)
			}
		}
	}
	return out
}
