package look_test

import (
	"slices"
	"strings"
	"testing"

	"ludens/game"
	"ludens/ludii/exec"
	"ludens/ludii/expand"
	"ludens/ludii/load"
)

// dressed opens a game of ours with hints, and gives its board.
func dressed(t *testing.T, equipment, hints string, o expand.Options) *game.Board {
	t.Helper()
	text := `(define "Corner" (sites Corners))
		(option "Shade" <Shade> args:{<tint>} { (item "Red" <Red> "r")* (item "Blue" <Blue> "b") })
		(game "Dressed" (players 2)
			(equipment { ` + equipment + ` (piece "Pawn" Each) (piece "King" P1) (piece "Rock" Neutral) (regions "Home" P1 (sites Bottom)) })
			(rules (start (place "Pawn1" 0)) (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))
		(metadata (graphics {` + hints + `}))`
	g, findings := load.Text("dressed.lud", text, load.Options{Expand: o})
	if g.Program == nil {
		t.Fatal(findings.Err())
	}
	return exec.NewGame(g.Program, "").NewMachine().(game.Depicter).Board()
}

const square3 = `(board (square 3))`

// paints are the colours of the sites, by how many have each.
func paints(b *game.Board) map[game.Paint]int {
	out := map[game.Paint]int{}
	for i := range b.Sites {
		out[b.Sites[i].Paint]++
	}
	return out
}

func TestBoard(t *testing.T) {
	b := dressed(t, square3, `(player Colour P1 (colour 10 20 30)) (player Colour P2 (colour Cream)) (player Colour P7 (colour Red))
		(board Colour Phase0 (colour White)) (board Colour InnerEdges (colour Black)) (board Background fillColour:(colour "#010203") scale:1.2)`, expand.Options{})
	if l := b.Look; !slices.Equal(l.Players, []game.Paint{"#0a141e", "#fff6da"}) || l.Rims != "#000000" || l.Ground != "#010203" || l.Bare || l.Heaps {
		t.Errorf("%+v", l)
	}
	// One colour alone is that of all cells, which are not chequered then.
	if p := paints(b); p["#ffffff"] != 9 || b.Sites[0].Shade != b.Sites[1].Shade {
		t.Errorf("%v", p)
	}
	b = dressed(t, square3, `(board Colour Phase0 (colour White)) (board Colour Phase1 (colour Red)) (board Checkered)`, expand.Options{})
	if p := paints(b); p["#ffffff"] != 5 || p["#d8261c"] != 4 {
		t.Errorf("%v", p)
	}
	// The cells of other boards are in two shades where that is asked for.
	for hint, want := range map[string]bool{`(board Checkered)`: true, `(board Style Chess)`: true, `(board Style Go)`: false} {
		if b := dressed(t, `(board (hex 3))`, hint, expand.Options{}); (b.Sites[0].Shade != b.Sites[1].Shade) != want {
			t.Errorf("%s: %d and %d", hint, b.Sites[0].Shade, b.Sites[1].Shade)
		}
	}
	if b := dressed(t, square3, `(no Board) (stackType 0 Count) (show Piece Value Middle) (show LocalStateHoles)`, expand.Options{}); !b.Look.Bare || !b.Look.Heaps || !b.Look.Values || !b.Look.States {
		t.Errorf("%+v", b.Look)
	}
}

