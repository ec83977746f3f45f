package mcts

import (
	"context"
	"fmt"
	"math"
	"testing"

	"ludens/agent"
	"ludens/catalog"
	"ludens/eval"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// chasing is a game whose positions come back: two pieces walk on a ring of seven places, either way, until they meet.
const chasing = `
(role a) (role b)
(init (at a 1)) (init (at b 4)) (init (control a))
(ring 1 2) (ring 2 3) (ring 3 4) (ring 4 5) (ring 5 6) (ring 6 7) (ring 7 1)
(other a b) (other b a)
(<= (legal ?r (go ?y)) (true (control ?r)) (true (at ?r ?x)) (ring ?x ?y))
(<= (legal ?r (go ?y)) (true (control ?r)) (true (at ?r ?x)) (ring ?y ?x))
(<= (legal ?r noop) (true (control ?s)) (other ?r ?s))
(<= (next (at ?r ?x)) (does ?r (go ?x)))
(<= (next (at ?r ?x)) (true (at ?r ?x)) (true (control ?s)) (other ?r ?s))
(<= (next (control ?r)) (true (control ?s)) (other ?s ?r))
(<= terminal (true (at a ?x)) (true (at b ?x)))
(<= (goal ?r 100) (true (control ?r)))
(<= (goal ?r 0) (true (control ?s)) (other ?r ?s))
`

// TestOneNode: in a game of one player, and with an evaluator of two, a position has one expanded node
// however many ways lead to it, else if its value is exact when it is met again; with Tree it has
// one for every way. A position that comes back later is another one, so that nothing hangs below itself. What is accounted for is what is there.
func TestOneNode(t *testing.T) {
	ring, err := catalog.OpenText(t.Context(), "chasing", chasing, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		g    game.Game
		eval eval.Evaluator
		tree bool
		most float64 // nodes per position
	}{
		{"a puzzle", alone{toy.Lines()}, nil, false, 1},
		{"a puzzle as a tree", alone{toy.Lines()}, nil, true, 0},
		{"two players", toy.Lines(), nil, false, 0},
		{"two players as a tree", toy.Lines(), nil, true, 0},
		{"two players and an evaluator", toy.Lines(), &judge{say: hashed}, false, 1},
		{"two players and an evaluator, whose positions tell their past", past{toy.Lines()}, &judge{say: hashed}, false, 1},
		{"two players and an evaluator as a tree", toy.Lines(), &judge{say: hashed}, true, 0},
		{"a puzzle and an evaluator", alone{toy.Lines()}, &judge{say: hashed}, false, 0},
		{"two players who come back, and an evaluator", ring, &judge{say: hashed}, false, 1},
	} {
		g := c.g
		p := New(Options{Threads: 1, Iterations: 3000, Seed: 3, Tree: c.tree, Proofs: -1, LookCost: -1, Evaluator: c.eval, Evaluations: 1})
		if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
			t.Fatal(err)
		}
		m := g.NewMachine()
		if _, err := p.Choose(context.Background(), agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}); err != nil {
			t.Fatal(err)
		}
		positions, nodes, ways := map[string]int{}, map[*node]bool{}, 0
		var walk func(n *node)
		walk = func(n *node) {
			if n == nil || n.inner == nil {
				return
			}
			if ways++; nodes[n] {
				return
			}
			nodes[n] = true
			positions[fmt.Sprint(n.inner.ply, n.inner.state[:min(3, len(n.inner.state))])]++
			for _, k := range n.inner.kids.table {
				if k.node != nil && k.node.inner != nil && k.node.inner.ply != n.inner.ply+1 {
					t.Fatalf("a node at %d hangs below one at %d", k.node.inner.ply, n.inner.ply)
				}
				walk(k.node)
			}
		}
		walk(p.tree.root)
		ratio := float64(len(nodes)) / float64(len(positions))
		if c.most > 0 && ratio > c.most || c.most == 0 && ratio < 1.05 {
			t.Errorf("%s: %d nodes of %d positions", c.name, len(nodes), len(positions))
		}
		if shared := ways - len(nodes); shared == 0 && c.most > 0 || c.tree && shared > 0 {
			t.Errorf("%s: %d nodes are reached in another way, too", c.name, shared)
		}
		bytes, count := p.tree.bytes.Load(), p.tree.nodes.Load()
		p.tree.recount(0)
		if b, n := p.tree.bytes.Load(), p.tree.nodes.Load(); b > bytes || n > count+1 {
			t.Errorf("%s: %d bytes and %d nodes are there, %d and %d accounted for", c.name, b, n, bytes, count)
		}
		p.End()
	}
}

// past is a game whose positions tell the last moves, which make no difference.
type past struct{ game.Game }

func (g past) NewMachine() game.Machine { return &pastMachine{Machine: g.Game.NewMachine(), g: g} }

type pastMachine struct {
	game.Machine
	g    past
	last uint64
}

func (m *pastMachine) Game() game.Game { return m.g }

