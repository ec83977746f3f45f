package arch

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func residual() Spec {
	return Spec{
		Kind: Residual, In: Shape{8, 9, 9}, Width: 64, Blocks: 5, Convs: 2, Kernel: 3, Pooled: 16,
		Head: Planes, Policy: 3, Values: 2, Hidden: 48,
	}
}

func dense() Spec {
	s := residual()
	s.Head, s.Policy, s.Squeeze = Dense, 82, 2
	return s
}

func graph() Spec {
	return Spec{Kind: Graph, In: Shape{5, 50, 1}, Width: 32, Blocks: 3, Head: Planes, Policy: 4, Values: 2, Hidden: 16}
}

func mlp() Spec {
	return Spec{Kind: MLP, In: Shape{30, 1, 1}, Width: 20, Blocks: 2, Head: Dense, Policy: 7, Values: 3, Hidden: 10}
}

// Numbers of parameters worked by hand.
func TestNumbers(t *testing.T) {
	const norm = 4
	tests := map[string]struct {
		spec    Spec
		numbers int
		logits  int
	}{
		// The shape of ResConvConvLogitPool: stem 8→64; five blocks of 64+2·16→64 and
		// 64→64; a convolution to 3 planes; pooled 128→48→2.
		"residual planes": {residual(), 64*8*9 + norm*64 + 5*(64*96*9+norm*64+64*64*9+norm*64) +
			3*64*9 + 3 + 128*48 + 48 + 48*2 + 2, 3 * 81},
		// 1×1 to two planes with batch norm, 2·81→82.
		"residual dense": {dense(), 64*8*9 + norm*64 + 5*(64*96*9+norm*64+64*64*9+norm*64) +
			2*64 + 2 + norm*2 + 82*2*81 + 82 + 128*48 + 48 + 48*2 + 2, 82},
		// ε, two matrices with bias and a layer norm each; 96→32→32 with batch norm.
		"graph": {graph(), (1 + 5*32 + 32 + 32*32 + 32 + 2*32) + 2*(1+32*32+32+32*32+32+2*32) +
			96*32 + 32 + norm*32 + 32*32 + 32 + norm*32 + 32*4 + 4 + 32*16 + 16 + 16*2 + 2, 4 * 49},
		"mlp": {mlp(), 30*20 + 20 + norm*20 + 20*20 + 20 + norm*20 + 20*7 + 7 + 20*10 + 10 + 10*3 + 3, 7},
	}
	for name, test := range tests {
		if err := test.spec.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if n := test.spec.Numbers(); n != test.numbers {
			t.Errorf("%s: %d parameters, want %d", name, n, test.numbers)
		}
		if n := test.spec.Logits(); n != test.logits {
			t.Errorf("%s: %d logits, want %d", name, n, test.logits)
		}
		if err := consistent(test.spec.Layers()); err != "" {
			t.Errorf("%s: %s", name, err)
		}
	}
}

// A net of planes has the same parameters on every board.
func TestNumbersWithoutBoard(t *testing.T) {
	small, large := residual(), residual()
	large.In.Height, large.In.Width = 19, 13
	if small.Numbers() != large.Numbers() {
		t.Errorf("%d parameters on one board, %d on another", small.Numbers(), large.Numbers())
	}
	few, many := graph(), graph()
	many.In.Height = 400
	if few.Numbers() != many.Numbers() {
		t.Errorf("%d parameters on one graph, %d on another", few.Numbers(), many.Numbers())
	}
}

