package check

import (
	"fmt"
	"slices"
	"strings"

	"ludens/diag"
	"ludens/gdl"
	"ludens/internal/sexpr"
)

// mostUnclosed bounds how many forms with an unclosed parenthesis are set aside
// one after the other; each costs another reading of the text.
const mostUnclosed = 20

// read fills c.d with every rule that can be read, c.out with what the reader
// found, and c.hidden with the names in forms that cannot be read.
//
// A form that is never closed holds all that follows. If a later line begins
// with a parenthesis, the form is taken to have ended there: it is set aside and
// the text is read again without it, so that the rest is still looked at.
func (c *checker) read(text string) {
	d, found := gdl.Read(text)
	var unclosed diag.List
	for range mostUnclosed {
		from := lastUnclosed(text, found)
		if from < 0 {
			break
		}
		at := strings.Index(text[from:], "\n(")
		if at < 0 {
			break
		}
		end := from + at
		rest := text[:from] + blank(text[from:end]) + text[end:]
		d2, found2 := gdl.Read(rest)
		if count(found2, sexpr.CodeUnopened) > count(found, sexpr.CodeUnopened) {
			break // the line belongs to the form after all
		}
		hint := fmt.Sprintf("add the closing parenthesis; the form in line %d seems to be the next one, so it is missing before that",
			1+strings.Count(text[:end+1], "\n"))
		for _, f := range found {
			if f.Code == sexpr.CodeUnclosed && f.Pos.Offset >= from && f.Pos.Offset < end {
				f.Hint = hint
				unclosed.Add(f)
			}
		}
		nodes, _ := sexpr.Parse(text[from:end], sexpr.Limits{})
		c.hide(nodes...)
		text, d, found = rest, d2, found2
	}
	c.d = d
	if found.Errors() > 0 {
		found = c.setUnreadableAside(text, found)
	}
	for _, f := range append(unclosed, found...) {
		c.add(f)
	}
}

// blank gives as many blanks as the text has bytes, and keeps the line ends.
func blank(text string) string {
	b := []byte(text)
	for i := range b {
		if b[i] != '\n' {
			b[i] = ' '
		}
	}
	return string(b)
}

func count(l diag.List, code string) int {
	n := 0
	for _, f := range l {
		if f.Code == code {
			n++
		}
	}
	return n
}

// forms are the top-level forms of a text, as gdl.Read takes them.
func forms(text string) []sexpr.Node {
	nodes, _ := sexpr.Parse(text, sexpr.Limits{})
	if len(nodes) == 1 && nodes[0].IsList && (len(nodes[0].List) == 0 || nodes[0].List[0].IsList) {
		return nodes[0].List
	}
	return nodes
}

// lastUnclosed gives the offset of the form that runs to the end of the text
// because it is never closed, or -1.
func lastUnclosed(text string, found diag.List) int {
	lastOpen := -1
	for _, f := range found {
		if f.Code == sexpr.CodeUnclosed {
			lastOpen = max(lastOpen, f.Pos.Offset)
		}
	}
	if lastOpen < 0 {
		return -1
	}
	nodes := forms(text)
	if n := len(nodes); n > 0 && nodes[n-1].Pos.Offset <= lastOpen {
		return nodes[n-1].Pos.Offset
	}
	return -1
}

// setUnreadableAside notes the names in forms that the reader dropped, and drops
// a form that is never closed: what is wrong inside it is mostly just that.
func (c *checker) setUnreadableAside(text string, found diag.List) diag.List {
	c.cut = count(found, sexpr.CodeLimit) > 0
	if from := lastUnclosed(text, found); from >= 0 {
		c.d.Rules = slices.DeleteFunc(c.d.Rules, func(r gdl.Rule) bool { return r.Pos.Offset >= from })
		found = slices.DeleteFunc(found, func(f diag.Diagnostic) bool {
			return f.Pos.Offset >= from && strings.HasPrefix(f.Code, "GDL")
		})
	}
	readable := make(map[int]bool, len(c.d.Rules))
	for i := range c.d.Rules {
		readable[c.d.Rules[i].Pos.Offset] = true
	}
	for _, n := range forms(text) {
		if !readable[n.Pos.Offset] {
			c.hide(n)
		}
	}
	return found
}

// hide notes the names in forms that cannot be read.
func (c *checker) hide(nodes ...sexpr.Node) {
	for _, n := range nodes {
		if n.IsList {
			c.hide(n.List...)
		} else {
			c.hidden[strings.ToLower(sexpr.ToUTF8(n.Atom))] = true
		}
	}
}

// isHidden reports whether name may be defined or used where we cannot see it.
func (c *checker) isHidden(name string) bool { return c.cut || c.hidden[strings.ToLower(name)] }
