package store

import (
	"context"
	"database/sql"
	"fmt"
)

// task is a write that waits for its turn.
type task struct {
	f    func(tx *sql.Tx) error
	err  error
	done bool // guarded by Store.writing
}

// mostTasks bounds the writes of one transaction.
const mostTasks = 256

// write runs f in a transaction, all or nothing, and returns when it is durable. What a
// commit costs is waiting for the disk, so that writes that come while another one waits share
// the next: whoever gets the turn first does it for all, each behind a savepoint of its own.
func (s *Store) write(f func(tx *sql.Tx) error) error {
	t := &task{f: f}
	s.mu.Lock()
	s.queue = append(s.queue, t)
	s.mu.Unlock()
	s.writing.Lock()
	defer s.writing.Unlock()
	for !t.done {
		s.mu.Lock()
		n := min(len(s.queue), mostTasks)
		list := s.queue[:n:n]
		s.queue = s.queue[n:]
		s.mu.Unlock()
		s.together(list)
	}
	return t.err
}

// together does writes in one transaction. One that fails is undone alone; if the
// transaction fails, all have.
func (s *Store) together(list []*task) {
	fail := func(err error) {
		for _, t := range list {
			if t.done = true; t.err == nil {
				t.err = explain(err)
			}
		}
	}
	tx, err := s.db.BeginTx(context.Background(), nil)
	if err != nil {
		fail(err)
		return
	}
	defer func() { _ = tx.Rollback() }() // does nothing after a commit
	failed := 0
	for _, t := range list {
		if t.err, err = one(tx, t.f, len(list) > 1); err != nil {
			fail(err)
			return
		}
		if t.err != nil {
			t.err = explain(t.err)
			failed++
		}
	}
	if failed == len(list) {
		fail(nil)
		return
	}
	if err = tx.Commit(); err != nil {
		fail(err)
		return
	}
	for _, t := range list {
		t.done = true
	}
}

// one does a write behind a savepoint: the first error is its own, the second the
// transaction's.
func one(tx *sql.Tx, f func(tx *sql.Tx) error, savepoint bool) (err, broken error) {
	defer func() {
		if v := recover(); v != nil { // it may be somebody else's
			err, broken = fmt.Errorf("panic: %v", v), fmt.Errorf("panic in a write beside this one: %v", v)
		}
	}()
	if !savepoint {
		return f(tx), nil
	}
	if _, err := tx.Exec("SAVEPOINT task"); err != nil {
		return nil, err
	}
	if err := f(tx); err != nil {
		if _, undo := tx.Exec("ROLLBACK TO task; RELEASE task"); undo != nil {
			return err, undo // SQLite gives up the whole transaction when the disk is full
		}
		return err, nil
	}
	_, broken = tx.Exec("RELEASE task")
	return nil, broken
}
