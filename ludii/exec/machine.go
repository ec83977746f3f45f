package exec

import (
	"errors"
	"fmt"
	"runtime"

	"ludens/game"
)

// Noop is the move of a seat whose turn it is not.
const Noop game.Move = 0

// A Machine is a cursor in a Game.
//
// Chance is asked for in the midst of rules: when moves are generated (dice) or
// made (random consequences). The machine tries what is to be done from a base
// position with the outcomes that are known so far; where one more is needed it
// stops, and Nature has to move. So a position is a base position, what was being
// done there, and the outcomes drawn since. In games without chance there is no
// base position.
type Machine struct {
	g    *Game
	c    *Ctx
	base *State // before what is being done

	doing    doing
	joint    []int      // indices of the moves being made, of those generated
	outcomes []uint16   // drawn since base: first while generating, then while stepping
	used     int        // outcomes asked for in the present attempt
	question Chance     // what Nature is asked
	waiting  bool       // for Nature
	stepped  bool       // the position was reached by a Step
	before   game.Place // of the move before the last, for nets

	opening opening
	asking  func(Chance) int // ask, made once
	names   moveNames        // of the moves in c.Moves
	saved   []uint64         // scratch of Save
	err     error

	lazy // see there
}

// doing says what is being done from the base position.
type doing uint8

const (
	resetting  doing = iota // going to the initial position
	generating              // finding the legal moves
	stepping                // making moves
)

// errAsk is what ask panics with; nothing else does.
var errAsk = errors.New("chance is asked")

// ErrInternal is wrapped by the fault of a program that breaks a promise to the
// machine.
var ErrInternal = errors.New("internal error of the board program")

// maxOutcomes bounds a question to chance.
const maxOutcomes = 1 << 16

// Cursor is the position with what the last move did, for whoever writes matches down:
// to be looked at only, and only until the machine is used again.
func (m *Machine) Cursor() *Ctx { return m.c }

// Game is the game of the machine.
func (m *Machine) Game() game.Game { return m.g }

// Reset goes to the initial position.
func (m *Machine) Reset() {
	m.leave()
	m.c.luck = m.c.luck[:0] // so that random matches do not depend on those before
	m.err, m.stepped, m.before = nil, false, nowhere
	m.base.clear(m.g.p)
	m.outcomes, m.joint = m.outcomes[:0], m.joint[:0]
	m.doing = resetting
	m.attempt()
}

// undeclared answers questions to chance in games that are said to have none.
func undeclared(q Chance) int {
	if q.N < 2 {
		return 0
	}
	panic("chance is asked in a game without")
}

// ask answers questions to chance from the outcomes known; without one it breaks
// the attempt off.
func (m *Machine) ask(q Chance) int {
	if q.N < 2 {
		return 0
	}
	if m.used < len(m.outcomes) {
		o := int(m.outcomes[m.used])
		m.used++
		return min(o, q.N-1)
	}
	if q.N > maxOutcomes {
		m.c.Fail(fmt.Errorf("%w: chance has %d outcomes, more than %d", game.ErrBudget, q.N, maxOutcomes))
		return 0
	}
	m.question = Chance{
		N: q.N, Odds: append(m.question.Odds[:0], q.Odds...), Die: q.Die,
		Sites: append(m.question.Sites[:0], q.Sites...), What: append(m.question.What[:0], q.What...),
	}
	panic(errAsk)
}

// chance reports whether Nature may have a part in what is being done.
func (m *Machine) chance() bool {
	f := &m.g.p.Flags
	return f.Stochastic && (!f.DrawnOpening || m.doing == resetting)
}

// attempt does what is to be done from the base position, as far as the
// outcomes go.
func (m *Machine) attempt() {
	m.waiting, m.used = false, 0
	m.moved()
	if m.asking == nil {
		m.asking = m.ask
	}
	m.c.Draw = m.asking
	if !m.chance() {
		m.c.Draw = undeclared
	}
	defer m.caught()
	m.resume()
}

