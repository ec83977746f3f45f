package interp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludens/gdl/interp"
)

// The property: on random stratified programs the reasoner derives exactly what
// an evaluator derives that tries every rule with every assignment of terms to
// its variables, stratum by stratum, until nothing new comes.

// universe is what variables range over. Heads make no other terms.
var universe = []string{"a", "b", "c", "(f a)", "(f b)", "(g a b)"}

type naiveAtom struct {
	rel  string
	args []string // a term of the universe, a variable, or (f ?v), (g ?v ?w)
}

func (a naiveAtom) text() string {
	if len(a.args) == 0 {
		return a.rel
	}
	return "(" + a.rel + " " + strings.Join(a.args, " ") + ")"
}

type naiveRule struct {
	head     naiveAtom
	pos, neg []naiveAtom
	distinct [][2]string
	vars     []string
	level    int
	or       bool // the first two positive atoms are alternatives; they have the same variables
}

func (r *naiveRule) text() string {
	var body []string
	pos := r.pos
	if r.or {
		body = append(body, "(or "+pos[0].text()+" "+pos[1].text()+")")
		pos = pos[2:]
	}
	for _, a := range pos {
		body = append(body, a.text())
	}
	for i, a := range r.neg { // between the positive ones, where binding comes later
		body = slices.Insert(body, i%(len(body)+1), "(not "+a.text()+")")
	}
	for i, d := range r.distinct {
		body = slices.Insert(body, i%(len(body)+1), "(distinct "+d[0]+" "+d[1]+")")
	}
	return "(<= " + r.head.text() + " " + strings.Join(body, " ") + ")"
}

// evaluate is the naive evaluator.
func evaluate(rules []naiveRule, facts map[string]bool, levels int) {
	for level := range levels {
		for again := true; again; {
			again = false
			for i := range rules {
				if r := &rules[i]; r.level == level {
					r.assign(map[string]string{}, 0, facts, &again)
				}
			}
		}
	}
}

func (r *naiveRule) assign(env map[string]string, i int, facts map[string]bool, again *bool) {
	if i < len(r.vars) {
		for _, u := range universe {
			env[r.vars[i]] = u
			r.assign(env, i+1, facts, again)
		}
		return
	}
	holds := func(a naiveAtom) bool { return facts[substitute(a.text(), env)] }
	pos := r.pos
	if r.or {
		if !holds(pos[0]) && !holds(pos[1]) {
			return
		}
		pos = pos[2:]
	}
	for _, a := range pos {
		if !holds(a) {
			return
		}
	}
	for _, a := range r.neg {
		if holds(a) {
			return
		}
	}
	for _, d := range r.distinct {
		if substitute(d[0], env) == substitute(d[1], env) {
			return
		}
	}
	if h := substitute(r.head.text(), env); !facts[h] {
		facts[h] = true
		*again = true
	}
}

func substitute(s string, env map[string]string) string {
	for v, t := range env {
		s = strings.ReplaceAll(s, v, t)
	}
	return s
}

type naiveProgram struct {
	arity  []int // of the relations p0, p1, …
	rules  []naiveRule
	fluent []string // holding at the beginning, as (t x y)
}

const naiveLevels = 3

// drawProgram draws relations in levels: a rule may use its own level and those
// below, negation only those below. A tangled program has all relations on one
// level and rules enough that most of them depend on each other in circles.
func drawProgram(t *rapid.T, tangled bool) *naiveProgram {
	p := &naiveProgram{}
	n := rapid.IntRange(2, 6).Draw(t, "relations")
	levels, rules := naiveLevels, rapid.IntRange(1, 10)
	if tangled {
		levels, rules = 1, rapid.IntRange(6, 24)
	}
	level := make([]int, n)
	for i := range n {
		p.arity = append(p.arity, rapid.IntRange(0, 2).Draw(t, "arity"))
		level[i] = rapid.IntRange(0, levels-1).Draw(t, "level")
	}
	term := rapid.SampledFrom(universe)
	for range rapid.IntRange(0, 8).Draw(t, "fluents") {
		f := "(t " + term.Draw(t, "fluent") + " " + term.Draw(t, "fluent") + ")"
		if !slices.Contains(p.fluent, f) {
			p.fluent = append(p.fluent, f)
		}
	}
	variable := rapid.SampledFrom([]string{"?x", "?y", "?z"})
	arg := rapid.Custom(func(t *rapid.T) string {
		switch rapid.IntRange(0, 9).Draw(t, "form") {
		case 0, 1:
			return term.Draw(t, "term")
		case 2:
			return "(f " + variable.Draw(t, "inside") + ")"
		case 3:
			return "(g " + variable.Draw(t, "inside") + " " + variable.Draw(t, "inside") + ")"
		}
		return variable.Draw(t, "variable")
	})
	// Below its own level a condition may take terms apart; on its own level the
	// language's recursion restriction allows no terms that grow with every call.
	flat := rapid.OneOf(term, variable, variable, variable)
	atom := func(most, own int, name string) naiveAtom {
		var from []int
		for i := range n {
			if level[i] <= most {
				from = append(from, i)
			}
		}
		k := rapid.IntRange(-2, len(from)-1).Draw(t, name) // -1, -2: the position
		if k < 0 {
			return naiveAtom{"true", []string{"(t " + arg.Draw(t, name) + " " + arg.Draw(t, name) + ")"}}
		}
		a := naiveAtom{rel: fmt.Sprintf("p%d", from[k])}
		args := arg
		if level[from[k]] == own {
			args = flat
		}
		for range p.arity[from[k]] {
			a.args = append(a.args, args.Draw(t, name))
		}
		return a
	}
	for range rules.Draw(t, "rules") {
		head := rapid.IntRange(0, n-1).Draw(t, "head")
		r := naiveRule{level: level[head]}
		for range rapid.IntRange(1, 3).Draw(t, "conditions") {
			r.pos = append(r.pos, atom(r.level, r.level, "condition"))
		}
		bound := varsOf(r.pos)
		r.vars = bound
		if len(r.pos) >= 2 && slices.Equal(varsOf(r.pos[:1]), varsOf(r.pos[1:2])) {
			r.or = rapid.Bool().Draw(t, "or")
		}
		if r.level > 0 {
			for range rapid.IntRange(0, 2).Draw(t, "negations") {
				if a := atom(r.level-1, r.level, "negation"); subset(varsOf([]naiveAtom{a}), bound) {
					r.neg = append(r.neg, a)
				}
			}
		}
		side := append(slices.Clone(bound), "a", "(f a)")
		for range rapid.IntRange(0, 1).Draw(t, "comparisons") {
			r.distinct = append(r.distinct, [2]string{
				rapid.SampledFrom(side).Draw(t, "left"), rapid.SampledFrom(side).Draw(t, "right"),
			})
		}
		r.head.rel = fmt.Sprintf("p%d", head)
		for range p.arity[head] {
			r.head.args = append(r.head.args, rapid.SampledFrom(append(slices.Clone(bound), universe...)).Draw(t, "head argument"))
		}
		p.rules = append(p.rules, r)
	}
	return p
}

