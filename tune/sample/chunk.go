package sample

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// ErrChunk is what is wrong with bytes that are no chunk of samples, or one of another
// shape.
var ErrChunk = errors.New("not a chunk of these samples")

// A chunk is one zstd frame with a checksum of its content, which is:
//
//	8 bytes  magic with the version of the format
//	varints  inputs, logits, values, number of records
//	…        the records
const chunkMagic = "LUDSMP\x00\x01"

// Bounds of a chunk.
const (
	MaxChunk   = 256 << 20 // bytes before compression
	MaxRecords = 1 << 20
)

var encoder = sync.OnceValues(func() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(true), zstd.WithEncoderLevel(zstd.SpeedDefault))
})

var decoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(MaxChunk))
})

// Encode makes a chunk of records of a shape.
func Encode(s Shape, records []Record) ([]byte, error) {
	if err := s.Validate(); err != nil {
		return nil, fmt.Errorf("encode a chunk: %w", err)
	}
	size := 0
	for _, r := range records {
		size += len(r)
	}
	if len(records) > MaxRecords || size > MaxChunk-64 {
		return nil, fmt.Errorf("encode a chunk: %d records of %d bytes are too many", len(records), size)
	}
	b := make([]byte, 0, size+64)
	b = append(b, chunkMagic...)
	for _, n := range []int{s.Inputs, s.Logits, s.Values, len(records)} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	for _, r := range records {
		b = append(b, r...)
	}
	e, err := encoder()
	if err != nil {
		return nil, fmt.Errorf("encode a chunk: %w", err)
	}
	return e.EncodeAll(b, make([]byte, 0, len(b)/4+64)), nil
}

// Decode gives the records of a chunk of a shape. They share memory, about
// as much as the records together. Errors wrap ErrChunk.
func Decode(s Shape, data []byte) ([]Record, error) {
	list, err := decode(s, data)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrChunk, err)
	}
	return list, nil
}

func decode(s Shape, data []byte) ([]Record, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	d, err := decoder()
	if err != nil {
		return nil, err
	}
	b, err := d.DecodeAll(data, nil)
	if err != nil {
		return nil, err
	}
	if len(b) < len(chunkMagic) || string(b[:len(chunkMagic)]) != chunkMagic {
		return nil, errors.New("it does not begin as one")
	}
	w := walker{b: b, at: len(chunkMagic)}
	var head [4]int
	for i, limit := range []int{MaxInputs, MaxLogits, MaxValues, MaxRecords} {
		if head[i], err = w.count(limit + 1); err != nil {
			return nil, err
		}
	}
	if got := (Shape{head[0], head[1], head[2]}); got != s {
		return nil, fmt.Errorf("its samples have %d inputs, %d logits, %d values, want %d, %d, %d", got.Inputs, got.Logits, got.Values, s.Inputs, s.Logits, s.Values)
	}
	b = b[w.at:]
	if head[3] > len(b) {
		return nil, errShort // before memory is taken for what is not there
	}
	list := make([]Record, 0, head[3])
	for range head[3] {
		n, err := s.Next(b)
		if err != nil {
			return nil, err
		}
		list = append(list, Record(b[:n:n]))
		b = b[n:]
	}
	if len(b) > 0 {
		return nil, errors.New("there is more than its records")
	}
	return list, nil
}
