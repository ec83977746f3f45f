package topology_test

import (
	"slices"
	"testing"

	"ludens/ludii/topology"
)

// TestOwnBoards builds boards that hardly any game has, and counts their vertices, edges
// and cells. Those in the plane and of one piece, whose faces are all cells, keep to
// Euler's formula.
func TestOwnBoards(t *testing.T) {
	// With a hole, cells taken away, in layers or pieces, or lines that cross.
	odd := []string{
		"(board (remove (square 2) cells:{0} trimEdges:False))", "(board (remove (square 2) edges:{{0 1}}))", "(board (remove (square 2) edges:{{{0 0} {1 0}}}))", "(board (complete (square 2) eachCell:True))",
		"(board (remove (square 2) cells:{{{0 0} {0 1} {1 1} {1 0}}}))", "(board (layers 2 (square 2)) use:Vertex)", "(board (hole (square 3) (poly {{1 1} {1 2} {2 2} {2 1}})))", "(board (merge (concentric {4} ) (shift 9 0 (concentric {4}))))", "(board (concentric Target rings:3))",
	}
	for text, want := range map[string][3]int{
		"(board (hex Square 3))":                                          {28, 35, 8},
		"(board (hex Rectangle 2 3))":                                     {19, 23, 5},
		"(board (hex Limping 3))":                                         {73, 99, 27},
		"(board (hex {2 3 2 3 2 3}))":                                     {37, 48, 12},
		"(board (tri Diamond 3))":                                         {16, 33, 18},
		"(board (tri Square 2))":                                          {8, 13, 6},
		"(board (tri Rectangle 2 3))":                                     {11, 20, 10},
		"(board (tri Star 2))":                                            {37, 84, 48},
		"(board (tri Hexagon 2))":                                         {19, 42, 24},
		"(board (brick Limping 2))":                                       {25, 31, 7},
		"(board (brick Prism 2))":                                         {16, 19, 4},
		"(board (brick Spiral 2))":                                        {16, 20, 5},
		"(board (brick 2 3 trim:True))":                                   {21, 27, 7},
		"(board (concentric Triangle rings:2) use:Vertex)":                {12, 15, 0},
		"(board (concentric Square rings:2 joinCorners:True) use:Vertex)": {16, 24, 0},
		"(board (concentric Hexagon rings:2 midpoints:False) use:Vertex)": {12, 12, 0},
		"(board (concentric Target rings:3))":                             {24, 24, 3},
		"(board (concentric {4 8}))":                                      {17, 28, 12},
		"(board (concentric {4 8} stagger:True))":                         {21, 32, 12},
		"(board (concentric sides:5 rings:2) use:Vertex)":                 {20, 25, 0},
		"(board (rotate 45 (concentric {8})) use:Vertex)":                 {8, 8, 0},
		"(board (merge (concentric {4} ) (shift 9 0 (concentric {4}))))":  {10, 16, 8},
		"(board (quadhex 2))":                                             {37, 60, 24},
		"(board (celtic 2 3) use:Vertex)":                                 {21, 38, 18},
		"(board (celtic {2 3 -1 2}) use:Vertex)":                          {11, 18, 8},
		"(mancalaBoard 5 4)":                                              {22, 33, 12},
		"(board (remove (square 2) cells:{{{0 0} {0 1} {1 1} {1 0}}}))":   {9, 10, 3},
		"(board (remove (square 2) cells:{0} trimEdges:False))":           {9, 12, 3},
		"(board (remove (square 2) edges:{{{0 0} {1 0}}}))":               {9, 11, 3},
		"(board (remove (square 2) edges:{{0 1}}))":                       {9, 11, 3},
		"(board (remove (square 2) vertices:{{0 0}}))":                    {8, 10, 3},
		"(board (makeFaces (add vertices:{{0 0} {1 0} {1 1} {0 1}} edges:{{0 1} {1 2} {2 3} {3 0}})))":     {4, 4, 1},
		"(board (complete (square 2) eachCell:True))":                                                      {9, 20, 4},
		"(board (dual (square 3)))":                                                                        {9, 12, 4},
		"(board (subdivide (square 1) min:4) use:Vertex)":                                                  {1, 0, 0},
		"(board (scale 2 3 4 (square 2)))":                                                                 {9, 12, 4},
		"(board (skew .5 (square 2)))":                                                                     {9, 12, 4},
		"(board (layers 2 (square 2)) use:Vertex)":                                                         {8, 12, 2},
		"(board (intersect (square 2) (square 2)))":                                                        {9, 12, 4},
		"(board (intersect {(square 3)}))":                                                                 {16, 24, 9},
		"(board (splitCrossings (add vertices:{{0 0} {2 0} {1 0} {1 1}} edges:{{0 1} {2 3}})) use:Vertex)": {4, 3, 0},
		"(board (hole (square 3) (poly {{1 1} {1 2} {2 2} {2 1}})))":                                       {16, 24, 8},
		"(board (clip (square 3) (poly {{0 0} {0 2} {2 2} {2 0}})))":                                       {7, 6, 0},
		"(board (keep (square 3) (poly {{0 0} {0 2} {2 2} {2 0}})))":                                       {9, 12, 4},
		"(board (trim (remove (square 2) edges:{{0 1}})))":                                                 {8, 10, 3},
		"(board (square (- 5 (% 7 4))))":                                                                   {9, 12, 4},
		"(board (square (max 2 1)))":                                                                       {9, 12, 4},
		"(board (rotate (* 2 (max 10 (min 45 (- 50 5)))) (square 2)))":                                     {9, 12, 4},
		"(board (shift (+ 1.5 (abs -2.0)) (^ 2.0 1.0) (square 2)))":                                        {9, 12, 4},
		"(board (rectangle 2 3 diagonals:Alternating) use:Vertex)":                                         {6, 9, 4},
	} {
		g, _, findings := topology.Build(boardText(t, text))
		if g == nil {
			t.Errorf("%s: %v", text, findings)
			continue
		}
		if got := [3]int{len(g.Vertices), len(g.Edges), len(g.Faces)}; got != want {
			t.Errorf("%s has %v, want %v", text, got, want)
		}
		if euler := len(g.Vertices) - len(g.Edges) + len(g.Faces); len(g.Faces) > 0 && !slices.Contains(odd, text) && euler != 1 {
			t.Errorf("%s is not of one piece in the plane: %d", text, euler)
		}
	}
}

