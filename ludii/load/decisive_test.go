package load_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/game"
	"ludens/ludii/exec"
	"ludens/ludii/load"
)

// TestDecide: playouts that take wins and the sites of the other's are those of the game, move by move, and pass by
// no win that was made possible since they began, nor one of the other player's when there is no own.
func TestDecide(t *testing.T) {
	for _, name := range []string{"TicTacToe", "ConnectFour", "FourNotThree", "Gomoku"} {
		t.Run(name, func(t *testing.T) { decides(t, name) })
	}
}

// Where pieces are moved, too, lines tell too little.
func TestDecideOnlyWhereAllIsPut(t *testing.T) {
	g, _ := decidable(t, "Achi")
	if g.NewMachine().(*exec.Machine).Decide(true) {
		t.Error("playouts of Achi are decisive")
	}
}

// decidable opens a game of the library, with texts of it replaced by others, in pairs.
func decidable(t *testing.T, name string, changes ...string) (*exec.Game, *exec.Program) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "games", "ludii", name+".lud"))
	if err != nil {
		t.Fatal(err)
	}
	l, findings := load.Text(name, strings.NewReplacer(changes...).Replace(string(text)), load.Options{})
	if l.Program == nil {
		t.Fatal(findings)
	}
	return exec.NewGame(l.Program, "test"), l.Program
}

func decides(t *testing.T, name string) {
	g, _ := decidable(t, name)
	m, x := g.NewMachine().(*exec.Machine), g.NewMachine()
	if !m.Decide(true) {
		t.Fatal("it cannot")
	}
	start := x.Save(nil)
	value := make([]float64, 2)
	// wins are the moves that win for a seat that moves in the position, and those sites of the other's.
	wins := func(state game.State, seat int, joint []game.Move) map[game.Move]bool {
		out := map[game.Move]bool{}
		x.Load(state)
		for _, mv := range x.Legal(seat, nil) {
			x.Load(state)
			joint[seat] = mv
			if x.Step(joint); x.Terminal() {
				if x.Utility(value); value[seat] == 1 {
					out[mv] = true
				}
			}
		}
		return out
	}
	won, taken := 0, 0
	for n := range 30 {
		m.Load(start)
		_, made := m.Trace(game.Stream(1, "decide", uint64(n)), 400, nil, nil)
		x.Load(start)
		for i, mv := range made {
			state := x.Save(nil)
			joint := make([]game.Move, 2)
			for s := range joint {
				joint[s] = x.Legal(s, nil)[0]
			}
			could := map[game.Move]bool{}
			if n < 3 || i > len(made)-6 {
				could = wins(state, mv.Seat, append([]game.Move(nil), joint...))
			}
			if len(could) > 0 {
				won++
				fresh := g.NewMachine().(*exec.Machine) // what could be won before a playout began counts, too
				fresh.Decide(true)
				fresh.Load(state)
				if _, first := fresh.Trace(game.Stream(2, "decide", uint64(n)), 1, nil, nil); len(first) != 1 || !could[first[0].Move] {
					t.Fatalf("game %d, move %d of %d: a playout that begins there passes a win by", n, i, len(made))
				}
				if !could[mv.Move] {
					t.Fatalf("game %d, move %d of %d: a win is passed by", n, i, len(made))
				}
			}
			x.Load(state)
			joint[mv.Seat] = mv.Move
			if !legal(x, mv.Seat, mv.Move) {
				t.Fatalf("game %d, move %d: it is not legal", n, i)
			}
			x.Step(joint)
			taken++
		}
		if x.Terminal() != m.Terminal() {
			t.Fatalf("game %d: over %v, in the playout %v", n, x.Terminal(), m.Terminal())
		}
	}
	if won == 0 {
		t.Error("nobody could win in any game")
	}
	t.Logf("%d moves, %d of them wins", taken, won)
	// Games in which wins are taken, and nobody stands in their way, are shorter than random ones.
	if name == "TicTacToe" || name == "ConnectFour" {
		random := 0
		m.Decide(false)
		for n := range 30 {
			m.Load(start)
			_, made := m.Trace(game.Stream(1, "decide", uint64(n)), 400, nil, nil)
			random += len(made)
		}
		if taken < random+30 {
			t.Errorf("30 random games have %d moves, those that take the sites of wins %d", random, taken)
		}
	}
	if m.Decide(false); !m.Decide(false) {
		t.Error("now it cannot any more")
	}
}

func legal(m game.Machine, seat int, mv game.Move) bool {
	for _, x := range m.Legal(seat, nil) {
		if x == mv {
			return true
		}
	}
	return false
}
