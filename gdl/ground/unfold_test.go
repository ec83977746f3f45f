package ground_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludens/gdl/gdltest"
	"ludens/gdl/ground"
)

// alike has sixteen pieces with four marks each, on four cells; rows are of pieces that have a
// mark in common, which is a table of thousands.
func alike() string {
	var b strings.Builder
	b.WriteString(`(role p) (init (cell 1 p0)) (<= (legal p (put ?c ?x)) (index ?c) (piece ?x)) (goal p 100)
		(<= (next (cell ?c ?x)) (does p (put ?c ?x))) (<= (next (cell ?c ?x)) (true (cell ?c ?x)))
		(index 1) (index 2) (index 3) (index 4) (<= terminal row)
		(<= (alike ?a ?b ?c ?d) (mark ?n ?a ?v) (mark ?n ?b ?v) (mark ?n ?c ?v) (mark ?n ?d ?v) (distinct ?v none))
		(<= row (true (cell 1 ?a)) (true (cell 2 ?b)) (true (cell 3 ?c)) (true (cell 4 ?d)) (alike ?a ?b ?c ?d))
		(<= pair (true (cell 1 ?a)) (true (cell 2 ?b)) (alike ?a ?b ?b ?b))
		(<= (goal p 0) pair) (<= (goal p 50) (true (cell ?c ?x)) (alike p3 ?x p5 ?x))\n`)
	for i := range 16 {
		fmt.Fprintf(&b, "(piece p%d)", i)
		for k := range 4 {
			fmt.Fprintf(&b, "(mark %d p%d %d)", k, i, i>>k&1)
		}
	}
	return b.String()
}

// TestUnfold wants few rules for a table of many, and the same atoms.
func TestUnfold(t *testing.T) {
	p := gdltest.Compile(t, alike())
	named := func(opt ground.Options) (names []string, instances int) {
		th, err := ground.Ground(context.Background(), p, opt)
		if err != nil {
			t.Fatal(err)
		}
		for a := range th.Atoms() {
			if s := th.String(ground.AtomID(a)); !strings.Contains(s, "part ") {
				names = append(names, s)
			}
		}
		slices.Sort(names)
		return names, th.Instances()
	}
	got, few := named(ground.Options{})
	want, many := named(ground.Options{NoCondense: true})
	if !slices.Equal(got, want) {
		t.Errorf("%d possible atoms unfolded, %d not", len(got), len(want))
	}
	if few > 1000 || many < 20_000 {
		t.Errorf("%d rules unfolded, %d not", few, many)
	}
}
