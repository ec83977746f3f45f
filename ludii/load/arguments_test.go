package load_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/ludii/check"
)

// What is written for an argument of each sort, for TestBreadth.
var written = map[check.Sort][]string{
	check.Float:     {"1.5", "1", "(toFloat (mover))"},
	check.Ints:      {"{0 1}", "(values Remembered)", "(array {1 2})", "(players All)"},
	check.Sites:     {"(sites Board)", "(sites Empty)", "(sites Occupied by:Mover)", "(sites Outer)", "(sites Hand P1)", "(sites {0 1})", `(sites {"A1" "B2"})`, "(sites Empty Edge)", "(sites Empty Vertex)"},
	check.Then:      {"(then (moveAgain))", "(then (moveAgain) applyAfterAllMoves:True)"},
	check.From:      {"(from)", "(from 0)", "(from (sites Occupied by:Mover))", "(from Cell (sites Board) level:0 if:True)"},
	check.To:        {"(to (sites Empty))", "(to (sites Board) if:(is Empty (to)))", "(to if:(is Empty (to)))", "(to if:(is Enemy (who at:(to))) (apply (remove (to))))", "(to (sites Empty) (rotations {N S}))"},
	check.Between:   {"(between if:(is Enemy (who at:(between))) (apply (remove (between))))", "(between)", "(between before:1 after:1)", "(between (exact 1))", "(between trail:(mover))"},
	check.Piece:     {`(piece "Disc1")`, "(piece 1)", `(piece {"Disc1" "Disc2"})`, "(piece {1 2})", "(piece (mover) state:1)"},
	check.Player:    {"(player 1)", "(player (mover))"},
	check.Range:     {"(range 1 2)", "(exact 1)", "(max 2)"},
	check.Flips:     {"(flips 1 2)"},
	check.Seat:      {"(player N)"},
	check.Mode:      {"(mode Alternating)", "(mode Simultaneous)"},
	check.Graph:     {"(square 3)", "(hex 2)"},
	check.Poly:      {"(poly {{0 0} {0 5} {5 5} {5 0}})"},
	check.Track:     {`(track "Y" {0 1 2} loop:True)`, `(track "Y" "0,E,N" P1 directed:True)`},
	check.TrackStep: {"1"},
	check.Values:    {"(values Cell (range 1 4))"},
	check.Card:      {"(card Seven rank:0 value:0 trumpRank:0 trumpValue:0)"},
	check.Path:      {"(path from:0 to:1 colour:1)"},
	check.Pair:      {"(pair 1 2)"},
	check.Hint:      {"(hint {0 1} 1)"},
	check.ItemCount: {`(count "Disc1" 2)`},
	check.Item:      {"(hand Each)"},
	check.MetaRule:  {"(no Repeat)"},
	check.StartRule: {`(place "Disc1" 0)`, "(set Score P1 3)"},
	check.EndRule:   {"(if (is Full) (result Mover Win))"},
	check.Result:    {"(result Mover Win)", "(byScore)"},
	check.EndScore:  {"(score P1 5)"},
	check.Payoff:    {"(payoff P1 5.5)"},
	check.Play:      {"(play (move Add (to (sites Empty))))"},
	check.Phase:     {`(phase "One" (play (move Add (to (sites Empty)))))`},
	check.NextPhase: {`(nextPhase "Two")`},
	check.End:       {"(end (if (is Full) (result Mover Win)))"},
	check.Meta:      {"(meta (swap))"},
	check.Start:     {`(start (place "Disc1" 0))`},
	check.Players:   {"(players 2)"},
	check.Equipment: {`(equipment {(board (square 3)) (piece "Disc" Each)})`},
	check.Rules:     {"(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win))))"},
	check.Games:     {`(games {(subgame "Sub" next:1)})`},
	check.Subgame:   {`(subgame "Sub" next:1)`},
}

// A writer writes calls of forms.
type writer struct {
	constants map[string][]string // by sort
	outside   bool                // numbers that are no sites, players or levels, and not known beforehand
}

// below and above are such numbers.
const (
	below = "(- (mover) 9)"
	above = "(+ 900 (count Moves))"
)

// newWriter reads the constants of the sorts from the table of package check.
func newWriter(t testing.TB) *writer {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "check", "table_values.go"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(b), "const tableConstants")
	w := &writer{constants: map[string][]string{}}
	for line := range strings.Lines(table) {
		if name, list, ok := strings.Cut(line, " = "); ok {
			w.constants[name] = strings.Fields(list)
		}
	}
	return w
}

// few are some constants of a sort: all where it makes a difference which.
func (w *writer) few(s check.Sort) []string {
	var out []string
	for _, c := range w.constants[s.String()] {
		if !strings.HasPrefix(c, "<") { // those of another sort too
			out = append(out, c)
		}
	}
	switch s {
	case check.RoleType, check.RegionStatic, check.LandmarkType, check.SiteType:
		return out
	case check.AbsoluteDirection, check.CompassDirection, check.DirectionFacing:
		return []string{"N", "SE"}
	}
	return out[:min(len(out), 6)]
}

