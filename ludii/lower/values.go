package lower

import (
	"strings"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// What the value functions of all sorts share: readers of sites, names of
// pieces, owners.

// A field is one thing that a state holds of a site.
type field uint8

// The fields that closures read directly.
const (
	fieldWhat field = iota + 1
	fieldWho
)

// A read says that an int function does nothing but read a field of the site
// that an iterator gives: conditions over it then read it themselves.
type read struct {
	field field // 0: it is not so
	k     kind
	site  Iter
}

// of gives the value of a simple int function.
func (it Iter) of(c *ctx) int {
	switch it {
	case IterTo:
		return c.To
	case IterFrom:
		return c.From
	case IterBetween:
		return c.Between
	case IterSite:
		return c.Site
	case IterMover:
		return int(c.Mover)
	case IterNext:
		return int(c.Next)
	case IterPrev:
		return int(c.Prev)
	case IterLastTo:
		return lastToSite(c)
	case IterLastFrom:
		return lastFromSite(c)
	}
	return exec.Undefined
}

// value reads the field.
func (r read) value(c *ctx) int {
	if r.field == fieldWho {
		return c.State.Who(r.k, r.site.of(c))
	}
	return c.State.What(r.k, r.site.of(c))
}

// lastToSite and lastFromSite are the ends of the last move, as rules see them.
func lastToSite(c *ctx) int {
	if !c.Last.Valid {
		return exec.Undefined
	}
	return int(c.Last.To)
}

func lastFromSite(c *ctx) int {
	if !c.Last.Valid {
		return exec.Undefined
	}
	return int(c.Last.From)
}

// siteOr lowers a site that may be left out; then it is where the last move
// went to.
func (l *lowerer) siteOr(t *check.Term) Int {
	if t == nil {
		return lastTo()
	}
	return l.int(t)
}

// toOr lowers a site that may be left out; then it is (to).
func (l *lowerer) toOr(t *check.Term) Int {
	if t == nil {
		return iterTo()
	}
	return l.int(t)
}

// sites lowers what is either a site or a region, as a list in ascending order;
// without both it is where the last move went to.
func (l *lowerer) sites(at, in *check.Term) exec.IntsFn {
	if in != nil {
		r := l.region(in)
		return func(c *ctx, dst []int) []int {
			mark := c.SetMark()
			dst = r.Fn(c).Append(dst)
			c.FreeSets(mark)
			return dst
		}
	}
	v := l.siteOr(at)
	return func(c *ctx, dst []int) []int { return append(dst, v.Fn(c)) }
}

// sitesOf lowers a parameter that takes a site or a region; without one it is
// where the last move went to.
func (l *lowerer) sitesOf(t *check.Term) exec.IntsFn {
	if isRegion(t) {
		return l.sites(nil, t)
	}
	return l.sites(t, nil)
}

// siteCount is the number of sites of a kind on the board.
func (l *lowerer) siteCount(k kind) int { return l.p.Topo.NumSites(k) }

// named lists the components whose full name holds a text.
func (l *lowerer) named(text string) []int {
	var found []int
	for i := 1; i < len(l.p.Components); i++ {
		if strings.Contains(l.p.Components[i].Name, text) {
			found = append(found, i)
		}
	}
	return found
}

// namedBy gives by owner the first component whose full name holds a text; 0
// where there is none.
func (l *lowerer) namedBy(text string) []int {
	by := make([]int, l.p.Players+2)
	for _, i := range l.named(text) {
		if o := l.p.Components[i].Owner; o >= 0 && o < len(by) && by[o] == 0 {
			by[o] = i
		}
	}
	return by
}

// ownedBy gives by owner the set of components.
func (l *lowerer) ownedBy() []exec.Bits {
	by := make([]exec.Bits, l.p.Players+2)
	for i := range by {
		by[i] = exec.NewBits(len(l.p.Components))
	}
	for i := 1; i < len(l.p.Components); i++ {
		if o := l.p.Components[i].Owner; o >= 0 && o < len(by) {
			by[o].Add(i)
		}
	}
	return by
}

// owners lowers a role, or a number that goes in its place, as a set of owners:
// bit 0 is nobody, bit n player n, bit Players+1 everybody. Without both it is
// all of them. This is what counts and tests of pieces mean by a role, where
// (players …) means playing ones only.
func (l *lowerer) owners(role, of *check.Term) func(c *ctx) uint64 {
	n := uint(l.p.Players)
	real := (uint64(1)<<n - 1) << 1
	one := func(v Int) func(c *ctx) uint64 {
		if v.Const {
			var set uint64
			if v.V >= 0 && v.V <= int(n)+1 {
				set = 1 << uint(v.V)
			}
			return func(*ctx) uint64 { return set }
		}
		return func(c *ctx) uint64 {
			if p := v.Fn(c); p >= 0 && p <= int(n)+1 {
				return 1 << uint(p)
			}
			return 0
		}
	}
	if of != nil {
		return one(l.int(of))
	}
	name := "All"
	if role != nil {
		name = role.Text
	}
	friends := func(c *ctx) uint64 { return uint64(c.Friends(int(c.Mover))) << 1 }
	mover := func(c *ctx) uint64 { return 1 << uint(c.Mover) }
	switch name {
	case "All":
		return func(*ctx) uint64 { return real | 1 | 1<<(n+1) }
	case "Enemy":
		return func(c *ctx) uint64 { return real &^ friends(c) &^ mover(c) }
	case "Ally":
		if !l.p.Flags.Team {
			return func(*ctx) uint64 { return 0 }
		}
		return func(c *ctx) uint64 { return friends(c) &^ mover(c) }
	case "Friend", "TeamMover":
		return friends
	case "NonMover":
		return func(c *ctx) uint64 { return (real | 1) &^ mover(c) }
	}
	if team, ok := numbered(name, "Team"); ok && l.p.Flags.Team {
		return func(c *ctx) uint64 {
			var set uint64
			for p := 1; p <= int(n); p++ {
				if int(c.Team[p]) == team {
					set |= 1 << uint(p)
				}
			}
			return set
		}
	}
	return one(l.role(role))
}

// A net gives the neighbours of sites along directions.
type net struct {
	*way
}

// net lowers directions as neighbours; without any those of the group given.
func (l *lowerer) net(t *check.Term, without topology.Direction, k kind) net {
	return net{l.way(t, without, k)}
}

// of gives the neighbours of a site of the board. Those that depend on the
// position are appended to buf.
func (n net) of(c *ctx, site int, buf []int) []int {
	if n.near != nil {
		return n.near[site]
	}
	rays := n.from(c, site)
	for _, r := range rays {
		buf = append(buf, r[0])
	}
	n.done(c, rays)
	return buf
}

// neighbours lists by site the sites one step away in a direction or a group of
// directions.
func (l *lowerer) neighbours(k kind, d topology.Direction) [][]int {
	w := &way{sites: l.p.Topo.Of(k)}
	w.fix([]topology.Direction{d})
	return w.near
}

// stepKey is what tables of directions are found by.
type stepKey struct {
	k kind
	d topology.Direction
}
