package catalog

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"ludens/game"
	"ludens/ludii/exec"
	"ludens/propnet/lanes"
)

func init() { mostBuilding = time.Minute }

// together are library games of the kinds that circuits know: pieces placed, moved, captured, flipped, chains
// of jumps, phases, passes, connections that are followed through.
var together = []string{
	"ludii:TicTacToe", "ludii:ConnectFour", "ludii:Breakthrough", "ludii:Reversi", "ludii:EnglishDraughts", "ludii:Konane",
	"ludii:Clobber", "ludii:Ataxx", "ludii:Y", "ludii:Brandub",
}

// few are some of them, where everything takes ten times as long.
func few() []string {
	if testing.Short() {
		return together[:3]
	}
	return together
}

func openCircuit(t *testing.T, name string) (*exec.Game, *circuitBatch) {
	t.Helper()
	g, err := Open(context.Background(), name, Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := game.OwnBatch(g, game.BatchOptions{Bytes: 256 << 20})
	if err != nil {
		t.Fatal(err)
	}
	return g.(*exec.Game), b.(*circuitBatch)
}

// Random games in many lanes at once, and a machine of the board program beside each: as many moves, and after
// each one of the positions that the machine's moves lead to; ends with the same result.
func TestCircuitLanesInStep(t *testing.T) {
	for _, name := range few() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, b := openCircuit(t, name)
			const n = 70 // lanes in two words
			rng := rand.New(rand.NewPCG(3, 4))
			m := g.NewMachine()
			start := m.Save(nil)
			at := make([]game.State, n)
			for i := range at {
				at[i] = slices.Clone(start)
			}
			l := lanes.NewMachine(b.program)
			ends := 0
			for ply := range 60 {
				facts := make([]game.State, n)
				for i, s := range at {
					m.Load(s)
					f, ok := b.encode(m.(*exec.Machine).Cursor().State, nil)
					if !ok {
						t.Fatalf("ply %d: the circuit does not have a position", ply)
					}
					facts[i] = f
				}
				if err := l.Load(facts); err != nil {
					t.Fatal(err)
				}
				joint := make([]game.Move, 2*n)
				for i := range at {
					for seat := range 2 {
						moves := l.Legal(i, seat, nil)
						if len(moves) == 0 {
							t.Fatalf("ply %d: no move of seat %d: %v", ply, seat, l.Err(i))
						}
						joint[2*i+seat] = moves[rng.IntN(len(moves))]
					}
				}
				legal := make([]int, n)
				for i := range at {
					legal[i] = len(l.Legal(i, 0, nil)) * len(l.Legal(i, 1, nil)) // one of them has but one
				}
				l.Step(joint)
				for i := range at {
					next, over, err := follow(g, b, m, at[i], l, i, legal[i])
					if err != nil {
						t.Fatalf("ply %d, lane %d: %v", ply, i, err)
					}
					if at[i] = next; over {
						at[i] = slices.Clone(start)
						ends++
					}
				}
			}
			t.Logf("%d ends", ends)
		})
	}
}

// follow finds the machine's move that leads to where the lane is.
func follow(g *exec.Game, b *circuitBatch, m game.Machine, from game.State, l *lanes.Machine, lane, legal int) (next game.State, over bool, err error) {
	m.Load(from)
	mover := 0
	for seat := range 2 {
		if moves := m.Legal(seat, nil); len(moves) != 1 || moves[0] != exec.Noop {
			mover = seat
		}
	}
	moves := m.Legal(mover, nil)
	if len(moves) > legal { // equal moves are one move of a machine, and several of the lanes
		return nil, false, fmt.Errorf("%d moves, the lane has %d", len(moves), legal)
	}
	there := l.Save(lane, nil)
	value, lanes := make([]float64, 2), make([]float64, 2)
	for _, mv := range moves {
		m.Load(from)
		joint := []game.Move{exec.Noop, exec.Noop}
		joint[mover] = mv
		m.Step(joint)
		if m.Err() != nil {
			return nil, false, m.Err()
		}
		if m.Terminal() != l.Terminal(lane) {
			continue
		}
		if m.Terminal() {
			m.Utility(value)
			l.Utility(lane, lanes)
			if slices.Equal(value, lanes) {
				return nil, true, nil
			}
			continue
		}
		if f, ok := b.encode(m.(*exec.Machine).Cursor().State, nil); ok && slices.Equal(f, there) {
			return m.Save(nil), false, nil
		}
	}
	return nil, false, errors.New("none of the moves leads there")
}

