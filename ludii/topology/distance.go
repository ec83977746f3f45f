package topology

import "fmt"

// Neighbours gives the sites of its kind beside a site, by a relation:
// Orthogonal, Diagonal, Adjacent, OffDiagonal or All. Ascending but for All;
// do not change it. Edges are all beside each other or not at all.
func (t *Topology) Neighbours(k Kind, relation Direction, site int) []int {
	s := &t.Kinds[k].Sites[site]
	switch relation {
	case Orthogonal:
		return s.Orthogonal
	case Diagonal:
		return s.Diagonal
	case Adjacent:
		return s.Adjacent
	case OffDiagonal:
		return s.OffDiagonal
	case All:
		return t.Steps(k, site, k, All)
	}
	return nil
}

// DistancesFrom gives the number of steps of a relation from a site to every
// site of its kind; 0 for those that cannot be reached, as for the site itself.
func (t *Topology) DistancesFrom(k Kind, relation Direction, site int) []int {
	distances := make([]int, t.NumSites(k))
	t.flood(k, relation, site, distances, make([]int, 0, len(distances)))
	return distances
}

// flood fills the distances from a site; met is space for the sites on the way.
func (t *Topology) flood(k Kind, relation Direction, site int, distances, met []int) {
	met = append(met, site)
	for n := 0; n < len(met); n++ {
		for _, o := range t.Neighbours(k, relation, met[n]) {
			if o != site && distances[o] == 0 {
				distances[o] = distances[met[n]] + 1
				met = append(met, o)
			}
		}
	}
}

// maxTable bounds the places of a table of distances.
const maxTable = 64_000_000

// Distances gives the table of DistancesFrom for all sites of a kind. It is an
// error if it would be too large. Nothing is kept: ask once.
func (t *Topology) Distances(k Kind, relation Direction) ([][]int, error) {
	n := t.NumSites(k)
	if n*n > maxTable {
		return nil, fmt.Errorf("%w: distances between %d sites", ErrTooCostly, n)
	}
	table := make([][]int, n)
	all := make([]int, n*n)
	met := make([]int, 0, n)
	for i := range table {
		table[i] = all[i*n : (i+1)*n : (i+1)*n]
		t.flood(k, relation, i, table[i], met)
	}
	return table, nil
}

// DistancesTo gives for every site of a kind how many adjacent steps it is from
// the nearest of some goals. Sites that cannot reach one are one step further
// than the furthest that was met.
func (t *Topology) DistancesTo(k Kind, goals []int) []int {
	distances := make([]int, t.NumSites(k))
	for i := range distances {
		distances[i] = -1
	}
	furthest := -1
	var met []int
	for _, goal := range goals {
		distances[goal] = 0
		met = append(met[:0], goal)
		for n := 0; n < len(met); n++ {
			next := distances[met[n]] + 1
			for _, o := range t.Kinds[k].Sites[met[n]].Adjacent {
				if distances[o] < 0 || distances[o] > next {
					distances[o] = next
					furthest = max(furthest, next)
					met = append(met, o)
				}
			}
		}
	}
	for i, d := range distances {
		if d < 0 {
			distances[i] = furthest + 1
		}
	}
	return distances
}
