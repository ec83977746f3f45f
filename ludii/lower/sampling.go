package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Drawing moves without listing them (exec.Sampler): which moves of a phase can be
// numbered, and how. It is decided by form: for every piece as many places as its moves can
// be, for every site to be added to one, the parts of (or …) behind each other. Moves
// of which nobody knows how many there are at most are listed as ever.

// A most bounds the moves that a generator makes with from at one site and a component
// there (0: whatever is there); exec.Unknown if nothing is known. It is asked when the
// whole program is lowered.
type most func(id int) int

// sampled holds what lowering has learned of samplers, by term.
type sampled struct {
	samplers map[*check.Term]*sampler
	bounds   map[*check.Term]most
	takers   map[*check.Term]taker
	scratch  *ctx
	nodes    int
	looked   int // sites looked at for bounds, see maxLooked
}

// A sampler is one whose pieces may turn out to have no bound.
type sampler struct {
	exec.Sampler
	fill  []*exec.Filling
	ready func() bool // nil: it is
}

// samples notes the sampler of a term.
func (l *lowerer) samples(t *check.Term, s *sampler) {
	if s == nil {
		return
	}
	if l.sampled.samplers == nil {
		l.sampled.samplers = map[*check.Term]*sampler{}
	}
	l.sampled.samplers[t] = s
}

// bounded notes a bound of a term's moves.
func (l *lowerer) bounded(t *check.Term, m most) {
	if l.sampled.bounds == nil {
		l.sampled.bounds = map[*check.Term]most{}
	}
	if m != nil {
		l.sampled.bounds[t] = m
	}
}

// A taker gives what makes one of the moves of a component without the others, by its place
// among as many as the bound says; most places may be empty. Nil if they have to be listed.
type taker func(id int) func(c *ctx, place int)

// takes notes how one of a term's moves is made without the others, whatever component it is.
func (l *lowerer) takes(t *check.Term, take func(c *ctx, place int)) {
	l.takesBy(t, func(int) func(c *ctx, place int) { return take })
}

func (l *lowerer) takesBy(t *check.Term, of taker) {
	if l.sampled.takers == nil {
		l.sampled.takers = map[*check.Term]taker{}
	}
	l.sampled.takers[t] = of
}

// takerOf is what makes one of a term's moves for a component; nil if they have to be listed.
func (l *lowerer) takerOf(t *check.Term, id int) func(c *ctx, place int) {
	if of := l.sampled.takers[t]; of != nil {
		return of(id)
	}
	return nil
}

// takesAll notes how a move is made that is one of those of several parts: their places are
// behind each other.
func (l *lowerer) takesAll(t *check.Term, terms []*check.Term, moves []exec.MovesFn, then *exec.Then) {
	l.takesBy(t, func(id int) func(c *ctx, place int) {
		widths, takes := make([]int, len(terms)), make([]func(c *ctx, place int), len(terms))
		known := false
		for i, t := range terms {
			b := l.sampled.bounds[t]
			if b == nil {
				return nil
			}
			if widths[i] = b(id); widths[i] == exec.Unknown {
				return nil
			}
			takes[i] = l.takerOf(t, id)
			known = known || takes[i] != nil
		}
		if !known {
			return nil
		}
		return func(c *ctx, place int) {
			first := len(c.Moves)
			for i, n := range widths {
				if place >= n {
					place -= n
					continue
				}
				if takes[i] != nil {
					takes[i](c, place)
				} else {
					moves[i](c)
					c.Choose(first, place)
				}
				c.Finish(first, then)
				return
			}
		}
	})
}

// node numbers what samplers note in the cursor.
func (l *lowerer) node() int {
	l.sampled.nodes++
	return l.sampled.nodes - 1
}

func exactly(n int) most { return func(int) int { return n } }

// drawing gives the phases of the program their samplers, when all is lowered.
func (l *lowerer) drawing() {
	p := l.p
	if p.Flags.Stochastic && !p.Flags.DrawnOpening || p.Flags.LargePiece || p.Modes || p.Mode != exec.Alternating || p.Meta.Pin || p.Meta.NoStackOnFallen || p.Match != nil {
		return
	}
	for i := range l.pieceTerms {
		pt := &l.pieceTerms[i]
		c := &p.Components[pt.component]
		c.MostMoves = exec.Unknown
		if b := l.sampled.bounds[pt.moves]; pt.moves != nil && b != nil {
			c.MostMoves = b(pt.component)
			c.Take = l.takerOf(pt.moves, pt.component)
		}
	}
	for i, t := range l.plays {
		if s := l.sampled.samplers[t]; s != nil && (s.ready == nil || s.ready()) {
			ph := &p.Phases[i]
			ph.Sample = &s.Sampler
			if p.CanFill() {
				ph.Fill = s.fill
			}
			ph.Probe = p.Meta.NoSuicide || p.Meta.NoRepeat != exec.MayRepeat
			t.Walk(func(t *check.Term) { ph.Probe = ph.Probe || t.Form != nil && t.Form.Name == "do" })
		}
	}
	l.sampled = sampled{}
}

