package main

import (
	"context"
	"sync"
	"time"
)

// witness does nothing but sleep, and notes how long after its time it is woken.
// An answer that is late while the witness was kept waiting as well says
// something about the machine, not only about the player.
type witness struct {
	mu    sync.Mutex
	naps  []nap // those that took noticeably too long
	worst time.Duration
}

// nap is a wake-up that came too late.
type nap struct {
	due  time.Time
	late time.Duration
}

const (
	napTime   = 5 * time.Millisecond
	worthNote = 20 * time.Millisecond
)

// watch sleeps until ctx is done.
func (w *witness) watch(ctx context.Context) {
	timer := time.NewTimer(napTime)
	defer timer.Stop()
	for ctx.Err() == nil {
		due := time.Now().Add(napTime)
		select {
		case <-timer.C:
		case <-ctx.Done():
			return
		}
		w.woke(due, time.Since(due))
		timer.Reset(napTime)
	}
}

func (w *witness) woke(due time.Time, late time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.worst = max(w.worst, late)
	if late >= worthNote {
		w.naps = append(w.naps, nap{due, late})
	}
}

// between adds up what the witness was kept waiting from begin to end, and tells the longest
// time that it was.
func (w *witness) between(begin, end time.Time) (sum, longest time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, n := range w.naps {
		from, to := n.due, n.due.Add(n.late)
		if from.Before(begin) {
			from = begin
		}
		if to.After(end) {
			to = end
		}
		nap := max(to.Sub(from), 0)
		sum, longest = sum+nap, max(longest, nap)
	}
	return sum, longest
}
