package topology

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// coordinates gives vertices and cells their rows, columns, layers and labels,
// edges all but the labels, which are their numbers.
//
// Rows are what lies at one distance from a base line, columns likewise; the
// base lines are turned by steps of 15 degrees until the distances fall into
// few and narrow bands. The edges follow the vertices. Where two sites would
// have one label, rows and columns are instead the heights and the widths that
// occur.
func (m *measure) coordinates(t *Topology) {
	var byRow, byColumn float64 // turns of the base lines
	for k := Vertex; k <= Cell; k++ {
		s := t.Of(k)
		if len(s.Sites) == 0 {
			continue
		}
		g := gridder{at: m.at[k], box: boxAround(m.at[k])}
		g.margin = 0.6 * (g.box.width + g.box.height) / 2 / math.Sqrt(float64(len(g.at)))
		if k != Edge {
			byRow = g.best(g.rows, 0, 0, 60)
			byColumn = g.best(g.columns, byRow, 90, 120)
		}
		rows, _ := g.rows(byRow)
		columns, _ := g.columns(byColumn)
		layers, _ := g.layers()
		for i := range s.Sites {
			s.Sites[i].Row, s.Sites[i].Column, s.Sites[i].Layer = rows[i], columns[i], layers[i]
		}
		twice := label(s)
		if twice {
			onGround(s)
		} else {
			s.Sets.Rows = lists(s.Sites, func(site *Site) int { return site.Row })
			s.Sets.Columns = lists(s.Sites, func(site *Site) int { return site.Column })
		}
		if twice {
			heights(s)
			relabel(s)
		} else {
			s.Sets.Layers = lists(s.Sites, func(site *Site) int { return site.Layer })
		}
	}
}

// RowsOnGround numbers rows and columns by the heights and widths of the lowest
// layer, as Ludii does for games whose rules ask for the layer of a site. What
// lies above and between them keeps its numbers, but is in no list. Labels
// stay.
func (t *Topology) RowsOnGround() {
	for k := range t.Kinds {
		if len(t.Kinds[k].Sites) > 0 {
			onGround(&t.Kinds[k])
		}
	}
}

func onGround(s *Sites) {
	places(s, func(p Point) float64 { return p.Y }, func(site *Site, n int) { site.Row = n }, &s.Sets.Rows)
	places(s, func(p Point) float64 { return p.X }, func(site *Site, n int) { site.Column = n }, &s.Sets.Columns)
}

// lists gives the sites by a number that each has.
func lists(sites []Site, of func(*Site) int) [][]int {
	var lists [][]int
	for i := range sites {
		n := of(&sites[i])
		for len(lists) <= n {
			lists = append(lists, nil)
		}
		lists[n] = append(lists[n], i)
	}
	return lists
}

// A gridder sorts the sites of a kind into bands.
type gridder struct {
	at     []Point
	box    box
	margin float64 // how far from the mean of a band a site may lie
}

// best tries base lines at angles between two, in degrees, on top of a turn,
// and gives the first that is good or else the best.
func (g *gridder) best(bands func(float64) ([]int, float64), turn float64, from, to int) float64 {
	least, best := 1000.0, 0.0
	for a := from; a <= to; a += 15 {
		theta := turn + float64(a)/180.0*math.Pi
		if _, e := bands(theta); e < least {
			least, best = e, theta
			if e < 0.01 {
				break
			}
		}
	}
	return best
}

// rows measures from a line below the board, columns from one to its left.
func (g *gridder) rows(theta float64) ([]int, float64) {
	return g.from(Point{X: g.box.x + g.box.width/2, Y: g.box.y - g.box.height}, theta)
}

func (g *gridder) columns(theta float64) ([]int, float64) {
	return g.from(Point{X: g.box.x - g.box.width, Y: g.box.y + g.box.height/2}, theta)
}

func (g *gridder) from(a Point, theta float64) ([]int, float64) {
	sine, cosine := sineCosine(theta)
	b := Point{X: a.X + float64(g.box.width*cosine), Y: a.Y + float64(g.box.width*sine)}
	return g.bands(func(p Point) float64 { return lineDistance(p, a, b) })
}

func (g *gridder) layers() ([]int, float64) {
	return g.bands(func(p Point) float64 { return p.Z })
}

