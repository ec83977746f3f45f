package canon_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"ludens/game"
	"ludens/gdl"
)

// scrambler gives a description names that mean nothing and another order. It goes as far
// as the language allows: constants, functions and relations of one name get different
// names, every rule has variables of its own, and numbers are names, but for values of
// goals.
type scrambler struct {
	rng    *rand.Rand
	consts map[string]string
	funcs  map[gdl.Rel]string
	rels   map[gdl.Rel]string
	words  []string
}

// scramble gives the new description, and what became of constants and functions.
func scramble(d *gdl.Description, seed uint64) (*gdl.Description, *scrambler) {
	s := &scrambler{
		rng: game.Stream(seed, "scramble", 0), consts: map[string]string{"random": "random"}, funcs: map[gdl.Rel]string{}, rels: map[gdl.Rel]string{},
	}
	literal := true // goals stand in heads only, as numbers
	for _, r := range d.Rules {
		for _, l := range r.Body {
			walkAtoms(l, func(t *gdl.Term) { literal = literal && t.Name != "goal" })
		}
		literal = literal && (r.Head.Name != "goal" || r.Head.Args[1].Kind == gdl.Constant)
	}
	if !literal {
		for _, r := range d.Rules {
			keep := func(t *gdl.Term) {
				t.Walk(func(x *gdl.Term) {
					if x.Kind == gdl.Constant && isNumber(x.Name) {
						s.consts[x.Name] = x.Name
					}
				})
			}
			keep(&r.Head)
			for _, l := range r.Body {
				walkAtoms(l, keep)
			}
		}
	}
	for i := range 4000 {
		s.words = append(s.words, fmt.Sprintf("w%d", i))
	}
	s.rng.Shuffle(len(s.words), func(i, j int) { s.words[i], s.words[j] = s.words[j], s.words[i] })
	out := &gdl.Description{}
	var roles []gdl.Rule
	for _, r := range d.Rules {
		n := s.rule(r)
		if out.Rules = append(out.Rules, n); isRole(n) {
			roles = append(roles, n)
		}
	}
	s.rng.Shuffle(len(out.Rules), func(i, j int) { out.Rules[i], out.Rules[j] = out.Rules[j], out.Rules[i] })
	for i := range out.Rules {
		if isRole(out.Rules[i]) {
			out.Rules[i], roles = roles[0], roles[1:]
		}
	}
	return out, s
}

func isRole(r gdl.Rule) bool { return r.Head.Name == "role" && len(r.Body) == 0 }

func isNumber(s string) bool {
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return s != ""
}

func walkAtoms(l gdl.Literal, f func(t *gdl.Term)) {
	if l.Kind == gdl.Positive || l.Kind == gdl.Distinct {
		f(&l.Sentence)
	}
	for _, x := range l.Subs {
		walkAtoms(x, f)
	}
}

func (s *scrambler) word() string {
	w := s.words[0]
	s.words = s.words[1:]
	return w
}

func named[K comparable](m map[K]string, k K, word func() string) string {
	w, ok := m[k]
	if !ok {
		w = word()
		m[k] = w
	}
	return w
}

func (s *scrambler) rule(r gdl.Rule) gdl.Rule {
	vars := map[string]string{}
	n := gdl.Rule{Head: s.sentence(r.Head, vars, true), Body: s.body(r.Body, vars), Arrow: r.Arrow}
	return n
}

func (s *scrambler) body(list []gdl.Literal, vars map[string]string) []gdl.Literal {
	out := make([]gdl.Literal, len(list))
	for i, l := range list {
		out[i] = s.literal(l, vars)
	}
	s.rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func (s *scrambler) literal(l gdl.Literal, vars map[string]string) gdl.Literal {
	switch l.Kind {
	case gdl.Positive:
		return gdl.Literal{Kind: l.Kind, Sentence: s.sentence(l.Sentence, vars, false)}
	case gdl.Distinct:
		t := l.Sentence
		t.Args = []gdl.Term{s.term(t.Args[0], vars), s.term(t.Args[1], vars)}
		if s.rng.IntN(2) == 0 {
			slices.Reverse(t.Args)
		}
		return gdl.Literal{Kind: l.Kind, Sentence: t}
	}
	return gdl.Literal{Kind: l.Kind, Subs: s.body(l.Subs, vars)}
}

func (s *scrambler) sentence(t gdl.Term, vars map[string]string, head bool) gdl.Term {
	n := gdl.Term{Kind: t.Kind, Name: t.Name}
	if _, ok := gdl.Keywords[t.Name]; !ok {
		n.Name = named(s.rels, gdl.Rel{Name: t.Name, Arity: len(t.Args)}, s.word)
	}
	for i, a := range t.Args {
		if head && t.Name == "goal" && i == 1 && a.Kind == gdl.Constant {
			n.Args = append(n.Args, a)
			continue
		}
		n.Args = append(n.Args, s.term(a, vars))
	}
	return n
}

func (s *scrambler) term(t gdl.Term, vars map[string]string) gdl.Term {
	switch t.Kind {
	case gdl.Variable:
		t.Name = named(vars, t.Name, func() string { return fmt.Sprintf("?%c%d", 'a'+rune(s.rng.IntN(26)), len(vars)) })
		return t
	case gdl.Constant:
		t.Name = named(s.consts, t.Name, s.word)
		return t
	}
	n := gdl.Term{Kind: t.Kind, Name: named(s.funcs, gdl.Rel{Name: t.Name, Arity: len(t.Args)}, s.word)}
	for _, a := range t.Args {
		n.Args = append(n.Args, s.term(a, vars))
	}
	return n
}
