// Package yield lets timers, messages and other searches through while the workers of a search hold the processors.
package yield

import (
	"runtime"
	"time"
)

const (
	// every is how often workers yield that leave a processor free, to which timers and messages go
	// anyway. There yielding wakes a thread, which takes as long as several iterations of a search.
	every = 5 * time.Millisecond
	// others is the time after which whoever has yielded has waited for others: a processor that was free
	// for this search is taken by another one of the process.
	others = 200 * time.Microsecond
)

// Point is where a worker yields. The zero value works; it belongs to one goroutine.
type Point struct {
	last   time.Time
	waited bool // for others, when it yielded last
}

// Yield yields, if it is time to: always where so many workers hold all processors, or where others wait.
func (p *Point) Yield(workers int) {
	if workers >= runtime.GOMAXPROCS(0) {
		runtime.Gosched()
		return
	}
	now := time.Now()
	if !p.waited && now.Sub(p.last) < every {
		return
	}
	runtime.Gosched()
	p.last = time.Now()
	p.waited = p.last.Sub(now) > others
}
