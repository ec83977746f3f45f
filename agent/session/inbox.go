package session

import (
	"slices"
	"time"
)

// newJob reserves at least so much time for the answer; a START, before which
// nothing was measured and in which little hangs on the last moment, asks for more
// than a turn. The message may have waited before it was received.
func (m *match) newJob(t Turn, received time.Time, limit, least, waited time.Duration) *job {
	c := m.s.cushion
	return newJob(m.ctx, t, received, limit, max(c.Reserve(limit), least), max(c.Watchdog(limit), least/2), waited)
}

// play takes a PLAY: it hands the turn to the brain, or finds that the same turn
// was handed over already. It does not block; the result waits for the answer.
func (m *match) play(t Turn, received time.Time, waits func() bool) (wait func() string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	old, waited := m.last, m.waited(received)
	if t.Moves == nil && !t.Numbered && old != nil && old.settled() && m.hides.Load() {
		t.Moves = []string{} // a turn of which nothing was seen, in a form that has no number
	}
	if old != nil && again(t, old, received) {
		m.log.Debug().Int("turn", t.Number).Msg("PLAY came again")
		return old.wait
	}
	j := m.newJob(t, received, m.clocks.Play, 0, waited)
	j.waits = waits
	if old != nil {
		j.repeats = t.Number < 0 && slices.Equal(t.Moves, old.turn.Moves)
		old.supersede()
	}
	m.first.supersede()
	m.last = j
	m.queue = append(m.queue, j)
	m.signal()
	return func() string {
		answer := j.wait()
		if over := time.Since(j.soft); over > 0 && waited == 0 {
			m.s.cushion.Observe(over)
		}
		m.s.counter.answered(answer, time.Since(received), m.clocks.Play)
		m.log.Debug().Str("move", answer).Dur("left", time.Until(received.Add(m.clocks.Play))).Dur("waited", waited).Msg("PLAY")
		return answer
	}
}

// alarm ends thinking as early as if what the cushion knows now had been known when
// the turn began.
func (m *match) alarm() {
	m.mu.Lock()
	defer m.mu.Unlock()
	j := m.last
	if j == nil || j.settled() {
		return
	}
	soft := j.came.Add(j.limit - j.waited - m.s.cushion.Reserve(j.limit))
	if !soft.Before(j.soft) {
		return
	}
	if j.hurry != nil {
		j.hurry.Stop()
	}
	j.hurry = time.AfterFunc(time.Until(soft), j.cancel)
}

// waited is how long a PLAY may have lain there before it was received, because
// the process stood still. In a standstill no more can have come than the server
// had clocks to wait for; who answers at once soon gets more than those.
func (m *match) waited(received time.Time) time.Duration {
	length, end := m.s.cushion.Asleep(received)
	if length == 0 {
		return 0
	}
	if !end.Equal(m.asleep) {
		m.asleep, m.lain = end, 0
	}
	if m.lain++; m.lain > int(length/m.clocks.Play)+1 {
		return 0
	}
	return length
}

// again reports whether t is for certain the message of job old once more: it
// has no higher number, or is a first turn, or asks the same while nothing was
// answered (in a game that hides something, what looks like a first turn may be a
// later one in which nothing was seen; see play). The last does not hold when the clock
// of old has run out, as it can in a standstill: then the moves may have been made
// once more. What is uncertain the brain decides (see resent).
func again(t Turn, old *job, received time.Time) bool {
	if t.Number >= 0 && old.turn.Number >= 0 {
		return t.Number <= old.turn.Number
	}
	return t.Moves == nil && !t.Numbered || slices.Equal(t.Moves, old.turn.Moves) && !old.settled() && !old.expired(received)
}

// finish hands a STOP to the brain, which ends after it.
func (m *match) finish(t Turn) {
	m.mu.Lock()
	if m.final == nil {
		m.final = &t
	}
	if m.last != nil {
		m.last.supersede()
	}
	m.mu.Unlock()
	m.first.supersede()
	m.signal()
}

func (m *match) signal() {
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// begun reports whether a PLAY has come.
func (m *match) begun() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.last != nil
}

// stale reports whether the match may be abandoned for another. Session.mu is
// held.
func (m *match) stale(now time.Time) bool {
	m.mu.Lock()
	j := m.last
	m.mu.Unlock()
	if j == nil {
		j = m.first
	}
	sign := m.heard
	switch {
	case !j.settled():
		if j.waits == nil || j.waits() {
			return false
		}
	case j.given.After(sign):
		sign = j.given
	}
	return now.Sub(sign) > m.s.cfg.Silence
}
