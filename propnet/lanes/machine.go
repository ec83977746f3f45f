package lanes

import (
	"fmt"
	"math/bits"
	"unsafe"

	"ludens/propnet/lanes/kernel"
)

// Lanes is the number of games that a machine plays at once.
const Lanes = kernel.Lanes

// Machine runs a program: one goroutine's cursor in as many positions as there are
// lanes.
type Machine struct {
	p       *Program
	level   kernel.Level
	rows    []kernel.Row
	scratch []kernel.Row
	random  kernel.Random

	passes, touched int64 // of playouts; rows read and written

	look  func(t *tapes, before bool) // for tests: sees every pass of playouts
	games run                         // what Playouts works with
	at    positions
}

// NewMachine makes a machine on the best level of this processor.
func NewMachine(p *Program) *Machine { return newMachine(p, kernel.Best()) }

func newMachine(p *Program, level kernel.Level) *Machine {
	return &Machine{p: p, level: level, rows: aligned(p.rows), scratch: aligned(p.scratch)}
}

// String says what the machine runs on and what was recognised in the rules.
func (m *Machine) String() string {
	s := m.p.Size()
	turns := "one tape for all turns"
	if n := len(m.p.turns); n > 0 {
		turns = fmt.Sprintf("%d turns with tapes of their own", n)
	}
	loops := ""
	if s.Loops > 0 {
		loops = fmt.Sprintf(", %d recursive blocks", s.Loops)
	}
	return fmt.Sprintf("%d lanes (%s), %s: %d gates of %d inputs in %d runs%s, %d rows", Lanes, m.level, turns, s.Gates, s.Inputs, s.Runs, loops, m.p.rows)
}

// Traffic is the number of passes that playouts have made, and of bytes of rows that
// they have read and written.
func (m *Machine) Traffic() (passes, bytes int64) {
	return m.passes, m.touched * int64(unsafe.Sizeof(kernel.Row{}))
}

// Stream is a tape that does nothing but read rows, one after the other: how fast it is
// tells what the caches give at best.
type Stream struct {
	tape  kernel.Tape
	rows  []kernel.Row
	level kernel.Level
	bytes int64
}

// NewStream makes a stream over as many rows as the machine has.
func (m *Machine) NewStream() *Stream {
	const wide = 16
	n := max(m.p.rows, wide)
	s := &Stream{rows: aligned(n + 1), level: m.level}
	for i := 0; i+wide <= n; i += wide {
		in := make([]int, wide)
		for k := range in {
			in[k] = i + k
		}
		s.tape.Gate(true, n, in, nil)
		s.bytes += (wide + 1) * int64(unsafe.Sizeof(kernel.Row{}))
	}
	return s
}

// Run reads all rows once and tells how many bytes that were.
func (s *Stream) Run() int64 {
	kernel.Run(s.level, &s.tape, s.rows)
	return s.bytes
}

// aligned makes rows that begin on a cache line.
func aligned(n int) []kernel.Row {
	const line = 64
	buf := make([]kernel.Row, n+1)
	words := unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(buf))), (n+1)*kernel.Words)
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(buf)))&(line-1)) / 8
	return unsafe.Slice((*kernel.Row)(unsafe.Pointer(&words[skip])), n)
}

// value is a row, or its negation.
func (m *Machine) value(r kernel.Ref) kernel.Row {
	x := m.rows[r.Row()]
	if r.Negated() {
		for w := range x {
			x[w] = ^x[w]
		}
	}
	return x
}

// on tells what a reference is in a lane.
func (m *Machine) on(r kernel.Ref, lane int) bool {
	return (m.rows[r.Row()][lane>>6]>>(lane&63)^uint64(r))&1 != 0
}

// put writes a position into lanes; the bases must be zero there.
func (m *Machine) put(state []uint64, lanes *kernel.Row) {
	for i, x := range state {
		for ; x != 0; x &= x - 1 {
			r := &m.rows[1+i<<6+bits.TrailingZeros64(x)]
			for w := range r {
				r[w] |= lanes[w]
			}
		}
	}
}

// clear makes the bases zero in lanes.
func (m *Machine) clear(lanes *kernel.Row) {
	for i := 1; i <= m.p.bases; i++ {
		r := &m.rows[i]
		for w := range r {
			r[w] &^= lanes[w]
		}
	}
}

// words is the number of words of a state.
func (p *Program) words() int { return (p.bases + 63) / 64 }

// fits tells whether a state has the right size, and no bit that is no fluent.
func (p *Program) fits(s []uint64) bool {
	return len(s) == p.words() && (p.bases&63 == 0 || s[len(s)-1]>>(p.bases&63) == 0)
}

// turnOf is the place in the circle that a state is at, -1 if it is at none, or at two.
func (p *Program) turnOf(s []uint64) int {
	turn := -1
	for k, b := range p.circle {
		if s[b>>6]>>(b&63)&1 != 0 {
			if turn >= 0 {
				return -1
			}
			turn = k
		}
	}
	return turn
}

// each calls f with the lanes of a row, in order.
func each(r *kernel.Row, f func(lane int)) {
	for w, x := range r {
		for ; x != 0; x &= x - 1 {
			f(w<<6 | bits.TrailingZeros64(x))
		}
	}
}

func count(r *kernel.Row) (n int) {
	for _, x := range r {
		n += bits.OnesCount64(x)
	}
	return n
}

func and(a, b *kernel.Row) (out kernel.Row) {
	for w := range out {
		out[w] = a[w] & b[w]
	}
	return out
}

func andNot(a, b *kernel.Row) (out kernel.Row) {
	for w := range out {
		out[w] = a[w] &^ b[w]
	}
	return out
}

func or(a, b *kernel.Row) (out kernel.Row) {
	for w := range out {
		out[w] = a[w] | b[w]
	}
	return out
}

func empty(r *kernel.Row) bool { return *r == kernel.Row{} }

func setLane(r *kernel.Row, lane int) { r[lane>>6] |= 1 << (lane & 63) }

func hasLane(r *kernel.Row, lane int) bool { return r[lane>>6]>>(lane&63)&1 != 0 }
