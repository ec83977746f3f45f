package heuristic

import (
	"context"
	"math"
	"sync/atomic"
	"time"

	"ludens/game"
)

// Shares of the time to learn, and bounds of what is kept.
const (
	randomShare = 0.15 // random games, unless randomGames are enough
	valueShare  = 0.04 // before them: what pieces can move
	randomGames = 2000
	mirrorShare = 0.2                    // symmetries, as long as it takes but no longer than until here
	leastMirror = time.Second            // and none in less time than this: to look at large games for them takes up to 0.3 s that no clock bounds
	countShare  = 0.25                   // who gets rid of pieces, where that matters, as long as it takes but no longer than until here
	ownUntil    = 0.8                    // then rounds of own games until here; the rest decides what is kept
	ownRounds   = 6                      // where games are counted
	leastRound  = 250 * time.Millisecond // else a round lasts at least so long
	fitPart     = 2                      // and so many times as long as it took to fit the last one
	maxSamples  = 16000
	leastGames  = 8 // at all, and of a round
	duelGames   = 24
	heldOut     = 5 // one game in so many is held out
	loneTimes   = 10.0
	lightPiece  = 0.25 // what a piece is worth beside what is learned of it, in logits, where that helps
)

// strengths of regularisation that are tried, by the number of games: the variance that
// weights are thought to have is the inverse. Weights of single atoms are thought to have loneTimes less.
var strengths = [...]float64{0.3, 3, 30, 300}

// learner is what a course learns with.
type learner struct {
	w        *world
	opt      Options
	stop     func() bool
	workers  []*worker
	until    func(share float64) func() bool
	report   *Report
	last     []sample  // those that were learned from last, and held out
	mean     []float64 // utilities of finished games
	e        *expander
	plain    *material
	strength int         // which of the strengths was best
	endless  bool        // random games come to no end, but the rules tell how near one is
	mirrors  []*mirrored // symmetries of the rules

	model   *model   // as it was fitted last
	first   *linear  // learned from random games
	window  []sample // of own games, the latest
	played  int      // the number of the next own game
	owned   int      // how many there were
	before  int      // and of earlier courses
	enough  int      // positions of own games that there must be before a model is fitted to them
	samples int      // positions that the model was fitted to last, if they are of own games
	rounds  int      // of fitting to them
}

// A Course has learned a function and can go on learning. One goroutine may use it at a time.
type Course struct {
	Function Function // what judges best so far
	Report   *Report
	l        *learner
}

// Learn finds a function that judges positions of a game, from its rules and from games
// that it plays, first at random and then by the function itself. It returns at the end of the time, or
// soon after the context ends, with what was learned by then.
func Learn(ctx context.Context, g game.Game, opt Options) (*Course, error) {
	if err := opt.Validate(); err != nil {
		return nil, err
	}
	opt = opt.filled(g.Facts())
	begin := time.Now()
	w, err := explore(g, func() bool { return ctx.Err() != nil || opt.Time > 0 && time.Since(begin) > opt.Time/4 })
	if err != nil {
		return nil, err
	}
	l := &learner{w: w, opt: opt, report: &Report{Chosen: "learned"}, e: newExpander(w)}
	l.clock(ctx, begin, opt.Time)
	for range opt.Threads {
		l.workers = append(l.workers, newWorker(w, opt.Limit, l.stop))
	}
	f, err := l.learn()
	if err != nil {
		return nil, err
	}
	l.report.Time = time.Since(begin)
	return &Course{f, l.report, l}, nil
}

// GoOn learns for so much longer, from games by what was learned last, and judges anew what is best.
func (c *Course) GoOn(ctx context.Context, d time.Duration) {
	l, begin := c.l, time.Now()
	l.clock(ctx, begin, d)
	l.opt.Games = 0
	second, ok := l.own(math.MaxInt / 4)
	if ok {
		l.report.Chosen = "learned"
		c.Function = l.choose(second, true)
	}
	l.report.Time += time.Since(begin)
}

// clock sets the time in which to learn; 0 is as long as the context.
func (l *learner) clock(ctx context.Context, begin time.Time, d time.Duration) {
	l.until = func(share float64) func() bool {
		if d == 0 {
			return func() bool { return ctx.Err() != nil }
		}
		end := begin.Add(time.Duration(float64(d) * share))
		return func() bool { return ctx.Err() != nil || time.Now().After(end) }
	}
	l.stop = l.until(1)
}

