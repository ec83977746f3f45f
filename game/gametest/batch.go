package gametest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"ludens/game"
)

// batchBytes is what a batch may take in tests.
const batchBytes = 1 << 30

// Batch holds a batch of a game against single machines: the positions of several
// random walks at once, in lock step, up to their ends and with faults; and playouts,
// which have to be as many as were asked for, the same again from the same seed, and no
// longer than their limit. A game that does not fit into the memory of a test has no
// batch to be held against anything.
func Batch(g game.Game, opt Options) error {
	opt = opt.withDefaults()
	b, err := game.NewBatch(g, game.BatchOptions{Bytes: batchBytes})
	if errors.Is(err, game.ErrBudget) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	rng := game.Stream(opt.Seed, "gametest.batch", 0)
	v := &batchVerifier{g: g, b: b, seats: len(g.Facts().Seats)}
	var states []game.State
	m := g.NewMachine()
	for i := range min(b.Lanes(), 20) {
		m.Reset()
		game.Playout(m, rng, i)
		if m.Err() != nil {
			m.Reset()
		}
		states = append(states, m.Save(nil))
		v.m = append(v.m, g.NewMachine())
		v.m[i].Load(states[i])
	}
	if err := b.Load(states); err != nil {
		return fmt.Errorf("batch: load: %w", err)
	}
	for n := range min(opt.Steps, 12) {
		if err := v.step(rng); err != nil {
			return fmt.Errorf("batch: step %d: %w", n, err)
		}
	}
	if err := v.playouts(states, opt.Seed); err != nil {
		return fmt.Errorf("batch: playouts: %w", err)
	}
	return nil
}

type batchVerifier struct {
	g     game.Game
	b     game.Batch
	seats int
	m     []game.Machine
	joint []game.Move
}

// step compares all positions and makes a random step in them.
func (v *batchVerifier) step(rng *rand.Rand) error {
	v.joint = v.joint[:0]
	var w game.Walker
	for i, m := range v.m {
		if err := v.position(i, m); err != nil {
			return fmt.Errorf("position %d: %w", i, err)
		}
		joint := make([]game.Move, v.seats)
		if !m.Terminal() {
			copy(joint, w.Draw(m, rng))
			m.Step(joint)
		}
		v.joint = append(v.joint, joint...)
	}
	v.b.Step(v.joint)
	return nil
}

func (v *batchVerifier) position(i int, m game.Machine) error {
	if want, got := m.Err(), v.b.Err(i); (want == nil) != (got == nil) {
		return fmt.Errorf("the fault is %v, a single machine says %v", got, want)
	}
	if want, got := m.Terminal(), v.b.Terminal(i); want != got {
		return fmt.Errorf("terminal is %v", got)
	}
	if m.Err() != nil {
		return nil
	}
	if want, got := m.Save(nil), v.b.Save(i, nil); !slices.Equal(want, got) {
		return fmt.Errorf("the state is %x, a single machine says %x", got, want)
	}
	if !m.Terminal() {
		for seat := range v.seats {
			if want, got := m.Legal(seat, nil), v.b.Legal(i, seat, nil); !slices.Equal(want, got) {
				return fmt.Errorf("seat %d has the moves %v, a single machine says %v", seat, got, want)
			}
		}
	}
	want, got := make([]float64, v.g.Facts().Players), make([]float64, v.g.Facts().Players)
	m.Utility(want)
	v.b.Utility(i, got)
	if !slices.Equal(want, got) {
		return fmt.Errorf("it is worth %v, a single machine says %v", got, want)
	}
	return nil
}

func (v *batchVerifier) playouts(states []game.State, seed uint64) error {
	const each, limit = 3, 30
	var first []game.Tally
	for range 2 {
		out := make([]game.Tally, len(states))
		if err := v.b.Playouts(context.Background(), states, each, game.Stream(seed, "gametest.batch", 1), limit, out); err != nil {
			return err
		}
		if first == nil {
			first = out
		}
		for i, x := range out {
			switch {
			case x.Ended+x.Cut+x.Blank+x.Faults != each:
				return fmt.Errorf("%+v from state %d, want %d playouts", x, i, each)
			case x.Steps < 0 || x.Steps > each*limit:
				return fmt.Errorf("%d steps from state %d, want at most %d", x.Steps, i, each*limit)
			case fmt.Sprint(x) != fmt.Sprint(first[i]):
				return fmt.Errorf("the same seed gives %+v and %+v from state %d", first[i], x, i)
			}
			for _, u := range x.Sum {
				if !(u >= 0 && u <= float64(x.Known())+1e-9) {
					return fmt.Errorf("%g of %d playouts from state %d", u, x.Known(), i)
				}
			}
		}
	}
	if v.b.Playouts(context.Background(), states, 1, game.Stream(seed, "gametest.batch", 1), 1, nil) == nil {
		return fmt.Errorf("no room for results, and no error")
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if v.b.Playouts(done, states, each, game.Stream(seed, "gametest.batch", 1), limit, make([]game.Tally, len(states))) == nil {
		return fmt.Errorf("a context that is done does not end them")
	}
	return nil
}
