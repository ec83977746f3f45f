package main

import (
	"testing"
	"time"
)

// A late answer counts unless a sleeper was woken as late while it was waited for: in one
// sleep, or in four where there was nothing to answer with.
func TestSleeperJudge(t *testing.T) {
	begin := time.Unix(1, 0)
	at := func(ms int) time.Time { return begin.Add(time.Duration(ms) * time.Millisecond) }
	var s sleeper
	for _, one := range []struct{ from, over int }{{0, 500}, {2000, 40}, {2045, 40}, {2090, 40}, {2135, 40}, {2180, 0}} {
		s.slept = append(s.slept, sleep{at(one.from), at(one.from + 5 + one.over), time.Duration(one.over) * time.Millisecond})
	}
	for _, c := range []struct {
		name     string
		from, to int
		none     bool
		want     bool
	}{
		{"in time", 1000, 2000, false, false},
		{"late as a sleep", 1000, 2040, false, false},
		{"later than a sleep", 1000, 2041, false, true},
		{"nothing at hand, late as four sleeps", 1150, 2310, true, false},
		{"nothing at hand, later than those", 1130, 2310, true, true},
		{"a long sleep at another time", 1000, 2100, false, true},
	} {
		late, over := s.judge([]timedAnswer{{from: at(c.from), to: at(c.to), clock: time.Second, none: c.none}})
		if (late > over) != c.want {
			t.Errorf("%s: %v late, overslept %v", c.name, late, over)
		}
	}
	late, over := s.judge([]timedAnswer{
		{from: at(0), to: at(1500), clock: time.Second},    // as late as a sleep
		{from: at(1000), to: at(2041), clock: time.Second}, // too late
		{from: at(0), to: at(1400), clock: time.Second},
	})
	if late != 41*time.Millisecond || over != 40*time.Millisecond {
		t.Errorf("of several: %v late, overslept %v", late, over)
	}
}
