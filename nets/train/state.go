package train

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"

	"ludens/nets/arch"
)

// State is what a learner has besides its weights: optimiser, counters, averages. With
// the weights it is all that it takes to go on, with this learner or another one.
type State struct {
	Steps    int64 // done
	Seen     int64 // mini-batches in the running statistics
	Averaged int64 // steps in the average
	// First and Second are Adam's moments, per trained parameter in the net's order.
	First, Second [][]float32
	// Average are the averaged weights, per trained parameter, and Statistics those that
	// fit them: of every batch norm its means, then its variances. Both are nil without an
	// average.
	Average, Statistics [][]float32
}

// The encoding of a State, all little endian:
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

// layout says how many numbers there are in each trained parameter of a net, and in each
// of its batch norms.
func layout(net *arch.Net) (sizes, channels []int) {
	for i := range net.Params {
		switch p := &net.Params[i]; {
		case !p.Running:
			sizes = append(sizes, p.Size())
		case p.Init == arch.Ones: // a variance, which comes behind its mean
			channels = append(channels, p.Size())
		}
	}
	return sizes, channels
}

// blank is a state for a net with room for everything.
func blank(net *arch.Net, average bool) *State {
	sizes, channels := layout(net)
	s := &State{}
	arrays := func(n int) [][]float32 { return make([][]float32, 0, n) }
	s.First, s.Second = arrays(len(sizes)), arrays(len(sizes))
	if average {
		s.Average, s.Statistics = arrays(len(sizes)), arrays(2*len(channels))
	}
	for _, n := range sizes {
		s.First, s.Second = append(s.First, make([]float32, n)), append(s.Second, make([]float32, n))
		if average {
			s.Average = append(s.Average, make([]float32, n))
		}
	}
	for _, n := range channels {
		if average {
			s.Statistics = append(s.Statistics, make([]float32, n), make([]float32, n))
		}
	}
	return s
}

// Encode writes the state of a learner of a net as bytes.
func (s *State) Encode(net *arch.Net) []byte {
	flags := uint32(0)
	if s.Average != nil {
		flags = stateAverage
	}
	sizes, channels := layout(net)
	b := make([]byte, 0, stateSize(sizes, channels, s.Average != nil))
	b = append(b, stateMagic...)
	b = binary.LittleEndian.AppendUint32(b, stateVersion)
	b = binary.LittleEndian.AppendUint32(b, flags)
	for _, n := range []int64{s.Steps, s.Seen, s.Averaged} {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	for _, list := range [][]int{sizes, channels} {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(list)))
		for _, n := range list {
			b = binary.LittleEndian.AppendUint32(b, uint32(n))
		}
	}
	for _, p := range s.parts() {
		for _, x := range p.x {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
	}
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// stateHeader is the number of bytes before the sizes of parameters.
const stateHeader = len(stateMagic) + 4 + 4 + 8 + 8 + 8 + 4

func stateSize(sizes, channels []int, average bool) int {
	size := stateHeader + 4*len(sizes) + 4 + 4*len(channels) + 4
	arrays := 2
	if average {
		arrays = 3
	}
	for _, n := range sizes {
		size += 4 * arrays * n
	}
	for _, n := range channels {
		if average {
			size += 4 * 2 * n
		}
	}
	return size
}

// part is an array of a state.
type part struct {
	x        []float32
	positive bool
}

// parts are the arrays of a state in the order of its encoding.
func (s *State) parts() []part {
	var parts []part
	for i := range s.First {
		parts = append(parts, part{s.First[i], false}, part{s.Second[i], true})
		if s.Average != nil {
			parts = append(parts, part{s.Average[i], false})
		}
	}
	if s.Average != nil {
		for i, x := range s.Statistics {
			parts = append(parts, part{x, i%2 == 1})
		}
	}
	return parts
}

// DecodeState reads what Encode wrote of a learner of the same net.
func DecodeState(net *arch.Net, state []byte) (*State, error) {
	s, err := decodeState(net, state)
	if err != nil {
		return nil, fmt.Errorf("train: reading a learner's state: %w", err)
	}
	return s, nil
}

func decodeState(net *arch.Net, state []byte) (*State, error) {
	if len(state) < stateHeader+4 || string(state[:len(stateMagic)]) != stateMagic {
		return nil, errors.New("not one")
	}
	body := state[:len(state)-4]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(state[len(body):]) {
		return nil, errors.New("the checksum is wrong")
	}
	at := body[len(stateMagic):]
	version, flags := binary.LittleEndian.Uint32(at), binary.LittleEndian.Uint32(at[4:])
	steps, seen, averaged := binary.LittleEndian.Uint64(at[8:]), binary.LittleEndian.Uint64(at[16:]), binary.LittleEndian.Uint64(at[24:])
	average := flags&stateAverage != 0
	sizes, channels := layout(net)
	switch {
	case version != stateVersion:
		return nil, fmt.Errorf("version %d, this program knows %d", version, stateVersion)
	case flags&^uint32(stateAverage) != 0:
		return nil, fmt.Errorf("unknown flags %x", flags)
	case steps > math.MaxInt64/2 || seen > math.MaxInt64/2 || averaged > math.MaxInt64/2:
		return nil, errors.New("absurd counts of steps")
	case len(state) != stateSize(sizes, channels, average):
		return nil, fmt.Errorf("%d bytes, want %d", len(state), stateSize(sizes, channels, average))
	}
	at, err := expect(at[32:], "parameters", sizes)
	if err != nil {
		return nil, err
	}
	if at, err = expect(at, "batch norms", channels); err != nil {
		return nil, err
	}
	s := blank(net, average)
	s.Steps, s.Seen, s.Averaged = int64(steps), int64(seen), int64(averaged)
	for _, p := range s.parts() {
		for i := range p.x {
			x := math.Float32frombits(binary.LittleEndian.Uint32(at[4*i:]))
			if x-x != 0 {
				return nil, errors.New("a number is not finite")
			}
			if p.positive && x < 0 {
				return nil, errors.New("a variance or second moment is negative")
			}
			p.x[i] = x
		}
		at = at[4*len(p.x):]
	}
	return s, nil
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

// State is what is needed, with the weights, to go on later as if nothing had been, as
// bytes. The same weights, options and mini-batches then give the same weights again, bit
// by bit.
func (l *Learner) State() []byte {
	s := State{Steps: l.solver.steps, Seen: l.seen, First: l.solver.m, Second: l.solver.v}
	if a := l.average; a != nil {
		s.Averaged, s.Average, s.Statistics = a.steps, a.w, a.stats
	}
	return s.Encode(l.net)
}

// SetState goes on from a State of a learner of the same net. After an error nothing
// has changed. A state with an average is fine for a learner without, and the other way
// round: then the average begins with the weights that the learner has.
func (l *Learner) SetState(state []byte) error {
	s, err := DecodeState(l.net, state)
	if err != nil {
		return err
	}
	l.solver.steps, l.seen = s.Steps, s.Seen
	l.solver.m, l.solver.v = s.First, s.Second
	if a := l.average; a != nil {
		a.steps, a.recent, a.next = 0, a.recent[:0], 0
		if s.Average != nil {
			a.steps, a.w, a.stats = s.Averaged, s.Average, s.Statistics
		}
	}
	return nil
}
