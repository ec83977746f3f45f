package svg

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludens/game"
	"ludens/internal/draw"
)

// factLines writes facts that are on no board, one a line or together as they are short.
func factLines(facts []string) []string {
	if len(facts) == 0 {
		return nil
	}
	var parts []string
	for _, f := range facts {
		parts = append(parts, clip(strings.Trim(f, "()"), 4*maxLabel))
	}
	return []string{strings.Join(parts, "; ")}
}

// facts makes panels of the boards that are guessed from the facts of a position.
func (a *Artist) facts(s *scene, m game.Machine, seat int, opt Options) {
	fluents, ok := a.known(m, seat, opt)
	d := draw.New(draw.Options{Width: boardWidth})
	switch {
	case ok && a.drawer != nil && opt.Facts == nil:
		d = a.drawer.Clone()
	case !ok:
		// An empty board would look as if nothing stood there.
		s.lines = append(s.lines, "What this seat knows is what it has been told.")
	}
	rows, rest := d.Grids(fluents)
	g := &gridder{a: a, d: d, opt: opt, marks: marksOf(opt.Last, opt), ids: map[string]int{}}
	contents := d.Contents()
	for _, row := range rows {
		for _, grid := range row {
			for _, c := range grid.Cells {
				if !slices.Contains(contents, c) {
					contents = append(contents, c)
				}
			}
		}
	}
	slices.Sort(contents)
	g.means = meanings(contents, a.game.Facts().Seats[:a.game.Facts().Players])
	g.find()
	several := len(rows) > 1 || len(rows) == 1 && len(rows[0]) > 1
	for _, row := range rows {
		for i, grid := range row {
			p := g.panel(&grid, several)
			p.below = i == 0
			s.panels = append(s.panels, p)
		}
	}
	if g.left > 0 {
		s.lines = append(s.lines, more(g.left)+" places are not drawn")
	}
	if len(g.legend) > 0 {
		slices.Sort(g.legend)
		s.lines = append(s.lines, clip(strings.Join(g.legend, ", "), 1000))
	}
	s.lines = append(s.lines, rest...)
	s.words = clip(strings.Join(g.words, "; "), 4000)
}

// known are the facts that a seat may be shown; false if these are what it was told,
// which a position does not have.
func (a *Artist) known(m game.Machine, seat int, opt Options) ([]string, bool) {
	if opt.Facts != nil {
		return opt.Facts, true
	}
	if seat >= 0 && a.game.Facts().Hidden {
		if p, ok := m.(game.Perceiver); ok {
			return p.Percepts(seat, nil), false
		}
		return nil, false
	}
	if l, ok := m.(game.Lister); ok {
		return l.Fluents(nil), true
	}
	return nil, true
}

// gridder draws boards of facts.
type gridder struct {
	a      *Artist
	d      *draw.Drawer
	opt    Options
	marks  map[string]string
	ids    map[string]int
	means  map[string]meaning
	rests  []string // what pieces are, owners aside
	chess  bool     // single letters seem to be pieces of chess
	both   bool     // there are crosses and noughts
	sites  int
	left   int
	legend []string
	words  []string
}

// find looks at all contents together.
func (g *gridder) find() {
	for _, m := range g.means {
		if m.split && m.rest != "" && !slices.Contains(g.rests, m.rest) {
			g.rests = append(g.rests, m.rest)
		}
	}
	slices.Sort(g.rests)
	known := 0
	for _, l := range []string{"k", "q", "r", "n", "b", "p"} {
		if slices.Contains(g.rests, l) {
			known++
		}
	}
	g.chess = known >= 2 && slices.Contains(g.rests, "k")
	_, x := g.means["x"]
	_, o := g.means["o"]
	g.both = x && o
}

// chessLetters are what single letters mean where there are chessmen.
var chessLetters = map[string]string{"k": "king", "q": "queen", "r": "rook", "n": "knight", "b": "bishop", "p": "pawn"}

