package encode_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludens/catalog"
	"ludens/game"
	"ludens/nets/encode"
)

func names(list []encode.Symmetry) string {
	var out []string
	for i := range list {
		out = append(out, list[i].Name)
	}
	return strings.Join(out, ", ")
}

// TestFind knows from the rules of these games, by looking at them, which
// transformations they stand.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		name     string
		alone    int // reflections, rotations and transpositions
		exchange int // those with an exchange of the players, the exchange alone included
	}{
		{"ticTacToe", 7, 8},
		{"hex5", 1, 2},          // turned round; transposed only with the other's stones
		{"breakthrough6", 1, 2}, // left and right; up and down with the other's pieces
		{"connectFour", 1, 2},
		{"reversi6", 3, 4}, // of the eight those that keep the four stones in the middle
		{"konane6", 3, 0},  // the players begin differently
		{"gomoku9", 7, 8},
		{"domineering6", 0, 1}, // pieces of two cells are named by one of them
		{"gameOfY", 5, 6},      // a triangle
		{"lightsOut", 0, 0},    // it begins with lights here and there
		{"pig", 0, 1},
		// in space
		{"../../games/ludii/TicTacToe.lud", 7, 8},
		{"../../games/ludii/Hex.lud", 1, 2},
		{"../../games/ludii/Breakthrough.lud", 1, 2},
		{"../../games/ludii/ConnectFour.lud", 1, 2},
		{"../../games/ludii/Havannah.lud", 11, 12}, // a hexagon
		{"../../games/ludii/NineMensMorris.lud", 7, 8},
		{"../../games/ludii/Reversi.lud", 3, 4},
		{"../../games/ludii/Chess.lud", 0, 1}, // kings and queens stand differently
		{"../../games/ludii/MiniShogi.lud", 0, 1},
		{"../../games/ludii/Kalah.lud", 0, 1},
		{"../../games/ludii/LinesOfAction.lud", 3, 4},
		{"../../games/ludii/Domineering.lud", 0, 1},
		{"../../games/ludii/Konane.lud", 3, 0},      // the players begin differently
		{"../../games/ludii/FoxAndGeese.lud", 1, 0}, // and have different pieces
		{"../../games/ludii/Go.lud", 7, 0},          // the second one's score begins higher
	} {
		t.Run(c.name, func(t *testing.T) {
			g := open(t, c.name)
			e, err := encode.New(g, encode.Options{})
			if err != nil {
				t.Fatal(err)
			}
			alone := encode.Find(g, e, encode.SymmetryOptions{Playouts: 20, Steps: 400})
			if len(alone) != c.alone {
				t.Errorf("%d symmetries, want %d: %s", len(alone), c.alone, names(alone))
			}
			all := encode.Find(g, e, encode.SymmetryOptions{Playouts: 20, Steps: 400, Exchange: true})
			if len(all)-len(alone) != c.exchange {
				t.Errorf("%d symmetries with exchange, want %d: %s", len(all)-len(alone), c.exchange, names(all))
			}
			for i := range all {
				checkPermutation(t, e, &all[i])
			}
		})
	}
}

// checkPermutation wants logits to be permuted, and groups, values and policies to
// go the same way.
func checkPermutation(t *testing.T, e *encode.Encoder, s *encode.Symmetry) {
	t.Helper()
	seen := make([]bool, e.Logits())
	for _, k := range s.Logit {
		if seen[k] {
			t.Fatalf("%s: the logit %d is the image of two", s.Name, k)
		}
		seen[k] = true
	}
	n := e.Logits()
	policy, image := make([]float32, n), make([]float32, n)
	groups, other := make([]uint8, n), make([]uint8, n)
	for i := range policy {
		image[i], other[i] = 9, 9
		if groups[i] = uint8(i % 3); groups[i] > 0 {
			policy[i] = float32(i)
		}
	}
	s.Labels(other, image, groups, policy)
	for i, k := range s.Logit {
		if image[k] != policy[i] {
			t.Fatalf("%s: a policy and its image differ", s.Name)
		}
		want := groups[i]
		if want > 0 && s.Players != nil {
			want = 3 - want
		}
		if other[k] != want {
			t.Fatalf("%s: a group %d becomes %d", s.Name, groups[i], other[k])
		}
	}
	values := []float32{0.25, 0.75}
	turned := make([]float32, 2)
	s.Values(turned, values)
	if want := s.Players != nil; slices.Equal(turned, values) == want {
		t.Fatalf("%s: values become %v", s.Name, turned)
	}
}

