package tourney

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ludens/rating"
)

func entrants(n int) (out []Entrant) {
	for i := range n {
		out = append(out, Entrant{Name: fmt.Sprintf("e%d", i), Kind: "agent", Player: "random"})
	}
	return out
}

func games(seats ...int) (out []Game) {
	for i, n := range seats {
		out = append(out, Game{Name: fmt.Sprintf("g%d", i), Seats: n})
	}
	return out
}

// world is what goes on around a tournament: it keeps what has to be kept, ends matches
// in any order and is killed at any moment.
type world struct {
	t       *testing.T
	cfg     Config
	rng     *rand.Rand
	kills   float64 // probability of a kill, at each event and before each effect
	broken  float64 // probability that a match breaks
	result  func(s Slot) rating.Outcome
	killed  int
	past    Past
	created bool
	played  map[int]int // outcomes by slot
	running []Play
	most    int // matches at once
}

// life runs the tournament until it is over or killed.
func (w *world) life() (tour *Tournament, alive bool) {
	var past *Past
	if w.created {
		past = &Past{Slots: slices.Clone(w.past.Slots), Attempts: slices.Clone(w.past.Attempts)}
	}
	tour, err := New(w.cfg, past)
	if err != nil {
		w.t.Fatal(err)
	}
	w.running = nil
	effects := tour.Step(Begin{})
	for {
		for _, e := range slices.Clone(effects) {
			if w.rng.Float64() < w.kills {
				return tour, false
			}
			switch e := e.(type) {
			case Planned:
				w.created = true
				w.past.Slots = append(w.past.Slots, e.Slots...)
			case Play:
				w.past.Attempts = append(w.past.Attempts, Attempt{Slot: e.Slot.Number, Number: e.Attempt})
				w.running = append(w.running, e)
				w.check()
			case Over:
				return tour, true
			}
		}
		i := w.rng.IntN(len(w.running))
		p := w.running[i]
		w.running = slices.Delete(w.running, i, i+1)
		if w.rng.Float64() < w.broken {
			effects = tour.Step(Broken{Slot: p.Slot.Number, Busy: w.rng.IntN(2) == 0})
			continue
		}
		o := w.result(p.Slot)
		for j, a := range w.past.Attempts {
			if a.Slot == p.Slot.Number && a.Number == p.Attempt {
				w.past.Attempts[j].Outcome = &o
			}
		}
		w.played[p.Slot.Number]++
		if w.rng.Float64() < w.kills {
			return tour, false // the record is kept, but nobody was told
		}
		effects = tour.Step(Ended{Slot: p.Slot.Number, Outcome: o})
	}
}

// check holds what is under way against the limits.
func (w *world) check() {
	w.most = max(w.most, len(w.running))
	playing, threads := map[int]int{}, 0
	for _, p := range w.running {
		need := 0
		for _, e := range distinct(p.Slot.Seats) {
			playing[e]++
			need = max(need, w.cfg.Entrants[e].Threads)
			if most := w.cfg.Entrants[e].Matches; most > 0 && playing[e] > most {
				w.t.Fatalf("entrant %d plays %d matches at once", e, playing[e])
			}
		}
		threads += need
	}
	if w.cfg.Parallel > 0 && len(w.running) > w.cfg.Parallel || w.cfg.Threads > 0 && threads > w.cfg.Threads {
		w.t.Fatalf("%d matches at once with %d threads", len(w.running), threads)
	}
}

func (w *world) run() *Tournament {
	w.played = map[int]int{}
	for {
		tour, alive := w.life()
		if alive {
			return tour
		}
		w.killed++
	}
}

func anything(rng *rand.Rand) func(Slot) rating.Outcome {
	return func(s Slot) rating.Outcome {
		o := rating.Outcome{}
		for range s.Seats {
			o.Goals = append(o.Goals, 50*rng.IntN(3))
		}
		switch rng.IntN(10) {
		case 0:
			o.Goals = nil
		case 1:
			o.Goals, o.Forfeit = nil, make([]bool, len(s.Seats))
			o.Forfeit[rng.IntN(len(s.Seats))] = true
		case 2:
			return rating.Outcome{Void: true}
		}
		return o
	}
}

