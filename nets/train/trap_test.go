package train

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"os"
	"strings"
	"testing"

	"ludens/nets/arch"
	"ludens/nets/kernel"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// A test for each of gorgonia's traps (ml-stack.md section 1 and what has been found
// since). Some say how gorgonia behaves, so that a newer version that behaves
// otherwise is noticed; the others would fail if this package walked into the trap.

// allowed is all that this package may use of gorgonia's: no layer, no solver, no
// other machine, no option of a machine, each of which has a trap.
var allowed = map[string]bool{
	"NewGraph": true, "ExprGraph": true, "Node": true, "Nodes": true, "NewTensor": true, "NewConstant": true, "WithShape": true, "WithName": true,
	"WithValue": true, "ApplyOp": true, "Op": true, "SDOp": true, "DimSizer": true, "TensorType": true, "Value": true, "F32": true, "NewF32": true,
	"Add": true, "Mul": true, // of scalars
	"Grad": true, "VM": true, "NewTapeMachine": true, "Solver": true, "ValueGrad": true, "NodesToValueGrads": true, "Use": true, "BLAS": true,
}

// TestTrapVocabulary: LispMachine panics on batch norms, GlobalAveragePool2D has no
// gradient, GroupNorm prints, EvalMode changes every machine on the graph, a
// BindDualValues machine adds gradients up, BatchNorm keeps statistics that the next
// machine zeroes, UnbindAll frees tensors twice. None of them may be named here.
func TestTrapVocabulary(t *testing.T) {
	names, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	used := 0
	for _, e := range names {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), e.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := s.X.(*ast.Ident); ok && x.Name == "gorgonia" {
				used++
				if !allowed[s.Sel.Name] {
					t.Errorf("%s uses gorgonia.%s", e.Name(), s.Sel.Name)
				}
			}
			if s.Sel.Name == "UnbindAll" || s.Sel.Name == "UnbindAllNonInputs" {
				t.Errorf("%s calls %s", e.Name(), s.Sel.Name)
			}
			return true
		})
	}
	if used < 30 {
		t.Errorf("gorgonia is named %d times: the test looks in the wrong place", used)
	}
}

func vector(g *gorgonia.ExprGraph, name string, shape []int, x ...float64) *gorgonia.Node {
	v := tensor.New(tensor.WithShape(shape...), tensor.WithBacking(x))
	return gorgonia.NewTensor(g, tensor.Float64, len(shape), gorgonia.WithShape(shape...), gorgonia.WithName(name), gorgonia.WithValue(v))
}

// TestTrapMerged: gorgonia merges nodes with equal hashes, as LogSoftMax and SoftMax of
// the same logits have. Ours never have.
func TestTrapMerged(t *testing.T) {
	g := gorgonia.NewGraph()
	x := vector(g, "x", []int{1, 3}, 1, 2, 3)
	if gorgonia.Must(gorgonia.SoftMax(x)) != gorgonia.Must(gorgonia.LogSoftMax(x)) {
		t.Log("gorgonia has learnt to tell SoftMax from LogSoftMax")
	}
	// Two equal layers on the same input with the same name stay two.
	h := gorgonia.NewGraph()
	w := make([]float32, 2)
	in := gorgonia.NewTensor(h, tensor.Float32, 1, gorgonia.WithShape(2), gorgonia.WithName("x"), gorgonia.WithValue(tensor.New(tensor.WithBacking(w))))
	a, err := apply(1, "relu", relu{kernel.Portable, 1}, tensor.Shape{2}, []bool{true}, in)
	if err != nil {
		t.Fatal(err)
	}
	b, err := apply(2, "relu", relu{kernel.Portable, 1}, tensor.Shape{2}, []bool{true}, in)
	if err != nil {
		t.Fatal(err)
	}
	if a == b || a.Hashcode() == b.Hashcode() {
		t.Error("two layers are one node")
	}
	// And in whole nets every layer and every gradient has a node of its own.
	for name, s := range specs() {
		net, o := s.Layers(), Options{Batch: 2, Workers: 1}.Filled()
		p, err := assemble(net, linksOf(t, &s), net.NewWeights(draw(1)), &o)
		if err != nil {
			t.Fatal(err)
		}
		forward, backward, picks := 0, 0, 0
		for _, n := range p.graph.AllNodes() {
			switch n.Op().(type) {
			case *forwardOp:
				forward++
			case *backwardOp:
				backward++
			case *pickOp:
				picks++
			}
		}
		if want := len(net.Layers) - 1 + 2; forward != want || backward != want || !distinct(p.graph) {
			t.Errorf("%s: %d forward and %d backward nodes, want %d of each", name, forward, backward, want)
		}
		if picks < len(p.params) {
			t.Errorf("%s: %d gradients for %d parameters", name, picks, len(p.params))
		}
	}
}

