package exec

// HiddenData says what of a site a player does not see. As a number it is the
// bit in the player's byte of Sites.Hidden and Item.Hidden.
type HiddenData uint8

// The data that can be hidden. HideAll is a mark of its own, not the sum of the others.
const (
	HideAll HiddenData = iota
	HideWhat
	HideWho
	HideState
	HideCount
	HideRotation
	HideValue
)

// MaxHiding is the number of players from whom something can be hidden.
const MaxHiding = 8

// bit is the place of a player's mark.
func (d HiddenData) bit(player int) uint64 {
	if player < 1 || player > MaxHiding {
		return 0
	}
	return 1 << (uint(player-1)*8 + uint(d))
}

// IsHidden reports whether something of a level (Undefined: the lowest one) of
// a site is hidden from a player.
func (s *State) IsHidden(d HiddenData, player int, k Kind, site, level int) bool {
	t := &s.Sites[k]
	if t.Hidden == nil || uint(site) >= uint(len(t.Hidden)) {
		return false
	}
	if t.Stack == nil {
		return t.Hidden[site]&d.bit(player) != 0
	}
	level = max(level, 0)
	return level < len(t.Stack[site]) && t.Stack[site][level].Hidden&d.bit(player) != 0
}

// hide marks something as hidden from a player or takes the mark away.
func (c *Ctx) hide(a *Action) {
	k, i, ok := c.place(a.KindTo, a.To)
	if !ok || c.Sites[k].Hidden == nil {
		return
	}
	t := &c.Sites[k]
	at := &t.Hidden[i]
	if t.Stack != nil {
		level := max(int(a.Level), 0)
		if level >= len(t.Stack[i]) {
			return
		}
		at = &t.Stack[i][level].Hidden
	}
	bit := HiddenData(a.What).bit(int(a.Player))
	if a.State != 0 {
		*at |= bit
	} else {
		*at &^= bit
	}
	if t.Stack != nil {
		t.mirror(i)
	}
}
