package heuristic

import (
	"strings"
	"testing"
	"time"
)

// What moves more weighs more, alike for both players; where there is one kind, or nothing
// moves, all weigh one.
func TestValued(t *testing.T) {
	for _, g := range []struct {
		name  string
		order []string // ends or beginnings of atoms, the lightest first
	}{
		{"ludii:Chess", []string{"Pawn1 ", "Knight1 ", "Queen1 "}},
		{"ludii:EnglishDraughts", []string{"Man2 ", "King2 "}},
		{"checkers6", []string{" black man)", " black king)"}},
		{"breakthrough6", nil},
	} {
		t.Run(g.name, func(t *testing.T) {
			f := valued(t, g.name)
			weigh := func(mark string) (weight float32) {
				for a, text := range f.w.atoms {
					if strings.HasPrefix(text, mark) || strings.HasSuffix(text, mark) {
						w := float32(f.weigh(part{int32(a), 1}))
						if weight != 0 && w != weight {
							t.Errorf("%s weighs %g, others of the kind %g", text, w, weight)
						}
						weight = w
					}
				}
				return weight
			}
			last := float32(0)
			for _, mark := range g.order {
				w := weigh(mark)
				if w <= last {
					t.Errorf("%q weighs %g, what moves less %g", mark, w, last)
				}
				last = w
			}
			for a := range f.w.atoms {
				if w := f.weigh(part{int32(a), 1}); g.order == nil && f.owner[a] >= 0 && w != 1 {
					t.Errorf("%s weighs %g", f.w.atoms[a], w)
				}
			}
		})
	}
	one := valued(t, "ludii:Chess")
	two := valued(t, "ludii:Chess")
	for a := range one.weight {
		if one.weight[a] != two.weight[a] {
			t.Fatalf("%s weighs %g, and then %g", one.w.atoms[a], one.weight[a], two.weight[a])
		}
	}
	if f, _ := Valued(open(t, "ludii:Chess"), 0); f == nil {
		t.Error("without time nothing is counted")
	}
}

func valued(t *testing.T, name string) *material {
	f, _ := Valued(open(t, name), time.Hour)
	return f.(*material)
}

// TestCensus: who can never have more pieces than others is not judged by them, and it shows whether they
// are placed, captured or only moved.
func TestCensus(t *testing.T) {
	const placed, moved, captured = 0.5, 0.0, -0.1
	for name, want := range map[string]struct {
		even   bool
		growth float64
	}{
		"ticTacToe": {true, placed}, "connectFour": {true, placed}, "gomoku9": {true, placed}, "ludii:ConnectFour": {true, placed}, "ludii:Hex": {true, placed},
		"amazons6": {true, moved}, "ludii:Amazons": {true, moved}, "ludii:Kalah": {true, moved}, "reversi8": {false, placed},
		"breakthrough6": {false, captured}, "checkers6": {false, captured}, "ludii:Tablut": {false, captured}, "ludii:Konane": {false, captured},
	} {
		f, c := Valued(open(t, name), time.Hour)
		if (f == nil) != want.even || c.Even != want.even {
			t.Errorf("%s: pieces are even: %t, %+v", name, f == nil, c)
		}
		growth := c.Growth()
		if want.growth > 0 && growth < want.growth || want.growth < 0 && growth > want.growth || want.growth == 0 && growth != 0 {
			t.Errorf("%s: pieces grow by %.2f: %+v", name, growth, c)
		}
	}
}
