package match

import (
	"fmt"
	"strings"

	"ludens/game"
	"ludens/ggp"
)

func (m *Match) begin(at int64) {
	m.rec.StartTime = at
	m.rec.Replies = [][]Reply{make([]Reply, len(m.facts.Seats))}
	m.position(at)
	if m.cfg.PreviewClock > 0 {
		m.phase = phasePreview
		m.ask(at, m.cfg.PreviewClock, func(int) ggp.Message {
			return ggp.Preview{Rules: m.cfg.Rules, Clock: m.cfg.PreviewClock}
		})
		return
	}
	m.start(at)
}

// ask opens a round: a message to every player.
func (m *Match) ask(at int64, clock int, message func(seat int) ggp.Message) {
	m.request++
	m.asked = at
	m.waiting = m.facts.Players
	clear(m.replied)
	clear(m.replies)
	for seat := range m.facts.Players {
		msg, clock := message(seat), clock
		if _, ends := msg.(ggp.Abort); ends {
			clock = abortClock
		}
		m.effect(Send{Seat: seat, Request: m.request, Message: msg, Clock: clock})
	}
}

func (m *Match) start(at int64) {
	m.phase = phaseStart
	m.ask(at, m.cfg.StartClock, func(seat int) ggp.Message {
		return ggp.Start{
			MatchID: m.cfg.ID, Role: m.facts.Seats[seat], Rules: m.cfg.Rules,
			StartClock: m.cfg.StartClock, PlayClock: m.cfg.PlayClock,
		}
	})
}

// answered judges an answer.
func (m *Match) answered(at int64, seat int, text string) {
	reply := Reply{Text: cut(text)}
	switch m.phase {
	case phaseStart:
		m.heardStart(seat, text)
	case phasePlay:
		move, err := ggp.ReadMove(text)
		if err != nil {
			reply.Kind, reply.Detail = Garbage, cut(err.Error())
		} else if legal, err := m.legal(seat, move); err != nil {
			reply.Kind, reply.Detail = Illegal, cut(err.Error())
		} else {
			m.moves[seat] = legal
		}
		m.heardMove(seat, text, reply.Kind == OK)
	}
	m.settle(at, seat, reply)
}

func (m *Match) legal(seat int, text string) (game.Move, error) {
	move, err := m.machine.Parse(seat, text)
	if err != nil {
		return 0, err
	}
	if m.cfg.ExactCase {
		if label := m.machine.Label(seat, move); !sameTerm(label, text) {
			return 0, fmt.Errorf("%w: letter case differs from %s", game.ErrMove, label)
		}
	}
	return move, nil
}

// sameTerm compares a label with a term in ggp's spelling.
func sameTerm(label, text string) bool {
	tidied, err := ggp.Tidy(label)
	return err == nil && tidied == text
}

func (m *Match) expired(at int64, ev Expired) {
	if m.waiting == 0 || ev.Request != m.request {
		m.stale(ev)
		return
	}
	for _, seat := range m.Waiting() {
		m.settle(at, seat, Reply{Kind: Timeout})
	}
}

// settle notes how a player's request ended, and closes the round with the last.
func (m *Match) settle(at int64, seat int, reply Reply) {
	reply.Detail = cut(reply.Detail)
	reply.Millis = max(at-m.asked, 0)
	m.replies[seat] = reply
	m.replied[seat] = true
	if m.waiting--; m.waiting == 0 {
		m.roundDone(at)
	}
}

func cut(s string) string {
	if len(s) > MaxReplyText {
		s = s[:MaxReplyText]
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

func (m *Match) roundDone(at int64) {
	switch m.phase {
	case phasePreview:
		m.noteStart()
		m.start(at)
	case phaseStart:
		m.noteStart()
		if seat := m.busySeat(); seat >= 0 && !m.cfg.DespiteBusy {
			m.quit(at, m.rec.Notes[len(m.rec.Notes)-1].Text)
			return
		}
		m.fail()
		m.turn(at)
	case phasePlay:
		if reason := m.left(); reason != "" {
			m.quit(at, reason)
			return
		}
		m.fail()
		m.play(at)
	case phaseEnd:
		m.phase = phaseOver
		m.effect(Over{})
	}
}

// noteStart keeps the replies to PREVIEW and START in one row, as GGP-Base does;
// a failed PREVIEW stays visible unless START failed too.
func (m *Match) noteStart() {
	row := m.rec.Replies[0]
	for role, seat := range m.facts.RoleSeat {
		if row[role].Kind == OK || m.replies[seat].Kind != OK {
			row[role] = m.replies[seat]
		}
	}
}

// busySeat notes who answered START with busy, and gives the last of them, -1 if
// there is none.
func (m *Match) busySeat() int {
	busy := -1
	for seat := range m.facts.Players {
		if r := m.replies[seat]; r.Kind == OK && strings.EqualFold(strings.TrimSpace(r.Text), ggp.Busy) {
			m.note(NoteBusy, seat, "%s is busy: it plays another match, or cannot play this game", m.cfg.Players[seat].Name)
			m.heard[seat].told = true // what else it answers says no more
			busy = seat
		}
	}
	return busy
}
