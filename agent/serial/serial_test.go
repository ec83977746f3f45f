package serial

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"ludens/agent"
	"ludens/agent/alphabeta"
	"ludens/agent/heuristic"
	"ludens/agent/mcts"
	"ludens/catalog"
	"ludens/game"
	"ludens/game/gametest"
	"ludens/game/gametest/toy"
	"ludens/internal/patience"
)

// forks is a game of so many plies in which both players, one or nobody decide, by a hash of the way there, and so are ends
// worth something.
func forks(plies, seed uint64) *toy.Game {
	hash := func(s game.State, what uint64) uint64 { return game.State{s[0], seed, what}.Hash() >> 7 }
	return toy.New(toy.Rules{
		Name: fmt.Sprintf("forks %d", seed), Players: []string{"a", "b"},
		Init:     game.State{1, 0},
		Terminal: func(s game.State) bool { return s[1] == plies || s[1] > 1 && hash(s, 9)%6 == 0 },
		Legal: func(s game.State, seat int, dst []game.Move) []game.Move {
			for k := range 1 + hash(s, uint64(seat))%3 {
				dst = append(dst, game.Move(k))
			}
			return dst
		},
		Next: func(s game.State, joint []game.Move) {
			s[0] = s[0]*9 + uint64(joint[0])*3 + uint64(joint[1]) + 1
			s[1]++
		},
		Utility: func(s game.State, dst []float64) {
			dst[0] = float64(hash(s, 10)%3) / 2
			dst[1] = 1 - dst[0]
		},
		Label: func(_ int, m game.Move) string { return fmt.Sprint(m) },
	})
}

// surely is what a seat has for certain at the machine's position without drawing lots, and the moves that keep it.
func surely(m game.Machine, seat int) (value float64, best []game.Move) {
	if m.Terminal() {
		u := make([]float64, 2)
		m.Utility(u)
		return u[seat], nil
	}
	at := m.Save(nil)
	value = -1
	joint := make([]game.Move, 2)
	for _, own := range m.Legal(seat, nil) {
		least := math.Inf(1)
		for _, other := range m.Legal(1-seat, nil) {
			joint[seat], joint[1-seat] = own, other
			m.Step(joint)
			v, _ := surely(m, seat)
			least = min(least, v)
			m.Load(at)
		}
		if least > value {
			value, best = least, nil
		}
		if least == value {
			best = append(best, own)
		}
	}
	return value, best
}

