package exec

import (
	"math/rand/v2"
	"slices"
)

// Playouts that put pieces on sites can take moves that win at once, and else take the sites of the
// other player's (game.BatchOptions.Decisive says after whom): where lines win, a piece on the last site of one
// does. Where pieces that hang together win they keep their bridges (bridges.go).

// Winning are the lines with which who makes one with pieces of a kind wins.
type Winning struct {
	Kind  Kind
	Lines [][]WinningLine // by site, those through it
}

// WinningLine is a line through a site.
type WinningLine struct {
	Rest   []int32 // the other sites
	Beside []int32 // the sites at its ends, where longer lines do not win
}

// threats are sites with which players may win in a playout, by the winning lines.
type threats struct {
	what  [3]int16   // by player: the component of its lines
	sites [3][]int32 // some may have been taken since
}

// watch begins with the position at hand.
func (c *Ctx) watch() {
	t, w := &c.threats, c.Prog.Winning
	if w == nil {
		return
	}
	for p := range t.sites {
		t.sites[p] = t.sites[p][:0]
		t.what[p] = 0
	}
	what := c.Sites[w.Kind].What
	for site := range min(len(what), len(w.Lines)) {
		if id := what[site]; id > 0 {
			if p := c.Prog.Components[id].Owner; p == 1 || p == 2 {
				t.what[p] = id
				c.noteThreats(p, site)
			}
		}
	}
}

// noteThreats looks for lines through a piece that one more makes.
func (c *Ctx) noteThreats(player, site int) {
	t, w := &c.threats, c.Prog.Winning
	what := c.Sites[w.Kind].What
	own := what[site]
	if uint(site) >= uint(len(w.Lines)) {
		return
	}
lines:
	for i := range w.Lines[site] {
		free := int32(-1)
		for _, s := range w.Lines[site][i].Rest {
			switch x := what[s]; {
			case x == own:
			case x != 0 || free >= 0:
				continue lines
			default:
				free = s
			}
		}
		if free >= 0 && !slices.Contains(t.sites[player], free) {
			t.sites[player] = append(t.sites[player], free)
		}
	}
}

// placed notes what a piece that was just put on a site threatens.
func (c *Ctx) placed(player, site int) {
	w := c.Prog.Winning
	if w == nil {
		return
	}
	what := c.Sites[w.Kind].What
	if (player == 1 || player == 2) && uint(site) < uint(len(what)) {
		if id := what[site]; id > 0 && c.Prog.Components[id].Owner == player {
			c.threats.what[player] = id
			c.noteThreats(player, site)
		}
	}
}

// threatened reports whether a player makes a line on a site.
func (c *Ctx) threatened(player, site int) bool {
	w := c.Prog.Winning
	what := c.Sites[w.Kind].What
	own := c.threats.what[player]
	return what[site] == 0 && slices.ContainsFunc(w.Lines[site], func(l WinningLine) bool {
		return !slices.ContainsFunc(l.Rest, func(s int32) bool { return what[s] != own }) &&
			!slices.ContainsFunc(l.Beside, func(s int32) bool { return what[s] == own })
	})
}

// press puts into c.filled the move to a site with which a player makes a line; false if none is known.
func (c *Ctx) press(f *Filling, sites Bits, player int) bool {
	list := c.threats.sites[player]
	for i := len(list) - 1; i >= 0; i-- {
		site := int(list[i])
		if !c.threatened(player, site) {
			list = slices.Delete(list, i, i+1)
			c.threats.sites[player] = list
			continue
		}
		if sites.Has(site) && f.Take(c, site, &c.filled[0]) && int(c.filled[0].To) == site {
			return true
		}
		if sites.Count() > mostFalling {
			continue
		}
		// What is put somewhere may come to lie elsewhere.
		for s := sites.Next(0); s >= 0; s = sites.Next(s + 1) {
			if f.Take(c, s, &c.filled[0]) && int(c.filled[0].To) == site {
				return true
			}
		}
	}
	return false
}

// mostFalling is the number of sites of which all are tried.
const mostFalling = 16

// decide puts into c.filled a move that wins, or hinders that the other player does, or keeps a bridge; false if none
// is known.
func (c *Ctx) decide(f *Filling, sites Bits, rng *rand.Rand) bool {
	mover := int(c.Mover)
	switch {
	case mover != 1 && mover != 2:
		return false
	case c.Prog.Winning != nil && (c.press(f, sites, mover) || c.press(f, sites, 3-mover)):
		return true
	}
	return c.Prog.Bridges != nil && c.save(f, sites, rng)
}

// decides reports whether playouts can: in all phases pieces are put on sites, and lines or connections win.
func (p *Program) decides() bool {
	return (p.Winning != nil || p.Bridges != nil) && p.Players == 2 && !slices.ContainsFunc(p.Phases, func(ph Phase) bool { return ph.Fill == nil })
}

// Decide has playouts take moves that win at once, and the sites of the other player's, and keep bridges, or no longer.
// It reports whether they can in this game.
func (m *Machine) Decide(on bool) bool {
	can := m.g.p.decides()
	m.c.decisive = on && can
	return can
}
