package alphabeta

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"ludens/agent"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// Against random moves it plays legally to the end, in games of all sorts.
func TestPlaysLegally(t *testing.T) {
	games := []game.Game{toy.Lines(), toy.Pig(8), toy.Heap(12), toy.Jumps(3)}
	for _, name := range []string{
		"connectFour3", "breakthrough6", "checkers6", "reversi6", "starRace3", "shortGammon", "pig", "nim4",
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
	for _, g := range []game.Game{toy.Lines(), toy.Pig(5), toy.Heap(9), toy.Jumps(2), toy.Endless(), open(t, "ludii:Chess")} {
		if err := Suits(g.NewMachine(), 0, nil); err != nil {
			t.Errorf("%s: %v", g.Facts().Name, err)
		}
	}
}

// Games that go in circles: searches of all lengths end, and nothing is proven by a
// repetition.
func TestCycles(t *testing.T) {
	g := toy.Endless()
	for _, plain := range []bool{false, true} {
		m := g.NewMachine()
		if _, s := choose(t, m, mover(m), Options{Nodes: 20_000, Plain: plain}); s.Proven || s.Value != 0.5 {
			t.Errorf("plain %v: value %v, proven %v", plain, s.Value, s.Proven)
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
		if took := time.Since(begin); err != nil || !slices.Contains(turn.Legal, move) || took > 250*time.Millisecond {
			t.Errorf("move %d, error %v after %v", move, err, took)
		}
		cancel()
	}
	p.End()
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
	turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(seat, nil), Suggest: func(mv game.Move) { said = append(said, mv) }}
	if _, err := p.Choose(context.Background(), turn); err != nil {
		t.Fatal(err)
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
