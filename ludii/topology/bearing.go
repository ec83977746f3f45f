package topology

import "math"

// relations are the groups of steps by how sites touch.
var relations = [...]Direction{Orthogonal, Diagonal, Adjacent, OffDiagonal, All}

// ludiiOrder is the order in which Ludii goes through all directions.
var ludiiOrder = [NumDirections]Direction{
	All, Angled, Adjacent, Axial, Orthogonal, Diagonal, OffDiagonal, SameLayer, Upward, Downward, Rotational, Base, Support,
	N, E, S, W, NE, SE, NW, SW, NNW, WNW, WSW, SSW, SSE, ESE, ENE, NNE,
	CW, CCW, In, Out,
	U, UN, UNE, UE, USE, US, USW, UW, UNW, D, DN, DNE, DE, DSE, DS, DSW, DW, DNW,
}

// rank is the place of a direction in its family, by which the directions of a
// board are listed.
func (d Direction) rank() int {
	switch {
	case d.Compass():
		return int(d)
	case d <= Out:
		return [...]int{1, 3, 2, 0}[d-CW]
	case d < D:
		return int(d-U) + 9
	}
	return int(d - D)
}

var (
	eight   = [8]Direction{E, NE, N, NW, W, SW, S, SE}
	sixteen = [16]Direction{E, ENE, NE, NNE, N, NNW, NW, WNW, W, WSW, SW, SSW, S, SSE, SE, ESE}
	up      = [8]Direction{UE, UNE, UN, UNW, UW, USW, US, USE}
	down    = [8]Direction{DE, DNE, DN, DNW, DW, DSW, DS, DSE}
)

// bearing names the direction from a to b by the nearest of eight points, or
// of sixteen if fine.
func bearing(a, b Point, unit float64, fine bool) Direction {
	family := &eight
	switch rise := b.Z - a.Z; {
	case rise < -0.1*unit:
		if flatDistance(a, b) < 0.1*unit {
			return D
		}
		family = &down
	case rise > 0.1*unit:
		if flatDistance(a, b) < 0.1*unit {
			return U
		}
		family = &up
	}
	way := angle(a, b)
	for way < 0 {
		way += 2 * math.Pi
	}
	if !fine {
		return family[arc(way, 8)]
	}
	point := arc(way, 16)
	if family == &eight {
		return sixteen[point]
	}
	// Between two main points a slanted direction leans to the one between.
	if point%4 == 0 {
		return family[point/2]
	}
	return family[point/4*2+1]
}

// arc gives in which of n equal arcs, the first of them centred on the east, an
// angle lies.
func arc(angle float64, n int) int {
	half := 2 * math.Pi / float64(2*n)
	for i := range n {
		if angle < half+float64(2*i)*math.Pi/float64(n) {
			return i
		}
	}
	return 0
}

// compass names the directions of the steps of a site: by eight points if
// these tell all of them apart, by sixteen otherwise.
func (m *measure) compass(k Kind, site int, steps []Step) {
	from := m.at[k][site]
	fine := false
	var used uint64
	for _, s := range steps {
		d := bearing(from, m.at[s.Kind][s.To], m.unit, false)
		if used&(1<<d) != 0 {
			fine = true
			break
		}
		used |= 1 << d
	}
	for n := range steps {
		s := &steps[n]
		d := bearing(from, m.at[s.Kind][s.To], m.unit, fine)
		s.in |= 1 << d
		switch {
		case d.Compass():
			s.in |= directionSet(SameLayer)
		case d >= U && d <= UNW:
			s.in |= directionSet(Upward)
		case d >= D && d <= DNW:
			s.in |= directionSet(Downward)
		}
	}
}

// straightIn is the least cosine between a step and the way to the pivot that
// makes it a step in, or, negated, out.
const straightIn = 0.9

// circular names the directions around pivots.
func (m *measure) circular(t *Topology) {
	if m.g.Pivots == nil {
		return
	}
	centres := make([]bool, len(m.g.Vertices))
	for _, p := range m.g.Pivots {
		if p >= 0 {
			centres[p] = true
		}
	}
	curved := m.curved()
	for k := Vertex; k <= Cell; k++ {
		for i, steps := range t.Kinds[k].steps {
			if k == Vertex && centres[i] {
				for n := range steps {
					steps[n].in |= directionSet(Out, Rotational)
				}
				continue
			}
			pivot := m.pivot(k, i)
			if pivot < 0 {
				continue
			}
			inward := unitVector(m.at[k][i], m.at[Vertex][pivot])
			for n := range steps {
				s := &steps[n]
				if s.diagonal {
					continue
				}
				to := m.at[s.Kind][s.To]
				way := unitVector(m.at[k][i], to)
				switch dot := way.X*inward.X + way.Y*inward.Y + way.Z*inward.Z; {
				case dot > straightIn:
					s.in |= directionSet(In, Rotational)
				case dot < -straightIn:
					s.in |= directionSet(Out, Rotational)
				case !curved[pair(i, int(s.To))]:
					// Only a curved edge goes around. Ludii looks it up by the numbers of
					// the two sites, as if they were vertices whatever their kind.
				case leftOf(m.at[k][i], m.at[Vertex][pivot], to) > 0:
					s.in |= directionSet(CW, Rotational)
				default:
					s.in |= directionSet(CCW, Rotational)
				}
			}
		}
	}
}

// curved gives the pairs of vertices that a curved edge joins.
func (m *measure) curved() map[[2]int]bool {
	pairs := map[[2]int]bool{}
	for e, ends := range m.g.Edges {
		if m.g.Curved(e) {
			pairs[pair(ends[0], ends[1])] = true
		}
	}
	return pairs
}

// pivot gives the vertex that a site turns around, -1 for none.
func (m *measure) pivot(k Kind, site int) int {
	var corners []int
	switch k {
	case Vertex:
		return m.g.Pivots[site]
	case Edge:
		corners = m.g.Edges[site][:]
	default:
		corners = m.g.Faces[site]
	}
	for _, v := range corners {
		if m.g.Pivots[v] >= 0 {
			return m.g.Pivots[v]
		}
	}
	return -1
}

// unitVector gives the way from a to b, of length one unless it is next to
// nothing.
func unitVector(a, b Point) Point {
	v := b.minus(a)
	length := math.Sqrt(v.X*v.X + v.Y*v.Y + v.Z*v.Z)
	if length < nearlyZero {
		return v
	}
	return Point{v.X / length, v.Y / length, v.Z / length}
}
