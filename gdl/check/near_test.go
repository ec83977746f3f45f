package check

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	names := []string{"role", "cell", "succ", "distinctcell", "Open", "row", "column"}
	for name, want := range map[string]string{
		"rolle": "role", "celll": "cell", "cel": "cell", "scuc": "succ", "distinctCel": "distinctcell",
		"opem": "Open", "rwo": "row", "colunm": "column", "anything": "", "": "", "ro": "",
		strings.Repeat("cell", 20): "",
	} {
		if got := nearest(name, names); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestSlipsAreNamed(t *testing.T) {
	got := Check("(role white) (legal wihte noop) (succ 1 2) (<= terminal (suc 1 ?x))")
	hints := map[string]string{}
	for _, f := range got {
		hints[f.Code] = f.Hint
	}
	for code, want := range map[string]string{"GDL053": "perhaps white was meant", "GDL049": "perhaps succ was meant"} {
		if hints[code] != want {
			t.Errorf("%s: hint %q, want %q", code, hints[code], want)
		}
	}
}
