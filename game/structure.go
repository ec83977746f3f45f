package game

import "context"

// What the rules of a game let one leave out of a search, or search part by part. Only
// some games can tell, and finding out takes time, so that it has to be asked for.
type (
	// Reducible is a capability of a Game that can look for what makes no difference in it.
	Reducible interface {
		// Reduce looks for it. It returns nil and no error where there is nothing to leave
		// out; an error, wrapping ErrBudget or that of ctx, says that looking would have
		// taken too long, and the same holds then for all that the caller may assume.
		Reduce(ctx context.Context) (Reduction, error)
	}

	// Reduction knows what makes no difference in a game. It may be shared by any number
	// of goroutines.
	//
	// The promise, for positions that can be reached: positions of the same essence are
	// both terminal or neither, are worth the same to every player, and offer every seat
	// moves of the same kinds; joint moves that are seat by seat of the same kinds, made
	// in them, lead to positions of the same essence again. Nature's moves are each of a
	// kind of its own. So it is enough to try one move of every kind, and to keep one
	// value for all positions of one essence. Nothing is promised about texts: who answers
	// a protocol must name a move that is legal in the true position.
	Reduction interface {
		// Essence appends what matters of a position to dst[:0]. It is a key to compare and
		// to hash, as long as a State but nothing to Load.
		Essence(s, dst State) State
		// Representatives appends one move of every kind among the legal moves of a seat to
		// dst[:0]: the first of each, in their order. legal and dst may not overlap, but
		// for dst being legal[:0].
		Representatives(seat int, legal, dst []Move) []Move
		// Like reports whether two moves of a seat are of one kind.
		Like(seat int, a, b Move) bool
		// String says in a few words what was found, for people.
		String() string
	}
)
