// Package plain makes text of strangers fit to be shown: answers of players, names
// in rules, metadata, headers. What a terminal would take for a command, or what
// would show text in another order than it has, is written out as an escape, \u001b,
// which is how JSON and Go write it.
//
// The promise: what Text, Line or a Writer gives holds no control character but line
// feed and tab (Line: none), no mark of direction and no broken UTF-8; other text is
// left as it is, and text that is JSON stays the same JSON. It knows nothing about
// where the text goes; internal/cli puts a Writer before standard output and error.
package plain

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Text writes out what must not reach a terminal. Line feeds, also behind a carriage
// return, and tabs stay.
func Text(s string) string { return escape(s, false) }

// Line is Text for what stands on one line: line feeds and tabs are written out as
// well, so that no answer can look like lines of our own.
func Line(s string) string { return escape(s, true) }

func escape(s string, line bool) string {
	clean := true
	for i, r := range s {
		if bad(s, i, r, line) {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		_, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case !bad(s, i, r, line):
			b.WriteString(s[i : i+size])
		case r == utf8.RuneError:
			b.WriteRune(utf8.RuneError)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// bad reports whether the character at i must not be written as it is.
func bad(s string, i int, r rune, line bool) bool {
	switch {
	case r == '\n' || r == '\t':
		return line
	case r == '\r':
		return line || i+1 >= len(s) || s[i+1] != '\n'
	case r < ' ' || r >= 0x7f && r < 0xa0: // C0, delete, C1
		return true
	case r == utf8.RuneError:
		_, size := utf8.DecodeRuneInString(s[i:])
		return size == 1
	case r == 0x061c || r == 0x200e || r == 0x200f || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069:
		return true // separators of lines and marks, embeddings and isolates of direction (Unicode Standard Annex 9)
	}
	return false
}

// Writer writes text as Text gives it. A character that is split between two calls
// counts as broken.
type Writer struct{ To io.Writer }

// Write writes all of p.
func (w Writer) Write(p []byte) (int, error) {
	text := Text(string(p))
	n, err := io.WriteString(w.To, text)
	if err != nil {
		return min(n, len(p)), err
	}
	return len(p), nil
}
