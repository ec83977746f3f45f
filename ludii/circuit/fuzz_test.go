package circuit_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/ludii/circuit"
	"ludens/ludii/expand"
	"ludens/ludii/load"
	"ludens/ludii/parse"
)

// FuzzCompile makes circuits of whatever descriptions load. None may break the compiler, and those that it
// makes are held against the board program in some positions of a random game.
func FuzzCompile(f *testing.F) {
	dir := filepath.Join("..", "..", "games", "ludii")
	files, err := os.ReadDir(dir)
	if err != nil {
		f.Fatal(err)
	}
	for i, e := range files {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			f.Fatal(err)
		}
		if len(text) < 2500 {
			f.Add(string(text), uint64(i))
		}
	}
	for i, small := range []string{
		`(game "S" (players 2) (equipment {(board (square 3)) (piece "B" Each (or (move Step (to if:(is Empty (to)))) (move Leap {{F F R F}} (to if:(is Enemy (who at:(to))) (apply (remove (to))))))) (hand Each)})
			(rules (meta (swap)) (start {(place "B1" 0) (place "B2" 8) (place "B" "Hand" count:2)})
			(play (or (forEach Piece) (move (from (handSite Mover)) (to (sites Empty))))) (end {(if (no Pieces Next) (result Mover Win)) (if (>= (count Moves) 9) (result Mover Draw))})))`,
		`(game "T" (players 2) (equipment {(board (square 3)) (piece "D" Neutral (flips 1 2))}) (rules (play (move Add (piece "D0" state:(mover)) (to (sites Empty)
			(then (and (forEach Site (sites Around (last To)) (flip (site))) (set Score Mover (count Sites in:(sites State 1)))))) (end (if (is Full) (byScore)))))`,
		`(game "U" (players 2) (equipment {(board (rectangle 1 4)) (piece "D" Each)}) (rules
			(play (move Add (to (forEach (sites Board) if:(< (size Stack at:(site)) 3))) stack:True)) (end (if (is Line 3 byLevel:True) (result Mover Win)))))`,
		`(game "V" (players 2) (equipment {(board (hex Triangle 3)) (piece "S" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (is Connected 4 Sides) (result Mover Win)))))`,
	} {
		f.Add(small, uint64(i))
	}
	o := load.Options{Expand: expand.Options{Limits: expand.Limits{
		Nodes: 50_000, Game: 10_000, Bytes: 1 << 18, Nested: 50, Parse: parse.Limits{Bytes: 1 << 15, Depth: 100, Nodes: 10_000},
	}}}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		g, _ := load.Text("f.lud", text, o)
		if g.Program == nil {
			return
		}
		c, err := circuit.Compile(g.Program, g.Term, circuit.Limits{Edges: 60_000})
		if err != nil {
			if strings.Contains(err.Error(), "could not be made") {
				t.Fatal(err)
			}
			return
		}
		x := g.Program.NewCtx()
		x.Reset()
		for ply := range 8 {
			x.Generate()
			if x.Err != nil || x.Over || len(x.Moves) > 200 {
				return
			}
			if _, err := compare(x, g.Program, c); err != nil {
				t.Fatalf("after %d moves: %v", ply, err)
			}
			x.Generate()
			x.Step(int((seed >> (8 * ply)) % uint64(len(x.Moves))))
		}
	})
}
