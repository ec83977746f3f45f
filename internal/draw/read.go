package draw

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"ludens/internal/sexpr"
)

// Bounds on what counts as structure; what exceeds them is listed as it stands.
const (
	maxColumns = 12
	maxDepth   = 8
	maxValues  = 4096 // remembered per column
	maxAxis    = 40   // rows or columns of a board
	maxBoards  = 30   // boards of one relation
)

// relation is what is known of all fluents of one shape: one name, one number of
// arguments, one nesting. Nested arguments count as arguments of the whole.
type relation struct {
	shape, name string
	columns     []column
	rows        [][]string // now; nil columns mean that the rows are whole texts
	learned     map[string]bool
}

// column is what is known of one argument over all positions seen.
type column struct {
	values   map[string]bool
	isInt    bool // every value so far is an integer
	isLetter bool // every value so far is one letter
	isSquare bool // every value so far is a letter with a number, as a1
}

// coordinate reports whether the argument may be one.
func (c *column) coordinate() bool {
	return (c.isInt || c.isLetter) && len(c.values) > 0 && len(c.values) <= maxAxis
}

// axis gives the values in order; gaps between integers are closed where that
// does not blow it up.
func (c *column) axis() []string { return axisOf(c.values) }

func axisOf(values map[string]bool) []string {
	out := make([]string, 0, len(values))
	low, high, ints := 0, 0, true
	for v := range values {
		out = append(out, v)
		n, err := strconv.Atoi(v)
		ints = ints && err == nil && isInt(v)
		if len(out) == 1 {
			low, high = n, n
		}
		low, high = min(low, n), max(high, n)
	}
	if span := high - low + 1; ints && span > len(out) && span <= max(10, 2*len(out)+2) && span <= maxAxis {
		out = out[:0]
		for n := low; n <= high; n++ {
			out = append(out, strconv.Itoa(n))
		}
	}
	slices.SortFunc(out, natural)
	return out
}

// natural orders numbers by value and before words, words by letters.
func natural(a, b string) int {
	x, errA := strconv.Atoi(a)
	y, errB := strconv.Atoi(b)
	switch {
	case errA == nil && errB == nil && x != y:
		return cmp.Compare(x, y)
	case errA == nil && errB != nil:
		return -1
	case errA != nil && errB == nil:
		return 1
	}
	return strings.Compare(a, b)
}

func isInt(v string) bool {
	n, err := strconv.Atoi(v)
	return err == nil && len(v) <= 6 && strconv.Itoa(n) == v
}

func isLetter(v string) bool {
	return len(v) == 1 && (v[0] >= 'a' && v[0] <= 'z' || v[0] >= 'A' && v[0] <= 'Z')
}

func isSquare(v string) bool {
	return len(v) >= 2 && len(v) <= 3 && isLetter(v[:1]) && isInt(v[1:]) && v[1] != '-'
}

// read sorts the fluents into relations and learns from them.
func (d *Drawer) read(fluents []string) {
	for _, r := range d.relations {
		r.rows = nil
	}
	for _, f := range fluents {
		shape, name, args := split(f)
		r := d.relations[shape]
		if r == nil {
			r = &relation{shape: shape, name: name, columns: make([]column, len(args)), learned: map[string]bool{}}
			for i := range r.columns {
				r.columns[i] = column{values: map[string]bool{}, isInt: true, isLetter: true, isSquare: true}
			}
			d.relations[shape] = r
		}
		r.rows = append(r.rows, args)
		for i, v := range args {
			r.columns[i].learn(v)
		}
	}
}

func (c *column) learn(v string) {
	c.isInt = c.isInt && isInt(v)
	c.isLetter = c.isLetter && isLetter(v)
	c.isSquare = c.isSquare && isSquare(v)
	if len(c.values) < maxValues {
		c.values[v] = true
	}
}

// split takes a fluent apart: its shape, its relation's name and its arguments,
// nested ones laid flat. A text that is no fluent is a name without arguments.
func split(fluent string) (shape, name string, args []string) {
	nodes, findings := sexpr.Parse(fluent, sexpr.Limits{Depth: 2 * maxDepth})
	if findings.Errors() > 0 || len(nodes) != 1 {
		return "?" + fluent, strings.Join(strings.Fields(fluent), " "), nil
	}
	n := nodes[0]
	if !n.IsList {
		return n.Atom, n.Atom, nil
	}
	if len(n.List) == 0 || n.List[0].IsList {
		return "?" + fluent, n.String(), nil
	}
	var b strings.Builder
	name = n.List[0].Atom
	if !flatten(n, &b, &args, 0) || len(args) > maxColumns {
		return "?" + fluent, n.String(), nil
	}
	return b.String(), name, args
}

func flatten(n sexpr.Node, shape *strings.Builder, args *[]string, depth int) bool {
	if depth > maxDepth || len(n.List) == 0 || n.List[0].IsList {
		return false
	}
	shape.WriteString("(" + n.List[0].Atom)
	for _, a := range n.List[1:] {
		shape.WriteByte(' ')
		if a.IsList {
			if !flatten(a, shape, args, depth+1) {
				return false
			}
			continue
		}
		shape.WriteByte('_')
		*args = append(*args, a.Atom)
	}
	shape.WriteByte(')')
	return true
}

// open gives the relation with its square names, such as e4, taken apart into
// file and rank, where there are enough of them to be squares of a board.
func (r *relation) open() *relation {
	at := -1
	for i := range r.columns {
		if c := &r.columns[i]; c.isSquare {
			files, ranks := map[string]bool{}, map[string]bool{}
			for v := range c.values {
				files[v[:1]], ranks[v[1:]] = true, true
			}
			if len(files) >= 3 && len(ranks) >= 3 {
				at = i
				break
			}
		}
	}
	if at < 0 {
		return r
	}
	o := &relation{shape: r.shape, name: r.name, learned: r.learned}
	file := column{values: map[string]bool{}, isLetter: true}
	rank := column{values: map[string]bool{}, isInt: true}
	for v := range r.columns[at].values {
		file.values[v[:1]], rank.values[v[1:]] = true, true
	}
	o.columns = slices.Concat(r.columns[:at], []column{file, rank}, r.columns[at+1:])
	for _, row := range r.rows {
		v := row[at]
		o.rows = append(o.rows, slices.Concat(row[:at], []string{v[:1], v[1:]}, row[at+1:]))
	}
	return o
}
