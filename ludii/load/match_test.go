package load_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"ludens/diag"
	"ludens/game"
	"ludens/ludii/exec"
	"ludens/ludii/load"
)

const line = `(game "Line" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
	(rules (start (set Score Each 0)) (play (move Add (to (sites Empty)) (then (addScore Mover 2)))) (end (if (is Line 3) (result Mover Win)))))`

const last = `(game "Last" (players 2) (equipment { (board (hex 2)) (piece "Ball" Each) })
	(rules (play (move Add (to (sites Empty)))) (end (if (= (count Pieces) 3) (result Mover Win)))))`

// A match plays its games in the order that it names, counts what they are worth
// and is over by its own rules; positions go back and forth across the games.
func TestMatch(t *testing.T) {
	text := `(match "Both" (players 2)
		(games { (subgame "Last" next:1) (subgame "Line" next:0 result:(score Mover)) })
		(end { (if (>= (matchScore P1) 20) (result P1 Win)) (if (>= (matchScore P2) 20) (result P2 Win)) }))`
	g, findings := load.Text("both.lud", text, load.Options{Subgame: func(name string) (string, string, bool) {
		text, ok := map[string]string{"Line": line, "Last": last}[name]
		return name, text, ok
	}})
	if g.Program == nil {
		t.Fatal(findings)
	}
	c := g.Program.NewCtx()
	c.Reset()
	if d := c.Digest(g.Program); d != "#g0M0,0;m1n2" {
		t.Fatal(d)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	saved := g.Program.NewState()
	seen := map[int32]bool{}
	for i := 0; !c.Over; i++ {
		if i > 1000 || c.Err != nil {
			t.Fatal("no end", c.Err)
		}
		seen[c.Instance] = true
		c.Generate()
		before := c.Digest(g.Program)
		for j := range c.Moves {
			c.Push()
			c.StepMove(c.Moves[j])
			c.Pop()
			if after := c.Digest(g.Program); after != before {
				t.Fatalf("after going back %s, before %s", after, before)
			}
		}
		words := c.State.Save(nil)
		if err := saved.Load(words); err != nil || saved.Digest(g.Program) != before {
			t.Fatal("saved", err, saved.Digest(g.Program), before)
		}
		c.Step(rng.IntN(len(c.Moves)))
	}
	if len(seen) != 2 {
		t.Errorf("games %v were played", seen)
	}
	d := c.Digest(g.Program)
	if !strings.Contains(d, "OVER:1:1,2;over:") && !strings.Contains(d, "OVER:2:2,1;over:") || max(c.MatchScore[1], c.MatchScore[2]) < 20 {
		t.Error(d)
	}
}

// A game of a match that is not there is told of, and stops the match; the first
// one must be there.
func TestMatchWithoutGames(t *testing.T) {
	text := `(match "Both" (players 2) (games { (subgame "Last") (subgame "Lost") }) (end (if (>= (matchScore P1) 20) (result P1 Win))))`
	of := func(names string) (*load.Game, diag.List) {
		return load.Text("both.lud", text, load.Options{Subgame: func(name string) (string, string, bool) {
			return name, last, strings.Contains(names, name)
		}})
	}
	if g, findings := of(""); g.Program != nil || findings.Errors() == 0 {
		t.Error("a match without games is played", findings)
	}
	g, findings := of("Last")
	if g.Program == nil || len(findings) == 0 {
		t.Fatal(findings)
	}
	c := g.Program.NewCtx()
	c.Reset()
	for range 100 {
		if c.Generate(); len(c.Moves) == 0 {
			break
		}
		c.Step(0)
	}
	if c.Err != exec.ErrInstance {
		t.Error(c.Err)
	}
}

// Machines play matches too.
func TestMatchMachine(t *testing.T) {
	text := `(match "Twice" (players 2) (games (subgame "Last")) (end { (if (>= (matchScore P1) 3) (result P1 Win)) (if (>= (matchScore P2) 3) (result P2 Win)) }))`
	g, findings := load.Text("twice.lud", text, load.Options{Subgame: func(name string) (string, string, bool) { return name, last, true }})
	if g.Program == nil {
		t.Fatal(findings)
	}
	m := exec.NewGame(g.Program, "x").NewMachine()
	labels := map[string]bool{}
	for i := 0; !m.Terminal() && i < 100; i++ {
		joint := make([]game.Move, 2)
		for seat := range joint {
			legal := m.Legal(seat, nil)
			joint[seat] = legal[len(legal)-1]
			label := m.Label(seat, joint[seat])
			labels[label] = true
			if back, err := m.Parse(seat, label); err != nil || back != joint[seat] {
				t.Fatal(label, back, err)
			}
		}
		m.Load(m.Save(nil))
		m.Step(joint)
	}
	worth := make([]float64, 2)
	if m.Utility(worth); m.Err() != nil || !m.Terminal() || worth[0]+worth[1] != 1 || !labels["(game next)"] {
		t.Error(m.Err(), worth, labels)
	}
}
