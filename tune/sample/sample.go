// Package sample holds what self-play leaves for the learner: positions as a net sees
// them, what the search made of them and how the game ended; packed into
// records, records into chunks, chunks into the replay window.
//
// The promise: what is read back is what was written, or an error; bytes that
// somebody else made give errors, never panics, and take no more memory than the
// bounds here allow. The package starts no goroutine, has no clock and does not know
// games or nets. Neighbours: tune/selfplay makes samples, tune/run stores chunks
// and gives records to nets/train.
package sample

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Shape is what all samples of a run have in common.
type Shape struct {
	Inputs int // numbers that a net is given
	Logits int // logits of its policy head
	Values int // players
}

// Bounds of a Shape.
const (
	MaxInputs = 1 << 22
	MaxLogits = 1 << 22
	MaxValues = 64
)

// Validate reports a shape that no samples have.
func (s Shape) Validate() error {
	switch {
	case s.Inputs < 1 || s.Inputs > MaxInputs:
		return fmt.Errorf("samples: %d inputs, not in 1…%d", s.Inputs, MaxInputs)
	case s.Logits < 1 || s.Logits > MaxLogits:
		return fmt.Errorf("samples: %d logits, not in 1…%d", s.Logits, MaxLogits)
	case s.Values < 1 || s.Values > MaxValues:
		return fmt.Errorf("samples: %d values, not in 1…%d", s.Values, MaxValues)
	}
	return nil
}

// Sample is a position and what there is to learn about it.
type Sample struct {
	Inputs []float32
	Groups []Group
	Values []float32 // 0…1 per player
	// Weight is the weight of the policy's loss, at least 0; usually about 1.
	Weight float32
}

// Group is the policy of one seat.
type Group struct {
	Seat int // a player, 0…63
	// Targets are the logits of the legal moves, ascending, with their probabilities,
	// which sum to 1.
	Targets []Target
}

// Target is the probability of a legal move.
type Target struct {
	Logit int32
	P     float32
}

// Merge sorts targets by logit, adds up those of moves that share one and scales
// them to the sum 1 (equal ones if the sum is not positive).
func Merge(list []Target) []Target {
	slices.SortFunc(list, func(a, b Target) int { return int(a.Logit) - int(b.Logit) })
	n, sum := 0, float32(0)
	for _, t := range list {
		sum += t.P
		if n > 0 && list[n-1].Logit == t.Logit {
			list[n-1].P += t.P
			continue
		}
		list[n] = t
		n++
	}
	list = list[:n]
	for i := range list {
		if sum > 0 {
			list[i].P /= sum
		} else {
			list[i].P = 1 / float32(n)
		}
	}
	return list
}

// A Record is a packed sample: all inputs that are 0 or 1 as bits, the others as
// exceptions; probabilities with 16 bits. Made by Shape.Pack or found in a chunk that
// was read; both have checked it. Layout (numbers little-endian, counts and
// distances as varints):
//
//	4         weight
//	4·Values  values
//	⌈Inputs/8⌉ bits
//	exceptions: count, then (distance to the last index, 4 bytes value) each
//	groups: count, then seat (1 byte), count, then (distance to the last logit,
//	2 bytes of probability·65535) each
type Record []byte

var (
	errShort = errors.New("a sample is cut short")
	errRange = errors.New("a sample has a number out of range")
)

// Pack makes a record of a sample.
func (s Shape) Pack(x *Sample) (Record, error) {
	switch {
	case len(x.Inputs) != s.Inputs || len(x.Values) != s.Values:
		return nil, fmt.Errorf("pack a sample: %d inputs and %d values, want %d and %d", len(x.Inputs), len(x.Values), s.Inputs, s.Values)
	case len(x.Groups) > MaxValues:
		return nil, fmt.Errorf("pack a sample: %d groups", len(x.Groups))
	}
	b := make([]byte, 0, 8+4*s.Values+(s.Inputs+7)/8+32)
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x.Weight))
	for _, v := range x.Values {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	bits := len(b)
	b = append(b, make([]byte, (s.Inputs+7)/8)...)
	odd := 0
	for i, v := range x.Inputs {
		switch v {
		case 0:
		case 1:
			b[bits+i>>3] |= 1 << (i & 7)
		default:
			odd++
		}
	}
	b = binary.AppendUvarint(b, uint64(odd))
	last := 0
	for i, v := range x.Inputs {
		if odd > 0 && v != 0 && v != 1 {
			b = binary.AppendUvarint(b, uint64(i-last))
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
			last = i
		}
	}
	b = binary.AppendUvarint(b, uint64(len(x.Groups)))
	for _, g := range x.Groups {
		if g.Seat < 0 || g.Seat >= MaxValues {
			return nil, fmt.Errorf("pack a sample: seat %d", g.Seat)
		}
		b = append(b, byte(g.Seat))
		b = binary.AppendUvarint(b, uint64(len(g.Targets)))
		last := 0
		for i, t := range g.Targets {
			if int(t.Logit) < last || i > 0 && int(t.Logit) == last {
				return nil, fmt.Errorf("pack a sample: logit %d after %d", t.Logit, last)
			}
			b = binary.AppendUvarint(b, uint64(int(t.Logit)-last))
			b = binary.LittleEndian.AppendUint16(b, uint16(min(max(t.P, 0), 1)*65535+0.5))
			last = int(t.Logit)
		}
	}
	if n, err := s.Next(b); err != nil || n != len(b) {
		return nil, fmt.Errorf("pack a sample: %w", errors.Join(err, errRange))
	}
	return b, nil
}

