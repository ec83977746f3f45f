package playout

import (
	"math"
	"testing"
	"time"

	"ludens/game"
	"ludens/game/gametest/toy"
)

func TestRun(t *testing.T) {
	// Known values of random play: x wins three in a row with 0.585, o with 0.288.
	g := toy.Lines()
	m := g.NewMachine()
	rng := game.Stream(1, "test", 0)
	var r Runner
	value := make([]float64, 2)
	sum, n := 0.0, 20_000
	for range n {
		m.Reset()
		if !r.Run(m, rng, value) {
			t.Fatal("ended early")
		}
		sum += value[0]
	}
	if mean := sum / float64(n); math.Abs(mean-(0.585+0.127/2)) > 0.01 {
		t.Errorf("x gets %.3f on average, want about 0.649", mean)
	}
	if r.Steps < int64(5*n) || r.Steps > int64(9*n) {
		t.Errorf("%d steps counted in %d playouts", r.Steps, n)
	}
}

func TestEndlessIsCutOff(t *testing.T) {
	m := toy.Endless().NewMachine()
	r := Runner{Limit: 50}
	value := []float64{9, 9}
	if !r.Run(m, game.Stream(1, "test", 0), value) || r.Steps != 50 {
		t.Errorf("%d steps, want 50", r.Steps)
	}
	if value[0] != 0.5 || value[1] != 0.5 {
		t.Errorf("value %v, want a neutral one", value)
	}
	if r = (Runner{}); !r.Run(m, game.Stream(1, "test", 0), value) || r.Steps != DefaultLimit {
		t.Errorf("%d steps without a limit, want %d", r.Steps, DefaultLimit)
	}
}

// What is cut off is worth the average of what was finished, or what the rules say.
func TestValueOfUnfinished(t *testing.T) {
	var r Runner
	value := make([]float64, 2)
	m := toy.Pig(10).NewMachine()
	m.Load(game.State{10, 0, 0, 0, 0})
	for range 3 {
		r.Value(m, value) // a wins three times
	}
	m.Reset()
	if r.Value(m, value); value[0] != 1 || value[1] != 0 {
		t.Errorf("value %v, want the average of finished playouts", value)
	}
	p := toy.Jumps(2).NewMachine()
	p.Load(game.State{0b01000, 0b00001})
	one := make([]float64, 1)
	if (&Runner{}).Value(p, one); one[0] != 0.5 {
		t.Errorf("value %v, want what the rules say, 0.5", one)
	}
	f := toy.Faulty().NewMachine()
	f.Load(game.State{3, 1})
	if (&Runner{}).Value(f, one); one[0] != 0.5 {
		t.Errorf("value of a fault %v, want a neutral one", one)
	}
}

func TestStop(t *testing.T) {
	m := toy.Endless().NewMachine()
	asked := 0
	r := Runner{Limit: 1 << 40, Stop: func() bool { asked++; return asked > 5 }}
	if r.Run(m, game.Stream(1, "test", 0), make([]float64, 2)) {
		t.Error("a stopped playout counts as finished")
	}
	r = Runner{Limit: 1000, Stop: func() bool { return false }, Budget: time.Nanosecond}
	r.Measure(time.Second, 1)
	if !r.Run(m, game.Stream(1, "test", 0), make([]float64, 2)) || r.Steps != leastSteps {
		t.Errorf("%d steps on an engine far too slow, want %d", r.Steps, leastSteps)
	}
	if r.PerStep() <= 0 {
		t.Error("the time per step is not known")
	}
}

// Cutting into chunks must not change what is played.
func TestChunksChangeNothing(t *testing.T) {
	a, b := toy.Pig(30).NewMachine(), toy.Pig(30).NewMachine()
	va, vb := make([]float64, 2), make([]float64, 2)
	var whole Runner
	cut := Runner{Stop: func() bool { return false }}
	for i := range uint64(50) {
		a.Reset()
		b.Reset()
		whole.Run(a, game.Stream(i, "test", 0), va)
		cut.Run(b, game.Stream(i, "test", 0), vb)
		if !a.Save(nil).Equal(b.Save(nil)) {
			t.Fatalf("seed %d: %v and %v", i, a.Save(nil), b.Save(nil))
		}
	}
}
