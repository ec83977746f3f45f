package run_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ludens/game/gametest/toy"
	"ludens/match"
	matchrun "ludens/match/run"
	"ludens/tourney"
	"ludens/tourney/run"
)

// memory is a Store in memory.
type memory struct {
	mu       sync.Mutex
	cfg      *tourney.Config
	past     tourney.Past
	records  map[string]*match.Record
	locked   bool
	fail     string // the method that fails
	aborted  int
	attempts map[string]bool
}

func newMemory() *memory {
	return &memory{records: map[string]*match.Record{}, attempts: map[string]bool{}}
}

var errDisk = errors.New("the disk is full")

func (m *memory) do(method string, f func() error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail == method {
		return errDisk
	}
	return f()
}

func (m *memory) Begin(r *match.Record) error {
	return m.do("Begin", func() error {
		if m.records[r.ID] != nil || !m.attempts[r.ID] {
			return fmt.Errorf("match %s was begun before, or not announced", r.ID)
		}
		m.records[r.ID] = r.Clone()
		return nil
	})
}
func (m *memory) Turn(*match.Record, int) error { return m.do("Turn", func() error { return nil }) }
func (m *memory) End(r *match.Record) error {
	return m.do("End", func() error {
		m.records[r.ID] = r.Clone()
		if r.Status == match.Aborted {
			m.aborted++
		}
		return nil
	})
}

func (m *memory) Tournament(string) (tourney.Config, *tourney.Past, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.cfg == nil {
		return tourney.Config{}, nil, tourney.ErrNone
	}
	past := tourney.Past{Slots: slices.Clone(m.past.Slots), Attempts: slices.Clone(m.past.Attempts)}
	for i := range past.Attempts {
		a := &past.Attempts[i]
		if r := m.records[a.Match]; r != nil {
			a.Busy = r.Has(match.NoteBusy)
			if o, ok := tourney.Result(r); ok {
				a.Outcome = &o
			}
		}
	}
	return *m.cfg, &past, nil
}

func (m *memory) Plan(cfg tourney.Config, slots []tourney.Slot, _ int64) error {
	return m.do("Plan", func() error {
		m.cfg = &cfg
		m.past.Slots = append(m.past.Slots, slots...)
		return nil
	})
}

func (m *memory) Attempt(_ string, slot, number int, id string) error {
	return m.do("Attempt", func() error {
		m.attempts[id] = true
		m.past.Attempts = append(m.past.Attempts, tourney.Attempt{Slot: slot, Number: number, Match: id})
		return nil
	})
}

func (m *memory) Interrupted(string, string) (map[string]int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := map[string]int{}
	for _, a := range m.past.Attempts {
		if r := m.records[a.Match]; r != nil && r.Status == match.Running {
			r.Status = match.Aborted
			out[a.Match] = a.Slot
		}
	}
	return out, nil
}

func (m *memory) LockTournament(string) (io.Closer, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.locked {
		return nil, errors.New("somebody plays it")
	}
	m.locked = true
	return unlock{m}, nil
}

type unlock struct{ m *memory }

func (u unlock) Close() error {
	u.m.mu.Lock()
	defer u.m.mu.Unlock()
	u.m.locked = false
	return nil
}

// heads is a player of pennies.
type heads struct {
	play func(ctx context.Context) (string, error)
	busy bool
}

var errBusy = errors.New("busy")

func (h heads) Start(context.Context, matchrun.Start) error {
	if h.busy {
		return errBusy
	}
	return nil
}

func (h heads) Play(ctx context.Context, _ matchrun.Turn) (string, error) {
	if h.play != nil {
		return h.play(ctx)
	}
	return "heads", nil
}
func (heads) Stop(context.Context, matchrun.Turn) error { return nil }
func (heads) Abort(context.Context) error               { return nil }

func cup(rounds int) tourney.Config {
	return tourney.Config{
		Name: "cup", Rounds: rounds, Games: []tourney.Game{{Name: "pennies", Seats: 2}}, Clocks: []tourney.Clock{{Start: 60, Play: 60}}, Parallel: 3,
		Entrants: []tourney.Entrant{{Name: "a", Kind: "agent", Player: "x"}, {Name: "b", Kind: "agent", Player: "y"}, {Name: "c", Kind: "agent", Player: "z"}},
	}
}

// maker makes matches of pennies between players who always say heads, but for some.
func maker(odd map[string]heads) run.Maker {
	return func(_ context.Context, cfg tourney.Config, p tourney.Play) (run.Prepared, error) {
		o := matchrun.Options{Match: match.Config{Game: toy.Pennies(2), Rules: "(role a)", Seed: uint64(p.Slot.Number)}}
		for _, e := range p.Slot.Seats {
			name := cfg.Entrants[e].Name
			o.Seats = append(o.Seats, matchrun.Seat{Name: name, Local: odd[name]})
		}
		return run.Prepared{Options: o}, nil
	}
}

