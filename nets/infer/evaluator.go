package infer

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"ludens/eval"
	"ludens/game"
	"ludens/nets/arch"
	"ludens/nets/kernel"
)

// ErrClosed is the error of an evaluator that was closed.
var ErrClosed = errors.New("the evaluator is closed")

// Encoder turns positions into a net's input; encode.Encoder is one.
type Encoder interface {
	// Input is the shape of a position, Logits the number of policy logits.
	Input() arch.Shape
	Logits() int
	// Encode writes the position that m is at.
	Encode(m game.Machine, dst []float32)
	// Logit says which logit a move has that is legal for a seat here. Several moves of a
	// seat may share one.
	Logit(m game.Machine, seat int, mv game.Move) int
}

// Runner computes batches; Engine is one.
type Runner interface {
	// Net is what is computed.
	Net() *arch.Net
	// Level is what it is computed with.
	Level() kernel.Level
	// Run computes n samples: logits and, per sample, values from 0 to 1. Any number of
	// goroutines may call it, each with a Workspace of its own.
	Run(n int, in, policy, values []float32, ws *Workspace)
}

// Evaluator judges positions with a net. It implements eval.Evaluator and is safe
// for any number of goroutines.
type Evaluator struct {
	enc              Encoder
	opt              Options
	in, logits, vals int // numbers of a sample
	width            int
	cache            *cache // or nil
	model            atomic.Pointer[model]

	calls  atomic.Int64 // calls of Evaluate that are not finished
	closed atomic.Bool
	idle   chan struct{} // closed when closed and no call is left
	ended  sync.Once
	pool   sync.Pool // of *call

	mu    sync.Mutex
	lanes []*lane  // that are free
	open  *batch   // that may still be joined, or nil
	queue []*batch // that wait for a lane, the oldest first; empty while a lane is free
	spare []*batch

	stats counters
	began time.Time
}

var _ eval.Evaluator = (*Evaluator)(nil)

// model is what Swap replaces. Results of one generation are never found by another.
type model struct {
	run        Runner
	generation uint64
}

// lane is the right to compute, with what that takes.
type lane struct {
	ws                 Workspace
	in, policy, values []float32 // one sample
}

// call is the scratch of one Evaluate.
type call struct {
	state  game.State
	packed []uint16
	at     []int32   // logit of every move of every seat that chooses
	share  []int32   // how many of the seat's moves have the same
	count  []int32   // per logit, 0 between uses
	logits []float32 // of the moves
	values []float32
	turn   chan *lane // a lane for the first of a batch, nil for the others when it is computed
}

// New makes an evaluator of an encoder and an engine that fits it.
func New(enc Encoder, run Runner, o Options) (*Evaluator, error) {
	if err := o.Validate(); err != nil {
		return nil, fmt.Errorf("make an evaluator: %w", err)
	}
	o = o.withDefaults()
	v := &Evaluator{enc: enc, opt: o, in: enc.Input().Size(), logits: enc.Logits(), idle: make(chan struct{}), began: time.Now()}
	v.vals = run.Net().Spec.Values
	if err := v.fits(run); err != nil {
		return nil, fmt.Errorf("make an evaluator: %w", err)
	}
	v.model.Store(&model{run: run})
	if v.width = o.Width; v.width == 0 {
		v.width = defaultWidth(run, o)
	}
	v.cache = newCache(o.CacheBytes)
	v.pool.New = func() any {
		return &call{count: make([]int32, v.logits), values: make([]float32, v.vals), turn: make(chan *lane, 1)}
	}
	for range o.Threads {
		v.lanes = append(v.lanes, &lane{in: make([]float32, v.in), policy: make([]float32, v.logits), values: make([]float32, v.vals)})
	}
	return v, nil
}

// fits says whether a runner computes what the encoder gives. To an MLP every input is
// a list.
func (v *Evaluator) fits(run Runner) error {
	s := &run.Net().Spec
	in := v.enc.Input()
	if s.Kind == arch.MLP {
		in = arch.Shape{Channels: in.Size(), Height: 1, Width: 1}
	}
	if s.In != in || s.Logits() != v.logits || s.Values != v.vals {
		return fmt.Errorf("a net from %v to %d logits and %d values does not fit an encoding from %v to %d, %d values",
			s.In, s.Logits(), s.Values, in, v.logits, v.vals)
	}
	return nil
}

// Wide is a Runner that knows how many calls at the same time keep it busy; 0 leaves it to
// the net and the kernels. It may change.
type Wide interface{ Width() int }

