// Package sexpr reads symbolic expressions with positions: the surface syntax
// of GDL rules and of GGP messages.
//
// The syntax is the one GGP-Base and the Dresden server accept: symbols are
// separated by white space of any kind and by parentheses; a semicolon starts a
// comment that runs to the end of the line; there are no quotes, escapes or
// block comments. Reading never panics and is bounded by Limits; whatever is
// wrong is reported as diagnostics, and a tree is returned as far as it makes
// sense.
package sexpr

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"ludens/diag"
)

// Node is a symbol or a list of nodes.
type Node struct {
	Atom   string // the symbol; empty for a list
	List   []Node // the members of a list
	IsList bool
	Pos    diag.Pos
	End    int // byte offset just behind the node
}

// Limits bound what a text may cost. A zero field means the default.
type Limits struct {
	Bytes int // length of the text; default 16 MiB
	Depth int // nesting of lists; default 1,000
	Nodes int // symbols and lists; default 1,000,000, which is ten times the largest rule sheet known and costs some 80 MiB
}

func (l Limits) withDefaults() Limits {
	if l.Bytes == 0 {
		l.Bytes = 16 << 20
	}
	if l.Depth == 0 {
		l.Depth = 1000
	}
	if l.Nodes == 0 {
		l.Nodes = 1_000_000
	}
	return l
}

// Diagnostic codes of this package.
const (
	CodeUnclosed = "SEX001" // an opening parenthesis without its closing one
	CodeUnopened = "SEX002" // a closing parenthesis without its opening one
	CodeLimit    = "SEX003" // the text is too long, too deep or has too many symbols
)

// ToUTF8 returns text as valid UTF-8: text that is not valid is taken as
// Latin-1, which is how old rule sheets write their comments.
func ToUTF8(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + 16)
	for i := range len(text) {
		b.WriteRune(rune(text[i]))
	}
	return b.String()
}

// byteOrderMark is what some editors put before a text; it counts as white space.
const byteOrderMark = "\ufeff"

// Parse reads all expressions of text. The nodes are valid even when findings
// are returned: unclosed lists end where the text ends, unopened parentheses
// are skipped. A text beyond a limit gives none, and costs next to nothing.
func Parse(text string, lim Limits) ([]Node, diag.List) {
	lim = lim.withDefaults()
	var findings diag.List
	if len(text) > lim.Bytes {
		findings.Add(diag.Diagnostic{
			Code: CodeLimit, Severity: diag.Error, Pos: diag.Pos{Line: 1, Column: 1},
			Message: fmt.Sprintf("the text has %d bytes, more than the %d allowed", len(text), lim.Bytes),
		})
		return nil, findings
	}
	sizes, nodes, over := measure(text, lim)
	if over != nil {
		findings.Add(*over)
		return nil, findings
	}
	// All nodes lie in one piece of memory, of which every list takes its part
	// when it is opened.
	arena := make([]Node, nodes)
	room := func() (list []Node) {
		list, arena, sizes = arena[:0:sizes[0]], arena[sizes[0]:], sizes[1:]
		return list
	}
	type open struct {
		pos  diag.Pos
		list []Node
	}
	stack := []open{{list: room()}}
	const mostFindings = 100 // of one kind of slip repeated all over a text
	add := func(code string, pos diag.Pos, msg, hint string) {
		if len(findings) < mostFindings {
			findings.Add(diag.Diagnostic{Code: code, Severity: diag.Error, Pos: pos, Message: msg, Hint: hint})
		}
	}
	x := scanner{text: text, line: 1}
	for {
		kind, pos := x.next()
		switch kind {
		case end:
			for len(stack) > 1 {
				top := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				parent := &stack[len(stack)-1]
				parent.list = append(parent.list, Node{List: top.list, IsList: true, Pos: top.pos, End: len(text)})
				add(CodeUnclosed, top.pos, "this opening parenthesis is never closed", "add the closing one")
			}
			findings.Sort()
			return stack[0].list, findings
		case opening:
			stack = append(stack, open{pos: pos, list: room()})
		case closing:
			if len(stack) == 1 {
				add(CodeUnopened, pos, "this closing parenthesis closes nothing", "remove it, or add the opening one")
				continue
			}
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			parent := &stack[len(stack)-1]
			parent.list = append(parent.list, Node{List: top.list, IsList: true, Pos: top.pos, End: x.at})
		case symbol:
			parent := &stack[len(stack)-1]
			parent.list = append(parent.list, Node{Atom: text[pos.Offset:x.at], Pos: pos, End: x.at})
		}
	}
}

