package run_test

import (
	"context"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ludens/game"
	"ludens/game/gametest/toy"
	"ludens/ggp"
	"ludens/ggp/server"
	"ludens/match"
	"ludens/match/run"
)

// bot is a player's server that plays the first legal move of Lines' seats.
type bot struct {
	game game.Game
	mu   sync.Mutex
	m    game.Machine
	seat int
	got  []string // message kinds and details
}

func (b *bot) Handle(_ context.Context, msg ggp.Message) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.got = append(b.got, msg.Command())
	switch msg := msg.(type) {
	case ggp.Start:
		b.m, b.seat = b.game.NewMachine(), b.game.Facts().SeatByName(msg.Role)
		return ggp.Ready
	case ggp.Play:
		b.follow(msg.Turn)
		return b.m.Label(b.seat, b.m.Legal(b.seat, nil)[0])
	case ggp.Stop:
		return ggp.Done
	}
	return ggp.Aborted
}

func (b *bot) follow(t ggp.Turn) {
	if t.Moves == nil {
		return
	}
	joint := make([]game.Move, len(t.Moves))
	for seat, text := range b.game.Facts().BySeat(t.Moves) {
		joint[seat], _ = b.m.Parse(seat, text)
	}
	b.m.Step(joint)
}

// serve starts a player's server; kill ends it at once.
func serve(t *testing.T, h server.Handler) (addr string, kill func()) {
	t.Helper()
	s, err := server.Listen("127.0.0.1:0", server.Config{}, h)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve() }()
	var once sync.Once
	kill = func() {
		once.Do(func() {
			ctx, cancel := context.WithCancel(context.Background())
			cancel()
			_ = s.Shutdown(ctx)
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
	t.Cleanup(kill)
	return s.Addr().String(), kill
}

// A match of three over the network in which one player is killed, one answers
// garbage and one late: it goes on to its end, and each is recorded as what it
// was.
func TestRemoteFailures(t *testing.T) {
	check := noLeak(t)
	for grace := time.Second; !remoteFailures(t, grace); grace *= 4 {
		t.Logf("a machine that is busy: in %v not all were heard that have answered", grace)
	}
	check()
}

// remoteFailures plays the match. It is false where the grace was too short for those that
// are not late, which says nothing; a minute is enough.
func remoteFailures(t *testing.T, grace time.Duration) (heard bool) {
	t.Helper()
	g := toy.Heap(4)

	// first: killed when the second turn has begun.
	killed := &bot{game: g}
	addrKilled, kill := serve(t, killed)

	// second: garbage, in HTTP and not.
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var raw sync.WaitGroup
	raw.Go(func() {
		for n := 0; ; n++ {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			buf := make([]byte, 4096)
			_, _ = c.Read(buf)
			if n%2 == 0 {
				_, _ = io.WriteString(c, "HTTP/1.0 200 OK\r\n\r\n(((")
			} else {
				_, _ = io.WriteString(c, "go away")
			}
			c.Close()
		}
	})

	// third: never in time.
	over := make(chan struct{})
	addrLate, killLate := serve(t, server.HandlerFunc(func(ctx context.Context, m ggp.Message) string {
		if _, ok := m.(ggp.Play); ok {
			select {
			case <-ctx.Done():
			case <-over:
			}
		}
		return "noop"
	}))

	var thinking int
	r, err := run.Run(t.Context(), run.Options{
		Match: match.Config{ID: "Test.1", Game: g, Rules: "(role first)", StartClock: 5, PlayClock: 0, Seed: 9},
		Seats: []run.Seat{{Addr: addrKilled}, {Addr: ln.Addr().String()}, {Addr: addrLate, Name: "late"}},
		Grace: grace,
		Hooks: run.Hooks{Thinking: func(step int, until time.Time) {
			thinking++
			if step == 1 {
				kill()
			}
		}},
	})
	close(over)
	ln.Close()
	raw.Wait()
	killLate()
	kill()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range r.Replies {
		if (row[0].Kind == match.Timeout || row[1].Kind == match.Timeout) && grace < time.Minute {
			return false
		}
	}
	if r.Status != match.Completed || thinking != r.Steps() || r.Steps() < 2 {
		t.Errorf("status %v after %d steps", r.Status, r.Steps())
	}
	for i, row := range r.Replies {
		want := []match.Kind{match.Connection, match.Garbage, match.Timeout}
		switch i {
		case 0: // nobody looks at what a player says to START, only whether it does
			want = []match.Kind{match.OK, match.OK, match.OK}
		case 1:
			want[0] = match.OK
		}
		for role := range want {
			if row[role].Kind != want[role] {
				t.Errorf("turn %d, %s: %v (%s), want %v", i, r.Roles[role], row[role].Kind, row[role].Detail, want[role])
			}
		}
	}
	if err := r.Replay(g); err != nil {
		t.Error(err)
	}
	if d := cmp.Diff([]string{"START", "PLAY"}, killed.got); d != "" {
		t.Error(d)
	}
	return true
}

// Remote players in every dialect play the same match, scrambled or not.
func TestDialects(t *testing.T) {
	var want *match.Record
	for _, scramble := range []bool{false, true} {
		for _, d := range []ggp.Dialect{ggp.GGPBase, ggp.Dresden2011} {
			g := toy.Lines()
			// The bot knows the names of moves, so scrambling must leave them: no
			// rules, no names.
			a, b := &bot{game: g}, &bot{game: g}
			addrA, killA := serve(t, a)
			addrB, killB := serve(t, b)
			r, err := run.Run(t.Context(), run.Options{
				Match: match.Config{ID: "m", Game: g, StartClock: 60, PlayClock: 60, Seed: 1},
				Seats: []run.Seat{{Name: "a", Addr: addrA, Dialect: d}, {Name: "b", Addr: addrB, Dialect: d}}, Scramble: scramble,
			})
			killA()
			killB()
			if err != nil {
				t.Fatal(err)
			}
			if r.Status != match.Completed || len(r.Count(0))+len(r.Count(1)) != 0 {
				t.Fatalf("%v: %v, failures %v %v", d, r.Status, r.Count(0), r.Count(1))
			}
			if want == nil {
				want = r
			} else if !cmp.Equal(want.Moves, r.Moves) {
				t.Errorf("%v: another match: %v", d, r.Moves)
			}
			if n := len(a.got); n != r.Steps()+2 || a.got[n-1] != "STOP" {
				t.Errorf("%v: messages %v", d, a.got)
			}
		}
	}
}
