package lower_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/ludii/exec"
	"ludens/ludii/lower"
)

// The actions of several moves are where they are if one move's are put in after the other's.
func TestArranged(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		var done, want []exec.Action
		var ends []int
		insert, at := rng.IntN(2) == 0, 0
		for range 2 + rng.IntN(8) {
			part := make([]exec.Action, rng.IntN(4))
			for i := range part {
				part[i].To = int32(len(done) + i)
			}
			done, ends = append(done, part...), append(ends, len(done)+len(part))
			if want = slices.Insert(want, at, part...); insert {
				at = len(part)
			}
		}
		if got := lower.Arranged(done, ends, insert); !slices.Equal(got, want) {
			t.Fatalf("%v, parts that end at %v, behind the one before %t: %v, want %v", done, ends, insert, got, want)
		}
	}
}
