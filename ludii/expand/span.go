package expand

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludens/diag"
	"ludens/ludii/parse"
)

// mostRange bounds the members of one range.
const mostRange = 1_000_000

// span appends the members of a range, in its order: whole numbers, or the names
// of sites, as in "A1".."A8", which share their letters or their number.
// The ends may be names of defines, "Entry".."End", which are filled in first.
func (e *expander) span(dst []*parse.Node, n *parse.Node, nested int) []*parse.Node {
	a, b, _ := strings.Cut(n.Text, "..")
	quoted := strings.HasPrefix(n.Text, `"`)
	if quoted {
		a, b = e.end(n, strings.Trim(a, `"`), nested), e.end(n, strings.Trim(b, `"`), nested)
	}
	kind, name := parse.Int, func(i int64) string { return strconv.FormatInt(i, 10) }
	from, to, ok := whole(a, b)
	if quoted && !ok {
		kind = parse.String
		from, to, name, ok = siteNames(a, b)
	}
	if !ok {
		e.add(finding(diag.Error, CodeRange, n, fmt.Sprintf("%s is not a range that can be written out", n.Text), `write 3..8, or two sites that share their letters or their number, "A1".."A8"`))
		return dst
	}
	step := int64(1)
	if to < from {
		step = -1
	}
	start := len(dst)
	for i := from; !e.stop; i += step {
		e.spend(n)
		dst = append(dst, &parse.Node{Kind: kind, Text: name(i), Pos: n.Pos, End: n.End, Origin: n.Origin})
		if i == to {
			break
		}
	}
	return e.labelFirst(dst, start, n)
}

// end gives what an end of a range is: what the define of that name stands for,
// if that is one word, else the word itself.
func (e *expander) end(n *parse.Node, word string, nested int) string {
	if e.find(word) == nil {
		return word
	}
	filled := e.node(nil, &parse.Node{Kind: parse.String, Text: word, Pos: n.Pos, End: n.End, Origin: n.Origin}, nested)
	if len(filled) != 1 || len(filled[0].Children) > 0 {
		return word
	}
	return filled[0].Text
}

// joined puts ranges together whose ends were something else when they were read:
// {0..<Board:n>} is "0.." and a number behind it once the option is filled in, and
// {#1..#2} a word with dots in it.
func (e *expander) joined(children []*parse.Node, nested int) []*parse.Node {
	dots := func(n *parse.Node) bool { return n.Kind == parse.Name && strings.Contains(n.Text, "..") }
	if !slices.ContainsFunc(children, dots) {
		return children
	}
	number := func(i int) string {
		if i >= 0 && i < len(children) && children[i].Kind == parse.Int {
			return children[i].Text
		}
		return ""
	}
	out := make([]*parse.Node, 0, len(children))
	for i := 0; i < len(children); i++ {
		n := children[i]
		if !dots(n) {
			out = append(out, n)
			continue
		}
		a, b, _ := strings.Cut(n.Text, "..")
		before, behind := a == "" && len(out) > 0 && out[len(out)-1] == children[max(i-1, 0)], b == ""
		if before {
			a = number(i - 1)
		}
		if behind {
			b = number(i + 1)
		}
		if _, _, ok := whole(a, b); !ok {
			out = append(out, n) // no range: it has another meaning, or none
			continue
		}
		r := &parse.Node{Kind: parse.Range, Text: a + ".." + b, Label: n.Label, Pos: n.Pos, End: n.End, Origin: n.Origin}
		if before {
			r.Label, r.Pos = out[len(out)-1].Label, out[len(out)-1].Pos
			out = out[:len(out)-1]
		}
		if behind {
			i++
		}
		out = e.span(out, r, nested)
	}
	return out
}

// whole reads both ends of a range of numbers.
func whole(a, b string) (from, to int64, ok bool) {
	from, err1 := strconv.ParseInt(a, 10, 32)
	to, err2 := strconv.ParseInt(b, 10, 32)
	return from, to, err1 == nil && err2 == nil && from-to <= mostRange && to-from <= mostRange
}

// siteNames reads both ends of a range of sites: what runs, as numbers, and how
// a member is written.
func siteNames(a, b string) (from, to int64, name func(int64) string, ok bool) {
	lettersA, numberA := splitSite(a)
	lettersB, numberB := splitSite(b)
	columnA, okA := column(lettersA)
	columnB, okB := column(lettersB)
	if !okA || !okB {
		return 0, 0, nil, false
	}
	if lettersA == lettersB {
		from, to, ok = whole(numberA, numberB)
		return from, to, func(i int64) string { return lettersA + strconv.FormatInt(i, 10) }, ok
	}
	_, _, ok = whole(numberA, numberB)
	return columnA, columnB, func(i int64) string { return letters(i) + numberA }, ok && numberA == numberB
}

// splitSite splits "AB12" into letters and number.
func splitSite(s string) (letters, number string) {
	i := 0
	for i < len(s) && s[i] >= 'A' && s[i] <= 'Z' {
		i++
	}
	return s[:i], s[i:]
}

// column is the number of a column by its letters: A is 1, Z 26, AA 27.
func column(letters string) (n int64, ok bool) {
	if letters == "" || len(letters) > 3 {
		return 0, false
	}
	for i := range len(letters) {
		n = n*26 + int64(letters[i]-'A') + 1
	}
	return n, true
}

// letters are the letters of a column.
func letters(n int64) string {
	s := ""
	for ; n > 0; n = (n - 1) / 26 {
		s = string(rune('A'+(n-1)%26)) + s
	}
	return s
}
