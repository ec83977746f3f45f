package wire

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMessages(t *testing.T) {
	var b bytes.Buffer
	c := New(&b, &b)
	list := []*Message{
		{ID: 1, Name: Open, Meta: []byte(`{"Plugin":"x"}`), Floats: [][]float32{}, Bytes: []byte{}},
		{ID: 1 << 31, Name: Run, Meta: []byte(`1`), Floats: [][]float32{{1, 2, 3}, {}, {-0.5}}, Bytes: []byte{9}},
	}
	for _, m := range list {
		if err := c.Send(m); err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range list {
		got, err := c.Receive()
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(m, got); d != "" {
			t.Error(d)
		}
	}
	if _, err := c.Receive(); err == nil {
		t.Error("a message out of nothing")
	}
}

func FuzzReceive(f *testing.F) {
	var b bytes.Buffer
	_ = New(nil, &b).Send(&Message{ID: 3, Name: Step, Meta: []byte(`{}`), Floats: [][]float32{{1}}, Bytes: []byte{1}})
	f.Add(b.Bytes())
	huge := bytes.Clone(b.Bytes())
	binary.LittleEndian.PutUint32(huge[12:], 1<<31)
	f.Add(huge)
	f.Fuzz(func(t *testing.T, data []byte) {
		// Lengths that are allowed but have nothing behind them would only take memory.
		if len(data) >= header && (binary.LittleEndian.Uint64(data[16:]) > 1<<20 || binary.LittleEndian.Uint32(data[8:]) > 1<<20) {
			return
		}
		c := New(bytes.NewReader(data), nil)
		for {
			if _, err := c.Receive(); err != nil {
				return
			}
		}
	})
}
