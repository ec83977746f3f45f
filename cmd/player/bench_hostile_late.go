package main

import "time"

// timedAnswer is an answer, and how long it took.
type timedAnswer struct {
	from, to time.Time
	clock    time.Duration
	none     bool // there was no move to answer with
}

// late is by how much the clock was missed; negative when time was left.
func (a *timedAnswer) late() time.Duration { return a.to.Sub(a.from) - a.clock }

// sleeper does nothing but sleep, and knows how late it was woken: whoever waits for a
// clock on the same machine is woken as late, and can do nothing about it.
type sleeper struct{ slept []sleep }

// sleep is one of its sleeps.
type sleep struct {
	from, to time.Time
	over     time.Duration // longer than was asked for
}

// besideEvery is how long a sleep is to last.
const besideEvery = 5 * time.Millisecond

// sleep sleeps once more.
func (s *sleeper) sleep() {
	from := time.Now()
	time.Sleep(besideEvery)
	to := time.Now()
	s.slept = append(s.slept, sleep{from, to, max(0, to.Sub(from)-besideEvery)})
}

// over is the most by which it overslept in so many sleeps one after the other, all of them
// while an answer was waited for, at least in part.
func (s *sleeper) over(a *timedAnswer, sleeps int) (most time.Duration) {
	var sum time.Duration
	var row []time.Duration
	for _, one := range s.slept {
		if one.to.Before(a.from) || one.from.After(a.to) {
			continue
		}
		row = append(row, one.over)
		sum += one.over
		if len(row) > sleeps {
			sum -= row[len(row)-1-sleeps]
		}
		most = max(most, sum)
	}
	return most
}

// sleepsForNone is how often somebody sleeps who has nothing to answer with: until the last
// moment, and for the looks that follow (see agent/session, waiting).
const sleepsForNone = 4

// judge finds the answer that was later than can be said of the machine, or if there is none
// the latest one: by how much it missed its clock, and how much of that is the machine's.
func (s *sleeper) judge(answers []timedAnswer) (late, overslept time.Duration) {
	for i := range answers {
		a := &answers[i]
		if a.late() <= 0 {
			continue
		}
		sleeps := 1
		if a.none {
			sleeps = sleepsForNone
		}
		over := s.over(a, sleeps)
		worse, have := a.late() > over, late > overslept
		if worse && !have || worse == have && a.late() > late {
			late, overslept = a.late(), over
		}
	}
	return late, overslept
}
