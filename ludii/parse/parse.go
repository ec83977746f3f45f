package parse

import (
	"fmt"
	"strings"

	"ludens/diag"
)

// Limits bound what a text may cost. A zero field means the default.
type Limits struct {
	Bytes int // length of the text; default 16 MiB
	Depth int // nesting of brackets; default 500
	Nodes int // nodes of the tree; default 600,000

	// Look, if not nil, is called every few steps, so that whoever waits can end the work
	// from outside: by a panic, which is the caller's to catch.
	Look func()
}

func (l Limits) withDefaults() Limits {
	if l.Bytes == 0 {
		l.Bytes = 16 << 20
	}
	if l.Depth == 0 {
		l.Depth = 500
	}
	if l.Nodes == 0 {
		l.Nodes = 600_000
	}
	return l
}

// Diagnostic codes of this package.
const (
	CodeUnclosed = "LUD001" // an opening bracket without its closing one
	CodeUnopened = "LUD002" // a closing bracket without its opening one
	CodeMismatch = "LUD003" // a bracket closed by one of another kind
	CodeQuote    = "LUD004" // a string that never ends
	CodeLabel    = "LUD005" // a label without a value
	CodeRef      = "LUD006" // an option reference that is empty or does not end
	CodeLimit    = "LUD007" // the text is too long, too deep or has too many parts
	CodeFragment = "LUD008" // an option's argument with an odd bracket; a warning
)

// mostFindings bounds what one slip, repeated all over a text, may report.
const mostFindings = 100

// byteOrderMark is what some editors put before a text; it counts as white space.
const byteOrderMark = "\ufeff"

// Parse reads all expressions of text; file names it in findings and in the
// nodes' origins. The nodes are valid even when findings are returned: brackets
// that are never closed end where the text or their parent ends, what closes
// nothing is skipped. Findings are sorted by place.
func Parse(file, text string, lim Limits) ([]*Node, diag.List) {
	lim = lim.withDefaults()
	r := &reader{text: text, lim: lim, origin: &Origin{File: file}, line: 1}
	if len(text) > lim.Bytes {
		r.report(CodeLimit, diag.Pos{Line: 1, Column: 1}, fmt.Sprintf("the text has %d bytes, more than the %d allowed", len(text), lim.Bytes), "")
		return nil, r.findings
	}
	r.open = []frame{{node: &Node{}}}
	if strings.HasPrefix(text, byteOrderMark) {
		r.at = len(byteOrderMark)
	}
	for r.at < len(text) && !r.stop {
		if lim.Look != nil {
			lim.Look()
		}
		r.step()
	}
	for len(r.open) > 1 {
		top := r.open[len(r.open)-1].node
		if !r.stop {
			r.report(CodeUnclosed, top.Pos, fmt.Sprintf("this %q is never closed", brackets[top.Kind][0]), fmt.Sprintf("add the closing %q", brackets[top.Kind][1]))
		}
		r.close()
	}
	r.endLabel()
	r.findings.Sort()
	return r.open[0].node.Children, r.findings
}

// frame is a bracket that is open, and the label that waits for its value there.
type frame struct {
	node  *Node
	label string
	pos   diag.Pos // of the label
	quote bool     // "<" begins a Block here: directly in an option or an item, or in the list of their arguments' names
}

type reader struct {
	text      string
	lim       Limits
	origin    *Origin
	at        int
	line      int
	lineStart int
	nodes     int
	open      []frame
	stop      bool // a limit was passed
	findings  diag.List
}

func (r *reader) report(code string, pos diag.Pos, message, hint string) {
	r.note(diag.Error, code, pos, message, hint)
}

func (r *reader) warn(code string, pos diag.Pos, message, hint string) {
	r.note(diag.Warning, code, pos, message, hint)
}

func (r *reader) note(severity diag.Severity, code string, pos diag.Pos, message, hint string) {
	if len(r.findings) < mostFindings {
		r.findings.Add(diag.Diagnostic{Code: code, Severity: severity, File: r.origin.File, Pos: pos, Message: message, Hint: hint})
	}
}

func (r *reader) pos() diag.Pos {
	return diag.Pos{Offset: r.at, Line: r.line, Column: r.at - r.lineStart + 1}
}

func (r *reader) top() *frame { return &r.open[len(r.open)-1] }

// peek is the byte at an offset from here, 0 behind the end.
func (r *reader) peek(offset int) byte {
	if r.at+offset < len(r.text) {
		return r.text[r.at+offset]
	}
	return 0
}

// step reads one token.
func (r *reader) step() {
	c := r.text[r.at]
	switch {
	case c == '\n':
		r.at++
		r.line++
		r.lineStart = r.at
	case isSpace(c):
		r.at++
	case c == '/' && r.peek(1) == '/':
		if end := strings.IndexByte(r.text[r.at:], '\n'); end >= 0 {
			r.at += end
		} else {
			r.at = len(r.text)
		}
	case c == '(':
		r.openBracket(Call)
	case c == '{':
		r.openBracket(Array)
	case c == ')':
		r.closeBracket(Call)
	case c == '}':
		r.closeBracket(Array)
	case c == '"':
		r.readString()
	case (c == '<' || c == '>') && r.operatorHere():
		r.readWord()
	case c == '<' && r.top().quote && r.top().label == "":
		r.openBracket(Block)
	case c == '<':
		r.readRef()
	case c == '>':
		r.closeBracket(Block)
	default:
		r.readWord()
	}
}

