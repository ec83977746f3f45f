package relative

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"ludens/game"
	"ludens/nets"
	"ludens/nets/arch"
	"ludens/nets/encode"
	"ludens/nets/infer"
	"ludens/nets/kernel"
)

// Candidate is a net that is known.
type Candidate struct {
	Net  nets.Net // without weights
	Load func() (*nets.Net, error)
}

// Options of Find.
type Options struct {
	Candidates []Candidate
	Positions  int           // of random games that encode.Encoder.Meaning looks at
	Time       time.Duration // bounds what comes after these
	Duel       Duel          // between the best two; nil: what policies alone have shown decides
}

// Duel has two nets for the game play each other with a search for at most so long, and says which share of the points the first
// has, 0…1. An error says that this is not known.
type Duel func(ctx context.Context, a, b *nets.Net, d time.Duration) (share float64, err error)

// Found is a net made of a relative's.
type Found struct {
	Net *nets.Net // for the game and encoding asked for
	Of  *nets.Net // the relative's
	// Moves is what random moves of both games have in common.
	Moves float64
	// Random and Others are the points that its policy has against random moves and against other nets that fit, 0…1; Others
	// is 0 where there was none.
	Random, Others float64
	// Tells is how its values go with the ends of matches by policies alone: a coefficient of correlation.
	Tells float64
	// Over is the net of another game that was about as good, and Search the share of the points that it has against this one with a
	// search, 0…1; nil where there was none.
	Over   *nets.Net
	Search float64
}

// What makes a relative worth a race.
const (
	leastSeen  = 0.5 // of the planes of pieces that it looks at
	leastMoves = 0.5 // of the moves, that it knows and that are in common
	// Of the first matches against random moves it has a player's share of the points at least. Of so many ways to take a net some win by
	// chance: of new matches the one that is taken has so much of the rest, too, or down to half of that if its values tell more than they
	// have to: a search goes by them as well.
	leastAgain = 0.4
	// leastTelling is the least correlation of its values with the ends of matches between the best; less is enough for
	// one that beats nearly all others.
	leastTelling, leastWorth = 0.2, 1.1
)

// near is how much less a finalist may be worth for a search to decide between it and the best: whom policies prefer by so little may well
// lose to the other with a search (docs/benchmarks/startclock.md).
const near = 0.4

// Until when, of Options.Time, nets play against random moves, until when those that win against each other, until when the best of these,
// and until when the best two with a search.
const screening, knocking, choosing, deciding = 0.45, 0.55, 0.7, 0.85

// How many matches are played.
const (
	firstMatches = 2  // of every way to take a net, against random moves, and as many again,
	mostMatches  = 8  // up to so many, where there is time
	mostEntrants = 32 // of these play each other
	seeded       = 4  // of these are finalists as they are
	passes       = 8  // where there is time; in each one everybody has two opponents
	roundMatches = 2  // of two of them
	finalists    = 8
	ofNet        = 2  // ways to take the same net are among them at most
	finalMatches = 16 // of two finalists
	lastMatches  = 32 // of the one that is taken, against random moves
	telling      = 4  // finalists' matches with each other are what values are held against: of worse ones chance decides
)

// fitting is a way to take a net.
type fitting struct {
	c      *Candidate
	fit    arch.Fit
	moves  float64 // in common
	player *contestant
	// Of matches against random moves and against other finalists.
	random, others score
	tells          float64 // how its values go with the ends of these
}

