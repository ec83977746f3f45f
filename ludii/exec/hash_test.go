package exec_test

import (
	"testing"

	"ludens/game"
	"ludens/ludii/load"
	"ludens/ludii/topology"
)

// Different boards have different hashes: all with two sorts of pieces on nine sites, and all with up to three on sixteen. A
// rule against repetition that takes two for the same forbids moves.
func TestHashesOfBoards(t *testing.T) {
	for _, c := range []struct {
		board  string
		sites  int
		pieces int
	}{{"(square 3)", 9, 9}, {"(square 4)", 16, 3}, {"(square 8)", 64, 2}} {
		g, findings := load.Text("", `(game "B" (players 2) (equipment {(board `+c.board+`) (piece "Disc" Each)})
			(rules (meta (no Repeat)) (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))`, load.Options{})
		if g.Program == nil {
			t.Fatal(findings)
		}
		cursor := g.Program.NewCtx()
		cursor.Reset()
		board := &cursor.State.Sites[topology.Cell]
		if len(board.What) != c.sites {
			t.Fatalf("%s has %d sites", c.board, len(board.What))
		}
		seen, same := map[uint64]bool{}, 0
		var put func(from, left int)
		put = func(from, left int) {
			h := cursor.State.Hash64(g.Program)
			if seen[h] {
				same++
			}
			seen[h] = true
			for site := from; site < c.sites && left > 0; site++ {
				for what := int16(1); what <= 2; what++ {
					board.What[site], board.Who[site] = what, what
					put(site+1, left-1)
				}
				board.What[site], board.Who[site] = 0, 0
			}
		}
		put(0, c.pieces)
		if same > 0 || len(seen) < 1000 {
			t.Errorf("%s: %d of %d boards have the hash of another", c.board, same, same+len(seen))
		}
	}
}

// Where pieces are only added nothing repeats, so that a rule against repetition forbids nothing.
func TestNothingRepeats(t *testing.T) {
	g := open(t, `(game "L" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
		(rules (meta (no Repeat)) (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))`)
	m := g.NewMachine()
	rng := game.Stream(1, "test", 0)
	var w game.Walker
	for range 300 {
		m.Reset()
		for n := 0; n < 9 && !m.Terminal(); n++ {
			if got := len(m.Legal(n%2, nil)); got != 9-n {
				t.Fatalf("%d moves after %d, want %d", got, n, 9-n)
			}
			w.Step(m, rng)
		}
	}
}
