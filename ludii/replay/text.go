package replay

import (
	"strconv"

	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

func itoa(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) }

// appendMove writes a move as recordings do.
func (e *Engine) appendMove(b []byte, m *exec.Move) []byte {
	simultaneous := e.c.Mode() == exec.Simultaneous
	if simultaneous || int32(m.Mover) != e.c.Mover {
		b = append(itoa(b, int(m.Mover)), ':')
	}
	var decision *exec.Action
	first := true
	for i := m.Actions[0]; i < m.Actions[1]; i++ {
		a := &e.c.Actions[i]
		if a.Op == exec.OpThen {
			continue
		}
		if a.Decision && decision == nil {
			decision = a
		}
		if !first {
			b = append(b, ';')
		}
		first = false
		for range a.Open {
			b = append(b, '{')
		}
		b = e.appendAction(b, a)
		for range a.Close {
			b = append(b, '}')
		}
	}
	from, to := int32(exec.Undefined), int32(exec.Undefined)
	if decision != nil {
		from, to = decision.FromSite(), decision.ToSite()
	}
	if m.From != from || m.To != to {
		b = append(itoa(append(b, '@'), int(m.From)), '>')
		b = itoa(b, int(m.To))
	}
	if m.LevelMin != 0 || m.LevelMax != 0 {
		b = append(itoa(append(b, '^'), int(m.LevelMin)), ".."...)
		b = itoa(b, int(m.LevelMax))
	}
	return b
}

// place writes a site, with its kind where it is not the default of the board, and
// its level in games with stacks.
func (e *Engine) place(b []byte, k topology.Kind, site int32, level int16) []byte {
	if !e.c.Prog.Flags.Stacking {
		level = exec.Undefined
	}
	return e.levelled(b, k, site, level)
}

// levelled does the same with a level that is written if there is one.
func (e *Engine) levelled(b []byte, k topology.Kind, site int32, level int16) []byte {
	if k != e.c.Prog.Default && k != e.c.Prog.KindAt(int(site)) {
		b = append(b, k.String()[0])
	}
	b = itoa(b, int(site))
	if level != exec.Undefined {
		b = itoa(append(b, '/'), int(level))
	}
	return b
}

func mark(b []byte, c byte, n, unset int32) []byte {
	if n == unset {
		return b
	}
	return itoa(append(b, c), int(n))
}

func (e *Engine) details(b []byte, a *exec.Action) []byte {
	b = mark(b, 'x', a.Count, 1)
	b = mark(b, 's', a.State, exec.Undefined)
	b = mark(b, 'r', a.Rotation, exec.Undefined)
	b = mark(b, 'v', a.Value, exec.Undefined)
	return b
}

// hidden names what of a piece players do not see.
var hidden = map[exec.HiddenData]string{
	exec.HideWhat: "What", exec.HideWho: "Who", exec.HideState: "State", exec.HideCount: "Count",
	exec.HideRotation: "Rotation", exec.HideValue: "Value",
}

var simple = map[exec.Op]byte{exec.OpAdd: 'A', exec.OpInsert: 'I', exec.OpPromote: 'P'}

