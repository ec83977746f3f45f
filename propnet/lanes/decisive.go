package lanes

import (
	"encoding/binary"
	"fmt"
	"slices"

	"ludens/game"
	"ludens/propnet"
)

// Decisive moves (Teytaud and Teytaud, "On the huge benefit of decisive moves in Monte-Carlo tree
// search algorithms", 2010): where one seat has the choice, each of its moves gets a gate that
// says that it wins at once, and playouts draw among such moves while there are any.
//
// The gate is what the goal would be behind the step: the rules of what holds next, with the
// move made and the others not, take the place of the fluents that the goal reads. That the
// match goes on here, and that the move is legal, is known, which makes most of it constant.
// What would take too many gates is left out, so that a win may be missed but none is
// imagined.

// decisiveCost bounds the inputs of all gates made for that, as a share of those that are there.
const (
	decisiveCost  = 1.5
	decisiveSteps = 3_000_000 // literals looked at, for each of decisiveParts
)

// decisiveParts bounds the inputs of the gates made for one of several ways in which a move may win: the
// first with which it does not cost too much.
var decisiveParts = [...]int{64, 16, 4}

// wins finds for the one role that has a choice when its moves are legal and win; -1 where that is not known.
func (f *folded) wins(sign *game.Sign) (role int, wins []propnet.Lit) {
	if role = f.chooser(); role < 0 {
		return -1, nil
	}
	goal := propnet.False
	for _, v := range f.n.Goals[role] {
		if p, ok := points(v.Text); ok && p == 100 {
			goal = v.Lit
		}
	}
	if goal.Constant() {
		return -1, nil
	}
	gates := len(f.in)
	for _, part := range decisiveParts {
		if wins := newWinner(f, role, goal, part).all(sign); wins != nil {
			return role, wins
		}
		f.in, f.kind, f.rep, f.comp = f.in[:gates], f.kind[:gates], f.rep[:gates], f.comp[:gates]
		clear(f.made)
	}
	return -1, nil
}

// chooser is the one role that has a choice, -1 if there is none or another one.
func (f *folded) chooser() int {
	role := -1
	for r, ms := range f.n.Moves {
		may := 0
		for _, m := range ms {
			if f.lit(m.Legal) != propnet.False {
				may++
			}
		}
		switch {
		case may > 1 && role >= 0, may == 0:
			return -1
		case may > 1:
			role = r
		}
	}
	return role
}

// decide has a role draw moves that win while there are any, else those that take the place of one that would win for
// somebody else, if there are any. Both may be nil, or have False for a move.
func (f *folded) decide(role int, wins, blocks []propnet.Lit) {
	ms := f.n.Moves[role]
	f.drawer, f.draw = role, make([]propnet.Lit, len(ms))
	some := func(list []propnet.Lit) propnet.Lit { return f.join(propnet.Or, slices.Clone(list)) }
	noWin := some(wins).Not()
	quiet := f.join(propnet.And, []propnet.Lit{noWin, some(blocks).Not()})
	for i, m := range ms {
		ways := []propnet.Lit{f.join(propnet.And, []propnet.Lit{f.lit(m.Legal), quiet})}
		if wins != nil {
			ways = append(ways, wins[i])
		}
		if blocks != nil {
			ways = append(ways, f.join(propnet.And, []propnet.Lit{blocks[i], noWin}))
		}
		f.draw[i] = f.join(propnet.Or, ways)
	}
}

// blocks are the moves of a role that take the place of one that would win for another role at its turn, as things
// are: those that are legal under the same condition, such as that a site is empty. Of is the position at that turn, in
// which the other's moves win as wins says. Nil: none.
func (f *folded) blocks(role int, of *folded, other int, wins []propnet.Lit) []propnet.Lit {
	// Conditions of different seats are different gates of the same form: all are made anew, where gates of one form are one.
	places := map[propnet.Lit][]int{}
	own := copier{from: f, to: f, anew: true, memo: map[int]propnet.Lit{}}
	for i, m := range f.n.Moves[role] {
		if l, ok := own.lit(f.lit(m.Legal)); ok && !l.Constant() {
			places[l] = append(places[l], i)
		}
	}
	theirs := copier{from: of, to: f, anew: true, memo: map[int]propnet.Lit{}}
	c := copier{from: of, to: f, memo: map[int]propnet.Lit{}}
	var out []propnet.Lit
	for k, m := range f.n.Moves[other] {
		if wins[k] == propnet.False {
			continue
		}
		place, ok := theirs.lit(of.lit(m.Legal))
		mine := places[place]
		if !ok || len(mine) == 0 {
			continue
		}
		win, ok := c.lit(wins[k])
		if !ok {
			continue
		}
		if out == nil {
			out = make([]propnet.Lit, len(f.n.Moves[role]))
		}
		for _, i := range mine {
			out[i] = f.join(propnet.Or, []propnet.Lit{out[i], win})
		}
	}
	return out
}

