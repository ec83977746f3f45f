package expand

import (
	"fmt"
	"strconv"
	"strings"

	"ludens/diag"
	"ludens/ludii/parse"
)

// mostRange bounds the members of one range.
const mostRange = 1_000_000

// span appends the members of a range, in its order: whole numbers, or the names
// of sites, as in "A1".."A8", which share their letters or their number.
func (e *expander) span(dst []*parse.Node, n *parse.Node) []*parse.Node {
	a, b, _ := strings.Cut(n.Text, "..")
	kind, name := parse.Int, func(i int64) string { return strconv.FormatInt(i, 10) }
	from, to, ok := whole(a, b)
	if strings.HasPrefix(n.Text, `"`) {
		kind = parse.String
		from, to, name, ok = siteNames(strings.Trim(a, `"`), strings.Trim(b, `"`))
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
