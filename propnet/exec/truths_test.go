package exec

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludens/game"
	"ludens/games"
	"ludens/gdl/gdltest"
	"ludens/propnet"
)

// TestTruths compares the bits with the facts that machines list, and what a
// network tells before and after it was encoded and built again.
func TestTruths(t *testing.T) {
	for _, e := range games.List() {
		t.Run(e.Name, func(t *testing.T) {
			n, err := Network(context.Background(), gdltest.Compile(t, e.Text), Options{})
			if err != nil {
				t.Fatal(err)
			}
			again, err := Network(context.Background(), gdltest.Compile(t, e.Text), Options{})
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := n.Encode(&b); err != nil {
				t.Fatal(err)
			}
			kept, err := propnet.Decode(b.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			var gs []*Game
			for _, n := range []*propnet.Network{n, again, kept} {
				g, err := FromNetwork(n, Options{})
				if err != nil {
					t.Fatal(err)
				}
				gs = append(gs, g)
			}
			g := gs[0]
			props := g.Propositions()
			if !slices.IsSorted(props) || len(slices.Compact(slices.Clone(props))) != len(props) {
				t.Fatalf("the propositions are not sorted, or not different: %v", props)
			}
			for _, h := range gs[1:] {
				if !slices.Equal(props, h.Propositions()) {
					t.Fatal("built again or kept, there are other propositions")
				}
				if !slices.EqualFunc(g.Orders(), h.Orders(), slices.Equal) {
					t.Fatalf("built again or kept, there are other orders: %v, then %v", g.Orders(), h.Orders())
				}
				for seat := range g.facts.Seats {
					if !slices.Equal(g.MoveTexts(seat), h.MoveTexts(seat)) {
						t.Fatal("built again or kept, there are other moves")
					}
				}
			}
			m := newMachine(g)
			rng := game.Stream(1, "truths test "+e.Name, 0)
			var w game.Walker
			var bits []uint64
			changed := make([]bool, len(props))
			var first []uint64
			for range 3 {
				m.Reset()
				for step := 0; ; step++ {
					bits = m.Truths(bits)
					if first == nil {
						first = slices.Clone(bits)
					}
					got := slices.Clone(n.Fixed)
					for i, p := range props {
						if bits[i>>6]>>(i&63)&1 != 0 {
							got = append(got, p)
						}
						changed[i] = changed[i] || (bits[i>>6]^first[i>>6])>>(i&63)&1 != 0
					}
					slices.Sort(got)
					if want := m.Fluents(nil); !slices.Equal(got, want) {
						t.Fatalf("the bits say %v, the facts are %v", got, want)
					}
					if m.Terminal() || step > 60 {
						break
					}
					for seat := range g.facts.Seats {
						texts := g.MoveTexts(seat)
						for _, mv := range m.Legal(seat, nil) {
							if texts[mv] != m.Label(seat, mv) {
								t.Fatalf("move %d is %s, its label %s", mv, texts[mv], m.Label(seat, mv))
							}
						}
					}
					w.Step(m, rng)
				}
			}
			if len(props) > 0 && !slices.Contains(changed, true) {
				t.Error("no proposition ever changed")
			}
		})
	}
}

// TestPlaces checks which relations give coordinates, and what texts are made of them.
func TestPlaces(t *testing.T) {
	// a board of three parts with three cells each, whose rows and columns are told by facts
	board := func(format string) string {
		var b strings.Builder
		for part := 1; part <= 3; part++ {
			for i := 1; i <= 3; i++ {
				r := strings.NewReplacer("Q", fmt.Sprint("q", part), "I", fmt.Sprint("i", i), "C", fmt.Sprint("c", 3*part+i), "X", fmt.Sprint(part), "Y", fmt.Sprint(i))
				fmt.Fprintln(&b, r.Replace(format))
			}
		}
		return b.String()
	}
	const rest = `(role a) (role b) (init (control a)) (succ 1 2) (succ 2 3) (succ 3 4) (<= (next (n ?y)) (true (n ?x)) (succ ?x ?y)) (init (n 1))
		(goal a 50) (goal b 50) (<= terminal (true (n 4))) (<= (legal ?r noop) (role ?r)) `
	const parts = `(<= (legal a (mark ?q ?i)) (part ?q) (inner ?i)) (<= (legal a (turn ?q)) (part ?q)) (<= (next (cell ?q ?i ?q a)) (does a (mark ?q ?i)))
		(<= (next (cell ?q ?i ?q b)) (true (cell ?q ?i ?q a)) (at ?q ?i ?q ?x ?y)) (part q1) (part q2) (part q3) (inner i1) (inner i2) (inner i3) `
	const cells = `(<= (legal a (mark ?c)) (at ?c ?x ?y)) (<= (next (cell ?c a)) (does a (mark ?c))) (<= (next (seen ?x)) (does a (mark ?c)) (at ?c ?x ?y)) `
	for _, c := range []struct{ name, text, has, hasNot, move string }{
		{"parts", parts + board("(at Q I Q X Y)"), "(cell @2 @3 a)", "(cell q2 i3 q2 a)", "(turn q1)"},
		{"names", cells + board("(at C X Y)"), "(cell @2 @3 a)", "(cell c9 a)", "(mark @2 @3)"},
		{"a place twice", cells + board("(at C X Y)") + "(at c99 2 3)", "(cell c9 a)", "(cell @2 @3 a)", "(mark c9)"},
		{"coordinates twice", cells + board("(at C X Y)") + "(at c9 1 1)", "(cell c9 a)", "(cell @2 @3 a)", "(mark c9)"},
		{"columns in no order", cells + board("(at C Q Y)"), "(cell c9 a)", "(cell @q2 @3 a)", "(mark c9)"},
		{"few cells", cells + "(at c1 1 1) (at c2 2 2) (at c3 3 3)", "(cell c1 a)", "(cell @1 @1 a)", "(mark c1)"},
	} {
		g, err := New(context.Background(), gdltest.Compile(t, rest+c.text), Options{})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		props, moves, orders := g.Placed()
		if !slices.Contains(props, c.has) || slices.Contains(props, c.hasNot) || !slices.Contains(moves[0], c.move) {
			t.Errorf("%s: propositions %v, moves %v", c.name, props, moves)
		}
		if placed := strings.HasPrefix(c.has, "(cell @"); len(orders) != 1 && !placed || placed && !slices.Contains(orders[1], "@1") {
			t.Errorf("%s: the orders are %v", c.name, orders)
		}
		for i, m := range g.l.net.Moves[g.l.seats[0].role] { // managers know them by their own names
			if got := g.byKey[0][m.Text]; !slices.Contains(got, game.Move(i)) {
				t.Errorf("%s: %s is read as %v, want %d", c.name, m.Text, got, i)
			}
		}
	}
}

// TestOrders checks which relations give an order.
func TestOrders(t *testing.T) {
	const rest = `(role a) (init (n 0)) (<= (legal a (go ?x ?y)) (r ?x ?y)) (<= (next (n ?y)) (does a (go ?x ?y))) (goal a 50)
		(<= terminal (true (n 1))) `
	for text, want := range map[string][][]string{
		"(r 1 2) (r 3 4) (r 2 3)": {{"1", "2", "3", "4"}},
		"(r q b) (r b (f z))":     {{"q", "b", "(f z)"}},
		"(r 1 2)":                 nil,               // orders nothing
		"(r 2 3) (r 3 1) (r 1 2)": {{"1", "2", "3"}}, // goes round
		"(r 1 2) (r 2 3) (r 3 1) (r 4 5) (r 5 6) (r 6 4)":        nil, // two circles
		"(r 1 2) (r 2 3) (r 5 5)":                                nil, // and something else
		"(r 1 2) (r 2 3) (r 1 3)":                                nil, // branches
		"(r 1 2) (r 3 2) (r 2 4)":                                nil, // joins
		"(r 1 2) (r 2 3) (r 4 5) (r 5 6)":                        nil, // two chains
		"(s 1 2) (s 2 3) (<= (r ?y ?x) (s ?x ?y))":               {{"1", "2", "3"}, {"3", "2", "1"}},
		"(r 1 2) (r 2 3) (t 1 2) (t 2 3) (t 3 4)":                {{"1", "2", "3"}}, // no rule uses t
		"(s 1 2) (s 2 3) (<= (r ?x ?y) (s ?x ?y) (true (n ?x)))": {{"1", "2", "3"}},
		"(r 1 2) (r 2 3) (<= (t ?x ?y) (r ?x ?y)) (u 5 6 7)":     {{"1", "2", "3"}},
		"(r 0 1) (<= (r ?y z) (r ?x ?y) (distinct ?y z))":        {{"0", "1", "z"}},
		"(r 1 2) (<= (goal a ?x) (r ?x ?y)) (r 2 3) (s a) (s b)": {{"1", "2", "3"}},
	} {
		g, err := New(context.Background(), gdltest.Compile(t, rest+text), Options{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := g.Orders(); !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("%s: the orders are %v, want %v", text, got, want)
		}
	}
}
