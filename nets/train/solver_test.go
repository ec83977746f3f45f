package train

import (
	"errors"
	"math"
	"testing"

	"ludens/nets/kernel"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// pair is a parameter with its gradient, as a solver sees it.
type pair struct{ w, g *tensor.Dense }

func (p pair) Value() gorgonia.Value         { return p.w }
func (p pair) Grad() (gorgonia.Value, error) { return p.g, nil }

func newPair(w []float32) pair {
	return pair{
		tensor.New(tensor.WithShape(len(w)), tensor.WithBacking(append([]float32(nil), w...))),
		tensor.New(tensor.WithShape(len(w)), tensor.WithBacking(make([]float32, len(w)))),
	}
}

// adamReference is AdamW as in the papers, in float64.
type adamReference struct {
	w, m, v []float64
	decay   float64
}

func (a *adamReference) step(o *Options, t int, g []float64, scale float64) {
	rate := o.RateAt(int64(t - 1))
	for i := range a.w {
		x := g[i] * scale
		a.m[i] = o.Beta1*a.m[i] + (1-o.Beta1)*x
		a.v[i] = o.Beta2*a.v[i] + (1-o.Beta2)*x*x
		mHat, vHat := a.m[i]/(1-math.Pow(o.Beta1, float64(t))), a.v[i]/(1-math.Pow(o.Beta2, float64(t)))
		a.w[i] -= rate * (mHat/(math.Sqrt(vHat)+o.Epsilon) + a.decay*a.w[i])
	}
}

func TestAdamW(t *testing.T) {
	for _, level := range kernel.Supported() {
		for _, workers := range []int{1, 3} {
			o := Options{Level: &level, Workers: workers, Rate: 0.01, WarmUp: 10, Decay: 0.1, Clip: 3}.Filled()
			sizes := []int{3, chunkSize + 100, 1}
			a := newAdamW(&o, sizes, []bool{true, true, false})
			rng := draw(21)
			var model []gorgonia.ValueGrad
			var want []*adamReference
			for i, n := range sizes {
				p := newPair(normal[float32](rng, n))
				r := &adamReference{w: widen(p.w.Float32s()), m: make([]float64, n), v: make([]float64, n), decay: 0.1}
				if i == 2 {
					r.decay = 0
				}
				model, want = append(model, p), append(want, r)
			}
			clipped := 0
			for step := 1; step <= 15; step++ {
				sum := 0.0
				for _, p := range model {
					g := p.(pair).g.Float32s()
					for k := range g {
						g[k] = float32(rng.NormFloat64()) * 0.002 * float32(step*step) / 5
						sum += float64(g[k]) * float64(g[k])
					}
				}
				norm, scale := math.Sqrt(sum), 1.0
				if norm > 3 {
					scale = 3 / norm
					clipped++
				}
				for i, p := range model {
					want[i].step(&o, step, widen(p.(pair).g.Float32s()), scale)
				}
				if err := a.Step(model); err != nil {
					t.Fatal(err)
				}
				if math.Abs(a.norm-norm) > 1e-6*norm || a.rate != o.RateAt(int64(step-1)) {
					t.Fatalf("norm %v, want %v; rate %v", a.norm, norm, a.rate)
				}
			}
			if clipped == 0 || clipped == 15 {
				t.Errorf("clipped in %d of 15 steps: the test shows nothing", clipped)
			}
			for i, p := range model {
				near(t, "weights", p.(pair).w.Float32s(), want[i].w, 1e-5)
			}
		}
	}
}

// TestAdamNative holds the solver against gorgonia's Adam, which has no decay.
func TestAdamNative(t *testing.T) {
	o := Options{Rate: 0.01, WarmUp: -1, Decay: -1, Clip: -1, Workers: 1}.Filled()
	rng := draw(22)
	ours := newPair(normal[float32](rng, 50))
	theirs := newPair(ours.w.Float32s())
	a := newAdamW(&o, []int{50}, []bool{true})
	b := gorgonia.NewAdamSolver(gorgonia.WithLearnRate(0.01))
	for range 20 {
		g := normal[float32](rng, 50)
		copy(ours.g.Float32s(), g)
		copy(theirs.g.Float32s(), g)
		if err := errors.Join(a.Step([]gorgonia.ValueGrad{ours}), b.Step([]gorgonia.ValueGrad{theirs})); err != nil {
			t.Fatal(err)
		}
	}
	near(t, "weights", ours.w.Float32s(), widen(theirs.w.Float32s()), 1e-5)
}

func TestDiverged(t *testing.T) {
	for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1)), 3e38} {
		o := Options{Workers: 1}.Filled()
		a := newAdamW(&o, []int{2, 2}, []bool{true, true})
		p, q := newPair([]float32{1, 2}), newPair([]float32{3, 4})
		p.g.Float32s()[0] = 1
		q.g.Float32s()[1] = bad
		err := a.Step([]gorgonia.ValueGrad{p, q})
		if bad < 3.1e38 { // as large as may be, but a number: clipped
			if err != nil || math.IsNaN(float64(q.w.Float32s()[1])) {
				t.Errorf("gradient %v: error %v, weight %v", bad, err, q.w.Float32s()[1])
			}
			continue
		}
		if !errors.Is(err, ErrDiverged) {
			t.Errorf("gradient %v: error %v", bad, err)
		}
		if p.w.Float32s()[0] != 1 || a.steps != 0 || a.m[0][0] != 0 {
			t.Errorf("gradient %v: changed something", bad)
		}
	}
}

