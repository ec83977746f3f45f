package exec

import (
	"slices"

	"ludens/propnet"
)

// nodeKind says how a node is treated when it is its turn in a scan.
type nodeKind uint8

const (
	plain   nodeKind = iota // its bit follows its counter
	driven                  // off while no move is made; then one input turns it on, and it has no counter
	pull                    // off while no move is made; then it follows its counter if its conditions hold
	port                    // feeds the gates of a block
	trigger                 // runs a block
)

// layout is a network laid out for the machine. It is immutable and shared.
//
// Nodes are numbered by bit position: bases, gates that do not depend on moves,
// legal moves (a region per seat), moves (a region per seat), gates that depend
// on moves, next fluents. Every region begins at a word boundary.
type layout struct {
	net   *propnet.Network
	words int // of all regions
	// word ranges
	baseWords   int // bases: [0,baseWords)
	stillEnd    int // gates without moves: up to here
	legalEnd    int // legal moves: [stillEnd,legalEnd)
	doesEnd     int // moves: [legalEnd,doesEnd)
	movingEnd   int // gates with moves: [doesEnd,movingEnd)
	nextWord    int // = movingEnd; next fluents: baseWords words
	seats       []seatLayout
	terminal    bitLit
	fans        []fanout // per node: where its readers are
	to          []uint32 // readers, see fanout
	conds       []bitLit // conditions of driven and pull nodes, each list ended by noLit
	counters    []int32  // with all inputs off
	kinds       []nodeKind
	special     []uint64 // bit per node: its turn in a scan is more than turning over
	driven      []uint64 // bit per node: it is a driven one
	told        []uint64 // bit per node: it is a driven one with readers that count it
	detail      []int32  // of ports and triggers: block number; of pull nodes: place in conds
	blocks      []block
	blockGates  int
	member      []bool   // of a block
	init        []uint64 // initial position
	goals, sees tape
}

// bitLit is a node or a slot of a tape, plain or negated: number × 2 + negated.
type bitLit uint32

// seatLayout is where a seat's moves are. Seats are players, then Nature.
type seatLayout struct {
	role      int
	moves     int
	legalWord int
	doesWord  int
	words     int
	guards    []bitLit   // conditions that many legal moves share
	shut      [][]uint64 // per set of guards that fail, a bit each: the moves that are not legal for that
}

// block is a set of gates on cycles, with the least fixed point as its value.
// Its members stand at consecutive nodes from first on. Edges from its ports to
// its members, and from its members to the world, are edges of the layout.
type block struct {
	trigger int
	first   int
	size    int
	ext     int        // place of the members' outside counters in machine.ext
	inner   [][]uint32 // from member to members
}

type builder struct {
	n       *propnet.Network
	l       *layout
	comp    []int32
	cyclic  []bool
	uses    []int
	moving  []bool // depends on moves
	hot     []bool // needed in every step
	restOff []bool // literal of the gate is off whenever no move is made
	restOn  []bool
	guards  [][]propnet.Lit // per role: conditions that are taken out of legal gates
	split   [][]splitMove   // per role, the moves
	id      []int32         // node of a gate, -1 if none
	node    []nodeSpec
}

// nodeSpec is a node before edges are laid out.
type nodeSpec struct {
	kind  nodeKind
	and   bool
	lits  []propnet.Lit // inputs that push
	conds []propnet.Lit
	block int32 // of ports and triggers
	// of block members: the ports that push, and the number of members that do
	ports  []int32
	inside int32
}

func compile(n *propnet.Network, roleSeat []int) *layout {
	b := &builder{n: n, l: &layout{net: n}, uses: make([]int, n.Gates())}
	b.comp, b.cyclic = n.Components()
	for g := range b.uses {
		for _, l := range n.In(g) {
			b.uses[l.Gate()]++
		}
	}
	n.Outputs(func(l *propnet.Lit) { b.uses[l.Gate()]++ })
	b.takeGuards()
	b.analyse()
	b.place(roleSeat)
	b.wire()
	b.l.goals = b.tape(n.Goals)
	b.l.sees = b.tape(n.Sees)
	b.l.init = make([]uint64, b.l.baseWords)
	for i, p := range n.Bases {
		if p.Init {
			b.l.init[i>>6] |= 1 << (i & 63)
		}
	}
	return b.l
}

