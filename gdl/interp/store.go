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

// export gives the shared id of a machine's term. Known are terms that were
// exported before.
func (s *store) export(from *terms, id int32, known map[int32]int32) (int32, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := copyTerm(s.terms, from, id, known)
	if s.terms.bytes() > s.max {
		return 0, fmt.Errorf("%w: the positions met so far hold more than %d bytes of terms", game.ErrBudget, s.max)
	}
	return out, nil
}

// fetch gives the machine's id of a shared term; ok is false if there is none.
func (s *store) fetch(to *terms, id int32, known map[int32]int32) (out int32, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if int(id) >= len(s.terms.list) {
		return 0, false
	}
	return copyTerm(to, s.terms, id, known), true
}

// smallTerm is the size up to which a part of a term is copied again rather than
// looked up: larger ones may be met many times in a term that shares its parts.
const smallTerm = 16

// copyTerm copies a term from one table to another. It notes the larger parts in
// known, so that each is copied once.
func copyTerm(to, from *terms, id int32, known map[int32]int32) int32 {
	e := from.list[id]
	if e.size > smallTerm {
		if out, ok := known[id]; ok {
			return out
		}
	}
	args := make([]int32, 0, 8)
	for _, a := range from.argsOf(id) {
		args = append(args, copyTerm(to, from, a, known))
	}
	out := to.intern(e.sym, e.fn, args)
	if e.size > smallTerm {
		known[id] = out
	}
	return out
}
