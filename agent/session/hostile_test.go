package session_test

import (
	"bytes"
	"context"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/agent/session"
	"ludens/catalog"
	"ludens/game"
	"ludens/games"
	"ludens/internal/hostile"
	"ludens/internal/memory"
)

// hostileText gives a description of the table of attacks.
func hostileText(t *testing.T, kind hostile.Kind, name string) string {
	t.Helper()
	for _, r := range hostile.Rows(kind) {
		if r.Name == name {
			return r.Text()
		}
	}
	t.Fatalf("there is no attack %q", name)
	return ""
}

func openWith(engine string) session.Opener {
	return func(ctx context.Context, text string) (game.Game, error) {
		return catalog.OpenText(ctx, "", text, catalog.Options{Engine: engine})
	}
}

// After ABORT nothing of a match goes on, whatever the engines are asked: without a
// sign in their midst each of these goes on for a minute and more.
func TestNothingGoesOn(t *testing.T) {
	for _, c := range []struct {
		kind       hostile.Kind
		name, role string
	}{
		{hostile.RulesGDL, "a term that doubles", "a"},
		{hostile.RulesGDL, "a step by a colouring that there is not", "a"},
		{hostile.RulesGDL, "an end by a colouring that there is not", "a"},
		{hostile.RulesGDL, "a colouring in the third step", "a"},
		{hostile.RulesLudeme, "do afterwards", "p1"},
		{hostile.RulesLudeme, "numbers to sow", "p1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := session.Config{
				Quick: openWith(catalog.Reasoner), Ponder: true,
				NewPlayer: func() agent.Player { return mcts.New(mcts.Options{Threads: 2, Bytes: 64 << 20}) },
			}
			if c.kind == hostile.RulesGDL {
				cfg.Full = openWith(catalog.Network)
			}
			s, err := session.New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			const clock = 300 * time.Millisecond
			if s.Start(session.StartArgs{ID: "m", Role: c.role, Rules: hostileText(t, c.kind, c.name), StartClock: clock, PlayClock: clock}) == session.Ready {
				s.Play("m", session.Turn{Number: -1}, time.Time{})
			}
			s.Abort("m")
			ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
			defer cancel()
			if err := s.Close(ctx); err != nil {
				t.Error(err)
			}
		})
	}
}

// The process stays within its memory although the rules want all that there is, and
// gives it back.
func TestMemory(t *testing.T) {
	if memory.Resident() == 0 || testing.Short() {
		t.Skip("memory cannot be measured here, or the race detector holds some of its own")
	}
	const room = 200 << 20
	total := memory.Resident() + room
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(total / 4 * 3)) // as player serve does
	var full fullLog
	s, err := session.New(session.Config{
		Log:    zerolog.New(&full),
		Memory: total, Quick: openWith(catalog.Reasoner), Full: openWith(catalog.Network),
		NewPlayer: func() agent.Player { return mcts.New(mcts.Options{Threads: 2, Bytes: 64 << 20}) },
	})
	if err != nil {
		t.Fatal(err)
	}
	var most atomic.Int64
	watch, end := context.WithCancel(context.Background())
	watched := make(chan struct{})
	go func() { // waited for below
		defer close(watched)
		for watch.Err() == nil {
			most.Store(max(most.Load(), memory.Resident()))
			time.Sleep(time.Millisecond)
		}
	}()
	const clock = time.Second
	rules := hostileText(t, hostile.RulesGDL, "a state that squares")
	if s.Start(session.StartArgs{ID: "m", Role: "a", Rules: rules, StartClock: clock, PlayClock: clock}) == session.Ready {
		turn := session.Turn{Number: -1}
		for range 60 { // until it has been full for two turns, however slow the machine is
			move := s.Play("m", turn, time.Time{})
			turn.Moves = []string{move, "noop"}
			if full.turns() >= 3 {
				break
			}
		}
	}
	s.Abort("m")
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if err := s.Close(ctx); err != nil {
		t.Error(err)
	}
	end()
	<-watched
	if got := most.Load(); got > total {
		t.Errorf("held %d MiB of %d", got>>20, total>>20)
	}
	if now := memory.Resident(); now > total-room/2 {
		t.Errorf("%d MiB are still held after the match", now>>20)
	}
	if full.turns() == 0 {
		t.Logf("the match was never crowded: the machine is too slow to say anything")
	}
	t.Logf("at most %d MiB of %d, %d MiB after the match", most.Load()>>20, total>>20, memory.Resident()>>20)
}

// fullLog hears that a match was told to give memory back.
type fullLog struct {
	heard  atomic.Bool
	looked atomic.Int32
}

func (l *fullLog) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte("too much memory")) {
		l.heard.Store(true)
	}
	return len(line), nil
}

// turns counts how often it was asked since then.
func (l *fullLog) turns() int32 {
	if l.heard.Load() {
		return l.looked.Add(1)
	}
	return 0
}

// holder is a player that holds much, and takes its time to end.
type holder struct {
	block []byte
	let   chan struct{}
}

func (h *holder) Name() string { return "holder" }

func (h *holder) Begin(context.Context, game.Game, int, agent.Clocks) error {
	h.block = make([]byte, 200<<20)
	for i := 0; i < len(h.block); i += 1 << 10 {
		h.block[i] = 1
	}
	return nil
}

func (h *holder) Choose(_ context.Context, turn agent.Turn) (game.Move, error) {
	return turn.Legal[0], nil
}

func (h *holder) End() {
	<-h.let
	runtime.KeepAlive(h.block)
}

// Memory goes back after the last goroutine of a match, not after the first.
func TestMemoryOfTheLast(t *testing.T) {
	if memory.Resident() == 0 || testing.Short() {
		t.Skip("memory cannot be measured here, or the race detector holds some of its own")
	}
	debug.FreeOSMemory()
	before := memory.Resident()
	let := make(chan struct{})
	s, err := session.New(session.Config{
		Memory: before + 400<<20, Quick: openWith(catalog.Reasoner),
		NewPlayer: func() agent.Player { return &holder{let: let} },
	})
	if err != nil {
		t.Fatal(err)
	}
	e, ok := games.Find("ticTacToe")
	if !ok {
		t.Fatal("there is no ticTacToe in the library")
	}
	const clock = 20 * time.Second
	if got := s.Start(session.StartArgs{ID: "m", Role: "x", Rules: e.Text, StartClock: clock, PlayClock: clock}); got != session.Ready {
		t.Fatalf("START: %q", got)
	}
	if now := memory.Resident() - before; now < 150<<20 {
		t.Fatalf("the player holds %d MiB only", now>>20)
	}
	s.Abort("m")
	time.Sleep(50 * time.Millisecond) // so that the others have ended, as a rule
	close(let)
	if err := s.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if now := memory.Resident() - before; now > 100<<20 {
		t.Errorf("%d MiB are still held", now>>20)
	}
}
