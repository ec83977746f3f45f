package run

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"
	"time"

	"ludens/catalog"
	"ludens/game"
	"ludens/game/gametest/toy"
	"ludens/internal/patience"
	"ludens/nets"
	"ludens/nets/arch"
	"ludens/nets/design"
	"ludens/nets/encode"
	"ludens/tune"
	"ludens/tune/ladder"
	"ludens/tune/sample"
)

var opened = sync.OnceValues(func() (game.Game, error) {
	return catalog.Open(context.Background(), "ticTacToe", catalog.Options{})
})

func small(t *testing.T) (game.Game, *encode.Encoder, Options) {
	t.Helper()
	g, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	enc, err := encode.New(g, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g, enc, Options{
		Spec: design.Choose(enc, g.Facts(), design.Options{Width: 8, Blocks: 1}), Time: time.Hour, Threads: 2, Seed: 1,
		Simulations: 16, Batch: 16, Least: 64, Guide: 5, Warm: -1, Ladder: -1, Chunk: 100 * time.Millisecond, Save: 200 * time.Millisecond,
	}
}

// tuneUntil tunes until a condition holds of what is told. The limit is for a busy machine; no
// test passes by it.
func tuneUntil(t *testing.T, store tune.Store, o Options, until func(Status) bool) *Run {
	t.Helper()
	g, enc, _ := small(t)
	const limit = 10 * time.Minute
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	met := false
	o.Watch = func(s Status) {
		if !met && until(s) {
			met = true
			cancel()
		}
	}
	r, err := New(g, enc, store, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Tune(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("it ended with %v", err)
	}
	if !met {
		t.Fatalf("%s were not enough: %+v", limit, r.State())
	}
	return r
}

// stored counts the samples of a store's chunks above a number, all of them readable.
func stored(t *testing.T, store tune.Store, r *Run, after int64) (samples int64) {
	t.Helper()
	err := store.Chunks(r.key, after, func(seq int64, n, games int, data []byte) error {
		list, err := sample.Decode(r.shape, data)
		if err != nil || len(list) != n {
			t.Errorf("chunk %d: %d samples of %d: %v", seq, len(list), n, err)
		}
		samples += int64(n)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return samples
}

// TestGoesOn: a run that was stopped goes on where it was; nothing counted is lost.
func TestGoesOn(t *testing.T) {
	store := &tune.Memory{}
	_, _, o := small(t)
	r := tuneUntil(t, store, o, func(s Status) bool { return s.Steps >= 10 && s.Samples > 100 })
	one := r.State()
	if one.Done || one.Part != 1 || one.Elapsed <= 0 {
		t.Errorf("%+v", one)
	}
	if n := stored(t, store, r, 0); n != one.Samples {
		t.Errorf("%d samples are stored, %d were counted", n, one.Samples)
	}
	weights := r.learner
	g, enc, _ := small(t)
	r, err := New(g, enc, store, o)
	if err != nil {
		t.Fatal(err)
	}
	two := r.State()
	if two.Samples != one.Samples || two.Steps != one.Steps || two.Part != 2 || two.Seq != one.Seq || math.Abs(two.Elapsed-one.Elapsed) > 1e-9 {
		t.Errorf("it was %+v and goes on as %+v", one, two)
	}
	if !bytes.Equal(r.learner, weights) || r.window.Len() != int(one.Samples) {
		t.Error("learner or window are not what they were")
	}
	r = tuneUntil(t, store, o, func(s Status) bool { return s.Steps >= one.Steps+5 && s.Phase == "net" })
	three := r.State()
	if three.Part != 3 || three.Elapsed <= one.Elapsed || three.Samples <= one.Samples {
		t.Errorf("%+v", three)
	}
	if loaded, err := Load(store, r.key); err != nil || loaded.Samples != three.Samples {
		t.Errorf("%+v, %v", loaded, err)
	}
}

// killer is a store that stops taking anything at some moment, as if the process had
// died there; what it took before is all that the next process finds.
type killer struct {
	tune.Memory
	mu    sync.Mutex
	left  int
	acked int64 // samples acknowledged
}

var errDead = errors.New("dead")

func (k *killer) alive() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.left--
	return k.left >= 0
}

func (k *killer) AddChunk(run string, data []byte, samples, games int) (int64, error) {
	if !k.alive() {
		return 0, errDead
	}
	seq, err := k.Memory.AddChunk(run, data, samples, games)
	k.mu.Lock()
	k.acked += int64(samples)
	k.mu.Unlock()
	return seq, err
}

func (k *killer) DropChunks(run string, upTo int64) error {
	if !k.alive() {
		return errDead
	}
	return k.Memory.DropChunks(run, upTo)
}

func (k *killer) Checkpoint(run string, state, learner []byte) error {
	if !k.alive() {
		return errDead
	}
	return k.Memory.Checkpoint(run, state, learner)
}

// TestKilled: wherever the store's life ends, the next part counts every sample that was
// acknowledged, also those after the last checkpoint, and those whose chunks have left
// the window.
func TestKilled(t *testing.T) {
	g, enc, o := small(t)
	o.First = 120 // so that chunks are dropped
	store := &killer{}
	lives := []int{4, 3, 6, 9, 5}
	// On a slow machine a chunk holds little, so that it takes more parts until some
	// have left the window.
	for part := 0; part < len(lives) || store.acked < 200 && part < 100; part++ {
		store.mu.Lock()
		store.left = lives[part%len(lives)]
		store.mu.Unlock()
		r, err := New(g, enc, store, o)
		if err != nil {
			t.Fatalf("part %d: %v", part, err)
		}
		if got := r.State().Samples; got != store.acked {
			t.Fatalf("part %d begins with %d samples of %d acknowledged", part, got, store.acked)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute) // no part ends by it
		err = r.Tune(ctx)
		cancel()
		if !errors.Is(err, errDead) {
			t.Fatalf("part %d ended with %v", part, err)
		}
		if got := r.State().Samples; got != store.acked {
			t.Fatalf("part %d counted %d samples of %d acknowledged", part, got, store.acked)
		}
	}
	if store.acked < 200 {
		t.Errorf("only %d samples", store.acked)
	}
}

// TestToTheEnd: a run ends by itself when the time is over, with a rated net that is the
// best; called again it has nothing to do.
func TestToTheEnd(t *testing.T) {
	patience.Try(t, 3*time.Second, func(clock time.Duration) error { return toTheEnd(t, clock) })
}

// toTheEnd says what was missing when the time was over.
func toTheEnd(t *testing.T, clock time.Duration) error {
	t.Helper()
	g, enc, o := small(t)
	store := &tune.Memory{}
	o.Time, o.Ladder, o.Guide = clock, 0.5, 1
	var last Status
	o.Watch = func(s Status) { last = s }
	r, err := New(g, enc, store, o)
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	if err := r.Tune(t.Context()); err != nil {
		t.Fatal(err)
	}
	if d := time.Since(begin); d < clock*2/3 {
		t.Errorf("it took %s of %s", d, clock)
	}
	s := r.State()
	if !s.Done || s.Best.Name == "" || s.Best.ID == "" || len(s.History) == 0 {
		return fmt.Errorf("%+v", s)
	}
	if last.Steps != s.Steps || last.Samples != s.Samples {
		t.Errorf("told %+v, is %+v", last, s)
	}
	n, err := store.BestNet(g.Facts().Hash, enc.Fingerprint())
	if err != nil {
		t.Fatal(err)
	}
	if id, _ := nets.ID(n); id != s.Best.ID || n.Spec != o.Spec || n.Steps == 0 {
		return fmt.Errorf("the best net is %s, of %d steps", id, n.Steps)
	}
	if r.Engine() == nil {
		t.Error("no engine")
	}
	r, err = New(g, enc, store, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Tune(t.Context()); err != nil || !r.Done() || !r.State().Done || r.State().Steps != s.Steps {
		t.Errorf("after the end: %v, %+v", err, r.State())
	}
	return nil
}

func TestRefused(t *testing.T) {
	g, enc, o := small(t)
	store := &tune.Memory{}
	if _, err := New(g, enc, store, o); err != nil {
		t.Fatal(err)
	}
	other := o
	other.Spec.Width = 16
	other.Spec.Pooled = 4
	if _, err := New(g, enc, store, other); !errors.Is(err, ErrOther) {
		t.Errorf("another net: %v", err)
	}
	other = o
	other.Spec.Values = 3
	if _, err := New(g, enc, store, other); err == nil {
		t.Error("a net for three players was taken")
	}
	for _, bad := range []Options{{Time: -1}, {Batch: 1}, {Rate: math.NaN()}, {Warm: 2}, {Ladder: 0.9}, {Teaching: 0.9}, {Reuse: -1}} {
		bad.Spec = o.Spec
		if _, err := New(g, enc, &tune.Memory{}, bad); err == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
	// A store whose checkpoint is damaged is an error, not a new beginning.
	if err := store.Checkpoint(Key(g.Facts(), enc.Fingerprint()), []byte("{"), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := New(g, enc, store, o); err == nil {
		t.Error("a damaged checkpoint was taken")
	}
}

func TestMeasure(t *testing.T) {
	m, err := Measure(toy.Lines(), 1, time.Hour) // its games end it
	if err != nil {
		t.Fatal(err)
	}
	// Random three in a row: 7.64 moves and 58.5 % for the first (known from enumeration,
	// 12.7 % drawn); branching is between 1 and 9.
	if math.Abs(m.Length-7.64) > 0.3 || math.Abs(m.Worth[0]-(0.585+0.0635)) > 0.06 || m.Branching < 4 || m.Branching > 7 || m.Longest != 9 {
		t.Errorf("%+v", m)
	}
	if m, err := Measure(toy.Endless(), 1, 100*time.Millisecond); err != nil || m.Games < 1 || m.Worth[0] != 0.5 {
		t.Errorf("%+v, %v", m, err)
	}
}

// TestDice: games of dice come to their end in self-play, where every throw is a joint move.
func TestDice(t *testing.T) {
	g, err := catalog.Open(t.Context(), "ludii:RoyalGameOfUr", catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	measured, err := Measure(g, 1, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	m, limit := g.NewMachine(), Options{}.fill().suit(measured, g.Facts()).Play.Limit
	for n := range uint64(10) {
		m.Reset()
		var walk game.Walker
		rng, plies := game.Stream(1, "run dice", n), 0
		for ; plies < limit && !m.Terminal(); plies++ {
			walk.Step(m, rng)
		}
		if !m.Terminal() {
			t.Errorf("game %d is cut off after %d joint moves; games have %g moves", n, plies, measured.Length)
		}
	}
}

// TestForeseen: 30 moves a game; in an engine of 75,000 moves a second a search of 40 playouts of 15 moves takes
// 8 ms, in a quicker one playouts are 400 at most, in a slower one 32 at least.
func TestForeseen(t *testing.T) {
	for steps, want := range map[float64]float64{75_000: 4 / 0.24, 3_000_000: 4 / (30 * 400 * 15 / 3e6), 7500: 4 / (30 * 32 * 15 / 7500.0)} {
		m := Measured{Length: 30, Steps: steps, Games: 10}
		if got := m.Foreseen(4 * time.Second); math.Abs(got/want-1) > 0.01 {
			t.Errorf("%g moves a second: %g games in 4 s, want %g", steps, got, want)
		}
	}
}

func TestSchedule(t *testing.T) {
	o := Options{Threads: 2}.fill().suit(Measured{Length: 30, Branching: 7, Longest: 42, Worth: []float64{0.5, 0.5}}, &game.Facts{Players: 2})
	if o.rate(0) != o.Rate || o.rate(0.4) != o.Rate || math.Abs(o.rate(1)-o.Rate/20) > 1e-12 || !(o.rate(0.7) < o.rate(0.6)) {
		t.Errorf("rates %g %g %g", o.rate(0), o.rate(0.6), o.rate(1))
	}
	if a, b := o.manner(0), o.manner(1); a.Iterations != 64 || b.Iterations != 128 || o.Play.Limit != 90 {
		t.Errorf("%+v %+v, limit %d", a, b, o.Play.Limit)
	}
	for d, want := range map[time.Duration]int64{time.Minute: 16, 5 * time.Minute: 16, time.Hour: 32, 10 * time.Hour: 64} {
		if o := (Options{Time: d, Threads: 1}).fill(); o.Simulations != want {
			t.Errorf("%s: %d iterations, want %d", d, o.Simulations, want)
		}
		if o := (Options{Time: d, Threads: 1, From: &nets.Net{}}).fill(); o.Simulations != max(want, 48) {
			t.Errorf("%s, from a net: %d iterations", d, o.Simulations)
		}
	}
}

func TestRelevant(t *testing.T) {
	names := func(p *ladder.Pool) (out []string) {
		for _, c := range relevant(p) {
			out = append(out, c.Name)
		}
		return out
	}
	var p ladder.Pool
	if got := names(&p); !slices.Equal(got, []string{"random", "uct:10", "uct:100", "uct:1000"}) {
		t.Error(got)
	}
	wins := make([]ladder.Game, 10)
	for i := range wins {
		wins[i].Score = 1
	}
	p.Add("net:1", "random", wins)
	p.Add("net:2", "uct:1000", wins)
	if got := names(&p); !slices.Equal(got, []string{"uct:10", "uct:100", "uct:1000"}) {
		t.Error(got)
	}
}

// TestSymmetric: samples are shown in all ways that the symmetries give, with policy and
// values that fit.
func TestSymmetric(t *testing.T) {
	g, enc, _ := small(t)
	symmetries := findSymmetries(g, enc, 1, 1e6)
	if len(symmetries) != 15 { // with an exchange of the players, 7 without
		t.Fatalf("%d symmetries of a square", len(symmetries))
	}
	shape := sample.Shape{Inputs: enc.Input().Size(), Logits: enc.Logits(), Values: 2}
	m := g.NewMachine()
	legal := m.Legal(0, nil)
	m.Step([]game.Move{legal[0], m.Legal(1, nil)[0]}) // some corner or edge
	x := sample.Sample{Inputs: make([]float32, shape.Inputs), Values: []float32{0.25, 0.75}, Weight: 1}
	enc.Encode(m, x.Inputs)
	var list []sample.Target
	for i, mv := range m.Legal(1, nil) {
		list = append(list, sample.Target{Logit: int32(enc.Logit(m, 1, mv)), P: float32(i + 1)})
	}
	x.Groups = []sample.Group{{Seat: 1, Targets: sample.Merge(list)}}
	rec, err := shape.Pack(&x)
	if err != nil {
		t.Fatal(err)
	}
	var w sample.Window
	if err := w.Add(1, []sample.Record{rec}); err != nil {
		t.Fatal(err)
	}
	b := newBatch(shape, 256, symmetries)
	if err := b.fill(&w, game.Stream(1, "test", 0)); err != nil {
		t.Fatal(err)
	}
	different := map[string]bool{}
	for i := range b.N {
		sum, seat := float32(0), uint8(0)
		groups := b.Groups[i*shape.Logits : (i+1)*shape.Logits]
		for k, p := range b.Targets[i*shape.Logits : (i+1)*shape.Logits] {
			if p == 0 {
				continue
			}
			sum += p
			if groups[k] == 0 || seat != 0 && groups[k] != seat {
				t.Fatal("a target outside of its group")
			}
			seat = groups[k]
		}
		// Who is to move is thought to win with 0.75, whoever that has become.
		if math.Abs(float64(sum-1)) > 1e-4 || b.Values[2*i+int(seat)-1] != 0.75 || b.Values[2*i+2-int(seat)] != 0.25 || b.Weights[i] != 1 {
			t.Fatalf("targets of seat %d sum to %g, values %v", seat-1, sum, b.Values[2*i:2*i+2])
		}
		text, _ := json.Marshal([]any{seat, b.Targets[i*shape.Logits : (i+1)*shape.Logits]})
		different[string(text)] = true
	}
	if len(different) != 16 {
		t.Errorf("%d different policies", len(different))
	}
}

func TestLearnerRoundTrip(t *testing.T) {
	spec := arch.Spec{Kind: arch.MLP, In: arch.Shape{Channels: 3, Height: 1, Width: 1}, Width: 4, Blocks: 1, Head: arch.Dense, Policy: 2, Values: 2, Hidden: 4}
	n := &nets.Net{Spec: spec, Weights: spec.Layers().NewWeights(game.Stream(1, "test", 0)), Name: "x"}
	b, err := packLearner(n, []byte("state"))
	if err != nil {
		t.Fatal(err)
	}
	got, state, err := unpackLearner(b)
	if err != nil || string(state) != "state" || got.Spec != spec {
		t.Errorf("%v, %q, %v", got, state, err)
	}
	for i := range len(b) - 6 {
		if _, _, err := unpackLearner(b[:i]); err == nil {
			t.Fatalf("cut at %d of %d, and no error", i, len(b))
		}
	}
}

func FuzzState(f *testing.F) {
	doc, err := json.Marshal(State{Version: stateVersion, Pool: ladder.Pool{Names: []string{"a", "b"}}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(doc, []byte{5, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6})
	f.Fuzz(func(t *testing.T, doc, learner []byte) {
		if s, err := readState(doc); err == nil {
			if _, err := s.Pool.Rate(); err != nil && len(s.Pool.Names) < 100 {
				t.Logf("ratings: %v", err)
			}
		}
		_, _, _ = unpackLearner(learner)
	})
}

// busy is kept busy by so many evaluations.
type busy int

func (b busy) Width() int { return int(b) }

// TestWanted: games beyond the least are for a card, which plays them with the net alone.
func TestWanted(t *testing.T) {
	r := &Run{}
	for _, c := range []struct {
		i      int
		guided bool
		width  busy
		want   bool
	}{
		{3, false, 64, true}, {4, false, 64, false}, {4, true, 2, false}, {4, true, 64, true}, {127, true, 64, true}, {128, true, 64, false},
	} {
		r.guided.Store(c.guided)
		if got := r.wanted(c.i, 4, c.width); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
}
