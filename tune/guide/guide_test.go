package guide

import (
	"testing"
	"time"

	"ludens/agent/mcts"
	"ludens/catalog"
	"ludens/game"
	"ludens/nets/design"
	"ludens/nets/encode"
	"ludens/nets/infer"
	"ludens/nets/kernel"
)

func young(t *testing.T) (game.Game, *encode.Encoder, *infer.Engine) {
	t.Helper()
	g, err := catalog.Open(t.Context(), "ticTacToe", catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	enc, err := encode.New(g, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	spec := design.Choose(enc, g.Facts(), design.Options{Width: 8, Blocks: 1})
	net := spec.Layers()
	e, err := infer.NewEngine(net, enc.Links(), net.NewWeights(game.Stream(1, "test", 0)), kernel.Best())
	if err != nil {
		t.Fatal(err)
	}
	return g, enc, e
}

// TestSearch: a net with a share of playouts is searched with them, as many as its time is
// worth; one without leaves the search as it is.
func TestSearch(t *testing.T) {
	_, enc, engine := young(t)
	for _, c := range []struct {
		o           Options
		least, most int // rollouts
		mix         float64
	}{
		{Options{Mix: Shared, Playout: 1}, 1, 1, Shared},
		{Options{Mix: Shared, Playout: 1e-12}, mostRollouts, mostRollouts, Shared},
		{Options{Mix: 0.25}, 1, 1, 0.25},
		{Options{Playout: 1e-12}, 3, 3, 0},
		{Options{Playout: 1e-12, Leaves: 4}, 3, 3, 0},
		{Options{Mix: Shared, Leaves: 4}, 1, 1, Shared},
	} {
		n, err := New(enc, engine, c.o)
		if err != nil {
			t.Fatal(err)
		}
		o := n.Search(mcts.Options{Rollouts: 3})
		if o.Evaluator != n.Evaluator || o.Mix != c.mix || o.Rollouts < c.least || o.Rollouts > c.most {
			t.Errorf("%+v: share %g, %d playouts", c.o, o.Mix, o.Rollouts)
		}
		if shares := c.mix > 0; shares != (o.Together > 0) || shares != (o.LeafTime > 0) || o.LeafTime < time.Duration(c.mix*c.o.Playout*1e9) {
			t.Errorf("%+v: %d leaves together, %s for each", c.o, o.Together, o.LeafTime)
		}
		if c.mix > 0 && c.o.Leaves > 0 && o.Together != c.o.Leaves {
			t.Errorf("%+v: %d leaves together", c.o, o.Together)
		}
		n.Close()
	}
	single, err := New(enc, engine, Options{Mix: Shared, Leaves: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer single.Close()
	if o := single.Search(mcts.Options{}); o.Together != 0 || o.Mix != Shared {
		t.Errorf("%d leaves together, where they are to be played out one by one", o.Together)
	}
}

func TestCompared(t *testing.T) {
	for _, tt := range []struct {
		c     Compared
		known bool
		mix   float64
	}{
		{Compared{Points: 7, Games: 7}, false, 0},
		{Compared{Points: 4, Games: 8}, true, 0},
		{Compared{Points: 4.5, Games: 8}, true, Shared},
		{Compared{Points: 20, Games: 20}, true, Shared},
		{Compared{}, false, 0},
	} {
		if tt.c.Known() != tt.known || tt.c.Mix() != tt.mix {
			t.Errorf("%+v: known %t, share %g", tt.c, tt.c.Known(), tt.c.Mix())
		}
	}
}

// TestCompare: what is played in the time is counted; hardly any time is no failure.
func TestCompare(t *testing.T) {
	g, enc, engine := young(t)
	for _, d := range []time.Duration{time.Millisecond, 2 * time.Second} {
		c, err := Compare(t.Context(), g, enc, engine, Match{Time: d, Games: 4, Length: 9, Threads: 2})
		if err != nil || c.Games > 4 || c.Points < 0 || c.Points > float64(c.Games) || c.Move <= 0 {
			t.Errorf("%s: %+v, %v", d, c, err)
		}
	}
}
