package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ludens/agent"
	"ludens/agent/baseline"
	"ludens/agent/mcts"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// opener gives a game at once.
func opener(g game.Game) Opener {
	return func(context.Context, string) (game.Game, error) { return g, nil }
}

func newSession(t *testing.T, cfg Config) *Session {
	t.Helper()
	if cfg.NewPlayer == nil {
		cfg.NewPlayer = func() agent.Player { return baseline.NewLegal() }
	}
	s, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := s.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	return s
}

func start(id, role string, clock time.Duration) StartArgs {
	return StartArgs{ID: id, Role: role, Rules: "rules", StartClock: clock, PlayClock: clock}
}

var first = Turn{Number: -1}

func moves(m ...string) Turn { return Turn{Number: -1, Moves: m} }

func now() time.Time { return time.Now() }

// table is a gamemaster for one session in seat order of the roles: everybody
// else plays the first legal move, Nature by chance.
func table(t *testing.T, s *Session, g game.Game, role int, clock time.Duration, numbered bool) {
	t.Helper()
	f := g.Facts()
	seat := f.RoleSeat[role]
	m := g.NewMachine()
	if got := s.Start(start("m", f.Seats[seat], clock)); got != Ready {
		t.Fatalf("START: %q", got)
	}
	turn := Turn{Number: -1}
	if numbered {
		turn = Turn{Number: 0, Numbered: true}
	}
	var w game.Walker
	rng := game.Stream(1, "test", 0)
	for n := 1; !m.Terminal(); n++ {
		begin := time.Now()
		text := s.Play("m", turn, begin)
		if took := time.Since(begin); took > clock {
			t.Errorf("turn %d: answer after %v, clock %v", n, took, clock)
		}
		move, err := m.Parse(seat, text)
		if err != nil {
			t.Fatalf("%s, turn %d: %v", f.Name, n, err)
		}
		joint := slices.Clone(w.Draw(m, rng))
		joint[seat] = move
		texts := make([]string, len(joint))
		for i, mv := range joint {
			texts[i] = strings.ToUpper(m.Label(i, mv))
		}
		m.Step(joint)
		turn = Turn{Number: -1, Moves: f.ByRole(texts)}
		if numbered {
			turn = Turn{Number: n, Numbered: true, Own: texts[seat]}
			if p, ok := m.(game.Perceiver); ok {
				turn.Percepts = p.Percepts(seat, nil)
			}
		}
	}
	if got := s.Stop("m", turn); got != Done {
		t.Errorf("STOP: %q", got)
	}
}

func TestWholeMatches(t *testing.T) {
	players := map[string]func() agent.Player{
		"legal":  func() agent.Player { return baseline.NewLegal() },
		"random": func() agent.Player { return baseline.NewRandom(1) },
		"mcts":   func() agent.Player { return mcts.New(mcts.Options{Threads: 2, Iterations: 200}) },
	}
	for name, p := range players {
		for _, g := range toy.All() {
			t.Run(name+"/"+g.Facts().Name, func(t *testing.T) {
				s := newSession(t, Config{Quick: opener(g), Full: opener(g), NewPlayer: p})
				for role, seat := range g.Facts().RoleSeat {
					if seat < g.Facts().Players {
						table(t, s, g, role, 3*time.Second, false)
						if g.Facts().Hidden {
							table(t, s, g, role, 3*time.Second, true)
						}
					}
				}
			})
		}
	}
}

