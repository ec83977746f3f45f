package infer

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"ludens/internal/cputime"
	"ludens/nets/arch"
	"ludens/nets/kernel"
	"ludens/nets/reference"
)

// trained draws weights of a net as if it had been trained: running statistics and
// norms are no longer what they were at the start.
func trained(net *arch.Net, rng *rand.Rand) arch.Weights {
	w := net.NewWeights(rng)
	for i := range w {
		p := &net.Params[i]
		for k := range w[i] {
			switch {
			case p.Running && p.Init == arch.Ones:
				w[i][k] = 0.5 + rng.Float32()
			case p.Init == arch.Ones:
				w[i][k] = 0.7 + 0.6*rng.Float32()
			case p.Init == arch.Zeros:
				w[i][k] = 0.3 * float32(rng.NormFloat64())
			case p.Init == arch.Small:
				w[i][k] = float32(rng.NormFloat64()) / float32(math.Sqrt(float64(p.Fan)))
			}
		}
	}
	return w
}

// ring is a graph: nodes in a ring, chords, and the dummy node.
func ring(t testing.TB, nodes int) *arch.Links {
	adjacent := make([][]int32, nodes-1)
	link := func(i, j int) {
		if i != j {
			adjacent[i] = append(adjacent[i], int32(j))
			adjacent[j] = append(adjacent[j], int32(i))
		}
	}
	for i := range nodes - 2 {
		link(i, i+1)
		link(i, (i*7+3)%(nodes-1))
	}
	l, err := arch.NewLinks(adjacent)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func links(t testing.TB, s *arch.Spec) *arch.Links {
	if s.Kind != arch.Graph {
		return nil
	}
	return ring(t, s.In.Height)
}

// sparse draws inputs as encodings are.
func sparse(rng *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		if rng.IntN(3) == 0 {
			x[i] = 1 - rng.Float32()/4
		}
	}
	return x
}

// far is apart of an engine's numbers.
func far(got []float32, want []float64) float64 {
	wide := make([]float64, len(got))
	for i, x := range got {
		wide[i] = float64(x)
	}
	return apart(wide, want)
}

// apart gives the distance of numbers relative to their size, as Euclidean norms, or
// infinity if one is not a number.
func apart(got, want []float64) float64 {
	diff, size := 0.0, 1e-30
	for i := range want {
		d := got[i] - want[i]
		diff += d * d
		size += want[i] * want[i]
	}
	if math.IsNaN(diff) {
		return math.Inf(1)
	}
	return math.Sqrt(diff / size)
}

type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// rounding gives how far the reference itself goes where every weight and input is up to a part off, the most of some
// draws: nets whose sums nearly cancel make much of little, whatever computes them.
func rounding(net *arch.Net, l *arch.Links, w arch.Weights, n int, in []float32, policy, values []float64, off float64) (p, v float64) {
	rng := rand.New(rand.NewPCG(13, 14))
	rounded := func(x []float32) []float32 {
		out := make([]float32, len(x))
		for i := range x {
			out[i] = x[i] * float32(1+(2*rng.Float64()-1)*off)
		}
		return out
	}
	for range 8 {
		other := make(arch.Weights, len(w))
		for i := range w {
			other[i] = rounded(w[i])
		}
		a, b := reference.Run(net, l, other, n, rounded(in))
		p, v = max(p, apart(a, policy)), max(v, apart(b, values))
	}
	return p, v
}

