package exec_test

import (
	"testing"

	"ludens/game"
	"ludens/ludii/exec"
	"ludens/ludii/load"
)

// A view names sites by their index in the geometry: the board's, then the hands'.
func TestView(t *testing.T) {
	g, findings := load.Text("view.lud", `(game "View" (players 2)
		(equipment { (board (square 3) use:Vertex) (hand Each) (piece "Disc" Each) })
		(rules (start { (place "Disc1" "Hand1" count:2) (place "Disc2" "Hand2" count:2) })
			(play (move (from (handSite Mover)) (to (sites Empty))))
			(end (if (no Pieces Mover) (result Mover Win)))))`, load.Options{})
	if g.Program == nil {
		t.Fatal(findings.Err())
	}
	gg := exec.NewGame(g.Program, "")
	geometry := gg.Geometry()
	board := len(geometry.Sites) - 2
	if len(geometry.Containers) != 3 || geometry.Sites[board].Container != 1 || geometry.Sites[board+1].Container != 2 || !geometry.FromTo || !geometry.Counts {
		t.Fatalf("%+v", geometry)
	}
	for i, list := range geometry.Adjacent {
		for _, j := range list {
			if int(j) == i || geometry.Sites[i].Container != geometry.Sites[j].Container {
				t.Errorf("site %d is beside site %d", i, j)
			}
		}
	}
	m := gg.NewMachine()
	var v game.View
	m.(game.Viewer).View(&v)
	if len(v.Pieces) != 2 || v.Pieces[0] != (game.Piece{Site: int32(board), Kind: 1, Count: 2}) || v.Mover != 0 || v.Last[0].To != -1 {
		t.Fatalf("%+v", v)
	}
	mv := m.Legal(0, nil)[0]
	at := m.(game.Viewer).Place(0, mv)
	if at.From != int32(board) || at.To < 0 || int(at.To) >= board {
		t.Errorf("%s happens at %+v", m.Label(0, mv), at)
	}
	if at := m.(game.Viewer).Place(1, exec.Noop); at.To != -1 {
		t.Errorf("no move happens at %+v", at)
	}
	m.Step([]game.Move{mv, exec.Noop})
	m.(game.Viewer).View(&v)
	if v.Mover != 1 || v.Last[0].From != at.From || v.Last[0].To != at.To || len(v.Pieces) != 3 {
		t.Errorf("after %+v: %+v", at, v)
	}
}
