package svg

import (
	"math"
	"slices"
	"strings"

	"ludens/game"
)

// roomIn finds a place for pieces in a polygon and how much room there is about it: the
// middle that is given, unless it lies at the border or outside.
func roomIn(outline []point, middle point) (point, float64) {
	if len(outline) < 3 {
		return middle, 0.4 * unit
	}
	room := clearance(outline, middle)
	var b box
	for _, q := range outline {
		b.add(q.x, q.y, 0)
	}
	if room >= 0.3*min(b.max.x-b.min.x, b.max.y-b.min.y) {
		return middle, room
	}
	const steps = 24
	best, most := middle, room
	for i := 1; i < steps; i++ {
		for j := 1; j < steps; j++ {
			p := point{
				b.min.x + (b.max.x-b.min.x)*float64(i)/steps, b.min.y + (b.max.y-b.min.y)*float64(j)/steps,
			}
			if r := clearance(outline, p); r > most*1.001 {
				best, most = p, r
			}
		}
	}
	if most < 1.3*room {
		return middle, room
	}
	return best, max(most, 1)
}

// clearance is how far a point inside a polygon is from its sides; 0 outside.
func clearance(outline []point, p point) float64 {
	if !inside(outline, p) {
		return 0
	}
	best := math.Inf(1)
	for i, a := range outline {
		best = min(best, toSegment(p, a, outline[(i+1)%len(outline)]))
	}
	return best
}

func inside(outline []point, p point) bool {
	in := false
	for i, a := range outline {
		b := outline[(i+1)%len(outline)]
		if (a.y > p.y) != (b.y > p.y) && p.x < (b.x-a.x)*(p.y-a.y)/(b.y-a.y)+a.x {
			in = !in
		}
	}
	return in
}

// toSegment is the distance of a point from a line between two others.
func toSegment(p, a, b point) float64 {
	dx, dy := b.x-a.x, b.y-a.y
	l := dx*dx + dy*dy
	if l == 0 {
		return p.to(a)
	}
	at := max(0, min(1, ((p.x-a.x)*dx+(p.y-a.y)*dy)/l))
	return p.to(a.plus(at*dx, at*dy))
}

// edges shortens the bars of edges so that they leave room for what is at their ends,
// and gives them a middle of their own where several cross.
func (t *table) edges(p *panel) {
	var middles []point
	for i := range p.sites {
		s := &p.sites[i]
		if s.sort != edge {
			continue
		}
		total := 0.0
		for k := 1; k < len(s.outline); k++ {
			total += s.outline[k-1].to(s.outline[k])
		}
		s.r = min(0.11*unit, 0.12*total)
		cut := 0.1 * total
		if t.spots {
			cut = max(cut, min(0.16*unit, 0.4*total)+s.r)
		} else {
			cut = max(cut, min(s.r*1.6, 0.3*total))
		}
		s.outline = along(s.outline, cut/total, 1-cut/total)
		best, clear := 0.5, -1.0
		for _, part := range []float64{0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8} {
			q := along(s.outline, part, part)[0]
			room := math.Inf(1)
			for _, m := range middles {
				room = min(room, q.to(m))
			}
			if room > clear*1.01 && clear < 4*s.r {
				best, clear = part, room
			}
		}
		s.at = along(s.outline, best, best)[0]
		middles = append(middles, s.at)
	}
}

// along is the course from one part of its length to another.
func along(course []point, from, to float64) []point {
	if len(course) < 2 {
		return append([]point{}, course...)
	}
	total := 0.0
	for k := 1; k < len(course); k++ {
		total += course[k-1].to(course[k])
	}
	if total == 0 {
		return []point{course[0]}
	}
	var out []point
	done := 0.0
	for k := 1; k < len(course); k++ {
		a, b := course[k-1], course[k]
		l := a.to(b)
		if l == 0 {
			continue
		}
		begin, end := done/total, (done+l)/total
		if len(out) == 0 && (from <= end || k == len(course)-1) {
			out = append(out, a.towards(b, clamp((from-begin)/(end-begin))))
		}
		if len(out) > 0 && (to <= end || k == len(course)-1) {
			return append(out, a.towards(b, clamp((to-begin)/(end-begin))))
		}
		if len(out) > 0 {
			out = append(out, b)
		}
		done += l
	}
	return out
}

func clamp(x float64) float64 { return max(0, min(1, x)) }

// lines draws what joins the vertices of the layer.
func (t *table) lines(p *panel, layer int) {
	if t.b.Counted || layer > 0 || t.bars() {
		return
	}
	for _, course := range t.b.Lines {
		var out []point
		for _, q := range course {
			out = append(out, t.place(q))
		}
		p.courses = append(p.courses, out)
	}
}

