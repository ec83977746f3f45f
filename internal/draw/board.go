package draw

import (
	"maps"
	"slices"
	"strings"
)

// place is a square of a board: its column and row as the fluents write them.
type place struct{ x, y string }

// board is what will be drawn as one grid.
type board struct {
	title  string
	xs, ys []string
	down   bool // rows are counted from the top
	cells  map[place]string
	rel    string // shape of the relation it comes from
	layer  []string
	simple bool // contents are names of relations: other pieces may be laid over them
	track  bool // one coordinate only: the rows are names
}

// view is a way to read a relation as places.
type view struct {
	rel     *relation
	x, y    int   // arguments: column and row
	layers  []int // arguments that choose one of several boards
	content []int // arguments that say what stands there; none: the relation's name
	kind    string
	down    bool
	nested  bool // a board of boards: the layers are coordinates of their own
}

// boards gives the boards of the position and the relations that are not on any.
func (d *Drawer) boards() ([]*board, []*relation) {
	var out []*board
	var weak []view
	var rest []*relation
	for _, shape := range slices.Sorted(maps.Keys(d.relations)) {
		r := d.relations[shape].open()
		v, ok := r.view(d.opt)
		switch {
		case ok && v.strong() && v.fits(d.opt.Width):
			out = append(out, v.boards()...)
		case ok && v.thin():
			weak = append(weak, v)
		default:
			rest = append(rest, r)
		}
	}
	out = merge(out)
	weak = overlay(out, weak)
	if b := union(weak); b != nil {
		out = append(out, b)
		weak = nil
	}
	for _, v := range weak {
		rest = append(rest, v.rel)
	}
	slices.SortFunc(rest, func(a, b *relation) int { return strings.Compare(a.shape, b.shape) })
	return out, rest
}

// view finds the arguments that may be coordinates.
func (r *relation) view(opt Options) (view, bool) {
	for i := 0; i+1 < len(r.columns); i++ {
		a, b := &r.columns[i], &r.columns[i+1]
		if !a.coordinate() || !b.coordinate() || a.isInt && len(a.values) == 1 && i > 0 && r.columns[i-1].isInt {
			continue
		}
		v := view{rel: r, x: i, y: i + 1}
		switch {
		case a.isInt && b.isInt:
			v.kind, v.down = "numbers", opt.RowsFirst
			if opt.RowsFirst {
				v.x, v.y = i+1, i
			}
		case a.isInt:
			v.kind, v.x, v.y = "letters", i+1, i
		default:
			v.kind = "letters"
		}
		// two letters are a choice, such as h and v, more often than files
		if a.isLetter && len(a.values) < 3 || b.isLetter && len(b.values) < 3 {
			continue
		}
		v.assign(i)
		if v.sane() {
			return v, true
		}
	}
	return r.tableView()
}

// assign gives the arguments beside the pair at i a meaning.
func (v *view) assign(i int) {
	r := v.rel
	// four numbers in a row: a board of boards, the outer coordinates first
	if r.ints(i, 4) && (len(r.rows) < 8 || r.learnedRepeat(i, i+1)) {
		v.x, v.y = v.x+2, v.y+2
		v.layers, v.nested = []int{i, i + 1}, true
		v.rest(i+4, 0, i)
		return
	}
	from := i + 2
	if r.ints(i+2, 1) && r.learnedRepeat(i, i+1) { // a third coordinate: layers
		v.layers = append(v.layers, i+2)
		from++
	}
	v.rest(from, 0, i)
}

// rest gives the arguments before the coordinates and those from there on their
// meaning. A leading argument chooses a board if several fluents share it, else
// it says what stands there, as in (at cat 1 2).
func (v *view) rest(from, first, end int) {
	r := v.rel
	if end > first {
		seen := map[string]int{}
		most := 0
		for _, row := range r.rows {
			k := strings.Join(row[first:end], " ")
			seen[k]++
			most = max(most, seen[k])
		}
		if most > 1 {
			r.learned["shared lead"] = true
		}
		for c := first; c < end; c++ {
			if r.learned["shared lead"] {
				v.layers = append(v.layers, c)
			} else {
				v.content = append(v.content, c)
			}
		}
	}
	for c := from; c < len(r.columns); c++ {
		v.content = append(v.content, c)
	}
}

func (r *relation) ints(from, n int) bool {
	if from+n > len(r.columns) {
		return false
	}
	for i := from; i < from+n; i++ {
		if !r.columns[i].isInt || !r.columns[i].coordinate() {
			return false
		}
	}
	return true
}

