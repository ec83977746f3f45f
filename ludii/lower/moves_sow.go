package lower

import (
	"strings"

	"ludens/ludii/check"
	"ludens/ludii/exec"
)

func init() { moveForms["sow"] = (*lowerer).sow }

// maxSkips bounds the holes skipped one after the other, as in Ludii.
const maxSkips = 10000

// sow takes pieces from a site and puts them one by one on the sites behind it on a
// track; then it tries the capture on the position that this gives.
func (l *lowerer) sow(t *check.Term) exec.MovesFn {
	s := &sower{start: lastTo(), perHole: l.intOr(t.Arg("numPerHole"), 1), owner: l.intOr(t.Arg("owner"), exec.Off)}
	s.k, _ = l.kindOf(t.Arg("type"))
	if v := t.Arg("site"); v != nil {
		s.start = l.int(v)
	}
	if v := t.Arg("count"); v != nil {
		s.count = l.int(v).Fn
	} else {
		at, start := l.at(l.p.Default), s.start.Fn
		s.count = func(c *ctx) int {
			site := start(c)
			return c.CountAt(at(c, site), site)
		}
	}
	if v := t.Arg("track"); v != nil {
		s.name, s.named = v.Text, true
	}
	for i := range l.p.Tracks {
		if !s.named || strings.Contains(l.p.Tracks[i].Name, s.name) {
			s.tracks = append(s.tracks, i)
		}
	}
	s.captures = func(*ctx) bool { return true }
	if b := t.Arg("if"); b != nil {
		s.captures = l.bool(b).Fn
	}
	if m := t.Arg("sowEffect"); m != nil {
		s.each = l.moves(m)
	}
	if m := t.Arg("apply"); m != nil {
		s.capture = l.moves(m)
	}
	s.self = l.flag(t.Arg("includeSelf"), true)
	s.origin = l.boolOr(t.Arg("origin"), false).Fn
	if b := t.Arg("skipIf"); b != nil {
		s.skip = l.bool(b).Fn
	}
	if b := t.Arg("backtracking"); b != nil {
		s.back = l.bool(b).Fn
	}
	if b := t.Arg("forward"); b != nil {
		s.forth = l.bool(b).Fn
	}
	then := l.then(t)
	return func(c *ctx) {
		first := len(c.Moves)
		s.moves(c)
		c.Finish(first, then)
	}
}

type sower struct {
	k        kind
	start    Int
	count    exec.IntFn
	perHole  Int
	owner    Int
	name     string
	named    bool
	tracks   []int // those whose names contain the name
	captures exec.BoolFn
	each     exec.MovesFn // at every hole
	capture  exec.MovesFn
	self     bool // the origin is sown too
	origin   exec.BoolFn
	skip     exec.BoolFn
	back     exec.BoolFn
	forth    exec.BoolFn
}

// track finds the track for this player.
func (s *sower) track(c *ctx) *exec.Track {
	owner := s.owner.Fn(c)
	for _, i := range s.tracks {
		t := &c.Prog.Tracks[i]
		if !s.named || owner == exec.Off && t.Name == s.name || owner != exec.Off && t.Owner == owner {
			return t
		}
	}
	return nil
}

func (s *sower) moves(c *ctx) {
	start, count, perHole := s.start.Fn(c), s.count(c), s.perHole.Fn(c)
	track := s.track(c)
	if track == nil {
		return
	}
	oldFrom, oldTo, oldValue := c.From, c.To, c.Value
	at := 0
	for at < len(track.Steps) && track.Steps[at].Site != start {
		at++
	}
	// The move has no action of its own at first.
	m := c.NewMove(exec.Blank(exec.OpNone))
	mv := &c.Moves[m]
	mv.Actions[1] = mv.Actions[0]
	c.Actions = c.Actions[:mv.Actions[0]]
	mv.From, mv.To = 0, 0

	c.From = start
	sown := 0
	if s.origin(c) {
		s.effect(c, m)
		a := moving(s.k, start, start, false)
		for i := 0; i < perHole && sown < count; i++ {
			c.Also(a)
			sown++
		}
		c.To = start
	}
	c.From = oldFrom
	if sown < count {
		var ok bool
		if at, ok = s.round(c, m, track, at, start, count, sown); !ok {
			c.Moves = c.Moves[:m]
			return // Ludii leaves the iterators as they are
		}
	}
	if s.capture != nil && c.Err == nil {
		s.take(c, m, track, at, start)
	}
	c.From, c.To, c.Value = oldFrom, oldTo, oldValue
}

