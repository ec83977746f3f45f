package exec

import (
	"ludens/propnet"
)

// fanout says where the readers of a node are in layout.to, kind by kind:
//
//	plain, inverted, end of the counted ones = sets, gated, end
//
// Plain readers count the node, inverted ones its negation. The other two are driven
// nodes, which only turn on, when the node leaves the value that it has while no move is
// made: those in sets at once, those in gated if their conditions hold. gated are triples
// of a condition, a reader, and a place in layout.conds with what else must hold.
type fanout struct{ plain, inverted, sets, gated, end uint32 }

// noLit ends a list of conditions.
const noLit = ^bitLit(0)

// readers are the readers of a node before they are laid out.
type readers struct{ plain, inverted, sets, gated []uint32 }

// wire lays out counters, readers and conditions of all nodes.
func (b *builder) wire() {
	l := b.l
	size := len(b.node)
	of := make([]readers, size)
	l.counters = make([]int32, size)
	l.kinds = make([]nodeKind, size)
	l.special = make([]uint64, l.words)
	l.driven, l.told = make([]uint64, l.words), make([]uint64, l.words)
	l.detail = make([]int32, size)
	l.member = make([]bool, size)
	for _, k := range l.blocks {
		for i := range k.size {
			l.member[k.first+i] = true
		}
	}
	for id := range b.node {
		s := &b.node[id]
		l.kinds[id] = s.kind
		switch s.kind {
		case driven:
			l.counters[id] = -1
			l.driven[id>>6] |= 1 << (id & 63)
			b.drive(uint32(id), s, of)
			continue
		case pull:
			l.detail[id] = int32(b.conditions(s.conds))
		case port, trigger:
			l.detail[id] = s.block
		}
		if s.kind != plain {
			l.special[id>>6] |= 1 << (id & 63)
		}
		negated := int32(0)
		for _, x := range s.lits {
			from := &of[b.id[x.Gate()]]
			if x.Negated() {
				negated++
				from.inverted = append(from.inverted, uint32(id))
			} else {
				from.plain = append(from.plain, uint32(id))
			}
		}
		for _, p := range s.ports {
			of[p].plain = append(of[p].plain, uint32(id))
		}
		if s.and {
			l.counters[id] = negated - int32(len(s.lits)+len(s.ports)) - s.inside
		} else {
			l.counters[id] = negated - 1
		}
	}
	// the constant pushes nothing, and a set bit for it would be wrong
	of[b.id[0]] = readers{}
	l.fans = make([]fanout, size)
	lay := func(part []uint32) uint32 {
		l.to = append(l.to, part...)
		return uint32(len(l.to))
	}
	for id := range of {
		f, r := &l.fans[id], &of[id]
		f.plain = uint32(len(l.to))
		f.inverted = lay(r.plain)
		f.sets = lay(r.inverted)
		f.gated = lay(r.sets)
		f.end = lay(r.gated)
		if l.kinds[id] == driven && f.plain != f.sets {
			l.told[id>>6] |= 1 << (id & 63)
		}
	}
}

// drive adds a driven node to the readers of what drives it.
func (b *builder) drive(id uint32, s *nodeSpec, of []readers) {
	for _, x := range s.lits {
		from := &of[b.id[x.Gate()]]
		if len(s.conds) == 0 {
			from.sets = append(from.sets, id)
		} else {
			from.gated = append(from.gated, uint32(b.ref(s.conds[0])), id, uint32(b.conditions(s.conds[1:])))
		}
	}
}

// conditions lays out a list of conditions and gives its place, 0 for none.
func (b *builder) conditions(conds []propnet.Lit) int {
	l := b.l
	if len(l.conds) == 0 {
		l.conds = append(l.conds, noLit)
	}
	if len(conds) == 0 {
		return 0
	}
	at := len(l.conds)
	for _, c := range conds {
		l.conds = append(l.conds, b.ref(c))
	}
	l.conds = append(l.conds, noLit)
	return at
}
