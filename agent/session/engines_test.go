package session_test

import (
	"bytes"
	"context"
	"slices"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/agent/session"
	"ludens/catalog"
	"ludens/game"
	"ludens/games"
)

// TestLibrary plays the beginning of every game of the library as the protocol
// would, with the reasoner first and the network as soon as it is built. The
// answer must be legal for an engine of its own, whatever the game hides.
func TestLibrary(t *testing.T) {
	open := func(name, engine string) session.Opener {
		return func(ctx context.Context, text string) (game.Game, error) {
			return catalog.OpenText(ctx, name, text, catalog.Options{Engine: engine, BuildTime: time.Hour})
		}
	}
	for _, e := range games.List() {
		t.Run(e.Name, func(t *testing.T) {
			var warnings bytes.Buffer
			s, err := session.New(session.Config{
				Log:   zerolog.New(zerolog.SyncWriter(&warnings)).Level(zerolog.WarnLevel),
				Quick: open(e.Name, catalog.Reasoner), Full: open(e.Name, catalog.Network),
				NewPlayer: func() agent.Player { return mcts.New(mcts.Options{Threads: 1, Iterations: 10, PlayoutSteps: 60}) },
			})
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
				defer cancel()
				if err := s.Close(ctx); err != nil {
					t.Error(err)
				}
				if warnings.Len() > 0 {
					t.Errorf("a match without incidents gave warnings:\n%s", &warnings)
				}
			}()
			g, err := open(e.Name, catalog.Reasoner)(t.Context(), e.Text)
			if err != nil {
				t.Fatal(err)
			}
			seat := g.Facts().Players - 1
			playSome(t, s, g, e.Text, seat, 12)
		})
	}
}

// playSome plays at most so many turns of a match for a seat; the others move at
// random.
func playSome(t *testing.T, s *session.Session, g game.Game, rules string, seat, turns int) {
	t.Helper()
	f := g.Facts()
	m := g.NewMachine()
	const clock = 2 * time.Minute // iterations end the search, not the clock
	if got := s.Start(session.StartArgs{ID: "m", Role: f.Seats[seat], Rules: rules, StartClock: clock, PlayClock: clock}); got != session.Ready {
		t.Fatalf("START: %q", got)
	}
	var w game.Walker
	rng := game.Stream(2, "test", uint64(seat))
	turn := session.Turn{Number: 0}
	for n := 1; n <= turns && !m.Terminal(); n++ {
		text := s.Play("m", turn, time.Time{})
		move, err := m.Parse(seat, text)
		if err != nil {
			t.Fatalf("turn %d: %v", n, err)
		}
		joint := slices.Clone(w.Draw(m, rng))
		joint[seat] = move
		texts := make([]string, len(joint))
		for i, mv := range joint {
			texts[i] = m.Label(i, mv)
		}
		m.Step(joint)
		turn = session.Turn{Number: n, Moves: f.ByRole(texts)}
		if f.Hidden {
			turn = session.Turn{Number: n, Numbered: true, Own: text}
			turn.Percepts = m.(game.Perceiver).Percepts(seat, nil)
		}
	}
	if got := s.Stop("m", turn); got != session.Done {
		t.Errorf("STOP: %q", got)
	}
}
