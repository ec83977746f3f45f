package arch_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"ludens/game"
	"ludens/nets/arch"
	"ludens/nets/reference"
)

// board is a meaning of a game of moves by one step; what names it uses does not matter.
func board(name string, seats [2]int) *arch.Meaning {
	m := &arch.Meaning{In: []arch.InPlane{
		{Sort: arch.Board},
		{Sort: arch.Piece, Seat: seats[0], Name: name + "a"},
		{Sort: arch.Piece, Seat: seats[1], Name: name + "b"},
		{Sort: arch.Empty, Name: name + "c"},
		{Sort: arch.Mover, Seat: seats[0]},
		{Sort: arch.Mover, Seat: seats[1]},
	}}
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			p := arch.OutPlane{Seat: -1, Name: name}
			if dx != 0 || dy != 0 {
				p.Way = [][2]int{{dx, dy}}
			}
			m.Out = append(m.Out, p)
		}
	}
	return m
}

const side = 5

// position is a random position of such a game.
func position(n uint64) []float32 {
	rng := game.Stream(1, "transfer test", n)
	in := make([]float32, 6*side*side)
	for i := range side * side {
		in[i] = 1
		in[(1+rng.IntN(3))*side*side+i] = 1
		in[(4+int(n%2))*side*side+i] = 1
	}
	return in
}

func spec(in, policy int) *arch.Spec {
	return &arch.Spec{
		Kind: arch.Residual, In: arch.Shape{Channels: in, Height: side, Width: side}, Width: 8, Blocks: 2, Convs: 2, Kernel: 3, Pooled: 2,
		Head: arch.Planes, Policy: policy, Values: 2, Hidden: 6,
	}
}

// weights are random ones, running statistics too.
func weights(s *arch.Spec) arch.Weights {
	rng := game.Stream(1, "transfer weights", 0)
	net := s.Layers()
	w := net.NewWeights(rng)
	for i := range net.Params {
		for k := range w[i] {
			if w[i][k] == 0 || w[i][k] == 1 {
				w[i][k] = 0.5 + rng.Float32()
			}
		}
	}
	return w
}

func run(s *arch.Spec, w arch.Weights, in []float32) (policy, values []float64) {
	return reference.Run(s.Layers(), nil, w, 1, in)
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-4*max(1, math.Abs(a)) }

// TestTransfer: a net on a turned board with exchanged seats, under other names and without planes that follow from
// others, says of every position what it said of the position as it was.
func TestTransfer(t *testing.T) {
	old := spec(6, 9)
	w := weights(old)
	from := board("x", [2]int{0, 1})
	for _, turn := range arch.Turns {
		for _, seats := range [][]int{{0, 1}, {1, 0}} {
			to := board("y", [2]int{seats[0], seats[1]})
			kept := []int{0, 1, 2, 5} // without empty and one mover
			var in []arch.InPlane
			for _, k := range kept {
				in = append(in, to.In[k])
			}
			to.In = in
			slices.Reverse(to.Out)
			fit := arch.Match(from, to, turn, seats)
			if slices.Contains(fit.In, -1) || slices.Contains(fit.Out, -1) {
				t.Fatalf("does not fit: %v", fit)
			}
			s, got, err := arch.Transfer(old, w, from, to, fit, spec(4, 9), game.Stream(1, "transfer", 0))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Validate(); err != nil {
				t.Fatal(err)
			}
			at := func(x, y int) int {
				u, v := turn[0]*(x-side/2)+turn[1]*(y-side/2), turn[2]*(x-side/2)+turn[3]*(y-side/2)
				return (v+side/2)*side + u + side/2
			}
			for n := range uint64(4) {
				before := position(n)
				after := make([]float32, 4*side*side)
				for x := range side {
					for y := range side {
						for i, k := range kept {
							after[i*side*side+at(x, y)] = before[k*side*side+y*side+x]
						}
					}
				}
				policy, values := run(old, w, before)
				policy2, values2 := run(&s, got, after)
				for k := range 2 {
					if !near(values[k], values2[seats[k]]) {
						t.Errorf("turn %v, seats %v: value %g, was %g", turn, seats, values2[seats[k]], values[k])
					}
				}
				for i, k := range fit.Out {
					for x := range side {
						for y := range side {
							if a, b := policy[k*side*side+y*side+x], policy2[i*side*side+at(x, y)]; !near(a, b) {
								t.Fatalf("turn %v, seats %v: logit %g, was %g", turn, seats, b, a)
							}
						}
					}
				}
			}
		}
	}
}

