package near

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// slow is the distance by its definition.
func slow(a, b string) int {
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	change := slow(a[1:], b[1:])
	if a[0] != b[0] {
		change++
	}
	d := min(change, slow(a[1:], b)+1, slow(a, b[1:])+1)
	if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] { // neighbours that have changed places
		d = min(d, slow(a[2:], b[2:])+1)
	}
	return d
}

func TestDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[ab]{0,6}`)
		a, b, most := name.Draw(t, "a"), name.Draw(t, "b"), rapid.IntRange(0, 8).Draw(t, "most")
		if got, want := Distance(a, b, most), min(slow(a, b), most); got != want {
			t.Errorf("%q, %q below %d: %d, want %d", a, b, most, got, want)
		}
	})
	if long := strings.Repeat("a", 201); Distance(long, long, 5) != 5 {
		t.Error("a long name is near to itself")
	}
}

func TestClosest(t *testing.T) {
	names := []string{"Pawn", "Prawn", "Lawn", "Knight"}
	for name, want := range map[string]string{"pawn": "Pawn", "Kniht": "Knight", "Bawn": "Pawn", "Rook": "", "prawm": "Prawn"} {
		if got := Closest(name, 1, names); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := Closest("Pawn", 0, append(make([]string, mostCandidates), "Pawn")); got != "" {
		t.Errorf("candidate %d is looked at", mostCandidates)
	}
}

// Neighbours that have changed places are one step.
func TestExchanged(t *testing.T) {
	if d := Distance("emtpy", "empty", 5); d != 1 {
		t.Errorf("distance %d", d)
	}
	if got := Closest("Emtpy", 1, []string{"Full", "Empty"}); got != "Empty" {
		t.Errorf("closest %q", got)
	}
}
