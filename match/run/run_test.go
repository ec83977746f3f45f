package run_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"ludens/game"
	"ludens/game/gametest/toy"
	"ludens/ggp"
	"ludens/ggp/server"
	"ludens/match"
	"ludens/match/run"
)

// first is a local player that plays the first legal move, following the match
// by the moves it is told, as a real player does.
type first struct {
	machine game.Machine
	seat    int
	log     []string
	percept []string

	onPlay func(ctx context.Context, n int) (string, error, bool) // true: that is the answer
}

func (p *first) Start(_ context.Context, s run.Start) error {
	p.machine, p.seat = s.Game.NewMachine(), s.Seat
	p.log = append(p.log, fmt.Sprintf("start %s %s %v %v", s.MatchID, s.Role, s.StartClock, s.PlayClock))
	return nil
}

func (p *first) follow(t run.Turn) {
	p.percept = append(p.percept, strings.Join(t.Percepts, ","))
	if t.Moves == nil {
		return
	}
	facts := p.machine.Game().Facts()
	joint := make([]game.Move, len(facts.Seats))
	for seat, text := range facts.BySeat(t.Moves) {
		joint[seat], _ = p.machine.Parse(seat, text)
	}
	p.machine.Step(joint)
}

func (p *first) Play(ctx context.Context, t run.Turn) (string, error) {
	p.follow(t)
	if p.onPlay != nil {
		if move, err, now := p.onPlay(ctx, t.Number); now {
			return move, err
		}
	}
	return p.machine.Label(p.seat, p.machine.Legal(p.seat, nil)[0]), nil
}

func (p *first) Stop(_ context.Context, t run.Turn) error {
	p.follow(t)
	p.log = append(p.log, fmt.Sprintf("stop %d %v", t.Number, p.machine.Terminal()))
	return nil
}

func (p *first) Abort(context.Context) error {
	p.log = append(p.log, "abort")
	return nil
}

