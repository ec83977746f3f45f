package topology

import "math"

// mark is a set of regions that a site belongs to.
type mark uint32

const (
	outer mark = 1 << iota
	perimeter
	corner
	convex
	concave
	sideN
	sideE
	sideS
	sideW
	sideNE
	sideSE
	sideSW
	sideNW
	phase0 // and the five after it

	allSides = sideN | sideE | sideS | sideW | sideNE | sideSE | sideSW | sideNW
)

// marks are the regions of all sites, by kind and number.
type marks [3][]mark

// regions finds the sites on the outside, corners, sides, the outermost, the
// middle, the largest cells, the phases and the slopes of edges.
func (m *measure) regions(t *Topology) {
	var in marks
	for k := range in {
		in[k] = make([]mark, len(m.at[k]))
	}
	paths := m.perimeters()
	if m.err != nil {
		return
	}
	m.outside(in, paths)
	m.corners(in, paths)
	m.sides(in, paths)
	m.phases(in)
	if m.err != nil {
		return
	}
	for k := range t.Kinds {
		s := &t.Kinds[k]
		collectRegions(s, in[k])
		extremes(s)
		centre(s)
	}
	m.majority(&t.Kinds[Cell].Sets)
	m.slopes(&t.Kinds[Edge].Sets)
}

// collectRegions turns the marks of the sites into lists.
func collectRegions(s *Sites, in []mark) {
	sets := &s.Sets
	sets.Sides = map[Direction][]int{}
	sets.Phases = make([][]int, numPhases)
	for i, mark := range in {
		add := func(list *[]int, is bool) {
			if is {
				*list = append(*list, i)
			}
		}
		add(&sets.Outer, mark&outer != 0)
		add(&sets.Inner, mark&outer == 0)
		add(&sets.Perimeter, mark&perimeter != 0)
		add(&sets.Corners, mark&corner != 0)
		add(&sets.Convex, mark&convex != 0)
		add(&sets.Concave, mark&concave != 0)
		for n, d := range sideDirections {
			if mark&(sideN<<n) != 0 {
				sets.Sides[d] = append(sets.Sides[d], i)
			}
		}
		for p := range numPhases {
			if mark&(phase0<<p) != 0 {
				sets.Phases[p] = append(sets.Phases[p], i)
				s.Sites[i].Phase = p
			}
		}
	}
}

var sideDirections = [...]Direction{N, E, S, W, NE, SE, SW, NW}

// extremeMargin is how far a site may lie behind the furthest one.
const extremeMargin = 0.01

// extremes finds the sites that lie furthest out in the four main directions.
func extremes(s *Sites) {
	if len(s.Sites) == 0 {
		return
	}
	low, high := s.Sites[0].Centre, s.Sites[0].Centre
	for i := range s.Sites {
		p := s.Sites[i].Centre
		low.X, low.Y = min(low.X, p.X), min(low.Y, p.Y)
		high.X, high.Y = max(high.X, p.X), max(high.Y, p.Y)
	}
	for i := range s.Sites {
		p := s.Sites[i].Centre
		if p.X-low.X < extremeMargin {
			s.Sets.Left = append(s.Sets.Left, i)
		}
		if p.Y-low.Y < extremeMargin {
			s.Sets.Bottom = append(s.Sets.Bottom, i)
		}
		if high.X-p.X < extremeMargin {
			s.Sets.Right = append(s.Sets.Right, i)
		}
		if high.Y-p.Y < extremeMargin {
			s.Sets.Top = append(s.Sets.Top, i)
		}
	}
}

// centre finds the sites with the least sum of squared distances to corners
// and, on small boards, to the sites of the perimeter. On boards so large that
// all sums are over a million there is none.
func centre(s *Sites) {
	const (
		small  = 100
		margin = 0.0001
		most   = 1e6
	)
	var goals []int
	if len(s.Sites) < small {
		goals = append(goals, s.Sets.Perimeter...)
	}
	goals = append(goals, s.Sets.Corners...)
	// The sum over goals g of |p-g|² is n|p|² - 2p·Σg + Σ|g|².
	var sum Point
	squares, n := 0.0, float64(len(goals))
	for _, i := range goals {
		p := s.Sites[i].Centre
		sum.X, sum.Y = sum.X+p.X, sum.Y+p.Y
		squares += p.X*p.X + p.Y*p.Y
	}
	distance := func(i int) float64 {
		p := s.Sites[i].Centre
		return n*(p.X*p.X+p.Y*p.Y) - 2*(p.X*sum.X+p.Y*sum.Y) + squares
	}
	least := most
	for i := range s.Sites {
		least = min(least, distance(i))
	}
	for i := range s.Sites {
		if math.Abs(distance(i)-least) < margin {
			s.Sets.Centre = append(s.Sets.Centre, i)
		}
	}
}

// majority divides the cells into those with the most corners and the others.
func (m *measure) majority(sets *Sets) {
	most := 0
	for _, corners := range m.g.Faces {
		most = max(most, len(corners))
	}
	for f, corners := range m.g.Faces {
		if len(corners) == most {
			sets.Major = append(sets.Major, f)
		} else {
			sets.Minor = append(sets.Minor, f)
		}
	}
}

// slopes divides the edges by the way they run.
func (m *measure) slopes(sets *Sets) {
	for e, ends := range m.g.Edges {
		switch d := sixteenth(m.at[Vertex][ends[0]], m.at[Vertex][ends[1]]) % 8; d {
		case 0:
			sets.Axial = append(sets.Axial, e)
			sets.Horizontal = append(sets.Horizontal, e)
		case 4:
			sets.Axial = append(sets.Axial, e)
			sets.Vertical = append(sets.Vertical, e)
		default:
			sets.Angled = append(sets.Angled, e)
			if d < 4 {
				sets.Slash = append(sets.Slash, e)
			} else {
				sets.Slosh = append(sets.Slosh, e)
			}
		}
	}
}