// Slot is where a sample goes in a batch: slices of its length in each of the
// batch's arrays (see nets/train.Batch).
type Slot struct {
	Inputs  []float32
	Groups  []uint8 // per logit: 0, or the seat that it belongs to, plus 1
	Targets []float32
	Values  []float32
	Weight  *float32
}

// Unpack writes a record into a slot.
func (s Shape) Unpack(r Record, to Slot) error {
	if len(to.Inputs) != s.Inputs || len(to.Groups) != s.Logits || len(to.Targets) != s.Logits || len(to.Values) != s.Values {
		return errors.New("unpack a sample: the slot has another shape")
	}
	clear(to.Groups)
	clear(to.Targets)
	w := walker{b: r}
	_, err := w.walk(s, &to)
	return err
}

// Next checks the record that b begins with and returns its length.
func (s Shape) Next(b []byte) (int, error) {
	w := walker{b: b}
	return w.walk(s, nil)
}

// walker reads a record.
type walker struct {
	b  []byte
	at int
}

func (w *walker) take(n int) []byte {
	if n < 0 || len(w.b)-w.at < n {
		return nil
	}
	w.at += n
	return w.b[w.at-n : w.at]
}

func (w *walker) float() (float32, bool) {
	b := w.take(4)
	if b == nil {
		return 0, false
	}
	return math.Float32frombits(binary.LittleEndian.Uint32(b)), true
}

// count reads a varint that must be below limit.
func (w *walker) count(limit int) (int, error) {
	v, n := binary.Uvarint(w.b[w.at:])
	if n <= 0 {
		return 0, errShort
	}
	w.at += n
	if v >= uint64(limit) {
		return 0, errRange
	}
	return int(v), nil
}

// walk reads one record, into a slot unless that is nil.
func (w *walker) walk(s Shape, to *Slot) (int, error) {
	weight, ok := w.float()
	if !ok {
		return 0, errShort
	}
	if !(weight >= 0 && weight <= 1e6) {
		return 0, errRange
	}
	if to != nil && to.Weight != nil {
		*to.Weight = weight
	}
	for i := range s.Values {
		v, ok := w.float()
		if !ok {
			return 0, errShort
		}
		if !(v >= 0 && v <= 1) {
			return 0, errRange
		}
		if to != nil {
			to.Values[i] = v
		}
	}
	bits := w.take((s.Inputs + 7) / 8)
	if bits == nil {
		return 0, errShort
	}
	if to != nil {
		for i := range to.Inputs {
			to.Inputs[i] = float32(bits[i>>3] >> (i & 7) & 1)
		}
	}
	if err := w.exceptions(s, to); err != nil {
		return 0, err
	}
	if err := w.groups(s, to); err != nil {
		return 0, err
	}
	return w.at, nil
}

func (w *walker) exceptions(s Shape, to *Slot) error {
	n, err := w.count(s.Inputs + 1)
	if err != nil {
		return err
	}
	at := 0
	for range n {
		d, err := w.count(s.Inputs)
		if err != nil {
			return err
		}
		if at += d; at >= s.Inputs {
			return errRange
		}
		v, ok := w.float()
		if !ok {
			return errShort
		}
		if f := float64(v); math.IsNaN(f) || math.IsInf(f, 0) {
			return errRange
		}
		if to != nil {
			to.Inputs[at] = v
		}
	}
	return nil
}

func (w *walker) groups(s Shape, to *Slot) error {
	n, err := w.count(MaxValues + 1)
	if err != nil {
		return err
	}
	for range n {
		seat := w.take(1)
		if seat == nil {
			return errShort
		}
		if seat[0] >= MaxValues {
			return errRange
		}
		k, err := w.count(s.Logits + 1)
		if err != nil {
			return err
		}
		if err := w.group(s, k, seat[0]+1, to); err != nil {
			return err
		}
	}
	return nil
}

// group reads k targets. What 16 bits have rounded off is put right, so that the
// probabilities sum to 1; a logit that an earlier seat has taken stays with that.
func (w *walker) group(s Shape, k int, mark uint8, to *Slot) error {
	at, begin, sum, own := 0, w.at, 0, 0
	for i := range k {
		d, err := w.count(s.Logits)
		if err != nil {
			return err
		}
		if at += d; at >= s.Logits || i > 0 && d == 0 {
			return errRange
		}
		p := w.take(2)
		if p == nil {
			return errShort
		}
		if to == nil {
			continue
		}
		if to.Groups[at] == 0 {
			to.Groups[at] = mark
		}
		if to.Groups[at] == mark {
			v := int(binary.LittleEndian.Uint16(p))
			to.Targets[at] = float32(v)
			sum += v
			own++
		}
	}
	if own == 0 {
		return nil
	}
	again := walker{b: w.b, at: begin}
	at = 0
	for range k {
		d, _ := again.count(s.Logits)
		again.at += 2
		at += d
		switch {
		case to.Groups[at] != mark:
		case sum > 0:
			to.Targets[at] /= float32(sum)
		default:
			to.Targets[at] = 1 / float32(own)
		}
	}
	return nil
}
