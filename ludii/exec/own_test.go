package exec_test

import (
	"testing"

	"ludens/game"
	"ludens/game/gametest"
	"ludens/ludii/exec"
)

// unusual are games of our own that put together what hardly any game does: bets, votes and
// notes, hands that nobody sees at the same time, dominoes, large pieces with counts,
// towers that are turned over, numbers given to pairs, edges beside cells.
var unusual = map[string]string{
	"marks": `(game "Marks" (players 2) (equipment {(board (square 3)) (piece "Ball" Each) (piece "Cup" Each maxState:3) (tile "Tile" Shared) (dice d:6 num:2) (hand Each) (map "Links" {(pair 3 8) (pair 7 1)})})
		(rules (start {(place "Ball1" 0 count:3 state:1 rotation:1 value:2) (place "Tile" 3) (set Score Each 1) (set Amount 10) (place "Cup" "Hand" count:2)})
		(play (or {(move Add (piece "Cup" state:1) (to (sites Empty)) (then (and {(set State at:(last To) 2) (set Count at:0 2) (set Value at:(last To) 3) (set Counter 4) (set Pending) (addScore Mover 2)})))
			(move Pass (then (and {(roll) (remember Value "M" 3) (remember State) (trigger "Ready" P1) (set Var "X" 5) (set Pot 3)})))
			(move Promote 0 (piece "Cup") P2 (then (and {(set Value P1 4) (set Var 2) (forget Value "M" 3) (set Pending 4)})))
			(move Propose "Draw") (move Vote "Yes") (move Bet P1 (range 1 2)) (move Remove (sites Occupied by:Mover on:Cell) count:1)
			(move (from (sites {0})) (to (sites {8})) count:2) (move (from (sites {0})) (to (sites {7})) copy:True)
			(move (from (handSite Mover)) (to (sites {6}))) (move Select (from (sites Occupied by:All)) (to (sites Empty)))
			(move Add (to 5) (then (and {(note "well") (set Hidden What at:5 to:P2) (set Hidden at:5 False to:P2) (moveAgain)})))
			(move Set Rotation (to 3)) (move Swap Players P1 P2)}))
		(end (if (> (count Moves) 30) (result Mover Win)))))`,
	"towers": `(game "Towers" (players 2) (equipment {(board (square 3)) (piece "Ball" Each (move Step (to if:True) stack:True)) (piece "Coin" Shared (flips 1 2)) (hand Each)})
		(rules (start {(place Stack items:{"Ball1" "Ball2" "Ball1"} 0 state:1) (place Stack "Coin" 4 count:2 state:1) (place Stack "Ball2" 8)})
		(play (or {(forEach Piece top:True) (move Add (to (sites Occupied by:Mover)) stack:True) (move (from (sites Occupied by:All)) (to (sites Empty)) stack:True)
			(move (from (sites Occupied by:All) level:0) (to (handSite Mover))) (move (from (sites Occupied by:All)) (to (sites Empty)) count:2 stack:True)
			(move Select (from 4) (then (flip 4))) (move Remove (sites Occupied by:Mover) level:0)}))
		(end (if (> (count Moves) 30) (result Next Loss)))))`,
	"together and hidden": `(game "Together" (players 2) (mode Simultaneous) (equipment {(board (square 4)) (piece "Ball" Each) (hand Each)})
		(rules (start {(place "Ball" "Hand" count:4) (set Score Each 0) (set Hidden What (sites Hand P1) to:P2) (set Hidden (sites Hand P2) to:P1)})
		(play (or (move (from (handSite P1)) (to (sites Empty)) P1 (then (addScore P1 1))) (move (from (handSite P2)) (to (sites Empty)) P2 (then (addScore P2 1) applyAfterAllMoves:True))))
		(end (if (> (count Moves) 3) (byScore)))))`,
	"dominoes": `(game "Lay" (players 2) (equipment {(boardless Square) (hand Each size:6) (dominoes upTo:2)})
		(rules (start {(deal Dominoes 2) (set Hidden What (sites Hand P1) to:P2)}) (play (priority {
			(do (move (from (forEach (sites Hand Mover) if:(is Occupied (site)))) (to (sites LineOfPlay))) ifAfterwards:(is PipsMatch))
			(move Pass (then (if (!= 0 (count Pieces "Bag")) (and (take Domino) (moveAgain)))))}))
		(end {(if (all Sites (sites Hand Mover) if:(= 0 (count Cell at:(site)))) (result Mover Win)) (if (all Passed) (result Mover Draw)) (if (> (count Moves) 20) (result Mover Draw))})))`,
	"large": `(game "Bars" (players 2) (equipment {(board (square 4)) (tile "Bar" P1 {F}) (tile "Hook" P2 {F R F}) (hand Each)})
		(rules (start (place "Bar1" 0 state:0)) (play (or (move Add (piece (mover)) (to (sites Empty))) (forEach Piece (move (from) (to (sites Empty))))))
		(end {(if (no Moves Next) (result Mover Win)) (if (> (count Moves) 20) (result Mover Draw))})))`,
	"squares of numbers": `(game "Numbers" (players 1) (equipment {(board (square 4) (values Cell (range 1 4))) (hints {(hint {0 1} -1) (hint {2 6} -1)}) (regions {Rows Columns SubGrids})})
		(rules (start (set {{0 1} {5 2} {10 3} {15 4}})) (play (satisfy (all Different))) (end (if (is Solved) (result P1 Win)))))`,
	"edges and cells": `(game "Fences" (players 3) (equipment {(board (square 2) use:Vertex) (piece "Line" Each) (piece "Dot" Each)})
		(rules (play (or (move Add (piece (id "Line" Mover)) (to Edge (sites Empty Edge)) (then (if (is Even (count Moves)) (moveAgain)))) (move Claim (to Cell (sites Empty Cell)))))
		(end {(if (is Full) (result Mover Win)) (if (> (count Moves) 20) (result P1 Draw))})))`,
	"nobody may lose by his move": `(game "Careful" (players 2) (equipment {(board (square 3)) (piece "Ball" Each)})
		(rules (meta (no Suicide)) (play (or (move Add (to (sites {0 1 4}) if:(is Empty (to)))) (move Pass))) (end (if (is In (last To) (sites {4})) (result Mover Loss)))))`,
	"no position twice in a turn": `(game "Winding" (players 2) (equipment {(board (square 3)) (piece "Ball" Each (move Step Orthogonal (to if:(is Empty (to))) (then (if (< (count MovesThisTurn) 4) (moveAgain)))))})
		(rules (meta (no Repeat SituationalInTurn)) (start {(place "Ball1" 0) (place "Ball2" 8)}) (play (forEach Piece)) (end (if (> (count Moves) 30) (result Mover Draw)))))`,
	"phases that differ in mode": `(game "Modes" (players 2) (equipment {(board (square 3)) (piece "Ball" Each) (dice d:4 num:1)})
		(rules phases:{(phase "One" (mode Simultaneous) (play (or (move Add (piece "Ball1") (to (sites Left))) (move Add (piece "Ball2") (to (sites Right))))) (nextPhase True "Two"))
			(phase "Two" (play (do (roll) next:(forEach Die (move Add (to (sites Empty) if:(< (to) (* 2 (pips)))))))))} (end {(if (is Full) (result Mover Win)) (if (> (count Moves) 12) (result Mover Tie))})))`,
	"tracks and pots": `(game "Race" (players 2) (equipment {(board (rectangle 1 8) {(track "T" "0,E,End" P1 directed:True) (track "T" "7,W,End" P2 directed:True)}) (dice d:3 num:1)
		(piece "Runner" Each (move (from) (to (trackSite Move steps:(count Pips))))) (map {(pair P1 7) (pair P2 0)})})
		(rules (start {(place "Runner1" 0) (place "Runner2" 7) (set Amount 5)}) (play (do (roll) next:(or (forEach Piece (if (!= (trackSite Move steps:(count Pips)) End) (move (from) (to (trackSite Move steps:(count Pips)) if:(not (is Friend (who at:(to)))) (apply (remove (to))))))) (move Pass (then (set Pot (+ (pot) 1)))))))
		(end {(if (is In (last To) (sites {(mapEntry Mover)})) (result Mover Win)) (if (> (pot) 4) (payoffs {(payoff P1 0.5) (payoff P2 0.25)})) (if (no Pieces Next) (result Mover Win))})))`,
}

