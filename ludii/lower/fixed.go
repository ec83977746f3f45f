package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Fixed evaluates terms that say nothing of the position: of the board, of players and of
// iterators only. It is for those who work a description out in another way than by running it
// and need not know the board's questions twice. Which terms these are the caller must know.
type Fixed struct {
	l       *lowerer
	c       *exec.Ctx
	ints    map[*check.Term]exec.IntFn
	bools   map[*check.Term]exec.BoolFn
	regions map[*check.Term]exec.RegionFn
	ways    map[*check.Term]*way
	walks   map[*check.Term]func(c *ctx, site int) []int
	steps   map[string]*distances
	pieces  map[int]*check.Term
}

// NewFixed makes one for a program and the description that it was made of. Nothing is added to
// the program.
func NewFixed(p *exec.Program, root *check.Term) *Fixed {
	copied := *p
	f := &Fixed{
		l: &lowerer{p: &copied, root: root}, c: copied.NewCtx(),
		ints: map[*check.Term]exec.IntFn{}, bools: map[*check.Term]exec.BoolFn{},
		regions: map[*check.Term]exec.RegionFn{}, ways: map[*check.Term]*way{}, walks: map[*check.Term]func(c *ctx, site int) []int{}, pieces: map[int]*check.Term{}, steps: map[string]*distances{},
	}
	again := &lowerer{p: &exec.Program{}, root: root}
	again.playersOf(root.Arg("players"))
	again.modeOf(root.Arg("mode"))
	again.computeFlags()
	again.equipment(root.Arg("equipment"), Options{Topology: p.Topo})
	for _, pt := range again.pieceTerms {
		f.pieces[pt.component] = pt.moves
	}
	return f
}

// Moves are the moves that a component brings along; nil if there are none.
func (f *Fixed) Moves(component int) *check.Term { return f.pieces[component] }

// At says what iterators and players are in what is asked next.
func (f *Fixed) At(it exec.Iter, mover, next int) {
	f.c.Iter = it
	f.c.Mover, f.c.Next = int32(mover), int32(next)
}

// Refused reports whether a term was not understood.
func (f *Fixed) Refused() bool { return len(f.l.findings) > 0 }

// Int evaluates an int function.
func (f *Fixed) Int(t *check.Term) int {
	fn := f.ints[t]
	if fn == nil {
		fn = f.l.int(t).Fn
		f.ints[t] = fn
	}
	return fn(f.c)
}

// Bool evaluates a condition.
func (f *Fixed) Bool(t *check.Term) bool {
	fn := f.bools[t]
	if fn == nil {
		fn = f.l.bool(t).Fn
		f.bools[t] = fn
	}
	return fn(f.c)
}

// Sites appends the sites of a region to dst.
func (f *Fixed) Sites(t *check.Term, dst []int) []int {
	fn := f.regions[t]
	if fn == nil {
		fn = f.l.region(t).Fn
		f.regions[t] = fn
	}
	mark := f.c.SetMark()
	dst = fn(f.c).Append(dst)
	f.c.FreeSets(mark)
	return dst
}

// Rays lists the rays from a site in directions; without any, in those of a group. Relative ones
// are those of a component there, and of the last move from a site to another.
func (f *Fixed) Rays(t *check.Term, without topology.Direction, k exec.Kind, site, component, lastFrom, lastTo int) []topology.Ray {
	if site < 0 || site >= f.l.p.Topo.NumSites(k) {
		return nil
	}
	if ds, ok := fixedDirections(t, without); ok {
		var rays []topology.Ray
		for _, d := range ds {
			rays = append(rays, along(f.l.p.Topo.Of(k), d, site)...)
		}
		return rays
	}
	w := f.ways[t]
	if w == nil {
		w = &way{k: k, slot: -1, sites: f.l.p.Topo.Of(k), fn: f.l.dirs(t)}
		f.ways[t] = w
	}
	f.c.Stance = exec.Stance{Given: true, What: component}
	f.c.Last.Valid, f.c.Last.From, f.c.Last.To = true, int32(lastFrom), int32(lastTo)
	ds := w.fn(f.c, k, site, nil)
	f.c.Stance = exec.Stance{}
	var rays []topology.Ray
	for _, d := range ds {
		rays = append(rays, along(w.sites, d, site)...)
	}
	return rays
}