func TestProtocolAnswers(t *testing.T) {
	s := newSession(t, Config{Name: "me", Quick: opener(toy.Lines())})
	expect := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	expect("PLAY when free", s.Play("m1", first, now()), Busy)
	expect("STOP when free", s.Stop("m1", first), Busy)
	expect("ABORT when free", s.Abort("m1"), Busy)
	expect("START", s.Start(start("m1", "X", time.Second)), Ready)
	expect("the same START again", s.Start(start("m1", "X", time.Second)), Ready)
	if i := s.Info(); !i.Busy || i.Match != "m1" || i.Name != "me" {
		t.Errorf("INFO: %+v", i)
	}
	expect("START in a match", s.Start(start("m2", "x", time.Second)), Busy)
	expect("PREVIEW in a match", s.Preview("rules", time.Second), Busy)
	expect("PLAY", s.Play("m1", first, now()), "(mark 1 1)")
	expect("PLAY again", s.Play("m1", first, now()), "(mark 1 1)")
	expect("the match id in other case", s.Play("M1", first, now()), Busy)
	expect("second PLAY", s.Play("m1", moves("(mark 1 1)", "noop"), now()), "noop")
	expect("second PLAY again", s.Play("m1", moves("(mark 1 1)", "noop"), now()), "noop")
	expect("third PLAY", s.Play("m1", moves("NOOP", "( Mark 2 2 )"), now()), "(mark 1 2)")
	expect("START again after a PLAY", s.Start(start("m1", "X", time.Second)), Busy)
	expect("ABORT of another", s.Abort("other"), Busy)
	expect("ABORT", s.Abort("m1"), Aborted)
	expect("PLAY after ABORT", s.Play("m1", first, now()), Busy)
	if s.Info().Busy {
		t.Error("busy after ABORT")
	}
	expect("PREVIEW", s.Preview("rules", time.Second), Ready)
	expect("START of a previewed game", s.Start(start("m3", "o", time.Second)), Ready)
	expect("PLAY", s.Play("m3", first, now()), "noop")
	expect("STOP", s.Stop("m3", moves("(mark 1 1)", "noop")), Done)
	expect("START with an unknown role", s.Start(start("m4", "nobody", time.Second)), Ready)
	expect("PLAY with an unknown role", s.Play("m4", first, now()), Nil)
	expect("STOP", s.Stop("m4", first), Done)
}

func TestRepeatedJointMove(t *testing.T) {
	s := newSession(t, Config{Quick: opener(toy.Pennies(6))})
	s.Start(start("m", "even", time.Second))
	s.Play("m", first, now())
	for range 4 { // the same joint move four times in a row: four turns
		if got := s.Play("m", moves("heads", "heads"), now()); got != "heads" {
			t.Fatalf("got %q", got)
		}
	}
	s.mu.Lock()
	m := s.match
	s.mu.Unlock()
	s.Stop("m", moves("heads", "tails"))
	<-m.ctx.Done()
	if n := m.tracker.Turns(); n != 5 {
		t.Errorf("%d turns followed, want 5", n)
	}
}

func TestUnknownMovesAndLostTurns(t *testing.T) {
	g := toy.Lines()
	s := newSession(t, Config{Quick: opener(g)})
	s.Start(start("m", "x", 10*time.Second))
	s.Play("m", first, now())
	if got := s.Play("m", moves("(mark 1 1)", "((("), now()); got != "noop" {
		t.Errorf("unknown text: %q, want noop", got)
	}
	if got := s.Play("m", moves("noop", "(gibberish 5)"), now()); !strings.HasPrefix(got, "(mark ") {
		t.Errorf("unknown text: %q, want a mark", got)
	}
	if got := s.Play("m", moves("noop"), now()); got == Nil {
		t.Errorf("too few moves: %q", got)
	}
	if got := s.Play("m", moves("a", "b", "c", "d"), now()); got == Nil {
		t.Errorf("too many moves: %q", got)
	}
	s.Abort("m")
	// A numbered PLAY that comes after a lost one.
	s.Start(start("m", "x", 10*time.Second))
	s.Play("m", Turn{Number: 0, Numbered: true}, now())
	got := s.Play("m", Turn{Number: 2, Numbered: true, Own: "NOOP"}, now())
	if !strings.HasPrefix(got, "(mark ") {
		t.Errorf("after a lost turn: %q, want a mark", got)
	}
	if again := s.Play("m", Turn{Number: 2, Numbered: true, Own: "NOOP"}, now()); again != got {
		t.Errorf("the same turn again: %q, want %q", again, got)
	}
}

func TestNatureLeftOut(t *testing.T) {
	s := newSession(t, Config{Quick: opener(toy.Pig(10))})
	s.Start(start("m", "a", time.Second))
	if got := s.Play("m", first, now()); got != "roll" {
		t.Fatalf("got %q", got)
	}
	if got := s.Play("m", moves("roll", "noop"), now()); got != "noop" {
		t.Errorf("got %q, want noop while the die rolls", got)
	}
}

// The percepts of a hidden game in place of the moves (the Dresden form of 2011).
func TestPerceptsInPlaceOfMoves(t *testing.T) {
	s := newSession(t, Config{Quick: opener(toy.Cards()), NewPlayer: func() agent.Player {
		return mcts.New(mcts.Options{Iterations: 2000, Threads: 1})
	}})
	s.Start(start("m", "a", 2*time.Second))
	if got := s.Play("m", first, now()); got != "noop" {
		t.Fatalf("got %q", got)
	}
	if got := s.Play("m", moves("(CARD 2)"), now()); got != "stay" {
		t.Errorf("with the best card: %q, want stay", got)
	}
}

