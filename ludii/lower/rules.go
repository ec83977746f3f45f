package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// rules lowers meta rules, start rules, phases and end rules.
func (l *lowerer) rules(t *check.Term) {
	p := l.p
	l.meta(t.Arg("meta"))
	l.layDice()
	l.layDecks()
	if s := t.Arg("start"); s != nil {
		p.Start = append(p.Start, l.startRules(s)...)
	}
	p.End = l.endRules(t.Arg("end"))
	phases := t.Arg("phases")
	if phases == nil {
		p.Phases = []exec.Phase{{Name: "Default Phase", Owner: p.Shared()}}
		l.play(&p.Phases[0], t.Arg("play"))
		return
	}
	var byName []*check.Term
	for _, ph := range phases.Items {
		if name := ph.Arg("name"); name != nil {
			byName = append(byName, ph)
		}
	}
	p.Phases = make([]exec.Phase, len(phases.Items))
	for i, ph := range phases.Items {
		out := &p.Phases[i]
		out.Name = ph.Arg("name").Text
		out.Owner = p.Shared()
		if r := ph.Arg("roleType"); r != nil {
			out.Owner = l.owner(r)
		}
		out.Mode = p.Mode
		if m := ph.Arg("mode"); m != nil {
			out.Mode = modes[m.Arg("modeType").Text]
			p.Modes = p.Modes || out.Mode != p.Mode
		}
		play := ph.Arg("play")
		if play == nil {
			play = t.Arg("play")
		}
		l.play(out, play)
		out.End = l.endRules(ph.Arg("end"))
		next := ph.Arg("next")
		switch {
		case next == nil:
		case next.List:
			for _, n := range next.Items {
				out.Next = append(out.Next, l.nextPhase(n, i, byName))
			}
		default:
			out.Next = append(out.Next, l.nextPhase(next, i, byName))
		}
		p.Changes = p.Changes || len(out.Next) > 0
	}
}

func (l *lowerer) play(to *exec.Phase, t *check.Term) {
	if t == nil {
		l.refuse(l.root, CodeMeaning, "a phase without moves")
		to.Play = func(*ctx) {}
		l.plays = append(l.plays, nil)
		return
	}
	to.Play = l.moves(t.Arg("moves"))
	to.Any = l.some[t.Arg("moves")]
	l.plays = append(l.plays, t.Arg("moves"))
}

// nextPhase lowers the way out of phase number i: to the phase named, else to
// the one that follows.
func (l *lowerer) nextPhase(t *check.Term, i int, phases []*check.Term) exec.NextPhase {
	n := exec.NextPhase{Who: Const(l.p.Shared()).Fn, To: (i + 1) % len(phases)}
	if who := t.Arg("player"); who != nil {
		n.Who = l.player(who).Fn
	}
	if cond := t.Arg("if"); cond != nil {
		n.When = l.bool(cond).Fn
	}
	if name := t.Arg("name"); name != nil {
		n.To = -1
		for j, ph := range phases {
			if ph.Arg("name").Text == name.Text {
				n.To = j
				break
			}
		}
		if n.To < 0 {
			l.refuse(name, CodeMeaning, "there is no phase %q", name.Text)
			n.To = 0
		}
	}
	return n
}

// meta lowers the rules that hold over all others.
func (l *lowerer) meta(t *check.Term) {
	if t == nil {
		return
	}
	rules := []*check.Term{t.Arg("rules")}
	if rules[0].List {
		rules = rules[0].Items
	}
	m := &l.p.Meta
	for _, r := range rules {
		switch r.Name() {
		case "meta.swap":
			m.Swap = true
		case "meta.no Repeat":
			l.noRepeat(r.Arg("repetitionType"))
		case "meta.no Suicide":
			m.NoSuicide = true
		case "passEnd":
			// NoEnd is a flag (see computeFlags); Draw is what happens without it.
		case "automove":
			m.Automove = true
		case "gravity", "gravity PyramidalDrop":
			m.Gravity = true
		case "pin SupportMultiple":
			m.Pin = true
		case "noStackOn Fallen":
			m.NoStackOnFallen = true
		default:
			l.unsupported(r)
		}
	}
}

// noRepeat says which positions must not come back.
func (l *lowerer) noRepeat(t *check.Term) {
	f := &l.p.Flags
	kind := "Positional"
	if t != nil {
		kind = t.Text
	}
	m := &l.p.Meta
	switch kind {
	case "Positional":
		f.RepeatPositional, m.NoRepeat = true, exec.Positional
	case "Situational":
		f.RepeatSituational, m.NoRepeat = true, exec.Situational
	case "PositionalInTurn":
		f.RepeatPositionalTurn, m.NoRepeat = true, exec.PositionalInTurn
	case "SituationalInTurn":
		f.RepeatSituationalTurn, m.NoRepeat = true, exec.SituationalInTurn
	}
}
