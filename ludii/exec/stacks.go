package exec

import (
	"cmp"
	"errors"
	"slices"
)

// ErrHeight and ErrMemory are faults of rules that pile up pieces, or remember
// values, without end.
var (
	ErrHeight = errors.New("a stack is too high")
	ErrMemory = errors.New("too many values are remembered")
)

// Bounds on what a state holds.
const (
	MaxHeight = 4096    // levels of a stack
	MaxMemory = 1 << 16 // values remembered under a name, notes, propositions
)

// Stale are the marks of a piece that Ludii forgets to wipe: when a level is taken
// out of a stack, those above it sink, but the marks of the top stay behind in the place
// that falls free. The next piece that comes there without marks of its own
// gets them. Games are won and lost by that, so it is kept.
type Stale struct {
	Kind                   Kind
	Site, Level            int32
	State, Rotation, Value int16
}

// sweep takes the stale marks of a level out, if there are any.
func (s *State) sweep(k Kind, site, level int) (Stale, bool) {
	for j := range s.Stale {
		if x := s.Stale[j]; x.Kind == k && int(x.Site) == site && int(x.Level) == level {
			s.Stale = slices.Delete(s.Stale, j, j+1)
			return x, true
		}
	}
	return Stale{}, false
}

// sweepSite takes out all stale marks of a site.
func (s *State) sweepSite(k Kind, site int) {
	s.Stale = slices.DeleteFunc(s.Stale, func(x Stale) bool { return x.Kind == k && int(x.Site) == site })
}

// itemOf is a level of a stack that holds a component and nothing else.
func (c *Ctx) itemOf(what int) Item {
	return Item{What: int16(what), Who: int16(c.owner(what))}
}

// mirror shows the top of a stack in the arrays of its site and keeps Empty right.
func (t *Sites) mirror(i int) {
	var top Item
	if n := len(t.Stack[i]); n > 0 {
		top = t.Stack[i][n-1]
		t.Empty.Remove(i)
	} else {
		t.Empty.Add(i)
	}
	t.What[i], t.Who[i] = top.What, top.Who
	if t.Count != nil {
		t.Count[i] = 0
		if top.Who != 0 {
			t.Count[i] = 1
		}
	}
	if t.State != nil {
		t.State[i] = top.State
	}
	if t.Rotation != nil {
		t.Rotation[i] = top.Rotation
	}
	if t.Value != nil {
		t.Value[i] = top.Value
	}
	if t.Hidden != nil {
		t.Hidden[i] = top.Hidden
	}
}

// mostHigh is how high stacks may be: lower on large boards, so that a state stays
// small whatever is piled up.
func (c *Ctx) mostHigh(k Kind) int {
	return max(64, min(MaxHeight, 1<<20/len(c.Sites[k].Stack)))
}

// insert puts an item on a level of a stack; Undefined means on top. There is no
// such level above the top: then nothing happens.
func (c *Ctx) insert(k Kind, i, level int, it Item) {
	t := &c.Sites[k]
	s := t.Stack[i]
	if level == Undefined {
		level = len(s)
	}
	if level < 0 || level > len(s) {
		return
	}
	if len(s) >= c.mostHigh(k) {
		c.Fail(ErrHeight)
		return
	}
	s = append(s, it)
	copy(s[level+1:], s[level:])
	s[level] = it
	t.Stack[i] = s
	if it.What > 0 {
		t.At[it.What].Add(i)
	}
	if len(c.Stale) > 0 {
		c.sweep(k, i, len(s)-1)
	}
	t.mirror(i)
}

// push puts an item on top of a stack; marked says that it has marks of its own.
func (c *Ctx) push(k Kind, i int, it Item, marked bool) {
	t := &c.Sites[k]
	if !marked && len(c.Stale) > 0 {
		if x, ok := c.sweep(k, i, len(t.Stack[i])); ok {
			it.State, it.Rotation, it.Value = x.State, x.Rotation, x.Value
		}
	}
	c.insert(k, i, Undefined, it)
	if sites := c.Prog.Topo; t.Playable != nil && i < sites.NumSites(k) {
		t.Playable.Remove(i)
		for _, n := range sites.Of(k).Sites[i].Adjacent {
			if t.What[n] == 0 {
				t.Playable.Add(n)
			}
		}
	}
}

