package session

import (
	"context"
	"strings"
	"testing"
	"time"

	"ludens/agent"
	"ludens/agent/baseline"
	"ludens/game/gametest/toy"
)

// Whatever a server sends: no crash, an answer in time, and it is the text of a
// move or one of the protocol's words.
func FuzzPlay(f *testing.F) {
	f.Add("(mark 1 1)|noop", "noop|(mark 2 2)", "x", -1, false)
	f.Add("heads|tails", "", "(did a b)", 3, true)
	f.Add("(((|)))", "|||", "noop", 0, true)
	games := append(toy.All(), toy.Endless(), toy.Faulty())
	f.Fuzz(func(t *testing.T, a, b, own string, number int, numbered bool) {
		if len(a)+len(b)+len(own) > 500 {
			return
		}
		number = max(-2, number%10) // guessing many lost turns takes its third of the clock
		g := games[(len(a)+len(b))%len(games)]
		s, err := New(Config{Quick: opener(g), NewPlayer: func() agent.Player { return baseline.NewLegal() }})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Start(start("m", g.Facts().Seats[0], time.Second)); got != Ready {
			t.Fatalf("START: %q", got)
		}
		s.Play("m", Turn{Number: -1}, time.Time{})
		for i, text := range []string{a, b, a} {
			turn := Turn{Number: number + i, Numbered: numbered, Own: own, Percepts: strings.Split(text, "|")}
			if !numbered {
				turn = Turn{Number: -1, Moves: strings.Split(text, "|")}
			}
			if got := s.Play("m", turn, time.Time{}); got == "" || got == Busy {
				t.Errorf("turn %+v: answer %q", turn, got)
			}
		}
		s.Stop("m", Turn{Number: -1, Moves: strings.Split(b, "|")})
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := s.Close(ctx); err != nil {
			t.Error(err)
		}
	})
}
