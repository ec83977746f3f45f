package factor

import "slices"

// lit is a node of a sheet, plain or negated: node × 2, plus 1 if negated.
type lit uint32

const (
	no  lit = 0
	yes lit = 1
)

func (l lit) node() int   { return int(l >> 1) }
func (l lit) not() lit    { return l ^ 1 }
func (l lit) fixed() bool { return l <= 1 }

// Limits of simplification: wider gates are kept as they are.
const (
	flatten = 64 // inputs of an AND that is put into the AND that reads it
	resolve = 8  // alternatives among which pairs that differ in one sign are looked for
)

// sheet holds expressions: symbols (node 1 up to symbols), ANDs of literals, and
// opaque nodes, of which only the inputs are known. Equal expressions have one node. An
// OR is the negation of an AND.
type sheet struct {
	symbols int
	first   []uint32 // inputs of node i: in[first[i]:first[i+1]]
	in      []lit
	tag     []int32  // of opaque nodes: what they stand for, from 1; else 0
	table   []uint32 // hash table of nodes + 1
	used    int

	work, limit int64 // literals looked at, and how many may be
	mark        []int32
	epoch       int32
}

func newSheet(symbols int, limit int64) *sheet {
	s := &sheet{symbols: symbols, table: make([]uint32, 1<<10), limit: limit}
	s.first = make([]uint32, symbols+2)
	s.tag = make([]int32, symbols+1)
	return s
}

func (s *sheet) inputs(node int) []lit { return s.in[s.first[node]:s.first[node+1]] }

// gate tells whether a literal is a plain AND.
func (s *sheet) gate(l lit) bool { return l.node() > s.symbols && s.tag[l.node()] == 0 }

// spend counts work; over reports that it was too much.
func (s *sheet) spend(n int) { s.work += int64(n) }
func (s *sheet) over() bool  { return s.work > s.limit || len(s.in) > 1<<26 }

func (s *sheet) or(in []lit) lit {
	not := make([]lit, len(in))
	for i, l := range in {
		not[i] = l.not()
	}
	return s.and(not).not()
}

// and gives the conjunction. It knows constants, repetitions, contradictions,
// absorption (x and (x or y) is x), unit resolution (x and (not x or y) is x and y), and
// merging ((x or y) and (x or not y) is x).
func (s *sheet) and(in []lit) lit {
	var buf [32]lit
	list := buf[:0]
	for _, l := range in {
		if l&1 == 0 && s.gate(l) {
			if xs := s.inputs(l.node()); len(xs) <= flatten {
				list = append(list, xs...)
				continue
			}
		}
		list = append(list, l)
	}
	s.spend(len(list) + 1)
	for {
		slices.Sort(list)
		list = slices.Compact(list)
		if len(list) > 0 && list[0] == no {
			return no
		}
		if len(list) > 0 && list[0] == yes {
			list = list[1:]
		}
		for i := 1; i < len(list); i++ {
			if list[i] == list[i-1].not() {
				return no
			}
		}
		if !s.tighten(&list) && !s.merge(&list) {
			break
		}
	}
	switch len(list) {
	case 0:
		return yes
	case 1:
		return list[0]
	}
	return s.node(0, list)
}

// tighten uses the literals of a conjunction in its alternatives; true if the list has
// changed.
func (s *sheet) tighten(list *[]lit) bool {
	in := *list
	if len(in) < 2 {
		return false
	}
	for k, l := range in {
		if l&1 == 0 || !s.gate(l) {
			continue
		}
		xs := s.inputs(l.node())
		s.spend(len(xs))
		redundant := -1
		for i, x := range xs {
			if _, ok := slices.BinarySearch(in, x.not()); ok {
				*list = slices.Delete(slices.Clone(in), k, k+1)
				return true
			}
			if _, ok := slices.BinarySearch(in, x); ok {
				redundant = i
				break
			}
		}
		if redundant < 0 {
			continue
		}
		rest := make([]lit, 0, len(xs))
		for _, x := range xs {
			if _, ok := slices.BinarySearch(in, x); !ok {
				rest = append(rest, x)
			}
		}
		out := slices.Delete(slices.Clone(in), k, k+1)
		l = s.and(rest).not()
		if l&1 == 0 && s.gate(l) {
			out = append(out, s.inputs(l.node())...)
		} else {
			out = append(out, l)
		}
		*list = out
		return true
	}
	return false
}

