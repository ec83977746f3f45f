package selfplay

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"ludens/agent/mcts"
	"ludens/game"
	"ludens/tune/sample"
)

// Searcher is what a Worker thinks with; *mcts.Searcher is one.
type Searcher interface {
	Search(ctx context.Context, s game.State, iterations int64, r mcts.RootOptions) (*mcts.RootResult, error)
}

// Encoder is what a Worker needs of *encode.Encoder.
type Encoder interface {
	Encode(m game.Machine, dst []float32)
	Logit(m game.Machine, seat int, mv game.Move) int
}

// Worker plays games. It is not safe for concurrent use.
type Worker struct {
	f      *game.Facts
	opt    Options
	shape  sample.Shape
	enc    Encoder
	m      game.Machine
	walker game.Walker

	input  []float32
	worth  []float64
	legal  []game.Move
	odds   []float64
	joint  []game.Move
	state  game.State
	weight []float64
}

// NewWorker makes a worker of a game.
func NewWorker(g game.Game, enc Encoder, shape sample.Shape, o Options) (*Worker, error) {
	f := g.Facts()
	if f.Hidden {
		return nil, errors.New("self-play: the game hides something from its players, which a search of one position would not")
	}
	if err := errors.Join(o.Validate(), shape.Validate()); err != nil {
		return nil, err
	}
	if shape.Values != f.Players {
		return nil, fmt.Errorf("self-play: samples of %d values for %d players", shape.Values, f.Players)
	}
	return &Worker{
		f: f, opt: o.fill(f.Players), shape: shape, enc: enc, m: g.NewMachine(),
		input: make([]float32, shape.Inputs), worth: make([]float64, f.Players),
	}, nil
}

// Game is one game played.
type Game struct {
	Records  []sample.Record
	Plies    int       // joint moves, the random ones included
	Searches int       // positions searched
	Outcome  []float64 // utilities
	Cut      bool      // it was longer than the limit
	Proven   bool      // it ended before its end, by proof
}

// recorded is a sample whose values are not known yet.
type recorded struct {
	surprise float64
	s        sample.Sample
}

// thought is what a search believed.
type thought struct {
	value  []float64
	proven bool
}

// Play plays game number index. An error that is the context's means that the game was
// broken off.
func (w *Worker) Play(ctx context.Context, index uint64, how Manner) (g *Game, err error) {
	defer func() {
		if r := recover(); r != nil {
			g, err = nil, fmt.Errorf("self-play: game %d: panic: %v", index, r)
		}
	}()
	g, err = w.play(ctx, index, &how)
	if err != nil {
		return nil, fmt.Errorf("self-play: game %d: %w", index, err)
	}
	return g, nil
}

func (w *Worker) play(ctx context.Context, index uint64, how *Manner) (*Game, error) {
	rng := game.Stream(w.opt.Seed, "tune.selfplay", index)
	g := &Game{Outcome: make([]float64, w.f.Players)}
	opening, likely := 0, 0 // joint moves that nobody thinks about; the first of them as the net would play
	switch x := rng.Float64(); {
	case x < w.opt.OpeningShare:
		opening = 1 + rng.IntN(w.opt.OpeningPlies)
	case x < w.opt.OpeningShare+w.opt.SidestepShare:
		likely = rng.IntN(w.opt.SidestepPlies + 1)
		opening = likely + 1
	}
	toTheEnd := rng.Float64() >= w.opt.Adjudicate
	var thoughts []thought
	var samples []recorded
	w.m.Reset()
	for ; !w.m.Terminal() && g.Plies < w.opt.Limit; g.Plies++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if g.Plies < likely {
			if err := w.likely(ctx, how, rng); err != nil {
				return nil, err
			}
			continue
		}
		if g.Plies < opening {
			if !w.walker.Step(w.m, rng) {
				break
			}
			continue
		}
		deciding, err := w.passive(rng)
		if err != nil {
			return nil, err
		}
		if deciding {
			r, err := w.search(ctx, how, how.Iterations, mcts.RootOptions{Considered: w.opt.Considered})
			if err != nil {
				return nil, err
			}
			s, err := w.record(r)
			if err != nil {
				return nil, err
			}
			samples = append(samples, s)
			thoughts = append(thoughts, thought{append([]float64(nil), r.Value...), r.Exact})
			if r.Exact && !toTheEnd {
				g.Proven = true
				break
			}
			w.decide(r, g.Plies-opening, rng)
		}
		w.m.Step(w.joint)
	}
	if err := w.m.Err(); err != nil && !errors.Is(err, game.ErrGoal) {
		return nil, err
	}
	g.Searches = len(thoughts)
	w.end(g, thoughts)
	if err := w.value(g, thoughts, samples); err != nil {
		return nil, err
	}
	return g, nil
}