func TestRulesThatCannotBePlayed(t *testing.T) {
	bad := func(context.Context, string) (game.Game, error) { return nil, errors.New("bad rules") }
	wild := func(context.Context, string) (game.Game, error) { panic("wild") }
	s := newSession(t, Config{Quick: bad, Full: wild})
	if got := s.Start(start("m", "x", time.Second)); got != Busy {
		t.Errorf("START: %q, want busy", got)
	}
	if s.Info().Busy {
		t.Error("busy after rules that cannot be played")
	}
	// Only the full engine can.
	s = newSession(t, Config{Quick: bad, Full: opener(toy.Lines())})
	if got := s.Start(start("m", "x", time.Second)); got != Ready {
		t.Errorf("START: %q, want ready", got)
	}
	if got := s.Play("m", first, now()); got != "(mark 1 1)" {
		t.Errorf("PLAY: %q", got)
	}
	if got := newSession(t, Config{Quick: bad, Rules: 3}).Start(start("m", "x", time.Second)); got != Busy {
		t.Errorf("rules that are too long: %q", got)
	}
	if _, err := New(Config{}); err == nil {
		t.Error("an empty configuration is accepted")
	}
}

func TestSilentServer(t *testing.T) {
	s := newSession(t, Config{Quick: opener(toy.Lines()), Silence: time.Millisecond})
	a := start("m1", "x", 50*time.Millisecond)
	s.Start(a)
	time.Sleep(120 * time.Millisecond)
	if got := s.Start(start("m2", "o", time.Second)); got != Ready {
		t.Errorf("START after silence: %q", got)
	}
	if got := s.Play("m1", first, now()); got != Busy {
		t.Errorf("PLAY of the abandoned match: %q", got)
	}
	if got := s.Play("m2", first, now()); got != "noop" {
		t.Errorf("PLAY: %q", got)
	}
}

// counted is an engine that says who it is.
type counted struct {
	game.Game
	facts game.Facts
	made  atomic.Int64
}

func (c *counted) Facts() *game.Facts { return &c.facts }

func (c *counted) NewMachine() game.Machine {
	c.made.Add(1)
	return &countedMachine{c.Game.NewMachine(), c}
}

type countedMachine struct {
	game.Machine
	g *counted
}

func (m *countedMachine) Game() game.Game { return m.g }

func named(g game.Game, engine string) *counted {
	c := &counted{Game: g, facts: *g.Facts()}
	c.facts.Engine = engine
	return c
}

// watcher is a first-legal player that tells which engine it plays on.
type watcher struct {
	baseline.Legal
	mu  *sync.Mutex
	log *[]string
	on  string
}

func (w *watcher) Begin(_ context.Context, g game.Game, _ int, _ agent.Clocks) error {
	w.on = g.Facts().Engine
	return nil
}

func (w *watcher) Choose(ctx context.Context, t agent.Turn) (game.Move, error) {
	w.mu.Lock()
	*w.log = append(*w.log, fmt.Sprintf("%d %s", t.Number, w.on))
	w.mu.Unlock()
	return w.Legal.Choose(ctx, t)
}

func TestChangesEngine(t *testing.T) {
	var mu sync.Mutex
	var log []string
	release := make(chan struct{})
	full := named(toy.Lines(), "full")
	s := newSession(t, Config{
		Quick: opener(named(toy.Lines(), "quick")),
		Full: func(context.Context, string) (game.Game, error) {
			<-release
			return full, nil
		},
		NewPlayer: func() agent.Player { return &watcher{mu: &mu, log: &log} },
	})
	s.Start(start("m", "x", 200*time.Millisecond))
	s.Play("m", first, now())
	close(release)
	for s.match.fullPending() {
		time.Sleep(time.Millisecond)
	}
	s.Play("m", moves("(mark 1 1)", "noop"), now())
	if got := s.Play("m", moves("noop", "(mark 2 2)"), now()); got != "(mark 1 2)" {
		t.Errorf("got %q", got)
	}
	mu.Lock()
	defer mu.Unlock()
	if want := []string{"0 quick", "1 full", "2 full"}; !slices.Equal(log, want) {
		t.Errorf("engines by turn %v, want %v", log, want)
	}
}

// fullPending reports whether the full engine has not been delivered yet.
func (m *match) fullPending() bool { return len(m.full) == 0 }