// fixed reports a form whose numbers must be known before a match.
func fixed(f *check.Form) bool {
	switch f.Result {
	case check.Item, check.Track, check.Graph, check.Dim, check.Poly, check.Card, check.Values, check.Pair, check.Path,
		check.Hint, check.TrackStep, check.Flips, check.Subgame, check.Players, check.Game, check.MetaRule:
		return true
	}
	return false
}

// values are texts that fit a type of a parameter.
func (w *writer) values(f *check.Form, p check.Param, t check.Type) []string {
	vs := w.plain(f, p, t)
	for range t.Depth {
		var lists []string
		for _, v := range vs {
			lists = append(lists, "{"+v+"}")
		}
		vs = append(lists, "{"+vs[0]+" "+vs[len(vs)-1]+"}")
	}
	return vs
}

func (w *writer) plain(f *check.Form, p check.Param, t check.Type) []string {
	switch {
	case t.Sort.Enumerated():
		return w.few(t.Sort)
	case t.Sort == check.Bool && fixed(f):
		return []string{"True", "False"}
	case t.Sort == check.Bool:
		return []string{"True", "False", "(is Even (count Moves))"}
	case t.Sort == check.Dim || t.Sort == check.Int && fixed(f):
		return []string{"1", "2", "(+ 1 1)"}
	case t.Sort == check.Int && w.outside:
		return []string{below, above}
	case t.Sort == check.Int:
		return []string{"1", "0", "(mover)", "(count Moves)", "(to)", "(last To)", "Off"}
	case t.Sort == check.Direction:
		return []string{"Orthogonal", "All", "Forward", "OppositeDirection", "Upward", "Rotational", "(directions {N E})", "(directions {Forward FL})", "(directions Forward of:Adjacent)", "(directions Random Orthogonal num:1)", "(if (is Even (mover)) N S)", "(union N S)", "(difference All N)"}
	case t.Sort == check.String:
		return []string{name(f, p)}
	case t.Head == "rotations":
		return []string{"(rotations {N S})"}
	case t.Head == "difference":
		return []string{"(difference {0 1} 1)"}
	case t.Sort != check.Moves:
		return written[t.Sort]
	case t.Head == "step":
		return []string{"(step (to if:True))", "(step Orthogonal (to if:(is Empty (to))))"}
	case t.Head == "apply":
		return []string{"(apply (moveAgain))", "(apply if:True)", "(apply if:True (remove (to)))"}
	case t.Not:
		return []string{"(moveAgain)", `(add (piece "Rock0") (to 4))`, "(remove (last To))", "(forEach Piece)"}
	}
	return []string{"(move Pass)", `(move Add (piece "Disc1") (to (sites Empty)))`, "(move Step (from (last To)) (to if:(is Empty (to))))", "(forEach Piece)"}
}

// name is what a string stands for in a form.
func name(f *check.Form, p check.Param) string {
	switch {
	case p.Name == "route":
		return `"0,E,N"`
	case f.Result == check.Item || f.Result == check.Track || f.Result == check.Game:
		return `"X"`
	case strings.Contains(p.Name, "track"), f.Head == "trackSite", f.Name == "count StepsOnTrack":
		return `"T"`
	case p.Name == "coord", p.Name == "coords", f.Result == check.Pair:
		return `"A1"`
	case p.Name == "container", p.Name == "containerName":
		return `"Hand1"`
	case f.Result == check.NextPhase:
		return `"Two"`
	case f.Result == check.Phase:
		return `"One"`
	case f.Head == "mapEntry":
		return `"M"`
	case f.Head == "sites" && p.Name == "name":
		return `"Reg"`
	case p.Name == "name" && (f.Head == "id" || f.Head == "where" || f.Head == "no"):
		return `"Disc"`
	}
	return `"Disc1"`
}

// call writes a form with arguments; empty ones are left out.
func call(f *check.Form, args []string) string {
	parts := append([]string{f.Head}, f.Words...)
	last := ""
	if f.Name == "forget Value All" {
		parts, last = parts[:2], "All"
	}
	for i, a := range args {
		switch {
		case a == "":
		case f.Params[i].Label:
			parts = append(parts, f.Params[i].Name+":"+a)
		default:
			parts = append(parts, a)
		}
	}
	if last != "" {
		// It stands before the consequence.
		at := len(parts)
		if strings.HasPrefix(parts[at-1], "(then") {
			at--
		}
		parts = append(parts[:at:at], append([]string{last}, parts[at:]...)...)
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// calls writes a form with what it needs, then with each further argument, or
// another kind of one, in turn.
func (w *writer) calls(f *check.Form) []string {
	needed := make([]string, len(f.Params))
	grouped := map[int]bool{}
	for i, p := range f.Params {
		if p.Optional || p.Group != 0 && grouped[p.Group] {
			continue
		}
		grouped[p.Group] = true
		needed[i] = w.values(f, p, p.Types[0])[0]
	}
	texts := []string{call(f, needed)}
	for i, p := range f.Params {
		for _, t := range p.Types {
			for _, v := range w.values(f, p, t) {
				args := append([]string(nil), needed...)
				for k, q := range f.Params {
					if p.Group != 0 && q.Group == p.Group {
						args[k] = ""
					}
				}
				args[i] = v
				texts = append(texts, call(f, args))
			}
		}
	}
	return texts
}
