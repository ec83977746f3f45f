package infoset

import (
	"slices"

	"ludens/game"
)

// among gives a function that reports whether a move is one of a list, for who asks it of many
// moves: rules may have a hundred thousand of them.
func among(list []game.Move) func(game.Move) bool {
	if len(list) <= 32 {
		return func(m game.Move) bool { return slices.Contains(list, m) }
	}
	in := make(map[game.Move]struct{}, len(list))
	for _, m := range list {
		in[m] = struct{}{}
	}
	return func(m game.Move) bool { _, ok := in[m]; return ok }
}
