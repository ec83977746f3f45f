package lanes_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/game"
	"ludens/games"
	"ludens/propnet/exec"
	"ludens/propnet/lanes"
	"ludens/propnet/lanes/kernel"
)

// decisions counts what playouts draw from, at a few lanes of every pass.
type decisions struct{ seen, won, found, blocked int }

// chooser is the only seat with more than one legal move, -1 if there is none; joint gets a move for everybody.
func chooser(x game.Machine, joint []game.Move) (who int, legal []game.Move) {
	who = -1
	for s := range joint {
		list := x.Legal(s, nil)
		if len(list) == 0 {
			return -1, nil
		}
		joint[s] = list[0]
		if len(list) > 1 {
			if who >= 0 {
				return -1, nil
			}
			who, legal = s, list
		}
	}
	return who, legal
}

// wins are the moves of the only seat with a choice that win at once in a position.
func wins(x game.Machine, state []uint64) (who int, legal []game.Move, wins map[game.Move]bool) {
	f := x.Game().Facts()
	joint, value := make([]game.Move, len(f.Seats)), make([]float64, f.Players)
	x.Load(state)
	who, legal = chooser(x, joint)
	wins = map[game.Move]bool{}
	if who < 0 || who >= f.Players {
		return -1, nil, wins
	}
	for _, mv := range legal {
		x.Load(state)
		joint[who] = mv
		if x.Step(joint); x.Terminal() {
			if x.Utility(value); value[who] == 1 {
				wins[mv] = true
			}
		}
	}
	return who, legal, wins
}

// decide holds what playouts that take wins draw from against what single machines say: all legal moves, or
// some of those that win.
func decide(t *testing.T, g *exec.Game, m *lanes.Machine) (d decisions) {
	x := g.NewMachine()
	pass := 0
	m.Watch(func(p lanes.Pass, before bool) {
		pass++
		if !before || t.Failed() {
			return
		}
		for lane := pass % 101; lane < lanes.Lanes; lane += 101 {
			if !p.Alive(lane) || p.Terminal(lane) {
				continue
			}
			state := p.State(lane)
			who, legal, won := wins(x, state)
			if who < 0 {
				continue
			}
			d.seen++
			if len(won) > 0 {
				d.won++
			}
			var drawn []game.Move
			for mv := range len(g.MoveTexts(who)) {
				if p.Drawn(lane, who, mv) {
					drawn = append(drawn, game.Move(mv))
				}
			}
			switch {
			case len(drawn) == 0 || slices.ContainsFunc(drawn, func(mv game.Move) bool { return !slices.Contains(legal, mv) }):
				t.Errorf("%v is drawn of %v", drawn, legal)
			case len(drawn) == len(legal):
			case !slices.ContainsFunc(drawn, func(mv game.Move) bool { return !won[mv] }):
				d.found++
			default:
				d.blocked++
				_, _, lost := wins(x, turned(x, m.Circle(), state, who))
				if len(lost) == 0 || len(drawn) > len(lost) {
					t.Errorf("%d moves are drawn for seat %d, of which %d win; the other could win by %d", len(drawn), who, len(won), len(lost))
				}
			}
		}
	})
	states := []game.State{g.NewMachine().Save(nil)}
	if err := m.Playouts(context.Background(), nil, states, lanes.Lanes, game.Stream(1, "decisive", 0), 400, make([]game.Tally, 1)); err != nil {
		t.Fatal(err)
	}
	m.Watch(nil)
	return d
}

// turned is the same position at the next turn of somebody else.
func turned(x game.Machine, circle []int, state []uint64, who int) []uint64 {
	at := slices.IndexFunc(circle, func(b int) bool { return state[b>>6]>>(b&63)&1 != 0 })
	for d := 1; d < len(circle); d++ {
		s := slices.Clone(state)
		next := circle[(at+d)%len(circle)]
		s[circle[at]>>6] &^= 1 << (circle[at] & 63)
		s[next>>6] |= 1 << (next & 63)
		x.Load(s)
		if other, _ := chooser(x, make([]game.Move, len(x.Game().Facts().Seats))); other >= 0 && other != who {
			return s
		}
	}
	return state
}

// TestDecisive: what playouts take for a move that wins does win, and where they take the place of another's win there
// is one. In games of placing they see every win.
func TestDecisive(t *testing.T) {
	all := []string{"ticTacToe", "connectFour"}
	none := []string{"breakthrough8", "checkers6", "hex7", "simultaneousTicTacToe"}
	for _, e := range games.List() {
		if !strings.HasPrefix(e.Name, "ludii:") {
			decisiveIn(t, e.Name, e.Text, slices.Contains(all, e.Name), slices.Contains(none, e.Name))
		}
	}
}

// TestDecisiveOfRecordedGames looks at games of the corpus whose files LUDENS_BENCH_GAMES names.
func TestDecisiveOfRecordedGames(t *testing.T) {
	list := os.Getenv("LUDENS_BENCH_GAMES")
	if list == "" {
		t.Skip("LUDENS_BENCH_GAMES names no games")
	}
	for _, file := range filepath.SplitList(list) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		decisiveIn(t, filepath.Base(file), string(text), false, false)
	}
}

func decisiveIn(t *testing.T, name, text string, all, none bool) {
	t.Run(name, func(t *testing.T) {
		g := network(t, text)
		f := g.Facts()
		p, err := lanes.CompileForTest(g.Network(), f.RoleSeat, f.Players, lanes.Options{Decisive: true})
		if errors.Is(err, game.ErrNoBatch) {
			if all {
				t.Error(err)
			}
			t.Log(err)
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, level := range kernel.Supported() {
			m := lanes.NewMachineAt(p, level)
			d := decide(t, g, m)
			switch {
			case none:
				t.Error("moves that win are known")
			case all && (d.found != d.won || d.won == 0 || d.blocked == 0):
				t.Errorf("of %d positions %d can be won and %d are seen to be, and in %d places of wins are taken", d.seen, d.won, d.found, d.blocked)
			}
			t.Logf("%s: %d positions, %d can be won, %d are seen to be, in %d places of wins are taken; %v", level, d.seen, d.won, d.found, d.blocked, m)
		}
	})
}

// TestDecisiveInStep: the steps of decisive playouts are those of single machines.
func TestDecisiveInStep(t *testing.T) {
	for _, name := range []string{"ticTacToe", "connectFour", "qubic"} {
		e, _ := games.Find(name)
		g := network(t, e.Text)
		for _, level := range kernel.Supported() {
			m := machine(t, g, level, lanes.Options{Decisive: true})
			f := follow(g, m, false)
			states := starts(g, 40)
			if err := m.Playouts(context.Background(), nil, states, 20, game.Stream(2, "lanes", 0), 400, tallies(len(states))); err != nil {
				t.Fatal(err)
			}
			if f.bad != nil || f.steps == 0 {
				t.Errorf("%s, level %s: %d steps: %v", name, level, f.steps, f.bad)
			}
		}
	}
}
