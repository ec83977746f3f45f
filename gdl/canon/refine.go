package canon

import (
	"cmp"
	"slices"
)

// partition is the vertices in cells: an ordered partition, refined until all vertices
// of a cell have as many neighbours of each sort in every cell. The colour of a vertex
// is the place of its cell's first vertex.
//
// Everything that is decided goes by colours and by sums of hashes of colours, never by
// the numbers of vertices, so that graphs that are the same but for those numbers are
// taken apart in the same way. Where hashes are equal by accident less is told apart,
// in both in the same way.
type partition struct {
	g     *graph
	elems []int32 // vertices, cell by cell
	pos   []int32 // per vertex its place in elems
	start []int32 // per vertex the colour
	size  []int32 // per colour
	near  []uint64
	cells int

	touched []int32 // vertices whose neighbours have changed
	marked  []bool
	next    []int32
	cutOff  []int32 // cells whose vertices are still to get their colour
	log     []split
	work    int // edges looked at and vertices sorted, so far
}

// split says that a cell was cut off another.
type split struct{ from, at int32 }

// newPartition makes the partition by what vertices are by themselves, and refines it.
func newPartition(g *graph) *partition {
	n := len(g.kinds)
	p := &partition{
		g: g, elems: make([]int32, n), pos: make([]int32, n), start: make([]int32, n), size: make([]int32, n),
		near: make([]uint64, n), marked: make([]bool, n),
	}
	for i := range p.elems {
		p.elems[i] = int32(i)
	}
	slices.SortFunc(p.elems, func(a, b int32) int {
		return cmp.Or(cmp.Compare(g.kinds[a], g.kinds[b]), cmp.Compare(g.colour[a], g.colour[b]), cmp.Compare(a, b))
	})
	first := int32(0)
	for i, v := range p.elems {
		p.pos[v] = int32(i)
		if u := p.elems[first]; g.kinds[u] != g.kinds[v] || g.colour[u] != g.colour[v] {
			first = int32(i)
		}
		if first == int32(i) {
			p.cells++
		}
		p.start[v] = first
		p.size[first]++
	}
	for v := range p.near {
		for _, e := range g.adj[v] {
			p.near[v] += mix(uint64(e.label), uint64(p.start[e.to]))
		}
		p.touch(int32(v))
	}
	p.refine()
	p.log = p.log[:0]
	return p
}

func (p *partition) touch(v int32) {
	if !p.marked[v] {
		p.marked[v] = true
		p.touched = append(p.touched, v)
	}
}

// recolour gives a vertex another colour and tells its neighbours.
func (p *partition) recolour(v, to int32) {
	from := uint64(p.start[v])
	p.start[v] = to
	adj := p.g.adj[v]
	for _, e := range adj {
		label := uint64(e.label ^ 1) // as the neighbour sees it
		p.near[e.to] += mix(label, uint64(to)) - mix(label, from)
	}
	p.work += len(adj) + 1
}

// refine takes cells apart until nothing is left to be told apart. What it gives is a
// hash of all that it did, the same for graphs that are the same.
func (p *partition) refine() uint64 {
	trace := uint64(p.cells)
	for len(p.touched) > 0 {
		round := p.touched
		p.touched = p.next[:0]
		for _, v := range round {
			p.marked[v] = false
		}
		slices.SortFunc(round, func(a, b int32) int {
			return cmp.Or(cmp.Compare(p.start[a], p.start[b]), cmp.Compare(p.pos[a], p.pos[b]))
		})
		p.work += len(round)
		for i := 0; i < len(round); {
			// Colours change when all cells of the round were looked at.
			j, c := i, p.start[round[i]]
			for j < len(round) && p.start[round[j]] == c {
				j++
			}
			if p.size[c] > 1 {
				trace = mix(trace, p.divide(c, round[i:j]))
			}
			i = j
		}
		for _, at := range p.cutOff {
			p.cut(at)
		}
		p.cutOff = p.cutOff[:0]
		p.next = round[:0]
	}
	return mix(trace, uint64(p.cells))
}

