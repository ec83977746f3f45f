package heuristic

import (
	"context"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ludens/internal/patience"
)

// learned is a course of so many games, going on from what is known.
func learned(t testing.TB, name string, games int, seed uint64, known []byte) *Course {
	t.Helper()
	c, err := Learn(context.Background(), open(t, name), Options{Games: games, Seed: seed, Known: known})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// What was learned is the same model again, in both languages, for two players and more, with lines, piles and none of it.
func TestKnown(t *testing.T) {
	patience.OneThread(t)
	for _, name := range []string{"connectFour", "ticTacToe3", "Kalah", "ludii:Breakthrough"} {
		c := learned(t, name, 120, 3, nil)
		c.Report.Kept = true // whether it is any good is not asked here
		text := c.Known()
		m, k := c.l.w.recall(text)
		if m == nil {
			t.Fatalf("%s: %d bytes that are nothing", name, len(text))
		}
		if k.Games != c.Report.OwnGames || k.Samples == 0 {
			t.Errorf("%s: of %d games and %d positions, played were %d", name, k.Games, k.Samples, c.Report.OwnGames)
		}
		was := c.l.model.clone()
		for a, on := range was.lively { // what does not count has no size
			if !on {
				was.size[a] = 1
			}
		}
		if m.turn == nil {
			m.turn = was.turn[:len(was.turn):len(was.turn)]
		}
		was.prior = m.prior
		m.count(c.l.plain, k.Worth)
		if !reflect.DeepEqual(m, was) {
			t.Errorf("%s: another model", name)
		}
	}
}

// A course goes on from what is known: as it is where it sees few games, and drawn to it where it sees more; the games count on.
func TestGoesOnFromKnown(t *testing.T) {
	patience.OneThread(t)
	first := learned(t, "connectFour", 600, 3, nil)
	first.Report.Kept = true
	text := first.Known()
	_, was := first.l.w.recall(text)

	few := learned(t, "connectFour", 60, 4, text)
	if r := few.Report; r.Known != was.Games || r.Rounds != 0 || r.OwnGames == 0 {
		t.Errorf("%d own games in %d rounds, %d known of %d", r.OwnGames, r.Rounds, r.Known, was.Games)
	}
	if !slices.Equal(few.l.model.weight, first.l.model.weight) || few.Known() != nil {
		t.Error("few games have changed what many had shown")
	}

	more := learned(t, "connectFour", 600, 4, text)
	more.Report.Kept = true
	m, k := more.l.w.recall(more.Known())
	switch {
	case m == nil || more.Report.Rounds == 0:
		t.Fatalf("nothing was learned in %d rounds", more.Report.Rounds)
	case k.Games != was.Games+more.Report.OwnGames:
		t.Errorf("%d games behind it, %d and %d were played", k.Games, was.Games, more.Report.OwnGames)
	case slices.Equal(m.weight, first.l.model.weight):
		t.Error("many games have changed nothing")
	case more.l.model.prior == nil || !slices.Equal(more.l.model.prior.weight, first.l.model.weight):
		t.Error("weights are not drawn towards those that were known")
	}
	check(t, "connectFour", open(t, "connectFour"), more.Function)
}

// Weights are drawn towards those that are known, and towards nothing without.
func TestPrior(t *testing.T) {
	c := learned(t, "connectFour", 60, 3, nil)
	train, _ := c.l.split(c.l.model, c.l.window)
	far := func(prior *model) (sum float64) {
		m := c.l.model.clone()
		m.prior = prior
		m.fit(train, 1, 1, fitOptions{epochs: 4, rate: 0.05, shrink: 100, lone: 1000}, func() bool { return false })
		for i, x := range m.weight {
			sum += math.Abs(float64(x - c.l.model.weight[i]))
		}
		return sum
	}
	if with, without := far(c.l.model), far(nil); !(with < without/2) {
		t.Errorf("away from what was known by %g, without it by %g", with, without)
	}
}

// What is of another game, or damaged, is left aside, and nothing is kept of own games that lost.
func TestUnknown(t *testing.T) {
	c := learned(t, "connectFour", 60, 3, nil)
	c.Report.Kept = true
	text := c.Known()
	if o := learned(t, "ticTacToe3", 45, 3, text); o.Report.Known != 0 {
		t.Error("a function of another game was taken up")
	}
	for name, damage := range map[string]func(k *known){
		"world": func(k *known) { k.World = "" }, "no games": func(k *known) { k.Games = 0 }, "no positions": func(k *known) { k.Samples = 0 },
		"outs": func(k *known) { k.Outs = 5 }, "sets": func(k *known) { k.Sets = 2 }, "usual": func(k *known) { k.Usual = k.Usual[1:] },
		"chosen": func(k *known) { k.Chosen[0] = -1 }, "chosen far": func(k *known) { k.Chosen[len(k.Chosen)-1] = math.MaxInt32 },
		"order": func(k *known) { slices.Reverse(k.Chosen) }, "mean": func(k *known) { k.Mean = nil }, "scale": func(k *known) { k.Scale = append(k.Scale, 1) },
		"turn": func(k *known) { k.Turn = []int32{1} }, "turn far": func(k *known) { k.Turn = []int32{1, math.MaxInt32} }, "bias": func(k *known) { k.Bias[0] = 1e30 },
		"weights": func(k *known) { k.Weight = k.Weight[1:] }, "no number": func(k *known) { k.Weight[0] = float32(math.NaN()) },
		"endless": func(k *known) { k.Scale[0] = float32(math.Inf(1)) }, "lively": func(k *known) { k.Lively[0] = math.MaxInt32 },
		"size": func(k *known) { k.Size = nil }, "worth": func(k *known) { k.Worth = 3 }, "single": func(k *known) { k.Single = nil },
	} {
		var k known
		if err := json.Unmarshal(text, &k); err != nil {
			t.Fatal(err)
		}
		damage(&k)
		bad, err := json.Marshal(k)
		if err != nil {
			t.Fatal(name, err)
		}
		if m, _ := c.l.w.recall(bad); m != nil {
			t.Errorf("%s: it was believed", name)
		}
	}
	for _, bad := range [][]byte{nil, []byte("{}"), text[:len(text)/2], make([]byte, MostKnown+1)} {
		if m, _ := c.l.w.recall(bad); m != nil {
			t.Errorf("%d bytes were believed", len(bad))
		}
	}
	if c.Report.Kept = false; c.Known() != nil {
		t.Error("what lost is kept")
	}
}

// FuzzKnown: whatever was kept is left aside, or judges as a function does.
func FuzzKnown(f *testing.F) {
	g := open(f, "ticTacToe3")
	c, err := Learn(context.Background(), g, Options{Games: 45, Seed: 3})
	if err != nil {
		f.Fatal(err)
	}
	c.Report.Kept = true
	text, machine := c.Known(), g.NewMachine()
	f.Add(text)
	f.Add([]byte(strings.ReplaceAll(string(text), "AAAA", "f39/")))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, _ := c.l.w.recall(text)
		if m == nil {
			return
		}
		u := make([]float64, 3)
		m.compile().NewScorer().Score(machine, u)
		for _, x := range u {
			if !(x > 0 && x < 1) {
				t.Errorf("judges %v", u)
			}
		}
	})
}
