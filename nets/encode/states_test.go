package encode_test

import (
	"slices"
	"testing"

	"ludens/game"
	"ludens/nets/encode"
)

// TestStates: the local state that a piece has from the start is on our planes wherever it
// stands; on the paper's it is 0 where the piece stands on a vertex, and its own on a cell.
func TestStates(t *testing.T) {
	const cells, vertices = "(board (square 3))", "(board (square 3) use:Vertex)"
	for _, tt := range []struct {
		board, form string
		want        int
	}{{cells, "own", 2}, {vertices, "own", 2}, {cells, "paper", 2}, {vertices, "paper", 0}} {
		g := text(t, `(game "S" (players 2) (equipment { `+tt.board+` (piece "Man" Each) })
			(rules (start (place "Man1" 4 state:2)) (play (move Add (piece (mover) state:1) (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))`)
		p, err := encode.NewPlanes(g.(game.Spatial).Geometry(), 2, forms[tt.form])
		if err != nil {
			t.Fatal(err)
		}
		var v game.View
		g.NewMachine().(game.Viewer).View(&v)
		dst := make([]float32, p.Shape().Size())
		p.Write(&v, dst)
		x, y, _ := p.Cell(4)
		at := y*p.Shape().Width + x
		got := 0
		for s, name := range []string{"Local state == 0", "Local state == 1", "Local state == 2"} {
			if c := slices.Index(p.Channels(), name); c >= 0 && dst[c*p.Shape().Cells()+at] == 1 {
				got = s
			}
		}
		if got != tt.want {
			t.Errorf("%s, %s: state %d, want %d", tt.board, tt.form, got, tt.want)
		}
	}
}
