package exec

import (
	"errors"
	"fmt"
	"math/rand/v2"

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
// done there, and the outcomes drawn since.
type Machine struct {
	g    *Game
	c    *Ctx
	base *State // before what is being done

	doing    doing
	joint    []int  // indices of the moves being made, of those generated
	outcomes []byte // drawn since base: first while generating, then while stepping
	used     int    // outcomes asked for in the present attempt
	question Chance // what Nature is asked
	waiting  bool   // for Nature

	ready  bool // the moves of the position are in c.Moves
	hashes []game.Move
	err    error
}

// doing says what is being done from the base position.
type doing uint8

const (
	resetting  doing = iota // going to the initial position
	generating              // finding the legal moves
	stepping                // making moves
)

var errAsk = errors.New("chance is asked")

// Game is the game of the machine.
func (m *Machine) Game() game.Game { return m.g }

// Reset goes to the initial position.
func (m *Machine) Reset() {
	m.err = nil
	m.base.clear(m.g.p)
	m.outcomes = m.outcomes[:0]
	m.joint = m.joint[:0]
	m.doing = resetting
	m.attempt()
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
	m.question = Chance{N: min(q.N, 256), Odds: append([]float64(nil), q.Odds...), Die: q.Die, Sites: append([]int(nil), q.Sites...)}
	panic(errAsk)
}

// attempt does what is to be done from the base position, as far as the
// outcomes go.
func (m *Machine) attempt() {
	m.waiting, m.ready, m.used = false, false, 0
	m.hashes = m.hashes[:0]
	if !m.g.p.Flags.Stochastic {
		m.do()
		return
	}
	m.c.Draw = m.ask
	defer func() {
		if r := recover(); r != nil {
			if r != errAsk { //nolint:errorlint // the very value
				panic(r)
			}
			m.waiting = true
			m.c.nsaved, m.c.depth = 0, 0
			m.c.State.Copy(m.base)
		}
	}()
	m.do()
}

func (m *Machine) do() {
	c := m.c
	if m.doing == resetting {
		c.Reset()
		m.rebase()
	}
	if m.doing == stepping {
		m.generate()
		if len(m.joint) == 1 {
			c.Step(m.joint[0])
		} else {
			c.StepAll(m.joint)
		}
		m.rebase()
	}
	m.generate()
}

// rebase makes the present position the base: what led to it is done.
func (m *Machine) rebase() {
	m.base.Copy(m.c.State)
	m.outcomes = m.outcomes[:0]
	m.joint = m.joint[:0]
	m.used = 0
	m.doing = generating
}

// generate finds the legal moves of the position.
func (m *Machine) generate() {
	if m.err == nil {
		m.err = m.c.Err
	}
	if m.err != nil || m.c.Over {
		m.ready = true
		return
	}
	m.c.Generate()
	if m.c.Err != nil {
		m.err = m.c.Err
	}
	m.ready = true
}

// Save appends the position: the base, what is being done, and the outcomes.
func (m *Machine) Save(dst game.State) game.State {
	dst = dst[:0]
	head := uint64(m.doing)<<56 | uint64(len(m.joint))<<32 | uint64(len(m.outcomes))
	dst = append(dst, head)
	for _, j := range m.joint {
		dst = append(dst, uint64(j))
	}
	var w uint64
	for i, o := range m.outcomes {
		w |= uint64(o) << (8 * (i % 8))
		if i%8 == 7 || i == len(m.outcomes)-1 {
			dst = append(dst, w)
			w = 0
		}
	}
	return game.State(m.base.Save([]uint64(dst)))
}

// Load goes to a position.
func (m *Machine) Load(s game.State) {
	m.err = nil
	m.c.Err = nil
	if len(s) == 0 {
		m.err = ErrCode
		return
	}
	m.doing = doing(s[0] >> 56)
	joint, outcomes := int(s[0]>>32&0xffffff), int(s[0]&0xffffffff)
	s = s[1:]
	if joint+(outcomes+7)/8 > len(s) {
		m.err = ErrCode
		return
	}
	m.joint = m.joint[:0]
	for _, j := range s[:joint] {
		m.joint = append(m.joint, int(j))
	}
	s = s[joint:]
	m.outcomes = m.outcomes[:0]
	for i := range outcomes {
		m.outcomes = append(m.outcomes, byte(s[i/8]>>(8*(i%8))))
	}
	s = s[(outcomes+7)/8:]
	if err := m.base.Load([]uint64(s)); err != nil {
		m.err = fmt.Errorf("load: %w", err)
		return
	}
	m.c.State.Copy(m.base)
	m.attempt()
}

// Terminal reports the end of the match.
func (m *Machine) Terminal() bool { return m.err != nil || !m.waiting && m.c.Over }

// Err is the first fault met.
func (m *Machine) Err() error { return m.err }

// agent is the seat that plays for a player, after swaps.
func (m *Machine) agent(player int) int {
	for i := 1; i <= m.g.p.Players; i++ {
		if int(m.c.Order[i]) == player {
			return i - 1
		}
	}
	return player - 1
}

// player is the player that a seat plays for.
func (m *Machine) player(seat int) int {
	if seat+1 < len(m.c.Order) && m.c.Order[seat+1] > 0 {
		return int(m.c.Order[seat+1])
	}
	return seat + 1
}

// mine reports whether move i belongs to a seat.
func (m *Machine) mine(i, seat int) bool {
	if m.g.p.Mode == Simultaneous {
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
	m.hash()
	for i := range m.c.Moves {
		if m.mine(i, seat) {
			dst = append(dst, m.hashes[i])
		}
	}
	if len(dst) == 0 {
		dst = append(dst, Noop)
	}
	return dst
}

// hash names the legal moves by what they do. Equal moves are told apart by the
// order in which they were generated.
func (m *Machine) hash() {
	if len(m.hashes) == len(m.c.Moves) {
		return
	}
	m.hashes = m.hashes[:0]
	for i := range m.c.Moves {
		h := m.c.HashMove(&m.c.Moves[i])
		for m.index(game.Move(h)) >= 0 || h == uint64(Noop) {
			h = h*0x9e3779b97f4a7c15 + 1
		}
		m.hashes = append(m.hashes, game.Move(h))
	}
}

// index finds a move among those named so far, -1 if it is not there.
func (m *Machine) index(mv game.Move) int {
	for i, h := range m.hashes {
		if h == mv {
			return i
		}
	}
	return -1
}

// HashMove hashes what a move does.
func (c *Ctx) HashMove(m *Move) uint64 {
	h := uint64(0xcbf29ce484222325)
	mix := func(x uint64) {
		h ^= x
		h *= 0xff51afd7ed558ccd
		h ^= h >> 29
	}
	mix(uint64(uint16(m.Mover)))
	mix(uint64(uint32(m.From))<<32 | uint64(uint32(m.To)))
	mix(uint64(uint16(m.LevelMin))<<32 | uint64(uint16(m.LevelMax))<<16 | uint64(uint16(m.State)))
	for i := m.Actions[0]; i < m.Actions[1]; i++ {
		a := &c.Actions[i]
		if a.Op == OpThen {
			mix(uint64(OpThen))
			continue
		}
		mix(uint64(a.Op)<<56 | uint64(a.Kind)<<52 | uint64(a.KindTo)<<48 | uint64(uint16(a.Level))<<32 | uint64(uint16(a.LevelTo))<<16 | b2u(a.Stack)<<1 | b2u(a.Later))
		mix(uint64(uint32(a.From))<<32 | uint64(uint32(a.To)))
		mix(uint64(uint32(a.What))<<32 | uint64(uint32(a.Count)))
		mix(uint64(uint32(a.State))<<32 | uint64(uint32(a.Rotation)))
		mix(uint64(uint32(a.Value))<<32 | uint64(uint32(a.Player)))
	}
	return h
}

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// Step makes a joint move.
func (m *Machine) Step(joint []game.Move) {
	if m.Terminal() {
		return
	}
	if m.waiting {
		o := joint[len(joint)-1]
		if !m.g.facts.Nature || o < 1 || int(o) > m.question.N {
			m.err = game.ErrMove
			return
		}
		m.outcomes = append(m.outcomes, byte(o-1))
		m.c.State.Copy(m.base)
		m.attempt()
		return
	}
	m.hash()
	m.joint = m.joint[:0]
	for seat := 0; seat < m.g.facts.Players && seat < len(joint); seat++ {
		if joint[seat] == Noop {
			continue
		}
		i := m.index(joint[seat])
		if i < 0 || !m.mine(i, seat) {
			m.err = game.ErrMove
			return
		}
		m.joint = append(m.joint, i)
	}
	if len(m.joint) == 0 {
		m.err = game.ErrMove
		return
	}
	m.doing = stepping
	if !m.g.p.Flags.Stochastic {
		// The moves are there already: no need to find them again.
		m.ready = false
		if len(m.joint) == 1 {
			m.c.Step(m.joint[0])
		} else {
			m.c.StepAll(m.joint)
		}
		m.hashes = m.hashes[:0]
		m.rebase()
		m.generate()
		return
	}
	m.c.State.Copy(m.base)
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

// Playout plays random moves to the end.
func (m *Machine) Playout(rng *rand.Rand, limit int) int {
	c := m.c
	c.Rng = rng
	steps := 0
	if m.waiting {
		// Draw what Nature is asked, and all that follows from it.
		c.Draw = func(q Chance) int {
			if m.used < len(m.outcomes) {
				o := int(m.outcomes[m.used])
				m.used++
				return min(o, q.N-1)
			}
			return c.drawRandom(q)
		}
		m.waiting, m.used = false, 0
		m.do()
		steps++
	}
	c.Draw = c.drawRandom
	for steps < limit && !c.Over && c.Err == nil && m.err == nil {
		if m.g.p.Mode == Simultaneous {
			m.pickAll(rng)
			c.StepAll(m.joint)
		} else {
			if len(c.Moves) == 0 {
				m.err = game.ErrNoMove
				break
			}
			c.Step(rng.IntN(len(c.Moves)))
		}
		steps++
		if !c.Over {
			c.Generate()
		}
	}
	m.hashes = m.hashes[:0]
	m.rebase()
	if m.err == nil {
		m.err = c.Err
	}
	m.ready = true
	return steps
}

// pickAll chooses a random move for each player of a simultaneous game.
func (m *Machine) pickAll(rng *rand.Rand) {
	m.joint = m.joint[:0]
	for p := 1; p <= m.g.p.Players; p++ {
		n, pick := 0, -1
		for i := range m.c.Moves {
			if int(m.c.Moves[i].Mover) != p {
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
}
