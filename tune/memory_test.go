package tune

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/nets"
	"ludens/nets/arch"
)

func TestMemory(t *testing.T) {
	var m Memory
	if _, _, err := m.Restore("a"); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
	for i := range 4 {
		data := []byte{byte(i)}
		seq, err := m.AddChunk("a", data, 10+i, 2)
		if err != nil || seq != int64(i+1) {
			t.Fatalf("chunk %d: %v", seq, err)
		}
		data[0] = 99 // the store has a copy
	}
	if err := m.DropChunks("a", 1); err != nil {
		t.Fatal(err)
	}
	var seen []int
	visit := func(seq int64, samples, games int, data []byte) error {
		seen = append(seen, int(seq), samples, games, int(data[0]))
		return nil
	}
	if err := m.Chunks("a", 2, visit); err != nil || !slices.Equal(seen, []int{3, 12, 2, 2, 4, 13, 2, 3}) {
		t.Errorf("%v, %v", seen, err)
	}
	if err := m.Chunks("b", 0, visit); err != nil || len(seen) != 8 {
		t.Error("another run has chunks")
	}
	if seq, _ := m.AddChunk("a", nil, 0, 0); seq != 5 {
		t.Errorf("number %d after 4", seq)
	}
	if err := m.Checkpoint("a", []byte("s"), []byte("l")); err != nil {
		t.Fatal(err)
	}
	if s, l, err := m.Restore("a"); err != nil || string(s) != "s" || string(l) != "l" {
		t.Errorf("%s %s %v", s, l, err)
	}

	spec := arch.Spec{Kind: arch.MLP, In: arch.Shape{Channels: 3, Height: 1, Width: 1}, Width: 4, Blocks: 1, Head: arch.Dense, Policy: 2, Values: 2, Hidden: 4}
	n := &nets.Net{Spec: spec, Weights: spec.Layers().NewWeights(rand.New(rand.NewPCG(1, 2))), Game: "g", Encoding: "e"}
	first, err := m.PutNet(n, true)
	if err != nil {
		t.Fatal(err)
	}
	n.Steps = 5
	second, err := m.PutNet(n, false)
	if err != nil || second == first {
		t.Fatalf("%s, %v", second, err)
	}
	if b, err := m.BestNet("g", "e"); err != nil || b.Steps != 0 {
		t.Errorf("%+v, %v", b, err)
	}
	if b, err := m.Net(second[:12]); err != nil || b.Steps != 5 {
		t.Errorf("%+v, %v", b, err)
	}
	if _, err := m.BestNet("g", "other"); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
	if _, err := m.Net("zz"); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
}
