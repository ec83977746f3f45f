package mcts

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ludens/agent"
	"ludens/agent/baseline"
	"ludens/agent/playout"
	"ludens/game"
	"ludens/game/gametest/toy"
	"ludens/internal/patience"
)

// play plays one match between players, by seat, and returns the utilities.
// Nature draws from the seed. think bounds each decision, 0 means no clock.
func play(t testing.TB, g game.Game, seed uint64, think time.Duration, players ...agent.Player) []float64 {
	t.Helper()
	f := g.Facts()
	m := g.NewMachine()
	rng := game.Stream(seed, "test.nature", 0)
	done, cancel := context.WithCancel(context.Background())
	cancel()
	for seat, p := range players {
		if err := p.Begin(done, g, seat, agent.Clocks{}); err != nil {
			t.Fatal(err)
		}
		defer p.End()
	}
	var w game.Walker
	for n := 0; !m.Terminal(); n++ {
		joint := slices.Clone(w.Draw(m, rng))
		for seat, p := range players {
			turn := agent.Turn{Number: n, States: []game.State{m.Save(nil)}, Legal: m.Legal(seat, nil)}
			ctx, cancel := context.Background(), context.CancelFunc(func() {})
			if think > 0 {
				ctx, cancel = context.WithTimeout(ctx, think)
			}
			move, err := p.Choose(ctx, turn)
			cancel()
			if err != nil {
				t.Fatalf("%s, step %d: %v", f.Name, n, err)
			}
			if !slices.Contains(turn.Legal, move) {
				t.Fatalf("%s, step %d: illegal move %d", f.Name, n, move)
			}
			joint[seat] = move
		}
		m.Step(joint)
	}
	if err := m.Err(); err != nil {
		t.Fatal(err)
	}
	u := make([]float64, f.Players)
	m.Utility(u)
	return u
}

func TestNeverLosesLines(t *testing.T) {
	g := toy.Lines()
	won := 0.0
	const matches = 24
	for i := range matches {
		seat := i % 2
		players := []agent.Player{baseline.NewRandom(uint64(i)), baseline.NewRandom(uint64(i))}
		players[seat] = New(Options{Threads: 1, Iterations: 1000, Seed: uint64(i)})
		u := play(t, g, 0, 0, players...)
		if u[seat] < 0.5 {
			t.Errorf("match %d: lost as seat %d against random", i, seat)
		}
		won += u[seat]
	}
	if won/matches < 0.9 {
		t.Errorf("average against random %v, want at least 0.9", won/matches)
	}
	for i := range 4 {
		a := New(Options{Threads: 1, Iterations: 1000, Seed: uint64(i)})
		b := New(Options{Threads: 1, Iterations: 1000, Seed: uint64(i) + 100})
		if u := play(t, g, 0, 0, a, b); u[0] != 0.5 {
			t.Errorf("against itself: %v, want a draw", u)
		}
	}
}

func TestBeatsRandom(t *testing.T) {
	patience.OneThread(t)
	tests := []struct {
		g     game.Game
		least float64 // average utility
	}{
		{toy.Pig(12), 0.7},
		{toy.Jumps(3), 0.95},
		{toy.Heap(10), 0.6},
	}
	for _, tt := range tests {
		f := tt.g.Facts()
		sum, base, n := 0.0, 0.0, 0
		for i := range 24 {
			seat := i % f.Players
			var players, randoms []agent.Player
			for range f.Players {
				players = append(players, baseline.NewRandom(uint64(i)))
				randoms = append(randoms, baseline.NewRandom(uint64(i)))
			}
			players[seat] = New(Options{Threads: 1, Iterations: 400, Seed: uint64(i)})
			sum += play(t, tt.g, uint64(i), 0, players...)[seat]
			base += play(t, tt.g, uint64(i), 0, randoms...)[seat]
			n++
		}
		t.Logf("%s: %.3f against random, random itself %.3f", f.Name, sum/float64(n), base/float64(n))
		if sum/float64(n) < tt.least {
			t.Errorf("%s: average %.3f against random, want at least %.2f", f.Name, sum/float64(n), tt.least)
		}
	}
}

