package hostile

import "testing"

// Rows have names of their own, aims, and texts that are the same each time.
func TestRows(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rows() {
		if seen[string(r.Kind)+r.Name] || r.Name == "" || r.Aim == "" {
			t.Errorf("%s %q: no name of its own, or no aim %q", r.Kind, r.Name, r.Aim)
		}
		seen[string(r.Kind)+r.Name] = true
		if a := r.Text(); a == "" && r.Name != "empty" || a != r.Text() || len(a) > 17<<20 {
			t.Errorf("%s %s: an empty, changing or overlong text", r.Kind, r.Name)
		}
	}
}

// The worst are all in the table.
func TestWorst(t *testing.T) {
	if got := len(Worst()); got != 8 || got != len(worst) {
		t.Errorf("%d rows", got)
	}
}
