package exec

import (
	"sync"

	"ludens/game"
)

// A Measure is a number that a condition of the end looks at.
type Measure struct {
	Text   string
	Player int // who is taken for the mover while it is read
	Fn     IntFn
}

// A Goal is a rule by which a player wins where something is somewhere.
type Goal struct {
	Mover, Winner int
	Miss          IntFn // how many steps miss; 0 where nothing does
}

// goals are what the rules miss at the beginning, found out when that is first asked for.
type goals struct {
	once  sync.Once
	begin []int // per goal; nil where there is nothing to come nearer to
}

// goals gives it.
func (g *Game) goals() []int {
	g.aims.once.Do(func() {
		if len(g.p.Goals) == 0 || g.p.Meta.Swap {
			return
		}
		m := newMachine(g)
		m.Reset()
		begin, some := make([]int, len(g.p.Goals)), false
		for i := range begin {
			if m.err == nil && !m.c.Over {
				begin[i] = m.c.read(g.p.Goals[i].Mover, g.p.Goals[i].Miss)
				some = some || begin[i] > 0
			}
		}
		if some {
			g.aims.begin = begin
		}
	})
	return g.aims.begin
}

// Near implements game.Measurer.
func (m *Machine) Near(dst []float64) bool {
	begin := m.g.goals()
	if begin == nil || m.err != nil || m.c.Over {
		return false
	}
	for p := range dst {
		best, some := -1.0, false
		for i := range begin {
			if x := &m.g.p.Goals[i]; x.Winner == p+1 && begin[i] > 0 {
				best, some = max(best, 1-float64(m.c.read(x.Mover, x.Miss))/float64(begin[i])), true
			}
		}
		if !some {
			best = 0
		}
		dst[p] = best
	}
	return true
}

var (
	_ game.Measured = (*Game)(nil)
	_ game.Measurer = (*Machine)(nil)
)

// measureWork bounds the steps that reading a measure may take, so that looking at a position stays cheap.
const measureWork = 1 << 16

// Measures implements game.Measured.
func (g *Game) Measures() []string {
	var out []string
	for i := range g.p.Measures {
		out = append(out, g.p.Measures[i].Text)
	}
	return out
}

// Measure implements game.Measurer.
func (m *Machine) Measure(need []bool, dst []float32) []float32 {
	dst = dst[:0]
	for i := range m.g.p.Measures {
		x := 0
		if need[i] && m.err == nil && !m.c.Over {
			x = m.c.read(m.g.p.Measures[i].Player, m.g.p.Measures[i].Fn)
		}
		dst = append(dst, float32(x))
	}
	return dst
}

// read is a number in the present position, which stays as it is, with a player for the mover; 0 where it cannot be told.
func (c *Ctx) read(player int, fn IntFn) (x int) {
	mover, next, prev := c.Mover, c.Next, c.Prev
	iter, mark, depth, err := c.Iter, c.Mark(), c.depth, c.Err
	work, left := c.work, c.left
	dirs, rays, tries := c.ndirs, c.nrays, len(c.tries)
	defer func() {
		if r := recover(); r != nil {
			for len(c.tries) > tries {
				c.Back()
			}
			x = 0
		}
		c.Err = err
		c.Mover, c.Next, c.Prev = mover, next, prev
		c.Iter, c.depth = iter, depth
		c.ndirs, c.nrays = dirs, rays
		c.work, c.left = work, left
		c.Release(mark)
	}()
	c.work, c.left = measureWork, 0
	c.Iter = undefinedIter
	if player != int(mover) {
		c.setMoverAlone(player)
	}
	c.Player = player
	return fn(c)
}
