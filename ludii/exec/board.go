package exec

import "ludens/ludii/topology"

// place resolves the kind of a site and tells whether there is such a site:
// sites beyond those of a kind are cells of other containers than the board.
func (c *Ctx) place(k Kind, site int32) (Kind, int, bool) {
	i := int(site)
	if uint(i) < uint(len(c.Sites[k].What)) {
		return k, i, true
	}
	return topology.Cell, i, uint(i) < uint(len(c.Sites[topology.Cell].What))
}

// pieces is the number of pieces on a site.
func (t *Sites) pieces(i int) int {
	switch {
	case t.Count != nil:
		return int(t.Count[i])
	case t.What[i] != 0 || t.Who[i] != 0:
		return 1
	}
	return 0
}

// A change says what a site is to hold; Undefined leaves it as it is.
type change struct{ who, what, count, state, rotation, value int }

// keep changes nothing.
var keep = change{Undefined, Undefined, Undefined, Undefined, Undefined, Undefined}

// set changes what a flat site holds and keeps Empty and Playable right, but
// not At: whoever changes the piece does that.
func (c *Ctx) set(k Kind, i int, x change) {
	t := &c.Sites[k]
	before := t.pieces(i) != 0
	if x.who != Undefined {
		t.Who[i] = int16(x.who)
	}
	if x.what != Undefined {
		t.What[i] = int16(x.what)
	}
	if x.count != Undefined && t.Count != nil {
		t.Count[i] = int16(max(x.count, 0))
	}
	if x.state != Undefined && t.State != nil {
		t.State[i] = int16(x.state)
	}
	if x.rotation != Undefined && t.Rotation != nil {
		t.Rotation[i] = int16(x.rotation)
	}
	if x.value != Undefined && t.Value != nil {
		t.Value[i] = int16(x.value)
	}
	after := t.pieces(i) != 0
	if before == after {
		return
	}
	if after {
		t.Empty.Remove(i)
	} else {
		t.Empty.Add(i)
	}
	if t.Playable != nil && (x.value == Undefined || before && x.what == 0) {
		c.playable(k, i)
	}
}

// replace keeps the places of pieces right when another piece comes to a flat site.
func (t *Sites) replace(i, what int) {
	if old := t.What[i]; old > 0 {
		t.At[old].Remove(i)
	}
	if what > 0 {
		t.At[what].Add(i)
	}
}

// wipe takes all there is off a flat site and gives what stood there.
func (c *Ctx) wipe(k Kind, i int) int {
	t := &c.Sites[k]
	what := int(t.What[i])
	c.set(k, i, change{})
	if what > 0 {
		t.At[what].Remove(i)
	}
	return what
}

// playable works out around a site of a game without a board where can be
// played: on the empty neighbours of pieces.
func (c *Ctx) playable(k Kind, i int) {
	t := &c.Sites[k]
	sites := c.Prog.Topo.Of(k).Sites
	if i >= len(sites) {
		return
	}
	occupied := func(j int) bool {
		if t.Stack != nil {
			return len(t.Stack[j]) != 0
		}
		return t.pieces(j) != 0
	}
	check := func(j int) {
		t.Playable.Remove(j)
		if occupied(j) {
			return
		}
		for _, n := range sites[j].Adjacent {
			if occupied(n) {
				t.Playable.Add(j)
				return
			}
		}
	}
	check(i)
	for _, n := range sites[i].Adjacent {
		check(n)
	}
}

// movePlain moves a piece in a game whose sites hold a piece or nothing and no
// more. It reports false where the move needs more thought.
func (c *Ctx) movePlain(a *Action) bool {
	t := &c.Sites[a.Kind]
	from, to := int(a.From), int(a.To)
	if a.Kind != a.KindTo || uint(from) >= uint(len(t.What)) || uint(to) >= uint(len(t.What)) {
		return false
	}
	what := t.What[from]
	if what == 0 {
		return false
	}
	if old := t.What[to]; old != 0 {
		t.At[old].Remove(to)
	}
	t.What[from], t.Who[from] = 0, 0
	t.What[to], t.Who[to] = what, c.owners[what]
	t.Empty.Add(from)
	t.Empty.Remove(to)
	at := t.At[what]
	at.Remove(from)
	at.Add(to)
	return true
}

