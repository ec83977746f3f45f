package mcts

import (
	"slices"
	"testing"

	"ludens/game"
)

// Whatever the order in which moves are looked for, each is found that is there.
func TestFound(t *testing.T) {
	list := []game.Move{5, 3, 9, 1}
	for _, asked := range [][]game.Move{{5, 3, 9, 1}, {1, 9, 3, 5}, {9, 2, 5, 5, 7, 1, 3}, nil} {
		after := 0
		for _, m := range asked {
			if got, want := found(list, m, &after), slices.Contains(list, m); got != want {
				t.Errorf("%d of %v: %v", m, asked, got)
			}
		}
	}
}
