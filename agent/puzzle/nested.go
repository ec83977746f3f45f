package puzzle

import (
	"math"
	"math/rand/v2"
	"slices"

	"ludens/game"
)

// nested is nested rollout policy adaptation (Rosin, "Nested rollout policy adaptation for Monte Carlo tree search", 2011):
// at level 1 a policy is adapted to the best of its playouts again and again, at level n to the best that
// level n-1 finds when it begins with that policy.
//
// A policy has a weight for a code of a move. What else than the move is in the code is different from run to run, and runs
// take the code that has brought most: no code suits all games.
type nested struct {
	m     game.Machine
	seat  int
	found *found
	rng   *rand.Rand
	gauge func(game.State) float64 // nil: there is none
	steps int                      // of a playout at most
	over  func() bool
	// between is called between playouts.
	between func()

	ply    int // of the position that is searched from
	began  int // runs
	runs   [codes]int
	best   [codes]float64
	levels []*policy
	state  game.State
	buf    []game.Move
	probs  []float64
	goal   [1]float64
	played int64 // playouts
}

// The codes of a move: itself, with the move before, with the number of moves before, with the position.
const (
	codeMove = iota
	codePair
	codePly
	codeState
	codes
)

const (
	policyBits = 16  // of a policy's weights; codes are hashed
	perLevel   = 100 // calls of the level below, as in the paper
	adaptStep  = 1.0 // alpha of the paper
	maxLevel   = 3
	warm       = 3    // times that a policy is adapted to the best line before it begins
	nearGoal   = 1000 // how much less to be near counts than a goal, which is a multiple of 0.01
)

type policy [1 << policyBits]float32

// sequence is a playout: the moves, and at each step the codes of all that could be chosen from.
type sequence struct {
	goal   float64
	near   float64 // to the most that the rules give, of ends with the same goal
	moves  []game.Move
	chosen []int32 // index into choices
	ends   []int32 // of the choices of each step in codes
	codes  []uint16
}

func newNested(g game.Game, seat int, f *found, rng *rand.Rand, steps int) *nested {
	n := &nested{m: g.NewMachine(), seat: seat, found: f, rng: rng, steps: steps}
	for range maxLevel + 1 {
		n.levels = append(n.levels, new(policy))
	}
	n.gauge = gauge(g, seat)
	return n
}

// gauge tells how near a position is to the most that the rules give; nil where they do not tell.
func gauge(g game.Game, seat int) func(game.State) float64 {
	if r, ok := g.(game.Gauger); ok {
		return r.Gauge(seat)
	}
	return nil
}

// run searches once from a position, so many moves into the match: a few thousand playouts with the first runs of a code, more with later ones.
// Every other run begins with a policy that likes the best line.
func (n *nested) run(root game.State, ply int) {
	n.ply = ply
	code := n.pick()
	level := 2
	if n.runs[code] >= 2 {
		level = maxLevel
	}
	n.runs[code]++
	*n.levels[level] = policy{}
	if n.began++; n.began%2 == 0 {
		if l := n.found.get().from(root); l != nil {
			if s := n.replay(root, l, code); s != nil {
				for range warm {
					n.adapt(n.levels[level], s)
				}
			}
		}
	}
	if s := n.search(root, level, code); s != nil {
		n.best[code] = max(n.best[code], s.goal+s.near/nearGoal)
	}
}

// pick is the code to try: each once, then mostly one of the best.
func (n *nested) pick() int {
	for c := range codes {
		if n.runs[c] == 0 {
			return c
		}
	}
	if n.rng.IntN(3) == 0 {
		return n.rng.IntN(codes)
	}
	best, ties := 0, 0
	for c := range codes {
		switch {
		case n.best[c] > n.best[best]:
			best, ties = c, 1
		case n.best[c] == n.best[best]:
			if ties++; n.rng.IntN(ties) == 0 {
				best = c
			}
		}
	}
	return best
}

