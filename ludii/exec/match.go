package exec

import (
	"errors"
	"slices"
)

// A Match plays games one after another until its own end rules say that it is
// over. Its program is that of the first game, with Program.Match set; states know
// which game they are of, and Ctx.Prog is always the program of that one.
type Match struct {
	Games []Instance
	End   []MatchEnd
}

// An Instance is a game of a match.
type Instance struct {
	Name    string
	Program *Program // nil if its description is not there
	Next    IntFn    // the game that follows; nil: the next one, after the last the first
	Result  IntFn    // what a winner gets; nil: as the ranks say
}

// A MatchEnd is an end rule of a match: who has which result, if it applies.
type MatchEnd func(c *Ctx) (who int, o Outcome, applies bool)

// ErrInstance is the fault of a match that comes to a game which is not there.
var ErrInstance = errors.New("the description of the match's next game is not there")

// maxInstances bounds the games of a match.
const maxInstances = 1000

// newMatchState makes a state of a game of a match.
func (m *Match) newState(instance int) *State {
	s := m.Games[instance].Program.NewState()
	s.match, s.Instance = m, int32(instance)
	s.MatchScore = make([]int32, m.Games[0].Program.Players+2)
	return s
}

// reshape gives a state the shape of the game that it is at.
func (s *State) reshape(instance int32) {
	if s.match == nil || uint(instance) >= uint(len(s.match.Games)) {
		return
	}
	if p := s.match.Games[instance].Program; p != nil && p != s.prog {
		*s = *s.match.newState(int(instance))
	}
}

// follow makes the program that of the state.
func (c *Ctx) follow() {
	if c.Prog == c.State.prog {
		return
	}
	c.Prog = c.State.prog
	c.rayTables = nil
	c.Initial = c.Prog.NewState()
	if len(c.State.begun) > 0 {
		c.Initial = c.State.begun[0]
	}
}

// nextInstance makes the one move that is left when a game of a match is over.
func (c *Ctx) nextInstance() {
	a := Blank(OpNextInstance)
	a.Decision = true
	c.NewMove(a)
}

// advance ends a game of the match: its winner scores, and the next game begins
// unless the match is over.
func (c *Ctx) advance() {
	s, match := c.State, c.match
	game := &match.Games[s.Instance]
	n := c.Prog.Players
	for p := 1; p <= n; p++ {
		won := s.Won>>(uint(p)-1)&1 != 0
		switch {
		case won && game.Result != nil:
			s.MatchScore[p] += int32(game.Result(c))
		case n == 2:
			s.MatchScore[p] += int32(n - int(s.Rank[p]))
		case n > 2 && won, n == 1 && s.Rank[1] == 1:
			s.MatchScore[p]++
		}
	}
	s.Instances++
	c.endMatch()
	if !s.Over && s.Instances >= maxInstances {
		c.finish(0, MoveLimit)
	}
	if s.Over {
		return
	}
	next := (int(s.Instance) + 1) % len(match.Games)
	if game.Next != nil {
		next = game.Next(c)
	}
	if next < 0 || next >= len(match.Games) || match.Games[next].Program == nil {
		c.Fail(ErrInstance)
		return
	}
	scores, played, applied := slices.Clone(s.MatchScore), s.Instances, slices.Clone(c.Applied)
	c.State = match.newState(next)
	c.follow()
	c.begin()
	copy(c.MatchScore, scores)
	c.Instances, c.Applied = played, append(c.Applied[:0], applied...)
}

// endMatch applies the match's end rules. For them everybody takes part still, and
// no rank is given.
func (c *Ctx) endMatch() {
	n := c.Prog.Players
	active, ranks := c.Active, slices.Clone(c.Rank)
	c.Active = 1<<uint(n) - 1
	clear(c.Rank)
	c.Pause = false
	applies := func(rule MatchEnd) (int, Outcome, bool) {
		who, o, ok := rule(c)
		return who, o, ok && (c.IsActive(who) || who == c.Prog.Shared())
	}
	for _, rule := range c.match.End {
		who, o, ok := applies(rule)
		if !ok {
			continue
		}
		switch o {
		case Win:
			c.winMatch(who, applies)
		case Draw:
			c.ApplyResult(0, true, Draw)
		case Tie:
			c.finish(c.Prog.Shared(), NaturalEnd)
		case Abandon:
			c.finish(-1, NaturalEnd)
		}
	}
	if !c.Over {
		c.Active = active
		copy(c.Rank, ranks)
	}
}

// winMatch gives a player the match, and all others who win it at the same time;
// those who are left share the last rank.
func (c *Ctx) winMatch(who int, applies func(MatchEnd) (int, Outcome, bool)) {
	rank := 1.0
	for c.firstRanked(rank) != 0 {
		rank++
	}
	give := func(p int) {
		if p >= 1 && p <= c.Prog.Players {
			c.setActive(p, false)
			c.Rank[p] = rank
		}
	}
	give(who)
	for _, rule := range c.match.End {
		if other, o, ok := applies(rule); ok && o == Win {
			give(other)
		}
	}
	left := c.numActive()
	for p := 1; p <= c.Prog.Players; p++ {
		if c.IsActive(p) {
			c.setActive(p, false)
			c.Rank[p] = rank + float64(left)
		}
	}
	c.finish(c.firstRanked(1), NaturalEnd)
}
