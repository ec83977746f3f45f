package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// The samplers of single generators of moves; how they are put together is in sampling.go.

// sample is the sampler of moves that are asked something afterwards.
func (d *sequence) sample(l *lowerer, t *check.Term) {
	inner := t.Arg("first")
	l.bounded(t, l.sampled.bounds[inner])
	s := l.samplerOf(inner, d.first)
	if s == nil {
		return
	}
	l.samples(t, &sampler{ready: s.ready, Sampler: exec.Sampler{
		Places: func(c *ctx) int {
			first := len(c.Moves)
			n := s.Places(c)
			if n == exec.Listed {
				d.keep(c, first)
				c.Finish(first, d.then)
			}
			c.Runs += 4 * max(n, 0)
			return n
		},
		Take: func(c *ctx, place int) {
			first := len(c.Moves)
			s.Take(c, place)
			if len(c.Moves) > first {
				d.keep(c, first)
			}
			c.Finish(first, d.then)
		},
	}})
}

// sample is the sampler of the moves of the mover's pieces: for each the places that
// its moves can take at most.
func (p *pieceLoop) sample(l *lowerer, t *check.Term) {
	var each most
	if m := t.Arg("moves"); m != nil {
		if each = l.sampled.bounds[m]; each == nil {
			return
		}
	}
	k := p.main
	var width []int // by component
	p.takes = make([]func(c *ctx, place int), len(l.p.Components))
	l.samples(t, &sampler{
		ready: func() bool {
			width = make([]int, len(l.p.Components))
			for _, list := range p.of {
				for _, id := range list {
					c := &l.p.Components[id]
					switch {
					case p.moves != nil:
						width[id] = each(id)
						p.takes[id] = l.takerOf(t.Arg("moves"), id)
					case c.Moves != nil:
						width[id] = c.MostMoves
						p.takes[id] = c.Take
					}
					if width[id] == exec.Unknown {
						return false
					}
				}
			}
			return true
		},
		Sampler: exec.Sampler{
			Places: func(c *ctx) int {
				if p.stray(c) {
					return exec.Unknown
				}
				n := 0
				for _, id := range p.of[c.Mover] {
					m := c.Sites[k].At[id].Count()
					c.Runs += m
					if p.takes[id] != nil {
						c.Runs += 3 * m // to make one of a piece's moves is far less than to list them
					}
					n += width[id] * m
				}
				return n
			},
			Take: func(c *ctx, place int) {
				for _, id := range p.of[c.Mover] {
					at := c.Sites[k].At[id]
					n := width[id] * at.Count()
					if place >= n {
						place -= n
						continue
					}
					s := at.Member(place / width[id])
					if s >= p.low && s < p.high {
						p.one(c, id, s, place%width[id])
					}
					return
				}
			},
		},
	})
}

// one makes one of the moves of a piece.
func (p *pieceLoop) one(c *ctx, id, site, number int) {
	first, mover := len(c.Moves), int(c.Mover)
	moves := p.moves
	if moves == nil {
		moves = c.Prog.Components[id].Moves
	}
	from, level := c.From, c.Level
	c.From, c.Level = site, 0
	if take := p.takes[id]; take != nil {
		take(c, number)
		c.From, c.Level = from, level
	} else {
		moves(c)
		c.From, c.Level = from, level
		c.Choose(first, number)
	}
	c.SetMover(first, mover)
	c.Finish(first, p.then)
}

// some looks for a piece that can move.
func (p *pieceLoop) some(c *ctx) bool {
	first := len(c.Moves)
	if p.stray(c) {
		p.each(c, first)
		return len(c.Moves) > first
	}
	from, level := c.From, c.Level
	k := p.main
	found := false
	for _, id := range p.of[c.Mover] {
		moves := p.moves
		if moves == nil {
			if moves = c.Prog.Components[id].Moves; moves == nil {
				continue
			}
		}
		for s := c.Sites[k].At[id].Next(p.low); s >= 0 && s < p.high && !found; s = c.Sites[k].At[id].Next(s + 1) {
			c.From, c.Level = s, 0
			moves(c)
			found = len(c.Moves) > first
		}
	}
	c.From, c.Level = from, level
	return found
}

// sampleRegion is the sampler of moves that are made for every site of a region, each
// by so many; take makes those of one site. costs is what it costs to list those of a site, in
// fourths of what it costs to draw one.
func (l *lowerer) sampleRegion(t *check.Term, region exec.RegionFn, width most, costs int, take func(c *ctx, site int), then *exec.Then) {
	if width == nil {
		return
	}
	n, node := 0, l.node()
	l.samples(t, &sampler{
		ready: func() bool { n = width(0); return n > 0 },
		Sampler: exec.Sampler{
			Places: func(c *ctx) int {
				mark := c.SetMark()
				sites := region(c)
				c.KeepSites(node, sites)
				c.FreeSets(mark)
				m := sites.Count()
				c.Runs += m * costs / 4
				return m * n
			},
			Take: func(c *ctx, place int) {
				first := len(c.Moves)
				s := c.KeptSites(node).Member(place / n)
				if s < 0 {
					return
				}
				iter := c.Iter
				take(c, s)
				c.Iter = iter
				c.Choose(first, place%n)
				c.Finish(first, then)
			},
		},
	})
}

