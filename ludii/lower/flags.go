package lower

import (
	"slices"
	"strings"

	"ludens/ludii/check"
	"ludens/ludii/topology"
)

// computeFlags finds out, by a walk over the whole description, what changes the
// meaning of single ludemes: whether sites hold stacks, counts, states, …. They
// are Ludii's game flags.
func (l *lowerer) computeFlags() {
	l.root.Walk(l.flagsOf)
	l.spaceFlags(l.root, true)
	f := &l.p.Flags
	f.Asks = asks(l.root, f.Visited)
	if rules := l.root.Arg("rules"); rules != nil {
		f.DrawnOpening = f.Stochastic && !draws(l.root, rules.Arg("start"))
	}
	if f.LargePiece {
		f.SiteState = true // which way it lies
	}
	l.root.Walk(func(t *check.Term) {
		if t.Sort != check.SiteType || t.Form != nil {
			return
		}
		switch t.Text {
		case "Vertex":
			f.Uses[topology.Vertex] = true
		case "Edge":
			f.Uses[topology.Edge] = true
		case "Cell":
			f.Uses[topology.Cell] = true
		}
	})
}

// drawing are the forms that draw by lot, or that have something to be drawn with.
var drawing = map[string]bool{
	"dice": true, "roll": true, "deck": true, "start.deal": true, "moves.deal": true, "take Domino": true, "random": true, "random#num": true, "directions Random": true, "sites Random": true,
	"value Random": true, "place Random": true, "place Random#stack": true, "place Random#stack-counts": true,
}

// draws reports whether a term draws by lot, elsewhere than in a part of it.
func draws(t, except *check.Term) bool {
	if t == nil || t == except {
		return false
	}
	if t.Form != nil && drawing[t.Form.Name] {
		return true
	}
	return slices.ContainsFunc(t.Args, func(a *check.Term) bool { return draws(a, except) }) ||
		slices.ContainsFunc(t.Items, func(a *check.Term) bool { return draws(a, except) })
}

// asks reports whether rules other than end rules, which are applied when a move is made,
// ask questions that leave a trace in the state: whether the next player can move, and
// whether there is a move where the sites visited in a turn are kept. What is asked
// within moves that are tried leaves none; that is not told apart.
func asks(t *check.Term, visited bool) bool {
	if t == nil {
		return false
	}
	if t.Form != nil {
		switch t.Form.Name {
		case "bool.no Moves":
			return t.Arg("roleType").Text == "Next"
		case "can Move":
			if visited {
				return true
			}
		}
	}
	end := (*check.Term)(nil)
	if t.Form != nil {
		end = t.Arg("end")
	}
	for _, list := range [][]*check.Term{t.Args, t.Items} {
		for _, a := range list {
			if a != end && asks(a, visited) {
				return true
			}
		}
	}
	return false
}

// isTrue reports an argument that is written True.
func isTrue(t *check.Term) bool {
	return t != nil && (t.Form != nil || t.Bool)
}

