package lower

import "ludens/ludii/check"

// aiming are the forms whose generators may leave out moves to other sites than the one
// that is asked for (exec.Ctx.Aim). Each of their moves is made without regard to the
// others.
var aiming = map[string]bool{
	"move Step": true, "step": true, "move Slide": true, "slide": true, "move Leap": true, "leap": true,
	"move Hop": true, "hop": true, "move": true, "fromTo": true,
}

// aims reports whether the moves of all phases and pieces to a site do not depend on those
// to other sites, so that whoever asks for the former need not have the latter.
func (l *lowerer) aims() bool {
	if l.p.Flags.LargePiece {
		return false
	}
	for _, t := range l.plays {
		if !aimed(t) || draws(t, nil) {
			return false
		}
	}
	for _, pt := range l.pieceTerms {
		if !aimed(pt.moves) || draws(pt.moves, nil) {
			return false
		}
	}
	return true
}

// aimed reports whether a term's moves are those of its parts, one by one. Other forms than
// lists of moves and choices that do not look at moves may hold none that aim,
// except behind then: what follows is worked out when a move is made, with all moves.
func aimed(t *check.Term) bool {
	if t == nil {
		return true
	}
	if t.Form == nil {
		return still(t)
	}
	parts := []string{}
	var looked *check.Term // a part that has been looked at
	switch t.Form.Name {
	case "moves.or", "moves.or#list", "moves.and", "moves.and#list":
		parts = []string{"a", "b", "moves"}
	case "moves.if":
		parts = []string{"yes", "no"}
	case "moves.forEach Piece", "moves.forEach Value", "moves.forEach Value#range":
		parts = []string{"moves"}
	case "moves.forEach Site":
		if t.Arg("noMoveYet") != nil {
			return still(t)
		}
		parts = []string{"moves"}
	case "moves.forEach Direction":
		if m := t.Arg("moves"); m.Form == nil || m.Form.Result != check.To {
			parts = []string{"moves"}
		} else if looked = m; !aimedTo(m) {
			return false
		}
	case "do":
		if t.Arg("next") != nil {
			return true // all its moves are made
		}
		parts = []string{"first"}
	default:
		if !aiming[t.Form.Name] {
			return still(t)
		}
	}
	for i := range t.Form.Params {
		name, a := t.Form.Params[i].Name, t.Args[i]
		isPart := false
		for _, p := range parts {
			isPart = isPart || p == name
		}
		switch {
		case a == nil || name == "then" || a == looked:
		case aiming[t.Form.Name] && (name == "to" || name == "between"):
			if !stillPlace(a) {
				return false
			}
		case isPart && a.List:
			for _, m := range a.Items {
				if !aimed(m) {
					return false
				}
			}
		case isPart:
			if !aimed(a) {
				return false
			}
		case !still(a):
			return false
		}
	}
	return true
}

// stillPlace is still for where moves lead, or between what. What is done there does not change where the
// move leads (attach).
func stillPlace(t *check.Term) bool {
	apply := t.Arg("apply")
	for _, a := range t.Args {
		if a != nil && a != apply && !still(a) {
			return false
		}
	}
	return apply == nil || still(apply.Arg("if"))
}

// aimedTo is aimed for the moves that are applied at every site of a loop.
func aimedTo(t *check.Term) bool {
	for _, a := range t.Args {
		if a != nil && a != t.Arg("apply") && !still(a) {
			return false
		}
	}
	apply := t.Arg("apply")
	if apply == nil {
		return true
	}
	for _, a := range apply.Args {
		if a != nil && a != apply.Arg("effect") && !still(a) {
			return false
		}
	}
	return aimed(apply.Arg("effect"))
}

// still reports whether a term has no form in it that aims or that asks pieces for their
// moves, except behind then and where something is asked of moves, which are all of them.
func still(t *check.Term) bool {
	if t == nil {
		return true
	}
	if t.Form != nil && (aiming[t.Form.Name] || t.Form.Name == "moves.forEach Piece") {
		return false
	}
	then := t.Arg("then")
	var asked *check.Term
	if t.Form != nil {
		switch t.Form.Name {
		case "can Move", "sites From", "sites To", "sites Between#moves":
			return true
		case "is Threatened":
			asked = t.Arg("moves")
		}
	}
	for _, list := range [][]*check.Term{t.Args, t.Items} {
		for _, a := range list {
			if a != nil && a != then && a != asked && !still(a) {
				return false
			}
		}
	}
	return true
}
