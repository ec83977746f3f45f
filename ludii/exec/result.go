package exec

import "ludens/ludii/topology"

const cellKind = topology.Cell

// An Outcome is what a result says of a player.
type Outcome uint8

// The outcomes.
const (
	Win Outcome = iota
	Loss
	Draw
	Tie
	Abandon
)

// evalEnd applies end rules, all of them: several may hold at once.
func (c *Ctx) evalEnd(rules []EndFn) {
	if len(rules) == 0 && c.Prog.Flags.NotAllPass {
		return
	}
	for _, rule := range rules {
		mark := c.Mark()
		rule(c)
		c.Release(mark)
	}
	if rules != nil && !c.Over && !c.Prog.Flags.NotAllPass && c.Mode() != Simulation && c.allPassed() {
		c.ApplyResult(0, true, Draw)
	}
	c.WinsDecided, c.LossesDecided = 0, 0
}

// finish fixes that and how the match is over.
func (c *Ctx) finish(winner int, how EndType) {
	c.Over = true
	c.Winner = int32(winner)
	c.EndType = how
}

func (c *Ctx) nextWinRank() float64  { return float64(c.Winners) + 1 }
func (c *Ctx) nextLossRank() float64 { return float64(c.Prog.Players) - float64(c.Losers) }
func (c *Ctx) nextDrawRank() float64 { return float64(c.numActive()+1)/2 + float64(c.Winners) }

func (c *Ctx) setActive(player int, active bool) {
	bit := uint32(1) << (uint(player) - 1)
	if active {
		c.Active |= bit
	} else {
		c.Active &^= bit
	}
}

// onlyActive is the one player still active, 0 if there are more or none.
func (c *Ctx) onlyActive() int {
	only := 0
	for p := 1; p <= c.Prog.Players; p++ {
		if c.IsActive(p) {
			if only != 0 {
				return 0
			}
			only = p
		}
	}
	return only
}

// firstRanked is the first player with a rank, 0 if none has it.
func (c *Ctx) firstRanked(rank float64) int {
	for p := 1; p <= c.Prog.Players; p++ {
		if c.Rank[p] == rank {
			return p
		}
	}
	return 0
}

// ApplyResult applies a result to a player, or to all of them. A player who is
// out already is passed over by the caller.
func (c *Ctx) ApplyResult(player int, all bool, o Outcome) {
	switch o {
	case Win:
		c.win(player, all)
		c.WinsDecided++
	case Loss:
		if all {
			c.everybody(float64(c.Prog.Players), false)
			return
		}
		if c.IsActive(player) {
			c.lose(player)
		}
		c.LossesDecided++
	case Draw:
		if c.Prog.Players > 1 {
			rank := c.nextDrawRank()
			for p := 1; p <= c.Prog.Players; p++ {
				if c.Rank[p] == 0 {
					c.Rank[p] = rank
				}
			}
		} else if c.Prog.Players == 1 {
			c.Rank[1] = 0
		}
		c.Active = 0
		winner := 0
		for p := 1; p <= c.Prog.Players; p++ {
			if c.Rank[p] == 1 {
				winner = p
			}
		}
		c.finish(winner, NaturalEnd)
	case Tie:
		c.Active = 0
		c.finish(c.Prog.Shared(), NaturalEnd)
	case Abandon:
		c.Active = 0
		c.finish(-1, NaturalEnd)
	}
}

// everybody gives all who have no rank yet the same one.
func (c *Ctx) everybody(rank float64, win bool) {
	if c.Prog.Players > 1 {
		for p := 1; p <= c.Prog.Players; p++ {
			if c.Rank[p] == 0 {
				if win {
					c.Winners++
					c.Won |= 1 << (uint(p) - 1)
				}
				c.Rank[p] = rank
			}
		}
	} else {
		c.Rank[1] = 0
	}
	c.Active = 0
	c.finish(0, NaturalEnd)
}

func (c *Ctx) win(player int, all bool) {
	if all {
		c.everybody(1, true)
		return
	}
	c.setActive(player, false)
	rank := c.nextWinRank()
	c.Winners++
	c.Won |= 1 << (uint(player) - 1)
	c.Rank[player] = rank
	switch only := c.onlyActive(); {
	case only != 0:
		c.Rank[only] = rank + 1
		if w := c.firstRanked(1); w != 0 {
			c.finish(w, NaturalEnd)
		}
	case c.Active == 0:
		if w := c.firstRanked(1); w != 0 {
			c.finish(w, NaturalEnd)
		}
	}
}