func (l *learner) learn() (Function, error) {
	games := randomGames
	if l.opt.Games > 0 {
		games = max(l.opt.Games/3, 1)
	}
	l.plain = plainOf(l.w, l.stop)
	if l.w.players == 2 {
		l.plain.value(l.until(valueShare))
	}
	recs := l.play(0, games, l.until(randomShare), func(k *worker, n int) *record { return k.random(l.opt.Seed, n) })
	l.report.RandomGames = len(recs)
	fixed := l.settle(recs)
	l.endless = l.runs(recs)
	samples := l.valued(recs)
	if len(samples) < leastGames {
		return nil, ErrFew
	}
	if l.opt.Time == 0 || l.opt.Time >= leastMirror {
		l.mirrors = l.w.mirrors(l.opt.Mirror, l.until(mirrorShare))
		l.report.Symmetries = len(l.mirrors)
	}
	m := newModel(l.w, samples, fixed, l.stop)
	m.tie(l.mirrors)
	if len(samples) > maxSamples {
		samples = thin(samples, maxSamples)
	}
	m.count(l.plain, l.worth(samples))
	train, held := l.split(m, samples)
	l.model = l.fit(m, train, held, 0)
	l.say(l.model, train, held)
	l.first = l.model.compile()
	l.know(l.opt.Known)
	total := math.MaxInt / 4
	if l.opt.Games > 0 {
		total = l.opt.Games - games
	}
	second, ok := l.own(total)
	return l.choose(second, ok), nil
}

// play gathers games and counts them.
func (l *learner) play(first, games int, until func() bool, play func(*worker, int) *record) []*record {
	for _, k := range l.workers {
		k.stop = until
	}
	recs := gather(l.workers, first, games, until, play)
	for _, r := range recs {
		if r.cut {
			l.report.CutOff++
		}
	}
	return recs
}

// settle finds the mean of what games were worth, and whether two players shared 1 in all of them.
func (l *learner) settle(recs []*record) (fixed bool) {
	l.mean = make([]float64, l.w.players)
	fixed = l.w.players == 2
	n := 0.0
	for _, r := range recs {
		if r.outcome == nil {
			continue
		}
		n++
		for p, v := range r.outcome {
			l.mean[p] += v
		}
		if fixed && !r.cut && math.Abs(r.outcome[0]+r.outcome[1]-1) > 1e-9 {
			fixed = false
		}
	}
	for p := range l.mean {
		if n > 0 {
			l.mean[p] /= n
		} else {
			l.mean[p] = 0.5
		}
	}
	return fixed
}

// runs reports whether most random games say nothing because they come to no end, where the rules tell how near it is, and that
// changes.
func (l *learner) runs(recs []*record) bool {
	k := l.workers[0]
	k.m.Reset()
	begin, ok := k.near()
	cut, moved := 0, false
	for _, r := range recs {
		if !r.cut || r.outcome != nil {
			continue
		}
		cut++
		for _, s := range r.samples {
			moved = moved || s.value != nil && math.Abs(s.facing(begin)[0]-s.value[0]) > 1e-3
		}
	}
	l.report.Endless = ok && moved && 2*cut > len(recs)
	for _, k := range l.workers {
		k.endless = l.report.Endless
	}
	return l.report.Endless
}

// valued are the samples of games; those that came to no end are worth the mean.
func (l *learner) valued(recs []*record) []sample {
	var out []sample
	for _, r := range recs {
		for _, s := range r.samples {
			if s.value == nil {
				s.give(l.mean)
			}
			if s.outcome == nil {
				s.outcome = s.facing(l.mean)
			}
			out = append(out, s)
		}
	}
	return out
}

// correlation is that between the pieces that the first player has more than the others and
// what came for it.
func correlation(samples []sample, owner []int32) float64 {
	var sp, sy, spp, syy, spy float64
	n := float64(max(len(samples), 1))
	for i := range samples {
		p, y := 0.0, samples[i].outcome[0]
		for _, a := range samples[i].atoms {
			switch o := owner[a.i]; {
			case o == 0:
				p += float64(a.x)
			case o > 0:
				p -= float64(a.x)
			}
		}
		sp, sy, spp, syy, spy = sp+p, sy+y, spp+p*p, syy+y*y, spy+p*y
	}
	vp, vy := spp/n-sp/n*sp/n, syy/n-sy/n*sy/n
	if vp < 1e-9 || vy < 1e-9 {
		return 0
	}
	return (spy/n - sp/n*sy/n) / math.Sqrt(vp*vy)
}

