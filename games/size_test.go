package games

import (
	"testing"

	"ludens/gdl"
	"ludens/gdl/ground"
)

// mostRules bounds the ground rules of a game of the library, so that every
// player can hold it as a network.
const mostRules = 20_000

func TestGroundSize(t *testing.T) {
	for _, e := range List() {
		d, _ := gdl.Read(e.Text)
		p, err := gdl.Compile(d)
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		theory, err := ground.Ground(t.Context(), p, ground.Options{})
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		if n := theory.Instances(); n > mostRules {
			t.Errorf("%s: %d ground rules, want at most %d", e.Name, n, mostRules)
		} else if testing.Verbose() {
			t.Logf("%-24s %6d ground rules %6d atoms", e.Name, n, theory.Atoms())
		}
	}
}
