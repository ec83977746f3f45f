package portfolio

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ludens/agent"
	"ludens/agent/alphabeta"
	"ludens/agent/heuristic"
	"ludens/agent/mcts"
	"ludens/game"
)

// Options of a choice. The zero value works.
type Options struct {
	// Search are the options of tree searches, whichever way is taken; Threads and Bytes
	// hold for all.
	Search mcts.Options
	// Learning and Racing are the shares of the time that is left, 0…1, for learning a
	// function and for matches; default 0.2 and 0.5.
	Learning, Racing float64
	// Only, if not empty, is the name of the way to take, if it suits the game: nobody
	// races then.
	Only string
}

const (
	defaultLearning = 0.2
	defaultRacing   = 0.5
	// leastTime is the time below which nothing is learned and nobody races.
	leastTime = 500 * time.Millisecond
	// telling is the share of the constant's loss that a function must save on positions
	// it has not learned from to be trusted before it has played.
	telling = 0.02
)

// Validate reports values that make no sense.
func (o Options) Validate() error {
	if !(o.Learning >= 0 && o.Racing >= 0 && o.Learning+o.Racing <= 1) {
		return errors.New("portfolio: the shares of learning and racing must be 0 to 1 together")
	}
	return o.Search.Validate()
}

func (o Options) withDefaults() Options {
	if o.Learning == 0 && o.Racing == 0 {
		o.Learning, o.Racing = defaultLearning, defaultRacing
	}
	return o
}

// Choice is what was found out.
type Choice struct {
	*Way
	// Standings are all ways, the chosen one first, and what they scored.
	Standings []Standing
	// Function is what was learned, nil if nothing; Report tells about it.
	Function heuristic.Function
	Report   *heuristic.Report
	// Why says in a sentence how it was chosen.
	Why string
}

// Standing is what a way scored against the others.
type Standing struct {
	Name   string
	Played int
	Points float64
	trust  float64
	worth  float64
	out    bool // of the second heat
}

// Choose finds the way to play a game on the time until the context's deadline, of which
// it uses the shares of the options.
func Choose(ctx context.Context, g game.Game, opt Options) *Choice {
	opt = opt.withDefaults()
	s := &seen{players: g.Facts().Players, base: opt.Search}
	end, bounded := ctx.Deadline()
	left := time.Until(end)
	if ctx.Err() != nil || !bounded || left < leastTime || g.Facts().Hidden || s.players < 2 {
		ways := s.ways()
		return &Choice{Way: ways[0], Why: ways[0].Name + ": there is nothing to choose, or no time to"}
	}
	c := &Choice{}
	if !s.look(ctx, g, opt.Search.Seed, min(left/25, 200*time.Millisecond)) {
		ways := s.ways()
		return &Choice{Way: ways[0], Why: ways[0].Name + ": the engine is too slow for anything else"}
	}
	c.learn(ctx, g, s, opt, time.Duration(opt.Learning*float64(left)))
	ways := s.ways()
	if opt.Only != "" {
		ways = only(ways, opt.Only)
	}
	racing := time.Duration(opt.Racing * float64(left))
	r := newRace(g, ways, opt.Search)
	rctx, cancel := context.WithTimeout(ctx, racing)
	defer cancel()
	r.run(rctx, racing)
	c.Standings = r.standings()
	for _, w := range ways {
		if w.Name == c.Standings[0].Name {
			c.Way = w
		}
	}
	c.Why = fmt.Sprintf("%s, after %d matches;%s; with %s a move:%s", c.Name, r.played, tally(r.earlier), r.move.Round(time.Millisecond), tally(c.Standings))
	return c
}

// only leaves the way of a name, or the first if there is none.
func only(ways []*Way, name string) []*Way {
	for _, w := range ways {
		if w.Name == name {
			return []*Way{w}
		}
	}
	return ways[:1]
}

// tally tells who scored how much of how many.
func tally(list []Standing) (out string) {
	for _, s := range list {
		if s.Played > 0 {
			out += fmt.Sprintf(" %s %g/%d", s.Name, s.Points, s.Played)
		}
	}
	return out
}

// look finds out what the ways need to know; false when the engine is too slow for any of
// this to have a chance.
func (s *seen) look(ctx context.Context, g game.Game, seed uint64, d time.Duration) bool {
	m := g.NewMachine()
	rng := game.Stream(seed, "agent.portfolio.look", 0)
	// How many steps per second inside the engine, and through the contract?
	rate := func(walk func(most int) int) float64 {
		begin, n, most := time.Now(), 0, 4
		for time.Since(begin) < d/2 && ctx.Err() == nil {
			if m.Terminal() {
				if m.Reset(); m.Terminal() {
					return 0
				}
			}
			n += walk(most)
			most = min(2*most, 256)
		}
		return float64(n) / time.Since(begin).Seconds()
	}
	native := rate(func(most int) int { return game.Playout(m, rng, most) })
	var w game.Walker
	walked := rate(func(most int) (n int) {
		for ; n < most && !m.Terminal(); n++ {
			if !w.Step(m, rng) {
				break
			}
		}
		return n
	})
	s.quick = walked > native/2
	if walked < leastSteps || ctx.Err() != nil {
		return false
	}
	m.Reset()
	s.pure = alphabeta.Suits(m, seed, func() bool { return ctx.Err() != nil }) == nil
	s.counted = heuristic.Material(g)
	return true
}

// leastSteps is how many steps a second an engine must make for matches to have a chance.
const leastSteps = 1000

// learn learns a function, if there is one to learn.
func (c *Choice) learn(ctx context.Context, g game.Game, s *seen, opt Options, d time.Duration) {
	f, rep, err := heuristic.Learn(ctx, g, heuristic.Options{Time: d, Threads: max(opt.Search.Threads, 1), Seed: opt.Search.Seed})
	if err != nil || f == nil {
		return
	}
	c.Function, c.Report = f, rep
	s.learned = f
	s.telling = rep != nil && rep.LogLoss < (1-telling)*rep.ConstantLogLoss
}

// player makes a player of the way.
func (c *Choice) player(o mcts.Options) agent.Player { return c.New(o.Threads, o.Bytes, o.Seed) }
