package train

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
)

// The state of a learner, all little endian:
//
//	8 bytes   "LUDTRAIN"
//	uint32    version, 1
//	uint32    flags: 1 there is an average
//	uint64    steps done
//	uint64    mini-batches in the running statistics
//	uint64    steps in the average
//	uint32    trained parameters, and the size of each (uint32)
//	float32s  per parameter the first moment, the second moment, and, if there is
//	          one, the average
//	uint32    CRC-32 (Castagnoli) of all before
const (
	stateMagic   = "LUDTRAIN"
	stateVersion = 1
	stateAverage = 1
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// State is what is needed, with the weights, to go on later as if nothing had been:
// optimiser, counters, averaged weights. The same weights, options and mini-batches then
// give the same weights again, bit by bit.
func (l *Learner) State() []byte {
	flags, averaged := uint32(0), uint64(0)
	if l.average != nil {
		flags, averaged = stateAverage, uint64(l.average.steps)
	}
	b := make([]byte, 0, l.stateSize(l.average != nil))
	b = append(b, stateMagic...)
	b = binary.LittleEndian.AppendUint32(b, stateVersion)
	b = binary.LittleEndian.AppendUint32(b, flags)
	b = binary.LittleEndian.AppendUint64(b, uint64(l.solver.steps))
	b = binary.LittleEndian.AppendUint64(b, uint64(l.seen))
	b = binary.LittleEndian.AppendUint64(b, averaged)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(l.sizes)))
	for _, n := range l.sizes {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	for _, part := range l.parts(l.average != nil) {
		for _, x := range part {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
	}
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// stateHeader is the number of bytes before the sizes of parameters.
const stateHeader = len(stateMagic) + 4 + 4 + 8 + 8 + 8 + 4

func (l *Learner) stateSize(average bool) int {
	numbers := 2
	if average {
		numbers = 3
	}
	total := 0
	for _, n := range l.sizes {
		total += n
	}
	return stateHeader + 4*len(l.sizes) + 4*numbers*total + 4
}

// parts are the arrays of a state in its order.
func (l *Learner) parts(average bool) [][]float32 {
	var parts [][]float32
	for i := range l.sizes {
		parts = append(parts, l.solver.m[i], l.solver.v[i])
		if average {
			parts = append(parts, l.average.w[i])
		}
	}
	return parts
}

// SetState goes on from a State of a learner of the same net. After an error nothing
// has changed. A state with an average is fine for a learner without, and the other way
// round: then the average begins with the weights that the learner has.
func (l *Learner) SetState(state []byte) error {
	fail := func(format string, a ...any) error {
		return fmt.Errorf("train: reading a learner's state: %w", fmt.Errorf(format, a...))
	}
	if len(state) < stateHeader+4 || string(state[:len(stateMagic)]) != stateMagic {
		return fail("not one")
	}
	body := state[:len(state)-4]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(state[len(body):]) {
		return fail("the checksum is wrong")
	}
	at := body[len(stateMagic):]
	version, flags := binary.LittleEndian.Uint32(at), binary.LittleEndian.Uint32(at[4:])
	steps, seen := binary.LittleEndian.Uint64(at[8:]), binary.LittleEndian.Uint64(at[16:])
	averaged, count := binary.LittleEndian.Uint64(at[24:]), binary.LittleEndian.Uint32(at[32:])
	switch {
	case version != stateVersion:
		return fail("version %d, this program knows %d", version, stateVersion)
	case flags&^uint32(stateAverage) != 0:
		return fail("unknown flags %x", flags)
	case steps > math.MaxInt64/2 || seen > math.MaxInt64/2 || averaged > math.MaxInt64/2:
		return fail("absurd counts of steps")
	case int(count) != len(l.sizes):
		return fail("%d parameters, want %d", count, len(l.sizes))
	case len(state) != l.stateSize(flags&stateAverage != 0):
		return fail("%d bytes, want %d", len(state), l.stateSize(flags&stateAverage != 0))
	}
	at = at[36:]
	for i, n := range l.sizes {
		if got := binary.LittleEndian.Uint32(at[4*i:]); got != uint32(n) {
			return fail("parameter %d has %d values, want %d", i, got, n)
		}
	}
	at = at[4*len(l.sizes):]
	if err := checkNumbers(at, l.sizes, flags&stateAverage != 0); err != nil {
		return fail("%w", err)
	}
	for i, n := range l.sizes {
		at = read(l.solver.m[i], at)
		at = read(l.solver.v[i], at)
		if flags&stateAverage == 0 {
			continue
		}
		if l.average == nil {
			at = at[4*n:]
		} else {
			at = read(l.average.w[i], at)
		}
	}
	l.solver.steps, l.seen = int64(steps), int64(seen)
	if l.average != nil {
		l.average.steps, l.average.recent, l.average.next = int64(averaged), l.average.recent[:0], 0
	}
	return nil
}

// checkNumbers looks before anything is changed.
func checkNumbers(b []byte, sizes []int, average bool) error {
	for _, n := range sizes {
		for k := range 3 {
			if k == 2 && !average {
				continue
			}
			for range n {
				x := math.Float32frombits(binary.LittleEndian.Uint32(b))
				if x-x != 0 {
					return errors.New("a number is not finite")
				}
				if k == 1 && x < 0 {
					return errors.New("a second moment is negative")
				}
				b = b[4:]
			}
		}
	}
	return nil
}

// read fills x and returns what follows.
func read(x []float32, b []byte) []byte {
	for i := range x {
		x[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return b[4*len(x):]
}