func TestRegions(t *testing.T) {
	for hint, want := range map[string]map[game.Paint]int{
		`(region Colour "Home" P1 (colour Black))`:                                           {"#000000": 3},
		`(region Colour P1 (colour Black))`:                                                  {"#000000": 3},
		`(region Colour (sites Centre) regionSiteType:Cell (colour Black))`:                  {"#000000": 1},
		`(region Colour ("Corner") (colour Black))`:                                          {"#000000": 4},
		`(region Colour {0 1} (colour Black))`:                                               {"#000000": 2},
		`(region Colour 4 (colour Black))`:                                                   {"#000000": 1},
		`(region Colour "B2" (colour Black))`:                                                {"#000000": 1},
		`(region Colour "Nowhere" (colour Black))`:                                           {},
		`(region Colour (sites Corners) (colour <Shade:tint>))`:                              {"#d8261c": 4},
		`(board Colour Phase0 (colour White)) (region Colour 4 (colour 0 0 0 51))`:           {"#ffffff": 8, "#cccccc": 1},
		`(useFor "Shade/Blue" (region Colour 4 (colour Black)))`:                             {},
		`(useFor {"Shade/Red" "Ruleset/None"} { (region Colour 4 (colour Black)) })`:         {"#000000": 1},
		`(region Colour (forEach (sites Board) if:(is Occupied (site))) (colour Black))`:     {},
		`(region Colour (sites Around (centrePoint)) regionSiteType:Cell (colour Black))`:    {"#000000": 8},
		`(region Colour (sites Board "Nonsense" 3) (colour Black)) (region Colour (colour))`: {},
	} {
		got := paints(dressed(t, square3, hint, expand.Options{}))
		delete(got, "")
		if len(got) != len(want) {
			t.Errorf("%s: %v", hint, got)
		}
		for p, n := range want {
			if got[p] != n {
				t.Errorf("%s: %d of %s, want %d", hint, got[p], p, n)
			}
		}
	}
	blue := dressed(t, square3, `(region Colour (sites Corners) (colour <Shade:tint>))`, expand.Options{Select: []string{"Shade/Blue"}})
	if p := paints(blue); p["#1f4fd0"] != 4 {
		t.Errorf("another choice: %v", p)
	}
	b := dressed(t, `(board (square 3) use:Vertex)`, `(region Colour Edge (sites Bottom) regionSiteType:Edge (colour Black)) (region Colour (sites Top) (colour White))`, expand.Options{})
	spots := 0
	for i := range b.Sites {
		spots += len(b.Sites[i].Emblems)
	}
	if len(b.Look.Strokes) == 0 || spots != 3 {
		t.Errorf("%d strokes, %d spots", len(b.Look.Strokes), spots)
	}
}

func TestSymbolsAndLines(t *testing.T) {
	b := dressed(t, square3, `(board Colour Symbols (colour Blue)) (show Symbol "thinCross" {0 2} scale:0.9) (show Symbol "star.svg" (sites Centre) fillColour:(colour Red) edgeColour:(colour Black) rotation:45)
		(show Line {{0 8} {2 6} {0 99}} (colour Red) scale:2) (show Line {{0 8}} (colour Hidden)) (show Line nonsense)`, expand.Options{})
	if e := b.Sites[0].Emblems; len(e) != 1 || e[0] != (game.Emblem{Name: "thinCross", Fill: "#1f4fd0", Scale: 0.9}) {
		t.Errorf("%+v", e)
	}
	if e := b.Sites[4].Emblems; len(e) != 1 || e[0] != (game.Emblem{Name: "star", Fill: "#d8261c", Edge: "#000000", Scale: 1, Turn: 45}) {
		t.Errorf("%+v", e)
	}
	if s := b.Look.Strokes; len(s) != 2 || s[0].Paint != "#d8261c" || s[0].Width != 2 || len(s[0].Course) != 2 {
		t.Errorf("%+v", s)
	}
	vertices := `(board (square 3 diagonals:Alternating) use:Vertex)`
	for hint, want := range map[string]bool{`(show Edges Hidden)`: false, `(show Edges (colour Hidden))`: false, `(show Edges Diagonal Hidden)`: true, `(show Edges ThinDotted (colour Red))`: true, `(no Curves)`: true} {
		if b := dressed(t, vertices, hint, expand.Options{}); (len(b.Lines) > 0) != want {
			t.Errorf("%s: %d lines", hint, len(b.Lines))
		}
	}
	if b := dressed(t, `(board (concentric { 1 6 }) use:Vertex)`, `(no Curves)`, expand.Options{}); slices.ContainsFunc(b.Lines, func(l []game.Point) bool { return len(l) > 2 }) {
		t.Error("lines are curved still")
	}
}

