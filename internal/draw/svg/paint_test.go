package svg

import (
	"context"
	"slices"
	"strings"
	"testing"

	"ludens/catalog"
	"ludens/game"
)

const hinted = `(game "Hinted" (players 2)
	(equipment { (board (square 3)) (piece "Pawn" Each) (piece "Rock" Neutral) (piece "Thing" P1) (regions "Home" P1 (sites Bottom)) })
	(rules (start { (place "Pawn1" 0) (place "Pawn2" 8 state:1) (place "Rock0" 4) (place "Thing1" 2) })
		(play (or (move Add (to (sites Empty))) (move Add (piece (mover) state:1) (to (sites Empty))))) (end (if (is Full) (result Mover Win)))))
	(metadata (graphics {
		(player Colour P1 (colour 250 10 10)) (player Colour P2 (colour 20 20 20)) (board Colour Phase0 (colour 1 2 3)) (board Colour InnerEdges (colour 4 5 6))
		(board Background fillColour:(colour 7 8 9)) (show Symbol "thinCross" 1 fillColour:(colour 10 11 12)) (show Symbol "42" 3) (show Line {{0 8}} (colour 13 14 15 51))
		(piece Colour Neutral fillColour:(colour 16 17 18)) (piece Foreground Neutral image:"star" fillColour:(colour 19 20 21) scale:0.5)
		(piece Rotate P2 degrees:180) (piece Rename piece:"Thing" "knight") (show Piece State)
	}))`