// Kind is the kind that a site type stands for; without one it is the board's.
func (f *Fixed) Kind(t *check.Term) exec.Kind {
	k, _ := f.l.kindOf(t)
	return k
}

// Lines are the lines through a site in a direction; without one in those of a group.
func (f *Fixed) Lines(t *check.Term, without topology.Direction, k exec.Kind, site int) []topology.Line {
	d := without
	if t != nil {
		d = direction(t)
	}
	return f.l.linesIn(k, d)[site]
}

// Named lists the components that a name means in counts and tests of pieces; nil for all.
func (f *Fixed) Named(t *check.Term) []int {
	if t == nil {
		return nil
	}
	return f.l.named(t.Text)
}

// Owners is the set of owners that a role, or a number in its place, means in counts and tests of
// pieces: bit 0 is nobody, bit n player n, bit Players+1 everybody.
func (f *Fixed) Owners(role, of *check.Term) uint64 { return f.l.owners(role, of)(f.c) }

// Pieces are the components that (piece …) means; without one that of the mover's number.
func (f *Fixed) Pieces(t *check.Term) []int {
	what, _ := f.l.piecesOf(t)
	var out []int
	for _, w := range what {
		out = append(out, w.Fn(f.c))
	}
	return out
}

// Promotions are the components that a piece may become.
func (f *Fixed) Promotions(piece, owner *check.Term) []int {
	return f.l.promotions(piece, owner)(f.c, nil)
}

// Owned lists, per owner from nobody to everybody, the components that (forEach Piece …) of some
// names looks for.
func (f *Fixed) Owned(names *check.Term, everybody bool) [][]int {
	return f.l.componentsByOwner(names, everybody)
}

// Player is the player that a role or (player …) means; without one the mover.
func (f *Fixed) Player(t *check.Term) int { return f.l.player(t).Fn(f.c) }

// Joints are the regions that is Connected asks for, for a role by its owner, with the player whose
// they are; the player is Undefined where no role says so.
func (f *Fixed) Joints(t *check.Term) (regions [][]int, player int) {
	by, role := f.l.joints(t)
	player = exec.Undefined
	j := &by[0]
	if role != nil {
		player = role(f.c)
		if player < 0 || player >= len(by) {
			return nil, player
		}
		j = &by[player]
	}
	mark := f.c.SetMark()
	sets := j.now(f.c, nil)
	for i := range j.n {
		var sites []int
		if j.static != nil {
			for s, m := range j.static {
				if m>>uint(i)&1 != 0 {
					sites = append(sites, s)
				}
			}
		} else {
			sites = sets[i].Append(nil)
		}
		regions = append(regions, sites)
	}
	f.c.FreeSets(mark)
	return regions, player
}

// Ints evaluates a list of numbers.
func (f *Fixed) Ints(t *check.Term) []int { return f.l.ints(t)(f.c, nil) }

// Piece is the component with a name of a player; Undefined if there is none.
func (f *Fixed) Piece(name, player *check.Term) int {
	return f.l.ownPiece(name, f.l.player(player))(f.c)
}

// WalkEnds lists where walks lead from a site, each once: of those of a piece that has to go forward,
// leader, those that do; 0 stands for any piece.
func (f *Fixed) WalkEnds(walk, rotations *check.Term, k exec.Kind, site, leader int) []int {
	fn := f.walks[walk]
	if fn == nil {
		fn = f.l.walkEnds(walk, rotations, k)
		f.walks[walk] = fn
	}
	if site < 0 || site >= f.l.p.Topo.NumSites(k) {
		return nil
	}
	var out []int
	for _, s := range fn(f.c, site) {
		if leader > 0 {
			if facing := f.l.p.Components[leader].Facing; facing != topology.NoDirection && !ahead(f.l.p.Topo.Of(k).Sites, facing, site, s) {
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// Steps is the number of steps between two sites in the sense of a relation, as (count Steps …) gives it.
func (f *Fixed) Steps(relation string, k exec.Kind, from, to int) int {
	if relation == "" {
		relation = "Adjacent"
	}
	d := f.steps[relation]
	if d == nil {
		d = &distances{near: f.l.related(k, f.l.distanceRelation(relation)), rows: make([][]int32, f.l.siteCount(k))}
		d.fill()
		f.steps[relation] = d
	}
	if uint(from) >= uint(len(d.rows)) || uint(to) >= uint(len(d.rows)) {
		return 0
	}
	return max(d.at(from, to), 0)
}
