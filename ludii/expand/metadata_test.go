package expand

import (
	"slices"
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
