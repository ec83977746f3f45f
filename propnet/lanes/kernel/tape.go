package kernel

// Words is the number of machine words of a row, Lanes that of its bits.
const (
	Words = 8
	Lanes = 64 * Words
)

// Row is one bit of every lane: lane l is bit l%64 of word l/64.
type Row [Words]uint64

// Ref is a row of the file, plain or negated: row number × 2 + negated.
type Ref uint32

// MakeRef names a row.
func MakeRef(row int, negated bool) Ref {
	r := Ref(row) << 1
	if negated {
		r |= 1
	}
	return r
}

// Row is the number of the row.
func (r Ref) Row() int { return int(r >> 1) }

// Negated reports whether the negation is meant.
func (r Ref) Negated() bool { return r&1 != 0 }

// Not is the opposite.
func (r Ref) Not() Ref { return r ^ 1 }

// Tape is code for Run. The zero value is the empty tape.
//
// A run is the numbers kind, plain, negated, count, and then for each of its count
// gates: the row to write, the rows of its plain inputs, the rows of its negated ones.
// A loop is the numbers loop, ports, members, length; then for each port the reference
// that is looked at and the row in which its last value is kept; then the rows of the
// members; then a tape of runs of that length, which is repeated until no member changes.
type Tape struct {
	code  []uint32
	rows  int // one more than the highest row named
	loops int
	gate  int // place of the count of the run that is being written; 0: none
}

// The kinds of what stands on a tape.
const (
	runAnd  = 0
	runOr   = 1
	runLoop = 2
)

// header is the length of the head of a run or loop.
const header = 4

// Gate appends a gate: the AND or OR of its inputs, written to a row. Gates of one
// shape that follow each other are one run.
func (t *Tape) Gate(or bool, to int, plain, negated []int) {
	kind := uint32(runAnd)
	if or {
		kind = runOr
	}
	if g := t.gate; g == 0 || t.code[g-3] != kind || int(t.code[g-2]) != len(plain) || int(t.code[g-1]) != len(negated) {
		t.code = append(t.code, kind, uint32(len(plain)), uint32(len(negated)), 0)
		t.gate = len(t.code) - 1
	}
	t.code[t.gate]++
	t.name(to)
	for _, r := range plain {
		t.name(r)
	}
	for _, r := range negated {
		t.name(r)
	}
}

func (t *Tape) name(row int) {
	t.code = append(t.code, uint32(row))
	t.rows = max(t.rows, row+1)
}

// Port is an input of a loop and the row that keeps its last value.
type Port struct {
	Of   Ref
	Kept int
}

// Loop appends a loop around a tape of gates that read each other. Its members keep
// their values from one call to the next: they go on from there in lanes in which no
// port has turned off since, and start anew, at zero, in the others. That is the least
// fixed point if the gates are monotone in the ports and in each other.
func (t *Tape) Loop(ports []Port, members []int, body *Tape) {
	t.gate = 0
	t.loops++
	t.code = append(t.code, runLoop, uint32(len(ports)), uint32(len(members)), uint32(len(body.code)))
	for _, p := range ports {
		t.code = append(t.code, uint32(p.Of))
		t.rows = max(t.rows, p.Of.Row()+1)
		t.name(p.Kept)
	}
	for _, m := range members {
		t.name(m)
	}
	t.code = append(t.code, body.code...)
	t.rows = max(t.rows, body.rows)
}

// Rows is the least length of the file that the tape runs on.
func (t *Tape) Rows() int { return t.rows }

// Len is the number of numbers on the tape.
func (t *Tape) Len() int { return len(t.code) }

// Loops is the number of loops on the tape.
func (t *Tape) Loops() int { return t.loops }

// Count gives the runs, the gates and the inputs that one pass over the tape has, once
// through every loop counted in.
func (t *Tape) Count() (runs, gates, inputs int) {
	for c := t.code; len(c) > 0; {
		if c[0] == runLoop {
			gates += int(c[1]) // a port is looked at and kept
			c = c[header+2*int(c[1])+int(c[2]):]
			continue
		}
		arity, count := int(c[1]+c[2]), int(c[3])
		runs++
		gates += count
		inputs += count * arity
		c = c[header+count*(1+arity):]
	}
	return runs, gates, inputs
}
