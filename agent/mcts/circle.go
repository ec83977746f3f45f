package mcts

import (
	"cmp"
	"math"
	"slices"
	"time"

	"ludens/agent"
	"ludens/game"
)

// In a won position most moves are as good as the best, and playouts do not tell which of them comes nearer to
// the end. So a search may make the same moves for ever: what it knows is the same whenever it comes round. circles
// remembers where own moves have led, and the next move is another one, if one is about as good.
type circles struct {
	m     game.Machine
	recur game.Recurrer
	joint []game.Move
	legal []game.Move
	been  map[uint64]bool // positions that own moves have led to
	list  []arm
}

const (
	circleStep  = time.Millisecond // an engine that is slower would make answers late
	circleTries = 3                // of which one must be quick: other work may come in between
	aheadBy     = 0.05             // of an even share: who has less may be content to go in circles
	nearlyBest  = 0.1              // what another move may be worth less
	mostOthers  = 5                // other moves that are looked at
)

// newCircles is nil for a game that does not tell circles, or too slowly.
func newCircles(g game.Game) *circles {
	m := g.NewMachine()
	recur, ok := m.(game.Recurrer)
	if !ok || g.Facts().Players < 2 {
		return nil
	}
	recur.Recurrence() // what it needs to know of the game is found out once
	c := &circles{m: m, recur: recur, been: map[uint64]bool{}}
	start := m.Save(nil)
	for range circleTries {
		begin := time.Now()
		m.Load(start)
		for seat := range g.Facts().Players {
			if c.legal = m.Legal(seat, c.legal); len(c.legal) > 1 {
				c.after(start, seat, c.legal[0])
				break
			}
		}
		if time.Since(begin) <= circleStep {
			return c
		}
	}
	return nil
}

// after is where a move leads; false where others decide as well, or the match ends.
func (c *circles) after(from game.State, seat int, move game.Move) (uint64, bool) {
	c.m.Load(from)
	c.joint = c.joint[:0]
	for s := range c.m.Game().Facts().Seats {
		c.legal = c.m.Legal(s, c.legal)
		switch {
		case s == seat:
			c.joint = append(c.joint, move)
		case len(c.legal) == 1:
			c.joint = append(c.joint, c.legal[0])
		default:
			return 0, false
		}
	}
	c.m.Step(c.joint)
	if c.m.Terminal() {
		return 0, false
	}
	return c.recur.Recurrence(), true
}

// onward is the arm to play where a is the best.
func (p *Player) onward(turn agent.Turn, a arm) arm {
	c := p.circles
	if c == nil || len(turn.Legal) < 2 {
		return a
	}
	b := a
	if !guarded(func() { b = c.onward(turn, p.seat, a, p.list) }) {
		p.circles = nil
		return a
	}
	return b
}

// guarded is false where the engine panics: the search has said so, or will.
func guarded(f func()) (ok bool) {
	defer func() { ok = recover() == nil }()
	f()
	return true
}

// onward is the arm to play where a is the best of all: another one where a goes in a circle that leads
// nowhere.
func (c *circles) onward(turn agent.Turn, seat int, a arm, all []arm) arm {
	from := turn.Likeliest()
	to, ok := c.after(from, seat, a.move)
	if !ok {
		return a
	}
	mean := a.sum / float64(max(a.n, 1))
	if c.been[to] && !a.proven && mean > 1/float64(c.m.Game().Facts().Players)+aheadBy {
		c.list = append(c.list[:0], all...)
		slices.SortStableFunc(c.list, func(a, b arm) int { return cmp.Compare(b.n, a.n) })
		for i, tries := 0, 0; i < len(c.list) && tries < mostOthers; i++ {
			b := c.list[i]
			if b.n == 0 || b.proven || b.closed || b.move == a.move || !slices.Contains(turn.Legal, b.move) {
				continue
			}
			tries++
			if n := float64(b.n); b.sum/n-0.5/math.Sqrt(n) < mean-nearlyBest {
				continue
			}
			if there, ok := c.after(from, seat, b.move); ok && !c.been[there] {
				a, to = b, there
				break
			}
		}
	}
	c.been[to] = true
	return a
}
