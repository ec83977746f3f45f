package rating

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestPairs(t *testing.T) {
	var p Pairs
	if low, high := p.Interval(); p.Share() != 0.5 || low != 0 || high != 1 {
		t.Errorf("no pairs: %g in %g…%g", p.Share(), low, high)
	}
	for _, r := range [][2]float64{{1, 1}, {1, 0}, {0.5, 1}, {0.5, 0}, {0, 0}, {0, 1}, {0.5, 0.5}} {
		p.Add(r[0], r[1])
	}
	if want := (Pairs{1, 1, 3, 1, 1}); p != want || p.Share() != 0.5 || p.Count() != 7 {
		t.Errorf("%v with share %g, want %v and ½", p, p.Share(), want)
	}
}

// TestIntervalOfPairs: as wide as Wilson's where the games of a pair are independent,
// narrower where one makes up for the other, wider where both go the same way, and
// never a point.
func TestIntervalOfPairs(t *testing.T) {
	width := func(p Pairs) float64 { low, high := p.Interval(); return high - low }
	low, high := Wilson(0.5, 400)
	plain := high - low
	if w := width(Pairs{50, 0, 100, 0, 50}); math.Abs(w-plain) > 0.001 {
		t.Errorf("independent games: width %g, Wilson's %g", w, plain)
	}
	if w := width(Pairs{5, 0, 190, 0, 5}); w > plain/2 {
		t.Errorf("games that make up for each other: width %g, Wilson's %g", w, plain)
	}
	if w := width(Pairs{100, 0, 0, 0, 100}); math.Abs(w-plain*math.Sqrt2) > 0.003 {
		t.Errorf("equal games: width %g, Wilson's for half as many %g", w, plain*math.Sqrt2)
	}
	for _, p := range []Pairs{{0, 0, 1, 0, 0}, {0, 0, 0, 0, 1}, {1, 0, 0, 0, 0}, {0, 0, 2, 0, 0}} {
		if low, high := p.Interval(); high-low < 0.2 || low < 0 || high > 1 {
			t.Errorf("%v: %g…%g", p, low, high)
		}
	}
}

// coverage of the interval: it must hold the truth in about 95 of 100 runs.
func TestIntervalHoldsTheTruth(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, elo := range []float64{0, 120} {
		s, misses := newSimulator(rng, elo, 0.2, 60), 0
		const runs = 2000
		for range runs {
			var p Pairs
			for range 60 {
				p.Add(s.pair())
			}
			if low, high := p.Interval(); low > s.share || high < s.share {
				misses++
			}
		}
		if r := float64(misses) / runs; r < 0.02 || r > 0.08 {
			t.Errorf("%g Elo: the truth is outside in %.1f %% of the runs", elo, 100*r)
		}
	}
}

// simulator plays pairs: openings favour one of the seats by some Elo.
type simulator struct {
	rng    *rand.Rand
	share  float64 // of the points, in the long run
	elo    float64 // of the difference in a fair opening
	spread float64 // standard deviation of what openings are worth, in Elo
	draw   float64 // share of draws among equals
}

func newSimulator(rng *rand.Rand, elo, draw, spread float64) *simulator {
	s := &simulator{rng: rng, draw: draw, spread: spread, share: Share(elo)}
	// The mean share over all openings is not that of the plain difference, unless it
	// is 0: look for the difference whose mean is right.
	low, high := elo-100, elo+100
	for range 60 {
		s.elo = (low + high) / 2
		sum, weight := 0.0, 0.0
		for x := -4.0; x <= 4; x += 0.01 {
			w := math.Exp(-x * x / 2)
			sum += w * Share(s.elo+x*spread)
			weight += w
		}
		if sum/weight < s.share {
			low = s.elo
		} else {
			high = s.elo
		}
	}
	return s
}

func (s *simulator) pair() (a, b float64) {
	tilt := s.rng.NormFloat64() * s.spread
	return s.game(s.elo + tilt), s.game(s.elo - tilt)
}