// analyse finds which gates depend on moves, which are needed in every step,
// and which are constant while no move is made.
func (b *builder) analyse() {
	n := b.n
	gates := n.Gates()
	b.hot = make([]bool, gates)
	b.restOff, b.restOn = make([]bool, gates), make([]bool, gates)
	b.restOff[0] = true
	b.moving = n.Moving()
	for g := range gates {
		if b.cyclic[b.comp[g]] {
			continue // not looked into: takes part as it is
		}
		ins := n.In(g)
		switch n.Kind(g) {
		case propnet.Does:
			b.restOff[g] = true
		case propnet.And:
			b.restOff[g] = slices.ContainsFunc(ins, b.litRestOff)
			b.restOn[g] = !slices.ContainsFunc(ins, func(l propnet.Lit) bool { return !b.litRestOff(l.Not()) })
		case propnet.Or:
			b.restOn[g] = slices.ContainsFunc(ins, func(l propnet.Lit) bool { return b.litRestOff(l.Not()) })
			b.restOff[g] = !slices.ContainsFunc(ins, func(l propnet.Lit) bool { return !b.litRestOff(l) })
		}
	}
	var stack []int
	mark := func(l propnet.Lit) {
		if g := l.Gate(); !b.hot[g] {
			b.hot[g] = true
			stack = append(stack, g)
		}
	}
	for i := range n.Bases {
		mark(n.Bases[i].Next)
	}
	for r, ms := range n.Moves {
		for i := range ms {
			if b.split[r][i].guards == 0 {
				mark(ms[i].Legal)
				continue
			}
			for _, l := range b.split[r][i].rest {
				mark(l)
			}
		}
	}
	for _, ls := range b.guards {
		for _, l := range ls {
			mark(l)
		}
	}
	mark(n.Terminal)
	for len(stack) > 0 {
		g := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, l := range n.In(g) {
			mark(l)
		}
	}
}

// litRestOff tells whether a literal is off whenever no move is made.
func (b *builder) litRestOff(l propnet.Lit) bool {
	if l.Negated() {
		return b.restOn[l.Gate()]
	}
	return b.restOff[l.Gate()]
}

// add makes a node at the next number.
func (b *builder) add(s nodeSpec) int {
	b.node = append(b.node, s)
	return len(b.node) - 1
}

// align moves on to the next word boundary and returns the word.
func (b *builder) align() int {
	for len(b.node)&63 != 0 {
		b.add(buffer(propnet.False))
	}
	return len(b.node) >> 6
}

// spec is the node that computes a gate.
func (b *builder) spec(g int) nodeSpec {
	s := nodeSpec{and: b.n.Kind(g) == propnet.And, lits: b.n.In(g)}
	if b.cyclic[b.comp[g]] || !b.moving[g] {
		return s
	}
	if !s.and {
		if !slices.ContainsFunc(s.lits, func(l propnet.Lit) bool { return !b.litRestOff(l) }) {
			s.kind = driven // by any of them
		}
		return s
	}
	if !slices.ContainsFunc(s.lits, b.litRestOff) {
		return s
	}
	s.lits = nil
	for _, l := range b.n.In(g) {
		if b.moving[l.Gate()] {
			s.lits = append(s.lits, l)
		} else {
			s.conds = append(s.conds, l)
		}
	}
	switch {
	case len(s.lits) == 1:
		s.kind = driven
	case len(s.conds) > 0:
		s.kind = pull
	}
	return s
}

// buffer is a node that follows a literal.
func buffer(l propnet.Lit) nodeSpec {
	return nodeSpec{and: true, lits: []propnet.Lit{l}}
}

// output is the node for an output literal: the gate itself if nothing else
// reads it and it needs no special treatment, else a buffer.
func (b *builder) output(l propnet.Lit) nodeSpec {
	if b.ownOutput(l) {
		return b.spec(l.Gate())
	}
	s := buffer(l)
	if g := l.Gate(); b.moving[g] && b.litRestOff(l) {
		s.kind = driven
	}
	return s
}

// ownOutput tells whether the gate of an output literal can be the output node.
func (b *builder) ownOutput(l propnet.Lit) bool {
	g := l.Gate()
	k := b.n.Kind(g)
	if l.Negated() || k != propnet.And && k != propnet.Or || b.uses[g] != 1 || b.cyclic[b.comp[g]] {
		return false
	}
	return b.spec(g).kind != pull
}