// divide takes a cell apart by what its vertices are near to. Only those given can
// differ from the others, which are all alike.
func (p *partition) divide(c int32, changed []int32) uint64 {
	n := p.size[c]
	most := p.elems[c] // one of the others if there are any
	if len(changed) < int(n) {
		end := c + n
		for _, v := range changed { // changed go to the end
			end--
			p.swap(v, end)
		}
		most = p.elems[c]
	}
	slices.SortFunc(changed, func(a, b int32) int { return cmp.Compare(p.near[a], p.near[b]) })
	// The largest part stays where it is: the one of the others, or the longest run.
	rest := int(n) - len(changed)
	type run struct {
		from, to int
		near     uint64
	}
	var runs []run
	for i := 0; i < len(changed); {
		j, h := i, p.near[changed[i]]
		for j < len(changed) && p.near[changed[j]] == h {
			j++
		}
		runs = append(runs, run{i, j, h})
		i = j
	}
	count := func(r run) int {
		if rest > 0 && r.near == p.near[most] {
			return r.to - r.from + rest
		}
		return r.to - r.from
	}
	restAlone := rest > 0 && !slices.ContainsFunc(runs, func(r run) bool { return r.near == p.near[most] })
	if len(runs) == 1 && !restAlone {
		return mix(uint64(c), 0)
	}
	stay, stays := uint64(0), 0
	for _, r := range runs {
		if k := count(r); k > stays {
			stay, stays = r.near, k
		}
	}
	if restAlone && (rest > stays || rest == stays && p.near[most] < stay) {
		stay = p.near[most]
	}
	// Parts in the order of their hashes from behind.
	trace := mix(uint64(c), stay)
	type part struct {
		members []int32
		near    uint64
	}
	var parts []part
	for _, r := range runs {
		if r.near != stay && !(rest > 0 && r.near == p.near[most]) {
			parts = append(parts, part{slices.Clone(changed[r.from:r.to]), r.near})
		}
	}
	if rest > 0 && p.near[most] != stay {
		h := p.near[most]
		var list []int32
		for _, v := range p.elems[c : c+n] {
			if p.near[v] == h {
				list = append(list, v)
			}
		}
		parts = append(parts, part{list, h})
		slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.near, b.near) })
	}
	end := c + n
	for k, part := range slices.Backward(parts) {
		for _, v := range part.members {
			end--
			p.swap(v, end)
		}
		p.size[end] = int32(len(part.members))
		p.size[c] -= int32(len(part.members))
		trace = mix(trace, part.near+uint64(k)<<32+uint64(len(part.members)))
	}
	at := end
	for _, part := range parts {
		p.cells++
		p.log = append(p.log, split{c, at})
		p.cutOff = append(p.cutOff, at)
		at += int32(len(part.members))
	}
	p.work += len(changed)
	return trace
}

// cut gives the vertices of a cell that was cut off their colour.
func (p *partition) cut(at int32) {
	for _, v := range p.elems[at : at+p.size[at]] {
		p.recolour(v, at)
		for _, e := range p.g.adj[v] {
			p.touch(e.to)
		}
	}
}

func (p *partition) swap(v, to int32) {
	from, u := p.pos[v], p.elems[to]
	p.elems[from], p.elems[to] = u, v
	p.pos[u], p.pos[v] = from, to
}

// individualise puts a vertex into a cell of its own, and refines.
func (p *partition) individualise(v int32) uint64 {
	c := p.start[v]
	at := c + p.size[c] - 1
	p.swap(v, at)
	p.size[c]--
	p.size[at] = 1
	p.cells++
	p.log = append(p.log, split{c, at})
	p.cut(at)
	return mix(uint64(at), p.refine())
}

// undo joins again all cells that were cut off since the log had a length.
func (p *partition) undo(to int) {
	for i := len(p.log) - 1; i >= to; i-- {
		s := p.log[i]
		for _, v := range p.elems[s.at : s.at+p.size[s.at]] {
			p.recolour(v, s.from)
		}
		p.size[s.from] += p.size[s.at]
		p.size[s.at] = 0
		p.cells--
	}
	p.log = p.log[:to]
}
