package infoset

import (
	"testing"

	"ludens/game"
)

// Short lists and long ones answer alike.
func TestAmong(t *testing.T) {
	for _, n := range []game.Move{0, 1, 32, 33, 1000} {
		var list []game.Move
		for m := range n {
			list = append(list, 3*m)
		}
		in := among(list)
		for m := range 3*n + 3 {
			if got, want := in(m), m%3 == 0 && m < 3*n; got != want {
				t.Errorf("%d of %d: %v", m, n, got)
			}
		}
	}
}
