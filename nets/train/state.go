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
//	uint32    batch norms, and the channels of each (uint32)
//	float32s  per parameter the first moment, the second moment, and, if there is
//	          one, the average; with an average, per batch norm its mean and variance
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
	b = binary.LittleEndian.AppendUint32(b, uint32(len(l.stats)))
	for _, s := range l.stats {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(l.w[s.mean])))
	}
	for _, p := range l.parts(l.average != nil) {
		for _, x := range p.x {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
	}
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// stateHeader is the number of bytes before the sizes of parameters.
const stateHeader = len(stateMagic) + 4 + 4 + 8 + 8 + 8 + 4

func (l *Learner) stateSize(average bool) int {
	size := stateHeader + 4*len(l.sizes) + 4 + 4*len(l.stats) + 4
	for _, p := range l.parts(average) {
		size += 4 * p.n
	}
	return size
}

// part is an array of n numbers in a state; x is nil if the learner has no place for it.
type part struct {
	n        int
	x        []float32
	positive bool
}

// parts are the arrays of a state, with or without an average, in its order.
func (l *Learner) parts(average bool) []part {
	var parts []part
	for i, n := range l.sizes {
		parts = append(parts, part{n, l.solver.m[i], false}, part{n, l.solver.v[i], true})
		switch {
		case average && l.average != nil:
			parts = append(parts, part{n, l.average.w[i], false})
		case average:
			parts = append(parts, part{n, nil, false})
		}
	}
	if !average {
		return parts
	}
	for i, s := range l.stats {
		n := len(l.w[s.mean])
		if l.average == nil {
			parts = append(parts, part{n, nil, false}, part{n, nil, true})
			continue
		}
		parts = append(parts, part{n, l.average.stats[2*i], false}, part{n, l.average.stats[2*i+1], true})
	}
	return parts
}

// expect reads numbers that must be these: how many, then each.
func expect(b []byte, what string, want []int) ([]byte, error) {
	if got := binary.LittleEndian.Uint32(b); int64(got) != int64(len(want)) {
		return nil, fmt.Errorf("%d %s, want %d", got, what, len(want))
	}
	for i, n := range want {
		b = b[4:]
		if got := binary.LittleEndian.Uint32(b); int64(got) != int64(n) {
			return nil, fmt.Errorf("number %d of the %s has %d values, want %d", i, what, got, n)
		}
	}
	return b[4:], nil
}

// SetState goes on from a State of a learner of the same net. After an error nothing
// has changed. A state with an average is fine for a learner without, and the other way
// round: then the average begins with the weights that the learner has.
func (l *Learner) SetState(state []byte) error {
	if err := l.setState(state); err != nil {
		return fmt.Errorf("train: reading a learner's state: %w", err)
	}
	return nil
}

func (l *Learner) setState(state []byte) error {
	if len(state) < stateHeader+4 || string(state[:len(stateMagic)]) != stateMagic {
		return errors.New("not one")
	}
	body := state[:len(state)-4]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(state[len(body):]) {
		return errors.New("the checksum is wrong")
	}
	at := body[len(stateMagic):]
	version, flags := binary.LittleEndian.Uint32(at), binary.LittleEndian.Uint32(at[4:])
	steps, seen, averaged := binary.LittleEndian.Uint64(at[8:]), binary.LittleEndian.Uint64(at[16:]), binary.LittleEndian.Uint64(at[24:])
	average := flags&stateAverage != 0
	switch {
	case version != stateVersion:
		return fmt.Errorf("version %d, this program knows %d", version, stateVersion)
	case flags&^uint32(stateAverage) != 0:
		return fmt.Errorf("unknown flags %x", flags)
	case steps > math.MaxInt64/2 || seen > math.MaxInt64/2 || averaged > math.MaxInt64/2:
		return errors.New("absurd counts of steps")
	case len(state) != l.stateSize(average):
		return fmt.Errorf("%d bytes, want %d", len(state), l.stateSize(average))
	}
	at, err := expect(at[32:], "parameters", l.sizes)
	if err != nil {
		return err
	}
	channels := make([]int, len(l.stats))
	for i, s := range l.stats {
		channels[i] = len(l.w[s.mean])
	}
	if at, err = expect(at, "batch norms", channels); err != nil {
		return err
	}
	parts := l.parts(average)
	if err := checkParts(at, parts); err != nil {
		return err
	}
	for _, p := range parts {
		for i := range p.x {
			p.x[i] = math.Float32frombits(binary.LittleEndian.Uint32(at[4*i:]))
		}
		at = at[4*p.n:]
	}
	l.solver.steps, l.seen = int64(steps), int64(seen)
	if l.average != nil {
		l.average.steps, l.average.recent, l.average.next = 0, l.average.recent[:0], 0
		if average {
			l.average.steps = int64(averaged)
		}
	}
	return nil
}

// checkParts looks before anything is changed.
func checkParts(b []byte, parts []part) error {
	for _, p := range parts {
		for range p.n {
			x := math.Float32frombits(binary.LittleEndian.Uint32(b))
			if x-x != 0 {
				return errors.New("a number is not finite")
			}
			if p.positive && x < 0 {
				return errors.New("a variance or second moment is negative")
			}
			b = b[4:]
		}
	}
	return nil
}
