package alphabeta

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"ludens/agent"
	"ludens/game"
	"ludens/game/gametest/toy"
	"ludens/internal/patience"
)

// Against random moves it plays legally to the end, in games of all sorts.
func TestPlaysLegally(t *testing.T) {
	patience.OneThread(t)
	games := []game.Game{toy.Lines(), toy.Pig(8), toy.Heap(12), toy.Jumps(3)}
	for _, name := range []string{
		"connectFour3", "breakthrough6", "checkers6", "reversi6", "ticTacToe3", "shortGammon", "pig", "nim4",
		"ludii:Kalah", "ludii:NineMensMorris", "ludii:ChineseCheckers", "ludii:RoyalGameOfUr", "ludii:EnglishDraughts", "ludii:MiniShogi",
	} {
		games = append(games, open(t, name))
	}
	for _, g := range games {
		for _, plain := range []bool{false, true} {
			playOut(t, g, Options{Function: fake{}, Nodes: 60, Plain: plain, Seed: 3})
		}
	}
}

// playOut plays a match of the player on seat 0 against random moves, 150 steps at
// most, and gives the utilities.
func playOut(t *testing.T, g game.Game, opt Options) []float64 {
	t.Helper()
	name := g.Facts().Name
	p := New(opt)
	ctx := context.Background()
	if err := p.Begin(ctx, g, 0, agent.Clocks{}); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	defer p.End()
	m := g.NewMachine()
	var w game.Walker
	rng := game.Stream(opt.Seed, "test", 0)
	for n := 0; n < 150 && !m.Terminal(); n++ {
		joint := slices.Clone(w.Draw(m, rng))
		turn := agent.Turn{Number: n, States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
		move, err := p.Choose(ctx, turn)
		if err != nil || !slices.Contains(turn.Legal, move) {
			t.Fatalf("%s, step %d: move %d, error %v", name, n, move, err)
		}
		joint[0] = move
		m.Step(joint)
	}
	if err := m.Err(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	u := make([]float64, g.Facts().Players)
	m.Utility(u)
	return u
}

// What is not suited is said so, and answered legally all the same.
func TestUnsuited(t *testing.T) {
	for _, g := range []game.Game{toy.Pennies(3), toy.Prisoners(), toy.Cards(), open(t, "tron"), open(t, "phantomTicTacToe"), open(t, "ludii:RockPaperScissors")} {
		p := New(Options{Nodes: 100})
		err := p.Begin(context.Background(), g, 0, agent.Clocks{})
		if !errors.Is(err, ErrUnsuited) {
			t.Errorf("%s: error %v", g.Facts().Name, err)
		}
		m := g.NewMachine()
		legal := m.Legal(0, nil)
		move, err := p.Choose(context.Background(), agent.Turn{States: []game.State{m.Save(nil)}, Legal: legal})
		if !errors.Is(err, ErrUnsuited) || !slices.Contains(legal, move) {
			t.Errorf("%s: move %d, error %v", g.Facts().Name, move, err)
		}
		p.End()
	}
	for _, g := range []game.Game{toy.Lines(), toy.Pig(5), toy.Heap(9), toy.Jumps(2), ring(0), open(t, "ludii:Chess")} {
		if err := Suits(g.NewMachine(), 0, nil); err != nil {
			t.Errorf("%s: %v", g.Facts().Name, err)
		}
	}
}

// ring is a game of two who push a token around a ring of seven, a step either way.
// The first player wins when he gets it to the goal; no goal (0) means that it never
// ends.
func ring(goal uint64) game.Game {
	return toy.New(toy.Rules{
		Name: "ring", Players: []string{"a", "b"}, Counts: []int{3, 3},
		Init:     game.State{0, 0},
		Terminal: func(s game.State) bool { return goal > 0 && s[0] == goal && s[1] == 1 },
		Legal: func(s game.State, seat int, dst []game.Move) []game.Move {
			if int(s[1]) != seat {
				return append(dst, 0)
			}
			return append(dst, 1, 2)
		},
		Next: func(s game.State, joint []game.Move) {
			s[0] = (s[0] + 2*uint64(joint[s[1]]) + 4) % 7 // one back or one on
			s[1] = 1 - s[1]
		},
		Utility: func(s game.State, dst []float64) {
			if goal > 0 && s[0] == goal {
				dst[0] = 1
			}
		},
		Label: func(_ int, m game.Move) string { return [3]string{"(noop)", "(back)", "(on)"}[m] },
	})
}

// Games that go in circles: searches end, and nothing is proven by a repetition. A
// win without one is.
func TestCycles(t *testing.T) {
	for _, plain := range []bool{false, true} {
		for goal, want := range []float64{0.5, 1, 0.5, 0.5, 0.5, 0.5, 1} {
			g := ring(uint64(goal))
			_, s := choose(t, g.NewMachine(), 0, Options{Nodes: 20_000, Plain: plain})
			if s.Proven != (want == 1) || s.Value != want {
				t.Errorf("goal %d, plain %v: value %v, proven %v", goal, plain, s.Value, s.Proven)
			}
		}
	}
}

// A win by the next move is taken, and of many wins the quickest; a loss by the
// other's next move is avoided, if it can be; a loss that cannot be is delayed.
func TestTactics(t *testing.T) {
	for _, name := range []string{"ticTacToe", "connectFour", "breakthrough6", "ludii:ConnectFour"} {
		g := open(t, name)
		wins, threats := 0, 0
		look := g.NewMachine()
		positions(t, g, 6, 0, func(m game.Machine, seat int) {
			s := m.Save(nil)
			after := outcomes(look, s, seat)
			win, safe, loses := false, false, map[game.Move]bool{}
			for mv, next := range after {
				if look.Load(next); look.Terminal() {
					u := make([]float64, 2)
					look.Utility(u)
					win = win || u[seat] == 1
					safe = safe || u[seat] > 0
					continue
				}
				for _, answer := range outcomes(look, next, 1-seat) {
					if look.Load(answer); look.Terminal() {
						u := make([]float64, 2)
						look.Utility(u)
						loses[mv] = loses[mv] || u[1-seat] == 1
					}
				}
				safe = safe || !loses[mv]
			}
			if !win && len(loses) == 0 {
				return
			}
			for _, plain := range []bool{false, true} {
				m.Load(s)
				mv, st := choose(t, m, seat, Options{Function: fake{}, Nodes: 2000, Plain: plain})
				look.Load(after[mv])
				switch {
				case win:
					wins++
					if !look.Terminal() || !st.Proven {
						t.Errorf("%s: a win is not taken (plain %v)", name, plain)
					}
				case safe:
					threats++
					if loses[mv] {
						t.Errorf("%s: a loss is not avoided (plain %v)", name, plain)
					}
				}
			}
		})
		if wins == 0 || threats == 0 {
			t.Errorf("%s: %d wins, %d threats met", name, wins, threats)
		}
	}
}

// outcomes are the positions after the moves of a seat, while others have one move.
func outcomes(m game.Machine, s game.State, seat int) map[game.Move]game.State {
	m.Load(s)
	joint := []game.Move{0, 0}
	for i := range joint {
		joint[i] = m.Legal(i, nil)[0]
	}
	out := map[game.Move]game.State{}
	for _, mv := range m.Legal(seat, nil) {
		m.Load(s)
		joint[seat] = mv
		m.Step(joint)
		out[mv] = m.Save(nil)
	}
	return out
}

// Three players: a sure win is proven, and where there is none, what the others want
// for themselves is reckoned with.
func TestThreePlayers(t *testing.T) {
	// From 4 things the first can not win. With 1, 2 or 3 taken, the second takes the
	// rest and wins, so that the first, who was before him, has 0.5.
	m := toy.Heap(4).NewMachine()
	for _, plain := range []bool{false, true} {
		_, s := choose(t, m, 0, Options{Nodes: 5000, Plain: plain})
		if plain {
			continue // paranoid: it believes that the others let it end in third place
		}
		if s.Value != 0.5 || s.Proven {
			t.Errorf("heap of 4: value %v, proven %v", s.Value, s.Proven)
		}
	}
	m.Step([]game.Move{1, 0, 0})
	for _, plain := range []bool{false, true} {
		move, s := choose(t, m, 1, Options{Nodes: 5000, Plain: plain})
		if move != 3 || !s.Proven || s.Value != 1 {
			t.Errorf("heap of 3: move %d, value %v, proven %v", move, s.Value, s.Proven)
		}
	}
}

// slow is a game whose steps take their time.
type slow struct {
	game.Game
	step time.Duration
}

type slowMachine struct {
	game.Machine
	g *slow
}

func (g *slow) NewMachine() game.Machine { return &slowMachine{g.Game.NewMachine(), g} }
func (m *slowMachine) Game() game.Game   { return m.g }
func (m *slowMachine) Step(j []game.Move) {
	time.Sleep(m.g.step)
	m.Machine.Step(j)
}

// The answer comes when the context ends, though the engine is in the midst of a
// step; the next one waits for it.
func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &slow{toy.Lines(), 0}
		p := New(Options{})
		if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
			t.Fatal(err)
		}
		g.step = 300 * time.Millisecond
		m := g.Game.NewMachine()
		turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
		for range 2 {
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
			begin := time.Now()
			move, err := p.Choose(ctx, turn)
			if took := time.Since(begin); err != nil || !slices.Contains(turn.Legal, move) || took != 20*time.Millisecond {
				t.Errorf("move %d, error %v after %v", move, err, took)
			}
			cancel()
		}
		p.End()
	})
}

