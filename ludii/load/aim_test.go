package load_test

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"ludens/ludii/exec"
	"ludens/ludii/load"
)

// Whether a site is threatened is asked of the pieces that may reach it, and of the moves
// that lead there. The answers must be those of all pieces and all moves.
func TestAimedAnswers(t *testing.T) {
	for _, name := range []string{"Chess", "Knightmate", "LosAlamosChess", "MiniShogi", "Xiangqi"} {
		p := ownGame(t, name)
		if !p.Aims {
			t.Errorf("%s: moves to a site are not told from the others", name)
		}
		known := 0
		for i := range p.Components {
			if p.Components[i].Reach != nil {
				known++
			}
		}
		if known < 4 {
			t.Errorf("%s: of %d components the reach of %d is known", name, len(p.Components)-1, known)
		}
		aimedAnswers(t, name, p, 5, true)
	}
}

// Forms in which moves are made for other purposes than to be played.
func TestAimedForms(t *testing.T) {
	for name, f := range map[string]struct {
		piece, play, start string
		unknown            bool
	}{
		"loop of values":              {piece: `(or (move Step (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to)))))) (forEach Value min:2 max:3 (move Slide Orthogonal (between (exact (value)) if:(is Empty (between))) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))`},
		"loop of sites":               {play: `(or (forEach Piece) (forEach Site (sites Occupied by:Mover component:"Man") (move (from (site)) (to (ahead (site) steps:2 N) if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to))))))))`},
		"sites of moves":              {piece: `(move (from) (to (sites Around (sites To (step Diagonal (to if:(is Empty (to))))) Orthogonal) if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to))))))`},
		"captives":                    {piece: `(move Step (to if:(not (is Friend (who at:(to)))) (apply (if (is Occupied (to)) (fromTo (from (to)) (to (handSite Mover)))))))`},
		"one after another":           {play: `(or (forEach Piece) (do (move Step (from (where "King" Mover)) Orthogonal (to if:(is Empty (to)))) next:(forEach Piece "Man")))`},
		"drawn by lot":                {start: `(place "Man1" (sites Random (sites {10 11 12 13}) num:2))`},
		"moves drawn by lot":          {piece: `(move Step (directions Random Orthogonal num:2) (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to))))))`, unknown: true},
		"a turn drawn by lot":         {play: `(or (forEach Piece) (move Step (from (where "King" Mover)) (directions Random Orthogonal num:2) (to if:(is Empty (to)))))`, unknown: true},
		"others where there are none": {play: `(forEach Site (sites Occupied by:Mover component:"Man") (move (from (site)) (to (ahead (site) steps:2 N) if:(is Enemy (who at:(to))) (apply (remove (to))))) noMoveYet:(move Add (piece (id "Man" Mover)) (to (sites Occupied by:Next))))`, unknown: true},
		"threat of some":              {piece: `(if (not (is Threatened (id "King" Mover) (forEach Piece "King"))) (move Step (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to)))))))`},
	} {
		if f.piece == "" {
			f.piece = `(move Slide (to if:(is Enemy (who at:(to))) (apply (remove (to)))))`
		}
		if f.play == "" {
			f.play = "(forEach Piece)"
		}
		g, findings := load.Text(name, `(game "G" (players {(player N) (player S)}) (equipment {(board (square 5)) (hand Each)
			(piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to)))))))
			(piece "Man" Each `+f.piece+`)})
			(rules (start {(place "King1" {"C1"}) (place "Man1" {"B1" "D1" "A2"}) (place "King2" {"C5"}) (place "Man2" {"B5" "D5" "E4"}) `+f.start+`})
			(play (do `+f.play+` ifAfterwards:(not (is Threatened (id "King" Mover)))))
			(end (if (or (no Moves Next) (> (count Moves) 60)) (result Mover Draw)))))`, load.Options{})
		if g.Program == nil {
			t.Fatal(name, findings)
		}
		if g.Program.Aims == f.unknown {
			t.Errorf("%s: whether moves to a site are told from the others is %v", name, f.unknown)
		}
		for seed := range uint64(20) {
			aimedAnswers(t, name, g.Program, seed, false)
		}
	}
}

// The same for games of the corpus in which threats are asked for: one of ten, or with LUDENS_ALL set all, or those whose
// path matches LUDENS_GAMES.
func TestAimedAnswersCorpus(t *testing.T) {
	asks, aimed, seen := regexp.MustCompile("is Threatened|IsInCheck|Checkmate"), 0, 0
	eachOfCorpus(t, 10, asks.Match, func(name string, p *exec.Program) {
		if seen++; p.Aims {
			aimed++
			aimedAnswers(t, name, p, 5, false)
		}
	})
	t.Logf("in %d of %d games moves to a site are told from the others", aimed, seen)
}

// aimedAnswers plays a random match with two cursors, of which one knows nothing beforehand. With reach,
// all moves are those that the pieces bring along: none leads where its piece is said not to reach.
func aimedAnswers(t *testing.T, name string, p *exec.Program, seed uint64, reach bool) {
	t.Helper()
	blunt := *p
	blunt.Aims = false
	blunt.Components = append([]exec.Component(nil), p.Components...)
	for i := range blunt.Components {
		blunt.Components[i].Reach = nil
	}
	rng := rand.New(rand.NewPCG(seed, 6))
	a, b := p.NewCtx(), blunt.NewCtx()
	a.Reset()
	b.Reset()
	for step := 0; step < 60 && !a.Over; step++ {
		a.Generate()
		b.Generate()
		if len(a.Moves) != len(b.Moves) || a.Over != b.Over {
			t.Fatalf("%s, step %d: %d and %d moves", name, step, len(a.Moves), len(b.Moves))
		}
		for i := range a.Moves {
			m := &a.Moves[i]
			if a.HashMove(m) != b.HashMove(&b.Moves[i]) {
				t.Fatalf("%s, step %d: move %d differs", name, step, i)
			}
			if !reach || m.From < 0 || m.To < 0 || int(m.From) >= p.Topo.NumSites(p.Default) || m.From == m.To {
				continue // not a move of a piece on the board
			}
			what := a.State.What(p.Default, int(m.From))
			if from := p.Components[what].Reach; from != nil && !from[m.To].Has(int(m.From)) {
				t.Errorf("%s, step %d: %s moves from %d to %d, where it is said not to reach",
					name, step, p.Components[what].Name, m.From, m.To)
			}
		}
		i := rng.IntN(len(a.Moves))
		a.Step(i)
		b.Step(i)
	}
}
