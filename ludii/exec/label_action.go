package exec

import (
	"fmt"
	"strconv"
	"strings"
)

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

// plainActions are those with a player or nothing and a number.
var plainActions = map[Op]string{
	OpScore: "score", OpCounter: "counter", OpTemp: "temp", OpPending: "pending", OpAmount: "amount", OpBet: "bet",
	OpPot: "pot", OpPlayerValue: "playervalue", OpTeam: "team", OpTrump: "trump",
}

// siteActions are those with a site and a number.
var siteActions = map[Op]string{
	OpSetState: "state", OpSetCount: "count", OpSetRotation: "rotation", OpSetValue: "value", OpSet: "set",
	OpToggle: "toggle", OpCost: "cost", OpPhase: "phase", OpReset: "reset",
}

// namedActions are those with a name, and maybe a number or a player.
var namedActions = map[Op]string{
	OpVar: "var", OpRemember: "remember", OpForget: "forget", OpTrigger: "trigger", OpNote: "note", OpPropose: "propose",
	OpVote: "vote",
}

// actionText writes an action; empty for those that chance decides and those that
// follow by the rules.
func (c *Ctx) actionText(a *Action) string {
	p := c.Prog
	switch a.Op {
	case OpDie, OpDiceEqual, OpThen, OpNone:
		return ""
	case OpNextInstance:
		return "(game next)"
	case OpPass:
		return "(pass)"
	case OpStore:
		return "(store)"
	case OpSwap:
		return fmt.Sprintf("(swap p%d p%d)", a.Player, a.What)
	case OpNext:
		return fmt.Sprintf("(next p%d)", a.Player)
	case OpForfeit:
		return fmt.Sprintf("(forfeit p%d)", a.Player)
	case OpUse:
		return "(use " + p.SiteText(cellKind, int(a.To)) + ")"
	case OpHide:
		return fmt.Sprintf("(hide p%d %s %d %d)", a.Player, p.SiteText(a.KindTo, int(a.To)), a.What, a.State)
	}
	if name := plainActions[a.Op]; name != "" {
		if a.Player > 0 {
			return fmt.Sprintf("(%s p%d %d)", name, a.Player, a.Value)
		}
		return fmt.Sprintf("(%s %d)", name, a.Value)
	}
	if name := siteActions[a.Op]; name != "" {
		return "(" + name + " " + p.SiteText(a.KindTo, int(a.To)) + " " + strconv.Itoa(int(a.number())) + c.levelText(a.Level, "level") + ")"
	}
	if name := namedActions[a.Op]; name != "" {
		return "(" + name + " " + p.nameText(a) + ")"
	}
	return c.pieceActionText(a)
}

// number is the number that an action about a site sets.
func (a *Action) number() int32 {
	switch a.Op {
	case OpSetState:
		return a.State
	case OpSetCount:
		return a.Count
	case OpSetRotation:
		return a.Rotation
	}
	return a.Value
}

// nameText writes what an action about a name says.
func (p *Program) nameText(a *Action) string {
	list := p.Notions
	switch a.Op {
	case OpVar:
		list = p.Vars
	case OpRemember, OpForget:
		list = p.Memories
	}
	name := strconv.Itoa(int(a.What))
	if a.What >= 0 && int(a.What) < len(list) {
		name = word(list[a.What])
	}
	switch a.Op {
	case OpVar, OpRemember, OpForget:
		return fmt.Sprintf("%s %d", name, a.Value)
	case OpTrigger, OpNote:
		return fmt.Sprintf("%s p%d", name, a.Player)
	}
	return name
}

// NoteText is what an OpNote says: a text, or a number behind it.
func (p *Program) NoteText(a *Action) string {
	s := ""
	if a.What >= 0 && int(a.What) < len(p.Notions) {
		s = p.Notions[a.What]
	}
	if a.Value != Undefined {
		s += strconv.Itoa(int(a.Value))
	}
	return s
}

func (c *Ctx) levelText(n int16, word string) string {
	if n == Undefined || !c.Prog.Flags.Stacking {
		return ""
	}
	return fmt.Sprintf(" (%s %d)", word, n)
}

// details writes what an action says of a piece beyond which it is.
func (a *Action) details() string {
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

// pieceActionText writes actions that put, move and take pieces.
func (c *Ctx) pieceActionText(a *Action) string {
	p := c.Prog
	from, to := p.SiteText(a.Kind, int(a.From)), p.SiteText(a.KindTo, int(a.To))
	level, onto := c.levelText(a.Level, "level"), c.levelText(a.LevelTo, "onto")
	switch a.Op {
	case OpAdd, OpInsert:
		name := "add"
		if a.Op == OpInsert {
			name = "insert"
		}
		return "(" + name + " " + p.pieceText(a.What) + " " + to + level + a.details() + ")"
	case OpPromote:
		return "(promote " + to + " " + p.pieceText(a.What) + level + a.details() + ")"
	case OpMove, OpMoveN:
		name := "move"
		if a.Stack {
			name = "stack"
		}
		return "(" + name + " " + from + " " + to + level + onto + a.details() + ")"
	case OpMoveStack:
		return "(stack " + from + " " + to + level + onto + a.details() + ")"
	case OpCopy:
		return "(copy " + from + " " + to + level + onto + a.details() + ")"
	case OpRemove:
		if a.Later {
			return "(capture " + to + level + ")" // taken at the end of the turn
		}
		return "(remove " + to + level + ")"
	case OpSelect:
		if a.To >= 0 && a.To != a.From {
			return "(select " + from + " " + to + level + ")"
		}
		return "(select " + from + level + ")"
	}
	return fmt.Sprintf("(effect %d %d %d)", a.Op, a.What, a.Value)
}
