package playout

import (
	"context"
	"math"
	"testing"

	"ludens/game"
	"ludens/game/gametest/toy"
)

func TestTogether(t *testing.T) {
	g := toy.Lines()
	r, err := NewTogether(g, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	start := g.NewMachine().Save(nil)
	values := [][]float64{make([]float64, 2), make([]float64, 2)}
	if err := r.Run(context.Background(), []game.State{start, start}, 10_000, game.Stream(1, "together", 0), values); err != nil {
		t.Fatal(err)
	}
	for _, v := range values { // as in TestRun
		if math.Abs(v[0]-(0.585+0.127/2)) > 0.02 || math.Abs(v[0]+v[1]-1) > 1e-9 {
			t.Errorf("worth %v, want about 0.649 and 0.351", v)
		}
	}
	if r.Steps < 100_000 || r.Steps > 180_000 {
		t.Errorf("%d steps counted", r.Steps)
	}
	// What is cut off is worth what was finished.
	r.Limit = 1
	average := values[0][0]/2 + values[1][0]/2
	if err := r.Run(context.Background(), []game.State{start}, 10, game.Stream(1, "together", 0), values[:1]); err != nil || math.Abs(values[0][0]-average) > 1e-9 {
		t.Errorf("worth %v, %v; want %.3f", values[0], err, average)
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if r.Run(done, []game.State{start}, 1, game.Stream(1, "together", 0), values[:1]) == nil {
		t.Error("a context that is done ends nothing")
	}
}
