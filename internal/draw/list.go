package draw

import (
	"slices"
	"strings"
)

// tracks makes boards of relations over one coordinate, such as (cell 3 white)
// or (men white 4 2), and gives back the others.
func (d *Drawer) tracks(rels []*relation) (tracks []*board, rest []*relation) {
	for _, r := range rels {
		if b, ok := d.track(r); ok {
			tracks = append(tracks, b)
		} else {
			rest = append(rest, r)
		}
	}
	return tracks, rest
}

// track reads a relation with one coordinate: the first or second argument, if
// it names at least three places and each holds one thing. What stands before
// it names the rows.
func (d *Drawer) track(r *relation) (*board, bool) {
	at := slices.IndexFunc(r.columns, func(c column) bool { return c.coordinate() })
	if at < 0 || at > 1 || at == len(r.columns)-1 || len(r.rows) < 2 {
		return nil, false
	}
	b := &board{title: r.name, xs: r.columns[at].axis(), down: true, track: true, rel: r.shape, cells: map[place]string{}}
	if len(b.xs) < 3 {
		return nil, false
	}
	wide := 1
	for _, x := range b.xs {
		wide = max(wide, width(x))
	}
	for _, row := range r.rows {
		name := strings.Join(row[:at], " ")
		if !slices.Contains(b.ys, name) {
			b.ys = append(b.ys, name)
		}
		p := place{row[at], name}
		if _, twice := b.cells[p]; twice {
			return nil, false
		}
		b.cells[p] = strings.Join(row[at+1:], " ")
		wide = max(wide, min(3, width(b.cells[p])))
	}
	label := 0
	for _, y := range b.ys {
		label = max(label, width(y))
	}
	slices.SortFunc(b.ys, natural)
	if 4*len(b.cells) >= len(b.xs)*len(b.ys) {
		r.learned["track"] = true
	}
	return b, r.learned["track"] && label+2+len(b.xs)*(wide+1) <= d.opt.Width
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
