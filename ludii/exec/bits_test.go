package exec

import (
	"math"
	"math/rand/v2"
	"testing"
)

// AddEqual puts in what a loop over the list finds, and leaves what was in.
func TestBitsAddEqual(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	values := []int16{0, 1, -1, 2, math.MaxInt16, math.MinInt16}
	for range 200 {
		list := make([]int16, rng.IntN(200))
		for i := range list {
			list[i] = values[rng.IntN(len(values))]
		}
		for _, value := range []int{0, 1, -1, 2, math.MaxInt16, math.MinInt16, 1 << 16, -1 << 16, 1<<16 + 1} {
			got, want := NewBits(len(list)+1), NewBits(len(list)+1)
			got.Add(len(list))
			want.Add(len(list))
			got.AddEqual(list, value)
			for i, x := range list {
				if int(x) == value {
					want.Add(i)
				}
			}
			if !got.Equal(want) {
				t.Fatalf("%d in %v: %v", value, list, got)
			}
		}
	}
}
