package svg

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"ludens/game"
)

// sites makes panels of the board that an engine knows.
func (a *Artist) sites(s *scene, d game.Depicter, seat int, opt Options) {
	b := d.Board()
	var dep game.Depiction
	d.Depict(seat, &dep)
	t := &table{a: a, b: b, dep: &dep, opt: opt, kinds: a.kindsOf(b), on: make([][]int, len(b.Sites)), texts: map[int32][]siteText{}}
	for i := range dep.Pieces {
		if at := dep.Pieces[i].Site; uint(at) < uint(len(t.on)) {
			t.on[at] = append(t.on[at], i)
		}
	}
	for _, x := range dep.Texts {
		t.texts[x.Site] = append(t.texts[x.Site], siteText{clip(x.Text, 6), x.Given})
	}
	for i := range dep.Pieces {
		t.valued = t.valued || dep.Pieces[i].Value != dep.Pieces[0].Value
	}
	t.shown()
	t.scale()
	last := opt.Last
	if last == nil {
		for _, i := range dep.Last {
			if uint(i) < uint(len(b.Sites)) {
				last = append(last, b.Sites[i].Name)
			}
		}
	}
	t.marks = marksOf(last, opt)
	for _, i := range dep.Checked {
		if uint(i) < uint(len(b.Sites)) {
			t.marks[b.Sites[i].Name] = strings.TrimSpace(t.marks[b.Sites[i].Name] + " lb-check")
		}
	}
	for layer := range t.layers {
		s.panels = append(s.panels, t.board(layer))
	}
	for c := 1; c < len(b.Containers); c++ {
		if p := t.container(c); p != nil {
			s.panels = append(s.panels, p)
		}
	}
	if t.left > 0 {
		s.lines = append(s.lines, more(t.left)+" sites are not drawn")
	}
	s.lines = append(s.lines, factLines(dep.Facts)...)
	if legend := t.legend(); legend != "" {
		s.lines = append(s.lines, legend)
	}
	s.words = t.words()
}

func more(n int) string { return fmt.Sprintf("… %d more", n) }

// marksOf gives the classes of sites that are pointed out, by id.
func marksOf(last []string, opt Options) map[string]string {
	out := map[string]string{}
	for _, of := range []struct {
		ids   []string
		class string
	}{{last, "lb-last"}, {opt.Choices, "lb-choice"}, {opt.Chosen, "lb-chosen"}} {
		for _, id := range of.ids {
			out[id] = strings.TrimSpace(out[id] + " " + of.class)
		}
	}
	return out
}

// table is a board while it is drawn.
type table struct {
	a       *Artist
	b       *game.Board
	dep     *game.Depiction
	opt     Options
	kinds   []kind
	used    []bool  // kinds that were drawn
	on      [][]int // per site, the pieces there
	texts   map[int32][]siteText
	visible []bool
	left    int // sites that are too many
	layers  int
	px      float64 // pixels for a unit of the board
	marks   map[string]string
	inset   float64 // part of a cell that is drawn, where edges or vertices are in play too
	mixed   bool
	cells   bool // there are cells in play
	spots   bool // and vertices
	regions map[int32][]int
	valued  bool // the values of pieces differ, so that they are shown
}

// shown finds out which sites are drawn.
func (t *table) shown() {
	n := len(t.b.Sites)
	t.visible = make([]bool, n)
	open := make(map[int32]bool, len(t.dep.Open))
	for _, i := range t.dep.Open {
		open[i] = true
	}
	covered := map[int32]bool{}
	for i := range t.dep.Pieces {
		for _, c := range t.dep.Pieces[i].Covers {
			covered[c] = true
		}
	}
	count := 0
	for i := range t.b.Sites {
		at := &t.b.Sites[i]
		switch {
		case at.Container > 0:
			t.visible[i] = true
			continue
		case t.dep.Open != nil && !at.Idle:
			t.visible[i] = open[int32(i)] || covered[int32(i)]
		default:
			t.visible[i] = !at.Idle || len(t.on[i]) > 0 || len(t.texts[int32(i)]) > 0
		}
		if !t.visible[i] {
			continue
		}
		if count++; count > maxSites {
			t.visible[i] = false
			t.left++
			continue
		}
		t.layers = max(t.layers, int(at.Layer)+1)
		t.cells = t.cells || at.Sort == game.CellSite
		t.spots = t.spots || at.Sort == game.VertexSite
		t.mixed = t.mixed || at.Sort != game.CellSite
	}
	t.inset = 1
	if t.cells && t.mixed {
		t.inset = 0.8
	}
	t.regions = map[int32][]int{}
	for r := range t.b.Regions {
		for _, i := range t.b.Regions[r].Sites {
			if len(t.regions[i]) < 4 {
				t.regions[i] = append(t.regions[i], r)
			}
		}
	}
}