func TestPieces(t *testing.T) {
	b := dressed(t, square3, `(piece Colour P1 fillColour:(colour Red)) (piece Colour P1 "Pawn" state:1 fillColour:(colour Blue) strokeColour:(colour Black))
		(piece Scale "Pawn" 0.5) (piece Scale scale:3 "Rock") (piece Rename piece:"Rock" "square") (piece ExtendName P2 "_black") (piece Rotate P2 degrees:180)
		(piece Foreground "King" image:"Crown" scale:0.2) (piece Background Neutral image:"disc.svg" fillColour:(colour White)) (piece Scale state:("Hit") 0) (piece Families {"Abstract"})`, expand.Options{})
	for name, want := range map[string][]game.Coat{
		"Pawn1": {{State: -1, Value: -1, Fill: "#d8261c"}, {State: 1, Value: -1, Fill: "#1f4fd0", Edge: "#000000"}, {State: -1, Value: -1, Scale: 0.5}},
		"Pawn2": {{State: -1, Value: -1, Scale: 0.5}, {State: -1, Value: -1, Drawing: "Pawn_black"}, {State: -1, Value: -1, Turn: 180}},
		"King1": {{State: -1, Value: -1, Fill: "#d8261c"}, {State: -1, Value: -1, Emblems: []game.Emblem{{Name: "Crown", Fill: "#231d15", Scale: 0.2}}}},
		"Rock0": {{State: -1, Value: -1, Scale: 1.15}, {State: -1, Value: -1, Drawing: "square"}, {State: -1, Value: -1, Emblems: []game.Emblem{{Name: "disc", Fill: "#ffffff", Scale: 1, Behind: true}}}},
	} {
		i := slices.IndexFunc(b.Kinds, func(k game.PieceKind) bool { return k.Name == name || k.Name == strings.TrimSuffix(name, "0") })
		if i < 0 {
			t.Fatalf("no %s in %v", name, b.Kinds)
		}
		if got := b.Kinds[i].Coats; !slices.EqualFunc(got, want, func(a, b game.Coat) bool {
			return slices.Equal(a.Emblems, b.Emblems) && a.State == b.State && a.Value == b.Value && a.Drawing == b.Drawing && a.Fill == b.Fill && a.Edge == b.Edge && a.Scale == b.Scale && a.Turn == b.Turn
		}) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Hints that mean nothing, or too much, are left out, and the game opens.
func TestNonsense(t *testing.T) {
	for _, hints := range []string{
		`"text" 12 {} {{}} (player) (player Colour) (player Colour P1) (player Colour P1 (colour 1 2)) (player Colour P1 (colour 1 2 999))`,
		`(player Colour P1 (colour Nothing)) (player Colour P1 (colour "red")) (player Colour P1 (colour "#12")) (player Colour P1 (colour "#zzzzzz"))`,
		`(board Colour) (board Colour Phase9 (colour Red)) (region Colour) (show Symbol) (show Symbol "x") (show Line {{0} {0 1 2} 7}) (no) (stackType) (piece Scale 1e400)`,
		`("NoDefine") (region Colour <No:option> (colour Red)) (piece Rename) (piece ExtendName) (piece Foreground) (piece Rotate degrees:"x")`,
		`(region Colour (sites "NoRegion") (colour Red)) (region Colour (sites Hand P1) (colour Red)) (region Colour (sites Hidden to:P1) (colour Red)) (region Colour {-5 100000} (colour Red))`,
	} {
		b := dressed(t, square3, hints, expand.Options{})
		if p := paints(b); len(p) != 1 || p[""] != 9 || len(b.Look.Players) > 0 {
			t.Errorf("%s: %v %v", hints, p, b.Look)
		}
	}
	many := strings.Repeat(`(show Line {{0 1} {1 2} {3 4} {4 5}}) (show Symbol "disc" (sites Board)) (piece Scale 0.5)`, 2000)
	if b := dressed(t, square3, many, expand.Options{}); len(b.Look.Strokes) > 2000 || len(b.Sites[0].Emblems) > 4 || len(b.Kinds[0].Coats) > 64 {
		t.Errorf("%d strokes, %d emblems, %d coats", len(b.Look.Strokes), len(b.Sites[0].Emblems), len(b.Kinds[0].Coats))
	}
}
