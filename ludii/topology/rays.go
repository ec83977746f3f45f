package topology

import "slices"

// straight is the least cosine of a turn that still counts as going on.
const straight = 0.968 // about 14.5 degrees

// A leg is a step from one site to another.
type leg struct {
	to        int
	bearing   float64
	direction Direction
}

// groups of steps with rays of their own.
var groups = [...]Direction{All, Adjacent, Orthogonal, Diagonal, OffDiagonal}

// rays computes, for every site, the rays of every direction, and the
// directions of every group.
func (m *measure) rays(s *Sites) {
	legs := make(map[Direction][][]leg, len(groups))
	s.Directions = make(map[Direction][]Direction, len(groups))
	for _, group := range groups {
		all := make([][]leg, len(s.Sites))
		met := map[Direction]bool{}
		for i := range s.Sites {
			all[i] = m.legs(s, i, group)
			for _, l := range all[i] {
				met[l.direction] = true
			}
		}
		legs[group] = all
		names := []Direction{}
		for _, d := range compass {
			if met[d] {
				names = append(names, d)
			}
		}
		s.Directions[group] = names
	}
	s.Rays = make([]map[Direction][]Ray, len(s.Sites))
	for i := range s.Sites {
		rays := map[Direction][]Ray{}
		for _, group := range groups {
			for _, l := range legs[group][i] {
				ray := m.ray(s, legs[group], i, l)
				rays[group] = append(rays[group], ray)
				if group == All {
					rays[SameLayer] = append(rays[SameLayer], ray)
					rays[l.direction] = append(rays[l.direction], ray)
				}
			}
		}
		s.Rays[i] = rays
	}
}

// legs gives the steps of a group from a site, clockwise from the north.
func (m *measure) legs(s *Sites, i int, group Direction) []leg {
	st := &m.steps[s.Kind][i]
	var to []int
	switch group {
	case Orthogonal:
		to = st.orthogonal
	case Diagonal:
		to = st.diagonal
	case OffDiagonal:
		to = st.off
	case Adjacent:
		to = st.adjacent
	case All:
		to = slices.Concat(st.orthogonal, st.diagonal, st.off)
	}
	points := 16
	if s.Kind == Edge && m.eight(i) {
		points = 8
	}
	legs := make([]leg, len(to))
	for n, j := range to {
		b := bearing(s.Sites[i].Centre, s.Sites[j].Centre)
		legs[n] = leg{to: j, bearing: b, direction: compass[nearest(b, points)]}
	}
	slices.SortStableFunc(legs, func(a, b leg) int {
		switch d := a.bearing - b.bearing; {
		case d < -1e-6:
			return -1
		case d > 1e-6:
			return 1
		}
		return 0
	})
	return legs
}

// ray follows the straightest steps from a first one.
func (m *measure) ray(s *Sites, legs [][]leg, from int, first leg) Ray {
	ray := Ray{first.to}
	last, here := from, first.to
	for len(ray) <= len(s.Sites) {
		best, next := straight, -1
		for _, l := range legs[here] {
			if c := straightness(s.Sites[last].Centre, s.Sites[here].Centre, s.Sites[l.to].Centre); c > best+1e-9 {
				best, next = c, l.to
			}
		}
		if next < 0 || next == from || slices.Contains(ray, next) {
			break
		}
		ray = append(ray, next)
		last, here = here, next
	}
	return ray
}

// eight reports whether the eight main compass points tell apart all that
// touches an edge: its neighbours, its ends and the cells about them. Ludii
// then names the steps of this edge by them, and by sixteen otherwise.
func (m *measure) eight(e int) bool {
	here := m.g.edgeCentre(e)
	var used [16]bool
	free := func(p Point) bool {
		d := nearest(bearing(here, p), 8)
		was := used[d]
		used[d] = true
		return !was
	}
	for _, o := range m.steps[Edge][e].orthogonal {
		if !free(m.g.edgeCentre(o)) {
			return false
		}
	}
	var cells []int
	for _, v := range m.g.Edges[e] {
		if !free(m.g.Vertices[v]) {
			return false
		}
		for _, c := range m.vertexFaces[v] {
			cells = once(cells, c)
		}
	}
	for _, c := range cells {
		if !free(m.g.faceCentre(c)) {
			return false
		}
	}
	return true
}
