package check

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestTable pins the names of forms and parameters, which package lower relies
// on, in testdata/forms.txt.
func TestTable(t *testing.T) {
	var b strings.Builder
	for _, f := range Forms() {
		fmt.Fprintf(&b, "%s: %s\n\t%s\n", f.Result, f.Name, f)
		for _, p := range f.Params {
			fmt.Fprintf(&b, "\t\t%s\n", p.describe())
		}
	}
	path := filepath.Join("testdata", "forms.txt")
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
		for i := range g {
			if i >= len(w) || g[i] != w[i] {
				t.Fatalf("line %d of %s: now %q; -update writes it anew", i+1, path, g[i])
			}
		}
		t.Fatalf("%s has more than there is; -update writes it anew", path)
	}
}

func (p Param) describe() string {
	s := p.Name + " " + p.String()
	if p.Optional {
		s += " optional"
	}
	if p.Group > 0 {
		s += fmt.Sprintf(" group %d", p.Group)
	}
	return s
}

// TestSorts: every sort is in use, as a result or as an enumeration.
func TestSorts(t *testing.T) {
	results := map[Sort]bool{String: true, TrackStep: true}
	for _, f := range Forms() {
		results[f.Result] = true
	}
	for s := NoSort + 1; s < sortCount; s++ {
		if s.Enumerated() != (len(grammar().constants[s]) > 0 && s != Int && s != Direction) || !s.Enumerated() && !results[s] {
			t.Errorf("%s has no forms or constants", s)
		}
		if sortOf(s.String()) != s {
			t.Errorf("%s is the name of two sorts", s)
		}
	}
	for _, f := range Forms() {
		for _, p := range f.Params {
			for _, typ := range p.Types {
				if typ.Head != "" && grammar().heads[typ.Head][typ.Sort] == nil {
					t.Errorf("%s: there is no %s of %s", f.Name, typ.Head, typ.Sort)
				}
			}
		}
	}
	for op, alias := range aliases {
		if grammar().heads[op] == nil || grammar().heads[alias] == nil {
			t.Errorf("no %s", op)
		}
	}
}
