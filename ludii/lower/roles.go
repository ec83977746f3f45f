package lower

import (
	"strconv"
	"strings"

	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// role lowers a role as the number of a player: 0 nobody, Players+1 everybody.
func (l *lowerer) role(t *check.Term) Int {
	name := t.Text
	switch name {
	case "Mover", "TeamMover":
		return Int{Iter: IterMover, Fn: func(c *ctx) int { return int(c.Mover) }}
	case "Next":
		return Int{Iter: IterNext, Fn: func(c *ctx) int { return int(c.Next) }}
	case "Prev":
		return Int{Iter: IterPrev, Fn: func(c *ctx) int { return int(c.Prev) }}
	case "Player":
		return Int{Fn: func(c *ctx) int { return c.Player }}
	case "Neutral":
		return Const(0)
	case "Shared", "All", "Each", "Any":
		return Const(l.p.Shared())
	}
	if n, ok := numbered(name, "P"); ok {
		return Const(n)
	}
	if n, ok := numbered(name, "Team"); ok {
		return Const(n)
	}
	// Several players: Enemy, Friend, Ally, NonMover. As one number Ludii takes
	// them for nobody in particular.
	return Const(exec.Undefined)
}

// numbered reads "P3" as 3.
func numbered(name, prefix string) (int, bool) {
	rest, ok := strings.CutPrefix(name, prefix)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(rest)
	return n, err == nil
}

// player lowers (player n) or a role.
func (l *lowerer) player(t *check.Term) Int {
	if t == nil {
		return Int{Iter: IterMover, Fn: func(c *ctx) int { return int(c.Mover) }}
	}
	if t.Form != nil && t.Form.Result == check.Player {
		return l.int(t.Arg("player"))
	}
	return l.int(t)
}

// players lowers a role, or (player n), as a set of players: a bit per player.
// Enemy, Friend, Ally, NonMover, All, … are those at the moment of the call.
func (l *lowerer) players(t *check.Term) func(c *ctx) uint32 {
	if t != nil && t.Sort == check.RoleType {
		all := uint32(1)<<uint(l.p.Players) - 1
		switch t.Text {
		case "Enemy", "NonMover":
			return func(c *ctx) uint32 { return all &^ c.Friends(int(c.Mover)) }
		case "Friend", "Ally":
			own := t.Text == "Friend"
			return func(c *ctx) uint32 {
				f := c.Friends(int(c.Mover))
				if !own {
					f &^= 1 << (uint(c.Mover) - 1)
				}
				return f
			}
		case "All", "Each", "Shared", "Any":
			return func(*ctx) uint32 { return all }
		}
	}
	v := l.player(t)
	return func(c *ctx) uint32 {
		if p := v.Fn(c); p >= 1 && p <= l.p.Players {
			return 1 << (uint(p) - 1)
		}
		return 0
	}
}
