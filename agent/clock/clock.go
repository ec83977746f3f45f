// Package clock decides how much of a time limit may be used for thinking.
//
// A player must be early, not punctual: between "stop now" and the last byte of
// the answer lie a search that notices late, a garbage collection, a busy
// machine that does not schedule the process, and the network. Cushion measures
// that overshoot and keeps a reserve that covers it: it grows at once when an
// answer came later than planned and shrinks slowly when all is calm.
//
// Besides, Probe watches how late the machine wakes a sleeper, so that the reserve
// of the first answer already knows about a busy machine. It also notices when the
// process did not run at all (stalls.go): what comes then has waited, nobody knows
// how long.
//
// The package starts no goroutine: agent/session, which answers, tells it what
// happened and runs the probe.
package clock

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Options of a Cushion. The zero value works.
type Options struct {
	// Least is the smallest reserve; by default it depends on how calm the machine has
	// been: 30 % of the limit, at most 1 s, while that is not known or it was busy, and
	// less when it was calm for some time (see calm). It must cover the way of the
	// answer to the server, and a machine that is suddenly busy: at a limit of 1 s and
	// 60 ms an answer in a thousand came late on one that others used too.
	Least time.Duration
	// Initial is the reserve before anything was measured; default 200 ms
	// (less than the smallest reserve counts for nothing).
	Initial time.Duration
	// Share bounds the reserve to a share of the limit, 0…1; default 0.5. With
	// very short clocks it is better to think a little than not at all.
	Share float64
	// Fixed, when positive, switches measuring off and always reserves this.
	Fixed time.Duration
}

// Validate reports values that make no sense.
func (o Options) Validate() error {
	switch {
	case o.Least < 0 || o.Initial < 0 || o.Fixed < 0:
		return errors.New("cushion: a reserve must not be negative")
	case o.Share < 0 || o.Share > 0.95:
		return errors.New("cushion: the share must be between 0 and 0.95")
	}
	return nil
}

func (o Options) withDefaults() Options {
	if o.Initial == 0 {
		o.Initial = 200 * time.Millisecond
	}
	if o.Share == 0 {
		o.Share = 0.5
	}
	return o
}

// Cushion is an adaptive time reserve. It is safe for concurrent use.
type Cushion struct {
	opt Options

	mu   sync.Mutex
	mean time.Duration // smoothed overshoot
	dev  time.Duration // smoothed deviation of it
	peak time.Duration // decaying maximum
	wake time.Duration // decaying maximum of late wake-ups
	seen int
	calm calm

	beats beats
}

// New returns a cushion that has measured nothing yet.
func New(opt Options) *Cushion { return &Cushion{opt: opt.withDefaults()} }

// Observe tells how late an answer was: the time from the moment at which
// thinking should have stopped to the moment at which the answer was handed
// over. An answer that came before its time counts as 0.
func (c *Cushion) Observe(overshoot time.Duration) {
	overshoot = max(overshoot, 0)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen == 0 {
		c.mean, c.dev = overshoot, overshoot/2
	} else {
		// The smoothing of TCP's retransmission timer (Jacobson 1988; RFC 6298).
		diff := overshoot - c.mean
		c.mean += diff / 8
		c.dev += (max(diff, -diff) - c.dev) / 4
	}
	c.seen++
	// The worst recent case is forgotten by a fiftieth per answer.
	c.peak = max(overshoot, c.peak-c.peak/50)
	c.calm.note(overshoot, answerEvery)
}

const (
	probeEvery = 25 * time.Millisecond
	// probeDecay forgets half of the worst late wake-up in about twenty seconds:
	// on a busy machine they come in bursts.
	probeDecay = 1200
)

// Probe measures late wake-ups until ctx is done. It calls alarm, if not nil, when a
// wake-up makes reserves larger than they were.
func (c *Cushion) Probe(ctx context.Context, alarm func()) {
	timer := time.NewTimer(probeEvery)
	defer timer.Stop()
	c.beats.begin(time.Now())
	defer c.beats.end()
	for {
		due := time.Now().Add(probeEvery)
		select {
		case <-timer.C:
			c.beats.beat(time.Now())
			if c.woke(time.Since(due)) && alarm != nil {
				alarm()
			}
			timer.Reset(probeEvery)
		case <-ctx.Done():
			return
		}
	}
}

// woke notes that a sleeper was woken so much too late, and reports whether that makes
// reserves larger.
func (c *Cushion) woke(late time.Duration) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	before := c.wake
	c.wake = max(late, c.wake-c.wake/probeDecay, 0)
	return c.calm.note(late, probeEvery) || c.wake > before
}

// least is the smallest reserve for a limit. The lock is held.
func (c *Cushion) least(limit time.Duration) time.Duration {
	if c.opt.Least > 0 {
		return c.opt.Least
	}
	return c.calm.least(limit)
}

// Reserve is how long before the end of a limit thinking must stop.
func (c *Cushion) Reserve(limit time.Duration) time.Duration {
	most := time.Duration(float64(limit) * c.opt.Share)
	if c.opt.Fixed > 0 {
		return min(c.opt.Fixed, most)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return min(c.need(limit), most)
}

// need is a reserve without its bound. The lock is held.
func (c *Cushion) need(limit time.Duration) time.Duration {
	// Until there are some measurements, the initial guess fades out.
	guess := c.opt.Initial
	if c.seen > 0 {
		guess = c.opt.Initial * time.Duration(max(0, 8-c.seen)) / 8
	}
	// From the end of thinking to the answer at least two goroutines are woken.
	least := c.least(limit)
	return max(least+c.mean+4*c.dev, least+c.peak*3/2, least+2*c.wake, guess)
}

// Watchdog is how long before the end of a limit an answer must be sent at the
// latest, finished thinking or not: between the end of thinking and the limit,
// never less than a part of the reserve.
func (c *Cushion) Watchdog(limit time.Duration) time.Duration {
	c.mu.Lock()
	least := c.least(limit)
	c.mu.Unlock()
	return max(c.Reserve(limit)/2, min(least/2, limit/4))
}
