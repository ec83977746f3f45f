//go:build !linux

package store

import (
	"errors"
	"fmt"
	"io"
)

// lockMatch takes a match's lock, or fails with ErrPlayed. Where there are no locks of open
// files, each match has a small file of its own, which stays.
func (s *Store) lockMatch(name string) (io.Closer, error) {
	lock, err := s.lock(fmt.Sprintf("match-%x", place(name)))
	if errors.Is(err, ErrLocked) {
		return nil, ErrPlayed
	}
	return lock, err
}

// playing tells which of some matches a process still plays, by trying their locks.
func (s *Store) playing(names []string) (map[string]bool, error) {
	out := map[string]bool{}
	for _, name := range names {
		switch fresh, err := s.keep(name); {
		case errors.Is(err, ErrPlayed):
			out[name] = true
		case err != nil:
			return nil, err
		case fresh:
			s.release(name)
		default:
			out[name] = true
		}
	}
	return out, nil
}
