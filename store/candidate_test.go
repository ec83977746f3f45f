package store

import (
	"errors"
	"fmt"
	"testing"

	"ludens/nets"
)

// TestCandidate: of what was learned beside matches the latest is kept, for its game alone,
// and nothing of it is what the game is played with until it is made that.
func TestCandidate(t *testing.T) {
	s := open(t, file(t), Options{})
	before := small("x", 1)
	if _, err := s.PutNet(before, true); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Candidate(before.Game, before.Encoding); !errors.Is(err, nets.ErrNone) {
		t.Errorf("a candidate that nobody kept: %v", err)
	}
	for i := range 3 {
		for _, name := range []string{"x", "y"} {
			if _, err := s.PutCandidate(small(name, uint64(10+i))); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got, err := s.Candidate(before.Game, before.Encoding); err != nil || got.Steps != 12 {
		t.Errorf("the candidate is %+v, %v", got, err)
	}
	if got, err := s.BestNet(before.Game, before.Encoding); err != nil || got.Steps != 1 {
		t.Errorf("played is %+v, %v", got, err)
	}
	if list, err := s.Nets(NetQuery{}); err != nil || len(list) != 3 {
		t.Errorf("%d nets are kept, %v", len(list), err)
	}
	if err := s.DropCandidate(before.Game, before.Encoding); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Candidate(before.Game, before.Encoding); !errors.Is(err, nets.ErrNone) {
		t.Errorf("a candidate that was dropped: %v", err)
	}
	if list, err := s.Nets(NetQuery{}); err != nil || len(list) != 2 {
		t.Errorf("%d nets are kept, %v", len(list), err)
	}

	// One that has become the best stays when it is no candidate any more.
	id, err := s.PutCandidate(small("x", 20))
	if err == nil {
		err = s.SetBest(id)
	}
	if err == nil {
		err = s.DropCandidate(before.Game, before.Encoding)
	}
	if err != nil {
		t.Fatal(err)
	}
	if got, err := s.BestNet(before.Game, before.Encoding); err != nil || got.Steps != 20 {
		t.Errorf("played is %+v, %v", got, err)
	}
}

// TestManyCandidates: those of the games that were met last are kept.
func TestManyCandidates(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	s := open(t, file(t), Options{})
	for i := range mostCandidates + 3 {
		if _, err := s.PutCandidate(small(fmt.Sprint(i), 1)); err != nil {
			t.Fatal(err)
		}
	}
	if list, err := s.Nets(NetQuery{}); err != nil || len(list) != mostCandidates || list[len(list)-1].Name != small("3", 1).Name {
		t.Errorf("%d nets are kept, %v", len(list), err)
	}
}

// TestOldNets: a file from before there were candidates is read as it is, and brought up to
// date when it is written.
func TestOldNets(t *testing.T) {
	path := file(t)
	s := open(t, path, Options{})
	n := small("x", 1)
	if _, err := s.PutNet(n, true); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"ALTER TABLE net DROP COLUMN candidate", "PRAGMA user_version = 5"} {
		if _, err := s.db.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	old := open(t, path, Options{ReadOnly: true})
	if got, err := old.BestNet(n.Game, n.Encoding); err != nil || got.Steps != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	if list, err := old.Nets(NetQuery{}); err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
	now := open(t, path, Options{})
	if _, err := now.PutCandidate(small("x", 2)); err != nil {
		t.Error(err)
	}
	if got, err := now.BestNet(n.Game, n.Encoding); err != nil || got.Steps != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}
