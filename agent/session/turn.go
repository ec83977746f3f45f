package session

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"ludens/agent"
	"ludens/agent/infoset"
	"ludens/game"
)

// answer follows a turn and chooses a move.
func (m *match) answer(j *job) {
	if m.tracker == nil {
		j.settle(Nil)
		return
	}
	if j.repeats && m.resent(j) {
		m.log.Debug().Msg("PLAY came again")
		j.settle(m.answers[len(m.answers)-1].text)
		return
	}
	m.look(j.turn)
	m.follow(j)
	legal := m.tracker.Legal()
	if len(legal) == 0 {
		m.log.Warn().Int("turn", m.tracker.Turns()).Msg("asked for a move where there is none")
		j.settleAtHand()
		m.note(j)
		return
	}
	labels := make(map[game.Move]string, len(legal))
	for _, move := range legal {
		labels[move] = m.tracker.Label(move)
	}
	j.have(labels[legal[0]])
	if m.superseded(j) {
		j.settleAtHand()
		m.note(j)
		return
	}
	if m.full != nil {
		select {
		case r := <-m.full:
			m.full = nil
			if m.change(j.ctx, r) {
				legal = m.tracker.Legal()
				clear(labels)
				for _, move := range legal {
					labels[move] = m.tracker.Label(move)
				}
			}
		default:
		}
	}
	j.settle(m.think(j, legal, labels))
	m.note(j)
}

// note keeps the answer that was really given.
func (m *match) note(j *job) {
	<-j.done
	for len(m.answers) < m.tracker.Turns() {
		m.answers = append(m.answers, given{})
	}
	m.answers = append(m.answers[:m.tracker.Turns()], given{j.answer, j.given, j.expired(j.given)})
}

// played gives the own move of a turn, "" if it is not known: when none was
// answered, or so late that the server may have taken another in its place.
func (m *match) played(turn int) string {
	if turn >= len(m.answers) {
		return ""
	}
	a := m.answers[turn]
	if a.text == Nil || a.late || m.s.cushion.StalledAt(a.at) {
		return ""
	}
	return a.text
}

func (m *match) superseded(j *job) bool {
	select {
	case <-j.newer:
		return true
	case <-m.ctx.Done():
		return true
	default:
		return false
	}
}

// change takes over an engine that has been built meanwhile: it replays the
// match on it and compares the legal moves.
func (m *match) change(ctx context.Context, r result) bool {
	if r.err != nil {
		m.log.Warn().Err(r.err).Msg("the full engine is not available, so the slow one plays")
		return false
	}
	f := r.game.Facts()
	if seat := f.SeatByName(m.tracker.Game().Facts().Seats[m.seat]); seat != m.seat {
		m.log.Warn().Msg("the engines order the seats differently")
		return false
	}
	to := infoset.NewTracker(r.game, m.seat, m.s.cfg.Infoset)
	if err := m.tracker.Move(ctx, to); err != nil {
		m.log.Warn().Err(err).Msg("the full engine does not follow the match")
		return false
	}
	if a, b := texts(m.tracker), texts(to); !slices.Equal(a, b) {
		m.log.Warn().Strs("slow", a).Strs("full", b).Msg("the engines disagree about the legal moves")
		return false
	}
	m.log.Debug().Str("engine", f.Engine).Msg("changed the engine")
	m.dismiss()
	m.tracker, m.fast = to, r.game
	return true
}

func texts(t *infoset.Tracker) []string {
	var out []string
	for _, move := range t.Legal() {
		out = append(out, t.Label(move))
	}
	slices.Sort(out)
	return out
}

// conclude follows the last joint move, for the log.
func (m *match) conclude(t Turn) {
	if m.tracker == nil {
		return
	}
	defer func() {
		if r := recover(); r != nil {
			m.log.Warn().Interface("panic", r).Msg("the engine panicked")
		}
	}()
	ctx, cancel := context.WithTimeout(m.ctx, max(m.clocks.Play/2, time.Second))
	defer cancel()
	if o, ok := m.observation(ctx, m.tracker.Game().Facts(), t); ok {
		m.observe(ctx, o)
	}
	g := m.tracker.Game()
	mc := g.NewMachine()
	mc.Load(m.tracker.Particles()[0].State)
	u := make([]float64, g.Facts().Players)
	mc.Utility(u)
	if w, ok := mc.(game.Warner); ok && w.Warning() != nil {
		m.log.Warn().Err(w.Warning()).Msg("the description is faulty")
	}
	m.log.Info().Floats64("utilities", u).Int("turns", m.tracker.Turns()).Bool("terminal", mc.Terminal()).Msg("STOP")
}

