package sample

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ludens/game"
)

// slot makes room for one sample.
func slot(s Shape) Slot {
	return Slot{make([]float32, s.Inputs), make([]uint8, s.Logits), make([]float32, s.Logits), make([]float32, s.Values), new(float32)}
}

// drawSample makes any sample of a shape.
func drawSample(t *rapid.T, s Shape) *Sample {
	x := &Sample{Weight: float32(rapid.IntRange(0, 40).Draw(t, "weight")) / 8}
	binary := rapid.Bool().Draw(t, "binary")
	for range s.Inputs {
		v := float32(rapid.IntRange(0, 1).Draw(t, "bit"))
		if !binary && rapid.IntRange(0, 3).Draw(t, "odd") == 0 {
			v = float32(rapid.IntRange(-64, 64).Draw(t, "input")) / 8
		}
		x.Inputs = append(x.Inputs, v)
	}
	for range s.Values {
		x.Values = append(x.Values, float32(rapid.IntRange(0, 64).Draw(t, "value"))/64)
	}
	free := make([]int, s.Logits)
	for i := range free {
		free[i] = i
	}
	free = rapid.Permutation(free).Draw(t, "logits")
	for seat := range rapid.IntRange(0, 3).Draw(t, "groups") {
		n := min(rapid.IntRange(1, 9).Draw(t, "moves"), len(free))
		if n == 0 {
			break
		}
		g := Group{Seat: seat}
		for _, l := range free[:n] {
			g.Targets = append(g.Targets, Target{int32(l), float32(rapid.IntRange(0, 50).Draw(t, "visits"))})
		}
		free = free[n:]
		g.Targets = Merge(g.Targets)
		x.Groups = append(x.Groups, g)
	}
	return x
}

func drawShape(t *rapid.T) Shape {
	return Shape{rapid.IntRange(1, 40).Draw(t, "inputs"), rapid.IntRange(1, 30).Draw(t, "logits"), rapid.IntRange(1, 4).Draw(t, "values")}
}

// check holds a slot against the sample that it should hold.
func check(t *rapid.T, s Shape, x *Sample, got Slot) {
	if !slices.Equal(got.Inputs, x.Inputs) || !slices.Equal(got.Values, x.Values) || *got.Weight != x.Weight {
		t.Fatalf("got %v %v %v, want %v %v %v", got.Inputs, got.Values, *got.Weight, x.Inputs, x.Values, x.Weight)
	}
	groups, targets := make([]uint8, s.Logits), make([]float32, s.Logits)
	for _, g := range x.Groups {
		sum := float32(0)
		for _, p := range g.Targets {
			groups[p.Logit], targets[p.Logit] = uint8(g.Seat+1), p.P
			sum += got.Targets[p.Logit]
		}
		if math.Abs(float64(sum)-1) > 1e-5 {
			t.Fatalf("the probabilities of seat %d sum to %g", g.Seat, sum)
		}
	}
	if !slices.Equal(got.Groups, groups) {
		t.Fatalf("groups %v, want %v", got.Groups, groups)
	}
	for i := range targets {
		if math.Abs(float64(targets[i]-got.Targets[i])) > 1e-3 {
			t.Fatalf("targets %v, want %v", got.Targets, targets)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawShape(t)
		var samples []*Sample
		var records []Record
		for range rapid.IntRange(0, 5).Draw(t, "samples") {
			x := drawSample(t, s)
			r, err := s.Pack(x)
			if err != nil {
				t.Fatal(err)
			}
			samples, records = append(samples, x), append(records, r)
		}
		data, err := Encode(s, records)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Decode(s, data)
		if err != nil || len(again) != len(samples) {
			t.Fatalf("%d records of %d: %v", len(again), len(samples), err)
		}
		to := slot(s)
		for i := range to.Targets { // what is left of the sample before must not show
			to.Targets[i], to.Groups[i] = 7, 9
		}
		for i, x := range samples {
			if err := s.Unpack(again[i], to); err != nil {
				t.Fatal(err)
			}
			check(t, s, x, to)
		}
	})
}

