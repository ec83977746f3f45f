package mcts

import (
	"slices"
	"unsafe"
)

// What is known about a position for certain is an interval for every player, between what the
// player has in any case and what may still be had (score bounds; Cazenave and Saffidine,
// "Score bounded Monte-Carlo tree search", 2010, for two players). Ends are points. Where a seat
// decides alone it has the most of what its moves have for certain, and can get no more than
// the most of what they may bring: a secured draw closes all moves that can bring no more, long
// before all of them are searched to the end.

// span is what a player has for certain and may still get.
type span struct{ low, high float64 }

// all is the span of which nothing is known.
var all = span{0, 1}

const spanBytes = int64(unsafe.Sizeof(span{}))

// known is what is known for certain about a node.
type known struct {
	value []float64 // exact; nil if it is not
	far   uint16
	reach []span // where value is nil; nil: nothing
}

func (k known) any() bool { return k.value != nil || k.reach != nil }

// of is the span of a player.
func (k known) of(player int) span {
	switch {
	case k.value != nil:
		return span{k.value[player], k.value[player]}
	case k.reach != nil:
		return k.reach[player]
	}
	return all
}

// known is what is known about a locked node.
func (n *node) known() known {
	k := known{value: n.value, far: n.far}
	if n.value == nil && n.inner != nil {
		k.reach = n.inner.reach
	}
	return k
}

// prove notes what is known of the child that a joint move leads to, and reports whether more is
// known of n itself now. n is locked.
func (w *worker) prove(n *node, arms []int32, child known) bool {
	in := n.inner
	switch {
	case n.value != nil:
		return true
	case !in.alone():
		return false
	case len(in.active) == 0:
		return in.takes(n, child)
	}
	seat := int(in.active[0])
	i := int(arms[seat])
	if child.value != nil {
		child.far++
		if a := in.arm(seat, arms[seat]); !a.proven {
			a.proven, a.square, a.far = true, child.value[seat], child.far
			in.proven++
		}
		const win = 1 - 1e-9
		if child.value[seat] >= win {
			n.value, n.far = child.value, child.far
			return true
		}
	}
	if w.opt.Classic {
		return in.decided(n, seat)
	}
	if in.spans == nil {
		if width := in.width(seat); w.t.room(in.bounds(width)) {
			in.spans = slices.Repeat([]span{all}, width)
		} else {
			return in.decided(n, seat)
		}
	}
	s := child.of(seat)
	if had := in.spans[i]; max(s.low, had.low) <= min(s.high, had.high) { // what was known stays known
		s = span{max(s.low, had.low), min(s.high, had.high)}
	}
	if in.spans[i] != s {
		in.spans[i] = s
	} else if child.value == nil {
		return false
	}
	return in.decided(n, seat) || w.bound(in, seat)
}

// bounds is the memory of what is known about so many arms and the node.
func (in *inner) bounds(arms int) int64 { return spanBytes * int64(arms+len(in.seats)) }

// takes passes on what is known of the only child of a node in which nobody has a choice.
func (in *inner) takes(n *node, child known) bool {
	if child.value != nil {
		n.value, n.far = child.value, child.far+1
		return true
	}
	if slices.Equal(in.reach, child.reach) {
		return false
	}
	in.reach = child.reach
	return true
}

// decided closes arms that can bring no more than another has for certain, and makes the node
// exact if an exact arm is the best of those that are left.
func (in *inner) decided(n *node, seat int) bool {
	list, numbered := in.tried(seat)
	number := func(i int) int {
		if numbered {
			return int(list[i].key)
		}
		return i
	}
	best := -1
	for i := range list {
		if list[i].proven && (best < 0 || list[i].better(&list[best])) {
			best = i
		}
	}
	if in.spans != nil {
		most, low := -1, 0.0 // who has the most for certain
		for i := range list {
			s := in.spans[number(i)]
			if most < 0 || s.low > low || s.low == low && list[i].proven && !list[most].proven {
				most, low = i, s.low
			}
		}
		for i := range list {
			if a := &list[i]; !a.proven && in.spans[number(i)].high <= low && i != most && low > 0 {
				a.closed = true
			}
		}
	}
	if best < 0 || len(list) < in.width(seat) { // some were never tried
		return false
	}
	shut := false
	for i := range list {
		if a := &list[i]; !a.proven && !a.closed {
			return false
		}
		shut = shut || list[i].closed && !list[i].proven
	}
	if shut && list[best].square <= 0 { // they were closed as long as another was not known to lose (solve.go)
		for i := range list {
			list[i].closed = false
		}
		return false
	}
	n.far = list[best].far
	// Locking a child below its locked parent is the one nesting of node locks;
	// it always goes downwards.
	child := in.kids.get(uint64(number(best)))
	child.mu.Lock()
	n.value = child.value
	child.mu.Unlock()
	return true
}

// bound finds what the players have for certain, and may get, in a locked node in which a seat
// decides. It reports whether that is news.
func (w *worker) bound(in *inner, seat int) bool {
	own := span{}
	for _, s := range in.spans {
		own.low, own.high = max(own.low, s.low), max(own.high, s.high)
	}
	reach := slices.Repeat([]span{all}, w.f.Players)
	reach[seat] = own
	switch {
	case w.f.Players == 2 && !w.t.uneven.Load():
		reach[1-seat] = span{1 - own.high, 1 - own.low}
	case !slices.Contains(in.spans, all):
		in.others(seat, reach)
	}
	if !slices.ContainsFunc(reach, func(s span) bool { return s != all }) || slices.Equal(in.reach, reach) {
		return false
	}
	in.reach = reach
	return true
}

// others finds the spans of the others: that of all arms which the seat may choose.
func (in *inner) others(seat int, reach []span) {
	first := true
	for i := range in.spans {
		if in.spans[i].high < reach[seat].low {
			continue
		}
		child := in.kids.get(uint64(i))
		if child == nil {
			return
		}
		child.mu.Lock()
		k := child.known()
		child.mu.Unlock()
		for p := range reach {
			switch s := k.of(p); {
			case p == seat:
			case first:
				reach[p] = s
			default:
				reach[p] = span{min(reach[p].low, s.low), max(reach[p].high, s.high)}
			}
		}
		first = false
	}
}

// even looks whether the utilities of an end, in w.value, sum to one.
func (w *worker) even() {
	if len(w.value) == 2 {
		if d := w.value[0] + w.value[1] - 1; d > 1e-9 || d < -1e-9 {
			w.t.uneven.Store(true)
		}
	}
}
