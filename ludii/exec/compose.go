package exec

import (
	"math/bits"
	"slices"

	"ludens/ludii/topology"
)

// Prepend makes the moves behind index m, which were generated as effects of
// move m, part of it: their actions are put before its own and lose their marks
// of decisions, and their consequences are worked out at their place. The
// moves are taken off the buffer.
//
// It is what Ludii does with the effects of (to … (apply …)) and (between …
// (apply …)). The whole then is a new move around the old one, without levels;
// the caller sets its From, To and Between.
func (c *Ctx) Prepend(m int) {
	n := len(c.Moves) - m - 1
	if n <= 0 {
		return
	}
	start := int32(len(c.Actions))
	for i := m + 1; i < len(c.Moves); i++ {
		e := c.Moves[i]
		c.nest(e.Actions, true)
		c.inline(e.Then)
	}
	own := &c.Moves[m]
	c.nest(own.Actions, false)
	between := [2]int32{}
	if n > 1 {
		between = c.Moves[m+1].Between
	}
	mover, then := own.Mover, own.Then
	*own = Move{
		Mover: mover, From: own.From, To: own.To, Then: then,
		Actions: [2]int32{start, int32(len(c.Actions))}, Between: between,
		State: Undefined,
	}
	c.Moves = c.Moves[:m+1]
	if len(c.Actions) > MaxActions {
		c.Fail(ErrMoves)
	}
}

// nest appends a copy of actions that are those of a move within a move.
func (c *Ctx) nest(r [2]int32, effect bool) {
	at := len(c.Actions)
	c.Actions = append(c.Actions, c.Actions[r[0]:r[1]]...)
	for i := at; i < len(c.Actions) && effect; i++ {
		c.Actions[i].Decision = false
	}
	if at < len(c.Actions) {
		c.Actions[at].Open++
		c.Actions[len(c.Actions)-1].Close++
	}
}

// Emit is NewMove for generators that make many moves of one kind: the action is
// copied from where it is.
func (c *Ctx) Emit(a *Action) int {
	i := int32(len(c.Actions))
	if i >= MaxActions {
		return c.NewMove(*a)
	}
	c.Actions = append(c.Actions, *a)
	n := len(c.Moves)
	if n < cap(c.Moves) {
		c.Moves = c.Moves[:n+1]
	} else {
		c.Moves = append(c.Moves, Move{})
	}
	// Field by field: a move put together elsewhere would be read before it is all there.
	m := &c.Moves[n]
	*m = Move{}
	m.Mover, m.From, m.To, m.State = int16(c.Mover), a.From, a.To, Undefined
	m.Actions[0], m.Actions[1] = i, i+1
	return n
}

// EmitEach is Emit for an action about one site, for each of some sites, which a need not say. kind
// gives that of a site.
func (c *Ctx) EmitEach(a *Action, sites Bits, kind func(c *Ctx, site int) Kind) {
	n, first, at := sites.Count(), len(c.Moves), len(c.Actions)
	if at+n > MaxActions {
		c.Fail(ErrMoves)
		return
	}
	c.Actions = slices.Grow(c.Actions, n)[:at+n]
	c.Moves = slices.Grow(c.Moves, n)[:first+n]
	mover := int16(c.Mover)
	for w, left := range sites {
		for ; left != 0; left &= left - 1 {
			site := 64*w + bits.TrailingZeros64(left)
			own, m := &c.Actions[at], &c.Moves[first]
			*own, *m = *a, Move{}
			own.Kind = kind(c, site)
			own.KindTo, own.From, own.To = own.Kind, int32(site), int32(site)
			m.Mover, m.From, m.To, m.State = mover, int32(site), int32(site), Undefined
			m.Actions[0], m.Actions[1] = int32(at), int32(at+1)
			at, first = at+1, first+1
		}
	}
}