// scale finds out how large the board is drawn: neighbours are a unit apart, and none
// are much closer than that.
func (t *table) scale() {
	var at []point
	for _, sorts := range []bool{true, false} {
		for i := range t.b.Sites {
			s := &t.b.Sites[i]
			if t.visible[i] && s.Container == 0 && (s.Sort != game.EdgeSite) == sorts {
				at = append(at, point{s.At.X, s.At.Y + 1e6*float64(s.Layer) + 3e5*float64(s.Sort)})
			}
		}
		if len(at) > 1 {
			break
		}
	}
	near := nearest(at)
	slices.Sort(near)
	near = slices.DeleteFunc(near, func(d float64) bool { return math.IsInf(d, 0) || d < 1e-6 })
	t.px = unit
	if len(near) > 0 {
		t.px = max(unit/near[len(near)/2], min(unit/2/near[0], 2*unit/near[len(near)/2]))
	}
	var b box
	for i := range t.b.Sites {
		if s := &t.b.Sites[i]; t.visible[i] && s.Container == 0 {
			b.add(s.At.X, s.At.Y, 0)
		}
	}
	if side := max(b.max.x-b.min.x, b.max.y-b.min.y) * t.px; side > 2*mostWidth {
		t.px *= 2 * mostWidth / side
	}
}

// nearest gives for every point how far the nearest other one is.
func nearest(at []point) []float64 {
	order := make([]int, len(at))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(at[i].x, at[j].x), cmp.Compare(i, j)) })
	out := make([]float64, len(at))
	for k, i := range order {
		best := math.Inf(1)
		for _, step := range []int{-1, 1} {
			for j := k + step; j >= 0 && j < len(order); j += step {
				q := at[order[j]]
				if math.Abs(q.x-at[i].x) >= best {
					break
				}
				best = min(best, at[i].to(q))
			}
		}
		out[i] = best
	}
	return out
}

func (t *table) place(p game.Point) point { return point{p.X * t.px, -p.Y * t.px} }

// board draws a layer.
func (t *table) board(layer int) *panel {
	p := &panel{ground: string(t.b.Look.Ground), line: string(t.b.Look.Rims)}
	var spots []point
	var index []int
	for i := range t.b.Sites {
		s := &t.b.Sites[i]
		if !t.visible[i] || s.Container > 0 || int(s.Layer) != layer {
			continue
		}
		p.sites = append(p.sites, t.site(i))
		if s.Sort == game.VertexSite {
			spots = append(spots, t.place(s.At))
			index = append(index, len(p.sites)-1)
		}
	}
	most := 0.46 * unit
	if t.mixed && (t.cells || t.bars()) {
		most = 0.16 * unit
	}
	for k, d := range nearest(spots) {
		p.sites[index[k]].r = min(most, 0.46*d)
	}
	t.edges(p)
	if !t.b.Look.Bare {
		t.lines(p, layer)
	}
	t.strokes(p, layer)
	t.links(p, layer)
	t.borders(p, layer)
	if !t.opt.Lean || len(p.sites) > 0 {
		t.label(p)
	}
	for i := range t.dep.Pieces {
		t.large(p, &t.dep.Pieces[i], layer)
	}
	if t.layers > 1 {
		p.measure()
		p.labels = append(p.labels, label{
			point{(p.bounds.min.x + p.bounds.max.x) / 2, p.bounds.min.y - 14}, fmt.Sprintf("layer %d", layer+1), "middle", 12, "lb-name",
		})
	}
	return p
}

// bars reports whether edges are in play.
func (t *table) bars() bool {
	for i := range t.b.Sites {
		if t.visible[i] && t.b.Sites[i].Sort == game.EdgeSite {
			return true
		}
	}
	return false
}

