package mcts

import (
	"context"
	"math"
	"testing"
	"time"

	"ludens/agent"
	"ludens/catalog"
	"ludens/game"
)

// TestTells makes sure that what is told about a decision is what was searched: all moves
// with the visits that they got, the one that is played first, and a line that can be
// played from the position.
func TestTells(t *testing.T) {
	g, err := catalog.Open(t.Context(), "ticTacToe", catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := New(Options{Iterations: 400, Threads: 1})
	defer p.End()
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Begin(done, g, 0, agent.Clocks{Play: time.Second}); err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	var last agent.Thought
	move, err := p.Choose(context.Background(), agent.Turn{
		States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil), Tell: func(t agent.Thought) { last = t },
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(last.Moves) != 9 || last.Moves[0].Move != move || last.Iterations != 400 {
		t.Fatalf("told of %d moves, the first %d (played: %d), after %d iterations", len(last.Moves), last.Moves[0].Move, move, last.Iterations)
	}
	sum := int64(0)
	for _, c := range last.Moves {
		sum += c.Visits
	}
	if sum < 390 || sum > 400 {
		t.Errorf("%d visits in 400 iterations", sum)
	}
	if len(last.Values) != 2 || last.Values[0] != last.Value || math.Abs(last.Values[0]+last.Values[1]-1) > 0.2 {
		t.Errorf("values %v in a game of constant sum", last.Values)
	}
	if len(last.Line) < 2 || last.Line[0][0] != move {
		t.Fatalf("line %v does not begin with %d", last.Line, move)
	}
	for i, joint := range last.Line {
		for seat, mv := range joint {
			if label := m.Label(seat, mv); label == "" {
				t.Fatalf("step %d of the line: seat %d has no move %d", i, seat, mv)
			}
			if back, err := m.Parse(seat, m.Label(seat, mv)); err != nil || back != mv {
				t.Fatalf("step %d of the line: move %d of seat %d is not legal: %v", i, mv, seat, err)
			}
		}
		m.Step(joint)
	}
}
