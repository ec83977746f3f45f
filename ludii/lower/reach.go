package lower

import (
	"math"
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Where moves may lead. Of a piece on a site it is known by form which sites its moves can
// lead to, whatever else stands on the board: neighbours, rays, ends of walks. Turned
// round it tells which pieces need be asked whether they threaten a site.

// A reach adds to dst the sites that moves may lead to, at least, with from at a site on
// which the piece of c stands and to at one of some sites, nil if that is nowhere. It
// reports false if nothing is known.
type reach func(c *ctx, from int, to, dst exec.Bits) bool

// wholeRay is farther than any ray leads.
const wholeRay = math.MaxInt

// reaches notes the reach of a term's moves.
func (l *lowerer) reaches(t *check.Term, r reach) {
	if l.goals == nil {
		l.goals = map[*check.Term]reach{}
	}
	l.goals[t] = r
}

// reachedFrom notes the reach of moves that begin where the piece is, or always at the same site
// of the mover's.
func (l *lowerer) reachedFrom(t *check.Term, start Int, add func(c *ctx, from int, dst exec.Bits)) {
	if start.Const || start.OfMover {
		if l.asides == nil {
			l.asides = map[*check.Term]func(c *ctx, dst exec.Bits){}
		}
		l.asides[t] = func(c *ctx, dst exec.Bits) { add(c, start.Fn(c), dst) }
	}
	if start.Iter != IterFrom {
		return
	}
	l.reaches(t, func(c *ctx, from int, _, dst exec.Bits) bool {
		add(c, from, dst)
		return true
	})
}

// reachOf is the reach of a term, of moves made of parts that of the parts; nil if
// nothing is known.
func (l *lowerer) reachOf(t *check.Term) reach {
	if t == nil || t.Form == nil {
		return nil
	}
	if r := l.goals[t]; r != nil {
		return r
	}
	var of []*check.Term
	switch t.Form.Name {
	case "moves.or", "moves.or#list", "moves.and", "moves.and#list", "priority", "priority#list":
		of = parts(t)
	case "moves.if":
		if of = []*check.Term{t.Arg("yes")}; t.Arg("no") != nil {
			of = append(of, t.Arg("no"))
		}
	case "moves.forEach Value", "moves.forEach Value#range":
		switch t.Arg("moves").Name() {
		case "move Step", "step", "move Slide", "slide", "move Hop", "hop": // lead no farther for any value
			of = []*check.Term{t.Arg("moves")}
		}
	case "do":
		if t.Arg("next") == nil {
			of = []*check.Term{t.Arg("first")}
		}
	}
	if of == nil {
		return nil
	}
	all := make([]reach, len(of))
	for i, p := range of {
		if all[i] = l.reachOf(p); all[i] == nil {
			return nil
		}
	}
	return func(c *ctx, from int, to, dst exec.Bits) bool {
		for _, r := range all {
			if !r(c, from, to, dst) {
				return false
			}
		}
		return true
	}
}

// mostReach bounds the words of all reaches of a program.
const mostReach = 1 << 18

// reaching works out the reaches of the components, in programs in which moves to a
// site are asked for.
func (l *lowerer) reaching() {
	asks := false
	l.root.Walk(func(t *check.Term) { asks = asks || t.Form != nil && t.Form.Name == "is Threatened" })
	k := l.p.Default
	n := l.p.Sites[k]
	words := (n + 63) / 64
	if !asks || !l.p.Aims || l.p.Match != nil || len(l.pieceTerms)*n*words > mostReach {
		return
	}
	c := l.spare()
	what := c.Sites[k].What
	for _, pt := range l.pieceTerms {
		r := l.reachOf(pt.moves)
		if r == nil {
			continue
		}
		from := make([]exec.Bits, n)
		for i := range from {
			from[i] = exec.NewBits(n)
		}
		known := true
		for site := 0; site < min(n, l.p.Topo.NumSites(k)) && known; site++ {
			dst := exec.NewBits(n)
			what[site] = int16(pt.component)
			known = r(c, site, nil, dst)
			what[site] = 0
			dst.Add(site) // a piece that another one is imagined upon moves as that one
			for s := dst.Next(0); s >= 0; s = dst.Next(s + 1) {
				from[s].Add(site)
			}
		}
		if known {
			l.p.Components[pt.component].Reach = from
		}
	}
	l.localPieces()
}

// spread adds the sites within so many steps of a site along a way; where directions depend
// on more than the piece, in all directions.
func (w *way) spread(c *ctx, site, far int, dst exec.Bits) {
	if !w.on(site) {
		return
	}
	add := func(rays []topology.Ray) {
		for _, r := range rays {
			for _, s := range r[:min(len(r), max(far, 0))] {
				dst.Add(s)
			}
		}
	}
	if w.fixed != nil || w.slot >= 0 {
		rays := w.from(c, site)
		add(rays)
		w.done(c, rays)
		return
	}
	for d := range topology.NumDirections {
		add(along(w.sites, topology.Direction(d), site))
	}
}

// neighbours is the most sites that are a step away from a site, in any direction.
func (w *way) neighbours() int {
	most := 0
	dst := exec.NewBits(len(w.sites.Sites))
	for site := range w.sites.Sites {
		dst.Clear()
		for d := range topology.NumDirections {
			for _, r := range along(w.sites, topology.Direction(d), site) {
				dst.Add(r[0])
			}
		}
		most = max(most, dst.Count())
	}
	return most
}

// headings tell in which direction a site lies of another.
type headings struct {
	n     int
	way   []topology.Direction // n times from plus to; nil if there would be too many
	sites *topology.Sites
	far   int
}

type headingsOf struct {
	sites *topology.Sites
	far   int
}

// mostHeadings bounds a table of headings.
const mostHeadings = 1 << 20

// headings makes the table for rays up to so many steps.
func (l *lowerer) headings(s *topology.Sites, far int) *headings {
	key := headingsOf{s, far}
	if h := l.heads[key]; h != nil {
		return h
	}
	h := &headings{n: len(s.Sites), sites: s, far: far}
	if h.n*h.n <= mostHeadings {
		h.way = make([]topology.Direction, h.n*h.n)
		for i := range h.way {
			h.way[i] = topology.NoDirection
		}
		for _, d := range s.Directions[topology.All] {
			for from := range s.Sites {
				for _, r := range along(s, d, from) {
					for _, to := range r[:min(len(r), far)] {
						h.way[from*h.n+to] = d
					}
				}
			}
		}
	}
	if l.heads == nil {
		l.heads = map[headingsOf]*headings{}
	}
	l.heads[key] = h
	return h
}

// towards is the direction, of several that lead there the last one; NoDirection if there
// is none.
func (h *headings) towards(from, to int) topology.Direction {
	if uint(from) >= uint(h.n) || uint(to) >= uint(h.n) {
		return topology.NoDirection
	}
	if h.way != nil {
		return h.way[from*h.n+to]
	}
	way := topology.NoDirection
	for _, d := range h.sites.Directions[topology.All] {
		for _, r := range along(h.sites, d, from) {
			if slices.Contains(r[:min(len(r), h.far)], to) {
				way = d
			}
		}
	}
	return way
}

// mostDirections is how many directions relative ones mean at most; Unknown if they depend on
// more than the piece's facing.
func (l *lowerer) mostDirections(t *check.Term, k kind) int {
	list, of := []string{"Forward"}, topology.Adjacent
	switch {
	case t.Form == nil && !t.List:
		list = []string{t.Text}
	case t.Name() == "directions":
		if d := t.Arg("directions"); d != nil {
			list = names(d)
		}
		if r := t.Arg("of"); r != nil {
			of = direction(r)
		}
		if l.flag(t.Arg("bySite"), false) {
			return exec.Unknown
		}
	default:
		return exec.Unknown
	}
	if slices.Contains(list, "SameDirection") || slices.Contains(list, "OppositeDirection") {
		return exec.Unknown
	}
	most := 0
	board := setOfDirections(l.p.Topo.Of(k).Directions[of])
	for f := range facings {
		most = max(most, len(turnAll(list, topology.Direction(f), board, nil)))
	}
	return most
}
