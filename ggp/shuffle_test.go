package ggp

import (
	"slices"
	"strings"
	"testing"

	"ludens/game"
)

// Shuffling keeps every word and the order of the roles, and changes that of rules and
// conditions.
func TestShuffle(t *testing.T) {
	rules := `(role x) ; first
(role y) (init (cell 1 2)) (succ 1 2) (succ 2 3)
(<= (legal ?r (mark ?x)) (true (cell ?x b)) (or (a ?x) (b ?x) (c ?x)) (not (d ?x)) (distinct ?x 2))
(<= terminal (e 1))`
	sorted := func(text string) []string { return slices.Sorted(slices.Values(tokens(text))) }
	orders := map[string]bool{}
	for seed := range uint64(10) {
		out, err := Shuffle(rules, game.Stream(seed, "test", 0))
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := Shuffle(rules, game.Stream(seed, "test", 0)); again != out {
			t.Error("the same seed gave another order")
		}
		orders[out] = true
		if !slices.Equal(sorted(out), sorted(rules)) {
			t.Errorf("other words: %s", out)
		}
		for _, keep := range []string{"(cell 1 2)", "(<= (legal ?r (mark ?x)) ", "(succ 1 2)", "(<= terminal (e 1))"} {
			if !strings.Contains(out, keep) {
				t.Errorf("no %s in %s", keep, out)
			}
		}
		if strings.Index(out, "(role x)") > strings.Index(out, "(role y)") {
			t.Errorf("the roles are in another order: %s", out)
		}
	}
	if len(orders) < 9 {
		t.Errorf("ten seeds gave %d orders", len(orders))
	}
	if _, err := Shuffle("(role x", game.Stream(1, "test", 0)); err == nil {
		t.Error("a text that ends early is no error")
	}
	if out, err := Shuffle(`(game "A" (b c))`, game.Stream(1, "test", 0)); err != nil || out != `(game "A" (b c))` {
		t.Errorf("ludemes: %s, %v", out, err)
	}
}