// passive begins a joint move with the only moves of passive seats and a draw of
// Nature's; it reports whether a player decides.
func (w *Worker) passive(rng *rand.Rand) (deciding bool, err error) {
	w.joint = w.joint[:0]
	for seat := range w.f.Seats {
		w.legal = w.m.Legal(seat, w.legal)
		switch {
		case len(w.legal) == 0:
			return false, errors.Join(game.ErrNoMove, w.m.Err())
		case len(w.legal) == 1:
			w.joint = append(w.joint, w.legal[0])
		case w.f.NatureSeat(seat):
			i := -1
			if c, ok := w.m.(game.Chancer); ok {
				if w.odds = c.Odds(w.odds); len(w.odds) == len(w.legal) {
					i = game.DrawOdds(w.odds, rng)
				}
			}
			if i < 0 {
				i = rng.IntN(len(w.legal))
			}
			w.joint = append(w.joint, w.legal[i])
		default:
			w.joint = append(w.joint, w.legal[0])
			deciding = true
		}
	}
	return deciding, nil
}

// likely makes a joint move that is drawn by the net's opinion, at random where there is
// none.
func (w *Worker) likely(ctx context.Context, how *Manner, rng *rand.Rand) error {
	deciding, err := w.passive(rng)
	if err != nil {
		return err
	}
	if deciding {
		r, err := w.search(ctx, how, 1, mcts.RootOptions{})
		if err != nil {
			return err
		}
		for seat := range w.f.Players {
			s := &r.Seats[seat]
			if len(s.Moves) < 2 {
				continue
			}
			i := -1
			if len(s.Priors) == len(s.Moves) {
				w.odds = w.odds[:0]
				for _, p := range s.Priors {
					w.odds = append(w.odds, float64(p))
				}
				i = w.draw(w.odds, 1, rng)
			}
			if i < 0 {
				i = rng.IntN(len(s.Moves))
			}
			w.joint[seat] = s.Moves[i]
		}
	}
	w.m.Step(w.joint)
	return nil
}

func (w *Worker) search(ctx context.Context, how *Manner, n int64, root mcts.RootOptions) (*mcts.RootResult, error) {
	if how.Pause != nil {
		defer how.Pause()()
	}
	w.state = w.m.Save(w.state)
	r, err := how.Search.Search(ctx, w.state, n, root)
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, ctx.Err() // the result may be of less than was asked for
	case r == nil || len(r.Value) != w.f.Players || len(r.Seats) < w.f.Players:
		return nil, errors.New("the search gave no result")
	}
	return r, nil
}

