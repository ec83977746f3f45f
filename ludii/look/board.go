package look

import (
	"slices"
	"strings"

	"ludens/game"
	"ludens/ludii/exec"
	"ludens/ludii/parse"
	"ludens/ludii/topology"
)

func (d *dresser) player(h hint) {
	who, ok := d.who(h)
	paint, painted := h.paint("")
	if !ok || !painted || who < 1 || who > d.p.Players {
		return
	}
	for len(d.b.Look.Players) < d.p.Players {
		d.b.Look.Players = append(d.b.Look.Players, "")
	}
	d.b.Look.Players[who-1] = paint
}

func (d *dresser) colour(h hint) {
	paint, ok := h.paint("")
	if !ok {
		return
	}
	for _, name := range h.names() {
		switch n, phase := strings.CutPrefix(name, "phase"); {
		case phase && len(n) == 1 && n[0] >= '0' && int(n[0]-'0') < len(d.phases):
			d.phases[n[0]-'0'] = paint
		case name == "inneredges", name == "outeredges" && d.b.Look.Rims == "":
			d.b.Look.Rims = paint
		case name == "symbols":
			d.sign = paint
		}
	}
}

// style reads the one style that says something of colours.
func (d *dresser) style(h hint) {
	for _, name := range h.names() {
		d.chequered = d.chequered || name == "chess"
	}
}

// ground is a colour behind all of the board. One with a picture, or that lies on a part of
// it, is not drawn.
func (d *dresser) ground(h hint) {
	if paint, ok := h.paint("fillcolour"); ok && h.named["image"] == nil && h.number("scale", 1) >= 1 {
		d.b.Look.Ground = paint
	}
}

// straight makes lines of curves.
func (d *dresser) straight(hint) {
	for i, c := range d.b.Lines {
		if len(c) > 2 {
			d.b.Lines[i] = []game.Point{c[0], c[len(c)-1]}
		}
	}
}

// cells paints the cells by their phases, and regions over them.
func (d *dresser) cells() {
	sites := d.p.Topo.Of(topology.Cell).Sites
	several := d.chequered
	for _, p := range d.phases[1:] {
		several = several || p != ""
	}
	for i := range sites {
		at := d.at(topology.Cell, i)
		if at < 0 || d.b.Sites[at].Container > 0 {
			continue
		}
		s, phase := &d.b.Sites[at], sites[i].Phase
		if several {
			s.Shade = phase & 1
		}
		switch {
		case several && phase >= 0 && phase < len(d.phases) && d.phases[phase] != "":
			s.Paint = d.phases[phase]
		case d.phases[0] != "" && !several:
			s.Paint, s.Shade = d.phases[0], 0
		}
	}
	for _, r := range d.regions {
		for _, at := range r.sites {
			if s := &d.b.Sites[at]; s.Sort == game.CellSite {
				s.Paint = over(r.paint, s.Paint)
			}
		}
	}
}

// region paints a region: cells are filled, vertices get a spot, edges a line.
func (d *dresser) region(h hint) {
	paint, ok := h.paint("")
	if !ok {
		return
	}
	at, numbers, k := d.where(h, 0)
	switch k {
	case topology.Cell:
		d.regions = append(d.regions, painted{at, paint})
	case topology.Vertex:
		for _, i := range at {
			d.put(i, game.Emblem{Name: "disc", Fill: paint, Edge: paint, Scale: 0.5})
		}
	default:
		g := d.p.Topo.Graph
		for _, e := range numbers {
			if e < len(g.Edges) {
				d.stroke(d.p.EdgeCourse(e), paint, 3)
			}
		}
	}
}

// put lays a sign on a site.
func (d *dresser) put(at int32, s game.Emblem) {
	if uint(at) < uint(len(d.b.Sites)) && len(d.b.Sites[at].Emblems) < mostEmblems {
		d.b.Sites[at].Emblems = append(d.b.Sites[at].Emblems, s)
	}
}

