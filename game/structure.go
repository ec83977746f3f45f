package game

import "context"

// What the rules of a game let one leave out of a search, or search part by part, or try
// once instead of several times. Only
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

	// Narrowed is a capability of a Game that leaves moves out of another one that make no difference.
	Narrowed interface {
		// Whole is the game with all moves. Positions and moves are the same.
		Whole() Game
	}

	// Keyer is a capability of a Machine whose states tell how a position came about.
	Keyer interface {
		// Key is a hash of the position without what of its past makes no difference, such as the number of moves
		// made and the last move, as far as random matches of the game have shown, and but for limits on the length of
		// a match. So it is for searches, which may be wrong about a position, and not for who has to be right.
		Key() uint64
	}

	// Assigner is a capability of a Machine of a puzzle in which moves give variables their values.
	Assigner interface {
		// Open appends, for every variable that has no value here, the legal moves that give it one to moves, and to open
		// which variable it is and where its moves end. Moves that do something else are left out. It reports false,
		// and appends nothing, where the game is none of this kind.
		Open(moves []Move, open []Variable) ([]Move, []Variable, bool)
	}

	// Passer is a capability of a Machine that can leave a move out.
	Passer interface {
		// Pass hands the turn on as if its player had done nothing, whatever the rules say. It reports whether
		// that was done: not where seats move at once, or where chance decides. Then the position is what it was, unless there
		// was a fault (Err). Where a pass leads may be no position of the game, and the rules may come to a fault there later.
		Pass() bool
	}

	// Recurrer is a capability of a Machine that knows what only tells how late it is.
	Recurrer interface {
		// Recurrence is a hash of the position but for what goes on whatever is played, and does not come round as
		// a turn does: a number of steps. Positions that have the same one differ in nothing but how late it
		// is, so who comes from one to the other has gone in a circle.
		Recurrence() uint64
	}

	// Gauger is a capability of a Game whose rules tell how far a position is from giving a player the most that they give.
	Gauger interface {
		// Gauge makes a function that says of a position how nearly it does: 1 where it gives the most, 0 where
		// nothing of what that takes is there. It says nothing of how many moves are
		// left. It is nil where the rules do not tell. One goroutine may use it at a time.
		Gauge(player int) func(s State) float64
	}

	// Divisible is a capability of a Game that can look for parts of it that go on without
	// each other.
	Divisible interface {
		// Divide looks for them. It returns nil and no error where there are none; an error
		// as that of Reduce.
		Divide(ctx context.Context) (Division, error)
	}

	// Division cuts the positions of a game into a clock, which goes on whatever is
	// played, and parts, numbered from 0. It may be shared by any number of goroutines.
	//
	// The promise: every move belongs to one part, or to none. How a part goes on depends on
	// what the part and the clock are and on the moves of that part, and to a part all moves
	// that are not its own are one and the same. Which kinds of its moves (see Reduction) are
	// legal depends on the part and the clock too. Whether the match is over, and what it is
	// worth, is decided by the clock and the aspects of the parts.
	//
	// It does not follow that the parts can be played one by one: seats make one move at a
	// time, and have to make one. Who puts plans together must try them in the game.
	Division interface {
		// Parts is their number, at least 2.
		Parts() int
		// Part is the part that a move of a seat belongs to, -1 for none.
		Part(seat int, m Move) int
		// Essence appends what a part is to dst[:0]. It is a key as that of Reduction.
		Essence(part int, s, dst State) State
		// Clock appends to dst[:0] what a part needs to know of the clock, for part -1 what
		// the clock is. It is a key, too; empty of bits where the clock makes no difference.
		Clock(part int, s, dst State) State
		// Aspect is what the end and the utilities look at in a part, as bits.
		Aspect(part int, s State) uint64
		// Join appends to dst[:0] the position that has each part from one of the given
		// positions, one per part, and all else from another. It may be loaded: the promises
		// of Division hold in it, whether or not moves lead there.
		Join(clock State, parts []State, dst State) State
		// String says in a few words what was found, for people.
		String() string
	}

	// Symmetric is a capability of a Game that can look for symmetries of its rules.
	Symmetric interface {
		// Symmetries looks for them. The identity is none; there may be none, and there may be
		// more than are found. An error as that of Reduce, with those found before it.
		Symmetries(ctx context.Context) ([]Symmetry, error)
	}

	// Symmetry renames what is true of a position, and moves; every seat stays itself. It
	// may be shared by any number of goroutines.
	//
	// The promise: a position and its image are both terminal or neither and are worth the
	// same; the images of the legal moves of one are the legal moves of the other; and the
	// images of the moves of a joint move lead from the image to the image of where the
	// joint move leads. An image need not be a position that can be reached. Positions that
	// are their own image are, and there moves and their images are worth the same.
	Symmetry interface {
		// State appends the image of a position to dst[:0].
		State(s, dst State) State
		// Move is the image of a move of a seat.
		Move(seat int, m Move) Move
	}

	// Mirror plays random matches of a game beside their images under what may be symmetries of its rules: a
	// board turned, or turned over, and an exchange of two players. For each of them that it tests it asks watch who
	// watches. It ends soon after stop is true.
	Mirror func(g Game, stop func() bool, watch func(exchange bool) Twins)

	// Twins is shown the positions of matches, each beside its image, but not where they end. It leaves the
	// machines as they are.
	Twins interface {
		See(position, image Machine)
		// Tested is called at the end, and says whether no difference was met.
		Tested(symmetry bool)
	}
)

// Stabiliser appends those symmetries to dst[:0] under which a position is its own image.
func Stabiliser(all []Symmetry, s State, dst []Symmetry) []Symmetry {
	dst = dst[:0]
	var image State
	for _, x := range all {
		if image = x.State(s, image); image.Equal(s) {
			dst = append(dst, x)
		}
	}
	return dst
}

// Orbits appends to dst[:0] those legal moves of a seat that are not the image of one
// before them, under symmetries of which the position is its own image: it is enough to
// try these, where nobody else decides at the same time. (Where others do, a player may
// have to mix moves that are each other's image.) legal and dst may not overlap, but for
// dst being legal[:0].
func Orbits(fix []Symmetry, seat int, legal, dst []Move) []Move {
	dst = dst[:0]
next:
	for _, m := range legal {
		for _, kept := range dst {
			for _, x := range fix {
				if x.Move(seat, kept) == m {
					continue next
				}
			}
		}
		dst = append(dst, m)
	}
	return dst
}

// Variable is one without a value, see Assigner. Its moves end at End; they begin where those of the variable before it end.
type Variable struct {
	ID  int // the same in all positions of a game
	End int
}
