package device_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"ludens/nets/arch"
	"ludens/nets/device"
	"ludens/nets/device/devicetest"
	"ludens/nets/device/worker"
	"ludens/nets/infer"
	"ludens/nets/kernel"
	"ludens/nets/train"
)

// The test program is its own helper, as programs are.
func TestMain(m *testing.M) {
	if device.Asked(os.Args) {
		os.Exit(worker.Main())
	}
	os.Exit(m.Run())
}

// patience is for a busy machine; no test passes by it.
const patience = 5 * time.Minute

func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// lines is a log that tests look into.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

// warnings are the log's.
func (l *lines) warnings() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []string
	for _, s := range strings.Split(l.b.String(), "\n") {
		if strings.Contains(s, `"level":"warn"`) {
			out = append(out, s)
		}
	}
	return out
}

func mlp() arch.Spec {
	return arch.Spec{
		Kind: arch.MLP, In: arch.Shape{Channels: 10, Height: 1, Width: 1}, Width: 8, Blocks: 1, Head: arch.Dense, Policy: 6, Values: 2, Hidden: 4,
	}
}

func draw(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 7)) }

// problem is a net with an engine, a learner and mini-batches.
type problem struct {
	net     *arch.Net
	w       arch.Weights
	engine  *infer.Engine
	learner *train.Learner
	options train.Options
	batches []*train.Batch
}

func newProblem(t *testing.T) *problem {
	s := mlp()
	p := &problem{net: s.Layers(), options: train.Options{Batch: 4, Workers: 1, Average: 0.9, Remember: 2}}
	p.w = p.net.NewWeights(draw(1))
	var err error
	if p.engine, err = infer.NewEngine(p.net, nil, p.w, kernel.Portable); err != nil {
		t.Fatal(err)
	}
	if p.learner, err = train.New(p.net, nil, p.w, p.options); err != nil {
		t.Fatal(err)
	}
	rng := draw(2)
	for range 3 {
		b := &train.Batch{
			N: 4, Inputs: make([]float32, 4*10), Groups: make([]uint8, 4*6), Targets: make([]float32, 4*6),
			Values: []float32{0, 1, 1, 0, 0.5, 0.5, 0, 1}, Weights: []float32{1, 1, 1, 1},
		}
		for i := range b.Inputs {
			b.Inputs[i] = rng.Float32()
		}
		for i := range 4 {
			for k := range 6 {
				b.Groups[6*i+k] = uint8(1 + k%2)
			}
			b.Targets[6*i], b.Targets[6*i+1] = 1, 1
		}
		p.batches = append(p.batches, b)
	}
	return p
}

// works holds a runner against the engine, and has a learner make steps.
func (p *problem) works(t *testing.T, r infer.Runner, l device.Learner) {
	t.Helper()
	const n = 5
	in := append([]float32(nil), p.batches[0].Inputs...)
	in = append(in, p.batches[1].Inputs[:10]...)
	policy, values := make([]float32, n*6), make([]float32, n*2)
	want, wantValues := make([]float32, n*6), make([]float32, n*2)
	p.engine.Run(n, in, want, wantValues, &infer.Workspace{})
	r.Run(n, in, policy, values, &infer.Workspace{})
	for i := range want {
		if math.Abs(float64(want[i]-policy[i])) > 1e-4 {
			t.Fatalf("logit %d is %v, want %v", i, policy[i], want[i])
		}
	}
	for i := range wantValues {
		if math.Abs(float64(wantValues[i]-values[i])) > 1e-4 {
			t.Fatalf("value %d is %v, want %v", i, values[i], wantValues[i])
		}
	}
	steps := l.Steps()
	for i := range 4 {
		if _, err := l.Step(p.batches[i%3]); err != nil {
			t.Fatal(err)
		}
	}
	if l.Steps() != steps+4 {
		t.Errorf("%d steps after %d and 4", l.Steps(), steps)
	}
	if err := p.net.Check(l.Averaged()); err != nil {
		t.Error(err)
	}
}