// moveCounted moves one of several pieces of a sort, a seed for example, in a game whose sites hold
// no more than these. It reports false where the move needs more thought.
func (c *Ctx) moveCounted(a *Action) bool {
	t := &c.Sites[a.Kind]
	from, to := int(a.From), int(a.To)
	if a.Kind != a.KindTo || from == to || uint(from) >= uint(len(t.What)) || uint(to) >= uint(len(t.What)) {
		return false
	}
	what := t.What[from]
	if what == 0 || t.Count[from] < 1 {
		return false
	}
	switch {
	case t.What[to] == what && t.Count[to] > 0:
		t.Count[to]++
	case t.What[to] == 0 && t.Count[to] == 0:
		t.What[to], t.Who[to], t.Count[to] = what, c.owners[what], 1
		t.Empty.Remove(to)
		t.At[what].Add(to)
	default:
		return false
	}
	if t.Count[from]--; t.Count[from] == 0 {
		t.What[from], t.Who[from] = 0, 0
		t.Empty.Add(from)
		t.At[what].Remove(from)
	}
	return true
}

// move moves a piece, or one of several, between flat sites. It replaces a piece of another
// sort; of the same sort it adds to them.
func (c *Ctx) move(a *Action) {
	k, from, ok := c.place(a.Kind, a.From)
	kt, to, okTo := c.place(a.KindTo, a.To)
	if !ok || !okTo {
		return
	}
	f, t := &c.Sites[k], &c.Sites[kt]
	what, count := int(f.What[from]), f.pieces(from)
	if what == 0 && count == 0 {
		return
	}
	x := change{
		who: Undefined, what: Undefined, count: Undefined,
		state: int(a.State), rotation: int(a.Rotation), value: int(a.Value),
	}
	if x.state == Undefined && f.State != nil && what != 0 {
		x.state = int(f.State[from])
	}
	if x.rotation == Undefined && f.Rotation != nil {
		x.rotation = int(f.Rotation[from])
	}
	if x.value == Undefined && f.Value != nil {
		x.value = int(f.Value[from])
	}
	line := Undefined
	if c.Prog.Flags.LineOfPlay {
		line, x.value = 1, 1
	}
	large := c.Prog.Flags.LargePiece && c.isLarge(what)
	if count == 1 {
		lay := Undefined
		if f.State != nil {
			lay = int(f.State[from])
		}
		c.wipe(k, from)
		if large {
			c.uncover(what, from, lay)
		}
	} else {
		y := keep
		y.count, y.value = count-1, line
		c.set(k, from, y)
	}
	c.set(kt, to, x)
	y := keep
	y.value = line
	old := int(t.What[to])
	if old == what && t.pieces(to) > 0 {
		y.count = t.pieces(to) + 1
	} else {
		t.replace(to, what)
		y.who, y.what, y.count = c.owner(what), what, 1
	}
	c.set(kt, to, y)
	if large {
		c.cover(what, to, int(a.State))
		if c.Prog.Flags.LineOfPlay && c.onBoard(to) {
			c.lineOfPlay()
		}
	}
	c.trackMove(what, 1, from, to)
	if f.Hidden != nil {
		t.Hidden[to] = f.Hidden[from]
		if f.What[from] == 0 {
			f.Hidden[from] = 0
		}
	}
}

// addPlain puts a piece on an empty site in a plain game.
func (c *Ctx) addPlain(a *Action) bool {
	t := &c.Sites[a.KindTo]
	to := int(a.To)
	if uint(to) >= uint(len(t.What)) || t.What[to] != 0 || a.What <= 0 {
		return false
	}
	t.What[to], t.Who[to] = int16(a.What), c.owners[a.What]
	t.Empty.Remove(to)
	t.At[a.What].Add(to)
	return true
}

// add puts pieces on a flat site. What stands there already stays what it is: only
// the number, the local state and so on change.
func (c *Ctx) add(a *Action) {
	k, to, ok := c.place(a.KindTo, a.To)
	if !ok {
		return
	}
	t := &c.Sites[k]
	what := int(a.What)
	x := change{Undefined, Undefined, int(a.Count), int(a.State), int(a.Rotation), int(a.Value)}
	if t.What[to] != 0 {
		x.count += t.pieces(to)
	} else {
		if c.Prog.Flags.Dominoes {
			x.value = 1
		}
		x.who, x.what = c.owner(what), what
		t.replace(to, what)
		c.Dominoes.Remove(what)
	}
	c.set(k, to, x)
	if x.what != Undefined && c.Prog.Flags.LargePiece && c.isLarge(what) {
		c.coverAdded(what, to, int(a.State))
	}
	c.trackAdd(what, int(a.Count), to)
}

// owner is who has a component on a site, nobody for none.
func (c *Ctx) owner(what int) int {
	if what < 1 {
		return 0
	}
	return int(c.owners[what])
}

