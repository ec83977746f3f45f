package portfolio

// What ways are trusted with: what they are thought to score in a match before they have raced, as logarithms of odds
// between the better alpha-beta and GRAVE. Pieces tell most of it: alpha-beta wins where they are captured, trees
// win where they are placed or only moved, unless the learned function foresees much, as in games of sowing.
// The constants follow matches of 71 games of both languages (docs/benchmarks/matches.md, "What facts tell").

const (
	// judgedLess is by how much less is thought of tree search with the learned function than of alpha-beta with it.
	judgedLess = 1.2
	// fewGames is the number of games to learn from of which half is believed that the function saves what it seems to.
	fewGames = 100
	// decisiveMore is what trees are trusted with more where playouts take wins and the places of others' wins: GRAVE
	// scored 78 % with such playouts against itself without.
	decisiveMore = 1.2
	// sownMore is what alpha-beta with the learned function is trusted with more where pieces are nobody's and are sown.
	sownMore = 1.2
	// sparingLess is by how much less is thought of tree search that fills no eyes than of the same without: it has
	// 91 % in NoGo and 66 % in Go, and 41 % in six others.
	sparingLess = 0.3
	// endlessTrust is what alpha-beta with the learned function is trusted with where playouts come to no end and it knows how
	// near that is.
	endlessTrust = 2.5
	// serialTrust is what alpha-beta is trusted with where two decide at the same time: it scored 46 % of 144 matches against
	// trees in twelve games, between 0 of 12 and 11 of 12 (docs/benchmarks/search.md).
	serialTrust = -0.1
	// plainTrust is what trees are trusted with where there is no alpha-beta.
	plainTrust = 0.4
)

// learns is what alpha-beta with the learned function is thought to score against GRAVE.
func (s *seen) learns() float64 {
	if s.endless {
		return endlessTrust
	}
	odds := -1 + 5*min(s.saved, 0.5)
	switch {
	case s.census.Captured():
		odds += 1.8
	case s.census.Sown:
		odds += sownMore
	}
	return odds
}

// counts is what alpha-beta that counts pieces is thought to score against GRAVE: little where they are placed,
// where every move takes some, and where who gets rid of them may be the one that wins.
func (s *seen) counts() float64 {
	switch c := s.census; {
	case c.Captured():
		return 1
	case c.Placed() || c.Always() || c.Lost > c.Taken:
		return -1.4
	}
	return 0
}

// judges is what tree search with the learned function is thought to score: no more than the others before it has
// shown that it does, as it had 34 % of the 69 quick games that it raced in 14 of the 43 games of that page.
func (s *seen) judges() float64 { return min(s.learns()-judgedLess, 0) }

// trees is what GRAVE is thought to score against the better alpha-beta.
func (s *seen) trees() float64 {
	switch {
	case s.serial && s.learned != nil:
		return -serialTrust
	case !s.pure || s.learned == nil && s.counted == nil:
		return plainTrust
	case s.counted == nil:
		return -s.learns()
	case s.learned == nil:
		return -s.counts()
	}
	return -max(s.learns(), s.counts())
}
