package lower

import (
	"slices"
	"strings"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Constraints of deduction puzzles. A variable that is not resolved yet is left
// out, so that a constraint fails only once it cannot hold any more.

func init() {
	for name, f := range map[string]func(l *lowerer, t *check.Term) Bool{
		"is Solved": (*lowerer).isSolved, "is Unique": (*lowerer).isUnique, "is Count": (*lowerer).isCount,
		"forAll":               func(l *lowerer, t *check.Term) Bool { return l.forAllParts(t).all() },
		"is Sum":               func(l *lowerer, t *check.Term) Bool { p, _ := l.isSumParts(t); return p.all() },
		"all Different#puzzle": func(l *lowerer, t *check.Term) Bool { p, _ := l.allDifferentParts(t); return p.all() },
	} {
		boolForms[name] = f
	}
}

// An area is one of the sets of sites that the regions of the equipment stand for.
type area struct {
	kind  string // RegionStatic name, empty for a region that is written out
	sites []int
	fn    exec.RegionFn // instead of sites, where they are not the same at all times
}

// areaOf is the area of a region that is written out.
func areaOf(fn exec.RegionFn, static exec.Bits) area {
	if static != nil {
		return area{sites: static.Append(nil)}
	}
	return area{fn: fn}
}

// areas lists the sets of the regions whose names hold a text: those of a kind
// only, if typed is set.
func (l *lowerer) areas(t *check.Term, name string, typed bool) []area {
	var all []area
	for _, r := range l.p.Regions {
		if !strings.Contains(r.Name, name) {
			continue
		}
		for _, kind := range r.Types {
			sets, ok := l.staticRegions(kind)
			if !ok {
				l.refuse(t, CodeArgument, "the regions %s are not supported", kind)
			}
			for _, s := range sets {
				all = append(all, area{kind: kind, sites: s})
			}
		}
		if r.Types == nil && !typed {
			for _, q := range r.Parts {
				all = append(all, areaOf(q.Sites, q.Static))
			}
		}
	}
	return all
}

// in calls fn with the sites of an area.
func (a *area) in(c *ctx, fn func(sites []int) bool) bool {
	if a.fn == nil {
		return fn(a.sites)
	}
	mark := c.SetMark()
	x := a.fn(c).Append(c.Ints())
	ok := fn(x)
	c.PutInts(x)
	c.FreeSets(mark)
	return ok
}

// unmoved reports whether no move changes which sites areas are.
func unmoved(areas []area) bool {
	return !slices.ContainsFunc(areas, func(a area) bool { return a.fn != nil })
}

// allDifferentParts asks whether the resolved variables of a region, or of each of the
// equipment's regions, differ, some values left out; 0 must be among those.
func (l *lowerer) allDifferentParts(t *check.Term) (p parted, fixed bool) {
	k, _ := l.kindOf(t.Arg("type"))
	var excepts []Int
	if e := t.Arg("except"); e != nil {
		excepts = append(excepts, l.int(e))
	}
	if e := t.Arg("excepts"); e != nil {
		for _, it := range e.Items {
			excepts = append(excepts, l.int(it))
		}
	}
	var areas []area
	if s := t.Arg("sites"); s != nil {
		r := l.region(s)
		areas = []area{areaOf(r.Fn, r.Static)}
	} else {
		areas = l.areas(t, "", false)
	}
	fixed = unmoved(areas) && !slices.ContainsFunc(excepts, func(n Int) bool { return !n.Const })
	return parted{n: len(areas), holds: func(c *ctx, part int) bool {
		var spared uint64
		for i := range excepts {
			if v := excepts[i].Fn(c); v >= 0 && v < 64 {
				spared |= 1 << uint(v)
			}
		}
		a := &areas[part]
		return a.in(c, func(sites []int) bool {
			if a.kind == "AllDirections" {
				if v, _ := c.Resolved(k, sites[0]); v == 0 {
					return true
				}
			}
			var met uint64
			for _, s := range sites {
				c.Tick()
				v, ok := c.Resolved(k, s)
				if !ok || spared>>uint(v)&1 != 0 {
					continue
				}
				if v == 0 || met>>uint(v)&1 != 0 {
					return false
				}
				met |= 1 << uint(v)
			}
			return true
		})
	}}, fixed
}

// isSumParts asks whether the variables of a region, or of each of the regions, add up
// to a number, or still can. A number that is a hint is that of the region's turn.
func (l *lowerer) isSumParts(t *check.Term) (p parted, fixed bool) {
	k := topology.Cell // cells, whatever the board is played on
	if ty := t.Arg("type"); ty != nil {
		k, _ = l.kindOf(ty)
	}
	want, name := l.int(t.Arg("value")), ""
	if n := t.Arg("name"); n != nil {
		name = n.Text
	}
	var areas []area
	hinted := false
	if s := t.Arg("sites"); s != nil {
		r := l.region(s)
		areas = []area{areaOf(r.Fn, r.Static)}
	} else {
		areas = l.areas(t, name, true)
		hinted = t.Arg("value").Name() == "int.hint"
	}
	return parted{n: len(areas), holds: func(c *ctx, part int) bool {
		old := c.Hint
		if p := c.Prog.Puzzle; hinted && p != nil {
			if part < len(p.Hints) {
				c.Hint = p.Hints[part].Value
			} else if len(p.Hints) > 0 {
				c.Hint = p.Hints[len(p.Hints)-1].Value // that of the last turn goes on
			}
		}
		n := want.Fn(c)
		c.Hint = old
		return areas[part].in(c, func(sites []int) bool {
			sum, all := 0, true
			for _, s := range sites {
				c.Tick()
				v, ok := c.Resolved(k, s)
				sum += v
				all = all && ok
			}
			return sum == n || !all && sum < n
		})
	}}, unmoved(areas)
}

// isCount asks whether a value stands in a region so many times, or still can.
func (l *lowerer) isCount(t *check.Term) Bool {
	if t.Arg("sites") == nil {
		return constBool(false)
	}
	k, _ := l.kindOf(t.Arg("type"))
	r, what, want := l.region(t.Arg("sites")), l.intOr(t.Arg("of"), 1), l.int(t.Arg("value"))
	return Bool{Fn: func(c *ctx) bool {
		mark, w, n, all := c.SetMark(), what.Fn(c), 0, true
		result := want.Fn(c)
		b := r.Fn(c)
		for s := b.Next(0); s >= 0; s = b.Next(s + 1) {
			c.Tick()
			v, ok := c.Resolved(k, s)
			if !ok {
				all = false
			} else if v == w {
				n++
			}
		}
		c.FreeSets(mark)
		return n == result || !all && n < result
	}}
}

// isUnique asks whether no two of the regions of a kind are resolved alike.
func (l *lowerer) isUnique(t *check.Term) Bool {
	k := topology.Cell
	if ty := t.Arg("type"); ty != nil {
		k, _ = l.kindOf(ty)
	}
	// Regions are compared within one kind of regions.
	groups := map[string][][]int{}
	var order []string
	for _, a := range l.areas(t, "", true) {
		if groups[a.kind] == nil {
			order = append(order, a.kind)
		}
		groups[a.kind] = append(groups[a.kind], a.sites)
	}
	resolved := func(c *ctx, sites []int) bool {
		return !slices.ContainsFunc(sites, func(s int) bool { _, ok := c.Resolved(k, s); return !ok })
	}
	return Bool{Fn: func(c *ctx) bool {
		for _, name := range order {
			sets := groups[name]
			for i, a := range sets {
				if !resolved(c, a) {
					continue
				}
				for _, b := range sets[i+1:] {
					if len(a) > len(b) || !resolved(c, b) {
						continue
					}
					same := true
					for j := range a {
						v, _ := c.Resolved(k, a[j])
						w, _ := c.Resolved(k, b[j])
						same = same && v == w
					}
					if same {
						return false
					}
				}
			}
		}
		return true
	}}
}

// isSolved asks whether all constraints hold once the variables that are not
// resolved are taken for 0.
func (l *lowerer) isSolved(*check.Term) Bool {
	first := l.p.Default
	return Bool{Fn: func(c *ctx) bool {
		if c.Prog.Puzzle == nil {
			return false
		}
		c.Push()
		unresolved := func(k kind) {
			for site, v := range c.Values[k] {
				if v&(v-1) != 0 || v == 0 {
					c.Values[k][site] = 1
					c.Sites[k].What[site] = 0
				}
			}
		}
		unresolved(first)
		for _, of := range c.Prog.Puzzle.Also {
			unresolved(of.Kind)
		}
		solved := true
		for _, holds := range c.Prog.Puzzle.Satisfy {
			if solved = holds(c); !solved {
				break
			}
		}
		c.Pop()
		return solved
	}}
}

// forAllParts asks whether a constraint holds at every site of a kind, (from), or for
// every hint: then (from) and (to) are its first sites and (edge) is the number of
// set edges at its last vertex, as far as is known.
func (l *lowerer) forAllParts(t *check.Term) parted {
	cond, element := l.bool(t.Arg("if")), t.Arg("element")
	if element.Text != "Hint" {
		k, _ := l.kindOf(element)
		return parted{n: l.siteCount(k), holds: func(c *ctx, site int) bool {
			to, from := c.To, c.From
			c.From = site
			ok := cond.Fn(c)
			c.To, c.From = to, from
			return ok
		}}
	}
	if l.p.Puzzle == nil {
		return parted{}
	}
	vertices, hints := l.p.Topo.Of(topology.Vertex).Sites, l.p.Puzzle.Hints
	// A hint without a second site leaves (to) as the one before it has set it.
	ends := make([][]int, len(hints))
	for i, h := range hints {
		if ends[i] = h.Sites[:min(len(h.Sites), 2)]; i > 0 && len(ends[i]) < len(ends[i-1]) {
			ends[i] = append(slices.Clone(ends[i]), ends[i-1][len(ends[i]):]...)
		}
	}
	return parted{n: len(hints), holds: func(c *ctx, part int) bool {
		h, iter := &hints[part], c.Iter
		edges, set := 0, true
		for _, s := range h.Sites {
			edges = 0
			if uint(s) >= uint(len(vertices)) {
				continue
			}
			for _, e := range vertices[s].Edges {
				if v, ok := c.Resolved(topology.Edge, e); ok {
					edges += v
				} else {
					set = false
				}
			}
		}
		if c.Edge = edges; !set && edges < h.Value {
			c.Edge = h.Value
		}
		if len(ends[part]) > 0 {
			c.From = ends[part][0]
		}
		if len(ends[part]) > 1 {
			c.To = ends[part][1]
		}
		c.Hint = h.Value
		mark := c.SetMark()
		region := c.Set()
		for _, s := range h.Sites {
			region.Add(s)
		}
		c.HintRegion = region
		ok := cond.Fn(c)
		c.FreeSets(mark)
		c.Iter = iter
		return ok
	}}
}
