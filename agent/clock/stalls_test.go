package clock

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestStalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := New(Options{})
		begin := time.Now()
		if got, _ := c.Asleep(begin.Add(time.Hour)); got != 0 {
			t.Errorf("without a probe: %v", got)
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { c.Probe(ctx, nil); close(done) }()
		time.Sleep(time.Second)
		synctest.Wait()
		if got, _ := c.Asleep(time.Now()); got != 0 {
			t.Errorf("while all runs: %v", got)
		}
		// The fake clock cannot jump, so the time after a standstill is told.
		awake := time.Now().Add(4 * time.Second)
		if got, _ := c.Asleep(awake); got != 4*time.Second {
			t.Errorf("at once after a standstill: %v", got)
		}
		if got, _ := c.Asleep(awake.Add(40 * time.Millisecond)); got != 4*time.Second {
			t.Errorf("a moment after a standstill: %v", got)
		}
		if got, _ := c.Asleep(awake.Add(100 * time.Millisecond)); got != 0 {
			t.Errorf("some time after a standstill: %v", got)
		}
		for after, want := range map[time.Duration]bool{
			-6 * time.Second: false, -4050 * time.Millisecond: true, -time.Second: true, 0: true, time.Second: false,
		} {
			if got := c.StalledAt(awake.Add(after)); got != want {
				t.Errorf("%v after the end of the standstill: %v", after, got)
			}
		}
		c.Asleep(begin) // a moment that has gone by changes nothing
		if got, _ := c.Asleep(awake.Add(101 * time.Millisecond)); got != 0 {
			t.Errorf("asked about the past before: %v", got)
		}
		for i := range 3 * stallsKept {
			c.Asleep(awake.Add(time.Duration(i+1) * time.Second))
		}
		if len(c.beats.stalls) > stallsKept {
			t.Errorf("%d standstills kept", len(c.beats.stalls))
		}
		cancel()
		<-done
	})
}
