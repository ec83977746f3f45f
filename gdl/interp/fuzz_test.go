package interp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/game"
	"ludens/gdl/interp"
)

// FuzzPlay plays a few steps of whatever text it is given: no panic, no hang, and
// what is legal can be written, read and done.
func FuzzPlay(f *testing.F) {
	data, err := os.ReadFile(filepath.Join("testdata", "odd.txt"))
	if err != nil {
		f.Fatal(err)
	}
	for _, c := range strings.Split(string(data), "\n### ") {
		var text []string
		for _, line := range strings.Split(c, "\n")[1:] {
			if !strings.HasPrefix(line, "= ") {
				text = append(text, line)
			}
		}
		f.Add(strings.Join(text, "\n"))
	}
	f.Add(counter)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 20_000 {
			return
		}
		g, err := open(text, interp.Options{MaxSteps: 50_000, MaxBytes: 16 << 20})
		if err != nil {
			return
		}
		m := g.Machine()
		rng := game.Stream(1, "fuzz", 0)
		w := game.Walker{}
		for range 4 {
			if m.Terminal() {
				break
			}
			joint := w.Draw(m, rng)
			if joint == nil {
				if m.Err() == nil {
					t.Fatal("no move and no fault")
				}
				break
			}
			for seat, move := range joint {
				label := m.Label(seat, move)
				if back, err := m.Parse(seat, label); err != nil || back != move {
					t.Fatalf("%q reads as %d, %v, want %d", label, back, err, move)
				}
			}
			m.Fluents(nil)
			m.Step(joint)
		}
		m.Utility(make([]float64, g.Facts().Players))
		m.Reset()
	})
}
