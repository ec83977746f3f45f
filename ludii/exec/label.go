package exec

import (
	"fmt"
	"strconv"
	"strings"

	"ludens/game"
)

// Label writes a move as an s-expression that a person can read: its actions in
// order, sites by their labels. What follows from a move by the rules is not
// written. docs/protocol.md has the format.
func (m *Machine) Label(seat int, mv game.Move) string {
	if mv == Noop {
		return "noop"
	}
	if m.g.facts.NatureSeat(seat) {
		return m.natureLabel(int(mv) - 1)
	}
	m.hash()
	i := m.index(mv)
	if i < 0 {
		return "unknown"
	}
	text := m.c.MoveText(&m.c.Moves[i])
	// Moves that look alike and are not are numbered.
	n := 0
	for j := range i {
		if m.c.MoveText(&m.c.Moves[j]) == text {
			n++
		}
	}
	if n > 0 {
		return fmt.Sprintf("(choice %d %s)", n+1, text)
	}
	return text
}

func (m *Machine) natureLabel(o int) string {
	switch {
	case m.question.Die != Off && m.question.N > 0 && m.question.Die < len(m.g.p.ContainerOf):
		cont := &m.g.p.Containers[m.g.p.ContainerOf[m.question.Die]]
		d := m.question.Die - cont.From
		if d >= 0 && d < len(cont.Faces) && o < len(cont.Faces[d]) {
			return fmt.Sprintf("(roll %d %d)", d+1, cont.Faces[d][o])
		}
	case o < len(m.question.Sites):
		return "(draw " + m.g.p.SiteText(m.g.p.KindAt(m.question.Sites[o]), m.question.Sites[o]) + ")"
	}
	return fmt.Sprintf("(draw %d)", o+1)
}

// Parse reads a move that is legal here.
func (m *Machine) Parse(seat int, text string) (game.Move, error) {
	want := normal(text)
	var found game.Move
	n := 0
	for _, mv := range m.Legal(seat, nil) {
		label := m.Label(seat, mv)
		if label == text {
			return mv, nil
		}
		if normal(label) == want {
			found = mv
			n++
		}
	}
	if n == 1 {
		return found, nil
	}
	return 0, fmt.Errorf("%w: %s", game.ErrMove, text)
}

// normal writes a text so that case and blanks do not count.
func normal(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "(", " ( "), ")", " ) ")
	return strings.ToLower(strings.Join(strings.Fields(s), " "))
}

// SiteText names a site: by its label where it is of the board's default kind,
// with the kind before it otherwise, by container and place outside the board.
func (p *Program) SiteText(k Kind, site int) string {
	if site < 0 {
		return "off"
	}
	if site < len(p.ContainerOf) && p.ContainerOf[site] > 0 && k == cellKind {
		c := &p.Containers[p.ContainerOf[site]]
		return strings.ToLower(c.Name) + ":" + strconv.Itoa(site-c.From+1)
	}
	sites := p.Topo.Of(k).Sites
	if site >= len(sites) {
		return "#" + strconv.Itoa(site)
	}
	label := sites[site].Label
	if label == "" || p.labelTwice(k, label) {
		label = "#" + strconv.Itoa(site)
	}
	if k != p.Default {
		return strings.ToLower(k.String()) + ":" + label
	}
	return label
}

// labelTwice reports a label that several sites share.
func (p *Program) labelTwice(k Kind, label string) bool {
	if p.twice[k] == nil {
		return false
	}
	return p.twice[k][label]
}

// FindLabels notes which labels several sites share. It is called once, when the
// program is made.
func (p *Program) FindLabels() {
	for k := range p.twice {
		seen := map[string]bool{}
		p.twice[k] = map[string]bool{}
		for i := range p.Topo.Of(Kind(k)).Sites {
			l := p.Topo.Of(Kind(k)).Sites[i].Label
			if seen[l] {
				p.twice[k][l] = true
			}
			seen[l] = true
		}
	}
}

// MoveText writes the actions of a move.
func (c *Ctx) MoveText(m *Move) string {
	var parts []string
	for i := m.Actions[0]; i < m.Actions[1]; i++ {
		if t := c.actionText(&c.Actions[i]); t != "" {
			parts = append(parts, t)
		}
	}
	switch len(parts) {
	case 0:
		return "(pass)"
	case 1:
		return parts[0]
	}
	return "(do " + strings.Join(parts, " ") + ")"
}

