package topology

import (
	"errors"
	"testing"
)

// FuzzEval holds the evaluator to its promise: a sound graph or an error.
func FuzzEval(f *testing.F) {
	for _, s := range []string{
		"(board (square 3))", "(board (rectangle 2 (+ 1 2) diagonals:Alternating) use:Vertex)",
		"(mancalaBoard 2 6 store:None)", "(board (square (/ 1 0)))", "(board (square 99999999))",
		"(board)", "(board {})", "(mancalaBoard 300 300 store:None)", "(board (hex 3) use:Cell)",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		board := boardOf(text)
		if board == nil {
			return
		}
		g, err := Eval(board)
		if err != nil {
			return
		}
		if g.size() > MaxSites {
			t.Fatalf("%d sites without an error", g.size())
		}
		for _, e := range g.Edges {
			for _, v := range e {
				if v < 0 || v >= len(g.Vertices) {
					t.Fatalf("edge %v of %d vertices", e, len(g.Vertices))
				}
			}
		}
		if g.size() < 3000 {
			if _, err := Measure(g); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestErrors makes sure that what is not built is named, and that sizes are
// bounded.
func TestErrors(t *testing.T) {
	for text, form := range map[string]string{
		"(board (hex 3))":                         "(hex …)",
		"(board (square Diamond 3))":              "(square Diamond …)",
		"(board (square 3 pyramidal:True))":       "(square pyramidal:…)",
		"(mancalaBoard 2 6)":                      "(mancalaBoard …) with stores",
		"(boardless Hexagonal)":                   "(boardless …)",
		"(board (square 3 diagonals:Concentric))": "(square diagonals:Concentric)",
	} {
		var u *Unsupported
		if _, err := Eval(boardOf(text)); !errors.As(err, &u) || u.Form != form {
			t.Errorf("%s: %v, want %s", text, err, form)
		}
	}
	if _, err := Eval(boardOf("(board (rectangle 1000 1000))")); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a million squares: %v", err)
	}
	for _, text := range []string{"(board (square 0))", "(board (square (- 2 5)))", "(board (square x))", "(board )"} {
		if _, err := Eval(boardOf(text)); err == nil {
			t.Errorf("%s gives a board", text)
		}
	}
}
