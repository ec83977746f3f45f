package infer

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"ludens/eval"
	"ludens/game"
	"ludens/game/gametest/toy"
	"ludens/nets/arch"
	"ludens/nets/kernel"
)

// words encodes a state's words as numbers; every second move of a seat shares its
// logit with the one before.
type words struct {
	seats  int
	panics bool
}

const (
	wordInputs = 6
	perSeat    = 8
)

func (w words) Input() arch.Shape { return arch.Shape{Channels: wordInputs, Height: 1, Width: 1} }
func (w words) Logits() int       { return w.seats * perSeat }
func (w words) Encode(m game.Machine, dst []float32) {
	if w.panics {
		panic("no position")
	}
	clear(dst)
	for i, x := range m.Save(nil) {
		dst[i%wordInputs] += float32(x%1000) * float32(i+1)
	}
}

func (w words) Logit(_ game.Machine, seat int, mv game.Move) int {
	return seat*perSeat + int(mv/2)%perSeat
}

// grid gives the same numbers in another shape.
type grid struct{ words }

func (grid) Input() arch.Shape { return arch.Shape{Channels: 1, Height: 2, Width: 3} }

// waves is a runner whose answers are as different as they can be.
type waves struct {
	net   *arch.Net
	phase float64
	level kernel.Level
	on    func(n int) // called in Run

	policy, value float32 // in place of all answers, if not 0
}

func (w *waves) Net() *arch.Net      { return w.net }
func (w *waves) Level() kernel.Level { return w.level }
func (w *waves) Run(n int, in, policy, values []float32, _ *Workspace) {
	if w.on != nil {
		w.on(n)
	}
	logits := len(policy) / n
	for i := range n {
		x := w.phase
		for k, y := range in[i*wordInputs : (i+1)*wordInputs] {
			x += float64(y) * float64(k+1)
		}
		for j := range logits {
			policy[i*logits+j] = float32(5 * math.Sin(x+float64(j*j)))
		}
		for p := range len(values) / n {
			values[i*len(values)/n+p] = float32(0.5 + math.Sin(x*float64(p+1))/2)
		}
	}
	if w.policy != 0 {
		for i := range policy {
			policy[i] = w.policy
		}
	}
	if w.value != 0 {
		for i := range values {
			values[i] = w.value
		}
	}
}

func netFor(enc Encoder, players int) *arch.Net {
	s := arch.Spec{Kind: arch.MLP, In: enc.Input(), Width: 2, Blocks: 1, Head: arch.Dense, Policy: enc.Logits(), Values: players, Hidden: 2}
	return s.Layers()
}