// TestSmall: positions of zeros and ones take a bit a number.
func TestSmall(t *testing.T) {
	s := Shape{1000, 100, 2}
	x := &Sample{Inputs: make([]float32, 1000), Values: []float32{1, 0}, Weight: 1, Groups: []Group{{Targets: []Target{{3, 0.5}, {9, 0.5}}}}}
	for i := range x.Inputs {
		x.Inputs[i] = float32(i % 2)
	}
	r, err := s.Pack(x)
	if err != nil {
		t.Fatal(err)
	}
	if len(r) > 125+4+8+16 {
		t.Errorf("%d bytes", len(r))
	}
}

func TestMerge(t *testing.T) {
	got := Merge([]Target{{5, 1}, {2, 2}, {5, 3}, {2, 2}})
	if !slices.Equal(got, []Target{{2, 0.5}, {5, 0.5}}) {
		t.Error(got)
	}
	got = Merge([]Target{{4, 0}, {1, 0}})
	if !slices.Equal(got, []Target{{1, 0.5}, {4, 0.5}}) {
		t.Error("without visits:", got)
	}
}

func TestPackRefuses(t *testing.T) {
	s := Shape{2, 3, 1}
	for name, x := range map[string]*Sample{
		"few inputs":   {Inputs: []float32{1}, Values: []float32{0}},
		"few values":   {Inputs: []float32{1, 0}},
		"NaN":          {Inputs: []float32{1, float32(math.NaN())}, Values: []float32{0}},
		"value above":  {Inputs: []float32{1, 0}, Values: []float32{1.5}},
		"value NaN":    {Inputs: []float32{1, 0}, Values: []float32{float32(math.NaN())}},
		"weight":       {Inputs: []float32{1, 0}, Values: []float32{0}, Weight: -1},
		"logit":        {Inputs: []float32{1, 0}, Values: []float32{0}, Groups: []Group{{Targets: []Target{{3, 1}}}}},
		"below":        {Inputs: []float32{1, 0}, Values: []float32{0}, Groups: []Group{{Targets: []Target{{-1, 1}}}}},
		"twice":        {Inputs: []float32{1, 0}, Values: []float32{0}, Groups: []Group{{Targets: []Target{{1, 1}, {1, 0}}}}},
		"zero twice":   {Inputs: []float32{1, 0}, Values: []float32{0}, Groups: []Group{{Targets: []Target{{0, 1}, {0, 0}}}}},
		"out of order": {Inputs: []float32{1, 0}, Values: []float32{0}, Groups: []Group{{Targets: []Target{{2, 1}, {1, 0}}}}},
		"seat":         {Inputs: []float32{1, 0}, Values: []float32{0}, Groups: []Group{{Seat: 64, Targets: []Target{{1, 1}}}}},
	} {
		if _, err := s.Pack(x); err == nil {
			t.Errorf("%s: packed", name)
		}
	}
}

