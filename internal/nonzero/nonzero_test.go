package nonzero

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		b := make([]byte, n)
		want := []int32{-1}
		for i := range b {
			if rng.IntN(1+n%7) == 0 {
				b[i] = byte(1 << rng.IntN(8))
				want = append(want, int32(i))
			}
		}
		if got := Bytes([]int32{-1}, b); !slices.Equal(got, want) {
			t.Fatalf("%v: %v, want %v", b, got, want)
		}
	}
}
