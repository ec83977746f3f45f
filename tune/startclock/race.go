package startclock

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ludens/agent"
	"ludens/agent/portfolio"
	"ludens/game"
	"ludens/nets/encode"
	"ludens/tune/guide"
	"ludens/tune/ladder"
	"ludens/tune/run"
)

// race is a match between a net and somebody else with the same time for every move, as long as
// lets the games end in time. It ends as soon as it is decided.
type race struct {
	name    string
	against *portfolio.Choice // nil: playouts
	other   *guide.Guide      // another net to race against instead; nil: none
	games   int               // that are wanted
	need    float64           // the share of the points that the net must score
	least   int               // of which hardly anything can be told if fewer were played; 0: leastGames
	doubt   bool              // who wins a race of which hardly anything was played
	lead    float64           // or by how many points the net has to lead then; 0: no lead is enough
	time    time.Duration     // of the race
	move    time.Duration     // of a match, which bounds those of the race; 0: does not
	length  float64           // of a game, in joint moves, where that is known better than from random games; 0: is not

	points  float64
	played  int
	plies   int // joint moves of all; 0 where Nature draws, for what she draws takes nobody's time
	decided bool
	parts   uint64 // calls of play, which have openings of their own
}

const leastGames = 6

// perMove is the time of a move where random games have so many joint moves and several are played at a time.
func (r *race) perMove(length float64, tables int) time.Duration {
	if r.length > 0 {
		length = r.length
	}
	per := guide.PerMove(r.time, r.games, tables, length)
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
	r.decided = r.points >= r.need*wanted || float64(r.played)-r.points > (1-r.need)*wanted
	return r.decided
}

// won says whether the net scored what it needs.
func (r *race) won() bool {
	least := r.least
	if least == 0 {
		least = leastGames
	}
	if r.played < least && r.points < r.need*float64(r.games) {
		return r.doubt || r.lead > 0 && 2*r.points-float64(r.played) >= r.lead
	}
	return r.points >= r.need*float64(r.played)
}

// open says whether time ended a race that the net might still have won.
func (r *race) open() bool {
	return r.played > 0 && !r.decided && r.points >= r.need*float64(r.played)
}

// longer is by how much games last longer where both sides have more time.
const longer = 1.25

// again is the same race as the best of three other games, which are a little longer than those of the first, in so much time.
func (r *race) again(d time.Duration) *race {
	slow := *r
	slow.games, slow.time, slow.length = 3, d, longer*float64(r.plies)/float64(r.played)
	slow.points, slow.played, slow.plies, slow.decided = 0, 0, 0, false
	return &slow
}

// A race tells nothing of matches in which a way makes manyPlayouts a move and more, if it makes fewer than fewPlayouts in its moves, or fewer than
// playoutsEach for each that is legal (docs/benchmarks/startclock.md).
const fewPlayouts, playoutsEach, manyPlayouts = 64, 5, 500

// blind says that of a race against a way that makes so many playouts a second, where so many moves are legal, with so much time for a move; play is that
// of the match.
func blind(playouts, legal float64, move, play time.Duration) bool {
	return playouts*move.Seconds() < max(fewPlayouts, playoutsEach*legal) && playouts*play.Seconds() >= manyPlayouts
}

// share is the share of the points, 0 before there are any.
func (r *race) share() float64 { return r.points / float64(max(r.played, 1)) }

func (r *race) String() string { return fmt.Sprintf("%.4g of %d", r.points, r.played) }

// stands says how the race stands, with so much time for a move.
func (r *race) stands(move time.Duration, over bool) agent.Race {
	return agent.Race{Name: r.name, Move: move, Need: r.need, Over: over, Standings: []agent.Scored{
		{Name: "net", Points: r.points, Played: r.played},
		{Name: r.opponent().Name, Points: float64(r.played) - r.points, Played: r.played},
	}}
}

// opponent is who plays against the net.
func (r *race) opponent() ladder.Contestant {
	if r.other != nil {
		return r.other.Contestant("other")
	}
	if r.against == nil {
		return ladder.Search("playouts", nil, 1)
	}
	return ladder.Contestant{Name: r.against.Name, New: func(seed uint64) agent.Player {
		return r.against.New(1, raceBytes, seed)
	}}
}

// raceBytes bounds the memory of who plays without a net.
const raceBytes = 64 << 20

// play has a net race, in games of so many joint moves.
func (p *Player) play(ctx context.Context, g game.Game, net *guide.Guide, length float64, limit int, r *race) error {
	ctx, cancel := context.WithTimeout(ctx, r.time)
	defer cancel()
	tables := p.opt.Search.Threads
	move := r.perMove(length, tables)
	p.told.Race(r.stands(move, false))
	defer func() { p.told.Race(r.stands(move, true)) }()
	r.parts++
	_, err := ladder.Play(ctx, g, net.Contestant("net"), r.opponent(), ladder.Options{
		Games: r.games, Openings: min(max(int(length/8), 1), 4), Clock: move, Threads: tables,
		Limit: limit, Seed: p.opt.Search.Seed + (r.parts-1)<<32,
		Played: func(played ladder.Game) {
			if !g.Facts().Nature {
				r.plies += played.Plies
			}
			decided := r.add(played.Score)
			p.told.Race(r.stands(move, decided))
			if decided {
				cancel()
			}
		},
	})
	if err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
		return fmt.Errorf("race: %w", err)
	}
	return nil
}

// lengths are how many moves games have, and after how many joint moves they are cut. Who plays well may
// play longer than chance, but what Nature draws takes nobody's time.
func lengths(st run.State, f *game.Facts) (length float64, limit int) {
	length = st.Measured.Length
	if !f.Nature {
		length = max(length, float64(st.Plies)/float64(max(st.Games, 1)))
	}
	return length, f.Bound(st.Measured.Most(length))
}

// race runs one between the net of a run and somebody else. It returns the net if that has won.
func (p *Player) race(ctx context.Context, g game.Game, enc *encode.Encoder, t *run.Run, mix float64, r *race) (*guide.Guide, error) {
	st := t.State()
	n, err := guide.New(enc, t.Engine(), guide.Options{Threads: p.opt.Search.Threads, Mix: mix, Playout: st.Measured.Playout()})
	if err != nil {
		return nil, err
	}
	length, limit := lengths(st, g.Facts())
	if err := p.play(ctx, g, n, length, limit, r); err != nil || !r.won() {
		n.Close()
		return nil, err
	}
	return n, nil
}
