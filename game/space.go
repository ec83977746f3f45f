package game

// What nets are made from: where a game takes place (Spatial, Viewer, perhaps
// Starter), or which propositions make up its positions (Propositional, Truther). A
// game has one of the two, or none. Nothing in them says how a game is played.
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
		// Place says where a move happens that is legal here. The same move happens at
		// the same place wherever it is legal.
		Place(seat int, m Move) Place
	}

	// Starter is a capability of Machines of games on sites: who looks for symmetries
	// that make players each other needs matches that another player begins.
	Starter interface {
		// ResetTo goes to the initial position, but that it is the turn of the player of
		// this seat; everything else is as the rules put it. False, and the initial
		// position, if there is no such thing: where players do not take turns, or where
		// chance or a fault has come first.
		ResetTo(seat int) bool
	}

	// Propositional is a capability of a Game whose positions are sets of
	// propositions.
	Propositional interface {
		// Propositions are the texts of all propositions that may hold, "(cell 1 1 b)",
		// in an order that depends on the description only.
		Propositions() []string
		// MoveTexts are the texts of all moves of a seat, by Move.
		MoveTexts(seat int) []string
		// RoleTexts are the names of the seats as these texts have them. Facts.Seats, Label
		// and the like may tell the same things by other names, where a description came
		// under names that others gave it.
		RoleTexts() []string
		// Orders are constants in the order that the description's static relations
		// with two places put them in: every relation whose facts form one chain, or one
		// circle, which is cut open, gives
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
	Dice       []bool    // per container: what is in it shows chance, and nobody moves it
	Adjacent   [][]int32 // per site the sites beside it, ascending; symmetric
	Kinds      []string  // names of the sorts of pieces; Piece.Kind k is Kinds[k-1]
	Owners     []int     // per kind: whose pieces these are, a player from 0, -1 nobody, Players everybody
	Sorts      []string  // names of the sorts of sites, by Site.Sort: "Cell", "Edge", "Vertex"

	Ballots int // how many different things may be proposed and voted on
	Values  int // numbers, from 0, that a site of a deduction puzzle may have; 0 in other games
	Phases  int // parts of a match with rules of their own, at least 1

	Stacks  bool // pieces may stand on pieces
	Counts  bool // a site may hold several pieces of one kind, which are counted
	Amounts bool // players own amounts
	States  bool // pieces have local states
	Large   bool // pieces may cover more sites than the one they stand on
	Scores  bool // players have scores
	Swaps   bool // players may change colours
	FromTo  bool // a move may lead from a site to another; else only its To counts
	Passes  bool // there may be moves to pass, other than for want of another
	// Froms says that the rules speak of sites that something comes from, in moves or in
	// their consequences. The encoding of Soemers et al. (2021) goes by it; everybody
	// else should go by FromTo.
	Froms bool
	// Simultaneous says that several players may decide at once.
	Simultaneous bool
}

// Site is a place that may hold pieces.
type Site struct {
	X, Y      float64 // in the plane of its container
	Container int32
	// Sort tells the sorts of places of a board apart: 0 for that on which it is
	// mainly played and for all sites of other containers. Sites come in the order of
	// sort 0 of the board, other containers, sort 1, sort 2.
	Sort int32
}

// View is a position in space. Sites are indices of Geometry.Sites.
type View struct {
	Pieces  []Piece  // all pieces, those of a site bottom up
	States  []int32  // local state per site (of the top piece), 0 where there is none; empty without Geometry.States
	Values  []uint64 // per site the numbers that it may still have, a bit each; empty without Geometry.Values
	Amounts []int32  // per player; empty without Geometry.Amounts
	Scores  []int32  // per player; empty without Geometry.Scores
	Mover   int      // the player whose turn it is, -1 for nobody; whose pieces these are depends on Swapped
	Phase   int32    // the part of the match that the mover is in, below Geometry.Phases
	Swapped bool     // players have changed colours
	// Last are the last move and the one before; From and To are -1 where there was
	// none, and mean nothing where players decide at once. The one before is no part of
	// a position: it is known only to a machine that has made it since its last Reset
	// or Load.
	Last [2]Place
	// Dice are those that are rolled, as they are when the mover decides; States and
	// Pieces have them as the move before left them. Known to machines only.
	Dice []Die
}

// Die is what one die shows.
type Die struct {
	Site int32
	Face int32 // which of its faces, from 0; -1 where the die is used up
}

// Piece is one piece, or Count of the same sort.
type Piece struct {
	Site  int32
	Level int32 // in its stack, from 0 at the bottom
	Kind  int32 // from 1; 0 says that a piece covers the site that stands on another one
	Count int32
}

// Place is where a move happens. From is To for a move that comes from nowhere;
// both are -1 for one that happens nowhere.
type Place struct {
	From, To           int32
	LevelMin, LevelMax int32 // in stacks, else 0
	Pass, Swap         bool
	Propose, Vote      int32 // 1 + which of Geometry.Ballots is proposed or voted on, else 0
	Value, Toggled     int32 // 1 + which of Geometry.Values a site gets, or may or may not have from now on, else 0
}

// Measured is a game whose rules compare numbers to decide whether a match is over, and who has won: how many groups there are,
// how large a territory is. Such numbers are hints, for whoever judges positions.
type Measured interface {
	// Measures names them. The caller must not change the list.
	Measures() []string
}

// Measurer is a machine of a Measured game.
type Measurer interface {
	// Measure appends the numbers to dst[:0] as they are at the machine's position, which is not terminal; those that are not
	// needed, and those that cannot be told, are 0. They follow from what Key tells apart.
	Measure(need []bool, dst []float32) []float32
	// Near writes into dst[:Facts.Players] how much of the way each player has gone to what wins by where something is: 1 where
	// it is there, 0 where it is as far as at the beginning, -1 where it is twice as far, or farther. It reports false, and has written
	// nothing, where the rules do not tell.
	Near(dst []float64) bool
}
