package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

func init() {
	startForms["place"] = (*lowerer).place
	startForms["place#many"] = (*lowerer).placeMany
	startForms["place Stack"] = (*lowerer).placeStack
}

// startRules lowers (start …). Dice are laid out first.
func (l *lowerer) startRules(t *check.Term) []exec.EffectFn {
	rules := []*check.Term{t.Arg("rules")}
	if rules[0].List {
		rules = rules[0].Items
	}
	var out []exec.EffectFn
	for _, r := range rules {
		out = append(out, l.startRule(r))
	}
	return out
}

func (l *lowerer) startRule(t *check.Term) exec.EffectFn {
	if f := startForms[t.Name()]; f != nil {
		return f(l, t)
	}
	l.unsupported(t)
	return func(*ctx) {}
}

// layDice puts the dice into their containers.
func (l *lowerer) layDice() {
	die := 1
	for _, ci := range l.p.Dice {
		cont := l.p.Containers[ci]
		for d := range cont.N {
			for die < len(l.p.Components) && !l.p.Components[die].IsDie {
				die++
			}
			a := exec.Blank(exec.OpAdd)
			a.Kind, a.KindTo = topology.Cell, topology.Cell
			a.To, a.From, a.What = int32(cont.From+d), int32(cont.From+d), int32(die)
			a.State = 0
			die++
			l.p.Start = append(l.p.Start, func(c *ctx) { make1(c, a) })
		}
	}
}

// make1 makes an action of a start rule.
func make1(c *ctx, a exec.Action) {
	// What is placed has to be kept: a hundredth of the budget half a million pieces.
	c.Spend(100)
	c.Do(&a)
	c.Applied = append(c.Applied, a)
}

// A placing is what (place …) puts down, and how.
type placing struct {
	what                          int
	count, state, rotation, value exec.IntFn
	kind                          kind
	stack                         bool
}

func (l *lowerer) placing(t *check.Term, what int) placing {
	k, _ := l.kindOf(t.Arg("type"))
	count := t.Arg("count")
	if count != nil && count.List {
		count = nil // a number for each of several pieces, see placeShuffled
	}
	return placing{
		what: what, kind: k,
		count: l.intOr(count, 1).Fn, state: l.intOr(t.Arg("state"), exec.Undefined).Fn,
		rotation: l.intOr(t.Arg("rotation"), exec.Undefined).Fn, value: l.intOr(t.Arg("value"), exec.Undefined).Fn,
	}
}

// put places on a site.
func (q *placing) put(c *ctx, site int) { q.putCount(c, site, q.count(c)) }

func (q *placing) putCount(c *ctx, site, count int) {
	if site < 0 {
		return
	}
	a := exec.Blank(exec.OpAdd)
	k := q.kind
	if of := c.Prog.ContainerOf; site < len(of) && of[site] > 0 {
		k = topology.Cell
	}
	a.Kind, a.KindTo = k, k
	a.From, a.To, a.What = int32(site), int32(site), int32(q.what)
	a.Count, a.Stack = int32(count), q.stack
	if q.stack {
		a.Count = 1
	}
	a.State, a.Rotation, a.Value = int32(q.state(c)), int32(q.rotation(c)), int32(q.value(c))
	make1(c, a)
}

// item finds the component that a start rule names.
func (l *lowerer) item(t *check.Term) int {
	c := l.pieceNamed(t.Text)
	if c == 0 {
		l.refuse(t, CodeMeaning, "there is no piece %q", t.Text)
	}
	return c
}

// containerNamed finds a container, -1 if there is none.
func (l *lowerer) containerNamed(s string) int {
	for i := range l.p.Containers {
		if l.p.Containers[i].Name == s {
			return i
		}
	}
	return -1
}

func hasDigit(s string) bool { return trimDigits(s) != s }

// place lowers the placing of one piece, on the board or in a container.
func (l *lowerer) place(t *check.Term) exec.EffectFn {
	cont := t.Arg("container")
	if cont != nil {
		return l.placeIn(t, cont)
	}
	q := l.placing(t, l.item(t.Arg("item")))
	switch {
	case t.Arg("coord") != nil:
		site, ok := l.coordinate(t.Arg("coord").Text, q.kind)
		if !ok {
			l.refuse(t.Arg("coord"), CodeMeaning, "there is no site %q", t.Arg("coord").Text)
		}
		return func(c *ctx) { q.put(c, site) }
	case t.Arg("site") != nil:
		site := l.int(t.Arg("site")).Fn
		return func(c *ctx) { q.put(c, site(c)) }
	}
	return func(*ctx) {}
}

// placeIn lowers the placing in a container other than the board. "Hand" without
// a number means everybody's own piece in everybody's own hand.
func (l *lowerer) placeIn(t, cont *check.Term) exec.EffectFn {
	name := t.Arg("item").Text
	p := l.p
	if shared := l.pieceNamed(name); !hasDigit(name) && cont.Text == "Hand" && (shared == 0 || p.Components[shared].Owner != p.Shared()) {
		var all []exec.EffectFn
		for player := 1; player <= p.Players; player++ {
			what, hand := l.componentOf(name, player), l.handOf(player)
			if what == 0 || hand < 0 {
				l.refuse(t, CodeMeaning, "player %d has no piece %q, or no hand", player, name)
				continue
			}
			q, h := l.placing(t, what), p.Containers[hand]
			all = append(all, func(c *ctx) {
				for s := h.From; s < h.From+h.N; s++ {
					if c.IsEmpty(topology.Cell, s) {
						q.put(c, s)
						return
					}
				}
			})
		}
		return func(c *ctx) {
			for _, f := range all {
				f(c)
			}
		}
	}
	i := l.containerNamed(cont.Text)
	if i < 0 {
		l.refuse(cont, CodeMeaning, "there is no container %q", cont.Text)
		return func(*ctx) {}
	}
	h := p.Containers[i]
	what := l.item(t.Arg("item"))
	if h.Kind == exec.HandContainer {
		// Ludii takes the hand's number for the piece's, and always the first place.
		if i < len(p.Components) {
			what = i
		}
		q := l.placing(t, what)
		return func(c *ctx) { q.put(c, h.From) }
	}
	q := l.placing(t, what)
	site := l.intOr(t.Arg("site"), 0).Fn
	return func(c *ctx) { q.put(c, h.From+site(c)) }
}

