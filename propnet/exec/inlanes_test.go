package exec

import (
	"context"
	"testing"

	"ludens/game/gametest"
	"ludens/games"
	"ludens/gdl/gdltest"
	"ludens/gdl/interp"
)

// TestInLanes holds the lanes' positions against the reasoner, in every embedded game.
func TestInLanes(t *testing.T) {
	for _, e := range games.List() {
		t.Run(e.Name, func(t *testing.T) {
			p := gdltest.Compile(t, e.Text)
			g, err := New(context.Background(), p, Options{Hash: "test"})
			if err != nil {
				t.Fatal(err)
			}
			l, err := g.InLanes(1 << 30)
			if err != nil {
				t.Fatal(err)
			}
			slow, err := interp.New(p, interp.Options{Hash: "test"})
			if err != nil {
				t.Fatal(err)
			}
			opt := gametest.Options{Walks: 2, Steps: 40, Dense: 3}
			if err := gametest.Verify(l, opt); err != nil {
				t.Error(err)
			}
			if err := gametest.Same(slow, l, opt); err != nil {
				t.Error(err)
			}
		})
	}
}