// spare is a cursor in which pieces can be put anywhere, to see where they could go.
func (l *lowerer) spare() *ctx {
	if l.sampled.scratch == nil {
		l.sampled.scratch = l.p.NewCtx()
	}
	return l.sampled.scratch
}

// maxLooked bounds how many sites are looked at to find bounds; without one, moves
// are listed.
const maxLooked = 2_000_000

// looks counts sites that are to be looked at, and reports whether there may be so many.
func (l *lowerer) looks(sites int) bool {
	l.sampled.looked += sites
	return l.sampled.looked <= maxLooked
}

// mostOf bounds what a way has from one site, by what is counted of its rays.
func (l *lowerer) mostOf(w *way, from Int, count func(rays []topology.Ray) int) most {
	if !l.looks(len(w.sites.Sites)) {
		return nil
	}
	switch {
	case w.fixed != nil:
		n := 0
		for _, rays := range w.fixed {
			n = max(n, count(rays))
		}
		return exactly(n)
	case w.slot < 0 || from.Iter != IterFrom:
		return nil
	}
	return func(id int) int {
		if id <= 0 {
			return exec.Unknown
		}
		c := l.spare()
		what := c.Sites[w.k].What
		if !l.looks(len(what)) {
			return exec.Unknown
		}
		n := 0
		for site := range what {
			if !w.on(site) {
				break
			}
			old := what[site]
			what[site] = int16(id)
			rays := w.from(c, site)
			n = max(n, count(rays))
			w.done(c, rays)
			what[site] = old
		}
		return n
	}
}

// together bounds the moves of several parts: all of them, or of one at a time.
func (l *lowerer) together(terms []*check.Term, all bool) most {
	parts := make([]most, len(terms))
	for i, t := range terms {
		if parts[i] = l.sampled.bounds[t]; parts[i] == nil {
			return nil
		}
	}
	return func(id int) int {
		n := 0
		for _, p := range parts {
			m := p(id)
			switch {
			case m == exec.Unknown:
				return exec.Unknown
			case all:
				n += m
			default:
				n = max(n, m)
			}
		}
		return n
	}
}

// parts are the terms that (or …), (priority …) and the like are made of.
func parts(t *check.Term) []*check.Term {
	if list := t.Arg("moves"); list != nil {
		return list.Items
	}
	return []*check.Term{t.Arg("a"), t.Arg("b")}
}

// samplerOf is the sampler of a term; of a generator that is only known not to make more
// than some moves, one that lists these. Nil if there is none.
func (l *lowerer) samplerOf(t *check.Term, moves exec.MovesFn) *sampler {
	if s := l.sampled.samplers[t]; s != nil {
		return s
	}
	b := l.sampled.bounds[t]
	if b == nil {
		return nil
	}
	n := -2
	return &sampler{
		ready: func() bool { n = b(0); return n != exec.Unknown },
		Sampler: exec.Sampler{
			Places: func(c *ctx) int {
				c.Runs++
				return n
			},
			Take: func(c *ctx, place int) {
				first := len(c.Moves)
				moves(c)
				c.Choose(first, place)
			},
		},
	}
}

// lister makes a sampler list the moves when it is asked for places.
func (s *sampler) lister(moves exec.MovesFn) {
	s.ready = nil
	s.Places = func(c *ctx) int {
		moves(c)
		return exec.Listed
	}
}

// samplersOf are the samplers of some terms. Unless all have to have one, those without
// list when they are asked.
func (l *lowerer) samplersOf(terms []*check.Term, moves []exec.MovesFn, all bool) []*sampler {
	out := make([]*sampler, len(terms))
	known := 0
	for i, t := range terms {
		if out[i] = l.samplerOf(t, moves[i]); out[i] != nil {
			known++
		} else if !all {
			out[i] = &sampler{}
			out[i].lister(moves[i])
		}
	}
	if known == 0 || all && known < len(terms) {
		return nil
	}
	return out
}

// readiness says whether samplers can be used: all, or, of those that are used one
// at a time, any, where the others are made to list.
func readiness(list []*sampler, moves []exec.MovesFn, all bool) func() bool {
	return func() bool {
		any := false
		for i, s := range list {
			ok := s.ready == nil || s.ready()
			if !ok && all {
				return false
			}
			if !ok {
				s.lister(moves[i])
			}
			any = any || ok && s.Take != nil
		}
		return any
	}
}

