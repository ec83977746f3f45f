package exec

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

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
		if m.waiting && mv <= game.Move(m.question.N) {
			return m.outcomeTexts()[mv-1]
		}
		return "unknown"
	}
	m.settle()
	if m.err != nil || !m.named() {
		return "unknown"
	}
	i := m.index(mv)
	if i < 0 {
		return "unknown"
	}
	if texts := m.moveTexts(); i < len(texts) {
		return texts[i]
	}
	return "unknown"
}

// moveTexts are the texts of all moves of the position, no two the same; none after a fault.
func (m *Machine) moveTexts() []string {
	n := &m.names
	if len(n.texts) == len(m.c.Moves) {
		return n.texts
	}
	n.texts = n.texts[:0]
	g := m.c.glance()
	var err error
	for i := range m.c.Moves {
		n.texts = append(n.texts, m.c.MoveText(&m.c.Moves[i]))
		if err = g.step(); err != nil {
			break
		}
	}
	if err == nil {
		err = number(n.texts, func(i int) int { return int(m.c.Moves[i].Mover) }, g)
	}
	if err != nil {
		n.texts = n.texts[:0]
		if m.err == nil {
			m.err = err
		}
	}
	return n.texts
}

// outcomeTexts are the texts of what chance may decide.
func (m *Machine) outcomeTexts() []string {
	n := &m.names
	if len(n.texts) == m.question.N {
		return n.texts
	}
	n.texts = n.texts[:0]
	for o := range m.question.N {
		n.texts = append(n.texts, m.outcomeText(o))
	}
	_ = number(n.texts, func(int) int { return 0 }, glance{}) // without a sign nothing ends it; they are few
	return n.texts
}

// number tells texts apart that are the same but for letter case, within a group:
// the first stays as it is, the second becomes (choice 2 …).
func number(texts []string, group func(i int) int, g glance) error {
	type key struct {
		group int
		text  string
	}
	seen := make(map[key]int, len(texts))
	for i, t := range texts {
		k := key{group(i), strings.ToLower(t)}
		if seen[k]++; seen[k] > 1 {
			texts[i] = fmt.Sprintf("(choice %d %s)", seen[k], t)
		}
		if err := g.step(); err != nil {
			return err
		}
	}
	return nil
}

func (m *Machine) outcomeText(o int) string {
	q, p := &m.question, m.c.Prog
	switch {
	case q.Die >= 0 && q.Die < len(p.ContainerOf):
		cont := &p.Containers[p.ContainerOf[q.Die]]
		d := q.Die - cont.From
		if d >= 0 && d < len(cont.Faces) && o < len(cont.Faces[d]) {
			return fmt.Sprintf("(roll %d %d)", d+1, cont.Faces[d][o])
		}
	case o < len(q.Sites):
		return "(draw " + p.SiteText(p.KindAt(q.Sites[o]), q.Sites[o]) + ")"
	case o < len(q.What):
		return "(draw " + p.pieceText(int32(q.What[o])) + ")"
	}
	return fmt.Sprintf("(draw %d)", o+1)
}

// Parse reads a move that is legal here.
func (m *Machine) Parse(seat int, text string) (game.Move, error) {
	var found game.Move
	n := 0
	g := m.c.glance()
	for _, mv := range m.Legal(seat, nil) {
		label := m.Label(seat, mv)
		if label == text {
			return mv, nil
		}
		if n < 2 && alike(label, text) {
			found = mv
			n++
		}
		if err := g.step(); err != nil {
			return 0, err
		}
	}
	if m.err != nil {
		return 0, m.err
	}
	if n == 1 {
		return found, nil
	}
	return 0, fmt.Errorf("%w: %s", game.ErrMove, text)
}

// alike compares texts in which letter case and blanks do not count.
func alike(a, b string) bool {
	for {
		var x, y string
		x, a = token(a)
		y, b = token(b)
		if !strings.EqualFold(x, y) {
			return false
		}
		if x == "" {
			return true
		}
	}
}

// token cuts off the first word or parenthesis, "" at the end.
func token(s string) (first, rest string) {
	s = strings.TrimLeftFunc(s, unicode.IsSpace)
	n := strings.IndexFunc(s, func(r rune) bool { return r == '(' || r == ')' || unicode.IsSpace(r) })
	switch n {
	case -1:
		n = len(s)
	case 0:
		n = 1
	}
	return s[:n], s[n:]
}

// SiteText names a site: by its label where it is of the board's default kind,
// with the kind before it otherwise, by container and place outside the board.
func (p *Program) SiteText(k Kind, site int) string {
	if site < 0 {
		return "off"
	}
	if site < len(p.ContainerOf) && p.ContainerOf[site] > 0 && k == cellKind {
		c := &p.Containers[p.ContainerOf[site]]
		return word(strings.ToLower(c.Name)) + ":" + strconv.Itoa(site-c.From+1)
	}
	sites := p.Topo.Of(k).Sites
	if site >= len(sites) {
		return "#" + strconv.Itoa(site)
	}
	label := word(sites[site].Label)
	if sites[site].Label == "" || p.twice[k][sites[site].Label] {
		label = "#" + strconv.Itoa(site)
	}
	if k != p.Default {
		return strings.ToLower(k.String()) + ":" + label
	}
	return label
}

// FindLabels notes which labels several sites share, and makes room for the board as it
// is drawn. It is called when a program is
// made into a game, before anybody else has it.
func (p *Program) FindLabels() {
	if p.twice[0] != nil {
		return
	}
	p.pictured = &pictured{}
	for k := range p.twice {
		seen := map[string]bool{}
		p.twice[k] = map[string]bool{}
		if p.Topo == nil {
			continue
		}
		for i := range p.Topo.Of(Kind(k)).Sites {
			l := p.Topo.Of(Kind(k)).Sites[i].Label
			if seen[l] {
				p.twice[k][l] = true
			}
			seen[l] = true
		}
	}
}

// pieceText names a component so that it reads as one word.
func (p *Program) pieceText(what int32) string {
	if what < 1 || int(what) >= len(p.Components) {
		return strconv.Itoa(int(what))
	}
	return word(p.Components[what].Name)
}

// word makes one word of a name, such as the protocol can carry.
func word(s string) string {
	if s == "" {
		return "none"
	}
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r == 0x7f || strings.ContainsRune(`();"?'`, r) {
			return '_'
		}
		return r
	}, s)
}
