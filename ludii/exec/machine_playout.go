package exec

import (
	"math/rand/v2"

	"ludens/game"
)

// Playout plays random moves to the end.
func (m *Machine) Playout(rng *rand.Rand, limit int) (steps int) { return m.play(rng, limit, true) }

// PlainPlayout is Playout without anything that spares work: in every position
// all legal moves are generated and one is picked.
func (m *Machine) PlainPlayout(rng *rand.Rand, limit int) (steps int) {
	return m.play(rng, limit, false)
}

// play plays random moves; draw says whether they are drawn without listing all
// where that can be done.
func (m *Machine) play(rng *rand.Rand, limit int, draw bool) (steps int) {
	if m.Terminal() || limit < 1 {
		return 0
	}
	m.names.forget()
	m.stepped = true
	c := m.c
	c.Rng = rng
	defer m.caught()
	if m.waiting {
		// Draw what Nature is asked, and all that follows from it; what was drawn
		// since the base position belongs to this one.
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
	for generated := true; steps < limit && !c.Over && c.Err == nil && m.err == nil; steps++ {
		if !generated && !(draw && c.Sample(rng)) {
			c.Generate()
			if c.Err != nil {
				break
			}
		}
		if !m.pick(rng) {
			m.err = game.ErrNoMove
			break
		}
		m.make()
		generated = false
		m.doing = stepping
	}
	m.fault()
	if m.doing == stepping {
		m.rebase()
		m.attempt()
	}
	return steps
}

// pick chooses a random move, in simultaneous games one for each player.
func (m *Machine) pick(rng *rand.Rand) bool {
	c := m.c
	m.joint = m.joint[:0]
	if m.c.Prog.Mode != Simultaneous {
		if len(c.Moves) == 0 {
			return false
		}
		m.joint = append(m.joint, rng.IntN(len(c.Moves)))
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