// piece is how a content is drawn.
func (g *gridder) piece(content string) piece {
	m := g.means[content]
	out := piece{colour: g.a.colour(m.owner), words: clip(content, maxLabel), count: 1}
	symbol := clip(g.d.Symbol(content), 4)
	note := func() {
		if !strings.EqualFold(symbol, content) && !strings.EqualFold(out.text, content) {
			if text := out.text + " = " + clip(content, maxLabel); !slices.Contains(g.legend, text) && out.text != "" {
				g.legend = append(g.legend, text)
			}
		}
	}
	switch {
	case g.both && (content == "x" || content == "o"):
		out.glyph = named[content]
	case m.split && m.rest == "":
		out.glyph = "disc"
		if d := drawing(content); d == "cross" || d == "ring" {
			out.glyph = d
		}
	case m.split:
		out.text = letters(m.rest, g.rests)
		if g.chess && chessLetters[m.rest] != "" {
			out.glyph = chessLetters[m.rest]
		} else if out.glyph = drawing(m.rest); out.glyph == "" && len(g.rests) == 1 && !isNumber(m.rest) {
			out.glyph = "disc"
		}
		if out.glyph == "" {
			if _, err := strconv.Atoi(m.rest); err == nil {
				out.text = clip(m.rest, 3)
			}
		}
	case isNumber(content):
		out.glyph, out.text = "text", clip(content, 4)
	case colourOf(content) != "":
		out.glyph, out.colour = "disc", "lb-"+colourOf(content)
	case drawing(content) != "":
		out.glyph = drawing(content)
	default:
		out.text = symbol
		note()
	}
	return out
}

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// prefix tells a grid from the others in the ids of its sites.
func (g *gridder) prefix(grid *draw.Grid) string {
	name, layer, _ := strings.Cut(strings.TrimPrefix(grid.Name, "("), ")")
	name, _, _ = strings.Cut(name, " ")
	if i := strings.LastIndex(grid.Name, ")"); i >= 0 {
		layer = grid.Name[i+1:]
	}
	if name == "" {
		name = "board"
	}
	name = clip(name, maxLabel)
	if layer = strings.Join(strings.Fields(layer), ","); layer != "" {
		name += ":" + clip(layer, maxLabel)
	}
	if g.ids[name]++; g.ids[name] > 1 {
		name += fmt.Sprintf("~%d", g.ids[name])
	}
	return name
}

// panel draws a grid.
func (g *gridder) panel(grid *draw.Grid, several bool) *panel {
	p := &panel{}
	prefix := g.prefix(grid)
	chequered := !grid.Track && len(grid.Xs) > 2 && len(grid.Ys) > 2
	for j, y := range grid.Ys {
		for i, x := range grid.Xs {
			content, here := grid.Cells[draw.Square{X: x, Y: y}]
			if !here && grid.Holes {
				continue
			}
			if g.sites++; g.sites > maxSites {
				g.left++
				continue
			}
			at := point{float64(i) * unit, float64(j) * unit}
			const h = unit / 2
			s := site{
				id: prefix + ":" + clip(x, maxLabel) + "," + clip(y, maxLabel), sort: cell, at: at, r: h * 0.94, classes: []string{"lb-cell"},
				outline: []point{at.plus(-h, -h), at.plus(h, -h), at.plus(h, h), at.plus(-h, h)},
			}
			if chequered && (i+j)&1 == 1 {
				s.classes[0] = "lb-cell2"
			}
			s.chosen = g.marks[s.id]
			s.text = squareName(x, y)
			if here && !grid.Empty[content] {
				s.pieces = append(s.pieces, g.piece(content))
				s.text += ": " + clip(content, 2*maxLabel)
				if len(g.words) < 400 {
					g.words = append(g.words, s.text)
				}
			}
			p.sites = append(p.sites, s)
		}
	}
	g.axes(p, grid)
	if several || grid.Track {
		p.labels = append(p.labels, label{point{-unit / 2, -unit/2 - 14}, clip(grid.Title, maxLabel), "start", 12, "lb-name"})
	}
	return p
}

func squareName(x, y string) string {
	if len(x) == 1 && x[0] > '9' {
		return x + clip(y, maxLabel)
	}
	return clip(x, maxLabel) + " " + clip(y, maxLabel)
}

func (g *gridder) axes(p *panel, grid *draw.Grid) {
	const size = 12
	for i, x := range grid.Xs {
		for widthOf(x, size) > unit-2 {
			x = clip(x, len([]rune(x))-1)
		}
		p.labels = append(p.labels, label{point{float64(i) * unit, (float64(len(grid.Ys))-0.5)*unit + 12}, x, "middle", size, "lb-axis"})
	}
	for j, y := range grid.Ys {
		if y != "" {
			p.labels = append(p.labels, label{point{-unit/2 - 6, float64(j) * unit}, clip(y, maxLabel/2), "end", size, "lb-axis"})
		}
	}
}