// Width is how many calls at the same time keep the evaluator busy.
func (v *Evaluator) Width() int {
	if v.opt.Width == 0 {
		if w, ok := v.model.Load().run.(Wide); ok && w.Width() > 0 {
			return w.Width()
		}
	}
	return v.width
}

// Threads is how many batches are computed at the same time.
func (v *Evaluator) Threads() int { return v.opt.Threads }

// Swap replaces the net by another of the same shape. Results of the old one are
// forgotten; calls that have begun may still give them.
func (v *Evaluator) Swap(run Runner) error {
	if err := v.fits(run); err != nil {
		return fmt.Errorf("swap the net: %w", err)
	}
	for {
		old := v.model.Load()
		if v.model.CompareAndSwap(old, &model{run: run, generation: old.generation + 1}) {
			return nil
		}
	}
}

// Close waits for the calls that have begun; later ones fail with ErrClosed.
func (v *Evaluator) Close() {
	v.closed.Store(true)
	v.calls.Add(1)
	v.leave()
	<-v.idle
}

// enter begins a call, leave ends it. The last to leave a closed evaluator ends it.
func (v *Evaluator) enter() error {
	v.calls.Add(1)
	if v.closed.Load() {
		v.leave()
		return ErrClosed
	}
	return nil
}

func (v *Evaluator) leave() {
	if v.calls.Add(-1) == 0 && v.closed.Load() {
		v.ended.Do(func() { close(v.idle) })
	}
}

// Evaluate implements eval.Evaluator.
func (v *Evaluator) Evaluate(m game.Machine, legal [][]game.Move, r *eval.Result) error {
	if err := v.enter(); err != nil {
		return err
	}
	defer v.leave()
	c := v.pool.Get().(*call)
	model := v.model.Load()
	var k key
	if v.cache != nil {
		numbers := 2 * v.vals
		choices(m, legal, func(_ int, moves []game.Move) { numbers += len(moves) })
		c.state = m.Save(c.state)
		k = keyOf(model.generation, c.state, legal)
		var hit bool
		if c.packed, hit = v.cache.get(k, numbers, c.packed); hit {
			v.stats.hits.Add(1)
			unpack(c.packed, v.vals, m, legal, r)
			v.pool.Put(c)
			return nil
		}
	}
	if err := v.find(c, m, legal); err != nil {
		return err // c is not used again: its counts may be anything
	}
	used, err := v.compute(c, m)
	if err == nil {
		err = v.judge(c, m, legal)
	}
	if err != nil {
		v.stats.errors.Add(1)
		v.pool.Put(c)
		return fmt.Errorf("evaluate: %w", err)
	}
	v.stats.evaluations.Add(1)
	if v.cache != nil && used == model {
		v.cache.put(k, c.packed)
	}
	unpack(c.packed, v.vals, m, legal, r)
	v.pool.Put(c)
	return nil
}

// find notes where the logits of all moves are.
func (v *Evaluator) find(c *call, m game.Machine, legal [][]game.Move) (err error) {
	c.at, c.share = c.at[:0], c.share[:0]
	choices(m, legal, func(seat int, moves []game.Move) {
		begin, shared := len(c.at), false
		for _, mv := range moves {
			at := v.enc.Logit(m, seat, mv)
			if at < 0 || at >= v.logits {
				err = fmt.Errorf("evaluate: the encoder gives logit %d of %d", at, v.logits)
				return
			}
			shared = shared || c.count[at] > 0
			c.count[at]++
			c.at = append(c.at, int32(at))
			c.share = append(c.share, 1)
		}
		if shared {
			for i, at := range c.at[begin:] {
				c.share[begin+i] = c.count[at]
			}
		}
		for _, at := range c.at[begin:] {
			c.count[at] = 0
		}
	})
	return err
}

// judge turns what the net said into a result in the cache's form.
func (v *Evaluator) judge(c *call, m game.Machine, legal [][]game.Move) (err error) {
	if c.packed, err = pack(c.packed[:0], c.values); err != nil {
		return err
	}
	i := 0
	choices(m, legal, func(_ int, moves []game.Move) {
		if err == nil {
			c.packed, err = below(c.packed, c.logits[i:i+len(moves)], c.share[i:i+len(moves)])
			i += len(moves)
		}
	})
	return err
}

// take copies what concerns a call out of a sample's results.
func (c *call) take(policy, values []float32) {
	c.logits = c.logits[:0]
	for _, at := range c.at {
		c.logits = append(c.logits, policy[at])
	}
	copy(c.values, values)
}
