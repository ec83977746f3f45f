package match

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludens/game"
	"ludens/ggp"
)

// NoteResumed: the match broke off and was gone on with.
const NoteResumed = "resumed"

// Resumed is the configuration of a match that broke off, to go on with. What a record does
// not keep (the players' addresses, ExactCase, DespiteBusy, Forfeit, the rest of an opening)
// is the caller's.
func Resumed(r *Record, g game.Game) Config {
	return Config{
		ID: r.ID, Game: g, Rules: r.Rules, StartClock: r.StartClock, PlayClock: r.PlayClock, PreviewClock: r.PreviewClock,
		Seed: r.Seed, MaxSteps: r.MaxSteps, Past: r,
		RandomToken: r.RandomToken, GameURL: r.GameURL, Tournament: r.Tournament, Scrambled: r.Scrambled,
	}
}

// retrace makes the moves of a record that broke off, so that the match stands where that
// ended.
func (m *Match) retrace(past *Record) error {
	switch {
	case past.Status != Running:
		return fmt.Errorf("it has ended: %s", past.Status)
	case past.Foreign():
		return errors.New("it is another program's")
	case past.Opening > len(past.Moves) && len(m.cfg.Opening) < past.Opening:
		return errors.New("it broke off within its opening, which is not known")
	}
	if err := past.Sound(); err != nil {
		return err
	}
	if len(past.Replies) != len(past.States) || slices.ContainsFunc(past.Replies, func(row []Reply) bool { return len(row) != len(past.Roles) }) {
		return fmt.Errorf("replies are missing: %d rows of them for %d states", len(past.Replies), len(past.States))
	}
	if err := past.Replay(m.cfg.Game); err != nil {
		return err
	}
	players := m.rec.Players
	m.rec = past.Clone()
	m.rec.Players = players
	for _, row := range past.Moves {
		m.joint = m.facts.BySeat(row)
		for seat, text := range m.joint {
			move, err := m.machine.Parse(seat, text)
			if err != nil {
				return err
			}
			m.moves[seat] = move
		}
		m.machine.Step(m.moves)
		m.perceive()
	}
	for step, row := range past.Replies { // who has answered before is not silent now
		for role, r := range row {
			if seat := m.facts.RoleSeat[role]; seat < m.facts.Players && r.Text != "" {
				h := &m.heard[seat]
				h.answered = true
				if step > 0 {
					h.moves++
				}
				if step > 0 && r.Kind == OK {
					h.sense++
				}
			}
		}
	}
	return nil
}

// goOn asks for the moves that are missing.
func (m *Match) goOn(at int64) {
	m.resumed = true
	m.note(NoteResumed, -1, "it broke off at step %d and was gone on with", len(m.rec.Moves))
	m.effect(Reached{len(m.rec.States) - 1})
	m.turn(at)
}

// left is why a match cannot be gone on with: who does not play it any more. It is asked
// once, at the end of the first round.
func (m *Match) left() string {
	if !m.resumed {
		return ""
	}
	m.resumed = false
	var gone []string
	for seat := range m.facts.Players {
		r := m.replies[seat]
		if r.Kind == Connection || r.Kind == Fault || r.Kind != OK && strings.EqualFold(strings.TrimSpace(r.Text), ggp.Busy) {
			gone = append(gone, m.cfg.Players[seat].Name)
		}
	}
	if len(gone) == 0 {
		return ""
	}
	slices.Sort(gone)
	return fmt.Sprintf("it broke off at step %d, and %s does not play it any more", len(m.rec.Moves), strings.Join(slices.Compact(gone), ", "))
}
