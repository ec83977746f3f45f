package heuristic

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"ludens/game"
	"ludens/internal/patience"
)

// running is a race that random games never end: six pieces each are to fill the other's corner.
const running = `(game "Running" (players 2) (equipment {(board (square 7))
	(piece "Runner" Each (step (to if:(is Empty (to))))) (regions P1 (sites {48 47 41 46 40 34})) (regions P2 (sites {0 1 7 2 8 14}))})
	(rules (start {(place "Runner1" {0 1 7 2 8 14}) (place "Runner2" {48 47 41 46 40 34})}) (play (forEach Piece))
		(end (if (= (sites Occupied by:Mover) (sites Mover)) (result Mover Win)))))`

func openText(t *testing.T, text string) game.Game {
	t.Helper()
	file := filepath.Join(t.TempDir(), "game.lud")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return open(t, file)
}

// Games of dice end, though every throw is a joint move.
func TestDice(t *testing.T) {
	patience.OneThread(t)
	c, err := Learn(context.Background(), open(t, "ludii:RoyalGameOfUr"), Options{Games: 60, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if r := c.Report; r.RandomGames == 0 || r.CutOff > 0 {
		t.Error(r)
	}
}

// In a race that random games never end, nothing is learned from these; by how near the pieces are, it is won.
func TestEndless(t *testing.T) {
	patience.OneThread(t)
	g := openText(t, running)
	c, err := Learn(context.Background(), g, Options{Games: 24, Seed: 1, Limit: 150})
	if err != nil {
		t.Fatal(err)
	}
	r := c.Report
	if !r.Endless || r.CutOff < r.RandomGames {
		t.Errorf("random games end: %v", r)
	}
	if r.CutOff > r.RandomGames+r.OwnGames/2 {
		t.Errorf("own games come to no end either: %v", r)
	}
	m := g.NewMachine()
	value := make([]float64, 2)
	c.Function.NewScorer().Score(m, value)
	if sum := value[0] + value[1]; sum < 0.99 || sum > 1.01 || value[0] < 0.4 || value[0] > 0.6 {
		t.Errorf("the beginning is worth %v", value)
	}
	w, err := explore(g, func() bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	k := newWorker(w, 200, func() bool { return false })
	k.endless = true
	for n := range 2 {
		if points, ok := k.duel(c.Function, nil, 1, n); !ok || points != 1 {
			t.Errorf("%g points against random moves", points)
		}
		if _, ok := k.duel(c.Function, c.Function, 1, n); !ok || !k.m.Terminal() {
			t.Error("a match against itself comes to no end")
		}
	}
}

// Where random games end, they are learned from as ever.
func TestNotEndless(t *testing.T) {
	patience.OneThread(t)
	c, err := Learn(context.Background(), open(t, "ludii:Breakthrough"), Options{Games: 30, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if c.Report.Endless || c.Report.Chosen == "nearness" {
		t.Errorf("random games come to no end: %v", c.Report)
	}
}
