package codes

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ludens/diag"
	"ludens/ludii/expand"
	"ludens/ludii/load"
)

// Every code that stands in the source of the rooms below ludii is explained.
func TestAllCodes(t *testing.T) {
	code := regexp.MustCompile(`"(LUD\d{3})"`)
	given := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "codes") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range code.FindAllSubmatch(text, -1) {
			given[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(given) < 30 {
		t.Fatalf("only %d codes found", len(given))
	}
	for c := range given {
		if !slices.ContainsFunc(Rules(), func(r Rule) bool { return r.Code == c }) {
			t.Errorf("%s is not explained", c)
		}
	}
	for _, r := range Rules() {
		if !given[r.Code] && r.Code != "LUD019" { // given by package catalog
			t.Errorf("%s is explained, but nothing gives it", r.Code)
		}
	}
}

// The table is in order, and its examples break their rules and no others before.
func TestTable(t *testing.T) {
	if !slices.IsSortedFunc(table, func(a, b Rule) int { return strings.Compare(a.Code, b.Code) }) {
		t.Error("the table is not sorted")
	}
	for _, r := range table {
		if r.Title == "" || r.Why == "" || r.Mend == "" {
			t.Errorf("%s lacks something", r.Code)
		}
		if r.trigger == "" {
			continue
		}
		_, findings := load.Text("", r.trigger, load.Options{Expand: expand.Options{Ruleset: r.ruleset, Limits: expand.Limits{Nodes: 100_000}}})
		i := slices.IndexFunc(findings, func(d diag.Diagnostic) bool { return d.Code == r.Code })
		if i < 0 {
			t.Errorf("%s: %.200s gives %v", r.Code, r.trigger, findings)
			continue
		}
		if findings[i].Severity > r.Severity {
			t.Errorf("%s is %s, the table says %s", r.Code, findings[i].Severity, r.Severity)
		}
	}
	if _, findings := load.Text("", within("", "", ""), load.Options{}); len(findings) > 0 {
		t.Errorf("the game around the examples: %v", findings)
	}
}
