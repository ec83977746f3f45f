package lower

import (
	"math"
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

func init() {
	moveForms["moves.forEach Piece"] = (*lowerer).eachPiece
}

// A pieceLoop is a lowered (forEach Piece …).
type pieceLoop struct {
	player exec.IntFn
	mover  bool    // the player is the mover
	of     [][]int // by owner: the components to look for
	kinds  []kind  // of the sites to look at
	main   kind    // the one of them that pieces are on as a rule
	others []kind  // the others
	moves  exec.MovesFn
	takes  []func(c *ctx, place int) // by component: one of the moves, see taker
	top    exec.BoolFn               // nil: pieces at any level
	ground kind                      // whose stacks top is about
	low    int
	high   int // sites from low to below high
	// container, if not nil, tells of which container the sites are.
	container exec.IntFn
	then      *exec.Then
}

// eachPiece makes the moves of all pieces of a player: those that are given, or
// those that come with each piece. From and level are where the piece is.
func (l *lowerer) eachPiece(t *check.Term) exec.MovesFn {
	p := &pieceLoop{then: l.then(t)}
	player := l.player(t.Arg("player"))
	p.player, p.mover = player.Fn, player.Iter == IterMover
	if m := t.Arg("moves"); m != nil {
		p.moves = l.moves(m)
	}
	if top := t.Arg("top"); top != nil {
		p.top = l.bool(top).Fn
	}
	on, given := l.kindOf(t.Arg("on"))
	p.ground = on
	for k := range l.p.Sites {
		if l.p.Sites[k] > 0 && (!given || kind(k) == on) {
			p.kinds = append(p.kinds, kind(k))
		}
	}
	p.low, p.high, p.container = l.bandOf(t, on)
	if p.low > 0 {
		p.ground = topology.Cell
	}
	everybody := false
	if r := t.Arg("player"); r != nil && r.Form == nil {
		everybody = r.Text == "All" || r.Text == "Each"
	}
	p.of = l.componentsByOwner(t.Arg("names"), everybody)
	if p.main = on; len(p.kinds) > 0 && !slices.Contains(p.kinds, on) {
		p.main = p.kinds[0]
	}
	for _, k := range p.kinds {
		if k != p.main {
			p.others = append(p.others, k)
		}
	}
	if p.mover && p.top == nil && p.container == nil && !l.p.Flags.Stacking && len(p.kinds) > 0 {
		l.finds(t, p.some)
		p.sample(l, t)
		return p.plain
	}
	if !l.p.Flags.Stochastic {
		l.finds(t, func(c *ctx) bool {
			first := len(c.Moves)
			p.each(c, first)
			return len(c.Moves) > first
		})
	}
	return p.all
}

// bandOf gives the sites of the container that (forEach Piece …) is about, or, where
// this is not known yet, the container.
func (l *lowerer) bandOf(t *check.Term, on kind) (low, high int, container exec.IntFn) {
	id := 0
	if v := t.Arg("container"); v != nil {
		n := l.int(v)
		if !n.Const {
			return 0, l.p.Topo.NumSites(on), n.Fn
		}
		id = n.V
	} else if name := t.Arg("containerName"); name != nil {
		id = -1
		for i := range l.p.Containers {
			if l.p.Containers[i].Name == name.Text {
				id = i
			}
		}
	}
	if id < 0 || id >= len(l.p.Containers) {
		l.refuse(t, CodeMeaning, "there is no such container")
		return 0, 0, nil
	}
	if id == 0 {
		return 0, l.p.Topo.NumSites(on), nil
	}
	c := &l.p.Containers[id]
	return c.From, c.From + c.N, nil
}

// componentsByOwner lists, per owner from nobody to everybody, the components of
// some names. All components are everybody's, if they are looked for.
func (l *lowerer) componentsByOwner(names *check.Term, everybody bool) [][]int {
	var wanted []string
	switch {
	case names == nil:
	case names.List:
		for _, n := range names.Items {
			wanted = append(wanted, n.Text)
		}
	default:
		wanted = []string{names.Text}
	}
	of := make([][]int, l.p.Shared()+1)
	for id := 1; id < len(l.p.Components); id++ {
		c := &l.p.Components[id]
		fits := wanted == nil
		for _, n := range wanted {
			fits = fits || c.Base == n
		}
		if !fits {
			continue
		}
		for owner := range of {
			if c.Owner == owner || everybody && owner == l.p.Shared() {
				of[owner] = append(of[owner], id)
			}
		}
	}
	return of
}

// stray reports whether pieces of the mover stand on sites of another kind than the main one.
func (p *pieceLoop) stray(c *ctx) bool {
	for _, k := range p.others {
		for _, id := range p.of[c.Mover] {
			if s := c.Sites[k].At[id].Next(p.low); s >= 0 && s < p.high {
				return true
			}
		}
	}
	return false
}

// plain is the frequent case: the mover's pieces on sites of one kind, no stacks.
func (p *pieceLoop) plain(c *ctx) {
	if p.others != nil && p.stray(c) {
		p.all(c)
		return
	}
	first := len(c.Moves)
	from, level := c.From, c.Level
	mover := int(c.Mover)
	k := p.main
	for _, id := range p.of[mover] {
		moves := p.moves
		if moves == nil {
			if moves = c.Prog.Components[id].Moves; moves == nil {
				continue
			}
		}
		if c.Aim != 0 && p.moves == nil && p.low == 0 && k == c.Prog.Default {
			if from := c.Prog.Components[id].Reach; c.Aim <= len(from) {
				p.towards(c, id, from[c.Aim-1], moves)
				continue
			}
		}
		// The state may be another one after a look ahead: nothing of it is kept.
		for s := c.Sites[k].At[id].Next(p.low); s >= 0 && s < p.high; s = c.Sites[k].At[id].Next(s + 1) {
			c.From, c.Level = s, 0
			moves(c)
		}
	}
	c.From, c.Level = from, level
	c.SetMover(first, mover)
	c.Finish(first, p.then)
}

// towards makes the moves of those pieces of a component that stand where a move to the
// site that is wanted could be from.
func (p *pieceLoop) towards(c *ctx, id int, from exec.Bits, moves exec.MovesFn) {
	k := p.main
	for s := c.Sites[k].At[id].NextBoth(from, p.low); s >= 0 && s < p.high; s = c.Sites[k].At[id].NextBoth(from, s+1) {
		if c.Calms(s) {
			continue
		}
		c.From, c.Level = s, 0
		moves(c)
	}
}

// all is every other case.
func (p *pieceLoop) all(c *ctx) { p.each(c, math.MaxInt) }

// each goes from piece to piece until there are more than so many moves. While the moves of
// another player's pieces are worked out, that player is the mover, and the mover
// before and behind it.
func (p *pieceLoop) each(c *ctx, enough int) {
	player := p.player(c)
	if player < 0 || player >= len(p.of) {
		return
	}
	first := len(c.Moves)
	from, level := c.From, c.Level
	mover, prev, next := c.Mover, c.Prev, c.Next
	top := p.top != nil && p.top(c)
	low, high, ground := p.low, p.high, p.ground
	if p.container != nil {
		id := p.container(c)
		if id < 0 || id >= len(c.Prog.Containers) {
			return
		}
		if id > 0 {
			low = c.Prog.Containers[id].From
			high = low + c.Prog.Containers[id].N
			ground = topology.Cell
		}
	}
	if player != int(mover) && player != 0 && player <= c.Prog.Players {
		c.Mover, c.Prev, c.Next = int32(player), mover, mover
	}
pieces:
	for _, id := range p.of[player] {
		moves := p.moves
		if moves == nil {
			if moves = c.Prog.Components[id].Moves; moves == nil {
				continue
			}
		}
		for _, k := range p.kinds {
			for s := c.Sites[k].At[id].Next(low); s >= 0 && s < high; s = c.Sites[k].At[id].Next(s + 1) {
				c.Tick()
				c.From, c.Level = s, 0
				if c.Sites[k].Stack == nil {
					if moves(c); len(c.Moves) > enough {
						break pieces
					}
					continue
				}
				if top { // no other level counts
					if i, stack := c.Size(ground, s)-1, c.Sites[k].Stack[s]; uint(i) < uint(len(stack)) && int(stack[i].What) == id {
						c.Level = i
						if moves(c); len(c.Moves) > enough {
							break pieces
						}
					}
					continue
				}
				for i := 0; i < len(c.Sites[k].Stack[s]); i++ {
					if int(c.Sites[k].Stack[s][i].What) != id {
						continue
					}
					c.Level = i
					if moves(c); len(c.Moves) > enough {
						break pieces
					}
				}
			}
			if len(c.Ghosts) > 0 {
				p.ghosts(c, id, k, low, high, ground, top, moves)
			}
		}
	}
	c.Mover, c.Prev, c.Next = mover, prev, next
	c.From, c.Level = from, level
	c.SetMover(first, int(mover))
	c.Finish(first, p.then)
}

// ghosts makes the moves of pieces of a component that are gone and still listed.
func (p *pieceLoop) ghosts(c *ctx, id int, k kind, low, high int, ground kind, top bool, moves exec.MovesFn) {
	for i := 0; i < len(c.Ghosts); i++ {
		g := c.Ghosts[i]
		s := int(g.Site)
		if int(g.What) != id || g.Kind != k || s < low || s >= high || top && c.Size(ground, s) != int(g.Level)+1 {
			continue
		}
		c.From, c.Level = s, int(g.Level)
		moves(c)
	}
}
