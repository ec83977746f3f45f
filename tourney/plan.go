package tourney

import "fmt"

// Slot is a match that is planned.
type Slot struct {
	Number int `json:"number"` // from 0, in the order of the plan
	Round  int `json:"round"`  // from 0; the pair, in a sequential test
	Game   int `json:"game"`   // of Config.Games
	Clock  int `json:"clock"`  // of Config.Clocks
	// Opening is the number of the opening: slots of one game with the same number
	// begin alike.
	Opening int `json:"opening"`
	// Seats are the entrants by seat.
	Seats []int `json:"seats"`
}

// MatchID is the identifier of an attempt, from 1, at a slot's match.
func MatchID(tournament string, slot, attempt int) string {
	if attempt > 1 {
		return fmt.Sprintf("%s.%d.%d", tournament, slot+1, attempt)
	}
	return fmt.Sprintf("%s.%d", tournament, slot+1)
}

// rotations is the number of ways to sit, one after the other, that differ by whole
// rotations.
func rotations(seats, entrants int) int {
	if group := min(seats, entrants); seats%group == 0 {
		return group
	}
	return seats
}

// sit seats a group: filled up in turn where seats are more, and rotated.
func sit(group []int, seats, rotation int) []int {
	out := make([]int, seats)
	for i := range out {
		out[i] = group[(i+rotation)%seats%len(group)]
	}
	return out
}

// planner collects slots.
type planner struct {
	cfg   *Config
	slots []Slot
	most  bool // there were too many
}

func (p *planner) add(s Slot) {
	if s.Number = len(p.slots); s.Number >= mostMatches {
		p.most = true
		return
	}
	p.slots = append(p.slots, s)
}

// each calls f for every game and clock.
func (c *Config) each(f func(game, clock int)) {
	for g := range c.Games {
		for k := range c.Clocks {
			f(g, k)
		}
	}
}

// whole plans everything of the kinds that can be planned at once.
func (c *Config) whole() ([]Slot, error) {
	p := &planner{cfg: c}
	switch c.Kind {
	case SPRT:
		p.pairs()
	case Gauntlet:
		p.meetings(true, func(group []int) bool { return challenged(group, c.Challengers) })
	case DoubleRoundRobin:
		p.meetings(true, func([]int) bool { return true })
	case RoundRobin:
		p.meetings(false, func([]int) bool { return true })
	}
	if p.most {
		return nil, fmt.Errorf("tournament %s: more than %d matches", c.Name, mostMatches)
	}
	return p.slots, nil
}

// challenged: one challenger, and nobody but entrants who are none.
func challenged(group []int, challengers int) bool {
	n := 0
	for _, e := range group {
		if e < challengers {
			n++
		}
	}
	return n == 1
}

// meetings plans groups, in every round with one rotation of the seats or with all.
func (p *planner) meetings(all bool, wanted func(group []int) bool) {
	c := p.cfg
	for round := range c.Rounds {
		c.each(func(game, clock int) {
			seats := c.Games[game].Seats
			turns := rotations(seats, len(c.Entrants))
			first, last, opening := 0, turns, round
			if !all {
				first, opening = round%turns, round/turns
				last = first + 1
			}
			for turn := first; turn < last && !p.most; turn++ {
				groups(len(c.Entrants), min(seats, len(c.Entrants)), func(group []int) bool {
					if wanted(group) {
						p.add(Slot{Round: round, Game: game, Clock: clock, Opening: opening, Seats: sit(group, seats, turn)})
					}
					return !p.most
				})
			}
		})
	}
}

// groups visits the groups of k of n entrants until f has enough: pairs by the circle
// method, so that those who play one after the other are not always the same, larger
// groups in order.
func groups(n, k int, f func(group []int) bool) {
	if k == 2 {
		circle(n, f)
		return
	}
	group := make([]int, k)
	var fill func(at, from int) bool
	fill = func(at, from int) bool {
		if at == k {
			return f(group)
		}
		for e := from; e <= n-(k-at); e++ {
			group[at] = e
			if !fill(at+1, e+1) {
				return false
			}
		}
		return true
	}
	fill(0, 0)
}

// circle visits all pairs in rounds in which everybody plays once at most: one stands,
// the others move on around a table (Schurig 1886).
func circle(n int, f func(group []int) bool) {
	even := n + n%2
	for round := range even - 1 {
		for i := range even / 2 {
			a, b := (round+i)%(even-1), (round+even-1-i)%(even-1)
			if i == 0 {
				b = even - 1
			}
			if a >= n || b >= n {
				continue // a rest
			}
			if a > b {
				a, b = b, a
			}
			if (round+i)%2 == 1 { // neither always first
				a, b = b, a
			}
			if !f([]int{a, b}) {
				return
			}
		}
	}
}

// pairs plans a sequential test: pair by pair, from the same opening with the sides
// exchanged, games and clocks taking turns.
func (p *planner) pairs() {
	c := p.cfg
	for pair := range c.Pairs {
		game := pair % len(c.Games)
		clock := pair / len(c.Games) % len(c.Clocks)
		seats := c.Games[game].Seats
		for _, group := range [][]int{{0, 1}, {1, 0}} {
			p.add(Slot{Round: pair, Game: game, Clock: clock, Opening: pair, Seats: sit(group, seats, 0)})
		}
	}
}
