package svg

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// writer puts elements together.
type writer struct {
	b     bytes.Buffer
	opt   Options
	lined bool // lines join the sites of the present panel
	drawn bool // the drawings of pieces are defined at the beginning
}

// num writes a number with one decimal place.
func num(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "0"
	}
	s := strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64)
	if s == "-0" {
		return "0"
	}
	return s
}

// escape writes text so that XML cannot take it for anything else. What XML does not
// allow is left out.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&quot;")
		case r == '\'':
			b.WriteString("&#39;")
		case r == utf8.RuneError || unicode.IsControl(r) || r == 0xfffe || r == 0xffff:
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func (w *writer) add(parts ...string) {
	for _, p := range parts {
		w.b.WriteString(p)
	}
}

// path writes points as a path: the first where it is, the others from the one before. A
// lean picture has them to the pixel, else they are to the tenth of one.
func (w *writer) path(points []point, closed bool) string {
	grain := 10.0
	if w.opt.Lean {
		grain = 1
	}
	var b strings.Builder
	var at point // as written, so that what is rounded does not add up
	command := byte('M')
	write := func(c byte, numbers ...float64) {
		for i, x := range numbers {
			text := num(x)
			if i == 0 && c != command || b.Len() == 0 {
				b.WriteByte(c)
			} else if text[0] != '-' {
				b.WriteByte(' ')
			}
			b.WriteString(text)
		}
		command = c
	}
	for i, p := range points {
		p = point{math.Round(p.x*grain) / grain, math.Round(p.y*grain) / grain}
		switch {
		case i == 0:
			write('M', p.x, p.y)
			command = 'M'
		case math.Abs(p.y-at.y) < 0.05:
			write('h', p.x-at.x)
		case math.Abs(p.x-at.x) < 0.05:
			write('v', p.y-at.y)
		default:
			write('l', p.x-at.x, p.y-at.y)
		}
		at = p
	}
	if closed {
		b.WriteByte('z')
	}
	return b.String()
}

// write writes the picture.
func (s *scene) write(opt Options) []byte {
	w := &writer{opt: opt}
	role := "img"
	if len(opt.Choices) > 0 {
		role = "group" // of buttons
	}
	w.add(`<svg xmlns="http://www.w3.org/2000/svg" class="lb-board" viewBox="0 0 `, num(s.w), " ", num(s.h), `" width="`, num(s.w),
		`" height="`, num(s.h), `" role="`, role, `"><title>`, escape(clip(s.title, 4*maxLabel)), `</title>`)
	if s.words != "" && !opt.Lean {
		w.add(`<desc>`, escape(s.words), `</desc>`)
	}
	if !opt.NoStyle {
		w.add(`<style>`, Style(opt.Theme), `</style>`)
	}
	s.body(w)
	w.add("</svg>\n")
	return w.b.Bytes()
}

// body writes what is seen.
func (s *scene) body(w *writer) {
	for _, p := range s.panels {
		w.add(`<g transform="translate(`, num(p.at.x), " ", num(p.at.y), `)">`)
		w.panel(p)
		w.add(`</g>`)
	}
	for _, l := range s.notes {
		w.note(l)
	}
}

func (w *writer) panel(p *panel) {
	w.lined = len(p.courses) > 0
	if len(p.courses) > 0 {
		w.add(`<path class="lb-line" d="`)
		for _, c := range p.courses {
			w.add(w.path(c, false))
		}
		w.add(`"/>`)
	}
	if w.opt.Lean {
		w.ground(p)
		w.rings(p)
	}
	for i := range p.sites {
		w.site(&p.sites[i])
	}
	if len(p.borders) > 0 {
		w.add(`<path class="lb-border" d="`)
		for _, c := range p.borders {
			w.add(w.path(c[:], false))
		}
		w.add(`"/>`)
	}
	for _, l := range p.links {
		// An arrow: the line, and a head of two strokes.
		d := l[0].to(l[1])
		h := min(9, d/3)
		ux, uy := (l[1].x-l[0].x)/d, (l[1].y-l[0].y)/d
		tip := l[1]
		w.add(`<path class="lb-link" pointer-events="none" d="`, w.path(l[:], false),
			w.path([]point{tip.plus(-h*ux-0.6*h*uy, -h*uy+0.6*h*ux), tip, tip.plus(-h*ux+0.6*h*uy, -h*uy-0.6*h*ux)}, false), `"/>`)
	}
	for _, c := range p.cover {
		w.add(`<path class="`, c.colour, `" fill-opacity=".45" stroke-opacity=".6" pointer-events="none" d="`)
		for _, cell := range c.cells {
			w.add(w.path(cell, true))
		}
		w.add(`"/>`)
	}
	if w.opt.Lean {
		w.axes(p)
		return
	}
	for _, l := range p.labels {
		w.label(l)
	}
}

