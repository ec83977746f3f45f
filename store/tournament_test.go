package store

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ludens/game/gametest/toy"
	"ludens/match"
	"ludens/rating"
	"ludens/tourney"
)

// record is a match of two that has ended.
func record(id, cup string, change func(r *match.Record)) *match.Record {
	r := &match.Record{
		ID: id, Game: "g", Tournament: cup, Roles: []string{"x", "y", "random"},
		Players: []match.Player{{Name: "a"}, {Name: "b"}, {}}, Status: match.Completed, Goals: []int{100, 0, 0},
		States: [][]string{nil, nil}, StateTimes: []int64{1, 2}, Moves: [][]string{{"go", "noop", "roll"}}, Replies: [][]match.Reply{{{}, {}, {}}, {{}, {}, {}}},
	}
	if change != nil {
		change(r)
	}
	return r
}

func TestTournaments(t *testing.T) {
	s := open(t, file(t), Options{})
	cfg := tourney.Config{
		Name: "cup", Games: []tourney.Game{{Name: "g", Seats: 2}}, Clocks: []tourney.Clock{{Start: 3, Play: 2}}, Rounds: 3,
		Entrants: []tourney.Entrant{{Name: "a", Kind: "agent", Player: "x"}, {Name: "b", Kind: "agent", Player: "y"}},
	}
	if _, _, err := s.Tournament("cup"); !errors.Is(err, ErrNoTournament) {
		t.Errorf("no tournament: %v", err)
	}
	if err := s.Attempt("cup", 0, 1, "m"); !errors.Is(err, ErrNoTournament) {
		t.Errorf("a match of no tournament: %v", err)
	}
	var slots []tourney.Slot
	for i := range 6 {
		slots = append(slots, tourney.Slot{Number: i, Round: i / 2, Opening: i / 2, Seats: []int{i % 2, 1 - i%2}})
	}
	if err := s.Plan(cfg, slots[:4], 77); err != nil {
		t.Fatal(err)
	}
	if err := s.Plan(cfg, slots[4:], 78); err != nil { // a later round
		t.Fatal(err)
	}
	if err := s.Plan(cfg, slots[4:], 79); err == nil {
		t.Error("a plan is kept twice")
	}
	begin := func(slot, number int, r *match.Record) {
		t.Helper()
		if err := s.Attempt("cup", slot, number, r.ID); err != nil {
			t.Fatal(err)
		}
		if err := s.Begin(r); err != nil {
			t.Fatal(err)
		}
	}
	begin(0, 1, record("cup.1", "cup", nil))
	begin(1, 1, record("cup.2", "cup", func(r *match.Record) {
		r.Status, r.Goals, r.Notes = match.Forfeited, nil, []match.Note{{Kind: match.NoteForfeit, Role: "y", Text: "dead"}}
	}))
	begin(2, 1, record("cup.3", "cup", func(r *match.Record) { r.Status, r.Goals = match.Running, nil }))
	begin(3, 1, record("cup.4", "cup", func(r *match.Record) {
		r.Status, r.Goals, r.Notes = match.Aborted, nil, []match.Note{{Kind: match.NoteBusy, Role: "x"}}
	}))
	begin(3, 2, record("cup.4.2", "cup", func(r *match.Record) { r.Status, r.Goals = match.Limited, nil }))
	if err := s.Attempt("cup", 4, 1, "cup.5"); err != nil { // killed before it began
		t.Fatal(err)
	}
	if err := s.Save(record("another", "", nil)); err != nil {
		t.Fatal(err)
	}
	kept, past, err := s.Tournament("cup")
	if err != nil || !kept.Same(cfg) {
		t.Fatalf("%+v, %v", kept, err)
	}
	no := []bool{false, false}
	want := &tourney.Past{Slots: slots, Attempts: []tourney.Attempt{
		{Slot: 0, Number: 1, Match: "cup.1", Outcome: &rating.Outcome{Goals: []int{100, 0}, Forfeit: no}},
		{Slot: 1, Number: 1, Match: "cup.2", Outcome: &rating.Outcome{Forfeit: []bool{false, true}}},
		{Slot: 2, Number: 1, Match: "cup.3"},
		{Slot: 3, Number: 1, Match: "cup.4", Busy: true},
		{Slot: 3, Number: 2, Match: "cup.4.2", Outcome: &rating.Outcome{Forfeit: no}},
		{Slot: 4, Number: 1, Match: "cup.5"},
	}}
	if d := cmp.Diff(want, past); d != "" {
		t.Error(d)
	}
	list, err := s.Tournaments()
	if err != nil || len(list) != 1 || list[0].Planned != 6 || list[0].Ended != 3 || list[0].Created != 77 {
		t.Errorf("%+v, %v", list, err)
	}
	broken, err := s.Interrupted("cup", "killed")
	if err != nil || !cmp.Equal(broken, map[string]int{"cup.3": 2}) {
		t.Errorf("%v, %v", broken, err)
	}
	if r, err := s.Load("cup.3"); err != nil || r.Status != match.Aborted || r.Reason != "killed" {
		t.Errorf("%v, %v", r, err)
	}
	played, err := s.Played(Query{Tournament: "cup"})
	if err != nil || len(played) != 3 || played[0].Moves == "" || played[0].Moves != played[1].Moves || !cmp.Equal(played[0].Players, []string{"a", "b"}) {
		t.Errorf("%+v, %v", played, err)
	}
	if err := s.DeleteTournament("cup"); err != nil {
		t.Fatal(err)
	}
	if err := s.DeleteTournament("cup"); !errors.Is(err, ErrNoTournament) {
		t.Errorf("deleted twice: %v", err)
	}
	if list, err := s.List(Query{Tournament: "cup"}); err != nil || len(list) != 5 {
		t.Errorf("the matches that stay: %v, %v", list, err)
	}
}

func TestTournamentLock(t *testing.T) {
	path := file(t)
	a, b := open(t, path, Options{}), open(t, path, Options{})
	lock, err := a.LockTournament("cup")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.LockTournament("cup"); !errors.Is(err, ErrLocked) {
		t.Errorf("locked twice: %v", err)
	}
	other, err := b.LockTournament("another")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(lock.Close(), other.Close()); err != nil {
		t.Fatal(err)
	}
	if lock, err = b.LockTournament("cup"); err != nil {
		t.Fatal(err)
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestOpening: how many moves were given is kept, also in GGP-Base's form.
func TestOpening(t *testing.T) {
	s := open(t, file(t), Options{})
	r := play(t, "m", open(t, file(t), Options{}))
	r.Opening = 3
	if err := s.Save(r); err != nil {
		t.Fatal(err)
	}
	got, err := s.Load("m")
	if err != nil || got.Opening != 3 {
		t.Fatalf("%v, %v", got, err)
	}
	if err := got.Replay(toy.Pig(6)); err != nil {
		t.Error(err)
	}
	text, err := s.Export("m")
	if err != nil {
		t.Fatal(err)
	}
	if got, err = match.ReadGGPBase(text); err != nil || got.Opening != 3 {
		t.Errorf("%v, %v", got, err)
	}
}
