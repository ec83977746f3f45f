package selfplay

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"ludens/agent/mcts"
	"ludens/game"
	"ludens/game/gametest/toy"
	"ludens/tune/sample"
)

// words encodes a toy's state as its words' low bits, and moves as themselves, those of
// each seat in a range of its own.
type words struct{ inputs, moves int }

func (w words) shape(players int) sample.Shape {
	return sample.Shape{Inputs: w.inputs, Logits: w.moves * players, Values: players}
}

func (w words) Encode(m game.Machine, dst []float32) {
	clear(dst)
	for i, x := range m.Save(nil) {
		for b := range 16 {
			if k := 16*i + b; k < len(dst) {
				dst[k] = float32(x >> b & 1)
			}
		}
	}
}

func (w words) Logit(_ game.Machine, seat int, mv game.Move) int {
	return seat*w.moves + int(mv)%w.moves
}

func worker(t *testing.T, g game.Game, o Options) (*Worker, sample.Shape) {
	t.Helper()
	enc := words{48, 32}
	shape := enc.shape(g.Facts().Players)
	w, err := NewWorker(g, enc, shape, o)
	if err != nil {
		t.Fatal(err)
	}
	return w, shape
}

func playouts(g game.Game, seed uint64) Manner {
	return Manner{Search: mcts.NewSearcher(g, mcts.Options{Seed: seed, Bytes: 1 << 20}), Iterations: 60}
}

// unpacked gives the samples of a game.
func unpacked(t *testing.T, s sample.Shape, g *Game) []sample.Slot {
	t.Helper()
	var out []sample.Slot
	for _, r := range g.Records {
		to := sample.Slot{Inputs: make([]float32, s.Inputs), Groups: make([]uint8, s.Logits), Targets: make([]float32, s.Logits), Values: make([]float32, s.Values), Weight: new(float32)}
		if err := s.Unpack(r, to); err != nil {
			t.Fatal(err)
		}
		out = append(out, to)
	}
	return out
}

// TestEveryClass plays games of every class: turns, at the same time, with Nature, for
// one, for three; what is recorded is a policy for each seat with a choice.
func TestEveryClass(t *testing.T) {
	for _, g := range toy.All() {
		f := g.Facts()
		if f.Hidden {
			if _, err := NewWorker(g, words{48, 32}, words{48, 32}.shape(f.Players), Options{}); err == nil {
				t.Errorf("%s hides something and was taken", f.Name)
			}
			continue
		}
		w, shape := worker(t, g, Options{Seed: 3, Length: 8})
		records, groups := 0, map[uint8]bool{}
		for i := range uint64(40) {
			played, err := w.Play(t.Context(), i, playouts(g, i))
			if err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
			if len(played.Outcome) != f.Players || played.Plies > 32 {
				t.Fatalf("%s: outcome %v after %d plies", f.Name, played.Outcome, played.Plies)
			}
			for _, s := range unpacked(t, shape, played) {
				records++
				sums := map[uint8]float32{}
				for k, g := range s.Groups {
					if g == 0 && s.Targets[k] != 0 {
						t.Fatalf("%s: a target where no move is", f.Name)
					}
					sums[g] += s.Targets[k]
				}
				delete(sums, 0)
				if len(sums) == 0 {
					t.Fatalf("%s: a sample without a choice", f.Name)
				}
				for g, sum := range sums {
					groups[g] = true
					if math.Abs(float64(sum)-1) > 1e-5 {
						t.Fatalf("%s: the policy of seat %d sums to %g", f.Name, g-1, sum)
					}
				}
			}
		}
		if records < 20 || len(groups) != f.Players {
			t.Errorf("%s: %d samples, of %d seats of %d", f.Name, records, len(groups), f.Players)
		}
	}
}

// TestReplay: the same seed and number give the same game.
func TestReplay(t *testing.T) {
	g := toy.Lines()
	var first [][]byte
	for range 2 {
		w, _ := worker(t, g, Options{Seed: 9, Length: 8})
		var all [][]byte
		for i := range uint64(10) {
			played, err := w.Play(t.Context(), i, playouts(g, i))
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range played.Records {
				all = append(all, r)
			}
		}
		if first == nil {
			first = all
			continue
		}
		if !slices.EqualFunc(first, all, slices.Equal) {
			t.Error("the same games are not the same")
		}
	}
	if len(first) == 0 {
		t.Error("nothing was recorded")
	}
}

// scripted is a search that prefers the first move, thinks nothing of anybody's chances
// and counts how it was asked.
type scripted struct {
	g        game.Game
	few, all int64 // iterations asked for with few moves considered and with all
	exact    bool
	err      error
	pause    *int
}

