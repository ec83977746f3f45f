package server

import (
	"slices"
	"sync"
	"time"
)

const (
	// freshFor is how long after it was accepted a connection is expected to bring
	// its message at any moment.
	freshFor = 100 * time.Millisecond
	// idleFor is how long one is waited for that should have brought it already.
	idleFor = 10 * time.Millisecond
)

// line keeps messages in the order in which their connections were made. As a
// rule there is one at a time; but when the process has stood still, several lie
// there that came one after the other, and goroutines would take them in any
// order. A message is let wait only for connections made before its own, each of
// which may hold others up once and for a moment: one that was waited for in
// vain has lost its place.
type line struct {
	mu     sync.Mutex
	places []*place // in order; those that wait for their message to arrive or to be taken
	taking sync.Mutex
}

// place is a connection's in the line.
type place struct {
	since time.Time
	left  chan struct{} // closed when nobody needs to wait for it any more
}

// join takes the next place.
func (l *line) join(now time.Time) *place {
	p := &place{since: now, left: make(chan struct{})}
	l.mu.Lock()
	l.places = append(l.places, p)
	l.mu.Unlock()
	return p
}

// leave gives a place up; only the first call counts.
func (l *line) leave(p *place) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.Index(l.places, p); i >= 0 {
		l.places = slices.Delete(l.places, i, i+1)
		close(p.left)
	}
}

// take calls f, never twice at a time, when it is the place's turn, and leaves the
// place.
func (l *line) take(p *place, f func()) {
	defer l.leave(p)
	l.mu.Lock()
	before := slices.Clone(l.places[:max(slices.Index(l.places, p), 0)])
	l.mu.Unlock()
	for _, b := range before {
		timer := time.NewTimer(max(time.Until(b.since.Add(freshFor)), idleFor))
		select {
		case <-b.left:
		case <-timer.C:
			l.leave(b)
		}
		timer.Stop()
	}
	l.taking.Lock()
	defer l.taking.Unlock()
	f()
}
