package clock

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ludens/game"
)

// TestLeast wants a share of the limit kept back while nothing is known about the
// machine, and the least of the table in calm's comment when it was calm for long.
func TestLeast(t *testing.T) {
	fresh, quiet := New(Options{}), New(Options{})
	for range 20 {
		fresh.Observe(0) // the initial guess is over
		quiet.Observe(0)
	}
	for range int(calmLast / probeEvery) {
		quiet.woke(0)
	}
	for _, c := range []struct{ limit, unknown, calm time.Duration }{
		{100 * ms, 30 * ms, 15 * ms},
		{400 * ms, 120 * ms, 60 * ms},
		{time.Second, 300 * ms, 150 * ms},
		{4 * time.Second, time.Second, 200 * ms},
		{10 * time.Second, time.Second, 300 * ms},
		{30 * time.Second, time.Second, 400 * ms},
		{time.Hour, time.Second, 400 * ms},
	} {
		if got := fresh.Reserve(c.limit); got != c.unknown {
			t.Errorf("of %v when nothing is known: %v, want %v", c.limit, got, c.unknown)
		}
		if got := quiet.Reserve(c.limit); got != c.calm {
			t.Errorf("of %v when all is calm: %v, want %v", c.limit, got, c.calm)
		}
	}
}

// One late wake-up or answer puts the whole reserve back at once, and what was seen
// lately is kept back times k however calm it is now.
func TestLateness(t *testing.T) {
	calm := func() *Cushion {
		c := New(Options{})
		for range 20 {
			c.Observe(0)
		}
		for range int(calmLast / probeEvery) {
			c.woke(0)
		}
		return c
	}
	for name, late := range map[string]func(*Cushion){
		"wake-up": func(c *Cushion) { c.woke(30 * ms) },
		"answer":  func(c *Cushion) { c.Observe(30 * ms) },
	} {
		c := calm()
		late(c)
		if r := c.Reserve(time.Second); r < 330*ms {
			t.Errorf("after a late %s: %v", name, r)
		}
		for range int(calmFirst / probeEvery) {
			c.woke(0)
		}
		if r := c.Reserve(time.Second); r < 300*ms {
			t.Errorf("%v after a late %s: %v", calmFirst, name, r)
		}
	}
	c := calm()
	c.woke(60 * ms)
	for range int(2 * calmLast / probeEvery) {
		c.woke(0)
	}
	if r := c.Reserve(time.Second); r < 200*ms {
		t.Errorf("long after a wake-up 60 ms late: %v, want 60 ms times %d, less what was forgotten", r, worstTimes)
	}
	if !calm().woke(30*ms) || calm().woke(0) {
		t.Error("what makes reserves larger is not told, or what does not is")
	}
}

// Reserves never fall below what a calm machine needs nor below the lateness seen just
// now, and lateness never makes them smaller.
func TestCalmBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := New(Options{})
		limit := time.Duration(rapid.Int64Range(100, 60_000).Draw(t, "limit")) * ms
		for _, v := range rapid.SliceOfN(rapid.Int64Range(0, 40), 1, 50).Draw(t, "late") {
			late := time.Duration(v*v) * ms / 4
			for range rapid.IntRange(0, 400).Draw(t, "calm") {
				c.woke(0)
			}
			before := c.Reserve(limit)
			c.woke(late)
			after := c.Reserve(limit)
			if late >= calmBelow && after < before-ms { // what was forgotten in one beat
				t.Fatalf("%v late: the reserve of %v goes from %v to %v", late, limit, before, after)
			}
			if least := min(limit*15/100, 150*ms); after < least {
				t.Fatalf("the reserve of %v is %v", limit, after)
			}
			if want := min(2*late, limit/2); after < want {
				t.Fatalf("%v late: the reserve of %v is %v", late, limit, after)
			}
		}
	})
}

// machine says how late a wake-up is at a time.
type machine func(at time.Duration, rng *rand.Rand) time.Duration

func exponential(mean, most float64, rng *rand.Rand) time.Duration {
	return time.Duration(min(rng.ExpFloat64()*mean, most) * float64(ms))
}

