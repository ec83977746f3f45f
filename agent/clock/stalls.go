package clock

import (
	"slices"
	"sync"
	"time"
)

const (
	// stallLeast is the shortest standstill that counts; less is the ordinary
	// business of a loaded machine, which the reserve covers.
	stallLeast = 250 * time.Millisecond
	// stallFresh is how long after a standstill a message may still be one that
	// has lain there: what came meanwhile is worked off in this time.
	stallFresh = 50 * time.Millisecond
	stallsKept = 16
)

// stall is a time in which the process did not run: it was stopped, the machine
// slept, or others kept all processors.
type stall struct {
	end    time.Time
	length time.Duration
}

// beats are the times at which a goroutine that only sleeps was seen alive.
// Several may beat at once.
type beats struct {
	mu     sync.Mutex
	probes int // that are running
	last   time.Time
	stalls []stall // the newest last
}

func (b *beats) begin(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.probes++; b.probes == 1 {
		b.last = now
	}
}

func (b *beats) end() {
	b.mu.Lock()
	b.probes--
	b.mu.Unlock()
}

func (b *beats) beat(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.note(now)
}

// note brings the record up to now. The lock is held.
func (b *beats) note(now time.Time) {
	if b.probes == 0 {
		return
	}
	if now.Before(b.last) {
		return
	}
	if gap := Elapsed(b.last, now); gap >= stallLeast {
		if b.stalls = append(b.stalls, stall{now, gap}); len(b.stalls) > stallsKept {
			b.stalls = slices.Delete(b.stalls, 0, 1)
		}
	}
	b.last = now
}

// Elapsed is the time between two moments by the clock of the two that says more:
// the monotonic clock stands still while the machine sleeps.
func Elapsed(from, to time.Time) time.Duration {
	return max(to.Sub(from), to.Round(0).Sub(from.Round(0)))
}

// Asleep is how long the process stood still until just before now, and when that
// ended; 0 when it ran all along. A message that is read now may have come as long
// ago. It knows only while Probe runs.
func (c *Cushion) Asleep(now time.Time) (length time.Duration, end time.Time) {
	b := &c.beats
	b.mu.Lock()
	defer b.mu.Unlock()
	b.note(now)
	if n := len(b.stalls); n > 0 && Elapsed(b.stalls[n-1].end, now) <= stallFresh {
		return b.stalls[n-1].length, b.stalls[n-1].end
	}
	return 0, time.Time{}
}

// StalledAt reports whether the process stood still at that moment or began to so
// soon after it that what it was about to send may not have left. Standstills long
// ago are forgotten.
func (c *Cushion) StalledAt(at time.Time) bool {
	b := &c.beats
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.ContainsFunc(b.stalls, func(s stall) bool {
		return !s.end.Before(at) && !s.end.Add(-s.length).After(at.Add(2*stallFresh))
	})
}
