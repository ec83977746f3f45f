package lower

import (
	"iter"
	"math"
	"math/bits"
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Lines of pieces that are known before any site is looked at.

// steady reports whether a number, or several, are the same whatever site is looked at.
func steady(t *check.Term) bool {
	same := true
	t.Walk(func(t *check.Term) {
		if t.Form != nil {
			switch t.Form.Name {
			case "id", "id#name", "mover", "next", "prev":
			default:
				same = false
			}
		}
	})
	return same
}

// straight looks for a line without gaps of pieces that are known beforehand, of 64 components at
// most.
func (n *liner) straight(c *ctx, site int) bool {
	whats := c.Sites[n.k].What
	if n.near != nil {
		return n.nearby(c, site, whats)
	}
	to := c.To
	found := false
	if c.To = site; n.cond == nil || n.cond(c) {
		if set := n.members(c, int(whats[site])); set>>uint(whats[site])&1 != 0 {
			length, exact := n.length.Fn(c), n.exact != nil && n.exact(c)
			if length < 2 {
				found, _ = n.through(c, site)
				c.To = to
				return found
			}
			for i := range n.lines[site] {
				if found = n.along(c, &n.lines[site][i], whats, set, length, exact); found {
					break
				}
			}
		}
	}
	c.To = to
	return found
}

// along reports whether a line is long enough.
func (n *liner) along(c *ctx, line *line, whats []int16, set uint64, length int, exact bool) bool {
	count := 1 + n.run(c, line.Ray, whats, set, length-1, exact)
	if count != length || exact {
		count += n.run(c, line.Opposite, whats, set, length-count, exact)
	}
	return count == length
}

// neighbours are the two next sites on a line and the two on the way back.
type neighbours struct {
	at  [4]uint16
	has uint64 // a bit for each that there is
}

// ofTwo and ofThree have a bit for every set of neighbours (two on the way and two back, the nearer ones first) that
// makes a line of two or of three.
const (
	ofTwo   = 0b1111_1010_1111_1010
	ofThree = 0b1111_1000_1010_1000
)

// prepare notes the neighbours on all lines, for straight: whoever is in a line is in a line of three with them, in a line of
// two with one.
func (l *lowerer) prepare(n *liner, d topology.Direction) {
	if n.cond != nil || !n.length.Const || n.length.V < 2 || len(n.lines) > math.MaxUint16 {
		return
	}
	n.start = ofThree
	if n.length.V == 2 {
		n.start = ofTwo
	}
	n.near = l.neighboursIn(n.k, d)
}

// neighboursIn lists by site the neighbours on the lines in a direction or a group of directions.
func (l *lowerer) neighboursIn(k kind, d topology.Direction) [][]neighbours {
	key := stepKey{k, d}
	if all, ok := l.nextOnLines[key]; ok {
		return all
	}
	lines := l.linesIn(k, d)
	all := make([][]neighbours, len(lines))
	for site := range lines {
		for _, line := range lines[site] {
			var near neighbours
			for i, way := range [...]topology.Ray{line.Ray, line.Opposite} {
				for j, s := range way[:min(2, len(way))] {
					near.at[2*i+j] = uint16(s)
					near.has |= 1 << (2*i + j)
				}
			}
			all[site] = append(all[site], near)
		}
	}
	if l.nextOnLines == nil {
		l.nextOnLines = map[stepKey][][]neighbours{}
	}
	l.nextOnLines[key] = all
	return all
}

// nearby is straight after prepare. Whether a neighbour holds such a piece is as good as random, so that a branch for each
// would be mispredicted.
func (n *liner) nearby(c *ctx, site int, whats []int16) bool {
	set := uint64(1) << (whats[site] & 63)
	if what := set; !n.own {
		if set = n.members(c, 0); set&what == 0 {
			return false
		}
	}
	for i := range n.near[site] {
		near := &n.near[site][i]
		held := set>>(whats[near.at[0]]&63)&1 | set>>(whats[near.at[1]]&63)&1<<1 | set>>(whats[near.at[2]]&63)&1<<2 | set>>(whats[near.at[3]]&63)&1<<3
		if n.start>>(held&near.has)&1 == 0 {
			continue
		}
		exact := n.exact != nil && n.exact(c)
		if n.length.V <= 3 && !exact || n.along(c, &n.lines[site][i], whats, set, n.length.V, exact) {
			return true
		}
	}
	return false
}

// members is the set of the components that a line may be made of.
func (n *liner) members(c *ctx, own int) uint64 {
	switch {
	case n.own:
		return 1 << uint(own)
	case n.owner != nil:
		if o := n.owner(c); o >= 0 && o < len(n.owned) && len(n.owned[o]) > 0 {
			return n.owned[o][0]
		}
		return 0
	}
	var set uint64
	for i := range n.whats {
		if w := n.whats[i].Fn(c); uint(w) < 64 {
			set |= 1 << uint(w)
		}
	}
	return set
}

// run counts the pieces of a line along a ray, no more than so many unless all count.
func (n *liner) run(c *ctx, ray topology.Ray, whats []int16, set uint64, most int, all bool) int {
	count := 0
	for _, s := range ray {
		if count == most && !all || set>>uint(whats[s])&1 == 0 {
			break
		}
		if c.To = s; n.cond != nil && !n.cond(c) {
			break
		}
		count++
	}
	return count
}

// anyStraight is any for pieces that are known beforehand, without a condition.
func (n *liner) anyStraight(r Region) Bool {
	return Bool{Fn: func(c *ctx) bool {
		mark, found := c.SetMark(), false
		b, sites := r.Fn(c), min(len(n.lines), len(c.Sites[n.k].What))
		for site := b.Next(0); site >= 0 && site < sites && !found; site = b.Next(site + 1) {
			c.Tick()
			found = n.straight(c, site)
		}
		c.FreeSets(mark)
		return found
	}}
}

// maxWindows bounds the windows of a line.
const maxWindows = 256

// spans are the lines through a site: the sites of a way and where on it a line of the known length begins.
func (n *liner) spans(site int) iter.Seq2[topology.Ray, int] {
	return func(yield func(way topology.Ray, from int) bool) {
		for i := range n.lines[site] {
			way := slices.Clone(n.lines[site][i].Opposite)
			slices.Reverse(way)
			at := len(way)
			way = append(append(way, site), n.lines[site][i].Ray...)
			for from := max(0, at-n.length.V+1); from <= at && from+n.length.V <= len(way); from++ {
				if !yield(way, from) {
					return
				}
			}
		}
	}
}

// windows are the sets of so many sites behind each other on a line as are asked for, one of them of
// a region: there is a line if all sites of one hold its pieces. It is nil where this is not known
// beforehand, or says too little.
func (n *liner) windows(region exec.Bits) []exec.Bits {
	if region == nil || !n.length.Const || n.length.V < 2 || n.exact != nil || n.own {
		return nil
	}
	var windows []exec.Bits
	for site := region.Next(0); site >= 0 && site < len(n.lines); site = region.Next(site + 1) {
		for way, from := range n.spans(site) {
			w := exec.NewBits(len(n.lines))
			for _, s := range way[from : from+n.length.V] {
				w.Add(s)
			}
			if !slices.ContainsFunc(windows, w.Equal) {
				windows = append(windows, w)
			}
			if len(windows) > maxWindows {
				return nil
			}
		}
	}
	return windows
}

// anyWindow is anyStraight by windows.
func (n *liner) anyWindow(windows []exec.Bits, r Region) Bool {
	slow := n.anyStraight(r)
	return Bool{Fn: func(c *ctx) bool {
		set := n.members(c, 0)
		if set&1 != 0 { // empty sites are no component's
			return slow.Fn(c)
		}
		c.Tick()
		mark, at := c.SetMark(), c.Sites[n.k].At
		var held exec.Bits
		for one := true; set != 0; set &= set - 1 {
			id := bits.TrailingZeros64(set)
			switch {
			case id >= len(at):
			case held == nil:
				held = at[id]
			default:
				if one {
					first := held
					held, one = c.Set(), false
					held.Copy(first)
				}
				held.Or(at[id])
			}
		}
		found := held != nil && slices.ContainsFunc(windows, held.Holds)
		c.FreeSets(mark)
		return found
	}}
}
