package exec_test

import (
	"slices"
	"testing"

	"ludens/game"
	"ludens/ludii/exec"
	"ludens/ludii/load"
)

// depicter makes a machine of a description that can be drawn.
func depicter(t *testing.T, text string) (game.Machine, game.Depicter) {
	t.Helper()
	g, findings := load.Text("picture.lud", text, load.Options{})
	if g.Program == nil {
		t.Fatal(findings.Err())
	}
	m := exec.NewGame(g.Program, "").NewMachine()
	return m, m.(game.Depicter)
}

// What is on the board, a move's sites in order, and the last move.
func TestDepict(t *testing.T) {
	m, d := depicter(t, `(game "Picture" (players 2)
		(equipment { (board (square 3)) (hand Each) (piece "Disc" Each) (regions "Edge" P1 (sites Bottom)) })
		(rules (start { (place "Disc1" "Hand1" count:2) (place "Disc2" "Hand2" count:2) })
			(play (move (from (handSite Mover)) (to (sites Empty))))
			(end (if (no Pieces Mover) (result Mover Win)))))`)
	b := d.Board()
	if len(b.Sites) != 11 || b.Sites[0].Name != "A1" || len(b.Sites[0].Outline) != 4 || b.Sites[0].Shade == b.Sites[1].Shade ||
		b.Sites[9].Name != "hand1:1" || b.Sites[9].Container != 1 || b.Containers[2].Use != game.HandUse {
		t.Fatalf("%+v", b)
	}
	if len(b.Regions) != 1 || b.Regions[0].Owner != 0 || !slices.Equal(b.Regions[0].Sites, []int32{0, 1, 2}) {
		t.Errorf("%+v", b.Regions)
	}
	var p game.Depiction
	d.Depict(-1, &p)
	if len(p.Pieces) != 2 || p.Pieces[0].Site != 9 || p.Pieces[0].Count != 2 || p.Pieces[1].Owner != 1 || len(p.Last) != 0 {
		t.Fatalf("%+v", p)
	}
	mv := m.Legal(0, nil)[4]
	if at := d.Touches(0, mv, nil); !slices.Equal(at, []int32{9, 4}) {
		t.Errorf("%s touches %v", m.Label(0, mv), at)
	}
	if at := d.Touches(1, exec.Noop, nil); len(at) != 0 {
		t.Errorf("no move touches %v", at)
	}
	m.Step([]game.Move{mv, exec.Noop})
	d.Depict(-1, &p)
	if len(p.Pieces) != 3 || p.Pieces[0].Site != 4 || !slices.Equal(p.Last, []int32{9, 4}) {
		t.Errorf("after %v: %+v", mv, p)
	}
}

// A seat does not see what is hidden from it, nor where the other moved last.
func TestDepictHidden(t *testing.T) {
	m, d := depicter(t, `(game "Secret" (players 2)
		(equipment { (board (square 2)) (piece "Disc" Each) })
		(rules
			(play (move Add (to (sites Empty)) (then (set Hidden { What Who } at:(last To) to:Next))))
			(end (if (is Full) (result Mover Win)))))`)
	m.Step([]game.Move{m.Legal(0, nil)[0], exec.Noop})
	for seat, want := range map[int]game.Shown{
		-1: {Kind: 1, Owner: 0, Count: 1},
		0:  {Kind: 1, Owner: 0, Count: 1},
		1:  {Kind: 0, Owner: -1, Count: 1},
	} {
		var p game.Depiction
		d.Depict(seat, &p)
		if len(p.Pieces) != 1 || p.Pieces[0].Kind != want.Kind || p.Pieces[0].Owner != want.Owner || p.Pieces[0].Count != want.Count {
			t.Errorf("seat %d sees %+v", seat, p.Pieces)
		}
		if (len(p.Last) > 0) == (seat == 1) {
			t.Errorf("seat %d sees the last move at %v", seat, p.Last)
		}
	}
}

// Layers, curves and borders of puzzles come out as they lie.
func TestBoardShapes(t *testing.T) {
	rules := `(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))`
	_, d := depicter(t, `(game "Layers" (players 2) (equipment { (board (layers 3 (square 2))) (piece "Disc" Each) }) `+rules)
	layers := map[int32]int{}
	for _, s := range d.Board().Sites {
		layers[s.Layer]++
	}
	if len(layers) != 3 || layers[2] != 4 {
		t.Errorf("layers: %v", layers)
	}
	_, d = depicter(t, `(game "Ring" (players 2) (equipment { (board (concentric { 1 6 })) (piece "Disc" Each) }) `+rules)
	curved := false
	for _, s := range d.Board().Sites {
		curved = curved || len(s.Outline) > 6
	}
	if !curved {
		t.Error("the cells of a ring have straight sides")
	}
}
