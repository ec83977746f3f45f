package lanes

import (
	"ludens/propnet"
	"ludens/propnet/lanes/kernel"
)

// CompileForTest is Compile with a row for every move made.
func CompileForTest(n *propnet.Network, roleSeat []int, players int, opt Options) (*Program, error) {
	opt.keepMade = true
	return Compile(n, roleSeat, players, opt)
}

// NewMachineAt makes a machine on a level.
func NewMachineAt(p *Program, l kernel.Level) *Machine { return newMachine(p, l) }

// Pass is what a test sees of a pass of playouts.
type Pass struct {
	m *Machine
	t *tapes
}

// Watch has f called in every pass, before and after the moves are drawn.
func (m *Machine) Watch(f func(p Pass, before bool)) {
	m.look = nil
	if f != nil {
		m.look = func(t *tapes, before bool) { f(Pass{m, t}, before) }
	}
}

// Alive tells whether a game goes on in a lane.
func (p Pass) Alive(lane int) bool { return hasLane(&p.m.games.alive, lane) }

// Age is the number of steps made in a lane.
func (p Pass) Age(lane int) int64 { return p.m.games.pass - p.m.games.since[lane] }

// Job is the state that the game of a lane began with.
func (p Pass) Job(lane int) int { return int(p.m.games.job[lane]) }

// Terminal tells whether the rules say that a lane's match is over.
func (p Pass) Terminal(lane int) bool { return p.m.on(p.t.terminal, lane) }

// Legal tells whether a move is legal in a lane.
func (p Pass) Legal(lane, seat, move int) bool { return p.m.on(p.t.legal[seat][move], lane) }

// Circle are the fluents that hand the turn around.
func (m *Machine) Circle() []int { return m.p.circle }

// Drawn tells whether a move may be drawn in a lane.
func (p Pass) Drawn(lane, seat, move int) bool { return p.m.on(p.t.drawn[seat][move], lane) }

// State is the position in a lane.
func (p Pass) State(lane int) []uint64 { return p.m.Save(lane, nil) }

// Made tells whether a move is made in a lane; ok is false if no row tells.
func (p Pass) Made(lane, seat, move int) (made, ok bool) {
	row := p.t.made[seat][move]
	return row != 0 && hasLane(&p.m.rows[row], lane), row != 0
}