// Suggestions are legal, and the last one is what is played.
func TestSuggests(t *testing.T) {
	g := open(t, "connectFour")
	p := New(Options{Nodes: 20_000})
	if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	defer p.End()
	m := g.NewMachine()
	seat := mover(m)
	var said []game.Move
	var told agent.Thought
	turn := agent.Turn{
		States: []game.State{m.Save(nil)}, Legal: m.Legal(seat, nil), Suggest: func(mv game.Move) { said = append(said, mv) },
		Tell: func(t agent.Thought) { told = t },
	}
	move, err := p.Choose(context.Background(), turn)
	if err != nil {
		t.Fatal(err)
	}
	if len(told.Moves) != 1 || told.Moves[0].Move != move || told.Depth == 0 || told.Value != p.Stats().Value {
		t.Errorf("move %d, stats %+v, but told %+v", move, p.Stats(), told)
	}
	if len(said) == 0 {
		t.Fatal("no suggestion")
	}
	for _, mv := range said {
		if !slices.Contains(turn.Legal, mv) {
			t.Errorf("suggested %d", mv)
		}
	}
}

// broken panics after some steps.
type broken struct {
	game.Game
	left int
}

type brokenMachine struct {
	game.Machine
	g *broken
}

func (g *broken) NewMachine() game.Machine { return &brokenMachine{g.Game.NewMachine(), g} }
func (m *brokenMachine) Game() game.Game   { return m.g }
func (m *brokenMachine) Step(j []game.Move) {
	if m.g.left--; m.g.left == 0 {
		panic("broken")
	}
	m.Machine.Step(j)
}

func TestPanic(t *testing.T) {
	g := &broken{toy.Lines(), 0}
	p := New(Options{Nodes: 5000})
	if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	defer p.End()
	m := g.Game.NewMachine()
	turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
	g.left = 500
	if move, err := p.Choose(context.Background(), turn); err == nil || !slices.Contains(turn.Legal, move) {
		t.Errorf("move %d, error %v", move, err)
	}
	if move, err := p.Choose(context.Background(), turn); err != nil || !slices.Contains(turn.Legal, move) {
		t.Errorf("afterwards: move %d, error %v", move, err)
	}
}

func TestValidate(t *testing.T) {
	if err := (Options{}).Validate(); err != nil {
		t.Error(err)
	}
	for _, o := range []Options{{Nodes: -1}, {Depth: -1}, {Depth: 2000}, {Bytes: -1}, {Quiet: 100}, {Threads: -1}} {
		if o.Validate() == nil {
			t.Errorf("%+v is valid", o)
		}
	}
}
