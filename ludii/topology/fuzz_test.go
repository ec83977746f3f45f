package topology_test

import (
	"testing"

	"ludens/ludii/parse"
	"ludens/ludii/topology"
)

// FuzzBuild holds Build to its promise: a sound graph within the limits, or
// findings with places.
func FuzzBuild(f *testing.F) {
	for _, s := range []string{
		"(board (square 3))", "(board (square Diamond 3 diagonals:Solid) use:Vertex)", "(board (square 4 pyramidal:True) use:Vertex)",
		"(board (rectangle 2 (+ 1 2) diagonals:Alternating) use:Vertex)", "(board (square {4 3 -1 2 3}))",
		"(board (hex Star 2))", "(board (hex {3 4 3}))", "(board (hex (poly {{1 2} {1 6} {3 6}})))", "(board (tri Limping 3) use:Edge)",
		"(board (tri (poly {{1 2} {1 6} {3 6} {3 4}})))", "(board (tiling T3464 2))", "(board (tiling T33434 (poly {{0 0} {0 3} {3 3}})))",
		"(board (tiling T488 {2 3 2 3}))", "(board (brick Diamond 3 trim:True))", "(board (brick Spiral 3))", "(board (celtic 3 4))",
		"(board (celtic {4 3 -1 2 3}))", "(board (quadhex 3 thirds:True))", "(board (quadhex 2))",
		"(board (concentric {1 6 12} stagger:True))", "(board (concentric {0 8 8}) use:Vertex)", "(board (concentric Target rings:3))",
		"(board (concentric sides:5 rings:3 joinCorners:True) use:Vertex)", "(board (spiral turns:4 sites:40) use:Vertex)",
		"(board (wedge 3))", "(board (regular Star 7) use:Vertex)", "(board (repeat 2 3 step:{{-.5 .75} {1 0}} (poly {{0 0} {0 1} {1 1} {1 0}})))",
		"(board (graph vertices:{{0 0} {1 0} {0 1}} edges:{{0 1} {1 2} {2 0}}))",
		"(board (merge (shift 1 0 (square 2)) (rotate 90 (wedge 3)) connect:True))", "(board (union {(square 2) (shift 5 0 (hex 2))}))",
		"(board (intersect (square 4) (rectangle 2 5)))", "(board (remove (square 4) cells:{0 3} edges:{{0 1}} vertices:{{1 1}}))",
		"(board (remove (hex 3) cells:{0 1} trimEdges:False))", "(board (hole (square 8) (poly {{2 2} {2 5} {5 5}})))",
		"(board (keep (square 4) (poly {{1 1} {1 3} {4 0}} rotns:3)))", "(board (clip (square 4) (poly {{1 1} {1 3} {4 0}})))",
		"(board (dual (tri 4)))", "(board (complete (hex 2) eachCell:True))", "(board (subdivide (tiling T3464 2) min:6))",
		"(board (splitCrossings (complete (regular 7))))", "(board (layers 3 (square 3)))", "(board (trim (dual (square 5))))",
		"(board (renumber Vertex Cell (skew .5 (scale 2 -1 (square 3)))))", "(board (add (square 2) edgesCurved:{{{0 0} {1 0} {1 2} {-1 2}}}))",
		"(board (add (square 4) vertices:{{1.5 2}} cells:{{{1 1} {1 2} {3 2} {3 1}}} connect:True))",
		"(mancalaBoard 2 6)", "(mancalaBoard 4 8 store:None)", "(mancalaBoard 2 6 store:Inner)", "(boardless Hexagonal)", "(boardless Triangular 9)",
		"(surakartaBoard (square 6) loops:2)", "(board (square (/ 1 0)))", "(board (square 99999999))", "(board)", "(board {})",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		nodes, _ := parse.Parse("fuzz.lud", text, parse.Limits{})
		for _, n := range nodes {
			if n = containerOf(n); n == nil {
				continue
			}
			g, _, findings := topology.Build(n)
			if (g == nil) != (findings.Errors() > 0) {
				t.Fatalf("%s: a graph and %v", n, findings)
			}
			for _, d := range findings {
				if !d.Pos.Known() {
					t.Errorf("a finding without a place: %v", d)
				}
			}
			if g != nil {
				sound(t, g)
			}
		}
	})
}

// sound fails where the parts of a graph do not fit together.
func sound(t *testing.T, g *topology.Graph) {
	v, e, f := len(g.Vertices), len(g.Edges), len(g.Faces)
	if v+e+f > topology.MaxSites {
		t.Fatalf("%d sites", v+e+f)
	}
	in := func(what string, list []int, low, high int) {
		for _, i := range list {
			if i < low || i >= high {
				t.Fatalf("%s %v of %d", what, list, high)
			}
		}
	}
	for i := range g.Edges {
		in("ends", g.Edges[i][:], 0, v)
		in("faces beside", g.Beside[i][:], -1, f)
	}
	for i := range g.Faces {
		in("corners", g.Faces[i], 0, v)
	}
	for i := range g.Vertices {
		in("edges around", g.Around[i], 0, e)
		in("faces around", g.FacesAround[i], 0, f)
	}
	in("pivots", g.Pivots, -1, v)
}
