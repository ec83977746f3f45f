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
			fit := arch.Match(old, from, spec(4, 9), to, turn, seats)
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
	fit := arch.Match(old, from, spec(7, 10), to, arch.Turns[0], []int{0, 1})
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
	if s, got, err = arch.Transfer(old, w, from, to, arch.Match(old, from, dense, to, arch.Turns[0], []int{0, 1}), dense, game.Stream(1, "transfer", 0)); err != nil {
		t.Fatal(err)
	}
	if _, values2 = run(&s, got, in); !near(values[0], values2[0]) {
		t.Errorf("values %v, were %v", values2, values)
	}
}

// columns is a meaning of a game in which two players name columns, on a turned board rows, and each may pass.
func columns(name string, side int, turn arch.Turn, seats []int) *arch.Meaning {
	m := board(name, [2]int{seats[0], seats[1]})
	m.Out = nil
	for _, seat := range seats {
		for i := range side {
			at, spot := [2]int{i, 3}, arch.AtColumn
			if turn[0] == 0 {
				at, spot = [2]int{3, i}, arch.AtRow
			}
			m.Out = append(m.Out, arch.OutPlane{Seat: seat, Spot: spot, At: at, Name: name})
		}
		m.Out = append(m.Out, arch.OutPlane{Seat: seat, Spot: arch.Nowhere, At: [2]int{2, 2}, Name: name})
	}
	return m
}

// denseSpec is the form of a net for a board with so many logits.
func denseSpec(width, height, logits, squeeze int) *arch.Spec {
	s := spec(6, logits)
	s.In.Width, s.In.Height, s.Head, s.Squeeze = width, height, arch.Dense, squeeze
	return s
}

// TestTransferDense: a net with a dense head, on a turned board that is no square, with exchanged seats and under other names, says
// of every position what it said of the position as it was.
func TestTransferDense(t *testing.T) {
	const w, h = 5, 7
	old := denseSpec(w, h, 12, 3)
	weights := weights(old)
	same := []int{0, 1}
	from := columns("x", w, arch.Turns[0], same)
	for _, turn := range arch.Turns {
		for _, seats := range [][]int{same, {1, 0}} {
			to := columns("y", w, turn, seats)
			width, height := w, h
			if turn[0] == 0 {
				width, height = h, w
			}
			shape := denseSpec(width, height, 12, 2)
			s, got, err := arch.Transfer(old, weights, from, to, arch.Match(old, from, shape, to, turn, seats), shape, game.Stream(1, "transfer", 0))
			if err != nil || s.Squeeze != 3 || to.Check(&s) != nil {
				t.Fatal(err, s.Squeeze, to.Check(&s))
			}
			in := make([]float32, 6*w*h)
			rng := game.Stream(1, "dense", 0)
			for i := range in {
				in[i] = float32(rng.IntN(2))
			}
			after := make([]float32, len(in))
			at := func(x, y int) (int, int) { // twice the place from the middle
				u, v := turn[0]*(2*x-w+1)+turn[1]*(2*y-h+1), turn[2]*(2*x-w+1)+turn[3]*(2*y-h+1)
				return (u + width - 1) / 2, (v + height - 1) / 2
			}
			for i := range 6 {
				for x := range w {
					for y := range h {
						u, v := at(x, y)
						after[(i*height+v)*width+u] = in[(i*h+y)*w+x]
					}
				}
			}
			before, values := run(old, weights, in)
			policy, values2 := run(&s, got, after)
			for k := range 2 {
				if !near(values[k], values2[seats[k]]) {
					t.Errorf("turn %v, seats %v: value %g, was %g", turn, seats, values2[seats[k]], values[k])
				}
				for i := range w + 1 {
					j := i
					if i < w {
						u, v := at(i, 3)
						if j = u; turn[0] == 0 {
							j = v
						}
					}
					// The first half of the logits is of seats[0], in both.
					if a, b := before[k*(w+1)+i], policy[k*(w+1)+j]; !near(a, b) {
						t.Errorf("turn %v, seats %v, seat %d: logit %g, was %g", turn, seats, k, b, a)
					}
				}
			}
		}
	}
}

