package exec

import (
	"slices"

	"ludens/ludii/topology"
)

// Meta rules that change moves or take some away.

// maxAutomoves bounds how often forced moves follow each other.
const maxAutomoves = 1000

// beforeMove applies the meta rules that add to a move before it is made.
func (c *Ctx) beforeMove(m *Move) {
	if c.Prog.Meta.Automove {
		for i := 0; c.automove(m); i++ {
			if i == maxAutomoves {
				c.Fail(ErrDepth)
				return
			}
		}
	}
	if c.Prog.Meta.Gravity {
		c.gravity(m)
	}
}

// also gives a move a consequence: moves that are known already.
func (c *Ctx) also(m *Move, moves []Move) {
	fn := func(c *Ctx) { c.Moves = append(c.Moves, moves...) }
	c.ThenNodes = append(c.ThenNodes, ThenNode{&Then{Fn: fn}, m.Then})
	m.Then = int32(len(c.ThenNodes) - 1)
}

// automove adds to a move those that are the only ones to their sites after it.
// It reports false if there are none.
func (c *Ctx) automove(m *Move) bool {
	if !c.Ahead() {
		return false
	}
	first := len(c.Moves)
	c.Apply(*m, true)
	c.Iter = undefinedIter
	c.Prog.Phases[c.Phase[c.Mover]].Play(c)
	to := map[int32]int{}
	for i := first; i < len(c.Moves); i++ {
		to[c.Moves[i].To]++
	}
	var forced []Move
	for _, n := range c.Moves[first:] {
		if to[n.To] == 1 {
			forced = append(forced, n)
		}
	}
	// Their actions stay in the buffers until the next generation.
	c.Moves = c.Moves[:first]
	c.Back()
	if len(forced) == 0 {
		return false
	}
	c.also(m, forced)
	return true
}

// gravity lets pieces that have nothing below them fall after a move, the one on
// the lowest site first, until all lie.
func (c *Ctx) gravity(m *Move) {
	if !c.Ahead() {
		return
	}
	mark := c.Mark()
	c.Apply(*m, true)
	c.Release(mark)
	down := c.Prog.Topo.Of(topology.Vertex).Rays[topology.Downward]
	var falls []Action
	for c.Err == nil && len(falls) < MaxMemory {
		a, ok := c.fall(down)
		if !ok {
			break
		}
		c.Do(&a)
		falls = append(falls, a)
	}
	c.Back()
	if len(falls) == 0 {
		return
	}
	first := int32(len(c.Actions))
	c.Actions = append(c.Actions, falls...)
	c.checkActions()
	c.also(m, []Move{{
		From: falls[0].From, To: falls[0].To, Actions: [2]int32{first, int32(len(c.Actions))},
		State: Undefined,
	}})
}

// fall finds the next piece that falls.
func (c *Ctx) fall(down [][]topology.Ray) (Action, bool) {
	for site := range down {
		if c.What(topology.Vertex, site) == 0 {
			continue
		}
		for _, ray := range down[site] {
			if len(ray) > 0 && c.What(topology.Vertex, ray[0]) == 0 {
				a := Blank(OpMove)
				a.Kind, a.KindTo = topology.Vertex, topology.Vertex
				a.From, a.To, a.Level, a.LevelTo = int32(site), int32(ray[0]), 0, 0
				return a, true
			}
		}
	}
	return Action{}, false
}

// pinned takes out the moves that take away a piece of the board on which more
// than one other lies.
func (c *Ctx) pinned() {
	up := c.Prog.Topo.Of(topology.Vertex).Rays[topology.Upward]
	c.keep(0, func(i int) bool {
		r := c.Moves[i].Actions
		return !slices.ContainsFunc(c.Actions[r[0]:r[1]], func(a Action) bool {
			site := int(a.From)
			if a.Op == OpRemove {
				site = int(a.To)
			} else if a.Op != OpMove {
				return false
			}
			if site < 0 || site >= len(up) || c.What(topology.Vertex, site) == 0 {
				return false
			}
			above := 0
			for _, ray := range up[site] {
				if len(ray) > 0 && c.What(topology.Vertex, ray[0]) != 0 {
					above++
				}
			}
			return above > 1
		})
	})
}

// notOnFallen takes out the moves that put a piece of the board on what it carried
// itself: to a site in line above the one that it leaves, into which those above fall, or
// to one in line behind that.
func (c *Ctx) notOnFallen() {
	k := topology.Vertex
	if c.Prog.Topo.NumSites(k) == 0 {
		return
	}
	c.keep(0, func(i int) bool {
		r := c.Moves[i].Actions
		return !slices.ContainsFunc(c.Actions[r[0]:r[1]], func(a Action) bool {
			c.Spend(16) // lines are looked up
			if a.Op != OpMove || int(a.From) >= c.Prog.Topo.NumSites(k) || a.From < 0 || c.What(k, int(a.From)) == 0 {
				return false
			}
			return slices.ContainsFunc(c.Prog.Topo.Lines(k, topology.Upward, int(a.From)), func(l topology.Line) bool {
				return slices.Contains(l.Ray, int(a.To)) || slices.Contains(l.Opposite, int(a.To))
			})
		})
	})
}

// swapMoves offers the exchange of players to the last to make a first move:
// with the player before.
func (c *Ctx) swapMoves() {
	if int(c.State.Moves) != c.Prog.Players-1 {
		return
	}
	other := c.RunMover
	if other == c.Mover || other < 1 || int(other) > c.Prog.Players {
		return
	}
	a := Blank(OpSwap)
	a.Decision = true
	a.Player, a.What = c.Mover, other
	i := c.NewMove(a)
	next := Blank(OpNext)
	next.Player = c.Mover
	c.Actions = append(c.Actions, next)
	c.Moves[i].Actions[1]++
}

// noteRun counts moves in a row by the same player, of which Ludii asks whether the
// first was a pass. Start rules are moves of nobody.
func (c *Ctx) noteRun(mover int32, pass bool) {
	s := c.State
	if s.RunMoves > 0 && mover == s.RunMover {
		s.RunMoves++
		return
	}
	if s.RunMoves > 0 {
		if s.RunPass && (s.RunMoves <= 2 || s.Runs == 0) {
			s.RunsPassed++
		} else {
			s.RunsPassed = 0
		}
		s.Runs++
		s.RunBefore = s.RunMover
	}
	s.RunFrom = s.Last.From
	s.RunMover, s.RunMoves, s.RunPass = mover, 1, pass
}

// allPassed reports whether nobody did anything but pass in the last round. Where
// the match is too young for a round, it is enough that all moves so far were passes.
func (c *Ctx) allPassed() bool {
	s, n := c.State, int32(c.Prog.Players)
	switch {
	case n == 1:
		return s.Last.Pass
	case n == 0 || s.RunMover != s.Mover || !s.RunPass:
		return false
	case s.Runs == 0:
		return true
	case s.RunMoves > 1:
		return false
	}
	return s.RunsPassed >= n-1 || s.RunsPassed == s.Runs
}
