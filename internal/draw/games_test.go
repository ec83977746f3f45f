package draw_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"ludens/game"
	"ludens/games"
	"ludens/gdl"
	"ludens/gdl/interp"
	"ludens/internal/draw"

	"github.com/google/go-cmp/cmp"
)

// The library's games as they look on a terminal: the first position and two
// later ones of a random match, drawn by one Drawer that has seen all between.
func TestGamesOfTheLibrary(t *testing.T) {
	const path = "testdata/library/games.txt"
	var b strings.Builder
	for _, e := range games.List() {
		d, _ := gdl.Read(e.Text)
		p, err := gdl.Compile(d)
		if err != nil {
			t.Fatal(err)
		}
		g, err := interp.New(p, interp.Options{Name: e.Name})
		if err != nil {
			t.Fatal(err)
		}
		drawer := draw.New(draw.Options{})
		m := g.NewMachine()
		rng := game.Stream(2, "pictures", 0)
		var w game.Walker
		for step := 0; ; step++ {
			picture := drawer.Draw(m.(game.Lister).Fluents(nil))
			if step == 0 || step == 8 || m.Terminal() {
				fmt.Fprintf(&b, "== %s, step %d\n%s\n", e.Name, step, picture)
			}
			if m.Terminal() || !w.Step(m, rng) {
				break
			}
		}
	}
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")); diff != "" {
		t.Errorf("the pictures differ (-want +got):\n%s", diff)
	}
}
