package game

// What pictures for people are made from, where an engine knows more of a position
// than its facts (Lister). Nobody who decides on moves may look at it: that of a game
// in which something is hidden is here too.
type (
	// Depicter is a capability of Machines of games that take place on sites.
	Depicter interface {
		// Board is where the position is; shared, and must not be changed; nil if there
		// is none. It is the same in all positions of a game, but in a match of several
		// games each has its own.
		Board() *Board
		// Depict writes what a seat sees of the position into d, reusing its slices: all
		// of it for seat -1, else without what the rules hide from its player.
		Depict(seat int, d *Depiction)
		// Touches appends the sites that a move touches that is legal here, as indices of
		// Board.Sites: where it comes from, where it leads, then others in the order of
		// what it does. Nothing for a move that happens nowhere.
		Touches(seat int, m Move, dst []int32) []int32
	}
)

// Board is where a game takes place, as it is drawn.
type Board struct {
	Sites      []BoardSite
	Lines      [][]Point   // what joins the vertices, where these are played on; curves as many short lines
	Containers []Container // the first is the board itself
	Kinds      []PieceKind // Shown.Kind k is Kinds[k-1]
	Regions    []Region
	Links      [][2]int32 // sites that the rules lead from and to, as snakes and ladders do
	// Counted says that all pieces are of one kind, nobody's, and sites hold many:
	// how many is all there is to know, as in mancala games.
	Counted bool
	Look    Look
}

// Point is a place in the plane, y upwards. Neighbours are about 1 apart.
type Point struct{ X, Y float64 }

// SiteSort tells sorts of sites apart.
type SiteSort uint8

// The sorts of sites.
const (
	CellSite SiteSort = iota
	VertexSite
	EdgeSite
)

// BoardSite is a place that may hold pieces.
type BoardSite struct {
	Name      string // as moves write it; no two sites of a board share it
	Sort      SiteSort
	Container int32
	Layer     int32   // boards of several layers: which, from 0
	At        Point   // the middle; in other containers than the board X is the number there, from 0
	Outline   []Point // of a cell its corners in order, of an edge its course; else empty
	Shade     int     // cells of a chequered board: 0 or 1; else 0
	Idle      bool    // rules do not put pieces here: drawn only when something is there
	Paint     Paint   // what it is filled with, if a description hints at that
	Emblems   []Emblem
}

// ContainerUse says what a container is for.
type ContainerUse uint8

// The uses of containers.
const (
	BoardUse ContainerUse = iota
	HandUse
	DiceUse
	DeckUse
)

// Container is the board, a hand, dice or a deck.
type Container struct {
	Name  string
	Use   ContainerUse
	Owner int // a player from 0, -1 nobody, Players everybody
}

// PieceKind is a sort of pieces.
type PieceKind struct {
	Name   string // "Rook1"
	Base   string // without the owner's number: "Rook"
	Owner  int    // a player from 0, -1 nobody, Players everybody
	Faces  []int  // of a die, what its sides show; else empty
	Domino bool   // has two ends; Ends says what they show
	Ends   [2]int
	Coats  []Coat
}

// Region is a set of sites that the rules give a name.
type Region struct {
	Name  string
	Owner int // a player from 0, -1 nobody, Players everybody
	Sites []int32
	// Parts are disjoint sets that make up the whole board: what is between two of
	// them is drawn as a border. Else empty.
	Parts [][]int32
}

// Depiction is what is to be seen of a position.
type Depiction struct {
	Pieces []Shown // those of a site bottom up
	// Open are the sites there are, where a board has no edge and grows; else nil, and
	// all sites are there.
	Open  []int32
	Texts []SiteText // numbers of a puzzle, and what is asked of its regions
	Last  []int32    // the sites of the last move, in order
	// Checked are the sites of pieces of Look.Checks that could be captured at once, where
	// nothing is hidden.
	Checked []int32
	Facts   []string // what is not on any site, "(score p1 3)"
}

// Shown is a piece, or Count of one sort.
type Shown struct {
	Site   int32
	Kind   int32 // from 1; 0: a piece that is seen to be there, but not which
	Owner  int   // a player from 0, -1 nobody or not seen, Players everybody
	Count  int32 // at least 1; 0 where it is hidden
	State  int32
	Value  int32
	Turn   int32   // rotation, in steps of the board's directions
	Face   int32   // of a die: what it shows, 0 for nothing
	Covers []int32 // other sites that a large piece lies on
}

// SiteText is a short text on a site.
type SiteText struct {
	Site  int32
	Text  string
	Given bool // asked for by the puzzle, not an answer: a hint
}
