package exec

import (
	"fmt"
	"slices"
	"strings"

	"ludens/game"
)

var _ game.Depicter = (*Machine)(nil)

// Board is where the present game takes place, as it is drawn.
func (m *Machine) Board() *game.Board { return m.c.Prog.picture().board }

// Depict writes what a seat sees of the position; everything for seat -1.
func (m *Machine) Depict(seat int, d *game.Depiction) {
	*d = game.Depiction{Pieces: d.Pieces[:0], Texts: d.Texts[:0], Last: d.Last[:0], Checked: d.Checked[:0], Facts: d.Facts[:0]}
	player := 0
	if seat >= 0 && seat < m.g.facts.Players && m.c.Prog.Flags.Hidden {
		player = m.player(seat)
	}
	c := m.c
	at := c.Prog.picture()
	for k := range c.Sites {
		for site := range c.Sites[k].What {
			if index := at.index(Kind(k), site); index >= 0 {
				m.depictSite(d, Kind(k), site, index, player)
			}
		}
		if c.Sites[k].Playable != nil && Kind(k) == c.Prog.Default {
			d.Open = m.open(Kind(k), at, d.Open)
		}
	}
	m.depictDice(d, at)
	m.depictPuzzle(d, at)
	m.depictChecks(d, at)
	if l := &c.Last; l.Valid && c.State.Moves > 0 && (player == 0 || int(l.Mover) == player) {
		for _, s := range []int32{at.index(l.FromKind, int(l.From)), at.index(l.ToKind, int(l.To))} {
			if s >= 0 && !slices.Contains(d.Last, s) {
				d.Last = append(d.Last, s)
			}
		}
	}
	for _, f := range c.facts(nil, player) {
		if strings.HasSuffix(f, " p0)") || strings.HasPrefix(f, "(seat ") && strings.HasSuffix(f, " 0)") {
			continue // nothing has been set yet: Nature begins
		}
		if !strings.HasPrefix(f, "(at ") && !strings.HasPrefix(f, "(die ") && !strings.HasPrefix(f, "(value ") {
			d.Facts = append(d.Facts, f)
		}
	}
}

// depictSite writes what is on a site.
func (m *Machine) depictSite(d *game.Depiction, k Kind, site int, index int32, player int) {
	c := m.c
	if c.Values[k] != nil || k == cellKind && c.Prog.kindOfContainer(site) == DiceContainer {
		return
	}
	t := &c.Sites[k]
	if t.Stack == nil {
		if it, _ := c.item(k, site, Undefined); it.What > 0 {
			m.depictItem(d, k, site, index, it, c.CountAt(k, site), player)
		}
		return
	}
	for _, it := range t.Stack[site] {
		if it.What > 0 {
			m.depictItem(d, k, site, index, it, 1, player)
		}
	}
}

func (m *Machine) depictItem(d *game.Depiction, k Kind, site int, index int32, it Item, count, player int) {
	p := m.c.Prog
	hidden := func(of HiddenData) bool { return player > 0 && it.Hidden&of.bit(player) != 0 }
	if hidden(HideAll) || int(it.What) >= len(p.Components) {
		return
	}
	s := game.Shown{
		Site: index, Kind: int32(it.What), Owner: p.Components[it.What].Owner - 1, Count: int32(max(count, 1)),
		State: int32(it.State), Value: int32(it.Value), Turn: int32(it.Rotation),
	}
	if owners := m.c.owners; int(it.What) < len(owners) && it.Who != owners[it.What] {
		s.Owner = int(it.Who) - 1
	}
	if m.c.isLarge(int(it.What)) && m.c.onBoard(site) && !hidden(HideState) {
		for _, other := range p.Footprint(int(it.What), site, int(it.State), nil) {
			if o := m.c.Prog.picture().index(k, other); o >= 0 && o != index {
				s.Covers = append(s.Covers, o)
			}
		}
	}
	if p.Flags.LineOfPlay || p.Flags.Dominoes || m.c.isLarge(int(it.What)) {
		s.Count = 1 // numbers that say what lies there, not how much
	}
	for of, field := range map[HiddenData]*int32{HideWhat: &s.Kind, HideCount: &s.Count, HideState: &s.State, HideValue: &s.Value, HideRotation: &s.Turn} {
		if hidden(of) {
			*field = 0
		}
	}
	if hidden(HideWho) {
		s.Owner = -1
	}
	d.Pieces = append(d.Pieces, s)
}

// open lists the sites of a board without an edge that may be played on or are taken.
func (m *Machine) open(k Kind, at *pictured, dst []int32) []int32 {
	t := &m.c.Sites[k]
	dst = dst[:0]
	for site := range m.c.Prog.Topo.NumSites(k) {
		if t.Playable.Has(site) || site < len(t.What) && t.What[site] != 0 || !t.Empty.Has(site) {
			if i := at.index(k, site); i >= 0 {
				dst = append(dst, i)
			}
		}
	}
	return dst
}