// check holds an engine against the reference, and every sample of a batch against
// itself alone.
func check(t failer, net *arch.Net, l *arch.Links, w arch.Weights, level kernel.Level, n int, in []float32) {
	t.Helper()
	e, err := NewEngine(net, l, w, level)
	if err != nil {
		t.Fatalf("%+v: %v", net.Spec, err)
	}
	logits, vals := net.Spec.Logits(), net.Spec.Values
	policy, values := make([]float32, n*logits), make([]float32, n*vals)
	var ws Workspace
	e.Run(n, in, policy, values, &ws)
	wantPolicy, wantValues := reference.Run(net, l, w, n, in)
	limit, off := 1e-4, 1./(1<<20)
	if level.Halves() {
		limit, off = 2e-2, 1./(1<<9)
	}
	policyLimit, valueLimit := rounding(net, l, w, n, in, wantPolicy, wantValues, off)
	policyLimit, valueLimit = max(limit, 4*policyLimit), max(limit, 4*valueLimit)
	if d := far(policy, wantPolicy); d > policyLimit {
		t.Fatalf("%v %+v: the policy is %g off, %g allowed", level, net.Spec, d, policyLimit)
	}
	if d := far(values, wantValues); d > valueLimit {
		t.Fatalf("%v %+v: the values are %g off, %g allowed", level, net.Spec, d, valueLimit)
	}
	p, v := make([]float32, logits), make([]float32, vals)
	size := net.Spec.In.Size()
	for i := range n {
		e.Run(1, in[i*size:(i+1)*size], p, v, &ws)
		for k, x := range p {
			if x != policy[i*logits+k] {
				t.Fatalf("%v %+v: logit %d of sample %d of %d is %v, alone %v", level, net.Spec, k, i, n, policy[i*logits+k], x)
			}
		}
		for k, x := range v {
			if x != values[i*vals+k] {
				t.Fatalf("%v %+v: value %d of sample %d of %d is %v, alone %v", level, net.Spec, k, i, n, values[i*vals+k], x)
			}
		}
	}
}

func residual(side, width, blocks int) arch.Spec {
	return arch.Spec{
		Kind: arch.Residual, In: arch.Shape{Channels: 8, Height: side, Width: side}, Width: width, Blocks: blocks, Convs: 2, Kernel: 3,
		Pooled: width / 4, Head: arch.Planes, Policy: 2, Values: 2, Hidden: 64,
	}
}

func dense(side, width, blocks int) arch.Spec {
	s := residual(side, width, blocks)
	s.Head, s.Policy, s.Squeeze = arch.Dense, side*side+1, 2
	return s
}

func graph(nodes, width int) arch.Spec {
	return arch.Spec{
		Kind: arch.Graph, In: arch.Shape{Channels: 8, Height: nodes, Width: 1}, Width: width, Blocks: 3,
		Head: arch.Planes, Policy: 2, Values: 2, Hidden: 64,
	}
}

func mlp(in, width int) arch.Spec {
	return arch.Spec{
		Kind: arch.MLP, In: arch.Shape{Channels: in, Height: 1, Width: 1}, Width: width, Blocks: 2,
		Head: arch.Dense, Policy: 50, Values: 2, Hidden: 64,
	}
}

func TestEngineAgainstReference(t *testing.T) {
	for name, s := range map[string]arch.Spec{
		"planes": residual(9, 32, 2), "dense": dense(6, 24, 2), "graph": graph(50, 40), "mlp": mlp(100, 70),
		"small": residual(3, 16, 1), "graph of three": graph(3, 5),
	} {
		for _, level := range kernel.Supported() {
			t.Run(name+"/"+level.String(), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(3, 4))
				net := s.Layers()
				const n = 19 // not a multiple of what is computed together
				check(t, net, links(t, &s), trained(net, rng), level, n, sparse(rng, n*s.In.Size()))
			})
		}
	}
}

// TestEngineOnRandomNets draws what nets may look like.
func TestEngineOnRandomNets(t *testing.T) {
	levels := kernel.Supported()
	rapid.Check(t, func(r *rapid.T) {
		number := func(name string, least, most int) int { return rapid.IntRange(least, most).Draw(r, name) }
		s := arch.Spec{
			Kind: rapid.SampledFrom([]arch.Kind{arch.Residual, arch.Graph, arch.MLP}).Draw(r, "kind"),
			In:   arch.Shape{Channels: number("channels", 1, 20), Height: 1, Width: 1}, Width: number("width", 1, 36), Blocks: number("blocks", 1, 3),
			Policy: number("policy", 1, 20), Values: number("values", 1, 4), Hidden: number("hidden", 1, 20), Head: arch.Planes,
		}
		switch s.Kind {
		case arch.Residual:
			s.In.Height, s.In.Width = number("height", 1, 7), number("board's width", 1, 7)
			s.Blocks, s.Convs, s.Kernel, s.Pooled = number("blocks", 0, 2), number("convolutions", 1, 2), 1+2*number("half", 0, 2), number("pooled", 0, s.Width)
			if rapid.Bool().Draw(r, "dense") {
				s.Head, s.Squeeze = arch.Dense, number("squeeze", 1, 5)
			}
		case arch.Graph:
			s.In.Height = number("nodes", 2, 40)
		case arch.MLP:
			s.Head = arch.Dense
		}
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 0))
		net := s.Layers()
		n := number("samples", 1, 3)
		in := sparse(rng, n*s.In.Size())
		check(r, net, links(t, &s), trained(net, rng), rapid.SampledFrom(levels).Draw(r, "level"), n, in)
	})
}

