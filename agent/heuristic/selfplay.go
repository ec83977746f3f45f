package heuristic

import (
	"cmp"
	"math"
	"slices"

	"ludens/game"
)

// Constants of self-play.
const (
	temperature = 0.01 // of the choice among moves, in utility
	wander      = 0.05 // share of moves drawn at random
	trace       = 0.8  // λ of TD(λ)
	maxLooked   = 32   // moves looked at per position
	maxOpening  = 5    // random moves that a game may begin with
)

// ahead looks one step ahead for a seat: it writes the value of each of its legal moves to
// every player into k.child, given the moves of the others in k.joint. Only the moves
// with the numbers in try are looked at.
func (k *worker) ahead(j Scorer, seat int, try []int) {
	for len(k.child) < len(try) {
		k.child = append(k.child, make([]float64, k.w.players))
	}
	own := k.joint[seat]
	for i, n := range try {
		if k.stop() {
			break // whoever plays looks at stop, too, and drops the game
		}
		k.m.Load(k.state)
		k.joint[seat] = k.legal[n]
		k.m.Step(k.joint)
		if k.m.Terminal() {
			k.m.Utility(k.child[i])
		} else {
			j.Score(k.m, k.child[i])
		}
	}
	if k.replies {
		k.answered(j, seat, try)
	}
	k.joint[seat] = own
	k.m.Load(k.state)
}

// answered looks at the answers to the moves that ahead looked at, the best first, and
// puts what the answers leave in their place. A move that is refuted is left at that.
func (k *worker) answered(j Scorer, seat int, try []int) {
	k.order = k.order[:0]
	for i := range try {
		k.order = append(k.order, i)
	}
	slices.SortStableFunc(k.order, func(a, b int) int { return cmp.Compare(k.child[b][seat], k.child[a][seat]) })
	best := math.Inf(-1)
	own := k.joint[seat]
	for _, i := range k.order {
		if k.stop() {
			break
		}
		k.m.Load(k.state)
		k.joint[seat] = k.legal[try[i]]
		k.m.Step(k.joint)
		if !k.m.Terminal() {
			k.reply(j, seat, best, k.child[i])
		}
		best = max(best, k.child[i][seat])
	}
	k.joint[seat] = own
	k.m.Load(k.state)
}

// reply writes into value what the best answer at the machine's position leaves, if one
// player alone has the choice.
func (k *worker) reply(j Scorer, seat int, bound float64, value []float64) {
	who := -1
	k.third = k.third[:0]
	for s := range k.m.Game().Facts().Seats {
		k.second = k.m.Legal(s, k.second)
		if len(k.second) == 0 {
			return
		}
		k.third = append(k.third, k.second[0])
		if active(len(k.second)) {
			if who >= 0 || s >= k.w.players {
				return
			}
			who = s
		}
	}
	if who < 0 {
		return
	}
	k.second = k.m.Legal(who, k.second)
	k.after = k.m.Save(k.after)
	for i, mv := range k.second {
		if i > 0 {
			k.m.Load(k.after)
		}
		k.third[who] = mv
		k.m.Step(k.third)
		if k.m.Terminal() {
			k.m.Utility(k.value)
		} else {
			j.Score(k.m, k.value)
		}
		if i == 0 || k.value[who] > value[who] {
			copy(value, k.value)
			if who != seat && value[seat] < bound {
				return
			}
		}
	}
}

// decide fills k.joint with a joint move at the machine's position, whose state is in
// k.state: for each seat with a choice that which looks best one step ahead, by its judge; heat 0 takes
// the best, above that a move by its value (softmax). It reports the seat that had a choice, -1 for
// none or several, and whether what it did was left to chance. k.best is then the value of its best move.
func (k *worker) decide(judges []Scorer, heat, random float64) (seat int, explored, ok bool) {
	joint := k.walk.Draw(k.m, k.rng)
	if joint == nil {
		return -1, false, false
	}
	k.joint = append(k.joint[:0], joint...)
	seat = -1
	choosers := 0
	for p := range k.w.players {
		k.legal = k.m.Legal(p, k.legal)
		if !active(len(k.legal)) {
			continue
		}
		choosers++
		seat = p
		if judges[p] == nil {
			explored = true
			continue
		}
		explored = explored || k.rng.Float64() < random
		try := k.sample(len(k.legal))
		k.ahead(judges[p], p, try)
		best := 0
		for i := range try {
			if k.child[i][p] > k.child[best][p] {
				best = i
			}
		}
		copy(k.best, k.child[best])
		if explored {
			continue // the random move stays
		}
		k.joint[p] = k.legal[try[k.soft(p, len(try), best, heat)]]
	}
	if choosers > 1 {
		seat = -1
	}
	return seat, explored, true
}

// sample draws which of n moves to look at.
func (k *worker) sample(n int) []int {
	try := k.rng.Perm(n)
	return try[:min(n, k.looked())]
}

