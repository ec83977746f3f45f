package load_test

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/game"
	"ludens/ludii/exec"
)

// Moves that playouts make without a list lead where the listed ones lead, each as often as it is
// listed.
func TestFillingsAreTheMoves(t *testing.T) {
	files, err := filepath.Glob(ludemes + "/*.lud")
	if err != nil || len(files) == 0 {
		t.Fatal("no games", err)
	}
	filled := 0
	squares, freedom := 0.0, 0
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".lud")
		p := ownGame(t, name)
		if !slices.ContainsFunc(p.Phases, func(ph exec.Phase) bool { return ph.Fill != nil }) {
			continue
		}
		filled++
		g := exec.NewGame(p, "")
		m, rng := g.NewMachine().(*exec.Machine), rand.New(rand.NewPCG(8, 9))
		joint := make([]game.Move, p.Players)
		m.Reset()
		for range 12 {
			if m.Terminal() {
				m.Reset()
			}
			from := m.Save(nil)
			at := -1
			var legal []game.Move
			for seat := range p.Players {
				if l := m.Legal(seat, nil); len(l) > 1 || len(l) == 1 && l[0] != exec.Noop {
					at, legal = seat, l
				}
			}
			if at < 0 {
				t.Fatalf("%s: nobody can move", name)
			}
			want := map[string]float64{}
			for _, mv := range legal {
				clear(joint)
				joint[at] = mv
				m.Load(from)
				m.Step(joint)
				want[digest(m.Save(nil))]++
			}
			n := 20 * len(legal)
			drawn := map[string]int{}
			for range n {
				m.Load(from)
				if m.Playout(rng, 1) != 1 {
					t.Fatalf("%s: no move was made", name)
				}
				drawn[digest(m.Save(nil))]++
			}
			// What is told of a move is its name.
			m.Load(from)
			if n, made := m.Trace(rng, 1, nil, nil); n != 1 || len(made) != 1 || made[0].Seat != at {
				t.Fatalf("%s: %d moves were made, told were %v", name, n, made)
			} else {
				led := digest(m.Save(nil))
				clear(joint)
				joint[at] = made[0].Move
				m.Load(from)
				if m.Step(joint); m.Err() != nil || digest(m.Save(nil)) != led {
					t.Fatalf("%s: the move that was told leads elsewhere: %v", name, m.Err())
				}
			}
			for d := range drawn {
				if want[d] == 0 {
					t.Fatalf("%s: a playout led where no move leads", name)
				}
			}
			for d, w := range want {
				w *= 20
				x := float64(drawn[d]) - w
				squares += x * x / w
			}
			freedom += len(want) - 1
			m.Load(from)
			clear(joint)
			joint[at] = legal[rng.IntN(len(legal))]
			m.Step(joint)
		}
	}
	if filled < 8 {
		t.Errorf("moves are fillings in %d of %d games only", filled, len(files))
	}
	// The statistic is nearly normal: five deviations are beyond any luck.
	if f := float64(freedom); math.Abs(squares-f) > 5*math.Sqrt(2*f) {
		t.Errorf("chi-square %.0f with %d degrees of freedom", squares, freedom)
	}
}

// digest is a state as a key.
func digest(s game.State) string {
	b := make([]byte, 0, 8*len(s))
	for _, w := range s {
		for i := range 8 {
			b = append(b, byte(w>>(8*i)))
		}
	}
	return string(b)
}
