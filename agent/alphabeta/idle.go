package alphabeta

import "ludens/game"

// Null moves (Beal 1989; Donninger 1993): who is content with a position although he leaves a move out, is so with a move. That
// does not hold where having to move is a burden, and in which games it is is not known: one such finding in
// some is held against the search of the moves, and where too many were wrong, there are no more of them. Nor does it
// hold where a move is forced, as by a check: there are few moves then. Where players often have a single move, as
// in draughts with their duty to capture, what decides is who runs out of moves that cost nothing: null moves have lost matches there.

const (
	idleDepth  = 3    // plies to go, at least
	idleFirst  = 24   // findings of which every second is tried
	idleEvery  = 16   // then one in so many
	idleWrong  = 0.2  // share of them that may be wrong
	idleFew    = 0.5  // of the usual number of moves: with less than that a move is forced
	idleSingle = 0.15 // share of turns with a single move from which on there are no null moves; draughts have 0.24 to 0.36, chess 0.02
	idleMemory = 1024 // decisions that the usual number goes back
)

// idle is what is known about leaving moves out.
type idle struct {
	found, tried, wrong int
	faults              int     // of the rules, anywhere: some go wrong where a move is left out
	seen                float64 // decisions, idleMemory at most
	moves               float64 // of a decision, on average
	single              float64 // share of turns with a single move, over idleMemory turns
}

// forced counts a turn in which nobody had a choice.
func (i *idle) forced() { i.single += (1 - i.single) / idleMemory }

// saw counts a decision, and says whether it has about as many moves as others.
func (i *idle) saw(moves int) bool {
	i.single -= i.single / idleMemory
	i.seen = min(i.seen+1, idleMemory)
	i.moves += (float64(moves) - i.moves) / i.seen
	return float64(moves) >= idleFew*i.moves
}

// idleLess is by how much less deep is searched what comes of no move: by the move itself and an even number of plies
// more, so that the same side is to move where positions are judged.
func idleLess(depth int) int {
	switch {
	case depth >= 10:
		return 7
	case depth >= 6:
		return 5
	}
	return 3
}

// told notes what came of a trial.
func (i *idle) told(right bool) {
	i.tried++
	if !right {
		i.wrong++
	}
}

// helps says whether leaving moves out tells enough.
func (i *idle) helps() bool {
	return i.single < idleSingle && (i.tried < idleFirst/2 || float64(i.wrong) <= idleWrong*float64(i.tried))
}

// content finds out whether the mover, who wants b, has it without a move, and whether that is to be tried. The
// machine is at the frame's position, before and after.
func (s *search) content(fr *frame, depth, ply int, a, b int32, flip bool, last *habit) (found, try bool) {
	free := s.idle.saw(len(fr.moves))
	switch {
	case s.opt.noIdle, s.opt.fullWidth, s.f.Players != 2, !s.idle.helps():
		return false, false
	case depth < idleDepth, b-a != 1, b > judged, b < -judged: // too near, or an exact value or a certain one is asked for
		return false, false
	case !free, fr.luck, ply == 0, last == nil, s.frames[ply-1].mover == fr.mover: // never two left out in a row
		return false, false
	}
	p, ok := s.m.(game.Passer)
	if !ok {
		return false, false
	}
	if fr.static == unjudged {
		fr.static = s.static()
	}
	if v, _ := view(fr.static, 0, flip); v < b {
		return false, false
	}
	defer s.m.Load(fr.state)
	if !p.Pass() {
		return false, false
	}
	faults := s.idle.faults
	v, q := s.down(flip, depth-idleLess(depth), ply+1, b-1, b, nil)
	if s.over || s.idle.faults > faults || v < b || q != 0 { // where the end can be seen, moves are to be proven
		return false, false
	}
	s.idle.found++
	every := idleEvery
	if s.idle.found < idleFirst {
		every = 2
	}
	return true, s.idle.found%every == 0
}
