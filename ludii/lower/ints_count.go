package lower

import (
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Counts: of pieces, of sites, of pips, of steps.

func init() {
	number := func(of func(s *topology.Sets) int) func(l *lowerer, t *check.Term) Int {
		return func(l *lowerer, t *check.Term) Int {
			k, _ := l.kindOf(t.Arg("type"))
			return Const(of(&l.p.Topo.Of(k).Sets))
		}
	}
	all := func(k kind) func(l *lowerer, t *check.Term) Int {
		return func(l *lowerer, _ *check.Term) Int { return Const(l.siteCount(k)) }
	}
	for name, f := range map[string]func(l *lowerer, t *check.Term) Int{
		"int.count Pieces": (*lowerer).countPieces, "int.count Pips": (*lowerer).countPips, "int.count Sites": (*lowerer).countSites,
		"int.count Rows":     number(func(s *topology.Sets) int { return len(s.Rows) }),
		"int.count Columns":  number(func(s *topology.Sets) int { return len(s.Columns) }),
		"int.count Cells":    all(topology.Cell),
		"int.count Edges":    all(topology.Edge),
		"int.count Vertices": all(topology.Vertex),
		"int.count Value":    (*lowerer).countValue, "size Array": (*lowerer).sizeArray,
		"int.count Stack": (*lowerer).countStack, "int.count Steps": (*lowerer).countSteps,
		"int.count Adjacent": around1("Adjacent"), "int.count Orthogonal": around1("Orthogonal"), "int.count Diagonal": around1("Diagonal"),
		"int.count Off": around1("OffDiagonal"), "int.count Neighbours": around1("All"),
	} {
		intForms[name] = f
	}
}

// A census walks over the pieces of owners, as counts and tests of pieces do: the
// sites with pieces of each owner, owner by owner, and on these all pieces of any
// of the owners. In stacks that hold pieces of several owners they are met more
// than once.
type census struct {
	owners func(c *ctx) uint64
	among  exec.Bits   // components that count; nil: all
	in     *Region     // nil: everywhere
	cond   exec.BoolFn // of their sites, as to and site; nil: all
	typed  bool
	k      kind // when typed
	owned  []exec.Bits
	flat   bool // all sites are of the board's kind, and hold one sort of pieces each
}

func (l *lowerer) census(t *check.Term) *census {
	s := &census{owners: l.owners(t.Arg("roleType"), t.Arg("of")), owned: l.ownedBy()}
	s.k, s.typed = l.kindOf(t.Arg("type"))
	s.flat = !l.p.Flags.Stacking && (l.p.Default == topology.Cell || len(l.p.Containers) == 1)
	for k, n := range l.p.Sites {
		s.flat = s.flat && (n == 0 || kind(k) == l.p.Default)
	}
	if name := t.Arg("name"); name != nil {
		s.among = exec.NewBits(len(l.p.Components))
		for _, i := range l.named(name.Text) {
			s.among.Add(i)
		}
	}
	if in := t.Arg("in"); in != nil {
		r := l.region(in)
		s.in = &r
	}
	if b := t.Arg("if"); b != nil {
		s.cond = l.bool(b).Fn
	}
	return s
}

// each calls fn with the number of pieces on each site, until it gives false. Where somebody stands only in thought (exec.Ctx.Threatened)
// the lists of who stands where do not say so, and Ludii goes by them.
func (s *census) each(c *ctx, fn func(n int) bool) {
	owners := s.owners(c)
	mark := c.SetMark()
	defer c.FreeSets(mark)
	var in exec.Bits
	if s.in != nil {
		in = s.in.Fn(c)
	}
	if in != nil && s.flat && s.k == c.Prog.Default && !c.Threatening {
		what := c.Sites[s.k].What
		for site := in.Next(0); site >= 0 && site < len(what); site = in.Next(site + 1) {
			if id := int(what[site]); id > 0 && owners>>uint(c.Owner(id))&1 != 0 && (s.cond == nil || s.holds(c, site)) && !fn(s.on(c, s.k, site, owners)) {
				return
			}
		}
		return
	}
	seen := c.Set()
	for owner := range s.owned {
		if owners>>uint(owner)&1 == 0 {
			continue
		}
		seen.Clear()
		for k := range c.Sites {
			if s.typed && kind(k) != s.k {
				continue
			}
			for i := s.owned[owner].Next(0); i >= 0; i = s.owned[owner].Next(i + 1) {
				if at := c.Sites[k].At; at != nil {
					seen.Or(at[i])
				}
			}
		}
		if in != nil {
			seen.And(in)
		}
		for site := seen.Next(0); site >= 0; site = seen.Next(site + 1) {
			k := s.k
			if !s.typed {
				k = c.Prog.KindAt(site)
			}
			if s.cond != nil && !s.holds(c, site) {
				continue
			}
			if !fn(s.on(c, k, site, owners)) {
				return
			}
		}
	}
}

// quick is the number of pieces where all on the board count and one can go by their sites;
// -1 elsewhere.
func (s *census) quick(c *ctx) int {
	if s.in != nil || s.cond != nil || s.among != nil || c.Prog.Flags.Stacking {
		return -1
	}
	owners, n := s.owners(c), 0
	for owner, ids := range s.owned {
		if owners>>uint(owner)&1 == 0 {
			continue
		}
		for k := range c.Sites {
			t := &c.Sites[k]
			if t.At == nil || s.typed && kind(k) != s.k {
				continue
			}
			for i := ids.Next(0); i >= 0; i = ids.Next(i + 1) {
				for site := t.At[i].Next(0); site >= 0; site = t.At[i].Next(site + 1) {
					switch {
					case !s.typed && c.Prog.KindAt(site) != kind(k):
						return -1
					case t.Count == nil:
						n++
					default:
						n += int(t.Count[site])
					}
				}
			}
		}
	}
	return n
}

// holds evaluates the condition for a site.
func (s *census) holds(c *ctx, site int) bool {
	to, old := c.To, c.Site
	c.To, c.Site = site, site
	holds := s.cond(c)
	c.To, c.Site = to, old
	return holds
}

// on is the number of pieces of the owners on a site.
func (s *census) on(c *ctx, k kind, site int, owners uint64) int {
	counts := func(what, who int) bool {
		return owners>>uint(who)&1 != 0 && (s.among == nil || s.among.Has(what))
	}
	t := &c.Sites[k]
	if uint(site) >= uint(len(t.What)) {
		return 0
	}
	if t.Stack == nil {
		if counts(int(t.What[site]), int(t.Who[site])) {
			return c.CountAt(k, site)
		}
		return 0
	}
	n := 0
	for i := range t.Stack[site] {
		if p := &t.Stack[site][i]; counts(int(p.What), int(p.Who)) {
			n++
		}
	}
	return n
}

func (l *lowerer) countPieces(t *check.Term) Int {
	l.only(t, "type", "roleType", "of", "name", "in", "if")
	if name := t.Arg("name"); name != nil && name.Text == "Bag" {
		return Int{Fn: func(c *ctx) int { return c.Dominoes.Count() }}
	}
	s := l.census(t)
	return Int{Fn: func(c *ctx) int {
		if n := s.quick(c); n >= 0 {
			return n
		}
		total := 0
		s.each(c, func(n int) bool { total += n; return true })
		return total
	}}
}

func (l *lowerer) noPieces(t *check.Term) Bool {
	s := l.census(t)
	return Bool{Fn: func(c *ctx) bool {
		if n := s.quick(c); n >= 0 {
			return n == 0
		}
		none := true
		s.each(c, func(n int) bool { none = n == 0; return none })
		return none
	}}
}

// countPips is the sum of the first dice of an owner, by default of those that
// belong to everybody.
func (l *lowerer) countPips(t *check.Term) Int {
	who := Const(l.p.Shared())
	switch {
	case t.Arg("of") != nil:
		who = l.int(t.Arg("of"))
	case t.Arg("roleType") != nil:
		who = l.role(t.Arg("roleType"))
	}
	var owners []int
	for _, i := range l.p.Dice {
		owners = append(owners, l.p.Containers[i].Owner)
	}
	if i := slices.Index(owners, who.V); who.Const && i >= 0 {
		return Int{Fn: func(c *ctx) int { return int(c.SumDice[i]) }, Dice: &pips{dice: i}}
	}
	return Int{Fn: func(c *ctx) int {
		if i := slices.Index(owners, who.Fn(c)); i >= 0 {
			return int(c.SumDice[i])
		}
		return 0
	}}
}

// countSites is the size of a region, or that of the container which a site is in
// or a name is of.
func (l *lowerer) countSites(t *check.Term) Int {
	l.only(t, "type", "in", "at", "name")
	switch at, in, name := t.Arg("at"), t.Arg("in"), t.Arg("name"); {
	case name != nil:
		for _, c := range l.p.Containers {
			if c.Name == name.Text {
				return Const(c.N)
			}
		}
		// Ludii takes any other name for that of the board.
		return Const(l.p.Containers[0].N)
	case at != nil:
		v, of := l.int(at), l.p.ContainerOf
		return Int{Fn: func(c *ctx) int {
			if site := v.Fn(c); uint(site) < uint(len(of)) {
				return c.Prog.Containers[of[site]].N
			}
			return c.Prog.Containers[0].N
		}}
	case in != nil:
		r := l.region(in)
		if r.Static != nil {
			return Const(r.Static.Count())
		}
		if r.Both != nil {
			a, b := r.Both[0].Fn, r.Both[1].Fn
			return Int{Fn: func(c *ctx) int {
				mark := c.SetMark()
				n := a(c).CountBoth(b(c))
				c.FreeSets(mark)
				return n
			}}
		}
		return Int{Zero: r.None, Fn: func(c *ctx) int {
			mark := c.SetMark()
			n := r.Fn(c).Count()
			c.FreeSets(mark)
			return n
		}}
	}
	return Const(1)
}

func (l *lowerer) countValue(t *check.Term) Int {
	v, list := l.int(t.Arg("value")), l.ints(t.Arg("in"))
	return Int{Fn: func(c *ctx) int {
		want, n := v.Fn(c), 0
		x := list(c, c.Ints())
		for _, v := range x {
			if v == want {
				n++
			}
		}
		c.PutInts(x)
		return n
	}}
}

func (l *lowerer) sizeArray(t *check.Term) Int {
	list := l.ints(t.Arg("ints"))
	return Int{Fn: func(c *ctx) int {
		x := list(c, c.Ints())
		n := len(x)
		c.PutInts(x)
		return n
	}}
}

// countStack counts the levels of stacks that fulfil a condition, from the bottom
// or the top, each stack until another condition holds.
func (l *lowerer) countStack(t *check.Term) Int {
	k, _ := l.kindOf(t.Arg("type"))
	kinds, cond, stop := l.at(k), l.boolOr(t.Arg("if"), true), l.boolOr(t.Arg("stop"), false)
	top := t.Arg("order") != nil && t.Arg("order").Text == "FromTop"
	list := l.sites(t.Arg("at"), t.Arg("to"))
	return Int{Fn: func(c *ctx) int {
		to, level, n := c.To, c.Level, 0
		x := list(c, c.Ints())
		for _, site := range x {
			size := c.Size(kinds(c, site), site)
			for i := range size {
				c.To, c.Level = site, i
				if top {
					c.Level = size - 1 - i
				}
				if stop.Fn(c) {
					break
				}
				if cond.Fn(c) {
					n++
				}
			}
		}
		c.PutInts(x)
		c.To, c.Level = to, level
		return n
	}}
}

// around1 counts the neighbours of a site, of a region those of its first.
func around1(relation string) func(l *lowerer, t *check.Term) Int {
	return func(l *lowerer, t *check.Term) Int {
		k, _ := l.kindOf(t.Arg("type"))
		near, list := l.related(k, relation), l.sites(t.Arg("at"), t.Arg("in"))
		return Int{Fn: func(c *ctx) int {
			n := exec.Undefined
			x := list(c, c.Ints())
			if len(x) > 0 && uint(x[0]) < uint(len(near)) {
				n = len(near[x[0]])
			}
			c.PutInts(x)
			return n
		}}
	}
}

// countSteps is the least number of steps between a site and another, or the
// sites of a region: over the neighbours of some sort whatever stands on them, or
// with steps of a given kind. Without a way it is 0 in the first case and
// Infinity in the second.
func (l *lowerer) countSteps(t *check.Term) Int {
	k, _ := l.kindOf(t.Arg("type"))
	from, targets := l.int(t.Arg("from")), l.sitesOf(t.Arg("to"))
	if step := t.Arg("step"); step != nil {
		return l.countStepMoves(t, step, k, from, targets)
	}
	relation := "Adjacent"
	if r := t.Arg("relation"); r != nil {
		relation = r.Text
	}
	d := &distances{near: l.related(k, l.distanceRelation(relation)), rows: make([][]int32, l.siteCount(k))}
	d.fill()
	return Int{Fn: func(c *ctx) int {
		x := targets(c, c.Ints())
		site, least := from.Fn(c), -1
		if uint(site) < uint(len(d.rows)) {
			for _, s := range x {
				if uint(s) >= uint(len(d.rows)) {
					continue
				}
				if n := d.at(site, s); least < 0 || n < least {
					least = n
				}
			}
		}
		c.PutInts(x)
		return max(least, 0)
	}}
}

// distanceRelation is the relation in which all distances of a game are measured:
// Ludii keeps one table, of the first of these that is mentioned anywhere.
func (l *lowerer) distanceRelation(own string) string {
	order := []string{"Adjacent", "All", "OffDiagonal", "Diagonal", "Orthogonal"}
	best := len(order)
	rank := func(name string) {
		for i, n := range order {
			if n == name && i < best {
				best = i
			}
		}
	}
	rank(own)
	l.root.Walk(func(t *check.Term) {
		if (t.Name() == "int.count Steps" || t.Name() == "sites Distance") && t.Arg("step") == nil {
			if r := t.Arg("relation"); r != nil {
				rank(r.Text)
			} else {
				rank("Adjacent")
			}
		}
	})
	if best == len(order) {
		return own
	}
	return order[best]
}

// maxDistances bounds the table of distances.
const maxDistances = 1 << 24

// distances are the numbers of steps between sites, 0 where there is no way.
type distances struct {
	near [][]int
	rows [][]int32 // nil when the table would be too large
}

func (d *distances) fill() {
	n := len(d.near)
	if n*n > maxDistances {
		return
	}
	for i := range d.rows {
		d.rows[i] = d.from(i)
	}
}

// from works out the distances from a site.
func (d *distances) from(site int) []int32 {
	row := make([]int32, len(d.near))
	queue := []int{site}
	for i := 0; i < len(queue); i++ {
		for _, s := range d.near[queue[i]] {
			if s != site && row[s] == 0 {
				row[s] = row[queue[i]] + 1
				queue = append(queue, s)
			}
		}
	}
	return row
}

func (d *distances) at(a, b int) int {
	if d.rows[a] == nil {
		return int(d.from(a)[b])
	}
	return int(d.rows[a][b])
}

// countStepMoves counts the steps of a (step …) that lead to one of the targets.
// The directions are those of the piece on the first site, wherever it has come.
func (l *lowerer) countStepMoves(t, step *check.Term, k kind, from Int, targets exec.IntsFn) Int {
	if r := t.Arg("newRotation"); r != nil {
		l.refuse(r, CodeArgument, "the argument newRotation of (count Steps …) is not supported")
	}
	if d := step.Arg("direction"); d != nil && byTurn(d) {
		l.refuse(d, CodeArgument, "directions relative to a piece are not supported within (count Steps …)")
	}
	near := l.net(step.Arg("direction"), topology.Adjacent, k)
	cond, n := l.boolOr(step.Arg("to").Arg("if"), true), l.siteCount(k)
	return Int{Fn: func(c *ctx) int {
		start := from.Fn(c)
		if start < 0 {
			return 0
		}
		x := targets(c, c.Ints())
		mark := c.SetMark()
		want, seen := c.Set(), c.Set()
		some := false
		for _, s := range x {
			if s >= 0 {
				some = true
			}
			if s < n {
				want.Add(s)
			}
		}
		steps := exec.Infinity
		switch {
		case !some:
			steps = 0
		case start >= n || want.Empty():
		case want.Has(start):
			steps = 0
		default:
			steps = stepsTo(c, near, cond.Fn, start, want, seen, x[:0])
		}
		c.FreeSets(mark)
		c.PutInts(x)
		return steps
	}}
}

// stepsTo searches in breadth. The list is scratch.
func stepsTo(c *ctx, near net, cond exec.BoolFn, start int, want, seen exec.Bits, list []int) int {
	from, to := c.From, c.To
	defer func() { c.From, c.To = from, to }()
	seen.Add(start)
	queue := append(c.Ints(), start)
	found := exec.Infinity
	for first, steps := 0, 1; first < len(queue) && found == exec.Infinity; steps++ {
		for last := len(queue); first < last; first++ {
			c.Tick()
			c.From = queue[first]
			for _, s := range near.of(c, queue[first], list) {
				if seen.Has(s) {
					continue
				}
				if c.To = s; !cond(c) {
					continue
				}
				seen.Add(s)
				queue = append(queue, s)
				if want.Has(s) {
					found = steps
				}
			}
		}
	}
	c.PutInts(queue)
	return found
}

// byTurn tells whether directions depend on the piece that stands there.
func byTurn(t *check.Term) bool {
	_, fixed := fixedDirections(t, topology.Adjacent)
	return !fixed
}
