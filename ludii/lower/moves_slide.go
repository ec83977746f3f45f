package lower

import (
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

func init() {
	moveForms["move Slide"] = (*lowerer).slide
	moveForms["slide"] = (*lowerer).slide
}

// maxDistance is how far a slide goes if nothing else is said.
const maxDistance = 1000

// slide moves a piece along rays, through empty sites or those that a condition
// allows, and ends where another one says so.
func (l *lowerer) slide(t *check.Term) exec.MovesFn {
	from := l.from(t.Arg("from"), iterFrom())
	l.noRegion(t.Arg("from"), &from)
	s := &slider{from: from, gap: l.between(t.Arg("between"))}
	s.lift = lift{k: from.k, level: from.level, stack: l.flag(t.Arg("stack"), false), decision: decides(t)}
	to := l.to(t.Arg("to"))
	if to.given && t.Arg("to").Arg("if") != nil {
		if s.stop = to.cond; s.stop == nil {
			s.stop = func(*ctx) bool { return true }
		}
	}
	s.effect, s.toCond = to.apply.moves, to.apply.cond
	if s.goes = s.gap.cond; s.goes == nil {
		empty, of := l.p.Default, l.p.ContainerOf
		if len(l.p.Containers) == 1 {
			s.goes = func(c *ctx) bool { return c.Sites[empty].Empty.Has(c.Between) }
		} else {
			s.goes = func(c *ctx) bool {
				b := c.Between
				if uint(b) < uint(len(of)) && of[b] > 0 {
					return false
				}
				return c.Sites[empty].Empty.Has(b)
			}
		}
		s.free = true
	}
	s.passed = s.gap.apply.whole()
	then := l.then(t)
	if track := t.Arg("track"); track != nil {
		s.tracks = l.tracksNamed(track.Text)
		s.all = track.Text == "AllTracks"
		s.starts = make([][][2]int, max(l.p.TotalSites, l.p.Topo.NumSites(from.k)))
		for _, i := range s.tracks {
			for at, step := range l.p.Tracks[i].Steps {
				if uint(step.Site) < uint(len(s.starts)) {
					s.starts[step.Site] = append(s.starts[step.Site], [2]int{i, at})
				}
			}
		}
		s.sampleTracks(l, t, to.apply.never, then)
		return func(c *ctx) {
			first := len(c.Moves)
			s.onTracks(c, everyStart)
			c.SetMover(first, 0)
			c.Finish(first, then)
		}
	}
	s.w = l.way(t.Arg("direction"), topology.Adjacent, from.k)
	far := maxDistance
	if s.gap.ranged && s.gap.high.Const {
		far = s.gap.high.V
	}
	l.reachedFrom(t, from.site, func(c *ctx, at int, dst exec.Bits) { s.w.spread(c, at, far, dst) })
	l.bounded(t, l.mostOf(s.w, from.site, func(rays []topology.Ray) int {
		n := 0
		for _, r := range rays {
			n += max(0, min(len(r), far))
		}
		return n
	}))
	if s.free && s.level == nil && !s.stack && from.cond == nil && s.gap.trail == nil && s.passed == nil &&
		!s.gap.ranged && !to.apply.given && s.stop == nil && from.k == l.p.Default {
		if s.w.fixed != nil {
			l.takes(t, s.take(then))
		}
		return s.plain(then)
	}
	if s.level == nil && !s.stack && from.cond == nil {
		l.takes(t, s.takeOne(far, then))
	}
	return func(c *ctx) {
		first := len(c.Moves)
		s.moves(c)
		c.Finish(first, then)
	}
}

type slider struct {
	lift
	from   place
	w      *way
	gap    gap
	free   bool        // goes through empty sites
	goes   exec.BoolFn // with between: may the piece go on
	stop   exec.BoolFn // with to: does it end here; nil: never
	toCond exec.BoolFn // with to: may it end here
	effect exec.MovesFn
	passed exec.MovesFn // effect on the sites between
	tracks []int
	starts [][][2]int // by site: the tracks that pass it, and where
	all    bool
}

// plain is the frequent slide through empty sites.
func (s *slider) plain(then *exec.Then) exec.MovesFn {
	at, k := s.from.site.Fn, s.k
	return func(c *ctx) {
		from := at(c)
		if !s.w.on(from) {
			return
		}
		first := len(c.Moves)
		a := s.base(from)
		empty := c.Sites[k].Empty
		rays := s.w.from(c, from)
		for _, r := range rays {
			if c.Aim != 0 && !slices.Contains(r, c.Aim-1) {
				continue
			}
			start := int32(len(c.Betweens))
			for _, to := range r {
				if !empty.Has(to) {
					break
				}
				if c.Aim == 0 || to+1 == c.Aim {
					a.To = int32(to)
					m := c.Emit(&a)
					// The sites between are those before on the same ray.
					c.Moves[m].Between = [2]int32{start, int32(len(c.Betweens))}
				}
				c.Betweens = append(c.Betweens, int32(to))
			}
		}
		s.w.done(c, rays)
		c.Finish(first, then)
	}
}

// take makes one of the moves of plain: those to the sites on all rays are numbered, whether
// they are free or not.
func (s *slider) take(then *exec.Then) func(c *ctx, place int) {
	at, k := s.from.site.Fn, s.k
	return func(c *ctx, place int) {
		from := at(c)
		if !s.w.on(from) {
			return
		}
		r, end := onRays(s.w.fixed[from], place)
		if end < 0 {
			return
		}
		empty := c.Sites[k].Empty
		for _, to := range r[:end+1] {
			if !empty.Has(to) {
				return
			}
		}
		first := len(c.Moves)
		a := s.base(from)
		a.To = int32(r[end])
		c.SetBetween(c.Emit(&a), r[:end])
		c.Finish(first, then)
	}
}

// takeOne makes one of the moves of any slide of the upper piece. The sites on all rays, as far as
// a slide can go, are numbered.
func (s *slider) takeOne(far int, then *exec.Then) func(c *ctx, place int) {
	return func(c *ctx, place int) {
		from, low, high := s.from.site.Fn(c), exec.Undefined, maxDistance
		if s.gap.ranged {
			low = s.gap.low.Fn(c)
		}
		if !s.w.on(from) {
			return
		}
		oldFrom, oldTo, oldBetween := c.From, c.To, c.Between
		first := len(c.Moves)
		c.From = from
		rays := s.w.from(c, from)
		if s.gap.ranged {
			high = s.gap.high.Fn(c)
		}
		for _, r := range rays {
			if n := max(0, min(len(r), far)); place >= n {
				place -= n
				continue
			}
			if place < high {
				s.along(c, r[:place+1], low)
			}
			break
		}
		s.w.done(c, rays)
		c.From, c.To, c.Between = oldFrom, oldTo, oldBetween
		c.Finish(first, then)
	}
}

// along makes the slide to the end of a way, if it leads there.
func (s *slider) along(c *ctx, r topology.Ray, low int) {
	a := s.base(c.From)
	for i, to := range r {
		c.To = to
		if s.stop != nil && s.stop(c) && low <= i+1 {
			if i == len(r)-1 {
				s.one(c, &a, exec.Undefined, r[:i], to, true)
			}
			return
		}
		if c.Between = to; !s.goes(c) {
			return
		}
	}
	if low <= len(r) {
		s.one(c, &a, exec.Undefined, r[:len(r)-1], r[len(r)-1], false)
	}
}

// onRays is the ray, and where on it, of a site by its number on rays behind each other; -1 if
// there are fewer.
func onRays(rays []topology.Ray, number int) (topology.Ray, int) {
	for _, r := range rays {
		if number < len(r) {
			return r, number
		}
		number -= len(r)
	}
	return nil, -1
}

func (s *slider) moves(c *ctx) {
	from := s.from.site.Fn(c)
	low := exec.Undefined
	if s.gap.ranged {
		low = s.gap.low.Fn(c)
	}
	if !s.w.on(from) {
		return
	}
	oldFrom, oldTo, oldBetween := c.From, c.To, c.Between
	c.From = from
	rays := s.w.from(c, from)
	defer s.w.done(c, rays)
	level := exec.Undefined
	if s.level != nil {
		if level = s.level(c); level < exec.Undefined {
			return
		}
	}
	high := maxDistance
	if s.gap.ranged {
		high = s.gap.high.Fn(c)
	}
	if s.from.cond != nil && !s.from.cond(c) {
		return
	}
	a := s.base(from)
	if level != exec.Undefined && !s.stack {
		a.Level = int16(level)
	}
	if level != exec.Undefined || s.stack {
		a.Decision = true // Ludii takes it for one in any case
	}
	for _, r := range rays {
		if c.Aim != 0 && !slices.Contains(r, c.Aim-1) {
			continue
		}
		c.Between = oldBetween
		for i, to := range r {
			n := i + 1
			if n > high {
				break
			}
			c.To = to
			wanted := c.Aim == 0 || to+1 == c.Aim
			if s.stop != nil && s.stop(c) && low <= n {
				if wanted {
					s.one(c, &a, level, r[:i], to, true)
				}
				break
			}
			c.Between = to
			if !s.goes(c) {
				break
			}
			if low <= n && wanted {
				s.one(c, &a, level, r[:i], to, false)
			}
			if c.Err != nil {
				break
			}
		}
	}
	c.From, c.To, c.Between = oldFrom, oldTo, oldBetween
}

// one makes the move to a site behind others, unless its condition forbids it,
// which is asked last. Where a level or the stack is moved, Ludii leaves out the effect on
// the target of a slide that has not ended by a condition.
func (s *slider) one(c *ctx, a *exec.Action, level int, passed []int, to int, ended bool) {
	first, from := len(c.Moves), int(a.From)
	a.To = int32(to)
	m := c.Emit(a)
	lifted := true
	switch {
	case s.stack:
		span(c, m, 0, levels(c, s.k, from)-1)
	case level != exec.Undefined:
		span(c, m, level, level)
	default:
		lifted = false
	}
	if ended || !lifted {
		attach(c, m, s.effect, from, to)
	}
	if s.gap.trail != nil {
		// A trail of something that is no piece is none.
		if what := s.gap.trail(c); what > 0 && what < len(c.Prog.Components) {
			s.leave(c, what, from)
			for _, b := range passed {
				s.leave(c, what, b)
			}
		}
	}
	if s.passed != nil {
		for _, b := range passed {
			c.Between = b
			attach(c, m, s.passed, from, to)
		}
	}
	if s.toCond != nil && !s.toCond(c) {
		c.Moves = c.Moves[:min(first, len(c.Moves))]
		return
	}
	if len(passed) > 0 {
		c.SetBetween(m, passed)
	} else {
		c.Moves[m].Between = [2]int32{}
	}
}

// leave puts a piece on a site that was passed.
func (s *slider) leave(c *ctx, what, site int) {
	a := exec.On(exec.OpAdd, s.k, site)
	a.What = int32(what)
	c.Also(a)
}

// tracksNamed lists the tracks of a name, or all of them.
func (l *lowerer) tracksNamed(name string) []int {
	var found []int
	for i := range l.p.Tracks {
		if l.p.Tracks[i].Name == name || name == "AllTracks" {
			found = append(found, i)
		}
	}
	return found
}

// everyStart is all places of a site on tracks.
const everyStart = -1

// sampleTracks numbers slides along tracks: a place for every way that leads from a site, if a
// slide ends only where a condition stops it, else as many as the longest way has sites.
func (s *slider) sampleTracks(l *lowerer, t *check.Term, stopped bool, then *exec.Then) {
	ways, sites := 0, 1
	for _, at := range s.starts {
		ways = max(ways, len(at))
	}
	if s.stop == nil || !stopped {
		for _, i := range s.tracks {
			sites = max(sites, len(l.p.Tracks[i].Steps))
		}
	}
	l.bounded(t, exactly(ways*sites))
	l.takes(t, func(c *ctx, place int) {
		first := len(c.Moves)
		s.onTracks(c, place/sites)
		c.Choose(first, place%sites)
		c.SetMover(first, 0)
		c.Finish(first, then)
	})
}

// onTracks slides along tracks, in one of the ways that lead from the site or in all. On all
// tracks together only slides that go round a bend end somewhere.
func (s *slider) onTracks(c *ctx, start int) {
	from := s.from.site.Fn(c)
	if from == exec.Off || len(s.tracks) == 0 {
		return
	}
	oldFrom, oldTo, oldBetween := c.From, c.To, c.Between
	c.From = from
	if s.from.cond != nil && !s.from.cond(c) {
		return
	}
	low, high := exec.Undefined, maxDistance
	if s.gap.ranged {
		low, high = s.gap.low.Fn(c), s.gap.high.Fn(c)
	}
	if uint(from) < uint(len(s.starts)) {
		for i, at := range s.starts[from] {
			if start != everyStart && start != i {
				continue
			}
			s.onTrack(c, c.Prog.Tracks[at[0]].Steps, at[1], from, low, high)
		}
	}
	c.From, c.To, c.Between = oldFrom, oldTo, oldBetween
}

func (s *slider) onTrack(c *ctx, steps []exec.TrackStep, at, from, low, high int) {
	bends := steps[at].Bump
	for n := 1; steps[at].Next != exec.Off && n < len(steps) && n <= high && c.Err == nil; {
		to := steps[at].Next
		c.To = to
		if bends > 0 || !s.all {
			if s.stop != nil && s.stop(c) {
				if low <= n {
					m := c.NewMove(moving(s.k, from, to, s.decision))
					attach(c, m, s.effect, from, to)
					return
				}
			} else if low <= n && (s.toCond == nil || s.toCond(c)) {
				c.NewMove(moving(s.k, from, to, s.decision))
			}
		}
		n++
		c.Between = to
		if !s.goes(c) {
			return
		}
		at = steps[at].NextIndex
		if uint(at) >= uint(len(steps)) {
			return
		}
		bends += steps[at].Bump
	}
}
