package svg

import (
	"math"
	"strings"
	"unicode/utf8"
)

// Sizes in pixels, and bounds on what is drawn.
const (
	unit       = 44.0 // distance of neighbours
	margin     = 8.0
	gap        = 22.0 // between panels
	fontFacts  = 12.0
	lineHeight = 17.0
	leastWidth = 260.0
	mostWidth  = 1600.0 // of panels side by side
	maxSites   = 6000   // of a scene; the others are counted
	maxLines   = 40     // of text
	maxLabel   = 40     // letters of a name

	groundWidth = 4.0 // how far the ground goes beyond the board
)

type point struct{ x, y float64 }

func (p point) to(q point) float64 { return math.Hypot(q.x-p.x, q.y-p.y) }

func (p point) plus(x, y float64) point { return point{p.x + x, p.y + y} }

// towards is the point a part of the way to another one.
func (p point) towards(q point, part float64) point {
	return point{p.x + (q.x-p.x)*part, p.y + (q.y-p.y)*part}
}

// box is a rectangle; the zero value has nothing in it.
type box struct {
	min, max point
	some     bool
}

func (b *box) add(x, y, r float64) {
	if !b.some {
		*b = box{point{x - r, y - r}, point{x + r, y + r}, true}
		return
	}
	b.min = point{min(b.min.x, x-r), min(b.min.y, y-r)}
	b.max = point{max(b.max.x, x+r), max(b.max.y, y+r)}
}

func (b *box) label(l label) {
	lo, hi := l.extent()
	b.add(lo.x, lo.y, 0)
	b.add(hi.x, hi.y, 0)
}

// sort is the shape of a site.
type sort uint8

const (
	cell   sort = iota // a polygon
	vertex             // a circle
	edge               // a bar along a course
	box1               // a rounded square off the board: of a hand, a die
)

// site is a place as it is drawn.
type site struct {
	id, text string // text: for people, its name and what is there
	sort     sort
	at       point
	r        float64 // room for pieces about the middle
	outline  []point
	classes  []string
	label    string // written in it
	pieces   []piece
	height   int      // how many pieces there are, if not all are drawn
	rings    []string // colours of regions
	fill     string   // colour that is asked for, of the cell
	rim      string   // and of what is round it
	emblems  []emblem
	texts    []siteText
	chosen   string // "lb-last", …
}

type siteText struct {
	text  string
	given bool
}

// piece is what stands on a site.
type piece struct {
	colour string // a class
	glyph  string // of the table; empty: a disc with letters
	text   string
	count  int // shown if above 1
	badge  string
	seeds  bool // Count seeds and their number, no disc
	die    int  // what a die shows; 0 for no die
	faded  bool // a die that is used up
	words  string
	scale  float64 // of the usual size; 0 is 1
	turn   float64 // degrees
	behind []emblem
	before []emblem
}

// emblem is a drawing, or letters, on a site or with a piece.
type emblem struct {
	glyph, text string
	colour      string
	scale, turn float64
}

// label is a text outside of sites. Anchor is start, middle or end; y is the middle
// of the line.
type label struct {
	at     point
	text   string
	anchor string
	size   float64
	class  string
}

// widthOf is a cautious guess of how wide a text is.
func widthOf(text string, size float64) float64 {
	w := 0.0
	for _, r := range text {
		switch {
		case r >= 0x1100:
			w += 1.05
		case strings.ContainsRune("MWmw@%", r):
			w += 0.95
		case strings.ContainsRune("iljI.,:;'|! ()", r):
			w += 0.42
		case r >= 'A' && r <= 'Z':
			w += 0.75
		default:
			w += 0.65
		}
	}
	return w * size
}

// extent gives two corners of the box that a label takes.
func (l label) extent() (lo, hi point) {
	w, h := widthOf(l.text, l.size), l.size*0.6
	x := l.at.x
	switch l.anchor {
	case "middle":
		x -= w / 2
	case "end":
		x -= w
	}
	return point{x, l.at.y - h}, point{x + w, l.at.y + h}
}