// sampleAny is the sampler of moves that are those of all parts.
func (l *lowerer) sampleAll(t *check.Term, moves []exec.MovesFn, then *exec.Then) {
	terms := parts(t)
	l.bounded(t, l.together(terms, true))
	l.takesAll(t, terms, moves, then)
	list := l.samplersOf(terms, moves, true)
	if list == nil {
		return
	}
	node := l.sampled.nodes
	l.sampled.nodes += len(list)
	l.samples(t, &sampler{
		ready: readiness(list, moves, true),
		Sampler: exec.Sampler{
			Places: func(c *ctx) int {
				n := 0
				for i, s := range list {
					m := s.Places(c)
					if m < 0 {
						return exec.Unknown
					}
					c.SetBranch(node+i, m)
					n += m
				}
				return n
			},
			Take: func(c *ctx, place int) {
				first := len(c.Moves)
				for i, s := range list {
					n := c.Branch(node + i)
					if place < n {
						s.Take(c, place)
						c.Finish(first, then)
						return
					}
					place -= n
				}
			},
		},
	})
}

// branch is the sampler of moves that are those of one part, which choose finds.
func (l *lowerer) branch(t *check.Term, terms []*check.Term, moves []exec.MovesFn, then *exec.Then, choose func(c *ctx) int) {
	l.bounded(t, l.together(terms, false))
	list := l.samplersOf(terms, moves, false)
	if list == nil {
		return
	}
	node := l.node()
	l.samples(t, &sampler{
		ready: readiness(list, moves, false),
		Sampler: exec.Sampler{
			Places: func(c *ctx) int {
				first := len(c.Moves)
				i := choose(c)
				c.SetBranch(node, i)
				switch {
				case i < 0:
					return 0
				case i >= len(list): // part i-len(list) is listed already
					c.Finish(first, then)
					return exec.Listed
				}
				n := list[i].Places(c)
				if n == exec.Listed {
					c.Finish(first, then)
				}
				return n
			},
			Take: func(c *ctx, place int) {
				first := len(c.Moves)
				if i := c.Branch(node); i >= 0 {
					list[i].Take(c, place)
					c.Finish(first, then)
				}
			},
		},
	})
}

// samplePriority is the sampler of the first part that has moves.
func (l *lowerer) samplePriority(t *check.Term, moves []exec.MovesFn, then *exec.Then) {
	terms := parts(t)
	asked := make([]exec.BoolFn, len(terms))
	for i, m := range terms {
		// To list moves costs little more than to ask, unless they are tried.
		if tries := false; l.some[m] != nil {
			m.Walk(func(t *check.Term) { tries = tries || t.Form != nil && t.Form.Name == "do" })
			if tries {
				asked[i] = l.some[m]
			}
		}
	}
	l.branch(t, terms, moves, then, func(c *ctx) int {
		// The last part need not be asked: if it has none, nothing is found there.
		for i := range len(asked) - 1 {
			first, mark := len(c.Moves), c.Mark()
			if asked[i] == nil {
				if moves[i](c); len(c.Moves) > first {
					return i + len(asked)
				}
			} else if asked[i](c) {
				c.Release(mark)
				return i
			}
			c.Release(mark)
		}
		return len(asked) - 1
	})
	l.fillPriority(t, terms, then)
}

// fillPriority lets playouts make the moves without listing them, if they can do so with all
// parts.
func (l *lowerer) fillPriority(t *check.Term, terms []*check.Term, then *exec.Then) {
	var list []*exec.Filling
	for _, m := range terms {
		s := l.sampled.samplers[m]
		if s == nil || s.fill == nil {
			return
		}
		for _, f := range s.fill {
			with := *f
			if then != nil {
				with.Then = append(with.Then[:len(with.Then):len(with.Then)], then.Fn)
			}
			list = append(list, &with)
		}
	}
	if s := l.sampled.samplers[t]; s != nil {
		s.fill = list
	}
}

// sampleIf is the sampler of moves under a condition.
func (l *lowerer) sampleIf(t *check.Term, cond Bool, yes, no exec.MovesFn, then *exec.Then) {
	terms, moves := []*check.Term{t.Arg("yes")}, []exec.MovesFn{yes}
	if n := t.Arg("no"); n != nil {
		terms, moves = append(terms, n), append(moves, no)
	}
	test, otherwise := cond.Fn, len(terms)-1
	if otherwise == 0 {
		otherwise = -1
	}
	l.branch(t, terms, moves, then, func(c *ctx) int {
		if test(c) {
			return 0
		}
		return otherwise
	})
}
