package match

import (
	"fmt"
	"strings"

	"ludens/ggp"
)

// fail counts the failures of the round that is done, and notes who has lost by them.
func (m *Match) fail() {
	if m.cfg.Forfeit == 0 {
		return
	}
	for seat := range m.facts.Players {
		r := m.replies[seat]
		why := ""
		switch {
		case m.lost[seat]:
			continue
		case m.phase == phaseStart && r.Kind != OK:
			why = fmt.Sprintf("it did not answer START (%s)", r.Kind)
		case m.phase == phaseStart && strings.EqualFold(strings.TrimSpace(r.Text), ggp.Busy):
			why = "it is busy"
		case m.phase == phasePlay && r.Kind != OK:
			if m.failed[seat]++; m.failed[seat] == m.cfg.Forfeit {
				why = fmt.Sprintf("no legal move in time, for the %s time (%s)", ordinal(m.failed[seat]), r.Kind)
			}
		}
		if why != "" {
			m.lost[seat] = true
			m.note(NoteForfeit, seat, "%s has lost: %s", m.cfg.Players[seat].Name, why)
		}
	}
}

func ordinal(n int) string {
	suffix := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprint(n, suffix)
}

// forfeited reports that the match is over because too few are left who play, and why.
func (m *Match) forfeited() (reason string, over bool) {
	var gone []string
	for seat, lost := range m.lost {
		if lost {
			gone = append(gone, m.cfg.Players[seat].Name)
		}
	}
	left := m.facts.Players - len(gone)
	if len(gone) == 0 || left > 1 {
		return "", false
	}
	return "forfeited by " + strings.Join(gone, ", "), true
}

// Forfeits tells, in role order, who has lost by failing to answer.
func (r *Record) Forfeits() []bool {
	out := make([]bool, len(r.Roles))
	for _, n := range r.Notes {
		for role, name := range r.Roles {
			if n.Kind == NoteForfeit && n.Role == name {
				out[role] = true
			}
		}
	}
	return out
}