// TestEngineReuse: one workspace for several engines in turn, batches that shrink and
// grow, no allocation once it has grown.
func TestEngineReuse(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var ws Workspace
	type use struct {
		e             *Engine
		in, policy    []float32
		values, first []float32
		firstValues   []float32
		samples       int
	}
	var uses []*use
	for i, s := range []arch.Spec{residual(6, 16, 1), graph(30, 16), mlp(20, 16), dense(5, 16, 1)} {
		net := s.Layers()
		e, err := NewEngine(net, links(t, &s), trained(net, rng), kernel.Best())
		if err != nil {
			t.Fatal(err)
		}
		n := 3 + 2*i
		u := &use{e: e, samples: n, in: sparse(rng, n*s.In.Size()), policy: make([]float32, n*s.Logits()), values: make([]float32, n*s.Values)}
		e.Run(n, u.in, u.policy, u.values, new(Workspace))
		u.first, u.firstValues = append([]float32(nil), u.policy...), append([]float32(nil), u.values...)
		uses = append(uses, u)
	}
	again := func() {
		for _, u := range uses {
			clear(u.policy)
			clear(u.values)
			u.e.Run(u.samples, u.in, u.policy, u.values, &ws)
		}
	}
	again()
	for i, u := range uses {
		for k := range u.first {
			if u.policy[k] != u.first[k] {
				t.Fatalf("engine %d: a used workspace changes logits", i)
			}
		}
		for k := range u.firstValues {
			if u.values[k] != u.firstValues[k] {
				t.Fatalf("engine %d: a used workspace changes values", i)
			}
		}
	}
	if n := testing.AllocsPerRun(5, again); n != 0 {
		t.Errorf("%v allocations", n)
	}
	uses[0].e.Run(0, nil, nil, nil, &ws)
	for _, slot := range ws.slots[:ownSlots] {
		if slot != nil {
			t.Error("the workspace keeps a slice of the caller's")
		}
	}
}

// TestEngineConcurrent: many goroutines, one engine, a workspace each.
func TestEngineConcurrent(t *testing.T) {
	for _, s := range []arch.Spec{residual(5, 16, 1), graph(20, 16)} {
		rng := rand.New(rand.NewPCG(7, 8))
		net := s.Layers()
		e, err := NewEngine(net, links(t, &s), trained(net, rng), kernel.Best())
		if err != nil {
			t.Fatal(err)
		}
		const n = 8
		in, policy, values := sparse(rng, n*s.In.Size()), make([]float32, n*s.Logits()), make([]float32, n*s.Values)
		e.Run(n, in, policy, values, new(Workspace))
		errs := make(chan error, 8)
		var wait sync.WaitGroup
		for g := range cap(errs) {
			wait.Go(func() {
				var ws Workspace
				for k := range 50 {
					i := (g + k) % n
					p, v := make([]float32, s.Logits()), make([]float32, s.Values)
					e.Run(1, in[i*s.In.Size():(i+1)*s.In.Size()], p, v, &ws)
					for j := range p {
						if p[j] != policy[i*s.Logits()+j] {
							errs <- fmt.Errorf("sample %d: logit %d is %v, want %v", i, j, p[j], policy[i*s.Logits()+j])
							return
						}
					}
				}
			})
		}
		wait.Wait()
		close(errs)
		for err := range errs {
			t.Error(err)
		}
	}
}

// TestEngineOwnsWeights: what the caller does with weights and links afterwards does
// not matter.
func TestEngineOwnsWeights(t *testing.T) {
	for _, s := range []arch.Spec{residual(5, 16, 1), dense(5, 16, 1), graph(20, 16), mlp(9, 8)} {
		rng := rand.New(rand.NewPCG(9, 10))
		net := s.Layers()
		w, l := trained(net, rng), links(t, &s)
		e, err := NewEngine(net, l, w, kernel.Best())
		if err != nil {
			t.Fatal(err)
		}
		in, policy, values := sparse(rng, s.In.Size()), make([]float32, s.Logits()), make([]float32, s.Values)
		e.Run(1, in, policy, values, new(Workspace))
		for i := range w {
			for k := range w[i] {
				w[i][k] = 7
			}
		}
		if l != nil {
			clear(l.To)
		}
		after := make([]float32, s.Logits())
		e.Run(1, in, after, values, new(Workspace))
		for k := range after {
			if after[k] != policy[k] {
				t.Fatalf("%s: logits change with the caller's weights", s.Kind)
			}
		}
	}
}