func TestSimultaneous(t *testing.T) {
	p := New(Options{Threads: 1, Iterations: 500})
	g := toy.Prisoners()
	for seat := range 2 {
		if err := p.Begin(context.Background(), g, seat, agent.Clocks{}); err != nil {
			t.Fatal(err)
		}
		m := g.NewMachine()
		move, err := p.Choose(context.Background(), agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(seat, nil)})
		if err != nil || move != 1 {
			t.Errorf("seat %d: move %d, error %v; want the dominant move 1", seat, move, err)
		}
	}
	p.End()
}

// A fixed search does always the same: its counts are the signature of the
// algorithm. A change here must be meant.
func TestSignature(t *testing.T) {
	t.Run("classic", func(t *testing.T) {
		signature(t, Options{Classic: true}, map[string]string{
			"lines":   "move 4 visits 1126 nodes 1955 iterations 2000 steps 5644 depth 9",
			"pennies": "move 0 visits 1047 nodes 85 iterations 2000 steps 24 depth 3",
			"pig":     "move 1 visits 1937 nodes 1888 iterations 2000 steps 34634 depth 16",
			"heap":    "move 2 visits 121 nodes 490 iterations 2000 steps 768 depth 8",
			"jumps":   "move 3 visits 113 nodes 149 iterations 148 steps 293 depth 24",
		})
	})
	t.Run("today", func(t *testing.T) {
		signature(t, Options{}, map[string]string{
			"lines":   "move 4 visits 1097 nodes 1939 iterations 2000 steps 6092 depth 9",
			"pennies": "move 1 visits 1007 nodes 85 iterations 2000 steps 24 depth 3",
			"pig":     "move 1 visits 1919 nodes 1940 iterations 2000 steps 36206 depth 14",
			"heap":    "move 2 visits 78 nodes 118 iterations 195 steps 357 depth 8",
			"jumps":   "move 5 visits 107 nodes 136 iterations 147 steps 282 depth 24",
		})
	})
	t.Run("shared", func(t *testing.T) {
		signature(t, Options{Ref: 20, Policy: playout.Policy{Sharp: 4}}, map[string]string{
			"lines":   "move 4 visits 900 nodes 1801 iterations 2000 steps 4919 depth 9",
			"pennies": "move 1 visits 1036 nodes 85 iterations 2000 steps 24 depth 3",
			"pig":     "move 1 visits 1973 nodes 1650 iterations 2000 steps 30730 depth 16",
			"heap":    "move 2 visits 105 nodes 108 iterations 227 steps 348 depth 10",
			"jumps":   "move 5 visits 127 nodes 143 iterations 151 steps 269 depth 24",
		})
	})
	t.Run("greedy", func(t *testing.T) {
		signature(t, Options{Policy: playout.Policy{Greedy: 1000}}, map[string]string{
			"lines":   "move 4 visits 427 nodes 1987 iterations 2000 steps 33645 depth 9",
			"pennies": "move 1 visits 1007 nodes 85 iterations 2000 steps 24 depth 3",
			"pig":     "move 1 visits 1949 nodes 1933 iterations 2000 steps 45646 depth 17",
			"heap":    "move 2 visits 14 nodes 117 iterations 224 steps 1127 depth 8",
			"jumps":   "move 3 visits 122 nodes 145 iterations 160 steps 268 depth 24",
		})
	})
}

func signature(t *testing.T, o Options, want map[string]string) {
	for _, g := range []game.Game{toy.Lines(), toy.Pennies(3), toy.Pig(10), toy.Heap(12), toy.Jumps(4)} {
		var first string
		for range 2 {
			o.Threads, o.Iterations, o.Seed = 1, 2000, 42
			p := New(o)
			if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
				t.Fatal(err)
			}
			m := g.NewMachine()
			move, err := p.Choose(context.Background(), agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)})
			if err != nil {
				t.Fatal(err)
			}
			s := p.Stats()
			sig := fmt.Sprintf("move %d visits %d nodes %d iterations %d steps %d depth %d", move, s.Visits, s.Nodes, s.Iterations, s.Steps, s.Depth)
			p.End()
			if first == "" {
				first = sig
			} else if sig != first {
				t.Errorf("%s: two searches with one seed differ:\n%s\n%s", g.Facts().Name, first, sig)
			}
		}
		name := g.Facts().Name
		// Other processors may fuse multiplications and additions.
		if runtime.GOARCH == "amd64" && want[name] != first {
			t.Errorf("signature of %s:\n\t%s\nwant\n\t%s", name, first, want[name])
		}
	}
}

