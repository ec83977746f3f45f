package memory

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Gauge keeps the process below a bound. Watch measures a hundred times a second, on a
// goroutine that a busy machine may delay; therefore those who take much memory ask with
// Weigh while they work, and before they take a large piece: whoever makes memory grow
// measures it, and however late the watch comes, nothing has grown meanwhile.
type Gauge struct {
	most     int64
	resident func() int64
	free     func()
	begin    time.Time

	shut     atomic.Bool  // nobody gets more until Watch has found room
	measured atomic.Int64 // nanoseconds from begin: when it was measured last
	wake     chan struct{}

	mu       sync.Mutex // of the two below
	promised int64      // bytes that were granted lately and may not be in memory yet
	until    time.Time  // when they are taken to be
}

// NewGauge bounds resident memory to so many bytes.
func NewGauge(most int64) *Gauge { return newGauge(most, Resident, freeAll) }

func newGauge(most int64, resident func() int64, free func()) *Gauge {
	return &Gauge{most: most, resident: resident, free: free, begin: time.Now(), wake: make(chan struct{}, 1)}
}

const (
	// weighEvery is how often those who work measure, all together: a measurement takes
	// some microseconds.
	weighEvery = time.Millisecond
	// grantTime is how long a granted piece counts besides what is measured: until it has
	// surely been written to.
	grantTime = 50 * time.Millisecond
)

// allowed is what Weigh lets the process come to. What is between it and the bound is for
// those who do not ask: stacks, messages, the collector.
func (g *Gauge) allowed() int64 { return g.most / 16 * 15 }

// Weigh reports whether the caller may go on, and take n bytes at once; a caller that only
// works asks for 0 now and then. Once somebody was refused, everybody is, until what is
// given up for it (see Watch) has made room.
func (g *Gauge) Weigh(n int64) bool {
	if g.shut.Load() {
		return false
	}
	now := time.Now()
	if n <= 0 {
		since := now.Sub(g.begin)
		last := g.measured.Load()
		if since-time.Duration(last) < weighEvery || !g.measured.CompareAndSwap(last, int64(since)) {
			return true
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if now.After(g.until) {
		g.promised = 0
	}
	if g.resident()+g.promised+max(n, 0) <= g.allowed() {
		if n > 0 {
			g.promised, g.until = g.promised+n, now.Add(grantTime)
		}
		return true
	}
	g.shut.Store(true)
	select {
	case g.wake <- struct{}{}:
	default:
	}
	return false
}

// Watch measures until ctx is done. From three quarters of the bound on, garbage is
// thrown away; when that does not help, at seven eighths, or when Weigh has refused
// somebody, it calls full(true), and full(false) when what was given up has brought the
// process below five eighths.
func (g *Gauge) Watch(ctx context.Context, full func(bool)) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	freed := make(chan time.Duration, 1) // what it cost
	freeing := false
	defer func() {
		if freeing {
			<-freed
		}
		g.shut.Store(false) // what was bounded is over
	}()
	var last time.Time // garbage was thrown away
	rest := time.Duration(0)
	pressed := false
	for {
		select {
		case <-ctx.Done():
			return
		case cost := <-freed:
			freeing, last, rest = false, time.Now(), 4*cost+100*time.Millisecond
		case <-g.wake:
		case <-tick.C:
		}
		r := g.resident()
		clean := !last.IsZero() && time.Since(last) < 100*time.Millisecond
		switch {
		case !pressed && (g.shut.Load() || r > g.most/16*15 || r > g.most/8*7 && clean):
			pressed = true
			g.shut.Store(true)
			full(true)
			rest = 0
		case pressed && r < g.most/8*5:
			pressed = false
			g.shut.Store(false)
			full(false)
		}
		if !freeing && (pressed || r > g.most/4*3) && time.Since(last) > rest {
			freeing = true
			go func() { // waited for above
				begin := time.Now()
				g.free()
				freed <- time.Since(begin)
			}()
		}
	}
}

// gaugeKey is where a context carries the gauge of the process.
type gaugeKey struct{}

// With gives a context that measures by a gauge when it is looked at, and so do those that
// Bound makes of it; cancel is to end it.
func With(ctx context.Context, g *Gauge, cancel func()) context.Context {
	return &weighed{Context: context.WithValue(ctx, gaugeKey{}, g), gauges: []*Gauge{g}, cancel: cancel}
}

// weighed is a context that measures when it is looked at. Contexts that are made of it
// do not.
type weighed struct {
	context.Context
	gauges []*Gauge
	cancel func()
}

// Err implements context.Context.
func (w *weighed) Err() error {
	if err := w.Context.Err(); err != nil {
		return err
	}
	for _, g := range w.gauges {
		if !g.Weigh(0) {
			w.cancel()
			return w.Context.Err()
		}
	}
	return nil
}
