package games

import (
	"testing"

	"ludens/game"
	"ludens/game/gametest"
	"ludens/gdl"
	"ludens/propnet/exec"
)

// longest bounds the matches of the library in steps.
const longest = 200

// Random matches of every game keep the promises of the contract and come to an
// end with goals for all.
func TestRandomMatches(t *testing.T) {
	for _, e := range List() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			g := openGame(t, e.Name)
			if err := gametest.Verify(g, gametest.Options{Seed: 7, Walks: 2, Steps: longest, Dense: 4, Labels: 16}); err != nil {
				t.Error(err)
			}
			matches := 10
			if testing.Short() {
				matches = 2
			}
			m := g.NewMachine()
			for i := range matches {
				m.Reset()
				n := game.Playout(m, game.Stream(7, "random matches", uint64(i)), longest)
				if !m.Terminal() {
					t.Fatalf("match %d is not over after %d steps", i, n)
				}
				m.Utility(make([]float64, g.Facts().Players))
				if err := m.Err(); err != nil {
					t.Fatalf("match %d: %v", i, err)
				}
				for seat, values := range goals(m) {
					if len(values) != 1 {
						t.Fatalf("match %d: %s has the goals %v", i, g.Facts().Seats[seat], values)
					}
				}
			}
		})
	}
}

// openNetwork gives a game of the library to the network engine.
func openNetwork(t *testing.T, name string) game.Game {
	t.Helper()
	e, _ := Find(name)
	d, _ := gdl.Read(e.Text)
	p, err := gdl.Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	g, err := exec.New(t.Context(), p, exec.Options{Name: name, Hash: "00"})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Every game of the library can be run as a network, with the same transcript.
func TestNetworksAgree(t *testing.T) {
	for _, e := range List() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			reasoner, network := openGame(t, e.Name), openNetwork(t, e.Name)
			if err := gametest.Same(reasoner, network, gametest.Options{Seed: 3, Walks: 2, Steps: longest}); err != nil {
				t.Error(err)
			}
			want, err := transcript(e, reasoner)
			if err != nil {
				t.Fatal(err)
			}
			got, err := transcript(e, network)
			if err != nil {
				t.Fatal(err)
			}
			if got != want {
				t.Error("the network's transcript differs")
			}
		})
	}
}

// Counts of move sequences that are public knowledge, deeper than the plays
// have them.
func TestPublishedCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("counting deep takes seconds")
	}
	for _, c := range []struct {
		name   string
		depth  int
		want   uint64
		source string
	}{
		{"ticTacToe", 6, 54_720, "255,168 matches in all"},
		{"ticTacToe", 9, 127_872, "255,168 matches in all"},
		{"connectFour", 6, 117_649, "7^6: no column can be full, no line of four"},
		{"reversi8", 6, 8_200, "perft tables for Othello"},
		{"reversi8", 7, 55_092, "perft tables for Othello"},
		{"breakthrough8", 3, 11_132, "perft tables for Breakthrough"},
		{"checkers8", 6, 36_768, "perft tables for English draughts; nobody can take two men yet"},
		{"draughts8", 6, 36_768, "perft tables for English draughts; nobody can take two men yet"},
		{"eightQueens", 8, 92, "solutions of the eight queens problem"},
		{"knightsTour5", 24, 304, "directed tours of a 5x5 board from a corner"},
	} {
		m := openNetwork(t, c.name).NewMachine()
		got, _, err := gametest.Perft(t.Context(), m, c.depth)
		if err != nil {
			t.Fatal(err)
		}
		if got != c.want {
			t.Errorf("%s: %d sequences of length %d, want %d (%s)", c.name, got, c.depth, c.want, c.source)
		}
	}
}