// pieceText names a component so that it reads as one word.
func (p *Program) pieceText(what int32) string {
	if what < 1 || int(what) >= len(p.Components) {
		return strconv.Itoa(int(what))
	}
	return word(p.Components[what].Name)
}

// word makes one word of a name.
func word(s string) string {
	if s == "" {
		return "none"
	}
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r == '(' || r == ')' || r == ';' || r == '"' {
			return '_'
		}
		return r
	}, s)
}

func (c *Ctx) actionText(a *Action) string {
	p := c.Prog
	to := func() string { return p.SiteText(a.KindTo, int(a.To)) }
	from := func() string { return p.SiteText(a.Kind, int(a.From)) }
	level := func(n int16, word string) string {
		if n == Undefined || !p.Flags.Stacking {
			return ""
		}
		return fmt.Sprintf(" (%s %d)", word, n)
	}
	details := func() string {
		s := ""
		for _, d := range []struct {
			name     string
			n, unset int32
		}{{"count", a.Count, 1}, {"state", a.State, Undefined}, {"rotation", a.Rotation, Undefined}, {"value", a.Value, Undefined}} {
			if d.n != d.unset {
				s += fmt.Sprintf(" (%s %d)", d.name, d.n)
			}
		}
		return s
	}
	names := func(list []string) string {
		if int(a.What) < len(list) {
			return word(list[a.What])
		}
		return strconv.Itoa(int(a.What))
	}
	switch a.Op {
	case OpAdd, OpInsert:
		return "(add " + p.pieceText(a.What) + " " + to() + level(a.Level, "level") + details() + ")"
	case OpMove, OpMoveN:
		return "(move " + from() + " " + to() + level(a.Level, "level") + level(a.LevelTo, "onto") + details() + ")"
	case OpMoveStack:
		return "(stack " + from() + " " + to() + level(a.Level, "level") + details() + ")"
	case OpCopy:
		return "(copy " + from() + " " + to() + details() + ")"
	case OpRemove:
		return "(remove " + to() + level(a.Level, "level") + ")"
	case OpPromote:
		return "(promote " + to() + " " + p.pieceText(a.What) + level(a.Level, "level") + details() + ")"
	case OpSelect:
		if a.To >= 0 && a.To != a.From {
			return "(select " + from() + " " + to() + level(a.Level, "level") + ")"
		}
		return "(select " + from() + level(a.Level, "level") + ")"
	case OpPass:
		return "(pass)"
	case OpSwap:
		return fmt.Sprintf("(swap p%d p%d)", a.Player, a.What)
	case OpSetState:
		return fmt.Sprintf("(state %s %d)", to(), a.State)
	case OpSetCount:
		return fmt.Sprintf("(count %s %d)", to(), a.Count)
	case OpSetRotation:
		return fmt.Sprintf("(rotation %s %d)", to(), a.Rotation)
	case OpSetValue:
		return fmt.Sprintf("(value %s %d)", to(), a.Value)
	case OpNext:
		return fmt.Sprintf("(next p%d)", a.Player)
	case OpBet:
		return fmt.Sprintf("(bet %d)", a.Value)
	case OpPropose:
		return "(propose " + names(p.Notions) + ")"
	case OpVote:
		return "(vote " + names(p.Notions) + ")"
	case OpSet:
		return fmt.Sprintf("(set %s %d)", to(), a.Value)
	case OpToggle:
		return fmt.Sprintf("(toggle %s %d)", to(), a.Value)
	case OpForfeit:
		return fmt.Sprintf("(forfeit p%d)", a.Player)
	case OpTrump:
		return fmt.Sprintf("(trump %d)", a.Value)
	case OpDie, OpDiceEqual, OpThen, OpNone:
		return "" // chance, and what follows by the rules
	case OpCounter, OpTemp, OpPending, OpStore, OpNote:
		return "" // what the rules keep in mind; a player does not choose it
	case OpUse:
		return "(use " + to() + ")"
	}
	return fmt.Sprintf("(effect %d %d %d)", a.Op, a.What, a.Value)
}
