package encode

import (
	"cmp"
	"slices"
	"strings"
)

// term is the text of a proposition or move taken apart: "(cell (at 1 2) b)" has the
// shape "(cell (at . .) .)" and the arguments 1, 2, b.
type term struct {
	shape string
	args  []string
}

// parseTerm takes a text apart. Every name that is not a functor (the first behind
// a parenthesis) is an argument, except that a name alone is a shape.
func parseTerm(text string) term {
	if !strings.HasPrefix(text, "(") {
		return term{shape: text}
	}
	var t term
	var b strings.Builder
	functor := false
	for i := 0; i < len(text); {
		switch c := text[i]; c {
		case '(':
			functor = true
			b.WriteByte(c)
			i++
		case ')', ' ':
			b.WriteByte(c)
			i++
		default:
			end := i
			for end < len(text) && !strings.ContainsRune("() ", rune(text[end])) {
				end++
			}
			if functor {
				b.WriteString(text[i:end])
				functor = false
			} else {
				b.WriteByte('.')
				t.args = append(t.args, text[i:end])
			}
			i = end
		}
	}
	t.shape = b.String()
	return t
}

// group is all terms of one shape.
type group struct {
	shape   string
	members []int      // numbers of the terms, ascending
	args    [][]string // per member
	domains []domain   // per place
}

// domain is the values that occur at a place.
type domain map[string]bool

func (d domain) within(e domain) bool {
	if len(d) > len(e) {
		return false
	}
	for v := range d {
		if !e[v] {
			return false
		}
	}
	return true
}

// common is the number of values in both.
func (d domain) common(e domain) int {
	n := 0
	for v := range d {
		if e[v] {
			n++
		}
	}
	return n
}

// groupTerms sorts terms by shape. The groups come in the order of their first
// members.
func groupTerms(texts []string) []*group {
	by := map[string]*group{}
	var out []*group
	for i, text := range texts {
		t := parseTerm(text)
		g := by[t.shape]
		if g == nil {
			g = &group{shape: t.shape, domains: make([]domain, len(t.args))}
			for k := range g.domains {
				g.domains[k] = domain{}
			}
			by[t.shape] = g
			out = append(out, g)
		}
		g.members = append(g.members, i)
		g.args = append(g.args, t.args)
		for k, v := range t.args {
			g.domains[k][v] = true
		}
	}
	return out
}

// pairs is the number of different pairs of values at two places.
func (g *group) pairs(i, j int) int {
	seen := map[[2]string]bool{}
	for _, a := range g.args {
		seen[[2]string{a[i], a[j]}] = true
	}
	return len(seen)
}

// rest writes the arguments but those at the given places, as a key.
func rest(args []string, but ...int) string {
	var b strings.Builder
	for k, v := range args {
		if !slices.Contains(but, k) {
			b.WriteString(v)
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// ordering knows in which order constants stand.
type ordering struct {
	orders [][]string
	index  []map[string]int
}

func newOrdering(orders [][]string) *ordering {
	o := &ordering{orders: orders}
	for _, list := range orders {
		ix := make(map[string]int, len(list))
		for i, v := range list {
			ix[v] = i
		}
		o.index = append(o.index, ix)
	}
	return o
}

// chain is the number of the shortest order that holds all values, -1 if there is
// none.
func (o *ordering) chain(d domain) int {
	best := -1
	for k, ix := range o.index {
		if len(ix) < len(d) || best >= 0 && len(ix) >= len(o.index[best]) {
			continue
		}
		all := true
		for v := range d {
			if _, ok := ix[v]; !ok {
				all = false
				break
			}
		}
		if all {
			best = k
		}
	}
	return best
}

// ordered tells whether the order of the values means something: a chain holds
// them, or they are numbers, maybe behind the same letters, or letters without a gap.
func (o *ordering) ordered(d domain) bool {
	if o.chain(d) >= 0 {
		return true
	}
	prefixes := domain{}
	numbers, letters := true, true
	first, last := byte(255), byte(0)
	for v := range d {
		prefix := strings.TrimRight(v, "0123456789")
		prefixes[prefix] = true
		numbers = numbers && len(prefix) < len(v)
		letters = letters && len(v) == 1 && v[0] >= 'A'
		first, last = min(first, v[0]), max(last, v[0])
	}
	delete(prefixes, "-")
	return numbers && len(prefixes) <= 1 || letters && int(last-first) == len(d)-1
}

// sorted gives the values in order: of a chain that holds them all, else as people
// would sort them, numbers in texts by their size.
func (o *ordering) sorted(d domain) []string {
	out := make([]string, 0, len(d))
	for v := range d {
		out = append(out, v)
	}
	slices.SortFunc(out, natural)
	if k := o.chain(d); k >= 0 {
		ix := o.index[k]
		slices.SortFunc(out, func(a, b string) int { return ix[a] - ix[b] })
	}
	return out
}

func isNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// natural compares texts, runs of digits by their value and a minus before digits at
// the beginning as a sign.
func natural(a, b string) int {
	if isNumber(a) && isNumber(b) {
		na, nb := a[0] == '-', b[0] == '-'
		switch {
		case na && nb:
			return byValue(b[1:], a[1:])
		case na:
			return -1
		case nb:
			return 1
		}
		return byValue(a, b)
	}
	for a != "" && b != "" {
		da, db := digits(a), digits(b)
		if da > 0 && db > 0 {
			if c := byValue(a[:da], b[:db]); c != 0 {
				return c
			}
			a, b = a[da:], b[db:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

// byValue compares runs of digits; those of one value by their length, so that
// different texts are never equal.
func byValue(a, b string) int {
	x, y := strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y), cmp.Compare(len(a), len(b)))
}