// copier makes gates of one fold in another one of the same network.
type copier struct {
	from, to *folded
	anew     bool                // even gates that are the same there
	memo     map[int]propnet.Lit // 0, which is no gate: it cannot
}

func (c *copier) lit(l propnet.Lit) (propnet.Lit, bool) {
	g := l.Gate()
	k := c.from.kind[g]
	if k != propnet.And && k != propnet.Or {
		return l, k != propnet.Does
	}
	x, there := c.memo[g]
	if !there {
		c.memo[g] = propnet.False
		if g < c.from.n.Gates() && c.from.cyclic[c.from.comp[g]] {
			return 0, false
		}
		in := make([]propnet.Lit, len(c.from.in[g]))
		same := !c.anew && g < c.from.n.Gates() && slices.Equal(c.from.in[g], c.to.in[g])
		for i, l := range c.from.in[g] {
			x, ok := c.lit(l)
			if !ok {
				return 0, false
			}
			in[i], same = x, same && x == l
		}
		if x = propnet.MakeLit(g, false); !same {
			x = c.to.join(k, in)
		}
		if x.Constant() {
			return 0, false
		}
		c.memo[g] = x
	}
	if x == propnet.False {
		return 0, false
	}
	return x ^ l&1, true
}

// winner works out when moves of a role win.
type winner struct {
	f     *folded
	role  int
	goal  propnet.Lit
	ends  propnet.Lit // to be asked beside the goal; True where the goal implies the end
	known []int8      // per gate: 1 true, -1 false wherever the match goes on
	more  []int8      // the same where the move is legal, too
	set   []int       // gates of more
	does  []bool      // per gate: it reads a move of the role
	move  int         // gate of the move
	memo  [4]memo     // of step, next, nextAtLeast and same
	part  int         // see decisiveParts
	spent int         // inputs that may have been made
	steps int
}

// memo is what gates have come to for a move.
type memo struct {
	stamp []int
	now   int
	lit   []propnet.Lit
	ok    []bool
}

func (m *memo) get(g int) (l propnet.Lit, ok, there bool) {
	return m.lit[g], m.ok[g], m.stamp[g] == m.now
}

func (m *memo) put(g int, l propnet.Lit, ok bool) (propnet.Lit, bool) {
	m.stamp[g], m.lit[g], m.ok[g] = m.now, l, ok
	return l, ok
}

func newWinner(f *folded, role int, goal propnet.Lit, part int) *winner {
	gates := len(f.in)
	w := &winner{f: f, role: role, goal: goal, part: part, known: make([]int8, gates), more: make([]int8, gates), does: make([]bool, gates)}
	edges := 0
	for g := range gates {
		edges += len(f.in[g])
	}
	w.spent = f.spent + int(decisiveCost*float64(edges))
	for i := range w.memo {
		w.memo[i] = memo{stamp: make([]int, gates), lit: make([]propnet.Lit, gates), ok: make([]bool, gates)}
	}
	for _, m := range f.n.Moves[role] {
		if !f.rep[m.Does].Constant() {
			w.does[m.Does] = true
		}
	}
	// Twice, for gates of a cycle read each other; what a third time would find is on a cycle and refused.
	for range 2 {
		for g := range gates {
			for _, l := range f.in[g] {
				w.does[g] = w.does[g] || w.does[l.Gate()]
			}
		}
	}
	w.learn(w.known, f.lit(f.n.Terminal).Not(), nil)
	w.ends = f.n.Terminal
	if w.implies(goal, f.n.Terminal, 6) {
		w.ends = propnet.True
	}
	return w
}

// over says that it takes too much.
func (w *winner) over() bool { return w.f.spent > w.spent || w.steps > decisiveSteps }

// learn notes that a literal is true, and what follows.
func (w *winner) learn(known []int8, l propnet.Lit, set *[]int) {
	g, v := l.Gate(), int8(1)
	if l.Negated() {
		v = -1
	}
	if g == 0 || known[g] != 0 {
		return
	}
	known[g] = v
	if set != nil {
		*set = append(*set, g)
	}
	switch k := w.f.kind[g]; {
	case k == propnet.And && v > 0:
		for _, x := range w.f.in[g] {
			w.learn(known, x, set)
		}
	case k == propnet.Or && v < 0:
		for _, x := range w.f.in[g] {
			w.learn(known, x.Not(), set)
		}
	}
}

// val is a literal of the position, or the constant that it is known to be.
func (w *winner) val(l propnet.Lit) propnet.Lit {
	g := l.Gate()
	if g >= len(w.known) {
		return l
	}
	v := w.known[g]
	if v == 0 {
		v = w.more[g]
	}
	switch {
	case v > 0:
		return propnet.True ^ l&1
	case v < 0:
		return propnet.False ^ l&1
	}
	return l
}

