package startclock

import (
	"context"
	"fmt"
	"time"

	"ludens/game"
	"ludens/tune"
	"ludens/tune/guide"
	"ludens/tune/run"
)

// idle has the net of a match learn on while others think. What was learned races against the
// net that plays, in such time as well, and takes its place when it has won.
//
// Ponder has to return at once, and a step of training does not: the work is done on a
// goroutine that ends a moment later, and is waited for before the next.
type idle struct {
	p    *Player
	g    game.Game
	from *Stored      // what the match is played with
	net  *guide.Guide // its guide; who made it closes it
	// enough is the time of learning before a race, need what a net must score in it.
	enough time.Duration
	need   float64

	t       *run.Run
	m       run.Measured
	learned time.Duration // since the last race
	young   *guide.Guide  // the one that races, or nil
	race    race
	swaps   int
	given   bool          // up
	done    chan struct{} // closed when the work of the last Ponder has ended; nil before
}

const (
	// idleLearning is idle.enough.
	idleLearning = 15 * time.Second
	// idleMove is the time of its moves: games have to end while others think.
	idleMove  = 10 * time.Millisecond
	idleGames = 16
	// idlePlan is a time that no match takes: the searches of self-play stay as they are at
	// the beginning, and so does the rate of learning.
	idlePlan = 1000 * time.Hour
)

func newIdle(p *Player, g game.Game, from *Stored, net *guide.Guide) *idle {
	return &idle{p: p, g: g, from: from, net: net, enough: idleLearning, need: refinedNeeds}
}

// Ponder learns on, or is that of the player inside.
func (p *Player) Ponder(ctx context.Context) {
	if p.idle == nil || !p.idle.work(ctx) {
		p.Delegate.Ponder(ctx)
	}
}

// work learns and races until ctx is done; false if it has given up.
func (i *idle) work(ctx context.Context) bool {
	for {
		if i.done != nil {
			select {
			case <-i.done:
			case <-ctx.Done():
				return true
			}
		}
		switch {
		case i.given:
			return false
		case ctx.Err() != nil:
			return true
		}
		i.done = make(chan struct{})
		go func() { // waited for above, or by end
			defer close(i.done)
			if err := i.guarded(ctx); err != nil && ctx.Err() == nil {
				i.p.opt.Log.Warn().Err(err).Msg("learning while others think")
				i.given = true
			}
		}()
	}
}

// guarded is step; a panic becomes an error.
func (i *idle) guarded(ctx context.Context) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return i.step(ctx)
}

// step learns until ctx is done or there has been enough of it, or races.
func (i *idle) step(ctx context.Context) error {
	if i.t == nil {
		if err := i.begin(); err != nil {
			return err
		}
	}
	if i.young != nil {
		return i.compare(ctx)
	}
	rest, cancel := context.WithTimeout(ctx, max(i.enough-i.learned, time.Second))
	defer cancel()
	begin := time.Now()
	err := i.t.Tune(rest)
	i.learned += time.Since(begin)
	if rest.Err() == nil {
		return err
	}
	if i.learned < i.enough || steps(i.t) < leastTraining {
		return nil
	}
	i.learned = 0
	i.young, err = guide.New(i.from.Encoder, i.t.Engine(), guide.Options{
		Threads: i.p.opt.Search.Threads, Mix: i.net.Mix, Playout: i.m.Playout(),
	})
	i.race = race{name: "the net that learns on", other: i.net, games: idleGames, need: i.need, time: time.Hour, move: idleMove}
	return err
}

func (i *idle) begin() (err error) {
	if i.m, err = run.Measure(i.g, i.p.opt.Search.Seed, mostMeasuring); err != nil {
		return err
	}
	o := i.p.tuningOn(idlePlan, i.m, i.from.Net)
	o.Save = time.Minute // what has left the window is dropped then
	i.t, err = run.New(i.g, i.from.Encoder, &tune.Memory{}, o)
	return err
}

// compare goes on with the race. The net that has won it plays from now on.
func (i *idle) compare(ctx context.Context) error {
	length, limit := lengths(i.t.State(), i.g.Facts())
	if err := i.p.play(ctx, i.g, i.young, length, limit, &i.race); err != nil || !i.race.decided && i.race.played < i.race.games {
		return err
	}
	won := i.race.won()
	i.p.opt.Log.Info().Stringer("score", &i.race).Bool("plays", won).Msg("a net that learned while others thought")
	if won {
		engine := i.t.Engine()
		if err := i.net.Swap(engine); err != nil {
			return err
		}
		i.swaps++
		i.from = &Stored{Net: i.p.described(i.t, i.from.Net), Encoder: i.from.Encoder, Engine: engine}
		i.p.keep(i.from.Net)
	}
	i.young.Close()
	i.young = nil
	return nil
}

// end waits for what is at work and gives everything back.
func (i *idle) end() {
	if i.done != nil {
		<-i.done
	}
	if i.young != nil {
		i.young.Close()
	}
}
