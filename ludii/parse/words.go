package parse

import (
	"strings"
	"unicode/utf8"

	"ludens/diag"
)

// readString reads a string, which may span lines. A quote behind a backslash
// does not end it, were the backslash itself written twice: descriptions that
// went through an editor too often are like that.
func (r *reader) readString() {
	pos := r.pos()
	start := r.at + 1
	i := start
	for i < len(r.text) && (r.text[i] != '"' || r.text[i-1] == '\\') {
		if r.text[i] == '\n' {
			r.line++
			r.lineStart = i + 1
		}
		i++
	}
	n := &Node{Kind: String, Pos: pos, Text: r.text[start:i]}
	if i < len(r.text) {
		i++
	} else {
		r.report(CodeQuote, pos, "this string never ends", `add the closing '"'`)
	}
	r.at, n.End = i, i
	if strings.HasPrefix(r.text[i:], `.."`) {
		if length := strings.IndexAny(r.text[i+3:], "\"\n"); length >= 0 && r.text[i+3+length] == '"' {
			r.at = i + 3 + length + 1
			n.Kind, n.Text, n.End = Range, r.text[pos.Offset:r.at], r.at
		}
	}
	r.add(n)
	r.count(pos)
}

// readRef reads <Tag> or <Tag:arg>.
func (r *reader) readRef() {
	pos := r.pos()
	end := strings.IndexAny(r.text[r.at+1:], "<>(){}\"\n")
	if end < 0 || r.text[r.at+1+end] != '>' {
		r.report(CodeRef, pos, `this "<" begins an option reference that does not end by ">"`, `write <Tag:argument>; a comparison is written (< a b), with white space behind the sign`)
		r.at++
		return
	}
	text := strings.TrimSpace(r.text[r.at+1 : r.at+1+end])
	r.at += end + 2
	if text == "" {
		r.report(CodeRef, pos, "this option reference names no option", "write <Tag:argument>")
		return
	}
	r.add(&Node{Kind: Ref, Text: text, Pos: pos, End: r.at})
	r.count(pos)
}

// readWord reads a name, a number, a range, a placeholder, or a label in front
// of any of them.
func (r *reader) readWord() {
	pos := r.pos()
	start := r.at
	if c := r.text[r.at]; c == '<' || c == '>' {
		r.at++
		if r.peek(0) == '=' {
			r.at++
		}
	} else {
		for r.at < len(r.text) && !endsWord(r.text[r.at]) && (r.text[r.at] != '/' || r.peek(1) != '/') {
			r.at++
			if r.text[r.at-1] == ':' && r.at-1 > start {
				r.label(r.text[start:r.at-1], pos)
				return
			}
		}
	}
	word := r.text[start:r.at]
	if t := r.top(); strings.Trim(word, "*") == "" && t.label == "" && r.starred() {
		last := t.node.Children[len(t.node.Children)-1]
		for range word {
			last.addStar()
		}
		last.End = r.at
		return
	}
	n := &Node{Kind: wordKind(word), Text: word, Pos: pos, End: r.at}
	r.add(n)
	r.count(pos)
	if t := r.top(); t.node.Kind == Call && len(t.node.Children) == 1 && (word == "option" || word == "item") {
		t.quote = true
	}
}

// starred reports whether a word of stars belongs to what is before it: in an
// array, behind an item or a ruleset, white space between.
func (r *reader) starred() bool {
	t := r.top()
	if t.node.Kind != Array || len(t.node.Children) == 0 {
		return false
	}
	h := t.node.Children[len(t.node.Children)-1].Head()
	return h == "item" || h == "ruleset"
}

// label notes a label; a second one in front of the same value is a finding.
func (r *reader) label(text string, pos diag.Pos) {
	r.endLabel()
	t := r.top()
	t.label, t.pos = text, pos
}

// wordKind tells what a word is by its look.
func wordKind(word string) Kind {
	switch {
	case word == "True" || word == "true" || word == "False" || word == "false":
		return Bool
	case len(word) > 1 && word[0] == '#' && allDigits(word[1:]):
		return Param
	}
	digits := strings.TrimPrefix(word, "-")
	if allDigits(digits) {
		return Int
	}
	if from, to, ok := strings.Cut(word, ".."); ok {
		if allDigits(strings.TrimPrefix(from, "-")) && allDigits(strings.TrimPrefix(to, "-")) {
			return Range
		}
		return Name
	}
	if whole, part, ok := strings.Cut(digits, "."); ok && allDigits(whole+part) && part != "" {
		return Float
	}
	return Name
}

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func isSpace(c byte) bool { return c == ' ' || (c >= '\t' && c <= '\r' && c != '\n') || c == 0 }

// endsWord tells the bytes that no word holds. Bytes of other than ASCII
// characters belong to words.
func endsWord(c byte) bool {
	if c >= utf8.RuneSelf {
		return false
	}
	return c == '\n' || isSpace(c) || strings.IndexByte("(){}<>\"", c) >= 0
}
