package serial

import (
	"ludens/agent/heuristic"
	"ludens/game"
)

// serialGame is a game for two in which one player decides before the other wherever both do. Its positions are
// those of the game and a word more, and positions in which the first has decided.
type serialGame struct {
	game.Game
	first int // seat
}

// The word says who is to decide: as the rules have it, the first of two, or the second, after the first's move.
const (
	plain = iota
	ahead
	after // and more by the move
)

// NewMachine returns a machine at the initial position.
func (g *serialGame) NewMachine() game.Machine {
	m := g.machine()
	if k, ok := m.Machine.(game.Keyer); ok {
		return &keyedMachine{m, k}
	}
	return m
}

func (g *serialGame) machine() *machine { return &machine{Machine: g.Game.NewMachine(), g: g} }

// machine is a cursor in a serial game.
type machine struct {
	game.Machine // in the game as it is
	g            *serialGame
	legal        [2][]game.Move
	joint        []game.Move
	looked       bool // at legal and stage
	word         uint64
}

func (m *machine) Game() game.Game { return m.g }

func (m *machine) Reset() {
	m.Machine.Reset()
	m.looked = false
}

// Save appends the position to dst[:0] and returns it.
func (m *machine) Save(dst game.State) game.State {
	m.stage()
	return append(m.Machine.Save(dst), m.word)
}

// Load goes to a position saved by a machine of this game.
func (m *machine) Load(s game.State) {
	n := len(s) - 1
	m.Machine.Load(s[:n])
	m.word, m.looked = s[n], true
	m.legal[0], m.legal[1] = m.legal[0][:0], m.legal[1][:0]
}

// of makes a position of this game of one of the game as it is.
func (m *machine) of(s game.State) game.State {
	m.Machine.Load(s)
	m.looked = false
	return m.Save(nil)
}

// stage finds out who is to decide.
func (m *machine) stage() {
	if m.looked {
		return
	}
	m.looked, m.word = true, plain
	if m.list(); len(m.legal[0]) > 1 && len(m.legal[1]) > 1 {
		m.word = ahead
	}
}

// list makes the lists of legal moves.
func (m *machine) list() {
	for seat := range m.legal {
		m.legal[seat] = m.Machine.Legal(seat, m.legal[seat])
	}
}

// Legal are the moves of a seat: one where the other is to decide.
func (m *machine) Legal(seat int, dst []game.Move) []game.Move {
	m.stage()
	if len(m.legal[0]) == 0 {
		m.list()
	}
	switch {
	case m.word >= after && seat == m.g.first:
		return append(dst[:0], game.Move(m.word-after))
	case m.word == ahead && seat != m.g.first:
		return append(dst[:0], m.legal[seat][0])
	}
	return append(dst[:0], m.legal[seat]...)
}

// Step makes a joint move; that of the second of two is left aside while the first decides.
func (m *machine) Step(joint []game.Move) {
	whole := len(joint) == len(m.legal) // else the engine says what is wrong
	if m.stage(); m.word == ahead && whole {
		m.word = after + uint64(joint[m.g.first])
		return
	}
	if m.word >= after && whole {
		m.joint = append(m.joint[:0], joint...)
		m.joint[m.g.first] = game.Move(m.word - after)
		joint = m.joint
	}
	m.looked = false
	m.Machine.Step(joint)
}

// asItIs is the machine in the game as it is.
func (m *machine) asItIs() game.Machine { return m.Machine }

// keyedMachine is one of a game that tells positions apart by what matters.
type keyedMachine struct {
	*machine
	keyer game.Keyer
}

// Key is a hash of the position.
func (m *keyedMachine) Key() uint64 {
	m.stage()
	return m.keyer.Key() + m.word*0x9e3779b97f4a7c15
}

// function judges positions of a serial game by what is known of the game as it is: what was decided there
// already it does not see.
type function struct{ heuristic.Function }

func (f function) NewScorer() heuristic.Scorer { return scorer{f.Function.NewScorer()} }

type scorer struct{ heuristic.Scorer }

func (s scorer) Score(m game.Machine, dst []float64) {
	s.Scorer.Score(m.(interface{ asItIs() game.Machine }).asItIs(), dst)
}
