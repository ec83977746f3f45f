package match

import (
	"fmt"
	"slices"

	"ludens/game"
	"ludens/ggp"
)

// position records where the machine stands.
func (m *Match) position(at int64) {
	var fluents []string
	if l, ok := m.machine.(game.Lister); ok {
		fluents = l.Fluents([]string{})
	}
	m.rec.States = append(m.rec.States, fluents)
	m.rec.StateTimes = append(m.rec.StateTimes, at)
	m.effect(Reached{len(m.rec.States) - 1})
}

// turn asks for moves, or ends the match.
func (m *Match) turn(at int64) {
	if err := m.machine.Err(); err != nil {
		m.finish(at, Faulted, err.Error())
		return
	}
	if m.machine.Terminal() {
		m.finish(at, Completed, "")
		return
	}
	if reason, over := m.forfeited(); over {
		m.finish(at, Forfeited, reason)
		return
	}
	step := len(m.rec.Moves)
	if m.cfg.MaxSteps > 0 && step >= m.cfg.MaxSteps {
		m.finish(at, Limited, fmt.Sprintf("the limit of %d steps is reached", m.cfg.MaxSteps))
		return
	}
	if err := m.draw(step); err != nil {
		m.finish(at, Faulted, err.Error())
		return
	}
	m.phase = phasePlay
	m.ask(at, m.cfg.PlayClock, func(seat int) ggp.Message {
		return ggp.Play{MatchID: m.cfg.ID, Turn: m.told(seat)}
	})
}

// draw sets every seat's move to a random legal one: Nature's move, and for the
// players the replacement of an answer that does not count.
func (m *Match) draw(step int) error {
	return drawMoves(m.machine, m.cfg.Seed, step, m.moves)
}

// drawMoves fills moves, by seat, as Nature and the manager would at a step. A
// seat's draw does not depend on the other seats.
func drawMoves(machine game.Machine, seed uint64, step int, moves []game.Move) error {
	facts := machine.Game().Facts()
	var legal []game.Move
	for seat := range facts.Seats {
		legal = machine.Legal(seat, legal)
		if err := machine.Err(); err != nil {
			return err
		}
		if len(legal) == 0 {
			return fmt.Errorf("%w: %s after %d steps", game.ErrNoMove, facts.Seats[seat], step)
		}
		if !facts.NatureSeat(seat) {
			const mostSeats = 1 << 16
			rng := game.Stream(seed, "match/replacement", uint64(step)*mostSeats+uint64(seat))
			moves[seat] = legal[rng.IntN(len(legal))]
			continue
		}
		rng := game.Stream(seed, "match/nature", uint64(step))
		pick := rng.IntN(len(legal))
		if c, ok := machine.(game.Chancer); ok {
			if odds := c.Odds(nil); len(odds) == len(legal) {
				pick = game.DrawOdds(odds, rng)
			}
		}
		moves[seat] = legal[pick]
	}
	return nil
}

// told is what a player may know about the last turn.
func (m *Match) told(seat int) ggp.Turn {
	t := ggp.Turn{Number: len(m.rec.Moves)}
	if m.joint == nil {
		return t
	}
	t.Own = m.joint[seat]
	if m.facts.Hidden {
		t.Percepts = m.percepts[seat]
	} else {
		t.Moves = m.rec.Moves[len(m.rec.Moves)-1]
	}
	return t
}

// play makes the joint move.
func (m *Match) play(at int64) {
	m.joint = make([]string, len(m.facts.Seats))
	// m.moves holds what was drawn, or the answer that took its place.
	if step := len(m.rec.Moves); step < len(m.cfg.Opening) {
		copy(m.moves, m.cfg.Opening[step])
	}
	for seat, move := range m.moves {
		label := m.machine.Label(seat, move)
		if tidied, err := ggp.Tidy(label); err == nil {
			label = tidied
		}
		m.joint[seat] = label
	}
	m.machine.Step(m.moves)
	m.rec.Moves = append(m.rec.Moves, m.facts.ByRole(m.joint))
	row := make([]Reply, len(m.facts.Seats))
	for role, seat := range m.facts.RoleSeat {
		row[role] = m.replies[seat]
	}
	m.rec.Replies = append(m.rec.Replies, row)
	m.perceive()
	m.position(at)
	m.turn(at)
}

// perceive asks what each player saw.
func (m *Match) perceive() {
	m.percepts = make([][]string, len(m.facts.Seats))
	p, ok := m.machine.(game.Perceiver)
	if !ok || !m.facts.Hidden {
		return
	}
	for seat := range m.facts.Players {
		m.percepts[seat] = slices.Clone(p.Percepts(seat, []string{}))
	}
}