// split keeps the samples of some games back.
func (l *learner) split(m *model, samples []sample) (train, held []example) {
	l.last = samples
	for _, x := range m.examples(samples, l.e, l.stop) {
		if x.s.game%heldOut == heldOut-1 {
			held = append(held, x)
		} else {
			train = append(train, x)
		}
	}
	return train, held
}

// fit fits a model with each of some strengths of regularisation and gives the one that
// foresees the held-out games best.
func (l *learner) fit(m *model, train, held []example, round int) *model {
	games := map[int]bool{}
	for _, x := range train {
		games[x.s.game] = true
	}
	var best *model
	least := math.Inf(1)
	from, to := 0, len(strengths)
	if round > 0 { // the best of the last time and a neighbour, the weaker and the stronger one by turns
		from = min(max(l.strength-round&1, 0), len(strengths)-2)
		to = from + 2
	}
	for i, c := range strengths {
		if i < from || i >= to {
			continue
		}
		t := m.clone()
		shrink := c / float64(len(games))
		t.fit(train, l.opt.Seed, round, fitOptions{epochs: 4, rate: 0.05, shrink: shrink, lone: loneTimes * shrink}, l.stop)
		got := t.measure(held, l.mean)
		if best == nil || got.loss < least {
			best, least = t, got.loss
			l.strength = i
		}
	}
	return best
}

// say writes what the held-out positions say into the report.
func (l *learner) say(m *model, train, held []example) {
	r := l.report
	mean := make([]float64, m.outs)
	for _, x := range train {
		for out := range mean {
			mean[out] += x.s.outcome[out] / float64(len(train))
		}
	}
	got := m.measure(held, mean)
	r.Samples, r.HeldOut, r.Features = len(train), got.n, len(m.chosen)
	r.Single = 0
	for _, on := range m.lively {
		if on {
			r.Single++
		}
	}
	r.LogLoss, r.ConstantLogLoss, r.Brier, r.ConstantBrier, r.Correlation = got.loss, got.constant, got.brier, got.conBrie, got.correlation
}

// own learns from games that the function plays, in rounds. False if there were
// too few.
func (l *learner) own(total int) (*linear, bool) {
	var train, held []example
	var fitting time.Duration
	var ended atomic.Int64 // games of the round
	fitted, after := 0, l.until(l.ownEnd())
	for round := 0; l.opt.Games > 0 && round < ownRounds || l.opt.Games == 0 && !after(); round++ {
		games, until := total, after
		if l.opt.Games > 0 {
			games = total*(round+1)/ownRounds - total*round/ownRounds
		} else {
			end := time.Now().Add(max(leastRound, fitPart*fitting))
			until = func() bool { return after() || ended.Load() >= leastGames && time.Now().After(end) }
		}
		var f Function = l.model.compile()
		if l.endless && l.rounds == 0 && l.before == 0 {
			f = nearness{l.w.players}
		}
		ended.Store(0)
		recs := l.play(l.played, games, until, func(k *worker, n int) *record {
			r := k.own(f, l.opt.Seed, n)
			ended.Add(1)
			return r
		})
		if len(recs) > 0 {
			l.played = recs[len(recs)-1].index + 1
		}
		l.report.OwnGames += len(recs)
		l.owned += len(recs)
		l.keep(l.valued(recs))
		if l.owned < leastGames || len(l.window) < l.enough || l.until(l.ownEnd()+0.02)() {
			continue
		}
		start := time.Now()
		train, held = l.split(l.model, l.window)
		l.rounds++
		l.model, l.samples, l.enough = l.fit(l.model, train, held, l.rounds), len(l.window), 0
		l.report.Rounds++
		fitted++
		fitting = time.Since(start)
	}
	switch {
	case fitted > 0:
	case l.before > 0 && l.owned >= leastGames && l.samples == 0: // what was known goes on as it is
		train, held = l.split(l.model, l.window)
	default:
		return nil, false
	}
	f := l.model.compile()
	before := *l.report
	l.say(l.model, train, held)
	l.report.beforeOwn = &before
	return f, true
}

