package propnet

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// magic begins every encoded network; its last byte is the version of the
// format and of the passes behind it. Whoever changes either counts it up, so
// that networks of an older make are built anew.
var magic = []byte("ludens network\x00\x05")

// ErrEncoding is wrapped when bytes are not an encoded network of this version.
var ErrEncoding = errors.New("not an encoded network of this version")

// Encode writes the network in a compact form with a checksum.
func (n *Network) Encode(w io.Writer) error {
	sum := crc32.NewIEEE()
	bw := bufio.NewWriter(io.MultiWriter(w, sum))
	e := encoder{w: bw}
	e.bytes(magic)
	e.texts(n.Roles)
	e.texts(n.Fixed)
	e.uint(len(n.Orders))
	for _, o := range n.Orders {
		e.texts(o)
	}
	e.uint(len(n.Bases))
	for _, b := range n.Bases {
		e.text(b.Text)
		e.bool(b.Init)
		e.uint(int(b.Next))
	}
	for r := range n.Roles {
		e.uint(len(n.Moves[r]))
		for _, m := range n.Moves[r] {
			e.text(m.Text)
			e.uint(int(m.Legal))
		}
		for _, vs := range [][]Value{n.Goals[r], n.Sees[r]} {
			e.uint(len(vs))
			for _, v := range vs {
				e.text(v.Text)
				e.uint(int(v.Lit))
			}
		}
	}
	e.uint(int(n.Terminal))
	e.bool(n.Percepts)
	first := 1 + len(n.Bases) + n.DoesCount()
	e.uint(len(n.kinds) - first)
	for g := first; g < len(n.kinds); g++ {
		ins := n.In(g)
		kind := 0
		if n.kinds[g] == Or {
			kind = 1
		}
		e.uint(len(ins)<<1 | kind)
		for _, l := range ins {
			e.uint(int(l))
		}
	}
	if err := bw.Flush(); err != nil {
		return fmt.Errorf("encode the network: %w", err)
	}
	if err := binary.Write(w, binary.LittleEndian, sum.Sum32()); err != nil {
		return fmt.Errorf("encode the network: %w", err)
	}
	return nil
}

// encoder writes numbers and texts; errors stay in the buffered writer.
type encoder struct {
	w   *bufio.Writer
	buf []byte
}

func (e *encoder) bytes(b []byte) { e.w.Write(b) }

func (e *encoder) uint(x int) {
	e.buf = binary.AppendUvarint(e.buf[:0], uint64(x))
	e.w.Write(e.buf)
}

func (e *encoder) bool(b bool) {
	if b {
		e.uint(1)
	} else {
		e.uint(0)
	}
}

func (e *encoder) text(s string) {
	e.uint(len(s))
	e.w.WriteString(s)
}

func (e *encoder) texts(ss []string) {
	e.uint(len(ss))
	for _, s := range ss {
		e.text(s)
	}
}

// Decode reads an encoded network. Anything that is not one, also one that was
// cut off or damaged, gives an error wrapping ErrEncoding; the result keeps all
// invariants of Network.Verify.
func Decode(data []byte) (*Network, error) {
	if len(data) < len(magic)+4 || !bytes.Equal(data[:len(magic)], magic) {
		return nil, fmt.Errorf("decode the network: %w", ErrEncoding)
	}
	body, sum := data[:len(data)-4], binary.LittleEndian.Uint32(data[len(data)-4:])
	if crc32.ChecksumIEEE(body) != sum {
		return nil, fmt.Errorf("decode the network: %w: the checksum is wrong", ErrEncoding)
	}
	return decode(body[len(magic):])
}

// decode reads what comes between the magic and the checksum.
func decode(body []byte) (*Network, error) {
	d := decoder{b: body}
	n := d.network()
	if d.bad || len(d.b) > 0 {
		return nil, fmt.Errorf("decode the network: %w: it ends in the wrong place", ErrEncoding)
	}
	if err := n.Verify(); err != nil {
		return nil, fmt.Errorf("decode the network: %w: %w", ErrEncoding, err)
	}
	return n, nil
}

// decoder reads what encoder wrote. Counts are never believed beyond the bytes
// that are left.
type decoder struct {
	b   []byte
	bad bool
}

func (d *decoder) uint() int {
	x, n := binary.Uvarint(d.b)
	if n <= 0 || x > 1<<32-1 {
		d.bad, d.b = true, nil
		return 0
	}
	d.b = d.b[n:]
	return int(x)
}

func (d *decoder) count() int {
	n := d.uint()
	if n > len(d.b) {
		d.bad, d.b = true, nil
		return 0
	}
	return n
}

func (d *decoder) text() string {
	n := d.count()
	s := string(d.b[:n])
	d.b = d.b[n:]
	return s
}

func (d *decoder) texts() []string {
	var out []string
	for range d.count() {
		out = append(out, d.text())
	}
	return out
}

func (d *decoder) network() *Network {
	n := &Network{Roles: d.texts(), Fixed: d.texts()}
	for range d.count() {
		n.Orders = append(n.Orders, d.texts())
	}
	for range d.count() {
		n.Bases = append(n.Bases, BaseProp{Text: d.text(), Init: d.uint() == 1, Next: Lit(d.uint())})
	}
	inputs := 1 + len(n.Bases)
	for range n.Roles {
		var moves []Move
		for range d.count() {
			moves = append(moves, Move{Text: d.text(), Legal: Lit(d.uint()), Does: inputs})
			inputs++
		}
		n.Moves = append(n.Moves, moves)
		n.Goals = append(n.Goals, d.values())
		n.Sees = append(n.Sees, d.values())
	}
	n.Terminal = Lit(d.uint())
	n.Percepts = d.uint() == 1
	for g := range inputs {
		k := Does
		switch {
		case g == 0:
			k = Const
		case g <= len(n.Bases):
			k = Base
		}
		n.kinds = append(n.kinds, k)
		n.start = append(n.start, 0)
	}
	for range d.count() {
		x := d.uint()
		k := And
		if x&1 != 0 {
			k = Or
		}
		n.kinds = append(n.kinds, k)
		n.start = append(n.start, uint32(len(n.in)))
		for range x >> 1 {
			if d.bad {
				break
			}
			n.in = append(n.in, Lit(d.uint()))
		}
	}
	n.start = append(n.start, uint32(len(n.in)))
	return n
}

func (d *decoder) values() []Value {
	var out []Value
	for range d.count() {
		out = append(out, Value{Text: d.text(), Lit: Lit(d.uint())})
	}
	return out
}
