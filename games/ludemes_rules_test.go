package games

import (
	"slices"
	"strings"
	"testing"

	"ludens/game"
)

// Matches whose truth is known from playing them on a real board. Moves are
// separated by ";"; at the end "can MOVE" and "cannot MOVE" ask what is legal.
func TestLudemeRules(t *testing.T) {
	add := func(places string) string { // stones by turns
		var out []string
		for i, p := range strings.Fields(places) {
			out = append(out, "(add Stone"+string(rune('1'+i%2))+" "+p+")")
		}
		return strings.Join(out, ";")
	}
	for _, c := range []struct {
		what, name, choice, moves string
		want                      []float64 // nil: the match goes on
	}{
		{"a row", "TicTacToe", "", "(add Nought1 A1);(add Cross2 A2);(add Nought1 B1);(add Cross2 B2);(add Nought1 C1)", []float64{1, 0}},
		{"a row loses", "MisereTicTacToe", "", "(add Nought1 A1);(add Cross2 A2);(add Nought1 B1);(add Cross2 B2);(add Nought1 C1)", []float64{0, 1}},
		{"five aslant", "Gomoku", "", add("C3 A1 D4 A3 E5 A5 F6 A7 G7"), []float64{1, 0}},
		{"four aslant", "Gomoku", "", add("C3 A1 D4 A3 E5 A5 F6 A7"), nil},
		{"six do not count", "Gomoku", "Row/Exactly five", add("A1 A3 B1 C3 C1 E3 E1 G3 F1 I3 D1"), nil},
		{"black's overline", "RenjuLite", "", "(add Black1 H8);(add White2 A3);(add Black1 A1);(add White2 C3);(add Black1 B1);(add White2 E3);(add Black1 C1);(add White2 G3);(add Black1 E1);(add White2 I3);(add Black1 F1);(add White2 K3);(add Black1 D1)", []float64{0, 1}},
		{"a column", "ConnectFour", "", "(add Disc1 A1);(add Disc2 B1);(add Disc1 A2);(add Disc2 B2);(add Disc1 A3);(add Disc2 B3);cannot (add Disc1 A5);(add Disc1 A4)", []float64{1, 0}},
		{"across", "Hex", "Board Size/3x3", add("A1 A2 B1 B2 C1"), []float64{1, 0}},
		{"across is a loss", "Hex", "Aim/Avoid", add("A1 A2 B1 B2 C1") + ";cannot (swap p1 p2)", nil},
		{"three sides", "Y", "Board Size/5", add("A1 B2 B1 C2 C1 D2 D1 E2 E1"), []float64{1, 0}},
		{"a bridge", "Havannah", "Board Size/4", add("A1 B3 B1 C3 C1 E3 D1"), []float64{1, 0}},
		{"a ring", "Havannah", "Board Size/4", add("C4 B1 E4 C1 C3 A2 D3 A3 D5 E2 E5"), []float64{1, 0}},
		{"a column of the cube", "Qubic", "", "(add Bead1 A1/0);(add Bead2 B1/0);(add Bead1 A1/1);(add Bead2 C1/0);(add Bead1 A1/2);(add Bead2 B2/0);(add Bead1 A1/3)", []float64{1, 0}},
		{"three lose", "FourNotThree", "", add("A1 E5 B1 G5 C1"), []float64{0, 1}},
		{"four win", "FourNotThree", "", add("A1 E5 B1 G5 D1 I5 C1"), []float64{1, 0}},
		{"three lose", "SquareTraps", "", add("A1 A5 B1 C5 C1"), []float64{0, 1}},
		{"four win", "SquareTraps", "", add("A1 A5 B1 C5 D1 E5 C1"), []float64{1, 0}},
		{"a pair", "Pente", "", add("C3 D4 K10 E5 F6") + ";can (add Stone2 D4)", nil},
		{"three are safe", "Pente", "", add("C3 D4 K10 E5 K12 F6 G7") + ";cannot (add Stone2 D4)", nil},
		{"discs turn", "Reversi", "", "(add Dark1 F4);(add Light2 F5);can (add Dark1 F6);cannot (add Dark1 A1)", nil},
		{"no suicide", "Go", "", "(add Black1 A2);(add White2 E5);(add Black1 B1);cannot (add White2 A1)", nil},
		{"no ko", "Go", "", "(add Black1 C3);(add White2 D3);(add Black1 B4);(add White2 E4);(add Black1 C5);(add White2 D5);(add Black1 D4);(add White2 C4);cannot (add Black1 D4)", nil},
		{"two passes, komi", "Go", "", "(pass);(pass)", []float64{0, 1}},
		{"a capture", "AtariGo", "", add("B1 A1 A2"), []float64{1, 0}},
		{"no capture", "NoGo", "", add("B1 A1 C3") + ";cannot (add Stone2 B1)", nil},
		{"pawns take aslant only", "Breakthrough", "Board Size/5x5", "(move C1 C2);(move C5 C4);(move C2 C3);cannot (move C4 C3);(move C4 B3);can (move C3 C4);cannot (move C3 B3)", nil},
		{"men must take", "EnglishDraughts", "", "(move C3 D4);(move F6 E5);can (do (remove E5) (move D4 F6));cannot (move A3 B4)", nil},
		{"fool's mate", "Chess", "", "(move F2 F3);(move E7 E5);(move G2 G4);(move D8 H4)", []float64{0, 1}},
		{"scholar's mate", "Chess", "", "(move E2 E4);(move E7 E5);(move F1 C4);(move B8 C6);(move D1 H5);(move G8 F6);(do (remove F7) (move H5 F7))", []float64{1, 0}},
		{"castling", "Chess", "", "(move G1 F3);(move A7 A6);(move E2 E4);(move A6 A5);(move F1 E2);(move A5 A4);can (move E1 G1);cannot (move E1 C1);(move E1 G1);(move A4 A3);cannot (move H1 G1);can (move F1 E1)", nil},
		{"no castling after the rook went", "Chess", "", "(move G1 F3);(move A7 A6);(move E2 E4);(move A6 A5);(move F1 E2);(move A5 A4);(move H1 G1);(move B7 B6);(move G1 H1);(move B6 B5);cannot (move E1 G1)", nil},
		{"en passant", "Chess", "", "(move E2 E4);(move A7 A6);(move E4 E5);(move D7 D5);can (move E5 D6);cannot (move E5 F6);(move E5 D6);can (do (remove D6) (move E7 D6))", nil},
		{"en passant is at once", "Chess", "", "(move E2 E4);(move A7 A6);(move E4 E5);(move D7 D5);(move A2 A3);(move A6 A5);cannot (move E5 D6)", nil},
		{"a pawn checks", "MiniChess", "", "(move B2 B3);cannot (move B4 B3)", nil},
		{"a drop", "MiniShogi", "", "(do (remove E4) (add Pawn1 hand1:1) (move E1 E4));cannot (move A5 A2);can (do (remove E4) (add Rook2 hand2:5) (move E5 E4))", nil},
		{"a drop", "Dobutsu", "", "(do (remove B3) (add Chick1 hand1:1) (move B2 B3));(do (remove B3) (add Chick2 hand2:1) (move C4 B3));can (move hand1:1 C3)", nil},
		{"a guard between two", "Brandub", "", "(move D2 C2);(move E4 E7);(move C2 C3);(move E7 F7);(move F4 E4);(move F7 E7);(move E4 E3);cannot (move D3 D2);can (move D4 D3)", nil},
		{"a mill takes", "NineMensMorris", "", "(move hand1:1 A1);(move hand2:1 B2);(move hand1:1 D1);(move hand2:1 D2);(move hand1:1 G1);cannot (move hand2:1 A4);(remove B2);can (move hand2:1 B2)", nil},
		{"once more", "Kalah", "", "(select D1);can (select E1);cannot (select D1)", nil},
		{"the last match", "Nim", "", "(move A1 hand1:1 (count 3));(move B1 hand2:1 (count 4));(move C1 hand1:1 (count 5))", []float64{1, 0}},
		{"paper covers rock", "RockPaperScissors", "", "(copy hand1:2 A1) | (copy hand2:1 B1)", []float64{1, 0}},
		{"equal hands", "RockPaperScissors", "", "(copy hand1:2 A1) | (copy hand2:2 B1)", nil},
		{"a taken place is shown", "PhantomTicTacToe", "", "(select B2);(select B2);cannot (select B2);can (select A1)", nil},
	} {
		t.Run(c.name+" "+c.what, func(t *testing.T) {
			t.Parallel()
			var choice []string
			if c.choice != "" {
				choice = []string{c.choice}
			}
			g, _ := openLudeme(t, c.name, choice...)
			m := g.NewMachine()
			for _, text := range strings.Split(c.moves, ";") {
				if text = strings.TrimSpace(text); text != "" {
					ludemeStep(t, m, text)
				}
			}
			if m.Terminal() != (c.want != nil) {
				t.Fatalf("over: %v", m.Terminal())
			}
			u := make([]float64, g.Facts().Players)
			if m.Utility(u); c.want != nil && !slices.Equal(u, c.want) {
				t.Errorf("the players have %v, want %v", u, c.want)
			}
		})
	}
}