// TestShared: a logit that two seats claim stays with the first, and the second's
// probabilities sum to 1 over what is left to it.
func TestShared(t *testing.T) {
	s := Shape{1, 3, 2}
	r, err := s.Pack(&Sample{Inputs: []float32{1}, Values: []float32{0, 1}, Weight: 1, Groups: []Group{
		{Seat: 0, Targets: []Target{{0, 0.25}, {1, 0.75}}}, {Seat: 1, Targets: []Target{{1, 0.5}, {2, 0.5}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	to := slot(s)
	if err := s.Unpack(r, to); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(to.Groups, []uint8{1, 1, 2}) || math.Abs(float64(to.Targets[2]-1)) > 1e-6 || math.Abs(float64(to.Targets[1]-0.75)) > 1e-4 {
		t.Errorf("groups %v, targets %v", to.Groups, to.Targets)
	}
}

func TestDamaged(t *testing.T) {
	s := Shape{9, 4, 2}
	r, err := s.Pack(&Sample{Inputs: []float32{1, 0, 0, 1, 0.5, 1, 1, 0, 1}, Values: []float32{0.25, 0.75}, Weight: 1, Groups: []Group{{Targets: []Target{{1, 1}, {3, 0}}}}})
	if err != nil {
		t.Fatal(err)
	}
	data, err := Encode(s, []Record{r, r})
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		if _, err := Decode(s, data[:i]); !errors.Is(err, ErrChunk) {
			t.Errorf("cut at %d: %v", i, err)
		}
		for bit := range 8 {
			bad := bytes.Clone(data)
			bad[i] ^= 1 << bit
			if got, err := Decode(s, bad); err == nil && (len(got) != 2 || !bytes.Equal(got[0], r) || !bytes.Equal(got[1], r)) {
				t.Errorf("bit %d of byte %d changed: other records and no error", bit, i)
			}
		}
	}
	for _, other := range []Shape{{8, 4, 2}, {9, 5, 2}, {9, 4, 1}, {}} {
		if _, err := Decode(other, data); !errors.Is(err, ErrChunk) {
			t.Errorf("read as %v: %v", other, err)
		}
	}
}

func TestWindow(t *testing.T) {
	var w Window
	rng := game.Stream(1, "test", 0)
	if w.Draw(rng) != nil {
		t.Error("an empty window gave a record")
	}
	for seq, n := range []int{3, 0, 4, 2} {
		var list []Record
		for i := range n {
			list = append(list, Record{byte(seq), byte(i)})
		}
		if err := w.Add(int64(seq+1), list); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Add(4, nil); err == nil {
		t.Error("a chunk was taken twice")
	}
	count := func() map[[2]byte]int {
		seen := map[[2]byte]int{}
		for range 9000 {
			seen[[2]byte(w.Draw(rng))]++
		}
		return seen
	}
	if w.Len() != 9 {
		t.Errorf("%d records", w.Len())
	}
	for r, n := range count() {
		if n < 850 || n > 1150 {
			t.Errorf("record %v was drawn %d times of 9000", r, n)
		}
	}
	if upTo, ok := w.Trim(6); !ok || upTo != 2 || w.Len() != 6 {
		t.Errorf("trimmed up to %d (%v), %d left", upTo, ok, w.Len())
	}
	if _, ok := w.Trim(6); ok {
		t.Error("trimmed twice")
	}
	seen := count()
	if len(seen) != 6 {
		t.Errorf("%d records are drawn of 6", len(seen))
	}
	for r := range seen {
		if r[0] < 2 {
			t.Errorf("record %v is not in the window", r)
		}
	}
}

func TestSize(t *testing.T) {
	if Size(10, 1000) != 1000 || Size(1000, 1000) != 1000 {
		t.Error("a beginning window is not whole")
	}
	last := 1000
	for total := 2000; total < 1<<20; total *= 2 {
		size := Size(total, 1000)
		if size <= last || size > total || float64(size)/float64(last) > 1.8 {
			t.Errorf("of %d samples %d, before %d", total, size, last)
		}
		last = size
	}
}

func FuzzDecode(f *testing.F) {
	s := Shape{9, 4, 2}
	r, err := s.Pack(&Sample{Inputs: []float32{1, 0, 0, 1, 0.5, 1, 1, 0, 1}, Values: []float32{0.25, 0.75}, Weight: 1, Groups: []Group{{Targets: []Target{{1, 1}, {3, 0}}}}})
	if err != nil {
		f.Fatal(err)
	}
	data, err := Encode(s, []Record{r, r})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data, []byte(r))
	f.Fuzz(func(t *testing.T, data, record []byte) {
		to := slot(s)
		if list, err := Decode(s, data); err == nil {
			for _, r := range list {
				if err := s.Unpack(r, to); err != nil {
					t.Fatalf("a record that was checked: %v", err)
				}
			}
			if _, err := Encode(s, list); err != nil {
				t.Fatal(err)
			}
		}
		if n, err := s.Next(record); err == nil {
			if err := s.Unpack(record[:n], to); err != nil {
				t.Fatalf("a record that was checked: %v", err)
			}
			sums := map[uint8]float32{}
			for i, g := range to.Groups {
				sums[g] += to.Targets[i]
			}
			for g, sum := range sums {
				if g != 0 && math.Abs(float64(sum)-1) > 1e-4 && sum != 0 {
					t.Fatalf("the probabilities of group %d sum to %g", g, sum)
				}
			}
		}
	})
}
