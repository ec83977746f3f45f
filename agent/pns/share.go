package pns

import "math"

// Share is the part of a search's time that a solver gets. It begins with less than the most. What the solver
// proves gives it more; where it proves nothing it gets less from turn to turn.
type Share struct {
	most, now float64
	worked    bool // in this turn
	news      bool // it has proven something in it
}

// shareFirst is what a share begins with and shareLeast the least that it becomes, as parts of the
// most; shareMore and shareLess are the factors of its changes.
const shareFirst, shareLeast, shareMore, shareLess = 0.4, 0.1, 2, 0.8

// NewShare makes a share, for which most is 0…1.
func NewShare(most float64) Share { return Share{most: most, now: shareFirst * most} }

// Now is the share at the moment.
func (s *Share) Now() float64 { return s.now }

// Worked notes that the solver has worked in this turn, and whether it has proven something new.
func (s *Share) Worked(news bool) {
	if s.worked = true; news {
		s.now, s.news = min(s.now*shareMore, s.most), true
	}
}

// Turn begins a turn.
func (s *Share) Turn() {
	if s.worked && !s.news {
		s.now = max(s.now*shareLess, s.most*shareLeast)
	}
	s.worked, s.news = false, false
}

// reach is the logarithm of the number of positions that are thought to be in reach, some millions.
const reach = 16

// InReach reports whether proofs may be, where the nearest end that was seen is so many plies away and
// the player has so many moves now: if all moves of one side and one of the other's had to be looked at.
func InReach(plies, moves int) bool {
	return plies > 0 && float64(plies)*math.Log(float64(max(moves, 2)))/2 <= reach
}
