package circuit_test

import (
	"testing"

	"ludens/ludii/circuit"
	"ludens/ludii/load"
)

// small are descriptions for what hardly any game of the library has. They are not meant to be good games.
var small = map[string]string{
	"a slide that ends where a condition says": `(players 2) (equipment {(board (square 4)) (piece "R" Each (move Slide Orthogonal
		(to if:(is Enemy (who at:(to))) (apply (remove (to))))))})
		(rules (start {(place "R1" {"A1" "C1"}) (place "R2" {"B4" "D4" "A3"})}) (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win))))`,
	"a slide that may end where a condition says, through pieces": `(players 2) (equipment {(board (square 4)) (piece "R" Each (move Slide Orthogonal
		(between if:(not (is Friend (who at:(between))))) (to if:(is Occupied (to)) (apply if:(is Enemy (who at:(to))) (remove (to))))))})
		(rules (start {(place "R1" {"A1" "C1"}) (place "R2" {"B4" "D4" "A3"})}) (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win))))`,
	"lines of exactly three": `(players 2) (equipment {(board (square 5)) (piece "S" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3 exact:True) (result Mover Win))))`,
	"pieces that are taken at the end of the turn": `(players 2) (equipment {(board (square 5)) (piece "M" Each)})
		(rules (start {(place "M1" {"A1" "C1" "E1" "B2" "D2"}) (place "M2" {"B4" "D4" "A5" "C5" "C3"})})
		(play (if (is Prev Mover)
			(or (move Hop (from (last To)) All (between if:(and (not (is In (between) (sites ToClear))) (is Enemy (who at:(between)))) (apply (remove (between) at:EndOfTurn))) (to if:(is Empty (to)))
				(then (if (can Move (hop (from (last To)) All (between if:(and (not (is In (between) (sites ToClear))) (is Enemy (who at:(between))))) (to if:(is Empty (to))))) (moveAgain)))) (move Pass))
			(forEach Piece (or
				(move Hop All (between if:(is Enemy (who at:(between))) (apply (remove (between) at:EndOfTurn))) (to if:(is Empty (to)))
					(then (if (can Move (hop (from (last To)) All (between if:(and (not (is In (between) (sites ToClear))) (is Enemy (who at:(between))))) (to if:(is Empty (to))))) (moveAgain))))
				(move Step All (to if:(is Empty (to))))))))
		(end (if (no Pieces Next) (result Mover Win))))`,
	"what lies around that is not one's own": `(players 2) (equipment {(board (square 3)) (piece "S" Each) (piece "N" Neutral)})
		(rules (start (place "N0" {"B2"})) (play (or (move Add (to (difference (sites Empty) (sites Around (sites Occupied by:Mover) NotOwn)))) (move Remove (sites Around (last To) NotOwn))))
		(end (if (>= (count Moves) 12) (result Mover Win))))`,
	"what lies around that is an enemy's, or nobody's": `(players 2) (equipment {(board (square 3)) (piece "S" Each) (piece "N" Neutral)})
		(rules (start (place "N0" {"B2"})) (play (or {(move Add (to (sites Empty))) (move Remove (sites Around (last To) Enemy)) (move Remove (sites Around (last To) Own)) (move Remove (sites Around (last To) NotEnemy))}))
		(end (if (>= (count Moves) 12) (result Mover Win))))`,
	"a counter that ends a match": `(players 2) (equipment {(board (square 3)) (piece "S" Each)}) (rules (start {(place "S1" 0) (place "S2" 8)})
		(play (or (forEach Piece (move Step (to if:(is Empty (to))))) (move Add (to (intersection (sites Empty) (sites Corners))) (then (set Counter)))))
		(end {(if (= (counter) 3) (result Mover Win)) (if (> (counter) 2) (result Mover Loss))}))`,
	"two moves in a turn by their number": `(players 2) (equipment {(board (square 3)) (piece "S" Each)})
		(rules (play (move Add (to (sites Empty)) (then (if (or (is Even (count Moves)) (= (count Moves) 5)) (moveAgain))))) (end (if (is Line 3) (result Mover Win))))`,
	"where the last move came from is empty": `(players 2) (equipment {(board (square 3)) (piece "S" Each)}) (rules (start {(place "S1" {0 1}) (place "S2" {8 7})})
		(play (forEach Piece (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))) (then (if (is Empty (last From)) (if (is In (last To) (sites Corners)) (add (piece (mover)) (to (last From)))))))))
		(end (if (no Pieces Next) (result Mover Win))))`,
	"groups": `(players 2) (equipment {(board (square 4)) (piece "S" Each)}) (rules (start {(place "S1" {0 5 10}) (place "S2" {15 2 8})}) (play (forEach Piece (move Step (to if:(is Empty (to))))))
		(end {(if (= 1 (count Groups Orthogonal if:(= (who at:(to)) (mover)))) (result Mover Win)) (if (>= (count Moves) 60) (result Mover Draw))}))`,
	"sites joined": `(players 2) (equipment {(board (square 4)) (piece "S" Each) (regions P1 {(sites Left) (sites Right)}) (regions P2 {(sites Top) (sites Bottom)})})
		(rules (play (or (move Add (to (sites Empty))) (move Remove (sites Occupied by:Next)))) (end {(if (is Connected Mover) (result Mover Win)) (if (>= (count Moves) 40) (result Mover Draw))}))`,
	"sites that were visited": `(players 2) (equipment {(board (square 3)) (piece "S" Each)}) (rules (start {(place "S1" {0 1}) (place "S2" {8 7})})
		(play (if (is Prev Mover) (or (move Pass) (move Step (from (last To)) (to if:(and (is Empty (to)) (not (is Visited (to)))) ) (then (if (can Move (step (from (last To)) (to if:(and (is Empty (to)) (not (is Visited (to))))))) (moveAgain)))))
			(forEach Piece (move Step (to if:(is Empty (to))) (then (moveAgain))))))
		(end (if (>= (count Moves) 40) (result Mover Draw))))`,
}

func TestSmall(t *testing.T) {
	for name, rules := range small {
		t.Run(name, func(t *testing.T) {
			g, findings := load.Text(name, `(game "G" `+rules+`)`, load.Options{})
			if g.Program == nil {
				t.Fatal(findings)
			}
			c, err := circuit.Compile(g.Program, g.Term, circuit.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			ends := inStep(t, g.Program, c, 300)
			t.Logf("%d ends, %d gates", ends, len(c.Gates.Kinds))
			if ends == 0 {
				t.Error("no end was met")
			}
		})
	}
}