// links draws the arrows that the rules lay between sites.
func (t *table) links(p *panel, layer int) {
	at := func(i int32) (point, bool) {
		if uint(i) >= uint(len(t.b.Sites)) || int(t.b.Sites[i].Layer) != layer || !t.visible[i] {
			return point{}, false
		}
		return t.place(t.b.Sites[i].At), true
	}
	for _, l := range t.b.Links {
		a, ok := at(l[0])
		b, fine := at(l[1])
		if d := a.to(b); ok && fine && d > 0 {
			cut := min(0.25*unit, d/4) / d
			p.links = append(p.links, [2]point{a.towards(b, cut), b.towards(a, cut)})
		}
	}
}

// borders draws what divides the board into parts.
func (t *table) borders(p *panel, layer int) {
	for r := range t.b.Regions {
		parts := t.b.Regions[r].Parts
		if len(parts) == 0 || layer > 0 {
			continue
		}
		of := map[[4]int]int{}
		for n, part := range parts {
			for _, i := range part {
				if uint(i) >= uint(len(t.b.Sites)) {
					continue
				}
				outline := t.b.Sites[i].Outline
				for k, a := range outline {
					b := outline[(k+1)%len(outline)]
					key := sideKey(t.place(a), t.place(b))
					if m, ok := of[key]; ok && m != n {
						p.borders = append(p.borders, [2]point{t.place(a), t.place(b)})
					}
					of[key] = n
				}
			}
		}
	}
}

func sideKey(a, b point) [4]int {
	k := [4]int{int(math.Round(a.x)), int(math.Round(a.y)), int(math.Round(b.x)), int(math.Round(b.y))}
	if k[0] > k[2] || k[0] == k[2] && k[1] > k[3] {
		k[0], k[1], k[2], k[3] = k[2], k[3], k[0], k[1]
	}
	return k
}

// label writes the names of the sites: at the borders where they are columns and rows,
// else into the sites.
func (t *table) label(p *panel) {
	main := t.main()
	xs, ys, ok := t.axes(p, main)
	if ok {
		var b box
		for i := range p.sites {
			for _, q := range p.sites[i].outline {
				b.add(q.x, q.y, 0)
			}
			if p.sites[i].sort == vertex {
				b.add(p.sites[i].at.x, p.sites[i].at.y, p.sites[i].r)
			}
		}
		for _, l := range xs {
			l.at.y = b.max.y + 12
			p.labels = append(p.labels, l)
		}
		for _, l := range ys {
			l.at.x = b.min.x - 6
			p.labels = append(p.labels, l)
		}
		return
	}
	if t.opt.Lean {
		return
	}
	for i := range p.sites {
		s := &p.sites[i]
		if s.sort == main && s.sort != edge && !strings.HasPrefix(s.id, "#") && len(s.id) <= 5 {
			s.label = s.id
		}
	}
}

// main is the sort of sites that is mainly played on: the first one's.
func (t *table) main() sort {
	for i := range t.b.Sites {
		if s := &t.b.Sites[i]; !s.Idle && s.Container == 0 && t.visible[i] {
			return [...]sort{game.CellSite: cell, game.VertexSite: vertex, game.EdgeSite: edge}[s.Sort]
		}
	}
	return cell
}

// axes are the labels of columns and rows, if the names of the sites are made of both.
func (t *table) axes(p *panel, main sort) (xs, ys []label, ok bool) {
	columns, rows := map[string]float64{}, map[string]float64{}
	const slack = 2
	n := 0
	for i := range p.sites {
		s := &p.sites[i]
		if s.sort != main {
			continue
		}
		name := s.id
		at := strings.IndexAny(name, "0123456789")
		if at < 1 || strings.ContainsAny(name, ":#~/") {
			return nil, nil, false
		}
		c, r := name[:at], name[at:]
		if x, seen := columns[c]; seen && math.Abs(x-s.at.x) > slack {
			return nil, nil, false
		}
		if y, seen := rows[r]; seen && math.Abs(y-s.at.y) > slack {
			return nil, nil, false
		}
		columns[c], rows[r] = s.at.x, s.at.y
		n++
	}
	if n < 2 {
		return nil, nil, false
	}
	const size = 12
	for c, x := range columns {
		xs = append(xs, label{point{x, 0}, c, "middle", size, "lb-axis"})
	}
	for r, y := range rows {
		ys = append(ys, label{point{0, y}, r, "end", size, "lb-axis"})
	}
	byPlace := func(a, b label) int {
		if a.at.x != b.at.x {
			return sign(a.at.x - b.at.x)
		}
		if a.at.y != b.at.y {
			return sign(a.at.y - b.at.y)
		}
		return strings.Compare(a.text, b.text)
	}
	slices.SortFunc(xs, byPlace)
	slices.SortFunc(ys, byPlace)
	for i := 1; i < len(xs); i++ {
		if xs[i].at.x-xs[i-1].at.x < (widthOf(xs[i].text, size)+widthOf(xs[i-1].text, size))/2 {
			return nil, nil, false
		}
	}
	for i := 1; i < len(ys); i++ {
		if ys[i].at.y-ys[i-1].at.y < size {
			return nil, nil, false
		}
	}
	return xs, ys, true
}

func sign(x float64) int {
	if x < 0 {
		return -1
	}
	return 1
}