func (n *nested) search(root game.State, level, code int) *sequence {
	if level == 0 {
		return n.playout(root, code)
	}
	var best *sequence
	own := n.levels[level]
	for range perLevel {
		if n.over() {
			break
		}
		if level > 1 {
			*n.levels[level-1] = *own
		}
		s := n.search(root, level-1, code)
		if s == nil {
			break
		}
		if best == nil || s.goal > best.goal || s.goal == best.goal && s.near >= best.near {
			best = s
		}
		n.adapt(own, best)
	}
	return best
}

// playout plays by the policy of level 1.
func (n *nested) playout(root game.State, code int) *sequence {
	n.between()
	p := n.levels[1]
	s := &sequence{}
	m := n.m
	m.Load(root)
	var before game.Move
	joint := make([]game.Move, 1)
	for ply := 0; !m.Terminal(); ply++ {
		if ply >= n.steps || n.over() {
			return nil
		}
		at := len(s.codes)
		n.choices(s, code, ply, before)
		if len(n.buf) == 0 {
			return nil
		}
		sum := 0.0
		n.probs = n.probs[:0]
		for _, c := range s.codes[at:] {
			w := math.Exp(float64(p[c]))
			n.probs = append(n.probs, w)
			sum += w
		}
		r := n.rng.Float64() * sum
		i := 0
		for ; i < len(n.probs)-1; i++ {
			if r -= n.probs[i]; r < 0 {
				break
			}
		}
		s.moves = append(s.moves, n.buf[i])
		s.chosen = append(s.chosen, int32(at+i))
		s.ends = append(s.ends, int32(len(s.codes)))
		before, joint[0] = n.buf[i], n.buf[i]
		m.Step(joint)
	}
	n.played++
	if m.Err() != nil {
		return s
	}
	m.Utility(n.goal[:])
	s.goal = n.goal[0]
	if n.gauge != nil {
		n.state = m.Save(n.state)
		s.near = n.gauge(n.state)
	}
	if n.found.get().better(s.goal, s.near) {
		n.found.offer(m, root, s.moves, s.goal, s.near)
	}
	return s
}

// choices lists the codes of the legal moves, which it leaves in buf.
func (n *nested) choices(s *sequence, code, ply int, before game.Move) {
	n.buf = n.m.Legal(n.seat, n.buf)
	mix := uint64(0)
	switch code {
	case codePair:
		mix = uint64(before)*0x9e3779b97f4a7c15 + 1
	case codePly:
		mix = uint64(n.ply+ply)*0x9e3779b97f4a7c15 + 2
	case codeState:
		n.state = n.m.Save(n.state)
		mix = n.state.Hash()
	}
	for _, mv := range n.buf {
		h := (uint64(mv)+1)*0xff51afd7ed558ccd ^ mix
		h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
		s.codes = append(s.codes, uint16(h>>(64-policyBits)))
	}
}

// replay is a playout that makes the moves of a line.
func (n *nested) replay(root game.State, l *line, code int) *sequence {
	s := &sequence{goal: l.goal, near: l.near, moves: l.moves}
	n.m.Load(root)
	var before game.Move
	for ply, mv := range l.moves {
		at := len(s.codes)
		n.choices(s, code, ply, before)
		i := slices.Index(n.buf, mv)
		if i < 0 {
			return nil // the engine does not do the same twice
		}
		s.chosen = append(s.chosen, int32(at+i))
		s.ends = append(s.ends, int32(len(s.codes)))
		before = mv
		n.m.Step([]game.Move{mv})
	}
	return s
}

// mostWeight bounds weights, so that their exponentials stay finite.
const mostWeight = 60

// adapt makes the moves of a sequence likelier, by the gradient of its likelihood.
func (n *nested) adapt(p *policy, s *sequence) {
	n.probs = n.probs[:0]
	begin := int32(0)
	for _, end := range s.ends {
		sum, at := 0.0, len(n.probs)
		for _, c := range s.codes[begin:end] {
			w := math.Exp(float64(p[c]))
			n.probs = append(n.probs, w)
			sum += w
		}
		for i := at; i < len(n.probs); i++ {
			n.probs[i] /= sum
		}
		begin = end
	}
	for i, c := range s.codes {
		p[c] -= float32(adaptStep * n.probs[i])
	}
	for _, i := range s.chosen {
		c := s.codes[i]
		p[c] = min(p[c]+adaptStep, mostWeight)
	}
}