func TestMachine(t *testing.T) {
	games := []game.Game{toy.Pennies(4), toy.Prisoners(), toy.Lines(), forks(4, 3)}
	for _, name := range []string{"simultaneousTicTacToe", "goofspiel5", "ticTacToe"} {
		g, err := catalog.Open(t.Context(), name, catalog.Options{})
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	for _, g := range games {
		if !Suits(g.Facts()) {
			continue // Nature has a part
		}
		for first := range 2 {
			s := &serialGame{g, first}
			if err := gametest.Verify(s, gametest.Options{Walks: 8}); err != nil {
				t.Errorf("first %d: %v", first, err)
			}
			m := s.NewMachine()
			if err := alphabeta.Suits(m, 1, nil); err != nil {
				t.Errorf("%s, first %d: %v", g.Facts().Name, first, err)
			}
		}
	}
}

// A key tells what has been decided already.
func TestKey(t *testing.T) {
	g, err := catalog.Open(t.Context(), "goofspiel5", catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := (&serialGame{forksKeyed{forks(4, 3)}, 0}).NewMachine()
	if err := gametest.Verify(m.Game(), gametest.Options{Walks: 4}); err != nil {
		t.Error(err)
	}
	_, there := g.NewMachine().(game.Keyer)
	if _, ok := (&serialGame{g, 0}).NewMachine().(game.Keyer); ok != there {
		t.Errorf("goofspiel has keys: %t, as a serial game %t", there, ok)
	}
	for len(m.Legal(0, nil)) < 2 || len(m.Legal(1, nil)) > 1 || m.Terminal() { // to where the first decides before the second
		m.Step([]game.Move{m.Legal(0, nil)[0], m.Legal(1, nil)[0]})
	}
	at, k := m.Save(nil), m.(game.Keyer)
	keys := map[uint64]bool{k.Key(): true}
	moves := m.Legal(0, nil)
	for _, mv := range moves {
		m.Load(at)
		m.Step([]game.Move{mv, m.Legal(1, nil)[0]})
		keys[k.Key()] = true
	}
	if len(keys) != len(moves)+1 {
		t.Errorf("%d keys of %d positions", len(keys), len(moves)+1)
	}
}

// forksKeyed are forks whose machines have keys.
type forksKeyed struct{ *toy.Game }

func (g forksKeyed) NewMachine() game.Machine { return &forksMachine{g.Game.NewMachine(), g} }

type forksMachine struct {
	game.Machine
	g forksKeyed
}

func (m *forksMachine) Game() game.Game { return m.g }
func (m *forksMachine) Key() uint64     { return m.Save(nil).Hash() }

func TestSuits(t *testing.T) {
	for g, want := range map[*toy.Game]bool{toy.Pennies(2): true, toy.Pig(8): false, toy.Cards(): false} {
		if got := Suits(g.Facts()); got != want {
			t.Errorf("%s: %t", g.Facts().Name, got)
		}
	}
}

// What it takes for certain is what there is for certain, and it plays for no less.
func TestSurely(t *testing.T) {
	patience.OneThread(t)
	wins, losses, others := 0, 0, 0
	for seed := range uint64(60) {
		g := forks(4, seed)
		m := g.NewMachine()
		seat := int(seed % 2)
		want, best := surely(m, seat)
		p := New(Options{Beta: alphabeta.Options{Nodes: 1e6, Threads: 1}, Tree: mcts.Options{Iterations: 200, Threads: 1}})
		if err := p.Begin(context.Background(), g, seat, agent.Clocks{}); err != nil {
			t.Fatal(err)
		}
		legal := m.Legal(seat, nil)
		var told []agent.Thought
		turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: legal, Tell: func(x agent.Thought) { told = append(told, x) }}
		move, err := p.Choose(context.Background(), turn)
		s := p.Stats()
		switch {
		case err != nil || !slices.Contains(legal, move):
			t.Fatalf("game %d: move %d, error %v", seed, move, err)
		case len(legal) == 1:
		case !slices.Contains(best, move):
			t.Errorf("game %d: move %d, best are %v", seed, move, best)
		case want == 1:
			if wins++; !s.Proven || s.Value != 1 {
				t.Errorf("game %d: a certain win is worth %v, proven %v", seed, s.Value, s.Proven)
			}
		case want == 0:
			losses++
			if p.tree == nil {
				t.Errorf("game %d: no tree has decided where nothing is certain", seed)
			}
		default:
			others++
		}
		for _, x := range append(told, agent.Thought{Stats: s}) {
			proven := x.Proven && p.tree == nil // the tree knows what it says
			for _, c := range x.Moves {
				proven = proven || c.Proven && p.tree == nil
			}
			if proven && want < 1 {
				t.Errorf("game %d: worth %v for certain, and it claims to know more: %+v", seed, want, x)
			}
		}
		p.End()
	}
	if wins == 0 || losses == 0 || others == 0 {
		t.Errorf("%d wins, %d losses, %d others: too few to tell", wins, losses, others)
	}
}

// constant judges all positions alike, and wants to see those of the game as it is.
type constant struct{ t *testing.T }

func (c constant) NewScorer() heuristic.Scorer { return c }
func (constant) Explain() []string             { return nil }

func (c constant) Score(m game.Machine, dst []float64) {
	if _, ok := m.Game().(*serialGame); ok {
		c.t.Error("a function is asked about the serial game")
	}
	dst[0], dst[1] = 0.5, 0.5
}

// Matches by the clock, from either seat, with thoughts in between: legal moves, and no goroutine that stays.
func TestMatch(t *testing.T) {
	for _, name := range []string{"simultaneousTicTacToe", "goofspiel5", "tron"} {
		g, err := catalog.Open(t.Context(), name, catalog.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !Suits(g.Facts()) {
			continue
		}
		for seat := range 2 {
			p := New(Options{Beta: alphabeta.Options{Function: constant{t}, Threads: 1, Bytes: 1 << 20}, Tree: mcts.Options{Threads: 1, Bytes: 1 << 20}})
			within := func(f func(context.Context)) {
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
				defer cancel()
				f(ctx)
			}
			within(func(ctx context.Context) { err = p.Begin(ctx, g, seat, agent.Clocks{}) })
			if err != nil {
				t.Fatal(err)
			}
			m := g.NewMachine()
			rng := game.Stream(1, "serial", uint64(seat))
			var w game.Walker
			for n := 0; n < 60 && !m.Terminal(); n++ {
				joint := slices.Clone(w.Draw(m, rng))
				turn := agent.Turn{Number: n, States: []game.State{m.Save(nil)}, Legal: m.Legal(seat, nil)}
				within(func(ctx context.Context) {
					if joint[seat], err = p.Choose(ctx, turn); err != nil || !slices.Contains(turn.Legal, joint[seat]) {
						t.Fatalf("%s, step %d: move %d, error %v", name, n, joint[seat], err)
					}
				})
				within(p.Ponder)
				if s := p.Stats(); s.Iterations < 0 || s.Value < 0 || s.Value > 1 {
					t.Errorf("%s, step %d: %+v", name, n, s)
				}
				m.Step(joint)
			}
			p.End()
		}
	}
}

// Without a game it answers all the same, and an engine that panics is an error.
func TestTrouble(t *testing.T) {
	p := New(Options{})
	if _, err := p.Choose(t.Context(), agent.Turn{}); !errors.Is(err, agent.ErrNoMove) {
		t.Errorf("without a move: %v", err)
	}
	if mv, err := p.Choose(t.Context(), agent.Turn{Legal: []game.Move{7, 8}}); mv != 7 || err != nil {
		t.Errorf("without a game: %d, %v", mv, err)
	}
	p.Ponder(t.Context())
	p.End()
	g := toy.Pennies(4)
	done, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	if err := p.Begin(done, g, 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	mv, err := p.Choose(t.Context(), agent.Turn{States: []game.State{nil}, Legal: []game.Move{0, 1}})
	if mv != 0 || err == nil {
		t.Errorf("a state that is none: %d, %v", mv, err)
	}
	p.End()
}