// consistent says what is wrong with a net's shapes.
func consistent(n *Net) string {
	if len(n.Layers) == 0 || n.Layers[0].Op != OpInput || n.Layers[0].Out != n.Spec.In {
		return "the first layer is not the input"
	}
	used := make([]int, len(n.Params))
	for i := range n.Layers {
		l := &n.Layers[i]
		var in []Shape
		for _, j := range l.In {
			if j < 0 || j >= i {
				return l.Op.String() + " reads a layer that is not before it"
			}
			in = append(in, n.Layers[j].Out)
		}
		if len(in) != 1 && l.Op != OpInput && (l.Op != OpConcat || len(in) == 0) {
			return l.Op.String() + " has the wrong number of inputs"
		}
		sizes := []int{}
		for _, p := range l.Params {
			used[p]++
			sizes = append(sizes, n.Params[p].Size())
		}
		if err := fits(l, in, sizes); err != "" {
			return l.Op.String() + ": " + err
		}
	}
	names := map[string]bool{}
	for i, u := range used {
		if u != 1 {
			return n.Params[i].Name + " is not used exactly once"
		}
		if names[n.Params[i].Name] {
			return n.Params[i].Name + " is the name of two"
		}
		names[n.Params[i].Name] = true
		if k := n.Params[i].Init; (k == Kaiming) && n.Params[i].Fan*n.Params[i].Shape[0] != n.Params[i].Size() {
			return n.Params[i].Name + ": the fan is not the inputs of a unit"
		}
	}
	if n.Layers[n.Policy].Out.Size() != n.Spec.Logits() {
		return "the policy's layer has not the logits' size"
	}
	if n.Layers[n.Value].Out != (Shape{n.Spec.Values, 1, 1}) {
		return "the values' layer has not their size"
	}
	return ""
}

// fits says what is wrong with a layer's shape and the sizes of its parameters.
func fits(l *Layer, in []Shape, sizes []int) string {
	var want []int
	out := l.Out
	switch l.Op {
	case OpInput:
	case OpTower:
		t := l.Tower
		for i := range t.Depth() {
			want = append(want, t.Width*t.Inputs(i)*t.Kernel*t.Kernel, t.Width, t.Width, t.Width, t.Width)
		}
		out = Shape{t.Width, t.In.Height, t.In.Width}
		if in[0] != t.In {
			return "the input is not the tower's"
		}
	case OpConv:
		want = []int{l.Out.Channels * in[0].Channels * l.Kernel * l.Kernel, l.Out.Channels}
		out.Height, out.Width = in[0].Height, in[0].Width
	case OpDense:
		want = []int{l.Out.Channels * in[0].Size(), l.Out.Channels}
		out.Height, out.Width = 1, 1
	case OpNodes:
		want = []int{l.Out.Channels * in[0].Channels, l.Out.Channels}
		out.Height, out.Width = in[0].Height, in[0].Width
	case OpBatchNorm:
		want = []int{out.Channels, out.Channels, out.Channels, out.Channels}
		out = in[0]
	case OpLayerNorm:
		want = []int{out.Channels, out.Channels}
		out = in[0]
	case OpReLU:
		out = in[0]
	case OpAggregate:
		want = []int{1}
		out = in[0]
	case OpConcat:
		out = in[0]
		out.Channels = 0
		for _, s := range in {
			out.Channels += s.Channels
		}
	case OpPool:
		out = Shape{2 * in[0].Channels, 1, 1}
	case OpMean:
		out = Shape{in[0].Channels, 1, 1}
	case OpCut:
		out = Shape{in[0].Channels, in[0].Height - 1, in[0].Width}
	}
	if out != l.Out {
		return "the shape does not follow from the inputs'"
	}
	if len(want) != len(sizes) {
		return "the wrong number of parameters"
	}
	for i := range want {
		if want[i] != sizes[i] {
			return "a parameter has the wrong size"
		}
	}
	return ""
}

