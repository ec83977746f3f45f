package mcts

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"ludens/agent"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// atOnce is a game whose engine plays many positions at once; fail, if not nil, is what comes of it.
type atOnce struct {
	game.Game
	fail error
}

func (g atOnce) NewBatch(int64) (game.Batch, error) {
	return counting{game.OneByOne(g.Game), g.fail}, nil
}

type counting struct {
	game.Batch
	fail error
}

func (b counting) Playouts(ctx context.Context, states []game.State, each int, rng *rand.Rand, limit int, out []game.Tally) error {
	if b.fail != nil {
		return b.fail
	}
	return b.Batch.Playouts(ctx, states, each, rng, limit, out)
}

func begun(t *testing.T, g game.Game, o Options) (*Player, agent.Turn) {
	t.Helper()
	p := New(o)
	if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	return p, agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
}

// TestTogether: a search that plays leaves out together makes the iterations it was asked for, each
// of as many playouts as the lanes allow, the same every time, and leaves its tree in order.
func TestTogether(t *testing.T) {
	for _, ref := range []int{0, 20} {
		var seen []string
		for range 2 {
			p, turn := begun(t, atOnce{toy.Lines(), nil}, Options{Threads: 1, Iterations: 1000, Together: 16, Ref: ref, Seed: 3})
			move, err := p.Choose(context.Background(), turn)
			if err != nil {
				t.Fatal(err)
			}
			s := p.Stats()
			if s.Iterations != 1000 {
				t.Errorf("%d iterations of 1000", s.Iterations)
			}
			alone, _ := begun(t, toy.Lines(), Options{Threads: 1, Iterations: 1000, Ref: ref, Seed: 3})
			if _, err := alone.Choose(context.Background(), turn); err != nil {
				t.Fatal(err)
			}
			if steps := alone.Stats().Steps; s.Steps < 2*steps {
				t.Errorf("%d steps of playouts, one by one %d: want about four times as many", s.Steps, steps)
			}
			checkTree(t, p.tree)
			seen = append(seen, fmt.Sprintf("move %d visits %d nodes %d steps %d", move, s.Visits, s.Nodes, s.Steps))
			p.End()
			alone.End()
		}
		if seen[0] != seen[1] {
			t.Errorf("%s, then %s", seen[0], seen[1])
		}
	}
}

// TestTogetherIsStopped: searches that end in the midst of a batch leave the tree in order, also
// with several workers.
func TestTogetherIsStopped(t *testing.T) {
	p, turn := begun(t, atOnce{toy.Lines(), nil}, Options{Threads: 3, Together: 16, Ref: 20})
	for range 20 {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
		move, err := p.Choose(ctx, turn)
		cancel()
		if err != nil || !slices.Contains(turn.Legal, move) {
			t.Fatalf("move %d, error %v", move, err)
		}
	}
	p.wait(context.Background())
	checkTree(t, p.tree)
	p.End()
}

// TestTogetherFails: where a batch fails the search goes on with single playouts.
func TestTogetherFails(t *testing.T) {
	p, turn := begun(t, atOnce{toy.Lines(), errors.New("broken")}, Options{Threads: 1, Iterations: 300, Together: 16})
	defer p.End()
	if _, err := p.Choose(context.Background(), turn); err != nil {
		t.Fatal(err)
	}
	if s := p.Stats(); s.Iterations < 200 || s.Steps == 0 {
		t.Errorf("%d iterations, %d steps", s.Iterations, s.Steps)
	}
	checkTree(t, p.tree)
}