// operatorHere reports whether "<" or ">" is the comparison: first in a call,
// with "=", white space or the end of the call behind it.
func (r *reader) operatorHere() bool {
	t := r.top()
	if t.node.Kind != Call || len(t.node.Children) > 0 || t.label != "" {
		return false
	}
	next := r.peek(1)
	return isSpace(next) || next == '\n' || next == '=' || next == ')'
}

// add puts a finished node into the bracket that is open, with the label that
// waits there.
func (r *reader) add(n *Node) {
	t := r.top()
	if t.label != "" {
		n.Label, n.Pos = t.label, t.pos
		t.label = ""
	}
	n.Origin = r.origin
	t.node.Children = append(t.node.Children, n)
}

// count keeps the budget of nodes.
func (r *reader) count(pos diag.Pos) {
	if r.nodes++; r.nodes > r.lim.Nodes && !r.stop {
		r.stop = true
		r.report(CodeLimit, pos, fmt.Sprintf("the text has more than %d parts", r.lim.Nodes), "")
	}
}

func (r *reader) openBracket(kind Kind) {
	pos := r.pos()
	if len(r.open) > r.lim.Depth {
		r.stop = true
		r.report(CodeLimit, pos, fmt.Sprintf("brackets are nested deeper than %d", r.lim.Depth), "")
		return
	}
	n := &Node{Kind: kind, Pos: pos}
	f := frame{node: n}
	if t := r.top(); kind == Array && t.label == "args" && t.quote {
		f.quote = true
	}
	r.add(n)
	r.open = append(r.open, f)
	r.count(pos)
	r.at++
}

// closeBracket ends the bracket of this kind. Brackets of other kinds that are
// still open inside it are reported and end here too; where no bracket of this
// kind is open, the closing one is reported and skipped.
func (r *reader) closeBracket(kind Kind) {
	pos := r.pos()
	sign := brackets[kind][1]
	r.at++
	if t := r.top(); kind != Block && t.node.Kind == Block && r.onlyBrackets() {
		r.fragment(t, pos)
		return
	}
	depth := len(r.open) - 1
	for depth > 0 && r.open[depth].node.Kind != kind {
		depth--
	}
	if kind == Block && depth == 0 && r.top().quote {
		r.warn(CodeUnopened, pos, `this ">" closes nothing`, "remove it")
		return
	}
	if kind == Block && depth > 0 && depth < len(r.open)-1 {
		r.open = r.open[:depth+1]
		r.at--
		r.fragment(r.top(), pos)
		return
	}
	if depth == 0 {
		r.report(CodeUnopened, pos, fmt.Sprintf("this %q closes nothing", sign), fmt.Sprintf("remove it, or add the opening %q", brackets[kind][0]))
		return
	}
	for len(r.open)-1 > depth {
		inner := r.top().node
		r.report(CodeMismatch, inner.Pos, fmt.Sprintf("this %q is still open at the %q in line %d", brackets[inner.Kind][0], sign, pos.Line), fmt.Sprintf("close it by %q", brackets[inner.Kind][1]))
		r.close()
	}
	n := r.top().node
	r.close()
	for r.peek(0) == '*' && kind == Call {
		r.at++
		n.addStar()
	}
	n.End = r.at
}

// onlyBrackets reports whether nothing but brackets stands between here and the
// ">" that ends an option's argument.
func (r *reader) onlyBrackets() bool {
	for _, c := range []byte(r.text[r.at:min(r.at+100, len(r.text))]) {
		if c == '>' {
			return true
		}
		if strings.IndexByte("(){}\n", c) < 0 && !isSpace(c) {
			return false
		}
	}
	return false
}

// fragment ends an option's argument whose brackets do not pair: it stays text.
// A description may open a bracket by one argument and close it by another.
func (r *reader) fragment(f *frame, pos diag.Pos) {
	for r.at < len(r.text) && r.text[r.at] != '>' {
		if r.text[r.at] == '\n' {
			r.line++
			r.lineStart = r.at + 1
		}
		r.at++
	}
	n := f.node
	n.Kind, n.Children = Fragment, nil
	n.Text = strings.TrimSpace(r.text[n.Pos.Offset+1 : r.at])
	r.at = min(r.at+1, len(r.text))
	n.End = r.at
	r.open = r.open[:len(r.open)-1]
	r.warn(CodeFragment, pos, fmt.Sprintf("the brackets of the argument <%s> do not pair", shorten(n.Text)), "this is right only where another argument of the option has their counterparts")
}

// shorten cuts a text for a message.
func shorten(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// close ends the innermost bracket here.
func (r *reader) close() {
	r.endLabel()
	r.top().node.End = r.at
	r.open = r.open[:len(r.open)-1]
}

// endLabel reports a label that found no value.
func (r *reader) endLabel() {
	if t := r.top(); t.label != "" && !r.stop {
		r.report(CodeLabel, t.pos, fmt.Sprintf("the label %q has no value", t.label+":"), "write the value behind the colon, or remove the label")
	}
}

// addStar marks a call; the count stays where it is at 255.
func (n *Node) addStar() {
	if n.Stars < 255 {
		n.Stars++
	}
}
