package relative

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"ludens/game"
	"ludens/nets/encode"
)

// How many random games are played at most, how many positions of each are looked at, and with fewer than how
// many nothing is said.
const (
	mostGames      = 96
	ofGame         = 8
	leastPositions = 96
	longest        = 2000 // moves of a game

	// Of some positions moves are looked at, and of some moves where they lead.
	mostChoices = 96
	ofChoice    = 6

	mostNumbers = 1 << 23 // of all positions, in what a net takes or gives: 32 MiB each
)

// room is how many positions of an encoding are looked at.
func room(enc *encode.Encoder) int { return mostNumbers / max(enc.Input().Size(), enc.Logits()) }

// trial is what random games have shown. Positions come in random order.
type trial struct {
	players int
	inputs  []float32
	ends    []float64 // per position and seat
	choices []choice
	after   []float32 // inputs of the positions that they lead to
}

// choice is a position in which one seat decides.
type choice struct {
	at, seat int
	logits   []int // of moves
	first    int   // of the positions that they lead to
}

func (t *trial) positions() int { return len(t.ends) / t.players }

// play plays random games.
func play(ctx context.Context, g game.Game, enc *encode.Encoder, d time.Duration) *trial {
	t := &trial{players: g.Facts().Players}
	m := g.NewMachine()
	var walk game.Walker
	var positions []game.State
	var ends [][]float64
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	for match := uint64(0); match < mostGames && ctx.Err() == nil && len(positions)+ofGame <= room(enc); match++ {
		rng := game.Stream(1, "relative trial", match)
		game, end := finish(ctx, m, &walk, rng, t.players)
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
		t.choose(m, enc, i)
	}
	return t
}

// finish plays a random game; end is nil if it does not come to one in time.
func finish(ctx context.Context, m game.Machine, walk *game.Walker, rng *rand.Rand, players int) (positions []game.State, end []float64) {
	m.Reset()
	for !m.Terminal() {
		positions = append(positions, slices.Clone(m.Save(nil)))
		if len(positions) > longest || ctx.Err() != nil || !walk.Step(m, rng) {
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

// choose notes where some of the moves of a position lead.
func (t *trial) choose(m game.Machine, enc *encode.Encoder, at int) {
	if len(t.choices) >= min(mostChoices, room(enc)/ofChoice) {
		return
	}
	joint := make([]game.Move, len(m.Game().Facts().Seats))
	seat := -1
	var moves []game.Move
	for s := range joint {
		legal := m.Legal(s, nil)
		if len(legal) == 0 {
			return
		}
		if joint[s] = legal[0]; len(legal) > 1 {
			if seat >= 0 {
				return
			}
			seat, moves = s, legal
		}
	}
	if len(moves) < 3 || seat >= t.players {
		return
	}
	state := m.Save(nil)
	c := choice{at: at, seat: seat, first: len(t.after) / enc.Input().Size()}
	for k := range min(len(moves), ofChoice) {
		mv := moves[k*len(moves)/min(len(moves), ofChoice)]
		m.Load(state)
		c.logits = append(c.logits, enc.Logit(m, seat, mv))
		joint[seat] = mv
		m.Step(joint)
		n := len(t.after)
		t.after = append(t.after, make([]float32, enc.Input().Size())...)
		enc.Encode(m, t.after[n:])
	}
	t.choices = append(t.choices, c)
}

// among gives the choices in the first positions, and how many positions they lead to.
func (t *trial) among(positions int) (list []choice, after int) {
	for i, c := range t.choices {
		if c.at >= positions {
			return t.choices[:i], after
		}
		after = c.first + len(c.logits)
	}
	return t.choices, after
}

// agreement is how a net's policy goes with its values of where the moves lead.
func (t *trial) agreement(choices []choice, policy []float32, logits int, after []float32) float64 {
	var xx, yy, xy float64
	for _, c := range choices {
		n := float64(len(c.logits))
		mx, my := 0.0, 0.0
		for k, l := range c.logits {
			mx += float64(policy[c.at*logits+l]) / n
			my += float64(after[(c.first+k)*t.players+c.seat]) / n
		}
		for k, l := range c.logits {
			x, y := float64(policy[c.at*logits+l])-mx, float64(after[(c.first+k)*t.players+c.seat])-my
			xx, yy, xy = xx+x*x, yy+y*y, xy+x*y
		}
	}
	if xx*yy == 0 {
		return 0
	}
	return xy / math.Sqrt(xx*yy)
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