// implies tells whether one literal of the network is never true without another, as far as that is easy
// to see.
func (w *winner) implies(a, b propnet.Lit, depth int) bool {
	if a == b || b == propnet.True || a == propnet.False {
		return true
	}
	if w.steps++; depth == 0 || w.steps > decisiveSteps/10 {
		return false
	}
	n := w.f.n
	some := func(list []propnet.Lit, is func(propnet.Lit) bool) bool { return slices.ContainsFunc(list, is) }
	if k := n.Kind(b.Gate()); !b.Negated() && k == propnet.Or && some(n.In(b.Gate()), func(x propnet.Lit) bool { return w.implies(a, x, depth-1) }) {
		return true
	}
	switch k := n.Kind(a.Gate()); {
	case a.Negated():
		return false
	case k == propnet.And:
		return some(n.In(a.Gate()), func(x propnet.Lit) bool { return w.implies(x, b, depth-1) })
	case k == propnet.Or && len(n.In(a.Gate())) <= 64:
		return !some(n.In(a.Gate()), func(x propnet.Lit) bool { return !w.implies(x, b, depth-1) })
	}
	return false
}

// all are the moves of the role: when they are legal and win; nil if that takes too much, or if none is known to.
func (w *winner) all(sign *game.Sign) []propnet.Lit {
	f := w.f
	wins, some := make([]propnet.Lit, len(f.n.Moves[w.role])), false
	for i, m := range f.n.Moves[w.role] {
		if f.lit(m.Legal) == propnet.False {
			continue
		}
		if win := w.of(i); win != propnet.False {
			wins[i] = f.join(propnet.And, []propnet.Lit{f.lit(m.Legal), win})
			some = some || wins[i] != propnet.False
		}
		if w.over() || sign.Closed() {
			return nil
		}
	}
	if !some {
		return nil
	}
	return wins
}

// of is what a move's winning takes, False if it never wins or that is not known.
func (w *winner) of(move int) propnet.Lit {
	for _, g := range w.set {
		w.more[g] = 0
	}
	w.set = w.set[:0]
	m := w.f.n.Moves[w.role][move]
	w.learn(w.more, w.f.lit(m.Legal), &w.set)
	w.move = m.Does
	for i := range w.memo {
		w.memo[i].now++
	}
	l, ok := w.nextAtLeast(w.goal)
	if !ok || l == propnet.False || w.ends == propnet.True {
		return l
	}
	e, ok := w.nextAtLeast(w.ends)
	if !ok {
		return propnet.False
	}
	return w.f.join(propnet.And, []propnet.Lit{l, e})
}

// step is what a literal of the position becomes where the move is made. False ok: it is not known.
func (w *winner) step(l propnet.Lit) (propnet.Lit, bool) {
	l = w.val(l)
	g := l.Gate()
	if g == 0 || !w.does[g] {
		return l, true
	}
	if w.f.kind[g] == propnet.Does {
		if g == w.move {
			return propnet.True ^ l&1, true
		}
		return propnet.False ^ l&1, true
	}
	x, ok, there := w.memo[0].get(g)
	if !there {
		x, ok = w.memo[0].put(g, 0, false)
		if !w.f.cyclic[w.f.comp[g]] {
			x, ok = w.joined(w.f.kind[g], w.f.in[g], w.step)
			w.memo[0].put(g, x, ok)
		}
	}
	return x ^ l&1, ok
}

// joined is a gate of what becomes of its inputs.
func (w *winner) joined(k propnet.Kind, in []propnet.Lit, of func(propnet.Lit) (propnet.Lit, bool)) (propnet.Lit, bool) {
	zero := propnet.False
	if k == propnet.Or {
		zero = propnet.True
	}
	if w.steps += len(in); w.over() {
		return 0, false
	}
	out := make([]propnet.Lit, 0, len(in))
	known := true
	for _, l := range in {
		x, ok := of(l)
		if ok && x == zero {
			return zero, true
		}
		known = known && ok
		out = append(out, x)
	}
	if !known {
		return 0, false
	}
	return w.f.join(k, out), true
}

// next is what a literal of the network is behind the move.
func (w *winner) next(l propnet.Lit) (propnet.Lit, bool) {
	g := l.Gate()
	if g == 0 {
		return l, true
	}
	x, ok, there := w.memo[1].get(g)
	if !there {
		x, ok = w.memo[1].put(g, 0, false)
		switch k := w.f.n.Kind(g); {
		case k == propnet.Base:
			x, ok = w.step(w.f.lit(w.f.n.Bases[g-1].Next))
		case w.f.cyclic[w.f.comp[g]]:
			// unknown, unless nothing that it reads has changed, which is not looked for
		case w.same(g):
			x, ok = w.val(w.f.rep[g]), true
		case k == propnet.And || k == propnet.Or:
			x, ok = w.joined(k, w.f.n.In(g), w.next)
		}
		w.memo[1].put(g, x, ok)
	}
	return x ^ l&1, ok
}

