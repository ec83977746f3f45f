package topology

import (
	"fmt"
	"slices"
)

// A Step is a way from a site to one beside it, of any kind.
type Step struct {
	To   int32
	Kind Kind // of the site that it leads to

	diagonal bool           // a diagonal too, though listed as something else
	in       uint64         // the directions and groups that list the step, by bit
	clock    float64        // rank clockwise from the north
	_        [0]func(Point) // not comparable: steps are found, not made
}

// In reports whether a direction, or a group of directions, has the step.
func (s Step) In(d Direction) bool { return int(d) < NumDirections && s.in&(1<<d) != 0 }

// Directions gives the single directions of the step, in the order of their
// numbers.
func (s Step) Directions() []Direction {
	var list []Direction
	for d := N; d < All; d++ {
		if s.In(d) {
			list = append(list, d)
		}
	}
	return list
}

// StepsFrom gives all steps from a site to sites of all kinds, clockwise from
// the north.
func (t *Topology) StepsFrom(k Kind, site int) []Step {
	if steps := t.Kinds[k].steps; site >= 0 && site < len(steps) {
		return steps[site]
	}
	return nil
}

// Steps gives the sites of a kind to which a direction, or a group of
// directions, leads from a site in one step, clockwise from the north.
//
// Where a rule of Ludii asks for the steps to sites of all kinds at once, it
// finds none in the group Rotational, which is cleared once rays are made; asked
// for one kind, it finds them as here.
func (t *Topology) Steps(k Kind, site int, to Kind, d Direction) []int {
	var list []int
	for _, s := range t.StepsFrom(k, site) {
		if s.Kind == to && s.In(d) {
			list = append(list, int(s.To))
		}
	}
	return list
}

func directionSet(directions ...Direction) (set uint64) {
	for _, d := range directions {
		set |= 1 << d
	}
	return set
}

// The ways in which a step can be listed before its direction is known.
var (
	beside          = directionSet(Orthogonal, Adjacent, All)
	acrossCorner    = directionSet(Diagonal, Adjacent, All)
	acrossEdge      = directionSet(Diagonal, All)
	besideAtAnAngle = directionSet(OffDiagonal, Adjacent, All)
)

// stepper collects the steps of one site.
type stepper struct {
	m     *measure
	from  Point
	k     Kind
	site  int
	steps []Step
	known map[int]int // place in steps of a target, once there are many
}

// add lists a step unless there is one to the same site. The first keeps its
// lists then, but is known to be a diagonal from now on if the second is one.
func (s *stepper) add(k Kind, to int, in uint64) {
	if k == s.k && to == s.site {
		return
	}
	if n := s.find(k, to); n >= 0 {
		s.steps[n].diagonal = s.steps[n].diagonal || in&directionSet(Diagonal) != 0
		return
	}
	s.steps = append(s.steps, Step{
		To: int32(to), Kind: k, in: in, diagonal: in&directionSet(Diagonal) != 0,
		clock: clockFromNorth(angle(s.from, s.m.at[k][to])),
	})
	if s.known != nil {
		s.known[to*3+int(k)] = len(s.steps) - 1
	}
}

func (s *stepper) find(k Kind, to int) int {
	if len(s.steps) < 32 {
		return slices.IndexFunc(s.steps, func(o Step) bool { return o.Kind == k && int(o.To) == to })
	}
	if s.known == nil {
		s.known = make(map[int]int)
		for n, o := range s.steps {
			s.known[int(o.To)*3+int(o.Kind)] = n
		}
	}
	if n, ok := s.known[to*3+int(k)]; ok {
		return n
	}
	return -1
}

// steps finds the steps of all sites and names their directions.
func (m *measure) steps(t *Topology) {
	total := 0
	for k := Vertex; k <= Cell; k++ {
		for i := range m.at[k] {
			s := &stepper{m: m, from: m.at[k][i], k: k, site: i}
			switch k {
			case Vertex:
				s.fromVertex(i)
			case Edge:
				s.fromEdge(i)
			case Cell:
				s.fromCell(i)
			}
			if total += len(s.steps); total > maxSteps {
				m.err = fmt.Errorf("%w: over %d steps between neighbours", ErrTooCostly, maxSteps)
			}
			if m.err != nil {
				return
			}
			m.compass(k, i, s.steps)
			t.Kinds[k].steps[i] = s.steps
		}
	}
	m.circular(t)
	for k := range t.Kinds {
		for _, steps := range t.Kinds[k].steps {
			slices.SortStableFunc(steps, func(a, b Step) int { return compare(a.clock, b.clock) })
		}
	}
}