// Also appends an action to the move made last, unless that has too many.
func (c *Ctx) Also(a Action) {
	c.Tick()
	if len(c.Actions) > MaxActions {
		c.Fail(ErrMoves)
		return
	}
	m := &c.Moves[len(c.Moves)-1]
	if m.Actions[1] != int32(len(c.Actions)) {
		start := int32(len(c.Actions))
		c.Actions = append(c.Actions, c.Actions[m.Actions[0]:m.Actions[1]]...)
		m.Actions[0] = start
	}
	c.Actions = append(c.Actions, a)
	m.Actions[1] = int32(len(c.Actions))
}

// SetBetween makes sites those between From and To of move m.
func (c *Ctx) SetBetween(m int, sites []int) {
	start := int32(len(c.Betweens))
	for _, s := range sites {
		c.Betweens = append(c.Betweens, int32(s))
	}
	c.Moves[m].Between = [2]int32{start, int32(len(c.Betweens))}
}

// Dirs gives an empty list of directions from the pool; give it back with
// PutDirs in reverse order of taking.
func (c *Ctx) Dirs() []topology.Direction {
	if c.ndirs == len(c.dirs) {
		c.dirs = append(c.dirs, make([]topology.Direction, 0, 32))
	}
	x := c.dirs[c.ndirs][:0]
	c.ndirs++
	return x
}

// PutDirs gives back the list taken last, with the storage it may have grown.
func (c *Ctx) PutDirs(x []topology.Direction) {
	c.ndirs--
	c.dirs[c.ndirs] = x
}

// Rays gives an empty list of rays from the pool; give it back with PutRays in
// reverse order of taking.
func (c *Ctx) Rays() []topology.Ray {
	if c.nrays == len(c.rays) {
		c.rays = append(c.rays, make([]topology.Ray, 0, 32))
	}
	x := c.rays[c.nrays][:0]
	c.nrays++
	return x
}

// PutRays gives back the list taken last.
func (c *Ctx) PutRays(x []topology.Ray) {
	c.nrays--
	c.rays[c.nrays] = x
}

// A RayTable remembers the rays of a description of directions that depend on
// the piece at a site alone, by piece and site.
type RayTable struct{ rays [][][]topology.Ray }

// noRays stands for "known, and none".
var noRays = []topology.Ray{}

// RayTable gives the table of a number that lowering gave to a description.
func (c *Ctx) RayTable(slot int) *RayTable {
	for slot >= len(c.rayTables) {
		c.rayTables = append(c.rayTables, RayTable{})
	}
	return &c.rayTables[slot]
}

// Get gives what is known of a piece at a site.
func (t *RayTable) Get(what, site int) (rays []topology.Ray, known bool) {
	if what >= len(t.rays) || site >= len(t.rays[what]) {
		return nil, false
	}
	r := t.rays[what][site]
	return r, r != nil
}

// maxRayEntries bounds, for all tables of a Ctx together, rows times sites.
const maxRayEntries = 4 << 20

// KeepRays remembers a copy of rays for a piece at one of n sites in the table of a
// number. Where the tables are full it does nothing: known is false.
func (c *Ctx) KeepRays(slot, what, site, n int, rays []topology.Ray) (kept []topology.Ray, known bool) {
	t := c.RayTable(slot)
	for what >= len(t.rays) {
		t.rays = append(t.rays, nil)
	}
	if t.rays[what] == nil {
		if c.rayEntries+n > maxRayEntries {
			return nil, false
		}
		c.rayEntries += n
		t.rays[what] = make([][]topology.Ray, n)
	}
	r := append(noRays, rays...)
	t.rays[what][site] = r
	return r, true
}

// Absorb appends the actions of the moves behind index m to those of move m and
// takes these moves off the buffer, without their consequences.
func (c *Ctx) Absorb(m int) {
	own := &c.Moves[m]
	start := int32(len(c.Actions))
	c.Actions = append(c.Actions, c.Actions[own.Actions[0]:own.Actions[1]]...)
	for i := m + 1; i < len(c.Moves); i++ {
		r := c.Moves[i].Actions
		c.Actions = append(c.Actions, c.Actions[r[0]:r[1]]...)
	}
	own.Actions = [2]int32{start, int32(len(c.Actions))}
	c.Moves = c.Moves[:m+1]
	if len(c.Actions) > MaxActions {
		c.Fail(ErrMoves)
	}
}