func TestValidate(t *testing.T) {
	tests := []struct {
		name string
		base func() Spec
		edit func(*Spec)
		want string
	}{
		{"kind", residual, func(s *Spec) { s.Kind = "" }, "no such kind"},
		{"head", residual, func(s *Spec) { s.Head = "x" }, "no such policy head"},
		{"channels", residual, func(s *Spec) { s.In.Channels = 0 }, "input channels"},
		{"height", residual, func(s *Spec) { s.In.Height = MaxSide + 1 }, "height"},
		{"board's width", residual, func(s *Spec) { s.In.Width = 0 }, "width of the board"},
		{"width", residual, func(s *Spec) { s.Width = -1 }, "width"},
		{"blocks", residual, func(s *Spec) { s.Blocks = MaxBlocks + 1 }, "blocks"},
		{"convolutions", residual, func(s *Spec) { s.Convs = 0 }, "convolutions"},
		{"even kernel", residual, func(s *Spec) { s.Kernel = 2 }, "odd"},
		{"kernel", residual, func(s *Spec) { s.Kernel = 9 }, "kernel"},
		{"pooled", residual, func(s *Spec) { s.Pooled = s.Width + 1 }, "pooled"},
		{"policy", residual, func(s *Spec) { s.Policy = 0 }, "policy"},
		{"squeeze", dense, func(s *Spec) { s.Squeeze = 0 }, "squeeze"},
		{"values", mlp, func(s *Spec) { s.Values = 0 }, "values"},
		{"hidden", mlp, func(s *Spec) { s.Hidden = 0 }, "hidden"},
		{"list", mlp, func(s *Spec) { s.In.Height = 2 }, "height"},
		{"planes of a list", mlp, func(s *Spec) { s.Head = Planes }, "dense policy head"},
		{"no layer", mlp, func(s *Spec) { s.Blocks = 0 }, "blocks"},
		{"one node", graph, func(s *Spec) { s.In.Height = 1 }, "nodes"},
		{"wide graph", graph, func(s *Spec) { s.In.Width = 2 }, "width of a graph"},
		{"dense graph", graph, func(s *Spec) { s.Head = Dense }, "planes"},
		{"parameters", dense, func(s *Spec) { s.Policy, s.Squeeze = 1<<18, 1024 }, "parameters"},
		// Few parameters, but a sample of 2^34 numbers.
		{"logits", residual, func(s *Spec) {
			s.Width, s.Pooled, s.Blocks, s.Kernel, s.Policy, s.In = 1, 0, 0, 1, 1<<20, Shape{1, MaxSide, MaxSide}
		}, "numbers in a sample"},
		{"input", residual, func(s *Spec) { s.In = Shape{1 << 13, MaxSide, MaxSide} }, "numbers in a sample"},
	}
	for _, test := range tests {
		s := test.base()
		if err := s.Validate(); err != nil {
			t.Fatalf("%s: before: %v", test.name, err)
		}
		test.edit(&s)
		if err := s.Validate(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want an error with %q", test.name, err, test.want)
		}
	}
}

