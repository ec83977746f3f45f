package lower

import (
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Directions. Absolute ones mean themselves, and groups stay groups, by which the
// rays of a board are found. Relative ones are turned from the facing of the piece
// on the site into directions that the board knows. Callers that want rays use way
// (moves_rays.go), which works them out when lowering or remembers them by piece.

func init() {
	for name, f := range map[string]func(l *lowerer, t *check.Term) exec.DirsFn{
		"directions#absolute":  (*lowerer).absoluteDirs,
		"directions":           (*lowerer).relativeDirs,
		"directions#between":   (*lowerer).dirsBetween,
		"directions Random":    (*lowerer).randomDirs,
		"direction.if":         (*lowerer).dirsIf,
		"direction.union":      (*lowerer).dirsUnion,
		"direction.difference": (*lowerer).dirsDifference,
		relativeConstant: func(l *lowerer, t *check.Term) exec.DirsFn {
			return l.turnedDirs(t, []string{t.Text}, topology.Adjacent, false)
		},
	} {
		dirsForms[name] = f
	}
}

// dirsOr lowers directions that may be left out; then they are those given.
func (l *lowerer) dirsOr(t *check.Term, without topology.Direction) exec.DirsFn {
	if ds, ok := fixedDirections(t, without); ok {
		return fixedDirs(ds)
	}
	return l.dirs(t)
}

// fixedDirs is the function of directions that do not depend on anything.
func fixedDirs(ds []topology.Direction) exec.DirsFn {
	return func(_ *ctx, _ kind, _ int, dst []topology.Direction) []topology.Direction {
		return append(dst, ds...)
	}
}

// names lists constants, of which one or several are given.
func names(t *check.Term) []string {
	if !t.List {
		return []string{t.Text}
	}
	var list []string
	for _, it := range t.Items {
		list = append(list, it.Text)
	}
	return list
}

func (l *lowerer) absoluteDirs(t *check.Term) exec.DirsFn {
	ds, ok := fixedDirections(t, topology.NoDirection)
	if !ok {
		l.unsupported(t)
	}
	return fixedDirs(ds)
}

// relativeDirs lowers (directions …) with relative ones; without any it is the one
// ahead.
func (l *lowerer) relativeDirs(t *check.Term) exec.DirsFn {
	list := []string{"Forward"}
	if d := t.Arg("directions"); d != nil {
		list = names(d)
	}
	of := topology.Adjacent
	if r := t.Arg("of"); r != nil {
		of = direction(r)
	}
	return l.turnedDirs(t, list, of, l.flag(t.Arg("bySite"), false))
}

// A directionSet is a set of directions, a bit each.
type directionSet uint64

func (s directionSet) has(d topology.Direction) bool { return d < 64 && s>>d&1 != 0 }

func setOfDirections(ds []topology.Direction) directionSet {
	var s directionSet
	for _, d := range ds {
		s |= 1 << d
	}
	return s
}

// supportedAt is the set of single directions that steps of a group take from a
// site.
func supportedAt(t *topology.Topology, k kind, site int, group topology.Direction) directionSet {
	var s directionSet
	for _, step := range t.StepsFrom(k, site) {
		if step.Kind != k || !step.In(group) {
			continue
		}
		for d := topology.N; d < topology.All; d++ {
			if step.In(d) {
				s |= 1 << d
			}
		}
	}
	return s
}

// facings is the number of directions that a piece can face and be turned from.
const facings = int(topology.Out) + 1

// turnedDirs lowers relative directions among those that the board, or the site,
// supports in a relation.
func (l *lowerer) turnedDirs(t *check.Term, list []string, of topology.Direction, bySite bool) exec.DirsFn {
	for _, c := range l.p.Components {
		if c.Facing != topology.NoDirection && int(c.Facing) >= facings {
			l.refuse(t, CodeArgument, "directions relative to a piece that faces %s are not supported", c.Facing)
			return fixedDirs(nil)
		}
	}
	q := &turnedDirections{topo: l.p.Topo, of: of}
	for k := range q.board {
		ds := l.p.Topo.Of(kind(k)).Directions[of]
		q.board[k] = setOfDirections(ds)
		for f := range q.table[k] {
			q.table[k][f] = turnAll(list, topology.Direction(f), q.board[k], nil)
		}
	}
	last := slices.Contains(list, "SameDirection") || slices.Contains(list, "OppositeDirection")
	return func(c *ctx, k kind, site int, dst []topology.Direction) []topology.Direction {
		if site < 0 || site >= l.p.Topo.NumSites(k) {
			return dst
		}
		what, rotation := c.State.What(k, site), c.RotationAt(k, site, exec.Undefined)
		if c.Stance.Given {
			rotation = c.Stance.Rotation
			if c.Stance.What > 0 {
				what = c.Stance.What
			}
		}
		if what < 1 {
			return dst
		}
		supported := q.board[k]
		if bySite {
			supported = supportedAt(q.topo, k, site, of)
		}
		facing := c.Prog.Components[what].Facing
		if c.Stance.Given && c.Stance.Faces {
			facing = c.Stance.Facing
		}
		if facing == topology.NoDirection {
			facing = topology.N
		}
		if facing = rotated(facing, rotation, supported); facing == topology.NoDirection {
			return dst
		}
		switch {
		case last:
			for _, r := range list {
				c.Tick()
				switch r {
				case "SameDirection":
					dst = q.towards(c, k, lastFromSite(c), lastToSite(c), supported, dst)
				case "OppositeDirection":
					dst = q.towards(c, k, lastToSite(c), lastFromSite(c), supported, dst)
				default:
					dst = turnedFrom(r, facing, supported, dst)
				}
			}
			return dst
		case bySite:
			return turnAll(list, facing, supported, dst)
		}
		return append(dst, q.table[k][facing]...)
	}
}

type turnedDirections struct {
	topo  *topology.Topology
	of    topology.Direction
	board [3]directionSet
	table [3][facings][]topology.Direction
}

// towards appends the first supported direction with a ray from one site through
// another, once for every such ray.
func (q *turnedDirections) towards(_ *ctx, k kind, from, to int, supported directionSet, dst []topology.Direction) []topology.Direction {
	s := q.topo.Of(k)
	if from < 0 || from >= len(s.Sites) {
		return dst
	}
	n := len(dst)
	for _, d := range s.Directions[q.of] {
		if !supported.has(d) {
			continue
		}
		for _, ray := range along(s, d, from) {
			if slices.Contains(ray, to) {
				dst = append(dst, d)
			}
		}
		if len(dst) > n {
			break
		}
	}
	return dst
}

// A turn gives the direction beside a direction.
type turn func(d topology.Direction) topology.Direction

// The ways round a centre have turns of their own, which are Ludii's: they are
// not each other's opposites.
var (
	leftOf  = [...]topology.Direction{topology.CW: topology.In, topology.CCW: topology.Out, topology.In: topology.CW, topology.Out: topology.CCW}
	rightOf = [...]topology.Direction{topology.CW: topology.In, topology.CCW: topology.Out, topology.In: topology.CCW, topology.Out: topology.CW}
	behind  = [...]topology.Direction{topology.CW: topology.CCW, topology.CCW: topology.CW, topology.In: topology.Out, topology.Out: topology.In}
)

func turning(by int, round []topology.Direction) turn {
	return func(d topology.Direction) topology.Direction {
		if d.Compass() {
			return topology.Direction((int(d) + by) % topology.NumCompass)
		}
		return round[d]
	}
}

// The turns by a sixteenth, a quarter and a half.
var (
	right     = turning(1, rightOf[:])
	left      = turning(topology.NumCompass-1, leftOf[:])
	rightward = turning(topology.NumCompass/4, rightOf[:])
	leftward  = turning(topology.NumCompass*3/4, leftOf[:])
	opposed   = turning(topology.NumCompass/2, behind[:])
)

// next turns from a direction to the next supported one.
func next(d topology.Direction, by turn, supported directionSet) topology.Direction {
	for range topology.NumCompass {
		if d = by(d); supported.has(d) {
			return d
		}
	}
	return topology.NoDirection
}

// rotated turns a facing to the right, from one supported direction to the next.
func rotated(d topology.Direction, n int, supported directionSet) topology.Direction {
	if n <= 0 {
		return d
	}
	// From the first supported direction on it goes round and round.
	if d = next(d, right, supported); d == topology.NoDirection {
		return d
	}
	round := 1
	for e := next(d, right, supported); e != d && round < topology.NumCompass; e = next(e, right, supported) {
		round++
	}
	for n = (n - 1) % round; n > 0; n-- {
		d = next(d, right, supported)
	}
	return d
}

// spread appends the supported directions from one on, until another.
func spread(from, until topology.Direction, by turn, supported directionSet, dst []topology.Direction) []topology.Direction {
	for n := 0; from != until && n < topology.NumCompass; n++ {
		if supported.has(from) {
			dst = append(dst, from)
		}
		from = by(from)
	}
	return dst
}

func turnAll(list []string, facing topology.Direction, supported directionSet, dst []topology.Direction) []topology.Direction {
	for _, r := range list {
		dst = turnedFrom(r, facing, supported, dst)
	}
	return dst
}

// turnedFrom appends what a relative direction means for a facing. FLL and FLLL are
// FL, and so on: Ludii turns no further than to the first supported direction.
func turnedFrom(name string, facing topology.Direction, supported directionSet, dst []topology.Direction) []topology.Direction {
	one := func(d topology.Direction) []topology.Direction {
		if supported.has(d) {
			dst = append(dst, d)
		}
		return dst
	}
	switch name {
	case "Forward":
		return one(facing)
	case "Backward":
		return one(opposed(facing))
	case "Rightward":
		return one(rightward(facing))
	case "Leftward":
		return one(leftward(facing))
	case "Forwards":
		return spread(right(leftward(facing)), rightward(facing), right, supported, dst)
	case "Backwards":
		back := opposed(facing)
		return spread(right(leftward(back)), rightward(back), right, supported, dst)
	case "Rightwards":
		return spread(right(facing), opposed(facing), right, supported, dst)
	case "Leftwards":
		return spread(left(facing), opposed(facing), left, supported, dst)
	case "FL", "FLL", "FLLL":
		return one(next(facing, left, supported))
	case "FR", "FRR", "FRRR":
		return one(next(facing, right, supported))
	case "BL", "BLL", "BLLL":
		return one(next(opposed(facing), left, supported))
	case "BR", "BRR", "BRRR":
		return one(next(opposed(facing), right, supported))
	}
	return dst
}

// dirsBetween is the directions in which a site lies from another: one for every
// ray from there through it.
func (l *lowerer) dirsBetween(t *check.Term) exec.DirsFn {
	k, _ := l.kindOf(t.Arg("type"))
	from, to := l.int(t.Arg("from")), l.int(t.Arg("to"))
	s := l.p.Topo.Of(k)
	return func(c *ctx, _ kind, _ int, dst []topology.Direction) []topology.Direction {
		a, b := from.Fn(c), to.Fn(c)
		if a < 0 || a >= len(s.Sites) || b < 0 || b >= len(s.Sites) {
			return dst
		}
		for _, d := range s.Directions[topology.All] {
			for _, ray := range along(s, d, a) {
				if slices.Contains(ray, b) {
					dst = append(dst, d)
				}
			}
		}
		return dst
	}
}

// randomDirs draws directions, groups being taken apart before. One that is drawn
// again is drawn once more.
func (l *lowerer) randomDirs(t *check.Term) exec.DirsFn {
	of, num := l.dirs(t.Arg("direction")), l.int(t.Arg("num"))
	return func(c *ctx, k kind, site int, dst []topology.Direction) []topology.Direction {
		ds := of(c, k, site, c.Dirs())
		single := c.Dirs()
		for _, d := range slices.Backward(ds) {
			if !relation(d) {
				single = append(single, d)
				continue
			}
			for _, d := range apart(c, k, site, d) {
				if !slices.Contains(ds, d) {
					single = append(single, d)
				}
			}
		}
		n := min(num.Fn(c), len(single))
		first := len(dst)
		for tries := 0; len(dst)-first < n && tries < 1000*len(single); tries++ {
			if d := single[c.Pick(len(single))]; !slices.Contains(dst[first:], d) {
				dst = append(dst, d)
			}
		}
		c.PutDirs(single)
		c.PutDirs(ds)
		return dst
	}
}

// relation reports whether a direction is a group that is also a relation
// between sites.
func relation(d topology.Direction) bool {
	switch d {
	case topology.All, topology.Adjacent, topology.Orthogonal, topology.Diagonal, topology.OffDiagonal:
		return true
	}
	return false
}

// apart lists the single directions of a relation that a site supports, in
// Ludii's order.
func apart(c *ctx, k kind, site int, d topology.Direction) func(yield func(int, topology.Direction) bool) {
	at := supportedAt(c.Prog.Topo, k, site, d)
	return func(yield func(int, topology.Direction) bool) {
		for i, d := range c.Prog.Topo.Of(k).Directions[d] {
			if at.has(d) && !yield(i, d) {
				return
			}
		}
	}
}

func (l *lowerer) dirsIf(t *check.Term) exec.DirsFn {
	cond, yes, no := l.bool(t.Arg("if")), l.dirs(t.Arg("yes")), l.dirs(t.Arg("no"))
	return func(c *ctx, k kind, site int, dst []topology.Direction) []topology.Direction {
		if cond.Fn(c) {
			return yes(c, k, site, dst)
		}
		return no(c, k, site, dst)
	}
}

// singles appends directions, relations being taken apart.
func singles(c *ctx, k kind, site int, fn exec.DirsFn, dst []topology.Direction) []topology.Direction {
	ds := fn(c, k, site, c.Dirs())
	first := len(dst)
	for _, d := range ds {
		if !relation(d) {
			dst = append(dst, d)
			continue
		}
		for _, d := range apart(c, k, site, d) {
			if !slices.Contains(dst[first:], d) {
				dst = append(dst, d)
			}
		}
	}
	c.PutDirs(ds)
	return dst
}

func (l *lowerer) dirsUnion(t *check.Term) exec.DirsFn {
	a, b := l.dirs(t.Arg("a")), l.dirs(t.Arg("b"))
	return func(c *ctx, k kind, site int, dst []topology.Direction) []topology.Direction {
		first := len(dst)
		dst = singles(c, k, site, a, dst)
		more := singles(c, k, site, b, c.Dirs())
		for _, d := range more {
			if !slices.Contains(dst[first:], d) {
				dst = append(dst, d)
			}
		}
		c.PutDirs(more)
		return dst
	}
}

func (l *lowerer) dirsDifference(t *check.Term) exec.DirsFn {
	a, b := l.dirs(t.Arg("a")), l.dirs(t.Arg("b"))
	return func(c *ctx, k kind, site int, dst []topology.Direction) []topology.Direction {
		from := singles(c, k, site, a, c.Dirs())
		less := singles(c, k, site, b, c.Dirs())
		for _, d := range from {
			if !slices.Contains(less, d) {
				dst = append(dst, d)
			}
		}
		c.PutDirs(less)
		c.PutDirs(from)
		return dst
	}
}
