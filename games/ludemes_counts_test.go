package games

import (
	"testing"

	"ludens/game/gametest"
)

// The numbers of move sequences from the start, where they are public knowledge or
// follow from arithmetic without the machine. A match that ends earlier does not
// count at a greater depth. Too slow for every day, and seen once, as
// published: at 4 chess 197,281, Knightmate 139,774, Ataxx 155,888 and mini shogi
// 35,401; at 5 Los Alamos chess 191,846.
func TestLudemeCounts(t *testing.T) {
	const perftTables = "published perft tables"
	for _, c := range []struct {
		name   string
		counts []uint64 // of length 1, 2, …; 0: not known
		source string
	}{
		{"TicTacToe", []uint64{9, 72, 504, 3_024, 15_120, 54_720}, "255,168 matches in all"},
		{"MisereTicTacToe", []uint64{9, 72, 504, 3_024, 15_120, 54_720}, "who wins changes nothing"},
		{"ConnectFour", []uint64{7, 49, 343, 2_401, 16_807}, "7^n: no column is full, no line of four"},
		{"Reversi", []uint64{4, 12, 56, 244, 1_396}, perftTables},
		{"Breakthrough", []uint64{22, 484, 11_132}, perftTables},
		{"EnglishDraughts", []uint64{7, 49, 302, 1_469, 7_361}, perftTables},
		{"InternationalDraughts", []uint64{9, 81, 658, 4_265}, perftTables},
		{"TurkishDraughts", []uint64{8, 64}, "eight men of the front row, one step each"},
		{"Chess", []uint64{20, 400, 8_902}, perftTables},
		{"Knightmate", []uint64{18, 324, 6_765}, "sixteen of pawns and two of the royal knight; perft tables"},
		{"LosAlamosChess", []uint64{10, 100}, "six of pawns and four of knights"},
		{"MiniChess", []uint64{7}, "five of pawns and two of the knight"},
		{"MiniShogi", []uint64{14, 181, 2_512}, perftTables},
		{"Dobutsu", []uint64{4}, "the chick takes, the giraffe steps, the lion steps aslant twice"},
		{"Xiangqi", []uint64{44, 1_920}, perftTables},
		{"JesonMor", []uint64{30, 900, 27_960}, perftTables},
		{"Ataxx", []uint64{16, 256, 6_460}, perftTables},
		{"Amazons", []uint64{80, 2_176}, "published: 2,176 moves with an arrow"},
		{"LinesOfAction", []uint64{36}, "three moves of each of twelve pieces"},
		{"Clobber", []uint64{49}, "25 neighbours upright and 24 across, one colour takes the other"},
		{"Konane", []uint64{4, 12}, "a corner has two neighbours, a place in the middle four"},
		{"Domineering", []uint64{56, 2_940}, "42 places upright leave 52 across, 14 at the sides leave 54"},
		{"Hex", []uint64{121, 14_520}, "121·120"},
		{"Y", []uint64{45, 1_980}, "45·44"},
		{"Havannah", []uint64{91, 8_281}, "91·90 and 91 swaps"},
		{"ThreePlayerHex", []uint64{61, 3_660}, "61·60"},
		{"FourNotThree", []uint64{61, 3_660}, "61·60"},
		{"SquareTraps", []uint64{25, 625}, "25·24 and 25 swaps"},
		{"Gomoku", []uint64{225, 50_400}, "225·224"},
		{"RenjuLite", []uint64{1, 224}, "the centre, then the rest"},
		{"Pente", []uint64{169, 28_392}, "169·168"},
		{"Qubic", []uint64{64, 4_032}, "64·63"},
		{"Quarto", []uint64{16, 256}, "sixteen pieces, sixteen places"},
		{"Go", []uint64{82, 6_643}, "81·81 and, after a pass, 82"},
		{"AtariGo", []uint64{49, 2_352}, "49·48"},
		{"NoGo", []uint64{49, 2_352}, "49·48"},
		{"Gonnect", []uint64{49, 2_401}, "49·48 and 49 swaps"},
		{"NineMensMorris", []uint64{24, 552}, "24·23"},
		{"ThreeMensMorris", []uint64{9, 72, 504}, "9·8·7"},
		{"Achi", []uint64{9, 72, 504}, "9·8·7"},
		{"Picaria", []uint64{12, 132}, "12·11: not the centre"},
		{"BaghChal", []uint64{21, 252}, "four tigers with three ways each, a goat in the way is jumped"},
		{"Brandub", []uint64{40}, "ten moves from each arm"},
		{"Tablut", []uint64{80}, "twenty moves from each arm"},
		{"Hnefatafl", []uint64{116}, "twenty-nine moves from each arm"},
		{"DotsAndBoxes", []uint64{24, 552}, "24·23"},
		{"Sim", []uint64{15, 210, 2_730, 32_760}, "15·14·13·12"},
		{"Nim", []uint64{12, 113}, "3+4+5, then 144 less 6+10+15"},
		{"Kalah", []uint64{6}, "six holes"},
		{"Oware", []uint64{6, 36}, "six holes, six holes"},
		{"ThreeRowSowing", []uint64{9}, "nine holes"},
		{"EightQueens", []uint64{8, 42, 0, 0, 0, 0, 0, 92}, "solutions of the eight queens problem"},
		{"KnightsTour", []uint64{2, 10}, "from a corner two ways, then five of six"},
		{"PegSolitaire", []uint64{4, 12}, "four ways to the centre, then three"},
		{"FifteenPuzzle", []uint64{2, 6}, "two tiles beside a corner, three beside an edge"},
		{"Col", []uint64{54, 2_862}, "54·53"},
		{"LightsOut", []uint64{25, 625}, "25·25"},
		{"TowerOfHanoi", []uint64{2, 6}, "two ways from a corner of the graph, three from elsewhere"},
		{"RockPaperScissors", []uint64{9}, "3·3"},
		{"PhantomTicTacToe", []uint64{9, 81}, "a place that is taken unseen may be tried"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g, _ := openLudeme(t, c.name)
			m := g.NewMachine()
			for i, want := range c.counts {
				if want == 0 || testing.Short() && want > 2_000 {
					continue
				}
				m.Reset()
				got, _, err := gametest.Perft(t.Context(), m, i+1)
				if err != nil {
					t.Fatal(err)
				}
				if got != want {
					t.Errorf("%d sequences of length %d, want %d (%s)", got, i+1, want, c.source)
				}
			}
		})
	}
}
