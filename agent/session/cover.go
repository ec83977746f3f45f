package session

import "ludens/game"

// covered is a game that hides nothing by its rules, as it is for a player whom
// the server tells nothing: a description without rules for percepts, played by a
// server of GDL-II. The tracker goes on with the game itself, whose positions
// these are; players are given this one, so that they search in it as in any game
// that hides something.
type covered struct {
	game.Game
	facts game.Facts
}

func cover(g game.Game) game.Game {
	c := &covered{Game: g, facts: *g.Facts()}
	c.facts.Hidden = true
	return c
}

// Facts implements game.Game.
func (c *covered) Facts() *game.Facts { return &c.facts }

// forPlayer is the game as the match's player is to see it.
func (m *match) forPlayer() game.Game {
	if g := m.tracker.Game(); m.covered {
		return cover(g)
	}
	return m.tracker.Game()
}

// look notes whether the server tells the player nothing in a game that hides
// nothing by its rules. That shows in the form of the message: where it has
// percepts in place of moves, and the rules give none, no more will ever come.
// (Rules that do give percepts, and hide nothing, give every player every move.)
func (m *match) look(t Turn) {
	told := t.Numbered || t.Moves != nil && len(t.Moves) == 0
	if m.covered || m.uncovered || !told || m.tracker.Game().Facts().Hidden {
		return
	}
	if m.uncovered = !tellsNothing(m.tracker.Game(), m.seat); m.uncovered {
		return
	}
	m.covered = true
	m.log.Info().Msg("the rules give no percepts and the server tells no moves: the game is played as one that hides everything")
	m.dismiss() // the next player knows
}

// tellsNothing reports whether a seat is told nothing by a step of a game that
// hides nothing by its rules.
func tellsNothing(g game.Game, seat int) bool {
	m := g.NewMachine()
	p, ok := m.(game.Perceiver)
	if !ok {
		return true
	}
	var w game.Walker
	if m.Terminal() || !w.Step(m, game.Stream(0, "session/cover", 0)) {
		return false
	}
	return len(p.Percepts(seat, nil)) == 0
}
