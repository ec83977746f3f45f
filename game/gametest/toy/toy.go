// Package toy holds small games written in Go, for the tests of everything that
// plays: they are instant, their values are known by hand, and each stands for
// a class of games (turn taking, simultaneous, chance, hidden information, a
// puzzle, three players, one that never ends, one whose description is faulty).
//
// The promise: every game here except the faulty ones passes gametest.Verify.
// Nothing outside tests may import it; it imports package game only.
package toy

import (
	"fmt"
	"slices"
	"strings"

	"ludens/game"
)

// Rules are the rules of a toy game as plain functions of a packed state. The
// functions must not keep the slices they are given.
type Rules struct {
	Name    string
	Players []string // seat names without Nature
	Nature  bool     // adds the seat "random"
	Roles   []string // protocol order; nil means seat order
	Hidden  bool
	Counts  []int // MoveCount per seat; nil means unbounded

	Init     game.State
	Terminal func(s game.State) bool
	Legal    func(s game.State, seat int, dst []game.Move) []game.Move
	Next     func(s game.State, joint []game.Move) // changes s in place
	Utility  func(s game.State, dst []float64)
	Label    func(seat int, m game.Move) string

	// Odds is optional: the probabilities of Nature's legal moves.
	Odds func(s game.State, dst []float64) []float64
	// Percepts is optional: what seat is told by the step that led to next.
	Percepts func(seat int, prev game.State, joint []game.Move, next game.State) []string
	// Fault is optional: the fault of the description that shows in s.
	Fault func(s game.State) error
}

// Game runs Rules. The zero value is not usable; see New.
type Game struct {
	rules Rules
	facts game.Facts
}

// New makes a game of rules. Capabilities that have no function in the rules
// are absent from the machines, as in a real engine.
func New(r Rules) *Game {
	seats := slices.Clone(r.Players)
	if r.Nature {
		seats = append(seats, "random")
	}
	roles := r.Roles
	if roles == nil {
		roles = seats
	}
	g := &Game{rules: r, facts: game.Facts{
		Name: r.Name, Family: "toy", Hash: fmt.Sprintf("%016x", r.Init.Hash()),
		Seats: seats, Players: len(r.Players), Nature: r.Nature, Hidden: r.Hidden, Engine: "toy",
	}}
	for _, name := range roles {
		g.facts.RoleSeat = append(g.facts.RoleSeat, slices.Index(seats, name))
	}
	return g
}

// Facts describes the game.
func (g *Game) Facts() *game.Facts { return &g.facts }

// MoveCount is the number of moves of a seat, 0 when the rules do not say.
func (g *Game) MoveCount(seat int) int {
	if g.rules.Counts == nil {
		return 0
	}
	return g.rules.Counts[seat]
}

// NewMachine returns a machine at the initial position.
func (g *Game) NewMachine() game.Machine {
	m := machine{game: g, state: slices.Clone(g.rules.Init)}
	r := &g.rules
	switch {
	case r.Odds != nil && r.Percepts != nil:
		return &struct {
			*machine
			chancer
			perceiver
		}{&m, chancer{&m}, perceiver{&m}}
	case r.Odds != nil:
		return &struct {
			*machine
			chancer
		}{&m, chancer{&m}}
	case r.Percepts != nil:
		return &struct {
			*machine
			perceiver
		}{&m, perceiver{&m}}
	}
	return &m
}

// machine is the cursor. It validates joint moves, so that an illegal one is a
// sticky error rather than a wrong position.
type machine struct {
	game  *Game
	state game.State
	told  [][]string
	buf   []game.Move
	err   error
}

func (m *machine) Game() game.Game { return m.game }

func (m *machine) Reset() { m.Load(m.game.rules.Init) }

func (m *machine) Save(dst game.State) game.State { return append(dst[:0], m.state...) }

func (m *machine) Load(s game.State) {
	m.state = append(m.state[:0], s...)
	m.told, m.err = nil, nil
}

func (m *machine) Terminal() bool { return m.Err() != nil || m.game.rules.Terminal(m.state) }

func (m *machine) Legal(seat int, dst []game.Move) []game.Move {
	if m.Terminal() {
		return dst[:0]
	}
	return m.game.rules.Legal(m.state, seat, dst[:0])
}

func (m *machine) Step(joint []game.Move) {
	if m.Terminal() {
		return
	}
	if len(joint) != len(m.game.facts.Seats) {
		m.err = fmt.Errorf("step: %d moves for %d seats: %w", len(joint), len(m.game.facts.Seats), game.ErrMove)
		return
	}
	for seat, move := range joint {
		m.buf = m.Legal(seat, m.buf)
		if !slices.Contains(m.buf, move) {
			m.err = fmt.Errorf("step: seat %d, move %d: %w", seat, move, game.ErrMove)
			return
		}
	}
	var prev game.State
	if m.game.rules.Percepts != nil {
		prev = slices.Clone(m.state)
	}
	m.game.rules.Next(m.state, joint)
	if m.game.rules.Percepts != nil {
		m.told = m.told[:0]
		for seat := range m.game.facts.Seats {
			p := m.game.rules.Percepts(seat, prev, joint, m.state)
			slices.Sort(p)
			m.told = append(m.told, p)
		}
	}
}

func (m *machine) Utility(dst []float64) {
	for i := range m.game.facts.Players {
		dst[i] = 0
	}
	if m.Err() == nil {
		m.game.rules.Utility(m.state, dst)
	}
}

func (m *machine) Label(seat int, move game.Move) string { return m.game.rules.Label(seat, move) }

func (m *machine) Parse(seat int, text string) (game.Move, error) {
	text = strings.Join(strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(text)), " ")
	text = strings.NewReplacer("( ", "(", " )", ")").Replace(text)
	for _, move := range m.Legal(seat, nil) {
		if strings.EqualFold(m.Label(seat, move), text) {
			return move, nil
		}
	}
	return 0, fmt.Errorf("parse move %q of seat %d: %w", text, seat, game.ErrMove)
}

func (m *machine) Err() error {
	if m.err == nil && m.game.rules.Fault != nil {
		m.err = m.game.rules.Fault(m.state)
	}
	return m.err
}

// Fluents writes the packed words as facts.
func (m *machine) Fluents(dst []string) []string {
	dst = dst[:0]
	for i, w := range m.state {
		dst = append(dst, fmt.Sprintf("(word %d %d)", i, w))
	}
	slices.Sort(dst)
	return dst
}

type chancer struct{ m *machine }

// Odds gives the probabilities of Nature's legal moves.
func (c chancer) Odds(dst []float64) []float64 {
	if c.m.Terminal() {
		return dst[:0]
	}
	return c.m.game.rules.Odds(c.m.state, dst[:0])
}

type perceiver struct{ m *machine }

// Percepts gives what a seat was told by the last step.
func (p perceiver) Percepts(seat int, dst []string) []string {
	if p.m.told == nil {
		return dst[:0]
	}
	return append(dst[:0], p.m.told[seat]...)
}
