package topology_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ludens/internal/cputime"
	"ludens/ludii/topology"
)

// measured builds and measures a board from its description.
func measured(t testing.TB, text string) *topology.Topology {
	t.Helper()
	g, kind, findings := topology.Build(boardText(t, text))
	if findings.Errors() > 0 {
		t.Fatal(findings)
	}
	b, err := topology.Measure(g, kind)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestSteps looks at steps, lines and distances on a small chessboard:
//
//	6 7 8
//	3 4 5
//	0 1 2
func TestSteps(t *testing.T) {
	b := measured(t, "(board (square 3))")
	for _, c := range []struct {
		k    topology.Kind
		site int
		to   topology.Kind
		d    topology.Direction
		want []int
	}{
		{topology.Cell, 4, topology.Cell, topology.N, []int{7}},
		{topology.Cell, 4, topology.Cell, topology.Orthogonal, []int{7, 5, 1, 3}},
		{topology.Cell, 4, topology.Cell, topology.All, []int{7, 8, 5, 2, 1, 0, 3, 6}},
		{topology.Cell, 4, topology.Vertex, topology.All, []int{10, 6, 5, 9}},
		{topology.Cell, 4, topology.Vertex, topology.NE, []int{10}},
		{topology.Cell, 0, topology.Edge, topology.All, []int{7, 4, 0, 3}},
		{topology.Vertex, 0, topology.Cell, topology.All, []int{0}},
		{topology.Edge, 0, topology.Vertex, topology.E, []int{1}},
		{topology.Cell, 0, topology.Cell, topology.SW, nil},
	} {
		if got := b.Steps(c.k, c.site, c.to, c.d); !slices.Equal(got, c.want) {
			t.Errorf("steps from %v %d to %v in direction %v: %v, want %v", c.k, c.site, c.to, c.d, got, c.want)
		}
	}
	lines := fmt.Sprint(b.Lines(topology.Cell, topology.Orthogonal, 4), b.Lines(topology.Cell, topology.N, 3), b.Lines(topology.Cell, topology.N, 0))
	if lines != "[{[7] [1]} {[5] [3]}] [{[6] [0]}] [{[3 6] []}]" {
		t.Errorf("lines: %s", lines)
	}
}

// TestAroundCentre looks at the ways around a wheel.
func TestAroundCentre(t *testing.T) {
	b := measured(t, "(board (concentric {1 4}) use:Vertex)")
	s := b.Of(topology.Vertex)
	for v := range s.Sites {
		in, out := s.Rays[topology.In], s.Rays[topology.Out]
		switch at := s.Sites[v].Centre; {
		case at == topology.Point{}:
			if len(out[v]) != 4 || len(in[v]) != 0 {
				t.Errorf("centre: out %v, in %v", out[v], in[v])
			}
		default:
			if len(in[v]) != 1 || len(s.Rays[topology.CW][v]) != 1 || len(s.Rays[topology.CW][v][0]) != 3 {
				t.Errorf("vertex %d: in %v, clockwise %v", v, in[v], s.Rays[topology.CW][v])
			}
			if l := b.Lines(topology.Vertex, topology.Rotational, v); len(l) == 0 {
				t.Errorf("vertex %d has no lines around the centre", v)
			}
		}
	}
}

// TestMeasureAnything measures random graphs, most of them no boards, and holds
// the results against what every board promises.
func TestMeasureAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coordinate := rapid.OneOf(
			rapid.Map(rapid.IntRange(-4, 4), func(i int) float64 { return float64(i) }),
			rapid.Float64Range(-10, 10), rapid.SampledFrom([]float64{0, 1e-9, 0.5, 1e6, -1e12, 1e150}))
		height := rapid.SampledFrom([]float64{0, 0, 0, 0.7, 1})
		g := &topology.Graph{}
		for range rapid.IntRange(0, 24).Draw(t, "vertices") {
			g.Vertices = append(g.Vertices, topology.Point{X: coordinate.Draw(t, "x"), Y: coordinate.Draw(t, "y"), Z: height.Draw(t, "z")})
		}
		if n := len(g.Vertices); n > 0 {
			vertex := rapid.IntRange(0, n-1)
			for range rapid.IntRange(0, 40).Draw(t, "edges") {
				g.Edges = append(g.Edges, [2]int{vertex.Draw(t, "from"), vertex.Draw(t, "to")})
			}
			for range rapid.IntRange(0, 12).Draw(t, "faces") {
				g.Faces = append(g.Faces, rapid.SliceOfN(vertex, 1, 7).Draw(t, "corners"))
			}
			if rapid.Bool().Draw(t, "circles") {
				g.Pivots = rapid.SliceOfN(rapid.IntRange(-1, n-1), n, n).Draw(t, "pivots")
				g.Tangents = make([][2]topology.Point, len(g.Edges))
				for e := range g.Tangents {
					g.Tangents[e][0].X = rapid.SampledFrom([]float64{0, 1}).Draw(t, "curve")
				}
			}
		}
		b, err := topology.Measure(g, rapid.SampledFrom([]topology.Kind{topology.Vertex, topology.Edge, topology.Cell}).Draw(t, "kind"))
		if err != nil {
			t.Fatal(err)
		}
		promises(t, b)
		b.RowsOnGround()
	})
}

