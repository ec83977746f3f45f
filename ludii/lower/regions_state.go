package lower

import (
	"strings"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Regions that the position decides: empty and occupied sites, states, what is
// pending or hidden, sites of moves.

func init() {
	for name, f := range map[string]func(l *lowerer, t *check.Term) Region{
		"sites Empty": (*lowerer).sitesEmpty, "sites Occupied": (*lowerer).sitesOccupied, "sites State": (*lowerer).sitesState,
		"sites Pending":  listed(func(c *ctx) []int32 { return c.Pending }),
		"sites ToClear":  listed(func(c *ctx) []int32 { return c.ToRemove }),
		"sites Playable": (*lowerer).sitesPlayable, "sites LineOfPlay": (*lowerer).sitesPlayable,
		"sites Hidden": (*lowerer).sitesHidden, "sites Start": (*lowerer).sitesStart, "sites Random": (*lowerer).sitesRandom,
		"sites From":          ofMoves(func(_ *ctx, m *exec.Move, b exec.Bits) { b.Add(int(m.From)) }),
		"sites To":            ofMoves(func(_ *ctx, m *exec.Move, b exec.Bits) { b.Add(int(m.To)) }),
		"sites Between#moves": ofMoves(func(c *ctx, m *exec.Move, b exec.Bits) { addAll(b, c.Betweens[m.Between[0]:m.Between[1]]) }),
		"sites LastFrom":      lastSites(func(c *ctx) []int32 { return c.LastFroms }),
		"sites LastTo":        lastSites(func(c *ctx) []int32 { return c.LastTos }),
		"sites.last Between":  listed(func(c *ctx) []int32 { return c.LastBetween }),
	} {
		regionForms[name] = f
	}
}

func addAll(b exec.Bits, sites []int32) {
	for _, s := range sites {
		b.Add(int(s))
	}
}

// listed is a region that the state holds as a list.
func listed(list func(c *ctx) []int32) func(l *lowerer, t *check.Term) Region {
	return func(l *lowerer, t *check.Term) Region {
		return Region{Kind: l.p.Default, Fn: func(c *ctx) exec.Bits {
			b := c.Set()
			addAll(b, list(c))
			return b
		}}
	}
}

// lastSites is where the actions of the last move are from or to.
func lastSites(list func(c *ctx) []int32) func(l *lowerer, t *check.Term) Region {
	return func(l *lowerer, t *check.Term) Region {
		l.p.Flags.LastSites = true
		return listed(list)(l, t)
	}
}

// ofMoves collects sites of the moves that a rule would generate.
func ofMoves(add func(c *ctx, m *exec.Move, b exec.Bits)) func(l *lowerer, t *check.Term) Region {
	return func(l *lowerer, t *check.Term) Region {
		moves := l.moves(t.Arg("moves"))
		return Region{Kind: l.p.Default, Fn: func(c *ctx) exec.Bits {
			b := c.Set()
			mark := c.Mark()
			first := len(c.Moves)
			aim := c.Aim
			c.Aim = 0
			moves(c)
			c.Aim = aim
			for i := first; i < len(c.Moves); i++ {
				add(c, &c.Moves[i], b)
			}
			c.Release(mark)
			return b
		}}
	}
}

// sitesEmpty is the empty sites of the board, or of another container. On a board
// alone it is the state's own set.
func (l *lowerer) sitesEmpty(t *check.Term) Region {
	k, typed := l.kindOf(t.Arg("type"))
	in := l.intOr(t.Arg("index"), 0)
	onBoard := l.emptyOnBoard(k)
	if in.Const && in.V == 0 {
		return Region{Kind: k, Typed: typed, Empty: true, Empties: true, Fn: onBoard}
	}
	return Region{Kind: topology.Cell, Fn: func(c *ctx) exec.Bits {
		i := in.Fn(c)
		if i <= 0 || i >= len(c.Prog.Containers) {
			return onBoard(c)
		}
		b := c.Set()
		empty, cont := c.Sites[topology.Cell].Empty, &c.Prog.Containers[i]
		for s := cont.From; s < cont.From+cont.N; s++ {
			if empty.Has(s) {
				b.Add(s)
			}
		}
		return b
	}}
}

// emptyOnBoard is the empty sites of a kind, without those of other containers.
func (l *lowerer) emptyOnBoard(k kind) exec.RegionFn {
	if l.p.Sites[k] <= l.p.Topo.NumSites(k) {
		return func(c *ctx) exec.Bits { return c.Sites[k].Empty }
	}
	board := exec.NewBits(l.setSize())
	board.Fill(l.p.Topo.NumSites(k))
	return func(c *ctx) exec.Bits {
		b := c.Set()
		b.Copy(c.Sites[k].Empty)
		b.And(board)
		return b
	}
}

// An occupation is a lowered (sites Occupied …).
type occupation struct {
	k      kind
	owners func(c *ctx) uint64
	whats  func(c *ctx, owners uint64, dst []int) []int
	in     func(c *ctx) int // the container; nil: all
	top    bool
}

// sitesOccupied is the sites that hold pieces of some players, perhaps only
// certain ones. Of a stack the top must be theirs, whichever piece it is; the
// pieces sought may be below.
func (l *lowerer) sitesOccupied(t *check.Term) Region {
	k, typed := l.kindOf(t.Arg("on"))
	o := &occupation{k: k, top: l.flag(t.Arg("top"), true)}
	by := t.Arg("by")
	role := ""
	var who Int
	if by.Form != nil {
		who = l.int(by.Arg("player"))
		o.owners = l.owners(nil, by.Arg("player"))
	} else {
		role = by.Text
		who = l.role(by)
		o.owners = l.owners(by, nil)
	}
	if role == "TeamMover" {
		who = Int{Fn: func(c *ctx) int { return int(c.Team[c.Mover]) }}
	}
	o.whats = l.occupants(t, role, who)
	if in := t.Arg("container"); in != nil {
		o.in = l.containerOf(in, who)
		if l.p.Flags.LargePiece {
			l.refuse(in, CodeArgument, "large pieces within a container are not supported")
		}
	}
	r := Region{Kind: k, Typed: typed, Fn: o.sites}
	if o.in == nil {
		r.Has = o.has
		if !o.top || !l.p.Flags.Stacking {
			r.None = o.none
		}
	}
	return r
}

// none reports whether there are no sites at all, where tops of stacks do not matter.
func (o *occupation) none(c *ctx) bool {
	at := c.Sites[o.k].At
	if len(at) == 0 {
		return true
	}
	whats, none := o.whats(c, o.owners(c), c.Ints()), true
	for _, w := range whats {
		none = none && at[w].Empty()
	}
	c.PutInts(whats)
	return none
}

// containerOf lowers a container: a number, a name, or the name of hands, of
// which it is the player's own.
func (l *lowerer) containerOf(t *check.Term, who Int) func(c *ctx) int {
	if t.Form != nil || t.Sort != check.String {
		return l.int(t).Fn
	}
	if strings.Contains(t.Text, "Hand") {
		return func(c *ctx) int {
			p := who.Fn(c)
			for i := range c.Prog.Containers {
				h := &c.Prog.Containers[i]
				if h.Kind == exec.HandContainer && h.Owner == p && strings.Contains(h.Name, t.Text) {
					return i
				}
			}
			return exec.Undefined
		}
	}
	for i := range l.p.Containers {
		if l.p.Containers[i].Name == t.Text {
			return func(*ctx) int { return i }
		}
	}
	l.refuse(t, CodeMeaning, "there is no container %q", t.Text)
	return func(*ctx) int { return exec.Undefined }
}

// maxTabledOwners bounds for how many owners components are listed for every set of them.
const maxTabledOwners = 5

// occupants lowers which components count.
func (l *lowerer) occupants(t *check.Term, role string, who Int) func(c *ctx, owners uint64, dst []int) []int {
	comps := l.p.Components
	has := func(owners uint64, what int) bool { return owners>>uint(comps[what].Owner)&1 != 0 }
	one := t.Arg("component")
	if one != nil && (one.Form != nil || one.Sort != check.String) {
		v := l.int(one)
		return func(c *ctx, owners uint64, dst []int) []int {
			if i := v.Fn(c); i > 0 && i < len(comps) && has(owners, i) {
				dst = append(dst, i)
			}
			return dst
		}
	}
	var names []*check.Term
	if one != nil {
		names = []*check.Term{one}
	} else if list := t.Arg("components"); list != nil {
		names = list.Items
	}
	if names == nil {
		of := func(owners uint64, dst []int) []int {
			for i := 1; i < len(comps); i++ {
				if has(owners, i) {
					dst = append(dst, i)
				}
			}
			return dst
		}
		if l.p.Shared() > maxTabledOwners {
			return func(_ *ctx, owners uint64, dst []int) []int { return of(owners, dst) }
		}
		table := make([][]int, 2<<l.p.Shared())
		for owners := range table {
			table[owners] = of(uint64(owners), nil)
		}
		return func(_ *ctx, owners uint64, dst []int) []int { return append(dst, table[owners]...) }
	}
	var ids []int
	for i := 1; i < len(comps); i++ {
		for _, n := range names {
			if trimDigits(comps[i].Base) == n.Text {
				ids = append(ids, i)
			}
		}
	}
	// A role that is one player's number must also be the owner's.
	many := role == "All" || role == "Enemy" || role == "NonMover"
	return func(c *ctx, owners uint64, dst []int) []int {
		p := who.Fn(c)
		for _, i := range ids {
			if has(owners, i) && (many || comps[i].Owner == p) {
				dst = append(dst, i)
			}
		}
		return dst
	}
}

func (o *occupation) sites(c *ctx) exec.Bits {
	k := o.k
	var cont *exec.Container
	if o.in != nil {
		i := o.in(c)
		if i < 0 || i >= len(c.Prog.Containers) {
			return c.Set()
		}
		cont = &c.Prog.Containers[i]
		if i > 0 {
			k = topology.Cell
		}
	}
	owners := o.owners(c)
	at := c.Sites[k].At
	if len(at) == 0 { // there are no sites of this kind
		return c.Set()
	}
	whats := o.whats(c, owners, c.Ints())
	stacks := o.top && stacking(c)
	if len(whats) == 1 && cont == nil && !stacks {
		b := at[whats[0]]
		c.PutInts(whats)
		return b
	}
	b := c.Set()
	for _, w := range whats {
		b.Or(at[w])
	}
	c.PutInts(whats)
	if cont != nil {
		for s := b.Next(0); s >= 0; s = b.Next(s + 1) {
			c.Tick()
			if s < cont.From || s >= cont.From+cont.N {
				b.Remove(s)
			}
		}
	}
	if stacks {
		for s := b.Next(0); s >= 0; s = b.Next(s + 1) {
			c.Tick()
			if owners>>uint(c.State.Who(k, s))&1 == 0 {
				b.Remove(s)
			}
		}
	}
	return b
}

// has reports whether a site is among those of all containers.
func (o *occupation) has(c *ctx, site int) bool {
	owners := o.owners(c)
	if o.top && stacking(c) && owners>>uint(c.State.Who(o.k, site))&1 == 0 {
		return false
	}
	whats, found := o.whats(c, owners, c.Ints()), false
	if at := c.Sites[o.k].At; len(at) > 0 {
		for _, w := range whats {
			found = found || at[w].Has(site)
		}
	}
	c.PutInts(whats)
	return found
}

// sitesState is the sites of the board with a local state.
func (l *lowerer) sitesState(t *check.Term) Region {
	k, typed := l.kindOf(t.Arg("type"))
	v := l.int(t.Arg("index"))
	n := l.p.Topo.NumSites(l.p.Default)
	return Region{Kind: k, Typed: typed, Fn: func(c *ctx) exec.Bits {
		b := c.Set()
		state := v.Fn(c)
		if of := c.Sites[k].State; of != nil && c.Sites[k].Stack == nil && n <= len(of) {
			c.Spend(n)
			b.AddEqual(of[:n], state)
			return b
		}
		for s := range n {
			c.Tick()
			if c.StateAt(k, s, exec.Undefined) == state {
				b.Add(s)
			}
		}
		return b
	}}
}

// sitesPlayable is where may be played in a game without a board. On a board it
// is the middle at first, and then the empty neighbours of the pieces.
func (l *lowerer) sitesPlayable(t *check.Term) Region {
	k := l.p.Default
	if l.p.Flags.Boardless {
		return Region{Kind: k, Fn: func(c *ctx) exec.Bits { return c.Sites[k].Playable }}
	}
	centre := l.setOf(l.p.Topo.Of(k).Sets.Centre)
	beside := l.beside(k)
	return Region{Kind: k, Fn: func(c *ctx) exec.Bits {
		if c.State.Moves == 0 {
			return centre
		}
		b := c.Set()
		empty := c.Sites[k].Empty
		for s := range beside {
			if empty.Has(s) {
				continue
			}
			for _, to := range beside[s] {
				if empty.Has(to) {
					b.Add(to)
				}
			}
		}
		return b
	}}
}

var hiddenData = map[string]exec.HiddenData{
	"What": exec.HideWhat, "Who": exec.HideWho, "State": exec.HideState,
	"Count": exec.HideCount, "Rotation": exec.HideRotation, "Value": exec.HideValue,
}

// sitesHidden is the sites of the board of which something is hidden from some
// player, on the lowest level.
func (l *lowerer) sitesHidden(t *check.Term) Region {
	k, typed := l.kindOf(t.Arg("type"))
	data := exec.HideAll
	if d := t.Arg("data"); d != nil {
		data = hiddenData[d.Text]
	}
	to := l.players(t.Arg("to"))
	n := l.p.Topo.NumSites(k)
	return Region{Kind: k, Typed: typed, Fn: func(c *ctx) exec.Bits {
		b := c.Set()
		players := to(c)
		for p := 1; p <= c.Prog.Players; p++ {
			if players>>uint(p-1)&1 == 0 {
				continue
			}
			for s := range n {
				c.Tick()
				if c.IsHidden(data, p, k, s, 0) {
					b.Add(s)
				}
			}
		}
		return b
	}}
}

// sitesStart is where the pieces of a sort stood after the start rules.
func (l *lowerer) sitesStart(t *check.Term) Region {
	what, _ := l.piecesOf(t.Arg("piece"))
	k := l.p.Default
	n := l.p.Topo.NumSites(k)
	has := func(c *ctx, site int) bool {
		id := what[0].Fn(c)
		return c.Initial != nil && id >= 1 && site < n && c.Initial.What(k, site) == id
	}
	return Region{Kind: k, Has: has, Fn: func(c *ctx) exec.Bits {
		b := c.Set()
		id := what[0].Fn(c)
		if c.Initial == nil || id < 1 {
			return b
		}
		for s := range n {
			c.Tick()
			if c.Initial.What(k, s) == id {
				b.Add(s)
			}
		}
		return b
	}}
}

// sitesRandom draws sites of a region, one after another; one drawn again is
// drawn once more, as Ludii does it.
func (l *lowerer) sitesRandom(t *check.Term) Region {
	r := Region{Kind: topology.Cell, Fn: l.emptyOnBoard(topology.Cell)}
	if s := t.Arg("sites"); s != nil {
		r = l.region(s)
	}
	num := l.intOr(t.Arg("num"), 1)
	return Region{Kind: r.Kind, Typed: r.Typed, Fn: func(c *ctx) exec.Bits {
		b := c.Set()
		mark := c.SetMark()
		sites := r.Fn(c).Append(c.Ints())
		c.FreeSets(mark)
		n := min(num.Fn(c), len(sites))
		// A source of chance that never gives some sites must not hold a match up.
		for drawn, tries := 0, 0; drawn < n && tries < 1000*len(sites); tries++ {
			if s := sites[c.PickSite(sites)]; !b.Has(s) {
				b.Add(s)
				drawn++
			}
		}
		c.PutInts(sites)
		return b
	}}
}
