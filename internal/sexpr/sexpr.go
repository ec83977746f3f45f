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
	Nodes int // symbols and lists; default 1,000,000, which is ten times the largest rule sheet known and costs some 300 MiB
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
// are skipped.
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
	type open struct {
		pos  diag.Pos
		list []Node
	}
	stack := []open{{}}
	line, lineStart, nodes := 1, 0, 0
	const mostFindings = 100 // of one kind of slip repeated all over a text
	add := func(code string, pos diag.Pos, msg, hint string) {
		if len(findings) < mostFindings {
			findings.Add(diag.Diagnostic{Code: code, Severity: diag.Error, Pos: pos, Message: msg, Hint: hint})
		}
	}
	i := 0
	if strings.HasPrefix(text, byteOrderMark) {
		i = len(byteOrderMark)
	}
	for i < len(text) {
		c := text[i]
		pos := diag.Pos{Offset: i, Line: line, Column: i - lineStart + 1}
		switch {
		case c == '\n':
			line++
			i++
			lineStart = i
		case isSpace(c):
			i++
		case c == ';':
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case c == '(':
			if len(stack) > lim.Depth {
				add(CodeLimit, pos, fmt.Sprintf("lists are nested deeper than %d", lim.Depth), "")
				return stack[0].list, findings
			}
			stack = append(stack, open{pos: pos})
			nodes++
			i++
		case c == ')':
			i++
			if len(stack) == 1 {
				add(CodeUnopened, pos, "this closing parenthesis closes nothing", "remove it, or add the opening one")
				continue
			}
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			parent := &stack[len(stack)-1]
			parent.list = append(parent.list, Node{List: top.list, IsList: true, Pos: top.pos, End: i})
		default:
			start := i
			for i < len(text) && !isSpace(text[i]) && text[i] != '(' && text[i] != ')' && text[i] != ';' {
				i++
			}
			parent := &stack[len(stack)-1]
			parent.list = append(parent.list, Node{Atom: text[start:i], Pos: pos, End: i})
			nodes++
		}
		if nodes > lim.Nodes {
			add(CodeLimit, pos, fmt.Sprintf("the text has more than %d symbols and lists", lim.Nodes), "")
			return stack[0].list, findings
		}
	}
	for len(stack) > 1 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		parent := &stack[len(stack)-1]
		parent.list = append(parent.list, Node{List: top.list, IsList: true, Pos: top.pos, End: len(text)})
		add(CodeUnclosed, top.pos, "this opening parenthesis is never closed", "add the closing one")
	}
	findings.Sort()
	return stack[0].list, findings
}

func isSpace(c byte) bool {
	return c == ' ' || (c >= '\t' && c <= '\r') || c == 0
}

// String writes the node in the usual form, "(cell 1 1 b)".
func (n Node) String() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n Node) write(b *strings.Builder) {
	if !n.IsList {
		b.WriteString(n.Atom)
		return
	}
	b.WriteByte('(')
	for i, m := range n.List {
		if i > 0 {
			b.WriteByte(' ')
		}
		m.write(b)
	}
	b.WriteByte(')')
}