func TestWeights(t *testing.T) {
	s := residual()
	n := s.Layers()
	w := n.NewWeights(rand.New(rand.NewPCG(1, 2)))
	again := n.NewWeights(rand.New(rand.NewPCG(1, 2)))
	if err := n.Check(w); err != nil {
		t.Fatal(err)
	}
	for i := range w {
		for k := range w[i] {
			if w[i][k] != again[i][k] {
				t.Fatalf("%s differs between two draws from one seed", n.Params[i].Name)
			}
		}
	}
	// He et al. 2015: the variance of a convolution's weights is 2 / (inputs · k²).
	sum, square := 0.0, 0.0
	for _, x := range w[5] {
		sum += float64(x)
		square += float64(x) * float64(x)
	}
	size := float64(len(w[5]))
	if variance, want := square/size-sum*sum/size/size, 2./(96*9); variance < 0.95*want || variance > 1.05*want {
		t.Errorf("the variance of %s is %v, want %v", n.Params[5].Name, variance, want)
	}

	clone := w.Clone()
	clone[0][0]++
	if w[0][0] == clone[0][0] {
		t.Error("a clone shares its numbers")
	}
	nan := float32(0)
	nan /= nan
	for name, edit := range map[string]func(w Weights) Weights{
		"too few":           func(w Weights) Weights { return w[1:] },
		"too many":          func(w Weights) Weights { return append(w, nil) },
		"short":             func(w Weights) Weights { w[3] = w[3][1:]; return w },
		"not a number":      func(w Weights) Weights { w[6][2] = nan; return w },
		"infinite":          func(w Weights) Weights { w[6][2] = 1e38; w[6][2] *= 1e38; return w },
		"negative variance": func(w Weights) Weights { w[4][7] = -1e-9; return w },
	} {
		if n.Check(edit(w.Clone())) == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestLinks(t *testing.T) {
	l, err := NewLinks([][]int32{{1}, {0, 2}, {1}})
	if err != nil {
		t.Fatal(err)
	}
	want := Links{From: []int32{0, 2, 5, 7, 10}, To: []int32{1, 3, 0, 2, 3, 1, 3, 0, 1, 2}}
	if l.Nodes() != 4 || !equal(l.From, want.From) || !equal(l.To, want.To) {
		t.Errorf("%v, want %v", *l, want)
	}
	if err := l.Check(4); err != nil {
		t.Error(err)
	}
	for name, adjacent := range map[string][][]int32{"itself": {{0}}, "outside": {{1}}, "negative": {{-1}, {}}} {
		if _, err := NewLinks(adjacent); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for name, bad := range map[string]*Links{
		"nil":         nil,
		"empty":       {},
		"other graph": {From: []int32{0, 0}},
		"not from 0":  {From: []int32{1, 1, 1}, To: []int32{0}},
		"descending":  {From: []int32{0, 2, 1}, To: []int32{0}},
		"open end":    {From: []int32{0, 1, 1}, To: []int32{0, 1}},
		"too long":    {From: []int32{0, 1, 2}, To: []int32{0}},
		"outside":     {From: []int32{0, 1, 2}, To: []int32{0, 2}},
		"negative":    {From: []int32{0, 1, 2}, To: []int32{0, -1}},
	} {
		if bad.Check(2) == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func equal(a, b []int32) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// TestLayersConsistent draws nets of every kind.
func TestLayersConsistent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string, least, most int) int { return rapid.IntRange(least, most).Draw(t, name) }
		s := Spec{
			Kind: rapid.SampledFrom([]Kind{Residual, Graph, MLP}).Draw(t, "kind"),
			In:   Shape{number("channels", 1, 40), 1, 1}, Width: number("width", 1, 40), Blocks: number("blocks", 1, 5),
			Policy: number("policy", 1, 50), Values: number("values", 1, 5), Hidden: number("hidden", 1, 20),
			Head: Planes,
		}
		switch s.Kind {
		case Residual:
			s.In.Height, s.In.Width = number("height", 1, 20), number("board's width", 1, 20)
			s.Blocks, s.Convs, s.Kernel, s.Pooled = number("blocks", 0, 5), number("convolutions", 1, 3), 1+2*number("half", 0, 3), number("pooled", 0, s.Width)
			if rapid.Bool().Draw(t, "dense") {
				s.Head, s.Squeeze = Dense, number("squeeze", 1, 5)
			}
		case Graph:
			s.In.Height = number("nodes", 2, 100)
		case MLP:
			s.Head = Dense
		}
		if err := s.Validate(); err != nil {
			t.Fatal(err)
		}
		if err := consistent(s.Layers()); err != "" {
			t.Fatal(err)
		}
	})
}

// FuzzSpec reads descriptions as a stored net's file might hold them: what validates
// can be unrolled, is consistent and stays within the bounds.
func FuzzSpec(f *testing.F) {
	for _, s := range []Spec{residual(), dense(), graph(), mlp()} {
		text, err := json.Marshal(s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"kind":"residual","in":{"channels":131072,"height":128,"width":128},"width":1024,"blocks":64,"convs":8,"kernel":7,"pooled":1024,"head":"dense","policy":1048576,"squeeze":1024,"values":64,"hidden":1024}`))
	f.Add([]byte(`{"kind":"mlp","in":{"channels":-9223372036854775808}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var s Spec
		if json.Unmarshal(text, &s) != nil || s.Validate() != nil {
			return
		}
		n := s.Layers()
		if err := consistent(n); err != "" {
			t.Fatalf("%+v: %s", s, err)
		}
		if s.Numbers() > MaxParams || s.Numbers() < 1 {
			t.Fatalf("%+v: %d parameters", s, s.Numbers())
		}
		for i := range n.Layers {
			if size := n.Layers[i].Out.Size(); size < 1 || size > MaxSample {
				t.Fatalf("%+v: %s of %d numbers", s, n.Layers[i].Op, size)
			}
		}
	})
}
