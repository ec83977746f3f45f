package exec

import "errors"

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
	if len(s) >= MaxHeight {
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
	t.mirror(i)
	if t.Playable != nil && len(s) == 1 {
		c.playable(k, i)
	}
}

// take takes an item out of a stack: that on a level, or the top where the
// level is Undefined or above it. It reports false if there is nothing.
func (c *Ctx) take(k Kind, i, level int) (Item, bool) {
	t := &c.Sites[k]
	s := t.Stack[i]
	n := len(s)
	if n == 0 {
		return Item{}, false
	}
	if level < 0 || level >= n {
		level = n - 1
	}
	it := s[level]
	copy(s[level:], s[level+1:])
	s = s[:n-1]
	t.Stack[i] = s
	if it.What > 0 {
		t.forget(i, it.What)
	}
	t.mirror(i)
	if t.Playable != nil && n == 1 {
		c.playable(k, i)
	}
	return it, true
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
	if level != Undefined && a.LevelTo == Undefined {
		// Only a piece taken from a level that was named keeps its marks.
		moved.State, moved.Rotation, moved.Value = it.State, it.Rotation, it.Value
	}
	moved.mark(a)
	if a.Level == Undefined && a.LevelTo == Undefined {
		moved.State, moved.Rotation, moved.Value = 0, 0, 0
	}
	c.insert(kt, to, int(a.LevelTo), moved)
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
			c.insert(kt, to, Undefined, Item{What: it.What, Who: it.Who, State: it.State, Rotation: it.Rotation, Value: it.Value})
			continue
		}
		moved := Item{What: it.What, Who: it.Who}
		moved.mark(a)
		c.insert(kt, to, int(a.LevelTo), moved)
	}
	for len(f.Stack[from]) > 0 {
		c.take(k, from, Undefined)
	}
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
		c.insert(kt, to, Undefined, it)
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
	c.insert(k, to, Undefined, it)
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
	c.take(k, to, int(a.Level))
	c.insert(k, to, Undefined, c.itemOf(int(a.What)))
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
		c.insert(k, from, Undefined, it)
		return
	}
	it.mark(a)
	c.insert(k, from, int(a.Level), it)
}
