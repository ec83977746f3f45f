// Package ladder measures how well players play: matches between two of them from
// diversified openings with the seats rotated, and a pool of results that
// gives ratings.
//
// The promise: openings and seats depend on the seed and the number of the game only, so
// that both sides have had the same chances; a player that fails or answers with an
// illegal move gets a random one instead and the failure is counted, so that no
// match hangs on it; a context that ends leaves the games finished so far. It
// does not know what a player is (agent.Player); neighbours: rating (the arithmetic),
// tune/run (which asks while it learns), cmd/player (tune evaluate).
package ladder

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ludens/agent"
	"ludens/game"
	"ludens/rating"
)

// Contestant is somebody who can be rated.
type Contestant struct {
	Name string
	// New makes a player for one seat of one match.
	New func(seed uint64) agent.Player
}

// Options of a match. The zero value works.
type Options struct {
	// Games is the number of games; default 100. It is rounded up to whole rotations (see
	// Rotation).
	Games int
	// Openings is the number of random joint moves that games begin with; all games of a
	// rotation have the same ones. Default 0.
	Openings int
	// Clock is the time per move; 0 leaves it to the players' own bounds.
	Clock time.Duration
	// Threads is how many games are played at the same time; default 1.
	Threads int
	// Limit cuts games after so many joint moves; default those of 2000 moves (game.Facts.Bound). A game that was cut is
	// worth what the rules say about its position, which is often a draw.
	Limit int
	// Seed of openings, Nature and players.
	Seed uint64
	// Played, if not nil, is told about every game, one at a time.
	Played func(Game)
}

// Game is one game of a match.
type Game struct {
	Number  int       `json:"number"`
	Seats   []int     `json:"seats"`   // where A sat, ascending; in a game for one, both sat there in turn
	Opening int       `json:"opening"` // games with the same number began alike
	Values  []float64 `json:"values"`  // utilities; in a game for one: A's, then B's
	Score   float64   `json:"score"`   // A's: 1, 0.5 or 0
	Plies   int       `json:"plies"`   // joint moves
	Cut     bool      `json:"cut,omitempty"`
	// Failures are the moves that a side did not give, or that were illegal.
	FailuresA int `json:"failures-a,omitempty"`
	FailuresB int `json:"failures-b,omitempty"`
}

// Rotation is the number of games in which everybody has had every seat: two for two
// players; for more, A alone against Bs in each seat, then B alone against As; one for
// one player, where both play the same match and the better result wins.
func Rotation(players int) int {
	switch {
	case players <= 1:
		return 1
	case players == 2:
		return 2
	}
	return 2 * players
}

