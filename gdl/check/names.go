package check

import (
	"strings"

	"ludens/diag"
	"ludens/gdl"
)

// place is where something was first met.
type place struct {
	rule int
	pos  diag.Pos
}

// relation is what is known of a relation name, over all arities.
type relation struct {
	heads []int // rules and facts with this name as their head
	head  place // the first of them
	body  place // its first use in a body
	used  bool  // in a body
	facts bool  // all heads are facts or have an empty body
}

// names walks every sentence and term once. It fills c.rels and c.roles and
// reports what is wrong with single names: reserved words, spelling, odd
// characters, arities, keywords in the wrong place.
func (c *checker) names() {
	c.rels = map[string]*relation{}
	n := nameWalk{
		c: c, spelling: map[string]place{}, firstSpelled: map[string]string{}, odd: map[string]bool{},
		relArity: map[string]arityUse{}, fnArity: map[string]arityUse{}, arityTold: map[arityKey]bool{},
		bothTold: map[string]bool{},
	}
	for i := range c.d.Rules {
		r := &c.d.Rules[i]
		n.rule = i
		n.vars = nil
		n.sentence(&r.Head, true)
		for j := range r.Body {
			n.literal(&r.Body[j])
		}
	}
	c.findRoles()
}

type arityUse struct {
	n  int
	at place
}

type arityKey struct {
	name     string
	n        int
	function bool
}

type nameWalk struct {
	c            *checker
	rule         int
	spelling     map[string]place  // every exact spelling of a constant, where first met
	firstSpelled map[string]string // lower case → the first exact spelling
	odd          map[string]bool   // names with odd characters already reported
	relArity     map[string]arityUse
	fnArity      map[string]arityUse
	arityTold    map[arityKey]bool
	bothTold     map[string]bool
	vars         map[string]string // of this rule: lower case → first spelling; nil until needed
}

func (n *nameWalk) literal(l *gdl.Literal) {
	switch l.Kind {
	case gdl.Positive:
		n.sentence(&l.Sentence, false)
	case gdl.Distinct:
		for i := range l.Sentence.Args {
			n.term(&l.Sentence.Args[i])
		}
	default:
		for i := range l.Subs {
			n.literal(&l.Subs[i])
		}
	}
}

// sentence looks at a relation applied to terms.
func (n *nameWalk) sentence(t *gdl.Term, head bool) {
	c := n.c
	at := place{n.rule, t.Pos}
	rel := c.rels[t.Name]
	if rel == nil {
		rel = &relation{facts: true}
		c.rels[t.Name] = rel
		c.relOrder = append(c.relOrder, t.Name)
	}
	if head {
		if len(rel.heads) == 0 {
			rel.head = at
		}
		rel.heads = append(rel.heads, n.rule)
		rel.facts = rel.facts && len(c.d.Rules[n.rule].Body) == 0
	} else if !rel.used {
		rel.used = true
		rel.body = at
	}

	if t.Kind == gdl.Function && len(t.Args) == 0 {
		c.report("GDL043", n.rule, t.Pos, "%s is written in parentheses without arguments", shortName(t.Name))
	}
	switch want, keyword := gdl.Keywords[t.Name]; {
	case isReserved(t.Name):
		c.reserved(n.rule, t)
	case keyword && len(t.Args) != want:
		c.report("GDL017", n.rule, t.Pos, "%s takes %s, here it has %d", t.Name, plural(want, "argument"), len(t.Args))
	case !keyword:
		n.arity(t, false)
		n.constant(t.Name, at)
	}
	for i := range t.Args {
		n.term(&t.Args[i])
	}
}

// term looks at an argument and everything inside it.
func (n *nameWalk) term(t *gdl.Term) {
	c := n.c
	at := place{n.rule, t.Pos}
	switch {
	case t.Kind == gdl.Variable:
		n.variable(t)
		return
	case isReserved(t.Name):
		c.reserved(n.rule, t)
	case t.Kind == gdl.Function && isOldKeyword(t.Name):
		c.report("GDL018", n.rule, t.Pos, "the keyword %s is used as a function, in %s", t.Name, short(t))
	case isKeyword(t.Name):
		what := "constant"
		if t.Kind == gdl.Function {
			what = "function"
		}
		c.report("GDL047", n.rule, t.Pos, "the keyword %s is used as a %s", t.Name, what)
	default:
		n.constant(t.Name, at)
		if t.Kind == gdl.Function {
			n.arity(t, true)
		}
	}
	if t.Kind == gdl.Function && len(t.Args) == 0 {
		c.report("GDL043", n.rule, t.Pos, "%s is written in parentheses without arguments", shortName(t.Name))
	}
	for i := range t.Args {
		n.term(&t.Args[i])
	}
}

func (c *checker) reserved(rule int, t *gdl.Term) {
	hint := ""
	if strings.EqualFold(t.Name, "<=") {
		hint = "a rule inside a rule mostly means that a closing parenthesis is missing before it"
	}
	c.hinted("GDL011", rule, t.Pos, hint, "%s is used as a name", t.Name)
}

