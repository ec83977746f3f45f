package recording

// An Engine plays one game, from positions that it holds itself. Methods are
// called from one goroutine. A rule that it cannot follow is an error; a broken
// invariant may panic.
type Engine interface {
	// Reset goes to the initial position. Engines whose game begins with chance may
	// take what happened from start: its actions, or its digest where there are too
	// many of them; or they ask c, whose PickSite follows the recorded actions. All
	// others follow their own rules. Reset is called before every recording.
	Reset(start *Start, c Chance) error

	// AppendDigest appends the digest of the position.
	AppendDigest(b []byte) []byte

	// Legal makes the legal moves of the position and gives their texts, in any
	// order; moves that are equal are all there. In simultaneous games these are the
	// moves of all players, with "mover:" before them. Dice that are rolled before a
	// move are rolled here. When it is called again before Apply, chance may have
	// come out otherwise. The slice is valid until the next call.
	Legal(c Chance) ([]string, error)

	// AppendSuccessor appends the digest of the position after the i-th of the moves
	// that Legal gave last, and leaves the position and those moves as they are. It is
	// not called in simultaneous games.
	AppendSuccessor(b []byte, i int, c Chance) ([]byte, error)

	// Apply makes the i-th of the moves that Legal gave last; in simultaneous games
	// one move per player, in the order of the players.
	Apply(moves []int, c Chance) error

	// Over reports that the game has ended.
	Over() bool

	// Ranking gives the rank of each player, 1 is best; ties share the mean.
	Ranking() []float64
}

// A Tracer is an Engine that can say what the last Apply or AppendSuccessor did, in
// canonical notation: compared with "app", which is no condition of exactness, but
// tells where a difference begins, and which of several outcomes of chance it was.
type Tracer interface {
	Applied() string
}

// Chance decides what is random. It answers the same questions alike when it is
// asked in the same order; an engine that asks nothing has no chance.
type Chance interface {
	// Die gives the index of the face, 0 to faces-1, shown by the die at a site.
	Die(site, faces int) int
	// Pick gives a number from 0 to n-1; any weights do not matter here.
	Pick(n int) int
	// PickSite gives the index of one of some sites.
	PickSite(sites []int) int
}