func (l *lowerer) flagsOf(t *check.Term) {
	if t.Form == nil {
		return
	}
	f := &l.p.Flags
	has := func(name string) bool { return t.Arg(name) != nil }
	name := t.Form.Name
	f.Stochastic = f.Stochastic || drawing[name]
	switch name {
	case "place Random#stack", "place Random#stack-counts":
		f.Stacking = true
	case "place Stack":
		f.Stacking = true
	case "int.count Stack", "size Stack", "topLevel", "sites LevelFrom", "moves.forEach Level", "forEach Level", "sites.forEach Level",
		"where Level", "where Level#what", "int.last LevelTo", "int.last LevelFrom", "level":
		f.Stacking = true
	case "is Line":
		f.Stacking = f.Stacking || isTrue(t.Arg("byLevel"))
	case "sites ToClear":
		f.SequenceCapture = true
	case "deck":
		f.Stacking = true
	case "dice":
		f.SiteState, f.NotAllPass = true, true
	case "moves.set State", "state", "sites State", "flip", "enclose#state":
		f.SiteState = true
	case "moves.set Count", "sow", "int.count", "start.set Count", "handSite":
		f.Count = true
	case "moves.set Rotation", "move Set Rotation", "rotation", "rotations":
		f.Rotation = true
	case "moves.set Value", "value Piece":
		f.Value = true
	case "moves.set Hidden", "start.set Hidden", "is Hidden", "sites Hidden":
		f.Hidden = true
	case "moves.set Pending", "is Pending", "sites Pending", "value Pending":
		f.PendingValues = true
	case "is Visited":
		f.Visited = true
	case "is Cycle":
		f.CycleDetection = true
	case "move Vote", "vote", "move Propose", "propose", "is Decided", "is Proposed":
		f.Vote = true
	case "note":
		f.Note = true
	case "moves.set Team", "start.set Team", "team":
		f.Team = true
	case "satisfy":
		f.Deduction = true
	case "boardless":
		f.Boardless = true
	case "dominoes":
		f.Dominoes, f.LargePiece = true, true
	case "sites LineOfPlay":
		f.LineOfPlay = true
	case "remember Value", "ints.values Remembered", "start.set RememberValue":
		f.Remember = true
	case "move Bet", "bet", "amount", "start.set Amount":
		f.Bet, f.Amount = true, true
	case "meta.swap":
		f.Swap = true
	case "all Passed":
		f.NotAllPass = true
	case "passEnd":
		if t.Arg("passEndType").Text == "NoEnd" {
			f.NotAllPass = true
		}
	case "addScore", "addScore#list", "moves.set Score":
		f.Score, f.HashScores = true, true
	case "byScore", "int.score", "start.set Score":
		f.Score = true
	case "pass", "move Pass":
		// A lone player who may pass is not thereby done.
		f.NotAllPass = f.NotAllPass || l.p.Players == 1
	case "is Repeat":
		kind := "Positional"
		if r := t.Arg("repetitionType"); r != nil {
			kind = r.Text
		}
		switch kind {
		case "Positional":
			f.RepeatPositional = true
		case "Situational":
			f.RepeatSituational = true
		case "PositionalInTurn":
			f.RepeatPositionalTurn = true
		case "SituationalInTurn":
			f.RepeatSituationalTurn = true
		}
	case "tile":
		if has("walk") {
			f.LargePiece = true
		}
	case "component":
		if has("walk") {
			f.LargePiece = true
		}
	}
	switch name {
	case "move Add", "moves.add":
		if c := t.Arg("count"); c != nil && !isTrue(t.Arg("stack")) {
			f.Count = f.Count || c.Form != nil || c.Int != 1
		}
	case "move", "fromTo":
		f.Stacking = f.Stacking || t.Arg("from").Arg("level") != nil
	case "where", "where Level":
		f.SiteState = f.SiteState || has("state")
	}
	if isTrue(t.Arg("stack")) || isTrue(t.Arg("top")) || (has("top") && name == "moves.forEach Piece") {
		f.Stacking = true
	}
	if strings.HasPrefix(name, "place") {
		if has("state") {
			f.SiteState = true
		}
		if has("rotation") {
			f.Rotation = true
		}
		if has("value") {
			f.Value = true
		}
		if c := t.Arg("count"); c != nil && name == "place" {
			f.Count = f.Count || c.Form != nil || c.Int > 1
		}
		if cs := t.Arg("counts"); cs != nil && len(cs.Items) > 0 { // the first one counts
			f.Count = f.Count || cs.Items[0].Form != nil || cs.Items[0].Int > 1
		}
		// The same piece several times on several sites; a stack on one site does
		// not count.
		if w := t.Arg("where"); name == "place Stack" && (has("coords") || w != nil && (w.List || w.Form != nil && w.Form.Result == check.Sites)) {
			c := t.Arg("count")
			f.Count = f.Count || c != nil && (c.Form != nil || c.Int > 1)
		}
	}
	if name == "piece.piece" && has("state") {
		f.SiteState = true
	}
	if at := t.Arg("at"); at != nil && at.Sort == check.WhenType && at.Text == "EndOfTurn" {
		f.SequenceCapture = true
	}
}
