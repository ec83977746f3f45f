package rating

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestBradleyTerryWithoutDraws: two ways to the same maximum, one of them known to be right.
func TestBradleyTerryWithoutDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		n := 2 + rng.IntN(6)
		var results []Result
		for i := range n {
			for k := range i {
				results = append(results, Result{A: i, B: k, Wins: float64(rng.IntN(20)), Losses: float64(1 + rng.IntN(20))})
			}
		}
		o := Options{Pins: map[int]float64{0: 100}}
		want, err := Rate(n, results, o)
		if err != nil {
			t.Fatal(err)
		}
		got, err := BradleyTerry(n, results, o)
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			if math.Abs(got.Ratings[i].Elo-want[i].Elo) > 0.5 || math.Abs(got.Ratings[i].Interval-want[i].Interval) > 0.01*want[i].Interval+1e-9 || got.Ratings[i].Games != want[i].Games {
				t.Errorf("player %d of %d: %+v, Newton's method says %+v", i, n, got.Ratings[i], want[i])
			}
		}
		if got.Draws != 1 || got.DrawShare() != 0 {
			t.Errorf("no draws, and θ is %g", got.Draws)
		}
	}
}

// TestBradleyTerryHoldsTheTruth: ratings and the share of draws of simulated players are
// found, and the intervals hold the truth in about 95 of 100 cases.
func TestBradleyTerryHoldsTheTruth(t *testing.T) {
	truth := []float64{-150, -50, 0, 60, 140}
	const theta = 1.8
	rng := rand.New(rand.NewPCG(3, 4))
	outside, all, draws := 0, 0, 0.0
	const runs = 200
	for range runs {
		var results []Result
		for i := range truth {
			for k := range i {
				a, b := math.Pow(10, truth[i]/400), math.Pow(10, truth[k]/400)
				r := Result{A: i, B: k}
				for range 40 {
					switch x := rng.Float64(); {
					case x < a/(a+theta*b):
						r.Wins++
					case x < a/(a+theta*b)+b/(b+theta*a):
						r.Losses++
					default:
						r.Draws++
					}
				}
				results = append(results, r)
			}
		}
		got, err := BradleyTerry(len(truth), results, Options{Prior: -1})
		if err != nil {
			t.Fatal(err)
		}
		draws += got.DrawShare() / runs
		for i, r := range got.Ratings {
			all++
			if math.Abs(r.Elo-truth[i]) > r.Interval {
				outside++
			}
		}
	}
	if share := float64(outside) / float64(all); share < 0.02 || share > 0.08 {
		t.Errorf("%.1f %% of the intervals miss the truth, want about 5", 100*share)
	}
	if want := (theta - 1) / (theta + 1); math.Abs(draws-want) > 0.01 {
		t.Errorf("the share of draws is %.3f, want %.3f", draws, want)
	}
}

