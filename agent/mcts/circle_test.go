package mcts

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"ludens/agent"
	"ludens/catalog"
	"ludens/game"
)

// walking is a game in which a piece walks on a ring of four places and the other player waits; it is won at a
// door that a move may try, which a counter keeps shut for a long time.
const walking = `
(role a) (role b)
(init (at 1)) (init (step 0)) (init (control a))
(ring 1 2) (ring 2 3) (ring 3 4) (ring 4 1)
(other a b) (other b a)
(<= (legal a (go ?y)) (true (control a)) (true (at ?x)) (ring ?x ?y))
(<= (legal a (go ?y)) (true (control a)) (true (at ?x)) (ring ?y ?x))
(<= (legal a noop) (true (control b)))
(<= (legal b wait) (true (control b)))
(<= (legal b noop) (true (control a)))
(<= (next (at ?x)) (does a (go ?x)))
(<= (next (at ?x)) (true (at ?x)) (true (control b)))
(<= (next (control ?r)) (true (control ?s)) (other ?s ?r))
(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
(<= terminal (true (step 39)))
(goal a 90) (goal b 10)
`

func opened(t *testing.T) game.Game {
	t.Helper()
	text := walking
	for i := range 39 {
		text += "(succ " + itoa(i) + " " + itoa(i+1) + ")\n"
	}
	g, err := catalog.OpenText(t.Context(), "walking", text, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}

// TestOnward goes round until all places were reached: of moves that are worth the same those that lead where
// no own move has led before.
func TestOnward(t *testing.T) {
	g := opened(t)
	p := New(Options{Iterations: 200, Seed: 1, Threads: 1, Proofs: -1, Solve: -1, LookCost: -1})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	err := p.Begin(ctx, g, 0, agent.Clocks{})
	cancel()
	if err != nil {
		t.Fatal(err)
	}
	defer p.End()
	if p.circles == nil {
		t.Fatal("circles are not looked for")
	}
	m := g.NewMachine()
	seen := map[string]bool{}
	for range 4 {
		mv, err := p.Choose(t.Context(), agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)})
		if err != nil {
			t.Fatal(err)
		}
		if seen[m.Label(0, mv)] {
			t.Errorf("%s once more, after %v", m.Label(0, mv), seen)
		}
		seen[m.Label(0, mv)] = true
		m.Step([]game.Move{mv, m.Legal(1, nil)[0]})
		m.Step([]game.Move{m.Legal(0, nil)[0], m.Legal(1, nil)[0]})
	}
}

// TestOnwardStays keeps to the best move where others are worse, where the match is not won, and where the search
// is of before.
func TestOnwardStays(t *testing.T) {
	g := opened(t)
	m := g.NewMachine()
	turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
	arms := func(best, other float64) []arm {
		return []arm{{move: turn.Legal[0], n: 1000, sum: best * 1000}, {move: turn.Legal[1], n: 400, sum: other * 400}}
	}
	for _, x := range []struct {
		best, other float64
		want        int
	}{{0.9, 0.89, 1}, {0.9, 0.75, 0}, {0.5, 0.5, 0}, {0.3, 0.3, 0}} {
		c := newCircles(g)
		list := arms(x.best, x.other)
		if got := c.onward(turn, 0, list[0], list); got.move != list[0].move {
			t.Errorf("%v: another move the first time", x)
		}
		if got := c.onward(turn, 0, list[0], list); got.move != list[x.want].move {
			t.Errorf("%v: move %d the second time", x, got.move)
		}
		list[0].proven = true
		if got := c.onward(turn, 0, list[0], list); got.move != list[0].move {
			t.Errorf("%v: another move than one that is proven", x)
		}
	}
	for _, o := range []Options{{Plain: true}, {Classic: true}} {
		p := New(o)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		err := p.Begin(ctx, g, 0, agent.Clocks{})
		cancel()
		if err != nil || p.circles != nil {
			t.Errorf("circles are looked for: %v", err)
		}
		p.End()
	}
	if c := newCircles(panics{g, &atomic.Int64{}}); c != nil {
		t.Error("a machine that does not tell circles")
	}
}

// TestWhereMovesLead knows no circle where the others choose as well, or where the match is over.
func TestWhereMovesLead(t *testing.T) {
	both, err := catalog.Open(t.Context(), "rockPaperScissors", catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := both.NewMachine()
	if _, ok := newCircles(both).after(m.Save(nil), 0, m.Legal(0, nil)[0]); ok {
		t.Error("a move leads somewhere that the other player has a part in")
	}
	g := opened(t)
	c := newCircles(g)
	m = g.NewMachine()
	for n := 0; !m.Terminal(); n++ {
		a, b := m.Legal(0, nil), m.Legal(1, nil)
		seat, move := 0, a[0]
		if len(a) == 1 {
			seat, move = 1, b[0]
		}
		from := m.Save(nil)
		m.Step([]game.Move{a[0], b[0]})
		if to, ok := c.after(from, seat, move); ok == m.Terminal() || ok && to != m.(game.Recurrer).Recurrence() {
			t.Fatalf("step %d: %v", n, ok)
		}
	}
}
