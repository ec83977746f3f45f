package look_test

import (
	"regexp"
	"strings"
	"testing"

	"ludens/game"
	"ludens/ludii/exec"
	"ludens/ludii/load"
)

// paint is how a colour is written.
var paint = regexp.MustCompile(`^(#[0-9a-f]{6}([0-9a-f]{2})?)?$`)

// FuzzHints: whatever the hints are, a game opens, its board has the sites that it had, and
// every colour is one.
func FuzzHints(f *testing.F) {
	for _, s := range []string{
		`(player Colour P1 (colour 10 20 30)) (board Colour Phase0 (colour "#010203")) (board Checkered) (no Board)`,
		`(region Colour (sites Centre) regionSiteType:Edge (colour Red)) (show Symbol "star" 3 scale:9 rotation:1e9) (show Line {{0 1}} (colour 0 0 0 0))`,
		`(piece Colour P1 "Pawn" state:1 fillColour:(colour VeryDarkBlue)) (piece Foreground image:"x" scale:-3) (piece Scale 1e308) (useFor "A" (no Board))`,
		`(region Colour (expand (sites Board) steps:1000000) (colour Red)) (region Colour (sites Random) (colour Red)) (show Edges Hidden) (stackType Count)`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, hints string) {
		if strings.Count(hints, "(") != strings.Count(hints, ")") || strings.ContainsAny(hints, "\"<") && len(hints) > 2000 {
			return
		}
		g, _ := load.Text("", `(game "F" (players 2) (equipment {(board (hex 2)) (piece "Pawn" Each) (regions "Home" P1 (sites Bottom))})
			(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))
			(metadata (graphics {`+hints+`}))`, load.Options{})
		if g.Program == nil {
			return // the brackets are the game's own
		}
		b := exec.NewGame(g.Program, "").NewMachine().(game.Depicter).Board()
		if len(b.Sites) != 7 {
			return // so is the board
		}
		all := append([]game.Paint{b.Look.Ground, b.Look.Rims}, b.Look.Players...)
		for _, s := range b.Look.Strokes {
			all = append(all, s.Paint)
		}
		for i := range b.Sites {
			all = append(all, b.Sites[i].Paint)
			for _, e := range b.Sites[i].Emblems {
				all = append(all, e.Fill, e.Edge)
			}
		}
		for i := range b.Kinds {
			for _, c := range b.Kinds[i].Coats {
				all = append(all, c.Fill, c.Edge)
			}
		}
		for _, p := range all {
			if !paint.MatchString(string(p)) {
				t.Errorf("%q is no colour", p)
			}
		}
	})
}
