package portfolio

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"time"

	"ludens/agent"
	"ludens/agent/arena"
	"ludens/agent/mcts"
	"ludens/game"
)

// race has ways play against each other in two heats: all of them with quick moves, then
// the best with slower ones, for some ways gain more from time than others. In each it is pairs of games with the seats exchanged, always
// between the one that is best so far and the one of the others that may be better, so
// that time goes where the decision is (top-two sampling; Russo, "Simple Bayesian
// algorithms for best-arm identification", 2020). What a way is trusted with beforehand
// counts as trusted games.
type race struct {
	g     game.Game
	ways  []*Way
	opt   mcts.Options
	move  time.Duration // per decision
	play  time.Duration // per decision of the match that is to come; 0: unknown
	plies int           // longest match
	rate  float64       // random games per second; 0: unknown
	mean  float64       // length of a game, in joint moves with a decision; 0: unknown

	name     string           // of the heat
	progress *agent.Preparing // is told how it stands; may be nil
	memory   Memory           // for games of GoOn; may be nil

	mu      sync.Mutex // guards the rest
	stand   []Standing
	earlier []Standing // after the first heat
	next    uint64     // pair to play
	played  int
	fail    error // the first that has broken a match

	at    time.Duration // for a move at which trust holds; 0: any
	known bool          // enough is remembered to begin with the second heat
}

const (
	trusted = 4.0 // games
	// wanted is how many games the first heat would like to have per way, and wantedLast
	// the second in all.
	wanted, wantedLast = 4, 10
	// firstHeat is the first heat's share of the time.
	firstHeat = 0.3
	// finalists come into the second heat: the best two, others that are not farBehind, and
	// whoever leads without regard to what time would change.
	finalists, farBehind = 3, 0.4
	mostMove             = time.Second
	leastMove            = 4 * time.Millisecond
	// raceBytes bounds the memory of a player in a race, where there is enough.
	raceBytes = 24 << 20
	// paceDoubt is the variance, of logarithms of odds, that every doubling of the time between the race's moves and
	// the match's adds to what a race tells: between 8 and 400 ms a move shares of alpha-beta against GRAVE moved by
	// 1.3 in 16 games, beside what trees gain, of which about 0.8 is chance.
	paceDoubt = 0.2
	// poor is the number of simulations of a move of the race below which every halving adds poorDoubt to that: in Go
	// 9×9 trees of 24 lost most quick games to alpha-beta, but with a thousand won 8 of 8 matches against a search that alpha-beta lost
	// both to.
	poor, poorDoubt = 128, 1
	// mostRacers bounds the players of a game that is raced: each needs a machine and memory of its own.
	mostRacers = 16
)

func newRace(g game.Game, ways []*Way, opt mcts.Options) *race {
	r := &race{g: g, ways: ways, opt: opt}
	for _, w := range ways {
		r.stand = append(r.stand, Standing{Name: w.Name, trust: w.trust, weight: trusted})
	}
	return r
}

// run plays until ctx is done.
func (r *race) run(ctx context.Context, d time.Duration) {
	if len(r.ways) < 2 {
		return
	}
	length := r.length(ctx, d/20)
	if length == 0 {
		return
	}
	r.mean = length
	r.trust()
	first := time.Duration(firstHeat * float64(d))
	if r.known { // who is good is known but for those that are close
		r.pace(d, length, wantedLast, leastMove)
		r.second()
		r.earlier = nil
		r.heat(ctx, "the best ways", d, length, wantedLast, leastMove)
		return
	}
	r.heat(ctx, "all ways", first, length, wanted*len(r.ways), leastMove)
	if ctx.Err() != nil {
		return
	}
	r.second()
	r.heat(ctx, "the best ways", d-first, length, wantedLast, 2*r.move)
}

// on plays another heat of the best ways, with moves twice as slow at least.
func (r *race) on(ctx context.Context, d time.Duration) {
	if r.mean == 0 || len(r.ways) < 2 {
		return
	}
	r.second()
	r.heat(ctx, "the best ways once more", d, r.mean, wantedLast, 2*r.move)
}

// heat plays for a time, with moves as slow as lets so many games end in it.
func (r *race) heat(ctx context.Context, name string, d time.Duration, length float64, games int, least time.Duration) {
	tables := r.pace(d, length, games, least)
	r.name = name
	r.tell(false)
	defer r.tell(true)
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	var wg sync.WaitGroup
	for range tables {
		wg.Go(func() {
			for ctx.Err() == nil && r.pair(ctx) {
			}
		})
	}
	wg.Wait()
}

// pace sets the time of a move, and with it what the ways are trusted with. It tells how many
// games are played at a time.
func (r *race) pace(d time.Duration, length float64, games int, least time.Duration) (tables int) {
	tables = max(r.opt.Threads, 1)
	per := time.Duration(float64(d) * float64(tables) / (float64(games) * length))
	r.move, r.plies = min(max(per, least), mostMove), r.g.Facts().Bound(int(3*length)+20)
	if r.at > 0 {
		for i, w := range r.ways {
			r.stand[i].trust = w.with(r.stand[i].trust, doublings(r.at, r.move))
		}
		r.at = r.move
	}
	for i := range r.stand {
		r.stand[i].doubt = r.doubt()
	}
	return tables
}

