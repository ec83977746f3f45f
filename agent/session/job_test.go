package session

import (
	"testing"
	"time"
)

// Whoever has nothing at hand waits until the clock has run out, not longer because
// the machine is busy, and longer after a standstill.
func TestWaiting(t *testing.T) {
	const ms = time.Millisecond
	begin := time.Unix(1000, 0)
	j := &job{limit: 1000 * ms, hard: begin.Add(900 * ms), end: begin.Add(975 * ms)}
	for _, c := range []struct {
		name  string
		begin time.Duration   // the waiting
		gaps  []time.Duration // the first looks after the last moment; then every 10 ms
		want  time.Duration   // when it is over, at most 10 ms later
	}{
		{"quiet", 0, nil, 975 * ms},
		{"every look late", 0, []time.Duration{90 * ms, 90 * ms, 90 * ms, 90 * ms, 90 * ms, 90 * ms}, 1260 * ms},
		{"a standstill", 0, []time.Duration{10 * ms, 5000 * ms}, 5985 * ms},
		{"two standstills", 0, []time.Duration{5000 * ms, 5000 * ms}, 10915 * ms},
		{"late from the beginning", 2000 * ms, nil, 2250 * ms},
	} {
		now := max(c.begin, 900*ms)
		w := j.waiting(begin.Add(c.begin), begin.Add(now))
		for i := 0; ; i++ {
			gap := 10 * ms
			if i < len(c.gaps) {
				gap = c.gaps[i]
			}
			if now += gap; w.over(begin.Add(now)) || now > time.Minute {
				break
			}
		}
		if now < c.want || now > c.want+10*ms {
			t.Errorf("%s: over at %v, want %v", c.name, now, c.want)
		}
	}
}
