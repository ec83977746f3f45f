package interp

import (
	"math"
	"strings"

	"ludens/gdl"
)

// symbols are the names of a program. They are fixed: reasoning makes new terms
// but never a new name.
type symbols struct {
	names []string
	ids   map[string]int32
}

func (s *symbols) add(name string) int32 {
	id, ok := s.ids[name]
	if !ok {
		id = int32(len(s.names))
		s.names = append(s.names, name)
		s.ids[name] = id
	}
	return id
}

type term struct {
	sym   int32
	first int32 // into terms.args
	n     int32
	size  int32 // names in the term as it is written
	depth int16
	fn    bool // written in parentheses, also without arguments
}

// terms gives ground terms dense ids; equal terms have equal ids. Terms of the
// program have the ids that they have there, in every table of a game.
type terms struct {
	syms  *symbols // not changed after New
	list  []term
	args  []int32
	index []int32 // open addressing: id + 1, or 0
}

// programTerms copies the terms of a program.
func programTerms(p *gdl.Program, syms *symbols) *terms {
	t := &terms{syms: syms, index: make([]int32, 64)}
	var args []int32
	for id := range gdl.TermID(p.Terms.Len()) {
		args = args[:0]
		for _, a := range p.Terms.Args(id) {
			args = append(args, int32(a))
		}
		t.intern(syms.add(p.Terms.Name(id)), p.Terms.IsFunc(id), args)
	}
	return t
}

func (t *terms) clone() *terms {
	return &terms{
		syms: t.syms, list: append([]term(nil), t.list...),
		args: append([]int32(nil), t.args...), index: append([]int32(nil), t.index...),
	}
}

func (t *terms) argsOf(id int32) []int32 {
	e := &t.list[id]
	return t.args[e.first : e.first+e.n : e.first+e.n]
}

func hashTerm(sym int32, fn bool, args []int32) uint32 {
	h := hashInts(args)*31 + uint32(sym)*0x9e3779b1
	if fn {
		h ^= 0x85ebca6b
	}
	return h ^ h>>15
}

// intern gives the id of a term, adding it if it is new. It does not keep args.
func (t *terms) intern(sym int32, fn bool, args []int32) int32 {
	mask := uint32(len(t.index) - 1)
	h := hashTerm(sym, fn, args) & mask
	for ; t.index[h] != 0; h = (h + 1) & mask {
		id := t.index[h] - 1
		e := &t.list[id]
		if e.sym == sym && e.fn == fn && int(e.n) == len(args) && equalInts(args, t.args[e.first:e.first+e.n]) {
			return id
		}
	}
	id := int32(len(t.list))
	depth, size := 0, int64(1)
	if fn {
		depth = 1
	}
	for _, a := range args {
		depth = max(depth, int(t.list[a].depth)+1)
		size += int64(t.list[a].size)
	}
	t.list = append(t.list, term{
		sym: sym, fn: fn, first: int32(len(t.args)), n: int32(len(args)),
		depth: int16(min(depth, 1<<15-1)), size: int32(min(size, math.MaxInt32)),
	})
	t.args = append(t.args, args...)
	t.index[h] = id + 1
	if 2*len(t.list) > len(t.index) {
		t.rehash()
	}
	return id
}

func (t *terms) rehash() {
	t.index = make([]int32, 2*len(t.index))
	mask := uint32(len(t.index) - 1)
	for id := range t.list {
		e := &t.list[id]
		h := hashTerm(e.sym, e.fn, t.args[e.first:e.first+e.n]) & mask
		for t.index[h] != 0 {
			h = (h + 1) & mask
		}
		t.index[h] = int32(id) + 1
	}
}

// grows is how many bytes the next term, with so many arguments, may take at once.
func (t *terms) grows(args int) (bytes int64) {
	if len(t.list) == cap(t.list) {
		bytes = 24 * 2 * int64(cap(t.list))
	}
	if len(t.args)+args > cap(t.args) {
		bytes += 4 * 2 * int64(cap(t.args))
	}
	if 2*(len(t.list)+1) > len(t.index) {
		bytes += 4 * 2 * int64(len(t.index))
	}
	return bytes
}

func (t *terms) bytes() int64 {
	return int64(len(t.list))*24 + int64(len(t.args))*4 + int64(len(t.index))*4
}

// text writes the term as "(cell 1 1 b)".
func (t *terms) text(id int32) string {
	e := &t.list[id]
	if !e.fn {
		return t.syms.names[e.sym]
	}
	var b strings.Builder
	t.write(&b, id)
	return b.String()
}

func (t *terms) write(b *strings.Builder, id int32) {
	e := &t.list[id]
	if !e.fn {
		b.WriteString(t.syms.names[e.sym])
		return
	}
	b.WriteByte('(')
	b.WriteString(t.syms.names[e.sym])
	for _, a := range t.argsOf(id) {
		b.WriteByte(' ')
		t.write(b, a)
	}
	b.WriteByte(')')
}
