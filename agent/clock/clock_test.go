package clock

import (
	"context"
	"testing"
	"time"

	"pgregory.net/rapid"
)

const ms = time.Millisecond

func TestReserve(t *testing.T) {
	c := New(Options{Least: 60 * ms})
	if r := c.Reserve(time.Second); r != 200*ms {
		t.Errorf("before anything was measured: %v, want 200ms", r)
	}
	if r := c.Reserve(100 * ms); r != 50*ms {
		t.Errorf("of a very short clock: %v, want half of it", r)
	}
	for range 20 {
		c.Observe(0)
	}
	if r := c.Reserve(time.Second); r != 60*ms {
		t.Errorf("when all is calm: %v, want the least, 60ms", r)
	}
	c.Observe(300 * ms)
	if r := c.Reserve(10 * time.Second); r < 400*ms {
		t.Errorf("after a late answer: %v, want the reserve to grow at once", r)
	}
	for range 200 {
		c.Observe(ms)
	}
	if r := c.Reserve(10 * time.Second); r > 100*ms {
		t.Errorf("long after a late answer: %v, want it forgotten", r)
	}
	c.woke(150 * ms)
	if r := c.Reserve(10 * time.Second); r < 300*ms {
		t.Errorf("after a late wake-up: %v", r)
	}
	if r := New(Options{Fixed: 30 * ms}).Reserve(time.Second); r != 30*ms {
		t.Errorf("fixed: %v", r)
	}
}

func TestProbe(t *testing.T) {
	c := New(Options{})
	ctx, cancel := context.WithTimeout(context.Background(), 60*ms)
	defer cancel()
	c.Probe(ctx, nil) // must end with ctx
	if c.wake < 0 {
		t.Errorf("late by %v", c.wake)
	}
}

// Whatever was observed: the reserve leaves time to think, and the watchdog
// barks between the end of thinking and the limit.
func TestReserveBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := New(Options{})
		for _, v := range rapid.SliceOf(rapid.Int64Range(-1000, 100_000)).Draw(t, "overshoots") {
			c.Observe(time.Duration(v) * ms)
		}
		limit := time.Duration(rapid.Int64Range(1, 3_600_000).Draw(t, "limit")) * ms
		r, w := c.Reserve(limit), c.Watchdog(limit)
		if r <= 0 || r > limit/2 {
			t.Fatalf("reserve %v of %v", r, limit)
		}
		if w <= 0 || w > r {
			t.Fatalf("watchdog %v, reserve %v of %v", w, r, limit)
		}
	})
}

func TestValidate(t *testing.T) {
	for _, o := range []Options{{Least: -1}, {Share: 2}, {Fixed: -ms}} {
		if o.Validate() == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
	if err := (Options{}).Validate(); err != nil {
		t.Error(err)
	}
}
