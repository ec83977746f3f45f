package server

import (
	"net/netip"
	"slices"
	"sync"
	"time"
)

const (
	// patience is how long a message waits for older ones in all. They have come, so
	// that it takes a moment; what takes longer is a long one that is still coming.
	patience = 100 * time.Millisecond
	// lookAgain is how often it looks whether they have been taken.
	lookAgain = time.Millisecond
	// freshFor is within how long after it was accepted a connection brings its
	// message if somebody made it for that. One that brings it later was made ahead,
	// as browsers do, and the message is as old as its first byte.
	freshFor = time.Second
)

// line keeps messages in the order in which their connections were made. As a
// rule there is one at a time; but when the process has stood still, several lie
// there that came one after the other, and goroutines would take them in any
// order. A message waits only for connections that its own address made before,
// and of these only for those that have brought something which nobody has looked
// at: a silent one holds nobody up.
type line struct {
	mu     sync.Mutex
	joined int64
	places []*place // in order; those that wait for their message to arrive or to be taken
	taking sync.Mutex

	patience time.Duration // patience when 0
}

// place is a connection's in the line.
type place struct {
	number int64
	since  time.Time
	from   netip.Prefix
	silent func() bool
	gone   bool // nobody needs to wait for it any more; guarded by line.mu
}

// join takes the next place.
func (l *line) join(c *conn, now time.Time) *place {
	p := &place{since: now, from: c.from, silent: c.wire.silent}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.joined++
	p.number = l.joined
	l.places = append(l.places, p)
	return p
}

// leave gives a place up; only the first call counts.
func (l *line) leave(p *place) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.Index(l.places, p); i >= 0 {
		l.places = slices.Delete(l.places, i, i+1)
		p.gone = true
	}
}

// before gives those of a list that are still to be waited for; of the whole line
// when the list is nil.
func (l *line) before(p *place, list []*place) []*place {
	l.mu.Lock()
	if list == nil {
		list = l.places[:max(slices.Index(l.places, p), 0)]
	}
	var out []*place
	for _, b := range list {
		if !b.gone && b.from == p.from {
			out = append(out, b)
		}
	}
	l.mu.Unlock()
	return slices.DeleteFunc(out, func(b *place) bool { return b.silent() })
}

// take calls f, never twice at a time, when it is the place's turn, and leaves the
// place.
func (l *line) take(p *place, f func()) {
	defer l.leave(p)
	if list := l.before(p, nil); len(list) > 0 {
		l.wait(p, list)
	}
	l.taking.Lock()
	defer l.taking.Unlock()
	f()
}

// wait waits until none of a list is left to be waited for.
func (l *line) wait(p *place, list []*place) {
	most := l.patience
	if most == 0 {
		most = patience
	}
	end := time.NewTimer(most)
	defer end.Stop()
	look := time.NewTicker(lookAgain)
	defer look.Stop()
	for len(list) > 0 {
		select {
		case <-look.C:
			list = l.before(p, list)
		case <-end.C:
			return
		}
	}
}
