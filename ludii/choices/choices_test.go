package choices_test

import (
	"slices"
	"testing"

	"ludens/ludii/choices"
	"ludens/ludii/exec"
	"ludens/ludii/expand"
	"ludens/ludii/load"
)

const text = `(game "Row" (players 2) (equipment { (board (rectangle 1 <Length:n>)) (piece "Disc" Each) })
	(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))
(option "Length" <Length> args:{ <n> } { (item "2" <2> "")* (item "30" <30> "") (item "none" <"no number"> "") })
(rulesets { (ruleset "Ruleset/Long" { "Length/30" }) })`

func TestOf(t *testing.T) {
	d, _ := expand.Expand("row.lud", text, expand.Options{})
	got := choices.Of(d)
	want := []choices.Choice{{}, {Option: "Length/2"}, {Option: "Length/30"}, {Option: "Length/none"}, {Ruleset: "Ruleset/Long"}}
	if !slices.Equal(got, want) {
		t.Errorf("choices %v, want %v", got, want)
	}
}

func TestPlay(t *testing.T) {
	moves := map[choices.Choice]choices.Played{
		{}:                        {Games: 3, Ended: 3, Moves: 6},
		{Option: "Length/30"}:     {Games: 3, Moves: 30},
		{Ruleset: "Ruleset/Long"}: {Games: 3, Moves: 30},
	}
	for c, want := range moves {
		g, findings := load.Text("row.lud", text, load.Options{Expand: c.Expand(nil)})
		if g.Program == nil {
			t.Fatal(findings)
		}
		got, err := choices.Play(g.Program, choices.Options{Games: 3, Moves: 10})
		if err != nil || got != want {
			t.Errorf("%v: %+v %v, want %+v", c, got, err, want)
		}
		n := 0
		got, err = choices.Play(g.Program, choices.Options{Games: 3, Stop: func() bool { n++; return n > 2 }})
		if err != nil || got.Games != 1 || got.Ended != 0 || got.Moves != 1 {
			t.Errorf("%v: stopped, %+v %v", c, got, err)
		}
	}
}

// A panic is an error of the game.
func TestPlayFault(t *testing.T) {
	endless := `(game "Endless" (players 1) (equipment { (board (square 2)) (piece "Disc" Each) })
		(rules (play (move Add (to (sites Empty)) (then (moveAgain)))) (end (if (is Full) (result Mover Win)))))`
	g, findings := load.Text("endless.lud", endless, load.Options{})
	if g.Program == nil {
		t.Fatal(findings)
	}
	g.Program.Phases[0].Play = func(*exec.Ctx) { panic("no such piece") }
	if r, err := choices.Play(g.Program, choices.Options{Games: 5}); err == nil || r.Games != 1 {
		t.Errorf("%+v %v", r, err)
	}
}

// A simulation in which nothing changes any more has come to its end.
func TestPlaySimulation(t *testing.T) {
	still := `(game "Still" (players 0) (equipment { (board (square 3)) (piece "Dot" Neutral) })
		(rules (start (place "Dot0" {0 1})) (play (forEach Site (sites Empty) (if (= 2 (count Sites in:(intersection (sites Around (site)) (sites Occupied by:All)))) (add (piece "Dot0") (to (site))))))
			(end (if (= 100 (count Turns)) (result Mover Win)))))`
	g, findings := load.Text("still.lud", still, load.Options{})
	if g.Program == nil {
		t.Fatal(findings)
	}
	if r, err := choices.Play(g.Program, choices.Options{}); err != nil || r.Ended != 1 || r.Moves == 0 || r.Moves > 20 {
		t.Errorf("%+v %v", r, err)
	}
}
