package check

import (
	"strings"

	"ludens/diag"
	"ludens/gdl"
)

// rules looks at each rule by itself.
func (c *checker) rules() {
	same := map[string]int{}
	size := 0
	for i := range c.d.Rules {
		r := &c.d.Rules[i]
		c.head(i, r)
		c.safety(i, r)
		c.early(i, r)
		for j := range r.Body {
			c.literal(i, &r.Body[j], inBody)
		}
		clauses, symbols := gdl.Multiplied(r)
		if clauses > gdl.MaxAlternatives {
			c.report("GDL063", i, r.Pos, "the disjunctions of this rule multiply out to more than %d alternatives", gdl.MaxAlternatives)
		}
		if size += symbols; size > gdl.MaxSymbols && size-symbols <= gdl.MaxSymbols {
			c.report("GDL063", i, r.Pos, "the disjunctions up to here multiply out to more than %d names and variables", gdl.MaxSymbols)
		}
		if r.Head.Name == "role" && !r.Arrow {
			continue // findRoles tells
		}
		w := clipper{most: 1 << 16} // longer rules are hardly ever written twice
		w.rule(r)
		if w.full {
			continue
		}
		if first, twice := same[w.String()]; twice {
			c.report("GDL059", i, r.Pos, "this says the same as the form at %s", c.d.Rules[first].Pos)
		} else {
			same[w.String()] = i
		}
	}
}

// head looks at what stands before the body.
func (c *checker) head(i int, r *gdl.Rule) {
	fact := !r.Arrow
	switch r.Head.Name {
	case "role":
		if !fact && len(r.Body) > 0 {
			c.report("GDL022", i, r.Head.Pos, "a role is defined by a rule")
		}
	case "true", "does":
		if fact {
			c.report("GDL023", i, r.Head.Pos, "%s is stated as a fact", r.Head.Name)
		} else {
			c.report("GDL022", i, r.Head.Pos, "%s is the head of a rule", r.Head.Name)
		}
	case "goal":
		c.goalValue(i, r)
	case "terminal":
		if len(r.Body) == 0 {
			c.report("GDL058", i, r.Pos, "terminal holds in every state")
		}
	}
	if r.Arrow && len(r.Body) == 0 {
		c.report("GDL044", i, r.Pos, "this rule has no condition")
	}
	if fact {
		if v := firstVariable(&r.Head); v != nil {
			c.report("GDL028", i, v.Pos, "the fact %s holds the variable %s", short(&r.Head), shortName(v.Name))
		}
	}
}

func (c *checker) goalValue(i int, r *gdl.Rule) {
	if len(r.Head.Args) != 2 {
		return
	}
	v := &r.Head.Args[1]
	if v.Kind == gdl.Variable {
		return
	}
	if _, ok := goalNumber(v); !ok {
		c.report("GDL029", i, v.Pos, "the goal value %s is not an integer from 0 to 100", short(v))
	}
}

// goalNumber reads a goal value: decimal digits, 0 to 100.
func goalNumber(t *gdl.Term) (n int, ok bool) {
	if t.Kind != gdl.Constant || t.Name == "" || len(t.Name) > 9 {
		return 0, false
	}
	for _, b := range []byte(t.Name) {
		if b < '0' || b > '9' {
			return 0, false
		}
		n = 10*n + int(b-'0')
	}
	return n, n <= 100
}

// where a literal stands
type position uint8

const (
	inBody position = iota
	inOr
	inNot
)

// literal looks at the shape of a body literal and everything inside it.
func (c *checker) literal(i int, l *gdl.Literal, where position) {
	switch l.Kind {
	case gdl.Positive:
		switch name := l.Sentence.Name; {
		case name == "init" || name == "next" || name == "base" || name == "input":
			c.report("GDL016", i, l.Pos, "%s stands in the body of a rule", name)
		case name == "sees":
			c.report("GDL060", i, l.Pos, "sees stands in the body of a rule")
		case strings.EqualFold(name, "and") && len(l.Sentence.Args) > 0 && c.rels[name] != nil && len(c.rels[name].heads) == 0:
			c.hinted("GDL049", i, l.Pos, "there is no and in GDL: write the conditions one behind the other, or, inside an or, name them with a rule of their own",
				"no rule or fact gives %s, and it is no connective", shortName(name))
		}
	case gdl.Distinct:
		c.comparison(i, l)
	case gdl.Not:
		sub := &l.Subs[0]
		if sub.Kind != gdl.Positive {
			what := map[gdl.LiteralKind]string{gdl.Not: "another negation", gdl.Or: "a disjunction", gdl.Distinct: "a distinct"}[sub.Kind]
			c.hinted("GDL019", i, l.Pos, negationHints[sub.Kind], "not is applied to %s", what)
		}
		c.literal(i, sub, inNot)
	case gdl.Or:
		if where == inOr {
			c.report("GDL041", i, l.Pos, "this or stands directly in another or")
		}
		if len(l.Subs) == 0 {
			c.report("GDL042", i, l.Pos, "this or has no members, so that its rule never fires")
		}
		for j := range l.Subs {
			c.literal(i, &l.Subs[j], inOr)
		}
	}
}

var negationHints = map[gdl.LiteralKind]string{
	gdl.Not:      "write the inner condition without either not",
	gdl.Or:       "negate each member of the or by itself, one behind the other",
	gdl.Distinct: "write the same variable in both places instead of demanding that two are equal",
}

