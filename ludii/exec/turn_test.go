package exec_test

import (
	"testing"

	"ludens/game"
	"ludens/ludii/exec"
	"ludens/ludii/load"
	"ludens/ludii/topology"
)

// Dice are said to be equal where all show the same, and rules go by it. All throws of two dice and of three are made.
func TestThrows(t *testing.T) {
	for _, n := range []string{"2", "3"} {
		g := open(t, `(game "D" (players 2) (equipment {(board (rectangle 1 8)) (dice d:4 num:`+n+`) (piece "Man" Each)})
			(rules (play (do (roll) next:(or (if (all DiceEqual) (move Add (to (sites Empty)))) (move Pass)))) (end (if (is Full) (result Mover Win)))))`)
		m := g.NewMachine().(*exec.Machine)
		seen, equal := map[[3]int32]bool{}, 0
		rng := game.Stream(3, "test", 0)
		var w game.Walker
		for range 4000 {
			if m.Terminal() {
				m.Reset()
			}
			mover := -1
			for seat := range 2 {
				if legal := m.Legal(seat, nil); len(legal) > 0 && legal[0] != exec.Noop {
					mover = seat
				}
			}
			if mover < 0 { // Nature throws
				w.Step(m, rng)
				continue
			}
			c := m.Cursor()
			move := c.Moves[0]
			var shown [3]int32
			dice, same, said := 0, true, false
			for _, a := range c.Actions[move.Actions[0]:move.Actions[1]] {
				switch a.Op {
				case exec.OpDie:
					shown[dice] = a.State + 1
					same, dice = same && shown[dice] == shown[0], dice+1
				case exec.OpDiceEqual:
					said = a.Value != 0
				}
			}
			if seen[shown] = true; said != same || same != (len(m.Legal(mover, nil)) > 1) {
				t.Fatalf("%v: said to be equal %v, with %d moves", shown, said, len(m.Legal(mover, nil)))
			}
			if same {
				equal++
			}
			w.Step(m, rng)
		}
		if want := map[string]int{"2": 16, "3": 64}[n]; len(seen) != want || equal == 0 {
			t.Errorf("%d of %d throws were seen, %d times equal ones", len(seen), want, equal)
		}
	}
}

// A turn is a pass where the player has decided to pass and nothing else; what follows from it may be more.
func TestPassed(t *testing.T) {
	g, findings := load.Text("", variety["line"], load.Options{})
	if g.Program == nil {
		t.Fatal(findings)
	}
	pass, add := exec.Blank(exec.OpPass), exec.On(exec.OpAdd, topology.Cell, 4)
	pass.Decision, add.What = true, 1
	decided := add
	decided.Decision = true
	for _, c := range []struct {
		name    string
		actions []exec.Action
		want    bool
	}{{"a pass", []exec.Action{pass}, true}, {"a pass with what follows", []exec.Action{pass, add}, true}, {"a pass and a move", []exec.Action{pass, decided}, false}, {"a move", []exec.Action{decided, add}, false}} {
		cursor := g.Program.NewCtx()
		cursor.Reset()
		m, _ := cursor.NewMoveOf(c.actions)
		if cursor.Apply(cursor.Moves[m], true); cursor.Last.Pass != c.want {
			t.Errorf("%s is taken for a pass: %v", c.name, cursor.Last.Pass)
		}
	}
}
