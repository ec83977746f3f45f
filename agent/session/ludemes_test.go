package session_test

import (
	"bytes"
	"context"
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

// TestLudemes plays the beginning of every game in ludemes of the library as the
// protocol would, with one engine.
func TestLudemes(t *testing.T) {
	open := func(ctx context.Context, text string) (game.Game, error) {
		return catalog.OpenText(ctx, "", text, catalog.Options{})
	}
	list := games.Ludemes()
	if testing.Short() {
		list = list[:min(5, len(list))]
	}
	for _, l := range list {
		t.Run(l.Name, func(t *testing.T) {
			var warnings bytes.Buffer
			s, err := session.New(session.Config{
				Log:       zerolog.New(zerolog.SyncWriter(&warnings)).Level(zerolog.WarnLevel),
				Full:      open,
				NewPlayer: func() agent.Player { return mcts.New(mcts.Options{Threads: 1, Iterations: 5, PlayoutSteps: 40}) },
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
			g, err := open(t.Context(), l.Text)
			if err != nil {
				t.Fatal(err)
			}
			playSome(t, s, g, l.Text, g.Facts().Players-1, 8)
		})
	}
}
