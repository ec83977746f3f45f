package exec_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ludens/game"
	"ludens/ludii/exec"
)

var update = flag.Bool("update", false, "rewrite the golden files under testdata")

// pictures are games with boards of all kinds, drawn after some random moves.
var pictures = map[string]string{
	"square": `(game "Square" (players 2) (equipment {(board (square 8)) (piece "Pawn" Each (move Step (to if:(is Empty (to))))) (piece "King" Each) (piece "Knight" Each)})
		(rules (start {(place "Pawn1" (sites Row 1)) (place "Pawn2" (sites Row 6)) (place "King1" coord:"E1") (place "King2" coord:"E8") (place "Knight1" {"B1" "G1"})})
		(play (forEach Piece)) (end (if (> (count Moves) 90) (result Mover Win)))))`,
	"hexagon": `(game "Hexagon" (players 2) (equipment {(board (hex 4)) (piece "Stone" Each)})
		(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))`,
	"diamond": `(game "Diamond" (players 2) (equipment {(board (hex Diamond 5)) (piece "Stone" Each)})
		(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))`,
	"crossings": `(game "Crossings" (players 2) (equipment {(board (square 7) use:Vertex) (piece "Ball" Each)})
		(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))`,
	"edges": `(game "Edges" (players 2) (equipment {(board (square 3) use:Edge) (piece "Line" Each)})
		(rules (play (move Add (to (sites Empty Edge)))) (end (if (is Full) (result Mover Win)))))`,
	"triangles": `(game "Triangles" (players 2) (equipment {(board (tri 4) use:Vertex) (piece "Ball" Each)})
		(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))`,
	"rings": `(game "Rings" (players 2) (equipment {(board (concentric Square rings:3) use:Vertex) (piece "Man" Each)})
		(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))`,
	"holes": `(game "Holes" (players 2) (equipment {(mancalaBoard 2 6 (track "Track" "1,E,N,W" loop:True)) (piece "Seed" Shared)})
		(rules (start (set Count 4 to:(sites Track))) (play (move Select (from (sites Track) if:(> (count at:(from)) 0)) (then (sow)))) (end (if (> (count Moves) 99) (result Mover Win)))))`,
	"stacks": `(game "Stacks" (players 2) (equipment {(board (square 3)) (piece "Disc" Each (move Step (to if:(is Empty (to)))))})
		(rules (start {(place Stack items:{"Disc1" "Disc2" "Disc1"} coord:"B2") (place Stack items:{"Disc2" "Disc2"} coord:"C3")})
		(play (forEach Piece)) (end (if (> (count Moves) 99) (result Mover Win)))))`,
	"dice": variety["dice"],
	"hands": `(game "Hands" (players 2) (equipment {(board (square 4)) (hand Each size:2) (piece "Gold" Each) (piece "Silver" Each)})
		(rules (start {(place "Gold1" (handSite P1 0) count:5) (place "Silver1" (handSite P1 1) count:2) (place "Gold2" (handSite P2 0) count:5) (place "Silver2" (handSite P2 1) count:2)})
		(play (move (from (sites Occupied by:Mover container:(mover))) (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))`,
	"cube": `(game "Cube" (players 2) (equipment {(board (square 3 pyramidal:True) use:Vertex) (piece "Ball" Each)})
		(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))`,
	"boardless": `(game "Boardless" (players 2) (equipment {(boardless Hexagonal) (piece "Stone" Each)})
		(rules (play (move Add (to (sites Empty)))) (end (if (> (count Moves) 99) (result Mover Win)))))`,
	"sudoku": `(game "Sudoku" (players 1) (equipment {(board (square 4) (values Cell (range 1 4))) (hints {(hint {0} 3) (hint {6} 1)})})
		(rules (start (set {{0 3} {6 1}})) (play (satisfy {(all Different)})) (end (if (is Solved) (result P1 Win)))))`,
}

func TestRender(t *testing.T) {
	for name, text := range pictures {
		t.Run(name, func(t *testing.T) {
			m := open(t, text).NewMachine().(*exec.Machine)
			w, rng := game.Walker{}, game.Stream(5, "picture", 0)
			steps := 9
			switch name {
			case "square":
				steps = 30
			case "stacks":
				steps = 1
			}
			for range steps {
				if !m.Terminal() {
					w.Step(m, rng)
				}
			}
			if err := m.Err(); err != nil {
				t.Fatal(err)
			}
			got := m.Render()
			path := filepath.Join("testdata", "render", name+".txt")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatalf("%v; run the test with -update", err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("-want +got:\n%s\n%s", diff, got)
			}
		})
	}
}
