package load_test

import (
	"testing"

	"ludens/game"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// TestSparing: sparing playouts fill an eye only where nothing else is left to do; others do it all the time.
func TestSparing(t *testing.T) {
	for _, name := range []string{"NoGo", "AtariGo"} {
		g, p := decidable(t, name)
		m, x := g.NewMachine().(*exec.Machine), g.NewMachine().(*exec.Machine)
		kind := p.Eyes.Kind
		// fills reports whether a move puts a piece between own ones alone.
		fills := func(seat int, mv game.Move) bool {
			at := x.Place(seat, mv)
			if at.To < 0 || at.From != at.To {
				return false
			}
			for _, s := range p.Topo.Steps(kind, int(at.To), kind, topology.Orthogonal) {
				if x.Cursor().State.Who(kind, s) != seat+1 {
					return false
				}
			}
			return true
		}
		start := x.Save(nil)
		filled := map[bool]int{}
		for _, on := range []bool{true, false} {
			if !m.Spare(on) {
				t.Fatalf("%s: no eyes", name)
			}
			for n := range 10 {
				m.Load(start)
				_, made := m.Trace(game.Stream(1, "sparing", uint64(n)), 400, nil, nil)
				x.Load(start)
				for i, mv := range made {
					joint := make([]game.Move, 2)
					for s := range joint {
						joint[s] = x.Legal(s, nil)[0]
					}
					legal, other := false, false
					for _, l := range x.Legal(mv.Seat, nil) {
						legal, other = legal || l == mv.Move, other || !fills(mv.Seat, l)
					}
					if !legal {
						t.Fatalf("%s, game %d, move %d: it is not legal", name, n, i)
					}
					if fills(mv.Seat, mv.Move) && other {
						filled[on]++
					}
					joint[mv.Seat] = mv.Move
					x.Step(joint)
				}
			}
		}
		if filled[true] > 0 || filled[false] == 0 {
			t.Errorf("%s: %d eyes filled by sparing playouts, %d by others", name, filled[true], filled[false])
		}
	}
	if g, _ := decidable(t, "Gomoku"); g.NewMachine().(*exec.Machine).Spare(true) {
		t.Error("Gomoku has eyes")
	}
}
