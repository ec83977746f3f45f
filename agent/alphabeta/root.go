package alphabeta

import (
	"math/rand/v2"
	"sync"
	"time"

	"ludens/agent"
	"ludens/game"
)

// decisionSoFar is what a search has found, for whoever waits for it.
type decisionSoFar struct {
	mu    sync.Mutex
	ok    bool // move and value are set
	move  game.Move
	value float64
	depth int
	exact bool

	news chan struct{} // something has changed
}

func (d *decisionSoFar) set(m game.Move, v float64, depth int, exact bool) {
	d.mu.Lock()
	d.ok, d.move, d.value, d.depth, d.exact = true, m, v, depth, exact
	d.mu.Unlock()
	select {
	case d.news <- struct{}{}:
	default:
	}
}

func (d *decisionSoFar) get() (m game.Move, s agent.Stats, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.move, agent.Stats{Value: d.value, Depth: d.depth, Proven: d.exact}, d.ok
}

// rootMove is a move of the position to decide.
type rootMove struct {
	index int
	score int32 // of the last iteration, to the mover
	proof proof
}

const (
	window = 40_000 // half of the first aspiration window
	wide   = infinite
)

// turn makes the table ready for the next turn; nobody may be searching.
func (s *search) turn() {
	s.table.turn()
	if s.end.IsZero() || time.Until(s.end) > growTime {
		s.table.grow(s.opt.Bytes)
	}
}

// run searches a position until the turn is over and tells what it finds. Nodes,
// time and stop are set by the caller. The moves to choose from are the seat's, if
// it decides there.
func (s *search) run(state game.State, legal []game.Move, rng *rand.Rand, d *decisionSoFar) {
	s.over, s.fault, s.nodes, s.depth, s.judge = false, nil, 0, 0, 0
	s.clock = pace{when: time.Now()}
	if v := s.solving; v != nil {
		v.least, v.spent, v.steps, v.begun = 0, 0, 0, time.Now()
		v.share.Turn()
	}
	s.habits.age()
	s.m.Load(state)
	if s.m.Terminal() {
		return
	}
	fr := s.frame(0)
	fr.state, fr.static = append(fr.state[:0], state...), unjudged
	fr.key = s.key(fr.state)
	defer func() { s.past[fr.key] = true }()
	k := s.read(fr)
	switch {
	case k == atOnce:
		s.fault = ErrAtOnce
	case k == decision && fr.mover == s.seat:
		list := s.list(fr, legal, rng)
		if len(list) == 0 {
			return
		}
		// Whatever holds the search up, what is remembered of the position is better than chance.
		d.set(fr.moves[list[0].index], 0.5, 0, false)
		if s.opt.Plain {
			s.decidePlain(fr, list, d)
		} else {
			s.decide(fr, list, d)
		}
	case !s.opt.Plain:
		s.follow(fr)
	}
}

// follow searches a position in which the seat has no choice, to fill the table.
func (s *search) follow(fr *frame) {
	state := append(game.State(nil), fr.state...)
	for depth := 1; depth <= s.opt.Depth && !s.over; depth++ {
		s.m.Load(state)
		if v, p := s.node(depth, 0, -wide, wide, nil); s.over || settled(v, p) {
			return
		}
	}
}

// list gives the moves to choose from in a random order, but with the one that is
// remembered as the best in front.
func (s *search) list(fr *frame, legal []game.Move, rng *rand.Rand) []rootMove {
	allowed := make(map[game.Move]bool, len(legal))
	for _, m := range legal {
		allowed[m] = true
	}
	var list []rootMove
	for i, m := range fr.moves {
		if allowed[m] {
			list = append(list, rootMove{index: i})
		}
	}
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	if e, ok := s.table.get(fr.key); ok {
		for i := range list {
			if list[i].index == int(e.move) {
				toFront(list, i)
				break
			}
		}
	}
	return list
}