// merge looks for two alternatives that differ in one sign; true if the list has
// changed.
func (s *sheet) merge(list *[]lit) bool {
	var at [resolve]int
	n := 0
	for k, l := range *list {
		if l&1 == 1 && s.gate(l) && len(s.inputs(l.node())) <= flatten {
			if n == resolve {
				return false
			}
			at[n] = k
			n++
		}
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			a, b := s.inputs((*list)[at[i]].node()), s.inputs((*list)[at[j]].node())
			if len(a) != len(b) {
				continue
			}
			s.spend(len(a))
			differ := -1
			for k := range a {
				if a[k] == b[k] {
					continue
				}
				if differ >= 0 || a[k] != b[k].not() {
					differ = -2
					break
				}
				differ = k
			}
			if differ < 0 {
				continue
			}
			rest := slices.Delete(slices.Clone(a), differ, differ+1)
			out := slices.Delete(slices.Clone(*list), at[j], at[j]+1)
			out[at[i]] = s.and(rest).not()
			*list = out
			return true
		}
	}
	return false
}

// opaque gives a node of which only the inputs are known. The same tag with the same
// inputs is the same node.
func (s *sheet) opaque(tag int, in []lit) lit { return s.node(int32(tag)+1, in) }

func (s *sheet) node(tag int32, in []lit) lit {
	s.spend(len(in))
	mask := uint64(len(s.table) - 1)
	h := hashNode(tag, in) & mask
	for ; s.table[h] != 0; h = (h + 1) & mask {
		if i := int(s.table[h] - 1); s.tag[i] == tag && slices.Equal(s.inputs(i), in) {
			return lit(i) << 1
		}
	}
	i := len(s.tag)
	s.tag = append(s.tag, tag)
	s.in = append(s.in, in...)
	s.first = append(s.first, uint32(len(s.in)))
	s.table[h] = uint32(i + 1)
	if s.used++; 2*s.used > len(s.table) {
		s.grow()
	}
	return lit(i) << 1
}

func (s *sheet) grow() {
	old := s.table
	s.table = make([]uint32, 4*len(old))
	mask := uint64(len(s.table) - 1)
	for _, n := range old {
		if n == 0 {
			continue
		}
		h := hashNode(s.tag[n-1], s.inputs(int(n-1))) & mask
		for s.table[h] != 0 {
			h = (h + 1) & mask
		}
		s.table[h] = n
	}
}

func hashNode(tag int32, in []lit) uint64 {
	h := uint64(tag)*0x9e3779b97f4a7c15 + uint64(len(in))
	for _, l := range in {
		h = (h ^ uint64(l)) * 0xff51afd7ed558ccd
		h ^= h >> 29
	}
	return h
}

// support calls f with every symbol that the literals depend on, as far as the sheet
// can see, once each.
func (s *sheet) support(roots []lit, f func(symbol int)) {
	s.mark = append(s.mark, make([]int32, len(s.tag)-len(s.mark))...)
	s.epoch++
	var stack []int
	push := func(l lit) {
		if i := l.node(); i > 0 && s.mark[i] != s.epoch {
			s.mark[i] = s.epoch
			stack = append(stack, i)
		}
	}
	for _, l := range roots {
		push(l)
	}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if i <= s.symbols {
			f(i)
			continue
		}
		in := s.inputs(i)
		s.spend(len(in))
		for _, l := range in {
			push(l)
		}
	}
}