// doubt is the variance of what games of this pace tell about the match, as logarithms of odds.
func (r *race) doubt() (d float64) {
	if r.play <= r.move {
		return 0
	}
	d = paceDoubt * doublings(r.move, r.match())
	if n := r.rate * r.move.Seconds(); n > 0 {
		d += poorDoubt * max(math.Log2(poor/n), 0)
	}
	return d
}

// second leaves the best ways in the race. What they are worth so far is what they are
// trusted with.
func (r *race) second() {
	list := r.standings()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.earlier = list
	leader := 0 // by what was played alone
	for i := range r.stand {
		if r.stand[i].rank(0) > r.stand[leader].rank(0) {
			leader = i
		}
	}
	for i := range r.stand {
		s := &r.stand[i]
		at := slices.IndexFunc(list, func(x Standing) bool { return x.Name == s.Name })
		s.trust, s.out = s.rank(0), i != leader && (at >= finalists || at >= 2 && s.rank(0) < list[0].worth-farBehind)
		s.weight += s.tell() * s.old.Played
		s.Played, s.Points, s.old = 0, 0, Score{}
	}
}

// length is how many joint moves with a decision a random game has.
func (r *race) length(ctx context.Context, d time.Duration) float64 {
	m, rng := r.g.NewMachine(), game.Stream(r.opt.Seed, "agent.portfolio.length", 0)
	steps, n := 0, 0
	begin := time.Now()
	for ; n < 3 || time.Since(begin) < d && n < 200; n++ {
		if ctx.Err() != nil {
			break
		}
		if m.Reset(); m.Terminal() {
			return 0
		}
		for k := 0; k < mostPlies && ctx.Err() == nil; k += 50 {
			made := game.Playout(m, rng, 50)
			if steps += made; made < 50 {
				break
			}
		}
	}
	if n == 0 {
		return 0
	}
	r.rate = max(float64(n)/max(time.Since(begin).Seconds(), 1e-6), r.batched(ctx))
	// Who tries to win needs fewer moves than chance in long games.
	return max(min(float64(steps)/float64(n), 120), 1)
}

// batched is how many leaves per second the engine plays out where it plays many positions at once,
// 0 where it does not.
func (r *race) batched(ctx context.Context) float64 {
	b, err := game.OwnBatch(r.g, game.BatchOptions{Bytes: mcts.BatchBytes(r.bytes())})
	if err != nil {
		return 0
	}
	start := []game.State{r.g.NewMachine().Save(nil)}
	rng := game.Stream(r.opt.Seed, "agent.portfolio.length", 1)
	begin := time.Now()
	if err := b.Playouts(ctx, start, b.Lanes(), rng, mostPlies, make([]game.Tally, 1)); err != nil {
		return 0
	}
	return together / max(time.Since(begin).Seconds(), 1e-6)
}

// mostPlies bounds playouts that are timed.
const mostPlies = 400

// rank is what a way is worth by what it has scored, with a bonus for what is not known. However many games
// were played, they tell no more about a match than their pace lets them.
func (s *Standing) rank(bonus float64) float64 {
	played, points := float64(s.Played)+s.old.Played, s.Points+s.old.Points
	tell := s.tell()
	n := tell*played + s.weight
	return (tell*points+s.weight*s.trust)/n + bonus*math.Sqrt(0.25/(played+s.weight))
}

// tell is the share that each game played counts for.
func (s *Standing) tell() float64 { return 1 / (1 + (float64(s.Played)+s.old.Played)*s.doubt/4) }

// draw picks who plays next.
func (r *race) draw() (a, b int, pair uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	a, b = -1, -1
	for i := range r.stand {
		if !r.stand[i].out && (a < 0 || r.stand[i].rank(0) > r.stand[a].rank(0)) {
			a = i
		}
	}
	for i := range r.stand {
		if i != a && !r.stand[i].out && (b < 0 || r.stand[i].rank(2) > r.stand[b].rank(2)) {
			b = i
		}
	}
	r.next++
	return a, b, r.next
}

// pair plays two games with the same opening; false when there is no use in more.
func (r *race) pair(ctx context.Context) bool {
	a, b, pair := r.draw()
	if b < 0 {
		return false // one is left
	}
	var opening [][]game.Move
	if err := guard("open a match", func() { opening = arena.Opening(r.g, r.opt.Seed, pair, 4) }); err != nil {
		return r.broken(a, b, err)
	}
	for turn := range 2 {
		var score float64
		var err error
		if fault := guard("play a match", func() { score, err = r.game(ctx, a, b, turn, pair, opening) }); fault != nil {
			err = fault
		}
		if err != nil {
			return ctx.Err() == nil && r.broken(a, b, err)
		}
		r.mu.Lock()
		r.played++
		r.stand[a].Played++
		r.stand[a].Points += score
		r.stand[b].Played++
		r.stand[b].Points += 1 - score
		r.mu.Unlock()
		r.tell(false)
	}
	return true
}