// TestKilledAnywhere: whatever the kind, and whenever the process is killed, every match
// of the plan is played once to its end, and what one who knows only what was kept makes
// of it is what the tournament itself has counted.
func TestKilledAnywhere(t *testing.T) {
	for seed := range uint64(30) {
		for _, kind := range Kinds() {
			rng := rand.New(rand.NewPCG(seed, 5))
			cfg := Config{Name: "cup", Kind: kind, Rounds: 1 + rng.IntN(3), Parallel: 1 + rng.IntN(6), Threads: 2, Games: games(2, 2), Clocks: []Clock{{1, 1}, {2, 2}}}
			cfg.Entrants = entrants(2 + rng.IntN(5))
			switch kind {
			case RoundRobin, DoubleRoundRobin, Gauntlet:
				cfg.Games = append(cfg.Games, Game{Name: "three", Seats: 3})
			case SPRT:
				cfg.Entrants = entrants(2)
				cfg.Pairs = 40
				cfg.Test = rating.SPRT{Low: 0, High: 300}
			}
			cfg.Entrants[0].Matches = 1
			cfg.Entrants[1].Threads = 1 + rng.IntN(2)
			w := &world{t: t, cfg: cfg, rng: rng, kills: 0.01, broken: 0.05, result: anything(rng)}
			tour := w.run()
			done, total := tour.Progress()
			if !tour.Complete() || kind != SPRT && (done != total || len(w.played) != total) {
				t.Fatalf("%s: %d of %d matches, %d played", kind, done, total, len(w.played))
			}
			for slot, n := range w.played {
				if n != 1 {
					t.Fatalf("%s: match %d was played %d times", kind, slot, n)
				}
			}
			again, err := New(cfg, &w.past)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tour.Standings(), again.Standings()); d != "" {
				t.Errorf("%s, killed %d times: %s", kind, w.killed, d)
			}
			if effects := again.Step(Begin{}); len(effects) != 1 {
				t.Errorf("%s: once over, there is more to do: %v", kind, effects)
			}
		}
	}
}

// TestMeetings: how often everybody meets, and that seats are shared fairly.
func TestMeetings(t *testing.T) {
	for _, c := range []struct {
		cfg     Config
		matches int
		each    int // matches of a pair in each seating; -1: not asked
	}{
		{Config{Kind: RoundRobin, Rounds: 2, Entrants: entrants(5), Games: games(2)}, 20, 1},
		{Config{Kind: DoubleRoundRobin, Rounds: 3, Entrants: entrants(4), Games: games(2)}, 36, 3},
		{Config{Kind: DoubleRoundRobin, Entrants: entrants(4), Games: games(3)}, 12, -1},
		{Config{Kind: DoubleRoundRobin, Entrants: entrants(2), Games: games(4)}, 2, -1},
		{Config{Kind: DoubleRoundRobin, Entrants: entrants(2), Games: games(3)}, 3, -1},
		{Config{Kind: RoundRobin, Entrants: entrants(3), Games: games(1)}, 3, -1},
		{Config{Kind: Gauntlet, Rounds: 2, Entrants: entrants(4), Games: games(2, 2)}, 24, -1},
		{Config{Kind: Gauntlet, Challengers: 2, Entrants: entrants(5), Games: games(2)}, 12, -1},
	} {
		c.cfg.Name = "cup"
		n, err := Plan(c.cfg)
		if err != nil || n != c.matches {
			t.Errorf("%+v: %d matches, %v, want %d", c.cfg, n, err, c.matches)
			continue
		}
		tour, _ := New(c.cfg, nil)
		slots, _ := tour.cfg.whole()
		seated, openings := map[[2]int]int{}, map[string]map[string]bool{}
		for _, s := range slots {
			for seat, e := range s.Seats {
				seated[[2]int{seat, e}]++
			}
			if len(s.Seats) == 2 {
				key := fmt.Sprint(s.Opening, s.Game, min(s.Seats[0], s.Seats[1]), max(s.Seats[0], s.Seats[1]))
				if openings[key] == nil {
					openings[key] = map[string]bool{}
				}
				openings[key][fmt.Sprint(s.Seats)] = true
			}
		}
		for key, seatings := range openings {
			if len(seatings) != 2 && (c.cfg.Kind != RoundRobin || c.cfg.Rounds%2 == 0) {
				t.Errorf("%s: opening %s is played as %v", c.cfg.Kind, key, seatings)
			}
		}
		if c.cfg.Kind == DoubleRoundRobin {
			for at, n := range seated {
				if n != seated[[2]int{0, at[1]}] {
					t.Errorf("%+v: seats are %v", c.cfg, seated)
					break
				}
			}
		}
		if c.each >= 0 {
			pairs := map[string]int{}
			for _, s := range slots {
				pairs[fmt.Sprint(s.Seats)]++
			}
			for p, n := range pairs {
				if n != c.each {
					t.Errorf("%s: %s meet %d times, want %d", c.cfg.Kind, p, n, c.each)
				}
			}
		}
	}
}