// learnedRepeat reports whether several fluents of one position have had the
// same values in two arguments.
func (r *relation) learnedRepeat(i, j int) bool {
	key := "repeat " + string(rune('a'+i)) + string(rune('a'+j))
	if !r.learned[key] {
		seen := map[place]bool{}
		for _, row := range r.rows {
			p := place{row[i], row[j]}
			if seen[p] {
				r.learned[key] = true
				break
			}
			seen[p] = true
		}
	}
	return r.learned[key]
}

// tableView reads a relation whose first two arguments are words as a board if
// nearly every pair of them occurs, as in (cell top left x).
func (r *relation) tableView() (view, bool) {
	if len(r.columns) < 3 || len(r.rows) < 6 {
		return view{}, false
	}
	a, b := &r.columns[0], &r.columns[1]
	na, nb := len(a.values), len(b.values)
	if na < 2 || nb < 2 || na > 12 || nb > 12 || 10*len(r.rows) < 8*na*nb || r.learnedRepeat(0, 1) {
		return view{}, false
	}
	v := view{rel: r, x: 1, y: 0, kind: "names", down: true}
	v.rest(2, 0, 0)
	return v, true
}

// sane bounds the number of boards.
func (v *view) sane() bool {
	n := 1
	for _, c := range v.layers {
		n *= max(1, len(v.rel.columns[c].values))
		if n > maxBoards {
			return false
		}
	}
	return true
}

// strong reports whether the relation is a board by itself: places share columns
// and rows. Once it was, it stays one, however few pieces are left.
func (v *view) strong() bool {
	r := v.rel
	if r.learned["board"] {
		return true
	}
	type key struct{ layer, v string }
	columns, rows := map[key]int{}, map[key]int{}
	sharedX, sharedY := false, false
	places := map[key]bool{}
	for _, row := range r.rows {
		l := v.layer(row)
		if v.nested {
			l = "" // four coordinates are convincing even where each board holds little
		}
		p := key{l, row[v.x] + " " + row[v.y]}
		if places[p] {
			continue
		}
		places[p] = true
		columns[key{l, row[v.x]}]++
		rows[key{l, row[v.y]}]++
		sharedX = sharedX || columns[key{l, row[v.x]}] > 1
		sharedY = sharedY || rows[key{l, row[v.y]}] > 1
	}
	if len(places) >= 4 && (sharedX && sharedY || (sharedX || sharedY) && v.wordsFollow()) {
		r.learned["board"] = true
	}
	if !sharedX && (len(places) >= 4 || len(places) >= 2 && v.kind != "numbers") {
		r.learned["function"] = true // one row for every column: a table of numbers
	}
	return r.learned["board"]
}

// wordsFollow reports whether a word behind the coordinates says what stands
// there.
func (v *view) wordsFollow() bool {
	for _, c := range v.content {
		if c > v.x && c > v.y && !v.rel.columns[c].isInt {
			return true
		}
	}
	return false
}

// thin reports whether the relation may be a few pieces of a board that other
// relations make up.
func (v *view) thin() bool {
	return !v.rel.learned["function"] && len(v.layers) == 0 && v.kind != "names"
}

// fits reports whether a board has room in the width with the smallest squares.
func (v *view) fits(limit int) bool {
	wide, label := 1, 1
	for x := range v.rel.columns[v.x].values {
		wide = max(wide, width(x))
	}
	for y := range v.rel.columns[v.y].values {
		label = max(label, width(y))
	}
	return label+2+len(v.rel.columns[v.x].axis())*(wide+1) <= limit
}

func (v *view) layer(row []string) string {
	if len(v.layers) == 0 {
		return ""
	}
	return strings.Join(v.pick(row, v.layers), " ")
}

func (v *view) pick(row []string, columns []int) []string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = row[c]
	}
	return out
}

// what says what a row puts on its place.
func (v *view) what(row []string) string {
	if len(v.content) == 0 {
		return v.rel.name
	}
	return strings.Join(v.pick(row, v.content), " ")
}

// boards gives the boards of a relation, one for each choice of layers seen.
func (v *view) boards() []*board {
	r := v.rel
	xs, ys := r.columns[v.x].axis(), r.columns[v.y].axis()
	byLayer := map[string]*board{}
	var out []*board
	add := func(layer []string) *board {
		b := &board{
			title: strings.TrimSpace(r.name + " " + strings.Join(layer, " ")),
			xs:    xs, ys: ys, down: v.down, cells: map[place]string{},
			rel: r.shape, layer: layer, simple: len(v.content) == 0,
		}
		byLayer[strings.Join(layer, " ")] = b
		out = append(out, b)
		return b
	}
	if len(v.layers) == 0 {
		add(nil)
	} else {
		for _, combo := range v.combinations() {
			add(combo)
		}
	}
	for _, row := range r.rows {
		b := byLayer[v.layer(row)]
		if b == nil {
			continue
		}
		p, w := place{row[v.x], row[v.y]}, v.what(row)
		if old, ok := b.cells[p]; ok && old != w {
			w = old + "+" + w
		}
		b.cells[p] = w
	}
	return out
}

