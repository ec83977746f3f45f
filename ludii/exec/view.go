package exec

import (
	"slices"

	"ludens/game"
)

var (
	_ game.Spatial = (*Game)(nil)
	_ game.Viewer  = (*Machine)(nil)
)

// nowhere is the place of no move.
var nowhere = game.Place{From: -1, To: -1}

// ascending sorts a list and takes out what is there twice.
func ascending(list []int32) []int32 {
	slices.Sort(list)
	return slices.Compact(list)
}

// View writes what a position looks like; of the last moves only the last, the other
// is left as it is.
func (s *Space) View(c *Ctx, v *game.View) {
	p := s.p
	v.Pieces, v.States, v.Dice = v.Pieces[:0], v.States[:0], v.Dice[:0]
	v.Amounts, v.Scores, v.Values = v.Amounts[:0], v.Scores[:0], v.Values[:0]
	index := int32(0)
	for _, of := range s.kinds {
		t := &c.Sites[of.kind]
		n := min(of.to, len(t.What))
		switch {
		case t.Stack != nil:
			for i := of.from; i < n; i++ {
				for level, it := range t.Stack[i] {
					if it.What > 0 {
						v.Pieces = append(v.Pieces, game.Piece{Site: index + int32(i-of.from), Level: int32(level), Kind: int32(it.What), Count: 1})
					}
				}
			}
		case c.Values[of.kind] != nil: // a puzzle: numbers, no pieces
		default:
			for i, what := range t.What[min(of.from, n):n] {
				if what > 0 || s.geometry.Large && !t.Empty.Has(of.from+i) {
					count := int32(1)
					if t.Count != nil {
						count = int32(t.Count[of.from+i])
					}
					v.Pieces = append(v.Pieces, game.Piece{Site: index + int32(i), Kind: int32(what), Count: count})
				}
			}
		}
		if s.geometry.Values > 0 {
			for i := of.from; i < of.to; i++ {
				bits := uint64(0)
				if _, ok := p.Puzzle.Of(of.kind); ok && i < len(c.Values[of.kind]) {
					bits = uint64(c.Values[of.kind][i])
				}
				v.Values = append(v.Values, bits)
			}
		}
		if s.geometry.States {
			for i := of.from; i < of.to; i++ {
				state := int32(0)
				if i < len(t.State) {
					state = int32(t.State[i])
				}
				v.States = append(v.States, state)
			}
		}
		index += int32(of.to - of.from)
	}
	if s.geometry.Amounts {
		v.Amounts = append(v.Amounts, c.Amount[1:p.Players+1]...)
	}
	if s.geometry.Scores {
		v.Scores = append(v.Scores, c.Score[1:p.Players+1]...)
	}
	v.Swapped = false
	for i := 1; i <= p.Players; i++ {
		v.Swapped = v.Swapped || c.Order[i] != int32(i)
	}
	v.Mover, v.Phase = -1, 0
	mover := c.Mover
	if c.Over {
		mover = c.Prev // nobody's turn has come
	}
	if mover > 0 && int(mover) <= p.Players {
		v.Mover = c.agent(int(mover))
		v.Phase = c.Phase[mover]
	}
	v.Last[0] = s.last(c)
}

// last is where the last move happened; what start rules do is no move. What
// several players do at once has no one place; Ludii says that it is the first site.
func (s *Space) last(c *Ctx) game.Place {
	l := &c.Last
	if !l.Valid || c.State.Moves == 0 {
		return nowhere
	}
	if s.geometry.Simultaneous && !s.p.Modes {
		return game.Place{}
	}
	return game.Place{From: s.named(l.FromKind, l.From), To: s.named(l.ToKind, l.To), Pass: l.Pass, Swap: l.Swap}
}

// named is the index of a site as moves name it: of the main sort, where the kind
// that they name has no such site. Moves without a decision name none.
func (s *Space) named(k Kind, site int32) int32 {
	if i := s.Index(k, int(site)); i >= 0 {
		return i
	}
	return s.Index(s.p.Default, int(site))
}

