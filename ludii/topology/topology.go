package topology

// A Kind is a sort of site.
type Kind uint8

// The three kinds.
const (
	Vertex Kind = iota
	Edge
	Cell
)

// String gives the name of the kind in the language.
func (k Kind) String() string { return [...]string{"Vertex", "Edge", "Cell"}[k] }

// A Site is one place of a kind.
type Site struct {
	Label              string
	Row, Column, Layer int // from 0
	Centre             Point
	Phase              int // a colour, from 0, other than that of orthogonal neighbours

	Orthogonal, Diagonal, Adjacent, OffDiagonal []int // neighbours, ascending

	// Incident sites of the other kinds: the corners of a cell and the ends of
	// an edge in Ludii's order; the edges and cells about a vertex, …
	Vertices, Edges, Cells []int
}

// A Ray is the sites met on the way from a site in one direction, nearest
// first, the start left out.
type Ray = []int

// Sites holds all sites of one kind and what was computed of them.
type Sites struct {
	Kind  Kind
	Sites []Site
	// Directions lists, per group of steps (All, Adjacent, Orthogonal, Diagonal,
	// OffDiagonal), the single directions that some site of the board supports, in
	// Ludii's order.
	Directions map[Direction][]Direction
	// Rays holds the rays of every direction and group, per site; nil where a
	// site has none. Index it by direction, then by site. In Ludii's order.
	Rays [NumDirections][][]Ray
	Sets Sets

	steps  [][]Step // per site, clockwise from the north
	onward [][]Ray  // per site: rays that go on in any way around a centre
}

// Sets are the precomputed regions of one kind, each ascending.
type Sets struct {
	Corners, Convex, Concave         []int
	Major, Minor                     []int // cells: those with the most sides, and the others
	Outer, Perimeter, Inner          []int
	Top, Bottom, Left, Right, Centre []int
	Axial, Horizontal, Vertical      []int // edges along the axes
	Angled, Slash, Slosh             []int // edges across them: rising, falling
	Rows, Columns, Layers, Phases    [][]int
	Sides                            map[Direction][]int
}

// A Topology is a board as the rules see it.
type Topology struct {
	Graph   *Graph
	Default Kind     // where the game is played
	Kinds   [3]Sites // by Kind
}

// Of gives the sites of a kind.
func (t *Topology) Of(k Kind) *Sites { return &t.Kinds[k] }

// NumSites is the number of sites of a kind.
func (t *Topology) NumSites(k Kind) int { return len(t.Kinds[k].Sites) }
