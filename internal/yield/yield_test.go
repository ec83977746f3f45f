package yield

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestYield(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	var p Point
	p.Yield(1)
	first := p.last
	p.waited = false // a busy machine
	p.Yield(1)
	if first.IsZero() || p.last != first && p.last.Sub(first) < every {
		t.Errorf("yields %v after %v", p.last.Sub(first), first)
	}
	late := time.Now().Add(-2 * every)
	p.last = late
	if p.Yield(1); p.last == late {
		t.Error("does not yield when it is time to")
	}
	p.last, p.waited = time.Now(), true
	last := p.last
	if p.Yield(1); p.last == last {
		t.Error("does not yield at once where others wait")
	}
	p.last = time.Time{}
	if p.Yield(2); !p.last.IsZero() {
		t.Error("looks at the clock where workers hold all processors and always yield")
	}
}

// Where others of the process want the processors, too, that is noticed.
func TestOthersWait(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	var wg sync.WaitGroup
	defer wg.Wait()
	var stop atomic.Bool
	defer stop.Store(true)
	for range 6 {
		wg.Go(func() {
			for !stop.Load() {
				for end := time.Now().Add(2 * time.Millisecond); time.Now().Before(end); {
				}
				runtime.Gosched()
			}
		})
	}
	var p Point
	for range 100 {
		p.last = time.Time{}
		if p.Yield(1); p.waited {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Error("never waited for six others on two processors")
}
