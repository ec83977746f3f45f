package load_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/internal/sharedtest"
	"ludens/ludii/choices"
	"ludens/ludii/exec"
	"ludens/ludii/expand"
	"ludens/ludii/load"
	"ludens/ludii/parse"
)

// TestEveryChoice loads what every item and every ruleset of the corpus'
// descriptions makes of them, and plays. By default every fiftieth description is
// taken, with LUDENS_ALL set all of them.
func TestEveryChoice(t *testing.T) {
	lud := sharedtest.Path(t, "corpus", "ludii", "lud")
	lib, _, err := expand.ReadLibrary(os.DirFS(sharedtest.Path(t, "corpus", "ludii", "def")), parse.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	step, steps := 50, 40
	if os.Getenv("LUDENS_ALL") != "" {
		step, steps = 1, 300
	}
	texts := map[string]string{} // by name without ".lud"
	var paths []string
	err = filepath.WalkDir(lud, func(p string, _ os.DirEntry, err error) error {
		if name, ok := strings.CutSuffix(filepath.Base(p), ".lud"); ok && err == nil {
			paths = append(paths, p)
			texts[name] = p
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	subgame := func(name string) (file, text string, ok bool) {
		b, err := os.ReadFile(texts[name])
		return texts[name], string(b), err == nil
	}
	tried, loaded := 0, 0
	for i := 0; i < len(paths); i += step {
		b, err := os.ReadFile(paths[i])
		if err != nil {
			t.Fatal(err)
		}
		text := string(b)
		d, _ := expand.Expand(paths[i], text, expand.Options{Library: lib})
		seen := map[string]bool{}
		for _, choice := range choices.Of(d) {
			o := choice.Expand(lib)
			d, findings := expand.Expand(paths[i], text, o)
			if findings.Errors() > 0 || d.Root == nil || seen[d.Root.String()] {
				continue // package expand's business, or nothing new
			}
			seen[d.Root.String()] = true
			tried++
			g, findings := load.Text(paths[i], text, load.Options{Expand: o, Subgame: subgame})
			if g.Program == nil {
				t.Errorf("%s %v: %v", paths[i], choice, findings[0])
				continue
			}
			loaded++
			if err := playout(g.Program, steps, uint64(tried)); err != nil {
				t.Errorf("%s %v: %v", paths[i], choice, err)
			}
		}
	}
	t.Logf("%d of %d distinct choices load", loaded, tried)
}

// playout makes random moves, at most so many.
func playout(p *exec.Program, steps int, seed uint64) error {
	_, err := choices.Play(p, choices.Options{Moves: steps, Seed: seed})
	return err
}