// constant looks at the spelling of a name that is no keyword.
func (n *nameWalk) constant(name string, at place) {
	if _, known := n.spelling[name]; known {
		return
	}
	n.spelling[name] = at
	n.characters(name, name, at)
	if strings.HasPrefix(name, "<=") {
		n.c.report("GDL065", at.rule, at.pos, "%s is one name, not the arrow <= and %s", shortName(name), shortName(name[2:]))
	}
	low := strings.ToLower(name)
	first, met := n.firstSpelled[low]
	if !met {
		n.firstSpelled[low] = name
		return
	}
	n.c.hinted("GDL013", at.rule, at.pos, "write "+shortName(first)+" everywhere, or give one of the two another name",
		"%s and %s (at %s) differ only in letter case", shortName(name), shortName(first), n.spelling[first].pos)
}

func (n *nameWalk) variable(t *gdl.Term) {
	if n.vars == nil {
		n.vars = map[string]string{}
	}
	if _, known := n.vars[t.Name]; known {
		return
	}
	low := strings.ToLower(t.Name)
	first, met := n.vars[low]
	if !met {
		n.vars[low] = t.Name
		n.vars[t.Name] = t.Name
	} else if first != t.Name {
		n.vars[t.Name] = first
		n.c.hinted("GDL014", n.rule, t.Pos, "write "+shortName(first)+" everywhere in this rule, or give one of the two another name",
			"the variables %s and %s differ only in letter case", shortName(t.Name), shortName(first))
	}
	n.characters(t.Name, t.Name[1:], place{n.rule, t.Pos})
}

// characters reports a name with anything else than letters, digits, _ and -.
func (n *nameWalk) characters(name, part string, at place) {
	odd := part == ""
	first := rune('?')
	for _, r := range part {
		if r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			continue
		}
		odd, first = true, r
		break
	}
	if !odd || n.odd[name] {
		return
	}
	n.odd[name] = true
	n.c.report("GDL040", at.rule, at.pos, "the name %s holds the character %q", shortName(name), first)
}

// arity reports a name used with two arities, and one that is both a relation
// and a function.
func (n *nameWalk) arity(t *gdl.Term, function bool) {
	mine, other := n.relArity, n.fnArity
	code, kind, otherKind := "GDL045", "relation", "function"
	if function {
		mine, other = other, mine
		code, kind, otherKind = "GDL046", "function", "relation"
	}
	at := place{n.rule, t.Pos}
	first, met := mine[t.Name]
	if !met {
		mine[t.Name] = arityUse{len(t.Args), at}
		// a relation without arguments in parentheses is reported as that
		if o, both := other[t.Name]; both && !n.bothTold[t.Name] {
			n.bothTold[t.Name] = true
			n.c.report("GDL048", n.rule, t.Pos, "%s is a %s here and a %s at %s", shortName(t.Name), kind, otherKind, o.at.pos)
		}
		return
	}
	key := arityKey{t.Name, len(t.Args), function}
	if first.n == len(t.Args) || n.arityTold[key] {
		return
	}
	n.arityTold[key] = true
	n.c.report(code, n.rule, t.Pos, "the %s %s has %s here and %d at %s",
		kind, shortName(t.Name), plural(len(t.Args), "argument"), first.n, first.at.pos)
}

// findRoles gathers the roles: facts, each once. Check needed reports none.
func (c *checker) findRoles() {
	rel := c.rels["role"]
	if rel == nil {
		return
	}
	met := map[string]diag.Pos{}
	for _, i := range rel.heads {
		h := &c.d.Rules[i].Head
		if len(c.d.Rules[i].Body) > 0 || len(h.Args) != 1 || hasVariable(&h.Args[0]) {
			continue
		}
		name := key(&h.Args[0])
		if first, twice := met[name]; twice {
			c.report("GDL052", i, h.Pos, "the role %s is declared already at %s", short(&h.Args[0]), first)
			continue
		}
		met[name] = h.Pos
		c.roles = append(c.roles, h.Args[0])
	}
}

func isReserved(name string) bool {
	switch len(name) {
	case 2:
		return name == "<=" || strings.EqualFold(name, "or")
	case 3:
		return strings.EqualFold(name, "not")
	case 8:
		return strings.EqualFold(name, "distinct")
	}
	return false
}

// isKeyword reports whether name is a keyword in any letter case.
func isKeyword(name string) bool {
	if len(name) > len("terminal") {
		return false
	}
	_, is := gdl.Keywords[strings.ToLower(name)]
	return is
}

// isOldKeyword leaves out the keyword sees, which GDL-I does not have.
func isOldKeyword(name string) bool { return isKeyword(name) && !strings.EqualFold(name, "sees") }

func hasVariable(t *gdl.Term) bool {
	if t.Kind == gdl.Variable {
		return true
	}
	for i := range t.Args {
		if hasVariable(&t.Args[i]) {
			return true
		}
	}
	return false
}

// key is a term as text that is the same for equal terms only.
func key(t *gdl.Term) string {
	if t.Kind != gdl.Function {
		return t.Name
	}
	return t.String()
}
