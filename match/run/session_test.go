package run_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"ludens/agent"
	"ludens/agent/baseline"
	"ludens/agent/session"
	"ludens/catalog"
	"ludens/game"
	"ludens/ggp"
	"ludens/match"
	"ludens/match/run"
)

// The player's own brain makes no mistake in any dialect with any engine; the
// percept dialects tell it moves in a form of their own.
func TestSessionDialects(t *testing.T) {
	text, g := open(t, "ticTacToe")
	for d := ggp.GGPBase; d <= ggp.Dresden2013; d++ {
		for _, engine := range []string{"reasoner", "network"} {
			t.Run(fmt.Sprint(d, " ", engine), func(t *testing.T) {
				var seats []run.Seat
				for range 2 {
					s, err := session.New(session.Config{
						Quick: func(ctx context.Context, text string) (game.Game, error) {
							return catalog.OpenText(ctx, "", text, catalog.Options{Engine: engine})
						},
						NewPlayer: func() agent.Player { return baseline.NewRandom(1) },
					})
					if err != nil {
						t.Fatal(err)
					}
					defer func() {
						if err := s.Close(context.Background()); err != nil {
							t.Error(err)
						}
					}()
					addr, kill := serve(t, handlerFunc(func(_ context.Context, m ggp.Message) string {
						now := time.Now()
						switch m := m.(type) {
						case ggp.Start:
							return s.Start(session.StartArgs{ID: m.MatchID, Role: m.Role, Rules: m.Rules, Received: now, StartClock: 20 * time.Second, PlayClock: 20 * time.Second})
						case ggp.Play:
							return s.Play(m.MatchID, session.Turn(m.Turn), now)
						case ggp.Stop:
							return s.Stop(m.MatchID, session.Turn(m.Turn))
						}
						return "nil"
					}))
					defer kill()
					seats = append(seats, run.Seat{Addr: addr, Dialect: d})
				}
				r, err := run.Run(t.Context(), run.Options{
					Match: match.Config{ID: "Test.1", Game: g, Rules: text, StartClock: 20, PlayClock: 20, Seed: 3}, Seats: seats,
				})
				if err != nil {
					t.Fatal(err)
				}
				if r.Status != match.Completed || len(r.Count(0))+len(r.Count(1)) > 0 {
					t.Errorf("%v, failures %v %v", r.Status, r.Count(0), r.Count(1))
				}
			})
		}
	}
}
