package heuristic

import (
	"math"
	"testing"

	"ludens/internal/patience"
)

// TestWorthOfPieces: pieces do harm where who has fewer of them wins; that is believed where players bear off, and not where others
// take the pieces.
func TestWorthOfPieces(t *testing.T) {
	patience.OneThread(t)
	for _, c := range []struct {
		game   string
		misere bool // who wins is taken to have lost
		harm   bool
		worth  bool
	}{
		{"RoyalGameOfUr", false, true, true},
		{"RoyalGameOfUr", true, false, false},
		{"ludii:EnglishDraughts", false, false, false},
		{"ludii:EnglishDraughts", true, true, false},
		{"checkers6", true, true, false},
	} {
		l := learned(t, c.game, 60, 1, nil).l
		var samples []sample
		k := l.workers[0]
		k.stop = func() bool { return false }
		for n := range 60 {
			samples = append(samples, l.valued([]*record{k.random(5, n)})...)
		}
		if c.misere {
			for i := range samples {
				v := samples[i].value
				samples[i].value = []float64{v[1], v[0]}
			}
		}
		if got := worthOfPieces(l.plain, samples); (got < 0) != c.harm {
			t.Errorf("%s, misère %t: random games say %g", c.game, c.misere, got)
		}
		if got := l.worth(samples); (got < 0) != c.worth {
			t.Errorf("%s, misère %t: a piece is worth %g", c.game, c.misere, got)
		}
	}
}

// TestPieces: a function that has learned nothing yet counts pieces.
func TestPieces(t *testing.T) {
	patience.OneThread(t)
	l := learned(t, "RoyalGameOfUr", 60, 1, nil).l
	m := l.model.clone()
	clear(m.weight)
	clear(m.single)
	clear(m.bias)
	m.count(l.plain, -0.4)
	f := m.compile()
	k := l.workers[0]
	k.stop = func() bool { return false }
	differ := false
	for _, s := range l.window {
		want := 0.0
		for _, a := range s.atoms {
			want -= 0.4 * l.plain.lead(a, 0)
		}
		differ = differ || want != 0
		got := 0.0
		for _, a := range s.atoms {
			got += float64(f.atom[int(a.i)*f.outs] * a.x)
		}
		x := m.examples([]sample{s}, l.e, k.stop)
		if z := m.logit(&x[0], 0); math.Abs(z-want) > 1e-4 || math.Abs(got-want) > 1e-4 {
			t.Fatalf("the pieces are worth %g, to the model %g, to the function %g", want, z, got)
		}
	}
	if !differ {
		t.Error("nobody is ever ahead")
	}
}

// TestWorthIsKnown: the next course of a game goes on with the same worth of pieces; and games are followed until pieces leave, and
// much is taken of long ones.
func TestWorthIsKnown(t *testing.T) {
	patience.OneThread(t)
	c := learned(t, "RoyalGameOfUr", 60, 1, nil)
	c.Report.Kept = true
	text := c.Known()
	_, k := c.l.w.recall(text)
	if k == nil || k.Worth == 0 || k.Worth != c.l.model.worth {
		t.Fatalf("kept is %+v, of a worth of %g", k, c.l.model.worth)
	}
	on := learned(t, "RoyalGameOfUr", 30, 2, text).l
	if on.before == 0 || on.model.worth != k.Worth || on.model.pieces == nil {
		t.Errorf("goes on from %d games with a worth of %g, want %g", on.before, on.model.worth, k.Worth)
	}
	never := func() bool { return false }
	if census := c.l.plain.census(never); census.Lost < 4 { // of fourteen
		t.Errorf("%.1f pieces are borne off", census.Lost)
	}
	w := c.l.workers[0]
	w.stop = never
	if rec := w.own(c.Function, 1, 1); len(rec.samples) <= leastOfOwn {
		t.Errorf("%d positions of a long game", len(rec.samples))
	}
}
