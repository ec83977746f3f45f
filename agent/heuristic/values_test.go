package heuristic

import (
	"math"
	"strings"
	"testing"
	"time"

	"ludens/internal/patience"
)

// What moves more weighs more, alike for both players; where there is one kind, or nothing
// moves, all weigh one.
func TestValued(t *testing.T) {
	patience.OneThread(t)
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
	patience.OneThread(t)
	for name, want := range map[string]struct{ even, captured, placed bool }{
		"ticTacToe": {true, false, true}, "connectFour": {true, false, true}, "gomoku9": {true, false, true}, "ludii:ConnectFour": {true, false, true},
		"ludii:Hex": {true, false, true}, "reversi8": {false, false, true}, "ludii:Reversi": {false, false, true},
		"amazons6": {true, false, false}, "ludii:Amazons": {true, false, false}, "ludii:Kalah": {true, false, false},
		"breakthrough6": {false, true, false}, "checkers6": {false, true, false}, "ludii:Tablut": {false, true, false}, "ludii:Konane": {false, false, false},
		"ludii:Chess": {false, true, false}, "ludii:MiniShogi": {false, true, false}, "ludii:Senet": {false, false, false}, "ludii:Backgammon": {false, false, false},
	} {
		f, c := Valued(open(t, name), time.Hour)
		if off := name == "ludii:Senet" || name == "ludii:Backgammon"; off && !(c.Lost > 0 && c.Taken == 0) {
			t.Errorf("%s: who bears off loses pieces by his own moves: %+v", name, c)
		}
		if (f == nil) != want.even || c.Even != want.even || c.Captured() != want.captured || c.Placed() != want.placed {
			t.Errorf("%s: nothing to count: %t, captured: %t, placed: %t, %+v", name, f == nil, c.Captured(), c.Placed(), c)
		}
	}
}

// TestSaved: a function is measured by the better of those who know nothing, a constant and one half.
func TestSaved(t *testing.T) {
	for _, x := range []struct{ loss, constant, want float64 }{
		{0.5, 0.625, 0.2}, {math.Ln2 / 2, 1.2, 0.5}, {0.9, 1.2, 1 - 0.9/math.Ln2}, {0.5, 0.25, -1}, {0.5, 0, 0},
	} {
		r := Report{LogLoss: x.loss, ConstantLogLoss: x.constant}
		if got := r.Saved(); math.Abs(got-x.want) > 1e-9 {
			t.Errorf("a loss of %g where a constant has %g saves %g, not %g", x.loss, x.constant, got, x.want)
		}
	}
}
