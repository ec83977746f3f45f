package check

import (
	"ludens/gdl"
)

// mostMatches bounds the comparisons of the pass live. Real descriptions need
// some tens of thousands; the pass tells nothing once they are used up.
const mostMatches = 5_000_000

// live reports conditions that nothing can ever make true, and roles that can
// never move or never have a goal. It looks at which heads a literal could
// match, never at values that variables take, so it says less than is true.
func (c *checker) live() {
	if c.cut {
		return // anything may be given in what was not read
	}
	l := c.newLiveness()
	all := make([]bool, len(c.d.Rules))
	for i := range all {
		all[i] = true
	}
	l.run(all)
	if l.spent > mostMatches {
		return
	}
	for _, w := range l.waiting {
		if !w.met {
			c.reportNeverTrue(w)
		}
	}
	if len(c.hidden) > 0 {
		return // a rule that could not be read may let others fire
	}
	l.reset()
	l.run(nil)
	if l.spent > mostMatches {
		return
	}
	c.reportRoles(l)
}

func (c *checker) reportNeverTrue(w *wait) {
	t := w.term
	if rel := c.rels[t.Name]; t.Name != "true" && t.Name != "does" && (rel == nil || len(rel.heads) == 0) {
		return // the pass produced, or needed, has said so
	}
	for _, giver := range givers(t.Name) {
		if c.isHidden(giver) {
			return
		}
	}
	effect := "so this condition never holds"
	if w.negated {
		effect = "so this condition always holds"
	}
	switch t.Name {
	case "true":
		if len(t.Args) == 1 {
			c.report("GDL056", w.rule, t.Pos, "no init or next gives %s, %s", short(&t.Args[0]), effect)
		}
	case "does":
		if len(t.Args) == 2 {
			c.report("GDL056", w.rule, t.Pos, "no legal gives %s the move %s, %s", short(&t.Args[0]), short(&t.Args[1]), effect)
		}
	default:
		c.report("GDL056", w.rule, t.Pos, "no rule or fact gives %s, %s", short(t), effect)
	}
}

// givers are the heads that make a sentence with this name true.
func givers(name string) []string {
	switch name {
	case "true":
		return []string{"init", "next"}
	case "does":
		return []string{"legal"}
	}
	return []string{name}
}

// reportRoles looks for roles without a move or goal, given the rules that may
// fire some day.
func (c *checker) reportRoles(l *liveness) {
	for _, what := range []struct{ name, code, message string }{
		{"legal", "GDL054", "the role %s never has a legal move"},
		{"goal", "GDL055", "the role %s never has a goal value"},
	} {
		rel := c.rels[what.name]
		if rel == nil || len(rel.heads) == 0 {
			continue // the pass needed has said so
		}
		for k := range c.roles {
			role := &c.roles[k]
			found := what.name == "goal" && role.Name == "random" // Nature wants nothing
			for _, i := range rel.heads {
				h := &c.d.Rules[i].Head
				if len(h.Args) == 2 && l.fires[i] && mayMatch(&h.Args[0], role) {
					found = true
					break
				}
			}
			if !found {
				c.report(what.code, noRule, role.Pos, what.message, short(role))
			}
		}
	}
	if rel := c.rels["terminal"]; rel != nil && len(rel.heads) > 0 {
		for _, i := range rel.heads {
			if l.fires[i] {
				return
			}
		}
		c.report("GDL057", rel.head.rule, rel.head.pos, "terminal never holds: the match has no end")
	}
}

// wait is a sentence in a body that waits for something that makes it true.
type wait struct {
	rule    int
	part    int // of the rule's conjunction
	term    *gdl.Term
	negated bool
	met     bool
}

// liveness finds which rules may ever fire: those whose every positive condition
// may match the head of a rule that may fire.
type liveness struct {
	c       *checker
	waiting []*wait            // in order of the text
	by      map[relKey][]*wait // those not met, by what they wait for
	parts   [][]bool           // by rule: which conditions are met
	missing []int              // by rule: how many are not
	fires   []bool
	spent   int
}

func (c *checker) newLiveness() *liveness {
	l := &liveness{c: c}
	l.parts = make([][]bool, len(c.d.Rules))
	l.missing = make([]int, len(c.d.Rules))
	for i := range c.d.Rules {
		body := c.d.Rules[i].Body
		l.parts[i] = make([]bool, len(body))
		for k := range body {
			l.collect(i, k, &body[k], false)
		}
	}
	l.reset()
	return l
}

func (l *liveness) collect(rule, part int, lit *gdl.Literal, negated bool) {
	switch lit.Kind {
	case gdl.Positive:
		l.waiting = append(l.waiting, &wait{rule: rule, part: part, term: &lit.Sentence, negated: negated})
	case gdl.Not, gdl.Or:
		for k := range lit.Subs {
			l.collect(rule, part, &lit.Subs[k], negated != (lit.Kind == gdl.Not))
		}
	}
}

// free tells whether a literal may hold whatever is true.
func free(lit *gdl.Literal) bool {
	switch lit.Kind {
	case gdl.Not, gdl.Distinct:
		return true
	case gdl.Or:
		for k := range lit.Subs {
			if free(&lit.Subs[k]) {
				return true
			}
		}
	}
	return false
}

