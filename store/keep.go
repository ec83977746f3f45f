package store

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"ludens/match"
)

// What can be wrong with going on with a match.
var (
	// ErrPlayed: whoever began the match, or went on with it, still does.
	ErrPlayed = errors.New("another process plays this match")
	// ErrEnded: there is nothing to go on with.
	ErrEnded = errors.New("the match has ended")
)

// Resume gives the record of a match whose process has ended in its midst, and keeps all
// others from going on with it until End, Close or the end of this process. ErrPlayed if it
// is still being played, ErrEnded if it is over.
func (s *Store) Resume(name string) (*match.Record, error) {
	r, fresh, err := s.resume(name)
	if err != nil {
		if fresh {
			s.release(name)
		}
		return nil, fmt.Errorf("go on with match %s: %w", name, err)
	}
	return r, nil
}

func (s *Store) resume(name string) (r *match.Record, fresh bool, err error) {
	if fresh, err = s.keep(name); err != nil {
		return nil, fresh, err
	}
	if !fresh {
		return nil, false, ErrPlayed // by this very process
	}
	// Only now is it certain that nobody writes to it.
	if r, err = s.Load(name); err != nil {
		return nil, fresh, err
	}
	if r.Status != match.Running {
		return nil, fresh, fmt.Errorf("%w: it is %s", ErrEnded, r.Status)
	}
	return r, fresh, nil
}

// keep makes sure that nobody else writes to a match; fresh tells that it was not kept
// before. The lock ends with the process, however it ends.
func (s *Store) keep(name string) (fresh bool, err error) {
	s.keeping.Lock()
	defer s.keeping.Unlock()
	if _, ok := s.kept[name]; ok {
		return false, nil
	}
	lock, err := s.lockMatch(name)
	if err != nil {
		return false, err
	}
	if s.kept == nil {
		s.kept = map[string]io.Closer{}
	}
	s.kept[name] = lock
	return true, nil
}

// release lets others write to a match.
func (s *Store) release(name string) {
	s.keeping.Lock()
	defer s.keeping.Unlock()
	if lock, ok := s.kept[name]; ok {
		_ = lock.Close() // what fails to be unlocked ends with the process
		delete(s.kept, name)
	}
}

// releaseAll is for the end of the store.
func (s *Store) releaseAll() {
	s.keeping.Lock()
	defer s.keeping.Unlock()
	for _, lock := range s.kept {
		_ = lock.Close()
	}
	s.kept = nil
	if s.locks != nil {
		_ = s.locks.Close()
		s.locks = nil
	}
}

// place is the byte of the file of locks that stands for a match. Two matches may have the
// same by a chance of one in 2^62; then they wait for each other.
func place(name string) int64 {
	sum := sha256.Sum256([]byte(name))
	return int64(binary.LittleEndian.Uint64(sum[:]) >> 2)
}