// keep adds to the positions to learn from; of more than there is room for the latest stay.
func (l *learner) keep(samples []sample) {
	l.window = append(l.window, samples...)
	if n := len(l.window) - maxSamples; n > 0 {
		l.window = append(l.window[:0], l.window[n:]...)
	}
}

// ownEnd is the share of the time after which own games end: where two play, functions are held against each other then.
func (l *learner) ownEnd() float64 {
	if l.w.players != 2 {
		return 0.95
	}
	return ownUntil
}

// choose has functions play against each other, looking at their moves and the answers to them. What was
// learned of own games is kept unless it loses against what was learned of random ones; then what adds a bit for
// every piece may take its place, and Material where that beats them all.
func (l *learner) choose(second *linear, own bool) Function {
	r, first := l.report, l.first
	r.Kept = own
	best := first
	if own {
		best = second
	}
	if l.endless {
		return l.nearer(best, own)
	}
	if l.w.players != 2 {
		return best
	}
	plain := l.plain
	share := 0.9
	if own {
		points, n := l.match(second, first, l.until(0.87))
		r.Duel, r.DuelGames = points, n
		if worse(points, n) {
			best, r.Kept = first, false
			b := r.beforeOwn
			r.Samples, r.HeldOut, r.LogLoss, r.ConstantLogLoss = b.Samples, b.HeldOut, b.LogLoss, b.ConstantLogLoss
			r.Brier, r.ConstantBrier, r.Correlation = b.Brier, b.ConstantBrier, b.Correlation
		}
		share = 0.93
	}
	r.Plain, r.PlainGames = l.match(best, plain, l.until(share))
	if r.PlainGames < 3 && !r.Says() && correlation(l.last, plain.owner) > r.Correlation {
		r.Chosen = "material"
		return plain
	}
	if r.PlainGames < 3 || r.Plain > 0.75*float64(r.PlainGames) {
		return best
	}
	mixed := best.with(plain, lightPiece)
	points, n := l.match(mixed, plain, l.stop)
	switch {
	case n >= 3 && points/float64(n) > r.Plain/float64(r.PlainGames):
		r.Chosen, r.Plain, r.PlainGames = "mixed", points, n
		if points < 0.4*float64(n) {
			r.Chosen = "material"
			return plain
		}
		return mixed
	case r.Plain < 0.4*float64(r.PlainGames):
		r.Chosen = "material"
		return plain
	}
	return best
}

// What own games teach is mostly better than what random ones do: it scored 62 % in the mean of 27 games of both languages. So
// it is thought to have had so many points of so many games before it has played any (docs/benchmarks/search.md, "Long
// games").
const (
	priorPoints = 6.2
	priorGames  = 10
)

// worse reports whether a function learned from own games, with so many points of so many games against that from random ones,
// is more likely the worse of the two.
func worse(points float64, games int) bool {
	return points+priorPoints < float64(games+priorGames)/2
}

// nearer is the better of what was learned and of nearness, which is what has to be shown to be worse.
func (l *learner) nearer(learned *linear, own bool) Function {
	r, near := l.report, nearness{l.w.players}
	if own && l.w.players == 2 {
		if points, n := l.match(learned, near, l.stop); n >= 4 && points > 0.6*float64(n) {
			r.Duel, r.DuelGames = points, n
			return learned
		}
	}
	r.Chosen = "nearness"
	return near
}

// match has two functions play until it is time, and gives the first's points and the number of games.
func (l *learner) match(a, b Function, until func() bool) (points float64, played int) {
	games := duelGames
	if l.opt.Games > 0 {
		games = min(games, max(l.opt.Games/20*2, 4))
	}
	type result struct {
		points float64
		ok     bool
	}
	results := make([]result, games)
	for _, k := range l.workers {
		k.stop, k.replies = until, true
	}
	gather(l.workers, 0, games, until, func(k *worker, n int) *record {
		p, ok := k.duel(a, b, l.opt.Seed, n)
		results[n] = result{p, ok}
		return nil
	})
	for _, k := range l.workers {
		k.replies = false
	}
	for _, x := range results {
		if x.ok {
			points += x.points
			played++
		}
	}
	return points, played
}
