package clock

import "time"

// calm is how quiet the machine has been, which decides the least reserve: what is kept
// back for lateness of which there was no sign before.
//
//	limit   unknown or busy   calm
//	0.4 s        120 ms        60 ms
//	1 s          300 ms       150 ms
//	4 s         1000 ms       200 ms
//	10 s        1000 ms       300 ms
//	30 s        1000 ms       400 ms
//
// The way from the one to the other begins after calmFirst without anything late and
// takes until calmLast. It ends early at worstTimes the worst that was seen in the last
// minutes, so that a machine with a burst of work now and then keeps what it needs
// between bursts. One late wake-up or answer puts the whole back at once.
type calm struct {
	quiet time.Duration // since something was late, as observations tell
	worst time.Duration // lateness seen, forgotten slowly
}

const (
	calmFirst = 5 * time.Second
	calmLast  = 40 * time.Second
	// calmBelow is the lateness that is no sign of a busy machine: a slice or two of
	// the scheduler, a short garbage collection.
	calmBelow = 20 * time.Millisecond
	// worstHalf is the time in which half of the worst is forgotten.
	worstHalf  = 5 * time.Minute
	worstTimes = 4

	// answerEvery is what an answer in time tells, in time of the probe.
	answerEvery = 250 * time.Millisecond
)

// note takes down how late something was that tells about a time of every, and reports
// whether the least reserve grows.
func (c *calm) note(late, every time.Duration) bool {
	grows := late > c.worst && c.quiet > calmFirst
	c.worst -= time.Duration(float64(c.worst) * 0.693 * float64(every) / float64(worstHalf))
	c.worst = max(late, c.worst)
	if late >= calmBelow {
		grows = grows || c.quiet > calmFirst
		c.quiet = 0
		return grows
	}
	c.quiet = min(c.quiet+every, calmLast)
	return grows
}

// least is the smallest reserve for a limit.
func (c *calm) least(limit time.Duration) time.Duration {
	full := min(limit*3/10, time.Second)
	if c.quiet <= calmFirst {
		return full
	}
	floor := min(limit*15/100, 150*time.Millisecond)
	if limit > time.Second {
		floor = min(floor+(limit-time.Second)/60, 400*time.Millisecond)
	}
	floor = min(max(floor, worstTimes*c.worst), full)
	way := float64(c.quiet-calmFirst) / float64(calmLast-calmFirst)
	return full - time.Duration(way*float64(full-floor))
}