// TestSwiss: nobody meets twice while that can be had, rests are shared, and the better
// are above in the end.
func TestSwiss(t *testing.T) {
	for _, n := range []int{8, 9} {
		cfg := Config{Name: "cup", Kind: Swiss, Rounds: 4, Entrants: entrants(n), Games: games(2)}
		rng := rand.New(rand.NewPCG(1, uint64(n)))
		w := &world{t: t, cfg: cfg, rng: rng, result: func(s Slot) rating.Outcome { // the lower number wins
			if s.Seats[0] < s.Seats[1] {
				return rating.Outcome{Goals: []int{100, 0}}
			}
			return rating.Outcome{Goals: []int{0, 100}}
		}}
		tour := w.run()
		met := map[[2]int]int{}
		for _, s := range tour.Slots() {
			met[[2]int{s.Seats[0], s.Seats[1]}]++
		}
		for p, k := range met {
			if k != 1 || met[[2]int{p[1], p[0]}] != 1 {
				t.Errorf("%d entrants: %v meet %d times", n, p, k)
			}
		}
		if len(tour.Slots()) != 4*(n/2)*2 {
			t.Errorf("%d entrants: %d matches", n, len(tour.Slots()))
		}
		lines := tour.Standings()
		if lines[0].Name != "e0" || lines[0].Points != 8 || lines[n-1].Points > 2 {
			t.Errorf("%d entrants: %+v", n, lines)
		}
		for _, l := range lines {
			if l.Rests > 1 {
				t.Errorf("%s rests %d times", l.Name, l.Rests)
			}
		}
	}
}

// TestErrorRates: the sequential test of a tournament errs as rarely as it says, though
// matches end in any order, and stops once it has decided.
func TestErrorRates(t *testing.T) {
	if testing.Short() {
		t.Skip("two thousand tournaments")
	}
	const runs = 1000
	for _, elo := range []float64{0, 80} {
		rng := rand.New(rand.NewPCG(3, uint64(elo)))
		passed, pairs, open := 0, 0.0, 0
		for range runs {
			tilt := map[int]float64{}
			w := &world{
				t: t, rng: rng, cfg: Config{
					Name: "cup", Kind: SPRT, Entrants: entrants(2), Games: games(2), Pairs: 3000, Parallel: 4,
					Test: rating.SPRT{Low: 0, High: 80},
				},
				result: func(s Slot) rating.Outcome {
					if _, ok := tilt[s.Opening]; !ok {
						tilt[s.Opening] = 60 * rng.NormFloat64()
					}
					d := elo*1.05 + tilt[s.Opening] // the tilt takes a twentieth from the share that Elo means
					if s.Seats[0] == 1 {
						d = elo*1.05 - tilt[s.Opening]
					}
					goals := [2]int{0, 100}
					if rng.Float64() < rating.Share(d) {
						goals = [2]int{100, 0}
					}
					return rating.Outcome{Goals: []int{goals[s.Seats[0]], goals[s.Seats[1]]}}
				},
			}
			tour := w.run()
			v, p := tour.Test()
			pairs += p.Count()
			switch v {
			case rating.Passed:
				passed++
			case rating.Open:
				open++
			}
			if done, _ := tour.Progress(); v != rating.Open && done > 4000 {
				t.Fatalf("%d matches for %g pairs", done, p.Count())
			}
		}
		share := float64(passed) / runs
		t.Logf("%g Elo: %.1f %% of %d runs passed, after %.0f pairs", elo, 100*share, runs, pairs/runs)
		// Three standard deviations of 1,000 runs at 5 % are 2 points.
		if wrong := math.Abs(share - map[float64]float64{0: 0, 80: 1}[elo]); wrong > 0.07 || wrong < 0.01 || open > 0 {
			t.Errorf("%g Elo: %.1f %% of the runs are decided wrongly, %d not at all, want about 5 %% and none", elo, 100*wrong, open)
		}
	}
}

