package lower_test

import (
	"fmt"
	"slices"
	"testing"

	"ludens/game"
	"ludens/ludii/exec"
	"ludens/ludii/load"
)

// A loop along edges, told by numbers: what is offered are the values with which all
// constraints hold, also those that are looked at only near the variable set.
func TestSatisfyNear(t *testing.T) {
	const loop = `(game "Loop" (players 1)
		(equipment {(board (rectangle 3 4) (values Edge (range 0 1)) use:Edge) (hints {(hint {0} 3) (hint {5} 2) (hint {7} 1) (hint {10} 0)} Cell)})
		(rules %s (play (satisfy {
			(forAll Cell (or (= (hint Cell at:(from)) Off) (is Count Edge (sites Incident Edge of:Cell at:(from)) (hint Cell at:(from)))))
			(forAll Vertex (or (is Count Edge (sites Incident Edge of:Vertex at:(from)) 0) (is Count Edge (sites Incident Edge of:Vertex at:(from)) 2)))
			(< (count Groups Edge) 2)})) (end (if (is Solved) (result P1 Win)))))`
	for name, start := range map[string]string{
		"open":   "",
		"broken": "(start (set Edge {{0 1} {1 1} {2 1} {3 1} {4 1} {5 1} {6 1}}))",
	} {
		t.Run(name, func(t *testing.T) {
			g, findings := load.Text("loop.lud", fmt.Sprintf(loop, start), load.Options{})
			if g.Program == nil {
				t.Fatal(findings)
			}
			satisfyWalk(t, g.Program)
		})
	}
}

// satisfyWalk plays at random and asks all constraints about every value of every variable.
func satisfyWalk(t *testing.T, p *exec.Program) {
	t.Helper()
	k := p.Puzzle.Kind
	c, rng, offered := p.NewCtx(), game.Stream(1, "satisfy", 0), 0
	c.Reset()
	for step := 0; step < 60 && !c.Over; step++ {
		c.Generate()
		sets := map[[2]int]bool{}
		for i := range c.Moves {
			if a := c.Actions[c.Moves[i].Actions[0]]; a.Op == exec.OpSet {
				sets[[2]int{int(a.To), int(a.Value)}] = true
			}
		}
		offered += len(sets)
		given := c.Prog.Puzzle.Satisfy
		for site := range c.Values[k] {
			for v := p.Puzzle.Min; v <= p.Puzzle.Max; v++ {
				c.Push()
				a := exec.On(exec.OpSet, k, site)
				a.Value = int32(v)
				c.Do(&a)
				holds := !slices.ContainsFunc(given, func(f exec.BoolFn) bool { return !f(c) })
				c.Pop()
				if sets[[2]int{site, v}] && !holds {
					t.Fatalf("step %d: %d on edge %d is offered, and breaks a constraint", step, v, site)
				}
				if !sets[[2]int{site, v}] && holds && !startsWith(p, site) {
					t.Fatalf("step %d: %d on edge %d is not offered, and breaks none", step, v, site)
				}
			}
		}
		c.Step(rng.IntN(len(c.Moves)))
	}
	if c.Err != nil {
		t.Error(c.Err)
	}
	if offered == 0 && len(p.Start) == 0 {
		t.Error("no value is offered")
	}
}

// startsWith reports whether the start rules set a variable: that is not offered.
func startsWith(p *exec.Program, site int) bool {
	c := p.NewCtx()
	c.Reset()
	_, resolved := c.Resolved(p.Puzzle.Kind, site)
	return resolved
}
