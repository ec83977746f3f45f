package lanes

import (
	"fmt"

	"ludens/game"
	"ludens/propnet/lanes/kernel"
)

// positions is what a machine knows of the positions it was loaded with, one per lane
// from lane 0 on. Machine has the methods of game.Batch for them.
type positions struct {
	n      int
	over   kernel.Row // terminal, or faulty
	valued bool       // the goals have been computed here
	errs   map[int]error
}

// Lanes is the number of games played at once.
func (m *Machine) Lanes() int { return Lanes }

// Load goes to positions.
func (m *Machine) Load(states []game.State) error {
	if len(states) > Lanes {
		return fmt.Errorf("load %d positions: a batch has %d", len(states), Lanes)
	}
	m.at = positions{n: len(states), errs: map[int]error{}}
	all := kernel.Row{}
	for w := range all {
		all[w] = ^uint64(0)
	}
	m.clear(&all)
	for i, s := range states {
		if !m.p.fits(s) {
			m.at.errs[i] = fmt.Errorf("load position: it has %d words, not %d, or fluents that the game does not have", len(s), m.p.words())
			continue
		}
		var lane kernel.Row
		setLane(&lane, i)
		m.put(s, &lane)
	}
	m.settle()
	return nil
}

// settle computes what is legal and what is over.
func (m *Machine) settle() {
	t := m.p.general
	kernel.Run(m.level, &t.still, m.rows)
	m.at.over = m.value(t.terminal)
	m.at.valued = false
	going := kernel.Row{}
	for i := range m.at.n {
		setLane(&going, i)
	}
	going = andNot(&going, &m.at.over)
	able := m.able(t, going)
	going = andNot(&going, &able)
	each(&going, func(i int) { m.fault(i, fmt.Errorf("%w in lane %d", game.ErrNoMove, i)) })
	for i := range m.at.errs {
		setLane(&m.at.over, i)
	}
}

// fault keeps the first fault of a position.
func (m *Machine) fault(i int, err error) {
	if m.at.errs[i] == nil {
		m.at.errs[i] = err
	}
	setLane(&m.at.over, i)
}

// Save appends a position to dst[:0].
func (m *Machine) Save(i int, dst game.State) game.State {
	dst = append(dst[:0], make([]uint64, m.p.words())...)
	for b := range m.p.bases {
		dst[b>>6] |= m.rows[1+b][i>>6] >> (i & 63) & 1 << (b & 63)
	}
	return dst
}

// Terminal reports whether the match is over.
func (m *Machine) Terminal(i int) bool { return hasLane(&m.at.over, i) }

// Legal appends the legal moves of a seat to dst[:0].
func (m *Machine) Legal(i, seat int, dst []game.Move) []game.Move {
	dst = dst[:0]
	for k, l := range m.p.general.legal[seat] {
		if m.on(l, i) {
			dst = append(dst, game.Move(k))
		}
	}
	return dst
}

// Step makes a joint move in every position that is not over.
func (m *Machine) Step(joint []game.Move) {
	t := m.p.general
	if len(joint) < m.at.n*m.p.seats {
		for i := range m.at.n {
			m.fault(i, fmt.Errorf("%w: %d moves for %d seats of %d positions", game.ErrMove, len(joint), m.p.seats, m.at.n))
		}
		return
	}
	for i := range m.at.n {
		for s := range m.p.seats {
			mv := joint[i*m.p.seats+s]
			if legal := t.legal[s]; !m.Terminal(i) && (mv >= game.Move(len(legal)) || !m.on(legal[mv], i)) {
				m.fault(i, fmt.Errorf("%w: move %d of seat %d", game.ErrMove, mv, s))
			}
		}
	}
	hold := m.at.over
	for s, made := range t.made {
		for _, row := range made {
			if row != 0 {
				m.rows[row] = kernel.Row{}
			}
		}
		for i := range m.at.n {
			if hasLane(&hold, i) {
				continue
			}
			if row := made[joint[i*m.p.seats+s]]; row != 0 {
				setLane(&m.rows[row], i)
			}
		}
	}
	kernel.Run(m.level, &t.moving, m.rows)
	kernel.Move(m.level, &t.next, m.rows, &hold)
	m.settle()
}

// Utility writes what a position is worth to each player, as exec's machine does.
func (m *Machine) Utility(i int, dst []float64) {
	t := m.p.general
	if !m.at.valued {
		kernel.Run(m.level, &t.goals, m.rows)
		m.at.valued = true
	}
	for p, ws := range t.worth {
		dst[p] = 0
		found := false
		for _, v := range ws {
			if m.on(v.ref, i) {
				dst[p], found = float64(v.points)/100, true
				break
			}
		}
		if !found && m.Terminal(i) && m.at.errs[i] == nil {
			m.fault(i, fmt.Errorf("%w: player %d", game.ErrGoal, p))
		}
	}
}

// Err is the first fault met in a position since it was loaded.
func (m *Machine) Err(i int) error { return m.at.errs[i] }