// What they put together keeps the promises of the contract, has labels that are read
// again, and can be drawn.
func TestUnusual(t *testing.T) {
	for name, text := range unusual {
		t.Run(name, func(t *testing.T) {
			g := open(t, text)
			for seed := range uint64(2) {
				if err := gametest.Verify(g, gametest.Options{Seed: seed, Steps: 40}); err != nil {
					t.Fatal(err)
				}
			}
			if err := perceives(g); err != nil {
				t.Error(err)
			}
			if g.Bytes() <= 0 || g.Sign() == nil || g.Named("other").Facts().Name != "other" || g.Called("11", func(s string) string { return s }).Facts().Hash != "11" {
				t.Error("copies under other names")
			}
			m := g.NewMachine()
			d := m.(game.Depicter)
			if b := d.Board(); len(b.Sites) == 0 {
				t.Error("nothing to be drawn")
			}
			w, rng := game.Walker{}, game.Stream(2, "pictures", 0)
			var p game.Depiction
			for range 40 {
				d.Depict(-1, &p)
				if m.Terminal() {
					break
				}
				for seat := range g.Facts().Players {
					for _, mv := range m.Legal(seat, nil) {
						d.Touches(seat, mv, nil)
					}
				}
				w.Step(m, rng)
			}
			if err := m.Err(); err != nil {
				t.Error(err)
			}
			if _, err := m.Parse(0, "(no such move)"); err == nil {
				t.Error("a move that there is not was read")
			}
			if exec.NewGame(g.Program(), "00").MoveCount(0) != 0 {
				t.Error("moves are counted")
			}
		})
	}
}
