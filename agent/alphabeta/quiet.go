package alphabeta

// Quiescence: a position is judged where nothing out of the ordinary can happen.
// What is out of the ordinary is known from the score alone: moves that have changed
// it by much (order.go). Those are looked at before a judgement is believed; the
// mover may always stand pat, that is, make another move. After such a move, the
// answers that often change something are looked at as well: exchanges are followed
// to their end.

const (
	quietMoves  = 8           // moves looked at in a position
	quietMargin = judged / 25 // a gain may be so much greater than expected
	quietReady  = 256         // swings seen before quiescence begins
)

// quiet judges the machine's position, whose state and key are in fr, at depth 0 or
// below, with the seat's window.
func (s *search) quiet(fr *frame, depth, ply int, alpha, beta int32) (int32, proof) {
	if fr.static == unjudged {
		fr.static = s.static()
		s.table.put(entry{key: fr.key, static: fr.static, move: noMove, depth: -1000})
	}
	stirred := s.stirred(fr, ply)
	if ply > 0 && !s.runs && s.f.Players == 2 {
		// Who is to move is known without reading the moves, and may be content.
		if m := s.frames[ply-1].mover; m == s.seat && fr.static <= alpha || m == 1-s.seat && fr.static >= beta {
			return fr.static, 0
		}
	}
	if -depth >= s.opt.Quiet || ply >= maxPly || s.habits.seen < quietReady || depth < 0 && !stirred || s.read(fr) != decision {
		return fr.static, 0
	}
	flip := fr.mover != s.seat
	best, a, b := fr.static, alpha, beta
	if flip {
		best, a, b = -best, -beta, -alpha
	}
	first := a
	if best >= b {
		return view(best, 0, flip)
	}
	s.sortQuiet(fr, stirred, a-best)
	a = max(a, best)
	p, at := proof(0), noMove
	for n := 0; n < quietMoves; n++ {
		i := fr.next()
		if i < 0 {
			break
		}
		if n > 0 {
			s.m.Load(fr.state)
		}
		x := s.habits.of(fr.mover, fr.moves[i])
		s.step(fr, i)
		v, q := s.down(flip, depth-1, ply+1, a, b, x)
		if s.over {
			return 0, 0
		}
		s.learn(fr, x, s.frames[ply+1], flip)
		if v > best {
			best, p, at = v, q&atLeast, uint16(min(i, int(noMove)))
			if a = max(a, v); a >= b {
				break
			}
		}
	}
	e := entry{key: fr.key, static: fr.static, depth: int16(depth), move: at, bound: exact}
	switch {
	case best <= first:
		e.bound = upper
	case best >= b:
		e.bound = lower
	}
	if flip {
		e.bound = e.bound.negated()
	}
	best, p = view(best, p, flip)
	e.score, e.proof = toNode(best, ply), p
	s.table.put(e)
	return best, p
}

// stirred tells whether the move that led to a ply changed the judgement by much.
func (s *search) stirred(fr *frame, ply int) bool {
	if ply == 0 || s.frames[ply-1].static == unjudged {
		return false
	}
	d := fr.static - s.frames[ply-1].static
	return s.habits.noisy(max(d, -d))
}

// sortQuiet gives a worth to the moves that quiescence looks at: those that may be
// expected to gain what is wanting.
func (s *search) sortQuiet(fr *frame, stirred bool, wanting int32) {
	fr.order = fr.order[:0]
	tempo := s.habits.tempo[fr.mover]
	for _, m := range fr.moves {
		x := s.habits.of(fr.mover, m)
		w := int32(unusedOrder)
		size := x.size
		if stirred {
			size *= 2
		}
		if x.seen >= swingLeast && s.habits.noisy(size) && tempo+x.swing+2*x.size+quietMargin > wanting {
			w = x.swing + x.size
		}
		fr.order = append(fr.order, w)
	}
}
