package exec

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"ludens/game"
	"ludens/gdl"
	"ludens/gdl/interp"
)

// TestOddCases opens the reasoner's odd cases as networks and compares all that
// can be asked in the positions of random matches, goals and faults included.
func TestOddCases(t *testing.T) {
	data, err := os.ReadFile("../../gdl/interp/testdata/odd.txt")
	if err != nil {
		t.Fatal(err)
	}
	cases, asNetworks := 0, 0
	for _, section := range strings.Split(string(data), "\n### ")[2:] {
		name, rest, _ := strings.Cut(section, "\n")
		text, _, _ := strings.Cut(rest, "\n= ")
		cases++
		d, findings := gdl.Read(text)
		if findings.Errors() > 0 {
			continue // no engine sees it
		}
		p, err := gdl.Compile(d)
		if err != nil {
			continue
		}
		slow, err := interp.New(p, interp.Options{Hash: "test"})
		if err != nil {
			continue
		}
		fast, err := New(context.Background(), p, Options{Hash: "test"})
		if err != nil {
			t.Logf("%s: played by the reasoner: %v", name, err)
			continue
		}
		asNetworks++
		a, b := slow.Machine(), newMachine(fast)
		rng := game.Stream(1, name, 0)
		var w game.Walker
		for ply := range 6 {
			compareOdd(t, name, a, b)
			joint := w.Draw(a, rng)
			if joint == nil || ply == 5 {
				break
			}
			other := make([]game.Move, len(joint))
			for seat, mv := range joint {
				if other[seat], err = b.Parse(seat, a.Label(seat, mv)); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
			a.Step(joint)
			b.Step(other)
			for seat := range a.Game().Facts().Seats {
				if x, y := a.Percepts(seat, nil), b.Percepts(seat, nil); !slices.Equal(x, y) {
					t.Errorf("%s: percepts %v, network %v", name, x, y)
				}
			}
		}
	}
	if cases < 46 || asNetworks < 30 {
		t.Errorf("%d cases, %d as networks", cases, asNetworks)
	}
}

func compareOdd(t *testing.T, name string, a *interp.Machine, b *machine) {
	t.Helper()
	if x, y := a.Fluents(nil), b.Fluents(nil); !slices.Equal(x, y) {
		t.Fatalf("%s: fluents %v, network %v", name, x, y)
	}
	if x, y := a.Terminal(), b.Terminal(); x != y && b.Err() == nil {
		t.Errorf("%s: terminal %v, network %v", name, x, y)
	}
	for seat := range a.Game().Facts().Seats {
		labels := func(m game.Machine) (out []string) {
			for _, mv := range m.Legal(seat, nil) {
				out = append(out, m.Label(seat, mv))
			}
			slices.Sort(out)
			return out
		}
		if x, y := labels(a), labels(b); !slices.Equal(x, y) {
			t.Errorf("%s: legal moves of seat %d are %v, network %v", name, seat, x, y)
		}
		if x, y := a.GoalValues(seat, nil), b.GoalValues(seat, nil); !slices.Equal(x, y) {
			t.Errorf("%s: goals of seat %d are %v, network %v", name, seat, x, y)
		}
	}
	x, y := make([]float64, a.Game().Facts().Players), make([]float64, b.g.facts.Players)
	a.Utility(x)
	b.Utility(y)
	if !slices.Equal(x, y) {
		t.Errorf("%s: worth %v, network %v", name, x, y)
	}
	if (a.Warning() == nil) != (b.Warning() == nil) {
		t.Errorf("%s: warning %v, network %v", name, a.Warning(), b.Warning())
	}
	if (a.Err() == nil) != (b.Err() == nil) {
		t.Errorf("%s: fault %v, network %v", name, a.Err(), b.Err())
	}
}