// TestFindRefuses adds a rule that breaks one symmetry to a game that has it: the
// others must stay, and it must go.
func TestFindRefuses(t *testing.T) {
	_, text, err := catalog.Text("ticTacToe", catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		rule string
		want int
	}{
		"as it is":                        {"", 7},
		"x also wins with a corner's two": {"(<= (wins x) (true (cell 1 1 x)) (true (cell 1 2 x)))", 0},
		"left is special":                 {"(<= (wins o) (true (cell 1 2 o)) (true (cell 2 2 o)))", 1},
		"a diagonal is special":           {"(<= (wins o) (true (cell 1 1 o)) (true (cell 3 3 o)))", 3},
	} {
		g, err := catalog.OpenText(context.Background(), what, text+c.rule, catalog.Options{Engine: catalog.Network})
		if err != nil {
			t.Fatal(err)
		}
		e, err := encode.New(g, encode.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := encode.Find(g, e, encode.SymmetryOptions{})
		if len(got) != c.want {
			t.Errorf("%s: %d symmetries, want %d: %s", what, len(got), c.want, names(got))
		}
	}
}

// TestExchangeInSpace adds rules that tell the players apart to a game that does not,
// some of them seen only at the end of matches.
func TestExchangeInSpace(t *testing.T) {
	const text = `(game "Line" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) %s })
		(rules %s (play %s) (end { %s (if (is Line 3) (result Mover Win)) })))`
	const add = "(move Add (to (sites Empty)))"
	for _, c := range []struct {
		what, equipment, start, play, end string
		alone, exchange                   int
	}{
		{"as it is", "", "", add, "", 7, 8},
		{"one wins with two in the middle row", "", "", add, `(if (and (is Mover P1) (= (count Sites in:(intersection (sites Occupied by:P1) (sites Row 1))) 2)) (result P1 Win))`, 3, 0},
		{"a full board is the second's", "", "", add, "(if (is Full) (result P2 Win))", 7, 0},
		{"who fills the board wins", "", "", add, "(if (is Full) (result Mover Win))", 7, 8},
		{"each has a side", `(regions "Side" P1 (sites Bottom)) (regions "Side" P2 (sites Top))`, "", "(move Add (to (intersection (sites Empty) (union (sites Row 1) (sites Mover \"Side\")))))", "", 1, 2},
		{"one has a side", `(regions "Side" P1 (sites Bottom)) (regions "Side" P2 (sites Board))`, "", "(move Add (to (intersection (sites Empty) (union (sites Row 1) (sites Mover \"Side\")))))", "", 1, 0},
		{"a hand each", "(hand Each)", `(start { (place "Disc1" "Hand1" count:5) (place "Disc2" "Hand2" count:5) })`, "(move (from (handSite Mover)) (to (sites Empty)))", "", 7, 8},
		{"one hand is fuller", "(hand Each)", `(start { (place "Disc1" "Hand1" count:4) (place "Disc2" "Hand2" count:5) })`, "(move (from (handSite Mover)) (to (sites Empty)))", "", 7, 0},
		{"one has a further piece", `(piece "King" P2)`, "", add, "", 7, 0},
	} {
		t.Run(c.what, func(t *testing.T) {
			g, err := catalog.OpenText(context.Background(), "line.lud", fmt.Sprintf(text, c.equipment, c.start, c.play, c.end), catalog.Options{})
			if err != nil {
				t.Fatal(err)
			}
			e, err := encode.New(g, encode.Options{})
			if err != nil {
				t.Fatal(err)
			}
			all := encode.Find(g, e, encode.SymmetryOptions{Exchange: true})
			alone := 0
			for i := range all {
				if all[i].Players == nil {
					alone++
				}
				checkPermutation(t, e, &all[i])
			}
			if alone != c.alone || len(all)-alone != c.exchange {
				t.Errorf("%d symmetries and %d with exchange, want %d and %d: %s", alone, len(all)-alone, c.alone, c.exchange, names(all))
			}
		})
	}
}

// watching counts what it is shown of a candidate.
type watching struct {
	t      *testing.T
	seen   int
	tested *[]bool
}

func (w *watching) See(position, image game.Machine) {
	w.seen++
	if position.Terminal() || image.Terminal() {
		w.t.Error("shown where a match is over")
	}
}

func (w *watching) Tested(symmetry bool) {
	if symmetry && w.seen == 0 {
		w.t.Error("a symmetry that was shown nowhere")
	}
	*w.tested = append(*w.tested, symmetry)
}

// TestMirror: who watches is told of every candidate that is tested, and whether it is a symmetry; none is any more when there is no time.
func TestMirror(t *testing.T) {
	g := open(t, "breakthrough6")
	look := func(stop func() bool) (tested []bool, exchanges int) {
		encode.Mirror(g, stop, func(exchange bool) game.Twins {
			if exchange {
				exchanges++
			}
			return &watching{tested: &tested, t: t}
		})
		return tested, exchanges
	}
	tested, exchanges := look(func() bool { return false })
	held := 0
	for _, x := range tested {
		if x {
			held++
		}
	}
	if held != 2 || exchanges == 0 { // the third one follows from the others
		t.Errorf("%d symmetries of %d candidates, %d with an exchange; want 2", held, len(tested), exchanges)
	}
	asked := 0
	tested, _ = look(func() bool { asked++; return asked > 100 })
	if slices.Contains(tested, true) || len(tested) == 0 {
		t.Errorf("told to stop: %v", tested)
	}
}
