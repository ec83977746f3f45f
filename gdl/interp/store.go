package interp

import (
	"fmt"
	"sync"

	"ludens/game"
)

// store holds the terms that machines of a game show to the outside, as fluents
// in states and as moves. Each machine has a table of its own for reasoning; only
// what leaves it goes through here, so that the lock costs little.
type store struct {
	mu    sync.Mutex
	terms *terms
	max   int64
}

func (s *store) size() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.terms.bytes()
}

// export gives the shared id of a machine's term.
func (s *store) export(from *terms, id int32) (int32, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := copyTerm(s.terms, from, id)
	if s.terms.bytes() > s.max {
		return 0, fmt.Errorf("%w: the positions met so far hold more than %d bytes of terms", game.ErrBudget, s.max)
	}
	return out, nil
}

// fetch gives the machine's id of a shared term; ok is false if there is none.
func (s *store) fetch(to *terms, id uint64) (out int32, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if id >= uint64(len(s.terms.list)) {
		return 0, false
	}
	return copyTerm(to, s.terms, int32(id)), true
}

func copyTerm(to, from *terms, id int32) int32 {
	e := from.list[id]
	args := make([]int32, 0, 8)
	for _, a := range from.argsOf(id) {
		args = append(args, copyTerm(to, from, a))
	}
	return to.intern(e.sym, e.fn, args)
}
