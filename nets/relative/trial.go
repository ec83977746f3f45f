package relative

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"ludens/game"
	"ludens/nets/arch"
	"ludens/nets/encode"
)

// How many random games are played at most, how many positions of each are looked at, and with fewer than how
// many nothing is said.
const (
	mostGames      = 128
	ofGame         = 8
	leastPositions = 128
	longest        = 2000 // moves of a game
)

// trial is what random games have shown. Positions come in random order.
type trial struct {
	players int
	inputs  []float32
	ends    []float64 // per position and seat
	moves   []float64 // per plane of logits: legal moves
}

func (t *trial) positions() int { return len(t.ends) / t.players }

// play plays random games.
func play(ctx context.Context, g game.Game, enc *encode.Encoder, d time.Duration) *trial {
	t := &trial{players: g.Facts().Players, moves: make([]float64, enc.Policy())}
	m := g.NewMachine()
	var walk game.Walker
	var positions []game.State
	var ends [][]float64
	until := time.Now().Add(d)
	for match := uint64(0); match < mostGames && ctx.Err() == nil && time.Now().Before(until); match++ {
		rng := game.Stream(1, "relative trial", match)
		game, end := finish(m, &walk, rng, t.players)
		if end == nil {
			continue
		}
		// Of the second half: before, chance has decided nothing.
		for k := range ofGame {
			positions = append(positions, game[(len(game)-1)*(ofGame+k+1)/(2*ofGame)])
			ends = append(ends, end)
		}
	}
	order := game.Stream(1, "relative trial", mostGames).Perm(len(positions))
	t.inputs = make([]float32, len(order)*enc.Input().Size())
	for i, k := range order {
		m.Load(positions[k])
		enc.Encode(m, t.inputs[i*enc.Input().Size():(i+1)*enc.Input().Size()])
		t.ends = append(t.ends, ends[k]...)
		t.count(m, enc)
	}
	return t
}

// finish plays a random game; end is nil if it does not come to one.
func finish(m game.Machine, walk *game.Walker, rng *rand.Rand, players int) (positions []game.State, end []float64) {
	m.Reset()
	for !m.Terminal() {
		positions = append(positions, slices.Clone(m.Save(nil)))
		if len(positions) > longest || !walk.Step(m, rng) {
			return nil, nil
		}
	}
	if m.Err() != nil || len(positions) == 0 {
		return nil, nil
	}
	end = make([]float64, players)
	m.Utility(end)
	return positions, end
}

// count counts the legal moves of who has a choice.
func (t *trial) count(m game.Machine, enc *encode.Encoder) {
	if enc.Head() != arch.Planes {
		return
	}
	for seat := range t.players {
		legal := m.Legal(seat, nil)
		for _, mv := range legal {
			if len(legal) > 1 {
				t.moves[enc.Logit(m, seat, mv)/enc.Input().Cells()]++
			}
		}
	}
}

// known is the share of the moves whose planes fit.
func (t *trial) known(fit []int) float64 {
	all, part := 0.0, 0.0
	for i, n := range t.moves {
		all += n
		if fit[i] >= 0 {
			part += n
		}
	}
	return part / max(all, 1)
}

// skill is how values of the first positions go with the ends of their games: the mean of the seats' coefficients of
// correlation.
func (t *trial) skill(values []float32) float64 {
	n := len(values) / t.players
	sum := 0.0
	for seat := range t.players {
		var x, y, xx, yy, xy float64
		for i := range n {
			a, b := float64(values[i*t.players+seat]), t.ends[i*t.players+seat]
			x, y, xx, yy, xy = x+a, y+b, xx+a*a, yy+b*b, xy+a*b
		}
		k := float64(n)
		if d := (xx - x*x/k) * (yy - y*y/k); d > 1e-12 {
			sum += (xy - x*y/k) / math.Sqrt(d)
		}
	}
	return sum / float64(t.players)
}