// resume does what is to be done from the base position, to the next moves.
func (m *Machine) resume() {
	if m.chance() && m.doing != resetting {
		m.c.State.Copy(m.base)
	}
	switch m.doing {
	case resetting:
		if m.opening.restore(m.c) {
			m.list()
			return
		}
		m.c.Reset()
		m.rebase()
		m.generate()
		if m.err == nil {
			m.opening.keep(m.c)
		}
		return
	case stepping:
		m.generate()
		m.make()
		m.rebase()
	case generating:
	}
	m.arrive()
}

// caught ends an attempt that was broken off, by a question to chance or, which
// costs the match only, by a fault of the program.
func (m *Machine) caught() {
	r := recover()
	if r == nil {
		return
	}
	m.c.abandon()
	m.moved()
	if r == errAsk { //nolint:errorlint // the very value
		m.waiting = true
		m.c.State.Copy(m.base)
		return
	}
	if s, ok := r.(stopped); ok {
		m.err = s.err
		return
	}
	m.broken(r)
}

// broken notes a panic as a fault; its place is of use to whoever mends it.
func (m *Machine) broken(r any) {
	if m.err == nil {
		where := ""
		for skip := 3; skip < 12; skip++ {
			if _, file, line, ok := runtime.Caller(skip); ok && file != "" {
				where += fmt.Sprintf(" %s:%d", file[max(0, len(file)-40):], line)
			}
		}
		m.err = fmt.Errorf("%w: %v (%s)", ErrInternal, r, where)
	}
}

// abandon makes the cursor usable after a panic in the midst of rules.
func (c *Ctx) abandon() {
	if c.nsaved > 0 {
		// The state of the first Push is the one all others were tried from.
		c.State, c.saved[0] = c.saved[0], c.State
	}
	if len(c.tries) > 0 {
		c.Applied = c.tries[0].applied
		c.tries = c.tries[:0]
	}
	c.nsaved, c.depth = 0, 0
	c.nsets, c.nints, c.ndirs, c.nrays = 0, 0, 0, 0
	c.postpone, c.postponed = false, c.postponed[:0]
	c.Threatening, c.Stalling, c.inSuicide = false, false, false
	c.Aim = 0
	c.Stance = Stance{}
	c.Iter = undefinedIter
	c.Release(Mark{thens: 1})
}

// rebase makes the present position the base: what led to it is done.
func (m *Machine) rebase() {
	if m.chance() {
		m.base.Copy(m.c.State)
	}
	m.outcomes, m.joint = m.outcomes[:0], m.joint[:0]
	m.used = 0
	m.doing = generating
}

// generate finds the legal moves of the position.
func (m *Machine) generate() {
	if m.fault(); m.err == nil && !m.c.Over {
		m.c.Generate()
		if m.fault(); m.err == nil {
			m.list()
		}
	}
}

// make makes the moves that were chosen.
func (m *Machine) make() {
	if m.err != nil {
		return
	}
	if len(m.joint) == 1 {
		m.c.Step(m.joint[0])
	} else {
		m.c.StepAll(m.joint)
	}
}

func (m *Machine) fault() {
	if m.err == nil {
		m.err = m.c.Err
	}
}

// unopened tells positions of the opening, where that is drawn, from those after it, which are saved as in games without
// chance: their first word is a number of words.
const unopened = 1 << 63