// axes writes the labels of a lean picture, those of a kind together.
func (w *writer) axes(p *panel) {
	open := ""
	for _, l := range p.labels {
		group := `<g class="` + l.class + `" font-size="` + num(l.size) + `" text-anchor="` + l.anchor + `">`
		if group != open {
			if open != "" {
				w.add(`</g>`)
			}
			w.add(group)
			open = group
		}
		w.add(`<text x="`, num(l.at.x), `" y="`, num(l.at.y+l.size*0.36), `">`, escape(l.text), `</text>`)
	}
	if open != "" {
		w.add(`</g>`)
	}
}

// ground writes the cells of a lean picture together.
func (w *writer) ground(p *panel) {
	for _, class := range []string{"lb-cell", "lb-cell2"} {
		open := false
		for i := range p.sites {
			s := &p.sites[i]
			if s.sort != cell || s.classes[0] != class {
				continue
			}
			if !open {
				w.add(`<path class="`, class, `" d="`)
				open = true
			}
			w.add(w.path(s.outline, true))
		}
		if open {
			w.add(`"/>`)
		}
	}
}

// note writes a line of facts, with the name of a group of them set off.
func (w *writer) note(l label) {
	name, rest, ok := strings.Cut(l.text, ": ")
	if !ok || strings.ContainsAny(name, " ;,") {
		w.label(l)
		return
	}
	w.add(`<text class="`, l.class, `" x="`, num(l.at.x), `" y="`, num(l.at.y+l.size*0.36), `" font-size="`, num(l.size),
		`"><tspan class="lb-group">`, escape(name), `:</tspan> `, escape(rest), `</text>`)
}

func (w *writer) label(l label) {
	w.add(`<text class="`, l.class, `" x="`, num(l.at.x), `" y="`, num(l.at.y+l.size*0.36), `" font-size="`, num(l.size), `"`)
	if l.anchor != "start" && !middling(l.class) {
		w.add(` text-anchor="`, l.anchor, `"`)
	}
	w.add(`>`, escape(l.text), `</text>`)
}

// site writes a site with all that is on it.
func (w *writer) site(s *site) {
	lean := w.opt.Lean
	if !lean {
		w.add(`<g class="lb-site`)
		if s.chosen != "" {
			w.add(" ", s.chosen)
		}
		w.add(`" data-site="`, escape(s.id), `"`)
		if strings.Contains(s.chosen, "lb-cho") {
			w.add(` role="button" tabindex="0"`)
		}
		w.add(`><title>`, escape(s.text), `</title>`)
	}
	w.shape(s)
	for i, c := range s.rings {
		if !lean || s.sort != cell {
			w.ring(s, c, 0.9-0.14*float64(i))
		}
	}
	middle, r := s.at, s.r
	if s.label != "" && r*0.34 >= 5 {
		size := min(11, r*0.34)
		if widthOf(s.label, size) < 1.5*r {
			w.label(label{s.at.plus(0, r*0.7), s.label, "middle", size, "lb-tag"})
			middle, r = s.at.plus(0, -0.16*r), 0.8*r
		}
	}
	w.pieces(s, middle, r)
	for _, t := range s.texts {
		w.siteText(s, t, middle, r)
	}
	if !lean || s.chosen != "" {
		w.mark(s)
	}
	if !lean {
		w.add(`</g>`)
	}
}

// shape writes the place itself.
func (w *writer) shape(s *site) {
	class := s.classes[0]
	switch s.sort {
	case cell:
		if !w.opt.Lean {
			w.add(`<path class="`, class, `" d="`, w.path(s.outline, true), `"/>`)
		}
	case edge:
		if len(s.pieces) > 0 {
			class = s.pieces[len(s.pieces)-1].colour + "s"
			w.add(`<path class="lb-under" stroke-width="`, num(2*s.r+2), `" stroke-linecap="round" d="`, w.path(s.outline, false), `"/>`)
		}
		w.add(`<path class="`, class, `" stroke-width="`, num(2*s.r), `" stroke-linecap="round" d="`, w.path(s.outline, false), `"/>`)
	case box1:
		h := s.r
		w.add(`<rect class="`, class, `" x="`, num(s.at.x-h), `" y="`, num(s.at.y-h), `" width="`, num(2*h), `" height="`, num(2*h), `" rx="5"/>`)
	default:
		r := s.r
		if class == "lb-spot" {
			if !w.opt.Lean {
				w.circle("lb-hit", s.at, s.r)
			}
			r = max(2.5, 0.16*s.r)
			if len(s.pieces) > 0 || w.opt.Lean && w.lined {
				return
			}
		}
		w.circle(class, s.at, r)
	}
}

