package lower

import (
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
	walk(t, func(t *check.Term) {
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
	to, whats := c.To, c.Sites[n.k].What
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
				line := &n.lines[site][i]
				count := 1 + n.run(c, line.Ray, whats, set, length-1, exact)
				if count != length || exact {
					count += n.run(c, line.Opposite, whats, set, length-count, exact)
				}
				if found = count == length; found {
					break
				}
			}
		}
	}
	c.To = to
	return found
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

// plain looks for a row of at least length pieces like the one on the site.
func (n *liner) plain(c *ctx, site, length int) bool {
	whats := c.Sites[n.k].What
	if uint(site) >= uint(len(n.lines)) || site >= len(whats) {
		return false
	}
	what := whats[site]
	for i := range n.lines[site] {
		line := &n.lines[site][i]
		count := 1
		for _, s := range line.Ray {
			if whats[s] != what {
				break
			}
			count++
		}
		if count >= length {
			return true
		}
		for _, s := range line.Opposite {
			if whats[s] != what {
				break
			}
			count++
		}
		if count >= length {
			return true
		}
	}
	return false
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

// windows are the sets of so many sites behind each other on a line as are asked for, one of them of
// a region: there is a line if all sites of one hold its pieces. It is nil where this is not known
// beforehand, or says too little.
func (n *liner) windows(region exec.Bits) []exec.Bits {
	if region == nil || !n.length.Const || n.length.V < 2 || n.exact != nil || n.own {
		return nil
	}
	var windows []exec.Bits
	for site := region.Next(0); site >= 0 && site < len(n.lines); site = region.Next(site + 1) {
		for i := range n.lines[site] {
			way := slices.Clone(n.lines[site][i].Opposite)
			slices.Reverse(way)
			at := len(way)
			way = append(append(way, site), n.lines[site][i].Ray...)
			for from := max(0, at-n.length.V+1); from <= at && from+n.length.V <= len(way); from++ {
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
