package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Lines of pieces through a site.

func init() { boolForms["is Line"] = (*lowerer).isLine }

// A line is a ray from a site with the ray that leaves the other way.
type line = topology.Line

// linesIn lists by site the lines in a direction or a group of directions.
func (l *lowerer) linesIn(k kind, d topology.Direction) [][]line {
	key := stepKey{k, d}
	if s, ok := l.lines[key]; ok {
		return s
	}
	all := make([][]line, l.p.Topo.NumSites(k))
	for i := range all {
		all[i] = l.p.Topo.Lines(k, d, i)
	}
	if l.lines == nil {
		l.lines = map[stepKey][][]line{}
	}
	l.lines[key] = all
	return all
}

// A liner tests for lines.
type liner struct {
	k       kind
	lines   [][]line
	length  Int
	whats   []Int       // the components that lines are made of
	owner   exec.IntFn  // or else whose pieces
	owned   []exec.Bits // the components of an owner
	cond    exec.BoolFn // nil: none
	exact   exec.BoolFn // nil: longer lines count too
	gaps    exec.BoolFn // nil: lines have no gaps
	oneWay  exec.BoolFn // nil: the way back counts
	variety exec.IntFn  // nil: the number of components does not matter
	top     exec.BoolFn // of stacks only the top counts
	puzzle  bool
	own     bool // the components are those of the site
	sight   *sight
	near    [][]neighbours // by site and line; nil: lines are counted straight away
	start   uint16         // the sets of neighbours that a line may begin with
}

func (l *lowerer) isLine(t *check.Term) Bool {
	l.only(t, "type", "length", "direction", "through", "throughAny", "roleType", "what", "whats", "exact", "contiguous", "if", "byLevel", "top", "throughHowMuch", "useOpposites", "isVisible")
	k, _ := l.kindOf(t.Arg("type"))
	d := topology.Adjacent
	if a := t.Arg("direction"); a != nil {
		d = direction(a)
	}
	n := &liner{k: k, lines: l.linesIn(k, d), length: l.int(t.Arg("length")), cond: l.test(t.Arg("if")), puzzle: l.p.Flags.Deduction}
	n.sight = l.sight(t, k)
	no := func(name string) exec.BoolFn { // nil where it is plainly false
		b := l.boolOr(t.Arg(name), false)
		if b.Const && !b.V {
			return nil
		}
		return b.Fn
	}
	n.exact, n.top = no("exact"), no("top")
	if b := t.Arg("contiguous"); b != nil {
		n.gaps = not(l.bool(b)).Fn
	}
	if b := t.Arg("useOpposites"); b != nil {
		n.oneWay = not(l.bool(b)).Fn
	}
	if b := t.Arg("throughHowMuch"); b != nil {
		n.variety = l.int(b).Fn
	}
	switch {
	case t.Arg("whats") != nil:
		for _, w := range t.Arg("whats").Items {
			n.whats = append(n.whats, l.int(w))
		}
	case t.Arg("what") != nil:
		n.whats = []Int{l.int(t.Arg("what"))}
	case t.Arg("roleType") != nil:
		n.owner, n.owned = l.int(t.Arg("roleType")).Fn, l.ownedBy()
	default:
		n.own = true
	}
	through := l.siteOr(t.Arg("through"))
	if l.p.Flags.Stacking {
		if b := no("byLevel"); b != nil {
			return Bool{Fn: func(c *ctx) bool {
				if b(c) {
					return n.byLevel(c, through.Fn(c))
				}
				return n.stacked(c, through.Fn(c))
			}}
		}
		return Bool{Fn: func(c *ctx) bool { return n.stacked(c, through.Fn(c)) }}
	}
	known := steady(t.Arg("what")) && steady(t.Arg("whats")) && steady(t.Arg("roleType")) &&
		n.sight == nil && n.gaps == nil && n.oneWay == nil && n.variety == nil && !n.puzzle && len(l.p.Components) <= 64
	if known {
		l.prepare(n, d)
	}
	if in := t.Arg("throughAny"); in != nil {
		if known && n.cond == nil {
			r := l.region(in)
			if windows := n.windows(r.Static); windows != nil {
				return n.anyWindow(windows, r)
			}
			return n.anyStraight(r)
		}
		return n.any(l.region(in))
	}
	if known {
		if t == l.winning && n.cond == nil && n.own && n.length.Const && t.Arg("through") == nil {
			l.p.Winning = n.winning()
		}
		return Bool{Fn: func(c *ctx) bool {
			site := through.Fn(c)
			return uint(site) < uint(len(n.lines)) && site < len(c.Sites[n.k].What) && n.straight(c, site)
		}}
	}
	return Bool{Fn: func(c *ctx) bool {
		site := through.Fn(c)
		if site < 0 || site >= len(n.lines) {
			return false
		}
		found, _ := n.through(c, site)
		return found
	}}
}