// combinations gives the choices of layers: all of them where the layers are
// coordinates, else those that have been seen.
func (v *view) combinations() [][]string {
	out := [][]string{nil}
	for _, c := range v.layers {
		var next [][]string
		axis := v.rel.columns[c].axis()
		for _, o := range out {
			for _, value := range axis {
				next = append(next, append(slices.Clone(o), value))
			}
		}
		out = next
	}
	return out
}

// merge lays boards of single relations over each other where they have the same
// places and no square twice, such as (white 1 2) and (black 3 4).
func merge(boards []*board) []*board {
	var out []*board
next:
	for _, b := range boards {
		if b.simple && len(b.layer) == 0 {
			for _, o := range out {
				if o.simple && len(o.layer) == 0 && isLetterAxis(o.xs) == isLetterAxis(b.xs) && disjoint(o, b) && near(o, b) {
					o.take(b)
					continue next
				}
			}
		}
		out = append(out, b)
	}
	return out
}

func isLetterAxis(axis []string) bool { return len(axis) > 0 && isLetter(axis[0]) }

func disjoint(a, b *board) bool {
	for p := range b.cells {
		if _, taken := a.cells[p]; taken {
			return false
		}
	}
	return true
}

// near reports whether two boards are of about one size.
func near(a, b *board) bool {
	return 2*len(a.xs) >= len(b.xs) && 2*len(b.xs) >= len(a.xs) &&
		2*len(a.ys) >= len(b.ys) && 2*len(b.ys) >= len(a.ys)
}

func (b *board) take(o *board) {
	maps.Copy(b.cells, o.cells)
	b.xs, b.ys = joinAxes(b.xs, o.xs), joinAxes(b.ys, o.ys)
	b.title += ", " + o.title
}

func joinAxes(a, b []string) []string {
	all := map[string]bool{}
	for _, v := range a {
		all[v] = true
	}
	for _, v := range b {
		all[v] = true
	}
	return axisOf(all)
}

// overlay lays thin relations over a board that has room for them and returns
// the others. Names of relations give way, contents do not.
func overlay(boards []*board, weak []view) []view {
	var left []view
next:
	for _, v := range weak {
		for _, b := range boards {
			if len(b.layer) > 0 || len(v.rel.rows) == 0 || !b.fits(&v) {
				continue
			}
			for _, row := range v.rel.rows {
				b.cells[place{row[v.x], row[v.y]}] = v.what(row)
			}
			b.title += ", " + v.rel.name
			continue next
		}
		left = append(left, v)
	}
	return left
}

func (b *board) fits(v *view) bool {
	seen := map[place]bool{}
	for _, row := range v.rel.rows {
		p := place{row[v.x], row[v.y]}
		old, taken := b.cells[p]
		if !slices.Contains(b.xs, p.x) || !slices.Contains(b.ys, p.y) || seen[p] || taken && !b.simple && !emptyWord(old) {
			return false
		}
		seen[p] = true
	}
	return true
}

// union makes a board of thin relations that have the same kind of places, if
// together they look like one, over all positions seen.
func union(weak []view) *board {
	if len(weak) == 0 {
		return nil
	}
	b := &board{cells: map[place]string{}, simple: true, down: weak[0].down}
	xs, ys := map[string]bool{}, map[string]bool{}
	n := 0
	for _, v := range weak {
		if v.kind != weak[0].kind {
			return nil
		}
		for _, row := range v.rel.rows {
			p := place{row[v.x], row[v.y]}
			if old, taken := b.cells[p]; taken {
				b.cells[p] = old + "+" + v.what(row)
			} else {
				b.cells[p] = v.what(row)
			}
			n++
		}
		maps.Copy(xs, v.rel.columns[v.x].values)
		maps.Copy(ys, v.rel.columns[v.y].values)
		b.title += ", " + v.rel.name
	}
	if n == 0 || len(xs) < 3 || len(ys) < 3 || len(xs) > maxAxis || len(ys) > maxAxis {
		return nil
	}
	b.title = strings.TrimPrefix(b.title, ", ")
	b.xs, b.ys = axisOf(xs), axisOf(ys)
	return b
}