// An engine that disagrees with the quick one about the legal moves never plays.
func TestRefusesAnEngineThatDisagrees(t *testing.T) {
	var mu sync.Mutex
	var log []string
	other := named(toy.Heap(7), "other")
	other.facts.Seats = []string{"x", "o", "third"}
	s := newSession(t, Config{
		Quick: opener(named(toy.Lines(), "quick")), Full: opener(other),
		NewPlayer: func() agent.Player { return &watcher{mu: &mu, log: &log} },
	})
	s.Start(start("m", "x", time.Second))
	if got := s.Play("m", first, now()); got != "(mark 1 1)" {
		t.Errorf("got %q", got)
	}
}

// bad players.
type badPlayer struct {
	baseline.Legal
	begin, choose func(ctx context.Context) (game.Move, error)
	ended         *atomic.Int64
}

func (b badPlayer) Begin(ctx context.Context, _ game.Game, _ int, _ agent.Clocks) error {
	if b.begin != nil {
		_, err := b.begin(ctx)
		return err
	}
	return nil
}

func (b badPlayer) Choose(ctx context.Context, t agent.Turn) (game.Move, error) {
	if b.choose != nil {
		return b.choose(ctx)
	}
	return b.Legal.Choose(ctx, t)
}

func (b badPlayer) End() { b.ended.Add(1) }

func TestBadPlayers(t *testing.T) {
	// A player that hangs returns long after its time, so that the test can end.
	hang := func(context.Context) (game.Move, error) { time.Sleep(700 * time.Millisecond); return 3, nil }
	wild := func(context.Context) (game.Move, error) { panic("wild") }
	fail := func(context.Context) (game.Move, error) { return 0, errors.New("no idea") }
	illegal := func(context.Context) (game.Move, error) { return 12345, nil }
	for name, p := range map[string]badPlayer{
		"hangs": {choose: hang}, "panics": {choose: wild}, "fails": {choose: fail}, "illegal": {choose: illegal},
		"begin hangs": {begin: hang}, "begin panics": {begin: wild}, "begin fails": {begin: fail},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var made, ended atomic.Int64
			p.ended = &ended
			s := newSession(t, Config{Quick: opener(toy.Lines()), NewPlayer: func() agent.Player { made.Add(1); return p }})
			const clock = 250 * time.Millisecond
			timed := func(f func() string) string {
				begin := time.Now()
				got := f()
				if took := time.Since(begin); took > clock {
					t.Errorf("%q after %v, clock %v", got, took, clock)
				}
				return got
			}
			if got := timed(func() string { return s.Start(start("m", "x", clock)) }); got != Ready {
				t.Errorf("START: %q", got)
			}
			if got := timed(func() string { return s.Play("m", first, now()) }); got != "(mark 1 1)" {
				t.Errorf("first PLAY: %q", got)
			}
			if got := timed(func() string { return s.Play("m", moves("(mark 1 1)", "noop"), now()) }); got != "noop" {
				t.Errorf("second PLAY: %q", got)
			}
			if got := timed(func() string { return s.Play("m", moves("noop", "(mark 1 2)"), now()) }); got != "(mark 1 3)" {
				t.Errorf("third PLAY: %q", got)
			}
			s.Stop("m", moves("(mark 1 3)", "noop"))
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
			defer cancel()
			if err := s.Close(ctx); err != nil {
				t.Fatal(err)
			}
			if made.Load() != ended.Load() {
				t.Errorf("%d players were made, %d ended", made.Load(), ended.Load())
			}
		})
	}
}

// wildEngine panics at the n-th step of any of its machines.
type wildEngine struct {
	game.Game
	steps *atomic.Int64
}

type wildMachine struct {
	game.Machine
	g wildEngine
}

func (g wildEngine) NewMachine() game.Machine { return &wildMachine{g.Game.NewMachine(), g} }

func (m *wildMachine) Game() game.Game { return m.g }

func (m *wildMachine) Step(j []game.Move) {
	if m.g.steps.Add(1) == 2 {
		panic("wild engine")
	}
	m.Machine.Step(j)
}

func TestEnginePanics(t *testing.T) {
	var steps atomic.Int64
	s := newSession(t, Config{Quick: opener(wildEngine{toy.Lines(), &steps})})
	s.Start(start("m", "x", time.Second))
	s.Play("m", first, now())
	s.Play("m", moves("(mark 1 1)", "noop"), now())
	if got := s.Play("m", moves("noop", "(mark 1 2)"), now()); got == Nil {
		t.Errorf("in the turn of the panic: %q", got)
	}
	if got := s.Play("m", moves("(mark 1 3)", "noop"), now()); got != "noop" {
		t.Errorf("after the panic: %q, want noop", got)
	}
	if got := s.Play("m", moves("noop", "(mark 2 2)"), now()); got != "(mark 2 1)" {
		t.Errorf("after the panic: %q, want the match followed", got)
	}
}