// Save appends the position: in games with chance the base, what is being done,
// and the outcomes.
func (m *Machine) Save(dst game.State) game.State {
	dst = dst[:0]
	if m.quiet && !m.chance() {
		return append(dst, m.save()...)
	}
	// Not into dst: whoever keeps it need not keep the room for words that are 0.
	if !m.chance() {
		m.saved = m.c.State.Save(m.saved[:0])
		return append(dst, m.saved...)
	}
	all := append(m.saved[:0], uint64(m.doing)<<56|uint64(len(m.joint))<<32|uint64(len(m.outcomes)))
	if m.g.p.Flags.DrawnOpening {
		all[0] |= unopened
	}
	for _, j := range m.joint {
		all = append(all, uint64(j))
	}
	var w uint64
	for i, o := range m.outcomes {
		w |= uint64(o) << (16 * (i % 4))
		if i%4 == 3 || i == len(m.outcomes)-1 {
			all = append(all, w)
			w = 0
		}
	}
	m.saved = m.base.Save(all)
	return append(dst, m.saved...)
}

// Load goes to a position.
func (m *Machine) Load(s game.State) {
	m.err, m.stepped, m.before = nil, false, nowhere
	m.c.Err = nil
	m.doing = generating
	m.joint, m.outcomes = m.joint[:0], m.outcomes[:0]
	drawn := m.g.p.Flags.Stochastic && (!m.g.p.Flags.DrawnOpening || len(s) > 0 && s[0]&unopened != 0)
	if m.quiet && !drawn {
		m.load(s)
		return
	}
	if drawn {
		if s = m.loadHead(s); m.err != nil {
			return
		}
	}
	if err := m.base.Load([]uint64(s)); err != nil {
		m.unloaded(err)
		return
	}
	m.c.State.Copy(m.base)
	m.attempt()
}

func (m *Machine) unloaded(err error) {
	m.err = fmt.Errorf("load: %w", err)
	m.waiting = false
	m.moved()
	m.c.Release(Mark{thens: 1})
}

func (m *Machine) loadHead(s game.State) game.State {
	if len(s) == 0 || s[0]&^unopened>>56 > uint64(stepping) {
		m.unloaded(ErrCode)
		return nil
	}
	m.doing = doing(s[0] &^ unopened >> 56)
	joint, outcomes := int(s[0]>>32&0xffffff), int(s[0]&0xffffffff)
	s = s[1:]
	if joint+(outcomes+3)/4 > len(s) {
		m.unloaded(ErrCode)
		return nil
	}
	for _, j := range s[:joint] {
		m.joint = append(m.joint, int(j))
	}
	s = s[joint:]
	for i := range outcomes {
		m.outcomes = append(m.outcomes, uint16(s[i/4]>>(16*(i%4))))
	}
	return s[(outcomes+3)/4:]
}

// Terminal reports the end of the match. Where moves are found when they are asked for,
// a fault in finding them is met then.
func (m *Machine) Terminal() bool {
	return m.err != nil || !m.waiting && m.c.Over || m.g.p.Players == 0 && m.still()
}

// still reports whether nothing can happen any more in a game without players, where nobody
// passes. Ludii goes on asking for moves that there are not; here it is the end.
func (m *Machine) still() bool {
	m.settle()
	return m.err != nil || !m.waiting && len(m.c.Moves) == 0
}

// Err is the first fault met.
func (m *Machine) Err() error {
	m.settle()
	return m.err
}

// agent is the seat that plays for a player, after swaps.
func (m *Machine) agent(player int) int { return m.c.agent(player) }

// player is the player that a seat plays for.
func (m *Machine) player(seat int) int {
	if seat+1 < len(m.c.Order) && m.c.Order[seat+1] > 0 {
		return int(m.c.Order[seat+1])
	}
	return seat + 1
}

// mine reports whether move i belongs to a seat.
func (m *Machine) mine(i, seat int) bool {
	if m.c.Mode() == Simultaneous {
		return int(m.c.Moves[i].Mover) == m.player(seat)
	}
	return m.agent(int(m.c.Mover)) == seat
}