func setup(t testing.TB, g game.Game, o Options) (*Evaluator, *waves) {
	t.Helper()
	enc := words{seats: len(g.Facts().Seats)}
	w := &waves{net: netFor(enc, g.Facts().Players)}
	v, err := New(enc, w, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	return v, w
}

func legal(m game.Machine) [][]game.Move {
	out := make([][]game.Move, len(m.Game().Facts().Seats))
	for s := range out {
		out[s] = m.Legal(s, nil)
	}
	return out
}

// positions are those of some random matches, terminal ones left out.
func positions(g game.Game, matches int) []game.State {
	var out []game.State
	m := g.NewMachine()
	rng := game.Stream(3, "infer test", 0)
	var w game.Walker
	for range matches {
		m.Reset()
		for n := 0; n < 30 && !m.Terminal(); n++ {
			out = append(out, m.Save(nil))
			if !w.Step(m, rng) {
				break
			}
		}
	}
	return out
}

// slow is the definition of a result: softmax over the distinct logits of a seat's
// legal moves, each probability divided among the moves that share it.
func slow(v *Evaluator, w *waves, m game.Machine, legal [][]game.Move) (values []float32, priors [][]float64) {
	in := make([]float32, v.in)
	v.enc.Encode(m, in)
	policy, values := make([]float32, v.logits), make([]float32, v.vals)
	w.Run(1, in, policy, values, nil)
	f := m.Game().Facts()
	for seat, moves := range legal {
		var list []float64
		if len(moves) > 1 && !f.NatureSeat(seat) {
			distinct, sum := map[int]int{}, 0.0
			for _, mv := range moves {
				at := v.enc.Logit(m, seat, mv)
				if distinct[at]++; distinct[at] == 1 {
					sum += math.Exp(float64(policy[at]))
				}
			}
			for _, mv := range moves {
				at := v.enc.Logit(m, seat, mv)
				list = append(list, math.Exp(float64(policy[at]))/sum/float64(distinct[at]))
			}
		}
		priors = append(priors, list)
	}
	return values, priors
}

func TestEvaluate(t *testing.T) {
	choosing, passive, nature := 0, 0, 0
	for _, g := range toy.All() {
		cached, w := setup(t, g, Options{})
		plain, _ := setup(t, g, Options{CacheBytes: -1})
		m := g.NewMachine()
		for _, s := range positions(g, 5) {
			m.Load(s)
			legal := legal(m)
			var r, again eval.Result
			if err := cached.Evaluate(m, legal, &r); err != nil {
				t.Fatal(err)
			}
			values, priors := slow(cached, w, m, legal)
			for p := range values {
				if r.Values[p] != values[p] {
					t.Errorf("%s: value %v, want %v", g.Facts().Name, r.Values, values)
				}
			}
			for seat, want := range priors {
				if len(r.Priors[seat]) != len(want) {
					t.Fatalf("%s: %d priors, want %d", g.Facts().Name, len(r.Priors[seat]), len(want))
				}
				sum := 0.0
				for i, p := range r.Priors[seat] {
					if math.Abs(float64(p)-want[i]) > 5e-4*want[i]+1e-12 {
						t.Errorf("%s: prior %g, want %g", g.Facts().Name, p, want[i])
					}
					sum += float64(p)
				}
				switch {
				case g.Facts().NatureSeat(seat):
					nature++
				case len(want) == 0:
					passive++
				default:
					choosing++
					if math.Abs(sum-1) > 1e-5 {
						t.Errorf("%s: priors sum to %g", g.Facts().Name, sum)
					}
				}
			}
			for _, v := range []*Evaluator{cached, plain} {
				if err := v.Evaluate(m, legal, &again); err != nil {
					t.Fatal(err)
				}
				if fmt.Sprint(r) != fmt.Sprint(again) {
					t.Errorf("%s: asked again: %v, first %v", g.Facts().Name, again, r)
				}
			}
		}
		if st := cached.Stats(); st.Hits < st.Evaluations || st.Evaluations == 0 || st.Batches != st.Evaluations || st.Errors != 0 {
			t.Errorf("%s: %+v", g.Facts().Name, st)
		}
		if st := plain.Stats(); st.Hits != 0 {
			t.Errorf("hits without a cache: %+v", st)
		}
	}
	if choosing == 0 || passive == 0 || nature == 0 {
		t.Errorf("%d seats chose, %d were passive, %d were Nature's: the games are no test", choosing, passive, nature)
	}
}

// TestManyCallers: whatever the number of lanes, callers and places in a batch, every
// caller gets what belongs to its position, and no bound is broken.
func TestManyCallers(t *testing.T) {
	g := toy.Lines()
	list := positions(g, 20)
	oracle, _ := setup(t, g, Options{})
	want := map[string]string{}
	m := g.NewMachine()
	var r eval.Result
	for _, s := range list {
		m.Load(s)
		if err := oracle.Evaluate(m, legal(m), &r); err != nil {
			t.Fatal(err)
		}
		want[fmt.Sprint(s)] = fmt.Sprint(r)
	}
	for _, o := range []Options{
		{Threads: 1, MaxBatch: 1},
		{Threads: 1},
		{Threads: 2, MaxBatch: 3, CacheBytes: -1},
		{Threads: 3, CacheBytes: -1},
		{Threads: 1, CacheBytes: -1},
		{Threads: 64, CacheBytes: leastCache},
	} {
		v, w := setup(t, g, o)
		var now, most, largest atomic.Int64
		w.on = func(n int) {
			raise(&most, now.Add(1))
			raise(&largest, int64(n))
			now.Add(-1)
		}
		var wg sync.WaitGroup
		for i := range 32 {
			wg.Go(func() {
				m := g.NewMachine()
				rng := game.Stream(uint64(i), "callers", 0)
				var r eval.Result
				for range 100 {
					s := list[rng.IntN(len(list))]
					m.Load(s)
					if err := v.Evaluate(m, legal(m), &r); err != nil {
						t.Error(err)
					} else if fmt.Sprint(r) != want[fmt.Sprint(s)] {
						t.Errorf("position %v: %v, want %v", s, r, want[fmt.Sprint(s)])
					}
				}
			})
		}
		wg.Wait()
		st := v.Stats()
		if st.Evaluations+st.Hits != 3200 || most.Load() > int64(v.Threads()) || largest.Load() > int64(v.opt.MaxBatch) {
			t.Errorf("%+v: %+v, %d lanes at once, largest batch %d", o, st, most.Load(), largest.Load())
		}
		if len(v.lanes) != v.Threads() || len(v.queue) != 0 {
			t.Errorf("%+v: afterwards %d lanes are free and %d batches wait", o, len(v.lanes), len(v.queue))
		}
	}
}

func raise(most *atomic.Int64, x int64) {
	for old := most.Load(); x > old && !most.CompareAndSwap(old, x); old = most.Load() {
	}
}

// TestBatches: what is asked while the only lane is busy is computed together.
func TestBatches(t *testing.T) {
	g := toy.Lines()
	v, w := setup(t, g, Options{Threads: 1, CacheBytes: -1})
	enter, leave := make(chan int), make(chan bool)
	w.on = func(n int) {
		enter <- n
		<-leave
	}
	var wg sync.WaitGroup
	ask := func() {
		wg.Go(func() {
			m := g.NewMachine()
			var r eval.Result
			if err := v.Evaluate(m, legal(m), &r); err != nil {
				t.Error(err)
			}
		})
	}
	ask()
	if n := <-enter; n != 1 {
		t.Fatalf("the first batch has %d positions: it waited for others", n)
	}
	const callers = 40
	for range callers {
		ask()
	}
	for v.joined() < callers {
	}
	total, batches, largest := 0, 0, 0
	for total < callers {
		leave <- true
		n := <-enter
		total += n
		batches++
		largest = max(largest, n)
	}
	leave <- true
	wg.Wait()
	if batches > callers/3 || largest > DefaultBatch {
		t.Errorf("%d callers were served in %d batches, the largest of %d", callers, batches, largest)
	}
}

// joined counts the positions that wait.
func (v *Evaluator) joined() (n int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, b := range v.queue {
		n += len(b.calls)
	}
	return n
}

func TestSwap(t *testing.T) {
	g := toy.Lines()
	v, w := setup(t, g, Options{})
	m := g.NewMachine()
	list := legal(m)
	var first, second eval.Result
	if err := v.Evaluate(m, list, &first); err != nil {
		t.Fatal(err)
	}
	other := &waves{net: w.net, phase: 1}
	if err := v.Swap(other); err != nil {
		t.Fatal(err)
	}
	if err := v.Evaluate(m, list, &second); err != nil {
		t.Fatal(err)
	}
	values, _ := slow(v, other, m, list)
	if second.Values[0] != values[0] || second.Values[0] == first.Values[0] {
		t.Errorf("after the swap %v, want %v; before %v", second.Values, values, first.Values)
	}
	if err := v.Swap(&waves{net: netFor(words{seats: 5}, 2)}); err == nil {
		t.Error("a net of another shape was taken")
	}
	if _, err := New(words{seats: 1}, w, Options{}); err == nil {
		t.Error("a net was taken that does not fit the encoder")
	}
	board := grid{words{seats: 2}} // is a list to an MLP, and to nobody else
	flat, err := New(board, w, Options{})
	if err != nil {
		t.Fatal(err)
	}
	flat.Close()
	other.net = &arch.Net{Spec: w.net.Spec}
	other.net.Spec.Kind = arch.Residual
	if _, err := New(board, other, Options{}); err == nil {
		t.Error("a convolutional net was taken for a list")
	}
}

// TestSwapDuringCalls: a result that began before a swap is not kept for those who ask after it.
func TestSwapDuringCalls(t *testing.T) {
	g := toy.Lines()
	v, w := setup(t, g, Options{Threads: 1})
	m := g.NewMachine()
	list := legal(m)
	other := &waves{net: w.net, phase: 1}
	w.on = func(int) {
		w.on = nil
		if err := v.Swap(other); err != nil {
			t.Error(err)
		}
	}
	var r eval.Result
	for range 2 {
		if err := v.Evaluate(m, list, &r); err != nil {
			t.Fatal(err)
		}
	}
	if values, _ := slow(v, other, m, list); r.Values[0] != values[0] || v.Stats().Hits != 0 {
		t.Errorf("the old net's result was found after the swap: %v, want %v", r.Values, values)
	}
}

func TestClose(t *testing.T) {
	g := toy.Lines()
	enc := words{seats: 2}
	w := &waves{net: netFor(enc, 2)}
	v, err := New(enc, w, Options{Threads: 2, CacheBytes: -1})
	if err != nil {
		t.Fatal(err)
	}
	var inside atomic.Int64
	w.on = func(int) { inside.Add(1); defer inside.Add(-1); _ = legal(g.NewMachine()) }
	started := make(chan bool, 16)
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			m := g.NewMachine()
			var r eval.Result
			for i := 0; ; i++ {
				if err := v.Evaluate(m, legal(m), &r); err != nil {
					if !errors.Is(err, ErrClosed) {
						t.Error(err)
					}
					return
				}
				if i == 10 {
					started <- true
				}
			}
		})
	}
	for range 16 {
		<-started
	}
	v.Close()
	if n := inside.Load(); n != 0 {
		t.Errorf("%d batches are computed after Close", n)
	}
	wg.Wait()
	v.Close() // again, with nobody there
}