// sample is the sampler of pieces that are added to a region.
func (g *adder) sample(l *lowerer, t *check.Term, what []Int, then *exec.Then) {
	if g.to.region == nil || g.to.apply.given {
		return
	}
	l.sampleRegion(t, g.to.region.Fn, exactly(len(what)), 4, func(c *ctx, s int) {
		n := g.count(c)
		if n < 1 {
			return
		}
		for _, w := range what {
			id := w.Fn(c)
			if id == exec.Undefined || uint(id) >= uint(len(c.Prog.Components)) {
				continue
			}
			c.To = s
			if g.to.cond != nil && !g.to.cond(c) {
				continue
			}
			g.one(c, id, s, n)
		}
	}, then)
}

// sampleEmpty is the sampler of one sort of piece that is added to any empty site.
func (g *adder) sampleEmpty(l *lowerer, t *check.Term, what Int, then *exec.Then) {
	region, decision, at := g.to.region.Fn, g.decision, g.at
	l.samples(t, &sampler{Sampler: exec.Sampler{
		Places: func(c *ctx) int {
			mark := c.SetMark()
			n := region(c).Count()
			c.FreeSets(mark)
			c.Runs += n
			return n
		},
		Take: func(c *ctx, place int) {
			id := what.Fn(c)
			if id == exec.Undefined || id >= len(c.Prog.Components) {
				return
			}
			first, mark := len(c.Moves), c.SetMark()
			s := region(c).Member(place)
			c.FreeSets(mark)
			a := exec.On(exec.OpAdd, at(c, s), s)
			a.What, a.Decision = int32(id), decision
			c.Emit(&a)
			c.Finish(first, then)
		},
	}})
}

// sample notes that from a site to a site there is one move, and numbers the moves
// between two regions by both sites. Where the second depends on the first it is worked out for
// that one only.
func (f *carrier) sample(l *lowerer, t *check.Term, mover Int, then *exec.Then) {
	switch {
	case f.to.turned != nil || l.p.Flags.LargePiece:
		return
	case f.from.region == nil && f.to.region == nil:
		l.bounded(t, exactly(1))
		return
	case f.from.region == nil && f.to.region.Static != nil:
		l.bounded(t, exactly(f.to.region.Static.Count()))
		return
	case f.from.region == nil:
		f.sampleTargets(l, t, mover, then)
		return
	case f.to.region == nil:
		return
	}
	region, node := f.from.region.Fn, l.node()
	n := max(l.p.TotalSites, l.p.Topo.NumSites(f.to.k))
	if own := f.to.region; own.Empty {
		n = l.p.Topo.NumSites(own.Kind)
	}
	l.samples(t, &sampler{Sampler: exec.Sampler{
		Places: func(c *ctx) int {
			mark := c.SetMark()
			sites := region(c)
			c.KeepSites(node, sites)
			c.FreeSets(mark)
			m := sites.Count()
			c.Runs += m
			return m * n
		},
		Take: func(c *ctx, place int) {
			s := c.KeptSites(node).Member(place / n)
			if s < 0 {
				return
			}
			first, from, to := len(c.Moves), c.From, c.To
			f.leave(c, s, from, place%n, false)
			c.From, c.To = from, to
			if mover.Iter != IterMover {
				c.SetMover(first, mover.Fn(c))
			}
			c.Finish(first, then)
		},
	}})
}

// sampleTargets numbers the moves from one site to those of a region, which may depend on where
// they are from.
func (f *carrier) sampleTargets(l *lowerer, t *check.Term, mover Int, then *exec.Then) {
	site, region, node := f.from.site.Fn, f.to.region.Fn, l.node()
	l.samples(t, &sampler{Sampler: exec.Sampler{
		Places: func(c *ctx) int {
			mark, from := c.SetMark(), c.From
			c.From = site(c)
			sites := region(c)
			c.KeepSites(node, sites)
			c.FreeSets(mark)
			c.From = from
			m := sites.Count()
			c.Runs += m
			return m
		},
		Take: func(c *ctx, place int) {
			s := c.KeptSites(node).Member(place)
			if s < 0 {
				return
			}
			first, from, to := len(c.Moves), c.From, c.To
			f.leave(c, site(c), from, s, true)
			c.From, c.To = from, to
			if mover.Iter != IterMover {
				c.SetMover(first, mover.Fn(c))
			}
			c.Finish(first, then)
		},
	}})
}