// winning lists the lines that win, nil if there are too many.
func (n *liner) winning() *exec.Winning {
	out := &exec.Winning{Kind: n.k, Lines: make([][]exec.WinningLine, len(n.lines))}
	size := 0
	for site := range n.lines {
		for way, from := range n.spans(site) {
			var line exec.WinningLine
			to := from + n.length.V
			for _, s := range way[from:to] {
				if s != site {
					line.Rest = append(line.Rest, int32(s))
				}
			}
			if n.exact != nil {
				for _, k := range [...]int{from - 1, to} {
					if k >= 0 && k < len(way) {
						line.Beside = append(line.Beside, int32(way[k]))
					}
				}
			}
			out.Lines[site] = append(out.Lines[site], line)
			if size += n.length.V; size > maxWinning {
				return nil
			}
		}
	}
	return out
}

// maxWinning bounds the sites of all lines that win.
const maxWinning = 1 << 17

// any looks for a line through one of the sites of a region.
func (n *liner) any(r Region) Bool {
	return Bool{Fn: func(c *ctx) bool {
		mark, found := c.SetMark(), false
		b := r.Fn(c)
		for site := b.Next(0); site >= 0; site = b.Next(site + 1) {
			c.Tick()
			if n.whats != nil && !n.in(c, c.State.What(n.k, site), 0) {
				continue
			}
			if site >= len(n.lines) {
				break
			}
			var end bool
			if found, end = n.through(c, site); found || end {
				break
			}
		}
		c.FreeSets(mark)
		return found
	}}
}

// in reports whether lines are made of a component; own is that of the site
// looked at.
func (n *liner) in(c *ctx, what, own int) bool {
	switch {
	case n.own:
		return what == own
	case n.owner != nil:
		o := n.owner(c)
		return o >= 0 && o < len(n.owned) && n.owned[o].Has(what)
	}
	for i := range n.whats {
		if n.whats[i].Fn(c) == what {
			return true
		}
	}
	return false
}

// through looks for a line through a site. It says too whether the search is at
// an end, whatever other sites there are.
func (n *liner) through(c *ctx, site int) (found, end bool) {
	if n.sight != nil && n.sight.hidden(c, site) {
		return false, false
	}
	to, what := c.To, c.State.What(n.k, site)
	defer func() { c.To = to }()
	if c.To = site; n.cond != nil && !n.cond(c) {
		return false, true
	}
	if n.puzzle {
		if _, ok := c.Resolved(n.k, site); !ok {
			return false, true
		}
	}
	if !n.in(c, what, what) {
		return false, n.puzzle
	}
	length, exact, gaps := n.length.Fn(c), n.exact != nil && n.exact(c), n.gaps != nil && n.gaps(c)
	oneWay, least := n.oneWay != nil && n.oneWay(c), 1
	if n.variety != nil {
		least = n.variety(c)
	}
	from := c.From
	var kinds exec.Bits
	if least > 1 {
		mark := c.SetMark()
		defer c.FreeSets(mark)
		kinds = c.Set()
		kinds.Add(what)
	}
	enough := func() bool { return least <= 1 || kinds.Count() >= least }
	// follow counts on along a ray; it reports that the line is long enough.
	follow := func(ray topology.Ray, count int) (int, bool) {
		last := site
		for _, s := range ray {
			if n.puzzle {
				if _, ok := c.Resolved(n.k, s); !ok {
					break
				}
			}
			if n.sight != nil && n.sight.parted(c, last, s) {
				break
			}
			last = s
			c.To = s
			w := c.State.What(n.k, s)
			if n.in(c, w, what) && (n.cond == nil || n.cond(c)) && (n.sight == nil || !n.sight.hidden(c, s)) && !(n.puzzle && !n.own && s == from) {
				count++
				if least > 1 {
					kinds.Add(w)
				}
				if !exact && count == length && enough() {
					return count, true
				}
			} else if !gaps {
				break
			}
		}
		return count, false
	}
	for _, line := range n.lines[site] {
		count, ok := follow(line.Ray, 1)
		if ok {
			return true, true
		}
		if line.Opposite != nil && !oneWay {
			if count, ok = follow(line.Opposite, count); ok {
				return true, true
			}
		}
		if count == length && enough() {
			return true, true
		}
	}
	return false, false
}

