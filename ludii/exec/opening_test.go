package exec_test

import (
	"math/rand/v2"
	"testing"

	"ludens/game"
	"ludens/ludii/exec"
)

// Where nothing but the start rules draws by lot, positions of the opening are told from those after it: each is saved and
// loaded, on from there the same can be played, and once the match has begun moves are put off as in games without chance.
func TestDrawnOpening(t *testing.T) {
	for name, equipment := range map[string]string{"quiet": "", "not quiet": "(dice d:2 num:1)"} {
		g := open(t, `(game "O" (players 2) (equipment {(board (square 4)) `+equipment+` (piece "Disc" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to)))))))})
			(rules (start {(place "Disc1" (sites Random (sites Bottom) num:2)) (place "Disc2" (sites Random (sites Top) num:2))})
			(play (forEach Piece)) (end {(if (no Pieces Next) (result Mover Win)) (if (> (count Moves) 12) (result Mover Draw))})))`)
		p := g.Program()
		if drawn := equipment == ""; p.Flags.DrawnOpening != drawn || p.Quiet() != drawn || !p.Flags.Stochastic {
			t.Errorf("%s: drawn %t, quiet %t, chance %t", name, p.Flags.DrawnOpening, p.Quiet(), p.Flags.Stochastic)
		}
		rng := rand.New(rand.NewPCG(7, 8))
		nature, loaded := g.Facts().Seats, g.NewMachine().(*exec.Machine)
		for range 20 {
			m := g.NewMachine()
			var states []game.State
			var legal [][]game.Move
			draws := 0
			for !m.Terminal() {
				states = append(states, m.Save(nil))
				var joint, all []game.Move
				for seat := range nature {
					moves := m.Legal(seat, nil)
					all = append(all, moves...)
					joint = append(joint, moves[rng.IntN(len(moves))])
					if g.Facts().NatureSeat(seat) && len(moves) > 1 {
						draws++
					}
				}
				legal = append(legal, all)
				m.Step(joint)
			}
			if m.Err() != nil || draws < 4 || len(states) < 6 {
				t.Fatalf("%s: %d draws, %d positions, %v", name, draws, len(states), m.Err())
			}
			for range 2 * len(states) {
				i := rng.IntN(len(states))
				loaded.Load(states[i])
				var all []game.Move
				for seat := range nature {
					all = append(all, loaded.Legal(seat, nil)...)
				}
				if len(all) != len(legal[i]) || loaded.Save(nil).Hash() != states[i].Hash() || loaded.Err() != nil {
					t.Fatalf("%s: position %d of %d comes back with %v, it had %v: %v", name, i, len(states), all, legal[i], loaded.Err())
				}
				for k := range all {
					if all[k] != legal[i][k] {
						t.Fatalf("%s: position %d of %d comes back with %v, it had %v", name, i, len(states), all, legal[i])
					}
				}
				loaded.Playout(rng, 50)
				if loaded.Err() != nil {
					t.Fatal(name, loaded.Err())
				}
			}
		}
	}
}