// removePlain takes a piece off in a plain game.
func (c *Ctx) removePlain(a *Action) bool {
	t := &c.Sites[a.KindTo]
	to := int(a.To)
	if uint(to) >= uint(len(t.What)) || t.What[to] == 0 {
		return false
	}
	t.At[t.What[to]].Remove(to)
	t.What[to], t.Who[to] = 0, 0
	t.Empty.Add(to)
	return true
}

// remove takes all that stands on a flat site.
func (c *Ctx) remove(a *Action) {
	k, to, ok := c.place(a.KindTo, a.To)
	if !ok {
		return
	}
	if what := c.wipe(k, to); what > 0 {
		c.trackRemove(what, to)
	}
}

// promote makes another piece of that on a flat site: one, without local state, rotation and value.
func (c *Ctx) promote(a *Action) {
	k, to, ok := c.place(a.KindTo, a.To)
	if !ok {
		return
	}
	x := keep
	x.what, x.count = int(a.What), 1
	if c.wipe(k, to) > 0 {
		x.who = c.owner(int(a.What))
	} else {
		x.who = 0
	}
	c.Sites[k].replace(to, int(a.What))
	c.set(k, to, x)
}

// setMark sets the local state, the rotation or the value of what is on a site,
// of stacks on a level or on top. Flat sites keep them without a piece too.
func (c *Ctx) setMark(a *Action) {
	k, to, ok := c.place(a.KindTo, a.To)
	if !ok {
		return
	}
	x := keep
	switch a.Op {
	case OpSetState:
		x.state = int(a.State)
	case OpSetRotation:
		x.rotation = int(a.Rotation)
	case OpSetValue:
		x.value = int(a.Value)
	}
	switch {
	case c.Sites[k].Stack == nil:
		c.set(k, to, x)
	case a.Level == Undefined:
		c.setTop(k, to, x)
	default:
		c.setLevel(k, to, int(a.Level), x)
	}
}

// setCount says how many pieces, and which, are on a site; the owner stays as it was.
func (c *Ctx) setCount(a *Action) {
	k, to, ok := c.place(a.KindTo, a.To)
	if !ok {
		return
	}
	t := &c.Sites[k]
	what := int(a.What)
	x := keep
	x.what, x.count = what, int(a.Count)
	switch {
	case t.Stack != nil && a.Count > 0:
		c.setTop(k, to, x)
	case t.Stack != nil:
		if it, ok := c.take(k, to, Undefined); ok {
			c.trackRemove(int(it.What), to)
		}
	case a.Count > 0:
		t.replace(to, what)
		c.set(k, to, x)
	default:
		if old := c.wipe(k, to); old > 0 {
			c.trackRemove(old, to)
		}
	}
}

// moveN moves some of the pieces of a flat site without their marks. They join
// pieces of their sort; where another sort stands they are lost.
func (c *Ctx) moveN(a *Action) {
	k, from, ok := c.place(a.Kind, a.From)
	kt, to, okTo := c.place(a.KindTo, a.To)
	if !ok || !okTo {
		return
	}
	f, t := &c.Sites[k], &c.Sites[kt]
	what, count := int(f.What[from]), int(a.Count)
	if left := f.pieces(from) - count; left <= 0 {
		c.wipe(k, from)
	} else {
		x := keep
		x.count = left
		c.set(k, from, x)
	}
	x := keep
	switch {
	case t.pieces(to) == 0:
		x.who, x.what, x.count = c.owner(what), what, count
		t.replace(to, what)
	case int(t.What[to]) == what:
		x.count = t.pieces(to) + count
	}
	c.set(kt, to, x)
	c.trackMove(what, count, from, to)
}

// copy moves a piece and leaves behind what was there, marked as what it became.
func (c *Ctx) copy(a *Action) {
	k, from, ok := c.place(a.Kind, a.From)
	kt, to, okTo := c.place(a.KindTo, a.To)
	if !ok || !okTo {
		return
	}
	f, t := &c.Sites[k], &c.Sites[kt]
	x := keep
	x.count = f.pieces(from)
	if x.count == 0 {
		return
	}
	c.move(a)
	x.who, x.what = int(t.Who[to]), int(t.What[to])
	if t.State != nil {
		x.state = int(t.State[to])
	}
	if t.Rotation != nil {
		x.rotation = int(t.Rotation[to])
	}
	if t.Value != nil {
		x.value = int(t.Value[to])
	}
	f.replace(from, x.what)
	c.set(k, from, x)
}
