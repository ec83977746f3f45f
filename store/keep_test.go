package store

import (
	"errors"
	"testing"

	"ludens/match"
)

// begun is a record after so many steps.
func begun(id string, steps int) *match.Record {
	r := &match.Record{ID: id, Game: "g", Roles: []string{"x"}, Players: []match.Player{{Name: "a"}}, States: [][]string{{"(n 0)"}}, StateTimes: []int64{1}, Replies: [][]match.Reply{{{}}}}
	for range steps {
		r.States, r.StateTimes = append(r.States, []string{"(n 1)"}), append(r.StateTimes, 2)
		r.Moves, r.Replies = append(r.Moves, []string{"go"}), append(r.Replies, []match.Reply{{}})
	}
	return r
}

// standing tells how a list has a match.
func standing(t *testing.T, s *Store, id string) string {
	t.Helper()
	list, err := s.List(Query{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		switch {
		case m.ID != id:
		case m.Broken:
			return "broken"
		default:
			return m.Status.String()
		}
	}
	return ""
}

// A match is written by one store at a time, and nobody is in the dark about which.
func TestKeep(t *testing.T) {
	path := file(t)
	a, b := open(t, path, Options{}), open(t, path, Options{})
	reader := open(t, path, Options{ReadOnly: true})
	c, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Begin(begun("m", 0)); err != nil {
		t.Fatal(err)
	}
	if got := standing(t, reader, "m"); got != "running" {
		t.Errorf("while it is played: %s", got)
	}
	for what, err := range map[string]error{
		"go on":             second(a.Resume("m")),
		"go on with itself": second(c.Resume("m")),
		"turn":              a.Turn(begun("m", 1), 0),
		"end":               a.End(begun("m", 0)),
		"begin":             a.Begin(begun("m", 0)),
		"delete":            a.Delete("m"),
		"delete its own":    c.Delete("m"),
	} {
		if !errors.Is(err, ErrPlayed) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := c.Begin(begun("m", 0)); !errors.Is(err, ErrExists) {
		t.Errorf("begun twice: %v", err)
	}
	if err := c.Turn(begun("m", 1), 0); err != nil {
		t.Errorf("after others have tried: %v", err)
	}
	if err := c.Close(); err != nil { // as the death of the process
		t.Fatal(err)
	}
	if got := standing(t, reader, "m"); got != "broken" {
		t.Errorf("when nobody plays it: %s", got)
	}
	yes, no := true, false
	for _, q := range []struct {
		broken *bool
		want   int
	}{{nil, 1}, {&yes, 1}, {&no, 0}} {
		if list, err := reader.List(Query{Broken: q.broken, Limit: 3}); err != nil || len(list) != q.want {
			t.Errorf("%d matches, %v", len(list), err)
		}
	}

	r, err := a.Resume("m")
	if err != nil || r.Steps() != 1 {
		t.Fatalf("gone on with after %v: %v", r, err)
	}
	if _, err := b.Resume("m"); !errors.Is(err, ErrPlayed) {
		t.Errorf("by two: %v", err)
	}
	if got := standing(t, reader, "m"); got != "running" {
		t.Errorf("when it is gone on with: %s", got)
	}
	r.Status = match.Completed
	if err := a.End(r); err != nil {
		t.Fatal(err)
	}
	if got := standing(t, reader, "m"); got != "completed" {
		t.Errorf("at the end: %s", got)
	}
	if _, err := b.Resume("m"); !errors.Is(err, ErrEnded) {
		t.Errorf("after its end: %v", err)
	}
	if _, err := b.Resume("nothing"); !errors.Is(err, ErrNotFound) {
		t.Errorf("that never was: %v", err)
	}
	if n := len(a.kept) + len(b.kept); n > 0 {
		t.Errorf("%d locks are held on nothing", n)
	}
}

func second(_ *match.Record, err error) error { return err }

// One that comes from an archive in its midst is nobody's.
func TestKeepImported(t *testing.T) {
	s := open(t, file(t), Options{})
	if err := s.Save(begun("m", 2)); err != nil {
		t.Fatal(err)
	}
	if got := standing(t, s, "m"); got != "broken" {
		t.Error(got)
	}
	if _, err := s.Resume("m"); err != nil {
		t.Error(err)
	}
}
