package alphabeta

// maxn deepens a max^n search of the root: every player wants the most for himself.
// It is for more than two players, where the paranoid search is complete and finds
// no win: then what the others would do for themselves is worth more than the fear
// that they all work together. Of moves that are worth the same to the mover, the
// one that is worst for the seat counts (as in Ludii's search, which does the same).
func (s *search) maxn(fr *frame, list []rootMove, d *decisionSoFar) {
	for depth := 1; depth <= s.opt.Depth; depth++ {
		best, at := -1.0, 0
		for n, r := range list {
			s.m.Load(fr.state)
			u, ok := s.maxnChild(fr, r.index, depth-1, 1)
			if !ok {
				return
			}
			if u[s.seat] > best {
				best, at = u[s.seat], n
			}
		}
		toFront(list, at)
		d.set(fr.moves[list[0].index], best, depth, false)
	}
}

// maxnNode gives the utilities of the machine's position; false when time is up. The
// slice belongs to the ply.
func (s *search) maxnNode(depth, ply int) ([]float64, bool) {
	fr := s.frame(ply)
	if len(fr.value) == 0 {
		fr.value = make([]float64, s.f.Players)
	}
	if !s.enter() {
		return nil, false
	}
	s.depth = max(s.depth, ply)
	for walked := 0; ; walked++ {
		if s.m.Terminal() {
			clear(fr.value)
			if s.m.Err() == nil {
				s.m.Utility(fr.value)
			}
			return fr.value, true
		}
		fr.state = s.m.Save(fr.state)
		fr.key = s.key(fr.state)
		if depth <= 0 || ply >= maxPly || walked > maxForced || s.repeats(ply, fr.key) {
			s.judge++
			s.scorer.Score(s.m, fr.value)
			return fr.value, true
		}
		if s.read(fr) != forced {
			break
		}
		s.m.Step(fr.joint)
	}
	if fr.kind == atOnce {
		s.over, s.fault = true, ErrAtOnce
		return nil, false
	}
	if fr.kind == chance {
		u, ok := s.maxnChild(fr, -1, depth-1, ply+1)
		if ok {
			copy(fr.value, u)
		}
		return fr.value, ok
	}
	s.sortMoves(fr, noMove, nil)
	for n := range fr.moves {
		i := fr.next()
		if n > 0 {
			s.m.Load(fr.state)
		}
		u, ok := s.maxnChild(fr, i, depth-1, ply+1)
		if !ok {
			return nil, false
		}
		own, had := u[fr.mover], fr.value[fr.mover]
		if n == 0 || own > had || own == had && u[s.seat] < fr.value[s.seat] {
			copy(fr.value, u)
		}
		if own >= 1 && fr.mover == s.seat {
			break
		}
	}
	return fr.value, true
}

// maxnChild gives the expected utilities after the mover's move i, if there is a
// mover, and after what Nature may do.
func (s *search) maxnChild(fr *frame, i, depth, ply int) ([]float64, bool) {
	if !fr.luck {
		s.step(fr, i)
		return s.maxnNode(depth, ply)
	}
	if i >= 0 {
		fr.joint[fr.mover] = fr.moves[i]
	}
	fr.mean = append(fr.mean[:0], make([]float64, s.f.Players)...)
	for j, lot := range fr.lots {
		s.m.Load(fr.state)
		fr.joint[s.f.Players] = lot
		s.m.Step(fr.joint)
		u, ok := s.maxnNode(depth, ply)
		if !ok {
			return nil, false
		}
		for p, x := range u {
			fr.mean[p] += fr.odds[j] * x
		}
	}
	return fr.mean, true
}
