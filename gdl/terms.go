package gdl

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"strings"
)

// TermID is a ground term in a Terms table. Equal terms have equal ids.
type TermID int32

// NoTerm is the id of no term.
const NoTerm TermID = -1

// Terms gives ground terms dense ids (hash consing). It is not safe for
// concurrent use.
type Terms struct {
	names  []string
	nameID map[string]int32
	terms  []termEntry
	args   []TermID // all arguments of all compound terms, one behind the other
	ids    map[string]TermID
	key    []byte
}

type termEntry struct {
	name     int32
	first    int32 // into args
	n        int32
	function bool // written in parentheses (also with no arguments)
	depth    int32
	size     int32
}

// NewTerms returns an empty table.
func NewTerms() *Terms {
	return &Terms{nameID: map[string]int32{}, ids: map[string]TermID{}}
}

// Len is the number of terms in the table.
func (t *Terms) Len() int { return len(t.terms) }

// Const gives the id of a constant.
func (t *Terms) Const(name string) TermID { return t.intern(name, false, nil) }

// Func gives the id of a compound term. It does not keep args.
func (t *Terms) Func(name string, args ...TermID) TermID { return t.intern(name, true, args) }

func (t *Terms) name(name string) int32 {
	n, ok := t.nameID[name]
	if !ok {
		n = int32(len(t.names))
		t.names = append(t.names, name)
		t.nameID[name] = n
	}
	return n
}

func (t *Terms) intern(name string, function bool, args []TermID) TermID {
	n := t.name(name)
	k := binary.LittleEndian.AppendUint32(t.key[:0], uint32(n))
	if function {
		k = append(k, 1)
		for _, a := range args {
			k = binary.LittleEndian.AppendUint32(k, uint32(a))
		}
	}
	t.key = k
	if id, ok := t.ids[string(k)]; ok {
		return id
	}
	id := TermID(len(t.terms))
	e := termEntry{name: n, first: int32(len(t.args)), n: int32(len(args)), function: function, size: 1}
	if function {
		e.depth = 1
	}
	for _, a := range args {
		e.depth = max(e.depth, t.terms[a].depth+1)
		e.size = int32(min(int64(e.size)+int64(t.terms[a].size), math.MaxInt32))
	}
	t.terms = append(t.terms, e)
	t.args = append(t.args, args...)
	t.ids[string(k)] = id
	return id
}

// Name is the name of a constant or of a compound term's function.
func (t *Terms) Name(id TermID) string { return t.names[t.terms[id].name] }

// Args are the arguments of a compound term; the caller must not change them.
func (t *Terms) Args(id TermID) []TermID {
	e := t.terms[id]
	return t.args[e.first : e.first+e.n : e.first+e.n]
}

// IsFunc reports whether the term is compound (written in parentheses).
func (t *Terms) IsFunc(id TermID) bool { return t.terms[id].function }

// Shape is what a term looks like from outside: its name and number of
// arguments; constants have none, written -1. Shapes of one table are comparable.
type Shape struct{ name, args int32 }

// Shape gives the shape of a term.
func (t *Terms) Shape(id TermID) Shape {
	e := t.terms[id]
	if !e.function {
		return Shape{e.name, -1}
	}
	return Shape{e.name, e.n}
}

// FuncShape gives the shape of compound terms with that name and arity.
func (t *Terms) FuncShape(name string, arity int) Shape {
	return Shape{t.name(name), int32(arity)}
}

// Clone returns a table that holds the same terms under the same ids and grows
// on its own.
func (t *Terms) Clone() *Terms {
	return &Terms{
		names: slices.Clone(t.names), nameID: maps.Clone(t.nameID),
		terms: slices.Clone(t.terms), args: slices.Clone(t.args), ids: maps.Clone(t.ids),
	}
}

// Depth is 0 for a constant, else one more than the deepest argument, and at
// least 1.
func (t *Terms) Depth(id TermID) int { return int(t.terms[id].depth) }

// Size is the number of names in the term as it is written. It may be far more
// than the table holds, since equal parts are kept once: (f x x) of (f y y) of …
// doubles with each step. From 2³¹-1 on it is that.
func (t *Terms) Size(id TermID) int { return int(t.terms[id].size) }

// String writes the term as "(cell 1 1 b)".
func (t *Terms) String(id TermID) string {
	if !t.IsFunc(id) {
		return t.Name(id)
	}
	var b strings.Builder
	t.write(&b, id)
	return b.String()
}

func (t *Terms) write(b *strings.Builder, id TermID) {
	if !t.IsFunc(id) {
		b.WriteString(t.Name(id))
		return
	}
	b.WriteByte('(')
	b.WriteString(t.Name(id))
	for _, a := range t.Args(id) {
		b.WriteByte(' ')
		t.write(b, a)
	}
	b.WriteByte(')')
}

// Ground interns a tree term; ok is false if it holds a variable.
func (t *Terms) Ground(x Term) (id TermID, ok bool) {
	switch x.Kind {
	case Variable:
		return NoTerm, false
	case Constant:
		return t.Const(x.Name), true
	}
	args := make([]TermID, len(x.Args))
	for i, a := range x.Args {
		if args[i], ok = t.Ground(a); !ok {
			return NoTerm, false
		}
	}
	return t.Func(x.Name, args...), true
}
