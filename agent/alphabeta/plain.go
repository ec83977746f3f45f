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
			v, q := s.plainChild(fr, list[n].index, depth-1, 1, best, infinite)
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
		if e, ok := s.table.get(fr.key); ok {
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
		s.over, s.fault = true, ErrAtOnce
		return 0, 0
	}
	e := entry{key: fr.key, static: unjudged, depth: int16(depth), move: noMove, bound: exact}
	if fr.kind == chance {
		v, p := s.plainLottery(fr, -1, depth-1, ply+1)
		e.score, e.proof = toNode(v, ply), p
		if !s.over {
			s.table.put(e)
		}
		return v, p
	}
	flip := fr.mover != s.seat
	sign := int32(1)
	if flip {
		sign, alpha, beta = -1, -beta, -alpha
	}
	a, best, p := alpha, int32(-infinite), exactly
	for n := range fr.moves {
		i := n // the order of the rules, but that the remembered move comes first
		if int(move) < len(fr.moves) && n <= int(move) {
			if i = n - 1; n == 0 {
				i = int(move)
			}
		}
		if n > 0 {
			s.m.Load(fr.state)
		}
		lo, hi := a, beta
		if flip {
			lo, hi = -beta, -a
		}
		v, q := s.plainChild(fr, i, depth-1, ply+1, lo, hi)
		if s.over {
			return 0, 0
		}
		if v, q = view(v, q, flip); v > best {
			best, e.move, p = v, uint16(min(i, int(noMove))), p&atMost|q&atLeast
		}
		if q&atMost == 0 {
			p &^= atMost
		}
		if a = max(a, v); a >= beta {
			if n < len(fr.moves)-1 {
				p &^= atMost
			}
			break
		}
	}
	switch {
	case best <= alpha:
		e.bound = upper
	case best >= beta:
		e.bound = lower
	}
	if flip {
		e.bound, p = e.bound.negated(), p.negated()
	}
	best *= sign
	e.score, e.proof = toNode(best, ply), p
	s.table.put(e)
	return best, p
}

// plainChild is the value to the seat of what comes after the mover's move i.
func (s *search) plainChild(fr *frame, i, depth, ply int, alpha, beta int32) (int32, proof) {
	if fr.luck {
		return s.plainLottery(fr, i, depth, ply)
	}
	s.step(fr, i)
	return s.plain(depth, ply, alpha, beta)
}

// plainLottery is lottery for the plain search.
func (s *search) plainLottery(fr *frame, i, depth, ply int) (int32, proof) {
	if i >= 0 {
		fr.joint[fr.mover] = fr.moves[i]
	}
	var e expectation
	for j, lot := range fr.lots {
		if fr.odds[j] <= 0 {
			continue
		}
		s.m.Load(fr.state)
		fr.joint[s.f.Players] = lot
		s.m.Step(fr.joint)
		v, p := s.plain(depth, ply, -infinite, infinite)
		e.add(fr.odds[j], v, p)
	}
	return e.value()
}
