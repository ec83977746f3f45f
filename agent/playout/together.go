package playout

import (
	"context"
	"math/rand/v2"

	"ludens/game"
)

// Together plays out many positions at once, on one goroutine. It values what is cut
// off as a Runner does.
type Together struct {
	// Limit is the number of steps after which a playout is cut off; values below
	// 1 mean DefaultLimit.
	Limit int
	// Steps counts all state changes made.
	Steps int64

	batch game.Batch
	tally []game.Tally
	sum   []float64 // utilities of finished playouts
	done  float64   // number of them
}

// NewTogether makes a batch of the game that takes at most so many bytes. It fails,
// wrapping game.ErrBudget, if that does not suffice.
func NewTogether(g game.Game, bytes int64) (*Together, error) {
	b, err := game.NewBatch(g, bytes)
	if err != nil {
		return nil, err
	}
	return &Together{batch: b, sum: make([]float64, g.Facts().Players)}, nil
}

// Lanes is the number of playouts that cost as much as one.
func (t *Together) Lanes() int { return t.batch.Lanes() }

// Run plays each playouts from every state and writes their mean utilities to
// values[i][:Facts.Players]; equal states may repeat. It fails with what ended it;
// values are then meaningless.
func (t *Together) Run(ctx context.Context, states []game.State, each int, rng *rand.Rand, values [][]float64) error {
	limit := t.Limit
	if limit < 1 {
		limit = DefaultLimit
	}
	for len(t.tally) < len(states) {
		t.tally = append(t.tally, game.Tally{})
	}
	tally := t.tally[:len(states)]
	if err := t.batch.Playouts(ctx, states, each, rng, limit, tally); err != nil {
		return err
	}
	for _, x := range tally {
		t.Steps += x.Steps
		if x.Cut > 0 {
			continue // what was cut off teaches nothing of what playouts end with
		}
		t.done += float64(x.Ended)
		for p, v := range x.Sum {
			t.sum[p] += v
		}
	}
	for i, x := range tally {
		unknown := float64(x.Blank + x.Faults)
		for p, v := range x.Sum {
			neutral := 0.5
			if t.done > 0 {
				neutral = t.sum[p] / t.done
			}
			values[i][p] = (v + unknown*neutral) / max(unknown+float64(x.Known()), 1)
		}
	}
	return nil
}