// TestBusy: somebody who is busy is asked again, and has lost at last.
func TestBusy(t *testing.T) {
	tour, err := New(Config{Name: "cup", Entrants: entrants(2), Games: games(2), Parallel: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	effects := tour.Step(Begin{})
	p := effects[len(effects)-1].(Play)
	for try := 1; try < busyTries; try++ {
		if p.Attempt != try || p.Busy != try-1 || p.Last {
			t.Fatalf("try %d: %+v", try, p)
		}
		effects = tour.Step(Broken{Slot: p.Slot.Number, Busy: true})
		p = effects[0].(Play)
	}
	if !p.Last || p.Attempt != busyTries {
		t.Errorf("the last try: %+v", p)
	}
	if e := tour.Step(Ended{Slot: 1, Outcome: rating.Outcome{}}); len(e) != 0 {
		t.Errorf("the end of a match that has not begun: %v", e)
	}
	if e := tour.Step(Stop{}); len(e) != 0 {
		t.Errorf("told to stop in the midst of a match: %v", e)
	}
	if e := tour.Step(Ended{Slot: 0, Outcome: rating.Outcome{}}); len(e) != 1 || !tour.Over() || tour.Complete() {
		t.Errorf("the end of the last match under way: %v", e)
	}
}

func TestMistakes(t *testing.T) {
	good := Config{Name: "cup", Entrants: entrants(3), Games: games(2)}
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(c *Config){
		"the name":       func(c *Config) { c.Name = "a cup" },
		"no kind":        func(c *Config) { c.Kind = "knockout" },
		"no game":        func(c *Config) { c.Games = nil },
		"entrants":       func(c *Config) { c.Entrants = entrants(1) },
		"called":         func(c *Config) { c.Entrants[2].Name = "e0" },
		"who plays":      func(c *Config) { c.Entrants[2].Player = "" },
		"clocks of":      func(c *Config) { c.Clocks = []Clock{{-1, 3}} },
		"seats":          func(c *Config) { c.Games[0].Seats = 0 },
		"multiple of 2":  func(c *Config) { c.Kind, c.Plies, c.Rounds = RoundRobin, 4, 3 },
		"two entrants":   func(c *Config) { c.Kind = SPRT },
		"challengers":    func(c *Config) { c.Kind, c.Challengers = Gauntlet, 3 },
		"same number":    func(c *Config) { c.Kind, c.Games = Swiss, games(2, 3) },
		"one player":     func(c *Config) { c.Kind, c.Games = Swiss, games(1) },
		"out of any":     func(c *Config) { c.Rounds = -1 },
		"below the high": func(c *Config) { c.Kind, c.Entrants, c.Test = SPRT, entrants(2), rating.SPRT{Low: 5, High: 1} },
	} {
		c := good
		c.Entrants, c.Games = entrants(3), games(2)
		change(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want something with %q", err, want)
		}
	}
	for i := range good.Entrants {
		good.Entrants[i].Kind = Remote
	}
	text, err := good.Text()
	if err != nil {
		t.Fatal(err)
	}
	same, err := ReadConfig(text)
	if err != nil {
		t.Fatal(err)
	}
	same.Parallel, same.Entrants[0].Player = 3, "elsewhere:1"
	if !good.Same(same) {
		t.Error("the address of a remote player makes another tournament")
	}
	same.Seed = 5
	if good.Same(same) {
		t.Error("another seed makes no other tournament")
	}
	if _, err := New(good, &Past{Slots: []Slot{{Seats: []int{0, 7}}}}); err == nil {
		t.Error("a plan with somebody unknown is accepted")
	}
	if _, err := New(good, &Past{Attempts: []Attempt{{Slot: 1}}}); err == nil {
		t.Error("a match of an unknown slot is accepted")
	}
}
