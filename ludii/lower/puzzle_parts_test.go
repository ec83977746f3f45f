package lower_test

import (
	"fmt"
	"slices"
	"testing"

	"ludens/game"
	"ludens/ludii/exec"
	"ludens/ludii/load"
)

// What is offered are the values with which all constraints hold, also those whose parts are asked only where they
// have read the variable that is set: while all hold, and where some do not.
func TestSatisfyParts(t *testing.T) {
	puzzles := map[string]string{
		"loop": `(equipment {(board (rectangle 3 4) (values Edge (range 0 1)) use:Edge) (hints {(hint {0} 3) (hint {5} 2) (hint {7} 1) (hint {10} 0)} Cell)})
			(rules %s (play (satisfy {
			(forAll Cell (or (= (hint Cell at:(from)) Off) (is Count Edge (sites Incident Edge of:Cell at:(from)) (hint Cell at:(from)))))
			(forAll Vertex (or (is Count Edge (sites Incident Edge of:Vertex at:(from)) 0) (is Count Edge (sites Incident Edge of:Vertex at:(from)) 2)))
			(< (count Groups Edge) 2)}))`,
		"sums": `(equipment {(board (square 4) (values Cell (range 1 4))) (hints {(hint {0 1 4} 6) (hint {5 6} 5) (hint {10 11 15} 7)}) (regions {Rows Columns}) (regions "Cage" HintRegions)})
			(rules %s (play (satisfy {(is Sum "Cage" (hint)) (all Different)}))`,
		"a sum of all": `(equipment {(board (square 2) (values Cell (range 0 3))) (regions {Rows})})
			(rules %s (play (satisfy {(is Sum (sites Board) 5) (all Different (sites Corners) except:0)}))`,
		"order": `(equipment {(board (square 3) (values Cell (range 1 3))) (hints {(hint {0 1} 1) (hint {4} 2) (hint {5 8} 1)}) (regions {Rows})})
			(rules %s (play (satisfy {(forAll Hint (< (from) (to))) (all Different)}))`,
		"around": `(equipment {(board (square 4) (values Cell (range 0 1))) (hints {(hint {0} 3) (hint {5} 4) (hint {10} 2) (hint {15} 1)})})
			(rules %s (play (satisfy {(forAll Hint (is Count (sites Around (from) includeSelf:True) of:1 (hint)))}))`,
		"rows": `(equipment {(board (square 3) (values Cell (range 0 1))) (regions {Rows Columns})})
			(rules %s (play (satisfy {(is Unique) (is Count (sites Board) of:1 4)}))`,
	}
	starts := map[string]map[string]string{
		"loop": {"broken": "(start (set Edge {{0 1} {1 1} {2 1} {3 1} {4 1} {5 1} {6 1}}))"},
		"sums": {"some": "(start (set {{2 3}}))", "broken": "(start (set {{0 4} {1 4} {12 4}}))"}, "order": {"broken": "(start (set {{5 3} {8 1}}))"},
		"around": {"broken": "(start (set {{15 1} {14 1} {11 1}}))"},
	}
	for name, text := range puzzles {
		t.Run(name, func(t *testing.T) {
			offered := walkFrom(t, text, "")
			if offered == 0 {
				t.Error("no value is offered")
			}
			for _, start := range starts[name] {
				walkFrom(t, text, start)
			}
		})
	}
}

// walkFrom is satisfyWalk of a text with start rules.
func walkFrom(t *testing.T, text, start string) int {
	t.Helper()
	g, findings := load.Text("puzzle.lud", `(game "Puzzle" (players 1) `+fmt.Sprintf(text, start)+` (end (if (is Solved) (result P1 Win)))))`, load.Options{})
	if g.Program == nil {
		t.Fatal(findings)
	}
	offered := 0
	for seed := range uint64(5) {
		offered += satisfyWalk(t, g.Program, seed)
	}
	return offered
}

// satisfyWalk plays at random and asks all constraints about every value of every variable. It returns how many were offered.
func satisfyWalk(t *testing.T, p *exec.Program, seed uint64) int {
	t.Helper()
	k := p.Puzzle.Kind
	c, rng, offered := p.NewCtx(), game.Stream(seed, "satisfy", 0), 0
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
					t.Fatalf("step %d: %d for variable %d is offered, and breaks a constraint", step, v, site)
				}
				if !sets[[2]int{site, v}] && holds && !startsWith(p, site) {
					t.Fatalf("step %d: %d for variable %d is not offered, and breaks none", step, v, site)
				}
			}
		}
		c.Step(rng.IntN(len(c.Moves)))
	}
	if c.Err != nil {
		t.Error(c.Err)
	}
	return offered
}

// startsWith reports whether the start rules set a variable: that is not offered.
func startsWith(p *exec.Program, site int) bool {
	c := p.NewCtx()
	c.Reset()
	_, resolved := c.Resolved(p.Puzzle.Kind, site)
	return resolved
}
