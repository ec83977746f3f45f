package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"ludens/agent/infoset"
	"ludens/game"
)

// engine notes a game that the match is played on, so that its machines can be
// stopped; after the end of the match they are at once.
func (m *match) engine(g game.Game) {
	sign := game.SignOf(g)
	if sign == nil || m.s.cfg.Shared {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if !slices.Contains(m.signs, sign) {
		m.signs = append(m.signs, sign)
		if m.gauge != nil {
			sign.Scale(m.weigh)
		}
	}
	if m.over {
		sign.Close(errOver)
	}
}

// errOver ends the questions of a match that is over.
var errOver = fmt.Errorf("%w: the match is over", game.ErrInterrupted)

// interrupt ends the questions that are put to the engines at this moment.
func (m *match) interrupt() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range m.signs {
		s.Interrupt(game.ErrInterrupted)
	}
}

// close ends all questions for good.
func (m *match) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.over = true
	for _, s := range m.signs {
		s.Close(errOver)
	}
}

// result is what an opener returned.
type result struct {
	game game.Game
	err  error
}

// open calls an opener on a goroutine of its own, which spawn starts, nil-safe and panic-safe.
func (s *Session) open(ctx context.Context, spawn func(func()), o Opener, rules string, log zerolog.Logger) <-chan result {
	if o == nil {
		return nil
	}
	out := make(chan result, 1)
	spawn(func() {
		defer func() {
			if r := recover(); r != nil {
				out <- result{err: fmt.Errorf("open the rules: panic: %v", r)}
			}
		}()
		begin := time.Now()
		g, err := o(ctx, rules)
		if err == nil && g == nil {
			err = errors.New("open the rules: no game")
		}
		if err == nil {
			log.Debug().Str("engine", g.Facts().Engine).Str("note", g.Facts().Note).Dur("took", time.Since(begin)).Msg("opened the rules")
		}
		out <- result{g, err}
	})
	return out
}

// open starts both openers and begins with the quick engine. If the full one is
// ready first, the quick one gets a little more time, because it is also what
// the full one is checked against. Opening goes on after the start clock if it
// must: without a game there is nothing else to do.
func (m *match) open(j *job) error {
	if m.ahead != nil {
		m.fast = m.ahead
		m.engine(m.ahead)
		m.adopt(m.ahead)
		return nil
	}
	quick := m.s.open(m.built, m.spawn, m.s.cfg.Quick, m.rules, m.log)
	full := m.s.open(m.built, m.spawn, m.s.cfg.Full, m.rules, m.log)
	var ready *result // of the full opener
	var patience <-chan time.Time
	var errs []error
	for quick != nil || full != nil {
		select {
		case r := <-quick:
			if quick = nil; r.err != nil {
				errs = append(errs, r.err)
				break
			}
			m.engine(r.game)
			m.full, m.slow = full, r.game
			if ready != nil {
				c := make(chan result, 1)
				c <- *ready
				m.full = c
			}
			m.adopt(r.game)
			return nil
		case r := <-full:
			if full = nil; r.err != nil {
				errs = append(errs, r.err)
				break
			}
			m.engine(r.game)
			ready = &r
			timer := time.NewTimer(min(time.Until(j.soft)/4, time.Second))
			defer timer.Stop()
			patience = timer.C
		case <-patience:
			quick = nil
		case <-m.ctx.Done():
			return m.ctx.Err()
		}
		if quick == nil && ready != nil {
			m.fast = ready.game
			m.adopt(ready.game)
			return nil
		}
	}
	return errors.Join(errs...)
}

// adopt begins to follow the match on a game.
func (m *match) adopt(g game.Game) {
	f := g.Facts()
	m.seat = f.SeatByName(strings.TrimSpace(m.role))
	if m.seat < 0 && f.Players == 1 {
		m.seat = 0 // whatever the server calls the only player
	}
	if m.seat < 0 || m.seat >= f.Players {
		return
	}
	m.tracker = infoset.NewTracker(g, m.seat, m.s.cfg.Infoset)
	m.tellGame(g)
	m.hides.Store(f.Hidden)
}

// prepare waits for the full engine during the first part of the start clock, so
// that the player's preparation is not thrown away by a change of engine.
func (m *match) prepare(j *job) {
	if m.full == nil {
		return
	}
	m.tell(func(now *Moment) { now.Preparation.Stage = "builds the fast engine" })
	patience := time.NewTimer(time.Until(j.soft) * 3 / 4)
	defer patience.Stop()
	select {
	case r := <-m.full:
		m.full = nil
		m.change(j.ctx, r)
	case <-patience.C:
	case <-j.newer:
	case <-j.ctx.Done():
	}
}

// rebuild makes a new tracker after an engine failed: on the slow engine when
// the fast one was in use.
func (m *match) rebuild() {
	defer func() {
		if r := recover(); r != nil {
			m.log.Warn().Interface("panic", r).Msg("the engine panicked again")
		}
	}()
	g := m.slow
	if g == nil {
		g = m.fast
	}
	if m.tracker == nil || g == nil {
		return
	}
	m.fast = nil
	ctx, cancel := context.WithTimeout(m.ctx, max(m.clocks.Play/2, time.Second))
	defer cancel()
	to := infoset.NewTracker(g, m.seat, m.s.cfg.Infoset)
	if err := m.tracker.MoveAll(ctx, to); err != nil {
		m.log.Warn().Err(err).Msg("replay after a failure")
	}
	m.dismiss()
	m.tracker = to
	m.tellGame(g)
}