func TestTreeIsReused(t *testing.T) {
	g := toy.Lines()
	p := New(Options{Threads: 1, Iterations: 400, Seed: 1})
	defer p.End()
	if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	choose := func() game.Move {
		t.Helper()
		move, err := p.Choose(context.Background(), agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)})
		if err != nil {
			t.Fatal(err)
		}
		return move
	}
	move := choose()
	m.Step([]game.Move{move, 9})
	reply := m.Legal(1, nil)[0]
	choose()
	nodes := p.Stats().Nodes
	m.Step([]game.Move{9, reply})
	p.opt.Iterations = 1
	choose()
	if n := p.Stats().Nodes; n < 10 || n >= nodes {
		t.Errorf("%d nodes after one iteration of the next turn (%d before), want a part of the old tree", n, nodes)
	}
}

func TestMemoryLimit(t *testing.T) {
	const limit = 40_000
	for _, g := range []game.Game{toy.Lines(), toy.Endless(), toy.Pig(30)} {
		p := New(Options{Threads: 2, Iterations: 5000, Bytes: limit, PlayoutSteps: 50})
		if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
			t.Fatal(err)
		}
		m := g.NewMachine()
		if _, err := p.Choose(context.Background(), agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}); err != nil {
			t.Fatal(err)
		}
		s := p.Stats()
		if s.Bytes > limit || s.Bytes < limit/2 {
			t.Errorf("%s: tree of %d bytes, want nearly %d", g.Facts().Name, s.Bytes, limit)
		}
		if s.Iterations < 4000 && !s.Proven {
			t.Errorf("%s: %d iterations, want the search to go on at the limit", g.Facts().Name, s.Iterations)
		}
		// The running account and a fresh count of the tree must agree.
		got := p.tree.bytes.Load()
		p.tree.recount(0)
		if again := p.tree.bytes.Load(); again != got {
			t.Errorf("%s: accounted %d bytes, counted %d", g.Facts().Name, got, again)
		}
		p.End()
	}
}

func TestStaysInTime(t *testing.T) {
	for _, g := range []game.Game{toy.Endless(), toy.Pennies(3), slow{toy.Endless(), 30 * time.Millisecond}} {
		p := New(Options{})
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		if err := p.Begin(ctx, g, 1, agent.Clocks{}); err != nil {
			t.Fatal(err)
		}
		cancel()
		m := g.NewMachine()
		turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(1, nil)}
		var suggested atomic.Int64
		turn.Suggest = func(game.Move) { suggested.Add(1) }
		ctx, cancel = context.WithTimeout(context.Background(), 150*time.Millisecond)
		move, err := p.Choose(ctx, turn)
		cancel()
		if err != nil || !slices.Contains(turn.Legal, move) {
			t.Errorf("%s: move %d, error %v", g.Facts().Name, move, err)
		}
		if suggested.Load() == 0 {
			t.Errorf("%s: no move was suggested", g.Facts().Name)
		}
		p.End()
	}
}

// With one legal move the answer comes before the end of the clock, and the time
// until then is used.
func TestForcedMove(t *testing.T) { synctest.Test(t, testForcedMove) }

func testForcedMove(t *testing.T) {
	g := slow{toy.Lines(), time.Millisecond} // the test's clock goes on in its steps only
	for _, answer := range []bool{false, true} {
		p := New(Options{Threads: 1, AnswerForced: answer})
		if err := p.Begin(context.Background(), g, 1, agent.Clocks{}); err != nil {
			t.Fatal(err)
		}
		m := g.NewMachine()
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(1, nil)}
		if len(turn.Legal) != 1 {
			t.Fatalf("%d legal moves, want a forced one", len(turn.Legal))
		}
		move, err := p.Choose(ctx, turn)
		if err != nil || move != turn.Legal[0] || ctx.Err() != nil {
			t.Errorf("move %d, error %v, context %v", move, err, ctx.Err())
		}
		if n := p.Stats().Iterations; (n > 0) == answer {
			t.Errorf("answer forced %v: %d iterations", answer, n)
		}
		cancel()
		p.End()
	}
}