// TestTrapLogProbabilities: the policy loss is computed with logarithms of
// probabilities, not with probabilities.
func TestTrapLogProbabilities(t *testing.T) {
	s := specs()["mlp"]
	l := newLearner(t, s, 1, Options{Batch: 2, Workers: 1})
	b := newBatch(&s, 2, draw(1))
	losses, err := l.run(b)
	if err != nil {
		t.Fatal(err)
	}
	want, mass := 0.0, 0.0
	x := l.program.layers[l.net.Policy-1].out
	for i, target := range b.Targets {
		sum := 0.0
		for k := i / 12 * 12; k < i/12*12+12; k++ {
			if b.Groups[k] == b.Groups[i] {
				sum += math.Exp(float64(x[k]))
			}
		}
		want -= float64(b.Weights[i/12]) * float64(target) * math.Log(math.Exp(float64(x[i]))/sum)
	}
	for _, w := range b.Weights {
		mass += float64(w)
	}
	if math.Abs(losses.Policy-want/mass) > 1e-6 {
		t.Errorf("policy loss %v, want %v", losses.Policy, want/mass)
	}
	if d := losses.Total - want/2 - 1.5*losses.Value; math.Abs(d) > 1e-5 {
		t.Errorf("the total is off by %v", d)
	}
}

// TestTrapRunTwice: a machine that runs again gives the same losses and the same
// gradients: it was reset in between (gorgonia's batch norm would normalise its own
// old output otherwise), and gradients are not added up.
func TestTrapRunTwice(t *testing.T) {
	for name, s := range specs() {
		l := newLearner(t, s, 1, Options{Batch: 4, Workers: 2})
		b, other := newBatch(&s, 4, draw(1)), newBatch(&s, 4, draw(2))
		var first Losses
		var grads [][]float32
		for run := range 4 {
			losses, err := l.run(b)
			if err != nil {
				t.Fatal(err)
			}
			if run == 0 {
				first = losses
			}
			if losses != first {
				t.Errorf("%s: run %d: losses %+v, at first %+v", name, run, losses, first)
			}
			for i, p := range l.program.params {
				v, err := p.Grad()
				if err != nil {
					t.Fatal(err)
				}
				g, err := numbers(v)
				if err != nil {
					t.Fatal(err)
				}
				if run == 0 {
					grads = append(grads, append([]float32(nil), g...))
					continue
				}
				for k := range g {
					if g[k] != grads[i][k] {
						t.Fatalf("%s: run %d: gradient %d of %s is %v, at first %v", name, run, k, p.Name(), g[k], grads[i][k])
					}
				}
			}
			if run == 2 {
				losses, err := l.run(other)
				if err != nil {
					t.Fatal(err)
				}
				if losses.Total == first.Total { // a machine at its end does nothing, in silence
					t.Errorf("%s: another batch has the same loss", name)
				}
			}
		}
	}
}

