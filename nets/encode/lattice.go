package encode

import (
	"math"
	"slices"

	"ludens/game"
)

// A lattice of a board: integer coordinates in a basis of two of the displacements
// between neighbouring sites. On boards of hexagons and triangles it puts beside
// each other what is beside each other there, which rows and columns do not.
type lattice struct {
	at            []point // per site of the board
	width, height int
}

// nearInteger is how far from integers coordinates in a basis may be.
const nearInteger = 1e-3

// vector is a displacement in the plane of the board.
type vector struct{ x, y float64 }

// linksOf lists the neighbours among some sites of a geometry, by their places in
// the list of, each pair once.
func linksOf(of []int, adjacent [][]int32) [][2]int {
	position := make([]int, len(adjacent))
	for i := range position {
		position[i] = -1
	}
	for k, i := range of {
		position[i] = k
	}
	var links [][2]int
	for k, i := range of {
		for _, j := range adjacent[i] {
			if l := position[j]; l > k {
				links = append(links, [2]int{k, l})
			}
		}
	}
	return links
}

// findLattice finds the basis in which all sites of a board have integer
// coordinates, the smallest area, and, among those, neighbours that are nearest;
// nil if there is none.
func findLattice(sites []game.Site, links [][2]int) *lattice {
	candidates := displacements(sites, links)
	var best *lattice
	bestCost := math.Inf(1)
	for i, u := range candidates {
		for _, v := range candidates[i+1:] {
			for _, b := range [][2]vector{{u, v}, {u, vector{-v.x, -v.y}}} {
				l := inBasis(sites, b[0], b[1])
				if l == nil {
					continue
				}
				// Areas are integers, so that what is below 1 decides between equal ones.
				far := spread(l.at, links)
				cost := float64(l.width*l.height) + far/(1+far)
				if cost < bestCost-1e-9 {
					best, bestCost = l, cost
				}
			}
		}
	}
	return best
}

// displacements lists the different displacements between neighbours, up to their
// sense, in a fixed order: to the right and up first.
func displacements(sites []game.Site, links [][2]int) []vector {
	const most = 24
	var out []vector
	near := func(a, b vector) bool { return math.Hypot(a.x-b.x, a.y-b.y) <= 1e-4*math.Hypot(a.x, a.y) }
	for _, l := range links {
		d := vector{sites[l[1]].X - sites[l[0]].X, sites[l[1]].Y - sites[l[0]].Y}
		eps := 1e-6 * math.Hypot(d.x, d.y)
		if d.x < -eps || math.Abs(d.x) <= eps && d.y < 0 {
			d = vector{-d.x, -d.y}
		}
		if math.Hypot(d.x, d.y) < 1e-9 || slices.ContainsFunc(out, func(e vector) bool { return near(d, e) }) {
			continue
		}
		if out = append(out, d); len(out) == most {
			break // no lattice has so many
		}
	}
	slices.SortFunc(out, func(a, b vector) int {
		x, y := math.Atan2(a.y, a.x), math.Atan2(b.y, b.x)
		switch {
		case math.Abs(x) < math.Abs(y)-1e-9:
			return -1
		case math.Abs(x) > math.Abs(y)+1e-9:
			return 1
		case y < x-1e-9:
			return -1
		case y > x+1e-9:
			return 1
		}
		return 0
	})
	return out
}

// inBasis gives sites integer coordinates in a basis, nil if they have none.
func inBasis(sites []game.Site, u, v vector) *lattice {
	det := u.x*v.y - u.y*v.x
	if math.Abs(det) < 1e-6*math.Hypot(u.x, u.y)*math.Hypot(v.x, v.y) {
		return nil
	}
	l := &lattice{at: make([]point, len(sites))}
	left, bottom, right, top := math.MaxInt, math.MaxInt, math.MinInt, math.MinInt
	for i, s := range sites {
		dx, dy := s.X-sites[0].X, s.Y-sites[0].Y
		a, b := (dx*v.y-dy*v.x)/det, (u.x*dy-u.y*dx)/det
		ra, rb := math.Round(a), math.Round(b)
		if math.Abs(a-ra) > nearInteger || math.Abs(b-rb) > nearInteger || math.Abs(ra) > 1e6 || math.Abs(rb) > 1e6 {
			return nil
		}
		p := point{int(ra), int(rb)}
		l.at[i] = p
		left, bottom, right, top = min(left, p.x), min(bottom, p.y), max(right, p.x), max(top, p.y)
	}
	for i := range l.at {
		l.at[i].x -= left
		l.at[i].y -= bottom
	}
	l.width, l.height = right-left+1, top-bottom+1
	return l
}

func abs(n int) int { return max(n, -n) }
