package alphabeta

import "ludens/game"

// Prover proves small endings inside of other searches: what remains of a match is
// searched to its end, as far as a few hundred positions reach, and nothing is ever
// judged. It is for two players who take turns, and utilities that sum to one at
// every end that is met; elsewhere it only finds wins by the next move. It is not
// safe for concurrent use. After a few calls it allocates nothing.
//
// The search keeps two bounds per position, what the first player has for certain
// and what he may still get, and deepens until they meet at the root (alpha-beta over
// intervals, as in Ballard 1983; a proof of one of two results would be the and/or
// search of proof-number programs). Moves that proved something in a ply are tried
// first there the next time.
type Prover struct {
	c      cursor
	frames []*frame
	value  []float64

	left int  // positions that may still be visited
	open bool // something was not searched to the end for want of depth
	odd  bool // an end was met where utilities do not sum to one
}

// NewProver returns a prover for a game.
func NewProver(g game.Game) *Prover {
	f := g.Facts()
	return &Prover{c: cursor{f: f, u: make([]float64, f.Players)}, value: make([]float64, f.Players)}
}

// Solve tries to prove the machine's position within a number of positions visited
// (0 and below: none). If exact, value holds the utilities of perfect play per
// player, and move is a move that has them, of the only player who has a choice here
// (0 if there is none, or the position is terminal). Value belongs to the prover
// until the next call. The machine is at the same position afterwards. Nothing is
// proven by positions that repeat on the way, where chance has a part, or where
// seats move at the same time.
func (p *Prover) Solve(m game.Machine, nodes int) (value []float64, move game.Move, exact bool) {
	if m.Err() != nil || p.c.f.Hidden {
		return nil, 0, false
	}
	if m.Terminal() {
		m.Utility(p.value)
		return p.value, 0, true
	}
	fr := p.frame(0)
	p.c.m, p.left = m, nodes
	fr.state = m.Save(fr.state)
	fr.key = fr.state.Hash()
	defer m.Load(fr.state)
	if len(p.value) != 2 {
		return p.winAtOnce(fr)
	}
	for depth := 1; p.left > 0; depth++ {
		p.open, p.odd = false, false
		m.Load(fr.state)
		lo, hi, at := p.bounds(depth, 0, 0, 1)
		if p.odd {
			m.Load(fr.state)
			return p.winAtOnce(fr)
		}
		if lo == hi && p.left >= 0 {
			if at >= 0 && fr.kind == decision {
				move = fr.moves[at]
			}
			p.value[0], p.value[1] = lo, 1-lo
			return p.value, move, true
		}
		if !p.open {
			break // all was seen, but chance, cycles or faults are in the way
		}
	}
	return nil, 0, false
}

func (p *Prover) frame(ply int) *frame {
	for len(p.frames) <= ply {
		p.frames = append(p.frames, &frame{})
	}
	return p.frames[ply]
}

// bounds are what the first player has for certain and what he may get at most in
// the machine's position, and the index of the move that decides; -1 if none does.
// Below alpha and above beta nobody wants to know more exactly.
func (p *Prover) bounds(depth, ply int, alpha, beta float64) (lo, hi float64, at int) {
	fr := p.frame(ply)
	m := p.c.m
	for walked := 0; ; walked++ {
		if p.left--; p.left < 0 {
			return 0, 1, -1
		}
		if m.Terminal() {
			if m.Err() != nil {
				return 0, 1, -1
			}
			u := p.c.u
			m.Utility(u)
			if d := u[0] + u[1] - 1; d > 1e-9 || d < -1e-9 {
				p.odd = true
			}
			return u[0], u[0], -1
		}
		if ply > 0 || walked > 0 {
			fr.state = m.Save(fr.state)
			fr.key = fr.state.Hash()
			for i := ply - 1; i >= 0; i-- {
				if p.frames[i].key == fr.key {
					return 0, 1, -1
				}
			}
		}
		if depth == 0 || walked > maxForced {
			p.open = true
			return 0, 1, -1
		}
		if k := p.c.read(fr); k == atOnce || fr.luck {
			return 0, 1, -1
		} else if k == decision {
			break
		}
		m.Step(fr.joint)
	}
	// The second player wants the opposite: his bounds are the first one's, mirrored.
	flip := fr.mover == 1
	if flip {
		alpha, beta = 1-beta, 1-alpha
	}
	p.sort(fr)
	at, n := -1, len(fr.moves)
	for lo, hi = 0, 0; n > 0; n-- {
		i := fr.next()
		if n < len(fr.moves) {
			m.Load(fr.state)
		}
		p.c.step(fr, i)
		a, b := alpha, beta
		if flip {
			a, b = 1-beta, 1-alpha
		}
		l, h, _ := p.bounds(depth-1, ply+1, a, b)
		if flip {
			l, h = 1-h, 1-l
		}
		if hi = max(hi, h); l > lo || at < 0 {
			lo, at = l, i
		}
		if alpha = max(alpha, lo); lo >= beta || p.left < 0 || p.odd {
			fr.proved(fr.moves[i])
			n--
			break
		}
	}
	if n > 0 && lo < 1 {
		hi = 1 // not all was looked at
	}
	if flip {
		return 1 - hi, 1 - lo, at
	}
	return lo, hi, at
}

// sort puts moves first that proved something in this ply before.
func (p *Prover) sort(fr *frame) {
	fr.order = fr.order[:0]
	for i, m := range fr.moves {
		w := int32(-i)
		if fr.killer(m) {
			w = 1
		}
		fr.order = append(fr.order, w)
	}
}

func (fr *frame) proved(m game.Move) {
	if !fr.hasKill[0] || fr.killers[0] != m {
		fr.killers[1], fr.hasKill[1] = fr.killers[0], fr.hasKill[0]
		fr.killers[0], fr.hasKill[0] = m, true
	}
}

// winAtOnce looks for a move that ends the match with all for its mover.
func (p *Prover) winAtOnce(fr *frame) (value []float64, move game.Move, exact bool) {
	m := p.c.m
	if p.c.read(fr) != decision || fr.luck {
		return nil, 0, false
	}
	for i := range fr.moves {
		if p.left--; p.left < 0 {
			return nil, 0, false
		}
		if i > 0 {
			m.Load(fr.state)
		}
		p.c.step(fr, i)
		if m.Terminal() && m.Err() == nil {
			if m.Utility(p.value); p.value[fr.mover] >= 1 {
				return p.value, fr.moves[i], true
			}
		}
	}
	return nil, 0, false
}