// TestTrapStatistics: running statistics survive the making of a machine (gorgonia's
// are zeroed by it) and move as they are said to.
func TestTrapStatistics(t *testing.T) {
	for name, s := range specs() {
		net := s.Layers()
		w := net.NewWeights(draw(1))
		rng := draw(2)
		for i := range w {
			if net.Params[i].Running {
				for k := range w[i] {
					w[i][k] = 1 + rng.Float32()
				}
			}
		}
		l, err := New(net, linksOf(t, &s), w, Options{Batch: 4, Workers: 1, Momentum: 0.2})
		if err != nil {
			t.Fatal(err)
		}
		second := gorgonia.NewTapeMachine(l.program.graph)
		same(t, name, w, l.Weights())
		if _, err := l.Step(newBatch(&s, 4, draw(3))); err != nil {
			t.Fatal(err)
		}
		now := l.Weights()
		moved := 0
		for _, st := range l.stats {
			mean, variance := st.last()
			for c := range mean {
				for _, x := range []struct{ was, batch, is float32 }{
					{w[st.mean][c], mean[c], now[st.mean][c]}, {w[st.variance][c], variance[c], now[st.variance][c]},
				} {
					if want := 0.8*float64(x.was) + 0.2*float64(x.batch); math.Abs(float64(x.is)-want) > 1e-5*math.Max(1, math.Abs(want)) {
						t.Errorf("%s: a statistic of %v and %v in the batch becomes %v, want %v", name, x.was, x.batch, x.is, want)
					}
					moved++
				}
			}
		}
		if moved == 0 {
			t.Errorf("%s has no statistics", name)
		}
		if err := second.Close(); err != nil {
			t.Error(err)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestTrapFirstStatistics: statistics that never saw a batch are not mixed with the
// batch's, and are the mean of the first few.
func TestTrapFirstStatistics(t *testing.T) {
	s := specs()["mlp"]
	l := newLearner(t, s, 1, Options{Batch: 4, Workers: 1, Momentum: 0.01})
	var sum float64
	for i := range 5 {
		if _, err := l.Step(newBatch(&s, 4, draw(uint64(i)))); err != nil {
			t.Fatal(err)
		}
		mean, _ := l.stats[0].last()
		sum += float64(mean[0])
		if got, want := float64(l.w[l.stats[0].mean][0]), sum/float64(i+1); math.Abs(got-want) > 1e-5 {
			t.Errorf("after %d batches the mean is %v, want %v", i+1, got, want)
		}
	}
}

// TestTrapScaleShape: scale and shift of a batch norm have a number per channel
// (gorgonia's own default to the shape of x).
func TestTrapScaleShape(t *testing.T) {
	s := specs()["dense"]
	l := newLearner(t, s, 1, Options{Batch: 4, Workers: 1})
	seen := 0
	for i := range l.net.Params {
		if p := &l.net.Params[i]; strings.HasSuffix(p.Name, ".scale") {
			n := l.program.graph.ByName(p.Name + ".0")
			if len(n) != 1 || n[0].Shape().TotalSize() != p.Shape[0] || n[0].Deriv().Shape().TotalSize() != p.Shape[0] {
				t.Errorf("%s: %v", p.Name, n)
			}
			seen++
		}
	}
	if seen != 4 {
		t.Errorf("%d scales, want 4", seen)
	}
}

// TestTrapPool: gorgonia frees the tensors of UnbindAll into a pool, twice where two
// nodes share one. Learners that come and go must not disturb each other: the one that
// is made last learns as if it were alone.
func TestTrapPool(t *testing.T) {
	losses := func(s arch.Spec) (out []float64) {
		net := s.Layers()
		l, err := New(net, linksOf(t, &s), net.NewWeights(draw(5)), Options{Batch: 4, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		for i := range 3 {
			x, err := l.Step(newBatch(&s, 4, draw(uint64(i))))
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, x.Total)
		}
		return out
	}
	first := map[string][]float64{}
	for range 3 {
		for name, s := range specs() {
			got := losses(s)
			if first[name] == nil {
				first[name] = got
			}
			for i := range got {
				if got[i] != first[name][i] {
					t.Fatalf("%s: loss %d is %v, was %v when there had been no other learners", name, i, got[i], first[name][i])
				}
			}
		}
	}
}
