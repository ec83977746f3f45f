package selfplay

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"ludens/agent/heuristic"
	"ludens/agent/mcts"
	"ludens/game"
)

// Teacher is a Searcher that looks one step ahead and judges what is there by a function, in
// microseconds where a search by playouts takes milliseconds: a net that has seldom seen anything
// learns more from many games that are played so than from few good ones (docs/benchmarks/nets.md).
// It is not safe for concurrent use.
type Teacher struct {
	m     game.Machine
	judge heuristic.Scorer
	seed  uint64
	rng   *rand.Rand
	joint []game.Move
	value []float64
}

// heat is by how much a move is worse, in utility, of which a teacher makes e times less. With
// 0.03 nets of a minute scored 48 % in their races, with 0.1 57 %.
const heat = 0.1

// NewTeacher makes a teacher that judges by a function.
func NewTeacher(g game.Game, f heuristic.Function, seed uint64) *Teacher {
	t := &Teacher{m: g.NewMachine(), judge: f.NewScorer(), seed: seed, value: make([]float64, g.Facts().Players)}
	t.Begin(0)
	return t
}

// Begin prepares for game number index: what it does there depends on seed and index alone.
func (t *Teacher) Begin(index uint64) { t.rng = game.Stream(t.seed, "tune.teacher", index) }

// Search judges every move of every player who has a choice, with moves of the others that are
// drawn at random. Iterations and root options do not matter.
func (t *Teacher) Search(ctx context.Context, s game.State, _ int64, _ mcts.RootOptions) (*mcts.RootResult, error) {
	f := t.m.Game().Facts()
	t.m.Load(s)
	r := &mcts.RootResult{Seats: make([]mcts.SeatResult, f.Players), Value: make([]float64, f.Players)}
	t.joint = t.joint[:0]
	var legal []game.Move
	for seat := range f.Seats {
		if legal = t.m.Legal(seat, legal); len(legal) == 0 {
			return nil, errors.Join(game.ErrNoMove, t.m.Err())
		}
		t.joint = append(t.joint, legal[t.rng.IntN(len(legal))])
		if seat < f.Players {
			r.Seats[seat].Moves = append([]game.Move(nil), legal...)
		}
	}
	deciders, won := 0, false
	for seat := range r.Seats {
		q := &r.Seats[seat]
		if len(q.Moves) < 2 {
			continue
		}
		deciders++
		own := t.joint[seat]
		q.Policy = make([]float64, len(q.Moves))
		best := math.Inf(-1)
		for i, mv := range q.Moves {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			t.m.Load(s)
			t.joint[seat] = mv
			t.m.Step(t.joint)
			over := t.m.Terminal()
			if over {
				t.m.Utility(t.value)
			} else {
				t.judge.Score(t.m, t.value)
			}
			if q.Policy[i] = t.value[seat]; t.value[seat] > best {
				best, q.Best, won = t.value[seat], i, over && t.value[seat] >= 1
				copy(r.Value, t.value)
			}
		}
		if err := t.m.Err(); err != nil && !errors.Is(err, game.ErrGoal) {
			return nil, err
		}
		t.joint[seat] = own
		soften(q, best)
	}
	r.Exact = won && deciders == 1
	return r, nil
}

// soften makes policy and priors of what moves are worth.
func soften(q *mcts.SeatResult, best float64) {
	sum := 0.0
	for i, v := range q.Policy {
		q.Policy[i] = math.Exp((v - best) / heat)
		sum += q.Policy[i]
	}
	q.Priors = make([]float32, len(q.Policy))
	for i, v := range q.Policy {
		q.Priors[i] = float32(v / sum)
	}
}
