package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
)

func init() {
	startForms["start.set Score"] = (*lowerer).startScore
	startForms["start.set Amount"] = (*lowerer).startScore
	startForms["start.set Count"] = (*lowerer).startSite
	startForms["start.set Cost"] = (*lowerer).startSite
	startForms["start.set Phase"] = (*lowerer).startSite
	startForms["start.set"] = (*lowerer).startOwned
	startForms["start.set#many"] = (*lowerer).startOwned
	startForms["start.set#puzzle"] = (*lowerer).startPuzzle
	startForms["start.set Hidden"] = (*lowerer).startHidden
	startForms["start.set Team"] = (*lowerer).startTeam
	startForms["start.set RememberValue"] = (*lowerer).startRemember
}

// startScore lowers scores and amounts at the start.
func (l *lowerer) startScore(t *check.Term) exec.EffectFn {
	value := l.int(t.Arg("value")).Fn
	who := func(c *ctx) uint32 { return uint32(1)<<uint(c.Prog.Players) - 1 }
	if r := t.Arg("roleType"); r != nil {
		who = l.players(r)
	}
	op := exec.OpScore
	if t.Name() == "start.set Amount" {
		op = exec.OpAmount
	}
	return func(c *ctx) {
		set := who(c)
		for p := 1; p <= c.Prog.Players; p++ {
			if set>>(uint(p)-1)&1 == 0 {
				continue
			}
			a := exec.Blank(op)
			a.Player, a.Value = int32(p), int32(value(c))
			make1(c, a)
		}
	}
}

// placesOf lowers a place that is given as one site, as several, as a region or by
// labels: whichever of the named arguments is there. There may be none.
func (l *lowerer) placesOf(t *check.Term, k kind, names ...string) exec.IntsFn {
	for _, name := range names {
		a := t.Arg(name)
		switch {
		case a == nil:
		case a.Sort == check.String && a.List:
			sites := l.coordinates(a, k)
			return func(_ *ctx, dst []int) []int { return append(dst, sites...) }
		case a.Sort == check.String:
			s, ok := l.coordinate(a.Text, k)
			if !ok {
				l.refuse(a, CodeMeaning, "there is no site %q", a.Text)
			}
			return func(_ *ctx, dst []int) []int { return append(dst, s) }
		case a.Form != nil && a.Form.Result == check.Sites:
			r := l.region(a)
			return func(c *ctx, dst []int) []int { return r.Fn(c).Append(dst) }
		default:
			return l.ints(a)
		}
	}
	return nil
}

// startSite lowers what is set at sites: counts, costs, phases. Where a count is
// set, the last component comes to stand.
func (l *lowerer) startSite(t *check.Term) exec.EffectFn {
	k, _ := l.kindOf(t.Arg("type"))
	at := l.at(k)
	value := l.int(t.Arg("value")).Fn
	sites := l.placesOf(t, k, "at", "to")
	op, what := exec.OpSetCount, int32(len(l.p.Components)-1)
	switch t.Name() {
	case "start.set Cost":
		op = exec.OpCost
	case "start.set Phase":
		op = exec.OpPhase
	default:
		if what == 0 {
			return func(*ctx) {}
		}
	}
	return func(c *ctx) {
		x := sites(c, c.Ints())
		for _, s := range x {
			a := exec.On(op, at(c, s), s)
			if op == exec.OpSetCount {
				a.What, a.Count = what, int32(value(c))
			} else {
				a.Value = int32(value(c))
			}
			make1(c, a)
		}
		c.PutInts(x)
	}
}

// startOwned lowers the placing of a player's first piece. It is the component
// whose number is the player's.
func (l *lowerer) startOwned(t *check.Term) exec.EffectFn {
	role := t.Arg("roleType")
	what := l.role(role)
	owner := -1
	switch role.Text {
	case "Neutral":
		owner = 0
	case "Shared", "All":
		owner = l.p.Shared()
	}
	if owner >= 0 {
		what = Const(-1)
		for i := len(l.p.Components) - 1; i > 0; i-- {
			if l.p.Components[i].Owner == owner {
				what = Const(i)
			}
		}
	}
	q := l.placing(t, 0)
	sites := l.placesOf(t, q.kind, "coords", "sites", "ints", "coord", "site")
	if sites == nil {
		return func(*ctx) {}
	}
	return func(c *ctx) {
		q := q
		if q.what = what.Fn(c); q.what < 1 || q.what >= len(c.Prog.Components) {
			return
		}
		for _, s := range sites(c, nil) {
			q.put(c, s)
		}
	}
}

// startPuzzle lowers the values of a puzzle's variables that are given.
func (l *lowerer) startPuzzle(t *check.Term) exec.EffectFn {
	k, _ := l.kindOf(t.Arg("type"))
	var all []exec.Action
	for _, pair := range t.Arg("assignments").Items {
		if len(pair.Items) < 2 {
			l.refuse(pair, CodeMeaning, "a variable without a value")
			continue
		}
		a := exec.On(exec.OpSet, k, l.constant(pair.Items[0], 0))
		a.Value = int32(l.constant(pair.Items[1], 0))
		all = append(all, a)
	}
	return func(c *ctx) {
		for _, a := range all {
			make1(c, a)
		}
	}
}

