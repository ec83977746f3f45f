package lower

import (
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

func init() {
	startForms["place Random"] = (*lowerer).placeRandom
	startForms["place Random#stack"] = (*lowerer).placeShuffled
	startForms["place Random#stack-counts"] = (*lowerer).placeShuffled
	startForms["start.deal"] = (*lowerer).startDeal
	startForms["start.forEach"] = (*lowerer).startForInts
	startForms["start.forEach Player"] = (*lowerer).startForPlayer
	startForms["start.forEach Site"] = (*lowerer).startForSite
	startForms["start.forEach Team"] = (*lowerer).startForTeam
	startForms["start.forEach Value"] = (*lowerer).startForValue
}

// items finds the components that a list names.
func (l *lowerer) items(t *check.Term) []int {
	var out []int
	for _, it := range t.Items {
		out = append(out, l.item(it))
	}
	return out
}

// placeRandom lowers pieces on empty sites that chance chooses. How many there
// are to be is asked anew before each.
func (l *lowerer) placeRandom(t *check.Term) exec.EffectFn {
	items := l.items(t.Arg("items"))
	q := l.placing(t, 0)
	q.count = Const(1).Fn
	count := l.intOr(t.Arg("count"), 1).Fn
	region := exec.NewBits(l.p.Topo.NumSites(q.kind))
	region.Fill(l.p.Topo.NumSites(q.kind))
	where := func(*ctx) exec.Bits { return region }
	if r := t.Arg("sites"); r != nil {
		where = l.region(r).Fn
	}
	at := l.at(q.kind)
	return func(c *ctx) {
		q := q
		for _, q.what = range items {
			mark := c.SetMark()
			sites := where(c).Append(nil)
			c.FreeSets(mark)
			sites = slices.DeleteFunc(sites, func(s int) bool { return c.What(at(c, s), s) != 0 })
			for i := 0; len(sites) > 0 && i < count(c); i++ {
				j := c.PickSite(sites)
				q.put(c, sites[j])
				sites = slices.Delete(sites, j, j+1)
			}
		}
	}
}

// placeShuffled lowers a stack of pieces in an order that chance makes.
func (l *lowerer) placeShuffled(t *check.Term) exec.EffectFn {
	type lot struct {
		what  int
		count exec.IntFn
	}
	var lots []lot
	if counted := t.Arg("counts"); counted != nil {
		for _, it := range counted.Items {
			lots = append(lots, lot{l.item(it.Arg("name")), l.int(it.Arg("count")).Fn})
		}
	} else {
		counts := t.Arg("count")
		for i, what := range l.items(t.Arg("items")) {
			n := Const(1)
			if counts != nil && i < len(counts.Items) {
				n = l.int(counts.Items[i])
			}
			lots = append(lots, lot{what, n.Fn})
		}
	}
	q := l.placing(t, 0)
	q.stack = true
	site := l.int(t.Arg("site")).Fn
	return func(c *ctx) {
		var all []int
		for _, o := range lots {
			for n := min(o.count(c), maxShuffled-len(all)); n > 0; n-- {
				all = append(all, o.what)
			}
		}
		s, q := site(c), q
		for len(all) > 0 {
			c.Tick()
			c.Scan(len(all))
			i := c.PickWhat(all)
			q.what = all[i]
			q.putCount(c, s, 1)
			all = slices.Delete(all, i, i+1)
		}
	}
}

// maxShuffled bounds the pieces of a stack that chance makes.
const maxShuffled = 10_000

// startDeal lowers the dealing of cards, see cards.go, or of dominoes to the hands,
// where everybody has one. Of dominoes twice the number is dealt, however many players there are.
func (l *lowerer) startDeal(t *check.Term) exec.EffectFn {
	n := l.constant(t.Arg("count"), 1)
	if t.Arg("what").Text == "Cards" {
		return l.startCards(max(n, 0))
	}
	p := l.p
	var hands []exec.Container
	for _, h := range p.Containers {
		if h.Kind == exec.HandContainer {
			hands = append(hands, h)
		}
	}
	q := l.placing(t, 0)
	q.kind, q.count = topology.Cell, Const(1).Fn
	return func(c *ctx) {
		if len(hands) != p.Players {
			return
		}
		var all []int
		for i := 1; i < len(p.Components); i++ {
			all = append(all, i)
		}
		q := q
		for i := 0; i < 2*n && len(all) > 0; i++ {
			c.Tick()
			c.Scan(len(all))
			j := c.PickWhat(all)
			q.what = all[j]
			h := hands[i%p.Players]
			if level := i / p.Players; level < h.N {
				q.put(c, h.From+level)
			}
			all = slices.Delete(all, j, j+1)
		}
	}
}

func (l *lowerer) startForInts(t *check.Term) exec.EffectFn {
	list, rule := l.ints(t.Arg("ints")), l.startRule(t.Arg("rule"))
	return func(c *ctx) {
		saved := c.Value
		for _, v := range list(c, nil) {
			c.Tick()
			c.Value = v
			rule(c)
		}
		c.Value = saved
	}
}

func (l *lowerer) startForPlayer(t *check.Term) exec.EffectFn {
	rule := l.startRule(t.Arg("rule"))
	return func(c *ctx) {
		saved := c.Player
		for p := 1; p <= c.Prog.Players; p++ {
			c.Tick()
			c.Player = p
			rule(c)
		}
		c.Player = saved
	}
}

func (l *lowerer) startForSite(t *check.Term) exec.EffectFn {
	where, rule := l.region(t.Arg("sites")), l.startRule(t.Arg("rule"))
	cond := l.boolOr(t.Arg("if"), true).Fn
	return func(c *ctx) {
		saved, mark := c.Site, c.SetMark()
		sites := where.Fn(c).Append(nil)
		c.FreeSets(mark)
		for _, s := range sites {
			c.Tick()
			if c.Site = s; cond(c) {
				rule(c)
			}
		}
		c.Site = saved
	}
}

func (l *lowerer) startForTeam(t *check.Term) exec.EffectFn {
	rule := l.startRule(t.Arg("rule"))
	return func(c *ctx) {
		saved := c.Members
		for team := 1; team <= c.Prog.Players; team++ {
			c.Tick()
			var members []int
			for p := 1; p <= c.Prog.Players; p++ {
				if int(c.State.Team[p]) == team {
					members = append(members, p)
				}
			}
			if c.Members = members; len(members) > 0 {
				rule(c)
			}
		}
		c.Members = saved
	}
}

func (l *lowerer) startForValue(t *check.Term) exec.EffectFn {
	low, high := l.int(t.Arg("min")).Fn, l.int(t.Arg("max")).Fn
	rule := l.startRule(t.Arg("rule"))
	return func(c *ctx) {
		saved := c.Value
		last := min(high(c), low(c)+maxShuffled)
		for v := low(c); v <= last && c.Err == nil; v++ {
			c.Tick()
			c.Value = v
			rule(c)
		}
		c.Value = saved
	}
}