// stacked looks for a line through a stack: of sites with such a piece on any
// level, or on top.
func (n *liner) stacked(c *ctx, site int) bool {
	if uint(site) >= uint(len(n.lines)) {
		return false
	}
	length := n.length.Fn(c)
	if length == 1 {
		return true
	}
	to, own := c.To, c.State.What(n.k, site)
	defer func() { c.To = to }()
	exact, top := n.exact != nil && n.exact(c), n.top != nil && n.top(c)
	has := func(s int) bool {
		if n.sight != nil && n.sight.hidden(c, s) {
			return false
		}
		if top || n.sight != nil && n.sight.want.Fn(c) {
			return n.in(c, c.State.What(n.k, s), own)
		}
		for level := range c.Size(n.k, s) {
			if n.in(c, c.WhatAt(n.k, s, level), own) {
				return true
			}
		}
		return false
	}
	if !has(site) {
		return false
	}
	follow := func(ray topology.Ray, count int) (int, bool) {
		last := site
		for _, s := range ray {
			if n.sight != nil && n.sight.parted(c, last, s) {
				break
			}
			last = s
			c.To = s
			if !has(s) || n.cond != nil && !n.cond(c) {
				break
			}
			if count++; !exact && count == length {
				return count, true
			}
		}
		return count, false
	}
	for _, line := range n.lines[site] {
		count, ok := follow(line.Ray, 1)
		if !ok {
			count, ok = follow(line.Opposite, count)
		}
		if ok || count == length {
			return true
		}
	}
	return false
}

// inGrid is byLevel for the frequent line of pieces like the upper one on the site, of so many or
// more.
func (n *liner) inGrid(stacks [][]exec.Item, site int, own int16, length int) bool {
	if uint(site) >= uint(len(stacks)) || len(stacks[site]) == 0 {
		return false
	}
	stack := stacks[site]
	top := len(stack) - 1
	for level := top; top-level < length && level >= 0 && stack[level].What == own; level-- {
		if top-level == length-1 {
			return true
		}
	}
	follow := func(ray topology.Ray, level, slope, count int) int {
		for _, s := range ray {
			level += slope
			if stack := stacks[s]; uint(level) >= uint(len(stack)) || stack[level].What != own {
				break
			}
			if count++; count == length {
				break
			}
		}
		return count
	}
	for i := range n.lines[site] {
		line := &n.lines[site][i]
		for slope := -1; slope <= 1; slope++ {
			count := follow(line.Ray, top, slope, 1)
			if count == length {
				return true
			}
			if line.Opposite != nil && follow(line.Opposite, top, -slope, count) == length {
				return true
			}
		}
	}
	return false
}

// byLevel looks for a line of pieces that lie as in a grid: within the stack,
// level, or rising or falling by a level at each site.
func (n *liner) byLevel(c *ctx, site int) bool {
	if uint(site) >= uint(len(n.lines)) {
		return false
	}
	length := n.length.Fn(c)
	if length == 1 {
		return true
	}
	own := c.State.What(n.k, site)
	if n.own && n.sight == nil && n.exact == nil && length > 1 {
		return n.inGrid(c.Sites[n.k].Stack, site, int16(own), length)
	}
	exact, size := n.exact != nil && n.exact(c), c.Size(n.k, site)
	at := func(s, level int) bool {
		if n.sight != nil && n.sight.want.Fn(c) && (level < c.Size(n.k, s)-1 || n.sight.hidden(c, s)) {
			return false // of a stack the top is seen
		}
		return n.in(c, c.WhatAt(n.k, s, level), own)
	}
	if size >= length {
		count := 1
		for level := size - 2; level > size-1-length && at(site, level); level-- {
			if count++; !exact && count == length {
				return true
			}
		}
		if count == length {
			return true
		}
	}
	origin := size - 1
	if origin < 0 {
		return false
	}
	follow := func(ray topology.Ray, count, slope int) (int, bool) {
		for i, s := range ray {
			level := origin + slope*(i+1)
			if level < 0 || c.Size(n.k, s) <= level || !at(s, level) {
				break
			}
			if count++; !exact && count == length {
				return count, true
			}
		}
		return count, false
	}
	start := 0
	if at(site, origin) {
		start = 1
	}
	for _, line := range n.lines[site] {
		for _, slope := range [3]int{0, -1, 1} {
			count, ok := start, false
			if start == 1 {
				count, ok = follow(line.Ray, start, slope)
			}
			if ok {
				return true
			}
			total := count
			if line.Opposite != nil {
				if total, ok = follow(line.Opposite, count, -slope); ok {
					return true
				}
				if slope == -1 { // as Ludii has it, the way back is left out here
					total = count
				}
			}
			if total == length {
				return true
			}
		}
	}
	return false
}
