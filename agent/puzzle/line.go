package puzzle

import (
	"slices"
	"sync"
	"sync/atomic"

	"ludens/game"
)

// line is a way from a position to an end: in states[i] moves[i] is made.
type line struct {
	states []game.State
	moves  []game.Move
	goal   float64
	near   float64 // see game.Gauger; 0 where nobody asked
}

// better reports whether an end is better than that of the line, or nearer to the most that the rules give.
func (l *line) better(goal, near float64) bool {
	return l == nil || goal > l.goal || goal == l.goal && near > l.near
}

// from is what is left of the line in a position; nil where it does not lead there.
func (l *line) from(s game.State) *line {
	if l == nil {
		return nil
	}
	for i := range l.states {
		if l.states[i].Equal(s) {
			return &line{l.states[i:], l.moves[i:], l.goal, l.near}
		}
	}
	return nil
}

// found is the best line of all searches, and whether it is time to stop.
type found struct {
	stop atomic.Bool
	mu   sync.Mutex
	best *line
}

// worth is the goal of the best line, 0 if there is none.
func (f *found) worth() float64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.best == nil {
		return 0
	}
	return f.best.goal
}

// get is the best line, nil if there is none.
func (f *found) get() *line {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.best
}

// put sets the best line.
func (f *found) put(l *line) {
	f.mu.Lock()
	f.best = l
	f.mu.Unlock()
}

// offer takes a way from a position to an end if it is better than what is known. The machine is used to go it again.
func (f *found) offer(m game.Machine, root game.State, moves []game.Move, goal, near float64) {
	if !f.get().better(goal, near) {
		return
	}
	l := &line{moves: slices.Clone(moves), goal: goal, near: near}
	m.Load(root)
	for _, mv := range moves {
		l.states = append(l.states, m.Save(nil))
		m.Step([]game.Move{mv})
	}
	if !m.Terminal() || m.Err() != nil {
		return // the engine does not do the same twice
	}
	f.mu.Lock() // not before: an engine may hang
	defer f.mu.Unlock()
	if !f.best.better(goal, near) {
		return
	}
	if f.best = l; goal >= 1 {
		f.stop.Store(true)
	}
}

// seat is the only player's.
const seat = 0

// gauge tells how near a position is to the most that the rules give; nil where they do not tell.
func gauge(g game.Game) func(game.State) float64 {
	if r, ok := g.(game.Gauger); ok {
		return r.Gauge(seat)
	}
	return nil
}

// nearGoal is how much less to be near counts than a goal, which is a multiple of 0.01.
const nearGoal = 1000

// nearLonger is how much less than anything else it counts how long a line is.
const nearLonger = 1e-6

// nearness is how near an end that so many moves led to is to the most that the rules give. Of lines that are no
// different in that, or where the rules do not tell, the one that has gone on for longer has come farther.
func nearness(gauge func(game.State) float64, s game.State, moves int) float64 {
	near := nearLonger * float64(moves) / float64(moves+100)
	if gauge != nil {
		near += gauge(s)
	}
	return near
}
