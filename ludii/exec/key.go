package exec

import (
	"math/rand/v2"
	"slices"
	"sync"

	"ludens/game"
)

// Most of what tells positions of the same board apart is how they came about: how many moves were
// made, and which was the last. Few rules ask for that once the move is made. Which games do is found
// out by trying: positions of random matches are given another past, and if nothing comes of that, searches may do
// without (Machine.Key).

// past are the parts of a state that only tell how it came about.
type past struct {
	counts bool // how many moves and turns there were
	other  bool // the last move, where another player has made it
	own    bool // the last move, where the mover has
	seen   bool // which positions there were, for rules against repetition
}

// has reports whether any of some parts is among them.
func (p past) has(q past) bool {
	return p.counts && q.counts || p.other && q.other || p.own && q.own || p.seen && q.seen
}

// but are they without some.
func (p past) but(q past) past {
	return past{p.counts && !q.counts, p.other && !q.other, p.own && !q.own, p.seen && !q.seen}
}

// last reports whether the last move is among them in a state.
func (p past) last(h *Head) bool {
	if h.Last.Mover == h.Mover {
		return p.own
	}
	return p.other
}

// without sets them to what they are in all positions.
func (p past) without(h *Head, players int) {
	if p.counts {
		h.Counter = 0
		h.Turn, h.Moves = min(h.Turn, 2), min(h.Moves, 2) // whether it is the first is asked for by the engine
		h.RunMoves = min(h.RunMoves, 3)
		if h.RunsPassed != h.Runs { // else everybody has passed so far, see allPassed
			h.Runs, h.RunsPassed = min(h.Runs, 1), min(h.RunsPassed, int32(players))
		}
	}
	if p.last(h) {
		h.Last, h.RunFrom = Last{}, 0
	}
}

// give replaces them by those of another state.
func (p past) give(s, from *State, more int32) {
	if p.counts {
		s.Counter += more
		s.Turn += more
		s.Moves += more
		s.Runs += more
	}
	if p.seen {
		s.Seen = append(s.Seen[:0], from.Seen...)
		s.SeenTurn = append(s.SeenTurn[:0], from.SeenTurn...)
	}
	if p.last(&s.Head) {
		s.Last, s.RunFrom = from.Last, from.RunFrom
		s.LastBetween = append(s.LastBetween[:0], from.LastBetween...)
		s.LastFroms = append(s.LastFroms[:0], from.LastFroms...)
		s.LastTos = append(s.LastTos[:0], from.LastTos...)
	}
}

// key is a hash of the state without some of its past.
func (s *State) key(p past) uint64 {
	h := s.Head
	p.without(&h, s.prog.Players)
	e := encoder{s.raw[:0]}
	e.head(&h)
	s.body(&e, &p)
	if !p.last(&s.Head) {
		e.list(s.LastBetween)
		e.list(s.LastFroms)
		e.list(s.LastTos)
	}
	s.raw = e.dst
	return game.State(s.raw).Hash()
}

var whole = past{true, true, true, true}

// irrelevant is what of the past makes no difference in a game, found out when it is first asked for.
type irrelevant struct {
	once sync.Once
	past past
}

// Bounds of the trial.
const (
	pastWork      = 1_500_000 // steps; some tens of milliseconds
	pastPositions = 150
	pastMatches   = 100
	pastMoves     = 1000 // of all matches
	pastLeast     = 20   // below so many positions nothing is believed
	pastPlies     = 300  // of a match
	pastEvery     = 3    // one position in so many is tried, on average
)

// irrelevant finds out what of the past makes no difference.
func (g *Game) irrelevant() past {
	g.keys.once.Do(func() {
		if g.p.Match == nil && g.p.Players > 0 {
			t := &trial{g: g, rng: game.Stream(1, "ludii.exec.key", 0)}
			g.keys.past = t.run()
		}
	})
	return g.keys.past
}

// trial gives positions another past.
type trial struct {
	g        *Game
	rng      *rand.Rand
	one, two *Machine
	a, b     *State // scratch
	joint    []game.Move
	legal    [2][]game.Move
	worth    [2][]float64
}

func (t *trial) run() past {
	n := t.g.facts.Players
	t.one, t.two = newMachine(t.g), newMachine(t.g)
	t.a, t.b = t.g.p.NewState(), t.g.p.NewState()
	t.worth = [2][]float64{make([]float64, n), make([]float64, n)}
	left := whole
	walk := newMachine(t.g)
	var walker game.Walker
	tried := 0
	moves := 0
	over := func() bool {
		return tried >= pastPositions || moves >= pastMoves || walk.c.worked()+t.one.c.worked()+t.two.c.worked() > pastWork
	}
	for match := 0; match < pastMatches && !over() && left != (past{}); match++ {
		walk.Reset()
		var before []game.State
		for ply := 0; ply < pastPlies && !walk.Terminal() && !over(); ply++ {
			if s := walk.settled(); s != nil {
				if t.rng.IntN(pastEvery) == 0 && t.narrow(&left, s, before) {
					tried++
				}
				before = append(before, s)
			}
			if moves++; !walker.Step(walk, t.rng) {
				break
			}
		}
		if walk.Err() != nil {
			break
		}
	}
	if tried < pastLeast {
		return past{}
	}
	return left
}

