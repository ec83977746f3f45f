package xla

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"ludens/nets/arch"
	"ludens/nets/kernel"
	"ludens/nets/reference"
	"ludens/nets/train"
)

// specs are small nets with every kind of layer.
func specs() map[string]arch.Spec {
	return map[string]arch.Spec{
		"planes": {Kind: arch.Residual, In: arch.Shape{Channels: 3, Height: 3, Width: 4}, Width: 5, Blocks: 2, Convs: 2, Kernel: 3, Pooled: 3, Head: arch.Planes, Policy: 2, Values: 2, Hidden: 8},
		"dense":  {Kind: arch.Residual, In: arch.Shape{Channels: 3, Height: 4, Width: 3}, Width: 5, Blocks: 1, Convs: 2, Kernel: 3, Head: arch.Dense, Policy: 11, Squeeze: 2, Values: 2, Hidden: 8},
		"graph":  {Kind: arch.Graph, In: arch.Shape{Channels: 3, Height: 10, Width: 1}, Width: 8, Blocks: 3, Head: arch.Planes, Policy: 2, Values: 2, Hidden: 8},
		"mlp":    {Kind: arch.MLP, In: arch.Shape{Channels: 20, Height: 1, Width: 1}, Width: 16, Blocks: 2, Head: arch.Dense, Policy: 12, Values: 2, Hidden: 8},
	}
}

func linksOf(t testing.TB, s *arch.Spec) *arch.Links {
	if s.Kind != arch.Graph {
		return nil
	}
	adjacent := make([][]int32, s.In.Height-1)
	for i := range adjacent {
		adjacent[i] = []int32{int32((i + 1) % len(adjacent)), int32((i + 3) % len(adjacent))}
	}
	l, err := arch.NewLinks(adjacent)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// newBatch draws positions as games have them, full of zeros and ones, with two groups of
// moves and soft targets.
func newBatch(s *arch.Spec, n int, rng *rand.Rand) *train.Batch {
	size := s.Logits()
	b := &train.Batch{
		N: n, Inputs: make([]float32, n*s.In.Size()), Groups: make([]uint8, n*size), Targets: make([]float32, n*size),
		Values: make([]float32, n*s.Values), Weights: make([]float32, n),
	}
	for i := range b.Inputs {
		b.Inputs[i] = float32(rng.IntN(4) / 3)
	}
	for i := range n {
		var sums [3]float32
		for k := i * size; k < (i+1)*size; k++ {
			if b.Groups[k] = uint8(rng.IntN(3)); b.Groups[k] != 0 {
				b.Targets[k] = rng.Float32() * rng.Float32()
				sums[b.Groups[k]] += b.Targets[k]
			}
		}
		for k := i * size; k < (i+1)*size; k++ {
			if b.Targets[k] != 0 {
				b.Targets[k] /= sums[b.Groups[k]]
			}
		}
		b.Weights[i] = 1
		if rng.IntN(4) == 0 {
			b.Weights[i] = rng.Float32() * 2
		}
	}
	for i := range b.Values {
		b.Values[i] = rng.Float32()
	}
	return b
}

func draw(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 7)) }

