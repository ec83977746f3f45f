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
	if b := p.behind; p.ground != "" && b.some {
		w.add(`<rect class="lb-own"`, paint("fill", p.ground), ` stroke="none" x="`, num(b.min.x), `" y="`, num(b.min.y), `" width="`, num(b.max.x-b.min.x),
			`" height="`, num(b.max.y-b.min.y), `" rx="6"/>`)
	}
	if len(p.courses) > 0 {
		class := `class="lb-line"`
		if p.line != "" {
			class = ink(p.line + "s")
		}
		w.add(`<path `, class, ` d="`)
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
	for _, l := range p.strokes {
		w.add(`<path `, ink(l.colour+"s"), ` stroke-width="`, num(l.width), `" pointer-events="none" d="`, w.path(l.course, false), `"/>`)
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
		w.add(`<path `, ink(opaque(c.colour)), ` fill-opacity=".45" stroke-opacity=".6" pointer-events="none" d="`)
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
	paths := map[string]string{}
	var order []string
	for i := range p.sites {
		s := &p.sites[i]
		if s.sort != cell {
			continue
		}
		look := s.ground()
		if _, known := paths[look]; !known {
			order = append(order, look)
		}
		paths[look] += w.path(s.outline, true)
	}
	slices.Sort(order)
	for _, look := range order {
		w.add(`<path `, look, ` d="`, paths[look], `"/>`)
	}
}

// ground is how the cell itself looks.
func (s *site) ground() string {
	class := s.classes[0]
	switch {
	case s.fill != "" && s.rim != "":
		return `class="lb-own"` + paint("fill", s.fill) + paint("stroke", s.rim)
	case s.fill != "":
		return `class="lb-rim"` + paint("fill", s.fill)
	case s.rim != "":
		return `class="` + strings.Replace(class, "cell", "rimmed", 1) + `"` + paint("stroke", s.rim)
	}
	return `class="` + class + `"`
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
	w.add(`<text `, ink(l.class), ` x="`, num(l.at.x), `" y="`, num(l.at.y+l.size*0.36), `" font-size="`, num(l.size), `"`)
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
	for i := range s.emblems {
		w.emblem(&s.emblems[i], s.at, s.r)
	}
	for i, c := range s.rings {
		if !lean || s.sort != cell {
			w.ring(s, c, 0.9-0.14*float64(i))
		}
	}
	middle, r := s.at, s.r
	if s.label != "" && r*0.34 >= 5 {
		size := min(11, r*0.34)
		if widthOf(s.label, size) < 1.5*r {
			w.label(label{s.at.plus(0, r*0.7), s.label, "middle", size, s.letters("lb-tag")})
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

// letters is the class of letters on the cell itself, or the colour of them where it has one of
// its own.
func (s *site) letters(class string) string {
	if s.fill != "" && s.sort == cell {
		return s.fill + "t"
	}
	return class
}

// shape writes the place itself.
func (w *writer) shape(s *site) {
	class := s.classes[0]
	switch s.sort {
	case cell:
		if !w.opt.Lean {
			w.add(`<path `, s.ground(), ` d="`, w.path(s.outline, true), `"/>`)
		}
	case edge:
		if len(s.pieces) > 0 {
			class = s.pieces[len(s.pieces)-1].colour + "s"
			w.add(`<path class="lb-under" stroke-width="`, num(2*s.r+2), `" stroke-linecap="round" d="`, w.path(s.outline, false), `"/>`)
		}
		w.add(`<path `, ink(class), ` stroke-width="`, num(2*s.r), `" stroke-linecap="round" d="`, w.path(s.outline, false), `"/>`)
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
	w.add(`<circle `, ink(class), ` cx="`, num(at.x), `" cy="`, num(at.y), `" r="`, num(r), `"/>`)
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
		w.add(`<path `, ringed(c), ` d="`, paths[c], `"/>`)
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

// ringed is how a ring of a colour looks.
func ringed(colour string) string {
	if strings.HasPrefix(colour, "#") {
		return `class="lb-ring lb-owns"` + paint("stroke", filled(colour))
	}
	return `class="lb-ring ` + colour + `s"`
}

// opaque is a colour without what shines through, for what has its own share of that.
func opaque(colour string) string {
	if strings.HasPrefix(colour, "#") {
		return filled(colour)[:7]
	}
	return colour
}

// ring writes the colour of a region within a site.
func (w *writer) ring(s *site, colour string, part float64) {
	switch s.sort {
	case cell:
		w.add(`<path `, ringed(colour), ` d="`, w.path(shrunken(s, part), true), `"/>`)
	case vertex:
		r := s.r * part * 0.5
		if s.classes[0] == "lb-hole" {
			r = s.r * (part + 0.04)
		}
		w.add(`<circle `, ringed(colour), ` cx="`, num(s.at.x), `" cy="`, num(s.at.y), `" r="`, num(r), `"/>`)
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
	size, class := r*1.1, s.letters("lb-number")
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

// emblem writes a drawing or letters.
func (w *writer) emblem(e *emblem, at point, r float64) {
	r *= e.scale
	turn := w.turned(e.turn, at)
	switch g := glyphs[e.glyph]; {
	case g.path != "":
		w.glyph(e.glyph, e.colour, at, r)
	case e.glyph != "":
		w.circle(e.colour, at, r)
	default:
		w.text(e.text, at, r, filled(e.colour)+"/#00000000", 1.1)
	}
	w.add(turn)
}

// turned begins a group that is turned about a point, and gives what ends it.
func (w *writer) turned(degrees float64, at point) string {
	if degrees == 0 {
		return ""
	}
	w.add(`<g transform="rotate(`, num(degrees), " ", num(at.x), " ", num(at.y), `)">`)
	return `</g>`
}

// piece writes a piece of a radius with what is before and behind it.
func (w *writer) piece(p *piece, at point, r float64) {
	if p.scale > 0 {
		r *= p.scale
	}
	for i := range p.behind {
		w.emblem(&p.behind[i], at, r)
	}
	turn := w.turned(p.turn, at)
	w.body(p, at, r)
	w.add(turn)
	for i := range p.before {
		w.emblem(&p.before[i], at, r)
	}
	if p.text == "die" || p.seeds || p.glyph == "text" {
		return
	}
	if p.count > 1 {
		w.badge("×"+strconv.Itoa(p.count), at.plus(0.7*r, 0.75*r), 0.38*r)
	}
	if p.badge != "" {
		w.badge(clip(p.badge, 4), at.plus(0.7*r, -0.75*r), 0.38*r)
	}
}

// body writes the piece itself.
func (w *writer) body(p *piece, at point, r float64) {
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
		class, scale := p.colour, r
		if g.disc {
			class, scale = p.colour+"t", 0.8*r
		}
		w.glyph(p.glyph, class, at, scale)
	}
	if !drawn && p.text != "" {
		w.text(p.text, at, r, p.colour+"t", 1.1)
	}
}

// glyph writes a drawing of a size.
func (w *writer) glyph(name, class string, at point, scale float64) {
	if w.drawn {
		w.add(`<use `, ink(class), ` href="#`, name, `" stroke-width=".08" transform="translate(`, num(at.x), " ", num(at.y), `) scale(`, num(scale), `)"/>`)
		return
	}
	rule := ""
	if name == "ring" {
		rule = ` fill-rule="evenodd"`
	}
	w.add(`<path `, ink(class), rule, ` stroke-width="`, strconv.FormatFloat(1.3/scale, 'f', 3, 64), `" transform="translate(`, num(at.x), " ", num(at.y), `) scale(`, num(scale), `)" d="`, glyphs[name].path, `"/>`)
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
