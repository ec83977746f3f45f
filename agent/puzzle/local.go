package puzzle

import (
	"math/rand/v2"
	"slices"

	"ludens/game"
)

// local changes a line in one place again and again: a move is replaced, left out, put in between or exchanged with another, the
// moves behind it are made as far as they are legal, and random ones to the end. A change is taken if it is no worse than
// the line, or than the line so many changes ago (late acceptance hill climbing; Burke and Bykov 2017), which needs no
// scale of what ends are worth. Of moves that make no difference where they are made none is left out: in another place, or with
// another one before them, they may, and asking takes longer than trying.
type local struct {
	m     game.Machine
	found *found
	gauge func(game.State) float64
	rng   *rand.Rand
	steps int
	over  func() bool // time is over

	root  game.State
	now   track // nothing: a random one is next
	next  track
	past  []float64 // as long as acceptance is late
	n     int
	stuck int // changes since the line became better
	top   float64
	plan  []game.Move
	legal []game.Move
	state game.State
	goal  [1]float64
}

// lateness is how many changes ago the line was that a change is held against, one of these for every line that is begun with:
// the shorter finds more in a short time, the longer more in a long one.
var lateness = []int{30, 100, 300}

// leastStuck and stuckLate times the lateness are after how many changes without one for the better another line is begun with.
const leastStuck, stuckLate = 2000, 30

// track is a line with its worth and all its positions.
type track struct {
	moves  []game.Move
	states []game.State
	worth  float64
}

func newLocal(g game.Game, f *found, rng *rand.Rand, steps int) *local {
	return &local{m: g.NewMachine(), found: f, gauge: gauge(g), rng: rng, steps: steps, over: func() bool { return false }}
}

// move goes on from a position that was reached in the match.
func (l *local) move(root game.State) {
	if l.root.Equal(root) {
		return
	}
	l.root = append(l.root[:0], root...)
	l.begin()
}

// begin takes the best line to change, or a random one.
func (l *local) begin() {
	l.now.moves, l.now.states, l.plan = l.now.moves[:0], l.now.states[:0], l.plan[:0]
	if b := l.found.get().from(l.root); b != nil && l.rng.IntN(2) == 0 {
		l.plan = append(l.plan, b.moves...)
	}
	l.follow(&l.now, 0)
	l.past = l.past[:0]
	for range lateness[l.rng.IntN(len(lateness))] {
		l.past = append(l.past, l.now.worth)
	}
	l.stuck, l.top = 0, l.now.worth
}

// step makes a change. There is always another one.
func (l *local) step() bool {
	if l.stuck++; len(l.now.moves) == 0 || l.stuck > leastStuck+stuckLate*len(l.past) {
		l.begin()
		return true
	}
	at := l.change()
	l.next.moves = append(l.next.moves[:0], l.now.moves[:at]...)
	for len(l.next.states) < at {
		l.next.states = append(l.next.states, nil)
	}
	for i := range at {
		l.next.states[i] = append(l.next.states[i][:0], l.now.states[i]...)
	}
	l.follow(&l.next, at)
	late := &l.past[l.n%len(l.past)]
	if l.n++; l.next.worth >= l.now.worth || l.next.worth >= *late {
		l.now, l.next = l.next, l.now
	}
	*late = l.now.worth
	if l.now.worth > l.top {
		l.top, l.stuck = l.now.worth, 0
	}
	return true
}

// change plans what is to be done instead of the line, from the place on that it returns.
func (l *local) change() (at int) {
	line := l.now.moves
	at = l.rng.IntN(len(line))
	l.plan = l.plan[:0]
	other := func() {
		l.m.Load(l.now.states[at])
		l.legal = l.m.Legal(seat, l.legal)
		l.plan = append(l.plan, l.legal[l.rng.IntN(len(l.legal))])
	}
	switch k := l.rng.IntN(10); {
	case k < 5: // another move
		other()
		l.plan = append(l.plan, line[at+1:]...)
	case k < 6: // left out
		l.plan = append(l.plan, line[at+1:]...)
	case k < 7: // one more
		other()
		l.plan = append(l.plan, line[at:]...)
	case k < 9: // exchanged
		to := l.rng.IntN(len(line))
		if to < at {
			at, to = to, at
		}
		l.plan = append(l.plan, line[at:]...)
		l.plan[0], l.plan[to-at] = l.plan[to-at], l.plan[0]
	default: // all anew from there
	}
	return at
}

// follow makes the moves planned from a place of a track on, those that are legal, then random ones, and tells of the end.
func (l *local) follow(t *track, at int) {
	m := l.m
	if at == 0 {
		m.Load(l.root)
	} else {
		m.Load(l.now.states[at])
	}
	t.moves = t.moves[:at]
	plan := l.plan
	for t.worth = -1; !m.Terminal(); {
		if len(t.moves) >= l.steps || len(t.moves)%16 == 15 && l.over() {
			return
		}
		l.legal = m.Legal(seat, l.legal)
		if len(l.legal) == 0 {
			return
		}
		i := -1
		for i < 0 && len(plan) > 0 {
			i = slices.Index(l.legal, plan[0])
			plan = plan[1:]
		}
		if i < 0 {
			i = l.rng.IntN(len(l.legal))
		}
		if len(t.states) <= len(t.moves) {
			t.states = append(t.states, nil)
		}
		t.states[len(t.moves)] = m.Save(t.states[len(t.moves)])
		t.moves = append(t.moves, l.legal[i])
		m.Step(l.legal[i : i+1])
	}
	if m.Err() != nil {
		return
	}
	m.Utility(l.goal[:])
	l.state = m.Save(l.state)
	near := nearness(l.gauge, l.state, len(t.moves))
	t.worth = l.goal[0] + near/nearGoal
	if l.found.get().better(l.goal[0], near) {
		l.found.offer(m, l.root, t.moves, l.goal[0], near)
	}
}
