package load_test

import (
	"slices"
	"testing"

	"ludens/ludii/exec"
	"ludens/ludii/load"
)

// The legal moves of a position stay what they are while one of them is made and
// taken back, whatever the rules ask on the way: end rules ask here for the moves of
// the next player, whose consequences must not be given to the moves at hand.
func TestLegalMovesStay(t *testing.T) {
	for _, play := range []string{
		`(priority {(move Add (to (sites Top))) (move Add (to (sites Empty)))} (then (set Var "A" 1)))`,
		`(if (is Even (count Moves)) (priority (move Pass) (move Add (to (sites Empty)))) (move Add (to (sites Empty))) (then (set Var "A" 1)))`,
		`(or (move Add (to (sites Empty))) (move Pass) (then (set Var "A" 1)))`,
	} {
		g, findings := load.Text("legal.lud", `(game "Legal" (players 2) (equipment {(board (square 3)) (piece "Ball" Each)})
			(rules (meta (no Repeat)) (play `+play+`) (end (if (no Moves Next) (result Mover Win)))))`, load.Options{})
		if g.Program == nil {
			t.Fatal(findings)
		}
		c := g.Program.NewCtx()
		c.Reset()
		for ply := 0; ply < 4 && !c.Over; ply++ {
			c.Generate()
			moves, nodes := slices.Clone(c.Moves), len(c.ThenNodes)
			for i := range moves {
				mark := c.Mark()
				c.Push()
				c.StepMove(c.Moves[i])
				c.Pop()
				c.Release(mark)
				if !slices.EqualFunc(moves, c.Moves, func(a, b exec.Move) bool { return a == b }) || nodes != len(c.ThenNodes) {
					t.Fatalf("%s: ply %d: making move %d has changed the legal moves", play, ply, i)
				}
			}
			c.Step(len(c.Moves) - 1)
		}
		if c.Err != nil {
			t.Error(c.Err)
		}
	}
}
