package exec

import (
	"strconv"

	"ludens/propnet"
)

// tape computes values that are not kept up to date: goals and percepts. Its
// gates read nodes of the machine and slots of the tape.
type tape struct {
	gates  []tapeGate
	in     []bitLit // numbers below slot0 are nodes, others slots
	slot0  int
	values [][]tapeValue // per seat of the network's roles
	cycles [][2]int      // ranges of gates to be repeated until nothing changes
}

type tapeGate struct {
	first, end uint32 // inputs
	and        bool
}

type tapeValue struct {
	lit    bitLit
	text   string
	points int // the text as a goal value from 0 to 100, else -1
}

// points reads a goal value.
func points(text string) int {
	v, err := strconv.Atoi(text)
	if err != nil || v < 0 || v > 100 {
		return -1
	}
	return v
}

// tape lays out the gates that the values need beyond the hot ones, in order.
func (b *builder) tape(values [][]propnet.Value) tape {
	n := b.n
	t := tape{slot0: len(b.node)}
	need := map[int]bool{}
	var stack []int
	mark := func(l propnet.Lit) {
		if g := l.Gate(); b.id[g] < 0 && !need[g] {
			need[g] = true
			stack = append(stack, g)
		}
	}
	for _, vs := range values {
		for _, v := range vs {
			mark(v.Lit)
		}
	}
	for len(stack) > 0 {
		g := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, l := range n.In(g) {
			mark(l)
		}
	}
	slot := map[int]int{}
	var order []int
	inCycle := map[int32]bool{}
	for g := range n.Gates() {
		if !need[g] || inCycle[b.comp[g]] {
			continue
		}
		if !b.cyclic[b.comp[g]] {
			order = append(order, g)
			continue
		}
		inCycle[b.comp[g]] = true
		from := len(order)
		for h := range n.Gates() {
			if b.comp[h] == b.comp[g] {
				order = append(order, h)
			}
		}
		t.cycles = append(t.cycles, [2]int{from, len(order)})
	}
	for i, g := range order {
		slot[g] = t.slot0 + i
	}
	ref := func(l propnet.Lit) bitLit {
		if id := b.id[l.Gate()]; id >= 0 {
			return bitLit(id)<<1 | bitLit(l&1)
		}
		return bitLit(slot[l.Gate()])<<1 | bitLit(l&1)
	}
	for _, g := range order {
		first := uint32(len(t.in))
		for _, l := range n.In(g) {
			t.in = append(t.in, ref(l))
		}
		t.gates = append(t.gates, tapeGate{first, uint32(len(t.in)), n.Kind(g) == propnet.And})
	}
	t.values = make([][]tapeValue, len(values))
	for r, vs := range values {
		for _, v := range vs {
			t.values[r] = append(t.values[r], tapeValue{ref(v.Lit), v.Text, points(v.Text)})
		}
	}
	return t
}

// run computes all slots from the nodes' values; slots has one entry per gate.
func (t *tape) run(val []uint64, slots []bool) {
	next := 0
	for _, c := range t.cycles {
		t.sweep(val, slots, next, c[0])
		for i := c[0]; i < c[1]; i++ {
			slots[i] = false
		}
		for t.sweep(val, slots, c[0], c[1]) {
			continue
		}
		next = c[1]
	}
	t.sweep(val, slots, next, len(t.gates))
}

// sweep computes a range of gates and reports whether any changed.
func (t *tape) sweep(val []uint64, slots []bool, from, to int) bool {
	changed := false
	for i := from; i < to; i++ {
		g := &t.gates[i]
		v := g.and
		for _, l := range t.in[g.first:g.end] {
			if t.holds(l, val, slots) != g.and {
				v = !g.and
				break
			}
		}
		changed = changed || slots[i] != v
		slots[i] = v
	}
	return changed
}

func (t *tape) holds(l bitLit, val []uint64, slots []bool) bool {
	n := int(l >> 1)
	if n < t.slot0 {
		return (val[n>>6]>>(n&63)^uint64(l))&1 != 0
	}
	return slots[n-t.slot0] != (l&1 != 0)
}