// middling reports whether the style puts the letters of a class about their place.
func middling(class string) bool {
	return class == "lb-number" || class == "lb-pip" || strings.HasSuffix(class, "t") && class != "lb-fact"
}

func (w *writer) circle(class string, at point, r float64) {
	w.add(`<circle class="`, class, `" cx="`, num(at.x), `" cy="`, num(at.y), `" r="`, num(r), `"/>`)
}

// rings writes the regions of cells of a lean picture, those of a colour together.
func (w *writer) rings(p *panel) {
	paths := map[string]string{}
	for i := range p.sites {
		s := &p.sites[i]
		for k, c := range s.rings {
			if s.sort == cell {
				paths[c] += w.path(shrunken(s, 0.9-0.14*float64(k)), true)
			}
		}
	}
	for _, c := range slices.Sorted(maps.Keys(paths)) {
		w.add(`<path class="lb-ring `, c, `s" d="`, paths[c], `"/>`)
	}
}

// shrunken is the outline of a cell drawn in.
func shrunken(s *site, part float64) []point {
	inner := make([]point, len(s.outline))
	for i, q := range s.outline {
		inner[i] = s.at.towards(q, part)
	}
	return inner
}

// ring writes the colour of a region within a site.
func (w *writer) ring(s *site, colour string, part float64) {
	switch s.sort {
	case cell:
		w.add(`<path class="lb-ring `, colour, `s" d="`, w.path(shrunken(s, part), true), `"/>`)
	case vertex:
		r := s.r * part * 0.5
		if s.classes[0] == "lb-hole" {
			r = s.r * (part + 0.04)
		}
		w.circle("lb-ring "+colour+"s", s.at, r)
	}
}

// mark writes what shows the last move and choices; without a class it is not seen.
func (w *writer) mark(s *site) {
	if s.chosen == "" {
		return
	}
	class := `class="lb-mark ` + s.chosen + `"`
	switch s.sort {
	case cell:
		w.add(`<path `, class, ` d="`, w.path(shrunken(s, 0.93), true), `"/>`)
	case edge:
		w.add(`<path `, class, ` d="`, w.path(s.outline, false), `"/>`)
	default:
		w.add(`<circle `, class, ` cx="`, num(s.at.x), `" cy="`, num(s.at.y), `" r="`, num(s.r*0.97), `"/>`)
	}
}

// siteText writes a number of a puzzle: in the middle, or what is asked for in a corner.
func (w *writer) siteText(s *site, t siteText, at point, r float64) {
	size, class := r*1.1, "lb-number"
	if s.sort == edge {
		size = 2.4 * r
	}
	if t.given {
		size, class = max(8, r*0.55), "lb-given"
		at = at.plus(-r*0.55, -r*0.55)
	}
	if wide := widthOf(t.text, size); wide > 1.8*r && s.sort != edge {
		size *= 1.8 * r / wide
	}
	w.label(label{at, t.text, "middle", size, class})
}

// pieces writes what stands on a site, within a circle.
func (w *writer) pieces(s *site, at point, r float64) {
	n := len(s.pieces)
	switch {
	case n == 0 || s.sort == edge:
		return
	case n == 1:
		w.piece(&s.pieces[0], at, 0.84*r)
	default:
		small := 0.62 * r
		step := min(0.5*small, 2*(0.9*r-small)/float64(n-1))
		for i := range s.pieces {
			p := &s.pieces[i]
			if i < n-1 {
				bare := *p
				bare.text, bare.glyph, bare.badge = "", "disc", ""
				p = &bare
			}
			w.piece(p, at.plus(0, step*(float64(n-1)/2-float64(i))), small)
		}
	}
	if s.height > 2 {
		w.badge(strconv.Itoa(s.height), at.plus(0.62*r, 0.62*r), 0.34*r)
	}
}

