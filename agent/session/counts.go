package session

import (
	"maps"
	"slices"
	"sync"
	"time"

	"ludens/agent"
)

// Failures that are counted, by what failed.
const (
	FailedRules   = "rules"   // a description could not be played
	FailedEngine  = "engine"  // an engine failed, or two disagreed
	FailedFollow  = "follow"  // a match could not be followed exactly
	FailedPrepare = "prepare" // a player failed to prepare
	FailedChoose  = "choose"  // a player failed to choose, or chose an illegal move
	FailedHang    = "hang"    // a player did not return, and was given up
	FailedPart    = "part"    // a player went on with less
	FailedMemory  = "memory"  // the process held too much memory
	FailedSilence = "silence" // the server of a match was silent, and the match was given up
)

// Failures lists what is counted.
func Failures() []string {
	return []string{
		FailedRules, FailedEngine, FailedFollow, FailedPrepare, FailedChoose, FailedHang, FailedPart, FailedMemory, FailedSilence,
	}
}

// Bounds are those of the buckets of Counts.Took, in seconds.
func Bounds() []float64 {
	return []float64{0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 20, 30, 60}
}

// Counts are what has happened since the session was made.
type Counts struct {
	Started, Refused     int64   // STARTs that were answered ready, and others
	Stopped, Aborted     int64   // matches that ended so
	Answers              int64   // to PLAY
	Late                 int64   // of these, those that left after the clock
	Empty                int64   // of these, those without a move
	Took                 []int64 // answers that took no longer than each of Bounds, and all
	Seconds              float64 // that all answers took
	Failures             map[string]int64
	Iterations, Pondered int64         // in decisions, and between them
	Steps, Evaluations   int64         // in decisions
	Preparing, Thinking  time.Duration // spent on it
}

// counter counts.
type counter struct {
	mu sync.Mutex
	c  Counts
}

// Counts tells what has happened. Iterations and the like are counted with Config.Watch
// only.
func (s *Session) Counts() Counts {
	s.counter.mu.Lock()
	defer s.counter.mu.Unlock()
	out := s.counter.c
	out.Took, out.Failures = slices.Clone(out.Took), maps.Clone(out.Failures)
	return out
}

func (c *counter) add(change func(*Counts)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	change(&c.c)
}

// failed counts a failure.
func (c *counter) failed(what string) {
	c.add(func(c *Counts) {
		if c.Failures == nil {
			c.Failures = map[string]int64{}
		}
		c.Failures[what]++
	})
}

// started counts the answer to a START.
func (c *counter) started(answer string, took time.Duration) {
	c.add(func(c *Counts) {
		if answer != Ready {
			c.Refused++
			return
		}
		c.Started++
		c.Preparing += took
	})
}

// answered counts the answer to a PLAY.
func (c *counter) answered(answer string, took, clock time.Duration) {
	c.add(func(c *Counts) {
		bounds := Bounds()
		if c.Took == nil {
			c.Took = make([]int64, len(bounds)+1)
		}
		for i, b := range bounds {
			if took.Seconds() <= b {
				c.Took[i]++
			}
		}
		c.Took[len(bounds)]++
		c.Seconds += took.Seconds()
		c.Answers++
		if took > clock {
			c.Late++
		}
		if answer == Nil {
			c.Empty++
		}
	})
}

// searched counts what a decision took.
func (c *counter) searched(s agent.Stats) {
	c.add(func(c *Counts) {
		c.Iterations += s.Iterations
		c.Pondered += s.Pondered
		c.Steps += s.Steps
		c.Evaluations += s.Evaluations
		c.Thinking += s.Elapsed
	})
}
