package exec

import (
	"fmt"
	"slices"

	"ludens/game"
	"ludens/propnet/lanes"
)

// InLanes is the same game with machines whose answers come from a lane of the batched
// machine: to hold that against recordings and other engines. Such a machine is as slow
// as all its lanes together, so that nobody should play with it.
type InLanes struct {
	*Game
	facts   game.Facts
	program *lanes.Program
}

// InLanes makes the tapes, in so many bytes.
func (g *Game) InLanes(bytes int64) (*InLanes, error) {
	p, err := g.Tapes(bytes)
	if err != nil {
		return nil, err
	}
	out := &InLanes{Game: g, facts: g.facts, program: p}
	out.facts.Engine = "batched network"
	return out, nil
}

// Facts describes the game.
func (g *InLanes) Facts() *game.Facts { return &g.facts }

// NewMachine returns a machine at the initial position.
func (g *InLanes) NewMachine() game.Machine {
	m := &laneMachine{g: g, b: lanes.NewMachine(g.program), one: newMachine(g.Game)}
	m.Reset()
	return m
}

// company is the number of positions that go on in other lanes, so that one that leaks
// into another is noticed; they reach into a second word.
const company = 67

// laneMachine is a machine in one lane. The others hold positions of its past that go
// on in their own way.
type laneMachine struct {
	g     *InLanes
	b     *lanes.Machine
	one   *machine // what has to do with text, at the position that the lane says
	lane  int
	all   []game.State
	joint []game.Move
	moves []game.Move
	here  game.State
	value []float64
}

// Game gives the game.
func (m *laneMachine) Game() game.Game { return m.g }

// Reset goes to the initial position.
func (m *laneMachine) Reset() { m.Load(m.g.l.init) }

// Load goes to a position, in another lane than before.
func (m *laneMachine) Load(s game.State) {
	if len(m.all) == 0 {
		for range company {
			m.all = append(m.all, slices.Clone(m.g.l.init))
		}
	}
	m.lane = (m.lane + 29) % company
	m.all[m.lane] = append(m.all[m.lane][:0], s...)
	if err := m.b.Load(m.all); err != nil {
		panic(err) // there are lanes enough
	}
	m.one.Load(s)
	if m.b.Err(m.lane) != nil {
		m.all[m.lane] = append(m.all[m.lane][:0], m.g.l.init...)
	}
}

// Save appends the position to dst[:0].
func (m *laneMachine) Save(dst game.State) game.State { return m.b.Save(m.lane, dst) }

// Terminal reports whether the match is over.
func (m *laneMachine) Terminal() bool { return m.b.Terminal(m.lane) }

// Legal appends the legal moves of a seat to dst[:0].
func (m *laneMachine) Legal(seat int, dst []game.Move) []game.Move {
	return m.b.Legal(m.lane, seat, dst)
}

// Step makes a joint move here, and some move in all other lanes.
func (m *laneMachine) Step(joint []game.Move) {
	seats := len(m.g.l.seats)
	if m.Err() != nil {
		return
	}
	if len(joint) != seats {
		joint = slices.Repeat([]game.Move{^game.Move(0)}, seats) // which is none
	}
	m.joint = m.joint[:0]
	for i := range m.all {
		if i == m.lane {
			m.joint = append(m.joint, joint...)
			continue
		}
		for s := range seats {
			m.moves = append(m.b.Legal(i, s, m.moves), 0)
			m.joint = append(m.joint, m.moves[0])
		}
	}
	m.b.Step(m.joint)
	m.one.Step(joint)
	m.here = m.Save(m.here)
	if !slices.Equal(m.here, m.one.val[:m.g.l.baseWords]) {
		m.one.Load(m.here) // what is listed is what the lane says
	}
	for i := range m.all {
		if m.b.Terminal(i) && i != m.lane { // has come to its end, and follows from here on
			m.all[i] = append(m.all[i][:0], m.here...)
		} else {
			m.all[i] = m.b.Save(i, m.all[i])
		}
	}
}

// Utility writes what the position is worth.
func (m *laneMachine) Utility(dst []float64) {
	m.value = append(m.value[:0], make([]float64, m.g.facts.Players)...)
	m.one.Utility(m.value) // for its warning
	m.b.Utility(m.lane, dst)
}

// GoalValues appends every goal value, as text, sorted; and a note if the highest is not
// what the lane says.
func (m *laneMachine) GoalValues(seat int, dst []string) []string {
	dst = m.one.GoalValues(seat, dst)
	if seat >= m.g.facts.Players {
		return dst
	}
	highest := 0
	for _, v := range dst {
		highest = max(highest, points(v))
	}
	m.value = append(m.value[:0], make([]float64, m.g.facts.Players)...)
	if m.b.Utility(m.lane, m.value); m.value[seat] != float64(highest)/100 {
		dst = append(dst, fmt.Sprintf("the lane says %g", 100*m.value[seat]))
	}
	return dst
}

// Err is the first fault met.
func (m *laneMachine) Err() error { return m.b.Err(m.lane) }

// Warning is the first flaw met that play goes on with.
func (m *laneMachine) Warning() error { return m.one.Warning() }

// Fluents appends the facts true here, sorted.
func (m *laneMachine) Fluents(dst []string) []string { return m.one.Fluents(dst) }

// Percepts appends what a seat was told by the last step, sorted.
func (m *laneMachine) Percepts(seat int, dst []string) []string { return m.one.Percepts(seat, dst) }

// Label is the text of a move.
func (m *laneMachine) Label(seat int, mv game.Move) string { return m.one.Label(seat, mv) }

// Parse gives the legal move with that text.
func (m *laneMachine) Parse(seat int, text string) (game.Move, error) { return m.one.Parse(seat, text) }