// TestBradleyTerryAlways: finite for whatever results.
func TestBradleyTerryAlways(t *testing.T) {
	for _, results := range [][]Result{
		nil,
		{{A: 0, B: 1, Wins: 1000}},
		{{A: 0, B: 1, Draws: 10}},
		{{A: 0, B: 1, Draws: 1, Wins: 1e6}, {A: 2, B: 3, Losses: 4}},
	} {
		for _, prior := range []float64{0, -1} {
			got, err := BradleyTerry(4, results, Options{Prior: prior})
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range got.Ratings {
				if math.IsNaN(r.Elo) || math.IsInf(r.Elo, 0) || math.IsNaN(r.Interval) || math.IsInf(r.Interval, 0) {
					t.Errorf("%v: %+v", results, got)
				}
			}
		}
	}
	for _, bad := range [][]Result{{{A: 0, B: 0, Wins: 1}}, {{A: 0, B: 4}}, {{A: 0, B: 1, Wins: math.NaN()}}} {
		if _, err := BradleyTerry(4, bad, Options{}); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
}

func TestSuperiority(t *testing.T) {
	for _, c := range []struct{ wins, losses, want float64 }{
		{0, 0, 0.5},
		{1, 0, 0.75},
		{0, 1, 0.25},
		{7, 7, 0.5},
		{3000, 3000, 0.5},
		{10, 0, 1 - 1.0/2048},
		{1100, 1000, 0.9854},
	} {
		if got := (Result{Wins: c.wins, Losses: c.losses, Draws: 3}).Superiority(); math.Abs(got-c.want) > 0.0002 {
			t.Errorf("%g to %g: %g, want %g", c.wins, c.losses, got, c.want)
		}
	}
}

func TestTabulate(t *testing.T) {
	win := Outcome{Goals: []int{100, 0}}
	matches := []Played{
		{Game: "g", Players: []string{"a", "b"}, Outcome: win, Moves: "x"},
		{Game: "g", Players: []string{"a", "b"}, Outcome: win, Moves: "x"}, // the same again
		{Game: "h", Players: []string{"a", "b"}, Outcome: win, Moves: "x"},
		{Game: "g", Players: []string{"b", "a"}, Outcome: win, Moves: "x"},
		{Game: "g", Players: []string{"a", "b"}, Outcome: Outcome{Goals: []int{50, 50}}, Moves: ""},
		{Game: "g", Players: []string{"a", "b"}, Outcome: Outcome{Goals: []int{50, 50}}, Moves: ""}, // may be another
		{Game: "g", Players: []string{"a", "b"}, Outcome: Outcome{Forfeit: []bool{false, true}}, Moves: "y"},
		{Game: "g", Players: []string{"a", "b"}, Outcome: Outcome{Forfeit: []bool{false, true}}, Moves: "y"},
		{Game: "g", Players: []string{"a", "b"}, Outcome: Outcome{Forfeit: []bool{true, true}}},
		{Game: "g", Players: []string{"a", "b"}, Outcome: Outcome{Void: true}},
	}
	got, err := Tabulate(matches, TableOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got.Matches != 8 || got.Identical != 1 || got.Forfeits != 3 || got.Void != 1 || len(got.Players) != 2 {
		t.Errorf("%+v", got)
	}
	if r := got.Cross[0][1]; got.Players[0].Name != "a" || r != (Result{A: 0, B: 1, Wins: 4, Draws: 2, Losses: 1}) || got.Cross[1][0].Wins != 1 {
		t.Errorf("%+v", got)
	}
	if a, b := got.Players[0], got.Players[1]; math.Abs(a.Elo+b.Elo) > 1e-6 || a.Elo <= 0 || math.Abs(a.Share-5.0/7) > 1e-9 || math.Abs(a.Interval-b.Interval) > 1e-6 {
		t.Errorf("%+v", got.Players)
	}
	if got.Better[0][1] < 0.8 || math.Abs(got.Better[0][1]+got.Better[1][0]-1) > 1e-9 {
		t.Errorf("better: %v", got.Better)
	}
	got, err = Tabulate(matches, TableOptions{NoForfeits: true, Pins: map[string]float64{"b": 1000, "nobody": 3}})
	if err != nil || got.Matches != 5 || got.Forfeits != 3 || got.Players[1].Elo != 1000 || !got.Players[1].Pinned || got.Players[1].Interval != 0 {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := Tabulate(nil, TableOptions{}); err != nil || len(got.Players) != 0 {
		t.Errorf("nothing: %+v, %v", got, err)
	}
}

// TestManySeats: three at a table meet in pairs, and each has played one game.
func TestManySeats(t *testing.T) {
	var matches []Played
	for i := range 30 {
		matches = append(matches, Played{
			Game: "g", Players: []string{"a", "b", "c"}, Outcome: Outcome{Goals: []int{100, 50, 0}}, Moves: fmt.Sprint(i),
		})
	}
	got, err := Tabulate(matches, TableOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range got.Players {
		if p.Name != string(rune('a'+i)) || p.Matches != 30 || math.Abs(p.Share-(1-float64(i)/2)) > 1e-9 {
			t.Errorf("%+v", p)
		}
	}
	o := Outcome{Goals: []int{100, 50, 0}, Forfeit: []bool{false, false, false}}
	for seat, want := range []float64{1, 0.5, 0} {
		if p := o.Points(seat, []int{0, 1, 2}); p != want {
			t.Errorf("seat %d: %g points, want %g", seat, p, want)
		}
	}
	o.Forfeit[0] = true
	if p := o.Points(1, []int{0, 1, 2}); p != 1 {
		t.Errorf("against one who forfeits and one who is worse: %g", p)
	}
	if p := (Outcome{Goals: []int{75}}).Points(0, []int{0}); p != 0.75 {
		t.Errorf("alone: %g", p)
	}
}