func (s *stepper) fromVertex(v int) {
	m := s.m
	for _, e := range m.vertexEdges[v] {
		s.add(Vertex, m.other(e, v), beside)
	}
	for _, f := range m.vertexFaces[v] {
		if len(m.g.Faces[f]) < 4 {
			continue // a triangle has no diagonal
		}
		// The diagonal goes to the corner that lies most nearly opposite.
		best, to := 1e6, -1
		for _, w := range m.g.Faces[f] {
			if w == v {
				continue
			}
			if d := lineDistance(m.at[Cell][f], s.from, m.at[Vertex][w]); d < best {
				best, to = d, w
			}
		}
		if to >= 0 {
			s.add(Vertex, to, acrossEdge)
		}
		m.spend(len(m.g.Faces[f]))
	}
	for _, e := range m.vertexEdges[v] {
		s.add(Edge, e, beside)
	}
	for _, f := range m.vertexFaces[v] {
		s.add(Cell, f, beside)
	}
}

func (s *stepper) fromEdge(e int) {
	m := s.m
	for _, v := range m.g.Edges[e] {
		for _, o := range m.vertexEdges[v] {
			s.add(Edge, o, beside)
		}
	}
	for _, v := range m.g.Edges[e] {
		s.add(Vertex, v, beside)
	}
	for _, f := range m.beside[e] {
		if f >= 0 {
			s.add(Cell, f, beside)
		}
	}
	for _, v := range m.g.Edges[e] {
		for _, f := range m.vertexFaces[v] {
			s.add(Cell, f, beside)
		}
	}
}

func (s *stepper) fromCell(c int) {
	m := s.m
	corners := m.g.Faces[c]
	used := map[int]bool{c: true}
	step := func(f int, in uint64) {
		used[f] = true
		s.add(Cell, f, in)
	}
	for _, e := range m.faceEdges[c] {
		if e < 0 {
			continue
		}
		if f := m.beyond(e, c); f >= 0 {
			step(f, beside)
		}
	}
	// Through every corner goes one diagonal, to the face most nearly opposite.
	for _, v := range corners {
		best, to := 1e6, -1
		for _, f := range m.vertexFaces[v] {
			if used[f] {
				continue
			}
			if d := lineDistance(m.at[Vertex][v], s.from, m.at[Cell][f]); d < best {
				best, to = d, f
			}
		}
		m.spend(len(m.vertexFaces[v]))
		if to >= 0 {
			step(to, acrossCorner)
		}
	}
	for _, v := range corners {
		for _, f := range m.vertexFaces[v] {
			if !used[f] {
				step(f, besideAtAnAngle)
			}
		}
	}
	for _, v := range corners {
		s.alongEdgeAway(c, v, used, step)
	}
	for _, v := range corners {
		s.add(Vertex, v, beside)
	}
	for _, e := range m.faceEdges[c] {
		if e >= 0 {
			s.add(Edge, e, beside)
		}
	}
}

// alongEdgeAway finds diagonals to faces that do not touch: where three edges
// meet in a corner, as on hexagons, along the one that leads away.
func (s *stepper) alongEdgeAway(c, v int, used map[int]bool, step func(int, uint64)) {
	m := s.m
	if len(m.vertexEdges[v]) != 3 {
		return
	}
	away := -1
	for _, e := range m.vertexEdges[v] {
		if !slices.Contains(m.faceEdges[c], e) {
			away = m.other(e, v)
			break
		}
	}
	if away < 0 {
		return
	}
	for _, f := range m.vertexFaces[away] {
		if used[f] {
			continue
		}
		a, b := s.from, m.at[Cell][f]
		off := lineDistance(m.at[Vertex][v], a, b) + lineDistance(m.at[Vertex][away], a, b)
		if off/flatDistance(a, b) <= 0.1 {
			step(f, acrossEdge)
		}
	}
	m.spend(len(m.vertexFaces[away]))
}

// neighbours lists, for every site, the sites of its kind beside it, and for
// every kind the directions that occur.
func (m *measure) neighbours(t *Topology) {
	for k := range t.Kinds {
		s := &t.Kinds[k]
		s.Directions = make(map[Direction][]Direction, len(relations))
		var met [len(relations)]uint64
		for _, group := range relations {
			s.Directions[group] = []Direction{}
		}
		for i := range s.Sites {
			site := &s.Sites[i]
			lists := [...]*[]int{&site.Orthogonal, &site.Diagonal, &site.Adjacent, &site.OffDiagonal, nil}
			for _, step := range s.steps[i] {
				if step.Kind != s.Kind {
					continue
				}
				for n, group := range relations {
					if !step.In(group) {
						continue
					}
					if lists[n] != nil {
						*lists[n] = append(*lists[n], int(step.To))
					}
					if step.in&^met[n] != 0 {
						met[n] |= step.in
						s.Directions[group] = discover(s.Directions[group], step)
					}
				}
			}
			for _, list := range lists[:len(lists)-1] {
				slices.Sort(*list)
			}
		}
		for _, list := range s.Directions {
			slices.SortStableFunc(list, func(a, b Direction) int { return a.rank() - b.rank() })
			for n, d := range list {
				if d == DNW {
					list[n] = DSW // as Ludii turns it into a direction of the language
				}
			}
		}
	}
}

// discover appends the single directions of a step that are not in a list.
func discover(list []Direction, step Step) []Direction {
	for _, d := range ludiiOrder {
		if !d.Group() && step.In(d) && !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	return list
}
