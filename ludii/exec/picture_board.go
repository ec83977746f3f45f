package exec

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"

	"ludens/game"
	"ludens/ludii/topology"
)

// pictured is the board of a program as it is drawn, made when it is asked for.
type pictured struct {
	once    sync.Once
	board   *game.Board
	numbers [3][]int32 // per kind of site and number there the index of a site of the board, -1 for none
}

// picture gives the program as it is drawn.
func (p *Program) picture() *pictured {
	at := p.pictured
	if at == nil {
		at = &pictured{} // not made into a game: nobody else will ask
	}
	at.once.Do(func() { at.make(p) })
	return at
}

// index is the index of a site of a kind, -1 if there is none.
func (d *pictured) index(k Kind, site int) int32 {
	if int(k) >= len(d.numbers) || uint(site) >= uint(len(d.numbers[k])) {
		return -1
	}
	return d.numbers[k][site]
}

func (d *pictured) make(p *Program) {
	if p.Topo == nil || len(p.Containers) == 0 {
		return
	}
	b := &game.Board{}
	for k := range d.numbers {
		n := max(p.Sites[k], p.Topo.NumSites(Kind(k)))
		if Kind(k) == p.Default || Kind(k) == cellKind {
			n = max(n, p.TotalSites)
		}
		d.numbers[k] = make([]int32, n)
		for i := range d.numbers[k] {
			d.numbers[k][i] = -1
		}
	}
	names := map[string]int{}
	add := func(s game.BoardSite, k Kind, site int) {
		s.Name = p.SiteText(k, site)
		if names[s.Name]++; names[s.Name] > 1 {
			s.Name += fmt.Sprintf("~%d", names[s.Name])
		}
		d.numbers[k][site] = int32(len(b.Sites))
		b.Sites = append(b.Sites, s)
	}
	layers := p.heights()
	chequered := p.chequered()
	for _, k := range []Kind{topology.Cell, topology.Edge, topology.Vertex} {
		if k != p.Default && p.Sites[k] == 0 {
			continue
		}
		sites := p.Topo.Of(k).Sites
		for i := range sites {
			c := sites[i].Centre
			layer, _ := slices.BinarySearchFunc(layers, c.Z, func(z, want float64) int {
				if math.Abs(z-want) < heightMargin {
					return 0
				}
				return int(math.Copysign(1, z-want))
			})
			s := game.BoardSite{At: game.Point{X: c.X, Y: c.Y}, Layer: int32(layer), Idle: k != p.Default && !p.holds(k)}
			switch k {
			case topology.Cell:
				s.Sort, s.Outline = game.CellSite, p.cellOutline(i)
				if chequered {
					s.Shade = sites[i].Phase & 1
				}
			case topology.Edge:
				s.Sort, s.Outline = game.EdgeSite, p.edgeCourse(i, false)
			default:
				s.Sort = game.VertexSite
			}
			add(s, k, i)
		}
	}
	for c := range p.Containers {
		cont := &p.Containers[c]
		b.Containers = append(b.Containers, game.Container{Name: cont.Name, Use: game.ContainerUse(cont.Kind), Owner: cont.Owner - 1})
		for i := 0; c > 0 && i < cont.N; i++ {
			if at := cont.From + i; at < len(d.numbers[cellKind]) {
				add(game.BoardSite{Container: int32(c), At: game.Point{X: float64(i)}}, cellKind, at)
				if p.Default != cellKind && at < len(d.numbers[p.Default]) {
					d.numbers[p.Default][at] = d.numbers[cellKind][at] // rules call them by it too
				}
			}
		}
	}
	if p.Default == topology.Vertex || p.Sites[topology.Vertex] > 0 && p.Default == topology.Edge {
		for e := range p.Topo.Graph.Edges {
			b.Lines = append(b.Lines, p.edgeCourse(e, false))
		}
	}
	d.kinds(p, b)
	d.regions(p, b)
	d.links(p, b)
	if p.Dress != nil {
		p.Dress(p, b, d.index)
	}
	d.board = b
}

// heightMargin is how far apart in height layers are at least.
const heightMargin = 0.01

// heights are those of the layers of the board, ascending.
func (p *Program) heights() []float64 {
	var out []float64
	for k := range p.Topo.Kinds {
		for i := range p.Topo.Kinds[k].Sites {
			out = append(out, p.Topo.Kinds[k].Sites[i].Centre.Z)
		}
	}
	slices.Sort(out)
	return slices.CompactFunc(out, func(a, b float64) bool { return math.Abs(b-a) < heightMargin })
}

// chequered reports whether the board is one of squares in two colours.
func (p *Program) chequered() bool {
	cells := p.Topo.Of(topology.Cell).Sites
	if p.Default != topology.Cell || p.Puzzle != nil {
		return false
	}
	for i := range cells {
		if len(cells[i].Vertices) != 4 || cells[i].Phase > 1 {
			return false
		}
	}
	return len(cells) > 1
}

// cellOutline goes round a cell.
func (p *Program) cellOutline(cell int) []game.Point {
	g := p.Topo.Graph
	if cell >= len(g.Faces) {
		return nil
	}
	corners := g.Faces[cell]
	var out []game.Point
	for i, v := range corners {
		w := corners[(i+1)%len(corners)]
		out = append(out, game.Point{X: g.Vertices[v].X, Y: g.Vertices[v].Y})
		for _, e := range p.Topo.Of(topology.Vertex).Sites[v].Edges {
			if g.Curved(e) && (g.Edges[e] == [2]int{v, w} || g.Edges[e] == [2]int{w, v}) {
				way := p.edgeCourse(e, g.Edges[e][0] == w)
				out = append(out, way[1:len(way)-1]...)
				break
			}
		}
	}
	return out
}