// panel is a board, or a row of places off it.
type panel struct {
	sites   []site
	courses [][]point // lines of the board
	line    string    // their colour, if one is asked for
	strokes []stroke
	ground  string // colour behind it
	borders [][2]point
	links   [][2]point // arrows between sites
	labels  []label
	cover   []cover
	bounds  box
	behind  box  // of the ground
	below   bool // begins a new row of panels
	at      point
}

// stroke is a line of its own.
type stroke struct {
	course []point
	colour string
	width  float64
}

// cover is where a large piece lies.
type cover struct {
	colour string
	cells  [][]point
}

// measure works out the bounds.
func (p *panel) measure() {
	p.bounds = box{}
	for i := range p.sites {
		s := &p.sites[i]
		switch s.sort {
		case cell:
			for _, q := range s.outline {
				p.bounds.add(q.x, q.y, 1)
			}
		case edge:
			for _, q := range s.outline {
				p.bounds.add(q.x, q.y, s.r)
			}
		default:
			p.bounds.add(s.at.x, s.at.y, s.r+1)
		}
	}
	for _, c := range p.courses {
		for _, q := range c {
			p.bounds.add(q.x, q.y, 1)
		}
	}
	for _, l := range p.strokes {
		for _, q := range l.course {
			p.bounds.add(q.x, q.y, l.width)
		}
	}
	if p.ground != "" && p.bounds.some {
		p.bounds.add(p.bounds.min.x, p.bounds.min.y, groundWidth)
		p.bounds.add(p.bounds.max.x, p.bounds.max.y, groundWidth)
		p.behind = p.bounds
	}
	for _, l := range p.labels {
		p.bounds.label(l)
	}
	if !p.bounds.some {
		p.bounds.add(0, 0, 1)
	}
}

// scene is a whole picture.
type scene struct {
	title, words string
	panels       []*panel
	lines        []string // facts
	notes        []label  // the facts as they are laid out
	w, h         float64
}

// layOut puts the panels beside and below each other, and the facts under them.
func (s *scene) layOut() {
	x, y, row, wide := margin, margin, 0.0, 0.0
	for i, p := range s.panels {
		p.measure()
		w, h := p.bounds.max.x-p.bounds.min.x, p.bounds.max.y-p.bounds.min.y
		if i > 0 && (p.below || x+w > mostWidth) {
			x, y, row = margin, y+row+gap, 0
		}
		p.at = point{x - p.bounds.min.x, y - p.bounds.min.y}
		wide = max(wide, x+w)
		x += w + gap
		row = max(row, h)
	}
	y += row
	width := max(wide+margin, leastWidth)
	// What is narrower than the text below is put in the middle.
	for _, p := range s.panels {
		p.at.x += max(0, (width-wide-margin)/2)
	}
	if len(s.lines) > 0 {
		y += gap / 2
		lines := s.fold(width - 2*margin)
		for _, l := range lines {
			y += lineHeight
			s.notes = append(s.notes, label{point{margin, y - lineHeight/2}, l, "start", fontFacts, "lb-fact"})
		}
	}
	s.w, s.h = width, max(y+margin, 40)
}

// fold breaks the facts into lines of a width. What comes before the first colon of a fact
// is its name.
func (s *scene) fold(width float64) []string {
	var out []string
	for i, text := range s.lines {
		line := ""
		for _, word := range strings.Fields(clip(text, 2000)) {
			for widthOf(word, fontFacts) > width-10 { // a word longer than a line
				word = clip(word, utf8.RuneCountInString(word)*3/4)
			}
			if line != "" && widthOf(line+" "+word, fontFacts) > width {
				out = append(out, line)
				line = " "
			}
			if line != "" {
				line += " "
			}
			line += word
		}
		if line != "" {
			out = append(out, line)
		}
		if len(out) > maxLines {
			out = append(out[:maxLines], more(len(s.lines)-i))
			break
		}
	}
	return out
}

// clip cuts a text to some letters.
func clip(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	r := []rune(text)
	return string(r[:max(n-1, 0)]) + "…"
}
