package baseline

import (
	"context"
	"errors"
	"slices"
	"testing"

	"ludens/agent"
	"ludens/game"
	"ludens/game/gametest/toy"
)

func TestPlayers(t *testing.T) {
	ctx := context.Background()
	legal := []game.Move{4, 7, 9}
	for _, p := range []agent.Player{NewRandom(1), NewLegal()} {
		if _, err := p.Choose(ctx, agent.Turn{}); !errors.Is(err, agent.ErrNoMove) {
			t.Errorf("%s without legal moves: error %v", p.Name(), err)
		}
		if err := p.Begin(ctx, toy.Lines(), 1, agent.Clocks{}); err != nil {
			t.Fatal(err)
		}
		for range 50 {
			if m, err := p.Choose(ctx, agent.Turn{Legal: legal}); err != nil || !slices.Contains(legal, m) {
				t.Fatalf("%s: move %d, error %v", p.Name(), m, err)
			}
		}
		p.End()
	}
	if m, _ := NewLegal().Choose(ctx, agent.Turn{Legal: legal}); m != 4 {
		t.Errorf("legal plays %d, want the first", m)
	}
}

func TestRandomIsUniformAndRepeatable(t *testing.T) {
	ctx := context.Background()
	draw := func(seed uint64) (out []game.Move) {
		p := NewRandom(seed)
		_ = p.Begin(ctx, toy.Lines(), 0, agent.Clocks{})
		for range 3000 {
			m, _ := p.Choose(ctx, agent.Turn{Legal: []game.Move{0, 1, 2}})
			out = append(out, m)
		}
		return out
	}
	a := draw(1)
	if !slices.Equal(a, draw(1)) || slices.Equal(a, draw(2)) {
		t.Error("the moves are not a function of the seed")
	}
	var count [3]int
	for _, m := range a {
		count[m]++
	}
	for m, n := range count {
		if n < 850 || n > 1150 {
			t.Errorf("move %d drawn %d times of 3000", m, n)
		}
	}
}