// slow is an engine whose every step takes its time.
type slow struct {
	game.Game
	pause time.Duration
}

func (s slow) NewMachine() game.Machine { return &slowMachine{s.Game.NewMachine(), s} }

type slowMachine struct {
	game.Machine
	g slow
}

func (m *slowMachine) Game() game.Game { return m.g }

func (m *slowMachine) Step(j []game.Move) {
	time.Sleep(m.g.pause)
	m.Machine.Step(j)
}

// panics is an engine that breaks after some steps.
type panics struct {
	game.Game
	left *atomic.Int64
}

func (s panics) NewMachine() game.Machine { return &panicMachine{s.Game.NewMachine(), s} }

type panicMachine struct {
	game.Machine
	g panics
}

func (m *panicMachine) Game() game.Game { return m.g }

func (m *panicMachine) Step(j []game.Move) {
	if m.g.left.Add(-1) < 0 {
		panic("broken engine")
	}
	m.Machine.Step(j)
}

func TestEnginePanics(t *testing.T) {
	var left atomic.Int64
	g := panics{toy.Lines(), &left}
	p := New(Options{Threads: 2, Iterations: 1000})
	defer p.End()
	if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
	left.Store(300)
	move, err := p.Choose(context.Background(), turn)
	if err == nil || !slices.Contains(turn.Legal, move) {
		t.Errorf("move %d, error %v; want a legal move and an error", move, err)
	}
	left.Store(1 << 40)
	if move, err = p.Choose(context.Background(), turn); err != nil || !slices.Contains(turn.Legal, move) {
		t.Errorf("after the engine recovered: move %d, error %v", move, err)
	}
}

func TestFaultyDescription(t *testing.T) {
	g := toy.Faulty()
	p := New(Options{Threads: 1, Iterations: 300})
	defer p.End()
	if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	m.Step([]game.Move{0})
	m.Step([]game.Move{0})
	move, err := p.Choose(context.Background(), agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)})
	if err != nil || move != 0 {
		t.Errorf("move %d, error %v; want the way without the fault", move, err)
	}
}

func TestBadTurns(t *testing.T) {
	p := New(Options{})
	if _, err := p.Choose(context.Background(), agent.Turn{}); !errors.Is(err, agent.ErrNoMove) {
		t.Errorf("no legal moves: error %v", err)
	}
	if m, err := p.Choose(context.Background(), agent.Turn{Legal: []game.Move{5}}); err != nil || m != 5 {
		t.Errorf("before Begin: move %d, error %v", m, err)
	}
	if err := p.Begin(context.Background(), toy.Lines(), 7, agent.Clocks{}); err == nil {
		t.Error("a seat that does not exist is accepted")
	}
	if err := (Options{Threads: -1}).Validate(); err == nil {
		t.Error("negative threads are accepted")
	}
}

// BenchmarkSearch gives simulations per second of the whole search.
func BenchmarkSearch(b *testing.B) {
	for _, g := range []game.Game{toy.Lines(), toy.Pennies(8), toy.Pig(50)} {
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/threads=%d", g.Facts().Name, threads), func(b *testing.B) {
				p := New(Options{Threads: threads, Iterations: int64(b.N)})
				defer p.End()
				if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
					b.Fatal(err)
				}
				m := g.NewMachine()
				turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
				b.ResetTimer()
				if _, err := p.Choose(context.Background(), turn); err != nil {
					b.Fatal(err)
				}
				s := p.Stats()
				b.ReportMetric(float64(s.Iterations)/b.Elapsed().Seconds(), "iterations/s")
				b.ReportMetric(float64(s.Nodes)/b.Elapsed().Seconds(), "nodes/s")
			})
		}
	}
}