// depictDice writes what the dice show when the mover decides.
func (m *Machine) depictDice(d *game.Depiction, at *pictured) {
	c, p := m.c, m.c.Prog
	if len(p.Dice) > 0 && !m.waiting {
		m.settle()
	}
	for i, ci := range p.Dice {
		cont := &p.Containers[ci]
		for die := range cont.N {
			site := cont.From + die
			index := at.index(cellKind, site)
			if index < 0 || i >= len(c.Dice) || die >= len(c.Dice[i]) {
				continue
			}
			s := game.Shown{Site: index, Count: 1, Owner: -1, Face: c.Dice[i][die]}
			if t := &c.Sites[cellKind]; site < len(t.What) {
				s.Kind = int32(t.What[site])
			}
			if !m.waiting && m.err == nil {
				if face := thrown(c, int32(site)); face >= 0 && die < len(cont.Faces) && int(face) < len(cont.Faces[die]) {
					s.Face = int32(cont.Faces[die][face])
				}
			}
			d.Pieces = append(d.Pieces, s)
		}
	}
}

// depictPuzzle writes the numbers of a puzzle and what is asked of regions.
func (m *Machine) depictPuzzle(d *game.Depiction, at *pictured) {
	p := m.c.Prog
	if p.Puzzle == nil {
		return
	}
	for _, of := range p.Puzzle.Variables() {
		for site := range m.c.Values[of.Kind] {
			if v, ok := m.c.Resolved(of.Kind, site); ok {
				if i := at.index(of.Kind, site); i >= 0 {
					d.Texts = append(d.Texts, game.SiteText{Site: i, Text: fmt.Sprint(v)})
				}
			}
		}
	}
	for i := range p.Puzzle.Hints {
		h := &p.Puzzle.Hints[i]
		if len(h.Sites) == 0 || h.Value < 0 {
			continue
		}
		if at := at.index(h.Kind, h.Sites[0]); at >= 0 {
			d.Texts = append(d.Texts, game.SiteText{Site: at, Text: fmt.Sprint(h.Value), Given: true})
		}
	}
}

// depictChecks finds out which pieces that checks are shown of could be captured. It asks another
// machine, so that nothing becomes of this one if the rules take too long.
func (m *Machine) depictChecks(d *game.Depiction, at *pictured) {
	p := m.c.Prog
	if at.board == nil || len(at.board.Look.Checks) == 0 || p.Flags.Hidden || m.waiting || m.err != nil || m.c.Over {
		return
	}
	o, ok := m.g.NewMachine().(*Machine)
	if !ok {
		return
	}
	defer func() {
		if recover() != nil { // a budget is spent
			d.Checked = d.Checked[:0]
		}
	}()
	o.Load(m.Save(nil))
	o.settle()
	if o.err != nil || o.c.Prog != p {
		return
	}
	for k := range o.c.Sites {
		for site, what := range o.c.Sites[k].What {
			if i := at.index(Kind(k), site); i >= 0 && slices.Contains(at.board.Look.Checks, int32(what)) && o.c.Threatened(Kind(k), site, int(what), true, nil) {
				d.Checked = append(d.Checked, i)
			}
		}
	}
}

// Touches appends the sites that a move touches.
func (m *Machine) Touches(seat int, mv game.Move, dst []int32) []int32 {
	dst = dst[:0]
	if m.waiting || mv == Noop || seat < 0 || seat >= m.g.facts.Players {
		return dst
	}
	m.settle()
	i := m.index(mv)
	if i < 0 {
		return dst
	}
	c, at := m.c, m.c.Prog.picture()
	add := func(s int32) {
		if s >= 0 && !slices.Contains(dst, s) {
			dst = append(dst, s)
		}
	}
	move := &c.Moves[i]
	for _, decided := range []bool{true, false} {
		for j := move.Actions[0]; j < move.Actions[1]; j++ {
			a := &c.Actions[j]
			if a.Decision != decided || !a.onSites() {
				continue
			}
			if decided && move.From != move.To && len(dst) == 0 {
				// A step of several actions is named by its ends.
				add(at.index(a.Kind, int(move.From)))
				add(at.index(a.KindTo, int(move.To)))
			}
			add(at.index(a.Kind, int(a.From)))
			add(at.index(a.KindTo, int(a.To)))
		}
	}
	return dst
}

// onSites reports whether an action is about sites of the board or a hand, as opposed
// to players, numbers, names and dice.
func (a *Action) onSites() bool {
	switch a.Op {
	case OpAdd, OpInsert, OpMove, OpMoveN, OpMoveStack, OpCopy, OpRemove, OpPromote, OpSelect,
		OpSetState, OpSetCount, OpSetRotation, OpSetValue, OpSet, OpToggle:
		return true
	}
	return false
}
