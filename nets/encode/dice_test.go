package encode_test

import (
	"testing"

	"ludens/game"
	"ludens/nets/encode"
)

// TestDice: a net sees the throw that its legal moves follow; on the paper's planes, as
// in the recordings of its authors' programme, dice lie as they did before.
func TestDice(t *testing.T) {
	g := text(t, `(game "D" (players 2) (equipment {(board (rectangle 1 8)) (dice d:4 num:1) (piece "Man" Each)})
		(rules (start (place "Man1" 0)) (play (do (roll) next:(or (move Add (piece "Man2") (to (sites Empty) if:(= (to) (count Pips)))) (move Pass))))
		(end (if (>= (count Pieces) 5) (result Mover Win)))))`)
	for name, o := range forms {
		e, err := encode.New(g, o)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]int{}
		for face := range 4 {
			m := g.NewMachine()
			if n := len(m.Legal(2, nil)); n != 4 {
				t.Fatalf("chance has %d moves", n)
			}
			m.Step([]game.Move{m.Legal(0, nil)[0], m.Legal(1, nil)[0], m.Legal(2, nil)[face]})
			dst := make([]float32, e.Input().Size())
			e.Encode(m, dst)
			key := make([]byte, len(dst))
			for i, x := range dst {
				if x != 0 {
					key[i] = byte(1 + x)
				}
			}
			seen[string(key)]++
		}
		if want := map[bool]int{true: 1, false: 4}[name == "paper"]; len(seen) != want {
			t.Errorf("%s: %d positions of 4 throws, not %d", name, len(seen), want)
		}
	}
}
