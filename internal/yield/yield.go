// Package yield lets timers and messages through while the workers of a search hold the processors.
package yield

import (
	"runtime"
	"time"
)

// every is how often workers yield that leave a processor free, to which timers and messages go
// anyway. There yielding wakes a thread, which takes as long as several iterations of a search.
const every = 5 * time.Millisecond

// Point is where a worker yields. The zero value works; it belongs to one goroutine.
type Point struct{ last time.Time }

// Yield yields, if it is time to: always where so many workers hold all processors.
func (p *Point) Yield(workers int) {
	if workers < runtime.GOMAXPROCS(0) {
		now := time.Now()
		if now.Sub(p.last) < every {
			return
		}
		p.last = now
	}
	runtime.Gosched()
}