// take takes an item out of a stack: that on a level, or the top where the
// level is Undefined or above it. It reports false if there is nothing.
func (c *Ctx) take(k Kind, i, level int) (Item, bool) {
	t := &c.Sites[k]
	s := t.Stack[i]
	n, named := len(s), level >= 0
	if n == 0 {
		return Item{}, false
	}
	gone := level >= n
	if level < 0 || gone {
		level = n - 1
	}
	it, top := s[level], s[n-1]
	copy(s[level:], s[level+1:])
	s = s[:n-1]
	t.Stack[i] = s
	if named && top.State|top.Rotation|top.Value != 0 {
		c.leave(Stale{k, int32(i), int32(n - 1), top.State, top.Rotation, top.Value})
	}
	if it.What > 0 {
		t.forget(i, it.What)
		switch {
		case gone:
			c.haunt(Ghost{k, it.What, int32(i), int32(level)})
		case len(c.Ghosts) > 0:
			c.ghostless(k, it.What, i, level)
		}
	}
	t.mirror(i)
	return it, true
}

// leave keeps stale marks, in the order of their places, so that equal states are
// equal in all their parts.
func (c *Ctx) leave(x Stale) {
	at, _ := slices.BinarySearchFunc(c.Stale, x, func(a, b Stale) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Site, b.Site), cmp.Compare(a.Level, b.Level))
	})
	c.Stale = slices.Insert(c.Stale, at, x)
}

// forget takes a site out of those of a component unless another level holds it too.
func (t *Sites) forget(i int, what int16) {
	for j := range t.Stack[i] {
		if t.Stack[i][j].What == what {
			return
		}
	}
	t.At[what].Remove(i)
}

// setTop changes the top of a stack; of an empty one nothing.
func (c *Ctx) setTop(k Kind, i int, x change) {
	t := &c.Sites[k]
	if n := len(t.Stack[i]); n > 0 {
		c.setLevel(k, i, n-1, x)
	}
}

// setLevel changes a level of a stack, if there is one.
func (c *Ctx) setLevel(k Kind, i, level int, x change) {
	t := &c.Sites[k]
	if uint(level) >= uint(len(t.Stack[i])) {
		return
	}
	it := &t.Stack[i][level]
	if x.who != Undefined {
		it.Who = int16(x.who)
	}
	if x.what != Undefined {
		old := it.What
		it.What = int16(x.what)
		if old > 0 {
			t.forget(i, old)
		}
		if x.what > 0 {
			t.At[x.what].Add(i)
		}
	}
	if x.state != Undefined {
		it.State = int16(x.state)
	}
	if x.rotation != Undefined {
		it.Rotation = int16(x.rotation)
	}
	if x.value != Undefined {
		it.Value = int16(x.value)
	}
	t.mirror(i)
}

// moveStacked moves a piece from a stack to another: the top or that on a
// level, onto the top or into a level.
func (c *Ctx) moveStacked(a *Action) {
	if a.Stack {
		c.moveWhole(a)
		return
	}
	k, from, ok := c.place(a.Kind, a.From)
	kt, to, okTo := c.place(a.KindTo, a.To)
	if !ok || !okTo || a.From == a.To {
		return
	}
	n := len(c.Sites[k].Stack[from])
	level := int(a.Level)
	if n == 0 || level >= n {
		return
	}
	it, _ := c.take(k, from, level)
	what := int(it.What)
	moved := c.itemOf(what)
	if a.LevelTo != Undefined {
		moved.mark(a)
		c.insert(kt, to, int(a.LevelTo), moved)
	} else {
		// Only a piece taken from a level that was named keeps its marks.
		if level != Undefined {
			moved.State, moved.Rotation, moved.Value = it.State, it.Rotation, it.Value
			moved.mark(a)
		}
		c.push(kt, to, moved, level != Undefined)
	}
	c.trackMove(what, 1, from, to)
}

// mark gives an item the marks that an action names.
func (it *Item) mark(a *Action) {
	if a.State != Undefined {
		it.State = int16(a.State)
	}
	if a.Rotation != Undefined {
		it.Rotation = int16(a.Rotation)
	}
	if a.Value != Undefined {
		it.Value = int16(a.Value)
	}
}

