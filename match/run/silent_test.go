package run_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"ludens/game/gametest/toy"
	"ludens/ggp"
	"ludens/ggp/server"
	"ludens/match"
	"ludens/match/run"
)

// silent is a player's server that reads everything and answers nothing. What it
// reads goes to got.
func silent(t *testing.T, got chan<- string) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	t.Cleanup(func() { l.Close(); wg.Wait() })
	wg.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			wg.Go(func() { // ends when the manager gives up
				defer c.Close()
				var all strings.Builder
				buf := make([]byte, 4096)
				for told := false; ; {
					n, err := c.Read(buf)
					all.Write(buf[:n])
					if _, body, ok := strings.Cut(all.String(), "\r\n\r\n"); ok && !told && strings.HasSuffix(body, ")") {
						told = true
						got <- body
					}
					if err != nil {
						return
					}
				}
			})
		}
	})
	return l.Addr().String()
}

// Whoever never answered is told at the end that the match is none for it: by
// ABORT, when the match is aborted and when it is played to its end.
func TestSilentPlayerIsSentAbort(t *testing.T) {
	for _, abort := range []bool{true, false} {
		for grace := 100 * time.Millisecond; !silentIsSentAbort(t, abort, grace); grace *= 4 {
			if grace > time.Minute {
				t.Fatalf("aborted %v: no ABORT", abort)
			}
		}
	}
}

// silentIsSentAbort is false where START or ABORT did not reach the player, as it may be on
// a busy machine: the grace is all the time that they have.
func silentIsSentAbort(t *testing.T, abort bool, grace time.Duration) bool {
	t.Helper()
	got := make(chan string, 100)
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	o := run.Options{
		Match: match.Config{ID: "m", Game: toy.Pennies(2), PlayClock: 30, StartClock: 30, Rules: "(role a)"},
		Seats: []run.Seat{{Addr: silent(t, got), Name: "stone"}, {Local: &first{}}},
		Grace: grace,
	}
	if !abort {
		o.Match.StartClock, o.Match.PlayClock = 0, 0
	}
	done := make(chan *match.Record, 1)
	go func() {
		r, err := run.Run(ctx, o)
		if err != nil {
			t.Error(err)
		}
		done <- r
	}()
	var r *match.Record
	select {
	case <-got: // START
		if abort {
			cancel(errors.New("enough"))
		}
		r = <-done
	case <-done:
		return false
	}
	// Each message has a connection, and who reads it has a goroutine, so that their
	// order is chance.
	for text := ""; text != "( ABORT m )"; {
		select {
		case text = <-got:
		case <-time.After(20 * time.Second):
			return false
		}
		if strings.Contains(text, "STOP") {
			t.Errorf("aborted %v: told %s", abort, text)
		}
	}
	if !abort && (r.Status != match.Completed || !r.Has(match.NoteSilent) || r.Notes[0].Role != "even") {
		t.Errorf("record %v with notes %v", r.Status, r.Notes)
	}
	return true
}

// answering is a player's server that gives one answer to everything.
func answering(text string) server.Handler {
	return server.HandlerFunc(func(context.Context, ggp.Message) string { return text })
}

// A remote player that answers START with busy stops the match; the others are
// told.
func TestBusyPlayerStopsTheMatch(t *testing.T) {
	addr, _ := serve(t, answering("busy"))
	a := &first{}
	r, err := run.Run(t.Context(), run.Options{
		Match: match.Config{ID: "m", Game: toy.Pennies(2), PlayClock: 30, StartClock: 30, Rules: "(role a)"},
		Seats: []run.Seat{{Local: a}, {Addr: addr, Name: "bee"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != match.Aborted || !strings.Contains(r.Reason, "bee is busy") || !r.Has(match.NoteBusy) || r.Steps() != 0 {
		t.Errorf("record %v, %q, notes %v", r.Status, r.Reason, r.Notes)
	}
	if a.log[len(a.log)-1] != "abort" {
		t.Errorf("the other player is told %v", a.log)
	}
}