func TestEngineRefuses(t *testing.T) {
	s := graph(20, 8)
	net := s.Layers()
	rng := rand.New(rand.NewPCG(11, 12))
	w := trained(net, rng)
	good := links(t, &s)
	refused := func(what string, net *arch.Net, l *arch.Links, w arch.Weights) {
		t.Helper()
		if _, err := NewEngine(net, l, w, kernel.Best()); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	refused("no links", net, nil, w)
	refused("links of another graph", net, ring(t, 19), w)
	refused("too few weights", net, good, w[1:])
	bad := w.Clone()
	bad[3][0] = float32(math.NaN())
	refused("weights that are not numbers", net, good, bad)

	wrong := *net
	wrong.Spec.Width = 0
	refused("a description that is no net", &wrong, good, w)

	// Nets that no Spec makes: a norm with nothing before it, one that others look past.
	in := arch.Shape{Channels: 2, Height: 1, Width: 1}
	spec := arch.Spec{Kind: arch.MLP, In: in, Width: 1, Blocks: 1, Head: arch.Dense, Policy: 2, Values: 2, Hidden: 1}
	norm := arch.Layer{Op: arch.OpBatchNorm, In: []int{0}, Out: in, Params: []int{0, 1, 2, 3}}
	four := []arch.Param{{Shape: []int{2}}, {Shape: []int{2}}, {Shape: []int{2}}, {Shape: []int{2}}}
	ones := arch.Weights{{1, 1}, {1, 1}, {1, 1}, {1, 1}}
	refused("a norm of the input", &arch.Net{Spec: spec, Layers: []arch.Layer{{Op: arch.OpInput, Out: in}, norm}, Params: four, Policy: 1, Value: 1}, nil, ones)

	e, err := NewEngine(net, good, w, kernel.Best())
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]func(){
		"input":  func() { e.Run(1, make([]float32, 3), make([]float32, s.Logits()), make([]float32, 2), new(Workspace)) },
		"policy": func() { e.Run(1, make([]float32, s.In.Size()), make([]float32, 3), make([]float32, 2), new(Workspace)) },
		"values": func() {
			e.Run(1, make([]float32, s.In.Size()), make([]float32, s.Logits()), make([]float32, 3), new(Workspace))
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s of another length: no panic", name)
				}
			}()
			f()
		}()
	}
}

// BenchmarkEngine is evaluations per second of whole nets with heads, on one core.
func BenchmarkEngine(b *testing.B) {
	specs := []struct {
		name string
		spec arch.Spec
	}{
		{"planes64x5/9x9", residual(9, 64, 5)},
		{"dense64x5/9x9", dense(9, 64, 5)},
		{"planes64x5/3x3", residual(3, 64, 5)},
		{"planes64x5/6x6", residual(6, 64, 5)},
		{"planes64x5/19x19", residual(19, 64, 5)},
		{"graph64x3/82", graph(82, 64)},
		{"graph64x3/362", graph(362, 64)},
		{"mlp256x2/1000", mlp(1000, 256)},
	}
	for _, s := range specs {
		net := s.spec.Layers()
		rng := rand.New(rand.NewPCG(13, 14))
		w := trained(net, rng)
		for _, level := range kernel.Supported() {
			e, err := NewEngine(net, links(b, &s.spec), w, level)
			if err != nil {
				b.Fatal(err)
			}
			for _, n := range []int{1, 8, 32} {
				b.Run(fmt.Sprintf("%s/%v/%d", s.name, level, n), func(b *testing.B) {
					in, policy, values := sparse(rng, n*s.spec.In.Size()), make([]float32, n*s.spec.Logits()), make([]float32, n*s.spec.Values)
					var ws Workspace
					// Of the thread's own time: other work on the machine counts less.
					runtime.LockOSThread()
					defer runtime.UnlockOSThread()
					begin := cputime.Thread()
					for b.Loop() {
						e.Run(n, in, policy, values, &ws)
					}
					b.ReportMetric(float64(b.N)*float64(n)/(cputime.Thread()-begin).Seconds(), "evals/cpu-s")
				})
			}
		}
	}
}