// TestTransferDenseSizes: on a larger board a logit looks as far from its column as before, and to as much of its rows; what lies
// farther than any cell before counts for nothing.
func TestTransferDenseSizes(t *testing.T) {
	const w, h, width, height = 5, 4, 8, 8
	same := []int{0, 1}
	old, shape := denseSpec(w, h, 12, 2), denseSpec(width, height, 18, 4)
	from, to := columns("x", w, arch.Turns[0], same), columns("x", width, arch.Turns[0], same)
	to.Out[17].Way = [][2]int{{1, 1}} // something new
	before := weights(old)
	fit := arch.Match(old, from, shape, to, arch.Turns[0], same)
	if want := []int{0, 0, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 8, 9, 10, 10, -1}; !slices.Equal(fit.Out, want) {
		t.Fatalf("logits fit %v, want %v", fit.Out, want)
	}
	s, after, err := arch.Transfer(old, before, from, to, fit, shape, game.Stream(1, "transfer", 0))
	if err != nil {
		t.Fatal(err)
	}
	param := func(s *arch.Spec, w arch.Weights, name string) []float32 {
		return w[slices.IndexFunc(s.Params(), func(p arch.Param) bool { return p.Name == name })]
	}
	was, is := param(old, before, "policy.weight"), param(&s, after, "policy.weight")
	for i := range 8 {
		for c := range 2 {
			for x := range width {
				for y := range height {
					want := float32(0)
					if a := x - i + fit.Out[i]; a >= 0 && a < w {
						want = was[((fit.Out[i]*2+c)*h+y/2)*w+a]
					}
					if got := is[((i*2+c)*height+y)*width+x]; got != want {
						t.Fatalf("logit %d looks at %d %d by %g, want %g", i, x, y, got, want)
					}
				}
			}
		}
	}
	for i, x := range is[17*2*width*height:] {
		if math.Abs(float64(x)) > 0.1 {
			t.Fatalf("what is new begins with %g at %d", x, i)
		}
	}
	if a, b := param(old, before, "policy.bias"), param(&s, after, "policy.bias"); a[4] != b[7] || a[11] == b[17] {
		t.Errorf("biases %v, were %v", b, a)
	}
}

// TestMatchDenseNames: of moves that do the same at the same place those of the same name are the same.
func TestMatchDenseNames(t *testing.T) {
	moves := func(names ...string) *arch.Meaning {
		m := &arch.Meaning{}
		for _, n := range names {
			m.Out = append(m.Out, arch.OutPlane{Spot: arch.AtColumn, At: [2]int{1, 1}, Name: n})
		}
		return m
	}
	s := denseSpec(4, 4, 2, 1)
	for _, c := range []struct {
		from, to *arch.Meaning
		want     []int
	}{
		{moves("drop", "pop"), moves("pop", "drop"), []int{1, 0}},
		{moves("drop", "pop"), moves("a", "b"), []int{0, 0}},
	} {
		if got := arch.Match(s, c.from, s, c.to, arch.Turns[0], []int{0, 1}); !slices.Equal(got.Out, c.want) {
			t.Errorf("%v, want %v", got.Out, c.want)
		}
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
		if got := arch.Match(spec(3, 0), c.from, spec(3, 0), c.to, arch.Turns[0], []int{0}); !slices.Equal(got.In, c.want) {
			t.Errorf("%v, want %v", got.In, c.want)
		}
	}
	// A turn may have parts, each with a plane of its own.
	movers := func(seats ...int) *arch.Meaning {
		m := &arch.Meaning{}
		for _, seat := range seats {
			m.In = append(m.In, arch.InPlane{Sort: arch.Mover, Seat: seat})
		}
		return m
	}
	if got := arch.Match(spec(2, 0), movers(0, 1), spec(4, 0), movers(1, 0, 0, 1), arch.Turns[0], []int{0, 1}); !slices.Equal(got.In, []int{1, 0, 0, 1}) {
		t.Errorf("parts of turns are %v of whole ones", got.In)
	}
	// What is everybody's is nobody's alone.
	seeds, stones := kinds("seed"), kinds("stone")
	seeds.In[0].Sort, stones.In[0].Sort = arch.Shared, arch.Shared
	for _, c := range []struct {
		to   *arch.Meaning
		want int
	}{{seeds, 0}, {stones, 0}, {kinds("seed"), -1}} {
		if got := arch.Match(spec(1, 0), seeds, spec(1, 0), c.to, arch.Turns[0], []int{0}); got.In[0] != c.want {
			t.Errorf("seeds are %d of %v, want %d", got.In[0], c.to.In, c.want)
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
		"beside":      func(m *arch.Meaning) { m.Out[0].At = [2]int{side, 0} },
		"beside2":     func(m *arch.Meaning) { m.Out[0].At = [2]int{0, -1} },
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
