package game

import "sync/atomic"

// Signed is a Game whose machines can be ended within a question. A game that lacks
// it has short questions only.
type Signed interface {
	// Sign is what all machines of the game look at, a few times in a millisecond,
	// while they work.
	Sign() *Sign
}

// Sign ends what machines of a game are working on, from outside and from any
// goroutine. What they were asked is then answered by a fault (Machine.Err), and the
// machine is as good as before after the next Reset or Load. The zero value lets
// everything go on; so does nil.
type Sign struct {
	word  atomic.Uint64 // changes with every call; its lowest bit says closed
	cause atomic.Pointer[error]
	scale atomic.Pointer[func(int64) error]
}

// Scale sets whom machines ask for memory, from any goroutine; see Weigh.
func (s *Sign) Scale(f func(bytes int64) error) {
	if s != nil {
		s.scale.Store(&f)
	}
}

// Weigh is for machines: it is nil when they may take so many bytes at once. They ask
// before they take a large piece, and with 0 as often as they ask Since; what is not nil
// is the fault with which the question is to end.
func (s *Sign) Weigh(bytes int64) error {
	if s == nil {
		return nil
	}
	if f := s.scale.Load(); f != nil {
		return (*f)(bytes)
	}
	return nil
}

// Interrupt ends what machines are working on at this moment.
func (s *Sign) Interrupt(cause error) {
	if s != nil {
		s.cause.Store(&cause)
		s.word.Add(2)
	}
}

// Close ends what machines are working on, and whatever they are asked until Reopen.
func (s *Sign) Close(cause error) {
	if s == nil {
		return
	}
	s.cause.Store(&cause)
	for {
		w := s.word.Load()
		if s.word.CompareAndSwap(w, w+2|1) {
			return
		}
	}
}

// Reopen takes a Close back.
func (s *Sign) Reopen() {
	if s == nil {
		return
	}
	for {
		w := s.word.Load()
		if s.word.CompareAndSwap(w, w&^1) {
			return
		}
	}
}

// Closed reports whether nothing is answered any more.
func (s *Sign) Closed() bool { return s != nil && s.word.Load()&1 != 0 }

// Look is for machines: a question begins. What it returns is for Since.
func (s *Sign) Look() uint64 {
	if s == nil {
		return 0
	}
	return s.word.Load()
}

// Since is for machines: it is nil while the question that began with the look may
// go on, and a cause when it is to end.
func (s *Sign) Since(look uint64) error {
	if s == nil {
		return nil
	}
	if w := s.word.Load(); w == look && w&1 == 0 {
		return nil
	}
	if e := s.cause.Load(); e != nil {
		return *e
	}
	return ErrInterrupted
}

// SignOf is the sign of a game, nil if it has none.
func SignOf(g Game) *Sign {
	if s, ok := g.(Signed); ok {
		return s.Sign()
	}
	return nil
}
