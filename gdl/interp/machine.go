package interp

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ludens/game"
	"ludens/gdl"
)

// Machine is one position of a game and the answers derived for it. It is not
// safe for concurrent use; different machines of a game are.
type Machine struct {
	game  *Game
	opt   Options
	terms *terms

	// the position
	state   game.State // shared ids, ascending
	fluents []int32    // the same, as ids of terms
	does    []int32    // per role, while a step is made; else nil
	err     error      // the first fault since Reset or Load
	flaw    error      // the first flaw since then that play goes on with
	broken  bool       // the fault kept a question from being answered

	// answers kept for the position, made on first use
	legal    [][]game.Move // per seat, in order of their texts
	hasLegal []bool
	percepts [][]string // per seat, of the step that led here

	// reasoning
	shapes   map[string]*shape
	shapeKey []byte
	used     [lives][]*shape // shapes with tables
	bytes    [lives]int64    // memory of the tables
	pool     []*table
	open     []*table // incomplete tables, in the order in which they were asked
	env      []int32
	depth    int // nested calls
	frames   int // nested conditions
	steps    int64
	look     int64           // the number of steps at which to look around; see work
	planning int             // work on plans since the last look around
	starved  bool            // the fault is one of memory
	seen     uint64          // of the game's sign, when the question began
	fault    error           // why the question at hand cannot be answered
	ctx      context.Context // ends the questions of New, nil later

	// the way to and from the outside, filled on first use
	exported map[int32]int32 // term → shared id
	fetched  map[int32]int32 // shared id → term
	texts    map[int32]string

	asks struct{ init, next, terminal, legal, goal, sees *shape }
}

func (g *Game) newMachine() *Machine {
	m := &Machine{
		game: g, opt: g.opt,
		legal: make([][]game.Move, len(g.facts0.Seats)), hasLegal: make([]bool, len(g.facts0.Seats)),
		percepts: make([][]string, len(g.facts0.Seats)),
		state:    game.State{},
	}
	m.forget()
	return m
}

// forget drops everything derived, and every term that is not in the program.
func (m *Machine) forget() {
	m.terms = m.game.base.clone()
	m.used = [lives][]*shape{}
	m.bytes = [lives]int64{}
	m.shapes = map[string]*shape{}
	m.pool, m.open = nil, nil
	m.exported = map[int32]int32{}
	m.fetched = map[int32]int32{}
	m.texts = map[int32]string{}
	v0 := expr{kind: isVar}
	m.asks.init = m.shapeOf(gdl.RelInit, []expr{v0}, false)
	m.asks.next = m.shapeOf(gdl.RelNext, []expr{v0}, false)
	m.asks.terminal = m.shapeOf(gdl.RelTerminal, nil, false)
	m.asks.legal = m.shapeOf(gdl.RelLegal, []expr{{kind: isSlot}, v0}, false)
	m.asks.goal = m.shapeOf(gdl.RelGoal, []expr{{kind: isSlot}, v0}, false)
	m.asks.sees = m.shapeOf(gdl.RelSees, []expr{{kind: isSlot}, v0}, false)
}

// begin gives the budget of a question, or of whatever takes as long.
func (m *Machine) begin() {
	m.steps, m.depth, m.frames, m.fault, m.starved = 0, 0, 0, nil, false
	m.look = lookEvery
	m.seen = m.game.sign.Look()
}

// question answers a call in full. The table is nil if there is no answer, or
// if it cannot be found, which is then in m.fault.
func (m *Machine) question(s *shape, known ...int32) *table {
	m.begin()
	var t *table
	if m.lookAround(); m.fault != nil {
		t = nil
	} else if s.stored {
		t = m.stored(s, known)
	} else if t = m.tableFor(s, known); t.state == fresh && m.fault == nil {
		m.solve(t)
	}
	if m.fault != nil {
		m.abandon()
		if most := 2*m.game.base.bytes() + 1<<20; (m.starved || m.game.sign.Closed()) && m.terms.bytes() > most {
			m.forget() // it may be for want of memory
			m.fluents = nil
		}
		return nil
	}
	return t
}

// abandon leaves no table half full after a failure.
func (m *Machine) abandon() {
	for _, t := range m.open {
		t.answers.reset(0)
		t.consumers, t.state, t.dirty = t.consumers[:0], fresh, false
	}
	m.open = m.open[:0]
	m.env = m.env[:0]
	m.drop(forStep)
	m.drop(forPosition)
	m.drop(forever)
}

// ask answers a call about the position.
func (m *Machine) ask(s *shape, known ...int32) *table {
	if m.broken {
		return nil
	}
	t := m.question(s, known...)
	if m.fault != nil {
		m.broken = true
		m.stop(m.fault)
		return nil
	}
	return t
}

// stop records the first fault of the position.
func (m *Machine) stop(err error) {
	if m.err == nil {
		m.err = err
	}
}

// initial derives the initial position.
func (m *Machine) initial() (game.State, error) {
	t := m.question(m.asks.init)
	if m.fault != nil {
		return nil, m.fault
	}
	return m.stateOf(t)
}

