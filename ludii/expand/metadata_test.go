package expand

import (
	"slices"
	"strings"
	"testing"

	"ludens/ludii/parse"
)

func TestInfo(t *testing.T) {
	d, _ := Expand("x", `(game "G" (players 2))
		(metadata
			(info {(description "A game
				of two lines.") (rules "Do \"this\".") (author "Ann A.") (author {"Bob B." "Cid C."}) (aliases {"Gee" "Gé"}) (publisher "P") (date "2001-02-03")
				(origin "Here") (source "A book.") (source "Another.") (credit "C") (classification "board/war") (version "1.3.13") (unknown "x") (id "12")})
			(graphics {(piece Scale 1.5) (board Style Go)})
			(ai (bestAgent "UCT") (heuristics {(mobility weight:0.5)})))`, Options{})
	i := d.Info(nil)
	if i.Description != "A game of two lines." || i.Rules != `Do "this".` || i.Publisher != "P" || i.Date != "2001-02-03" || i.Origin != "Here" || i.Source != "Another." || i.Credit != "C" || i.Classification != "board/war" || i.Version != "1.3.13" {
		t.Errorf("%+v", i)
	}
	if !slices.Equal(i.Authors, []string{"Ann A.", "Bob B.", "Cid C."}) || !slices.Equal(i.Aliases, []string{"Gee", "Gé"}) {
		t.Errorf("%+v", i)
	}
	if i.Graphics != "{(piece Scale 1.5) (board Style Go)}" || i.AI != `(bestAgent "UCT") (heuristics {(mobility weight:0.5)})` {
		t.Errorf("%+v", i)
	}
	if d, _ := Expand("x", `(game "G" (players 2))`, Options{}); !slices.Equal(d.Info(nil).Aliases, nil) || d.Info(nil).Rules != "" {
		t.Errorf("%+v", d.Info(nil))
	}
	ai, _ := NewLibrary(map[string]string{"G_ai.def": `(define "G_ai" (bestAgent "UCT") (heuristics {(material)}))`}, parse.Limits{})
	d, _ = Expand("x", `(game "G" (players 2)) (metadata (ai "G_ai" "Other_ai"))`, Options{})
	if i := d.Info(ai); i.AI != `(bestAgent "UCT") (heuristics {(material)}) "Other_ai"` {
		t.Errorf("%s", i.AI)
	}
	if i := d.Info(nil); i.AI != `"G_ai" "Other_ai"` {
		t.Errorf("%s", i.AI)
	}
}

// Hints come with the choices made and the defines put in; what is wrong with one, or what is
// too much, is left out without a finding.
func TestHints(t *testing.T) {
	const game = `(define "Corner" (sites Corners)) (define "Twice" {#1 #1}) (define "Endless" ("Endless"))
		(define "A" {"B" "B" "B" "B" "B" "B" "B" "B"}) (define "B" {"C" "C" "C" "C" "C" "C" "C" "C"}) (define "C" {"D" "D" "D" "D" "D" "D" "D" "D"}) (define "D" {1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9})
		(option "Size" <Size> args:{<n>} {(item "Small" <3> "")* (item "Large" <9> "")}) (rulesets {(ruleset "Ruleset/Big" {"Size/Large"})})
		(game "G" (players 2))`
	for hints, want := range map[string]string{
		`(graphics (a))`: `(a)`,
		`(graphics {(a <Size:n>) (b ("Corner"))})`:        `(a 3) (b (sites Corners))`,
		`(graphics {(a <No:n>) (b ("No")) (c)})`:          `(c)`,
		`(graphics {(a "Endless") (c)}) (graphics {(d)})`: `(c) (d)`,
		`(graphics {("Twice" (a)) 7 "x"})`:                `(a) (a)`,
		`(graphics {(useFor "Size/Small" (a)) (useFor {"Size/Large" "Ruleset/Big"} {(b) (c)}) (useFor "Size/Small" {(d) (e)})})`: `(a) (d) (e)`,
		`(info {})`: ``,
	} {
		d, findings := Expand("x", game+`(metadata `+hints+`)`, Options{})
		if findings.Errors() > 0 {
			t.Errorf("%s: %v", hints, findings)
		}
		var got []string
		for _, n := range d.Graphics {
			got = append(got, n.String())
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %.200s, want %s", hints, s, want)
		}
	}
	d, _ := Expand("x", game+`(metadata (graphics {(useFor "Size/Small" (a)) (useFor {"Ruleset/Big" "x"} {(b)})}))`, Options{Ruleset: "Big"})
	if len(d.Graphics) != 1 || d.Graphics[0].String() != "(b)" {
		t.Errorf("%v", d.Graphics)
	}
	d, _ = Expand("x", game+`(metadata (graphics {`+strings.Repeat("(a) ", 5000)+`}))`, Options{})
	if len(d.Graphics) != mostHints {
		t.Errorf("%d hints", len(d.Graphics))
	}
	d, _ = Expand("x", game+`(metadata (graphics {(a "A") (a "A") (a "A") (b)}))`, Options{})
	if n := len(d.Graphics); n < 1 || n > 2 {
		t.Errorf("%d hints of 19,000 nodes each", n)
	}
}
