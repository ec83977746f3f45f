package startclock

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/agent/portfolio"
	"ludens/game"
	"ludens/nets/encode"
	"ludens/tune/ladder"
	"ludens/tune/run"
)

// race is a match between a net and playouts with the same time for every move, as long as
// lets the games end in time. It ends as soon as it is decided.
type race struct {
	against *portfolio.Choice // nil: playouts
	games   int               // that are wanted
	need    float64           // the share of the points that the net must score
	doubt   bool              // who wins a race of which hardly anything was played
	time    time.Duration     // of the race
	move    time.Duration     // of a match, which bounds those of the race; 0: does not

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
	rounds := (r.games + tables - 1) / tables
	per := time.Duration(safety * float64(r.time) / (max(length, 1) * float64(rounds)))
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

// opponent is who plays without a net.
func (r *race) opponent() ladder.Contestant {
	if r.against == nil {
		return ladder.Search("playouts", nil, 1)
	}
	return ladder.Contestant{Name: r.against.Name, New: func(seed uint64) agent.Player {
		return r.against.New(1, raceBytes, seed)
	}}
}

// raceBytes bounds the memory of who plays without a net.
const raceBytes = 64 << 20

// race runs one between the net of a run and playouts. It returns the net if that has won.
func (p *Player) race(ctx context.Context, g game.Game, enc *encode.Encoder, t *run.Run, r *race) (*guide, error) {
	st := t.State()
	n, err := newGuide(enc, t.Runner(), p.opt.Search.Threads, st.Measured)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, r.time)
	defer cancel()
	// Who plays well may play longer than chance.
	length := max(st.Measured.Length, float64(st.Plies)/float64(max(st.Games, 1)))
	tables := p.opt.Search.Threads
	net := ladder.Contestant{Name: "net", New: func(seed uint64) agent.Player {
		return mcts.New(n.guides(mcts.Options{Threads: 1, Evaluations: 1, AnswerForced: true, Seed: seed}))
	}}
	_, err = ladder.Play(ctx, g, net, r.opponent(), ladder.Options{
		Games: r.games, Openings: min(max(int(length/8), 1), 4), Clock: r.perMove(length, tables), Threads: tables,
		Limit: max(int(3*length), st.Measured.Longest), Seed: p.opt.Search.Seed,
		Played: func(g ladder.Game) {
			if r.add(g.Score) {
				cancel()
			}
		},
	})
	if err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
		n.Close()
		return nil, fmt.Errorf("race: %w", err)
	}
	if !r.won() {
		n.Close()
		return nil, nil
	}
	return n, nil
}
