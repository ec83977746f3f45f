package alphabeta

import "slices"

// The plain search: alpha-beta as textbooks have it (Knuth and Moore 1975, in
// Fishburn's fail-soft form), deepened iteratively. A small table, forgotten after
// every move, cuts where a position was searched as deep before and remembers its
// best move, which is tried first; all other moves are in the order of the rules. At
// the root they are in the order of the last iteration. An iteration that is not
// finished is forgotten. There is nothing else: no scout windows, no reductions, no
// quiescence, no statistics of moves. It must stay as it is, for it is what other
// ways to think are measured against.
//
// What it shares with the other search is how positions are read and judged:
// whoever moves maximises or minimises, forced plies cost no depth, more than two
// players are paranoid, Nature's nodes are expectations, and repetitions are even.

// decidePlain deepens the plain search of the seat's decision.
func (s *search) decidePlain(fr *frame, list []rootMove, d *decisionSoFar) {
	clear(s.table.buckets)
	for depth := 1; depth <= s.opt.Depth; depth++ {
		best, p := int32(-infinite), exactly
		for n := range list {
			s.m.Load(fr.state)
			s.step(fr, list[n].index)
			v, q := s.plain(depth-1, 1, best, infinite)
			if s.over {
				return
			}
			list[n].score = v
			if v > best {
				best, p = v, p&atMost|q&atLeast
			}
			if q&atMost == 0 {
				p &^= atMost
			}
		}
		slices.SortStableFunc(list, func(x, y rootMove) int { return int(y.score) - int(x.score) })
		done := settled(best, p)
		d.set(fr.moves[list[0].index], utility(best), depth, done && (s.f.Players <= 2 || best > won))
		if done {
			return
		}
	}
}

// plain is the value of the machine's position to the seat, and what is proven.
func (s *search) plain(depth, ply int, alpha, beta int32) (int32, proof) {
	if !s.enter() {
		return 0, 0
	}
	s.depth = max(s.depth, ply)
	fr := s.frame(ply)
	move := noMove
	for walked := 0; ; walked++ {
		if s.m.Terminal() {
			return s.terminal(ply)
		}
		fr.state = s.m.Save(fr.state)
		fr.key = fr.state.Hash()
		if s.repeats(ply, fr.key) {
			return 0, 0
		}
		if depth <= 0 || ply >= maxPly || walked > maxForced {
			return s.static(), 0
		}
		if e := s.table.get(fr.key); e != nil {
			v := fromRoot(e.score, ply)
			if e.cuts(v, depth, alpha, beta) {
				return v, e.proof
			}
			move = e.move
		}
		if s.read(fr) != forced {
			break
		}
		s.m.Step(fr.joint)
		move = noMove
	}
	if fr.kind == atOnce {
		s.over, s.fault = true, errAtOnce
		return 0, 0
	}
	flip := fr.mover != s.seat
	a, b := alpha, beta
	if flip {
		a, b = -beta, -alpha
	}
	e := entry{key: fr.key, static: unjudged, depth: int16(depth), move: noMove}
	first, best, p, sum := a, int32(-infinite), exactly, 0.0
	for n := range fr.moves {
		i := n // the order of the rules, but the remembered move comes first
		if int(move) < len(fr.moves) {
			switch {
			case n == 0:
				i = int(move)
			case n <= int(move):
				i = n - 1
			}
		}
		if n > 0 {
			s.m.Load(fr.state)
		}
		s.step(fr, i)
		if fr.kind == chance {
			v, q := s.plain(depth-1, ply+1, -infinite, infinite)
			sum, p = sum+fr.odds[i]*float64(v), p&q
			continue
		}
		v, q := s.plain(depth-1, ply+1, alphaOf(flip, a, b), betaOf(flip, a, b))
		v, q = view(v, q, flip)
		if v > best {
			best, e.move, p = v, uint16(min(i, int(noMove))), p&atMost|q&atLeast
		}
		if q&atMost == 0 {
			p &^= atMost
		}
		if a = max(a, v); a >= b {
			if n < len(fr.moves)-1 {
				p &^= atMost
			}
			break
		}
	}
	if s.over {
		return 0, 0
	}
	switch {
	case fr.kind == chance:
		best, e.bound, flip = int32(sum), exact, false
		if p != exactly || best > won || best < -won {
			p = 0 // an average of wins counts no plies
		}
	case best <= first:
		e.bound = upper
	case best >= b:
		e.bound = lower
	default:
		e.bound = exact
	}
	if flip {
		e.bound = e.bound.negated()
	}
	best, p = view(best, p, flip)
	e.score, e.proof = toNode(best, ply), p
	s.table.put(e)
	return best, p
}

// alphaOf and betaOf are the seat's window, of the mover's.
func alphaOf(flip bool, a, b int32) int32 {
	if flip {
		return -b
	}
	return a
}

func betaOf(flip bool, a, b int32) int32 {
	if flip {
		return -a
	}
	return b
}
