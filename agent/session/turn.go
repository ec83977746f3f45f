package session

import (
	"context"
	"slices"
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
	m.chose = ""
	m.look(j.turn)
	m.follow(j)
	legal := m.tracker.Legal()
	if len(legal) == 0 {
		m.log.Warn().Int("turn", m.tracker.Turns()).Msg("asked for a move where there is none")
		j.settleAtHand()
		m.note(j)
		return
	}
	labels := m.tracker.Labels(m.ctx, legal)
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
				labels = m.tracker.Labels(m.ctx, legal)
			}
		default:
		}
	}
	if len(legal) == 1 && m.ponders() {
		j.settle(labels[legal[0]]) // the time is better used when the answer has left
	}
	j.settle(m.think(j, legal, labels))
	m.note(j)
	m.report()
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
		m.s.counter.failed(FailedEngine)
		return false
	}
	m.engine(r.game)
	f := r.game.Facts()
	if seat := f.SeatByName(m.tracker.Game().Facts().Seats[m.seat]); seat != m.seat {
		m.log.Warn().Msg("the engines order the seats differently")
		m.s.counter.failed(FailedEngine)
		return false
	}
	to := infoset.NewTracker(r.game, m.seat, m.s.cfg.Infoset)
	if err := m.tracker.Move(ctx, to); err != nil {
		m.log.Warn().Err(err).Msg("the full engine does not follow the match")
		m.s.counter.failed(FailedEngine)
		return false
	}
	a, b := texts(m.ctx, m.tracker), texts(m.ctx, to)
	if m.ctx.Err() != nil {
		return false
	}
	if !slices.Equal(a, b) {
		m.log.Warn().Strs("slow", few(a)).Strs("full", few(b)).Msg("the engines disagree about the legal moves")
		m.s.counter.failed(FailedEngine)
		return false
	}
	m.log.Debug().Str("engine", f.Engine).Msg("changed the engine")
	m.dismiss()
	m.tracker, m.fast = to, r.game
	m.tellGame(r.game)
	return true
}

// few is what is told of a list in the log: rules may have a hundred thousand moves.
func few(list []string) []string { return list[:min(len(list), 10)] }

func texts(ctx context.Context, t *infoset.Tracker) []string {
	var out []string
	legal := t.Legal()
	labels := t.Labels(ctx, legal)
	for _, move := range legal {
		out = append(out, labels[move])
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
	m.halt(max(time.Until(j.soft)/2, m.patience()))
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
	m.tellTurn(&turn)
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
	if err != nil || !ok {
		m.s.counter.failed(FailedChoose)
	}
	if w, warns := player.(agent.Warner); warns {
		if e := w.Warning(); e != nil {
			m.log.Warn().Err(e).Str("player", player.Name()).Msg("the player goes on with less")
			m.s.counter.failed(FailedPart)
		}
	}
	if err != nil {
		m.log.Warn().Err(err).Str("player", player.Name()).Msg("the player failed to choose")
		m.dismiss()
	} else if !ok {
		m.log.Warn().Uint64("move", uint64(move)).Str("player", player.Name()).Msg("the player chose an illegal move")
	}
	if !ok || err != nil {
		return fallback()
	}
	m.chose = text
	return text
}

// report writes what the player did to the log, when the answer has left: players may
// wait for their workers before they know.
func (m *match) report() {
	r, reports := m.player.(agent.Reporter)
	if !reports || m.chose == "" || !m.log.Debug().Enabled() && !m.s.cfg.Watch {
		return
	}
	if err := guard(func() error {
		s := r.Stats()
		m.s.counter.searched(s)
		m.tellStats(m.tracker.Turns(), s)
		m.log.Debug().Int64("iterations", s.Iterations).Int64("pondered", s.Pondered).Int64("nodes", s.Nodes).Int64("bytes", s.Bytes).
			Float64("value", s.Value).Int("depth", s.Depth).Bool("proven", s.Proven).Dur("elapsed", s.Elapsed).Msg("searched")
		return nil
	}); err != nil {
		m.log.Warn().Err(err).Msg("the player failed to report")
	}
}

// engage makes a player and lets it prepare until ctx is done.
func (m *match) engage(ctx context.Context, j *job) {
	var p agent.Player
	g := m.forPlayer()
	err, back := m.call(func() error {
		p = m.s.cfg.NewPlayer()
		m.tellPlayer(p)
		return p.Begin(ctx, g, m.seat, m.clocks)
	}, j, func() { p.End() })
	if back {
		m.tellReady(p)
	} else {
		m.tellReady(nil) // p belongs to the call that hangs
	}
	switch {
	case !back:
	case err != nil:
		m.s.counter.failed(FailedPrepare)
		m.log.Warn().Err(err).Msg("the player failed to prepare")
		m.player = p
		m.dismiss()
	default:
		m.player = p
	}
}

// dismiss ends the player, on a goroutine of its own because it may hang.
func (m *match) dismiss() {
	m.halt(m.patience())
	p := m.player
	m.player = nil
	if p == nil {
		return
	}
	m.spawn(func() {
		if err := guard(func() error { p.End(); return nil }); err != nil {
			m.log.Warn().Err(err).Msg("the player failed to end")
		}
	})
}
