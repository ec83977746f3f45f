package infer

import (
	"fmt"
	"math"

	"ludens/nets/arch"
	"ludens/nets/kernel"
)

// Engine computes a net: batch norm is folded into the layer before it, ReLU is done
// where its input is made, weights are packed for one level of kernels. It never
// changes; any number of goroutines may run it, each with its own Workspace.
//
// A sample's result does not depend on the batch that it is in, bit for bit.
type Engine struct {
	net   *arch.Net
	level kernel.Level
	steps []step
	sizes []int // numbers per sample of the slots of a workspace
	chunk int   // samples that go through all steps together
	in    int   // numbers of a sample
}

// step is a fused operation on n samples, from slots to slots of a workspace.
type step interface {
	run(n int, w *Workspace)
}

// cacheFloats is what one sample's largest slot, times the samples of a chunk, should
// not exceed: activations are to be found in the second-level cache by the next step.
const cacheFloats = 64 << 10

// NewEngine prepares a net for a level of kernels, which must be one that the machine
// supports. links is the graph of a graph net, else ignored. It fails if weights or
// links do not fit the net. Neither weights nor links are kept (links are copied).
func NewEngine(net *arch.Net, links *arch.Links, w arch.Weights, level kernel.Level) (*Engine, error) {
	if err := net.Spec.Validate(); err != nil {
		return nil, err
	}
	if err := net.Check(w); err != nil {
		return nil, err
	}
	if net.Spec.Kind == arch.Graph {
		if err := links.Check(net.Spec.In.Cells()); err != nil {
			return nil, err
		}
		links = &arch.Links{From: append([]int32(nil), links.From...), To: append([]int32(nil), links.To...)}
	}
	b := newBuilder(net, links, w, level)
	if err := b.build(); err != nil {
		return nil, fmt.Errorf("make an engine: %w", err)
	}
	e := &Engine{net: net, level: level, steps: b.steps, sizes: b.sizes, in: net.Spec.In.Size()}
	largest := e.in
	for _, size := range e.sizes {
		largest = max(largest, size)
	}
	e.chunk = min(max(1, cacheFloats/largest), 256)
	return e, nil
}

// Net is what the engine computes.
func (e *Engine) Net() *arch.Net { return e.net }

// Level is the level of kernels that it uses.
func (e *Engine) Level() kernel.Level { return e.level }

// Run computes n samples: in has n times Spec.In numbers; policy gets n times the
// logits, values n × Values numbers from 0 to 1. Slices of other lengths panic. It
// allocates nothing but what ws grows by.
func (e *Engine) Run(n int, in, policy, values []float32, ws *Workspace) {
	logits, vals := e.net.Spec.Logits(), e.net.Spec.Values
	if len(in) != n*e.in || len(policy) != n*logits || len(values) != n*vals {
		panic(fmt.Sprintf("infer: %d samples with %d numbers of input, %d logits, %d values; a sample has %d, %d, %d",
			n, len(in), len(policy), len(values), e.in, logits, vals))
	}
	for at := 0; at < n; at += e.chunk {
		m := min(e.chunk, n-at)
		ws.prepare(m, e.sizes, in[at*e.in:(at+m)*e.in], policy[at*logits:(at+m)*logits], values[at*vals:(at+m)*vals])
		for _, s := range e.steps {
			s.run(m, ws)
		}
	}
	ws.release()
	for i, x := range values {
		values[i] = float32(1 / (1 + math.Exp(-float64(x))))
	}
}