// site draws a site and what is on it.
func (t *table) site(i int) site {
	at, n := &t.b.Sites[i], len(t.b.Sites)
	s := site{id: at.Name, at: t.place(at.At), chosen: t.marks[at.Name], texts: t.texts[int32(i)]}
	for _, q := range at.Outline {
		s.outline = append(s.outline, t.place(q))
	}
	switch at.Sort {
	case game.CellSite:
		s.sort = cell
		s.at, s.r = roomIn(s.outline, s.at)
		if len(s.outline) < 3 {
			s.sort, s.r, s.outline = vertex, 0.4*unit, nil
		}
		if t.inset < 1 {
			for k, q := range s.outline {
				s.outline[k] = s.at.towards(q, t.inset)
			}
			s.r *= t.inset
		}
		s.r = min(s.r*0.94, unit)
		s.classes = append(s.classes, [2]string{"lb-cell", "lb-cell2"}[at.Shade&1])
		s.fill, s.rim = string(at.Paint), string(t.b.Look.Rims)
		if t.b.Look.Bare {
			s.classes[0], s.fill, s.rim = "lb-bare", "", ""
		}
	case game.VertexSite:
		s.sort, s.r = vertex, 0.46*unit
		s.classes = append(s.classes, "lb-spot")
		if t.b.Counted {
			s.classes[0] = "lb-hole"
		}
	default:
		s.sort = edge
		s.classes = append(s.classes, "lb-edge")
	}
	for _, r := range t.regions[int32(i)] {
		if 3*len(t.b.Regions[r].Sites) > n {
			continue // half of the board says little, and hides much
		}
		if c := t.a.colour(t.b.Regions[r].Owner); !slices.Contains(s.rings, c) {
			s.rings = append(s.rings, c)
		}
	}
	for _, e := range at.Emblems {
		s.emblems = append(s.emblems, emblemOf(e))
	}
	t.fill(&s, i)
	return s
}

// emblemOf is how an emblem is drawn.
func emblemOf(e game.Emblem) emblem {
	out := emblem{glyph: emblemNamed(e.Name), text: clip(e.Name, 3), colour: dressed(e.Fill, e.Edge), scale: e.Scale, turn: e.Turn}
	if e.Fill == "" {
		out.colour = dressed("#231d15", e.Edge)
	}
	return out
}

// strokes draws the lines that a description hints at.
func (t *table) strokes(p *panel, layer int) {
	if layer > 0 {
		return
	}
	for _, l := range t.b.Look.Strokes {
		s := stroke{colour: string(l.Paint), width: 1.5 * l.Width}
		for _, q := range l.Course {
			s.course = append(s.course, t.place(q))
		}
		p.strokes = append(p.strokes, s)
	}
}

// mostDrawn is how many pieces of a stack are drawn.
const mostDrawn = 6

// fill puts the pieces on a site.
func (t *table) fill(s *site, i int) {
	var words []string
	for n, k := range t.on[i] {
		x := t.piece(&t.dep.Pieces[k])
		words = append(words, x.words)
		if n >= len(t.on[i])-mostDrawn {
			s.pieces = append(s.pieces, x)
		}
	}
	if n := len(s.pieces); n > 1 && t.b.Look.Heaps {
		s.pieces, s.height = s.pieces[n-1:], len(t.on[i])
	}
	if len(t.on[i]) > 2 {
		s.height = len(t.on[i])
	}
	for _, x := range s.texts {
		words = append(words, x.text)
	}
	var in []string
	for _, r := range t.regions[int32(i)] {
		if name := t.b.Regions[r].Name; name != "" && !slices.Contains(in, name) {
			in = append(in, name)
		}
	}
	s.text = clip(s.id, maxLabel)
	if len(words) > 0 {
		s.text += ": " + clip(strings.Join(words, ", "), 4*maxLabel)
	}
	if len(in) > 0 {
		s.text += " (" + clip(strings.Join(in, ", "), 2*maxLabel) + ")"
	}
}

// piece is how a piece is drawn.
func (t *table) piece(x *game.Shown) piece {
	if uint(x.Kind) > uint(len(t.b.Kinds)) {
		return piece{}
	}
	if x.Kind == 0 {
		return piece{colour: "lb-unseen", text: "?", words: "hidden piece", count: int(x.Count)}
	}
	k := &t.b.Kinds[x.Kind-1]
	if len(k.Faces) > 0 {
		return piece{colour: "lb-none", die: int(x.Face), faded: x.Face == 0, words: fmt.Sprintf("shows %d", x.Face), text: "die"}
	}
	if t.used == nil {
		t.used = make([]bool, len(t.kinds))
	}
	t.used[x.Kind-1] = true
	how := t.kinds[x.Kind-1]
	out := piece{colour: t.a.colour(x.Owner), glyph: how.glyph, text: how.symbol, count: int(x.Count), seeds: t.b.Counted, words: clip(k.Name, maxLabel)}
	if how.colour != "" {
		out.colour = how.colour
	}
	if k.Domino {
		out.glyph, out.text = "", fmt.Sprintf("%d|%d", k.Ends[0], k.Ends[1])
	}
	if x.Owner != k.Owner && x.Owner >= 0 && x.Owner < len(t.a.colours) {
		out.words += " of " + clip(t.a.game.Facts().Seats[x.Owner], maxLabel)
	}
	if x.Count > 1 {
		out.words = fmt.Sprintf("%d × %s", x.Count, out.words)
	}
	if x.Value > 0 {
		if t.valued {
			out.badge = fmt.Sprint(x.Value)
		}
		out.words += fmt.Sprintf(" value %d", x.Value)
	}
	if x.State > 0 {
		out.words += fmt.Sprintf(" state %d", x.State)
	}
	if x.Turn > 0 {
		out.words += fmt.Sprintf(" turned %d", x.Turn)
	}
	if look := &t.b.Look; look.States && x.State > 0 {
		out.badge = fmt.Sprint(x.State)
	} else if look.Values && x.Value > 0 {
		out.badge = fmt.Sprint(x.Value)
	}
	t.dress(&out, k, x)
	return out
}

