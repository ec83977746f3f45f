package topology

import "math/bits"

// numPhases is the number of colours that a board can have. Ludii never gives
// the last.
const numPhases = 6

// phases colours the sites of every kind so that neighbours differ: a walk over
// the board gives each site the first of four colours that no neighbour has, or
// else a fifth. Neighbours of which two or more colours are known around come
// first, the others in the order met.
func (m *measure) phases(in marks) {
	for k := Vertex; k <= Cell; k++ {
		p := phaser{m: m, in: in[k], near: make([][]int32, len(in[k])), visited: make([]bool, len(in[k]))}
		for i := range p.near {
			p.near[i] = m.near(k, i)
			if !m.spend(len(p.near[i])) {
				return
			}
		}
		for i := range in[k] {
			if in[k][i] < phase0 {
				clear(p.visited)
				if !p.spread(i) {
					return
				}
			}
		}
	}
}

// near gives the neighbours by which phases are chosen, in the order in which
// they are met.
func (m *measure) near(k Kind, i int) (list []int32) {
	switch k {
	case Vertex:
		for _, e := range m.vertexEdges[i] {
			list = append(list, int32(m.other(e, i)))
		}
	case Edge:
		for _, v := range m.g.Edges[i] {
			for _, e := range m.vertexEdges[v] {
				if e != i {
					list = append(list, int32(e))
				}
			}
		}
	default:
		for _, e := range m.faceEdges[i] {
			if e < 0 {
				continue
			}
			if f := m.beyond(e, i); f >= 0 {
				list = append(list, int32(f))
			}
		}
	}
	return list
}

// phaser colours the sites of one kind.
type phaser struct {
	m       *measure
	in      []mark
	near    [][]int32
	visited []bool
	queue   deque
}

func (p *phaser) spread(start int) bool {
	p.in[start] |= phase0
	p.queue.pushBack(int32(start))
	for !p.queue.empty() {
		here := p.queue.popFront()
		if p.visited[here] {
			continue
		}
		p.visited[here] = true
		around := p.around(here)
		p.in[here] |= phase0 << min(4, bits.TrailingZeros(^around))
		for _, o := range p.near[here] {
			if p.visited[o] {
				continue
			}
			if !p.m.spend(len(p.near[o])) {
				return false
			}
			if bits.OnesCount(p.around(o)) > 1 {
				p.queue.pushFront(o)
			} else {
				p.queue.pushBack(o)
			}
		}
	}
	return true
}

// around gives the phases of the neighbours of a site, by bit.
func (p *phaser) around(i int32) (set uint) {
	for _, o := range p.near[i] {
		known := uint(p.in[o] / phase0)
		set |= known & -known // the lowest, should it have several
	}
	return set
}

// A deque is a queue with two ends: the front is a stack.
type deque struct {
	front, back []int32
	taken       int // of back
}

func (d *deque) empty() bool       { return len(d.front) == 0 && d.taken == len(d.back) }
func (d *deque) pushFront(i int32) { d.front = append(d.front, i) }
func (d *deque) pushBack(i int32)  { d.back = append(d.back, i) }

func (d *deque) popFront() int32 {
	if n := len(d.front); n > 0 {
		i := d.front[n-1]
		d.front = d.front[:n-1]
		return i
	}
	i := d.back[d.taken]
	if d.taken++; d.taken == len(d.back) {
		d.back, d.taken = d.back[:0], 0
	}
	return i
}
