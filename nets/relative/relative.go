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
	Time       time.Duration // bounds random games and trying on, each
}

// Found is a net made of a relative's.
type Found struct {
	Net *nets.Net // for the game and encoding asked for
	Of  *nets.Net // the relative's
	// Moves is what random moves of both games have in common, Skill how its values go with the ends of random
	// games, and Agrees how its policy goes with its values of where the moves lead: coefficients of correlation.
	Moves, Skill, Agrees float64
}

// What makes a relative worth a race.
const (
	leastSeen  = 0.5 // of the planes of pieces that it looks at
	leastMoves = 0.5 // of the moves, that it knows and that are in common
	leastSkill = 0.1
	leastBare  = 0.3 // is the least skill of one whose policy cannot be taken over, as of some dense heads
	// leastAgreed is how far policy and values have to agree where fewer moves than sameMoves are in common.
	leastAgreed, sameMoves = 0.15, 0.9

	agreeing  = 0.25 // is added to agreement, so that where there is none skill still counts
	firstLook = 32   // positions on which all are tried
	finalists = 8    // are tried on all positions
)

// promises says whether a fitting is worth a race.
func (x *fitting) promises() bool {
	if x.bare {
		return x.skill >= leastBare
	}
	return x.skill >= leastSkill && (x.agrees >= leastAgreed || x.moves >= sameMoves)
}

// fitting is a way to take a net.
type fitting struct {
	c                    *Candidate
	fit                  arch.Fit
	bare                 bool // without a policy
	moves, skill, agrees float64
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
	t := play(ctx, g, enc, o.Time)
	if t.positions() < leastPositions {
		return nil, ctx.Err()
	}
	f := finder{shape: shape, meaning: meaning, trial: t, loaded: map[*Candidate]*nets.Net{}}
	end := time.Now().Add(o.Time)
	all := f.fittings(o.Candidates, end)
	// All are tried on few positions, then the better half on twice as many.
	for most, last := firstLook, false; !last; most *= 2 {
		if last = len(all) <= finalists || 2*most > t.positions(); last {
			most = t.positions()
		}
		tried := 0
		for ; tried < len(all) && ctx.Err() == nil && time.Now().Before(end); tried++ {
			if err := f.try(&all[tried], most); err != nil {
				all[tried].skill = 0
				f.failed = err
			}
		}
		if tried < len(all) { // what was not tried now was tried on fewer, or never
			last = true
			if most == firstLook {
				all = all[:tried]
			}
		}
		slices.SortStableFunc(all, func(a, b fitting) int { return cmp.Compare(f.worth(&b), f.worth(&a)) })
		if !last {
			all = all[:max((len(all)+1)/2, min(len(all), finalists))]
		}
	}
	all = slices.DeleteFunc(all, func(x fitting) bool { return !x.promises() })
	if len(all) == 0 {
		return nil, cmp.Or(ctx.Err(), f.failed)
	}
	best := &all[0]
	of := f.loaded[best.c]
	n := &nets.Net{
		Encoding: enc.Fingerprint(), Game: g.Facts().Hash, Name: nets.Clean(g.Facts().Name), Mix: of.Mix,
		Origin: nets.Clean("made of a net for " + of.Name),
	}
	var err error
	if n.Spec, n.Weights, err = f.take(best); err != nil {
		return nil, err
	}
	n.Mean(meaning)
	return &Found{Net: n, Of: of, Moves: best.moves, Skill: best.skill, Agrees: best.agrees}, nil
}

// shapeOf is what a net for an encoding takes and gives.
func shapeOf(g game.Game, enc *encode.Encoder) *arch.Spec {
	s := &arch.Spec{Kind: arch.Residual, In: enc.Input(), Head: enc.Head(), Policy: enc.Policy(), Values: g.Facts().Players}
	if s.Head == arch.Dense {
		s.Squeeze = squeeze
	}
	if enc.Links() != nil || s.In.Height < 3 || s.In.Width < 3 {
		s.Kind = arch.MLP
	}
	return s
}

// squeeze is the number of planes that a dense policy head reads.
const squeeze = 4

// finder is the work of Find.
type finder struct {
	shape   *arch.Spec
	meaning *arch.Meaning
	trial   *trial
	loaded  map[*Candidate]*nets.Net
	ws      infer.Workspace
	failed  error // the last candidate that was of no use
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
		planes := f.shape.Head == arch.Planes
		for _, turn := range arch.Turns {
			common := c.Net.Meaning.Ways(turn).Common(ways)
			if planes && common < leastMoves {
				continue
			}
			for _, seats := range exchanges(f.shape.Values) {
				x := fitting{c: c, moves: common, fit: arch.Match(&c.Net.Spec, c.Net.Meaning, f.shape, f.meaning, turn, seats)}
				x.bare = common < leastMoves || f.known(&x.fit) < leastMoves
				if seen(c.Net.Meaning, &x.fit) < leastSeen || x.bare && planes {
					continue
				}
				if x.bare {
					x.moves, x.fit.Out = 0, slices.Repeat([]int{-1}, len(x.fit.Out))
				}
				out = append(out, x)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b fitting) int { return cmp.Compare(b.moves*f.closeness(&b), a.moves*f.closeness(&a)) })
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
		if m.In[k].Sort == arch.Piece {
			all++
			if slices.Contains(fit.In, k) {
				part++
			}
		}
	}
	return float64(part) / float64(max(all, 1))
}

// exchanges are the ways in which seats may be those of another game.
func exchanges(players int) [][]int {
	same := make([]int, players)
	for i := range same {
		same[i] = i
	}
	if players == 2 {
		return [][]int{same, {1, 0}}
	}
	return [][]int{same}
}

// perSize is what a net is worth less if its board is twice or half as large.
const perSize = 0.15

// closeness is how near to this size the board of a net is: 1 for the same, 0 for others by far.
func (f *finder) closeness(x *fitting) float64 {
	return max(1-perSize*math.Abs(math.Log2(float64(x.c.Net.Spec.In.Cells())/float64(f.shape.In.Cells()))), 0)
}

// worth is what ways to take nets are compared by. Skill alone does not tell a relative from a game in which pieces
// are worth as much, and agreement alone tells any net that was trained well: it takes both.
func (f *finder) worth(x *fitting) float64 {
	return x.skill * max(agreeing+x.agrees, 0) * f.closeness(x)
}

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

// try finds out how well a net tells the ends of games from so many positions.
func (f *finder) try(x *fitting, most int) error {
	s, w, err := f.take(x)
	if err != nil {
		return err
	}
	e, err := infer.NewEngine(s.Layers(), nil, w, kernel.Best())
	if err != nil {
		return fmt.Errorf("a relative's net: %w", err)
	}
	n := min(most, f.trial.positions())
	values := make([]float32, n*s.Values)
	policy := make([]float32, n*s.Logits())
	e.Run(n, f.trial.inputs[:n*s.In.Size()], policy, values, &f.ws)
	x.skill = f.trial.skill(values)
	if choices, k := f.trial.among(n); k > 0 {
		after := make([]float32, k*s.Values)
		e.Run(k, f.trial.after[:k*s.In.Size()], make([]float32, k*s.Logits()), after, &f.ws)
		x.agrees = f.trial.agreement(choices, policy, s.Logits(), after)
	}
	return nil
}
