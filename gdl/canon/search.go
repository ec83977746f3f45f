package canon

// search looks for the canonical labelling: the leaf of the tree of individualisations
// whose hashes on the way, and whose own, are smallest. Automorphisms, found where two
// leaves are alike, spare the branches that are images of others.
type search struct {
	p    *partition
	most int // work allowed

	path        []int32  // vertices individualised
	trace       []uint64 // hashes on the way, one per level
	first, best *leaf
	orbits      []int32 // union-find of the automorphisms that fix the first path down to where the search is
	branch      int     // level of the first path whose other children are looked at
	over        bool
}

// leaf is a labelling.
type leaf struct {
	path  []int32
	trace []uint64
	elems []int32
	hash  uint64
}

// label gives the canonical order of the vertices; nil if the work allowed was not enough.
func label(g *graph, most int) []int32 {
	s := &search{p: newPartition(g), most: most, orbits: make([]int32, len(g.kinds))}
	for i := range s.orbits {
		s.orbits[i] = int32(i)
	}
	if s.explore(0, 0, true); s.over {
		return nil
	}
	return s.best.elems
}

// explore looks at a node of the tree, at a level; from is where the first cell may be
// that is not done, onFirst that the node is on the way to the first leaf. The result is
// the level to go on at.
func (s *search) explore(level int, from int32, onFirst bool) int {
	p := s.p
	for int(from) < len(p.elems) && p.size[from] == 1 {
		from++
	}
	if int(from) == len(p.elems) {
		return s.leaf()
	}
	members := append([]int32(nil), p.elems[from:from+p.size[from]]...)
	var tried []int32
	for i, v := range members {
		if i > 0 && onFirst {
			s.branch = level
			if s.imageOf(tried, v) {
				continue
			}
		}
		tried = append(tried, v)
		mark := len(p.log)
		s.path, s.trace = append(s.path[:level], v), append(s.trace[:level], p.individualise(v))
		back := level
		if s.over = s.over || p.work > s.most; !s.over && s.promising() {
			back = s.explore(level+1, from, onFirst && i == 0)
		}
		if s.over {
			return 0
		}
		if p.undo(mark); back < level {
			return back
		}
	}
	return level - 1
}

// promising says whether a leaf below may be like the first, or like the best or better.
func (s *search) promising() bool {
	if s.first == nil {
		return true
	}
	return compare(s.trace, s.first.trace) == 0 || compare(s.trace, s.best.trace) <= 0
}

// compare compares the beginning of a trace with another trace.
func compare(a, b []uint64) int {
	for i, x := range a {
		switch {
		case i >= len(b) || x > b[i]:
			return 1
		case x < b[i]:
			return -1
		}
	}
	return 0
}

func (s *search) leaf() int {
	p := s.p
	l := &leaf{hash: p.hash()}
	p.work += len(p.elems) + 2*p.g.edges
	if s.first == nil {
		s.keep(l)
		s.first, s.best = l, l
		return len(s.path) - 1
	}
	if l.hash == s.first.hash && s.same(s.first) {
		s.join(s.first)
		return s.branch
	}
	switch c := compare(s.trace, s.best.trace); {
	case c == 0 && l.hash == s.best.hash && s.same(s.best):
		s.join(s.best)
		level := 0
		for s.path[level] == s.best.path[level] {
			level++
		}
		return level
	case c < 0 || c == 0 && l.hash < s.best.hash:
		s.keep(l)
		s.best = l
	}
	return len(s.path) - 1
}

func (s *search) keep(l *leaf) {
	l.path, l.trace = append([]int32(nil), s.path...), append([]uint64(nil), s.trace...)
	l.elems = append([]int32(nil), s.p.elems...)
}

// same says whether the traces of the leaf at hand and of another are the same.
func (s *search) same(l *leaf) bool {
	return len(s.trace) == len(l.trace) && compare(s.trace, l.trace) == 0
}

// join adds the automorphism that takes a leaf to the one at hand.
func (s *search) join(l *leaf) {
	for i, v := range s.p.elems {
		a, b := s.root(l.elems[i]), s.root(v)
		if a != b {
			s.orbits[b] = a
		}
	}
}

func (s *search) root(v int32) int32 {
	for s.orbits[v] != v {
		s.orbits[v] = s.orbits[s.orbits[v]]
		v = s.orbits[v]
	}
	return v
}

// imageOf says whether an automorphism takes one of some vertices to v.
func (s *search) imageOf(list []int32, v int32) bool {
	r := s.root(v)
	for _, u := range list {
		if s.root(u) == r {
			return true
		}
	}
	return false
}

// hash is that of the graph under the labels of a partition into single vertices.
func (p *partition) hash() uint64 {
	sum := uint64(0)
	for v, adj := range p.g.adj {
		for _, e := range adj {
			if e.label&1 == 0 {
				sum += mix(mix(uint64(p.pos[v]), uint64(p.pos[e.to])), uint64(e.label))
			}
		}
	}
	return sum
}