// agent is the seat that plays for a player, after swaps.
func (s *State) agent(player int) int {
	for i := 1; i <= s.prog.Players; i++ {
		if int(s.Order[i]) == player {
			return i - 1
		}
	}
	return max(player-1, 0)
}

// Place says where a move happens that was generated in the present position.
func (s *Space) Place(c *Ctx, m *Move) game.Place {
	kf, kt := s.p.Default, s.p.Default
	at := game.Place{LevelMin: int32(m.LevelMin), LevelMax: int32(m.LevelMax)}
	only := true
	for i := m.Actions[0]; i < m.Actions[1]; i++ {
		a := &c.Actions[i]
		if !a.Decision {
			continue
		}
		if only {
			kf, kt = a.Kind, a.KindTo
			only = false
		}
		switch a.Op {
		case OpPass:
			at.Pass = true
		case OpSwap:
			at.Swap = true
		case OpPropose:
			at.Propose = s.ballot(a.What)
		case OpVote:
			at.Vote = s.ballot(a.What)
		case OpSet:
			at.Value = 1 + min(max(a.Value, 0), int32(s.geometry.Values)-1)
		case OpToggle:
			at.Toggled = 1 + min(max(a.Value, 0), int32(s.geometry.Values)-1)
		}
	}
	at.To, at.From = s.named(kt, m.To), s.named(kf, m.From)
	if at.From < 0 {
		at.From = at.To
	}
	return at
}

// ballot is 1 + the number of what is voted on.
func (s *Space) ballot(notion int32) int32 {
	if uint(notion) >= uint(len(s.p.Notions)) {
		return 0
	}
	return int32(1 + slices.Index(s.p.Ballots, s.p.Notions[notion]))
}

// View writes what the position looks like into v.
func (m *Machine) View(v *game.View) {
	s := m.g.space()
	if s == nil {
		*v = game.View{Mover: -1, Last: [2]game.Place{nowhere, nowhere}}
		return
	}
	s.View(m.c, v)
	v.Last[1] = m.before
	v.Dice = s.dice(m.c, v.Dice)
}

// dice appends what the dice show when the mover decides. Where the rules throw them to
// find the moves, the state does not have that yet: the moves begin with it.
func (s *Space) dice(c *Ctx, dst []game.Die) []game.Die {
	t := &c.Sites[cellKind]
	for i, ci := range s.p.Dice {
		cont := &s.p.Containers[ci]
		for d := range cont.N {
			site := cont.From + d
			index := s.Index(cellKind, site)
			if index < 0 || site >= len(t.What) || d >= len(c.Dice[i]) {
				continue
			}
			face := thrown(c, int32(site))
			if face < 0 && t.State != nil {
				face = int32(t.State[site])
				// A die that is used up shows nothing, though it lies as it did.
				if faces := s.p.Components[t.What[site]].Faces; int(face) < len(faces) && int(c.Dice[i][d]) != faces[face] {
					face = -1
				}
			}
			dst = append(dst, game.Die{Site: index, Face: face})
		}
	}
	return dst
}

// thrown is the face that all legal moves have a die show before anything is decided;
// -1 if there is none, or they do not agree.
func thrown(c *Ctx, site int32) int32 {
	all := int32(-1)
	if c.Over {
		return all
	}
	for n := range c.Moves {
		face := int32(-1)
		for i := c.Moves[n].Actions[0]; i < c.Moves[n].Actions[1]; i++ {
			a := &c.Actions[i]
			if a.Decision {
				break
			}
			if a.Op == OpDie && a.To == site {
				face = a.State
			}
		}
		if face < 0 || n > 0 && face != all {
			return -1
		}
		all = face
	}
	return all
}

// Place says where a move happens that is legal here.
func (m *Machine) Place(_ int, mv game.Move) game.Place {
	s := m.g.space()
	if s == nil || m.waiting || mv == Noop {
		return nowhere
	}
	m.settle()
	i := m.index(mv)
	if i < 0 {
		return nowhere
	}
	return s.Place(m.c, &m.c.Moves[i])
}
