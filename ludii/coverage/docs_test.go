package coverage

import (
	"flag"
	"os"
	"strings"
	"testing"

	"ludens/ludii/check"
	"ludens/ludii/english"
	"ludens/ludii/lower"
)

var update = flag.Bool("update", false, "write what docs/ludemes.md says of forms anew")

// TestDocs holds docs/ludemes.md against the tables it is made of: what it says of forms,
// arguments and refusals is what this build knows. check.TestGrammar holds the forms and
// their arguments against the grammar file.
func TestDocs(t *testing.T) {
	const page, first, behind = "../../docs/ludemes.md", "## What is refused\n", "\n## Games that"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	at, end := strings.Index(string(text), first), strings.Index(string(text), behind)
	if at < 0 || end < at {
		t.Fatal("the page has lost its headings")
	}
	var b strings.Builder
	(&writer{out: &b}).forms()
	want := strings.TrimSuffix(b.String(), "\n")
	if *update {
		if err := os.WriteFile(page, []byte(string(text[:at])+want+string(text[end:])), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, now := strings.Split(string(text[at:end]), "\n"), strings.Split(want, "\n")
	for i, line := range now {
		if i >= len(got) || got[i] != line {
			t.Fatalf("docs/ludemes.md is not current; go test ./ludii/coverage -run TestDocs -update\nit lacks %s", line)
		}
	}
}

// TestEveryArgumentHasItsMeaning: the phrase of every form speaks of each of its arguments, or
// the table of those that mean the same everywhere does.
func TestEveryArgumentHasItsMeaning(t *testing.T) {
	refused := map[string]bool{}
	for _, r := range lower.Refusals() {
		refused[r.Form+" "+r.Argument] = r.Of == ""
	}
	for _, f := range check.Forms() {
		meaning := english.Meaning(f.Name)
		if meaning == "" {
			t.Errorf("%s has no meaning", f.Name)
		}
		for _, p := range f.Params {
			said := strings.Contains(meaning, "‹"+p.Name+"›") || refused[f.Name+" "+p.Name]
			for _, c := range common {
				said = said || c.argument == p.Name && (c.form == "" || c.form == f.Name)
			}
			if !said {
				t.Errorf("%s: nothing says what %s means: %s", f.Name, p.Name, meaning)
			}
		}
	}
}
