package run

import (
	"testing"
	"time"

	"ludens/game"
	"ludens/nets"
	"ludens/nets/train"
	"ludens/tune"
)

// before is a net of the same form with other weights, as if it had been there before.
func before(t *testing.T, o Options, seed uint64) *nets.Net {
	t.Helper()
	g, enc, _ := small(t)
	f := g.Facts()
	return &nets.Net{Spec: o.Spec, Weights: o.Spec.Layers().NewWeights(game.Stream(seed, "before", 0)), Game: f.Hash, Name: f.Name, Encoding: enc.Fingerprint(), Steps: 7}
}

// TestFrom: a run that begins with a net has its weights, plays with it at once, and has it to
// beat.
func TestFrom(t *testing.T) {
	store := &tune.Memory{}
	g, enc, o := small(t)
	o.From = before(t, o, 5)
	o.Best, o.Warm = o.From, 1 // nothing but playouts, if it were not for the net
	r, err := New(g, enc, store, o)
	if err != nil {
		t.Fatal(err)
	}
	id, err := nets.ID(o.From)
	if err != nil {
		t.Fatal(err)
	}
	if n, _, err := unpackLearner(r.learner); err != nil || n.Weights[0][0] != o.From.Weights[0][0] {
		t.Errorf("it begins with other weights: %v", err)
	}
	if s := r.State(); s.From != id || s.Best.ID != id || s.Best.Name != "before" {
		t.Errorf("%+v", s)
	}
	if n, err := store.BestNet(g.Facts().Hash, enc.Fingerprint()); err != nil || n.Steps != 7 {
		t.Errorf("played is %+v, %v", n, err)
	}
	r = tuneUntil(t, store, o, func(s Status) bool { return s.Games >= 2 && s.Phase == "net" })
	if r.Engine() == nil || r.Latest() == nil {
		t.Error("there is no net")
	}

	other := *o.From
	other.Game = "another"
	o.From = &other
	if _, err := New(g, enc, &tune.Memory{}, o); err == nil {
		t.Error("a net of another game was taken")
	}
	o.From = before(t, o, 5)
	o.From.Spec.Width++
	if o.Validate() == nil {
		t.Error("a net of another form was taken")
	}
}

// TestTakeUp: a run that was there asks once about a net that was learned beside it.
func TestTakeUp(t *testing.T) {
	store := &tune.Memory{}
	_, _, o := small(t)
	tuneUntil(t, store, o, func(s Status) bool { return s.Steps >= 10 })
	o.From = before(t, o, 6)
	id, err := nets.ID(o.From)
	if err != nil {
		t.Fatal(err)
	}
	r := tuneUntil(t, store, o, func(s Status) bool { return s.State.Asked == id })
	s := r.State()
	if s.Asked != id || s.From != "" && s.From != id {
		t.Errorf("asked %q, from %q", s.Asked, s.From)
	}
	// It does not ask again.
	l, err := r.openLearner(r.learner)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if same, err := r.takeUp(t.Context(), l); err != nil || same != l {
		t.Errorf("%v", err)
	}
}

// TestMoved: a learner with other weights stands where the one before it stood.
func TestMoved(t *testing.T) {
	store := &tune.Memory{}
	_, _, o := small(t)
	r := tuneUntil(t, store, o, func(s Status) bool { return s.Steps >= 5 })
	l, err := r.openLearner(r.learner)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	w := before(t, o, 8).Weights
	moved, err := r.moved(l, w)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := moved.Close(); err != nil {
			t.Error(err)
		}
	}()
	if moved.Steps() != l.Steps() || moved.Steps() == 0 {
		t.Errorf("%d steps, before %d", moved.Steps(), l.Steps())
	}
	for i, name := range []func(*train.Learner) [][]float32{
		func(l *train.Learner) [][]float32 { return l.Weights() },
		func(l *train.Learner) [][]float32 { return l.Averaged() },
	} {
		if got := name(moved); got[0][0] != w[0][0] {
			t.Errorf("%d: weight %g, want %g", i, got[0][0], w[0][0])
		}
	}
}

// TestMix: how the best net is searched is stored with it as soon as enough was played to know.
func TestMix(t *testing.T) {
	store := &tune.Memory{}
	g, enc, o := small(t)
	o.Best = before(t, o, 9)
	r, err := New(g, enc, store, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.mix(t.Context(), 2*time.Second); err != nil {
		t.Fatal(err)
	}
	s := r.State()
	n, err := store.Net(s.Best.ID)
	if err != nil {
		t.Fatal(err)
	}
	best, err := store.BestNet(n.Game, n.Encoding)
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case s.Mixed == nil && n.Mix != 0:
		t.Error("a share that was not measured")
	case s.Mixed != nil && (n.Mix != s.Mixed.Mix() || best.Mix != n.Mix || !s.Mixed.Known()):
		t.Errorf("%+v, and the net has %g", s.Mixed, n.Mix)
	}
	// A run that has no net to play with has nothing to measure.
	o.Best = nil
	if r, err = New(g, enc, &tune.Memory{}, o); err != nil {
		t.Fatal(err)
	}
	if err := r.mix(t.Context(), time.Second); err != nil || r.State().Mixed != nil {
		t.Errorf("%v, %+v", err, r.State().Mixed)
	}
}

// TestLast: a net that nobody could play against is not the best for that, but the last of a run
// is if it has learned for twice as long.
func TestLast(t *testing.T) {
	g, enc, o := small(t)
	for _, tt := range []struct {
		steps, best int64
		last, want  bool
	}{
		{20, 10, true, true}, {20, 10, false, false}, {19, 10, true, false}, {20, 0, true, false},
	} {
		r, err := New(g, enc, &tune.Memory{}, o)
		if err != nil {
			t.Fatal(err)
		}
		r.state.Best = Rated{Name: "old", ID: "old", Steps: tt.best}
		s, err := r.snapshot(before(t, o, 3).Weights)
		if err != nil {
			t.Fatal(err)
		}
		s.steps = tt.steps
		if err := r.promote(s, "new", tt.last); err != nil {
			t.Fatal(err)
		}
		if got := r.state.Best.Name == "new"; got != tt.want {
			t.Errorf("%+v: the best is %s", tt, r.state.Best.Name)
		}
	}
}
