package arena

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ludens/agent"
	"ludens/agent/baseline"
	"ludens/agent/mcts"
	"ludens/catalog"
	"ludens/game"
)

func open(t *testing.T, name string) game.Game {
	t.Helper()
	g, err := catalog.Open(t.Context(), name, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// fake is a player made of functions.
type fake struct {
	choose func(ctx context.Context, turn agent.Turn) (game.Move, error)
	begun  int
	ended  int
}

func (*fake) Name() string { return "fake" }
func (f *fake) Begin(context.Context, game.Game, int, agent.Clocks) error {
	f.begun++
	return nil
}

func (f *fake) Choose(ctx context.Context, turn agent.Turn) (game.Move, error) {
	return f.choose(ctx, turn)
}
func (f *fake) End() { f.ended++ }

func first(_ context.Context, turn agent.Turn) (game.Move, error) { return turn.Legal[0], nil }

func TestWholeMatch(t *testing.T) {
	g := open(t, "ticTacToe")
	var thinking atomic.Int32
	alone := func(ctx context.Context, turn agent.Turn) (game.Move, error) {
		if thinking.Add(1) > 1 {
			t.Error("two players think at the same time")
		}
		defer thinking.Add(-1)
		if len(turn.Legal) < 2 {
			t.Errorf("asked with %d legal moves", len(turn.Legal))
		}
		return first(ctx, turn)
	}
	a, b := &fake{choose: alone}, &fake{choose: alone}
	r, err := Play(t.Context(), Match{Game: g, Players: []agent.Player{a, b}, Clocks: agent.Clocks{Play: time.Minute}})
	if err != nil {
		t.Fatal(err)
	}
	if a.begun != 1 || a.ended != 1 || b.ended != 1 {
		t.Errorf("begun %d times, ended %d and %d times", a.begun, a.ended, b.ended)
	}
	if r.Cut || len(r.Opening) != 0 || r.Plies() != len(r.Turns) || r.Plies() < 5 {
		t.Errorf("%+v", r)
	}
	// The texts are a match that can be played again, to the same end.
	m := g.NewMachine()
	for _, turn := range r.Turns {
		if len(turn.Decisions) != 1 && !m.Terminal() {
			t.Errorf("%d decisions in %v", len(turn.Decisions), turn.Moves)
		}
		joint := make([]game.Move, len(turn.Moves))
		for seat, text := range turn.Moves {
			move, err := m.Parse(seat, text)
			if err != nil {
				t.Fatal(err)
			}
			joint[seat] = move
		}
		m.Step(joint)
	}
	worth := make([]float64, 2)
	if m.Utility(worth); !m.Terminal() || !slices.Equal(worth, r.Utilities) {
		t.Errorf("played again it is worth %v, in the arena %v", worth, r.Utilities)
	}
}

// TestFaults: whatever a player does, the match goes on and tells.
func TestFaults(t *testing.T) {
	g := open(t, "ticTacToe")
	for want, choose := range map[string]func(context.Context, agent.Turn) (game.Move, error){
		"panic: ouch":  func(context.Context, agent.Turn) (game.Move, error) { panic("ouch") },
		"not today":    func(context.Context, agent.Turn) (game.Move, error) { return 1 << 40, errors.New("not today") },
		"is not legal": func(context.Context, agent.Turn) (game.Move, error) { return 1 << 40, nil },
	} {
		r, err := Play(t.Context(), Match{Game: g, Players: []agent.Player{&fake{choose: choose}, baseline.NewLegal()}})
		if err != nil {
			t.Errorf("%s: %v", want, err)
			continue
		}
		for _, turn := range r.Turns {
			for _, d := range turn.Decisions {
				if (d.Seat == 0) != strings.Contains(d.Fault, want) {
					t.Errorf("seat %d: fault %q, want %q of seat 0 only", d.Seat, d.Fault, want)
				}
			}
		}
	}
}

// TestOvershoot: who comes too late is told so, and by how much.
func TestOvershoot(t *testing.T) {
	const late = 15 * time.Millisecond
	dawdle := func(ctx context.Context, turn agent.Turn) (game.Move, error) {
		<-ctx.Done()
		time.Sleep(late)
		return turn.Legal[0], nil
	}
	r, err := Play(t.Context(), Match{
		Game: open(t, "ticTacToe"), Players: []agent.Player{&fake{choose: dawdle}, baseline.NewLegal()},
		Clocks: agent.Clocks{Play: time.Millisecond}, MaxPlies: 3,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range r.Turns {
		for _, d := range turn.Decisions {
			if d.Seat == 0 && (d.Over < late || d.Took < late) {
				t.Errorf("late by %s: took %s, over %s", late, d.Took, d.Over)
			}
		}
	}
	if !r.Cut || r.Plies() != 3 || r.Utilities[0] != 0.5 || r.Utilities[1] != 0.5 {
		t.Errorf("cut after 3 plies it is %+v", r)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	stop := func(c context.Context, turn agent.Turn) (game.Move, error) {
		cancel()
		<-c.Done()
		return turn.Legal[0], nil
	}
	p := &fake{choose: stop}
	r, err := Play(ctx, Match{
		Game: open(t, "ticTacToe"), Players: []agent.Player{p, baseline.NewLegal()}, Clocks: agent.Clocks{Play: time.Hour},
	})
	if !errors.Is(err, context.Canceled) || r.Utilities != nil || p.ended != 1 {
		t.Errorf("%v, %+v, ended %d times", err, r, p.ended)
	}
}

// TestAtOnce: where several have to choose, all of them are asked, one after the other.
func TestAtOnce(t *testing.T) {
	g := open(t, "rockPaperScissors")
	r, err := Play(t.Context(), Match{Game: g, Players: []agent.Player{baseline.NewRandom(1), baseline.NewRandom(2)}})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(r.Turns[0].Decisions); n != 2 {
		t.Errorf("%d decisions, want 2", n)
	}
}

// TestNature: dice are rolled by the seed.
func TestNature(t *testing.T) {
	g := open(t, "pig")
	play := func(seed uint64) (out []string) {
		var players []agent.Player
		for range g.Facts().Players {
			players = append(players, baseline.NewLegal())
		}
		r, err := Play(t.Context(), Match{Game: g, Players: players, Seed: seed, MaxPlies: 60})
		if err != nil {
			t.Fatal(err)
		}
		for _, turn := range r.Turns {
			if len(turn.Moves) != len(g.Facts().Seats) {
				t.Fatalf("moves %v for seats %v", turn.Moves, g.Facts().Seats)
			}
			out = append(out, strings.Join(turn.Moves, " "))
		}
		return out
	}
	if a, b := play(1), play(1); !slices.Equal(a, b) {
		t.Error("the same seed rolls other dice")
	}
	if a, b := play(1), play(2); slices.Equal(a, b) {
		t.Error("another seed rolls the same dice")
	}
}

// TestHidden: a player is given what its seat may know: several positions, each with
// its account of what everybody saw.
func TestHidden(t *testing.T) {
	g := open(t, "kuhnPoker")
	several := false
	see := func(_ context.Context, turn agent.Turn) (game.Move, error) {
		several = several || len(turn.States) > 1
		if len(turn.Views) != len(turn.States) || len(turn.Weights) != len(turn.States) {
			t.Errorf("%d states, %d views, %d weights", len(turn.States), len(turn.Views), len(turn.Weights))
		}
		return turn.Legal[0], nil
	}
	for seed := range uint64(5) {
		search := mcts.New(mcts.Options{Threads: 1, Iterations: 20})
		r, err := Play(t.Context(), Match{Game: g, Players: []agent.Player{&fake{choose: see}, search}, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		for _, turn := range r.Turns {
			for _, d := range turn.Decisions {
				if d.Fault != "" {
					t.Errorf("seat %d: %s", d.Seat, d.Fault)
				}
			}
		}
	}
	if !several {
		t.Error("nobody ever had to reckon with two positions")
	}
}

// TestSearchers: the arena passes on what players report, and the opening is made.
func TestSearchers(t *testing.T) {
	g := open(t, "connectFour")
	opening := Opening(g, 3, 1, 6)
	r, err := Play(t.Context(), Match{
		Game: g, Opening: opening, MaxPlies: len(opening) + 4,
		Players: []agent.Player{mcts.New(mcts.Options{Threads: 1, Iterations: 50}), mcts.New(mcts.Options{Threads: 1, Iterations: 70})},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Opening) != len(opening) || len(r.Turns) != 4 {
		t.Errorf("%d moves of the opening, %d turns", len(r.Opening), len(r.Turns))
	}
	for _, turn := range r.Turns {
		d := turn.Decisions[0]
		if want := int64(50 + 20*d.Seat); d.Stats.Iterations != want || d.Stats.Depth < 1 || d.Fault != "" {
			t.Errorf("seat %d: %+v, want %d iterations", d.Seat, d, want)
		}
	}
}

// TestOwnLimits: without a clock a player must see that nobody else ends its thinking.
func TestOwnLimits(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	look := func(ctx context.Context, turn agent.Turn) (game.Move, error) {
		if ctx.Done() != nil {
			t.Error("the context of a player without a clock can end")
		}
		return first(ctx, turn)
	}
	if _, err := Play(ctx, Match{Game: open(t, "ticTacToe"), Players: []agent.Player{&fake{choose: look}, baseline.NewLegal()}}); err != nil {
		t.Fatal(err)
	}
}

func TestWrongNumberOfPlayers(t *testing.T) {
	if _, err := Play(t.Context(), Match{Game: open(t, "ticTacToe"), Players: []agent.Player{baseline.NewLegal()}}); err == nil {
		t.Error("one player for two seats")
	}
}
