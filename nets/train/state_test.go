package train

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math"
	"strings"
	"testing"

	"ludens/nets/arch"
)

func same(t *testing.T, what string, a, b arch.Weights) {
	t.Helper()
	for i := range a {
		for k := range a[i] {
			if math.Float32bits(a[i][k]) != math.Float32bits(b[i][k]) {
				t.Fatalf("%s: parameter %d, number %d: %v and %v", what, i, k, a[i][k], b[i][k])
			}
		}
	}
}

// TestResume goes on from state and weights and ends in the same place as who never
// stopped, bit for bit, averages and statistics included.
func TestResume(t *testing.T) {
	for name, s := range specs() {
		t.Run(name, func(t *testing.T) {
			o := Options{Batch: 8, Workers: 2, WarmUp: 3, Schedule: Cosine, Period: 20, Average: 0.9, Remember: 2}
			net, links := s.Layers(), linksOf(t, &s)
			a := newLearner(t, s, 1, o)
			step := func(l *Learner, i int) {
				if _, err := l.Step(newBatch(&s, 8, draw(uint64(100+i)))); err != nil {
					t.Fatal(err)
				}
			}
			for i := range 7 {
				step(a, i)
			}
			averaged := a.Averaged()
			state, w := a.State(), a.Weights()
			b, err := New(net, links, w, o)
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			if err := b.SetState(state); err != nil {
				t.Fatal(err)
			}
			same(t, "averages just after", averaged, b.Averaged())
			for i := 7; i < 15; i++ {
				step(a, i)
				step(b, i)
			}
			same(t, "weights", a.Weights(), b.Weights())
			same(t, "averages", a.Averaged(), b.Averaged())
			if a.Steps() != 15 || b.Steps() != 15 {
				t.Errorf("%d and %d steps, want 15", a.Steps(), b.Steps())
			}
			if !bytes.Equal(a.State(), b.State()) {
				t.Error("the states differ")
			}
			// Without the state it is another path, or the test would show nothing.
			c, err := New(net, links, w, o)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			for i := 7; i < 15; i++ {
				step(c, i)
			}
			if bytes.Equal(a.State(), c.State()) {
				t.Error("the state makes no difference")
			}
		})
	}
}

// TestStateOfOthers: with and without average in both directions.
func TestStateOfOthers(t *testing.T) {
	s := specs()["mlp"]
	plain := newLearner(t, s, 1, Options{Batch: 4, Workers: 1})
	average := newLearner(t, s, 1, Options{Batch: 4, Workers: 1, Average: 0.9})
	for i := range 3 {
		for _, l := range []*Learner{plain, average} {
			if _, err := l.Step(newBatch(&s, 4, draw(uint64(i)))); err != nil {
				t.Fatal(err)
			}
		}
	}
	to := newLearner(t, s, 1, Options{Batch: 4, Workers: 1})
	if err := to.SetState(average.State()); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(to.State(), plain.State()) {
		t.Error("a state with an average is another one for a learner without")
	}
	w := average.average.w[0][0]
	if err := average.SetState(plain.State()); err != nil {
		t.Fatal(err)
	}
	if average.average.steps != 0 || average.average.w[0][0] != w {
		t.Error("an average that a state does not have was changed, or its count was not")
	}
}

// seal puts the right checksum under a state.
func seal(b []byte) []byte {
	body := b[:len(b)-4]
	return binary.LittleEndian.AppendUint32(bytes.Clone(body), crc32.Checksum(body, castagnoli))
}

func TestStateErrors(t *testing.T) {
	s := specs()["graph"]
	l := newLearner(t, s, 1, Options{Batch: 4, Workers: 1, Average: 0.9})
	if _, err := l.Step(newBatch(&s, 4, draw(1))); err != nil {
		t.Fatal(err)
	}
	good := l.State()
	change := func(at int, b ...byte) []byte {
		c := bytes.Clone(good)
		copy(c[at:], b)
		return seal(c)
	}
	sizes, channels := layout(l.net)
	first := stateHeader + 4*len(sizes) + 4 + 4*len(channels)
	nan := binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(math.NaN())))
	minus := binary.LittleEndian.AppendUint32(nil, math.Float32bits(-1))
	wrong := bytes.Clone(good)
	wrong[len(wrong)/2] ^= 1
	for _, c := range []struct {
		name, want string
		state      []byte
	}{
		{"nothing", "not one", nil},
		{"something else", "not one", bytes.Repeat([]byte("no"), 100)},
		{"a bit", "checksum", wrong},
		{"cut", "checksum", good[:len(good)-1]},
		{"version", "version 2", change(8, 2)},
		{"flags", "flags", change(12, 3)},
		{"steps", "absurd", change(23, 0x80)},
		{"longer", "bytes", seal(append(bytes.Clone(good), 0, 0, 0, 0))},
		{"no average", "bytes", change(12, 0)},
		{"parameters", "parameters", change(40, 1)},
		{"size", "values", change(44, 99)},
		{"not a number", "finite", change(first, nan...)},
		{"second moment", "negative", change(first+4*sizes[0], minus...)},
	} {
		err := l.SetState(c.state)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
		if !bytes.Equal(l.State(), good) {
			t.Fatalf("%s: changed the learner", c.name)
		}
	}
	if err := l.SetState(good); err != nil {
		t.Error(err)
	}
}

func FuzzSetState(f *testing.F) {
	s := specs()["mlp"]
	s.Width, s.Blocks = 3, 1
	net := s.Layers()
	l, err := New(net, nil, net.NewWeights(draw(1)), Options{Batch: 2, Workers: 1, Average: 0.9})
	if err != nil {
		f.Fatal(err)
	}
	if _, err := l.Step(newBatch(&s, 2, draw(1))); err != nil {
		f.Fatal(err)
	}
	f.Add(l.State())
	f.Add(l.State()[:50])
	f.Add([]byte(stateMagic))
	f.Fuzz(func(t *testing.T, state []byte) {
		// With the right checksum, or nothing behind it would ever be tried.
		if len(state) >= 4 {
			state = seal(state)
		}
		before := l.State()
		if err := l.SetState(state); err != nil {
			if !bytes.Equal(before, l.State()) {
				t.Error("an error, and a change")
			}
			return
		}
		if average := state[12] == stateAverage; average && !bytes.Equal(state, l.State()) {
			t.Error("a state comes back as another")
		}
	})
}
