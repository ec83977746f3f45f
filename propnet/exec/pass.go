package exec

import (
	"sync"

	"ludens/game"
)

var _ game.Passer = (*machine)(nil)

// turn is how positions of a game for two say whose turn it is, found out when it is first asked for.
type turn struct {
	once sync.Once
	of   [2][]uint64 // per seat: the fluents that hold when it is to move, and only then; nil where there are none
}

// Pass implements game.Passer: it is the other seat's turn, and all else stays.
func (m *machine) Pass() bool {
	c := &m.g.turn
	c.once.Do(func() { c.find(m.g) })
	if c.of[0] == nil || m.err != nil || m.Terminal() {
		return false
	}
	m.timeless = m.Save(m.timeless)
	for seat, own := range c.of {
		if !holds(m.timeless, own, c.of[1-seat]) {
			continue
		}
		m.turned(own, c.of[1-seat])
		if m.err == nil {
			return true
		}
		m.turned(c.of[1-seat], own)
		return false
	}
	return false
}

// holds says whether all of some fluents hold and none of others.
func holds(s game.State, these, not []uint64) bool {
	for w, x := range these {
		if s[w]&x != x || s[w]&not[w] != 0 {
			return false
		}
	}
	return true
}

// turned puts some fluents in the place of others.
func (m *machine) turned(from, to []uint64) {
	for w, x := range from {
		m.timeless[w] = m.timeless[w]&^x | to[w]
	}
	m.Load(m.timeless)
}

// Random matches that are looked at for whose turn it is.
const (
	turnMatches = 8
	turnSteps   = 100 // of a match, and fewer where they take more than clockWork gates in all
	turnLeast   = 10  // positions of each seat, at least
)

// find finds the fluents that hold wherever one of two seats alone has a choice and nowhere that the other has, in random
// matches.
func (c *turn) find(g *Game) {
	if g.facts.Players != 2 || len(g.facts.Seats) != 2 {
		return
	}
	m, words := newMachine(g), g.l.baseWords
	var always, ever [2][]uint64
	var positions [2]int
	for seat := range always {
		always[seat], ever[seat] = make([]uint64, words), make([]uint64, words)
		for w := range always[seat] {
			always[seat][w] = ^uint64(0)
		}
	}
	var walk game.Walker
	var legal [2][]game.Move
	left := clockWork / (g.l.net.Gates() + 1)
	for n := range turnMatches {
		rng := game.Stream(1, "propnet.exec.pass", uint64(n))
		m.Reset()
		for step := 0; step < turnSteps && left > 0 && !m.Terminal(); step++ {
			left--
			for seat := range legal {
				legal[seat] = m.Legal(seat, legal[seat])
			}
			if a, b := len(legal[0]) > 1, len(legal[1]) > 1; a != b {
				seat := 0
				if b {
					seat = 1
				}
				positions[seat]++
				for w := range words {
					always[seat][w] &= m.val[w]
					ever[seat][w] |= m.val[w]
				}
			}
			if !walk.Step(m, rng) {
				break
			}
		}
	}
	if min(positions[0], positions[1]) < turnLeast {
		return
	}
	var of [2][]uint64
	var found [2]bool
	for seat := range of {
		of[seat] = make([]uint64, words)
		for w := range words {
			of[seat][w] = always[seat][w] &^ ever[1-seat][w]
			found[seat] = found[seat] || of[seat][w] != 0
		}
	}
	if found[0] && found[1] {
		c.of = of
	}
}