// settled is the state in words where nothing is under way that Nature takes part in; nil elsewhere.
func (m *Machine) settled() game.State {
	s := m.Save(nil)
	if m.chance() {
		if m.waiting || len(m.joint) > 0 || len(m.outcomes) > 0 {
			return nil
		}
		return s[1:]
	}
	return s
}

// narrow takes out of left what makes a difference in a position. It gives it the past of one before that the
// same player was to move in, after a move of the same. False if there is none.
func (t *trial) narrow(left *past, s game.State, earlier []game.State) bool {
	if t.a.Load(s) != nil {
		return false
	}
	mover, last := t.a.Mover, t.a.Last.Mover
	var other game.State
	skip := t.rng.IntN(3)
	for i := len(earlier) - 1; i >= max(0, len(earlier)-40); i-- {
		if t.b.Load(earlier[i]) == nil && t.b.Last.Valid && t.b.Mover == mover && t.b.Last.Mover == last {
			other = earlier[i]
			if skip--; skip < 0 {
				break
			}
		}
	}
	if other == nil {
		return false
	}
	seed := t.rng.Uint64()
	if t.same(*left, s, other, seed) {
		return true
	}
	before, move := *left, past{other: last != mover, own: last == mover}
	for _, part := range []past{{counts: true}, {seen: true}, move} {
		if before.has(part) && !t.same(part, s, other, seed) {
			*left = left.but(part)
		}
	}
	if *left == before { // they make a difference together
		*left = left.but(past{counts: true, seen: true}).but(move)
	}
	return true
}

// same reports whether a position and the same with another past have the same moves, and one of them leads to the same.
func (t *trial) same(p past, s, other game.State, seed uint64) bool {
	if t.a.Load(s) != nil || t.b.Load(other) != nil {
		return false
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	p.give(t.a, t.b, int32(1+rng.IntN(6)))
	t.one.Load(t.words(s))
	t.two.Load(t.words(t.a.Save(nil)))
	if t.one.Terminal() || t.two.Terminal() {
		return t.one.Terminal() && t.two.Terminal()
	}
	t.joint = t.joint[:0]
	for seat := range t.g.facts.Seats {
		t.legal[0], t.legal[1] = t.one.Legal(seat, t.legal[0]), t.two.Legal(seat, t.legal[1])
		if !slices.Equal(t.legal[0], t.legal[1]) {
			return false
		}
		if len(t.legal[0]) == 0 {
			return true
		}
		t.joint = append(t.joint, t.legal[0][rng.IntN(len(t.legal[0]))])
	}
	t.one.Step(t.joint)
	t.two.Step(t.joint)
	if t.one.waiting != t.two.waiting || t.one.Terminal() != t.two.Terminal() {
		return false
	}
	if t.one.Terminal() {
		t.one.Utility(t.worth[0])
		t.two.Utility(t.worth[1])
		return slices.Equal(t.worth[0], t.worth[1])
	}
	return t.one.waiting || t.one.c.State.key(whole) == t.two.c.State.key(whole)
}

// words is a position of a machine from the words of a state.
func (t *trial) words(s game.State) game.State {
	if f := &t.g.p.Flags; !f.Stochastic || f.DrawnOpening {
		return s
	}
	return append(game.State{uint64(generating) << 56}, s...)
}

var (
	_ game.Keyer    = (*Machine)(nil)
	_ game.Recurrer = (*Machine)(nil)
)

// Key implements game.Keyer.
func (m *Machine) Key() uint64 { return m.key(m.g.irrelevant()) }

// Recurrence implements game.Recurrer.
func (m *Machine) Recurrence() uint64 {
	p := m.g.irrelevant()
	p.counts = true
	return m.key(p)
}

// key is a hash of the position without some of its past.
func (m *Machine) key(p past) uint64 {
	if p == (past{}) || m.err != nil {
		return m.Save(nil).Hash()
	}
	if !m.chance() {
		return m.c.State.key(p)
	}
	h := m.base.key(p) ^ uint64(m.doing)
	for _, j := range m.joint {
		h = (h^uint64(j))*0xff51afd7ed558ccd + 1
	}
	for _, o := range m.outcomes {
		h = (h^uint64(o))*0xc4ceb9fe1a85ec53 + 1
	}
	return h
}
