package draw

import (
	"slices"
	"strings"
)

// tracks draws relations over one coordinate, such as (cell 3 white) or
// (men white 4 2), and gives back the others.
func (d *Drawer) tracks(rels []*relation) (tracks [][]string, rest []*relation) {
	for _, r := range rels {
		if lines, ok := d.track(r); ok {
			tracks = append(tracks, lines)
		} else {
			rest = append(rest, r)
		}
	}
	return tracks, rest
}

// track draws a relation with one coordinate: the first argument that is one, if
// it names at least three places and each holds one thing.
func (d *Drawer) track(r *relation) ([]string, bool) {
	at := slices.IndexFunc(r.columns, func(c column) bool { return c.coordinate() })
	if at < 0 || at > 1 || at == len(r.columns)-1 || len(r.rows) < 2 {
		return nil, false
	}
	places := r.columns[at].axis()
	if len(places) < 3 {
		return nil, false
	}
	cells := map[place]string{} // x the place, y the row of the table
	var names []string
	cell := 1
	for _, row := range r.rows {
		name := strings.Join(row[:at], " ")
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		p := place{row[at], name}
		if _, twice := cells[p]; twice {
			return nil, false
		}
		cells[p] = strings.Join(row[at+1:], " ")
		cell = max(cell, width(cells[p]))
	}
	for _, x := range places {
		cell = max(cell, width(x))
	}
	label := width(r.name)
	for _, n := range names {
		label = max(label, width(n)+2)
	}
	if cell > 8 || label+len(places)*(cell+1)+1 > d.opt.Width || 2*len(cells) < len(places) && len(names) < 2 {
		return nil, false
	}
	head := pad(r.name, label) + " "
	for _, x := range places {
		head += " " + padLeft(x, cell)
	}
	out := []string{head}
	for _, n := range names {
		line := pad("  "+n, label) + " "
		for _, x := range places {
			c, ok := cells[place{x, n}]
			if !ok || emptyWord(c) && c != "0" && c != "b" {
				c = dot
			}
			line += " " + padLeft(c, cell)
		}
		out = append(out, strings.TrimRight(line, " "))
	}
	return out, true
}

// list writes relations as short texts: "step: 3", "boxes: red=0 blue=1",
// "stock: a b c".
func list(rels []*relation) []string {
	var out []string
	for _, r := range rels {
		if len(r.rows) == 0 {
			continue
		}
		rows := slices.Clone(r.rows)
		slices.SortStableFunc(rows, func(a, b []string) int {
			return slices.CompareFunc(a, b, natural)
		})
		var items []string
		sep := " "
		switch len(r.columns) {
		case 0:
			out = append(out, r.name)
			continue
		case 1:
			for _, row := range rows {
				items = append(items, row[0])
			}
		case 2:
			items = pairs(rows)
		default:
			sep = ", "
			for _, row := range rows {
				items = append(items, strings.Join(row, " "))
			}
		}
		out = append(out, r.name+": "+strings.Join(items, sep))
	}
	return out
}

// pairs writes rows of two as key=value, the values of one key together.
func pairs(rows [][]string) []string {
	var out []string
	for i, row := range rows {
		if i > 0 && rows[i-1][0] == row[0] {
			out[len(out)-1] += "," + row[1]
			continue
		}
		out = append(out, row[0]+"="+row[1])
	}
	return out
}