// bursts is a machine that is busy for some seconds, then calm for between from and to
// seconds. It is calm to begin with for as long.
func bursts(from, to, mean, most float64) func() machine {
	return func() machine {
		var begin, end time.Duration
		return func(at time.Duration, rng *rand.Rand) time.Duration {
			if at >= end {
				begin = at + time.Duration((from+(to-from)*rng.Float64())*float64(time.Second))
				end = begin + time.Duration((1+2*rng.Float64())*float64(time.Second))
			}
			if at < begin {
				return exponential(1, 10, rng)
			}
			return exponential(mean, most, rng)
		}
	}
}

var machines = map[string]func() machine{
	"calm": func() machine {
		return func(_ time.Duration, rng *rand.Rand) time.Duration { return exponential(1, 10, rng) }
	},
	"loaded": func() machine {
		return func(_ time.Duration, rng *rand.Rand) time.Duration { return exponential(15, 120, rng) }
	},
	"bursts":      bursts(5, 25, 25, 100),
	"rare bursts": bursts(60, 120, 25, 100),
	"hard bursts": bursts(60, 120, 60, 140),
	"drifting": func() machine {
		return func(at time.Duration, rng *rand.Rand) time.Duration {
			phase := at.Seconds() / 120
			phase -= float64(int(phase)) // grows for two minutes, then begins anew
			return exponential(1+39*phase, 120, rng)
		}
	},
}

// plays has a cushion answer requests on a machine and returns how many were late, and
// the share of the clock that was thought. It is what agent/session does: thinking ends
// at the reserve, or earlier on an alarm; then two goroutines are woken, or the watchdog.
func plays(c *Cushion, m machine, rng *rand.Rand, limit time.Duration, requests int, alarms bool) (late int, share float64) {
	const way = 5 * ms // of the answer to the server
	var at, thought time.Duration
	for range requests {
		begin := at
		soft, hard := limit-c.Reserve(limit), limit-c.Watchdog(limit)
		for at-begin < soft {
			wake := m(at, rng)
			at += probeEvery + wake
			if c.woke(wake) && alarms {
				soft = min(soft, max(limit-c.Reserve(limit), at-begin))
			}
		}
		answer := min(soft+m(at, rng)+m(at, rng), hard+m(at, rng)) + way
		if answer > limit {
			late++
		}
		thought += soft
		c.Observe(answer - way - soft)
		at = begin + limit + 50*ms
	}
	return late, thought.Seconds() / (limit.Seconds() * float64(requests))
}

// Where the reserve that does not shrink costs no answer, neither does the one that
// does; and it is worth it.
func TestSimulatedMachines(t *testing.T) {
	const seeds, requests = 10, 300
	for _, limit := range []time.Duration{time.Second, 4 * time.Second} {
		for name, make := range machines {
			t.Run(fmt.Sprint(name, "/", limit), func(t *testing.T) {
				lateOld, lateNew, old, now := 0, 0, 0.0, 0.0
				for seed := range uint64(seeds) {
					full := New(Options{Least: min(limit*3/10, time.Second)})
					a, s := plays(full, make(), game.Stream(seed, "test", 0), limit, requests, false)
					old += s / seeds
					b, s := plays(New(Options{}), make(), game.Stream(seed, "test", 0), limit, requests, true)
					now += s / seeds
					lateOld, lateNew = lateOld+a, lateNew+b
				}
				t.Logf("late %d before, %d now, of %d; %.1f %% of the clock thought before, %.1f %% now",
					lateOld, lateNew, seeds*requests, 100*old, 100*now)
				allowed := lateOld
				if name == "hard bursts" {
					allowed++ // of 120,000 requests of 1 s five: a first burst within the last moments of a turn
				}
				if lateNew > allowed {
					t.Errorf("%d late, %d before", lateNew, lateOld)
				}
				if name == "calm" && now < old+0.05 {
					t.Errorf("%.1f %% of the clock is used, %.1f %% before", 100*now, 100*old)
				}
			})
		}
	}
}