func (s *scripted) Search(_ context.Context, at game.State, iterations int64, r mcts.RootOptions) (*mcts.RootResult, error) {
	if s.err != nil {
		return nil, s.err
	}
	if s.pause != nil && *s.pause != 1 {
		return nil, errors.New("searched outside of the pause")
	}
	if r.Considered > 0 {
		s.few += iterations
	} else {
		s.all += iterations
	}
	m := s.g.NewMachine()
	m.Load(at)
	res := &mcts.RootResult{Value: []float64{0.5, 0.5}, Exact: s.exact}
	for seat := range s.g.Facts().Players {
		moves := m.Legal(seat, nil)
		v := make([]float64, len(moves))
		v[0] = 7
		prior := make([]float32, len(moves))
		for i := range prior {
			prior[i] = 1 / float32(len(moves))
		}
		res.Seats = append(res.Seats, mcts.SeatResult{Moves: moves, Policy: v, Priors: prior})
	}
	return res, nil
}

// TestRecorded: every position searched is recorded, and what searches are asked for.
func TestRecorded(t *testing.T) {
	g := toy.Lines()
	w, shape := worker(t, g, Options{Seed: 1, OpeningShare: -1, SidestepShare: -1, Adjudicate: -1})
	paused := 0
	s := &scripted{g: g, pause: &paused}
	how := Manner{Search: s, Iterations: 100, Pause: func() func() { paused++; return func() { paused-- } }}
	records, searches := 0, 0
	for i := range uint64(200) {
		played, err := w.Play(t.Context(), i, how)
		if err != nil {
			t.Fatal(err)
		}
		records += len(played.Records)
		searches += played.Searches
		// The first cells in turn: x has 0, 2, 4, 6 and wins on the diagonal.
		if played.Plies != 7 || played.Outcome[0] != 1 {
			t.Fatalf("%d plies, outcome %v", played.Plies, played.Outcome)
		}
		for _, s := range unpacked(t, shape, played) {
			if s.Values[0] < 0.5+0.25 || s.Values[0] > 1 || math.Abs(float64(s.Values[0]+s.Values[1]-1)) > 1e-6 {
				t.Fatalf("values %v", s.Values)
			}
		}
	}
	if records != searches || s.few != 100*int64(searches) || s.all != 0 {
		t.Errorf("%d of %d positions were recorded, %d iterations with few moves considered and %d with all", records, searches, s.few, s.all)
	}
}

// TestSidestep: games begin with the net's likely moves, which cost one iteration each
// and are not recorded, and one at random.
func TestSidestep(t *testing.T) {
	g := toy.Lines()
	w, _ := worker(t, g, Options{Seed: 1, OpeningShare: -1, SidestepShare: 1, SidestepPlies: 3, Adjudicate: -1})
	s := &scripted{g: g}
	lengths := map[int]int{}
	for i := range uint64(200) {
		s.few, s.all = 0, 0
		played, err := w.Play(t.Context(), i, Manner{Search: s, Iterations: 100})
		if err != nil {
			t.Fatal(err)
		}
		if len(played.Records) != played.Searches || s.few != 100*int64(played.Searches) {
			t.Fatalf("%d records of %d searches, %d iterations", len(played.Records), played.Searches, s.few)
		}
		if forced := played.Plies - played.Searches - 1 - int(s.all); forced < 0 || forced > 1 { // the last cell
			t.Fatalf("%d iterations for the likely moves of %d plies with %d searches", s.all, played.Plies, played.Searches)
		}
		lengths[int(s.all)]++
	}
	if len(lengths) != 4 {
		t.Errorf("likely moves: %v", lengths)
	}
}

func TestAdjudication(t *testing.T) {
	g := toy.Lines()
	w, _ := worker(t, g, Options{Seed: 1, OpeningShare: -1, SidestepShare: -1, Adjudicate: 0.5})
	early := 0
	for i := range uint64(200) {
		played, err := w.Play(t.Context(), i, Manner{Search: &scripted{g: g, exact: true}, Iterations: 1})
		if err != nil {
			t.Fatal(err)
		}
		if played.Proven {
			early++
			if played.Plies != 0 || played.Outcome[0] != 0.5 {
				t.Fatalf("adjudicated after %d plies: %v", played.Plies, played.Outcome)
			}
		} else if played.Outcome[0] != 1 {
			t.Fatalf("played out: %v", played.Outcome)
		}
	}
	if early < 70 || early > 130 {
		t.Errorf("%d games of 200 were adjudicated", early)
	}
}