func (d *dresser) stroke(course []game.Point, paint game.Paint, width float64) {
	if len(course) > 1 && len(d.b.Look.Strokes) < mostStrokes {
		d.b.Look.Strokes = append(d.b.Look.Strokes, game.Stroke{Course: course, Paint: paint, Width: width})
	}
}

// emblemOf reads how a sign is drawn.
func (d *dresser) emblemOf(name string, h hint) game.Emblem {
	name = strings.TrimSuffix(name, ".svg")
	s := game.Emblem{Name: name, Scale: h.number("scale", max(h.number("scalex", 0), h.number("scaley", 0))), Turn: h.number("rotation", 0)}
	if s.Scale <= 0 {
		s.Scale = 1
	}
	s.Scale = min(s.Scale, 1.2)
	var ok bool
	if s.Fill, ok = h.paint("fillcolour"); !ok {
		s.Fill = d.sign
	}
	s.Edge, _ = h.paint("edgecolour")
	return s
}

// symbol is a sign on sites: (show Symbol "star" (sites Centre) …).
func (d *dresser) symbol(h hint) {
	name := ""
	for _, n := range h.rest {
		if n.Kind == parse.String {
			name = n.Text
			break
		}
	}
	at, _, _ := d.where(h, 1)
	if name == "" {
		return
	}
	for _, i := range at {
		d.put(i, d.emblemOf(name, h))
	}
}

// line joins pairs of sites: (show Line {{0 1} {2 3}} …).
func (d *dresser) line(h hint) {
	k := d.p.Default
	for _, name := range h.names() {
		if of, ok := kinds[name]; ok {
			k = of
		}
	}
	paint, ok := h.paint("")
	if !ok {
		paint = "#231d15"
	}
	width := 1.0
	for _, n := range h.rest {
		width = numberOf(n, width)
	}
	width = min(max(h.number("scale", width), 0.5), 4)
	for _, n := range h.rest {
		if n.Kind != parse.Array {
			continue
		}
		for _, pair := range n.Children {
			if pair.Kind != parse.Array || len(pair.Children) != 2 {
				continue
			}
			a, b := d.point(k, pair.Children[0]), d.point(k, pair.Children[1])
			if a != nil && b != nil && paint != hidden {
				d.stroke([]game.Point{*a, *b}, paint, width)
			}
		}
	}
}

func (d *dresser) point(k exec.Kind, n *parse.Node) *game.Point {
	sites := d.p.Topo.Of(k).Sites
	if i := int(numberOf(n, -1)); i >= 0 && i < len(sites) {
		return &game.Point{X: sites[i].Centre.X, Y: sites[i].Centre.Y}
	}
	return nil
}

// edges hides the lines of a board, all or those of a direction that has them, or colours
// them.
func (d *dresser) edges(h hint) {
	paint, coloured := h.paint("")
	all, gone := true, paint == hidden
	for _, name := range h.names() {
		switch name {
		case "hidden":
			gone = true
		case "diagonal", "offdiagonal", "interlayer":
			all = false // what is drawn are lines between neighbours
		}
	}
	switch {
	case !all:
	case gone:
		d.b.Lines = nil
	case coloured:
		d.b.Look.Rims = paint
	}
}

// numbers writes values or states on pieces: (show Piece Value …).
func (d *dresser) numbers(h hint) {
	for _, name := range h.names() {
		d.b.Look.Values = d.b.Look.Values || name == "value"
		d.b.Look.States = d.b.Look.States || name == "state"
	}
}

// checks reads (show Check "King").
func (d *dresser) checks(h hint) {
	for _, n := range h.rest {
		for i := range d.b.Kinds {
			if k := &d.b.Kinds[i]; n.Kind == parse.String && (strings.EqualFold(n.Text, k.Base) || strings.EqualFold(n.Text, k.Name)) && !slices.Contains(d.b.Look.Checks, int32(i+1)) {
				d.b.Look.Checks = append(d.b.Look.Checks, int32(i+1))
			}
		}
	}
}

// stacks reads the one way to show them that differs from ours.
func (d *dresser) stacks(h hint) {
	for _, name := range h.names() {
		d.b.Look.Heaps = d.b.Look.Heaps || name == "count"
	}
}
