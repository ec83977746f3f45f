package rating

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %g, want %g within %g", what, got, want, tolerance)
	}
}

func rate(t *testing.T, n int, results []Result, o Options) []Rating {
	t.Helper()
	r, err := Rate(n, results, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestPair holds two players against the formula: with share s of n games the
// difference is 400·log10(s/(1-s)), its standard error 1/(c·√(n·s·(1-s))), c = ln 10/400.
func TestPair(t *testing.T) {
	for _, c := range []struct{ wins, draws, losses, share float64 }{
		{75, 0, 25, 0.75},
		{50, 50, 0, 0.75},
		{10, 0, 90, 0.1},
		{64, 0, 36, 0.64},
		{0, 10, 0, 0.5},
	} {
		r := rate(t, 2, []Result{{A: 1, B: 0, Wins: c.wins, Draws: c.draws, Losses: c.losses}}, Options{Prior: -1})
		near(t, "the pinned rating", r[0].Elo, 0, 0)
		near(t, "its interval", r[0].Interval, 0, 0)
		n := c.wins + c.draws + c.losses
		want := 400 * math.Log10(c.share/(1-c.share))
		near(t, "the rating", r[1].Elo, want, 0.5) // the wide prior pulls a little
		se := 1 / (math.Ln10 / 400 * math.Sqrt(n*c.share*(1-c.share)))
		near(t, "the interval", r[1].Interval, 1.96*se, 0.01*1.96*se)
		near(t, "the number of games", r[1].Games, n, 0)
	}
}

// TestByHand: 75 % are 190.85 Elo, 90 % are 381.7 (tables of Elo's formula).
func TestByHand(t *testing.T) {
	r := rate(t, 3, []Result{
		{A: 1, B: 0, Wins: 750, Losses: 250},
		{A: 2, B: 1, Wins: 900, Losses: 100},
	}, Options{Prior: -1})
	near(t, "the first step", r[1].Elo, 190.85, 1)
	near(t, "the second step", r[2].Elo-r[1].Elo, 381.7, 1)
	// Independent steps: variances add.
	a := 1.96 / (math.Ln10 / 400 * math.Sqrt(1000*0.75*0.25))
	b := 1.96 / (math.Ln10 / 400 * math.Sqrt(1000*0.9*0.1))
	near(t, "the interval of the second", r[2].Interval, math.Hypot(a, b), 0.5)
}

// TestClean: 16 wins and nothing else, with half a drawn game added, are
// 400·log10(16.25/0.25) = 725.2 Elo.
func TestClean(t *testing.T) {
	r := rate(t, 2, []Result{{A: 1, B: 0, Wins: 16}}, Options{})
	near(t, "the rating", r[1].Elo, 725.2, 8)
	if r[1].Interval < 200 {
		t.Errorf("an interval of %g for a clean sheet of 16 games", r[1].Interval)
	}
	r = rate(t, 2, []Result{{A: 0, B: 1, Wins: 1e6}}, Options{Prior: -1})
	if !(r[1].Elo < -1000) || math.IsInf(r[1].Elo, 0) {
		t.Errorf("a million losses give %g", r[1].Elo)
	}
}

func TestOrderAndDirection(t *testing.T) {
	one := rate(t, 3, []Result{{0, 1, 3, 2, 5}, {1, 2, 4, 0, 6}, {2, 0, 7, 1, 2}}, Options{})
	two := rate(t, 3, []Result{{0, 2, 2, 1, 7}, {2, 1, 6, 0, 4}, {1, 0, 5, 2, 3}}, Options{})
	for i := range one {
		near(t, "the same games told otherwise", one[i].Elo, two[i].Elo, 1e-6)
		near(t, "their interval", one[i].Interval, two[i].Interval, 1e-6)
	}
	split := rate(t, 2, []Result{{0, 1, 3, 0, 0}, {1, 0, 4, 0, 0}}, Options{})
	whole := rate(t, 2, []Result{{0, 1, 3, 0, 4}}, Options{})
	near(t, "games in two parts", split[1].Elo, whole[1].Elo, 1e-6)
}

func TestPins(t *testing.T) {
	r := rate(t, 3, []Result{{A: 2, B: 0, Wins: 10, Losses: 10}, {A: 2, B: 1, Wins: 10, Losses: 10}}, Options{Pins: map[int]float64{0: 0, 1: 200}})
	near(t, "halfway between two pins", r[2].Elo, 100, 0.5)
	near(t, "a pin", r[1].Elo, 200, 0)
	alone := rate(t, 2, nil, Options{})
	near(t, "who has met nobody", alone[1].Elo, 0, 1e-9)
	if alone[1].Interval < 1000 {
		t.Errorf("an interval of %g for who has met nobody", alone[1].Interval)
	}
}

func TestRefused(t *testing.T) {
	for _, r := range []Result{{A: 0, B: 0, Wins: 1}, {A: -1, B: 0, Wins: 1}, {A: 0, B: 2, Wins: 1}, {A: 0, B: 1, Wins: -1}, {A: 0, B: 1, Wins: math.NaN()}, {A: 0, B: 1, Draws: math.Inf(1)}} {
		if _, err := Rate(2, []Result{r}, Options{}); err == nil {
			t.Errorf("%v was taken", r)
		}
	}
	if _, err := Rate(0, nil, Options{}); err == nil {
		t.Error("no players were taken")
	}
	if _, err := Rate(1, nil, Options{Pins: map[int]float64{0: math.Inf(1)}}); err == nil {
		t.Error("a pin at infinity was taken")
	}
}

// TestMaximum: at the ratings returned every small change makes the results less likely.
func TestMaximum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "players")
		var results []Result
		for range rapid.IntRange(0, 12).Draw(t, "results") {
			a := rapid.IntRange(0, n-1).Draw(t, "a")
			b := (a + rapid.IntRange(1, n-1).Draw(t, "distance")) % n
			count := func(name string) float64 { return float64(rapid.IntRange(0, 40).Draw(t, name)) }
			results = append(results, Result{a, b, count("wins"), count("draws"), count("losses")})
		}
		got, err := Rate(n, results, Options{})
		if err != nil {
			t.Fatal(err)
		}
		pairs, _, _ := collect(n, results, 0.5)
		elo, index := make([]float64, n), make([]int, n)
		for i := range n {
			elo[i], index[i] = got[i].Elo, i-1
			if math.IsNaN(elo[i]) || math.Abs(elo[i]) > 20000 || math.IsNaN(got[i].Interval) {
				t.Fatalf("player %d has %v", i, got[i])
			}
		}
		top := posterior(elo, index, pairs)
		for i := 1; i < n; i++ {
			for _, d := range []float64{-1, 1} {
				elo[i] += d
				if p := posterior(elo, index, pairs); p > top {
					t.Fatalf("moving player %d by %g is likelier by %g", i, d, p-top)
				}
				elo[i] -= d
			}
		}
	})
}

func TestWilson(t *testing.T) {
	// 80 of 100: 0.7112…0.8666 (Wilson's score interval, computed by hand).
	low, high := Wilson(0.8, 100)
	near(t, "the lower end", low, 0.7112, 5e-4)
	near(t, "the upper end", high, 0.8666, 5e-4)
	low, high = Wilson(1, 10)
	near(t, "the lower end of a clean sheet", low, 0.7225, 5e-4)
	near(t, "its upper end", high, 1, 1e-9)
	low, high = Wilson(0.5, 0)
	near(t, "the lower end of nothing", low, 0, 0)
	near(t, "the upper end of nothing", high, 1, 0)
}