// Play plays a match. Games that were finished are returned with an error, too.
func Play(ctx context.Context, g game.Game, a, b Contestant, o Options) ([]Game, error) {
	f := g.Facts()
	if f.Players < 1 {
		return nil, errors.New("match: a game without players")
	}
	if o.Games < 1 {
		o.Games = 100
	}
	if o.Limit < 1 {
		o.Limit = f.Bound(2000)
	}
	rotation := Rotation(f.Players)
	o.Games = (o.Games + rotation - 1) / rotation * rotation
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var (
		mu   sync.Mutex
		next atomic.Int64
		wg   sync.WaitGroup
		all  []Game
		fail error
	)
	for range min(max(o.Threads, 1), o.Games) {
		wg.Go(func() {
			t := table{ctx: ctx, g: g, f: f, o: &o, m: g.NewMachine()}
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= o.Games {
					return
				}
				r, err := t.play(i, a, b)
				mu.Lock()
				switch {
				case err == nil:
					all = append(all, r)
					if o.Played != nil {
						o.Played(r)
					}
				case fail == nil && ctx.Err() == nil:
					fail = err
					cancel()
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	slices.SortFunc(all, func(x, y Game) int { return x.Number - y.Number })
	if fail == nil && len(all) < o.Games {
		fail = ctx.Err()
	}
	return all, fail
}

// Tally adds up games as a result of A (player a) against B.
func Tally(games []Game, a, b int) rating.Result {
	r := rating.Result{A: a, B: b}
	for _, g := range games {
		switch g.Score {
		case 1:
			r.Wins++
		case 0:
			r.Losses++
		default:
			r.Draws++
		}
	}
	return r
}

// table is where one game after the other is played.
type table struct {
	ctx    context.Context
	g      game.Game
	f      *game.Facts
	o      *Options
	m      game.Machine
	walker game.Walker
	legal  []game.Move
	joint  []game.Move
}

// play plays game number i. Panics of engines become errors.
func (t *table) play(i int, a, b Contestant) (r Game, err error) {
	defer func() {
		if e := recover(); e != nil {
			t.m = t.g.NewMachine()
			err = fmt.Errorf("match: game %d: panic: %v", i, e)
		}
	}()
	rotation := Rotation(t.f.Players)
	r = Game{Number: i, Opening: i / rotation}
	turn := i % rotation
	if t.f.Players == 1 {
		r.Seats = []int{0}
		for side, c := range []Contestant{a, b} {
			one := Game{}
			if err := t.match(&one, i, func(int) (Contestant, bool) { return c, side == 0 }); err != nil {
				return r, err
			}
			r.Values = append(r.Values, one.Values[0])
			r.Plies, r.Cut = max(r.Plies, one.Plies), r.Cut || one.Cut
			r.FailuresA, r.FailuresB = r.FailuresA+one.FailuresA, r.FailuresB+one.FailuresB
		}
		r.Score = score(r.Values[0], r.Values[1])
		return r, nil
	}
	// Of the first half of a rotation A has one seat; of the second, all but one.
	first, alone := t.f.Players, turn%t.f.Players
	hasA := func(seat int) bool { return (seat == alone) == (turn < first) }
	for seat := range t.f.Players {
		if hasA(seat) {
			r.Seats = append(r.Seats, seat)
		}
	}
	err = t.match(&r, i, func(seat int) (Contestant, bool) {
		if hasA(seat) {
			return a, true
		}
		return b, false
	})
	if err != nil {
		return r, err
	}
	var mean, n [2]float64
	for seat, v := range r.Values {
		side := 1
		if hasA(seat) {
			side = 0
		}
		mean[side] += v
		n[side]++
	}
	r.Score = score(mean[0]/n[0], mean[1]/n[1])
	return r, nil
}

func score(a, b float64) float64 {
	switch {
	case math.Abs(a-b) < 1e-9:
		return 0.5
	case a > b:
		return 1
	}
	return 0
}

// match plays from the opening to the end.
func (t *table) match(r *Game, i int, who func(seat int) (c Contestant, isA bool)) error {
	rotation := Rotation(t.f.Players)
	t.open(i / rotation)
	nature := game.Stream(t.o.Seed, "tune.ladder.nature", uint64(i))
	players := make([]agent.Player, t.f.Players)
	clocks := agent.Clocks{Play: t.o.Clock}
	for seat := range players {
		c, _ := who(seat)
		p := c.New(t.o.Seed + uint64(i)*64 + uint64(seat))
		// Nobody thinks beforehand: a context that cannot end says so.
		if err := p.Begin(context.WithoutCancel(t.ctx), t.g, seat, clocks); err != nil {
			return fmt.Errorf("match: game %d: %s begins: %w", i, c.Name, err)
		}
		defer p.End()
		players[seat] = p
	}
	for ; !t.m.Terminal() && r.Plies < t.o.Limit; r.Plies++ {
		if err := t.ctx.Err(); err != nil {
			return err
		}
		draw := t.walker.Draw(t.m, nature) // Nature's move, and what stands in for a failure
		if draw == nil {
			break
		}
		t.joint = append(t.joint[:0], draw...)
		state := t.m.Save(nil)
		for seat, p := range players {
			t.legal = t.m.Legal(seat, t.legal)
			if len(t.legal) < 2 {
				continue
			}
			mv, ok := t.ask(p, agent.Turn{Number: r.Plies, States: []game.State{state}, Legal: slices.Clone(t.legal)})
			switch _, isA := who(seat); {
			case ok:
				t.joint[seat] = mv
			case t.ctx.Err() != nil:
				return t.ctx.Err()
			case isA:
				r.FailuresA++
			default:
				r.FailuresB++
			}
		}
		t.m.Step(t.joint)
	}
	r.Cut = !t.m.Terminal()
	r.Values = make([]float64, t.f.Players)
	if t.m.Err() == nil {
		t.m.Utility(r.Values)
	}
	return nil
}

// ask asks for a move; ok says that it is legal.
func (t *table) ask(p agent.Player, turn agent.Turn) (mv game.Move, ok bool) {
	ctx := t.ctx
	if t.o.Clock > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, t.o.Clock)
		defer cancel()
	}
	mv, err := p.Choose(ctx, turn)
	return mv, err == nil && slices.Contains(turn.Legal, mv)
}

// open goes to an opening: random moves that do not end the game.
func (t *table) open(number int) {
	rng := game.Stream(t.o.Seed, "tune.ladder.opening", uint64(number))
	for range 50 {
		t.m.Reset()
		if t.randomly(rng) {
			return
		}
	}
	t.m.Reset()
}

func (t *table) randomly(rng *rand.Rand) bool {
	for range t.o.Openings {
		if t.m.Terminal() || !t.walker.Step(t.m, rng) {
			return false
		}
	}
	return !t.m.Terminal()
}
