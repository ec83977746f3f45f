package lower

import (
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

func init() { boolForms["is Loop"] = (*lowerer).isLoop }

// isLoop asks whether like pieces of one owner, among them the one on a site,
// surround some sites: the sites around are searched orthogonally for an area
// that does not reach the outer sites. Where it is asked for, the paths on tiles count
// instead.
func (l *lowerer) isLoop(t *check.Term) Bool {
	q := l.loopQuestion(t)
	var paths exec.BoolFn
	if l.flag(t.Arg("path"), false) {
		paths = l.pathLoop(t, q.colour)
	}
	return Bool{Fn: func(c *ctx) bool {
		if paths != nil {
			if site := q.start.Fn(c); site >= 0 && site < len(q.f.near) && c.Prog.Components[c.State.What(q.f.k, site)].Tile != nil {
				return paths(c)
			}
		}
		return q.asks(c, nil)
	}}
}

// A loopQuestion is what rules say of a loop: where it is looked for, whose pieces
// form it, and whose may be inside.
type loopQuestion struct {
	f             *fence
	start, colour Int
	roles         []Int // nil: anybody's
	all           int
}

func (l *lowerer) loopQuestion(t *check.Term) *loopQuestion {
	k, _ := l.kindOf(t.Arg("type"))
	q := &loopQuestion{start: lastTo(), colour: moverInt(), all: l.p.Players + 1}
	switch {
	case t.Arg("surround") != nil:
		q.roles = []Int{l.role(t.Arg("surround"))}
	case t.Arg("roles") != nil:
		q.roles = []Int{}
		for _, it := range t.Arg("roles").Items {
			q.roles = append(q.roles, l.role(it))
		}
	}
	if s := t.Arg("start"); s != nil && !isRegion(s) {
		q.start = l.int(s)
	}
	if a := t.Arg("colour"); a != nil {
		q.colour = l.int(a)
	}
	f := &fence{
		k: k, near: l.neighbours(k, topology.Adjacent), beside: l.neighbours(k, topology.Orthogonal),
		along: l.net(t.Arg("direction"), topology.Adjacent, k), outer: exec.NewBits(l.siteCount(k)),
	}
	sites := l.p.Topo.Of(k)
	f.rays = sites.Rays[topology.Orthogonal]
	f.steps = stepsOf(f.rays)
	for _, s := range sites.Sets.Outer {
		f.outer.Add(s)
	}
	q.f = f
	return q
}

// asks reports whether there is a loop; tell, which may be nil, hears of the sites
// within and of those around.
func (q *loopQuestion) asks(c *ctx, tell func(list, loop []int)) bool {
	site := q.start.Fn(c)
	if site < 0 || site >= len(q.f.near) {
		return false
	}
	what := c.State.What(q.f.k, site)
	if what <= 0 {
		return false
	}
	inside := ^uint64(0) // owners that may be inside
	if q.roles != nil {
		inside = 0
		for i := range q.roles {
			if p := q.roles[i].Fn(c); p >= 0 && p <= q.all {
				inside |= 1 << uint(p)
			}
		}
	}
	return q.f.surrounds(c, site, what, q.colour.Fn(c), inside, q.roles != nil, tell)
}

// A fence looks for loops.
type fence struct {
	k            kind
	near, beside [][]int          // adjacent and orthogonal neighbours
	rays         [][]topology.Ray // orthogonal
	steps        [][]int          // what rays are made of; nil if they lead elsewhere
	along        net              // the ways along a loop
	outer        exec.Bits
}

// mostSteps bounds the rays from a site of which steps are made.
const mostSteps = 32

// stepsOf gives the steps that rays are made of: whatever can be reached along rays can be reached,
// there and back, by these. It is nil where that is not so, or too many leave a site.
func stepsOf(rays [][]topology.Ray) [][]int {
	steps := make([][]int, len(rays))
	for s := range rays {
		if len(rays[s]) > mostSteps {
			return nil
		}
		for _, r := range rays[s] {
			if len(r) > 0 && !slices.Contains(steps[s], r[0]) {
				steps[s] = append(steps[s], r[0])
			}
		}
	}
	for s := range rays {
		for _, r := range rays[s] {
			before := s
			for _, to := range r {
				if !slices.Contains(steps[before], to) || !slices.Contains(steps[to], before) {
					return nil
				}
				before = to
			}
		}
	}
	return steps
}

func (f *fence) surrounds(c *ctx, site, what, colour int, inside uint64, chosen bool, tell func(list, loop []int)) bool {
	free := c.SetMark()
	defer c.FreeSets(free)
	var open exec.Bits // sites from which an outer site can be reached
	if !chosen && f.steps != nil {
		open = c.Set()
	}
	// The last neighbour is looked at first.
	for i := len(f.near[site]) - 1; i >= 0; i-- {
		origin := f.near[site][i]
		if f.outer.Has(origin) || inside>>uint(c.State.Who(f.k, origin))&1 == 0 {
			continue
		}
		if open != nil && f.escapes(c, origin, what, open) {
			continue
		}
		mark := c.SetMark()
		area := c.Set()
		list, closed := f.area(c, origin, what, inside, chosen, area)
		found := closed && f.closes(c, list, area, what, colour, tell)
		c.PutInts(list)
		c.FreeSets(mark)
		if found {
			return true
		}
	}
	return false
}

// escapes reports whether an outer site can be reached from a site, past those that hold what is
// looked for, and adds to open from where it can be reached. It is asked first, for areas are open as a
// rule, and for an answer it may go straight ahead; in which order the sites of an area that is closed
// are found counts.
func (f *fence) escapes(c *ctx, origin, what int, open exec.Bits) bool {
	if open.Has(origin) {
		return true
	}
	mark := c.SetMark()
	defer c.FreeSets(mark)
	seen, list := c.Set(), append(c.Ints(), origin)
	seen.Add(origin)
	out := false
	for len(list) > 0 && !out {
		at := list[len(list)-1]
		list = list[:len(list)-1]
		for _, s := range f.steps[at] {
			if seen.Has(s) || c.State.What(f.k, s) == what {
				continue
			}
			if out = f.outer.Has(s) || open.Has(s); out {
				break
			}
			seen.Add(s)
			list = append(list, s)
		}
	}
	c.PutInts(list)
	if out && c.State.What(f.k, origin) != what {
		open.Or(seen)
	}
	return out
}

// area fills a set with the sites within, from one of them on; it reports false
// when an outer site is reached.
func (f *fence) area(c *ctx, origin, what int, inside uint64, chosen bool, area exec.Bits) (list []int, closed bool) {
	list = append(c.Ints(), origin)
	area.Add(origin)
	if f.rays == nil {
		return list, true
	}
	for i := 0; i < len(list); i++ {
		for _, ray := range f.rays[list[i]] {
			for _, s := range ray {
				if area.Has(s) {
					continue
				}
				if c.State.What(f.k, s) == what {
					break
				}
				if !chosen || inside>>uint(c.State.Who(f.k, s))&1 != 0 && !f.outer.Has(s) {
					area.Add(s)
					list = append(list, s)
				}
				if f.outer.Has(s) {
					return list, false
				}
			}
		}
	}
	return list, true
}

// closes follows the sites around an area. They must all be of the right owner;
// then Ludii walks from each to the first neighbour that is one of them too, and
// takes sites out from which there is none, until as many have been walked over
// as there are left.
func (f *fence) closes(c *ctx, list []int, area exec.Bits, what, colour int, tell func(list, loop []int)) bool {
	loop := c.Ints()
	around := c.Set()
	mine := true
	for _, s := range list {
		for _, n := range f.beside[s] {
			if area.Has(n) || around.Has(n) {
				continue
			}
			around.Add(n)
			loop = append(loop, n)
			mine = mine && c.State.Who(f.k, n) == colour
		}
	}
	left, found := loop, false
	if mine {
		left, found = f.walk(c, loop, around, what)
	}
	if found && tell != nil {
		tell(list, left)
	}
	c.PutInts(loop)
	return found
}

func (f *fence) walk(c *ctx, loop []int, around exec.Bits, what int) (left []int, closed bool) {
	buf, walked := c.Ints(), c.Ints()
	defer func() {
		c.PutInts(walked)
		c.PutInts(buf)
	}()
	before, at := 0, 0
	for at < len(loop) {
		s := loop[at]
		if c.State.What(f.k, s) != what {
			loop = without(loop, s)
			around.Remove(s)
			at = before
			continue
		}
		next := -1
		for _, n := range f.along.of(c, s, buf) {
			if around.Has(n) && c.State.What(f.k, n) == what {
				next = n
				break
			}
		}
		if next < 0 {
			loop, walked = without(loop, s), without(walked, s)
			around.Remove(s)
			at = before
			continue
		}
		// A site that is walked over again counts again, so this ends.
		if walked = append(walked, s); len(walked) >= len(loop) {
			return loop, true
		}
		before = at
		for i, v := range loop {
			if v == next {
				at = i
				break
			}
		}
	}
	return nil, false
}

// without takes the first of a value out of a list.
func without(list []int, v int) []int {
	if i := slices.Index(list, v); i >= 0 {
		return slices.Delete(list, i, i+1)
	}
	return list
}
