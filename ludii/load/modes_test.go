package load_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/game"
	"ludens/ludii/exec"
	"ludens/ludii/load"
	"ludens/ludii/topology"
)

// A phase of bids made at the same time comes before one in which players take turns.
func TestPhaseModes(t *testing.T) {
	g, findings := load.Text("", `(game "Bids" (players 2) (equipment {(board (square 2)) (piece "Ball" Each)})
		(rules phases:{
			(phase "Bids" (mode Simultaneous) (play (or (move Bet P1 (range 1 2)) (move Bet P2 (range 1 3)))) (nextPhase "Play"))
			(phase "Play" (play (move Add (to (sites Empty)))) (end (if (is Full) (result P1 Win))))
		}))`, load.Options{})
	if g.Program == nil {
		t.Fatal(findings)
	}
	m := exec.NewGame(g.Program, "").NewMachine()
	m.Reset()
	var one, two []game.Move
	one, two = m.Legal(0, nil), m.Legal(1, nil)
	if len(one) != 2 || len(two) != 3 {
		t.Fatalf("%d and %d bids, want 2 and 3", len(one), len(two))
	}
	m.Step([]game.Move{one[1], two[2]})
	// Player 1 had the turn of the bids; player 2 begins to play.
	one, two = slices.Clone(m.Legal(0, nil)), slices.Clone(m.Legal(1, nil))
	if len(one) != 1 || one[0] != exec.Noop || len(two) != 4 {
		t.Fatalf("after the bids: %v and %v", one, two)
	}
	facts := m.(interface{ Fluents([]string) []string }).Fluents(nil)
	for _, want := range []string{"(amount p1 2)", "(amount p2 3)", "(mover p2)"} {
		if !slices.Contains(facts, want) {
			t.Errorf("no %s in %v", want, facts)
		}
	}
	m.Step([]game.Move{exec.Noop, two[0]})
	if one = m.Legal(0, nil); len(one) != 3 {
		t.Errorf("%d moves of player 1, want 3", len(one))
	}
	for seed := range uint64(20) {
		m.Reset()
		m.(interface {
			Playout(*rand.Rand, int) int
		}).Playout(rand.New(rand.NewPCG(seed, 1)), 100)
		if !m.Terminal() || m.Err() != nil {
			t.Fatalf("no end: %v", m.Err())
		}
	}
}

// A card that is never drawn before others comes last; one of another weight as often as
// it says.
func TestWeightedDeck(t *testing.T) {
	g, findings := load.Text("", `(game "Deck" (players 2) (equipment {(board (square 2)) (piece "Ball" Each)
		(deck suits:1 {(card Ace rank:1 value:1 biased:3) (card Two rank:2 value:2 biased:1) (card King rank:13 value:13 biased:0)})})
		(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result P1 Win)))))`, load.Options{})
	if g.Program == nil {
		t.Fatal(findings)
	}
	c := g.Program.NewCtx()
	rng := rand.New(rand.NewPCG(1, 2))
	c.Draw = func(q exec.Chance) int {
		x := rng.Float64()
		for i, p := range q.Odds {
			if x -= p; x < 0 {
				return i
			}
		}
		return q.N - 1
	}
	deck := g.Program.Containers[len(g.Program.Containers)-1].From
	lowest := map[int]int{}
	for range 4000 {
		c.Reset()
		lowest[g.Program.Components[c.WhatAt(2, deck, 0)].Card.Rank]++
		if top := g.Program.Components[c.WhatAt(2, deck, 2)].Card.Rank; top != 13 {
			t.Fatalf("card %d lies on top", top)
		}
	}
	if n := lowest[1]; n < 2850 || n > 3150 { // 3000 are expected, give or take 27
		t.Errorf("the ace was drawn first in %d of 4000 decks", n)
	}
}

// The variables of a puzzle may be of several kinds, each with values of its own.
func TestValuesOfKinds(t *testing.T) {
	g, findings := load.Text("", `(game "Kinds" (players 1) (equipment {(board (square 1) {(values Cell (range 1 2)) (values Edge (range 0 1))})
		(hints {(hint {0} 2)})})
		(rules (start {(set {{0 2}})}) (play (satisfy {(is Sum Edge (sites {0 1 2 3}) 3) (is Sum Cell (sites {0}) 2)})) (end (if (is Solved) (result P1 Win)))))`, load.Options{})
	if g.Program == nil {
		t.Fatal(findings)
	}
	c := g.Program.NewCtx()
	c.Reset()
	// The cell is given; each of the four edges may be set to 0 or 1, or have either
	// of them ruled out.
	if c.Generate(); len(c.Moves) != 16 {
		t.Fatalf("%d moves, want 16", len(c.Moves))
	}
	set := func(edge, value int32) bool {
		c.Generate()
		for i := range c.Moves {
			if a := c.Actions[c.Moves[i].Actions[0]]; a.Op == exec.OpSet && a.Kind == topology.Edge && a.To == edge && a.Value == value {
				c.Step(i)
				return true
			}
		}
		return false
	}
	for edge := range int32(3) {
		if c.Over || !set(edge, 1) {
			t.Fatal("edge", edge)
		}
	}
	if !c.Over {
		if set(3, 1) {
			t.Error("a fourth edge may be set although three are to be")
		}
		if !set(3, 0) {
			t.Error("the fourth edge cannot be ruled out")
		}
	}
	if !c.Over || c.Rank[1] != 1 {
		t.Error("the puzzle is not solved")
	}
}