// measure counts before anything is made of the text: the members of the whole
// and of every list, in the order in which they are opened, and all nodes. It
// ends at a limit that is passed.
func measure(text string, lim Limits) (sizes []int32, nodes int, over *diag.Diagnostic) {
	sizes = []int32{0}
	stack := []int32{0} // lists that are open, by their place in sizes
	x := scanner{text: text, line: 1}
	for {
		kind, pos := x.next()
		switch kind {
		case end:
			return sizes, nodes, nil
		case closing:
			if len(stack) > 1 {
				stack = stack[:len(stack)-1]
			}
			continue
		}
		sizes[stack[len(stack)-1]]++
		nodes++
		problem := ""
		switch {
		case kind == opening && len(stack) > lim.Depth:
			problem = fmt.Sprintf("lists are nested deeper than %d", lim.Depth)
		case nodes > lim.Nodes:
			problem = fmt.Sprintf("the text has more than %d symbols and lists", lim.Nodes)
		case kind == opening:
			stack = append(stack, int32(len(sizes)))
			sizes = append(sizes, 0)
		}
		if problem != "" {
			return nil, 0, &diag.Diagnostic{Code: CodeLimit, Severity: diag.Error, Pos: pos, Message: problem}
		}
	}
}

type token byte

const (
	end token = iota
	opening
	closing
	symbol
)

// scanner cuts a text into tokens.
type scanner struct {
	text      string
	at        int // just behind the last token
	line      int // from 1
	lineStart int
}

// next gives the next token and where it begins.
func (x *scanner) next() (token, diag.Pos) {
	if x.at == 0 && strings.HasPrefix(x.text, byteOrderMark) {
		x.at = len(byteOrderMark)
	}
	for x.at < len(x.text) {
		c := x.text[x.at]
		pos := diag.Pos{Offset: x.at, Line: x.line, Column: x.at - x.lineStart + 1}
		switch {
		case c == '\n':
			x.at++
			x.line++
			x.lineStart = x.at
		case isSpace(c):
			x.at++
		case c == ';':
			for x.at < len(x.text) && x.text[x.at] != '\n' {
				x.at++
			}
		case c == '(':
			x.at++
			return opening, pos
		case c == ')':
			x.at++
			return closing, pos
		default:
			for x.at < len(x.text) && !breaks(x.text[x.at]) {
				x.at++
			}
			return symbol, pos
		}
	}
	return end, diag.Pos{}
}

func breaks(c byte) bool { return isSpace(c) || c == '(' || c == ')' || c == ';' }

func isSpace(c byte) bool {
	return c == ' ' || (c >= '\t' && c <= '\r') || c == 0
}

// String writes the node in the usual form, "(cell 1 1 b)".
func (n Node) String() string { return n.Head(math.MaxInt) }

// Head is the beginning of String, so many bytes or, not to cut a character, a few
// more: for messages about nodes that may be of any size.
func (n Node) Head(bytes int) string {
	var b strings.Builder
	n.write(&b, bytes)
	return b.String()
}

func (n Node) write(b *strings.Builder, most int) {
	left := most - b.Len()
	switch {
	case left <= 0:
		return
	case !n.IsList:
		cut := min(left, len(n.Atom))
		for cut < min(left+utf8.UTFMax, len(n.Atom)) && !utf8.RuneStart(n.Atom[cut]) {
			cut++
		}
		b.WriteString(n.Atom[:cut])
		return
	}
	b.WriteByte('(')
	for i, m := range n.List {
		if b.Len() >= most {
			return
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		m.write(b, most)
	}
	if b.Len() < most {
		b.WriteByte(')')
	}
}
