package ground_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ludens/gdl"
	"ludens/gdl/gdltest"
	"ludens/gdl/ground"
)

// counting begins at nothing, and could begin anywhere.
const counting = `
(role x) (init (mark 0)) (init (mark 1)) (init (mark 2))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8)
(number 0) (number 1) (number 2) (number 3) (number 4) (number 5) (number 6) (number 7) (number 8)
(<= (count ?n) (from 0 0 ?n))
(<= (from 3 ?n ?n) (number ?n))
(<= (from ?i ?m ?n) (true (mark ?i)) (succ ?i ?j) (succ ?m ?k) (from ?j ?k ?n))
(<= (from ?i ?m ?n) (number ?i) (number ?m) (not (true (mark ?i))) (succ ?i ?j) (from ?j ?m ?n))
(<= odd (true (mark 0)) (not (from 0 2 3)))
(<= (legal x (take ?i)) (true (mark ?i)))
(<= (next (mark ?i)) (true (mark ?i)) (not (does x (take ?i))))
(<= terminal (count 0))
(<= (goal x 100) (count 0) (not odd))
`

// used are the ground rules of everything that outputs depend on, and the number of all.
func used(t *testing.T, text string, patience int64) (rules []string, all int) {
	t.Helper()
	th, err := ground.Ground(context.Background(), gdltest.Compile(t, text), ground.Options{Patience: patience})
	if err != nil {
		t.Fatal(err)
	}
	type rule struct {
		text string
		body []ground.AtomID
	}
	of := map[ground.AtomID][]rule{}
	th.Rules(func(r ground.Rule) {
		all++
		text := th.String(r.Head) + " <="
		for _, a := range r.Pos {
			text += " " + th.String(a)
		}
		for _, a := range r.Neg {
			text += " not " + th.String(a)
		}
		of[r.Head] = append(of[r.Head], rule{text, append(slices.Clone(r.Pos), r.Neg...)})
	})
	seen := map[ground.AtomID]bool{}
	var visit func(a ground.AtomID)
	visit = func(a ground.AtomID) {
		if seen[a] {
			return
		}
		seen[a] = true
		for _, r := range of[a] {
			rules = append(rules, r.text)
			for _, b := range r.body {
				visit(b)
			}
		}
	}
	for id := range th.Atoms() {
		switch rel, _ := th.Atom(ground.AtomID(id)); rel {
		case gdl.RelGoal, gdl.RelTerminal, gdl.RelNext, gdl.RelLegal, gdl.RelSees:
			visit(ground.AtomID(id))
		}
	}
	slices.Sort(rules)
	return rules, all
}

// By demand, the rules of everything that outputs depend on are those of the whole theory.
func TestDemandLeavesTheRules(t *testing.T) {
	whole, large := used(t, counting, 1<<30)
	asked, small := used(t, counting, 1)
	if !slices.Equal(whole, asked) {
		t.Errorf("rules that outputs depend on:\nwhole  %d %v\nasked  %d %v", len(whole), whole, len(asked), asked)
	}
	if small*2 > large {
		t.Errorf("%d rules by demand, %d without", small, large)
	}
}

func TestDemandLeavesTheRulesOfGames(t *testing.T) {
	files, err := filepath.Glob("../../games/gdl/*.kif")
	if err != nil || len(files) == 0 {
		t.Fatal("no games", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		whole, _ := used(t, string(text), 1<<30)
		asked, _ := used(t, string(text), 1)
		if !slices.Equal(whole, asked) {
			t.Errorf("%s: %d rules that outputs depend on, %d by demand", file, len(whole), len(asked))
		}
	}
}
