package exec

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"ludens/game"
)

// machine is a cursor in a game run by a network. See the package comment.
type machine struct {
	g        *Game
	l        *layout
	val      []uint64 // bit per node: it is on
	dirty    []uint64 // bit per node: it is about to change
	counter  []int32
	ext      []int32 // outside counters of block members
	full     []bool  // per block: an input has turned off, compute it anew
	work     []int32 // members of a block that turned on
	was      []uint64
	moves    []int32 // moves that are on, as nodes
	flipped  []flips // driven nodes that the moves have turned on
	goal     []bool  // slots of the goal tape
	seen     []bool  // slots of the percept tape
	percept  [][]string
	timeless game.State // what Recurrence looks at; scratch of Pass, too
	over     bool
	err      error
	flaw     error // the first flaw that play goes on with
}

func newMachine(g *Game) *machine {
	l := g.l
	m := &machine{
		g: g, l: l, val: make([]uint64, l.words), dirty: make([]uint64, l.words),
		counter: slices.Clone(l.counters), ext: make([]int32, l.blockGates), full: make([]bool, len(l.blocks)),
		moves: make([]int32, 0, len(l.seats)), flipped: make([]flips, 0, l.movingEnd-l.legalEnd), goal: make([]bool, len(l.goals.gates)),
		seen: make([]bool, len(l.sees.gates)), percept: make([][]string, len(l.seats)),
	}
	largest := 0
	for k, b := range l.blocks {
		copy(m.ext[b.ext:], l.counters[b.first:b.first+b.size])
		m.full[k] = true
		m.set(b.trigger)
		largest = max(largest, b.size)
	}
	m.work = make([]int32, 0, largest)
	m.was = make([]uint64, largest/64+2)
	for id, c := range l.counters {
		if c >= 0 && !l.member[id] {
			m.set(id)
		}
	}
	m.scan()
	m.Reset()
	return m
}

func (m *machine) set(id int) { m.dirty[id>>6] |= 1 << (id & 63) }

func (m *machine) on(l bitLit) bool {
	n := l >> 1
	return (m.val[n>>6]>>(n&63)^uint64(l))&1 != 0
}

// scan lets all dirty nodes change, in order.
func (m *machine) scan() {
	l := m.l
	m.scanGates(0, l.stillEnd)
	m.scanOutputs(l.stillEnd, l.legalEnd)
	m.scanGates(l.legalEnd, l.movingEnd)
	m.scanOutputs(l.movingEnd, l.words)
}

// scanOutputs changes nodes that nobody reads.
func (m *machine) scanOutputs(from, to int) {
	val, dirty := m.val[from:to], m.dirty[from:to]
	for w, d := range dirty {
		if d != 0 {
			val[w] ^= d
			dirty[w] = 0
		}
	}
}

func (m *machine) scanGates(from, to int) {
	val, dirty, special := m.val, m.dirty, m.l.special
	for w := from; w < to; w++ {
		for dirty[w] != 0 {
			b := bits.TrailingZeros64(dirty[w])
			bit := uint64(1) << b
			dirty[w] &^= bit
			if special[w]&bit != 0 {
				m.change(w<<6 | b)
				continue
			}
			x := val[w] ^ bit
			val[w] = x
			m.push(w<<6|b, int32(x>>b&1)<<1-1)
		}
	}
}

// push tells the readers that count a node that it has turned on, d = 1, or off, d = -1.
func (m *machine) push(id int, d int32) {
	l := m.l
	f := &l.fans[id]
	counter, dirty := m.counter, m.dirty
	// Whether a counter crosses between -1 and 0 is hard to predict, so the sign
	// bit of old xor new is shifted in place without a branch.
	for _, t := range l.to[f.plain:f.inverted] {
		c := counter[t]
		counter[t] = c + d
		dirty[t>>6] ^= uint64(uint32(c^(c+d))>>31) << (t & 63)
	}
	for _, t := range l.to[f.inverted:f.sets] {
		c := counter[t]
		counter[t] = c - d
		dirty[t>>6] ^= uint64(uint32(c^(c-d))>>31) << (t & 63)
	}
}