func TestWholeTournament(t *testing.T) {
	m := newMemory()
	changes := 0
	o := run.Options{Tournament: cup(5), Store: m, Make: maker(nil), Changed: func(t *tourney.Tournament, left time.Duration) { changes++ }}
	tour, err := run.Run(t.Context(), o)
	if err != nil || !tour.Complete() || len(m.records) != 30 || changes < 30 {
		t.Fatalf("%v: %d matches, %d changes", err, len(m.records), changes)
	}
	for id, r := range m.records {
		if r.Status != match.Completed || r.Tournament != "cup" || r.StartClock != 60 {
			t.Errorf("match %s: %+v", id, r)
		}
	}
	if tour, err = run.Run(t.Context(), o); err != nil || !tour.Complete() || len(m.records) != 30 {
		t.Errorf("once more: %v, %d matches", err, len(m.records))
	}
	o.Tournament.Rounds = 6
	if _, err = run.Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "other settings") {
		t.Errorf("other settings: %v", err)
	}
}

// TestFaultsOfPlayers: who fails loses, and everything is played.
func TestFaultsOfPlayers(t *testing.T) {
	m := newMemory()
	tour, err := run.Run(t.Context(), run.Options{Tournament: cup(1), Store: m, Make: maker(map[string]heads{
		"b": {busy: true}, // an error at START, for a player in this process
		"c": {play: func(context.Context) (string, error) { panic("a bug") }},
	})})
	if err != nil || !tour.Complete() {
		t.Fatal(err)
	}
	for _, l := range tour.Standings() {
		// Pennies are over after two turns, before the third failure: c plays on by chance.
		if want := map[string]int{"a": 0, "b": 4, "c": 0}[l.Name]; l.Forfeits != want {
			t.Errorf("%s has forfeited %d matches, want %d", l.Name, l.Forfeits, want)
		}
	}
}

// TestInterrupted: what was under way is aborted, and played by the next call.
func TestInterrupted(t *testing.T) {
	m := newMemory()
	ctx, cancel := context.WithCancel(t.Context())
	var once sync.Once
	slow := heads{play: func(ctx context.Context) (string, error) {
		once.Do(cancel)
		<-ctx.Done()
		return "", ctx.Err()
	}}
	o := run.Options{Tournament: cup(2), Store: m, Make: maker(map[string]heads{"c": slow})}
	tour, err := run.Run(ctx, o)
	if err != nil || tour.Complete() || m.aborted == 0 {
		t.Fatalf("%v: complete %v, %d aborted", err, tour.Complete(), m.aborted)
	}
	o.Make = maker(nil)
	var told []string
	o.Abandon = func(_ context.Context, s tourney.Slot, id string) { told = append(told, fmt.Sprint(s.Number, id)) }
	for _, r := range m.records { // as if killed: one was never ended
		if r.Status == match.Aborted {
			r.Status = match.Running
			break
		}
	}
	if tour, err = run.Run(t.Context(), o); err != nil || !tour.Complete() || len(told) != 1 {
		t.Errorf("%v: complete %v, told %v", err, tour.Complete(), told)
	}
	ended := map[int]int{}
	for _, a := range m.past.Attempts {
		if m.records[a.Match].Status == match.Completed {
			ended[a.Slot]++
		}
	}
	for slot := range 12 {
		if ended[slot] != 1 {
			t.Errorf("match %d has ended %d times", slot, ended[slot])
		}
	}
}

// TestErrors: what is not the players' fault ends the tournament with an error, and the next
// call goes on.
func TestErrors(t *testing.T) {
	for _, method := range []string{"Plan", "Attempt", "Begin", "Turn", "End"} {
		m := newMemory()
		m.fail = method
		tour, err := run.Run(t.Context(), run.Options{Tournament: cup(2), Store: m, Make: maker(nil)})
		if !errors.Is(err, errDisk) || tour.Complete() {
			t.Errorf("%s fails: %v", method, err)
		}
		m.fail = ""
		if tour, err = run.Run(t.Context(), run.Options{Tournament: cup(2), Store: m, Make: maker(nil)}); err != nil || !tour.Complete() {
			t.Errorf("after %s has failed: %v", method, err)
		}
	}
	bad := errors.New("no such game")
	m := newMemory()
	_, err := run.Run(t.Context(), run.Options{Tournament: cup(2), Store: m, Make: func(context.Context, tourney.Config, tourney.Play) (run.Prepared, error) {
		return run.Prepared{}, bad
	}})
	if !errors.Is(err, bad) || m.locked {
		t.Errorf("%v, locked %v", err, m.locked)
	}
	_, err = run.Run(t.Context(), run.Options{Tournament: cup(2), Store: newMemory(), Make: func(context.Context, tourney.Config, tourney.Play) (run.Prepared, error) {
		panic("a bug")
	}})
	if err == nil || !strings.Contains(err.Error(), "a bug") {
		t.Errorf("a panic: %v", err)
	}
	m.locked = true
	if _, err := run.Run(t.Context(), run.Options{Tournament: cup(2), Store: m, Make: maker(nil)}); err == nil {
		t.Error("two play the same tournament")
	}
}