// moveWhole moves a whole stack onto another one, or piece by piece into a
// level, which turns it upside down.
func (c *Ctx) moveWhole(a *Action) {
	k, from, ok := c.place(a.Kind, a.From)
	kt, to, okTo := c.place(a.KindTo, a.To)
	if !ok || !okTo || a.From == a.To {
		return
	}
	f := &c.Sites[k]
	for _, it := range f.Stack[from] {
		if a.LevelTo == Undefined {
			it.Hidden = 0
			c.push(kt, to, it, true)
			continue
		}
		moved := Item{What: it.What, Who: it.Who}
		moved.mark(a)
		c.insert(kt, to, int(a.LevelTo), moved)
	}
	for len(f.Stack[from]) > 0 {
		c.take(k, from, Undefined)
	}
	c.sweepSite(k, from)
}

// moveUpper moves the upper pieces of a stack, as they lie; nothing if there are
// fewer than that.
func (c *Ctx) moveUpper(a *Action) {
	k, from, ok := c.place(a.Kind, a.From)
	kt, to, okTo := c.place(a.KindTo, a.To)
	if !ok || !okTo {
		return
	}
	f := &c.Sites[k]
	if f.Stack == nil {
		c.move(a)
		return
	}
	n, count := len(f.Stack[from]), int(a.Count)
	if n == 0 || f.What[from] == 0 || count <= 0 || n < count || k == kt && from == to {
		return
	}
	for _, it := range f.Stack[from][n-count:] {
		it.Hidden = 0
		c.push(kt, to, it, true)
	}
	for range count {
		c.take(k, from, Undefined)
	}
}

// addStacked puts a piece on a stack.
func (c *Ctx) addStacked(a *Action) {
	k, to, ok := c.place(a.KindTo, a.To)
	if !ok {
		return
	}
	it := c.itemOf(int(a.What))
	it.mark(a)
	a.Level = int16(len(c.Sites[k].Stack[to]))
	c.push(k, to, it, a.State != Undefined || a.Rotation != Undefined || a.Value != Undefined)
	c.trackAdd(int(a.What), 2*int(a.Count), to)
}

// insertStacked puts a piece into a stack.
func (c *Ctx) insertStacked(a *Action) {
	k, to, ok := c.place(a.KindTo, a.To)
	if !ok || c.Sites[k].Stack == nil {
		return
	}
	it := c.itemOf(int(a.What))
	if a.State != Undefined {
		it.State = int16(a.State)
	}
	c.insert(k, to, int(a.Level), it)
	c.trackAdd(int(a.What), 1, to)
}

// removeStacked takes a piece off a stack.
func (c *Ctx) removeStacked(a *Action) {
	k, to, ok := c.place(a.KindTo, a.To)
	if !ok {
		return
	}
	if it, ok := c.take(k, to, int(a.Level)); ok {
		c.trackRemove(int(it.What), to)
	}
}

// promoteStacked exchanges a piece of a stack for another one, which comes to
// lie on top.
func (c *Ctx) promoteStacked(a *Action) {
	k, to, ok := c.place(a.KindTo, a.To)
	if !ok {
		return
	}
	level := len(c.Sites[k].Stack[to]) - 1
	if a.Level >= 0 {
		level = min(level, int(a.Level))
	}
	ghosts := c.Ghosts
	c.Ghosts = nil // the list hears nothing of this
	it, ok := c.take(k, to, int(a.Level))
	if c.Ghosts = ghosts; ok && it.What > 0 {
		c.haunt(Ghost{k, it.What, int32(to), int32(level)})
	}
	c.push(k, to, c.itemOf(int(a.What)), false)
}

// copyStacked moves a piece and leaves another of its sort behind.
func (c *Ctx) copyStacked(a *Action) {
	k, from, ok := c.place(a.Kind, a.From)
	kt, to, okTo := c.place(a.KindTo, a.To)
	if !ok || !okTo {
		return
	}
	c.moveStacked(a)
	t := &c.Sites[kt]
	it := Item{What: t.What[to], Who: t.Who[to]}
	if a.Level == Undefined || len(t.Stack[to]) == int(a.Level) {
		c.push(k, from, it, false)
		return
	}
	it.mark(a)
	c.insert(k, from, int(a.Level), it)
}

// moveNStacked is what moving a number of pieces comes to in games with stacks: the
// top goes, and only takes the place of a top that belongs to nobody.
func (c *Ctx) moveNStacked(a *Action) {
	k, from, ok := c.place(a.Kind, a.From)
	kt, to, okTo := c.place(a.KindTo, a.To)
	if !ok || !okTo {
		return
	}
	it, ok := c.take(k, from, Undefined)
	if ok && c.Sites[kt].Who[to] == 0 {
		x := keep
		x.what, x.who = int(it.What), c.owner(int(it.What))
		c.setTop(kt, to, x)
	}
}
