package mcts

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ludens/agent"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// at makes a player and the turn of its seat in the initial position.
func at(t *testing.T, g game.Game, seat int, opt Options) (*Player, agent.Turn) {
	t.Helper()
	p := New(opt)
	if err := p.Begin(context.Background(), g, seat, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.End)
	m := g.NewMachine()
	return p, agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(seat, nil)}
}

// then is the position after a joint move.
func then(g game.Game, from game.State, joint ...game.Move) game.State {
	m := g.NewMachine()
	m.Load(from)
	m.Step(joint)
	return m.Save(nil)
}

// settled wants no mark of a selection under way in the tree.
func settled(t *testing.T, p *Player) {
	t.Helper()
	p.wait(context.Background())
	stack := []*node{p.tree.root}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if n.busy || n.inner == nil {
			if n.busy {
				t.Fatal("a node is still busy")
			}
			continue
		}
		for _, a := range n.inner.arms {
			if a.loss != 0 {
				t.Fatalf("an arm has %d selections under way", a.loss)
			}
		}
		for _, e := range n.inner.kids.table {
			if e.node != nil {
				stack = append(stack, e.node)
			}
		}
	}
}

func (p *Player) state() game.State { return p.tree.root.inner.state }

// Where players take turns, the search goes on from the position after the move, and
// the next turn finds what it has found.
func TestPonder(t *testing.T) {
	g := toy.Lines()
	for _, threads := range []int{1, 3} {
		p, turn := at(t, g, 0, Options{Threads: threads, Iterations: 300, Seed: 2})
		move, err := p.Choose(context.Background(), turn)
		if err != nil {
			t.Fatal(err)
		}
		kept := p.tree.root.inner.kids.get(uint64(p.arm(move)))
		p.opt.Iterations = 3000
		p.Ponder(context.Background())
		pass := g.NewMachine()
		pass.Load(turn.States[0])
		after := then(g, turn.States[0], move, pass.Legal(1, nil)[0])
		settled(t, p)
		if p.tree.root != kept || !p.state().Equal(after) {
			t.Fatal("the search did not go on from the child of the move")
		}
		m := g.NewMachine()
		m.Load(after)
		passes, reply := m.Legal(0, nil), m.Legal(1, nil)[0]
		p.Ponder(context.Background()) // once more changes nothing but numbers
		next := then(g, after, passes[0], reply)
		m.Load(next)
		p.opt.Iterations = 10
		if _, err := p.Choose(context.Background(), agent.Turn{Number: 2, States: []game.State{next}, Legal: m.Legal(0, nil)}); err != nil {
			t.Fatal(err)
		}
		s := p.Stats()
		if s.Pondered < 1000 || s.Pondered > 6000 || s.Iterations > 10 {
			t.Errorf("%d threads: %d simulations pondered, %d made in the turn", threads, s.Pondered, s.Iterations)
		}
		if n := p.tree.root.visits; int64(n) <= 10 {
			t.Errorf("%d threads: %d visits of the root, none from before", threads, n)
		}
	}
}

// arm is the index of a move of the own seat at the root.
func (p *Player) arm(move game.Move) int {
	for i, a := range p.tree.root.inner.of(p.seat) {
		if a.move == move {
			return i
		}
	}
	return -1
}

// Where players move at once, it goes on from the same position with the own move fixed.
func TestPonderSimultaneous(t *testing.T) {
	p, turn := at(t, toy.Pennies(4), 0, Options{Threads: 2, Iterations: 100})
	move, err := p.Choose(context.Background(), turn)
	if err != nil {
		t.Fatal(err)
	}
	root, arm := p.tree.root, p.arm(move)
	var before, after [2]uint32
	for i, a := range root.inner.of(0) {
		before[i] = a.n
	}
	p.opt.Iterations = 1000
	p.Ponder(context.Background())
	settled(t, p)
	for i, a := range root.inner.of(0) {
		after[i] = a.n
	}
	if p.tree.root != root || after[arm] != before[arm]+1000 || after[1-arm] != before[1-arm] {
		t.Errorf("visits %v before and %v after, the move is %d", before, after, arm)
	}
	p.Choose(context.Background(), turn)
	if a := root.inner.of(0)[1-arm]; a.n == before[1-arm] {
		t.Error("the next search is still fixed")
	}
}