func (k *worker) looked() int { return maxLooked }

// soft draws a move by its value to a player.
func (k *worker) soft(p, n, best int, heat float64) int {
	if heat <= 0 {
		return best
	}
	k.chance = k.chance[:0]
	sum := 0.0
	top := k.child[best][p]
	for i := range n {
		x := math.Exp((k.child[i][p] - top) / heat)
		k.chance = append(k.chance, x)
		sum += x
	}
	for i := range k.chance {
		k.chance[i] /= sum
	}
	return game.DrawOdds(k.chance, k.rng)
}

// own plays a game by a function and gives every position a value: that of its best
// move one step ahead mixed with what came of it, as in TD(λ) (Sutton 1988), where a
// move drawn at random cuts most of what came.
func (k *worker) own(f Function, seed uint64, number int) *record {
	k.rng = game.Stream(seed, "agent.heuristic.own", uint64(number))
	j := f.NewScorer()
	judges := make([]Scorer, k.w.players)
	for i := range judges {
		judges[i] = j
	}
	m := k.m
	m.Reset()
	rec := &record{}
	opening := k.rng.IntN(maxOpening + 1)
	type step struct {
		ply         int // whose state is in k.states
		best, value []float64
		explored    bool
	}
	var steps []step
	for n := 0; n < k.limit && !m.Terminal(); n++ {
		if k.stop() {
			return nil
		}
		if n < opening {
			if !k.walk.Step(m, k.rng) {
				break
			}
			continue
		}
		k.state = m.Save(k.state)
		k.remember(n, k.state)
		seat, explored, ok := k.decide(judges, temperature, wander)
		if !ok {
			break
		}
		st := step{ply: n}
		if seat >= 0 {
			st.best, st.explored = slices.Clone(k.best), explored
		}
		steps = append(steps, st)
		m.Step(k.joint)
	}
	if k.stop() {
		return nil
	}
	outcome, ended, ok := k.worth()
	rec.cut = !ended
	if !ok && k.endless {
		outcome, ok = k.near()
	}
	later := outcome
	if ok {
		rec.outcome = outcome
	} else {
		later = make([]float64, k.w.players)
		if m.Err() != nil || m.Terminal() {
			return rec
		}
		j.Score(m, later)
	}
	later = slices.Clone(later)
	for i := len(steps) - 1; i >= 0; i-- {
		st := &steps[i]
		if st.best != nil {
			keep := trace
			if st.explored {
				keep = trace / 3
			}
			for p := range later {
				later[p] = keep*later[p] + (1-keep)*st.best[p]
			}
		}
		st.value = slices.Clone(later)
	}
	for _, i := range k.some(len(steps), perOwn(len(steps))) {
		m.Load(k.states[steps[i].ply])
		s := k.look(number, steps[i].ply)
		s.give(steps[i].value)
		if rec.outcome != nil {
			s.outcome = s.facing(rec.outcome)
		}
		rec.samples = append(rec.samples, s)
	}
	return rec
}

// some draws n of total numbers, ascending.
func (k *worker) some(total, n int) []int {
	p := k.rng.Perm(total)
	p = p[:min(n, total)]
	slices.Sort(p)
	return p
}

// clearly is how much more a position must be worth to one of two, by how near they are to what wins, for a game that was
// cut off there to be won.
const clearly = 0.1

// duel plays one game between two functions by looking ahead, the first on seat
// number%2, from an opening that both games of a pair share, and gives the first's points; ok
// is false if there is no result.
func (k *worker) duel(a, b Function, seed uint64, number int) (points float64, ok bool) {
	k.rng = game.Stream(seed, "agent.heuristic.duel", uint64(number/2))
	judges := make([]Scorer, k.w.players)
	side := number % 2
	judges[side] = judge(a)
	judges[1-side] = judge(b)
	m := k.m
	m.Reset()
	opening := 2 + k.rng.IntN(3)
	for n := 0; n < k.limit && !m.Terminal(); n++ {
		if k.stop() {
			return 0, false
		}
		if n < opening {
			if !k.walk.Step(m, k.rng) {
				return 0, false
			}
			continue
		}
		k.state = m.Save(k.state)
		if _, _, ok := k.decide(judges, 0, 0); !ok {
			return 0, false
		}
		m.Step(k.joint)
	}
	if k.stop() {
		return 0, false
	}
	v, _, ok := k.worth()
	least := 0.0
	if !ok && k.endless {
		v, ok = k.near()
		least = clearly
	}
	if !ok {
		return 0.5, m.Err() == nil
	}
	switch {
	case v[side] > v[1-side]+least:
		return 1, true
	case v[side] < v[1-side]-least:
		return 0, true
	}
	return 0.5, true
}

func judge(f Function) Scorer {
	if f == nil {
		return nil
	}
	return f.NewScorer()
}
