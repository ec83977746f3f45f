package match

import (
	"fmt"
	"strings"

	"ludens/ggp"
)

// The kinds of Note.
const (
	// NoteRules: the description is faulty in a way that the match could go on with.
	NoteRules = "rules"
	// NoteBusy: the player answered START with busy.
	NoteBusy = "busy"
	// NoteDialect: nothing that the player answered can be told to be a move of the
	// game, so that it seems not to understand what it is sent.
	NoteDialect = "dialect"
	// NoteSilent: the player never answered anything.
	NoteSilent = "silent"
	// NoteForfeit: the player has lost by failing to answer, see Config.Forfeit.
	NoteForfeit = "forfeit"
)

// Note is a remark about a match for those who hold it, beyond how each request
// ended: programs tell it by Kind, people read Text.
type Note struct {
	Kind string `json:"kind"`
	Role string `json:"role,omitempty"` // whom it is about; empty: the match
	Text string `json:"text"`
}

// Has reports whether a record has a note of a kind.
func (r *Record) Has(kind string) bool {
	for _, n := range r.Notes {
		if n.Kind == kind {
			return true
		}
	}
	return false
}

// note keeps a remark and tells of it. A seat below 0 stands for the match.
func (m *Match) note(kind string, seat int, format string, args ...any) {
	n := Note{Kind: kind, Text: cut(fmt.Sprintf(format, args...))}
	if seat >= 0 {
		n.Role = m.facts.Seats[seat]
	}
	m.rec.Notes = append(m.rec.Notes, n)
	m.effect(Noted{n})
}

// hearing is what a player's answers say of whether it understands the messages.
type hearing struct {
	answered bool   // anything at all
	odd      string // what it answered to START, if that was no word; "" if it was
	moves    int    // answers to PLAY
	sense    int    // of these, moves of the game, legal or not
	first    string // the first that was none
	told     bool   // a note was made
}

// mostSenseless is after how many answers without sense a player is taken for one
// that does not understand; one is enough if its answer to START was odd.
const mostSenseless = 3

// heardStart looks at an answer to START. Players say ready, but any word will do:
// older ones say READY or OK, or a sentence in parentheses.
func (m *Match) heardStart(seat int, text string) {
	h := &m.heard[seat]
	h.answered = true
	if _, err := ggp.ReadMove(text); err != nil {
		h.odd = fmt.Sprintf("%q", cutTo(text, 80))
	}
}

// heardMove looks at an answer to PLAY that was or was not a legal move. One that
// is not still makes sense if it has the name of a move that was legal before,
// for anybody: such a player understands the messages, but not the game, or has
// lost the thread.
func (m *Match) heardMove(seat int, text string, legal bool) {
	h := &m.heard[seat]
	h.answered = true
	if legal || m.isMoveName(headOf(text)) {
		h.moves++
		h.sense++
		return
	}
	m.senseless(seat, fmt.Sprintf("%q", cutTo(text, 80)))
}

// heardNoise takes in that a player answered what is no answer of the protocol at
// all.
func (m *Match) heardNoise(seat int, detail string) {
	h := &m.heard[seat]
	h.answered = true
	what := "noise (" + cutTo(detail, 120) + ")"
	switch m.phase {
	case phaseStart:
		h.odd = what
	case phasePlay:
		m.senseless(seat, what)
	}
}

// senseless counts an answer to PLAY that is no move of this game.
func (m *Match) senseless(seat int, what string) {
	h := &m.heard[seat]
	h.moves++
	if h.first == "" {
		h.first = what
	}
	if h.moves >= mostSenseless || h.odd != "" {
		m.judge(seat)
	}
}

// judge notes that a player has never made sense, if that is so.
func (m *Match) judge(seat int) {
	h := &m.heard[seat]
	name := m.cfg.Players[seat].Name
	switch {
	case h.told:
		return
	case !h.answered:
		m.note(NoteSilent, seat, "%s never answered", name)
	case h.sense == 0 && h.moves > 0:
		start := ""
		if h.odd != "" {
			start = ", and START with " + h.odd
		}
		m.note(NoteDialect, seat, "%s seems not to understand the messages: it answered PLAY with %s, which is no move of this game%s; another dialect may help",
			name, h.first, start)
	default:
		return
	}
	h.told = true
}

// isMoveName reports whether a name is that of a move which is or was legal. Only
// what is asked for is looked up: most matches need none of it.
func (m *Match) isMoveName(name string) bool {
	if name == "" {
		return false
	}
	if at := len(m.rec.States); m.namedAt != at {
		m.namedAt = at
		if m.names == nil {
			m.names = map[string]bool{}
		}
		for seat := range m.facts.Seats {
			for _, move := range m.machine.Legal(seat, nil) {
				m.names[headOf(m.machine.Label(seat, move))] = true
			}
		}
		for _, row := range m.rec.Moves {
			for _, text := range row {
				m.names[headOf(text)] = true
			}
		}
	}
	return m.names[name]
}

// headOf is the name of a move's text, in lower case: "mark" of "( Mark 1 2 )".
// It is empty for what has none.
func headOf(text string) string {
	words := strings.Fields(strings.NewReplacer("(", " ", ")", " ").Replace(text))
	if len(words) == 0 {
		return ""
	}
	return strings.ToLower(words[0])
}

func cutTo(s string, n int) string {
	if len(s) > n {
		return strings.ToValidUTF8(s[:n], "") + "…"
	}
	return s
}
