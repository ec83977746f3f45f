package selfplay

import (
	"math"
	"reflect"
	"testing"

	"ludens/agent/heuristic"
	"ludens/agent/mcts"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// shade is a function that gives every position another value, by its state.
type shade struct{}

func (shade) NewScorer() heuristic.Scorer { return shade{} }
func (shade) Explain() []string           { return nil }

func (shade) Score(m game.Machine, dst []float64) {
	h := uint64(14695981039346656037)
	for _, x := range m.Save(nil) {
		h = (h ^ uint64(x)) * 1099511628211
	}
	for i := range dst {
		dst[i] = 0.2 + 0.6*float64(h>>(7*i)&127)/127
	}
}

func taught(g game.Game, index uint64) Manner {
	t := NewTeacher(g, shade{}, 5)
	t.Begin(index)
	return Manner{Search: t, Iterations: 1}
}

// TestTeacher: moves come by what is one step ahead, and a win there is the end of it.
func TestTeacher(t *testing.T) {
	g := toy.Lines()
	m, after := g.NewMachine(), g.NewMachine()
	teacher := NewTeacher(g, shade{}, 1)
	value := make([]float64, 2)
	won := 0
	for seed := range uint64(60) {
		m.Reset()
		game.Playout(m, game.Stream(seed, "test", 0), int(seed%7))
		if m.Terminal() {
			continue
		}
		s := m.Save(nil)
		r, err := teacher.Search(t.Context(), s, 1, mcts.RootOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for seat := range r.Seats {
			q := &r.Seats[seat]
			if len(q.Moves) < 2 {
				continue
			}
			best, sum := math.Inf(-1), float32(0)
			joint := []game.Move{m.Legal(0, nil)[0], m.Legal(1, nil)[0]}
			worth := make([]float64, len(q.Moves))
			over := make([]bool, len(q.Moves))
			for i, mv := range q.Moves {
				after.Load(s)
				joint[seat] = mv
				after.Step(joint)
				if over[i] = after.Terminal(); over[i] {
					after.Utility(value)
				} else {
					shade{}.Score(after, value)
				}
				worth[i] = value[seat]
				best = max(best, worth[i])
				sum += q.Priors[i]
			}
			for i := range q.Moves {
				if want := math.Exp((worth[i] - best) / heat); math.Abs(q.Policy[i]-want) > 1e-9 {
					t.Fatalf("seed %d: move %d has %g visits, want %g", seed, i, q.Policy[i], want)
				}
			}
			if worth[q.Best] != best || r.Value[seat] != best || math.Abs(float64(sum)-1) > 1e-5 {
				t.Fatalf("seed %d: best %d of %v, value %v, priors sum to %g", seed, q.Best, worth, r.Value, sum)
			}
			if r.Exact != (over[q.Best] && best == 1) {
				t.Fatalf("seed %d: exact %v with %g", seed, r.Exact, best)
			}
			if r.Exact {
				won++
			}
		}
	}
	if won == 0 {
		t.Error("no position had a win")
	}
}

// TestTaught plays games of every class by a function; what a game is depends on its number alone.
func TestTaught(t *testing.T) {
	for _, g := range toy.All() {
		f := g.Facts()
		if f.Hidden {
			continue
		}
		w, _ := worker(t, g, Options{Seed: 3, Length: 8})
		records := 0
		for i := range uint64(20) {
			a, err := w.Play(t.Context(), i, taught(g, i))
			if err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
			b, err := w.Play(t.Context(), i, taught(g, i))
			if err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
			if !reflect.DeepEqual(a, b) {
				t.Fatalf("%s: game %d is another one the second time", f.Name, i)
			}
			records += len(a.Records)
		}
		if records < 20 {
			t.Errorf("%s: %d samples", f.Name, records)
		}
	}
}