// record takes down the position with the policies that the search came to.
func (w *Worker) record(r *mcts.RootResult) (recorded, error) {
	w.enc.Encode(w.m, w.input)
	c := recorded{s: sample.Sample{Inputs: append([]float32(nil), w.input...)}}
	for seat := range w.f.Players {
		s := &r.Seats[seat]
		if len(s.Moves) < 2 {
			continue
		}
		if len(s.Policy) != len(s.Moves) {
			return c, fmt.Errorf("the search gave a policy of %d for %d moves", len(s.Policy), len(s.Moves))
		}
		total := 0.0
		for _, v := range s.Policy {
			total += v
		}
		list := make([]sample.Target, 0, len(s.Moves))
		for i, mv := range s.Moves {
			p := 0.0
			if total > 0 {
				p = s.Policy[i] / total
			}
			logit := w.enc.Logit(w.m, seat, mv)
			if logit < 0 || logit >= w.shape.Logits {
				return c, fmt.Errorf("a move has logit %d of %d", logit, w.shape.Logits)
			}
			list = append(list, sample.Target{Logit: int32(logit), P: float32(p)})
			if i < len(s.Priors) && p > 0 {
				c.surprise += p * math.Log(p/max(float64(s.Priors[i]), 1e-4))
			}
		}
		c.s.Groups = append(c.s.Groups, sample.Group{Seat: seat, Targets: sample.Merge(list)})
	}
	c.surprise = max(c.surprise, 0)
	return c, nil
}

// decide draws the moves of those who decide, by the policies of the search.
func (w *Worker) decide(r *mcts.RootResult, ply int, rng *rand.Rand) {
	t := max(w.opt.Temperature*math.Exp2(-float64(ply)/w.opt.HalfLife), w.opt.LastTemperature, 1e-3)
	for seat := range w.f.Players {
		s := &r.Seats[seat]
		if len(s.Moves) < 2 {
			continue
		}
		i := -1
		if !r.Exact {
			i = w.draw(s.Policy, t, rng)
		}
		if i < 0 || i >= len(s.Moves) {
			i = min(max(s.Best, 0), len(s.Moves)-1)
		}
		w.joint[seat] = s.Moves[i]
	}
}

// draw picks an index in proportion to weight^(1/t), -1 if there are none.
func (w *Worker) draw(weights []float64, t float64, rng *rand.Rand) int {
	top := 0.0
	for _, v := range weights {
		top = max(top, v)
	}
	if top <= 0 {
		return -1
	}
	w.weight = w.weight[:0]
	sum := 0.0
	for _, v := range weights {
		x := math.Pow(max(v, 0)/top, 1/t)
		w.weight = append(w.weight, x)
		sum += x
	}
	x := rng.Float64() * sum
	for i, p := range w.weight {
		if x -= p; x < 0 {
			return i
		}
	}
	return len(weights) - 1
}

// end writes how the game ended.
func (w *Worker) end(g *Game, thoughts []thought) {
	if g.Proven {
		copy(g.Outcome, thoughts[len(thoughts)-1].value)
		return
	}
	terminal := w.m.Terminal() && w.m.Err() == nil
	g.Cut = !terminal
	if w.m.Err() == nil {
		w.m.Utility(g.Outcome)
		if terminal {
			return
		}
		for _, v := range g.Outcome {
			if v != 0 {
				return
			}
		}
	}
	copy(g.Outcome, w.opt.Neutral)
}

// value gives the samples their values and weights and packs them.
func (w *Worker) value(g *Game, thoughts []thought, samples []recorded) error {
	targets := Returns(thoughts, g.Outcome, w.opt.Mix, w.opt.Horizon)
	mean := 0.0
	for i := range samples {
		mean += samples[i].surprise / float64(len(samples))
	}
	for i := range samples {
		c := &samples[i]
		weight := 1 - w.opt.Surprise
		if mean > 1e-9 {
			weight += w.opt.Surprise * c.surprise / mean
		} else {
			weight += w.opt.Surprise
		}
		c.s.Weight = float32(min(weight, mostWeight))
		for _, v := range targets[i] {
			c.s.Values = append(c.s.Values, float32(min(max(v, 0), 1)))
		}
		r, err := w.shape.Pack(&c.s)
		if err != nil {
			return err
		}
		g.Records = append(g.Records, r)
	}
	return nil
}

// mostWeight bounds the weight of one sample.
const mostWeight = 4
