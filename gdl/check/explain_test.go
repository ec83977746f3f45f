package check

import (
	"strings"
	"testing"

	"ludens/diag"
)

// codes lists the different codes of some findings.
func codes(l diag.List) map[string]bool {
	out := map[string]bool{}
	for _, f := range l {
		out[f.Code] = true
	}
	return out
}

// Each row's example breaks its rule, its mended form does not, and breaks no
// other that would make it invalid (a fragment may lack whole relations).
func TestExamples(t *testing.T) {
	for _, r := range Rules() {
		text := r.Example
		if r.trigger != "" {
			text = r.trigger
		}
		if got := Check(text); !codes(got)[r.Code] {
			t.Errorf("%s: the example gives %v", r.Code, got)
		}
		got := Check(r.Mended)
		if codes(got)[r.Code] {
			t.Errorf("%s: the mended example still gives %v", r.Code, got)
		}
		for _, f := range got {
			if f.Severity == diag.Error && f.Code != "GDL010" {
				t.Errorf("%s: the mended example gives %v", r.Code, f)
			}
		}
	}
}

// The table is complete, in words, and each finding has its row's severity.
func TestTable(t *testing.T) {
	met := map[string]bool{}
	last := ""
	for _, r := range Rules() {
		if r.Code <= last {
			t.Errorf("%s stands behind %s", r.Code, last)
		}
		last = r.Code
		if met[r.Code] {
			t.Errorf("%s stands twice", r.Code)
		}
		met[r.Code] = true
		for what, s := range map[string]string{"title": r.Title, "why": r.Why, "mend": r.Mend, "example": r.Example, "mended": r.Mended} {
			if strings.TrimSpace(s) == "" {
				t.Errorf("%s has no %s", r.Code, what)
			}
		}
	}
}