// appendAction writes an action as recordings do.
func (e *Engine) appendAction(b []byte, a *exec.Action) []byte {
	if a.Decision {
		b = append(b, '!')
	}
	at := func(word string) []byte { return e.place(append(b, word...), a.KindTo, a.To, a.Level) }
	is := func(b []byte, n int32) []byte { return itoa(append(b, '='), int(n)) }
	switch a.Op {
	case exec.OpAdd, exec.OpInsert, exec.OpPromote:
		b = append(b, simple[a.Op])
		b = e.place(b, a.KindTo, a.To, a.Level)
		b = is(b, a.What)
		b = e.details(b, a)
		if a.Stack {
			b = append(b, 'k')
		}
	case exec.OpMove, exec.OpMoveN, exec.OpMoveStack, exec.OpCopy:
		c := byte('M')
		switch a.Op {
		case exec.OpMoveStack:
			c = 'K'
		case exec.OpCopy:
			c = 'C'
		}
		if a.Op == exec.OpCopy {
			b = e.levelled(append(b, c), a.Kind, a.From, a.Level)
		} else {
			b = e.place(append(b, c), a.Kind, a.From, a.Level)
		}
		b = e.place(append(b, '-'), a.KindTo, a.To, a.LevelTo)
		if a.Op == exec.OpMoveN || a.Op == exec.OpMoveStack {
			b = itoa(append(b, 'x'), int(a.Count))
			break
		}
		b = e.details(b, a)
		if a.Stack {
			b = append(b, 'k')
		}
	case exec.OpRemove:
		b = e.place(append(b, 'R'), a.KindTo, a.To, a.Level)
		if a.Later {
			b = append(b, '~')
		}
	case exec.OpSelect:
		b = e.place(append(b, 'S'), a.Kind, a.From, a.Level)
		if a.To != exec.Undefined {
			b = e.levelled(append(b, '-'), a.KindTo, a.To, a.LevelTo)
		}
	case exec.OpPass:
		b = append(b, "pass"...)
		if a.Forced {
			b = append(b, '*')
		}
	case exec.OpSwap:
		b = itoa(append(itoa(append(b, "swap"...), int(a.Player)), ','), int(a.What))
	case exec.OpSetState:
		b = is(at("st"), a.State)
	case exec.OpSetCount:
		b = is(at("ct"), a.What)
		b = itoa(append(b, 'x'), int(a.Count))
	case exec.OpSetRotation:
		b = is(at("ro"), a.Rotation)
	case exec.OpSetValue:
		b = is(at("va"), a.Value)
	case exec.OpNext:
		b = is(append(b, "next"...), a.Player)
	case exec.OpScore:
		b = itoa(append(b, "score"...), int(a.Player))
		if a.Plus {
			b = append(b, '+')
		}
		b = is(b, a.Value)
	case exec.OpCounter:
		b = is(append(b, "counter"...), a.Value)
	case exec.OpTemp:
		b = is(append(b, "temp"...), a.Value)
	case exec.OpPending:
		b = append(b, "pend"...)
		if a.Value != exec.Undefined {
			b = is(b, a.Value)
		}
	case exec.OpVar:
		b = append(append(b, "var:"...), e.c.Prog.Vars[a.What]...)
		b = is(b, a.Value)
	case exec.OpAmount:
		b = is(itoa(append(b, "amt"...), int(a.Player)), a.Value)
	case exec.OpBet:
		b = is(itoa(append(b, "bet"...), int(a.Player)), a.Value)
	case exec.OpPot:
		b = is(append(b, "pot"...), a.Value)
	case exec.OpPlayerValue:
		b = is(itoa(append(b, "pval"...), int(a.Player)), a.Value)
	case exec.OpDie:
		b = is(itoa(append(b, "die"...), int(a.To)), a.State)
	case exec.OpUse:
		b = append(itoa(append(b, "use"...), int(a.What)), '.')
		b = itoa(append(itoa(b, int(a.Count)), '@'), int(a.To))
	case exec.OpDiceEqual:
		b = strconv.AppendBool(append(b, "diceEq="...), a.Value != 0)
	case exec.OpTeam:
		b = is(itoa(append(b, "team"...), int(a.Player)), a.Value)
	case exec.OpRemember, exec.OpForget:
		word := "rem"
		if a.Op == exec.OpForget {
			word = "forget"
		}
		b = append(b, word...)
		if name := e.c.Prog.Memories[a.What]; name != "" {
			b = append(append(b, ':'), name...)
		}
		b = is(b, a.Value)
	case exec.OpStore:
		b = append(b, "store"...)
	case exec.OpHide:
		b = append(append(b, "hid"...), hidden[exec.HiddenData(a.What)]...)
		b = e.levelled(append(b, ':'), a.KindTo, a.To, max(a.Level, 0))
		b = is(itoa(append(b, '@'), int(a.Player)), a.State)
	case exec.OpNote:
		b = append(append(b, "note:"...), e.c.Prog.NoteText(a)...)
		b = itoa(append(b, '@'), int(a.Player))
	case exec.OpTrigger:
		b = append(append(b, "trig:"...), e.c.Prog.Notions[a.What]...)
		b = itoa(append(b, '@'), int(a.Player))
	case exec.OpPropose:
		b = append(append(b, "propose:"...), e.c.Prog.Notions[a.What]...)
	case exec.OpVote:
		b = append(append(b, "vote:"...), e.c.Prog.Notions[a.What]...)
	case exec.OpSet:
		b = append(e.place(append(b, '='), a.KindTo, a.To, exec.Undefined), ':')
		b = itoa(b, int(a.Value))
	case exec.OpToggle:
		b = append(e.place(append(b, "tog"...), a.KindTo, a.To, exec.Undefined), ':')
		b = itoa(b, int(a.Value))
	case exec.OpNextInstance:
		b = append(b, "nextInstance"...)
	case exec.OpForfeit:
		b = itoa(append(b, "forfeit"...), int(a.Player))
	case exec.OpCost:
		b = is(at("cost"), a.Value)
	default:
		b = append(itoa(append(b, '?'), int(a.Op)), '?')
	}
	return b
}
