package startclock

import (
	"time"

	"ludens/agent/mcts"
	"ludens/nets/encode"
	"ludens/nets/infer"
	"ludens/tune/run"
)

// guide is a net and how a search is guided by it.
type guide struct {
	*infer.Evaluator
	mix      float64 // see mcts.Options; 0: the net judges alone
	rollouts int     // the same
}

const (
	// youngMix is the share of playouts in what a leaf is worth to a net of seconds or
	// minutes of learning: its sense for good moves comes sooner than its judgement of
	// positions (measured in docs/benchmarks/nets.md).
	youngMix = 0.5
	// mostRollouts bounds the playouts of a leaf.
	mostRollouts = 64
)

// newGuide is the guide that a net of this match's learning is: with as many playouts for
// a leaf as take about as long as the net.
func newGuide(enc *encode.Encoder, engine infer.Runner, threads int, m run.Measured) (*guide, error) {
	e, err := infer.New(enc, engine, infer.Options{Threads: threads})
	if err != nil {
		return nil, err
	}
	playout := max(m.Length, 2) / 2 / max(m.Steps, 1) // seconds, from the middle of a game
	n := cost(engine) / playout
	return &guide{e, youngMix, int(min(max(n, 1), mostRollouts))}, nil
}

// guides sets what a search with the net needs.
func (n *guide) guides(o mcts.Options) mcts.Options {
	o.Evaluator = n.Evaluator
	if n.mix > 0 {
		o.Mix, o.Rollouts = n.mix, n.rollouts
	}
	return o
}

// cost is how many seconds the net takes for a position, under what load there is.
func cost(e infer.Runner) float64 {
	const least, enough = 5, 10 * time.Millisecond
	s := &e.Net().Spec
	var ws infer.Workspace
	in, policy, values := make([]float32, s.In.Size()), make([]float32, s.Logits()), make([]float32, s.Values)
	e.Run(1, in, policy, values, &ws) // makes room
	begin, n := time.Now(), 0
	for ; n < least || time.Since(begin) < enough; n++ {
		e.Run(1, in, policy, values, &ws)
	}
	return time.Since(begin).Seconds() / float64(n)
}
