package gdl

import (
	"math"
	"testing"
)

// Depth and size of a term that shares its parts are known at once: it has 2¹⁰⁰
// names when written out.
func TestSharedTermIsMeasured(t *testing.T) {
	ts := NewTerms()
	x := ts.Const("z")
	for n := 1; n <= 100; n++ {
		x = ts.Func("f", x, x)
		want := math.MaxInt32
		if n < 30 {
			want = 1<<(n+1) - 1
		}
		if ts.Depth(x) != n || ts.Size(x) != want {
			t.Fatalf("after %d steps: depth %d, size %d, want %d and %d", n, ts.Depth(x), ts.Size(x), n, want)
		}
	}
}
