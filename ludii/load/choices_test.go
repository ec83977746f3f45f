package load_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/internal/sharedtest"
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
	choices, loaded := 0, 0
	for i := 0; i < len(paths); i += step {
		b, err := os.ReadFile(paths[i])
		if err != nil {
			t.Fatal(err)
		}
		text := string(b)
		d, _ := expand.Expand(paths[i], text, expand.Options{Library: lib})
		options := []expand.Options{{}}
		for _, o := range d.Options {
			for k := range o.Items {
				options = append(options, expand.Options{Select: []string{o.Heading(k)}})
			}
		}
		for _, r := range d.Rulesets {
			options = append(options, expand.Options{Ruleset: r.Name})
		}
		seen := map[string]bool{}
		for _, o := range options {
			o.Library = lib
			d, findings := expand.Expand(paths[i], text, o)
			if findings.Errors() > 0 || d.Root == nil || seen[d.Root.String()] {
				continue // package expand's business, or nothing new
			}
			seen[d.Root.String()] = true
			choices++
			g, findings := load.Text(paths[i], text, load.Options{Expand: o, Subgame: subgame})
			if g.Program == nil {
				t.Errorf("%s %q %q: %v", paths[i], o.Select, o.Ruleset, findings[0])
				continue
			}
			loaded++
			// The next game of a match may be one that is not in the corpus.
			if err := playout(g.Program, steps, uint64(choices)); err != nil && !errors.Is(err, exec.ErrInstance) {
				t.Errorf("%s %q %q: %v", paths[i], o.Select, o.Ruleset, err)
			}
		}
	}
	t.Logf("%d of %d distinct choices load", loaded, choices)
}

// playout makes random moves, at most so many, and saves and loads positions in
// between.
func playout(p *exec.Program, steps int, seed uint64) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	c := p.NewCtx()
	c.Rng = rand.New(rand.NewPCG(seed, 7))
	c.Reset()
	for n := 0; n < steps && !c.Over && c.Err == nil; n++ {
		if c.Generate(); c.Over || c.Err != nil {
			break
		}
		if len(c.Moves) == 0 {
			return fmt.Errorf("step %d: no move", n)
		}
		if n%10 == 5 && p.Match == nil {
			s := p.NewState()
			if err := s.Load(c.Save(nil)); err != nil {
				return fmt.Errorf("step %d: %w", n, err)
			}
			if a, b := s.Digest(p), c.Digest(p); a != b {
				return fmt.Errorf("step %d: saved %s, loaded %s", n, b, a)
			}
		}
		if p.Mode == exec.Simultaneous {
			c.StepAll(oneEach(c, p))
		} else {
			c.Step(c.Rng.IntN(len(c.Moves)))
		}
	}
	return c.Err
}

// oneEach picks a move for each player.
func oneEach(c *exec.Ctx, p *exec.Program) (moves []int) {
	for player := 1; player <= p.Players; player++ {
		n, pick := 0, -1
		for i := range c.Moves {
			if int(c.Moves[i].Mover) != player {
				continue
			}
			if n++; c.Rng.IntN(n) == 0 {
				pick = i
			}
		}
		if pick >= 0 {
			moves = append(moves, pick)
		}
	}
	return moves
}
