package relative

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"ludens/game"
	"ludens/nets/encode"
	"ludens/nets/infer"
)

const (
	// sharpness multiplies logits, so that a policy's best moves are played more often than it would
	// have them searched, and yet no two matches are the same.
	sharpness = 4
	mostPlies = 400 // moves of a match, which is worth one half if it has not ended
	ofMatch   = 4   // positions of a match that are noted
	mostNoted = 256 // about so many of all that were noted are what values are held against
)

// contestant moves by the policy of a net, without a search: a thousand moves take as long as a few searches.
type contestant struct{ engine *infer.Engine }

// score is of matches.
type score struct {
	points  float64
	matches int
}

func (s *score) add(t score) {
	s.points += t.points
	s.matches += t.matches
}

// share is that of the points, 0…1; 0 of no match.
func (s *score) share() float64 { return s.points / float64(max(s.matches, 1)) }

// likely is the share as if there had been one drawn match more: little is known of who has played little.
func (s *score) likely() float64 { return (s.points + 0.5) / float64(s.matches+1) }

// position is of the second half of a match of two nets that has ended.
type position struct {
	state game.State
	ends  []float64      // what the end was worth to each player
	by    [2]*contestant // who played
}

// table is where matches are played.
type table struct {
	seen []position
	way  []game.State // of the match

	g                     game.Game
	enc                   *encode.Encoder
	m                     game.Machine
	input, policy, values []float32
	ws                    infer.Workspace
	joint, moves          []game.Move
	odds, worth           []float64
	matches               uint64
}

func newTable(g game.Game, enc *encode.Encoder) *table {
	players := g.Facts().Players
	return &table{
		g: g, enc: enc, m: g.NewMachine(), input: make([]float32, enc.Input().Size()), policy: make([]float32, enc.Logits()),
		values: make([]float32, players), worth: make([]float64, players),
	}
}

// even is the least number of matches, so many or more, in which a player has every seat as often.
func (t *table) even(matches int) int {
	n := len(t.worth)
	return (matches + n - 1) / n * n
}

// meet plays matches of a, who changes seats, against b, who has all others; nil moves at random. s gets the points of a: one half
// for as much as the best of the others has. It is false if there was no time for all matches, or the engine failed.
func (t *table) meet(ctx context.Context, a, b *contestant, matches int, end time.Time, s *score) bool {
	ctx, cancel := context.WithDeadline(ctx, end)
	defer cancel()
	for range matches {
		points, ok := t.play(ctx, a, b, s.matches%len(t.worth), game.Stream(1, "relative match", t.matches))
		t.matches++
		if !ok {
			return false
		}
		s.add(score{points, 1})
	}
	return true
}

// play plays one match; false if the time was over or the engine failed.
func (t *table) play(ctx context.Context, a, b *contestant, seat int, rng *rand.Rand) (points float64, ok bool) {
	f := t.g.Facts()
	t.m.Reset()
	t.way = t.way[:0]
	for plies := 0; !t.m.Terminal(); plies++ {
		if a != nil && b != nil {
			t.way = append(t.way, slices.Clone(t.m.Save(nil)))
		}
		if ctx.Err() != nil || t.m.Err() != nil {
			return 0, false
		}
		if plies == f.Bound(mostPlies) {
			return 0.5, true
		}
		t.joint = t.joint[:0]
		var thought *contestant // whose policy is there
		for s := range f.Seats {
			if t.moves = t.m.Legal(s, t.moves); len(t.moves) == 0 {
				return 0, false
			}
			who := b
			if s == seat {
				who = a
			}
			if who == nil || len(t.moves) == 1 || s >= f.Players {
				t.joint = append(t.joint, t.random(f, s, rng))
				continue
			}
			if thought != who {
				t.enc.Encode(t.m, t.input)
				who.engine.Run(1, t.input, t.policy, t.values, &t.ws)
				thought = who
			}
			t.joint = append(t.joint, t.choose(s, rng))
		}
		t.m.Step(t.joint)
	}
	if t.m.Err() != nil {
		return 0, false
	}
	t.m.Utility(t.worth)
	t.note(a, b)
	mine := t.worth[seat]
	t.worth[seat] = 0
	best := slices.Max(t.worth)
	return 0.5 + (mine-best)/2, true
}

// note notes positions of a match that has ended.
func (t *table) note(a, b *contestant) {
	if len(t.way) < 2 {
		return
	}
	ends := slices.Clone(t.worth)
	for k := range ofMatch {
		t.seen = append(t.seen, position{t.way[(len(t.way)-1)*(ofMatch+k+1)/(2*ofMatch)], ends, [2]*contestant{a, b}})
	}
}

// among are the noted positions of matches of these with each other and themselves, about mostNoted at most.
func (t *table) among(list []*contestant) (out []position) {
	for _, p := range t.seen {
		if slices.Contains(list, p.by[0]) && slices.Contains(list, p.by[1]) {
			out = append(out, p)
		}
	}
	step := len(out)/mostNoted | 1 // odd, for some of every part of the matches
	for i := 0; i*step < len(out); i++ {
		out[i] = out[i*step]
	}
	return out[:(len(out)+step-1)/step]
}

// tells is how the values of a net go with the ends of the matches that positions are of: the mean of the seats' coefficients of
// correlation, -1…1; 0 where that is not known.
func (t *table) tells(ctx context.Context, c *contestant, list []position) float64 {
	var values []float32
	var ends []float64
	for _, p := range list {
		if ctx.Err() != nil {
			return 0
		}
		t.m.Load(p.state)
		t.enc.Encode(t.m, t.input)
		c.engine.Run(1, t.input, t.policy, t.values, &t.ws)
		values = append(values, t.values...)
		ends = append(ends, p.ends...)
	}
	return correlation(values, ends, len(t.worth))
}

// correlation is the mean of the seats' coefficients of correlation; seats to whom all ends are worth the same do not count.
func correlation(values []float32, ends []float64, players int) float64 {
	n := float64(len(ends) / players)
	sum, seats := 0.0, 0.0
	for seat := range players {
		var x, y, xx, yy, xy float64
		for i := seat; i < len(ends); i += players {
			a, b := float64(values[i]), ends[i]
			x, y, xx, yy, xy = x+a, y+b, xx+a*a, yy+b*b, xy+a*b
		}
		if yy-y*y/n < 1e-9 {
			continue
		}
		seats++
		if d := (xx - x*x/n) * (yy - y*y/n); d > 1e-12 {
			sum += (xy - x*y/n) / math.Sqrt(d)
		}
	}
	return sum / max(seats, 1)
}

// random is a random one of the moves of a seat, or of Nature.
func (t *table) random(f *game.Facts, seat int, rng *rand.Rand) game.Move {
	if c, ok := t.m.(game.Chancer); ok && f.NatureSeat(seat) {
		t.odds = c.Odds(t.odds)
		return t.moves[game.DrawOdds(t.odds, rng)]
	}
	return t.moves[rng.IntN(len(t.moves))]
}

// choose draws one of the moves of a seat by the policy.
func (t *table) choose(seat int, rng *rand.Rand) game.Move {
	t.odds = t.odds[:0]
	for _, mv := range t.moves {
		t.odds = append(t.odds, sharpness*float64(t.policy[t.enc.Logit(t.m, seat, mv)]))
	}
	top, sum := slices.Max(t.odds), 0.0
	for i, x := range t.odds {
		t.odds[i] = math.Exp(x - top)
		sum += t.odds[i]
	}
	for i := range t.odds {
		t.odds[i] /= sum
	}
	return t.moves[game.DrawOdds(t.odds, rng)]
}
