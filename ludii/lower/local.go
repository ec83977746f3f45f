package lower

import (
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
	walk(t, func(t *check.Term) {
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
	}
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
