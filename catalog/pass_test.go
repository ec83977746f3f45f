package catalog

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ludens/game"
)

// TestPass leaves moves out in random matches of every game of the library, and with LUDENS_ALL=1 of the corpus: what
// was before comes back as it was, and nothing breaks if play goes on.
func TestPass(t *testing.T) {
	list, err := List(Options{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name)
	}
	if os.Getenv("LUDENS_ALL") != "" {
		err := filepath.WalkDir("../../shared/corpus", func(p string, d os.DirEntry, err error) error {
			if err == nil && (strings.HasSuffix(p, ".lud") || strings.HasSuffix(p, ".kif")) {
				names = append(names, p)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	passes := 0
	for _, name := range names {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		g, err := Open(ctx, name, Options{BuildTime: 5 * time.Second})
		cancel()
		if err != nil {
			continue
		}
		n := 0
		for seed := range 2 {
			n += passing(t, g, uint64(seed))
		}
		if n > 0 {
			passes++
		}
	}
	t.Logf("%d games of %d in which moves can be left out", passes, len(names))
	if passes < 60 {
		t.Errorf("only %d games in which moves can be left out", passes)
	}
}

// passing plays a random match in which moves are left out, each tried first, and gives their number.
func passing(t *testing.T, g game.Game, seed uint64) (passes int) {
	t.Helper()
	m := g.NewMachine()
	p, ok := m.(game.Passer)
	if !ok {
		return 0
	}
	end := time.Now().Add(300 * time.Millisecond)
	var w game.Walker
	rng := game.Stream(seed, "catalog.pass", 0)
	for step := 0; step < 60 && !m.Terminal() && time.Now().Before(end); step++ {
		before := m.Save(nil)
		var legal [][]game.Move
		for seat := range g.Facts().Seats {
			legal = append(legal, m.Legal(seat, nil))
		}
		stay := rng.IntN(4) == 0
		if p.Pass() {
			passes++
			if g.Facts().Nature {
				t.Errorf("%s: a pass where chance decides", g.Facts().Name)
			}
			if m.Err() == nil && !stay {
				w.Step(m, rng)
				m.Legal(0, nil)
				if m.Err() != nil { // the rules may come to a fault there
					m.Load(before)
				}
			}
		} else if m.Err() == nil && !m.Save(nil).Equal(before) {
			t.Errorf("%s, step %d: no pass, and yet another position", g.Facts().Name, step)
		}
		if m.Err() != nil {
			t.Errorf("%s, step %d: %v", g.Facts().Name, step, m.Err())
			return passes
		}
		if stay {
			if w.Step(m, rng); m.Err() != nil {
				m.Load(before)
			}
			continue
		}
		m.Load(before)
		for seat := range g.Facts().Seats {
			again := m.Legal(seat, nil)
			if len(again) != len(legal[seat]) {
				t.Errorf("%s, step %d: %d moves of seat %d, %d before", g.Facts().Name, step, len(again), seat, len(legal[seat]))
			}
		}
		if !m.Save(nil).Equal(before) {
			t.Errorf("%s, step %d: the position before is another one", g.Facts().Name, step)
		}
		if !w.Step(m, rng) {
			break
		}
	}
	return passes
}
