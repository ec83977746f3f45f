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
			f := Valued(open(t, g.name), time.Hour).(*material)
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
	one := Valued(open(t, "ludii:Chess"), time.Hour).(*material)
	two := Valued(open(t, "ludii:Chess"), time.Hour).(*material)
	for a := range one.weight {
		if one.weight[a] != two.weight[a] {
			t.Fatalf("%s weighs %g, and then %g", one.w.atoms[a], one.weight[a], two.weight[a])
		}
	}
	if f := Valued(open(t, "ludii:Chess"), 0); f == nil {
		t.Error("without time nothing is counted")
	}
}

// TestEven: who can never have more pieces than others is not judged by them.
func TestEven(t *testing.T) {
	for name, even := range map[string]bool{
		"ticTacToe": true, "connectFour": true, "gomoku9": true, "amazons6": true, "ludii:ConnectFour": true, "ludii:Hex": true, "ludii:Amazons": true, "ludii:Kalah": true,
		"breakthrough6": false, "checkers6": false, "reversi8": false, "ludii:Tablut": false, "ludii:Konane": false,
	} {
		if f := Valued(open(t, name), time.Hour); (f == nil) != even {
			t.Errorf("%s: pieces are even: %t", name, f == nil)
		}
	}
}
