package canon

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strconv"

	"ludens/gdl"
)

// version is part of every identity: it changes with what the text says.
const version = "canon 1\n"

// ErrBudget says that the rules are too large, or too much alike, to be labelled within
// the budget: they have no identity.
var ErrBudget = errors.New("no identity: the rules are too large or too symmetric")

// Options bound the work.
type Options struct {
	// Work is how many edges may be looked at; default 30 million, about a second.
	Work int
	// Size is how many vertices and edges the graph of the rules may have; default a
	// million.
	Size int
}

// Form is a rule sheet without names. It is immutable.
type Form struct {
	text   string
	consts []string  // by their numbers
	funcs  []gdl.Rel // the same
}

// Of gives the form of a program; ErrBudget if it has none.
func Of(p *gdl.Program, o Options) (*Form, error) {
	if o.Work <= 0 {
		o.Work = 30_000_000
	}
	if o.Size <= 0 {
		o.Size = 1_000_000
	}
	if len(p.Clauses) > o.Size {
		return nil, ErrBudget
	}
	r := newRules(p)
	g := newGraph(r, o.Size)
	if g == nil {
		return nil, ErrBudget
	}
	order := label(g, o.Work)
	if order == nil {
		return nil, ErrBudget
	}
	place := places(order)
	consts, funcs, rels := map[string]string{}, map[gdl.Rel]string{}, map[gdl.RelID]string{}
	f := &Form{}
	for i, name := range inOrder(g.consts, place) {
		if f.consts = append(f.consts, name); r.fixed(name) {
			consts[name] = "'" + name
			continue
		}
		consts[name] = "c" + strconv.Itoa(i)
	}
	for i, fn := range inOrder(g.funcs, place) {
		f.funcs = append(f.funcs, fn)
		funcs[fn] = "f" + strconv.Itoa(i)
	}
	for i, id := range inOrder(g.rels, place) {
		if rels[id] = "r" + strconv.Itoa(i); keyword(id) {
			rels[id] = p.Rels[id].Name
		}
	}
	w := &writer{
		r:        r,
		relation: func(id gdl.RelID) string { return rels[id] },
		constant: func(name string) string { return consts[name] },
		function: func(name string, arity int) string { return funcs[gdl.Rel{Name: name, Arity: arity}] },
	}
	f.text = w.text(g, place)
	return f, nil
}

// places is the inverse of an order.
func places(order []int32) []int32 {
	out := make([]int32, len(order))
	for i, v := range order {
		out[v] = int32(i)
	}
	return out
}

// inOrder lists names by the places of their vertices.
func inOrder[K comparable](of map[K]int32, place []int32) []K {
	out := make([]K, 0, len(of))
	for k := range of {
		out = append(out, k)
	}
	slices.SortFunc(out, func(a, b K) int { return cmp.Compare(place[of[a]], place[of[b]]) })
	return out
}

// Identity is a short name of the form, in hexadecimal: where to look for others of the
// same text. It proves nothing; see Between.
func (f *Form) Identity() string {
	h := sha256.Sum256([]byte(version + f.text))
	return hex.EncodeToString(h[:])
}

// Text is all of the rules without names. Whoever has the same text and the same names
// has the same rules.
func (f *Form) Text() string { return f.text }

// Map takes the names of one rule sheet to those of another. It is immutable.
type Map struct {
	consts map[string]string
	funcs  map[gdl.Rel]string
}

// Between gives the map from the names of one form to those of another, under which
// the rules of the first are those of the second; nil if they are not the same.
func Between(from, to *Form) *Map {
	if from.text != to.text || len(from.consts) != len(to.consts) || len(from.funcs) != len(to.funcs) {
		return nil
	}
	m := &Map{consts: make(map[string]string, len(from.consts)), funcs: make(map[gdl.Rel]string, len(from.funcs))}
	for i, name := range from.consts {
		m.consts[name] = to.consts[i]
	}
	for i, fn := range from.funcs {
		m.funcs[fn] = to.funcs[i].Name
	}
	return m
}

// Term takes a term, as "(cell 1 1 b)", to the other names. Names that are not in the
// rules stay.
func (m *Map) Term(text string) string {
	t, err := gdl.ReadTerm(text)
	if err != nil {
		return text
	}
	m.rename(&t)
	return t.String()
}

func (m *Map) rename(t *gdl.Term) {
	if t.Kind == gdl.Constant {
		if to, ok := m.consts[t.Name]; ok {
			t.Name = to
		}
		return
	}
	if to, ok := m.funcs[gdl.Rel{Name: t.Name, Arity: len(t.Args)}]; ok {
		t.Name = to
	}
	for i := range t.Args {
		m.rename(&t.Args[i])
	}
}

// Identical says that no name is changed.
func (m *Map) Identical() bool {
	for from, to := range m.consts {
		if from != to {
			return false
		}
	}
	for from, to := range m.funcs {
		if from.Name != to {
			return false
		}
	}
	return true
}