// componentOf finds a player's component by the name as written.
func (l *lowerer) componentOf(base string, player int) int {
	for i, c := range l.p.Components {
		if i > 0 && c.Base == base && c.Owner == player {
			return i
		}
	}
	return l.pieceNamed(l.pieceName(base, player))
}

// handOf finds a player's hand, -1 if there is none.
func (l *lowerer) handOf(player int) int {
	for i, c := range l.p.Containers {
		if c.Kind == exec.HandContainer && c.Owner == player {
			return i
		}
	}
	return -1
}

// placeMany lowers the placing of the same piece on several sites.
func (l *lowerer) placeMany(t *check.Term) exec.EffectFn {
	q := l.placing(t, l.item(t.Arg("item")))
	if counts := t.Arg("counts"); counts != nil && len(counts.Items) > 0 {
		q.count = l.int(counts.Items[0]).Fn
	}
	switch {
	case t.Arg("coords") != nil:
		sites := l.coordinates(t.Arg("coords"), q.kind)
		return func(c *ctx) {
			for _, s := range sites {
				q.put(c, s)
			}
		}
	case t.Arg("sites") != nil:
		r := l.region(t.Arg("sites"))
		return func(c *ctx) {
			b := r.Fn(c)
			for s := b.Next(0); s >= 0; s = b.Next(s + 1) {
				q.put(c, s)
			}
		}
	case t.Arg("ints") != nil:
		f := l.ints(t.Arg("ints"))
		return func(c *ctx) {
			for _, s := range f(c, nil) {
				q.put(c, s)
			}
		}
	}
	return func(*ctx) {}
}

// coordinates finds the sites of a list of labels, those that are there.
func (l *lowerer) coordinates(t *check.Term, k kind) []int {
	var sites []int
	for _, it := range t.Items {
		// What is not there is left out, as Ludii does.
		if s, ok := l.coordinate(it.Text, k); ok {
			sites = append(sites, s)
		}
	}
	return sites
}

// placeStack lowers the placing of stacks: several pieces on one site, or the
// same piece several times on each of some sites.
func (l *lowerer) placeStack(t *check.Term) exec.EffectFn {
	var items []*check.Term
	if it := t.Arg("item"); it != nil {
		items = []*check.Term{it}
	} else {
		items = t.Arg("items").Items
	}
	var qs []placing
	for _, it := range items {
		q := l.placing(t, l.item(it))
		q.stack = true
		qs = append(qs, q)
	}
	sites, err := l.stackSites(t)
	if err {
		return func(*ctx) {}
	}
	count := l.intOr(t.Arg("count"), 1).Fn
	if t.Arg("container") != nil {
		count = Const(1).Fn // how many there are to be holds on the board only
	}
	var counts []Int // by site
	if cs := t.Arg("counts"); cs != nil && t.Arg("item") != nil {
		for _, it := range cs.Items {
			counts = append(counts, l.int(it))
		}
	}
	return func(c *ctx) {
		for at, s := range sites(c) {
			for i := range qs {
				n := count(c)
				if at < len(counts) {
					n = counts[at].Fn(c)
				}
				for range n {
					qs[i].putCount(c, s, 1)
				}
			}
		}
	}
}

// stackSites lowers where a stack is placed.
func (l *lowerer) stackSites(t *check.Term) (sites func(c *ctx) []int, failed bool) {
	k, _ := l.kindOf(t.Arg("type"))
	first := 0
	if cont := t.Arg("container"); cont != nil {
		i := l.containerNamed(cont.Text)
		if i < 0 {
			l.refuse(cont, CodeMeaning, "there is no container %q", cont.Text)
			return nil, true
		}
		h := l.p.Containers[i]
		first = h.From
		if t.Arg("where") == nil {
			return func(*ctx) []int {
				var all []int
				for s := h.From; s < h.From+h.N; s++ {
					all = append(all, s)
				}
				return all
			}, false
		}
	}
	switch {
	case t.Arg("coord") != nil:
		s, ok := l.coordinate(t.Arg("coord").Text, k)
		if !ok {
			l.refuse(t.Arg("coord"), CodeMeaning, "there is no site %q", t.Arg("coord").Text)
		}
		return func(*ctx) []int { return []int{s} }, false
	case t.Arg("coords") != nil:
		all := l.coordinates(t.Arg("coords"), k)
		return func(*ctx) []int { return all }, false
	case t.Arg("where") != nil:
		w := t.Arg("where")
		if w.List || w.Form == nil || w.Form.Result != check.Sites {
			f := l.ints(w)
			return func(c *ctx) []int {
				x := f(c, nil)
				for i := range x {
					x[i] += first
				}
				return x
			}, false
		}
		r := l.region(w)
		return func(c *ctx) []int { return r.Fn(c).Append(nil) }, false
	}
	l.refuse(t, CodeArgument, "a stack without a place")
	return nil, true
}
