// Package wire is what a program and its helper process for a device say to each other:
// messages with a few words as JSON and arrays of numbers as they lie in memory, for both
// are of the same program on the same machine.
//
// The promise: a message of absurd size is an error, not memory. It knows nothing of what
// the messages mean but their names. Neighbours: nets/device asks, nets/device/worker
// answers.
package wire

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"unsafe"
)

// The requests. Every one has one answer with the same ID, which is Done or Failed.
const (
	Open    = "open"    // Opening → Opened
	Engine  = "engine"  // Net and weights → Handle
	Run     = "run"     // Work and inputs → logits, values
	Learner = "learner" // Net and weights → Handle
	Step    = "step"    // Work and a mini-batch → train.Losses
	Load    = "load"    // Handle, weights and, as bytes, a state
	Pull    = "pull"    // Handle → weights, averaged weights and, as bytes, a state
	Release = "release" // Handle
	Done    = "done"
	Failed  = "failed" // Failure
)

// Opening says what is to be opened: a plugin's device, or with no Plugin the back end in Go.
type Opening struct {
	Plugin string
	Device int
	TF32   bool // numbers that are multiplied may be rounded to ten bits
}

// Opened says what was opened.
type Opened struct {
	About string
	// Single and Half are operations per second, of large products of float32 and of bfloat16; 0 if not known, or
	// if there are none.
	Single, Half float64
}

// Failure is why a request was not done.
type Failure struct {
	Why      string
	Diverged bool // a training step's gradient was not finite; nothing has changed
}

// Handle names an engine or a learner.
type Handle struct{ Handle int }

// Message is a request or an answer.
type Message struct {
	ID     uint32
	Name   string
	Meta   json.RawMessage
	Floats [][]float32
	Bytes  []byte
}

// Bounds of a message.
const (
	mostMeta   = 64 << 20
	mostArrays = 1 << 14
	mostBytes  = 4 << 30
)

// header is the fixed part: ID, length of name, of meta, number of arrays, length of bytes.
const header = 4 + 4 + 4 + 4 + 8

// Conn sends and receives. One goroutine may receive while any number send.
type Conn struct {
	r  *bufio.Reader
	mu sync.Mutex
	w  *bufio.Writer
}

// New makes a connection of two pipes.
func New(r io.Reader, w io.Writer) *Conn {
	return &Conn{r: bufio.NewReaderSize(r, 1<<16), w: bufio.NewWriterSize(w, 1<<16)}
}

// Put makes the words of a message.
func (m *Message) Put(v any) error {
	var err error
	m.Meta, err = json.Marshal(v)
	return err
}

// Get reads the words of a message.
func (m *Message) Get(v any) error { return json.Unmarshal(m.Meta, v) }

// Send writes a message.
func (c *Conn) Send(m *Message) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	h := make([]byte, 0, header+8*len(m.Floats))
	h = binary.LittleEndian.AppendUint32(h, m.ID)
	h = binary.LittleEndian.AppendUint32(h, uint32(len(m.Name)))
	h = binary.LittleEndian.AppendUint32(h, uint32(len(m.Meta)))
	h = binary.LittleEndian.AppendUint32(h, uint32(len(m.Floats)))
	h = binary.LittleEndian.AppendUint64(h, uint64(len(m.Bytes)))
	for _, x := range m.Floats {
		h = binary.LittleEndian.AppendUint64(h, uint64(len(x)))
	}
	for _, b := range [][]byte{h, []byte(m.Name), m.Meta, m.Bytes} {
		if _, err := c.w.Write(b); err != nil {
			return err
		}
	}
	for _, x := range m.Floats {
		if _, err := c.w.Write(raw(x)); err != nil {
			return err
		}
	}
	return c.w.Flush()
}

// Receive reads the next message.
func (c *Conn) Receive() (*Message, error) {
	var h [header]byte
	if _, err := io.ReadFull(c.r, h[:]); err != nil {
		return nil, err
	}
	u32 := func(at int) int { return int(binary.LittleEndian.Uint32(h[at:])) }
	name, meta, arrays, size := u32(4), u32(8), u32(12), binary.LittleEndian.Uint64(h[16:])
	if name > 64 || meta > mostMeta || arrays > mostArrays || size > mostBytes {
		return nil, errors.New("a message of absurd size")
	}
	lengths := make([]byte, 8*arrays)
	if _, err := io.ReadFull(c.r, lengths); err != nil {
		return nil, err
	}
	m := &Message{ID: uint32(u32(0)), Meta: make([]byte, meta), Bytes: make([]byte, size), Floats: make([][]float32, arrays)}
	words := make([]byte, name)
	for _, b := range [][]byte{words, m.Meta, m.Bytes} {
		if _, err := io.ReadFull(c.r, b); err != nil {
			return nil, err
		}
	}
	m.Name = string(words)
	left := uint64(mostBytes / 4)
	for i := range m.Floats {
		n := binary.LittleEndian.Uint64(lengths[8*i:])
		if n > left {
			return nil, fmt.Errorf("an array of %d numbers", n)
		}
		left -= n
		m.Floats[i] = make([]float32, n)
		if _, err := io.ReadFull(c.r, raw(m.Floats[i])); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// raw is the memory of numbers.
func raw(x []float32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), 4*len(x))
}
