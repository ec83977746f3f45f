package tourney

import (
	"cmp"
	"slices"
)

// patience bounds the search for a round without repeated meetings, in pairs tried.
const patience = 100_000

// swissRound plans the next round: entrants by their points, those above each other's
// neighbours, with nobody whom they have met if that can be had. Who is left over is
// one of the last who has not rested yet, and gets the points of a round won.
func (t *Tournament) swissRound(round int) []Slot {
	c := &t.cfg
	seats := c.Games[0].Seats
	size := min(seats, len(c.Entrants))
	met, rests := t.history()
	order := make([]int, len(c.Entrants))
	for i := range order {
		order[i] = i
	}
	points := t.points()
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(points[b], points[a]) })
	for range len(order) % size { // from below, those who have rested least
		rest := len(order) - 1
		for i := len(order) - 1; i >= 0; i-- {
			if rests[order[i]] < rests[order[rest]] {
				rest = i
			}
		}
		order = slices.Delete(order, rest, rest+1)
	}
	p := &planner{cfg: c, slots: slices.Clone(t.slots)}
	for number, group := range matchUp(order, size, met) {
		if (round+number)%2 == 1 {
			slices.Reverse(group)
		}
		c.each(func(game, clock int) {
			for turn := range rotations(seats, len(c.Entrants)) {
				p.add(Slot{Round: round, Game: game, Clock: clock, Opening: round, Seats: sit(group, seats, turn)})
			}
		})
	}
	return p.slots[len(t.slots):]
}

// history tells who has met whom, and how many rounds everybody rested.
func (t *Tournament) history() (met map[[2]int]bool, rests []int) {
	met, rests = map[[2]int]bool{}, make([]int, len(t.cfg.Entrants))
	rounds := map[int]map[int]bool{}
	for _, s := range t.slots {
		if rounds[s.Round] == nil {
			rounds[s.Round] = map[int]bool{}
		}
		for _, a := range s.Seats {
			rounds[s.Round][a] = true
			for _, b := range s.Seats {
				met[[2]int{a, b}] = true
			}
		}
	}
	for _, there := range rounds {
		for e := range rests {
			if !there[e] {
				rests[e]++
			}
		}
	}
	return met, rests
}

// matchUp divides entrants, the best first, into groups of neighbours: pairs without a
// repetition where the search finds any, larger groups as they stand.
func matchUp(order []int, size int, met map[[2]int]bool) [][]int {
	if size == 2 {
		tries := 0
		if pairs := pairUp(order, met, &tries); pairs != nil {
			return pairs
		}
	}
	var out [][]int
	for i := 0; i+size <= len(order); i += size {
		out = append(out, slices.Clone(order[i:i+size]))
	}
	return out
}

// pairUp pairs the first with the next whom it has not met, and the rest in the same
// way; nil if that cannot be done, or not soon.
func pairUp(order []int, met map[[2]int]bool, tries *int) [][]int {
	if len(order) == 0 {
		return [][]int{}
	}
	for i := 1; i < len(order); i++ {
		if met[[2]int{order[0], order[i]}] {
			continue
		}
		if *tries++; *tries > patience {
			return nil
		}
		rest := slices.Delete(slices.Clone(order[1:]), i-1, i)
		if pairs := pairUp(rest, met, tries); pairs != nil {
			return append([][]int{{order[0], order[i]}}, pairs...)
		}
	}
	return nil
}