// TestCut: a game without end is cut, and worth the neutral utilities.
func TestCut(t *testing.T) {
	g := toy.Endless()
	n := g.Facts().Players
	neutral := make([]float64, n)
	for i := range neutral {
		neutral[i] = 0.3
	}
	w, _ := worker(t, g, Options{Limit: 20, Neutral: neutral})
	played, err := w.Play(t.Context(), 0, playouts(g, 0))
	if err != nil {
		t.Fatal(err)
	}
	if !played.Cut || played.Plies != 20 || !slices.Equal(played.Outcome, neutral) {
		t.Errorf("%+v", played)
	}
}

// TestFaults: a search that fails, an engine that is at fault, an encoder that panics,
// a context that ends: each is an error, and the worker plays on afterwards.
func TestFaults(t *testing.T) {
	g := toy.Lines()
	w, _ := worker(t, g, Options{})
	if _, err := w.Play(t.Context(), 0, Manner{Search: &scripted{g: g, err: errors.New("broken")}}); err == nil || !strings.Contains(err.Error(), "broken") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Play(ctx, 0, playouts(g, 0)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	w.enc = panics{}
	failed := 0
	for i := range uint64(20) {
		if _, err := w.Play(t.Context(), i, playouts(g, 0)); err != nil {
			failed++
		}
	}
	if failed < 10 {
		t.Errorf("an encoder that panics: %d games of 20 failed", failed)
	}
	w.enc = words{48, 32}
	if _, err := w.Play(t.Context(), 0, playouts(g, 0)); err != nil {
		t.Error(err)
	}
	bad, _ := worker(t, toy.Faulty(), Options{Seed: 2})
	for i := range uint64(20) {
		if _, err := bad.Play(t.Context(), i, playouts(toy.Faulty(), i)); err != nil {
			return
		}
	}
	t.Error("a faulty description gave no error")
}

type panics struct{}

func (panics) Encode(game.Machine, []float32)              { panic("encode") }
func (panics) Logit(game.Machine, int, game.Move) (at int) { return 0 }

func TestReturns(t *testing.T) {
	near := func(got, want float64) bool { return math.Abs(got-want) < 1e-9 }
	l := math.Exp(-0.5)
	list := []thought{{value: []float64{0.5}}, {value: []float64{0.75}}, {value: []float64{0.25}}}
	got := Returns(list, []float64{1}, 1, 2)
	g2 := (1-l)*0.25 + l*1
	g1 := (1-l)*0.75 + l*g2
	g0 := (1-l)*0.5 + l*g1
	if !near(got[2][0], g2) || !near(got[1][0], g1) || !near(got[0][0], g0) {
		t.Errorf("got %v, want %v %v %v", got, g0, g1, g2)
	}
	got = Returns(list, []float64{1}, 0, 2)
	if got[0][0] != 1 || got[2][0] != 1 {
		t.Errorf("outcomes only: %v", got)
	}
	list[1].proven = true
	got = Returns(list, []float64{1}, 0.5, 2)
	if got[1][0] != 0.75 || !near(got[0][0], 0.5*0.75+0.5*((1-l)*0.5+l*0.75)) {
		t.Errorf("with a proof: %v", got)
	}
	if len(Returns(nil, []float64{1}, 0.5, 2)) != 0 {
		t.Error("nothing was searched, and something is to be learned")
	}
}

func TestDraw(t *testing.T) {
	w, _ := worker(t, toy.Lines(), Options{})
	rng := game.Stream(1, "test", 1)
	count := func(temperature float64) (n [3]int) {
		for range 10000 {
			n[w.draw([]float64{10, 20, 0}, temperature, rng)]++
		}
		return n
	}
	if n := count(1); n[2] != 0 || n[0] < 3100 || n[0] > 3560 {
		t.Errorf("in proportion: %v", n)
	}
	if n := count(0.5); n[0] < 1800 || n[0] > 2200 {
		t.Errorf("to the square: %v", n)
	}
	if n := count(0.001); n[1] != 10000 {
		t.Errorf("greedy: %v", n)
	}
	if w.draw([]float64{0, 0}, 1, rng) != -1 {
		t.Error("a move without visits")
	}
}

func TestOptions(t *testing.T) {
	for _, o := range []Options{{Mix: 1.5}, {Horizon: -1}, {Temperature: math.NaN()}, {Limit: -1}, {Neutral: []float64{2}}} {
		if o.Validate() == nil {
			t.Errorf("%+v was taken", o)
		}
	}
}