// curveSteps is how many short lines a curve is made of.
const curveSteps = 8

// EdgeCourse goes along an edge.
func (p *Program) EdgeCourse(e int) []game.Point { return p.edgeCourse(e, false) }

// edgeCourse goes along an edge, or back along it. A curve is a cubic one, which leaves
// its ends along the tangents.
func (p *Program) edgeCourse(e int, back bool) []game.Point {
	g := p.Topo.Graph
	a, b := g.Vertices[g.Edges[e][0]], g.Vertices[g.Edges[e][1]]
	out := []game.Point{{X: a.X, Y: a.Y}}
	if g.Curved(e) {
		third := math.Hypot(b.X-a.X, b.Y-a.Y) / 3
		ta, tb := g.Tangents[e][0], g.Tangents[e][1]
		c := game.Point{X: a.X + ta.X*third, Y: a.Y + ta.Y*third}
		d := game.Point{X: b.X + tb.X*third, Y: b.Y + tb.Y*third}
		for i := 1; i < curveSteps; i++ {
			t := float64(i) / curveSteps
			u := 1 - t
			out = append(out, game.Point{
				X: u*u*u*a.X + 3*u*u*t*c.X + 3*u*t*t*d.X + t*t*t*b.X,
				Y: u*u*u*a.Y + 3*u*u*t*c.Y + 3*u*t*t*d.Y + t*t*t*b.Y,
			})
		}
	}
	out = append(out, game.Point{X: b.X, Y: b.Y})
	if back {
		slices.Reverse(out)
	}
	return out
}

func (d *pictured) kinds(p *Program, b *game.Board) {
	sorts, owned := 0, false
	for i := 1; i < len(p.Components); i++ {
		c := &p.Components[i]
		kind := game.PieceKind{Name: c.Name, Base: c.Base, Owner: c.Owner - 1}
		if kind.Base == "" {
			kind.Base = c.Name
		}
		if c.IsDie {
			kind.Faces = c.Faces
		} else {
			sorts++
			owned = owned || c.Owner > 0 && c.Owner <= p.Players
		}
		if p.Flags.Dominoes && c.Walks != nil && c.Domino[0] >= 0 {
			kind.Domino, kind.Ends = true, c.Domino
		}
		b.Kinds = append(b.Kinds, kind)
	}
	b.Counted = sorts == 1 && !owned && p.Counts() && p.Flags.Count
}

// regions are those that never change and are not most of the board, and the division
// of the board that a puzzle asks for.
func (d *pictured) regions(p *Program, b *game.Board) {
	for i := range p.Regions {
		r := &p.Regions[i]
		if slices.Contains(r.Types, "SubGrids") {
			if parts := d.quarters(p); len(parts) > 1 {
				b.Regions = append(b.Regions, game.Region{Name: r.Name, Owner: -1, Parts: parts})
			}
		}
		var sites []int32
		for site := r.Static.Next(0); site >= 0; site = r.Static.Next(site + 1) {
			if at := d.index(p.Default, site); at >= 0 {
				sites = append(sites, at)
			}
		}
		if len(r.Types) > 0 || len(sites) == 0 || 5*len(sites) > 4*p.Topo.NumSites(p.Default) {
			continue
		}
		owner := r.Owner - 1
		if r.Owner > p.Players {
			owner = p.Players
		}
		b.Regions = append(b.Regions, game.Region{Name: r.Name, Owner: owner, Sites: sites})
	}
}

// links are the maps from sites to sites of the board, and pairs of sites that a puzzle
// compares. A map of nothing but small numbers
// is taken for one of players or pieces.
func (d *pictured) links(p *Program, b *game.Board) {
	n := p.Topo.NumSites(p.Default)
	add := func(k Kind, from, to int) {
		if i, j := d.index(k, from), d.index(k, to); i >= 0 && j >= 0 && i != j {
			b.Links = append(b.Links, [2]int32{i, j})
		}
	}
	for i := range p.Maps {
		of := p.Maps[i].Pair
		others, sites := true, true
		for key, value := range of {
			others = others && key <= p.Players+1 || others && max(key, value) <= len(p.Components)
			sites = sites && key >= 0 && key < n && value >= 0 && value < n
		}
		if others || !sites {
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(of)) {
			add(p.Default, key, of[key])
		}
	}
	if p.Puzzle == nil {
		return
	}
	for i := range p.Puzzle.Hints {
		if h := &p.Puzzle.Hints[i]; h.Value < 0 && len(h.Sites) == 2 {
			add(h.Kind, h.Sites[0], h.Sites[1])
		}
	}
}

// quarters divides a square board into squares, as many as each has sites.
func (d *pictured) quarters(p *Program) [][]int32 {
	sites := p.Topo.Of(p.Default).Sites
	side := 0
	for i := range sites {
		side = max(side, sites[i].Row+1, sites[i].Column+1)
	}
	root := int(math.Sqrt(float64(side)))
	if root < 2 || root*root != side || side*side != len(sites) {
		return nil
	}
	parts := make([][]int32, side)
	for i := range sites {
		part := sites[i].Row/root*root + sites[i].Column/root
		parts[part] = append(parts[part], d.index(p.Default, i))
	}
	return parts
}
