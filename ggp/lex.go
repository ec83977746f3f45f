package ggp

import (
	"errors"
	"fmt"
	"strings"
)

// What can be wrong with a text. Errors of this package wrap one of these.
var (
	ErrSyntax  = errors.New("not one well-formed expression")
	ErrCommand = errors.New("unknown command")
	ErrForm    = errors.New("wrong elements for this command")
	ErrLimit   = errors.New("too long or too deeply nested")
)

// Limits bound what a message may cost. A zero field means the default.
type Limits struct {
	Bytes int // length of a message; default 16 MiB
	Depth int // nesting of lists; default 1,000
	Terms int // moves or percepts in a PLAY or STOP; default 10,000
}

func (l Limits) withDefaults() Limits {
	if l.Bytes <= 0 {
		l.Bytes = 16 << 20
	}
	if l.Depth <= 0 {
		l.Depth = 1000
	}
	if l.Terms <= 0 {
		l.Terms = 10_000
	}
	return l
}

// The lexical rules are those of internal/sexpr. They are repeated here because
// a message is cut into its few elements without building a tree of the rules
// inside it, so that a START of many megabytes costs no more than its text. Those
// of ludemes are in ludeme.go.

type token byte

const (
	tokEnd token = iota
	tokOpen
	tokClose
	tokAtom
)

type lexer struct {
	text string
	pos  int
}

// next gives the next token and where it starts and ends.
func (x *lexer) next() (t token, start, end int) {
	for x.pos < len(x.text) {
		c := x.text[x.pos]
		switch {
		case isSpace(c):
			x.pos++
		case c == ';':
			if i := strings.IndexByte(x.text[x.pos:], '\n'); i >= 0 {
				x.pos += i + 1
			} else {
				x.pos = len(x.text)
			}
		case c == '(':
			x.pos++
			return tokOpen, x.pos - 1, x.pos
		case c == ')':
			x.pos++
			return tokClose, x.pos - 1, x.pos
		default:
			start = x.pos
			for x.pos < len(x.text) && !isBreak(x.text[x.pos]) {
				x.pos++
			}
			return tokAtom, start, x.pos
		}
	}
	return tokEnd, len(x.text), len(x.text)
}

func isSpace(c byte) bool { return c == ' ' || (c >= '\t' && c <= '\r') || c == 0 }

func isBreak(c byte) bool { return isSpace(c) || c == '(' || c == ')' || c == ';' }

// span is one expression inside a text.
type span struct {
	start, end int
	list       bool
}

// expression skips to the end of the expression that begins with the given
// token.
func (x *lexer) expression(t token, start, end, depth int) (span, error) {
	switch t {
	case tokAtom:
		return span{start, end, false}, nil
	case tokClose:
		return span{}, fmt.Errorf("%w: byte %d: a closing parenthesis closes nothing", ErrSyntax, start)
	case tokEnd:
		return span{}, fmt.Errorf("%w: byte %d: the text ends early", ErrSyntax, start)
	}
	if ludemesAt(x.text, start) {
		return x.ludemes(start, depth)
	}
	open := 1
	for open > 0 {
		var at int
		t, at, end = x.next()
		switch t {
		case tokOpen:
			if open == 1 && ludemesAt(x.text, at) { // in a message, not within rules
				if _, err := x.ludemes(at, depth); err != nil {
					return span{}, err
				}
				continue
			}
			if open++; open > depth {
				return span{}, fmt.Errorf("%w: lists are nested deeper than %d", ErrLimit, depth)
			}
		case tokClose:
			open--
		case tokEnd:
			return span{}, fmt.Errorf("%w: the parenthesis at byte %d is never closed", ErrSyntax, start)
		}
	}
	return span{start, end, true}, nil
}

// ludemes skips to the end of a description in ludemes.
func (x *lexer) ludemes(start, depth int) (span, error) {
	end, err := skipLudemes(x.text, start, depth)
	x.pos = end
	return span{start, end, true}, err
}

