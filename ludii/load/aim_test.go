package load_test

import (
	"math/rand/v2"
	"testing"

	"ludens/ludii/exec"
)

// Whether a site is threatened is asked of the pieces that may reach it, and of the moves
// that lead there. The answers must be those of all pieces and all moves: a cursor
// in the same program, of which nothing is known beforehand, walks along.
func TestAimedAnswers(t *testing.T) {
	for _, name := range []string{"Chess", "Knightmate", "LosAlamosChess", "MiniShogi", "Xiangqi"} {
		p := ownGame(t, name)
		if !p.Aims {
			t.Errorf("%s: moves to a site are not told from the others", name)
		}
		known := 0
		blunt := *p
		blunt.Aims = false
		blunt.Components = append([]exec.Component(nil), p.Components...)
		for i := range blunt.Components {
			if blunt.Components[i].Reach != nil {
				known++
			}
			blunt.Components[i].Reach = nil
		}
		if known < 4 {
			t.Errorf("%s: of %d components the reach of %d is known", name, len(p.Components)-1, known)
		}
		rng := rand.New(rand.NewPCG(5, 6))
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
				if m.From < 0 || m.To < 0 || int(m.From) >= p.Topo.NumSites(p.Default) || m.From == m.To {
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
}
