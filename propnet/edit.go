package propnet

// Readers lists for every gate the gates that have it as an input, once per
// input: those of g are readers[first[g]:first[g+1]].
func (n *Network) Readers() (first, readers []uint32) {
	first = make([]uint32, len(n.kinds)+1)
	for _, l := range n.in {
		first[l.Gate()+1]++
	}
	for g := range n.kinds {
		first[g+1] += first[g]
	}
	at := make([]uint32, len(n.kinds))
	copy(at, first)
	readers = make([]uint32, len(n.in))
	for g := range n.kinds {
		for _, l := range n.In(g) {
			readers[at[l.Gate()]] = uint32(g)
			at[l.Gate()]++
		}
	}
	return first, readers
}

// Dual gives the inputs, sorted, of a literal that is an alternative of a gate
// of kind k: an AND under an OR or the other way round, also written as the
// negation of the opposite. ok is false if the literal is no such gate.
func (b *Builder) Dual(l Lit, k Kind) (in []Lit, ok bool) {
	g := l.Gate()
	kind := b.n.kinds[g]
	if kind != And && kind != Or || b.count[g] == 0 {
		return nil, false
	}
	if l.Negated() {
		if kind != k { // under an OR only the negation of an OR is an AND
			return nil, false
		}
		for _, x := range b.inputs(g) {
			in = append(in, x.Not())
		}
		return in, true
	}
	if kind == k {
		return nil, false
	}
	return b.inputs(g), true
}

// Keep gives the network without the gates that are not marked; inputs stay.
func (n *Network) Keep(live []bool) *Network {
	order := make([]int, 0, len(n.kinds))
	inputs := 1 + len(n.Bases) + n.DoesCount()
	for g := range n.kinds {
		if g < inputs || live[g] {
			order = append(order, g)
		}
	}
	return n.permuted(order)
}

// Reorder numbers the gates depth first from the outputs, each right behind its
// inputs; gates that no output needs are dropped.
func (n *Network) Reorder() *Network {
	inputs := 1 + len(n.Bases) + n.DoesCount()
	order := make([]int, inputs, len(n.kinds))
	for g := range order {
		order[g] = g
	}
	state := make([]uint8, len(n.kinds)) // 1: on the way, 2: placed
	comp, cyclic := n.Components()
	members := map[int32][]int{}
	for g := range n.kinds {
		if cyclic[comp[g]] {
			members[comp[g]] = append(members[comp[g]], g)
		}
	}
	var stack []int
	visit := func(l Lit) {
		stack = append(stack[:0], l.Gate())
		for len(stack) > 0 {
			g := stack[len(stack)-1]
			if g < inputs || state[g] == 2 {
				stack = stack[:len(stack)-1]
				continue
			}
			group := []int{g}
			if cyclic[comp[g]] {
				group = members[comp[g]]
			}
			if state[g] == 0 {
				for _, m := range group {
					state[m] = 1
				}
				for _, m := range group {
					for _, x := range n.In(m) {
						if h := x.Gate(); h >= inputs && state[h] == 0 {
							stack = append(stack, h)
						}
					}
				}
				continue
			}
			stack = stack[:len(stack)-1]
			for _, m := range group {
				state[m] = 2
				order = append(order, m)
			}
		}
	}
	n.Outputs(func(l *Lit) { visit(*l) })
	return n.permuted(order)
}

// permuted gives the network with the gates in that order, which begins with
// all inputs and leaves out what nothing in it reads.
func (n *Network) permuted(order []int) *Network {
	to := make([]int, len(n.kinds))
	for i := range to {
		to[i] = -1
	}
	for i, g := range order {
		to[g] = i
	}
	tr := func(l Lit) Lit { return MakeLit(to[l.Gate()], l.Negated()) }
	m := &Network{
		Roles: n.Roles, Fixed: n.Fixed, Orders: n.Orders, Terminal: n.Terminal, Percepts: n.Percepts,
		Bases: append([]BaseProp(nil), n.Bases...), Goals: cloneValues(n.Goals), Sees: cloneValues(n.Sees),
		watch: n.watch, kinds: make([]Kind, 0, len(order)), start: make([]uint32, 0, len(order)+1),
	}
	for _, ms := range n.Moves {
		m.Moves = append(m.Moves, append([]Move(nil), ms...))
	}
	for _, g := range order {
		m.kinds = append(m.kinds, n.kinds[g])
		m.start = append(m.start, uint32(len(m.in)))
		for _, l := range n.In(g) {
			m.in = append(m.in, tr(l))
		}
	}
	m.start = append(m.start, uint32(len(m.in)))
	m.Outputs(func(l *Lit) { *l = tr(*l) })
	return m
}

// CommonCondition is the literal that most legal moves of a role have as a
// direct condition (for example "it is my turn"), False if no two share one.
func (n *Network) CommonCondition(role int) Lit {
	count := map[Lit]int{}
	for _, m := range n.Moves[role] {
		if g := m.Legal.Gate(); !m.Legal.Negated() && n.kinds[g] == And {
			for _, l := range n.In(g) {
				count[l]++
			}
		}
	}
	best, most := False, 1
	for l, c := range count {
		if c > most || c == most && l < best {
			best, most = l, c
		}
	}
	return best
}