func (l *liveness) reset() {
	l.by = map[relKey][]*wait{}
	for _, w := range l.waiting {
		w.met = false
		k := relOf(w.term)
		l.by[k] = append(l.by[k], w)
	}
	l.fires = make([]bool, len(l.parts))
	for i, parts := range l.parts {
		l.missing[i] = 0
		for k := range parts {
			parts[k] = free(&l.c.d.Rules[i].Body[k])
			if !parts[k] {
				l.missing[i]++
			}
		}
	}
}

// run lets the rules of seed fire, and all that follow.
func (l *liveness) run(seed []bool) {
	var queue []int
	for i := range l.parts {
		if l.missing[i] == 0 || seed != nil && seed[i] {
			l.fires[i] = true
			queue = append(queue, i)
		}
	}
	for len(queue) > 0 && l.spent <= mostMatches {
		i := queue[0]
		queue = queue[1:]
		h := &l.c.d.Rules[i].Head
		queue = l.feed(queue, relOf(h), h.Args)
		switch {
		case (h.Name == "init" || h.Name == "next") && len(h.Args) == 1:
			queue = l.feed(queue, relKey{"true", 1}, h.Args)
		case h.Name == "legal" && len(h.Args) == 2:
			queue = l.feed(queue, relKey{"does", 2}, h.Args)
		}
	}
}

// feed meets every wait that the given arguments match.
func (l *liveness) feed(queue []int, k relKey, args []gdl.Term) []int {
	ws := l.by[k]
	kept := ws[:0]
	for n, w := range ws {
		l.spent++
		if l.spent > mostMatches {
			kept = append(kept, ws[n:]...)
			break
		}
		if !mayMatchAll(w.term.Args, args) {
			kept = append(kept, w)
			continue
		}
		w.met = true
		if w.negated || l.parts[w.rule][w.part] {
			continue
		}
		l.parts[w.rule][w.part] = true
		l.missing[w.rule]--
		if l.missing[w.rule] == 0 && !l.fires[w.rule] {
			l.fires[w.rule] = true
			queue = append(queue, w.rule)
		}
	}
	l.by[k] = kept
	return queue
}

// roleChecks looks at the roles that sentences name, and at goals that are
// always two.
func (c *checker) roleChecks() {
	if len(c.roles) == 0 || c.isHidden("role") {
		return
	}
	known := map[string]bool{}
	var names []string
	for i := range c.roles {
		known[key(&c.roles[i])] = true
		names = append(names, c.roles[i].Name)
	}
	for _, i := range c.rels["role"].heads {
		if hasVariable(&c.d.Rules[i].Head) || len(c.d.Rules[i].Body) > 0 {
			return // the roles are not what is written; another pass has said so
		}
	}
	always := map[string]string{} // role → the goal value that a fact gives it
	look := func(rule int, t *gdl.Term, in string) {
		if len(t.Args) != 2 || hasVariable(&t.Args[0]) || known[key(&t.Args[0])] {
			return
		}
		hint := ""
		if c.shown["GDL053"] < mostSuggestions {
			hint = perhaps(t.Args[0].Name, names)
		}
		c.hinted("GDL053", rule, t.Args[0].Pos, hint, "%s %s %s, which is no role", t.Name, in, short(&t.Args[0]))
	}
	for i := range c.d.Rules {
		r := &c.d.Rules[i]
		switch r.Head.Name {
		case "legal", "goal", "sees", "input":
			look(i, &r.Head, "is defined for")
		}
		eachSentence(r.Body, false, func(t *gdl.Term, _ bool) {
			switch t.Name {
			case "does", "legal", "goal":
				look(i, t, "asks about")
			}
		})
		if r.Head.Name != "goal" || len(r.Head.Args) != 2 || len(r.Body) > 0 || hasVariable(&r.Head) {
			continue
		}
		role, value := key(&r.Head.Args[0]), key(&r.Head.Args[1])
		if first, met := always[role]; met && first != value {
			c.report("GDL061", i, r.Pos, "%s has the goal values %s and %s in every state", short(&r.Head.Args[0]), shortName(first), shortName(value))
		} else {
			always[role] = value
		}
	}
}

// declarations reports heads that base or input, where a description has them,
// leave out.
func (c *checker) declarations() {
	c.declared("base", "init", 1)
	c.declared("base", "next", 1)
	c.declared("input", "legal", 2)
}

func (c *checker) declared(by, what string, arity int) {
	from, to := c.rels[by], c.rels[what]
	if from == nil || to == nil || c.isHidden(by) || len(from.heads) == 0 {
		return
	}
	spent := 0
	for _, i := range to.heads {
		h := &c.d.Rules[i].Head
		if len(h.Args) != arity {
			continue
		}
		found := false
		for _, j := range from.heads {
			spent++
			if spent > mostMatches {
				return
			}
			if mayMatchAll(h.Args, c.d.Rules[j].Head.Args) {
				found = true
				break
			}
		}
		if !found {
			c.report("GDL064", i, h.Pos, "no %s allows for %s", by, short(h))
		}
	}
}
