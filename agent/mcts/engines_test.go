package mcts_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"ludens/agent"
	"ludens/agent/baseline"
	"ludens/agent/mcts"
	"ludens/catalog"
	"ludens/game"
	"ludens/internal/patience"
)

func open(t testing.TB, name, engine string) game.Game {
	t.Helper()
	g, err := catalog.Open(context.Background(), name, catalog.Options{Engine: engine, BuildTime: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// play plays a match of players by seat and returns the utilities.
func play(t testing.TB, g game.Game, seed uint64, players ...agent.Player) []float64 {
	t.Helper()
	m := g.NewMachine()
	for seat, p := range players {
		if err := p.Begin(context.Background(), g, seat, agent.Clocks{}); err != nil {
			t.Fatal(err)
		}
		defer p.End()
	}
	var w game.Walker
	rng := game.Stream(seed, "test", 0)
	for n := 0; !m.Terminal(); n++ {
		joint := slices.Clone(w.Draw(m, rng))
		for seat, p := range players {
			turn := agent.Turn{Number: n, States: []game.State{m.Save(nil)}, Legal: m.Legal(seat, nil)}
			move, err := p.Choose(context.Background(), turn)
			if err != nil || !slices.Contains(turn.Legal, move) {
				t.Fatalf("step %d: move %d, error %v", n, move, err)
			}
			joint[seat] = move
		}
		m.Step(joint)
	}
	u := make([]float64, g.Facts().Players)
	m.Utility(u)
	return u
}

// A modest search beats random play in games of two players described in GDL.
func TestBeatsRandomInGDL(t *testing.T) {
	patience.OneThread(t)
	for _, name := range []string{"ticTacToe", "connectFour", "breakthrough6", "hex5", "domineering6", "simultaneousTicTacToe", "tron"} {
		t.Run(name, func(t *testing.T) {
			g := open(t, name, catalog.Network)
			const matches = 10
			points := 0.0
			for i := range matches {
				seat := i % 2
				players := []agent.Player{baseline.NewRandom(uint64(i)), baseline.NewRandom(uint64(i))}
				players[seat] = mcts.New(mcts.Options{Threads: 1, Iterations: 150, Seed: uint64(i), AnswerForced: true})
				points += play(t, g, uint64(i), players...)[seat]
			}
			t.Logf("%v of %v", points, matches)
			if points < 0.85*matches {
				t.Errorf("%v points of %v against random", points, matches)
			}
		})
	}
}

// The reasoner makes a few hundred steps a second, and the player is in time and
// legal all the same.
func TestSlowEngineInTime(t *testing.T) {
	g := open(t, "reversi8", catalog.Reasoner)
	p := mcts.New(mcts.Options{})
	if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	defer p.End()
	m := g.NewMachine()
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
	move, err := p.Choose(ctx, turn)
	if err != nil || !slices.Contains(turn.Legal, move) {
		t.Errorf("move %d, error %v", move, err)
	}
	t.Logf("%+v", p.Stats())
}

// BenchmarkGDL gives simulations and state changes per second on real engines.
func BenchmarkGDL(b *testing.B) {
	for _, name := range []string{"connectFour", "breakthrough8", "reversi8", "tron"} {
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/threads=%d", name, threads), func(b *testing.B) {
				g := open(b, name, catalog.Network)
				m := g.NewMachine()
				p := mcts.New(mcts.Options{Threads: threads, Iterations: int64(b.N)})
				defer p.End()
				if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
					b.Fatal(err)
				}
				b.ResetTimer()
				if _, err := p.Choose(context.Background(), agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}); err != nil {
					b.Fatal(err)
				}
				s := p.Stats()
				b.ReportMetric(float64(s.Iterations)/b.Elapsed().Seconds(), "iterations/s")
				b.ReportMetric(float64(s.Steps)/b.Elapsed().Seconds(), "playout-steps/s")
				b.ReportMetric(float64(s.Bytes)/float64(max(s.Nodes, 1)), "bytes/node")
			})
		}
	}
}