// change lets a node of a special kind change while no move is on.
func (m *machine) change(id int) {
	w, bit := id>>6, uint64(1)<<(id&63)
	switch m.l.kinds[id] {
	case pull:
		if m.val[w]&bit != 0 { // else it never turned on
			m.val[w] ^= bit
			m.push(id, -1)
		}
	case port:
		m.val[w] ^= bit
		m.pushPort(id, m.val[w]&bit != 0)
	case trigger:
		m.runBlock(int(m.l.detail[id]))
	}
}

// pushPort tells the members of a block that one of its inputs has changed.
func (m *machine) pushPort(id int, on bool) {
	k := m.l.detail[id]
	b := &m.l.blocks[k]
	m.set(b.trigger)
	d := int32(1)
	if !on {
		d = -1
		m.full[k] = true
	}
	f := &m.l.fans[id]
	for _, t := range m.l.to[f.plain:f.inverted] {
		m.ext[b.ext+int(t)-b.first] += d
		m.counter[t] += d
	}
}

// runBlock brings the members of a block to their least fixed point and tells
// the world what has changed.
func (m *machine) runBlock(k int) {
	b := &m.l.blocks[k]
	was := m.was[:0]
	for w := b.first >> 6; w <= (b.first+b.size-1)>>6; w++ {
		was = append(was, m.val[w])
	}
	counter := m.counter[b.first : b.first+b.size]
	if m.full[k] {
		m.full[k] = false
		copy(counter, m.ext[b.ext:b.ext+b.size])
		for i := range b.size {
			id := b.first + i
			m.val[id>>6] &^= 1 << (id & 63)
		}
	}
	work := m.work[:0]
	turnOn := func(i int32) {
		id := b.first + int(i)
		if bit := uint64(1) << (id & 63); m.val[id>>6]&bit == 0 {
			m.val[id>>6] |= bit
			work = append(work, i)
		}
	}
	for i, c := range counter {
		if c >= 0 {
			turnOn(int32(i))
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for _, t := range b.inner[i] {
			counter[t]++
			if counter[t] == 0 {
				turnOn(int32(t))
			}
		}
	}
	for i := range b.size {
		id := b.first + i
		bit := uint64(1) << (id & 63)
		now := m.val[id>>6] & bit
		if now != was[id>>6-b.first>>6]&bit {
			m.push(id, int32(now>>(id&63))<<1-1)
		}
	}
}

// Game gives the game.
func (m *machine) Game() game.Game { return m.g }

// Reset goes to the initial position.
func (m *machine) Reset() { m.Load(m.l.init) }

// Save appends the position to dst[:0].
func (m *machine) Save(dst game.State) game.State {
	return append(dst[:0], m.val[:m.l.baseWords]...)
}

// Load goes to a position.
func (m *machine) Load(s game.State) {
	m.err, m.flaw = nil, nil
	if len(s) != m.l.baseWords {
		m.err = fmt.Errorf("load position: it has %d words, not %d", len(s), m.l.baseWords)
		m.over = true
		return
	}
	m.forgetPercepts()
	for w, x := range s {
		m.dirty[w] = x ^ m.val[w]
	}
	m.scan()
	m.settle()
}

func (m *machine) forgetPercepts() {
	for i := range m.percept {
		m.percept[i] = m.percept[i][:0]
	}
}

// settle looks whether the match is over and, if not, whether everybody can move.
func (m *machine) settle() {
	m.over = m.on(m.l.terminal)
	if m.over {
		return
	}
	for i := range m.l.seats {
		if !m.canMove(&m.l.seats[i]) {
			m.fail(fmt.Errorf("%w: %s", game.ErrNoMove, m.g.facts.Seats[i]))
			return
		}
	}
}

func (m *machine) fail(err error) {
	if m.err == nil {
		m.err = err
	}
	m.over = true
}

// legal are the legal moves of a seat by the word, where those in shut are not.
func (m *machine) legal(s *seatLayout) []uint64 {
	return m.val[s.legalWord : s.legalWord+s.words]
}

func (m *machine) canMove(s *seatLayout) bool {
	shut := m.shut(s)
	for w, x := range m.legal(s) {
		if x&^shut[w] != 0 {
			return true
		}
	}
	return false
}

// Terminal reports whether the match is over.
func (m *machine) Terminal() bool { return m.over }

// Err is the first fault met.
func (m *machine) Err() error { return m.err }

// Warning is the first flaw met that play goes on with.
func (m *machine) Warning() error { return m.flaw }

// Legal appends the legal moves of a seat to dst[:0], sorted by their text.
func (m *machine) Legal(seat int, dst []game.Move) []game.Move {
	dst = dst[:0]
	s := &m.l.seats[seat]
	shut := m.shut(s)
	for w, x := range m.legal(s) {
		for x &^= shut[w]; x != 0; x &= x - 1 {
			dst = append(dst, game.Move(w<<6|bits.TrailingZeros64(x)))
		}
	}
	return dst
}

func (m *machine) isLegal(s *seatLayout, mv game.Move) bool {
	return mv < game.Move(s.moves) && (m.legal(s)[mv>>6]&^m.shut(s)[mv>>6])>>(mv&63)&1 != 0
}

// Step makes a joint move.
func (m *machine) Step(joint []game.Move) {
	if m.err != nil {
		return
	}
	if len(joint) != len(m.l.seats) {
		m.fail(fmt.Errorf("%w: %d moves for %d seats", game.ErrMove, len(joint), len(m.l.seats)))
		return
	}
	m.moves = m.moves[:0]
	for i, mv := range joint {
		s := &m.l.seats[i]
		if !m.isLegal(s, mv) {
			m.fail(fmt.Errorf("%w: move %d of %s", game.ErrMove, mv, m.g.facts.Seats[i]))
			return
		}
		m.moves = append(m.moves, int32(s.doesWord<<6+int(mv)))
	}
	m.forgetPercepts()
	m.advance(m.l.net.Percepts)
}

func (m *machine) perceive() {
	t := &m.l.sees
	t.run(m.val, m.seen)
	for i := range m.l.seats {
		for _, v := range t.values[m.l.seats[i].role] {
			if t.holds(v.lit, m.val, m.seen) {
				m.percept[i] = append(m.percept[i], v.text)
			}
		}
	}
}

// Percepts appends what a seat was told by the last step, sorted.
func (m *machine) Percepts(seat int, dst []string) []string {
	dst = append(dst[:0], m.percept[seat]...)
	if m.g.tell != nil {
		for i := range dst {
			dst[i] = m.g.tell(dst[i])
		}
		slices.Sort(dst)
	}
	return dst
}

// Playout makes random moves until the match is over or limit steps were made.
func (m *machine) Playout(rng *rand.Rand, limit int) int {
	n, _ := m.Trace(rng, limit, nil, nil)
	return n
}

// rejections bounds how often a move is drawn anew for its weight.
const rejections = 32

// Trace is Playout with weights, and tells the moves; made may be nil if nobody wants them.
func (m *machine) Trace(rng *rand.Rand, limit int, weigh func(int, game.Move) float64, made []game.Made) (int, []game.Made) {
	r := rng.Uint64() | 1
	n := 0
	told := made != nil
	seen := m.g.sign.Look()
	for ; n < limit && !m.over && m.g.sign.Since(seen) == nil; n++ {
		m.moves = m.moves[:0]
		for i := range m.l.seats {
			s := &m.l.seats[i]
			shut := m.shut(s)
			count := 0
			for w, x := range m.legal(s) {
				count += bits.OnesCount64(x &^ shut[w])
			}
			k := 0
			if count > 1 { // xorshift64*; the high bits scaled to the range
				r = shift(r)
				hi, _ := bits.Mul64(r*0x2545f4914f6cdd1d, uint64(count))
				k = int(hi)
			}
			mv := m.nth(s, shut, k)
			if count > 1 && i < m.g.facts.Players {
				if weigh != nil {
					for left := rejections; left > 0 && rng.Float64() >= weigh(i, game.Move(mv)); left-- {
						mv = m.nth(s, shut, rng.IntN(count))
					}
				}
				if told {
					made = append(made, game.Made{Seat: i, Move: game.Move(mv)})
				}
			}
			m.moves = append(m.moves, int32(s.doesWord<<6+mv))
		}
		m.advance(false)
	}
	m.forgetPercepts()
	return n, made
}

// shift is a step of xorshift64*.
func shift(r uint64) uint64 {
	r ^= r >> 12
	r ^= r << 25
	return r ^ r>>27
}

// nth is the number of the k-th legal move of a seat.
func (m *machine) nth(s *seatLayout, shut []uint64, k int) int {
	for w, x := range m.legal(s) {
		x &^= shut[w]
		if c := bits.OnesCount64(x); k >= c {
			k -= c
			continue
		}
		for ; k > 0; k-- {
			x &= x - 1
		}
		return w<<6 | bits.TrailingZeros64(x)
	}
	return 0
}

// Utility writes the goal of every player, goal/100: the highest value from 0 to
// 100 that the rules give. Where there is none the player gets 0, which in a
// terminal position is a fault. Any other values beside it there are a flaw.
func (m *machine) Utility(dst []float64) {
	m.l.goals.run(m.val, m.goal)
	for i := range m.g.facts.Players {
		highest, found := -1, 0
		for _, v := range m.l.goals.values[m.l.seats[i].role] {
			if m.l.goals.holds(v.lit, m.val, m.goal) {
				highest = max(highest, v.points)
				found++
			}
		}
		dst[i] = float64(max(highest, 0)) / 100
		switch {
		case highest >= 0 && found == 1 || m.err != nil || !m.over:
		case highest < 0:
			m.fail(fmt.Errorf("%w: %s has %v", game.ErrGoal, m.g.facts.Seats[i], m.GoalValues(i, nil)))
		case m.flaw == nil:
			m.flaw = fmt.Errorf("%w: %s has %s", game.ErrGoals, m.g.facts.Seats[i], strings.Join(m.GoalValues(i, nil), ", "))
		}
	}
}

// GoalValues appends every goal value that the rules give to a seat here, as
// text, sorted.
func (m *machine) GoalValues(seat int, dst []string) []string {
	m.l.goals.run(m.val, m.goal)
	dst = dst[:0]
	for _, v := range m.l.goals.values[m.l.seats[seat].role] {
		if m.l.goals.holds(v.lit, m.val, m.goal) {
			dst = append(dst, v.text)
		}
	}
	return dst
}

// Fluents appends the facts true here, sorted.
func (m *machine) Fluents(dst []string) []string {
	dst = append(dst[:0], m.l.net.Fixed...)
	for w := range m.l.baseWords {
		for x := m.val[w]; x != 0; x &= x - 1 {
			dst = append(dst, m.l.net.Bases[w<<6|bits.TrailingZeros64(x)].Text)
		}
	}
	if m.g.tell != nil {
		for i := range dst {
			dst[i] = m.g.tell(dst[i])
		}
	}
	slices.Sort(dst)
	return dst
}

// Label is the text of a move.
func (m *machine) Label(seat int, mv game.Move) string {
	moves := m.l.net.Moves[m.l.seats[seat].role]
	switch {
	case mv >= game.Move(len(moves)):
		return ""
	case m.g.label != nil:
		return m.g.label[m.l.seats[seat].role][mv]
	}
	return moves[mv].Text
}