func (c *Ctx) lose(player int) {
	c.setActive(player, false)
	n := int32(c.Prog.Players)
	if int(c.Next) == player && n != 1 {
		next := int32(player)
		for c.Active != 0 && !c.IsActive(int(next)) {
			next = next%n + 1
		}
		c.Next = next
	}
	if n < 2 {
		c.Active = 0
		c.finish(0, NaturalEnd)
		return
	}
	// Those who lose at the same time share the mean of their ranks.
	before := c.nextLossRank() + 1 + 0.5*(float64(c.LossesDecided)-1)
	rank := before - 0.5
	c.Rank[player] = rank
	c.Losers++
	c.Lost |= 1 << (uint(player) - 1)
	for p := range c.Rank {
		if c.Rank[p] == before {
			c.Rank[p] = rank
		}
	}
	if c.Active == 0 {
		if w := c.firstRanked(1); w != 0 {
			c.finish(w, NaturalEnd)
		}
		return
	}
	if only := c.onlyActive(); only != 0 {
		c.Rank[only] = c.nextWinRank()
		least := c.Rank[1]
		for p := 2; p <= c.Prog.Players; p++ {
			least = min(least, c.Rank[p])
		}
		c.finish(c.firstRanked(least), NaturalEnd)
		c.Winners++
		c.Won |= 1 << (uint(c.Winner) - 1)
		c.setActive(only, false)
	}
}

// ByScore ends the match with ranks by score, the highest first, or the lowest
// if misere.
func (c *Ctx) ByScore(misere bool) {
	n := c.Prog.Players
	c.Active = 0
	c.RankBy(misere, func(p int) float64 { return float64(c.Score[p]) })
	winner, loser := 0, 0
	for p := 1; p <= n; p++ {
		switch c.Rank[p] {
		case 1:
			winner = p
		case float64(n) + 1:
			loser = p
		}
	}
	if winner > 0 {
		c.Winners++
		c.Won |= 1 << (uint(winner) - 1)
	}
	if loser > 0 {
		c.Losers++
	}
	c.finish(winner, NaturalEnd)
}

// RankBy ranks the players by a value; equal ones share the mean of their ranks.
func (c *Ctx) RankBy(lowest bool, value func(player int) float64) {
	n := c.Prog.Players
	for p := 1; p <= n; p++ {
		better, equal := 0, 0
		for q := 1; q <= n; q++ {
			v, w := value(q), value(p)
			if lowest {
				v, w = -v, -w
			}
			switch {
			case v > w:
				better++
			case v == w:
				equal++
			}
		}
		c.Rank[p] = float64(better) + (float64(equal)+1)/2
	}
}

// ByPayoff ends the match with ranks by payoff, the highest first.
func (c *Ctx) ByPayoff() {
	c.Active = 0
	c.RankBy(false, func(p int) float64 { return c.Payoff[p] })
	if c.Prog.Players == 1 && c.Payoff[1] <= 0 {
		c.Rank[1] = 0
	}
	winner := c.firstRanked(1)
	if winner > 0 {
		c.Winners++
		c.Won |= 1 << (uint(winner) - 1)
	}
	c.finish(winner, NaturalEnd)
}

// ApplyTeamResult applies a result to all players of a team. As in Ludii, a team
// can win, but loss and draw mean nothing for it.
func (c *Ctx) ApplyTeamResult(team int, o Outcome) {
	switch o {
	case Win:
		c.teamWins(team)
	case Tie, Abandon:
		c.ApplyResult(0, true, o)
	}
}

// teamWins gives a team the best rank that is free. When then one team is left, it
// has the rank behind all of these, and the match is over.
func (c *Ctx) teamWins(team int) {
	n, members := c.Prog.Players, 0
	rank := 1.0
	for rank <= float64(n) && c.firstRanked(rank) != 0 {
		rank++
	}
	for p := 1; p <= n; p++ {
		if int(c.State.Team[p]) == team {
			c.setActive(p, false)
			c.Winners++
			c.Won |= 1 << (uint(p) - 1)
			members++
			c.Rank[p] = rank
		}
	}
	switch left := c.onlyTeam(); {
	case left > 0:
		for p := 1; p <= n; p++ {
			if int(c.State.Team[p]) == left {
				c.Rank[p] = rank + float64(members)
			}
		}
		c.finish(c.firstRanked(1), NaturalEnd)
	case c.Active == 0:
		c.finish(c.firstRanked(1), NaturalEnd)
	}
}

// onlyTeam is the one team that still plays, 0 if there are more or none.
func (c *Ctx) onlyTeam() int {
	only := 0
	for p := 1; p <= c.Prog.Players; p++ {
		if t := int(c.State.Team[p]); c.IsActive(p) {
			if only != 0 && only != t {
				return 0
			}
			only = t
		}
	}
	return only
}