// think lets the player choose, and returns the text of a legal move.
func (m *match) think(j *job, legal []game.Move, labels map[game.Move]string) string {
	fallback := func() string { return *j.atHand.Load() } // answer has put something there
	if m.player == nil {
		// Joined late: the player gets no time to prepare.
		none, cancel := context.WithCancel(j.ctx)
		cancel()
		m.engage(none, j)
		if m.player == nil {
			return fallback()
		}
	}
	turn := agent.Turn{Number: m.tracker.Turns(), Legal: legal}
	for _, p := range m.tracker.Particles() {
		turn.States = append(turn.States, p.State)
		turn.Weights = append(turn.Weights, p.Weight)
		turn.Views = append(turn.Views, p.Views)
	}
	turn.Suggest = func(move game.Move) {
		if text, ok := labels[move]; ok {
			j.have(text)
		}
	}
	var move game.Move
	player := m.player
	err, back := m.call(func() (err error) {
		move, err = player.Choose(j.ctx, turn)
		return err
	}, j, player.End)
	if !back {
		m.player = nil // call ends it when it returns
		return fallback()
	}
	text, ok := labels[move]
	if w, warns := player.(agent.Warner); warns {
		if e := w.Warning(); e != nil {
			m.log.Warn().Err(e).Str("player", player.Name()).Msg("the player goes on with less")
		}
	}
	if err != nil {
		m.log.Warn().Err(err).Str("player", player.Name()).Msg("the player failed to choose")
		m.dismiss()
	} else if !ok {
		m.log.Warn().Uint64("move", uint64(move)).Str("player", player.Name()).Msg("the player chose an illegal move")
	} else if r, reports := player.(agent.Reporter); reports && m.log.Debug().Enabled() {
		s := r.Stats()
		m.log.Debug().Int64("iterations", s.Iterations).Int64("nodes", s.Nodes).Int64("bytes", s.Bytes).
			Float64("value", s.Value).Int("depth", s.Depth).Bool("proven", s.Proven).Msg("searched")
	}
	if !ok || err != nil {
		return fallback()
	}
	return text
}

// engage makes a player and lets it prepare until ctx is done.
func (m *match) engage(ctx context.Context, j *job) {
	var p agent.Player
	g := m.forPlayer()
	err, back := m.call(func() error {
		p = m.s.cfg.NewPlayer()
		return p.Begin(ctx, g, m.seat, m.clocks)
	}, j, func() { p.End() })
	switch {
	case !back:
	case err != nil:
		m.log.Warn().Err(err).Msg("the player failed to prepare")
		m.player = p
		m.dismiss()
	default:
		m.player = p
	}
}

// call runs f, which uses a player, on a goroutine of its own. It returns f's
// error, or a panic as an error, and true; false when f has not returned although
// a newer message is waiting. The player is then f's, which calls end when it
// does return.
func (m *match) call(f func() error, j *job, end func()) (error, bool) {
	out := make(chan error, 1)
	var decided atomic.Bool // by f, that it has returned, or by the brain, that it waits no more
	m.s.wg.Go(func() {
		err := guard(f)
		if decided.CompareAndSwap(false, true) {
			out <- err
			return
		}
		_ = guard(func() error { end(); return nil })
	})
	select {
	case err := <-out:
		return err, true
	case <-j.newer:
	case <-m.ctx.Done():
	}
	// A player that heeds its context is back soon.
	patience := time.NewTimer(max(m.clocks.Play/8, 20*time.Millisecond))
	defer patience.Stop()
	select {
	case err := <-out:
		return err, true
	case <-patience.C:
	}
	if decided.CompareAndSwap(false, true) {
		m.log.Warn().Msg("the player does not return; it is given up")
		return nil, false
	}
	return <-out, true
}

func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return f()
}

// dismiss ends the player, on a goroutine of its own because it may hang.
func (m *match) dismiss() {
	p := m.player
	m.player = nil
	if p == nil {
		return
	}
	m.s.wg.Go(func() {
		if err := guard(func() error { p.End(); return nil }); err != nil {
			m.log.Warn().Err(err).Msg("the player failed to end")
		}
	})
}
