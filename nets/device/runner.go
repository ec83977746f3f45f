package device

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"ludens/nets/arch"
	"ludens/nets/device/wire"
	"ludens/nets/infer"
	"ludens/nets/kernel"
)

// batches are the sizes that engines are compiled for, and a batch is filled up to the next. Compiling takes
// up to seconds each, and a card takes hardly longer for a hundred samples than for one.
var batches = []int{32, 128}

// width is how many evaluations a search keeps under way for a card.
const width = 64

// MaxBatch is the largest batch that is worth making for a card.
func MaxBatch() int { return batches[len(batches)-1] }

// Runner is own, the processor's engine of a net with weights w, until the card has compiled
// the same; then it is the card, if that is clearly quicker, and own again if the card fails. Of a nil card it
// is own. own's net and weights must not change.
func (c *Card) Runner(own *infer.Engine, links *arch.Links, w arch.Weights) infer.Runner {
	return c.runner(own, links, w, c != nil && c.o.Choice.Kind == Go)
}

// Bare is Runner with a card that need not be quicker, to measure it.
func (c *Card) Bare(own *infer.Engine, links *arch.Links, w arch.Weights) infer.Runner {
	return c.runner(own, links, w, true)
}

func (c *Card) runner(own *infer.Engine, links *arch.Links, w arch.Weights, always bool) infer.Runner {
	if c == nil {
		return own
	}
	r := &Runner{own: own, card: c, always: always, ready: make(chan struct{})}
	if !c.background(func() {
		defer close(r.ready)
		r.why = r.prepare(links, w)
	}) {
		return own
	}
	return r
}

// Runner computes on a card, or on the processor.
type Runner struct {
	own    *infer.Engine
	card   *Card
	always bool // also if the processor is as quick
	on     atomic.Pointer[remote]
	ready  chan struct{} // closed when it is decided
	why    error         // then: why it stays with the processor
}

var _ infer.Runner = (*Runner)(nil)

// remote is an engine or a learner in the helper.
type remote struct {
	h        *helper
	handle   int
	patience time.Duration // for an answer
}

// make has the helper make an engine or a learner.
func (c *Card) make(name string, n *wire.Net, w arch.Weights) (*remote, error) {
	select {
	case <-c.opened:
	case <-c.ctx.Done():
		return nil, c.ctx.Err()
	}
	h := c.alive()
	if h == nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		return nil, c.failed
	}
	n.Half = c.Precision(&n.Spec) == Half
	m := &wire.Message{Name: name, Floats: w}
	if err := m.Put(n); err != nil {
		return nil, err
	}
	reply, err := c.ask(h, m, c.o.Patience)
	if err != nil {
		return nil, err
	}
	var handle wire.Handle
	if err := reply.Get(&handle); err != nil {
		return nil, err
	}
	r := &remote{h: h, handle: handle.Handle, patience: c.o.Patience}
	runtime.AddCleanup(r, func(handle int) { h.release(handle) }, r.handle)
	return r, nil
}

// prepare compiles, and goes over to the card.
func (r *Runner) prepare(links *arch.Links, w arch.Weights) error {
	c, s := r.card, &r.own.Net().Spec
	m, known := c.known(s)
	if known && m.slower != nil && !r.always {
		return m.slower // no need to make it
	}
	on, err := c.make(wire.Engine, &wire.Net{Spec: *s, Links: links, Sizes: batches}, w)
	if err != nil {
		return c.blame(err)
	}
	if !known { // by the first of the many engines that a net has while it learns
		if m, err = r.measure(on); err != nil {
			return c.blame(err)
		}
		c.mu.Lock()
		_, known = c.measured[*s]
		c.measured[*s] = m
		c.mu.Unlock()
		if known { // by another one in the meantime
		} else if m.slower != nil && !r.always {
			c.o.Log.Info().Msg(m.slower.Error())
		} else {
			c.o.Log.Info().Dur("batch", m.took).Int("of", MaxBatch()).Msg("nets are computed by the device")
		}
	}
	if m.slower != nil && !r.always {
		return m.slower
	}
	on.patience = max(c.o.Answer, 20*m.took)
	r.on.Store(on)
	return nil
}

// known gives how a net was measured to do.
func (c *Card) known(s *arch.Spec) (m measured, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m, ok = c.measured[*s]
	return m, ok
}

// gain is how much quicker than the processor a card has to be for nets to be computed there. A search with a card has
// many evaluations under way, each of which knows less of the others, and waits for them: with two to five
// milliseconds for a batch it lost races of 30 ms a move 0 to 7 (docs/benchmarks/nets.md).
const gain = 4

// measure has the card compute the largest batch and the processor a small one.
func (r *Runner) measure(on *remote) (m measured, err error) {
	s, n := &r.own.Net().Spec, MaxBatch()
	in, policy, values := make([]float32, n*s.In.Size()), make([]float32, n*s.Logits()), make([]float32, n*s.Values)
	for i := range 3 { // the first ones are slow
		begin := time.Now()
		if err := r.card.run(on, n, in, policy, values); err != nil {
			return m, err
		}
		if d := time.Since(begin); i == 0 || d < m.took {
			m.took = d
		}
	}
	const few = 8
	begin := time.Now()
	r.own.Run(few, in[:few*s.In.Size()], policy[:few*s.Logits()], values[:few*s.Values], &infer.Workspace{})
	processor := few * float64(runtime.GOMAXPROCS(0)) / time.Since(begin).Seconds()
	if card := float64(n) / m.took.Seconds(); card < gain*processor {
		m.slower = fmt.Errorf("the processor computes this net: %.0f evaluations a second, and the device only %.0f", processor, card)
	}
	return m, nil
}

// blame gives up a card that has not merely refused.
func (c *Card) blame(err error) error {
	if err != nil && c.ctx.Err() == nil && c.alive() != nil {
		if isRefusal(err) {
			c.o.Log.Warn().Msg(fmt.Sprintf("the device does not take this net, the processor does: %v", err))
		} else {
			c.fail(err)
		}
	}
	return err
}

// run computes in the helper.
func (c *Card) run(on *remote, n int, in, policy, values []float32) error {
	m := &wire.Message{Name: wire.Run, Floats: [][]float32{in}}
	if err := m.Put(wire.Work{Handle: on.handle, N: n}); err != nil {
		return err
	}
	reply, err := c.ask(on.h, m, on.patience)
	if err != nil {
		return err
	}
	if len(reply.Floats) != 2 || len(reply.Floats[0]) != len(policy) || len(reply.Floats[1]) != len(values) {
		return refusal("an answer of another size")
	}
	copy(policy, reply.Floats[0])
	copy(values, reply.Floats[1])
	return nil
}

// Ready waits until it is decided where this runs, and says why if it is the processor.
func (r *Runner) Ready(ctx context.Context) error {
	select {
	case <-r.ready:
		return r.why
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Net is what is computed.
func (r *Runner) Net() *arch.Net { return r.own.Net() }

// Level is that of the processor's kernels.
func (r *Runner) Level() kernel.Level { return r.own.Level() }

// Width is how many evaluations at once keep the card busy, 0 while there is none.
func (r *Runner) Width() int {
	if r.on.Load() != nil {
		return width
	}
	return 0
}

// Run computes n samples as infer.Engine does.
func (r *Runner) Run(n int, in, policy, values []float32, ws *infer.Workspace) {
	if on := r.on.Load(); on != nil {
		err := r.card.run(on, n, in, policy, values)
		if err == nil {
			return
		}
		r.on.Store(nil)
		_ = r.card.blame(err)
	}
	r.own.Run(n, in, policy, values, ws)
}
