package portfolio

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/catalog"
	"ludens/game"
	"ludens/game/gametest/toy"
	"ludens/internal/patience"
)

func search() mcts.Options { return mcts.Options{Threads: 2, Bytes: 16 << 20, Seed: 1} }

func open(t *testing.T, name string) game.Game {
	t.Helper()
	g, err := catalog.Open(t.Context(), name, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// choose chooses with a clock, and complains when that is overrun.
func choose(t *testing.T, g game.Game, clock time.Duration, o Options) *Choice {
	t.Helper()
	end := time.Now().Add(clock)
	ctx, cancel := context.WithDeadline(t.Context(), end)
	defer cancel()
	c := Choose(ctx, g, o)
	if late := time.Since(end); late > patience.Grace {
		t.Errorf("late by %s", late)
	}
	return c
}

// plays checks that a player gives a legal move of the initial position for the first
// seat that has a choice.
func plays(t *testing.T, p agent.Player, g game.Game, seat int) {
	t.Helper()
	m := g.NewMachine()
	legal := m.Legal(seat, nil)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	mv, err := p.Choose(ctx, agent.Turn{States: []game.State{m.Save(nil)}, Legal: legal})
	if err != nil || !slices.Contains(legal, mv) {
		t.Errorf("chose %d: %v", mv, err)
	}
}

// bad is a game whose machines do something at every step but those of the first few;
// what they can do is what machines of GDL can.
type bad struct {
	game.Game
	steps *atomic.Int64 // made by all machines
	after int64
	step  func()
}

func newBad(g game.Game, after int64, step func()) bad { return bad{g, &atomic.Int64{}, after, step} }

func (b bad) NewMachine() game.Machine { return badMachine{b.Game.NewMachine(), b} }

func (b bad) Propositions() []string   { return b.Game.(game.Propositional).Propositions() }
func (b bad) MoveTexts(s int) []string { return b.Game.(game.Propositional).MoveTexts(s) }
func (b bad) RoleTexts() []string      { return b.Game.(game.Propositional).RoleTexts() }
func (b bad) Orders() [][]string       { return b.Game.(game.Propositional).Orders() }

type badMachine struct {
	game.Machine
	g bad
}

func (m badMachine) Game() game.Game { return m.g }

func (m badMachine) Step(joint []game.Move) {
	if m.g.steps.Add(1) > m.g.after {
		m.g.step()
	}
	m.Machine.Step(joint)
}

func (m badMachine) Truths(dst []uint64) []uint64 { return m.Machine.(game.Truther).Truths(dst) }

// count is a game for two in turn: everybody says 0 or 1, twelve times, and who has said
// more ones wins.
func count() game.Game {
	const plies = 24
	return toy.New(toy.Rules{
		Name: "count", Players: []string{"a", "b"}, Counts: []int{2, 2},
		Init:     game.State{0, 0, 0},
		Terminal: func(s game.State) bool { return s[2] == plies },
		Legal: func(s game.State, seat int, dst []game.Move) []game.Move {
			if int(s[2]%2) != seat {
				return append(dst, 0)
			}
			return append(dst, 0, 1)
		},
		Next: func(s game.State, joint []game.Move) {
			s[s[2]%2] += uint64(joint[s[2]%2])
			s[2]++
		},
		Utility: func(s game.State, dst []float64) {
			switch {
			case s[0] > s[1]:
				dst[0] = 1
			case s[0] < s[1]:
				dst[1] = 1
			default:
				dst[0], dst[1] = 0.5, 0.5
			}
		},
		Label: func(_ int, m game.Move) string { return [2]string{"zero", "one"}[m] },
	})
}

// thinks is how long fakes take for everything.
const thinks = 50 * time.Microsecond

// fake is a player that always says the same, or does not play at all.
type fake struct {
	say    game.Move
	begin  func() error
	choose func() error
}

func (fake) Name() string { return "fake" }

func (f fake) Begin(context.Context, game.Game, int, agent.Clocks) error {
	if f.begin != nil {
		return f.begin()
	}
	return nil
}

func (f fake) Choose(_ context.Context, turn agent.Turn) (game.Move, error) {
	time.Sleep(thinks)
	if f.choose != nil {
		if err := f.choose(); err != nil {
			return turn.Legal[0], err
		}
	}
	return f.say, nil
}

func (fake) End() {}

// way is one of fake players.
func way(name string, trust float64, f fake) *Way {
	return &Way{Name: name, trust: trust, New: func(int, int64, uint64) agent.Player { return f }}
}

var errFake = errors.New("fake")

// kept is a memory that lasts as long as the test.
type kept struct {
	mu    sync.Mutex
	memos map[string]*Memo
}

func (k *kept) Recall(key string) (*Memo, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	m, ok := k.memos[key]
	return m, ok
}

func (k *kept) Keep(key string, m *Memo) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.memos == nil {
		k.memos = map[string]*Memo{}
	}
	k.memos[key] = m
	return m.Validate()
}