// same tells whether a gate is behind the move what it is before it, because all that it reads is. Gates of a
// cycle are not looked into.
func (w *winner) same(g int) bool {
	_, ok, there := w.memo[3].get(g)
	if there {
		return ok
	}
	switch k := w.f.n.Kind(g); {
	case g == 0:
		ok = true
	case k == propnet.Base:
		x, known := w.step(w.f.lit(w.f.n.Bases[g-1].Next))
		ok = known && x == w.val(w.f.rep[g])
	case w.f.cyclic[w.f.comp[g]] || k == propnet.Does:
	default:
		w.steps += len(w.f.n.In(g))
		ok = !slices.ContainsFunc(w.f.n.In(g), func(l propnet.Lit) bool { return !w.same(l.Gate()) })
	}
	w.memo[3].put(g, 0, ok)
	return ok
}

// nextAtLeast is next, but for ways to become true that are not known or would take too much.
func (w *winner) nextAtLeast(l propnet.Lit) (propnet.Lit, bool) {
	g := l.Gate()
	k := w.f.n.Kind(g)
	if l.Negated() || k != propnet.And && k != propnet.Or || w.f.cyclic[w.f.comp[g]] {
		return w.next(l)
	}
	x, ok, there := w.memo[2].get(g)
	if !there {
		switch {
		case w.same(g):
			x, ok = w.val(w.f.rep[g]), true
		case k == propnet.And:
			x, ok = w.joined(k, w.f.n.In(g), w.nextAtLeast)
		default:
			x, ok = w.joined(k, w.f.n.In(g), func(l propnet.Lit) (propnet.Lit, bool) {
				before := w.f.spent
				x, ok := w.nextAtLeast(l)
				if !ok || w.f.spent-before > w.part {
					w.f.spent = before
					return propnet.False, true
				}
				return x, true
			})
		}
		w.memo[2].put(g, x, ok)
	}
	return x, ok
}

// join makes a gate, unless it is there or is something simpler.
func (f *folded) join(k propnet.Kind, in []propnet.Lit) propnet.Lit {
	unit, zero := propnet.True, propnet.False
	if k == propnet.Or {
		unit, zero = zero, unit
	}
	in = slices.DeleteFunc(in, func(l propnet.Lit) bool { return l == unit })
	slices.Sort(in)
	in = slices.Compact(in)
	for i, l := range in {
		if l == zero || i > 0 && l == in[i-1].Not() {
			return zero
		}
	}
	switch len(in) {
	case 0:
		return unit
	case 1:
		return in[0]
	}
	key := make([]byte, 1, 1+4*len(in))
	key[0] = byte(k)
	for _, l := range in {
		key = binary.LittleEndian.AppendUint32(key, uint32(l))
	}
	if g, ok := f.made[string(key)]; ok {
		return propnet.MakeLit(g, false)
	}
	if f.made == nil {
		f.made = map[string]int{}
		f.group = int32(len(f.cyclic))
		f.cyclic = append(f.cyclic, false)
	}
	g := len(f.in)
	f.in, f.kind = append(f.in, in), append(f.kind, k)
	f.rep, f.comp = append(f.rep, propnet.MakeLit(g, false)), append(f.comp, f.group)
	f.made[string(key)] = g
	f.spent += len(in)
	return propnet.MakeLit(g, false)
}

// decisive has playouts take wins and the places of others' wins, at the turns of a circle. There have to be
// turns at which both are known: wins that nobody stands in the way of count for too much.
func decisive(turns []*folded, sign *game.Sign) error {
	roles, wins := make([]int, len(turns)), make([][]propnet.Lit, len(turns))
	for k, f := range turns {
		roles[k], wins[k] = f.wins(sign)
	}
	both := false
	for k, f := range turns {
		role := f.chooser()
		if role < 0 {
			continue
		}
		var blocks []propnet.Lit
		for d := 1; d < len(turns); d++ {
			if j := (k + d) % len(turns); roles[j] >= 0 && roles[j] != role {
				blocks = f.blocks(role, turns[j], roles[j], wins[j])
				break
			}
		}
		both = both || wins[k] != nil && blocks != nil
		if wins[k] != nil || blocks != nil {
			f.decide(role, wins[k], blocks)
		}
	}
	switch {
	case sign.Closed():
		return game.ErrInterrupted
	case !both:
		return fmt.Errorf("%w: moves that win are not known, or what stands in their way is not", game.ErrNoBatch)
	}
	return nil
}