// broken is what is made of a game that could not be played: it counts as a loss of both
// that nothing can be said about, so that others get to play. A panic ends the race.
func (r *race) broken(a, b int, err error) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if errors.Is(err, errPanic) {
		r.fail = err
		return false
	}
	if r.fail == nil {
		r.fail = err
	}
	r.stand[a].Played++
	r.stand[b].Played++
	return r.stand[a].Played+r.stand[b].Played < 1000
}

// game plays one; score is what a got. Who alone has failed has lost.
func (r *race) game(ctx context.Context, a, b, turn int, pair uint64, opening [][]game.Move) (score float64, err error) {
	f := r.g.Facts()
	players := make([]agent.Player, f.Players)
	side := func(seat int) int { return (seat + turn) % 2 }
	for seat := range players {
		w := r.ways[[2]int{a, b}[side(seat)]]
		if fault := guard("make a player", func() { players[seat] = w.New(1, r.bytes(), r.opt.Seed+pair) }); fault != nil {
			for _, p := range players[:seat] {
				p.End()
			}
			return float64(side(seat)), nil
		}
	}
	res, err := arena.Play(ctx, arena.Match{
		Game: r.g, Players: players, Clocks: agent.Clocks{Play: r.move}, Opening: opening, MaxPlies: r.plies, Seed: r.opt.Seed + pair,
	})
	if err != nil {
		return 0, err
	}
	var sum, n, faults [2]float64
	for seat, u := range res.Utilities {
		sum[side(seat)] += u
		n[side(seat)]++
	}
	for _, t := range res.Turns {
		for _, d := range t.Decisions {
			if d.Fault != "" {
				faults[side(d.Seat)]++
			}
		}
	}
	switch {
	case faults[0] > 0 && faults[1] == 0:
		return 0, nil
	case faults[1] > 0 && faults[0] == 0:
		return 1, nil
	}
	return min(max((1+sum[0]/n[0]-sum[1]/n[1])/2, 0), 1), nil
}

// trust sets what the ways are trusted with in a match, before any has played.
func (r *race) trust() {
	for i, w := range r.ways {
		r.stand[i].trust = r.before(w)
	}
	r.at = r.match()
}

// match is the time for a move of the match, of all threads; 0: unknown.
func (r *race) match() time.Duration { return r.play * time.Duration(max(r.opt.Threads, 1)) }

// before is what a way is trusted with in a match before it has played.
func (r *race) before(w *Way) float64 {
	n := r.rate * r.match().Seconds() // simulations of a move
	if !w.playouts || n <= 0 || n >= few {
		return w.trust
	}
	return share(odds(w.trust) - fewLoss*math.Log2(few/max(n, 1)))
}

// prospects is what a way is worth in a match, where moves have more time than in the race, and
// ways that gain from time have all threads.
func (r *race) prospects(w *Way, rank float64) float64 {
	if r.move <= 0 || r.play <= r.move {
		return rank
	}
	return w.with(rank, doublings(r.move, r.match()))
}

// with is what a way is worth with so many doublings of the time more, or less.
func (w *Way) with(worth, more float64) float64 { return share(odds(worth) + w.gain*more) }

// doublings are those from one time to another.
func doublings(from, to time.Duration) float64 { return math.Log2(float64(to) / float64(from)) }

// odds are those of a share, as a logarithm; shares that are next to certain are not believed.
func odds(share float64) float64 {
	share = min(max(share, 0.02), 0.98)
	return math.Log(share / (1 - share))
}

// share is that of odds.
func share(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }

// tell says how the heat stands.
func (r *race) tell(over bool) {
	if r.progress == nil {
		return
	}
	out := agent.Race{Name: r.name, Move: r.move, Over: over}
	for _, s := range r.standings() {
		if !s.out {
			out.Standings = append(out.Standings, agent.Scored{Name: s.Name, Points: s.Points, Played: s.Played})
		}
	}
	r.progress.Race(out)
}

// bytes is the memory of a player's tree in the race, and of its batch again: everybody at all
// tables together takes no more than the match may.
func (r *race) bytes() int64 {
	if r.opt.Bytes <= 0 {
		return raceBytes
	}
	return max(min(raceBytes, r.opt.Bytes/int64(2*r.g.Facts().Players*max(r.opt.Threads, 1))), 1<<20)
}

// standings are the ways in the order of what they are worth.
func (r *race) standings() []Standing {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := slices.Clone(r.stand)
	for i := range out {
		out[i].worth = r.prospects(r.ways[i], out[i].rank(0))
	}
	slices.SortStableFunc(out, func(x, y Standing) int {
		if x.out != y.out {
			if y.out {
				return -1
			}
			return 1
		}
		return cmp.Compare(y.worth, x.worth)
	})
	return out
}
