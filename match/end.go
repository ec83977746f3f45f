package match

import (
	"math"

	"ludens/game"
	"ludens/ggp"
)

// finish completes the record and stops the players.
func (m *Match) finish(at int64, status Status, reason string) {
	if status == Completed {
		m.rec.Goals = goals(m.machine)
		if err := m.machine.Err(); err != nil {
			status, reason, m.rec.Goals = Faulted, err.Error(), nil
		} else if w, ok := m.machine.(game.Warner); ok && w.Warning() != nil {
			m.note(NoteRules, -1, "the description is faulty: %v", w.Warning())
		}
	}
	for seat := range m.facts.Players {
		m.judge(seat)
	}
	m.end(status, reason)
	m.phase = phaseEnd
	m.ask(at, m.cfg.PlayClock, func(seat int) ggp.Message {
		if status == Forfeited || !m.heard[seat].answered { // it may not know of the match, or be far behind
			return ggp.Abort{MatchID: m.cfg.ID}
		}
		return ggp.Stop{MatchID: m.cfg.ID, Turn: m.told(seat)}
	})
}

// goals are the utilities as GDL's 0…100, in role order; Nature's is 0.
func goals(machine game.Machine) []int {
	facts := machine.Game().Facts()
	utility := make([]float64, facts.Players)
	machine.Utility(utility)
	out := make([]int, len(facts.RoleSeat))
	for role, seat := range facts.RoleSeat {
		if seat < facts.Players {
			out[role] = int(math.Round(100 * min(max(utility[seat], 0), 1)))
		}
	}
	return out
}

// abortClock is the seconds a player has for ABORT, as at GGP-Base's server.
const abortClock = 1

func (m *Match) abort(at int64, ev Abort) {
	switch m.phase {
	case phaseNew:
		if m.cfg.Past != nil { // its players may still wait
			break
		}
		m.rec.StartTime = at
		m.rec.Replies = [][]Reply{make([]Reply, len(m.facts.Seats))}
		m.position(at)
		m.end(Aborted, ev.Reason)
		m.phase = phaseOver
		m.effect(Over{})
		return
	case phasePreview, phaseStart:
		m.noteStart()
	case phaseEnd, phaseOver:
		m.stale(ev)
		return
	}
	m.quit(at, ev.Reason)
}

// quit ends a match that has begun and tells everybody, also those who never
// answered.
func (m *Match) quit(at int64, reason string) {
	m.end(Aborted, reason)
	m.phase = phaseEnd
	m.ask(at, abortClock, func(int) ggp.Message { return ggp.Abort{MatchID: m.cfg.ID} })
}

// end closes the record.
func (m *Match) end(status Status, reason string) {
	m.rec.Status, m.rec.Reason = status, cut(reason)
	m.effect(Finished{status})
}
