package lower

import (
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Which pieces see no farther than their way: whether such a piece can go from one site to
// another depends on what is on the two and between them alone. Moves that touch none of
// these need not be asked what they change there (exec.Component.Local).

// local reports whether that is so of all moves of a term, which begin where the piece is.
func (l *lowerer) local(t *check.Term) bool {
	if t == nil || t.Form == nil {
		return t != nil && t.List && l.allLocal(t.Items)
	}
	switch t.Form.Name {
	case "moves.or", "moves.and":
		return l.local(t.Arg("a")) && l.local(t.Arg("b"))
	case "moves.or#list", "moves.and#list":
		return l.local(t.Arg("moves"))
	case "moves.if":
		return l.seesWay(t.Arg("if")) && l.local(t.Arg("yes")) && (t.Arg("no") == nil || l.local(t.Arg("no")))
	case "move Step", "step", "move Slide", "slide", "move Hop", "hop", "move Leap", "leap":
	default:
		return false
	}
	for i := range t.Form.Params {
		a := t.Args[i]
		if a == nil {
			continue
		}
		switch t.Form.Params[i].Name {
		case "then": // what follows does not change where the move goes
		case "to", "between":
			if !l.localPart(a) {
				return false
			}
		case "direction", "walk", "forward", "rotations":
			if !written(a) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func (l *lowerer) allLocal(list []*check.Term) bool {
	for _, t := range list {
		if !l.local(t) {
			return false
		}
	}
	return true
}

// localPart is local for (to …) and (between …) of a move. What their effects are does not
// change where it goes, but a condition of theirs may forbid it.
func (l *lowerer) localPart(t *check.Term) bool {
	if t.Form == nil {
		return false
	}
	for i := range t.Form.Params {
		a := t.Args[i]
		if a == nil {
			continue
		}
		switch t.Form.Params[i].Name {
		case "if":
			if !l.seesWay(a) {
				return false
			}
		case "apply":
			if b := a.Arg("if"); b != nil && !l.seesWay(b) {
				return false
			}
		case "range", "before", "after":
			if !written(a) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// written reports whether a term is made of names and numbers only, or counts what never
// changes.
func written(t *check.Term) bool {
	ok := true
	t.Walk(func(t *check.Term) {
		if t.Form != nil {
			switch t.Form.Name {
			case "directions", "exact", "range", "range.max", "range.min", "count Rows", "count Columns":
			default:
				ok = false
			}
		}
	})
	return ok
}

// seesWay reports whether a condition is about nothing but the sites of a move, from, to and
// between, whose turn it is, and what never changes.
func (l *lowerer) seesWay(t *check.Term) bool {
	if t == nil {
		return true
	}
	if t.Form == nil {
		if !t.List {
			return true
		}
		for _, a := range t.Items {
			if !l.seesWay(a) {
				return false
			}
		}
		return true
	}
	if onWay(t) {
		return true
	}
	at := "" // the argument that is a site
	switch t.Form.Name {
	case "bool.and", "bool.or", "bool.and#list", "bool.or#list", "not", "xor", "=", "!=", "<", "<=", ">", ">=",
		"is Enemy", "is Friend", "is Mover", "mover", "id", "id#name":
	case "who", "what", "state":
		at = "at"
	case "is Empty", "is Occupied", "is In":
		at = "site"
	case "sites":
		return l.fixedRegions()
	default:
		return false
	}
	for i := range t.Form.Params {
		a, name := t.Args[i], t.Form.Params[i].Name
		switch {
		case name == at && a == nil: // the site of something else
			return false
		case a == nil:
		case name == at:
			if !onWay(a) {
				return false
			}
		case !l.seesWay(a):
			return false
		}
	}
	return true
}

// onWay reports whether a term is one of the sites of a move.
func onWay(t *check.Term) bool {
	if t.Form == nil {
		return false
	}
	switch t.Form.Name {
	case "int.from", "int.to", "int.between":
		return true
	}
	return false
}

// fixedRegions reports whether all named regions are the same at all times.
func (l *lowerer) fixedRegions() bool {
	for i := range l.p.Regions {
		if l.p.Regions[i].Static == nil {
			return false
		}
	}
	return true
}

// mostBetween bounds the words of the lines of a program.
const mostBetween = 1 << 18

// localPieces marks the components of which that is so, of those whose reach is known.
func (l *lowerer) localPieces() {
	k := l.p.Default
	n := l.p.Sites[k]
	if n*n*((n+63)/64) > mostBetween || l.p.Flags.Team || l.p.Flags.Stacking {
		return
	}
	some := false
	for _, pt := range l.pieceTerms {
		if c := &l.p.Components[pt.component]; c.Reach != nil && l.local(pt.moves) {
			c.Local, some = true, true
		}
	}
	if some {
		l.p.Between = linesOf(l.p.Topo.Of(k), n)
		l.piecesOnly()
	}
}

// piecesOnly marks the phases in which nothing moves but pieces, each as it can.
func (l *lowerer) piecesOnly() {
	c, n := l.spare(), l.p.Sites[l.p.Default]
	mover := c.Mover
	for i, t := range l.plays {
		aside, ok := l.besides(t, nil)
		if !ok {
			continue
		}
		ph := &l.p.Phases[i]
		ph.Pieces = true
		if len(aside) == 0 {
			continue
		}
		ph.Aside = make([]exec.Bits, l.p.Players+1)
		for player := range ph.Aside {
			ph.Aside[player] = exec.NewBits(n)
			c.Mover = int32(player)
			for _, add := range aside {
				add(c, ph.Aside[player])
			}
		}
	}
	c.Mover = mover
}

// besides appends where the moves of a term lead that are not made by every piece of the mover as
// it can; false if that is not known. A threat is looked for as if somebody else had moved
// before, so that moves of who moves again are none.
func (l *lowerer) besides(t *check.Term, dst []func(c *ctx, dst exec.Bits)) ([]func(c *ctx, dst exec.Bits), bool) {
	if aside := l.asides[t]; aside != nil {
		return append(dst, aside), true
	}
	var of []*check.Term
	switch t.Name() {
	case "moves.forEach Piece":
		return dst, only(t, "then")
	case "move", "fromTo", "move Add":
		return dst, ontoEmpty(t.Arg("to").Arg("sites"))
	case "do":
		if t.Arg("next") != nil {
			return dst, false
		}
		of = []*check.Term{t.Arg("first")}
	case "moves.or", "moves.or#list":
		of = parts(t)
	case "moves.if":
		if !again(t.Arg("if")) {
			of = append(of, t.Arg("yes"))
		}
		if no := t.Arg("no"); no != nil {
			of = append(of, no)
		}
	default:
		return dst, false
	}
	for _, p := range of {
		ok := false
		if dst, ok = l.besides(p, dst); !ok {
			return dst, false
		}
	}
	return dst, true
}

// ontoEmpty reports whether a region is of empty sites, where nobody stands to be threatened.
func ontoEmpty(t *check.Term) bool {
	switch t.Name() {
	case "sites Empty":
		return only(t)
	case "sites.difference":
		return ontoEmpty(t.Arg("a"))
	}
	return false
}

// only reports whether a term has no arguments but those of some names.
func only(t *check.Term, names ...string) bool {
	for i := range t.Form.Params {
		if t.Args[i] != nil && !slices.Contains(names, t.Form.Params[i].Name) {
			return false
		}
	}
	return true
}

// again reports whether a condition says that the mover has moved before.
func again(t *check.Term) bool {
	return t != nil && t.Name() == "is Prev" && t.Arg("player").Text == "Mover"
}

// keepsPieces reports whether a consequence leaves alone what stands where, but for the state of the
// site that the move has led to.
func keepsPieces(t *check.Term) bool {
	if t == nil || t.Form == nil {
		return false
	}
	if then := t.Arg("then"); then != nil && !keepsPieces(then.Arg("effect")) {
		return false
	}
	switch t.Form.Name {
	case "moveAgain", "moves.set Counter", "moves.set Var", "moves.set Pending":
		return true
	case "moves.set State":
		return t.Arg("at").Name() == "int.last To" && only(t.Arg("at")) && only(t, "at", "value", "then")
	case "moves.if":
		return keepsPieces(t.Arg("yes")) && (t.Arg("no") == nil || keepsPieces(t.Arg("no")))
	case "moves.and", "moves.and#list":
		for _, p := range parts(t) {
			if !keepsPieces(p) {
				return false
			}
		}
		return true
	}
	return false
}

// royal reports whether a condition says that the one piece of the mover's of some name is not
// threatened where it stands, and nothing else.
func royal(t *check.Term) bool {
	if t.Name() != "not" {
		return false
	}
	t = t.Arg("a")
	if t.Name() != "is Threatened" || !only(t, "what", "at") {
		return false
	}
	own := func(t *check.Term, player string, names ...string) bool {
		p := t.Arg(player)
		return p != nil && p.Form == nil && p.Text == "Mover" && only(t, append(names, player)...)
	}
	what, at := t.Arg("what"), t.Arg("at")
	if what.Name() != "id" || what.Arg("name") == nil || !own(what, "roleType", "name") {
		return false
	}
	return at == nil || at.Name() == "where" && at.Arg("name").Text == what.Arg("name").Text && own(at, "player", "name")
}

// linesOf are the lines between so many sites, along the rays in all directions.
func linesOf(s *topology.Sites, n int) *exec.Lines {
	lines := exec.NewLines(n)
	for _, d := range s.Directions[topology.All] {
		for from := range s.Sites {
			for _, r := range along(s, d, from) {
				for i, to := range r {
					for _, site := range r[:i] {
						lines.Add(from, to, site)
					}
				}
			}
		}
	}
	return lines
}