func (m *pastMachine) Reset() {
	m.Machine.Reset()
	m.last = 0
}

func (m *pastMachine) Save(dst game.State) game.State { return append(m.Machine.Save(dst), m.last) }

func (m *pastMachine) Load(s game.State) {
	m.Machine.Load(s[:len(s)-1])
	m.last = s[len(s)-1]
}

func (m *pastMachine) Step(j []game.Move) {
	m.last = 1 + uint64(j[0])<<8 + uint64(j[1])
	m.Machine.Step(j)
}

func (m *pastMachine) Key() uint64 { return m.Machine.Save(nil).Hash() }

// TestAnotherPast: with an evaluator the tree is kept where the match has come to a position in another way than the search, and the
// position is that of the match then.
func TestAnotherPast(t *testing.T) {
	g := past{toy.Lines()}
	p := New(Options{Threads: 1, Iterations: 3000, Seed: 3, Evaluator: &judge{say: hashed}, Evaluations: 1})
	if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	defer p.End()
	m := g.NewMachine()
	first := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
	if _, err := p.Choose(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	at := func(squares ...int) game.State {
		m.Reset()
		for i, s := range squares {
			joint := []game.Move{m.Legal(0, nil)[0], m.Legal(1, nil)[0]}
			joint[i%2] = game.Move(s)
			m.Step(joint)
		}
		return m.Save(nil)
	}
	var n *node // a position that was searched, first by the moves in one order
	var way []game.State
	is := func(s game.State) func(*inner) bool { return func(in *inner) bool { return in.state.Equal(s) } }
	for i := range 9 * 9 * 9 * 9 {
		a, b, c, d := i%9, i/9%9, i/81%9, i/729
		if a == b || a == c || a == d || b == c || b == d || c == d || n != nil {
			continue
		}
		f := find(p.tree.root, is(at(a, b, c, d)), 4)
		if f != nil && f.value == nil && find(find(p.tree.root, is(at(a, d)), 2), is(at(a, b, c, d)), 2) == f {
			n, way = f, []game.State{at(a, d), at(a, d, c, b)}
		}
	}
	if n == nil || n.inner.state.Equal(way[1]) {
		t.Fatal("no position was reached in two ways")
	}
	p.opt.Iterations = 1
	for i, s := range way {
		m.Load(s)
		if _, err := p.Choose(t.Context(), agent.Turn{Number: 2 + 2*i, States: []game.State{s}, Legal: m.Legal(0, nil)}); err != nil {
			t.Fatal(err)
		}
	}
	if p.tree.root != n || !n.inner.state.Equal(way[1]) {
		t.Errorf("the tree was kept: %v; the position is that of the match: %v", p.tree.root == n, n.inner.state.Equal(way[1]))
	}
}

// TestAgreesInSearch: of the arms that lead where others lead, too, many are worth exactly what the position is (the others since the last
// walk through them), but none where what one player gains is not what the other loses.
func TestAgreesInSearch(t *testing.T) {
	for _, uneven := range []bool{false, true} {
		w := newWorker(toy.Lines(), &Options{})
		o := Options{Threads: 1, Evaluations: 1, Evaluator: &judge{say: hashed}}.withDefaults()
		w.opt, w.run = &o, &run{}
		w.rng = game.Stream(1, "test", 0)
		w.t = w.plant(nil, toy.Lines(), toy.Lines().NewMachine().Save(nil), 2)
		w.t.uneven.Store(uneven)
		for range 2000 {
			w.iterate()
		}
		shared, same := 0, 0
		w.t.walk(w.run, func(n *node) bool {
			for _, seat := range n.inner.active {
				for i, a := range n.inner.of(int(seat)) {
					c := n.inner.kids.get(uint64(i))
					if c == nil || c.inner == nil || a.proven || a.n == 0 || c.inner.count <= a.n {
						continue
					}
					if shared++; math.Abs(a.sum/float64(a.n)-c.inner.average(int(seat))) < 1e-9 {
						same++
					}
				}
			}
			return true
		})
		if shared < 50 || !uneven && 5*same < shared || uneven && 20*same > shared {
			t.Errorf("uneven %v: %d of %d arms are worth what the position is", uneven, same, shared)
		}
	}
}

// TestAgree: an arm is worth what the position is that it leads to, and its node with it, where others have led there, too.
func TestAgree(t *testing.T) {
	in := &inner{first: []int32{0, 2, 2}, active: []int32{0}, seats: make([]sum, 2), count: 5}
	in.arms = []arm{{n: 3, sum: 1.2, square: 0.54}, {n: 1, sum: 0.9, square: 0.81}}
	in.seats[0].all, in.seats[1].all = 2.6, 2.4
	in.agree([]int32{0, 0}, passed{3, [2]float64{0.9, 0.1}}) // nobody else has come
	if a := in.arms[0]; a.sum != 1.2 || in.seats[0].all != 2.6 {
		t.Errorf("an arm that leads somewhere alone was changed: %+v, %+v", a, in.seats)
	}
	in.agree([]int32{0, 0}, passed{7, [2]float64{0.8, 0.2}})
	a := in.arms[0]
	if math.Abs(a.sum-2.4) > 1e-9 || math.Abs(in.seats[0].all-3.8) > 1e-9 || math.Abs(in.seats[1].all-1.2) > 1e-9 {
		t.Errorf("an arm of 3 visits is worth %g, its node %+v", a.sum, in.seats)
	}
	if v := a.square/3 - 0.8*0.8; math.Abs(v-(0.54/3-0.4*0.4)) > 1e-9 {
		t.Errorf("the variance is %g now", v)
	}
	in.arms[0].proven, in.arms[0].square = true, 1
	if in.agree([]int32{0, 0}, passed{8, [2]float64{0.5, 0.5}}); in.arms[0].square != 1 {
		t.Error("an exact value was changed")
	}
	forced := &inner{first: []int32{0, 1, 2}, seats: []sum{{all: 1}, {all: 1}}, count: 2}
	if forced.agree(nil, passed{2, [2]float64{0.9, 0.1}}); forced.seats[0].all != 1 {
		t.Error("where nobody has a choice: changed, though nobody else has come")
	}
	if forced.agree(nil, passed{3, [2]float64{0.9, 0.1}}); math.Abs(forced.seats[0].all-1.8) > 1e-9 || math.Abs(forced.seats[1].all-0.2) > 1e-9 {
		t.Errorf("where nobody has a choice: %+v", forced.seats)
	}
}

// alone is a game of two that one player plays: nobody else minds.
type alone struct{ game.Game }

func (g alone) Facts() *game.Facts {
	f := *g.Game.Facts()
	f.Players, f.Seats, f.RoleSeat = 1, f.Seats[:1], f.RoleSeat[:1]
	return &f
}

func (g alone) NewMachine() game.Machine { return &aloneMachine{g.Game.NewMachine(), g} }

type aloneMachine struct {
	game.Machine
	g alone
}

func (m *aloneMachine) Game() game.Game { return m.g }

func (m *aloneMachine) Legal(_ int, dst []game.Move) []game.Move {
	if dst = m.Machine.Legal(0, dst); len(dst) > 1 {
		return dst
	}
	if other := m.Machine.Legal(1, nil); len(other) > 1 {
		return append(dst[:0], other...)
	}
	return dst
}

func (m *aloneMachine) Step(j []game.Move) {
	joint := []game.Move{j[0], j[0]}
	for s := range joint {
		if l := m.Machine.Legal(s, nil); len(l) == 1 {
			joint[s] = l[0]
		}
	}
	m.Machine.Step(joint)
}

func (m *aloneMachine) Utility(dst []float64) {
	var both [2]float64
	m.Machine.Utility(both[:])
	dst[0] = both[0] / 2 // nothing is certain to be the best before all is known
}

// TestStands: where the best arm has an exact value the search walks another one, and the
// exact one counts: the average of the node stays the exact value.
func TestStands(t *testing.T) {
	s := game.State{0b000_010_001, 0b100_000_000, 3} // o must block at 2, 4 or elsewhere
	g := toy.Lines()
	p := New(Options{Threads: 1, Iterations: 400, Seed: 3, Haste: -1, Proofs: -1, LookCost: -1})
	if err := p.Begin(context.Background(), g, 1, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	defer p.End()
	m := g.NewMachine()
	m.Load(s)
	turn := agent.Turn{States: []game.State{s}, Legal: m.Legal(1, nil)}
	p.opt.Iterations = 1
	if _, err := p.Choose(context.Background(), turn); err != nil {
		t.Fatal(err)
	}
	root := p.tree.root
	list := root.inner.of(1)
	// An exact value is planted that no other arm can reach.
	w := p.workers[0]
	w.t, w.at = p.tree, nil
	copy(w.value, []float64{0, 1})
	root.mu.Lock()
	if len(list) < 2 {
		t.Fatal("no choice")
	}
	list[0].proven, list[0].square = true, 0.9
	child := root.inner.kids.get(0)
	if child == nil {
		child = &node{}
		root.inner.kids.put(0, child)
	}
	child.value, child.inner = []float64{0.1, 0.9}, nil
	root.inner.proven++
	before, n := list[0].n, root.inner.count
	all := root.inner.seats[1].all
	root.mu.Unlock()
	p.opt.Iterations = 200
	if _, err := p.Choose(context.Background(), turn); err != nil {
		t.Fatal(err)
	}
	if p.tree.root != root {
		t.Fatal("the tree was not kept")
	}
	walked := uint32(0)
	for i := range list[1:] {
		walked += list[i+1].n
	}
	if list[0].n < before+100 || walked < 150 {
		t.Errorf("the exact arm counts %d times more, the others were walked %d times", list[0].n-before, walked)
	}
	mean := (root.inner.seats[1].all - all) / float64(root.inner.count-n)
	if mean < 0.6 {
		t.Errorf("the node is worth %.3f on average, with an arm worth 0.9", mean)
	}
}
