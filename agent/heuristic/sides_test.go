package heuristic

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/game"
)

func write(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "game.lud")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestSides: discs are whose side is up; so many are seen, and lie in lines.
func TestSides(t *testing.T) {
	never := func() bool { return false }
	w, err := explore(open(t, "../../games/testdata/discs.lud"), never)
	if err != nil {
		t.Fatal(err)
	}
	if s := w.sides; s == nil || len(s.list) != 2 || s.list[0].owner != 0 || s.list[1].owner != 1 {
		t.Fatalf("sides %+v", s)
	}
	if !slices.Equal(w.classes, []string{"Disc0 of nobody", "pieces of p1", "pieces of p2"}) {
		t.Errorf("in lines are %q", w.classes)
	}
	if !slices.ContainsFunc(w.sums, func(s string) bool { return strings.HasPrefix(s, "number of Disc0 in state 2 of p2") }) {
		t.Errorf("no sum of discs of a player in %q", w.sums)
	}
	m, s := w.g.NewMachine(), plainOf(w, never).NewScorer().(*materialScorer)
	var walk game.Walker
	var view game.View
	rng := game.Stream(1, "sides", 0)
	for ok := true; ok; ok = !m.Terminal() && walk.Step(m, rng) {
		var want [2]float64
		var atoms []string
		m.(game.Viewer).View(&view)
		for _, p := range view.Pieces {
			state := view.States[p.Site]
			want[state-1]++
			atoms = append(atoms, fmt.Sprintf("Disc0 in state %d of p%d on site %d", state, state, p.Site))
		}
		if s.count(m); !slices.Equal(s.have, want[:]) {
			t.Errorf("players have %v, want %v", s.have, want)
		}
		var got []string
		for _, a := range s.atoms {
			got = append(got, w.atoms[a.i])
			if a.x != 1 || w.class[a.i] < 1 {
				t.Errorf("%s counts %v times and is %d in lines", w.atoms[a.i], a.x, w.class[a.i])
			}
		}
		if !slices.Equal(got, atoms) {
			t.Fatalf("atoms %q, want %q", got, atoms)
		}
	}
	if _, c := Valued(w.g, time.Hour); !c.Always() || c.Even {
		t.Errorf("%+v: every move turns discs over", c)
	}
}

// TestNoSides: pieces of players have none, nor have seeds, nor what lies in hands.
func TestNoSides(t *testing.T) {
	for _, name := range []string{"Chess", "Kalah", "Backgammon", "gdl:breakthrough6"} {
		w, err := explore(open(t, name), func() bool { return false })
		if err != nil {
			t.Fatal(err)
		}
		if w.sides != nil {
			t.Errorf("%s has sides %+v", name, w.sides)
		}
	}
}

// TestSeveral: states tell owners if two players have some; those of one seldom are of the other.
func TestSeveral(t *testing.T) {
	for _, c := range []struct {
		owners []int32
		want   bool
	}{{nil, false}, {[]int32{1}, false}, {[]int32{0, 0}, false}, {[]int32{0, 1}, true}, {[]int32{1, 1, 0}, true}} {
		var list []side
		for _, o := range c.owners {
			list = append(list, side{owner: o})
		}
		if several(list) != c.want {
			t.Errorf("%v: %v", c.owners, !c.want)
		}
	}
	for _, c := range []struct {
		by   []float64
		want int32
	}{{[]float64{0, 0}, -1}, {[]float64{2, 0}, -1}, {[]float64{3, 0}, 0}, {[]float64{2, 98}, 1}, {[]float64{3, 97}, -1}} {
		if mostly(c.by) != c.want {
			t.Errorf("%v are of %d", c.by, mostly(c.by))
		}
	}
}
