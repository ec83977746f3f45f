package lower

import (
	"math"
	"slices"
	"strings"

	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// Sites on tracks.

func init() {
	intForms["trackSite Move"] = (*lowerer).trackMove
	intForms["trackSite EndSite"] = (*lowerer).trackEnd
	intForms["trackSite FirstSite"] = (*lowerer).trackFirst
	intForms["int.count StepsOnTrack"] = (*lowerer).stepsOnTrack
}

// A route is a track with the first step on each site.
type route struct {
	index int
	*exec.Track
	first []int32 // by site
	leaps []int32 // by site and number of steps, below mostLeap: where they lead to
}

const mostLeap = 16

// step is the first step on a site, the number of steps if there is none.
func (r *route) step(site int) int {
	if uint(site) < uint(len(r.first)) {
		return int(r.first[site])
	}
	for i := range r.Steps {
		if r.Steps[i].Site == site {
			return i
		}
	}
	return len(r.Steps)
}

// routes prepares the tracks.
func (l *lowerer) routes() []*route {
	if len(l.allRoutes) == len(l.p.Tracks) {
		return l.allRoutes
	}
	all := make([]*route, len(l.p.Tracks))
	for i := range all {
		r := &route{index: i, Track: &l.p.Tracks[i], first: make([]int32, l.p.TotalSites)}
		for s := range r.first {
			r.first[s] = int32(len(r.Steps))
		}
		for s := len(r.Steps) - 1; s >= 0; s-- {
			if site := r.Steps[s].Site; uint(site) < uint(len(r.first)) {
				r.first[site] = int32(s)
			}
		}
		if l.fix(mostLeap * len(r.first) / 2) {
			r.leaps = make([]int32, mostLeap*len(r.first))
			for s := range r.first {
				for n := range mostLeap {
					r.leaps[mostLeap*s+n] = int32(r.leap(int(r.first[s]), n))
				}
			}
		}
		all[i] = r
	}
	l.allRoutes = all
	return all
}

// leap is the site that so many steps lead to from a step of a track, which may be the one behind
// its last.
func (r *route) leap(i, steps int) int {
	if i += steps; i < len(r.Steps) {
		return r.Steps[i].Site
	}
	if len(r.Steps) == 0 {
		return exec.Off
	}
	last := &r.Steps[len(r.Steps)-1]
	if last.Next == exec.Off {
		return exec.Off
	}
	// The number of the step counts on round a loop.
	if i -= len(r.Steps); i > 0 {
		i = (i-1)%len(r.Steps) + 1
	}
	if i == 0 {
		return last.Next
	}
	return r.Steps[i-1].Next
}

// moverTracks gives by player the track that moves go along: with a name the
// first of the player's that holds it, else, if anybody's will do, the first that
// does; then the player's first, then nobody's.
func (l *lowerer) moverTracks(name *check.Term, anybody bool) []*route {
	all := l.routes()
	by := make([]*route, l.p.Players+2)
	pick := func(ok func(r *route) bool) *route {
		for _, r := range all {
			if len(r.Steps) > 0 && ok(r) {
				return r
			}
		}
		return nil
	}
	for p := range by {
		if name != nil {
			by[p] = pick(func(r *route) bool { return strings.Contains(r.Name, name.Text) && r.Owner == p })
			if by[p] == nil && anybody {
				by[p] = pick(func(r *route) bool { return strings.Contains(r.Name, name.Text) })
			}
		}
		if by[p] == nil {
			by[p] = pick(func(r *route) bool { return r.Owner == p })
		}
		if by[p] == nil {
			by[p] = pick(func(r *route) bool { return r.Owner == 0 })
		}
	}
	return by
}

// onTrack reads the argument that names a player or a track.
func (l *lowerer) onTrack(t *check.Term) (player Int, name *check.Term) {
	if t != nil && t.Form == nil && t.Sort == check.String {
		return moverInt(), t
	}
	return l.player(t), nil
}

// trackMove is the site some steps on. Past the end of a track it goes on with
// what the last step leads to.
func (l *lowerer) trackMove(t *check.Term) Int {
	player, name := l.onTrack(t.Arg("player"))
	by, from, steps := l.moverTracks(name, true), iterFrom(), l.int(t.Arg("steps"))
	if f := t.Arg("from"); f != nil {
		from = l.int(f)
	}
	anywhere := func(c *ctx) int {
		p := player.Fn(c)
		if uint(p) >= uint(len(by)) || by[p] == nil {
			return exec.Off
		}
		i, ok := by[p].at(c, from.Fn(c), p)
		if !ok {
			return exec.Off
		}
		return by[p].leap(i, max(steps.Fn(c), 0))
	}
	if d := steps.Dice; d != nil && player.Iter == IterMover && from.Iter == IterFrom {
		// Frequent: so far as the dice show, from where a piece of the mover stands.
		thrown := l.throws(by, d)
		return Int{Fn: func(c *ctx) int {
			if p := int(c.Mover); uint(p) < uint(len(thrown)) {
				t, n := &thrown[p], int(c.SumDice[d.dice])
				if at := mostThrow*c.From + n; uint(n) < mostThrow && uint(at) < uint(len(t.to)) && (t.loop || !c.Prog.Flags.InternalLoop) {
					if to := t.to[at]; to != beyond {
						return int(to)
					}
				}
			}
			return anywhere(c)
		}}
	}
	return Int{Fn: anywhere}
}

// A throw is where what the dice show leads to along a track.
type throw struct {
	to   []int32 // by site and the sum of the dice, below mostThrow; beyond: to be worked out
	loop bool
}

const (
	mostThrow = 32
	beyond    = math.MinInt32
)

// throws prepares the tracks of all players for some dice. A table that is not worth its memory is left out.
func (l *lowerer) throws(by []*route, d *pips) []throw {
	all := make([]throw, len(by))
	made := map[*route][]int32{}
	for p, r := range by {
		if r == nil {
			continue
		}
		to, ok := made[r]
		if !ok && r.leaps != nil && l.fix(mostThrow*len(r.first)/2) {
			to = make([]int32, mostThrow*len(r.first))
			for i := range to {
				to[i] = beyond
				if n := d.means(i % mostThrow); uint(n) < mostLeap {
					to[i] = r.leaps[mostLeap*(i/mostThrow)+n]
				}
			}
			to = l.oneTable(to)
			made[r] = to
		}
		all[p] = throw{to, r.Loop}
	}
	return all
}

// oneTable gives the table that is equal to one, which may be another one: descriptions ask for
// the same again and again, and tables that are the same stay in the processor's cache.
func (l *lowerer) oneTable(t []int32) []int32 {
	h := uint64(len(t))
	for _, v := range t {
		h = (h ^ uint64(uint32(v))) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	if u, ok := l.tables[h]; ok && slices.Equal(t, u) {
		l.fixedSet -= len(t) / 2
		return u
	}
	if l.tables == nil {
		l.tables = map[uint64][]int32{}
	}
	l.tables[h] = t
	return t
}

// at is the step of a track that a site, or the player's piece on it, is on. Where
// tracks pass a site more than once it is known of the pieces.
func (r *route) at(c *ctx, site, player int) (step int, ok bool) {
	if r.Loop || !c.Prog.Flags.InternalLoop {
		return r.step(site), true
	}
	if site < 0 {
		return 0, false
	}
	k := c.Prog.KindAt(site)
	what := c.State.What(k, site)
	for level := range c.Size(k, site) {
		if c.WhoAt(k, site, level) == player {
			what = c.WhatAt(k, site, level)
			break
		}
	}
	if what == 0 || c.OnTrack == nil {
		return r.step(site), true
	}
	for i := r.step(site); i < len(r.Steps); i++ {
		if r.Steps[i].Site == site && c.OnTrackAt(c.Prog, r.index, what, i) > 0 {
			return i, true
		}
	}
	return len(r.Steps), true
}

// endTracks gives by player, 0 meaning nobody in particular, the track whose ends
// are meant: with a name the first that holds it and is the player's, else the
// first of the player's or nobody's; if there is none, the first of all.
func (l *lowerer) endTracks(name *check.Term) []*route {
	all := l.routes()
	by := make([]*route, l.p.Players+2)
	for p := range by {
		for _, r := range all {
			ok := r.Owner == p || r.Owner == 0
			if name != nil {
				ok = strings.Contains(r.Name, name.Text) && (p == 0 || r.Owner == p)
			}
			if ok {
				by[p] = r
				break
			}
		}
		if by[p] == nil && len(all) > 0 {
			by[p] = all[0]
		}
	}
	return by
}

// ends lowers the player and the name of a track whose ends are meant.
func (l *lowerer) ends(t *check.Term) func(c *ctx) *route {
	by, player := l.endTracks(t.Arg("track")), Const(0)
	if p := t.Arg("player"); p != nil {
		player = l.player(p)
	}
	return func(c *ctx) *route {
		if p := player.Fn(c); uint(p) < uint(len(by)) {
			return by[p]
		}
		return nil
	}
}

func (l *lowerer) trackEnd(t *check.Term) Int {
	track := l.ends(t)
	return Int{Fn: func(c *ctx) int {
		r := track(c)
		if r == nil || len(r.Steps) == 0 {
			return exec.Undefined
		}
		return r.Steps[len(r.Steps)-1].Site
	}}
}

// trackFirst is the first site of a track, from one of its sites on and round,
// that fulfils a condition on (to).
func (l *lowerer) trackFirst(t *check.Term) Int {
	track, from, cond := l.ends(t), l.intOr(t.Arg("from"), exec.Undefined), l.boolOr(t.Arg("if"), true)
	return Int{Fn: func(c *ctx) int {
		r := track(c)
		if r == nil {
			return exec.Undefined
		}
		start := 0
		if f := from.Fn(c); f != exec.Undefined {
			start = r.step(f)
		}
		if start >= len(r.Steps) {
			return exec.Undefined
		}
		to, found := c.To, exec.Undefined
		for i := range r.Steps {
			c.Tick()
			c.To = r.Steps[(start+i)%len(r.Steps)].Site
			if cond.Fn(c) {
				found = c.To
				break
			}
		}
		c.To = to
		return found
	}}
}

// stepsOnTrack is the number of steps from one site to another.
func (l *lowerer) stepsOnTrack(t *check.Term) Int {
	player, name := l.onTrack(t.Arg("player"))
	by, a, b := l.moverTracks(name, false), l.int(t.Arg("site1")), l.int(t.Arg("site2"))
	return Int{Fn: func(c *ctx) int {
		p := player.Fn(c)
		if uint(p) >= uint(len(by)) || by[p] == nil {
			return exec.Off
		}
		r, site1, site2 := by[p], a.Fn(c), b.Fn(c)
		inner := !r.Loop && c.Prog.Flags.InternalLoop
		start, ok := r.at(c, site1, p)
		if !ok {
			return exec.Off
		}
		n := len(r.Steps)
		for i := range n {
			c.Tick()
			at := start + i
			if at >= n {
				if inner {
					break
				}
				// Nothing before the end stands for a site that is not on the track.
				at -= n
			}
			if r.Steps[at].Site == site2 {
				return i
			}
		}
		return exec.Off
	}}
}