// What random games are worth, and how long they last, is the same in lanes and one by one.
func TestCircuitPlayouts(t *testing.T) {
	for _, name := range few() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, b := openCircuit(t, name)
			m := g.NewMachine()
			rng := game.Stream(5, "circuit playouts", 0)
			game.Playout(m, rng, 6)
			if m.Terminal() {
				t.Fatal("over at once")
			}
			from := m.Save(nil)
			const many, some, limit = 4096, 500, 400
			out := make([]game.Tally, 1)
			if err := b.Playouts(context.Background(), []game.State{from}, many, rng, limit, out); err != nil {
				t.Fatal(err)
			}
			sum, steps, known := 0.0, 0.0, 0
			value := make([]float64, 2)
			for range some {
				m.Load(from)
				steps += float64(game.Playout(m, rng, limit))
				if m.Terminal() {
					m.Utility(value)
					sum += value[0]
					known++
				}
			}
			if out[0].Faults != 0 || out[0].Known()+out[0].Blank != many {
				t.Fatalf("%+v of %d", out[0], many)
			}
			if known < some/4 {
				t.Fatalf("%d of %d games come to an end", known, some)
			}
			a, c := out[0].Sum[0]/float64(out[0].Known()), sum/float64(known)
			if bound := 4.5 * 0.5 * math.Sqrt(1/float64(known)+1/float64(out[0].Known())); math.Abs(a-c) > bound {
				t.Errorf("worth %.3f in lanes and %.3f one by one, farther apart than %.3f", a, c, bound)
			}
			long, short := float64(out[0].Steps)/many, steps/some
			if math.Abs(long-short) > 0.15*short+1 {
				t.Errorf("%.1f steps in lanes and %.1f one by one", long, short)
			}
		})
	}
}

// Positions at which the match is over count as often as they were asked for.
func TestCircuitEnds(t *testing.T) {
	g, b := openCircuit(t, "ludii:TicTacToe")
	m := g.NewMachine()
	start := m.Save(nil)
	rng := game.Stream(1, "ends", 0)
	game.Playout(m, rng, 100)
	value := make([]float64, 2)
	m.Utility(value)
	out := make([]game.Tally, 2)
	if err := b.Playouts(context.Background(), []game.State{m.Save(nil), start}, 10, rng, 100, out); err != nil {
		t.Fatal(err)
	}
	if out[0].Ended != 10 || out[0].Sum[0] != 10*value[0] || out[0].Steps != 0 {
		t.Errorf("of a match that is over %+v, worth %v", out[0], value)
	}
	if out[1].Ended != 10 || out[1].Steps < 50 {
		t.Errorf("of the beginning %+v", out[1])
	}
}

// A game without a circuit has a batch of single machines, and none of its own.
func TestNoCircuit(t *testing.T) {
	g, err := Open(context.Background(), "ludii:Kalah", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := game.OwnBatch(g, game.BatchOptions{Bytes: 256 << 20}); !errors.Is(err, game.ErrNoBatch) {
		t.Error(err)
	}
	if b, err := game.NewBatch(g, game.BatchOptions{Bytes: 256 << 20}); err != nil || b.Lanes() != 64 {
		t.Error(b, err)
	}
	// One that does not fit says so, and fits when there is more room.
	g, err = Open(context.Background(), "ludii:ConnectFour", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := game.OwnBatch(g, game.BatchOptions{Bytes: 100_000}); err == nil {
		t.Error("a batch of Connect Four in 100,000 bytes")
	}
	if _, err := game.OwnBatch(g, game.BatchOptions{Bytes: 256 << 20}); err != nil {
		t.Error(err)
	}
}

// Decisive playouts of a board program are made in the lanes of its circuit, and are others than random ones; where
// nothing takes the place of a move that wins there are none.
func TestCircuitDecisive(t *testing.T) {
	g, b := openCircuit(t, "ludii:ConnectFour")
	d, err := game.OwnBatch(g, game.BatchOptions{Bytes: 256 << 20, Decisive: true})
	if err != nil {
		t.Fatal(err)
	}
	length := func(b game.Batch) float64 {
		out := make([]game.Tally, 1)
		const n = 20 * lanes.Lanes
		if err := b.Playouts(context.Background(), []game.State{g.NewMachine().Save(nil)}, n, game.Stream(1, "decisive", 0), 400, out); err != nil {
			t.Fatal(err)
		}
		if out[0].Ended != n {
			t.Errorf("%+v", out[0])
		}
		return float64(out[0].Steps) / n
	}
	if x, y := length(b), length(d); y < 1.1*x {
		t.Errorf("random games have %.1f steps, those in which threats are answered %.1f", x, y)
	}
	far, _ := openCircuit(t, "ludii:Breakthrough")
	if _, err := game.OwnBatch(far, game.BatchOptions{Bytes: 256 << 20, Decisive: true}); !errors.Is(err, game.ErrNoBatch) {
		t.Error(err)
	}
}
