package retro

import (
	"context"
	"math"
	"time"

	"ludens/game"
)

// Guess is what random matches from a position tell about how many positions can be reached from it.
type Guess struct {
	// Positions is about how many these matches choose from; infinite where none was met twice. What they hardly ever
	// come to is not counted, so there may be many more, and seldom fewer than twice as many.
	Positions float64
	// PerSecond is about how many positions a space explores in a second.
	PerSecond float64
}

const (
	guessFirst = 6   // plies of a match that are left out: all matches share their positions
	guessPlies = 200 // of a match at most
	guessMet   = 400 // times that a position was met again that tell enough
	guessParts = 8   // matches that there is time for at least
)

// Estimate plays random matches from a position for about so long, or until they tell enough. Of so many pairs of positions from different matches so many are the same:
// that tells how many there are, as birthdays tell the length of a year. Within a match random moves go to and fro, which tells nothing.
func Estimate(ctx context.Context, g game.Game, root game.State, d time.Duration) Guess {
	m := g.NewMachine()
	key := identity(m)
	rng := game.Stream(1, "retro.estimate", 0)
	seen, match := map[uint64]int{}, map[uint64]bool{} // in how many matches; in this one
	pairs, met := 0.0, 0.0
	steps, choices, kept, ended := 0, 0, 0, 0
	first, short := map[uint64]bool{}, true // what was met among the first plies, and whether every match was over there
	var walker game.Walker
	var legal []game.Move
	key() // the first time that takes long: the engine finds out what of the past matters
	begin := time.Now()
	after := func(d time.Duration) bool { return time.Since(begin) >= d || ctx.Err() != nil }
	for met < guessMet && !after(d) {
		clear(match)
		m.Load(root)
		end := min(time.Since(begin)+d/guessParts, d)
		for ply := 0; ply < guessPlies && !m.Terminal() && !after(end); ply++ {
			for seat := range 2 {
				legal = m.Legal(seat, legal)
				choices += len(legal)
			}
			if steps++; !walker.Step(m, rng) {
				break
			}
			if ply >= guessFirst {
				match[key()] = true
			} else if short {
				first[key()] = true
			}
		}
		if m.Terminal() {
			ended++
		}
		short = short && kept == 0 && len(match) == 0
		for k := range match {
			met += float64(seen[k])
			seen[k]++
		}
		pairs += float64(kept) * float64(len(match))
		kept += len(match)
	}
	out := Guess{Positions: math.Inf(1)}
	if steps == 0 {
		return out
	}
	moves := max(float64(choices-steps)/float64(steps), 1)
	out.PerSecond = float64(steps) / max(time.Since(begin).Seconds(), 1e-6) / moves
	if met > 0 {
		out.Positions = pairs / met
	} else if short && ended > guessParts && m.Err() == nil {
		out.Positions = float64(len(first) + 1)
	}
	return out
}