// What a description hints at is in its picture; text and classes stay sound.
func TestHints(t *testing.T) {
	g, err := catalog.OpenText(context.Background(), "", hinted, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := New(g).Draw(g.NewMachine(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for what, want := range map[string]string{
		"a player's colour":  `class="lb-own" fill="#fa0a0a" stroke="#640404"`,
		"the other's, dark":  `class="lb-own" fill="#141414" stroke="#8a8a8a"`,
		"cells":              `class="lb-own" fill="#010203" stroke="#040506"`,
		"ground":             `<rect class="lb-own" fill="#070809" stroke="none"`,
		"a symbol":           `class="lb-own" fill="#0a0b0c"`,
		"letters":            `>42</text>`,
		"a line":             `class="lb-owns" stroke="#0d0e0f" stroke-opacity="0.20"`,
		"a piece's colour":   `class="lb-own" fill="#101112"`,
		"what is before it":  `class="lb-own" fill="#131415"`,
		"what is turned":     `<g transform="rotate(180 `,
		"a ring of a region": `class="lb-ring lb-owns" stroke="#fa0a0a"`,
		"another drawing":    glyphs["knight"].path,
		"a state":            `>1</text>`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s: no %s", what, want)
		}
	}
	if strings.Contains(string(text), "lb-#") || strings.Contains(string(text), `class="#`) {
		t.Error("a colour where a class should be")
	}
	var s Sheet
	s.Add(New(g), g.NewMachine(), "hinted")
	for _, want := range []string{`class="lb-own" fill="#010203" stroke="#040506"`, `fill="#fa0a0a"`} {
		if !strings.Contains(string(s.Bytes()), want) {
			t.Errorf("the sheet has no %s", want)
		}
	}
}

// Colours that are asked for tell players apart still.
func TestHintedSeats(t *testing.T) {
	f := &game.Facts{Players: 3, Seats: []string{"p1", "p2", "p3"}}
	b := &game.Board{Look: game.Look{Players: []game.Paint{"#ffffff", "#ffffff", "#00ff00", "#0000ff"}}}
	if got := seatColours(f, b); !slices.Equal(got, []string{"#ffffff", "lb-black", "#00ff00"}) {
		t.Errorf("%v", got)
	}
}

// Names of sites can be read on the colours that are asked for, in both themes.
func TestHintedLabels(t *testing.T) {
	g, err := catalog.OpenText(context.Background(), "", `(game "Tags" (players 2) (equipment { (board (concentric {1 6})) (piece "Disc" Each) })
		(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))
		(metadata (graphics { (region Colour (sites Outer) (colour 250 250 90)) }))`, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := New(g).Draw(g.NewMachine(), Options{NoStyle: true})
	if text := string(b); err != nil || strings.Count(text, `<text class="lb-ownt" fill="#1d1811"`) != 6 || strings.Count(text, `class="lb-tag"`) != 1 {
		t.Errorf("%v\n%s", err, text)
	}
}

// The king that could be captured is pointed out where that is asked for.
func TestHintedCheck(t *testing.T) {
	rules := `(game "Check" (players 2) (equipment { (board (square 3)) (piece "King" Each) (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))) })
		(rules (start { (place "King1" 0) (place "King2" 8) (place "Rook2" 6) }) (play (forEach Piece)) (end (if (no Pieces Mover) (result Mover Loss)))))`
	for hints, want := range map[string]string{``: "", `(metadata (graphics { (show Check "King") }))`: "A1", `(metadata (graphics { (show Check "Rook") }))`: ""} {
		g, err := catalog.OpenText(context.Background(), "", rules+hints, catalog.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m := g.NewMachine()
		before := m.Save(nil)
		b, err := New(g).Draw(m, Options{NoStyle: true})
		got := ""
		if _, rest, ok := strings.Cut(string(b), `class="lb-site lb-check" data-site="`); ok {
			got, _, _ = strings.Cut(rest, `"`)
		}
		if err != nil || got != want || strings.Count(string(b), `"lb-site lb-check"`) > 1 {
			t.Errorf("%s: %q is in check, want %q (%v)", hints, got, want, err)
		}
		if !slices.Equal(m.Save(nil), before) || m.Err() != nil {
			t.Error("the machine is not what it was")
		}
	}
}

// A board that is not to be drawn has its sites still, and stacks show their top.
func TestBareAndHeaps(t *testing.T) {
	g, err := catalog.OpenText(context.Background(), "", `(game "Bare" (players 2)
		(equipment { (board (square 2)) (piece "Disc" Each) })
		(rules (start (place Stack items:{"Disc1" "Disc2" "Disc1"} 0)) (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))
		(metadata (graphics { (no Board) (stackType 0 Count) }))`, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := New(g).Draw(g.NewMachine(), Options{NoStyle: true})
	if text := string(b); err != nil || strings.Count(text, `class="lb-bare"`) != 4 || strings.Contains(text, "lb-cell") || strings.Count(text, `class="lb-white"`) != 1 || !strings.Contains(text, ">3</text>") {
		t.Errorf("%v\n%s", err, text)
	}
}

func TestInk(t *testing.T) {
	for class, want := range map[string]string{
		"lb-red":                `class="lb-red"`,
		"#fff6da":               `class="lb-own" fill="#fff6da" stroke="#666256"`,
		"#fff6da80/#000000":     `class="lb-own" fill="#fff6da" fill-opacity="0.50" stroke="#000000"`,
		"#fff6dat":              `class="lb-ownt" fill="#1d1811"`,
		"#102030/#ffffff" + "t": `class="lb-ownt" fill="#fffdf6"`,
		"#102030s":              `class="lb-owns" stroke="#102030"`,
		"#00000000":             `class="lb-own" fill="#000000" fill-opacity="0.00" stroke="#000000" stroke-opacity="0.00"`,
		"#nonsense":             `class="lb-own" stroke="#000000" stroke-opacity="0.00"`,
	} {
		if got := ink(class); got != want {
			t.Errorf("%s: %s, want %s", class, got, want)
		}
	}
	for class, want := range map[string]string{"lb-red": "#c9352b", "#123456/#ffffff": "#123456", "lb-unknown": "#c8b998"} {
		if got := filled(class); got != want {
			t.Errorf("%s: %s, want %s", class, got, want)
		}
	}
}
