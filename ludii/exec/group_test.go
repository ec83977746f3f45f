package exec_test

import (
	"math/rand/v2"
	"testing"

	"ludens/ludii/exec"
)

// A group that is remembered is the one that is found anew, whatever has been put on the board or taken away since, and
// on whatever board it was asked before.
func TestGroup(t *testing.T) {
	const n = 70
	rng := rand.New(rand.NewPCG(3, 4))
	grow := func(_ *exec.Ctx, beside []exec.Bits, members exec.Bits, site int, into exec.Bits) {
		into.Add(site)
		for list := []int{site}; len(list) > 0; list = list[1:] {
			for s := beside[list[0]].Next(0); s >= 0; s = beside[list[0]].Next(s + 1) {
				if members.Has(s) && !into.Has(s) {
					into.Add(s)
					list = append(list, s)
				}
			}
		}
	}
	boards := make([][]exec.Bits, 2)
	for i := range boards {
		boards[i] = make([]exec.Bits, n)
		for s := range n {
			boards[i][s] = exec.NewBits(n)
		}
		for range 90 {
			a, b := rng.IntN(n), rng.IntN(n)
			boards[i][a].Add(b)
			boards[i][b].Add(a)
		}
	}
	c := open(t, `(game "G" (players 2) (equipment {(board (square 9)) (piece "Disc" Each)})
		(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))`).Program().NewCtx()
	members, again := exec.NewBits(n), 0
	for range 20000 {
		for range rng.IntN(3) {
			if s := rng.IntN(n); members.Has(s) {
				members.Remove(s)
			} else {
				members.Add(s)
			}
		}
		site, beside := rng.IntN(n), boards[rng.IntN(2)]
		if !members.Has(site) {
			continue
		}
		grown := false
		number := rng.IntN(3)
		if rng.IntN(9) == 0 { // the time is over in the midst of it
			func() {
				defer func() { _ = recover() }()
				c.Group(number, beside, members, site, func(_ *exec.Ctx, _ []exec.Bits, _ exec.Bits, site int, into exec.Bits) {
					into.Add(site)
					panic("over")
				})
			}()
		}
		got := c.Group(number, beside, members, site, func(c *exec.Ctx, beside []exec.Bits, members exec.Bits, site int, into exec.Bits) {
			grown = true
			grow(c, beside, members, site, into)
		})
		want := exec.NewBits(n)
		if grow(nil, beside, members, site, want); !got.Equal(want) {
			t.Fatalf("from %d: %v, want %v", site, got, want)
		}
		if !grown {
			again++
		}
	}
	if again < 20 {
		t.Errorf("a group was remembered %d times only", again)
	}
}