// Find looks for the relative of a game; nil if there is none. A candidate that cannot be read or run is none; the error
// says what was wrong if nothing else was found.
func Find(ctx context.Context, g game.Game, enc *encode.Encoder, o Options) (*Found, error) {
	shape := shapeOf(g, enc)
	if len(o.Candidates) == 0 || shape.Kind != arch.Residual {
		return nil, nil
	}
	meaning := enc.Meaning(g, o.Positions)
	if meaning == nil {
		return nil, nil
	}
	begin := time.Now()
	until := func(part float64) time.Time { return begin.Add(time.Duration(part * float64(o.Time))) }
	f := finder{
		g: g, enc: enc, shape: shape, meaning: meaning, table: newTable(g, enc), loaded: map[*Candidate]*nets.Net{},
		orientations: orientations(shape.Values, symmetries(g, enc, meaning)),
	}
	all := f.fittings(o.Candidates, until(screening))
	list := f.againstRandom(ctx, all, until(screening))
	if len(list) == 0 {
		return nil, cmp.Or(ctx.Err(), f.failed)
	}
	if list = f.ranked(ctx, f.knockOut(ctx, list, until(knocking)), until(choosing)); len(list) == 0 {
		return nil, ctx.Err()
	}
	won, over, share := f.decide(ctx, list, until(deciding), o.Duel)
	if !f.again(ctx, won, until(1)) {
		return nil, ctx.Err()
	}
	n, err := f.net(won)
	if err != nil {
		return nil, err
	}
	found := &Found{
		Net: n, Of: f.loaded[won.c], Moves: won.moves, Random: won.random.share(), Others: won.others.share(), Tells: won.tells, Search: share,
	}
	if over != nil {
		found.Over = f.loaded[over.c]
	}
	return found, nil
}

// shapeOf is what a net for an encoding takes and gives.
func shapeOf(g game.Game, enc *encode.Encoder) *arch.Spec {
	s := &arch.Spec{Kind: arch.Residual, In: enc.Input(), Head: enc.Head(), Policy: enc.Policy(), Values: g.Facts().Players}
	if enc.Links() != nil || s.In.Line() {
		s.Kind = arch.MLP
	}
	return s
}

// finder is the work of Find.
type finder struct {
	g       game.Game
	enc     *encode.Encoder
	shape   *arch.Spec
	meaning *arch.Meaning
	table   *table
	// orientations are the ways to turn boards and to exchange seats that are tried.
	orientations []orientation
	loaded       map[*Candidate]*nets.Net
	failed       error // the last candidate that was of no use
}