// promises looks for what no board may have.
func promises(t *rapid.T, b *topology.Topology) {
	for k := topology.Vertex; k <= topology.Cell; k++ {
		s := b.Of(k)
		for i := range s.Sites {
			site := &s.Sites[i]
			for _, o := range site.Orthogonal {
				if k != topology.Cell && !slices.Contains(s.Sites[o].Orthogonal, i) {
					t.Fatalf("%v %d is beside %d, but not the other way", k, i, o)
				}
			}
			if site.Label == "" {
				t.Fatalf("%v %d has no label", k, i)
			}
			for _, step := range b.StepsFrom(k, i) {
				if step.Kind == k && int(step.To) == i {
					t.Fatalf("%v %d steps to itself", k, i)
				}
				if len(step.Directions()) == 0 || !step.In(topology.All) {
					t.Fatalf("%v %d: a step to %v %d without a direction", k, i, step.Kind, step.To)
				}
			}
			for d := range topology.Direction(topology.NumDirections) {
				if s.Rays[d] == nil {
					continue
				}
				for _, ray := range s.Rays[d][i] {
					passed := map[int]bool{i: true}
					for _, o := range ray {
						if passed[o] {
							t.Fatalf("%v %d: ray %v in direction %v comes back", k, i, ray, d)
						}
						passed[o] = true
					}
				}
				if steps := b.Steps(k, i, k, d); d != topology.Rotational && len(steps) != len(s.Rays[d][i]) {
					t.Fatalf("%v %d: %d steps and %d rays in direction %v", k, i, len(steps), len(s.Rays[d][i]), d)
				}
				if lines := b.Lines(k, d, i); len(lines) == 0 && len(s.Rays[d][i]) > 0 {
					t.Fatalf("%v %d has rays but no lines in direction %v", k, i, d)
				}
			}
		}
		if n := len(s.Sets.Inner) + len(s.Sets.Outer); n != len(s.Sites) {
			t.Fatalf("%d of %d %v sites are inner or outer", n, len(s.Sites), k)
		}
	}
}

