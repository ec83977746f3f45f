package lower

import (
	"strconv"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// addComponent numbers a component and gives it its name and facing.
func (l *lowerer) addComponent(c exec.Component, role *check.Term, facing topology.Direction) *exec.Component {
	if c.Flips == [2]int{} {
		c.Flips = [2]int{-1, -1}
	}
	if c.Domino == [2]int{} {
		c.Domino = [2]int{-1, -1}
	}
	c.Facing = facing
	if facing == topology.NoDirection && c.Owner >= 1 && c.Owner <= l.p.Players && !c.IsDie {
		c.Facing = l.p.Facing[c.Owner]
	}
	l.p.Components = append(l.p.Components, c)
	if len(l.p.Components) > 1000 {
		l.refuse(l.root, CodeSize, "more than 1000 components")
	}
	return &l.p.Components[len(l.p.Components)-1]
}

func (l *lowerer) component(t *check.Term) {
	p := l.p
	l.only(t, "name", "roleType", "facing", "flips", "moves", "maxState", "maxCount", "maxValue", "walk", "numSides", "slots", "slotsPerSide", "paths", "numFaces", "value", "value2",
		"cardType", "rank", "trumpRank", "trumpValue", "suit")
	base := t.Arg("name").Text
	role := t.Arg("roleType")
	// How high states, counts and values go tells Ludii how much to store, no more.
	c := exec.Component{Base: base}
	if f := t.Arg("flips"); f != nil {
		c.Flips = [2]int{l.constant(f.Arg("a"), 0), l.constant(f.Arg("b"), 0)}
	}
	if w := t.Arg("walk"); w != nil {
		c.Walks = turns(w)
	}
	if t.Name() == "tile" {
		c.Tile = l.tile(t)
	}
	if t.Name() == "domino" {
		c.Domino = [2]int{l.constant(t.Arg("value"), 0), l.constant(t.Arg("value2"), 0)}
	}
	switch t.Name() {
	case "item.card":
		c.Card = l.cardOf(t)
	case "die": // a piece that shows a face, as its state says
		n := l.constant(t.Arg("numFaces"), 6)
		if n < 1 || n > 1000 {
			l.refuse(t, CodeSize, "a die with %d faces", n)
			return
		}
		c.IsDie = true
		for face := 1; face <= n; face++ {
			c.Faces = append(c.Faces, face)
		}
	}
	facing := direction(t.Arg("facing"))
	add := func(owner int) {
		c := c
		c.Owner = owner
		c.Name = l.pieceName(base, owner)
		l.addComponent(c, role, facing)
		l.pieceTerms = append(l.pieceTerms, pieceTerm{len(p.Components) - 1, t.Arg("moves")})
	}
	switch {
	case role == nil && c.Tile != nil:
		add(p.Shared())
		return
	case role == nil || role.Text == "Each":
		for i := 1; i <= p.Players; i++ {
			add(i)
		}
		return
	}
	add(l.owner(role))
}

// pieceName is the name of a component as start rules and (id …) write it: with
// the owner's number, where a match has several players.
func (l *lowerer) pieceName(base string, owner int) string {
	if owner > l.p.Players || l.p.Players <= 1 && owner > 0 {
		return base
	}
	return base + strconv.Itoa(owner)
}

// A pieceTerm remembers the moves of a component, which are lowered last.
type pieceTerm struct {
	component int
	moves     *check.Term
}

// lowerPieces lowers the moves of the components. Pieces of several owners that
// were written once are lowered once.
func (l *lowerer) lowerPieces() {
	done := map[*check.Term]exec.MovesFn{}
	for _, pt := range l.pieceTerms {
		if pt.moves == nil {
			continue
		}
		fn, ok := done[pt.moves]
		if !ok {
			fn = l.moves(pt.moves)
			if asksPieces(pt.moves) {
				moves := fn
				fn = func(c *ctx) {
					if c.Enter() {
						moves(c)
						c.Leave()
					}
				}
			}
			done[pt.moves] = fn
		}
		l.p.Components[pt.component].Moves = fn
	}
}

// asksPieces tells whether moves of a piece may need the moves of pieces.
func asksPieces(t *check.Term) (asks bool) {
	t.Walk(func(t *check.Term) { asks = asks || t.Name() == "moves.forEach Piece" })
	return asks
}

// turns reads a walk or a list of walks.
func turns(t *check.Term) [][]exec.Turn {
	one := func(items []*check.Term) []exec.Turn {
		var w []exec.Turn
		for _, it := range items {
			w = append(w, exec.Turn(it.Text[0]))
		}
		return w
	}
	if len(t.Items) > 0 && t.Items[0].List {
		var all [][]exec.Turn
		for _, it := range t.Items {
			all = append(all, one(it.Items))
		}
		return all
	}
	return [][]exec.Turn{one(t.Items)}
}

func (l *lowerer) tile(t *check.Term) *exec.Tile {
	tile := &exec.Tile{SlotsPerSide: l.constant(t.Arg("slotsPerSide"), 1)}
	if a := t.Arg("slots"); a != nil {
		tile.Slots = []int{}
		for _, it := range a.Items {
			tile.Slots = append(tile.Slots, l.constant(it, 0))
		}
	}
	if ps := t.Arg("paths"); ps != nil {
		for _, q := range ps.Items {
			tile.Paths = append(tile.Paths, exec.TilePath{
				From: l.constant(q.Arg("from"), 0), FromSlot: l.constant(q.Arg("slotsFrom"), 0),
				To: l.constant(q.Arg("to"), 0), ToSlot: l.constant(q.Arg("slotsTo"), 0), Colour: l.constant(q.Arg("colour"), 0),
			})
		}
	}
	return tile
}