// ludemeStep makes a move of whoever has it, or moves of all seats between "|"; or it
// answers a question.
func ludemeStep(t *testing.T, m game.Machine, text string) {
	t.Helper()
	if m.Terminal() {
		t.Fatalf("%s: the match is over", text)
	}
	seats := m.Game().Facts().Seats
	if word, rest, ok := strings.Cut(text, " "); ok && (word == "can" || word == "cannot") {
		has := false
		for seat := range seats {
			_, byText := moves(m, seat)
			_, ok := byText[rest]
			has = has || ok
		}
		if has != (word == "can") {
			all, _ := moves(m, 0)
			other, _ := moves(m, 1)
			t.Fatalf("%s: legal are %v %v", text, all, other)
		}
		return
	}
	want := strings.Split(text, "|")
	found := 0
	var joint []game.Move
	for seat := range seats {
		texts, byText := moves(m, seat)
		v := byText[texts[0]]
		for _, w := range want {
			if x, ok := byText[strings.TrimSpace(w)]; ok {
				v = x
				found++
				break
			}
		}
		joint = append(joint, v)
	}
	if found != len(want) {
		all, _ := moves(m, 0)
		other, _ := moves(m, 1)
		t.Fatalf("%s: legal are %v %v", text, all, other)
	}
	m.Step(joint)
	if err := m.Err(); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}
