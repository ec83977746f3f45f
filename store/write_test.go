package store

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
)

// TestTogether: writes that share a transaction succeed and fail each for itself.
func TestTogether(t *testing.T) {
	s := open(t, file(t), Options{})
	bad := errors.New("bad")
	put := func(n int, err error) *task {
		return &task{f: func(tx *sql.Tx) error {
			if _, e := tx.Exec(`INSERT INTO chunk (run, samples, games, data) VALUES (?, 1, 1, x'00')`, fmt.Sprint("r", n)); e != nil {
				return e
			}
			return err
		}}
	}
	runs := func() (names []string) {
		t.Helper()
		list, err := s.Runs()
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range list {
			names = append(names, r.Name)
		}
		return names
	}
	list := []*task{put(1, nil), put(2, bad), put(3, nil)}
	s.together(list)
	if list[0].err != nil || !errors.Is(list[1].err, bad) || list[2].err != nil || !list[0].done || !list[1].done || !list[2].done {
		t.Errorf("%v, %v, %v", list[0].err, list[1].err, list[2].err)
	}
	if got := runs(); fmt.Sprint(got) != "[r1 r3]" {
		t.Errorf("stored are %v", got)
	}
	list = []*task{put(4, bad), put(5, bad)}
	s.together(list)
	if !errors.Is(list[0].err, bad) || !errors.Is(list[1].err, bad) {
		t.Errorf("%v, %v", list[0].err, list[1].err)
	}
	// One that breaks the transaction takes the others with it, and they are told.
	broken := &task{f: func(*sql.Tx) error { panic("a bug") }}
	list = []*task{put(6, nil), broken, put(7, nil)}
	s.together(list)
	for i, x := range list {
		if x.err == nil || !strings.Contains(x.err.Error(), "a bug") || !x.done {
			t.Errorf("task %d: %v", i, x.err)
		}
	}
	if got := runs(); fmt.Sprint(got) != "[r1 r3]" {
		t.Errorf("stored are %v", got)
	}
	// Many at once, from many goroutines.
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			var err error
			if i%5 == 0 {
				err = bad
			}
			if got := s.write(put(100+i, err).f); !errors.Is(got, err) {
				t.Errorf("write %d: %v", i, got)
			}
		})
	}
	wg.Wait()
	if got := runs(); len(got) != 42 {
		t.Errorf("%d runs are stored, want 42", len(got))
	}
}
