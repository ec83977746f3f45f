package topology

import (
	"math"
	"slices"
)

// A Line is a ray and the one opposite to it. Opposite is nil where there is
// none.
type Line struct {
	Ray, Opposite Ray
}

// mostOppositeBend is the largest tangent of the bend, of about six degrees, of
// a line through a site.
var mostOppositeBend = math.Tan(0.1)

// Lines gives the lines through a site in a direction or group, clockwise from
// the north: the rays of that direction, without those that are opposite to
// rays before them. The opposite of a ray of a group is of the same group, that
// of a ray of a single direction is of any single direction.
func (t *Topology) Lines(k Kind, d Direction, site int) []Line {
	s := &t.Kinds[k]
	if int(d) >= NumDirections || site < 0 || site >= len(s.Sites) {
		return nil
	}
	all := s.raysOf(d, site)
	if d == Rotational {
		all = s.aroundCentre(site)
	}
	var lines []Line
	for n, ray := range all {
		if !slices.ContainsFunc(lines, func(l Line) bool { return l.Opposite != nil && slices.Equal(l.Opposite, ray) }) {
			lines = append(lines, Line{ray, s.opposite(d, site, n, ray)})
		}
	}
	if d == Rotational {
		slices.SortStableFunc(lines, func(a, b Line) int { return compare(s.clock(site, a.Ray), s.clock(site, b.Ray)) })
	}
	return lines
}

func (s *Sites) raysOf(d Direction, site int) []Ray {
	if s.Rays[d] == nil {
		return nil
	}
	return s.Rays[d][site]
}

// clock ranks a ray clockwise from the north.
func (s *Sites) clock(site int, r Ray) float64 {
	return clockFromNorth(angle(s.Sites[site].Centre, s.Sites[r[0]].Centre))
}

// aroundCentre gives the rays around a centre by the lists that they came from.
func (s *Sites) aroundCentre(site int) []Ray {
	left := slices.Clone(s.raysOf(Rotational, site))
	var all []Ray
	take := func(rays []Ray) {
		for _, r := range rays {
			if n := slices.IndexFunc(left, func(o Ray) bool { return slices.Equal(o, r) }); n >= 0 {
				all = append(all, r)
				left = slices.Delete(left, n, n+1)
			}
		}
	}
	if s.onward != nil {
		take(s.onward[site])
	}
	for _, d := range ways {
		take(s.raysOf(d, site))
	}
	return all
}

// opposite finds the ray opposite to the n-th of a direction: the first of all
// that would do, in the order in which Ludii goes through directions.
func (s *Sites) opposite(d Direction, site, n int, ray Ray) Ray {
	group := s.raysOf(d, site)
	if d == Rotational {
		group, n, d = s.origin(site, ray)
	}
	if d.Group() {
		for o, other := range group {
			if o != n && s.opposed(site, ray, other) {
				return other
			}
		}
		return nil
	}
	for _, e := range ludiiOrder {
		if e.Group() {
			continue
		}
		for o, other := range s.raysOf(e, site) {
			if !(e == d && o == n) && (turned(d, e) || s.opposed(site, ray, other)) {
				return other
			}
		}
	}
	return nil
}

// origin finds the list, and the direction, from which a ray around a centre
// came.
func (s *Sites) origin(site int, ray Ray) (list []Ray, n int, d Direction) {
	find := func(rays []Ray) int {
		return slices.IndexFunc(rays, func(o Ray) bool { return slices.Equal(o, ray) })
	}
	if s.onward != nil {
		if n := find(s.onward[site]); n >= 0 {
			return s.onward[site], n, Rotational
		}
	}
	for _, d := range ways {
		if n := find(s.raysOf(d, site)); n >= 0 {
			return s.raysOf(d, site), n, d
		}
	}
	return nil, -1, Rotational
}

// turned reports whether two directions around a centre are opposite.
func turned(d, e Direction) bool {
	switch d {
	case CW:
		return e == CCW
	case CCW:
		return e == CW
	case In:
		return e == Out
	case Out:
		return e == In
	}
	return false
}

// opposed reports whether two rays from a site go opposite ways.
func (s *Sites) opposed(site int, a, b Ray) bool {
	return bend(s.Sites[a[0]].Centre, s.Sites[site].Centre, s.Sites[b[0]].Centre) < mostOppositeBend
}