// badge writes a number in a corner.
func (w *writer) badge(text string, at point, r float64) {
	r = max(r, 5)
	size := 1.2 * r
	half := max(r, widthOf(text, size)/2+2)
	w.add(`<rect class="lb-badge" x="`, num(at.x-half), `" y="`, num(at.y-r), `" width="`, num(2*half), `" height="`, num(2*r), `" rx="`, num(r), `"/>`)
	w.label(label{at, text, "middle", size, "lb-number"})
}

// piece writes a piece of a radius.
func (w *writer) piece(p *piece, at point, r float64) {
	switch {
	case p.text == "die":
		w.die(p, at, r)
		return
	case p.seeds:
		w.seeds(p.count, at, r)
		return
	case p.glyph == "text":
		w.text(p.text, at, r, "lb-number", 1.25)
		return
	}
	g, drawn := glyphs[p.glyph]
	if !drawn || g.disc {
		w.circle(p.colour, at, r)
	}
	if g.path != "" {
		class := p.colour
		scale := r
		if g.disc {
			class, scale = p.colour+"t", 0.8*r
		}
		rule := ""
		if p.glyph == "ring" {
			rule = ` fill-rule="evenodd"`
		}
		if w.drawn {
			w.add(`<use class="`, class, `" href="#`, p.glyph, `" stroke-width=".08" transform="translate(`, num(at.x), " ", num(at.y), `) scale(`, num(scale), `)"/>`)
			return
		}
		w.add(`<path class="`, class, `"`, rule, ` stroke-width="`, strconv.FormatFloat(1.3/scale, 'f', 3, 64), `" transform="translate(`, num(at.x), " ", num(at.y), `) scale(`, num(scale), `)" d="`, g.path, `"/>`)
	}
	if !drawn && p.text != "" {
		w.text(p.text, at, r, p.colour+"t", 1.1)
	}
	if p.count > 1 {
		w.badge("×"+strconv.Itoa(p.count), at.plus(0.7*r, 0.75*r), 0.38*r)
	}
	if p.badge != "" {
		w.badge(clip(p.badge, 4), at.plus(0.7*r, -0.75*r), 0.38*r)
	}
}

// text writes letters within a circle.
func (w *writer) text(text string, at point, r float64, class string, most float64) {
	size := most * r
	if wide := widthOf(text, size); wide > 1.7*r {
		size *= 1.7 * r / wide
	}
	w.label(label{at, text, "middle", size, class})
}

// mostSeeds is how many seeds are drawn one by one.
const mostSeeds = 12

// seeds writes some seeds and how many they are.
func (w *writer) seeds(n int, at point, r float64) {
	if n <= mostSeeds {
		for i := range n {
			// A spiral by the golden angle fills a circle evenly (Vogel, 1979).
			a := float64(i) * 2.399963
			d := 0.62 * r * math.Sqrt((float64(i)+0.5)/float64(max(n, 4)))
			w.circle("lb-seed", at.plus(d*math.Cos(a), d*math.Sin(a)-0.25*r), max(1.5, 0.14*r))
		}
		w.text(strconv.Itoa(n), at.plus(0, 0.72*r), 0.5*r, "lb-number", 1)
		return
	}
	w.text(strconv.Itoa(n), at, r, "lb-number", 0.9)
}

// pips are where the pips of a die lie, by number, in thirds.
var pips = [][][2]float64{
	1: {{0, 0}},
	2: {{-1, -1}, {1, 1}},
	3: {{-1, -1}, {0, 0}, {1, 1}},
	4: {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}},
	5: {{-1, -1}, {1, -1}, {0, 0}, {-1, 1}, {1, 1}},
	6: {{-1, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {1, 1}},
}

func (w *writer) die(p *piece, at point, r float64) {
	faded := ""
	if p.faded {
		faded = ` opacity=".4"`
	}
	w.add(`<rect class="lb-die"`, faded, ` x="`, num(at.x-r), `" y="`, num(at.y-r), `" width="`, num(2*r), `" height="`, num(2*r), `" rx="`, num(0.25*r), `"/>`)
	if p.die > 0 && p.die < len(pips) {
		for _, q := range pips[p.die] {
			w.circle("lb-pip", at.plus(q[0]*r*0.5, q[1]*r*0.5), 0.17*r)
		}
		return
	}
	if p.die != 0 {
		w.text(fmt.Sprint(p.die), at, r, "lb-pip", 1.1)
	}
}