// TestNothing: who chooses the processor, or has no card, has nothing to do with devices.
func TestNothing(t *testing.T) {
	empty := device.Places{Root: t.TempDir(), Environ: []string{}}
	for _, k := range []device.Kind{device.CPU, device.Auto} {
		c := device.Open(device.Options{Choice: device.Choice{Kind: k}, Places: empty})
		if c != nil {
			t.Fatalf("%v opened something", k)
		}
		defer c.Close()
		if _, err := c.Wait(within(t)); err == nil {
			t.Error("a card out of nothing")
		}
		p := newProblem(t)
		if c.Runner(p.engine, nil, p.w) != infer.Runner(p.engine) || c.Learner(p.learner, p.net, nil, p.options) != device.Learner(p.learner) {
			t.Error("the processor is something else")
		}
	}
}

// TestGo has a net on the back end in Go: computed, trained, left and gone back from.
func TestGo(t *testing.T) {
	log := &lines{}
	c := device.Open(device.Options{Choice: device.Choice{Kind: device.Go}, Patience: patience, Answer: patience, Log: zerolog.New(log)})
	defer c.Close()
	about, err := c.Wait(within(t))
	if err != nil || about != "GoMLX in Go" || c.Precision(&newProblem(t).net.Spec) != device.Single {
		t.Fatalf("%q, %v", about, err)
	}
	p := newProblem(t)
	r, l := c.Runner(p.engine, nil, p.w).(*device.Runner), c.Learner(p.learner, p.net, nil, p.options).(*device.Student)
	p.works(t, r, l) // wherever they are by now
	if err := r.Ready(within(t)); err != nil {
		t.Fatal(err)
	}
	if err := l.Ready(within(t)); err != nil {
		t.Fatal(err)
	}
	if r.Width() == 0 {
		t.Error("the runner is not on the device")
	}
	p.works(t, r, l)
	if !l.OnCard() {
		t.Error("the learner is not on the device")
	}
	// A twin on the processor goes on from the same place to the same place.
	twin, err := train.New(p.net, nil, l.Weights(), p.options)
	if err != nil {
		t.Fatal(err)
	}
	defer twin.Close()
	if err := twin.SetState(l.State()); err != nil {
		t.Fatal(err)
	}
	if err := l.SetRate(0.01); err != nil {
		t.Fatal(err)
	}
	if err := twin.SetRate(0.01); err != nil {
		t.Fatal(err)
	}
	for i := range 6 {
		a, err := l.Step(p.batches[i%3])
		if err != nil {
			t.Fatal(err)
		}
		b, err := twin.Step(p.batches[i%3])
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(a.Total-b.Total) > 1e-3 || a.Rate != b.Rate {
			t.Fatalf("%+v on the device, %+v on the processor", a, b)
		}
	}
	if err := l.SetState([]byte("nonsense")); err == nil {
		t.Error("nonsense is a state")
	}
	if err := l.SetState(twin.State()); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(l.State(), twin.State()) {
		t.Error("a state comes back as another")
	}
	// The device goes away in the midst of it: what was fetched last is gone on from.
	steps, state := l.Steps(), l.State()
	c.Close()
	p.works(t, r, l)
	if l.OnCard() || r.Width() != 0 {
		t.Error("still on a device that is closed")
	}
	if l.Steps() != steps+4 || bytes.Equal(state, l.State()) {
		t.Errorf("%d steps after %d", l.Steps(), steps)
	}
	if w := log.warnings(); len(w) != 0 {
		t.Errorf("warnings: %v", w)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}

// TestWarm: what was compiled ahead is taken by who asks for the same, at another rate too, once; and nobody else's.
func TestWarm(t *testing.T) {
	c := device.Open(device.Options{Choice: device.Choice{Kind: device.Go}, Patience: patience, Answer: patience})
	defer c.Close()
	p := newProblem(t)
	c.Warm(p.net, nil, p.options)
	other := p.options
	other.ValueWeight = 7
	if device.Spare(c, p.net, other) {
		t.Error("another learner is the same")
	}
	other = p.options
	other.Rate, other.Workers = 0.123, 1
	if !device.Spare(c, p.net, other) {
		t.Error("the same learner is another")
	}
	r, l := c.Runner(p.engine, nil, p.w).(*device.Runner), c.Learner(p.learner, p.net, nil, p.options).(*device.Student)
	if device.Spare(c, p.net, p.options) {
		t.Error("it was not taken")
	}
	if err := l.Ready(within(t)); err != nil {
		t.Fatal(err)
	}
	if err := r.Ready(within(t)); err != nil {
		t.Fatal(err)
	}
	p.works(t, r, l)
	if !l.OnCard() {
		t.Error("the learner is not on the device")
	}
	var none *device.Card
	none.Warm(p.net, nil, p.options)
}

// TestSlower: a net that the device is not quicker with stays with the processor, unless it is to be measured; it is
// said once.
func TestSlower(t *testing.T) {
	log := &lines{}
	c := device.Open(device.Options{Choice: device.Choice{Kind: device.Go}, Patience: patience, Answer: patience, Log: zerolog.New(log)})
	defer c.Close()
	if _, err := c.Wait(within(t)); err != nil {
		t.Fatal(err)
	}
	device.Compare(c)
	p := newProblem(t)
	for range 2 {
		r := c.Runner(p.engine, nil, p.w).(*device.Runner)
		if err := r.Ready(within(t)); err == nil || !strings.Contains(err.Error(), "the processor computes this net") || r.Width() != 0 {
			t.Errorf("width %d, error %v", r.Width(), err)
		}
	}
	r, l := c.Bare(p.engine, nil, p.w).(*device.Runner), c.Learner(p.learner, p.net, nil, p.options).(*device.Student)
	if err := errors.Join(r.Ready(within(t)), l.Ready(within(t))); err != nil || r.Width() == 0 {
		t.Errorf("width %d, error %v", r.Width(), err)
	}
	p.works(t, r, l)
	if !l.OnCard() {
		t.Error("the learner is not on the device")
	}
	if n := strings.Count(log.b.String(), "the processor computes this net"); n != 1 {
		t.Errorf("said %d times", n)
	}
}

// TestPrecision: bfloat16 is for nets that it saves time for on this card, unless the user says what to take.
func TestPrecision(t *testing.T) {
	small := newProblem(t).net.Spec
	large := arch.Spec{
		Kind: arch.Residual, In: arch.Shape{Channels: 8, Height: 19, Width: 19}, Width: 128, Blocks: 10, Convs: 2, Kernel: 3,
		Head: arch.Planes, Policy: 1, Values: 2, Hidden: 64,
	}
	for _, c := range []struct {
		ask          device.Precision
		single, half float64
		small, large device.Precision
	}{
		{"", 100e12, 700e12, device.TF32, device.Half},
		{"", 700e12, 700e12, device.TF32, device.TF32},
		{"", 100e12, 0, device.TF32, device.TF32},
		{"", 0, 0, device.TF32, device.TF32},
		{device.Single, 100e12, 700e12, device.Single, device.Single},
		{device.Half, 100e12, 0, device.Half, device.Half},
	} {
		card := device.Rated(c.ask, c.single, c.half)
		if s, l := card.Precision(&small), card.Precision(&large); s != c.small || l != c.large {
			t.Errorf("%+v: %s and %s", c, s, l)
		}
	}
}

// TestRefusedNet: what the device does not take, the processor does, and the device stays.
func TestRefusedNet(t *testing.T) {
	log := &lines{}
	c := device.Open(device.Options{Choice: device.Choice{Kind: device.Go}, Patience: patience, Answer: patience, Log: zerolog.New(log)})
	defer c.Close()
	s := arch.Spec{Kind: arch.Graph, In: arch.Shape{Channels: 1, Height: 2100, Width: 1}, Width: 2, Blocks: 1, Head: arch.Planes, Policy: 1, Values: 1, Hidden: 1}
	links, err := arch.NewLinks(make([][]int32, 2099))
	if err != nil {
		t.Fatal(err)
	}
	net := s.Layers()
	w := net.NewWeights(draw(1))
	e, err := infer.NewEngine(net, links, w, kernel.Portable)
	if err != nil {
		t.Fatal(err)
	}
	r := c.Runner(e, links, w).(*device.Runner)
	if err := r.Ready(within(t)); err == nil || !strings.Contains(err.Error(), "2100 nodes") {
		t.Errorf("error %v", err)
	}
	if w := log.warnings(); len(w) != 1 || !strings.Contains(w[0], "does not take this net") {
		t.Errorf("warnings: %v", w)
	}
	p := newProblem(t)
	if err := c.Runner(p.engine, nil, p.w).(*device.Runner).Ready(within(t)); err != nil {
		t.Error(err)
	}
}

// TestBadPlugins: whatever a plugin does, everything goes on with the processor, and the log
// has one sentence that says why.
func TestBadPlugins(t *testing.T) {
	file := func(name, content string) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct {
		name   string
		kind   devicetest.Kind
		plugin string
		want   string
		late   bool // found out by waiting only
	}{
		{"missing", 0, filepath.Join(t.TempDir(), "nothing.so"), "cannot be loaded", false},
		{"no library", 0, file("text.so", "hello"), "cannot be loaded", false},
		{"no path", 0, "a,b.so", "no absolute path", false},
		{"outdated", devicetest.Outdated, "", "PJRT 0.7", false},
		{"hanging", devicetest.Hanging, "", "did not answer", true},
		{"crashing", devicetest.Crashing, "", "helper process ended (exit status 2): SIGABRT: abort", false},
		{"refusing", devicetest.Refusing, "", "no card that this stub knows", false},
		{"empty", devicetest.Empty, "", "no interface", false},
		{"sleeping", devicetest.Sleeping, "", "did not answer", true},
		{"picky", devicetest.Picky, "", "no card that this stub knows", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.kind != 0 {
				c.plugin = devicetest.Stub(t, c.kind)
			}
			log := &lines{}
			o := device.Options{Choice: device.Choice{Kind: device.GPU}, Plugin: c.plugin, Patience: patience, Log: zerolog.New(log)}
			if c.late {
				o.Patience = 2 * time.Second
			}
			d := device.Open(o)
			defer d.Close()
			p := newProblem(t)
			r, l := d.Runner(p.engine, nil, p.w).(*device.Runner), d.Learner(p.learner, p.net, nil, p.options).(*device.Student)
			p.works(t, r, l) // while it is not known yet, too
			if _, err := d.Wait(within(t)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
			if r.Ready(within(t)) == nil || l.Ready(within(t)) == nil {
				t.Error("there is a device")
			}
			p.works(t, r, l)
			if w := log.warnings(); len(w) != 1 || !strings.Contains(w[0], "the processor goes on") {
				t.Errorf("warnings: %q", w)
			}
		})
	}
}

// TestNoPlugin: who asks for a card is told what is missing.
func TestNoPlugin(t *testing.T) {
	log := &lines{}
	empty := device.Places{Root: t.TempDir(), Environ: []string{}}
	c := device.Open(device.Options{Choice: device.Choice{Kind: device.GPU}, Places: empty, Log: zerolog.New(log)})
	defer c.Close()
	if _, err := c.Wait(within(t)); err == nil || !strings.Contains(err.Error(), "no PJRT plugin was found") {
		t.Errorf("error %v", err)
	}
	if len(log.warnings()) != 1 {
		t.Errorf("warnings: %v", log.warnings())
	}
}

// TestStopped: a helper that stops in the midst of work is given up in time, by runners and
// learners alike, and nothing is wrong but the speed.
func TestStopped(t *testing.T) {
	log := &lines{}
	c := device.Open(device.Options{Choice: device.Choice{Kind: device.Go}, Patience: patience, Answer: patience, Log: zerolog.New(log)})
	defer c.Close()
	p := newProblem(t)
	r, l := c.Runner(p.engine, nil, p.w).(*device.Runner), c.Learner(p.learner, p.net, nil, p.options).(*device.Student)
	if err := r.Ready(within(t)); err != nil {
		t.Fatal(err)
	}
	if err := l.Ready(within(t)); err != nil {
		t.Fatal(err)
	}
	p.works(t, r, l)
	if !l.OnCard() {
		t.Fatal("the learner is not on the device")
	}
	if err := device.Stop(c, time.Second); err != nil {
		t.Fatal(err)
	}
	p.works(t, r, l)
	if w := log.warnings(); len(w) != 1 || !strings.Contains(w[0], "did not answer") {
		t.Errorf("warnings: %q", w)
	}
}
