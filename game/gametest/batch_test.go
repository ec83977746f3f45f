package gametest

import (
	"testing"

	"ludens/game"
	"ludens/game/gametest/toy"
)

// The batch of single machines keeps the promises of batches.
func TestOneByOne(t *testing.T) {
	for _, g := range []game.Game{toy.Lines(), toy.Pig(20), toy.Endless()} {
		if err := Batch(g, Options{}); err != nil {
			t.Errorf("%s: %v", g.Facts().Name, err)
		}
	}
}

// badBatch is a game whose batch breaks a promise.
type badBatch struct {
	game.Game
	spoil func(game.Batch) game.Batch
}

func (g badBatch) NewBatch(game.BatchOptions) (game.Batch, error) {
	return g.spoil(game.OneByOne(g.Game, 64)), nil
}

type wrongLegal struct{ game.Batch }

func (b wrongLegal) Legal(i, seat int, dst []game.Move) []game.Move {
	return append(b.Batch.Legal(i, seat, dst), 77)
}

type wrongStep struct{ game.Batch }

func (b wrongStep) Step([]game.Move) {}

type wrongWorth struct{ game.Batch }

func (b wrongWorth) Utility(i int, dst []float64) { b.Batch.Utility(i, dst); dst[0] += 0.25 }

func TestBatchCatches(t *testing.T) {
	for name, spoil := range map[string]func(game.Batch) game.Batch{
		"moves": func(b game.Batch) game.Batch { return wrongLegal{b} },
		"steps": func(b game.Batch) game.Batch { return wrongStep{b} },
		"worth": func(b game.Batch) game.Batch { return wrongWorth{b} },
	} {
		if Batch(badBatch{toy.Lines(), spoil}, Options{}) == nil {
			t.Errorf("wrong %s are not noticed", name)
		}
	}
}