func noLeak(t *testing.T) func() {
	before := runtime.NumGoroutine()
	return func() {
		t.Helper()
		buf := make([]byte, 1<<20)
		n := 0
		for range 300 {
			if n = runtime.NumGoroutine(); strings.Contains(string(buf[:runtime.Stack(buf, true)]), "updateServerDate") {
				n-- // fasthttp's, for the whole process
			}
			if n <= before {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Errorf("%d goroutines, %d before:\n%s", n, before, buf[:runtime.Stack(buf, true)])
	}
}

func TestLocalMatch(t *testing.T) {
	defer noLeak(t)()
	a, b := &first{}, &first{}
	var positions []int
	finished := 0
	r, err := run.Run(t.Context(), run.Options{
		Match: match.Config{ID: "m", Game: toy.Lines(), StartClock: 30, PlayClock: 10, Seed: 1},
		Seats: []run.Seat{{Local: a}, {Name: "bee", Local: b, Human: true, Untimed: true}},
		Hooks: run.Hooks{
			Position: func(p run.Position) {
				positions = append(positions, p.Step)
				if len(p.Fluents) == 0 || (p.Step > 0) != (p.Moves != nil) || len(p.Replies) != len(p.Moves) {
					t.Errorf("position %+v", p)
				}
			},
			Finished: func(r *match.Record) { finished += len(r.Goals) },
			Thinking: func(step int, until time.Time) {
				if !until.IsZero() {
					t.Errorf("step %d: an untimed player has until %v", step, until)
				}
			},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != match.Completed || r.Steps() != 7 || r.Goals[0] != 100 || finished != 2 || len(positions) != 8 {
		t.Errorf("status %v, %d steps, goals %v, finished %d, positions %v", r.Status, r.Steps(), r.Goals, finished, positions)
	}
	if d := cmp.Diff([]match.Player{{Name: "x"}, {Name: "bee", Human: true}}, r.Players); d != "" {
		t.Error(d)
	}
	for role := range r.Roles {
		if n := r.Count(role); len(n) != 0 {
			t.Errorf("failures of %s: %v", r.Roles[role], n)
		}
	}
	if want := []string{"start m x 30s 10s", "stop 7 true"}; !cmp.Equal(a.log, want) {
		t.Errorf("told %v, want %v", a.log, want)
	}
	if len(r.RandomToken) != 32 {
		t.Errorf("random token %q", r.RandomToken)
	}
	if err := r.Replay(toy.Lines()); err != nil {
		t.Error(err)
	}
}

func TestHiddenMatch(t *testing.T) {
	defer noLeak(t)()
	a, b := &first{}, &first{}
	follow := func(seat int) func(context.Context, int) (string, error, bool) {
		return func(_ context.Context, n int) (string, error, bool) { return [2]string{"noop", "stay"}[n], nil, true }
	}
	a.onPlay, b.onPlay = follow(0), follow(1)
	r, err := run.Run(t.Context(), run.Options{
		Match: match.Config{ID: "m", Game: toy.Cards(), PlayClock: 10, StartClock: 10, Seed: 1},
		Seats: []run.Seat{{Local: a}, {Local: b}},
	})
	if err != nil || r.Status != match.Completed {
		t.Fatalf("%v, %v", r, err)
	}
	deal := strings.Fields(strings.Trim(r.Moves[0][2], "()"))
	want := []string{"", "(card " + deal[1] + ")", "(other 1)"}
	if !cmp.Equal(a.percept, want) {
		t.Errorf("saw %q, want %q", a.percept, want)
	}
}

// Every way a local player can fail is recorded as what it was, and the match
// goes on by its clocks.
func TestLocalFailures(t *testing.T) {
	defer noLeak(t)()
	late := &first{}
	late.onPlay = func(ctx context.Context, n int) (string, error, bool) {
		switch n {
		case 0:
			<-ctx.Done() // answers with the clock's end: in time, by the grace
			return "heads", nil, true
		case 1:
			<-ctx.Done()
			return "", ctx.Err(), true
		}
		return "heads", nil, true
	}
	wild := &first{}
	wild.onPlay = func(_ context.Context, n int) (string, error, bool) {
		switch n {
		case 0:
			panic("wild")
		case 1:
			return "", errors.New("no idea"), true
		}
		return "edge", nil, true
	}
	r, err := run.Run(t.Context(), run.Options{
		Match: match.Config{ID: "m", Game: toy.Pennies(3), StartClock: 1, PlayClock: 1, Seed: 1},
		Seats: []run.Seat{{Local: late}, {Local: wild}},
	})
	if err != nil {
		t.Fatal(err)
	}
	kinds := func(role int) (out []match.Kind) {
		for _, row := range r.Replies {
			out = append(out, row[role].Kind)
		}
		return out
	}
	if want := []match.Kind{match.OK, match.OK, match.Timeout, match.OK}; !cmp.Equal(kinds(0), want) {
		t.Errorf("late: %v, want %v", kinds(0), want)
	}
	if want := []match.Kind{match.OK, match.Fault, match.Fault, match.Illegal}; !cmp.Equal(kinds(1), want) {
		t.Errorf("wild: %v, want %v", kinds(1), want)
	}
	if d := r.Replies[1][1].Detail; !strings.Contains(d, "panic: wild") {
		t.Errorf("detail %q", d)
	}
	if err := r.Replay(toy.Pennies(3)); err != nil {
		t.Error(err)
	}
}

// A player that hangs for good costs its clock each turn, and Run says so.
func TestHangingPlayer(t *testing.T) {
	check := noLeak(t)
	release := make(chan struct{})
	hang := &first{onPlay: func(context.Context, int) (string, error, bool) { <-release; return "", nil, true }}
	begin := time.Now()
	r, err := run.Run(t.Context(), run.Options{
		Match: match.Config{ID: "m", Game: toy.Pennies(2), PlayClock: 0, StartClock: 0, Seed: 1},
		Seats: []run.Seat{{Name: "stone", Local: hang}, {Local: &first{}}},
		Grace: 100 * time.Millisecond, Drain: 50 * time.Millisecond,
	})
	if err == nil || !strings.Contains(err.Error(), "stone") {
		t.Errorf("error %v", err)
	}
	if r == nil || r.Status != match.Completed || r.Count(0)[match.Timeout] != 2 || r.Count(1)[match.Timeout] != 0 {
		t.Errorf("record %+v", r)
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
	close(release)
	check()
}

func TestAbort(t *testing.T) {
	defer noLeak(t)()
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	thinker := &first{onPlay: func(ctx context.Context, _ int) (string, error, bool) {
		cancel(errors.New("enough"))
		<-ctx.Done()
		return "", ctx.Err(), true
	}}
	r, err := run.Run(ctx, run.Options{
		Match: match.Config{ID: "m", Game: toy.Pennies(2), PlayClock: 1000, StartClock: 1000},
		Seats: []run.Seat{{Local: thinker}, {Local: &first{}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != match.Aborted || r.Reason != "enough" || thinker.log[len(thinker.log)-1] != "abort" {
		t.Errorf("%v %q, told %v", r.Status, r.Reason, thinker.log)
	}
}

func TestWholeClock(t *testing.T) {
	begin := time.Now()
	r, err := run.Run(t.Context(), run.Options{
		Match: match.Config{ID: "m", Game: toy.Prisoners(), PlayClock: 1},
		Seats: []run.Seat{{Local: &first{}}, {Local: &first{}}}, WholeClock: true,
	})
	if err != nil || r.Status != match.Completed {
		t.Fatalf("%v, %v", r, err)
	}
	if took := time.Since(begin); took < time.Second {
		t.Errorf("it took %v", took)
	}
}

// TestAbortAtTheEnd: a match that is told to stop while it waits for the end of the last clock
// ends; players are told, whatever comes first of their answers and the call to stop.
func TestAbortAtTheEnd(t *testing.T) {
	for range 12 {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		done := make(chan error, 1)
		go func() { // ends with the match; the test fails if it does not
			_, err := run.Run(ctx, run.Options{
				Match: match.Config{ID: "m", Game: toy.Prisoners(), PlayClock: 5},
				Seats: []run.Seat{{Local: &slowStop{}}, {Local: &slowStop{}}}, WholeClock: true,
			})
			done <- err
		}()
		select {
		case <-done:
		case <-time.After(20 * time.Second):
			t.Fatal("the match goes on for ever")
		}
		cancel()
	}
}

// slowStop is a player whose answer to STOP takes a moment, or the end of its context.
type slowStop struct{ first }

func (p *slowStop) Stop(ctx context.Context, _ run.Turn) error {
	select {
	case <-ctx.Done():
	case <-time.After(20 * time.Millisecond):
	}
	return ctx.Err()
}

// failing is a recorder that fails for a while.
type failing struct {
	fail  atomic.Bool
	calls []string
}

func (f *failing) do(what string) error {
	if f.fail.Load() {
		return errors.New("disk full")
	}
	f.calls = append(f.calls, what)
	return nil
}
func (f *failing) Begin(*match.Record) error         { return f.do("begin") }
func (f *failing) Turn(_ *match.Record, n int) error { return f.do(fmt.Sprint("turn ", n)) }
func (f *failing) End(r *match.Record) error         { return f.do("end " + r.Status.String()) }
func (f *failing) opts(o run.Options) run.Options    { o.Recorder = f; return o }
func (f *failing) run(t *testing.T, o run.Options) (*match.Record, error) {
	t.Helper()
	return run.Run(t.Context(), f.opts(o))
}

func TestRecorder(t *testing.T) {
	options := func() run.Options {
		return run.Options{
			Match: match.Config{ID: "m", Game: toy.Pennies(3), PlayClock: 10},
			Seats: []run.Seat{{Local: &first{}}, {Local: &first{}}},
		}
	}
	all := []string{"begin", "turn 0", "turn 1", "turn 2", "end completed"}
	f := &failing{}
	if _, err := f.run(t, options()); err != nil || !cmp.Equal(f.calls, all) {
		t.Errorf("%v, %v", f.calls, err)
	}
	f = &failing{}
	o := options() // a disk that is full for a moment: nothing is missing in the end
	o.Hooks.Position = func(p run.Position) { f.fail.Store(p.Step == 1) }
	if _, err := f.run(t, o); err != nil || !cmp.Equal(f.calls, all) {
		t.Errorf("%v, %v", f.calls, err)
	}
	f = &failing{}
	f.fail.Store(true)
	o = options()
	var log strings.Builder
	o.Log = zerolog.New(&log)
	r, err := f.run(t, o)
	if err == nil || !strings.Contains(err.Error(), "disk full") || r == nil || r.Status != match.Completed {
		t.Errorf("%v, %v", r, err)
	}
	if n := strings.Count(log.String(), "not recorded"); n != 1 {
		t.Errorf("a disk that stays full is told %d times", n)
	}
}

// panicking is an engine with a bug.
type panicking struct{ *toy.Game }

func (p panicking) NewMachine() game.Machine { return panicMachine{p.Game.NewMachine()} }

type panicMachine struct{ game.Machine }

func (panicMachine) Step([]game.Move) { panic("engine bug") }

func TestEnginePanic(t *testing.T) {
	defer noLeak(t)()
	r, err := run.Run(t.Context(), run.Options{
		Match: match.Config{ID: "m", Game: panicking{toy.Pennies(3)}, PlayClock: 10},
		Seats: []run.Seat{{Local: &first{}}, {Local: &first{}}},
	})
	if err == nil || !strings.Contains(err.Error(), "engine bug") || r == nil || r.Status != match.Running {
		t.Errorf("%v, %v", r, err)
	}
}

func TestBadOptions(t *testing.T) {
	cfg := match.Config{ID: "m", Game: toy.Pennies(3)}
	for _, seats := range [][]run.Seat{
		nil,
		{{Local: &first{}}},
		{{Local: &first{}}, {}},
		{{Local: &first{}}, {Local: &first{}, Addr: "x:1"}},
		{{Local: &first{}}, {Addr: "x:1", Untimed: true}},
	} {
		if r, err := run.Run(t.Context(), run.Options{Match: cfg, Seats: seats}); err == nil || r != nil {
			t.Errorf("%+v: %v, %v", seats, r, err)
		}
	}
}

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
	addrLate, killLate := serve(t, server.HandlerFunc(func(ctx context.Context, m ggp.Message) string {
		if _, ok := m.(ggp.Play); ok {
			select {
			case <-ctx.Done():
			case <-time.After(400 * time.Millisecond):
			}
		}
		return "noop"
	}))

	var thinking int
	r, err := run.Run(t.Context(), run.Options{
		Match: match.Config{ID: "Test.1", Game: g, Rules: "(role first)", StartClock: 5, PlayClock: 0, Seed: 9},
		Seats: []run.Seat{{Addr: addrKilled}, {Addr: ln.Addr().String()}, {Addr: addrLate, Name: "late"}},
		Grace: 200 * time.Millisecond,
		Hooks: run.Hooks{Thinking: func(step int, until time.Time) {
			thinking++
			if step == 1 {
				kill()
			}
		}},
	})
	if err != nil {
		t.Fatal(err)
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
	ln.Close()
	raw.Wait()
	killLate()
	check()
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
				Match: match.Config{ID: "m", Game: g, StartClock: 5, PlayClock: 5, Seed: 1},
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