func TestSlowQuickOpener(t *testing.T) {
	release := make(chan struct{})
	s := newSession(t, Config{Quick: func(context.Context, string) (game.Game, error) {
		<-release
		return toy.Lines(), nil
	}})
	if got := s.Start(start("m", "x", 150*time.Millisecond)); got != Ready {
		t.Errorf("START: %q", got)
	}
	if got := s.Play("m", first, now()); got != Nil {
		t.Errorf("PLAY before there is a game: %q", got)
	}
	close(release)
	time.Sleep(20 * time.Millisecond)
	if got := s.Play("m", moves("(mark 1 1)", "noop"), now()); got != "noop" {
		t.Errorf("PLAY after the game was opened: %q", got)
	}
}

// Messages that come at the same time must not disturb each other.
func TestConcurrentMessages(t *testing.T) {
	s := newSession(t, Config{Quick: opener(toy.Lines()), Full: opener(toy.Lines()), NewPlayer: func() agent.Player {
		return mcts.New(mcts.Options{Threads: 2})
	}})
	var wg sync.WaitGroup
	var ready atomic.Int64
	for i := range 4 {
		wg.Go(func() {
			if s.Start(start(fmt.Sprint("m", i), "x", 150*time.Millisecond)) == Ready {
				ready.Add(1)
			}
		})
	}
	wg.Wait()
	if ready.Load() != 1 {
		t.Errorf("%d matches at once", ready.Load())
	}
	id := s.Info().Match
	answers := make([]string, 4)
	for i := range answers {
		wg.Go(func() { answers[i] = s.Play(id, first, now()) })
		wg.Go(func() { s.Info() })
	}
	wg.Wait()
	if len(slices.Compact(answers)) != 1 || !strings.HasPrefix(answers[0], "(mark ") {
		t.Errorf("the same PLAY four times at once: %v", answers)
	}
	// The server moves on while an answer is being computed.
	wg.Go(func() { s.Play(id, moves("(mark 2 2)", "noop"), now()) })
	wg.Go(func() { s.Play(id, moves("noop", "(mark 1 1)"), now()) })
	wg.Go(func() { s.Abort(id) })
	wg.Wait()
}

// TestBurn is no test: it keeps a core busy in a process of TestBusyCores.
func TestBurn(t *testing.T) {
	if os.Getenv("LUDENS_BURN") == "" {
		t.Skip("only for TestBusyCores")
	}
	for end := time.Now().Add(10 * time.Minute); time.Now().Before(end); {
	}
}

// Short clocks while other processes keep all cores busy: none illegal, none
// late. LUDENS_PLAYS sets the number of requests. Without it a few are made and
// lateness is only logged, because whoever runs the tests may have busied the
// machine far more than the test does.
func TestBusyCores(t *testing.T) {
	plays, complain := 8, t.Logf
	if n, err := strconv.Atoi(os.Getenv("LUDENS_PLAYS")); err == nil {
		plays, complain = n, t.Errorf
	}
	for range 2 * runtime.NumCPU() {
		burn := exec.Command(os.Args[0], "-test.run=^TestBurn$")
		burn.Env = append(os.Environ(), "LUDENS_BURN=1")
		if err := burn.Start(); err != nil {
			t.Skip("cannot start processes that keep the cores busy: ", err)
		}
		defer func() {
			_ = burn.Process.Kill()
			_ = burn.Wait()
		}()
	}
	s := newSession(t, Config{
		Quick:     opener(toy.Endless()),
		NewPlayer: func() agent.Player { return mcts.New(mcts.Options{}) },
	})
	const limit = 400 * time.Millisecond
	g := toy.Endless()
	m := g.NewMachine()
	s.Start(start("m", "a", limit))
	turn := Turn{Number: 0}
	worst := time.Duration(0)
	for n := range plays {
		begin := time.Now()
		text := s.Play("m", turn, begin)
		took := time.Since(begin)
		if worst = max(worst, took); took > limit {
			complain("turn %d: answer after %v, clock %v", n, took, limit)
		}
		move, err := m.Parse(0, text)
		if err != nil {
			t.Fatal(err)
		}
		m.Step([]game.Move{move, 0})
		turn = Turn{Number: n + 1, Moves: []string{text, "left"}}
	}
	t.Logf("latest answer after %v of %v; reserve now %v", worst, limit, s.cushion.Reserve(limit))
}
