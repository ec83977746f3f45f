package check

import (
	"os"
	"path/filepath"
	"testing"

	"ludens/internal/sharedtest"
	"ludens/ludii/expand"
	"ludens/ludii/parse"
)

// TestEveryChoice checks what every item and every ruleset of the corpus'
// descriptions expands to.
func TestEveryChoice(t *testing.T) {
	lib, _, err := expand.ReadLibrary(os.DirFS(sharedtest.Path(t, "corpus", "ludii", "def")), parse.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	tried, good := 0, 0
	corpus(t, step(), func(path string, d *expand.Description) {
		text, err := os.ReadFile(filepath.Join(sharedtest.Path(t, "corpus", "ludii", "lud"), path))
		if err != nil {
			t.Fatal(err)
		}
		try := func(opt expand.Options) {
			opt.Library = lib
			d, findings := expand.Expand(path, string(text), opt)
			if findings.Errors() > 0 || d.Root == nil {
				return // package expand's business
			}
			tried++
			if _, findings := Check(d.Root, Limits{}); len(findings) > 0 {
				t.Errorf("%q %q: %v", opt.Select, opt.Ruleset, findings)
				return
			}
			good++
		}
		for _, o := range d.Options {
			for k := range o.Items {
				try(expand.Options{Select: []string{o.Heading(k)}})
			}
		}
		for _, r := range d.Rulesets {
			try(expand.Options{Ruleset: r.Name})
		}
	})
	t.Logf("%d of %d choices check", good, tried)
}