// dress puts the coats of its kind on a piece.
func (t *table) dress(out *piece, k *game.PieceKind, x *game.Shown) {
	var fill, edge game.Paint
	for i := range k.Coats {
		c := &k.Coats[i]
		if c.State >= 0 && c.State != x.State || c.Value >= 0 && c.Value != x.Value {
			continue
		}
		if c.Fill != "" {
			fill = c.Fill
		}
		if c.Edge != "" {
			edge = c.Edge
		}
		if c.Scale > 0 {
			out.scale = c.Scale
		}
		out.turn += c.Turn
		if c.Drawing != "" && !k.Domino {
			// What the pieces are called stays what tells them apart where there is no drawing.
			if g := drawing(c.Drawing); g != "" {
				out.glyph = g
			}
		}
		for _, e := range c.Emblems {
			to := &out.before
			if e.Behind {
				to = &out.behind
			}
			if len(*to) < mostEmblems {
				*to = append(*to, emblemOf(e))
			}
		}
	}
	if fill == "" && edge != "" {
		fill = game.Paint(filled(out.colour))
	}
	if fill != "" {
		out.colour = dressed(fill, edge)
	}
}

// mostEmblems bounds what is drawn before a piece, and behind it.
const mostEmblems = 4

// large draws where a piece lies that covers several cells.
func (t *table) large(p *panel, x *game.Shown, layer int) {
	if len(x.Covers) == 0 || uint(x.Site) >= uint(len(t.b.Sites)) || t.b.Sites[x.Site].Container > 0 || int(t.b.Sites[x.Site].Layer) != layer {
		return
	}
	c := cover{colour: t.a.colour(x.Owner)}
	for _, i := range append([]int32{x.Site}, x.Covers...) {
		if uint(i) >= uint(len(t.b.Sites)) || !t.visible[i] {
			continue
		}
		var outline []point
		for _, q := range t.b.Sites[i].Outline {
			outline = append(outline, t.place(q))
		}
		if len(outline) > 2 {
			c.cells = append(c.cells, outline)
		}
	}
	p.cover = append(p.cover, c)
}

// container draws a hand, dice or a deck.
func (t *table) container(c int) *panel {
	of := &t.b.Containers[c]
	p := &panel{below: of.Use != game.DiceUse || c == 1}
	name := clip(of.Name, maxLabel)
	p.labels = append(p.labels, label{point{0, -0.7 * unit}, name, "start", 12, "lb-name"})
	n := 0
	for i := range t.b.Sites {
		s := &t.b.Sites[i]
		if int(s.Container) != c {
			continue
		}
		const perRow, side = 12, 0.9 * unit
		x := site{
			id: s.Name, sort: box1, at: point{(float64(n%perRow) + 0.5) * side, float64(n/perRow) * side}, r: 0.42 * unit,
			classes: []string{"lb-held"}, chosen: t.marks[s.Name], texts: t.texts[int32(i)],
		}
		t.fill(&x, i)
		if n++; n > maxSites/10 {
			t.left++
			continue
		}
		p.sites = append(p.sites, x)
	}
	if n == 0 {
		return nil
	}
	return p
}

// words tell the position for those who cannot see it.
func (t *table) words() string {
	var out []string
	for i := range t.b.Sites {
		if len(t.on[i]) == 0 {
			continue
		}
		var parts []string
		for _, k := range t.on[i] {
			parts = append(parts, t.piece(&t.dep.Pieces[k]).words)
		}
		out = append(out, clip(t.b.Sites[i].Name, maxLabel)+" "+strings.Join(parts, ", "))
		if len(out) > 400 {
			break
		}
	}
	return clip(strings.Join(out, "; "), 4000)
}

// legend tells what letters stand for.
func (t *table) legend() string {
	var out []string
	for i, used := range t.used {
		if k := &t.b.Kinds[i]; used && t.kinds[i].glyph == "" && t.kinds[i].symbol != "" && !strings.EqualFold(t.kinds[i].symbol, k.Base) {
			if text := t.kinds[i].symbol + " = " + clip(k.Base, maxLabel); !slices.Contains(out, text) {
				out = append(out, text)
			}
		}
	}
	return clip(strings.Join(out, ", "), 1000)
}
