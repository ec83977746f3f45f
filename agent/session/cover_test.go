package session_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
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

// sealed is a description without percepts: b chooses, and a may then guess, or
// take what is safe. Who sees b's move knows better than to take that.
const sealed = `(role a) (role b) (init (turn 1)) (one x) (one y) (one z)
	(<= (legal b (pick ?c)) (true (turn 1)) (one ?c)) (<= (legal a noop) (true (turn 1)))
	(<= (legal a (guess ?c)) (true (turn 2)) (one ?c)) (<= (legal a safe) (true (turn 2))) (<= (legal b noop) (true (turn 2)))
	(<= (next (picked ?c)) (does b (pick ?c))) (<= (next (picked ?c)) (true (picked ?c))) (<= (next (turn 2)) (true (turn 1)))
	(<= (next (right)) (does a (guess ?c)) (true (picked ?c))) (<= (next (took)) (does a safe)) (<= (next (turn 3)) (true (turn 2)))
	(<= terminal (true (turn 3)))
	(<= (goal a 100) (true (right))) (<= (goal a 60) (true (took))) (<= (goal a 0) (not (true (right))) (not (true (took)))) (goal b 50)`

func untold(t *testing.T, text string) (s *session.Session, warnings *bytes.Buffer) {
	t.Helper()
	warnings = &bytes.Buffer{}
	open := func(engine string) session.Opener {
		return func(ctx context.Context, text string) (game.Game, error) {
			return catalog.OpenText(ctx, "", text, catalog.Options{Engine: engine, BuildTime: time.Hour})
		}
	}
	s, err := session.New(session.Config{
		Log:   zerolog.New(zerolog.SyncWriter(warnings)).Level(zerolog.WarnLevel),
		Quick: open(catalog.Reasoner), Full: open(catalog.Network),
		NewPlayer: func() agent.Player {
			return mcts.New(mcts.Options{Threads: 1, Iterations: 500, PlayoutSteps: 60, AnswerForced: true})
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := s.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	return s, warnings
}

func begin(t *testing.T, s *session.Session, role, text string) {
	t.Helper()
	// Clocks that nobody needs: iterations end the search.
	if got := s.Start(session.StartArgs{ID: "m", Role: role, Rules: text, StartClock: time.Minute, PlayClock: time.Minute}); got != session.Ready {
		t.Fatalf("START: %q", got)
	}
}

// A description without percepts, played in a form of GDL-II, hides everything:
// what is safe is better than a guess. In the classic form b's move is told.
func TestRulesWithoutPerceptsPlayedAsHidden(t *testing.T) {
	for name, c := range map[string]struct {
		turns []session.Turn
		want  string
	}{
		"numbered": {[]session.Turn{{Number: 0, Numbered: true}, {Number: 1, Numbered: true, Own: "noop"}}, "safe"},
		"list":     {[]session.Turn{{Number: -1}, {Number: -1, Moves: []string{}}}, "safe"},
		"classic":  {[]session.Turn{{Number: -1}, {Number: -1, Moves: []string{"noop", "(pick y)"}}}, "(guess y)"},
	} {
		s, warnings := untold(t, sealed)
		begin(t, s, "a", sealed)
		var got string
		for _, turn := range c.turns {
			got = s.Play("m", turn, time.Now())
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		s.Stop("m", session.Turn{Number: -1})
		if strings.Contains(warnings.String(), "followed") {
			t.Errorf("%s: %s", name, warnings)
		}
	}
}

// Whole matches of the library's games without percepts, told nothing: the track
// is never lost, and where a player always knows its own moves, every answer is
// legal.
func TestLibraryWithoutBeingTold(t *testing.T) {
	for name, always := range map[string]bool{
		"rockPaperScissors": true, "prisonersDilemma": true, "goofspiel5": true, "nim": false, "ticTacToe": false, "tron": false, "clobber": false,
	} {
		e, ok := games.Find(name)
		if !ok {
			t.Fatalf("there is no %s in the library", name)
		}
		g, err := catalog.OpenText(t.Context(), name, e.Text, catalog.Options{Engine: catalog.Reasoner})
		if err != nil {
			t.Fatal(err)
		}
		if g.Facts().Hidden {
			t.Fatalf("%s hides something", name)
		}
		s, warnings := untold(t, e.Text)
		m := g.NewMachine()
		seat := 0
		begin(t, s, g.Facts().Seats[seat], e.Text)
		turn := session.Turn{Number: 0, Numbered: true}
		rng := game.Stream(1, "untold", 0)
		var w game.Walker
		for n := 1; !m.Terminal() && n <= 20; n++ {
			text := s.Play("m", turn, time.Now())
			joint := slices.Clone(w.Draw(m, rng))
			if move, err := m.Parse(seat, text); err == nil {
				joint[seat] = move
			} else if always {
				t.Errorf("%s, turn %d: %v", name, n, err)
			}
			turn = session.Turn{Number: n, Numbered: true, Own: strings.ToUpper(fmt.Sprint(m.Label(seat, joint[seat])))}
			m.Step(joint)
		}
		s.Stop("m", turn)
		if warnings.Len() > 0 {
			t.Errorf("%s: %s", name, warnings)
		}
	}
}