// TestMeasureRefuses hands over graphs whose numbers do not fit together.
func TestMeasureRefuses(t *testing.T) {
	two := []topology.Point{{}, {X: 1}}
	for name, g := range map[string]*topology.Graph{
		"edge to nowhere":      {Vertices: two, Edges: [][2]int{{0, 2}}},
		"face of nothing":      {Vertices: two, Faces: [][]int{{}}},
		"face corner":          {Vertices: two, Faces: [][]int{{0, -1}}},
		"vertex nowhere":       {Vertices: []topology.Point{{X: math.NaN()}}},
		"vertex far away":      {Vertices: []topology.Point{{X: math.Inf(1)}}},
		"pivots":               {Vertices: two, Pivots: []int{0}},
		"pivot":                {Vertices: two, Pivots: []int{0, 2}},
		"tangents":             {Vertices: two, Edges: [][2]int{{0, 1}}, Tangents: [][2]topology.Point{}},
		"edges around":         {Vertices: two, Edges: [][2]int{{0, 1}}, Around: [][]int{{0}, {1}}},
		"another's edge":       {Vertices: append(two, topology.Point{Y: 1}), Edges: [][2]int{{0, 1}}, Around: [][]int{{0}, {0}, {0}}},
		"faces around":         {Vertices: two, FacesAround: [][]int{{0}, {}}},
		"faces beside":         {Vertices: two, Edges: [][2]int{{0, 1}}, Beside: [][2]int{{-1, 0}}},
		"faces beside, number": {Vertices: two, Edges: [][2]int{{0, 1}}, Beside: [][2]int{}},
	} {
		if _, err := topology.Measure(g, topology.Vertex); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := topology.Measure(&topology.Graph{}, topology.Kind(3)); err == nil {
		t.Error("kind 3: no error")
	}
	if _, err := topology.Measure(&topology.Graph{}, topology.Cell); err != nil {
		t.Errorf("a board of nothing: %v", err)
	}
}

// TestMeasureHostile measures graphs that are small in sites but not in
// neighbours or rays: a result or ErrTooCostly within the time.
func TestMeasureHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	circle := func(n int, radius float64, g *topology.Graph) {
		for i := range n {
			a := 2 * math.Pi * float64(i) / float64(n)
			g.Vertices = append(g.Vertices, topology.Point{X: radius * math.Cos(a), Y: radius * math.Sin(a)})
		}
	}
	graphs := map[string]func() *topology.Graph{
		"star": func() *topology.Graph {
			g := &topology.Graph{Vertices: []topology.Point{{}}}
			circle(24_000, 10, g)
			for i := 1; i < len(g.Vertices); i++ {
				g.Edges = append(g.Edges, [2]int{0, i})
			}
			return g
		},
		"ring": func() *topology.Graph {
			g := &topology.Graph{}
			circle(24_000, 10_000, g)
			for i := range g.Vertices {
				g.Edges = append(g.Edges, [2]int{i, (i + 1) % len(g.Vertices)})
			}
			return g
		},
		"dust": func() *topology.Graph {
			g := &topology.Graph{}
			circle(49_000, 10, g)
			return g
		},
		"nested rings": func() *topology.Graph {
			g := &topology.Graph{}
			for ring := range 5_000 {
				n := len(g.Vertices)
				circle(4, float64(ring+1), g)
				for i := range 4 {
					g.Edges = append(g.Edges, [2]int{n + i, n + (i+1)%4})
				}
			}
			return g
		},
		"one face of all": func() *topology.Graph {
			g := &topology.Graph{}
			circle(20_000, 10, g)
			face := make([]int, len(g.Vertices))
			for i := range g.Vertices {
				face[i] = i
				g.Edges = append(g.Edges, [2]int{i, (i + 1) % len(g.Vertices)})
			}
			g.Faces = [][]int{face}
			return g
		},
		"faces around one vertex": func() *topology.Graph {
			g := &topology.Graph{Vertices: []topology.Point{{}}}
			circle(20_000, 10, g)
			for i := 1; i < len(g.Vertices)-1; i++ {
				g.Faces = append(g.Faces, []int{0, i, i + 1})
			}
			return g
		},
		"one line": func() *topology.Graph {
			g := &topology.Graph{}
			for i := range 24_000 {
				g.Vertices = append(g.Vertices, topology.Point{X: float64(i)})
				if i > 0 {
					g.Edges = append(g.Edges, [2]int{i - 1, i})
				}
			}
			return g
		},
	}
	for name, make := range graphs {
		start := cputime.Process()
		b, err := topology.Measure(make(), topology.Vertex)
		if err != nil && !errors.Is(err, topology.ErrTooCostly) {
			t.Errorf("%s: %v", name, err)
		}
		took := cputime.Process() - start
		t.Logf("%s: %v of the processor (error %v, board %v)", name, took.Round(time.Millisecond), err, b != nil)
		if took > 30*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
}

func BenchmarkMeasure(b *testing.B) {
	for _, text := range []string{
		"(board (square 8))", "(board (square 19) use:Vertex)", "(board (square 19))", "(board (hex 9))", "(board (square 40))", "(board (concentric {1 12 12 12 12 12}) use:Vertex)",
	} {
		b.Run(text, func(b *testing.B) {
			g, kind, findings := topology.Build(boardText(b, text))
			if findings.Errors() > 0 {
				b.Fatal(findings)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := topology.Measure(g, kind); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(g.Vertices)+len(g.Edges)+len(g.Faces)), "sites")
		})
	}
}