// TestTransferNew: what a net does not know of another game changes nothing of what it says at first, and its
// moves begin small.
func TestTransferNew(t *testing.T) {
	old := spec(6, 9)
	w := weights(old)
	from, to := board("x", [2]int{0, 1}), board("x", [2]int{0, 1})
	to.In = append(to.In, arch.InPlane{Name: "holes"})
	to.Out = append(to.Out, arch.OutPlane{Seat: -1, Way: [][2]int{{3, 0}}})
	fit := arch.Match(from, to, arch.Turns[0], []int{0, 1})
	if fit.In[6] != -1 || fit.Out[9] != -1 {
		t.Fatalf("%v", fit)
	}
	s, got, err := arch.Transfer(old, w, from, to, fit, spec(7, 10), game.Stream(1, "transfer", 0))
	if err != nil {
		t.Fatal(err)
	}
	in := position(1)
	policy, values := run(old, w, in)
	for i := range side * side {
		in = append(in, float32(i%2))
	}
	policy2, values2 := run(&s, got, in)
	if !near(values[0], values2[0]) || !near(values[1], values2[1]) {
		t.Errorf("values %v, were %v", values2, values)
	}
	for i := range policy {
		if !near(policy[i], policy2[i]) {
			t.Fatalf("logit %g, was %g", policy2[i], policy[i])
		}
	}
	if _, _, err := arch.Transfer(old, w, from, to, fit, &arch.Spec{Kind: arch.MLP}, nil); !errors.Is(err, arch.ErrTransfer) {
		t.Errorf("to a list: %v", err)
	}
	// A dense head begins anew, the value stays.
	dense := spec(7, 10)
	dense.Head, dense.Squeeze = arch.Dense, 2
	to.Out = nil
	if s, got, err = arch.Transfer(old, w, from, to, arch.Match(from, to, arch.Turns[0], []int{0, 1}), dense, game.Stream(1, "transfer", 0)); err != nil {
		t.Fatal(err)
	}
	if _, values2 = run(&s, got, in); !near(values[0], values2[0]) {
		t.Errorf("values %v, were %v", values2, values)
	}
}

// TestMatchNames: kinds go by their names, and where these are other ones by how common they are.
func TestMatchNames(t *testing.T) {
	kinds := func(names ...string) *arch.Meaning {
		m := &arch.Meaning{}
		for i, n := range names {
			m.In = append(m.In, arch.InPlane{Sort: arch.Piece, Rank: i, Name: n})
		}
		return m
	}
	for _, c := range []struct {
		from, to *arch.Meaning
		want     []int
	}{
		{kinds("pawn", "king"), kinds("king", "pawn"), []int{1, 0}},
		{kinds("pawn", "king"), kinds("p", "k"), []int{0, 1}},
		{kinds("pawn", "king"), kinds("p", "q", "king"), []int{0, -1, 1}},
	} {
		if got := arch.Match(c.from, c.to, arch.Turns[0], []int{0}); !slices.Equal(got.In, c.want) {
			t.Errorf("%v, want %v", got.In, c.want)
		}
	}
}

// TestWays: moves of knights have nothing in common with steps, and steps up are steps down on a turned board.
func TestWays(t *testing.T) {
	game := func(ways ...[2]int) *arch.Meaning {
		m := &arch.Meaning{Out: []arch.OutPlane{{Spot: arch.Nowhere, Share: 0.5}, {Way: [][2]int{{7, 7}}}}}
		for _, w := range ways {
			m.Out = append(m.Out, arch.OutPlane{Way: [][2]int{w}, Share: 0.5 / float64(len(ways))})
		}
		return m
	}
	up, down, knight, both := game([2]int{0, 1}), game([2]int{0, -1}), game([2]int{1, 2}), game([2]int{0, 1}, [2]int{0, -1})
	same, flipped := arch.Turns[0], arch.Turns[2]
	for i, c := range []struct {
		from, to *arch.Meaning
		turn     arch.Turn
		want     float64
	}{
		{up, up, same, 1}, {up, down, same, 0}, {up, down, flipped, 1}, {up, knight, same, 0}, {up, both, same, 0.5}, {both, up, flipped, 0.5}, {&arch.Meaning{}, up, same, 0},
	} {
		if got := c.from.Ways(c.turn).Common(c.to.Ways(arch.Turns[0])); !near(got, c.want) {
			t.Errorf("%d: %g, want %g", i, got, c.want)
		}
	}
}

// TestMeaningCheck: a meaning that a stranger has written may be anything.
func TestMeaningCheck(t *testing.T) {
	s := spec(6, 9)
	if err := board("x", [2]int{0, 1}).Check(s); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(m *arch.Meaning){
		"few planes":  func(m *arch.Meaning) { m.In = m.In[1:] },
		"few logits":  func(m *arch.Meaning) { m.Out = m.Out[1:] },
		"sort":        func(m *arch.Meaning) { m.In[0].Sort = "sort" },
		"seat":        func(m *arch.Meaning) { m.In[1].Seat = 2 },
		"rank":        func(m *arch.Meaning) { m.In[1].Rank = 100 },
		"spot":        func(m *arch.Meaning) { m.Out[0].Spot = "spot" },
		"who moves":   func(m *arch.Meaning) { m.Out[0].Seat = -2 },
		"a long way":  func(m *arch.Meaning) { m.Out[0].Way = make([][2]int, 100) },
		"a far step":  func(m *arch.Meaning) { m.Out[0].Way = [][2]int{{0, math.MinInt}} },
		"a far step2": func(m *arch.Meaning) { m.Out[0].Way = [][2]int{{1000, 0}} },
		"a share":     func(m *arch.Meaning) { m.Out[0].Share = 1.5 },
		"no number":   func(m *arch.Meaning) { m.Out[0].Share = math.NaN() },
	} {
		m := board("x", [2]int{0, 1})
		if change(m); m.Check(s) == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if board("x", [2]int{0, 1}).Check(&arch.Spec{Kind: arch.MLP}) == nil {
		t.Error("a list has planes")
	}
}
