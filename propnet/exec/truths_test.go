package exec

import (
	"bytes"
	"context"
	"slices"
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