// place numbers all nodes.
func (b *builder) place(roleSeat []int) {
	n, l := b.n, b.l
	b.id = make([]int32, n.Gates())
	for g := range b.id {
		b.id[g] = -1
	}
	inOutput := make([]bool, n.Gates()) // gates that become output nodes
	for _, ms := range n.Moves {
		for _, m := range ms {
			if b.ownOutput(m.Legal) {
				inOutput[m.Legal.Gate()] = true
			}
		}
	}
	for _, p := range n.Bases {
		if b.ownOutput(p.Next) {
			inOutput[p.Next.Gate()] = true
		}
	}

	for i := range n.Bases {
		b.id[n.BaseGate(i)] = int32(b.add(buffer(propnet.False)))
	}
	l.baseWords = b.align()
	b.id[0] = int32(b.add(buffer(propnet.False)))
	placed := make([]bool, len(b.cyclic))
	internal := func(moving bool) {
		for g := range n.Gates() {
			if k := n.Kind(g); k != propnet.And && k != propnet.Or || !b.hot[g] || b.moving[g] != moving || inOutput[g] {
				continue
			}
			c := b.comp[g]
			if !b.cyclic[c] {
				b.id[g] = int32(b.add(b.spec(g)))
			} else if !placed[c] {
				placed[c] = true
				b.placeBlock(c)
			}
		}
	}
	internal(false)
	l.stillEnd = b.align()

	l.seats = make([]seatLayout, len(n.Moves))
	for r, seat := range roleSeat {
		s := &l.seats[seat]
		s.role, s.moves, s.legalWord = r, len(n.Moves[r]), b.align()
		s.words = (s.moves + 63) / 64
		for i, m := range n.Moves[r] {
			if sp := b.split[r][i]; sp.guards != 0 {
				b.add(nodeSpec{and: true, lits: sp.rest})
				continue
			}
			id := b.add(b.output(m.Legal))
			if inOutput[m.Legal.Gate()] {
				b.id[m.Legal.Gate()] = int32(id)
			}
		}
	}
	l.legalEnd = b.align()
	for r, seat := range roleSeat {
		s := &l.seats[seat]
		s.doesWord = b.align()
		for _, m := range n.Moves[r] {
			b.id[m.Does] = int32(b.add(buffer(propnet.False)))
		}
	}
	l.doesEnd = b.align()
	internal(true)
	l.movingEnd = b.align()
	l.nextWord = l.movingEnd
	for _, p := range n.Bases {
		id := b.add(b.output(p.Next))
		if inOutput[p.Next.Gate()] {
			b.id[p.Next.Gate()] = int32(id)
		}
	}
	l.words = b.align()
	for r, seat := range roleSeat {
		b.shutMoves(&l.seats[seat], r)
	}
	l.terminal = b.ref(n.Terminal)
}

// placeBlock numbers the nodes of a component of gates on cycles: a port for
// every literal that comes from outside, the trigger, the members.
func (b *builder) placeBlock(c int32) {
	k := int32(len(b.l.blocks))
	var members []int
	for g, d := range b.comp {
		if d == c {
			members = append(members, g)
		}
	}
	blk := block{size: len(members)}
	ports := map[propnet.Lit]int{}
	for _, g := range members {
		for _, l := range b.n.In(g) {
			if _, have := ports[l]; have || b.comp[l.Gate()] == c {
				continue
			}
			s := buffer(l)
			s.kind, s.block = port, k
			ports[l] = b.add(s)
		}
	}
	off := buffer(propnet.False)
	off.kind, off.block = trigger, k
	blk.trigger = b.add(off)
	blk.first, blk.ext = len(b.node), b.l.blockGates
	b.l.blockGates += blk.size
	for i, g := range members {
		b.id[g] = int32(blk.first + i)
	}
	inner := make([][]uint32, len(members))
	for i, g := range members {
		s := nodeSpec{and: b.n.Kind(g) == propnet.And}
		for _, l := range b.n.In(g) {
			if b.comp[l.Gate()] != c {
				s.ports = append(s.ports, int32(ports[l]))
				continue
			}
			s.inside++
			from := int(b.id[l.Gate()]) - blk.first
			inner[from] = append(inner[from], uint32(i))
		}
		b.add(s)
	}
	blk.inner = inner
	b.l.blocks = append(b.l.blocks, blk)
}

// ref names a literal by its node.
func (b *builder) ref(l propnet.Lit) bitLit {
	return bitLit(b.id[l.Gate()])<<1 | bitLit(l&1)
}