// Legal appends the legal moves of a seat.
func (m *Machine) Legal(seat int, dst []game.Move) []game.Move {
	dst = dst[:0]
	if m.Terminal() {
		return dst
	}
	if m.g.facts.NatureSeat(seat) {
		if !m.waiting {
			return append(dst, Noop)
		}
		for i := range m.question.N {
			dst = append(dst, game.Move(i+1))
		}
		return dst
	}
	if m.waiting {
		return append(dst, Noop)
	}
	if m.settle(); m.err != nil {
		return dst
	}
	if m.c.Mode() != Simultaneous && m.agent(int(m.c.Mover)) != seat {
		return append(dst, Noop)
	}
	if !m.named() {
		return dst
	}
	if m.c.Mode() != Simultaneous {
		dst = append(dst, m.names.hashes...)
	} else {
		for i, h := range m.names.hashes {
			if m.mine(i, seat) {
				dst = append(dst, h)
			}
		}
	}
	if len(dst) == 0 {
		dst = append(dst, Noop)
	}
	return dst
}

// named reports whether the moves have names now; if not, that is the fault.
func (m *Machine) named() bool {
	err := m.names.note(m.c)
	if m.err == nil {
		m.err = err
	}
	return err == nil
}

// index finds a move by its name; -1 if it is not legal, or after a fault.
func (m *Machine) index(mv game.Move) int {
	i, err := m.names.index(m.c, mv)
	if m.err == nil {
		m.err = err
	}
	return i
}

// Step makes a joint move.
func (m *Machine) Step(joint []game.Move) {
	if m.settle(); m.Terminal() {
		return
	}
	m.stepped = true
	if m.waiting {
		m.answer(joint)
		return
	}
	if !m.choose(joint) {
		if m.err == nil {
			m.err = game.ErrMove
		}
		return
	}
	if s := m.g.space(); s != nil {
		m.before = s.last(m.c)
	}
	m.doing = stepping
	if m.chance() {
		m.attempt()
		return
	}
	// The moves are there already: no need to find them again.
	defer m.caught()
	m.make()
	m.rebase()
	m.leave()
	m.moved()
	m.arrive()
}

// choose finds the moves of a joint move; false if one is not legal.
func (m *Machine) choose(joint []game.Move) bool {
	if m.c.Mode() == Simultaneous && !m.named() {
		return false
	}
	m.joint = m.joint[:0]
	for seat := 0; seat < m.g.facts.Players && seat < len(joint); seat++ {
		if joint[seat] == Noop {
			continue
		}
		i := m.index(joint[seat])
		if i < 0 || !m.mine(i, seat) {
			return false
		}
		m.joint = append(m.joint, i)
	}
	return len(m.joint) > 0
}

// answer takes Nature's part of a joint move.
func (m *Machine) answer(joint []game.Move) {
	if len(joint) <= m.g.facts.Players {
		m.err = game.ErrMove
		return
	}
	o := joint[m.g.facts.Players]
	if o < 1 || o > game.Move(m.question.N) {
		m.err = game.ErrMove
		return
	}
	m.outcomes = append(m.outcomes, uint16(o-1))
	m.attempt()
}

// Odds appends the odds of Nature's moves.
func (m *Machine) Odds(dst []float64) []float64 {
	dst = dst[:0]
	if !m.waiting {
		return append(dst, 1)
	}
	for i := range m.question.N {
		if len(m.question.Odds) == m.question.N {
			dst = append(dst, m.question.Odds[i])
		} else {
			dst = append(dst, 1/float64(m.question.N))
		}
	}
	return dst
}

// Utility maps the ranks linearly: the first has 1, the last 0. Before the end
// players without a rank have 0.
func (m *Machine) Utility(dst []float64) {
	n := m.g.p.Players
	for seat := range m.g.facts.Players {
		dst[seat] = 0
		p := m.player(seat)
		if p >= len(m.c.Rank) || m.err != nil {
			continue
		}
		switch rank := m.c.Rank[p]; {
		case n <= 1:
			if rank == 1 {
				dst[seat] = 1
			}
		case rank > 0:
			dst[seat] = min(1, max(0, (float64(n)-rank)/float64(n-1)))
		}
	}
}