func TestRate(t *testing.T) {
	for _, c := range []struct {
		o    Options
		step int64
		want float64
	}{
		{Options{}, 0, 1e-5},
		{Options{}, 99, 1e-3},
		{Options{}, 1 << 30, 1e-3},
		{Options{Rate: 2, WarmUp: 4}, 1, 1},
		{Options{Rate: 2, WarmUp: -1}, 0, 2},
		{Options{Rate: 2, WarmUp: -1, Schedule: Cosine, Period: 10}, 5, 1},
		{Options{Rate: 2, WarmUp: 5, Schedule: Cosine, Period: 10, Floor: 0.5}, 15, 1},
		{Options{Rate: 2, WarmUp: 5, Schedule: Cosine, Period: 10, Floor: 0.5}, 10, 1.5},
		{Options{Rate: 2, WarmUp: 5, Schedule: Cosine, Period: 10, Floor: 0.5}, 1000, 1},
		{Options{Rate: 2, WarmUp: -1, Schedule: Steps, Period: 10, Drop: 0.5}, 9, 2},
		{Options{Rate: 2, WarmUp: -1, Schedule: Steps, Period: 10, Drop: 0.5}, 25, 0.5},
		{Options{Rate: 2, WarmUp: -1, Schedule: Steps, Period: 10, Drop: 0.5, Floor: 0.4}, 25, 0.8},
	} {
		o := c.o.Filled()
		if got := o.RateAt(c.step); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%+v: rate of step %d is %v, want %v", c.o, c.step, got, c.want)
		}
	}
}

func TestOptions(t *testing.T) {
	if err := (Options{}).Validate(); err != nil {
		t.Error(err)
	}
	level := kernel.Level(200)
	for name, o := range map[string]Options{
		"batch": {Batch: 1}, "batch negative": {Batch: -1}, "workers": {Workers: -2}, "rate": {Rate: math.NaN()}, "rate negative": {Rate: -1},
		"schedule": {Schedule: "often"}, "drop": {Drop: 2}, "floor": {Floor: -0.1}, "beta1": {Beta1: 1}, "beta2": {Beta2: 1.5},
		"decay": {Decay: math.Inf(1)}, "momentum": {Momentum: 1.1}, "average": {Average: 1}, "level": {Level: &level}, "remember": {Remember: 1 << 20},
	} {
		if err := o.Validate(); err == nil {
			t.Errorf("%s: %+v passes", name, o)
		}
	}
}
