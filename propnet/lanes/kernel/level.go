package kernel

import "fmt"

// Level is a set of processor instructions.
type Level uint8

// The levels, each needing more of the processor than the one before.
const (
	Portable Level = iota // plain Go
	AVX2
	AVX512 // F
)

var levelNames = [...]string{"portable", "avx2", "avx512"}

// String is the name of the level.
func (l Level) String() string {
	if int(l) < len(levelNames) {
		return levelNames[l]
	}
	return fmt.Sprintf("level %d", l)
}

// Best is the highest level that this machine can run.
func Best() Level {
	s := Supported()
	return s[len(s)-1]
}

// Run runs a tape over a file of rows, which is at least as long as the tape says.
func Run(l Level, t *Tape, rows []Row) {
	if len(rows) < t.rows {
		panic(fmt.Sprintf("kernel: %d rows for a tape of %d", len(rows), t.rows))
	}
	switch {
	case len(t.code) == 0:
	case l == Portable:
		runPortable(t.code, rows)
	default:
		runC(l, t.code, rows)
	}
}

// Choose draws a legal move of a seat in every lane and writes the rows of the moves
// made. It gives the lanes in which there is a legal move.
func Choose(l Level, c *Choice, rows, scratch []Row, g *Random) (some Row) {
	if len(rows) < c.rows || len(scratch) < c.room {
		panic(fmt.Sprintf("kernel: %d rows and %d of scratch for a choice of %d and %d", len(rows), len(scratch), c.rows, c.room))
	}
	if l == Portable {
		return choosePortable(c, rows, scratch, g)
	}
	return chooseC(l, c, rows, scratch, g)
}

// Moves copies rows, but for some lanes.
type Moves struct {
	pairs []uint32 // row to write, reference
	rows  int
}

// Add appends a row to write and what to write there. No row that is written may be
// one that another row is written from.
func (m *Moves) Add(to int, from Ref) {
	m.pairs = append(m.pairs, uint32(to), uint32(from))
	m.rows = max(m.rows, to+1, from.Row()+1)
}

// Len is the number of rows to write.
func (m *Moves) Len() int { return len(m.pairs) / 2 }

// Move copies all rows in the lanes that hold does not name.
func Move(l Level, m *Moves, rows []Row, hold *Row) {
	if len(rows) < m.rows {
		panic(fmt.Sprintf("kernel: %d rows for moves of %d", len(rows), m.rows))
	}
	switch {
	case len(m.pairs) == 0:
	case l == Portable:
		movePortable(m.pairs, rows, hold)
	default:
		moveC(l, m.pairs, rows, hold)
	}
}
