package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// Deduction puzzles: the moves set variables and rule values out.

func init() {
	moveForms["satisfy"] = (*lowerer).satisfy
}

// A solver is a lowered (satisfy …).
type solver struct {
	p         *exec.Puzzle
	variables exec.Bits       // those known to be
	more      []exec.RegionFn // regions of more
	given     exec.Bits       // those that the start rules set
	parts     []parted        // constraints whose parts read variables alone
	rest      []exec.BoolFn   // the others
}

// satisfy offers every value of each variable that does not break a constraint
// at once, and to rule out or let in every one. What a constraint is about are
// variables: a region, all regions of the equipment, or all sites.
func (l *lowerer) satisfy(t *check.Term) exec.MovesFn {
	s := &solver{p: l.puzzle()}
	n := l.p.Topo.NumSites(l.p.Default)
	s.variables, s.given = exec.NewBits(n), exec.NewBits(n)
	s.p.Satisfy = nil
	terms := []*check.Term{t.Arg("if")}
	if terms[0].List {
		terms = terms[0].Items
	}
	all := false
	for _, c := range terms {
		p, apart := l.parts(c)
		holds := p.all().Fn
		s.p.Satisfy = append(s.p.Satisfy, holds)
		if apart {
			s.parts = append(s.parts, p)
		} else {
			s.rest = append(s.rest, holds)
		}
		switch {
		case all:
		case c.Name() == "forAll":
			s.variables.Fill(n)
			all = true // Ludii looks no further
		case c.Name() == "all Different#puzzle", c.Name() == "is Sum", c.Name() == "is Unique":
			if ty := c.Arg("type"); ty != nil && len(s.p.Also) > 0 {
				if k, _ := l.kindOf(ty); k != s.p.Kind {
					continue // of sites that are variables anyway
				}
			}
			if r := c.Arg("sites"); r != nil {
				s.more = append(s.more, l.region(r).Fn)
				continue
			}
			for _, a := range l.areas(c, "", false) {
				if a.fn != nil {
					s.more = append(s.more, a.fn)
				}
				for _, site := range a.sites {
					s.variables.Add(site)
				}
			}
		}
	}
	l.givenVariables(s.given)
	return s.moves
}

// givenVariables finds the variables that the first start rule sets.
func (l *lowerer) givenVariables(set exec.Bits) {
	start := l.root.Arg("rules").Arg("start").Arg("rules")
	if start != nil && start.List {
		if len(start.Items) == 0 {
			return
		}
		start = start.Items[0]
	}
	if start.Name() != "start.set#puzzle" {
		return
	}
	for _, p := range start.Arg("assignments").Items {
		if len(p.Items) > 0 {
			set.Add(p.Items[0].Int)
		}
	}
}

func (s *solver) moves(c *ctx) {
	first := len(c.Moves)
	mark := c.SetMark()
	sites := c.Set()
	sites.Or(s.variables)
	for _, r := range s.more {
		sites.Or(r(c))
	}
	sites.AndNot(s.given)
	now := ask(c, s.parts)
	defer now.free(c)
	for site := sites.Next(0); site >= 0; site = sites.Next(site + 1) {
		s.offer(c, exec.Variables{Kind: s.p.Kind, Min: s.p.Min, Max: s.p.Max}, site, &now)
	}
	// All sites of further kinds that have values are variables.
	for _, of := range s.p.Also {
		for site := range c.Values[of.Kind] {
			s.offer(c, of, site, &now)
		}
	}
	c.FreeSets(mark)
	c.SetMover(first, 1)
}

// offer makes the moves that set a variable, and those that rule a value out or in.
func (s *solver) offer(c *ctx, of exec.Variables, site int, read *readings) {
	now, resolved := c.Resolved(of.Kind, site)
	for v := of.Min; v <= of.Max; v++ {
		a := exec.On(exec.OpSet, of.Kind, site)
		a.Value, a.Decision = int32(v), true
		if s.allows(c, a, read) {
			c.NewMove(a)
		}
		if !resolved || now != v {
			a.Op = exec.OpToggle
			c.NewMove(a)
		}
	}
}

// allows reports whether all constraints hold once a variable is set.
func (s *solver) allows(c *ctx, a exec.Action, read *readings) bool {
	k, site := a.KindTo, int(a.To)
	if site >= len(c.Values[k]) {
		return false
	}
	values, what, last := c.Values[k][site], c.Sites[k].What[site], c.Last
	c.Do(&a)
	// Constraints may ask for the move that was made.
	c.Last = exec.Last{
		Valid: true, Mover: 1, From: a.From, To: a.To, FromKind: k, ToKind: k,
		FromAfter: a.From, ToAfter: a.To, ActionFrom: a.From, ActionTo: a.To,
	}
	holds := read.still(c, s.parts, k, site)
	for _, f := range s.rest {
		holds = holds && f(c)
	}
	c.Values[k][site], c.Sites[k].What[site], c.Last = values, what, last
	return holds
}
