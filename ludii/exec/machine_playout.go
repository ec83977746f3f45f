package exec

import (
	"math/rand/v2"

	"ludens/game"
)

// Playout plays random moves to the end.
func (m *Machine) Playout(rng *rand.Rand, limit int) (steps int) {
	return m.play(rng, limit, true, nil)
}

// Trace is Playout with weights, and tells the moves. Where players take turns a move is told
// also if there was no other.
func (m *Machine) Trace(rng *rand.Rand, limit int, weigh func(int, game.Move) float64, made []game.Made) (int, []game.Made) {
	t := tracing{made: made}
	if weigh != nil {
		t.weigh = func(c *Ctx, mv *Move) float64 {
			return weigh(m.agent(int(mv.Mover)), game.Move(c.HashMove(mv)))
		}
	}
	steps := m.play(rng, limit, true, &t)
	return steps, t.made
}

// tracing is what a playout with weights is told and tells.
type tracing struct {
	weigh func(c *Ctx, mv *Move) float64 // nil: all alike
	made  []game.Made
}

// PlainPlayout is Playout without anything that spares work: in every position
// all legal moves are generated and one is picked.
func (m *Machine) PlainPlayout(rng *rand.Rand, limit int) (steps int) {
	return m.play(rng, limit, false, nil)
}

// play plays random moves; draw says whether they are drawn without listing all
// where that can be done.
func (m *Machine) play(rng *rand.Rand, limit int, draw bool, t *tracing) (steps int) {
	var weigh func(*Ctx, *Move) float64
	if t != nil {
		weigh = t.weigh
	}
	c := m.c
	if c.spare && draw && weigh == nil {
		weigh = (*Ctx).sparing
	}
	fills := draw && weigh == nil
	generated := !fills || m.waiting || c.fillings() == nil
	if generated {
		m.settle()
	}
	if m.Terminal() || limit < 1 {
		return 0
	}
	m.stepped = true
	if !generated {
		m.leave()
		m.moved()
	}
	c.Rng = rng
	defer m.caught()
	if m.waiting {
		// Draw what Nature is asked, and all that follows from it; what was drawn
		// since the base position belongs to this one.
		m.moved()
		m.waiting, m.used = false, 0
		c.Draw = func(q Chance) int {
			if m.used == len(m.outcomes) {
				m.outcomes = append(m.outcomes, uint16(c.drawRandom(q)))
			}
			m.used++
			return min(int(m.outcomes[m.used-1]), q.N-1)
		}
		m.resume()
		steps++
	}
	if m.g.p.Flags.Stochastic {
		c.Draw = c.random
	}
	if c.decisive {
		c.watch()
	}
	seen := m.g.sign.Look()
	for ; steps < limit && !c.Over && c.Err == nil && m.err == nil; steps++ {
		if err := m.g.sign.Since(seen); err != nil {
			m.err = err
			break
		}
		vain := false
		if !generated && fills {
			mover, seat := int(c.Mover), 0
			if t != nil {
				seat = m.agent(mover)
			}
			var done bool
			if done, vain = c.fill(rng); done {
				if t != nil {
					t.made = append(t.made, game.Made{Seat: seat, Move: game.Move(c.hashFilled(mover))})
				}
				m.onward()
				continue
			}
		}
		if !generated && (!draw || vain || !c.SampleWeighted(rng, weigh, 1)) {
			c.Generate()
			if c.Err != nil {
				break
			}
		}
		if !m.pick(rng, weigh) {
			if m.g.p.Players > 0 { // see still
				m.err = game.ErrNoMove
			}
			break
		}
		if t != nil {
			m.tell(t)
		}
		m.make()
		m.onward()
		generated = false
	}
	m.fault()
	if m.doing == stepping {
		m.rebase()
		m.attempt()
	}
	return steps
}

// onward notes that the first move of a playout has been made.
func (m *Machine) onward() {
	if m.doing != stepping {
		m.leave()
		m.moved()
		m.doing = stepping
	}
}

// tell appends the moves that were picked: where players take turns that of the mover, for
// whether there was another is not known where moves are drawn, else those of who had others.
func (m *Machine) tell(t *tracing) {
	c := m.c
	for _, j := range m.joint {
		mv := &c.Moves[j]
		if c.Mode() == Simultaneous && c.only(mv) {
			continue
		}
		t.made = append(t.made, game.Made{Seat: m.agent(int(mv.Mover)), Move: game.Move(c.HashMove(mv))})
	}
}

// only reports whether a move is the only one of its mover.
func (c *Ctx) only(mv *Move) bool {
	for i := range c.Moves {
		if o := &c.Moves[i]; o != mv && o.Mover == mv.Mover {
			return false
		}
	}
	return true
}

// pick chooses a random move, in simultaneous games one for each player, there without
// weights.
func (m *Machine) pick(rng *rand.Rand, weigh func(*Ctx, *Move) float64) bool {
	c := m.c
	m.joint = m.joint[:0]
	if m.c.Mode() != Simultaneous {
		if len(c.Moves) == 0 {
			return false
		}
		pick := rng.IntN(len(c.Moves))
		if weigh != nil {
			for left := rejections; left > 0 && len(c.Moves) > 1 && rng.Float64() >= weigh(c, &c.Moves[pick]); left-- {
				pick = rng.IntN(len(c.Moves))
			}
		}
		m.joint = append(m.joint, pick)
		return true
	}
	for p := 1; p <= m.g.p.Players; p++ {
		n, pick := 0, -1
		for i := range c.Moves {
			if int(c.Moves[i].Mover) != p {
				continue
			}
			if n++; rng.IntN(n) == 0 {
				pick = i
			}
		}
		if pick >= 0 {
			m.joint = append(m.joint, pick)
		}
	}
	return len(m.joint) > 0
}

// rejections bounds how often a listed move is drawn anew for its weight.
const rejections = 32
