package exec

import (
	"fmt"
	"slices"
)

// Fluents appends what is to be seen of the position as facts, sorted:
//
//	(at A1 Rook1) (at A1 Rook1 (count 2) (state 1)) (at A1 Rook1 (level 0))
//	(mover p1) (next p2) (score p1 3) (amount p1 10) (pot 5) (die dice:1 6)
//	(seat p1 2): p1 plays for player 2 since a swap; (phase p1 Name)
//	(value A1 3): a value of a puzzle
//	(over) (rank p1 1)
//
// They are for people, for drawings and for holding two matches against each
// other; a position is more than its facts.
func (m *Machine) Fluents(dst []string) []string { return m.c.facts(dst, 0) }

// percepts appends what the last step has shown to a seat: the facts of the
// position without what is hidden from its player. A piece that is seen to be
// there, but not which it is, is written "hidden".
func (m *Machine) percepts(seat int, dst []string) []string {
	dst = dst[:0]
	if !m.stepped || seat >= m.g.facts.Players {
		return dst
	}
	return m.c.facts(dst, m.player(seat))
}

// facts gives the facts that a player sees, all for player 0.
func (c *Ctx) facts(dst []string, player int) []string {
	dst = dst[:0]
	p, s := c.Prog, c.State
	for k := range s.Sites {
		for site := range s.Sites[k].What {
			dst = c.factsAt(dst, Kind(k), site, player)
		}
	}
	who := func(n int32) string { return fmt.Sprintf("p%d", n) }
	if s.Over {
		dst = append(dst, "(over)")
	} else if c.Mode() == Alternating && p.Players > 0 {
		dst = append(dst, "(mover "+who(s.Mover)+")")
	}
	for i := int32(1); int(i) <= p.Players; i++ {
		if s.Rank[i] > 0 {
			dst = append(dst, fmt.Sprintf("(rank %s %v)", who(i), s.Rank[i]))
		}
		if p.Flags.Score {
			dst = append(dst, fmt.Sprintf("(score %s %d)", who(i), s.Score[i]))
		}
		if p.Flags.Amount || p.Flags.Bet {
			dst = append(dst, fmt.Sprintf("(amount %s %d)", who(i), s.Amount[i]))
		}
		if s.Order[i] != i {
			dst = append(dst, fmt.Sprintf("(seat %s %d)", who(i), s.Order[i]))
		}
		if len(p.Phases) > 1 {
			dst = append(dst, fmt.Sprintf("(phase %s %s)", who(i), word(p.Phases[s.Phase[i]].Name)))
		}
	}
	if len(s.MatchScore) > 0 {
		dst = append(dst, fmt.Sprintf("(game %d)", s.Instance+1))
		for i := 1; i <= p.Players; i++ {
			dst = append(dst, fmt.Sprintf("(matchscore p%d %d)", i, s.MatchScore[i]))
		}
	}
	if s.Pot != 0 {
		dst = append(dst, fmt.Sprintf("(pot %d)", s.Pot))
	}
	for _, ci := range p.Dice {
		cont := &p.Containers[ci]
		for d, face := range s.Dice[cont.Dice] {
			if face != 0 {
				dst = append(dst, fmt.Sprintf("(die %s %d)", p.SiteText(cellKind, cont.From+d), face))
			}
		}
	}
	if p.Puzzle != nil {
		for _, of := range p.Puzzle.Variables() {
			for site := range s.Values[of.Kind] {
				if v, ok := s.Resolved(of.Kind, site); ok {
					dst = append(dst, fmt.Sprintf("(value %s %d)", p.SiteText(of.Kind, site), v))
				}
			}
		}
	}
	slices.Sort(dst)
	return dst
}

// factsAt gives the facts about a site.
func (c *Ctx) factsAt(dst []string, k Kind, site, player int) []string {
	t := &c.Sites[k]
	if c.Values[k] != nil || k == cellKind && c.Prog.kindOfContainer(site) == DiceContainer {
		return dst // facts of other forms
	}
	unseen := func(it Item) bool { return player > 0 && it.Hidden&HideAll.bit(player) != 0 }
	if t.Stack == nil {
		if it, _ := c.item(k, site, Undefined); it.What != 0 && !unseen(it) {
			dst = append(dst, c.fact(k, site, Undefined, it, c.CountAt(k, site), player))
		}
		return dst
	}
	for level, it := range t.Stack[site] {
		if !unseen(it) {
			dst = append(dst, c.fact(k, site, level, it, 1, player))
		}
	}
	return dst
}

// kindOfContainer tells what the container of a cell is.
func (p *Program) kindOfContainer(site int) ContainerKind {
	if site < len(p.ContainerOf) {
		return p.Containers[p.ContainerOf[site]].Kind
	}
	return BoardContainer
}

// fact writes what is on a level of a site.
func (c *Ctx) fact(k Kind, site, level int, it Item, count, player int) string {
	p := c.Prog
	place := p.SiteText(k, site)
	hidden := func(d HiddenData) bool { return player > 0 && it.Hidden&d.bit(player) != 0 }
	piece := p.pieceText(int32(it.What))
	if hidden(HideWhat) {
		piece = "hidden"
	}
	s := "(at " + place + " " + piece
	if level != Undefined {
		s += fmt.Sprintf(" (level %d)", level)
	}
	if it.What > 0 && int(it.What) < len(p.Components) && int(it.Who) != p.Components[it.What].Owner && !hidden(HideWho) {
		s += fmt.Sprintf(" (owner p%d)", it.Who)
	}
	if count > 1 && !hidden(HideCount) {
		s += fmt.Sprintf(" (count %d)", count)
	}
	for _, d := range []struct {
		name string
		n    int16
		of   HiddenData
	}{{"state", it.State, HideState}, {"rotation", it.Rotation, HideRotation}, {"value", it.Value, HideValue}} {
		if d.n > 0 && !hidden(d.of) {
			s += fmt.Sprintf(" (%s %d)", d.name, d.n)
		}
	}
	return s + ")"
}