func varsOf(as []naiveAtom) []string {
	var out []string
	for _, v := range []string{"?x", "?y", "?z"} {
		if slices.ContainsFunc(as, func(a naiveAtom) bool { return strings.Contains(a.text(), v) }) {
			out = append(out, v)
		}
	}
	return out
}

func subset(a, b []string) bool {
	return !slices.ContainsFunc(a, func(s string) bool { return !slices.Contains(b, s) })
}

func TestAgainstNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { againstNaive(t, drawProgram(t, false)) })
}

func TestAgainstNaiveTangled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { againstNaive(t, drawProgram(t, true)) })
}

func againstNaive(t *rapid.T, p *naiveProgram) {
	facts := map[string]bool{}
	for _, f := range p.fluent {
		facts["(true "+f+")"] = true
	}
	evaluate(p.rules, facts, naiveLevels)

	var b strings.Builder
	b.WriteString("(role r) (legal r m) (goal r 0)\n")
	for _, f := range p.fluent {
		b.WriteString("(init " + f + ")\n")
	}
	for i := range p.rules {
		b.WriteString(p.rules[i].text() + "\n")
	}
	want := p.questions(t, &b, facts)
	g, err := open(b.String(), interp.Options{})
	if err != nil {
		t.Fatalf("%v in\n%s", err, b.String())
	}
	m := g.Machine()
	m.Step(m.Legal(0, nil))
	got := m.Fluents(nil)
	if m.Err() != nil || !slices.Equal(got, want) {
		t.Fatalf("%v\n got %v\nwant %v\n in\n%s", m.Err(), got, want, b.String())
	}
}

// questions adds rules for next that ask every relation: for all its instances,
// for some of them one by one, and for the absence of some. It returns the
// fluents that must come out, sorted. The order of the rules, and so of the
// questions, is drawn.
func (p *naiveProgram) questions(t *rapid.T, b *strings.Builder, facts map[string]bool) []string {
	var rules, want []string
	for i, arity := range p.arity {
		rel := fmt.Sprintf("p%d", i)
		instances := [][]string{{}}
		if arity > 0 {
			instances = nil
			for _, u := range universe {
				if arity == 1 {
					instances = append(instances, []string{u})
					continue
				}
				for _, w := range universe {
					instances = append(instances, []string{u, w})
				}
			}
		}
		open := naiveAtom{rel, []string{"?x", "?y"}[:arity]}
		rules = append(rules, "(<= (next (all "+open.text()+")) "+open.text()+")")
		for _, args := range instances {
			a := naiveAtom{rel, args}
			if facts[a.text()] {
				want = append(want, "(all "+a.text()+")")
			}
			switch rapid.IntRange(0, 5).Draw(t, "how") {
			case 0:
				rules = append(rules, "(<= (next (one "+a.text()+")) "+a.text()+")")
				if facts[a.text()] {
					want = append(want, "(one "+a.text()+")")
				}
			case 1:
				rules = append(rules, "(<= (next (no "+a.text()+")) (not "+a.text()+"))")
				if !facts[a.text()] {
					want = append(want, "(no "+a.text()+")")
				}
			}
		}
	}
	for _, r := range rapid.Permutation(rules).Draw(t, "order") {
		b.WriteString(r + "\n")
	}
	slices.Sort(want)
	return want
}
