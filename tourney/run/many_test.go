package run_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"ludens/game/gametest/toy"
	"ludens/ggp"
	"ludens/ggp/server"
	"ludens/match"
	matchrun "ludens/match/run"
	"ludens/store"
	"ludens/tourney"
	"ludens/tourney/run"
)

// serve starts a player's server that ends with the test.
func serve(t *testing.T, f server.HandlerFunc) string {
	t.Helper()
	s, err := server.Listen("127.0.0.1:0", server.Config{MaxConns: 1024}, f)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve() }() // waited for by the cleanup
	t.Cleanup(func() {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_ = s.Shutdown(ctx)
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return s.Addr().String()
}

// remotes makes matches of pennies between players on the network.
func remotes(turns uint64, hooks func(o *matchrun.Options)) run.Maker {
	return func(_ context.Context, cfg tourney.Config, p tourney.Play) (run.Prepared, error) {
		o := matchrun.Options{Match: match.Config{Game: toy.Pennies(turns), Rules: "(role a)", Seed: uint64(p.Slot.Number)}}
		for _, e := range p.Slot.Seats {
			o.Seats = append(o.Seats, matchrun.Seat{Name: cfg.Entrants[e].Name, Addr: cfg.Entrants[e].Player})
		}
		if hooks != nil {
			hooks(&o)
		}
		return run.Prepared{Options: o}, nil
	}
}

func remote(name, addr string) tourney.Entrant {
	return tourney.Entrant{Name: name, Kind: tourney.Remote, Player: addr}
}

// TestBusy: a player that is busy for a while plays when it has time, and one that always is
// has lost.
func TestBusy(t *testing.T) {
	busy := func(times int32) server.HandlerFunc {
		var asked atomic.Int32
		return func(_ context.Context, m ggp.Message) string {
			switch m.(type) {
			case ggp.Start:
				if asked.Add(1) <= times {
					return ggp.Busy
				}
				return ggp.Ready
			case ggp.Play:
				return "heads"
			}
			return ggp.Done
		}
	}
	for times, forfeits := range map[int32]int{2: 0, 1000: 2} {
		m := newMemory()
		cfg := cup(1)
		cfg.Parallel = 1
		cfg.Entrants = []tourney.Entrant{remote("a", serve(t, busy(0))), remote("b", serve(t, busy(times)))}
		tour, err := run.Run(t.Context(), run.Options{Tournament: cfg, Store: m, Make: remotes(2, nil), BusyWait: time.Millisecond})
		if err != nil || !tour.Complete() {
			t.Fatal(err)
		}
		for _, l := range tour.Standings() {
			if l.Name == "b" && l.Forfeits != forfeits || l.Name == "a" && l.Forfeits > 0 {
				t.Errorf("busy %d times: %+v", times, l)
			}
		}
	}
}

// TestManyAtOnce: 64 matches at once between players on the network. No error that a player
// did not cause. With LUDENS_ALL=1 it is 5,000 matches, of which every tenth has an answer that
// does not come; clocks are held against the machine's own timers, memory and goroutines
// against what they were.
func TestManyAtOnce(t *testing.T) {
	matches, every, clock := 96, int64(1)<<40, 60
	all := os.Getenv("LUDENS_ALL") != ""
	if all {
		matches, every, clock = 5000, 60, 1
	}
	const turns = 3
	var asked, hung atomic.Int64
	hang := func(_ context.Context, m ggp.Message) string {
		switch m.(type) {
		case ggp.Start:
			return ggp.Ready
		case ggp.Play:
			if asked.Add(1)%every == 0 {
				hung.Add(1)
				time.Sleep(time.Duration(clock)*time.Second + 500*time.Millisecond) // the gamemaster has given up
			}
			return "heads"
		}
		return ggp.Done
	}
	db, err := store.Open(filepath.Join(t.TempDir(), "matches.db"), store.Options{BusyTimeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	cfg := tourney.Config{
		Name: "many", Kind: tourney.DoubleRoundRobin, Rounds: matches / 2, Parallel: 64, Games: []tourney.Game{{Name: "pennies", Seats: 2}},
		Clocks: []tourney.Clock{{Start: 60, Play: clock}}, Entrants: []tourney.Entrant{remote("a", serve(t, hang)), remote("b", serve(t, hang))},
	}
	late := &lateness{deadlines: map[string]time.Time{}}
	var goroutines []int
	var heap []uint64
	most := 0
	tour, err := run.Run(t.Context(), run.Options{
		Tournament: cfg, Store: db, Make: late.maker(turns), Log: zerolog.New(late),
		Changed: func(tour *tourney.Tournament, _ time.Duration) {
			most = max(most, runtime.NumGoroutine())
			done, _ := tour.Progress()
			if at := matches / 10; done > 0 && done%at == 0 && done/at > len(heap) {
				var s runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&s)
				heap = append(heap, s.HeapAlloc>>10)
				t.Logf("%d matches: %d KiB, at most %d goroutines", done, s.HeapAlloc>>10, most)
				goroutines = append(goroutines, most)
				most = 0
			}
		},
	})
	if err != nil || !tour.Complete() {
		t.Fatal(err)
	}
	late.wait()
	timeouts := int64(0)
	list, err := db.List(store.Query{})
	if err != nil || len(list) != matches {
		t.Fatalf("%d matches, %v", len(list), err)
	}
	for _, s := range list {
		r, err := db.Load(s.ID)
		if err != nil {
			t.Fatal(err)
		}
		for role := range r.Roles {
			for kind, n := range r.Count(role) {
				if kind != match.Timeout {
					t.Errorf("match %s: %d times %s that no player has caused", r.ID, n, kind)
				}
				timeouts += int64(n)
			}
		}
	}
	// The first tenth has the start of it, and in the last the matches run out.
	if n := len(heap) - 2; all && (goroutines[n] > 2*goroutines[1] || heap[n] > 2*heap[1]) {
		t.Errorf("memory grows from %d to %d KiB, goroutines from %d to %d", heap[1], heap[n], goroutines[1], goroutines[n])
	}
	if all && timeouts != hung.Load() { // else the machine may be late on its own
		t.Errorf("%d timeouts, %d of them caused by the players", timeouts, hung.Load())
	}
	late.report(t, all)
}

// lateness compares the ends of clocks that ran out with deadlines of the machine's own, the
// news of which go the same way, from a context to a goroutine, and from there through a channel
// to another one. It reads the clocks from the log of the matches, which is written when the
// news comes in.
type lateness struct {
	mu        sync.Mutex
	wg        sync.WaitGroup
	deadlines map[string]time.Time // by match
	clocks    []time.Duration      // how long after the deadline it was noticed
	timers    []time.Duration      // how long after such a deadline a context did
	bare      []time.Duration      // how long after it a timer alone ran, with nobody to be told
}

func (l *lateness) maker(turns uint64) run.Maker {
	plain := remotes(turns, nil)
	return func(ctx context.Context, cfg tourney.Config, p tourney.Play) (run.Prepared, error) {
		ready, err := plain(ctx, cfg, p)
		id := tourney.MatchID(cfg.Name, p.Slot.Number, p.Attempt)
		stop := func() {}
		ready.Options.Grace = 100 * time.Millisecond
		ready.Options.Hooks.Thinking = func(_ int, until time.Time) {
			l.mu.Lock()
			l.deadlines[id] = until
			l.mu.Unlock()
			alone := time.AfterFunc(time.Until(until), func() {
				d := time.Since(until)
				l.mu.Lock()
				defer l.mu.Unlock()
				l.bare = append(l.bare, d)
			})
			own, cancel := context.WithDeadline(context.Background(), until)
			stop = func() {
				alone.Stop()
				cancel()
			}
			news := make(chan struct{})
			l.wg.Go(func() {
				defer close(news)
				<-own.Done()
				if errors.Is(own.Err(), context.DeadlineExceeded) {
					news <- struct{}{}
				}
			})
			l.wg.Go(func() {
				if _, late := <-news; late {
					d := time.Since(until)
					l.mu.Lock()
					defer l.mu.Unlock()
					l.timers = append(l.timers, d)
				}
			})
		}
		ready.Options.Hooks.Position = func(matchrun.Position) { stop() }
		return ready, err
	}
}

// Write takes a line of the log.
func (l *lateness) Write(line []byte) (int, error) {
	now := time.Now()
	var e struct{ Message, Match, Kind string }
	if json.Unmarshal(line, &e) == nil && e.Message == "no answer" && e.Kind == "timeout" {
		l.mu.Lock()
		l.clocks = append(l.clocks, now.Sub(l.deadlines[e.Match]))
		l.mu.Unlock()
	}
	return len(line), nil
}

func (l *lateness) wait() { l.wg.Wait() }

func (l *lateness) report(t *testing.T, strict bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var b strings.Builder
	slices.Sort(l.clocks)
	slices.Sort(l.timers)
	slices.Sort(l.bare)
	at := func(d []time.Duration, share float64) time.Duration {
		if len(d) == 0 {
			return 0
		}
		return d[int(share*float64(len(d)-1))].Round(100 * time.Microsecond)
	}
	for _, share := range []float64{0.5, 0.99, 1} {
		fmt.Fprintf(&b, "; %.0f %%: %v, timers %v (single ones %v)", 100*share, at(l.clocks, share), at(l.timers, share), at(l.bare, share))
	}
	t.Logf("%d clocks ran out, late by%s", len(l.clocks), b.String()[1:])
	if over := at(l.clocks, 1) - at(l.timers, 1); strict && over > 50*time.Millisecond {
		t.Errorf("a clock was %v later than the machine's own timers", over)
	}
}
