package session

import (
	"context"
	"errors"
	"strings"
	"time"

	"ludens/agent/infoset"
	"ludens/game"
)

// resent decides whether a PLAY with the same moves as the one before is that
// message again or a turn in which the same moves were made again. It is a new
// turn if the moves are possible now and the own one is what was answered last;
// also if that answer may have come too late, because a server that gave up
// waiting goes on rather than asking again.
func (m *match) resent(j *job) bool {
	f := m.tracker.Game().Facts()
	if len(m.answers) == 0 || len(j.turn.Moves) != len(f.RoleSeat) {
		return false
	}
	moves := f.BySeat(j.turn.Moves)
	if !m.tracker.Fits(moves) {
		return !f.Hidden // percepts never fit as moves
	}
	n := len(m.answers)
	last := m.played(n - 1)
	return n > 1 && last != "" && !same(last, moves[m.seat]) && same(m.answers[n-2].text, moves[m.seat])
}

// same compares two terms, ignoring letter case and blanks.
func same(a, b string) bool {
	squeeze := func(s string) string {
		s = strings.NewReplacer("(", " ( ", ")", " ) ").Replace(s)
		return strings.ToLower(strings.Join(strings.Fields(s), " "))
	}
	return squeeze(a) == squeeze(b)
}

// mostLost is how many turns that were never told are guessed at; after more,
// nothing certain is left to build on.
const mostLost = 20

// follow brings the tracker to the position of the turn. It takes at most a
// third of the time that is left.
func (m *match) follow(j *job) {
	if j.turn.Number <= 0 && m.tracker.Turns() > j.before {
		return // done before the engine failed
	}
	last := j.hard
	if time.Until(last) < m.clocks.Play/8 {
		last = j.end // there is no time to think, but what cannot be followed cannot be answered
	}
	ctx, cancel := context.WithTimeout(m.ctx, max(time.Until(last)/3, 50*time.Millisecond))
	defer cancel()
	f := m.tracker.Game().Facts()
	if n := j.turn.Number; n > 0 {
		told := m.tracker.Turns() + m.skipped
		if told >= n {
			return
		}
		if lost := n - 1 - told; lost > 0 {
			m.log.Warn().Int("turns", lost).Msg("turns were never told")
			for range min(lost, mostLost) {
				if ctx.Err() == nil {
					m.observe(ctx, infoset.Observation{Moves: m.own(f, "")})
				}
			}
			m.skipped = n - 1 - m.tracker.Turns()
		}
	}
	if o, ok := m.observation(ctx, f, j.turn); ok {
		m.observe(ctx, o)
	}
}

// observation translates what a message tells; false when it tells of no move.
// Percepts come even in games that hide nothing, when a server knows the player
// for one that wants them: then the rules have every player see every move.
func (m *match) observation(ctx context.Context, f *game.Facts, t Turn) (infoset.Observation, bool) {
	if t.Moves == nil {
		if t.Number <= 0 {
			return infoset.Observation{}, false
		}
		return infoset.Observation{Moves: m.own(f, t.Own), Told: f.Hidden || t.Numbered, Percepts: t.Percepts}, true
	}
	var moves []string
	if len(t.Moves) == len(f.RoleSeat) {
		if moves = f.BySeat(t.Moves); m.tracker.Fits(moves) {
			return infoset.Observation{Moves: moves}, true
		}
	}
	seen := infoset.Observation{Moves: m.own(f, ""), Told: true, Percepts: t.Moves}
	if f.Hidden || m.tracker.Explains(ctx, seen) {
		return seen, true
	}
	if moves != nil {
		told := infoset.Observation{Moves: moves}
		return told, !m.bridge(ctx, f, told)
	}
	m.log.Warn().Strs("moves", few(t.Moves)).Int("found", len(t.Moves)).Int("roles", len(f.RoleSeat)).Msg("a wrong number of moves")
	if f.Nature && len(t.Moves) == f.Players {
		// Nature's move left out: the players' are in role order.
		moves := make([]string, len(f.Seats))
		i := 0
		for _, seat := range f.RoleSeat {
			if seat != f.Players {
				moves[seat] = t.Moves[i]
				i++
			}
		}
		return infoset.Observation{Moves: moves}, true
	}
	return infoset.Observation{Moves: m.own(f, "")}, true
}

// own gives the moves by seat when only the own one is known: as recorded by
// the server, or else as answered.
func (m *match) own(f *game.Facts, recorded string) []string {
	moves := make([]string, len(f.Seats))
	if moves[m.seat] = m.played(m.tracker.Turns()); recorded != "" && !strings.EqualFold(recorded, Nil) {
		moves[m.seat] = recorded
	}
	return moves
}

// mostBridged is how many turns in a row are believed to be lost when there is
// nothing but a joint move that is not possible to tell of it.
const mostBridged = 3

// bridge looks whether a joint move that is not possible now is possible when
// turns before it were never told, as happens when a server's message does not
// get through. If so, it follows them and it.
func (m *match) bridge(ctx context.Context, f *game.Facts, told infoset.Observation) bool {
	if m.tracker.Lost() {
		return false // then misfits are no sign
	}
	if end, ok := ctx.Deadline(); ok { // some time must be left for what follows if this fails
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-time.Until(end)/2))
		defer cancel()
	}
	for _, own := range [][]string{m.own(f, ""), make([]string, len(f.Seats))} {
		to := m.tracker.Clone()
		for n := 1; n <= mostBridged && ctx.Err() == nil; n++ {
			if to.Observe(ctx, infoset.Observation{Moves: own}) != nil {
				break
			}
			own = make([]string, len(f.Seats))
			if next := to.Clone(); next.Fits(told.Moves) && next.Observe(ctx, told) == nil {
				m.log.Warn().Int("turns", n).Msg("turns were never told")
				m.tracker = next
				return true
			}
		}
	}
	return false
}

// observe follows one joint move. When the fast engine cannot and the slow one
// can, the slow one takes over for good.
func (m *match) observe(ctx context.Context, o infoset.Observation) {
	err := m.tracker.Observe(ctx, o)
	if ctx.Err() != nil && (err != nil || m.tracker.Game().Facts().Hidden || len(m.tracker.Particles()) > 1) {
		m.hasty = true
	}
	if err == nil {
		return
	}
	m.log.Warn().Err(err).Str("engine", m.tracker.Game().Facts().Engine).Msg("the match cannot be followed exactly")
	m.s.counter.failed(FailedFollow)
	if !errors.Is(err, infoset.ErrLost) {
		return // for want of time
	}
	if m.slow == nil || m.tracker.Game() == m.slow {
		return
	}
	to := infoset.NewTracker(m.slow, m.seat, m.s.cfg.Infoset)
	if m.tracker.Move(ctx, to) == nil {
		m.log.Warn().Msg("back to the slow engine")
		m.dismiss()
		m.tracker, m.fast = to, nil
		m.tellGame(m.slow)
	}
}

// mend follows the match once more from its beginning, when the answer has left
// and until the next message comes, because there was too little time before.
func (m *match) mend(j *job) {
	to := infoset.NewTracker(m.tracker.Game(), m.seat, m.s.cfg.Infoset)
	err := m.tracker.Move(j.idle, to)
	if j.idle.Err() != nil {
		return // next time
	}
	if m.hasty = false; err == nil {
		m.log.Debug().Int("turns", to.Turns()).Msg("followed the match once more")
		m.tracker = to
	}
}
