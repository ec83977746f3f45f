package exec_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/ludii/exec"
)

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

// idling are games of nothing but pieces in which what a move leaves is told without making it, and
// moves of which that must not be told: those that take something away behind them, that make
// another king, that change how a piece moves, and moves of no piece in particular.
const idling = `(define "Take" (apply (if (is Enemy (who at:(to))) (remove (to)))))
	(define "Free" (not (is Friend (who at:(to)))))
	(game "I" (players {(player N) (player S)}) (equipment {(board (square 7)) (map "Gate" {(pair 1 "C1") (pair 2 "E7")})
		(regions "Far" P1 (sites Top)) (regions "Far" P2 (sites Bottom))
		(piece "King" Each (move Step (to if:"Free" "Take")))
		(piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) "Take")))
		(piece "Spy" Each (move Slide Diagonal (to if:(and (is Enemy (who at:(to))) (is Even (count Pieces All))) "Take")))
		(piece "Jumper" Each (move Hop Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to)))))
		(piece "Sapper" Each (move Step Orthogonal (to if:(is Empty (to))) (then (remove (ahead (last To) Forward)))))
		(piece "Page" Each (or (move Step Forward (to if:(and (is Empty (to)) (not (is In (to) (sites Mover "Far"))))))
			(move Step Forward (to if:(and (is Empty (to)) (is In (to) (sites Mover "Far"))) (apply (promote (from) (piece "King") Mover))))))
		(piece "Turner" Each (or (if (= 0 (state at:(from))) (move Slide Orthogonal (to if:(is Enemy (who at:(to))) "Take") (then (set State at:(last To) 1)))
			(move Slide Diagonal (to if:(is Enemy (who at:(to))) "Take") (then (and (set State at:(last To) 0) (set Counter)))))
			(move Step (to if:(is Empty (to))) (then (if (is Even (count Moves)) (moveAgain))))))
		(piece "Wall" Neutral)})
	(rules (start {(place "King1" {"E2"}) (place "Rook1" {"A1" "G2"}) (place "Sapper1" {"D2"}) (place "Page1" {"C1" "F4" "B5"}) (place "Turner1" {"B2"}) (place "Spy1" {"F1"}) (place "Jumper1" {"C3" "E4"})
		(place "King2" {"C6"}) (place "Rook2" {"G7" "A6"}) (place "Sapper2" {"D6"}) (place "Page2" {"E7" "B4" "F3"}) (place "Turner2" {"F6"}) (place "Spy2" {"B7"}) (place "Jumper2" {"E5" "C4"})})
	(play (if (is Prev Mover) (move Pass) (do (or (forEach Piece)
		(move Slide (from (mapEntry "Gate" (mover))) Orthogonal (between (max 3)) (to if:(is Enemy (who at:(to))) "Take")))
		ifAfterwards:(not (is Threatened (id "King" Mover))))))
	(end {(if (no Moves Next) (result Mover Win)) (if (> (count Moves) 80) (result Mover Draw))})))`

// TestIdle: moves that are told to leave the king safe do.
func TestIdle(t *testing.T) {
	games := map[string]*exec.Game{"idling": open(t, idling), "lines": open(t, threatened["lines"])}
	for name, g := range own(t) {
		switch name {
		case "Chess", "Knightmate", "LosAlamosChess", "MiniChess", "MiniShogi", "Xiangqi":
			games[name] = g
		}
	}
	for name, g := range games {
		t.Run(name, func(t *testing.T) {
			p := g.Program()
			if !p.Phases[0].Pieces {
				t.Error("nothing is known of who moves but pieces")
			}
			if aside := p.Phases[0].Aside; name == "idling" && (len(aside) != 3 || aside[1].Count() < 4 || aside[1].Count() > 20) {
				t.Errorf("other moves lead to %v", aside)
			}
			sameAsMade(t, g, 100)
		})
	}
}

// sameAsMade compares the moves in random matches with those of a program that makes every one of them to see
// what it leaves.
func sameAsMade(t *testing.T, g *exec.Game, rounds int) {
	p := g.Program()
	all := *p
	all.Phases = slices.Clone(p.Phases)
	for i := range all.Phases {
		all.Phases[i].Pieces = false
	}
	rng := rand.New(rand.NewPCG(7, 8))
	a, b := p.NewCtx(), all.NewCtx()
	for round := range rounds {
		a.Reset()
		b.Reset()
		for step := 0; step < 120 && !a.Over; step++ {
			a.Generate()
			b.Generate()
			if a.Err != nil || b.Err != nil || len(a.Moves) != len(b.Moves) || a.Over != b.Over {
				t.Fatalf("match %d, step %d: %d and %d moves, %v, %v", round, step, len(a.Moves), len(b.Moves), a.Err, b.Err)
			}
			for i := range a.Moves {
				if a.HashMove(&a.Moves[i]) != b.HashMove(&b.Moves[i]) {
					t.Fatalf("match %d, step %d: move %d differs", round, step, i)
				}
			}
			i := rng.IntN(len(a.Moves))
			a.Step(i)
			b.Step(i)
		}
	}
}

// TestIdleCorpus is TestIdle for games of the corpus in which that may happen.
func TestIdleCorpus(t *testing.T) {
	n := 0
	corpus(t, 8, func(name string, g *exec.Game) {
		p := g.Program()
		if p.Between == nil || g.Facts().Nature || p.Mode != exec.Alternating || !slices.ContainsFunc(p.Phases, func(ph exec.Phase) bool { return ph.Pieces }) {
			return
		}
		n++
		t.Run(name, func(t *testing.T) { sameAsMade(t, g, 3) })
	})
	t.Logf("%d games", n)
}
