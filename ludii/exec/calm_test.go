package exec_test

import "testing"

// threatened are games in which nobody may leave the king in danger, with pieces that
// threaten along lines, over others, from where no line leads, and for reasons that lie elsewhere.
var threatened = map[string]string{
	"lines": `(game "L" (players 2) (equipment {(board (square 6)) (hand Each)
		(piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
		(piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
		(piece "Bow" Each (move Slide Diagonal (between (max 3)) (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
		(piece "Cannon" Each (or (move Slide Orthogonal)
			(move Hop Orthogonal (between before:5 after:5 if:(is Occupied (between))) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))
		(piece "Horse" Each (move Leap {{F F R F} {F F L F}} (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
		(piece "Spy" Each (move Slide Orthogonal (to if:(and (is Enemy (who at:(to))) (is Even (count Pieces All))) (apply (remove (to))))))})
		(rules (start {(place "King1" {"C1"}) (place "Rook1" {"A1"}) (place "Bow1" {"B1"}) (place "Cannon1" {"A2"}) (place "Horse1" {"D1"}) (place "Spy1" {"E2"})
			(place "King2" {"D6"}) (place "Rook2" {"F6"}) (place "Bow2" {"E6"}) (place "Cannon2" {"F5"}) (place "Horse2" {"C6"}) (place "Spy2" {"B5"})
			(place "Rook1" (handSite P1)) (place "Horse2" (handSite P2))})
		(play (do (or (forEach Piece) (move (from (handSite Mover)) (to (sites Empty)))) ifAfterwards:(not (is Threatened (id "King" Mover)))))
		(end {(if (no Moves Next) (result Mover Win)) (if (> (count Moves) 80) (result Mover Draw))})))`,
	"consequences": `(game "C" (players 2) (equipment {(board (square 5))
		(piece "King" Each (move Step (to if:(is Empty (to)))))
		(piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))) (then (if (is Odd (count Moves)) (remove (centrePoint))))))
		(piece "Wall" Neutral)})
		(rules (start {(place "King1" {"A1"}) (place "Rook1" {"B1" "C1"}) (place "Wall" {"C3" "A3" "D2"}) (place "King2" {"E5"}) (place "Rook2" {"D5" "C5"})})
		(play (do (or (forEach Piece) (move Add (piece "Wall") (to (sites Empty)))) ifAfterwards:(not (is Threatened (id "King" Mover)))))
		(end {(if (no Moves Next) (result Mover Win)) (if (> (count Moves) 60) (result Mover Draw))})))`,
	"two": `(game "T" (players 2) (equipment {(board (square 5))
		(piece "King" Each (move Step (to if:(is Empty (to)))))
		(piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))})
		(rules (start {(place "King1" {"A1" "C1"}) (place "Rook1" {"B2" "D2"}) (place "King2" {"E5" "C5"}) (place "Rook2" {"B4" "D4"})})
		(play (do (forEach Piece) ifAfterwards:(not (or (is Threatened (id "King" Mover)) (is Threatened (id "King" Mover) in:(sites Occupied by:Mover component:"King"))))))
		(end {(if (no Moves Next) (result Mover Win)) (if (> (count Moves) 60) (result Mover Draw))})))`,
}

// Who need not be asked for a threat again would not have made one.
func TestCalm(t *testing.T) {
	for name, text := range threatened {
		t.Run(name, func(t *testing.T) {
			g := open(t, text)
			if g.Program().Between == nil {
				t.Error("all pieces are asked")
			}
			walk(t, g, 1500)
		})
	}
	local := map[string]bool{}
	for _, x := range open(t, threatened["lines"]).Program().Components {
		local[x.Name] = x.Local
	}
	for name, want := range map[string]bool{"King1": true, "Rook2": true, "Bow1": true, "Cannon2": true, "Horse1": true, "Spy1": false} {
		if local[name] != want {
			t.Errorf("%s: whether it sees its way alone is %v", name, local[name])
		}
	}
	if own(t)["Breakthrough"].Program().Between != nil {
		t.Error("lines are kept where nobody asks for threats")
	}
}
