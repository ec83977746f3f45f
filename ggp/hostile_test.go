package ggp

import (
	"strings"
	"testing"
	"unicode/utf8"

	"ludens/internal/hostile"
)

// Whoever reads messages or answers reads those of the table without harm, and what
// it makes of them is no larger than they are.
func TestHostileMessages(t *testing.T) {
	for _, r := range hostile.Rows(hostile.Message) {
		text := r.Text()
		m, err := Parse(text, Limits{})
		if err == nil {
			size := len(m.Match())
			switch m := m.(type) {
			case Start:
				size += len(m.Role) + len(m.Rules)
			case Play:
				size += len(strings.Join(m.Moves, "")) + len(strings.Join(m.Percepts, ""))
			}
			if size > 2*len(text) {
				t.Errorf("%s: %d bytes became %d", r.Name, len(text), size)
			}
			if again, err := (&Encoder{Roles: []string{"a"}}).Encode(m); err == nil && utf8.ValidString(text) {
				if _, err := Parse(again, Limits{}); err != nil {
					t.Errorf("%s: what was read and written cannot be read: %v", r.Name, err)
				}
			}
		} else if len(err.Error()) > 500 {
			t.Errorf("%s: an error of %d bytes", r.Name, len(err.Error()))
		}
		if move, err := ReadMove(text); err == nil && len(move) > 2*len(text)+2 {
			t.Errorf("%s: %d bytes became a move of %d", r.Name, len(text), len(move))
		} else if err != nil && len(err.Error()) > 500 {
			t.Errorf("%s: an error of %d bytes", r.Name, len(err.Error()))
		}
		if s, err := ParseStatus(text); err == nil && len(s.Name) > len(text) {
			t.Errorf("%s: a name of %d bytes", r.Name, len(s.Name))
		}
	}
}
