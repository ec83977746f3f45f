package yield

import (
	"runtime"
	"testing"
	"time"
)

func TestYield(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	var p Point
	p.Yield(1)
	first := p.last
	p.Yield(1)
	if first.IsZero() || p.last != first && p.last.Sub(first) < every {
		t.Errorf("yields %v after %v", p.last.Sub(first), first)
	}
	late := time.Now().Add(-2 * every)
	p.last = late
	if p.Yield(1); p.last == late {
		t.Error("does not yield when it is time to")
	}
	p.last = time.Time{}
	if p.Yield(2); !p.last.IsZero() {
		t.Error("looks at the clock where workers hold all processors and always yield")
	}
}