// What makes no board is refused, with what is wrong, wherever it stands.
func TestOwnFindings(t *testing.T) {
	for _, bad := range []string{"x", "(sqare 3)", "(square 3 foo:1)"} {
		for _, text := range []string{
			"(shift 1 1 %)", "(scale 2 %)", "(rotate 45 %)", "(skew 1 %)", "(renumber %)", "(trim %)", "(makeFaces %)", "(dual %)", "(complete %)", "(subdivide %)", "(layers 2 %)", "(splitCrossings %)",
			"(hole % (poly {{1 1} {1 2} {2 2}}))", "(clip % (poly {{1 1} {1 2} {2 2}}))", "(keep % (poly {{1 1} {1 2} {2 2}}))", "(union % (square 2))", "(merge % (square 2))", "(intersect % (square 2))", "(remove % cells:{1})", "(add % edges:{{0 1}})", "(recoordinate %)",
		} {
			refused(t, "(board "+replaced(text, bad)+")")
		}
	}
	for _, text := range []string{
		"(board (hex Round 3))", "(board (tri Round 3))", "(board (brick Round 3))", "(board (concentric Round rings:2))", "(board (brick Spiral 0))", "(board (concentric sides:2 rings:2))", "(board (hex {}))",
		"(board (concentric Target rings:3) use:Vertex)", "(board (remove (square 2) cells:{-1}))", "(board (remove (square 2) edges:{{0}}))", "(board (remove (square 2) vertices:x))", "(board (add (square 2) edgesCurved:{{0 1}}))",
		"(board (add (square 2) cells:x))", "(board (add (square 2) vertices:{{0}}))", "(board (square (/ 7 0)))", "(board (square (^ 10 9)))", "(board (square (foo 1)))", "(board (square True))", "(board (rotate (foo 1.0) (square 2)))",
		"(board (rotate True (square 2)))", "(board (shift 1 1))", "(board (merge {}))", "(board (layers 2))", "(board (keep (square 2) (square 2)))", "(board (keep (square 2) (poly {{0 0} {0 1} {1 1}} rotns:999999)))", "(board (brick 2 trim:3))",
		"(mancalaBoard 2 3 store:Beside)", "(mancalaBoard 2 x)", "(boardless Square 3 4)", "(board (complete (square 2) eachCell:3))", "(board (tiling T9999 3))", "(board (repeat 2 2 step:{{1 0} {0 1}} x))",
	} {
		refused(t, text)
	}
}

func replaced(text, by string) string {
	for i := range text {
		if text[i] == '%' {
			return text[:i] + by + text[i+1:]
		}
	}
	return text
}

func refused(t *testing.T, text string) {
	t.Helper()
	if g, _, findings := topology.Build(boardText(t, text)); g != nil || len(findings) == 0 || !findings[0].Pos.Known() {
		t.Errorf("%s gives a board, or a finding without a place: %v", text, findings)
	}
}