func openGo(t testing.TB) *Device {
	d, err := Go()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// lively are weights of which every kind differs from where it begins.
func lively(net *arch.Net, seed uint64) arch.Weights {
	rng := draw(seed)
	w := net.NewWeights(rng)
	for i := range w {
		for k := range w[i] {
			w[i][k] += float32(rng.Float64()-0.5) * 0.4
			if net.Params[i].Running && net.Params[i].Init == arch.Ones {
				w[i][k] = 0.5 + rng.Float32()
			}
		}
	}
	return w
}

// TestForward holds every kind of net against the reference, in whole, partial and several
// batches, with different weights in one program.
func TestForward(t *testing.T) {
	d := openGo(t)
	for name, s := range specs() {
		t.Run(name, func(t *testing.T) {
			net, links := s.Layers(), linksOf(t, &s)
			for i, n := range []int{1, 2, 4, 7} {
				w := lively(net, uint64(i))
				e, err := d.NewEngine(net, links, w, false, []int{2, 4})
				if err != nil {
					t.Fatal(err)
				}
				defer e.Close()
				in := newBatch(&s, n, draw(9)).Inputs
				policy, values := make([]float32, n*s.Logits()), make([]float32, n*s.Values)
				if err := e.Run(n, in, policy, values); err != nil {
					t.Fatal(err)
				}
				p, v := reference.Run(net, links, w, n, in)
				near(t, "logit", policy, p, 1e-4)
				near(t, "value", values, v, 1e-4)
			}
		})
	}
}

func near(t *testing.T, what string, got []float32, want []float64, most float64) {
	t.Helper()
	for i := range got {
		if d := math.Abs(float64(got[i]) - want[i]); !(d <= most*max(1, math.Abs(want[i]))) {
			t.Fatalf("%s %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}

// TestTraining has 200 steps on both learners, from the same weights with the same
// mini-batches: the losses are the same within 1 %. Then each goes on where the other is.
func TestTraining(t *testing.T) {
	d := openGo(t)
	for name, s := range specs() {
		t.Run(name, func(t *testing.T) {
			net, links := s.Layers(), linksOf(t, &s)
			w := net.NewWeights(draw(1))
			level := min(kernel.Best(), kernel.AVX512) // float32, as XLA
			o := train.Options{Level: &level, Batch: 6, Workers: 1, WarmUp: 10, Rate: 0.003, Average: 0.9, Remember: 2, Schedule: train.Cosine, Period: 300, Floor: 0.1}
			own, err := train.New(net, links, w, o)
			if err != nil {
				t.Fatal(err)
			}
			defer own.Close()
			l, err := d.NewLearner(net, links, w, o, false)
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			var batches []*train.Batch
			for i := range 4 {
				batches = append(batches, newBatch(&s, 6, draw(uint64(100+i))))
			}
			var first, last train.Losses
			for i := range 200 {
				a, err := own.Step(batches[i%4])
				if err != nil {
					t.Fatal(err)
				}
				b, err := l.Step(batches[i%4])
				if err != nil {
					t.Fatal(err)
				}
				for _, x := range [][2]float64{
					{a.Total, b.Total},
					{a.Policy, b.Policy},
					{a.Value, b.Value},
					{a.Squared, b.Squared},
					{a.Entropy, b.Entropy},
					{a.Uncertainty, b.Uncertainty},
					{a.Rate, b.Rate},
				} {
					if math.Abs(x[0]-x[1]) > 0.01*math.Abs(x[0])+1e-6 {
						t.Fatalf("step %d: losses\n%+v\n%+v", i, a, b)
					}
				}
				if i < 5 && math.Abs(a.Gradient-b.Gradient) > 1e-3*a.Gradient {
					t.Fatalf("step %d: gradients of %v and %v", i, a.Gradient, b.Gradient)
				}
				if i == 0 {
					first = b
				}
				last = b
			}
			if !(last.Total < first.Total) {
				t.Errorf("nothing was learned: from %v to %v", first.Total, last.Total)
			}
			exchange(t, d, own, l, net, links, o, batches[0])
		})
	}
}

// exchange has new learners go on from each other's weights and states.
func exchange(t *testing.T, d *Device, own *train.Learner, l *Learner, net *arch.Net, links *arch.Links, o train.Options, b *train.Batch) {
	s, err := l.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	if err := net.Check(s.Averaged); err != nil {
		t.Error(err)
	}
	// The same weights' statistics from the same mini-batches.
	there, err := train.New(net, links, s.Weights, o)
	if err != nil {
		t.Fatal(err)
	}
	defer there.Close()
	if err := there.SetState(s.State); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(there.State(), s.State) {
		t.Error("a state comes back as another")
	}
	for i, x := range there.Averaged() {
		for k := range x {
			if x[k] != s.Averaged[i][k] {
				t.Fatalf("averaged %s differs", net.Params[i].Name)
			}
		}
	}
	here, err := d.NewLearner(net, links, own.Weights(), o, false)
	if err != nil {
		t.Fatal(err)
	}
	defer here.Close()
	if err := here.SetState(own.State()); err != nil {
		t.Fatal(err)
	}
	for _, pair := range []struct {
		a, b interface {
			Step(*train.Batch) (train.Losses, error)
		}
	}{{own, here}, {l, there}} {
		for range 3 {
			x, err := pair.a.Step(b)
			if err != nil {
				t.Fatal(err)
			}
			y, err := pair.b.Step(b)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(x.Total-y.Total) > 1e-3*x.Total || x.Rate != y.Rate {
				t.Errorf("%+v here, %+v there", x, y)
			}
		}
	}
	after, err := here.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	w := own.Weights()
	for i := range w {
		for k := range w[i] {
			if math.Abs(float64(w[i][k]-after.Weights[i][k])) > 1e-2 {
				t.Fatalf("%s: %v and %v", net.Params[i].Name, w[i][k], after.Weights[i][k])
			}
		}
	}
}

// TestDiverged: a step whose gradient is not finite changes nothing.
func TestDiverged(t *testing.T) {
	d := openGo(t)
	s := specs()["mlp"]
	net := s.Layers()
	w := net.NewWeights(draw(1))
	for i := range w {
		for k := range w[i] {
			if net.Params[i].Init == arch.Small { // the outputs
				w[i][k] *= 1e30
			}
		}
	}
	l, err := d.NewLearner(net, nil, w, train.Options{Batch: 4}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := l.Step(newBatch(&s, 4, draw(1))); err != train.ErrDiverged {
		t.Fatalf("error %v", err)
	}
	after, err := l.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	for i := range w {
		for k := range w[i] {
			if w[i][k] != after.Weights[i][k] {
				t.Fatalf("%s was changed", net.Params[i].Name)
			}
		}
	}
}

// TestHalf: in half precision the logits are near, and not the same.
func TestHalf(t *testing.T) {
	d := openGo(t)
	for name, s := range specs() {
		t.Run(name, func(t *testing.T) {
			net, links := s.Layers(), linksOf(t, &s)
			w := lively(net, 1)
			e, err := d.NewEngine(net, links, w, true, []int{4})
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			in := newBatch(&s, 4, draw(9)).Inputs
			policy, values := make([]float32, 4*s.Logits()), make([]float32, 4*s.Values)
			if err := e.Run(4, in, policy, values); err != nil {
				t.Fatal(err)
			}
			p, _ := reference.Run(net, links, w, 4, in)
			most, scale := 0.0, 0.0
			for i := range p {
				most, scale = max(most, math.Abs(p[i]-float64(policy[i]))), max(scale, math.Abs(p[i]))
			}
			if most == 0 || most > 0.05*scale {
				t.Errorf("the largest difference is %v of %v", most, scale)
			}
			l, err := d.NewLearner(net, links, w, train.Options{Batch: 4}, true)
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			if _, err := l.Step(newBatch(&s, 4, draw(1))); err != nil {
				t.Error(err)
			}
		})
	}
}