func (c *checker) comparison(i int, l *gdl.Literal) {
	a, b := &l.Sentence.Args[0], &l.Sentence.Args[1]
	switch {
	case sameTerm(a, b):
		c.report("GDL062", i, l.Pos, "%s differs from itself nowhere, so this never holds", short(a))
	case !mayMatch(a, b):
		c.report("GDL062", i, l.Pos, "%s and %s always differ, so this says nothing", short(a), short(b))
	}
}

func sameTerm(a, b *gdl.Term) bool {
	if a.Kind != b.Kind || a.Name != b.Name || len(a.Args) != len(b.Args) {
		return false
	}
	for i := range a.Args {
		if !sameTerm(&a.Args[i], &b.Args[i]) {
			return false
		}
	}
	return true
}

// safety demands that every variable of the head, of a negation and of a
// distinct is bound: that it occurs in a positive sentence of the body, and if
// only in disjunctions, in every member of one of them.
func (c *checker) safety(i int, r *gdl.Rule) {
	if !r.Arrow {
		return
	}
	bound := boundVariables(r.Body)
	told := map[string]bool{}
	each := func(t *gdl.Term, code, where string) {
		t.Walk(func(x *gdl.Term) {
			if x.Kind != gdl.Variable || bound[x.Name] || told[code+x.Name] {
				return
			}
			told[code+x.Name] = true
			c.report(code, i, x.Pos, "the variable %s of %s occurs in no positive condition that always applies", shortName(x.Name), where)
		})
	}
	each(&r.Head, "GDL024", "the head")
	var walk func(l *gdl.Literal, negated bool)
	walk = func(l *gdl.Literal, negated bool) {
		switch {
		case l.Kind == gdl.Distinct:
			each(&l.Sentence, "GDL026", "a distinct")
		case l.Kind == gdl.Positive && negated:
			each(&l.Sentence, "GDL025", "a negation")
		}
		for j := range l.Subs {
			walk(&l.Subs[j], negated || l.Kind == gdl.Not)
		}
	}
	for j := range r.Body {
		walk(&r.Body[j], false)
	}
}

// boundVariables are those that the positive sentences of a conjunction bind.
func boundVariables(body []gdl.Literal) map[string]bool {
	out := map[string]bool{}
	for j := range body {
		for v := range provided(&body[j], func(t *gdl.Term, into map[string]bool) {
			t.Walk(func(x *gdl.Term) {
				if x.Kind == gdl.Variable {
					into[x.Name] = true
				}
			})
		}) {
			out[v] = true
		}
	}
	return out
}

// provided gathers what a literal provides for sure: a positive sentence what of
// puts into the set, a disjunction what all its members provide. The cost is
// linear in the literal: an intersection is no larger than its smallest member.
func provided(l *gdl.Literal, of func(t *gdl.Term, into map[string]bool)) map[string]bool {
	switch l.Kind {
	case gdl.Positive:
		out := map[string]bool{}
		of(&l.Sentence, out)
		return out
	case gdl.Or:
		var sets []map[string]bool
		least := -1
		for j := range l.Subs {
			s := provided(&l.Subs[j], of)
			if len(s) == 0 {
				return nil
			}
			sets = append(sets, s)
			if least < 0 || len(s) < len(sets[least]) {
				least = j
			}
		}
		if least < 0 {
			return nil
		}
		if len(sets) == 1 {
			return sets[0]
		}
		for v := range sets[least] {
			for j, s := range sets {
				if j != least && !s[v] {
					delete(sets[least], v)
					break
				}
			}
		}
		return sets[least]
	}
	return nil
}

func firstVariable(t *gdl.Term) *gdl.Term {
	if t.Kind == gdl.Variable {
		return t
	}
	for i := range t.Args {
		if v := firstVariable(&t.Args[i]); v != nil {
			return v
		}
	}
	return nil
}

// needed demands the four relations without which there is no game.
func (c *checker) needed() {
	for _, name := range []string{"role", "legal", "goal", "terminal"} {
		if rel := c.rels[name]; (rel == nil || len(rel.heads) == 0) && !c.isHidden(name) {
			c.hinted("GDL010", noRule, diag.Pos{}, neededHints[name], "nothing defines %s", name)
		}
	}
}

var neededHints = map[string]string{
	"role":     "name each player with a fact such as (role white)",
	"legal":    "say what each role may do, with facts and rules for (legal ROLE MOVE)",
	"goal":     "say what the end is worth to each role, with facts and rules for (goal ROLE VALUE), VALUE from 0 to 100",
	"terminal": "say when the match is over, with a rule (<= terminal CONDITION…)",
}

// produced reports names that are asked for and never given, and the reverse.
func (c *checker) produced() {
	var given []string
	for _, name := range c.relOrder {
		if len(c.rels[name].heads) > 0 {
			given = append(given, name)
		}
	}
	for _, name := range c.relOrder {
		rel := c.rels[name]
		if _, keyword := gdl.Keywords[name]; keyword || isReserved(name) || c.isHidden(name) {
			continue
		}
		switch {
		case len(rel.heads) == 0 && !strings.EqualFold(name, "and"):
			hint := ""
			if c.shown["GDL049"] < mostSuggestions {
				hint = perhaps(name, given)
			}
			c.hinted("GDL049", rel.body.rule, rel.body.pos, hint, "no rule or fact gives %s", shortName(name))
		case !rel.used && len(rel.heads) > 0:
			c.report("GDL050", rel.head.rule, rel.head.pos, "%s is defined, and used nowhere", shortName(name))
		}
	}
}