// members cuts a list into its elements. It stops with an error when there are
// more than most of them.
func members(text string, s span, depth, most int) ([]span, error) {
	x := lexer{text: text[:s.end-1], pos: s.start + 1}
	var out []span
	for {
		t, start, end := x.next()
		if t == tokEnd {
			return out, nil
		}
		m, err := x.expression(t, start, end, depth)
		if err != nil {
			return nil, err
		}
		if len(out) == most {
			return nil, fmt.Errorf("%w: a list has more than %d elements", ErrLimit, most)
		}
		out = append(out, m)
	}
}

// tidy rewrites an expression, or several, in the one spelling of this package:
// one blank between the members of a list, none inside its parentheses. The
// text is known to be balanced.
func tidy(text string) string {
	return rename(text, func(name string) string { return name })
}

// rename is tidy with every symbol changed by f.
func rename(text string, f func(string) string) string {
	var b strings.Builder
	b.Grow(len(text))
	x := lexer{text: text}
	last := tokOpen
	for {
		t, start, end := x.next()
		if t == tokEnd {
			return b.String()
		}
		if last != tokOpen && t != tokClose {
			b.WriteByte(' ')
		}
		if t == tokAtom {
			b.WriteString(f(text[start:end]))
		} else {
			b.WriteString(text[start:end])
		}
		last = t
	}
}

// Spaced writes text in GGP-Base's spelling, all tokens with one blank between
// them: "( play a )". Comments are dropped.
func Spaced(text string) string {
	var b strings.Builder
	x := lexer{text: text}
	for {
		t, start, end := x.next()
		if t == tokEnd {
			return b.String()
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(text[start:end])
	}
}

// Tidy checks that text is exactly one expression and gives it in the spelling
// of this package, "(play a)". Comments are dropped.
func Tidy(text string) (string, error) {
	one, err := single(text, Limits{}.withDefaults())
	if err != nil {
		return "", err
	}
	return tidy(text[one.start:one.end]), nil
}

func single(text string, lim Limits) (span, error) {
	if len(text) > lim.Bytes {
		return span{}, fmt.Errorf("%w: %d bytes, more than %d", ErrLimit, len(text), lim.Bytes)
	}
	x := lexer{text: text}
	one, err := x.one(lim.Depth)
	if err != nil {
		return span{}, err
	}
	if t, start, _ := x.next(); t != tokEnd {
		return span{}, fmt.Errorf("%w: byte %d: more text behind the expression", ErrSyntax, start)
	}
	return one, nil
}

// one reads the next expression.
func (x *lexer) one(depth int) (span, error) {
	t, start, end := x.next()
	return x.expression(t, start, end, depth)
}

// ReadMove reads a player's answer to PLAY: exactly one term without variables,
// given back in the spelling of this package. Anything else is garbage.
func ReadMove(answer string) (string, error) {
	move, err := Tidy(answer)
	if err != nil {
		return "", fmt.Errorf("read move: %w", err)
	}
	if strings.HasPrefix(move, "?") || strings.Contains(move, " ?") || strings.Contains(move, "(?") {
		return "", fmt.Errorf("read move: %w: it contains a variable", ErrSyntax)
	}
	return move, nil
}

// ReadTerms reads a list of terms, "( ( step 0 ) ( cell 1 1 b ) )", and gives
// each in the spelling of this package. The result is not nil.
func ReadTerms(text string) ([]string, error) {
	lim := Limits{}.withDefaults()
	whole, err := single(text, lim)
	if err != nil {
		return nil, fmt.Errorf("read terms: %w", err)
	}
	if !whole.list {
		return nil, fmt.Errorf("read terms: %w: expected a list", ErrSyntax)
	}
	const mostTerms = 1_000_000
	spans, err := members(text, whole, lim.Depth, mostTerms)
	if err != nil {
		return nil, fmt.Errorf("read terms: %w", err)
	}
	out := make([]string, len(spans))
	for i, s := range spans {
		out[i] = tidy(text[s.start:s.end])
	}
	return out, nil
}