// stateOf turns the answers for init or next into a state.
func (m *Machine) stateOf(t *table) (game.State, error) {
	out := game.State{}
	if t == nil {
		return out, nil
	}
	for i := range t.answers.n {
		if m.work(1); m.fault != nil {
			return nil, m.fault
		}
		id, err := m.export(t.answers.at(i)[0])
		if err != nil {
			return nil, err
		}
		out = append(out, uint64(id))
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

func (m *Machine) export(id int32) (int32, error) {
	if out, ok := m.exported[id]; ok {
		return out, nil
	}
	out, err := m.game.store.export(m.terms, id, m.exported)
	if err == nil {
		m.exported[id] = out
	}
	return out, err
}

// fetch gives the term of a move or of a word of a state.
func (m *Machine) fetch(v game.Move) (int32, bool) {
	if v > math.MaxInt32 {
		return 0, false
	}
	if id, ok := m.fetched[int32(v)]; ok {
		return id, true
	}
	id, ok := m.game.store.fetch(m.terms, int32(v), m.fetched)
	if ok {
		m.fetched[int32(v)] = id
	}
	return id, ok
}

// textStep is how many bytes of text count as a step: terms may be very long.
const textStep = 64

func (m *Machine) text(id int32) string {
	s, ok := m.texts[id]
	if !ok {
		s = m.terms.text(id)
		m.texts[id] = s
	}
	return s
}

// enter goes to a position. What was derived from the description alone is kept
// as long as it leaves room for the position.
func (m *Machine) enter(s game.State) {
	m.fault, m.broken = nil, false
	if m.bytes[forever]+m.terms.bytes() > m.opt.MaxBytes/2 {
		m.forget()
	}
	m.drop(forStep)
	m.drop(forPosition)
	m.does = nil
	m.state = append(m.state[:0], s...)
	m.fluents = m.fluents[:0]
	m.begin()
	for _, w := range s {
		if m.work(1); m.fault != nil {
			m.broken = true
			m.stop(m.fault)
			break
		}
		id, ok := m.fetch(game.Move(w))
		if !ok {
			m.stop(fmt.Errorf("load state: %d is no fluent of this game", w))
			continue
		}
		m.fluents = append(m.fluents, id)
	}
	for seat := range m.hasLegal {
		m.hasLegal[seat] = false
		m.percepts[seat] = m.percepts[seat][:0]
	}
}

// Game implements game.Machine.
func (m *Machine) Game() game.Game { return m.game }

// Reset implements game.Machine.
func (m *Machine) Reset() { m.Load(m.game.start) }

// Save implements game.Machine.
func (m *Machine) Save(dst game.State) game.State { return append(dst[:0], m.state...) }

// Load implements game.Machine.
func (m *Machine) Load(s game.State) {
	m.err, m.flaw = nil, nil
	m.enter(s)
}

// Err implements game.Machine.
func (m *Machine) Err() error { return m.err }

// Warning implements game.Warner.
func (m *Machine) Warning() error { return m.flaw }

// Terminal implements game.Machine.
func (m *Machine) Terminal() bool {
	if m.err != nil {
		return true
	}
	t := m.ask(m.asks.terminal)
	return m.err != nil || t != nil && t.answers.n > 0
}

// Legal implements game.Machine. The moves are in the order of their texts.
func (m *Machine) Legal(seat int, dst []game.Move) []game.Move {
	return append(dst[:0], m.legalOf(seat)...)
}

func (m *Machine) legalOf(seat int) []game.Move {
	if m.hasLegal[seat] {
		return m.legal[seat]
	}
	m.hasLegal[seat] = true
	m.legal[seat] = m.legal[seat][:0]
	t := m.ask(m.asks.legal, m.game.roleOfSeat(seat))
	if t != nil && t.answers.n > 0 {
		for _, w := range m.written(t) {
			shared, err := m.export(w.id)
			if m.work(1); err == nil {
				err = m.fault
			}
			if err != nil {
				m.broken = true
				m.stop(err)
				break
			}
			m.legal[seat] = append(m.legal[seat], game.Move(shared))
		}
	} else if m.err == nil && !m.Terminal() {
		m.stop(fmt.Errorf("%w: %s", game.ErrNoMove, m.game.facts0.Seats[seat]))
	}
	return m.legal[seat]
}

// Step implements game.Machine. A move that is not legal makes an error.
func (m *Machine) Step(joint []game.Move) {
	if m.err != nil {
		return
	}
	f := &m.game.facts0
	if len(joint) != len(f.Seats) {
		m.stop(fmt.Errorf("%w: %d moves for %d seats", game.ErrMove, len(joint), len(f.Seats)))
		return
	}
	does := make([]int32, len(m.game.roles))
	for seat, move := range joint {
		if !slices.Contains(m.legalOf(seat), move) {
			m.stop(fmt.Errorf("%w: number %d of %s", game.ErrMove, move, f.Seats[seat]))
			return
		}
		id, _ := m.fetch(move)
		does[slices.Index(f.RoleSeat, seat)] = id
	}
	m.drop(forStep)
	m.does = does
	var percepts [][]string
	if m.hasSees() {
		percepts = m.perceive()
	}
	next := m.ask(m.asks.next)
	if m.broken {
		m.does = nil
		return
	}
	s, err := m.stateOf(next)
	if err != nil {
		m.does, m.broken = nil, true
		m.stop(err)
		return
	}
	m.enter(s)
	copy(m.percepts, percepts)
}

func (m *Machine) hasSees() bool {
	return len(m.game.rules[gdl.RelSees])+len(m.game.facts[gdl.RelSees]) > 0
}

func (m *Machine) perceive() [][]string {
	out := make([][]string, len(m.percepts))
	for seat := range out {
		out[seat] = m.textsOf(m.ask(m.asks.sees, m.game.roleOfSeat(seat)), nil)
	}
	return out
}

// textsOf appends the answers of a call with one variable, sorted.
func (m *Machine) textsOf(t *table, dst []string) []string {
	if t == nil {
		return dst
	}
	for _, w := range m.written(t) {
		dst = append(dst, w.text)
	}
	return dst
}

// written are the answers of a call with one variable in the order of their texts. There
// may be a million of them, so that this ends with the question; there are none then.
func (m *Machine) written(t *table) []written {
	list := make([]written, 0, t.answers.n)
	for i := range t.answers.n {
		id := t.answers.at(i)[0]
		w := written{id, m.text(id)}
		if m.work(1 + len(w.text)/textStep); m.fault != nil {
			break
		}
		list = append(list, w)
	}
	if m.fault == nil {
		list = sorted(list, func(n int) bool { m.work(n); return m.fault == nil })
	}
	if m.fault != nil {
		m.broken = true
		m.stop(m.fault)
		return nil
	}
	return list
}

// Percepts implements game.Perceiver.
func (m *Machine) Percepts(seat int, dst []string) []string {
	return append(dst[:0], m.percepts[seat]...)
}

// Fluents implements game.Lister.
func (m *Machine) Fluents(dst []string) []string {
	dst = dst[:0]
	for _, id := range m.fluents {
		dst = append(dst, m.text(id))
	}
	slices.Sort(dst)
	return dst
}

// GoalValues appends every goal value that can be derived for a seat here,
// whatever it is, sorted as text, to dst[:0].
func (m *Machine) GoalValues(seat int, dst []string) []string {
	return m.textsOf(m.ask(m.asks.goal, m.game.roleOfSeat(seat)), dst[:0])
}

// Utility implements game.Machine: goal/100 for the highest goal value from 0 to
// 100 that can be derived. Where there is none it is 0, which in a terminal
// position is a fault. Any other values beside it there are a flaw.
func (m *Machine) Utility(dst []float64) {
	if len(dst) < m.game.facts0.Players {
		return
	}
	var buf [4]string
	terminal := m.err == nil && m.Terminal()
	for seat := range m.game.facts0.Players {
		values := m.GoalValues(seat, buf[:0])
		highest := -1
		for _, text := range values {
			if v, err := strconv.Atoi(text); err == nil && v <= 100 {
				highest = max(highest, v)
			}
		}
		dst[seat] = float64(max(highest, 0)) / 100
		if !terminal {
			continue
		}
		switch name := m.game.facts0.Seats[seat]; {
		case highest < 0:
			m.stop(fmt.Errorf("%w: %s has %s", game.ErrGoal, name, clipList(values)))
		case len(values) > 1 && m.flaw == nil:
			m.flaw = fmt.Errorf("%w: %s has %s", game.ErrGoals, name, clipList(values))
		}
	}
}

func clipList(values []string) string {
	if len(values) == 0 {
		return "none"
	}
	s := strings.Join(values, ", ")
	if len(s) > 200 {
		s = s[:200] + "…"
	}
	return s
}

// Label implements game.Machine.
func (m *Machine) Label(_ int, move game.Move) string {
	id, ok := m.fetch(move)
	if !ok {
		return ""
	}
	return m.text(id)
}

// Parse implements game.Machine.
func (m *Machine) Parse(seat int, text string) (game.Move, error) {
	if t, err := gdl.ReadTerm(text); err == nil {
		text = t.String()
	} else {
		return 0, fmt.Errorf("%w: %w", game.ErrMove, err)
	}
	found, folded := game.Move(0), 0
	legal := m.legalOf(seat)
	m.begin()
	for _, move := range legal {
		label := m.Label(seat, move)
		if m.work(1 + len(label)/textStep); m.fault != nil {
			return 0, m.fault
		}
		if label == text {
			return move, nil
		}
		if strings.EqualFold(label, text) {
			found, folded = move, folded+1
		}
	}
	if len(text) > 200 {
		text = text[:200] + "…"
	}
	switch folded {
	case 1:
		return found, nil
	case 0:
		return 0, fmt.Errorf("%w: %s cannot do %s here", game.ErrMove, m.game.facts0.Seats[seat], text)
	}
	return 0, fmt.Errorf("%w: %s may be any of %d moves that differ only in letter case", game.ErrMove, text, folded)
}