// A forced move is answered without a search, and pondering grows the tree of the turn.
// It does so from the start too.
func TestPonderForced(t *testing.T) {
	for name, begun := range map[string]bool{"forced": false, "after START": true} {
		g := toy.Lines()
		p, turn := at(t, g, 1, Options{Threads: 1, Iterations: 500})
		if begun {
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
			if err := p.Begin(ctx, g, 1, agent.Clocks{}); err != nil {
				t.Fatal(err)
			}
			cancel()
		} else {
			done, cancel := context.WithCancel(context.Background())
			cancel()
			if move, err := p.Choose(done, turn); err != nil || move != turn.Legal[0] || p.tree != nil {
				t.Errorf("%s: move %v, error %v, tree %v", name, move, err, p.tree)
			}
		}
		p.Ponder(context.Background())
		settled(t, p)
		if !p.state().Equal(turn.States[0]) || p.tree.root.visits < 500 {
			t.Errorf("%s: %d visits", name, p.tree.root.visits)
		}
	}
}

// After the last move there is nothing to think about.
func TestPonderAtTheEnd(t *testing.T) {
	g := toy.Heap(1)
	p, turn := at(t, g, 0, Options{Threads: 1})
	if _, err := p.Choose(context.Background(), turn); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	p.Ponder(ctx)
	if ctx.Err() != nil {
		t.Error("pondered about a match that is over")
	}
	New(Options{}).Ponder(ctx) // before Begin
}

// Ponder returns when it is told to, whatever the engine does, and the next choice is
// made in its time.
func TestPonderStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := slow{toy.Endless(), time.Second}
		p, turn := at(t, g, 0, Options{Threads: 2})
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
		defer cancel()
		if _, err := p.Choose(ctx, turn); err != nil {
			t.Fatal(err)
		}
		ctx, cancel = context.WithTimeout(context.Background(), 20*time.Millisecond)
		defer cancel()
		begin := time.Now()
		p.Ponder(ctx)
		if d := time.Since(begin); d != 20*time.Millisecond {
			t.Errorf("returned after %v", d)
		}
	})
}

// wild is an engine whose machines panic from some step on.
type wild struct {
	game.Game
	left *atomic.Int64
}

type wildMachine struct {
	game.Machine
	g wild
}

func (g wild) NewMachine() game.Machine { return &wildMachine{g.Game.NewMachine(), g} }

func (m *wildMachine) Game() game.Game { return m.g }

func (m *wildMachine) Step(j []game.Move) {
	if m.g.left.Add(-1) == 0 {
		panic("wild")
	}
	m.Machine.Step(j)
}

// An engine that panics while it is pondered costs the tree and nothing else.
func TestPonderOnAnEngineThatPanics(t *testing.T) {
	g := wild{toy.Endless(), new(atomic.Int64)}
	p, turn := at(t, g, 0, Options{Threads: 2, Iterations: 50, PlayoutSteps: 10})
	if _, err := p.Choose(context.Background(), turn); err != nil {
		t.Fatal(err)
	}
	old := p.tree
	g.left.Store(100)
	p.Ponder(context.Background())
	if _, err := p.Choose(context.Background(), turn); err != nil {
		t.Errorf("the next choice: %v", err)
	}
	if p.tree == old || p.Stats().Iterations != 50 {
		t.Errorf("the old tree is used, or %d iterations", p.Stats().Iterations)
	}
}

