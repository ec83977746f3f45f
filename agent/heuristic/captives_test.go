package heuristic

import (
	"strings"
	"testing"

	"ludens/game"
)

// TestCaptives: of a tower of Lasca only pieces of whom the top piece is of are free, and count.
func TestCaptives(t *testing.T) {
	never := func() bool { return false }
	w, err := explore(open(t, "Lasca"), never)
	if err != nil {
		t.Fatal(err)
	}
	if w.captives == nil {
		t.Fatal("there are no captives")
	}
	geo := w.g.(game.Spatial).Geometry()
	s := plainOf(w, never).NewScorer().(*materialScorer)
	var walk game.Walker
	var view game.View
	held := 0
	for match := range uint64(10) {
		m, rng := w.g.NewMachine(), game.Stream(1, "captives", match)
		for ok := true; ok && !m.Terminal(); ok = walk.Step(m, rng) {
			m.(game.Viewer).View(&view)
			top := map[int32]int{}
			for _, p := range view.Pieces {
				top[p.Site] = geo.Owners[p.Kind-1] // the last one is the highest
			}
			want := [2]float64{}
			captives := 0
			for _, p := range view.Pieces {
				if o := geo.Owners[p.Kind-1]; o == top[p.Site] {
					want[o]++
				} else {
					captives++
				}
			}
			if s.count(m); s.have[0] != want[0] || s.have[1] != want[1] {
				t.Fatalf("players have %v, want %v", s.have, want)
			}
			for _, a := range s.atoms {
				if strings.Contains(w.atoms[a.i], "under another's on site ") {
					captives--
					held++
				}
			}
			if captives != 0 {
				t.Fatalf("%d captives are not seen", captives)
			}
		}
	}
	if held == 0 {
		t.Error("nothing was ever captured")
	}
}

// columns is a game of putting discs on each other, of which none moves.
const columns = `(game "Columns"
    (players 2)
    (equipment { (board (rectangle 1 4)) (piece "Disc" Each) })
    (rules
        (play (move Add (to (forEach (sites Board) if:(< (size Stack at:(site)) 3))) stack:True))
        (end (if (no Moves Next) (result Mover Win)))
    )
)`

// unheld is a game of discs that step onto each other, of which every one may move, whatever lies on it.
const unheld = `(game "Unheld"
    (players 2)
    (equipment { (board (square 3) largeStack:True) (piece "Disc" Each) })
    (rules
        (start { (place Stack "Disc1" (sites { "A1" "B1" })) (place Stack "Disc2" (sites { "A3" "B3" })) })
        (play (forEach Piece (move (from (from) level:(level)) (to (sites Around (from))))<TOP>))
        (end (if (no Moves Next) (result Mover Win)))
    )
)`

// TestNoCaptives: what nobody can move is nobody's captive, nor is what moves as it did.
func TestNoCaptives(t *testing.T) {
	held := write(t, strings.ReplaceAll(unheld, "<TOP>", " top:True"))
	if w, err := explore(open(t, held), func() bool { return false }); err != nil || w.captives == nil {
		t.Errorf("where only the top piece moves there are no captives (%v)", err)
	}
	for _, name := range []string{write(t, strings.ReplaceAll(unheld, "<TOP>", "")), write(t, columns), "Backgammon", "Chess", "gdl:breakthrough6"} {
		w, err := explore(open(t, name), func() bool { return false })
		if err != nil {
			t.Fatal(err)
		}
		if w.captives != nil {
			t.Errorf("%s has captives", w.g.Facts().Name)
		}
	}
}
