// Package diag holds diagnostics: what an author of a game description or the
// sender of a message did wrong, as data.
//
// A diagnostic has a stable code, a place, a sentence and, where there is one,
// a way to mend it. Readers and checkers collect all of them instead of
// stopping at the first. What the machine did wrong (a full disk, a lost
// connection) is an ordinary error, never a diagnostic.
//
// The package imports nothing of the house.
package diag

import (
	"fmt"
	"sort"
	"strings"
)

// Severity orders diagnostics by what they prevent.
type Severity int

// A Warning leaves the text usable; an Error does not.
const (
	Warning Severity = iota
	Error
)

// String gives "warning" or "error".
func (s Severity) String() string {
	if s == Error {
		return "error"
	}
	return "warning"
}

// MarshalText writes the severity as its word.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Pos is a place in a text. Line and Column count from 1 (Column in bytes),
// Offset from 0 in bytes. The zero Pos means "nowhere in particular".
type Pos struct {
	Offset int `json:"offset"`
	Line   int `json:"line"`
	Column int `json:"column"`
}

// Known reports whether p names a place.
func (p Pos) Known() bool { return p.Line > 0 }

// String gives "line:column".
func (p Pos) String() string {
	if !p.Known() {
		return "-"
	}
	return fmt.Sprintf("%d:%d", p.Line, p.Column)
}

// Diagnostic is one finding.
type Diagnostic struct {
	Code     string   `json:"code"`           // stable, for example "GDL013"; see the explain command
	Severity Severity `json:"severity"`       //
	File     string   `json:"file,omitempty"` // set by whoever knows the file name
	Pos      Pos      `json:"pos"`            //
	Message  string   `json:"message"`        // one sentence: what is wrong, naming the thing
	Rule     string   `json:"rule,omitempty"` // the rule or form at fault, as text
	Note     string   `json:"note,omitempty"` // why that is wrong
	Hint     string   `json:"hint,omitempty"` // how to mend it
	// Position is where in play it shows, as facts, for what was found by playing.
	Position string `json:"position,omitempty"`
}

// String gives one line, in the form compilers use.
func (d Diagnostic) String() string {
	var b strings.Builder
	if d.File != "" {
		b.WriteString(d.File)
		b.WriteByte(':')
	}
	if d.Pos.Known() {
		b.WriteString(d.Pos.String())
		b.WriteByte(':')
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	fmt.Fprintf(&b, "%s: %s [%s]", d.Severity, d.Message, d.Code)
	return b.String()
}

// List is a set of findings. The zero value is empty and ready to use.
type List []Diagnostic

// Add appends a finding.
func (l *List) Add(d Diagnostic) { *l = append(*l, d) }

// Errors counts the findings of severity Error.
func (l List) Errors() int {
	n := 0
	for _, d := range l {
		if d.Severity == Error {
			n++
		}
	}
	return n
}

// Sort orders the findings by place, then code, then message.
func (l List) Sort() {
	sort.SliceStable(l, func(i, j int) bool {
		a, b := l[i], l[j]
		switch {
		case a.File != b.File:
			return a.File < b.File
		case a.Pos.Offset != b.Pos.Offset:
			return a.Pos.Offset < b.Pos.Offset
		case a.Code != b.Code:
			return a.Code < b.Code
		}
		return a.Message < b.Message
	})
}

// Err is nil when the list holds no error, else the list as an error value.
func (l List) Err() error {
	if l.Errors() == 0 {
		return nil
	}
	return l
}

// Error makes a List usable as an error: the first errors, a line each.
func (l List) Error() string {
	const most = 8
	var b strings.Builder
	n := 0
	for _, d := range l {
		if d.Severity != Error {
			continue
		}
		if n == most {
			fmt.Fprintf(&b, "\n(and %d more)", l.Errors()-most)
			break
		}
		if n > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(d.String())
		n++
	}
	if n == 0 {
		return "no errors"
	}
	return b.String()
}
