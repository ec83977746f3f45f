package startclock

import (
	"context"
	"fmt"
	"time"

	"ludens/agent/mcts"
	"ludens/agent/portfolio"
	"ludens/game"
	"ludens/nets/encode"
	"ludens/tune/run"
)

// waysPart is the part of the time of RaceRelated in which the way without a net is chosen.
const waysPart = 0.5

// RaceRelated has a net for a related game race, as a Player would have it in a start clock of more time, against the way in which the game is
// played without one, within about the time given. It says for people how that went, and whether the net has won. A pace that tells nothing
// of a match (blind) is no reason against a net here: in Go one that won at such a pace was by far the better one to begin tuning with
// (docs/benchmarks/startclock.md).
func RaceRelated(ctx context.Context, g game.Game, s *Stored, m run.Measured, search mcts.Options, d time.Duration) (told string, won bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			told, won, err = "", false, fmt.Errorf("race a net for a related game: panic: %v", r)
		}
	}()
	n, err := s.guide(search.Threads, m.Playout())
	if err != nil {
		return "", false, err
	}
	defer n.Close()
	choosing, cancel := context.WithTimeout(ctx, time.Duration(waysPart*float64(d)))
	defer cancel()
	way := portfolio.Choose(choosing, g, portfolio.Options{Search: search, Mirror: encode.Mirror})
	defer way.Wait()
	p := Player{opt: Options{Search: search}}
	r := s.race(way, time.Duration((1-waysPart)*float64(d)), 0)
	if err := p.play(ctx, g, n, m.Length, g.Facts().Bound(m.Most(m.Length)), &r); err != nil {
		return "", false, err
	}
	return fmt.Sprintf("it scores %s against %s", &r, way.Name), r.won(), nil
}