// startHidden lowers what is hidden at the start. Where data are named, the
// mark of the whole site is none of them.
func (l *lowerer) startHidden(t *check.Term) exec.EffectFn {
	k, _ := l.kindOf(t.Arg("type"))
	data := []exec.HiddenData{exec.HideAll}
	if d := t.Arg("data"); d != nil {
		data = nil
		items := []*check.Term{d}
		if d.List {
			items = d.Items
		}
		for _, it := range items {
			if h, ok := hiddenData[it.Text]; ok {
				data = append(data, h)
			}
		}
	}
	sites := l.placesOf(t, k, "at", "sites")
	level := l.intOr(t.Arg("level"), 0).Fn
	value := l.boolOr(t.Arg("value"), true).Fn
	to := l.players(t.Arg("to"))
	at := l.at(k)
	return func(c *ctx) {
		players := to(c)
		mark := c.SetMark()
		for _, d := range data {
			for _, s := range sites(c, nil) {
				for p := 1; p <= c.Prog.Players; p++ {
					if players>>uint(p-1)&1 == 0 {
						continue
					}
					a := exec.On(exec.OpHide, at(c, s), s)
					a.What, a.Player, a.Level = int32(d), int32(p), int16(level(c))
					a.LevelTo = a.Level
					if a.State = 0; value(c) {
						a.State = 1
					}
					make1(c, a)
				}
			}
		}
		c.FreeSets(mark)
	}
}

// startTeam lowers who is in a team.
func (l *lowerer) startTeam(t *check.Term) exec.EffectFn {
	team := l.int(t.Arg("team")).Fn
	var who []exec.IntFn
	for _, m := range t.Arg("members").Items {
		who = append(who, l.role(m).Fn)
	}
	return func(c *ctx) {
		for _, w := range who {
			if p := w(c); p >= 1 && p <= c.Prog.Players {
				a := exec.Blank(exec.OpTeam)
				a.Player, a.Value = int32(p), int32(team(c))
				make1(c, a)
			}
		}
	}
}

// startRemember lowers what is remembered from the start on.
func (l *lowerer) startRemember(t *check.Term) exec.EffectFn {
	name := ""
	if n := t.Arg("name"); n != nil {
		name = n.Text
	}
	memory := l.memory(name)
	unique := l.boolOr(t.Arg("unique"), false).Fn
	values := l.placesOf(t, l.p.Default, "value")
	return func(c *ctx) {
		once := unique(c)
		for _, v := range values(c, nil) {
			known := false
			if once {
				c.Scan(len(c.Memory[memory]))
				for _, m := range c.Memory[memory] {
					known = known || int(m) == v
				}
			}
			if !known {
				a := exec.Blank(exec.OpRemember)
				a.What, a.Value = int32(memory), int32(v)
				make1(c, a)
			}
		}
	}
}

// hints makes the numbers that a puzzle shows on regions.
func (l *lowerer) hints(t *check.Term) {
	z := l.puzzle()
	k, _ := l.kindOf(t.Arg("type"))
	for _, h := range t.Arg("hints").Items {
		out := exec.Hint{Kind: k, Value: l.constant(h.Arg("value"), exec.Undefined)}
		if s := h.Arg("site"); s != nil {
			out.Sites = []int{l.constant(s, 0)}
		} else {
			for _, s := range h.Arg("sites").Items {
				out.Sites = append(out.Sites, l.constant(s, 0))
			}
		}
		z.Hints = append(z.Hints, out)
	}
}

// puzzle is the program's puzzle.
func (l *lowerer) puzzle() *exec.Puzzle {
	if l.p.Puzzle == nil {
		l.p.Puzzle = &exec.Puzzle{Kind: l.p.Default}
	}
	return l.p.Puzzle
}

// puzzleValues reads which values the variables on a kind of site may have.
func (l *lowerer) puzzleValues(t *check.Term) {
	items := []*check.Term{t}
	if t.List {
		items = t.Items
	}
	z := l.puzzle()
	for i, v := range items {
		k, _ := l.kindOf(v.Arg("type"))
		r := v.Arg("range")
		low, high := l.constant(r.Arg("min"), 0), 0
		if m := r.Arg("max"); m != nil {
			high = l.constant(m, 0)
		} else {
			high = low
		}
		if high < low || high > 62 {
			l.refuse(v, CodeSize, "values from %d to %d", low, high)
			return
		}
		switch _, known := z.Of(k); {
		case i == 0:
			z.Kind, z.Min, z.Max = k, low, high
		case known:
			l.refuse(v, CodeMeaning, "the values of a %v are given already", k)
		default:
			z.Also = append(z.Also, exec.Variables{Kind: k, Min: low, Max: high})
		}
	}
}