// game draws a result whose mean is the share that a difference means.
func (s *simulator) game(elo float64) float64 {
	share := Share(elo)
	draw := s.draw * 2 * min(share, 1-share)
	switch x := s.rng.Float64(); {
	case x < share-draw/2:
		return 1
	case x < share+draw/2:
		return 0.5
	}
	return 0
}

// TestErrorRates: what is only Low passes, and what is High is refused, in no more
// than one of twenty runs; what is in between takes longest, and what is far outside
// is never mistaken.
func TestErrorRates(t *testing.T) {
	test := SPRT{Low: 0, High: 30}
	const runs = 1000
	passed := func(elo float64, draw float64) (share, mean float64) {
		rng := rand.New(rand.NewPCG(11, uint64(int64(elo*10))))
		s := newSimulator(rng, elo, draw, 100)
		sum := 0
		for range runs {
			var p Pairs
			v := Open
			n := 0
			for ; v == Open && n < 100_000; n++ {
				p.Add(s.pair())
				v = test.Decide(&p)
			}
			if v == Passed {
				share++
			}
			sum += n
		}
		return share / runs, float64(sum) / runs
	}
	for _, draw := range []float64{0, 0.5} {
		low, n0 := passed(0, draw)
		high, n1 := passed(30, draw)
		_, between := passed(15, draw)
		t.Logf("draws %g: of Low pass %.1f %% after %.0f pairs, of High %.1f %% after %.0f, between after %.0f", draw, 100*low, n0, 100*high, n1, between)
		// Three standard deviations of 1,000 runs at 5 % are 2 points.
		if low > 0.07 || low < 0.02 {
			t.Errorf("draws %g: %.1f %% of the runs passed what is only Low, want about 5 %%", draw, 100*low)
		}
		if high < 0.93 || high > 0.98 {
			t.Errorf("draws %g: %.1f %% of the runs passed what is High, want about 95 %%", draw, 100*high)
		}
		if between < n0 || between < n1 {
			t.Errorf("draws %g: a difference in between took %.0f pairs, others %.0f and %.0f", draw, between, n0, n1)
		}
	}
	if far, n := passed(-60, 0); far > 0.001 || n > 200 {
		t.Errorf("-60 Elo: %.1f %% passed, after %.0f pairs", 100*far, n)
	}
}

func TestSequentialTest(t *testing.T) {
	test := SPRT{Low: 0, High: 10}
	if refuse, pass := test.Bounds(); math.Abs(pass-math.Log(19)) > 1e-9 || math.Abs(refuse+math.Log(19)) > 1e-9 {
		t.Errorf("bounds %g and %g, want log 19 either way", refuse, pass)
	}
	if l := test.LLR(&Pairs{}); l != 0 {
		t.Errorf("no pairs: %g", l)
	}
	if v := test.Decide(&Pairs{4: 3}); v != Open {
		t.Errorf("three pairs decide: %s", v)
	}
	if v := test.Decide(&Pairs{4: 200}); v != Passed {
		t.Errorf("200 pairs, all won: %s", v)
	}
	if v := test.Decide(&Pairs{0: 200}); v != Refused {
		t.Errorf("200 pairs, all lost: %s", v)
	}
	// Where variance is large, the classic form (fishtest's) gives about the same.
	p := Pairs{900, 1000, 2000, 1100, 1000}
	low, high, n := Share(0), Share(10), p.Count()
	mean := p.Share()
	classic := (high - low) * (2*mean - low - high) / (2 * p.around(mean) / n)
	if l := test.LLR(&p); math.Abs(l-classic) > 0.02*math.Abs(classic) {
		t.Errorf("LLR %g, classic %g", l, classic)
	}
	for _, bad := range []SPRT{{}, {Low: 5, High: 5}, {Low: 0, High: math.NaN()}, {High: 5, Alpha: 0.7}, {High: 5, Beta: -1}} {
		if bad.Validate() == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
	if err := test.Validate(); err != nil {
		t.Error(err)
	}
}
