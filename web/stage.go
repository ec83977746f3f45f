package web

import (
	"sync"

	"ludens/match"
	"ludens/match/run"
	"ludens/tourney"
)

// Stage is where the matches of a tournament are seen while they are played.
type Stage interface {
	// Enter lets a match be seen that is about to be played, and seats people on the
	// seats of humans that have no player yet. leave must be called when it has ended.
	Enter(tournament, id string, clock tourney.Clock, o *run.Options) (leave func())
}

// Enter implements Stage.
func (s *Server) Enter(tournament, id string, clock tourney.Clock, o *run.Options) (leave func()) {
	g := o.Match.Game
	l := &live{
		film: newFilm(id, g), ask: Ask{StartClock: clock.Start, PlayClock: clock.Play}, facts: g.Facts(),
		seed: o.Match.Seed, tournament: tournament, done: make(chan struct{}), watchers: map[chan struct{}]struct{}{},
		rec: &match.Record{ID: id, Game: g.Facts().Name},
	}
	l.seats = make([]*seat, len(o.Seats))
	for i := range o.Seats {
		one := &o.Seats[i]
		l.names, l.addrs = append(l.names, one.Name), append(l.addrs, one.Addr)
		l.secret = l.secret || l.facts.Hidden && (one.Human || one.Addr != "")
		if !one.Human || one.Local != nil {
			continue
		}
		l.seats[i] = newSeat(l, i)
		l.seats[i].vacant = true
		one.Local, one.Untimed = l.seats[i], true
	}
	m := g.NewMachine()
	for _, joint := range o.Match.Opening { // nobody is asked in an opening
		for i, st := range l.seats {
			if st != nil {
				st.prefix = append(st.prefix, m.Label(i, joint[i]))
			}
		}
		m.Step(joint)
	}
	o.Hooks = l.hooks()
	s.mu.Lock()
	s.lives[id] = l
	s.mu.Unlock()
	return sync.OnceFunc(func() {
		if rec := l.record(); rec.Status != match.Running {
			s.metrics.match(rec)
		}
		l.end()
		close(l.done)
		s.retire(l)
	})
}
