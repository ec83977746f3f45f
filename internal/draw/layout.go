package draw

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// picture is a rectangle of text. Width counts what is seen: colours have none.
type picture struct {
	lines []string
	width int
}

func width(s string) int { return utf8.RuneCountInString(s) }

func pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-width(s))) }

func padLeft(s string, n int) string { return strings.Repeat(" ", max(0, n-width(s))) + s }

// layOut puts the boards side by side as the width allows. Boards of one
// relation with two layers each stand as their layers lie.
func (d *Drawer) layOut(boards []*board) []string {
	var out []string
	for i := 0; i < len(boards); {
		j := d.groupEnd(boards, i)
		group := boards[i:j]
		i = j
		for _, row := range d.rows(group) {
			out = append(out, d.beside(row, len(boards) > 1)...)
		}
	}
	return out
}

// groupEnd is the end of the group of boards that begins at i.
func (d *Drawer) groupEnd(boards []*board, i int) int {
	j := i + 1
	for j < len(boards) && (boards[j].rel == boards[i].rel) == (len(boards[i].layer) > 0) {
		j++
	}
	return j
}

// rows orders a group of boards into rows of boards.
func (d *Drawer) rows(group []*board) [][]*board {
	if len(group[0].layer) != 2 || !isInt(group[0].layer[0]) || !isInt(group[0].layer[1]) {
		return [][]*board{group}
	}
	across, updown := 0, 1
	if d.opt.RowsFirst {
		across, updown = 1, 0
	}
	var levels []string
	for _, b := range group {
		if !slices.Contains(levels, b.layer[updown]) {
			levels = append(levels, b.layer[updown])
		}
	}
	slices.SortFunc(levels, natural)
	if !d.opt.RowsFirst {
		slices.Reverse(levels)
	}
	out := make([][]*board, len(levels))
	for i, level := range levels {
		for _, b := range group {
			if b.layer[updown] == level {
				out[i] = append(out[i], b)
			}
		}
		slices.SortStableFunc(out[i], func(a, b *board) int { return natural(a.layer[across], b.layer[across]) })
	}
	return out
}

// beside draws boards next to each other, in several strips if need be.
func (d *Drawer) beside(boards []*board, titles bool) []string {
	const gap = 3
	var out []string
	var strip []picture
	used := 0
	flush := func() {
		height := 0
		for _, p := range strip {
			height = max(height, len(p.lines))
		}
		for k := range height {
			var b strings.Builder
			for i, p := range strip {
				line := ""
				if k < len(p.lines) {
					line = p.lines[k]
				}
				if i > 0 {
					b.WriteString(strings.Repeat(" ", gap))
				}
				b.WriteString(line)
				b.WriteString(strings.Repeat(" ", max(0, p.width-visible(line))))
			}
			out = append(out, strings.TrimRight(b.String(), " "))
		}
		strip, used = nil, 0
	}
	for _, b := range boards {
		p := d.grid(b, titles)
		if p.width > d.opt.Width {
			p = tooWide(b, d.opt.Width)
		}
		if len(strip) > 0 && used+gap+p.width > d.opt.Width {
			flush()
		}
		if len(strip) > 0 {
			used += gap
		}
		strip = append(strip, p)
		used += p.width
	}
	flush()
	return out
}

// visible is the width of a line without its colours.
func visible(s string) int {
	n, escape := 0, false
	for _, r := range s {
		switch {
		case r == '\x1b':
			escape = true
		case escape:
			escape = r != 'm'
		default:
			n++
		}
	}
	return n
}

// grid draws one board with its labels: letters or numbers below, rows at the left.
func (d *Drawer) grid(b *board, title bool) picture {
	cell, label := 1, 1
	for _, c := range b.cells {
		cell = max(cell, width(d.symbols.show(c)))
	}
	for _, x := range b.xs {
		cell = max(cell, width(x))
	}
	for _, y := range b.ys {
		label = max(label, width(y))
	}
	absent := dot
	for _, c := range b.cells {
		if d.symbols.empty[c] {
			absent = " " // empty squares are spelled out: what is missing is no square
			break
		}
	}
	var p picture
	if title || b.track {
		p.lines = append(p.lines, b.title)
	}
	ys := slices.Clone(b.ys)
	if !b.down {
		slices.Reverse(ys)
	}
	axis := strings.Repeat(" ", label+2)
	for _, x := range b.xs {
		axis += " " + pad(x, cell)
	}
	axis = strings.TrimRight(axis, " ")
	if b.down {
		p.lines = append(p.lines, axis)
	}
	for _, y := range ys {
		var line strings.Builder
		line.WriteString(padLeft(y, label) + " |")
		for _, x := range b.xs {
			c, here := b.cells[place{x, y}]
			text := pad(absent, cell)
			if here {
				text = pad(d.symbols.show(c), cell)
				if d.opt.Colour {
					text = d.symbols.colour(c, text)
				}
			}
			line.WriteString(" " + text)
		}
		p.lines = append(p.lines, strings.TrimRight(line.String(), " "))
	}
	if !b.down {
		p.lines = append(p.lines, axis)
	}
	p.width = label + 2 + len(b.xs)*(cell+1)
	if title || b.track {
		p.width = max(p.width, width(b.title))
	}
	return p
}

// tooWide lists a board that does not fit.
func tooWide(b *board, limit int) picture {
	var items []string
	for _, x := range b.xs {
		for _, y := range b.ys {
			if c, ok := b.cells[place{x, y}]; ok {
				items = append(items, fmt.Sprintf("%s %s %s", x, y, c))
			}
		}
	}
	lines := fold([]string{b.title + ": " + strings.Join(items, ", ")}, "", limit)
	return picture{lines, limit}
}

// fold joins items and breaks the text into lines, at blanks where possible.
func fold(items []string, between string, limit int) []string {
	var out []string
	line := ""
	put := func(word, sep string) {
		for {
			if line == "" {
				line = word
			} else if width(line)+width(sep)+width(word) <= limit {
				line += sep + word
				return
			} else {
				out = append(out, line)
				line = "  " + word
			}
			if width(line) <= limit {
				return
			}
			r := []rune(line)
			out = append(out, string(r[:limit]))
			line, word = "", string(r[limit:])
			if word == "" {
				return
			}
		}
	}
	for _, item := range items {
		if most := 20 * limit; len(item) > 4*most { // a position is drawn, not stored
			if r := []rune(item); len(r) > most {
				item = string(r[:most]) + " …"
			}
		}
		if width(item) <= limit-2 {
			if item != "" {
				put(item, between)
			}
			continue
		}
		sep := between
		for _, word := range strings.Fields(item) {
			put(word, sep)
			sep = " "
		}
	}
	if line != "" {
		out = append(out, line)
	}
	return out
}

func plural(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("… %d %s", n, what)
}