// decide deepens the search of the seat's decision.
func (s *search) decide(fr *frame, list []rootMove, d *decisionSoFar) {
	guess, all := int32(0), list
	for depth := 1; depth <= s.opt.Depth; depth++ {
		alpha, beta := int32(-wide), int32(wide)
		if depth > 2 && guess > -won && guess < won {
			alpha, beta = guess-window, guess+window
		}
		for grow := int32(window); ; grow *= 4 {
			v, p := s.iterate(fr, list, depth, alpha, beta, d)
			if s.over {
				return
			}
			if v <= alpha && alpha > -wide {
				alpha = max(alpha-grow*4, -wide)
				if grow > unit/8 {
					alpha = -wide
				}
				continue
			}
			if v >= beta && p != exactly && beta < wide {
				beta = min(beta+grow*4, wide)
				if grow > unit/8 {
					beta = wide
				}
				continue
			}
			guess = v
			done := settled(v, p) && (s.f.Players <= 2 || v > won)
			d.set(fr.moves[list[0].index], utility(v), depth, done)
			if done {
				return
			}
			if s.f.Players > 2 && (p == exactly || v < -won && p&atMost != 0) {
				s.maxn(fr, list, d)
				return
			}
			break
		}
		var exact float64
		if list, exact = s.solve(fr, all, list); s.over {
			return
		} else if exact >= 0 {
			d.set(fr.moves[list[0].index], exact, depth, true)
			return
		}
	}
}

// iterate searches the moves of the root once. The best comes to the front of the
// list, and is told as soon as it is known to be better than what was best before.
func (s *search) iterate(fr *frame, list []rootMove, depth int, alpha, beta int32, d *decisionSoFar) (int32, proof) {
	best, a := int32(-infinite), alpha
	atLeastBest, atMostBest := false, true
	for n := range list {
		r := list[n]
		s.m.Load(fr.state)
		x := s.habits.of(fr.mover, fr.moves[r.index])
		var v int32
		var p proof
		if n == 0 {
			v, p = s.child(fr, r.index, true, false, depth-1, 1, a, beta, x)
		} else {
			v, p = s.child(fr, r.index, true, false, depth-1, 1, a, a+1, x)
			if v > a && v < beta && s.again(fr, 1, p) {
				v, p = s.child(fr, r.index, false, false, depth-1, 1, a, beta, x)
			}
		}
		if s.over {
			break
		}
		list[n].score, list[n].proof = v, p
		atMostBest = atMostBest && p&atMost != 0
		if v > best || v == best && p&atLeast != 0 && !atLeastBest {
			best, atLeastBest = v, p&atLeast != 0
			if n > 0 && (v > a || best > a) {
				toFront(list, n)
			}
			if v > a {
				done := settled(v, p&atLeast)
				d.set(fr.moves[list[0].index], utility(v), depth, done)
			}
		}
		if a = max(a, v); a >= beta || v >= unit-1 {
			atMostBest = v >= unit-1 || atMostBest && n == len(list)-1
			break
		}
	}
	if s.over {
		return 0, 0
	}
	s.store(fr, list[0].index, depth, best, alpha, beta)
	p := proof(0)
	if atLeastBest {
		p |= atLeast
	}
	if atMostBest {
		p |= atMost
	}
	return best, p
}

// store remembers the root's value like that of any position, without proofs: not
// all moves may have been allowed.
func (s *search) store(fr *frame, move, depth int, v, alpha, beta int32) {
	e := entry{key: fr.key, static: fr.static, score: v, depth: int16(depth), move: uint16(min(move, int(noMove))), bound: exact}
	switch {
	case v <= alpha:
		e.bound = upper
	case v >= beta:
		e.bound = lower
	}
	s.table.put(e)
}

// toFront moves element i of a list to its front.
func toFront(list []rootMove, i int) {
	r := list[i]
	copy(list[1:i+1], list[:i])
	list[0] = r
}