// effect adds what happens at a hole to the move.
func (s *sower) effect(c *ctx, m int) {
	if s.each == nil {
		return
	}
	s.each(c)
	if len(c.Moves) > m+1 {
		c.Absorb(m)
	}
}

// round goes along the track until all is sown. It gives the place on the track where it
// ended, and false where the origin is not on the track or the track ends.
func (s *sower) round(c *ctx, m int, track *exec.Track, at, start, count, sown int) (int, bool) {
	steps := track.Steps
	skipped := 0
	for i := 0; i < min(count, exec.MaxActions) && c.Err == nil; i++ {
		c.Tick()
		c.Value = count - i
		if uint(at) >= uint(len(steps)) {
			return at, false
		}
		to := steps[at].Next
		c.To = to
		if s.skip != nil && s.skip(c) && skipped < maxSkips {
			i--
			skipped++
			at = steps[at].NextIndex
			continue
		}
		skipped = 0
		if !s.self && to == start {
			if at = steps[at].NextIndex; uint(at) >= uint(len(steps)) {
				return at, false
			}
			to = steps[at].Next
		}
		a := moving(s.k, start, to, false)
		s.marks(c, &a)
		perHole := s.perHole.Fn(c)
		s.effect(c, m)
		for j := 0; j < perHole && sown < count && c.Err == nil; j++ {
			c.Also(a)
			sown++
		}
		at = steps[at].NextIndex
		if sown >= count {
			break
		}
	}
	return at, true
}

// marks lets a piece take over the local state, rotation and value of where it
// goes, if they differ.
func (s *sower) marks(c *ctx, a *exec.Action) {
	f := &c.Prog.Flags
	from, to := int(a.From), int(a.To)
	if f.SiteState {
		if v := c.StateAt(s.k, to, exec.Undefined); v != c.StateAt(s.k, from, exec.Undefined) {
			a.State = int32(v)
		}
	}
	if f.Rotation {
		if v := c.RotationAt(s.k, to, exec.Undefined); v != c.RotationAt(s.k, from, exec.Undefined) {
			a.Rotation = int32(v)
		}
	}
	if f.Value {
		if v := c.ValueAt(s.k, to, exec.Undefined); v != c.ValueAt(s.k, from, exec.Undefined) {
			a.Value = int32(v)
		}
	}
}

// take tries the sowing and adds to the move the captures that follow from it: at
// the last hole and, where it says so, on along the track in either way. All captures
// see the position after the sowing, none of them the others.
func (s *sower) take(c *ctx, m int, track *exec.Track, at, start int) {
	c.Push()
	for _, a := range c.Actions[c.Moves[m].Actions[0]:c.Moves[m].Actions[1]] {
		c.Do(&a)
	}
	steps := track.Steps
	for n := 0; c.Err == nil && s.captures(c); {
		c.From = start
		s.collect(c, m)
		if s.back == nil && s.forth == nil || uint(at) >= uint(len(steps)) {
			break
		}
		if s.back != nil {
			if !s.back(c) {
				break
			}
			c.To = steps[at].Prev
			to := c.To
			at = steps[at].PrevIndex
			if !s.back(c) || to == start {
				break
			}
		}
		if s.forth != nil {
			if !s.forth(c) {
				break
			}
			if !track.Loop && steps[at].Next == exec.Off {
				break
			}
			c.To = steps[at].Next
			at = steps[at].NextIndex
			if !s.forth(c) {
				break
			}
		}
		if n++; n >= len(steps) || uint(at) >= uint(len(steps)) {
			break
		}
	}
	c.Pop()
}

// collect makes the captures in a position of their own and adds to the move what
// was really done.
func (s *sower) collect(c *ctx, m int) {
	first := len(c.Moves)
	s.capture(c)
	applied := len(c.Applied)
	for i := first; i < len(c.Moves) && c.Err == nil; i++ {
		c.Push()
		c.Apply(c.Moves[i], true)
		c.Pop()
	}
	c.Moves = c.Moves[:min(first, len(c.Moves))]
	for i := applied; i < len(c.Applied); i++ {
		c.Also(c.Applied[i])
	}
	c.Applied = c.Applied[:applied]
}
