package mcts

import (
	"context"
	"errors"
	"fmt"

	"ludens/game"
)

// Searcher searches on its caller's goroutine, for those who play many games at
// once: it starts nothing and looks at no clock but that of its context. What it
// knows below the position searched is kept for the next search. It is not safe
// for concurrent use. With a deterministic evaluator, what it finds is a function
// of its options and of the searches made; with Options.Iterations of a Player
// that has one thread and one evaluation at a time, it finds the same.
//
// Of Options it does not use Threads, Evaluations, Iterations, AnswerForced and
// Stop. It sees all of the position, also in games that hide something: who plays
// those fairly must not use it.
type Searcher struct {
	g     game.Game
	opt   Options
	w     *worker
	tree  *tree
	calls uint64
	rules rootRules
}

// NewSearcher returns a Searcher with an empty tree.
func NewSearcher(g game.Game, o Options) *Searcher {
	return &Searcher{g: g, opt: o.withDefaults()}
}

// RootResult is what a search has found out about its position. It is the
// caller's.
type RootResult struct {
	Seats []SeatResult // per player
	// Value are the expected utilities, 0…1 per player: the average of all that
	// was backed up, or the exact value once it is known.
	Value []float64
	// Net are the evaluator's expected utilities of the position itself; nil when
	// it was not asked, for example because nobody has a choice here.
	Net []float64
	// Exact says that Value is proven.
	Exact bool
	// Iterations made now, and evaluations among them.
	Iterations, Evaluations int64
}

// SeatResult is what a search has found out about the moves of one seat.
type SeatResult struct {
	Moves []game.Move // in the order of Machine.Legal
	// Policy is not normalised: visits of the search, those inherited included, or, with RootOptions.Considered, the
	// improved policy; without moves that are proven to be worse than the best. Once the position is proven, the
	// best (with its equals) has all of it. Visits are all 0 when nothing but the root was judged.
	Policy []float64
	Priors []float32 // what the evaluator said; nil like RootResult.Net
	Best   int       // the index of the move to play
}

// Forget drops the tree: the next search begins from nothing. Call it when the
// evaluator judges otherwise than before.
func (s *Searcher) Forget() { s.tree = nil }

// Search makes so many new iterations from a position that is not terminal; the
// evaluation of a position that was not in the tree counts as one. It ends early
// when the result is proven or ctx is done, and then returns what it has. An error
// means that the position cannot be searched, or that the engine or the evaluator
// has failed: unlike a Player, a Searcher with an evaluator never goes on with
// playouts.
func (s *Searcher) Search(ctx context.Context, state game.State, iterations int64, r RootOptions) (res *RootResult, err error) {
	defer func() {
		if e := recover(); e != nil {
			res, err = nil, fmt.Errorf("search: the engine panicked: %v", e)
		}
		if err != nil {
			s.tree, s.w = nil, nil // whatever failed may have left anything behind
		}
	}()
	s.calls++
	if s.w == nil {
		s.w = newWorker(s.g, &s.opt)
		s.w.runner.Limit = s.opt.PlayoutSteps
	}
	w := s.w
	w.run, w.root, w.depth = &run{cancel: ctx.Done()}, nil, 0
	w.rng = game.Stream(s.opt.Seed, "agent.mcts.worker", s.calls<<16)
	w.runner.Stop = nil
	if ctx.Done() != nil {
		w.runner.Stop = w.run.over
		w.run.end, _ = ctx.Deadline()
	}
	if s.tree = w.plant(s.tree, s.g, state, searchDepth); s.tree == nil {
		if err := w.m.Err(); err != nil {
			return nil, fmt.Errorf("search: %w", err)
		}
		return nil, errors.New("search: the position is terminal, or a seat has no move in it")
	}
	root := s.tree.root
	if left := iterations - w.run.done.Load(); r.Considered > 0 && left > 0 && root.inner.prior != nil {
		s.rules.prepare(root.inner, r.Considered, left, w.rng)
		w.root = &s.rules
	}
	for w.run.done.Load() < iterations && root.value == nil && w.run.mute.Load() == nil && !w.run.over() {
		if w.iterate() {
			w.run.done.Add(1)
		}
	}
	if e := w.run.mute.Load(); e != nil {
		return nil, *e
	}
	return s.result(root), nil
}

// searchDepth is how many joint moves may lie between two searches for the tree
// to be kept; those who play skip positions without a choice.
const searchDepth = 4

// result reads the root.
func (s *Searcher) result(root *node) *RootResult {
	in, w := root.inner, s.w
	res := &RootResult{
		Seats:      make([]SeatResult, w.f.Players),
		Value:      make([]float64, w.f.Players),
		Iterations: w.run.done.Load(), Evaluations: w.run.evals.Load(),
	}
	switch {
	case root.value != nil:
		copy(res.Value, root.value)
		res.Exact = true
	case in.count > 0:
		for i := range in.seats {
			res.Value[i] = in.seats[i].all / float64(in.count)
		}
	default:
		for i := range res.Value {
			res.Value[i] = 0.5
		}
	}
	if in.prior != nil {
		res.Net = make([]float64, len(in.seats))
		for i := range in.seats {
			res.Net[i] = float64(in.seats[i].net)
		}
	}
	for seat := range res.Seats {
		res.Seats[seat] = s.seat(root, seat)
	}
	return res
}

// seat reads what the root knows about one seat.
func (s *Searcher) seat(root *node, seat int) SeatResult {
	list := root.inner.of(seat)
	r := SeatResult{
		Moves:  make([]game.Move, len(list)),
		Policy: make([]float64, len(list)),
	}
	for i := range list {
		r.Moves[i], r.Policy[i] = list[i].move, float64(list[i].n)
	}
	if len(list) == 1 {
		r.Policy[0] = 1
		return r
	}
	prior := root.inner.priors(seat)
	if prior != nil {
		r.Priors = append([]float32(nil), prior...)
	}
	if s.w.root != nil {
		improved(root.inner, seat, r.Policy)
	}
	best := bestArm(list, prior, nil)
	r.Best = max(best, 0)
	if best >= 0 {
		settle(list, best, root.value != nil, r.Policy)
	}
	return r
}

// settle takes the weight of moves that are proven to be worse than the best away
// from them. Once the best itself is decided upon, it and its equals get all of it.
func settle(list []arm, best int, decided bool, policy []float64) {
	b := &list[best]
	if !b.proven && b.n == 0 {
		return
	}
	worth := b.square
	if !b.proven {
		worth = b.sum / float64(b.n)
	}
	decided = decided && b.proven
	moved, equals := 0.0, 0.0
	for i := range list {
		a := &list[i]
		switch equal := a.proven && a.square >= worth; {
		case equal:
			equals++
		case decided || a.proven:
			moved += policy[i]
			policy[i] = 0
		}
	}
	if !decided {
		return
	}
	for i := range list {
		if a := &list[i]; a.proven && a.square >= worth {
			policy[i] += max(moved, 1) / equals
		}
	}
}