// bands sorts the sites by a measure and puts them into one band as long as
// they are near its mean. It gives the band of every site and how bad the
// division is: of every band only the last site counts, and each costs a
// little.
func (g *gridder) bands(measure func(Point) float64) (band []int, fault float64) {
	type ranked struct {
		site  int
		value float64
	}
	all := make([]ranked, len(g.at))
	for i, p := range g.at {
		all[i] = ranked{i, measure(p)}
	}
	slices.SortStableFunc(all, func(a, b ranked) int { return compare(a.value, b.value) })
	band = make([]int, len(g.at))
	number, size, total := -1, 0, 0.0
	last := 0.0
	finish := func() {
		if size > 0 {
			off := total/float64(size) - last
			fault += off * off / float64(size)
		}
	}
	for _, r := range all {
		if size == 0 || math.Abs(r.value-total/float64(size)) > g.margin {
			finish()
			number, size, total = number+1, 0, 0
		}
		band[r.site] = number
		size, total, last = size+1, total+r.value, r.value
	}
	finish()
	return band, fault + 0.01*float64(number+1)
}

// label names sites by column, row and, if there are several, layer. It
// reports whether two have one name. Edges keep their own.
func label(s *Sites) (twice bool) {
	layered := false
	for i := 1; i < len(s.Sites); i++ {
		layered = layered || s.Sites[i].Layer != s.Sites[i-1].Layer
	}
	used := make(map[string]bool, len(s.Sites))
	for i := range s.Sites {
		site := &s.Sites[i]
		column := site.Column
		name := string(rune('A' + column%26))
		for column >= 26 {
			column /= 26
			name = string(rune('A'+column%26-1)) + name
		}
		name += strconv.Itoa(site.Row + 1)
		if layered {
			name += fmt.Sprintf("/%d", site.Layer)
		}
		twice = twice || used[name]
		used[name] = true
		if s.Kind != Edge {
			site.Label = name
		}
	}
	return twice
}

// relabel names sites by column and row only, in two letters at most.
func relabel(s *Sites) {
	if s.Kind == Edge {
		return
	}
	for i := range s.Sites {
		site := &s.Sites[i]
		name := string(rune('A'+site.Column%26)) + strconv.Itoa(site.Row+1)
		if site.Column >= 26 {
			name = string(rune('A'+site.Column/26-1)) + name
		}
		site.Label = name
	}
}

// places makes rows or columns of the values that occur on the ground; a site
// within a thousandth of one belongs to it.
func places(s *Sites, of func(Point) float64, set func(*Site, int), into *[][]int) {
	const near = 0.001
	values := distinct(s, near, of)
	*into = make([][]int, len(values))
	for i := range s.Sites {
		v := of(s.Sites[i].Centre)
		n, _ := slices.BinarySearch(values, v-near)
		for ; n < len(values) && values[n] < v+near; n++ {
			if math.Abs(v-values[n]) < near {
				(*into)[n] = append((*into)[n], i)
				set(&s.Sites[i], n)
			}
		}
	}
}

// distinct gives the values of the sites on the ground in ascending order,
// leaving out those near to one met before.
func distinct(s *Sites, near float64, of func(Point) float64) []float64 {
	met := map[int64][]float64{} // by multiples of near
	var values []float64
	for i := range s.Sites {
		if s.Sites[i].Centre.Z != 0 {
			continue
		}
		v := of(s.Sites[i].Centre)
		cell := int64(math.Floor(v / near))
		known := false
		for c := cell - 1; c <= cell+1; c++ {
			for _, o := range met[c] {
				known = known || math.Abs(v-o) < near
			}
		}
		if !known {
			met[cell] = append(met[cell], v)
			values = append(values, v)
		}
	}
	slices.Sort(values)
	return values
}

// heights makes a layer of every height that occurs.
func heights(s *Sites) {
	var values []float64
	for i := range s.Sites {
		values = append(values, s.Sites[i].Centre.Z)
	}
	slices.Sort(values)
	values = slices.Compact(values)
	s.Sets.Layers = make([][]int, len(values))
	for i := range s.Sites {
		n, _ := slices.BinarySearch(values, s.Sites[i].Centre.Z)
		s.Sites[i].Layer = n
		s.Sets.Layers[n] = append(s.Sets.Layers[n], i)
	}
}