// TestHostile: what is broken gives errors, and what is mended afterwards works.
func TestHostile(t *testing.T) {
	g := toy.Lines()
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for name, spoil := range map[string]func(v *Evaluator, w *waves){
		"a policy that is no number":  func(_ *Evaluator, w *waves) { w.policy = nan },
		"an infinite policy":          func(_ *Evaluator, w *waves) { w.policy = -inf },
		"a value that is no number":   func(_ *Evaluator, w *waves) { w.value = nan },
		"a value above 1":             func(_ *Evaluator, w *waves) { w.value = 1.5 },
		"an engine that panics":       func(_ *Evaluator, w *waves) { w.on = func(int) { panic("index out of range") } },
		"an encoder that panics":      func(v *Evaluator, _ *waves) { v.enc = words{seats: 2, panics: true} },
		"an encoder beyond its logit": func(v *Evaluator, _ *waves) { v.enc = words{seats: 2}; v.logits = 1 },
	} {
		v, w := setup(t, g, Options{Threads: 1, CacheBytes: -1})
		good, logits := *w, v.logits
		spoil(v, w)
		var wg sync.WaitGroup
		for range 8 { // alone and in batches
			wg.Go(func() {
				m := g.NewMachine()
				var r eval.Result
				if err := v.Evaluate(m, legal(m), &r); err == nil {
					t.Errorf("%s: no error", name)
				} else if !strings.HasPrefix(err.Error(), "evaluate:") {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		wg.Wait()
		*w, v.enc, v.logits = good, words{seats: 2}, logits
		m := g.NewMachine()
		var r eval.Result
		if err := v.Evaluate(m, legal(m), &r); err != nil {
			t.Errorf("%s: afterwards: %v", name, err)
		}
	}
}

func TestOptions(t *testing.T) {
	for _, o := range []Options{{Threads: -1}, {Threads: 1 << 20}, {MaxBatch: -1}, {MaxBatch: 1 << 20}, {Width: -1}} {
		enc := words{seats: 2}
		if _, err := New(enc, &waves{net: netFor(enc, 2)}, o); err == nil {
			t.Errorf("%+v was taken", o)
		}
	}
	v, w := setup(t, toy.Lines(), Options{Threads: 3})
	if v.Width() != 2*2*3 {
		t.Errorf("width %d of an MLP with 3 lanes", v.Width())
	}
	w.net.Spec.Kind = arch.Residual
	if n := defaultWidth(w, v.opt); n != 3 {
		t.Errorf("width %d of a convolutional net", n)
	}
	if v, _ := setup(t, toy.Lines(), Options{Width: 7}); v.Width() != 7 {
		t.Errorf("width %d, asked for 7", v.Width())
	}
}
