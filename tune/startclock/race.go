package startclock

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ludens/game"
	"ludens/nets/encode"
	"ludens/nets/infer"
	"ludens/tune/ladder"
	"ludens/tune/run"
)

// race is a match between a net and playouts with the same time for every move, as long as
// lets the games end in time. It ends as soon as it is decided.
type race struct {
	games int           // that are wanted
	need  float64       // the share of the points that the net must score
	doubt bool          // who wins a race of which hardly anything was played
	time  time.Duration // of the race
	move  time.Duration // of a match, which bounds those of the race; 0: does not

	points float64
	played int
}

const (
	leastGames = 6
	// mostPerMove bounds the time of a move, leastPerMove is what makes any sense.
	mostPerMove  = time.Second
	leastPerMove = 4 * time.Millisecond
)

// perMove is the time of a move in games of so many joint moves, several at a time.
func (r *race) perMove(length float64, tables int) time.Duration {
	const safety = 0.8
	per := time.Duration(safety * float64(r.time) * float64(tables) / (max(length, 1) * float64(r.games)))
	per = min(max(per, leastPerMove), mostPerMove)
	if r.move > 0 {
		per = min(per, r.move)
	}
	return per
}

// add counts a game and reports whether the race is decided.
func (r *race) add(score float64) bool {
	r.points += score
	r.played++
	wanted := float64(r.games)
	return r.points >= r.need*wanted || float64(r.played)-r.points > (1-r.need)*wanted
}

// won says whether the net scored what it needs.
func (r *race) won() bool {
	if r.played < leastGames && r.points < r.need*float64(r.games) {
		return r.doubt
	}
	return r.points >= r.need*float64(r.played)
}

func (r *race) String() string { return fmt.Sprintf("%g of %d", r.points, r.played) }

// race runs one. It returns the evaluator of the net if that has won.
func (p *Player) race(ctx context.Context, g game.Game, enc *encode.Encoder, t *run.Run, r *race) (*infer.Evaluator, error) {
	e, err := infer.New(enc, t.Engine(), infer.Options{Threads: p.opt.Search.Threads})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, r.time)
	defer cancel()
	m := t.State().Measured
	tables := p.opt.Search.Threads
	_, err = ladder.Play(ctx, g, ladder.Search("net", e, 1), ladder.Search("playouts", nil, 1), ladder.Options{
		Games: r.games, Openings: min(max(int(m.Length/8), 1), 4), Clock: r.perMove(m.Length, tables), Threads: tables,
		Limit: max(int(3*m.Length), m.Longest), Seed: p.opt.Search.Seed,
		Played: func(g ladder.Game) {
			if r.add(g.Score) {
				cancel()
			}
		},
	})
	if err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
		e.Close()
		return nil, fmt.Errorf("race: %w", err)
	}
	if !r.won() {
		e.Close()
		return nil, nil
	}
	return e, nil
}