// fittings are all ways to take a net that let it see pieces and know moves; first those that know most moves and
// boards of about this size.
func (f *finder) fittings(list []Candidate, end time.Time) []fitting {
	var out []fitting
	ways := f.meaning.Ways(arch.Turns[0])
	for i := range list {
		c := &list[i]
		if s := &c.Net.Spec; c.Net.Meaning == nil || s.Kind != arch.Residual || s.Head != f.shape.Head || s.Values != f.shape.Values || c.Net.Meaning.Check(s) != nil || time.Now().After(end) {
			continue
		}
		for _, o := range f.orientations {
			common := c.Net.Meaning.Ways(o.turn).Common(ways)
			if common < leastMoves {
				continue
			}
			x := fitting{c: c, moves: common, fit: arch.Match(&c.Net.Spec, c.Net.Meaning, f.shape, f.meaning, o.turn, o.seats)}
			if seen(c.Net.Meaning, &x.fit) >= leastSeen && f.known(&x.fit) >= leastMoves {
				out = append(out, x)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b fitting) int { return cmp.Compare(f.suits(&b), f.suits(&a)) })
	return out
}

// known is the share of random moves whose planes fit.
func (f *finder) known(fit *arch.Fit) float64 {
	all, part := 0.0, 0.0
	for i, p := range f.meaning.Out {
		all += p.Share
		if fit.Out[i] >= 0 {
			part += p.Share
		}
	}
	return part / max(all, 1e-9)
}

// seen is the share of the planes of pieces of a net that fit.
func seen(m *arch.Meaning, fit *arch.Fit) float64 {
	all, part := 0, 0
	for k := range m.In {
		if m.In[k].Pieces() {
			all++
			if slices.Contains(fit.In, k) {
				part++
			}
		}
	}
	return float64(part) / float64(max(all, 1))
}

// perSize is what a net is worth less if its board is twice or half as large.
const perSize = 0.15

// suits is how well a way to take a net suits the game before anything was played, 0…1: by the moves in common, and by how near to this size its
// board is.
func (f *finder) suits(x *fitting) float64 {
	return x.moves * max(1-perSize*math.Abs(math.Log2(float64(x.c.Net.Spec.In.Cells())/float64(f.shape.In.Cells()))), 0)
}

// againstRandom has all play against random moves, a few matches each and as many again while there is time, and gives those that do not
// lose, the best first; of as good ones those that fit better.
func (f *finder) againstRandom(ctx context.Context, all []fitting, end time.Time) (list []*fitting) {
	for i := range all {
		if err := f.seat(&all[i]); err != nil {
			f.failed = err
			continue
		}
		if list = append(list, &all[i]); !f.table.meet(ctx, all[i].player, nil, f.table.even(firstMatches), end, &all[i].random) {
			break
		}
	}
	for played := firstMatches; played < mostMatches && time.Now().Before(end); played += firstMatches {
		for _, x := range list {
			f.table.meet(ctx, x.player, nil, f.table.even(firstMatches), end, &x.random)
		}
	}
	list = slices.DeleteFunc(list, func(x *fitting) bool { return x.random.share() < f.random(0) })
	slices.SortStableFunc(list, func(a, b *fitting) int { return cmp.Compare(b.random.share(), a.random.share()) })
	return list[:min(len(list), mostEntrants)]
}

// knockOut gives the finalists: the first of the list, for policies often prefer the wrong one of those that fit well, and of the others,
// if they are too many, those that are left when all have played each other, and the worse half has dropped out, again and again.
func (f *finder) knockOut(ctx context.Context, all []*fitting, end time.Time) []*fitting {
	first := best(all, seeded)
	rest := slices.DeleteFunc(slices.Clone(all), func(x *fitting) bool { return slices.Contains(first, x) })
	for places := finalists - len(first); len(rest) > places; rest = rest[:(len(rest)+1)/2] {
		for pass := 0; pass < passes && time.Now().Before(end); pass++ {
			for i, a := range rest {
				b := rest[(i+max((pass%4+1)*len(rest)/8, 1))%len(rest)]
				f.pair(ctx, a, b, f.table.even(roundMatches), end)
			}
		}
		slices.SortStableFunc(rest, func(a, b *fitting) int { return cmp.Compare(b.others.likely(), a.others.likely()) })
		for _, x := range rest {
			x.others = score{}
		}
		if len(rest) <= 2*places { // more than there are places, for some may be of one net
			break
		}
	}
	return best(append(first, rest...), finalists)
}

// best are the first so many: not too many ways to take the same net.
func best(all []*fitting, most int) (list []*fitting) {
	ways := map[*Candidate]int{}
	for _, x := range all {
		if ways[x.c]++; ways[x.c] <= ofNet && len(list) < most {
			list = append(list, x)
		}
	}
	return list
}

// ranked has the best play against each other and themselves, and gives those who win and whose values tell the ends of these matches, the
// best first.
func (f *finder) ranked(ctx context.Context, list []*fitting, end time.Time) []*fitting {
	round := f.table.even(1)
	for played := 0; played < finalMatches && ctx.Err() == nil && time.Now().Before(end); played += round {
		for i, a := range list {
			for _, b := range list[:i+1] {
				f.pair(ctx, a, b, round, end)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *fitting) int { return cmp.Compare(b.others.share(), a.others.share()) })
	var tellers []*contestant
	for _, x := range list[:min(len(list), telling)] {
		tellers = append(tellers, x.player)
	}
	told := f.table.among(tellers)
	for _, x := range list {
		x.tells = f.table.tells(ctx, x.player, told)
	}
	list = slices.DeleteFunc(list, func(x *fitting) bool { return x.tells < leastTelling && x.worth() < leastWorth })
	slices.SortStableFunc(list, func(a, b *fitting) int {
		return cmp.Or(cmp.Compare(b.worth(), a.worth()), cmp.Compare(b.random.share(), a.random.share()))
	})
	return list
}

// pair has two play each other, or one itself, which is noted and gives no points.
func (f *finder) pair(ctx context.Context, a, b *fitting, matches int, end time.Time) {
	var s score
	f.table.meet(ctx, a.player, b.player, matches, end, &s)
	if a != b {
		a.others.add(s)
		b.others.add(score{float64(s.matches) - s.points, s.matches})
	}
}

// decide takes the first, or another net that is worth nearly as much and beats it with a search, or is as good and suits the game better;
// over is which of the two was not taken, and share is what the one that was has against it.
func (f *finder) decide(ctx context.Context, list []*fitting, end time.Time, duel Duel) (won, over *fitting, share float64) {
	won = list[0]
	i := slices.IndexFunc(list, func(x *fitting) bool { return x.c != won.c && won.worth()-x.worth() <= near })
	if duel == nil || i < 0 {
		return won, nil, 0
	}
	over = list[i]
	a, err := f.net(won)
	if err == nil {
		var b *nets.Net
		if b, err = f.net(over); err == nil {
			share, err = duel(ctx, a, b, time.Until(end))
		}
	}
	switch {
	case err != nil:
		return won, nil, 0
	case share < 0.5, share == 0.5 && f.suits(over) > f.suits(won):
		return over, won, 1 - share
	}
	return won, over, share
}

// again has the one that was taken play new matches against random moves, and says whether it wins these, too.
func (f *finder) again(ctx context.Context, x *fitting, end time.Time) bool {
	x.random = score{}
	f.table.meet(ctx, x.player, nil, f.table.even(lastMatches), end, &x.random)
	return x.random.share() >= f.needs(x)
}

// needs is the share of the points against random moves that is enough: the less the more the values tell.
func (f *finder) needs(x *fitting) float64 {
	return f.random(max(leastAgain-max(x.tells-leastTelling, 0), leastAgain/2))
}

// random is a player's share of the points of a match, and so much of the rest.
func (f *finder) random(part float64) float64 {
	share := 1 / float64(f.table.g.Facts().Players)
	return share + part*(1-share)
}

// worth is what finalists are compared by.
func (x *fitting) worth() float64 { return x.others.share() + x.tells }

// take makes the net.
func (f *finder) take(x *fitting) (arch.Spec, arch.Weights, error) {
	n := f.loaded[x.c]
	if n == nil {
		var err error
		if n, err = x.c.Load(); err != nil {
			return arch.Spec{}, nil, fmt.Errorf("a relative's net: %w", err)
		}
		if n.Spec != x.c.Net.Spec {
			return arch.Spec{}, nil, fmt.Errorf("a relative's net: it is not what its header says: %w", arch.ErrTransfer)
		}
		f.loaded[x.c] = n
	}
	return arch.Transfer(&n.Spec, n.Weights, x.c.Net.Meaning, f.meaning, x.fit, f.shape, game.Stream(1, "relative", 0))
}

// net makes the net as it is kept and played with.
func (f *finder) net(x *fitting) (*nets.Net, error) {
	s, w, err := f.take(x)
	if err != nil {
		return nil, err
	}
	of, facts := f.loaded[x.c], f.g.Facts()
	n := &nets.Net{
		Spec: s, Weights: w, Encoding: f.enc.Fingerprint(), Game: facts.Hash, Name: nets.Clean(facts.Name), Mix: of.Mix,
		Origin: nets.Clean("made of a net for " + of.Name),
	}
	n.Mean(f.meaning)
	return n, nil
}

// seat makes the player of a fitting.
func (f *finder) seat(x *fitting) error {
	s, w, err := f.take(x)
	if err != nil {
		return err
	}
	e, err := infer.NewEngine(s.Layers(), nil, w, kernel.Best())
	if err != nil {
		return fmt.Errorf("a relative's net: %w", err)
	}
	x.player = &contestant{e}
	return nil
}
