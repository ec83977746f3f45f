package game

// What nets are made from: where a game takes place (Spatial, Viewer), or which
// propositions make up its positions (Propositional, Truther). A game has one of
// the two pairs, or none. Nothing in them says how a game is played.
type (
	// Spatial is a capability of a Game that takes place on sites.
	Spatial interface {
		// Geometry is shared and must not be changed; nil if there is none.
		Geometry() *Geometry
	}

	// Viewer is the same capability of its Machines.
	Viewer interface {
		// View writes what the position looks like into v, reusing its slices.
		// Nothing of it may be hidden from the mover by the rules.
		View(v *View)
		// Place says where a move happens that is legal here.
		Place(seat int, m Move) Place
	}

	// Propositional is a capability of a Game whose positions are sets of
	// propositions.
	Propositional interface {
		// Propositions are the texts of all propositions that may hold, "(cell 1 1 b)",
		// in an order that depends on the description only.
		Propositions() []string
		// MoveTexts are the texts of all moves of a seat, by Move.
		MoveTexts(seat int) []string
		// Orders are constants in the order that the description's static relations
		// with two places put them in: every relation whose facts form one chain gives
		// one, "1 2 3 4". May be empty.
		Orders() [][]string
	}

	// Truther is the same capability of its Machines.
	Truther interface {
		// Truths appends the propositions true here, as a set of bits (64 to a word,
		// in the order of Propositions), to dst[:0].
		Truths(dst []uint64) []uint64
	}
)

// Geometry is where a game takes place.
type Geometry struct {
	Sites      []Site
	Containers []string  // names; the first is the board
	Adjacent   [][]int32 // per site the sites beside it, ascending; symmetric
	Kinds      []string  // names of the sorts of pieces; Piece.Kind k is Kinds[k-1]

	Stacks  bool // pieces may stand on pieces
	Counts  bool // a site may hold several pieces of one kind, which are counted
	Amounts bool // players own amounts
	States  bool // pieces have local states
	Swaps   bool // players may change colours
	FromTo  bool // a move may lead from a site to another; else only its To counts
	Passes  bool // there may be moves that happen nowhere
	// Simultaneous says that several players may decide at once.
	Simultaneous bool
}

// Site is a place that may hold pieces.
type Site struct {
	X, Y      float64 // in the plane of its container; only order and equality mean anything
	Container int32
}

// View is a position in space. Sites are indices of Geometry.Sites.
type View struct {
	Pieces  []Piece // all pieces, those of a site bottom up
	States  []int32 // local state per site (of the top piece), 0 where there is none; empty without Geometry.States
	Amounts []int32 // per player; empty without Geometry.Amounts
	Mover   int     // the player whose turn it is, -1 for nobody. After a swap: whose colour it is
	Swapped bool
	Last    [2]Place // the last move and the one before; From and To are -1 where there was none
}

// Piece is one piece, or Count of the same sort.
type Piece struct {
	Site  int32
	Level int32 // in its stack, from 0 at the bottom
	Kind  int32 // from 1
	Count int32
}

// Place is where a move happens. From is To for a move that comes from nowhere;
// both are -1 for one that happens nowhere.
type Place struct {
	From, To           int32
	LevelMin, LevelMax int32 // in stacks, else 0
	Pass, Swap         bool
}