// A count in pieces comes to the same as a count at once, and one that is broken off
// leaves what counted before.
func TestRecount(t *testing.T) {
	p, turn := at(t, toy.Lines(), 0, Options{Threads: 1, Iterations: 3000})
	if _, err := p.Choose(context.Background(), turn); err != nil {
		t.Fatal(err)
	}
	p.wait(context.Background())
	p.tree.recount(0)
	bytes, nodes := p.tree.bytes.Load(), p.tree.nodes.Load()
	p.tree.bytes.Add(1000)
	p.tree.nodes.Add(10)
	p.tree.recount(7)
	if p.tree.counting == nil || p.tree.bytes.Load() != bytes+1000 {
		t.Fatal("counted more than a piece")
	}
	p.tree.room(500) // grown meanwhile
	over := &run{}
	over.stop.Store(true)
	p.tree.rest(over)
	if p.tree.counting == nil {
		t.Error("went on when the run was over")
	}
	p.tree.rest(&run{})
	if b, n := p.tree.bytes.Load(), p.tree.nodes.Load(); b != bytes+500 || n != nodes || p.tree.counting != nil {
		t.Errorf("%d bytes and %d nodes, want %d and %d", b, n, bytes+500, nodes)
	}
}

// The limit holds while a big tree is counted beside the search.
func TestMemoryLimitWhilePondering(t *testing.T) {
	const limit = 8 << 20
	g := toy.Endless()
	p, turn := at(t, g, 0, Options{Threads: 2, Bytes: limit, PlayoutSteps: 5})
	state := turn.States[0]
	for n := range 4 {
		turn = agent.Turn{Number: n, States: []game.State{state}, Legal: turn.Legal}
		ctx, cancel := context.WithTimeout(context.Background(), 60*time.Millisecond)
		move, err := p.Choose(ctx, turn)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel = context.WithTimeout(context.Background(), 60*time.Millisecond)
		p.Ponder(ctx)
		cancel()
		p.wait(context.Background())
		if b := p.tree.bytes.Load(); b > limit {
			t.Fatalf("%d bytes", b)
		}
		before := p.tree.bytes.Load()
		p.tree.recount(0)
		if b := p.tree.bytes.Load(); b > before {
			t.Fatalf("%d bytes counted, %d accounted for", b, before)
		}
		m := g.NewMachine()
		m.Load(state)
		state = then(g, state, move, m.Legal(1, nil)[0])
	}
}

// BenchmarkPonderStops measures how long the workers go on when they are told to stop.
func BenchmarkPonderStops(b *testing.B) {
	g := toy.Endless()
	p := New(Options{Bytes: 64 << 20})
	if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
		b.Fatal(err)
	}
	defer p.End()
	m := g.NewMachine()
	p.since = since{state: m.Save(nil)}
	var total, worst time.Duration
	for range b.N {
		ctx, cancel := context.WithCancel(context.Background())
		var at time.Time
		time.AfterFunc(20*time.Millisecond, func() { at = time.Now(); cancel() })
		p.Ponder(ctx)
		p.wait(context.Background())
		took := time.Since(at)
		total, worst = total+took, max(worst, took)
	}
	b.ReportMetric(float64(total.Microseconds())/float64(b.N), "µs/stop")
	b.ReportMetric(float64(worst.Microseconds()), "worst-µs")
}

// BenchmarkRecount is what a count of a whole tree takes, which no turn waits for.
func BenchmarkRecount(b *testing.B) {
	g := toy.Endless()
	p := New(Options{Bytes: 256 << 20, PlayoutSteps: 1, Iterations: 1_500_000})
	if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
		b.Fatal(err)
	}
	defer p.End()
	m := g.NewMachine()
	if _, err := p.Choose(context.Background(), agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}); err != nil {
		b.Fatal(err)
	}
	p.wait(context.Background())
	b.ResetTimer()
	for range b.N {
		p.tree.recount(0)
	}
	b.ReportMetric(float64(p.tree.nodes.Load()), "nodes")
	b.ReportMetric(float64(p.tree.bytes.Load()>>20), "MiB")
}
