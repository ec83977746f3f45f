package puzzle

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/agent"
	"ludens/agent/arena"
	"ludens/agent/mcts"
	"ludens/catalog"
	"ludens/game"
)

func open(t testing.TB, name string) game.Game {
	t.Helper()
	var g game.Game
	text, err := os.ReadFile(filepath.Join("testdata", name+".kif"))
	if err == nil {
		g, err = catalog.OpenText(context.Background(), name, string(text), catalog.Options{})
	} else {
		g, err = catalog.Open(context.Background(), name, catalog.Options{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func never() bool { return false }

// solve plays a match with as many expansions and playouts as it takes within a generous clock.
func solve(t *testing.T, g game.Game, o Options, start, play time.Duration) (*arena.Result, *Player) {
	t.Helper()
	p := New(o)
	r, err := arena.Play(context.Background(), arena.Match{
		Game: g, Players: []agent.Player{p}, Clocks: agent.Clocks{Start: start, Play: play}, MaxPlies: 200,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range r.Begun {
		if d.Fault != "" {
			t.Error(d.Fault)
		}
	}
	for _, turn := range r.Turns {
		for _, d := range turn.Decisions {
			if d.Fault != "" {
				t.Error(d.Fault)
			}
		}
	}
	return r, p
}

// TestSolves plays puzzles to their best ends. Clocks are long: who has found everything does not use them up.
func TestSolves(t *testing.T) {
	for _, name := range []string{"queens", "walk", "eightPuzzle", "warehouse"} {
		for _, threads := range []int{1, 2} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				r, _ := solve(t, open(t, name), Options{Search: mcts.Options{Threads: threads, Bytes: 128 << 20}}, 30*time.Second, 30*time.Second)
				if r.Utilities[0] != 1 {
					t.Errorf("%d threads: worth %g after %d moves", threads, r.Utilities[0], r.Plies())
				}
			})
		}
	}
}

// TestGoesOn wants a line to be played to its end, without a clock to speak of, once it is found.
func TestGoesOn(t *testing.T) {
	g := open(t, "eightPuzzle")
	p := New(Options{Search: mcts.Options{Threads: 1, Bytes: 128 << 20}})
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := p.Begin(ctx, g, 0, agent.Clocks{Start: time.Minute, Play: time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	defer p.End()
	m := g.NewMachine()
	over, stop := context.WithCancel(context.Background())
	stop()
	for n := 0; !m.Terminal(); n++ {
		turn := agent.Turn{Number: n, States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
		mv, err := p.Choose(over, turn)
		if err != nil {
			t.Fatal(err)
		}
		if s := p.Stats(); s.Value != 1 || !s.Proven {
			t.Fatalf("move %d: value %g, proven %v", n, s.Value, s.Proven)
		}
		m.Step([]game.Move{mv})
	}
	u := make([]float64, 1)
	if m.Utility(u); u[0] != 1 {
		t.Errorf("worth %g", u[0])
	}
}

// half is the walk without what is worth everything.
func half(t *testing.T) game.Game {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "walk.kif"))
	if err != nil {
		t.Fatal(err)
	}
	less := strings.Replace(string(text), "(<= (goal r 100) (true (at 6)))", "", 1)
	g, err := catalog.OpenText(context.Background(), "walk", strings.Replace(less, "(not (true (at 6))) ", "", 1), catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestPonders wants lines found between two decisions, and what is found and proven told.
func TestPonders(t *testing.T) {
	g := open(t, "walk")
	for _, threads := range []int{1, 2} {
		p := New(Options{Search: mcts.Options{Threads: threads, Bytes: 64 << 20}})
		over, cancel := context.WithCancel(context.Background())
		cancel()
		if err := p.Begin(over, g, 0, agent.Clocks{}); err != nil {
			t.Fatal(err)
		}
		m := g.NewMachine()
		mv, err := p.Choose(over, agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)})
		if err != nil {
			t.Fatal(err)
		}
		long, cancel := context.WithTimeout(context.Background(), time.Minute)
		p.Ponder(long)
		cancel()
		m.Step([]game.Move{mv})
		if l := p.found.get(); l == nil || !l.states[0].Equal(m.Save(nil)) {
			t.Errorf("%d threads: no line from the position after the move", threads)
		}
		var told agent.Thought
		turn := agent.Turn{Number: 1, States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil), Tell: func(t agent.Thought) { told = t }}
		if mv, err = p.Choose(over, turn); err != nil {
			t.Fatal(err)
		}
		if s := p.Stats(); s.Value != 1 || told.Value != 1 || len(told.Line) != 8 || told.Moves[0].Move != mv {
			t.Errorf("%d threads: worth %g, told %g with a line of %d", threads, s.Value, told.Value, len(told.Line))
		}
		p.End()
		p.Ponder(context.Background()) // does no harm
	}
}

// TestDecidedElsewhere wants the searching to go on where the match has left the way that was proven.
func TestDecidedElsewhere(t *testing.T) {
	g := half(t)
	p := New(Options{Search: mcts.Options{Threads: 1, Bytes: 64 << 20}})
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if err := p.Begin(ctx, g, 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	defer p.End()
	m := g.NewMachine()
	for n := range 2 {
		if n == 1 && !p.decided {
			t.Fatal("the walk is not decided")
		}
		turn := agent.Turn{Number: 8 * n, States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		if _, err := p.Choose(ctx, turn); err != nil {
			t.Fatal(err)
		}
		cancel()
		for range 8 { // one move before the end, on the first place: no move brings anything
			m.Step([]game.Move{move(t, m, "stay")})
		}
	}
	if p.decided {
		t.Errorf("what is out of reach is thought to be worth %g", p.limit)
	}
}

// TestDecided wants no time to be lost where everything cannot be reached, and that is proven.
func TestDecided(t *testing.T) {
	g := half(t)
	for _, threads := range []int{1, 2} {
		begin := time.Now()
		r, _ := solve(t, g, Options{Search: mcts.Options{Threads: threads, Bytes: 64 << 20}}, 2*time.Second, time.Minute)
		if r.Utilities[0] != 0.5 {
			t.Errorf("%d threads: worth %g", threads, r.Utilities[0])
		}
		if took := time.Since(begin); took > 2*time.Minute {
			t.Errorf("%d threads: %v for nine moves of which the first should have told all", threads, took)
		}
	}
}

// TestLost wants moves, legal ones, when the match has left the line.
func TestLost(t *testing.T) {
	g := open(t, "walk")
	p := New(Options{Search: mcts.Options{Threads: 1, Bytes: 64 << 20}})
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := p.Begin(ctx, g, 0, agent.Clocks{Start: time.Minute, Play: time.Second}); err != nil {
		t.Fatal(err)
	}
	defer p.End()
	m := g.NewMachine()
	for range 7 { // on to the first place, from which two moves lead nowhere
		m.Step([]game.Move{move(t, m, "go")})
	}
	turn := agent.Turn{Number: 7, States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
	ctx, cancel2 := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel2()
	mv, err := p.Choose(ctx, turn)
	if err != nil {
		t.Fatal(err)
	}
	m.Step([]game.Move{mv})
	turn = agent.Turn{Number: 8, States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
	if mv, err = p.Choose(ctx, turn); err != nil {
		t.Fatal(err)
	}
	if m.Step([]game.Move{mv}); !m.Terminal() {
		t.Error("the match goes on")
	}
}

func move(t testing.TB, m game.Machine, text string) game.Move {
	t.Helper()
	mv, err := m.Parse(0, text)
	if err != nil {
		t.Fatal(err)
	}
	return mv
}

// TestClock wants the counter of steps found, and nothing else, and what turns out to be no clock forgotten.
func TestClock(t *testing.T) {
	g := open(t, "walk")
	m := g.NewMachine()
	c := newClock(m, 0, game.Stream(1, "test", 0), never)
	s := m.Save(nil)
	at, _ := m.(game.Lister)
	if got := at.Fluents(nil); len(got) != 2 {
		t.Fatalf("the initial position has %v", got)
	}
	if n := c.bits(); n != 9 && n != 10 {
		t.Errorf("the clock has %d bits, and there are ten steps", n)
	}
	m.Step([]game.Move{move(t, m, "stay")})
	s2 := m.Save(nil)
	if !c.plain(append(game.State(nil), s...)).Equal(c.plain(append(game.State(nil), s2...))) {
		t.Error("who stays is elsewhere")
	}
	if !c.check(s2, 1) {
		t.Error("the clock is wrong after a move")
	}
	m.Load(s2)
	if late := newClock(m, 1, game.Stream(1, "test", 0), never); !late.check(s2, 1) || late.bits() < 8 {
		t.Errorf("one move into the match the clock has %d bits", late.bits())
	}
	before := c.bits()
	if c.check(s2, 3) || c.bits() >= before {
		t.Error("a clock that is wrong is believed")
	}
}

// TestWidth goes through all positions of games and wants each once, and what is found by the fewest moves.
func TestWidth(t *testing.T) {
	g := open(t, "walk")
	m := g.NewMachine()
	f := &found{}
	w := newWidth(g, f, newClock(m, 0, game.Stream(1, "test", 0), never), 64<<20, 100)
	w.begin(m.Save(nil), 0)
	for w.expand() {
	}
	open := map[int32]bool{}
	for _, v := range w.table {
		if v != 0 {
			open[v-1] = true
		}
	}
	if len(open) != 7 {
		t.Errorf("%d places seen, there are seven", len(open))
	}
	without := &found{}
	w = newWidth(g, without, &clock{}, 64<<20, 100)
	w.begin(m.Save(nil), 0)
	for w.expand() {
	}
	if without.worth() != 1 || len(without.get().moves) != 9 {
		t.Errorf("the best line is worth %g", without.worth())
	}
}

// TestWidthShorter wants a place that is reached in fewer moves than before looked at again, and one in more not.
func TestWidthShorter(t *testing.T) {
	g := open(t, "walk")
	m := g.NewMachine()
	w := newWidth(g, &found{}, newClock(m, 0, game.Stream(1, "test", 0), never), 64<<20, 100)
	w.begin(m.Save(nil), 0)
	at := func(plies int) game.State { // on the second place after so many moves
		m.Reset()
		for range plies - 1 {
			m.Step([]game.Move{move(t, m, "stay")})
		}
		m.Step([]game.Move{move(t, m, "go")})
		return m.Save(nil)
	}
	for i, plies := range []int{5, 6, 3, 4} {
		w.add(at(plies), 0, 0, int32(plies), 0)
		if want := []int{2, 2, 3, 3}[i]; len(w.nodes) != want {
			t.Fatalf("%d positions after the place was reached in %d moves, not %d", len(w.nodes), plies, want)
		}
	}
	if !w.nodes[1].closed || w.nodes[2].closed || w.nodes[2].ply != 3 {
		t.Errorf("positions %+v", w.nodes)
	}
	if _, i := w.slot(w.key(at(6))); i != 2 {
		t.Errorf("the place is position %d", i)
	}
}

// TestWidthMoves holds a search that went on with the match against one that begins there.
func TestWidthMoves(t *testing.T) {
	for _, name := range []string{"walk", "queens"} {
		g := open(t, name)
		m := g.NewMachine()
		w := newWidth(g, &found{}, &clock{}, 64<<20, 100)
		w.begin(m.Save(nil), 0)
		rng := game.Stream(3, "test", 0)
		var walk game.Walker
		for ply := 1; ; ply++ {
			for range 1 + rng.IntN(4) {
				w.expand()
			}
			walk.Step(m, rng)
			if m.Terminal() {
				break
			}
			w.move(m.Save(nil), ply)
			for i, n := range w.nodes {
				if i > 0 && n.ply != w.nodes[n.parent].ply+1 || i == 0 && n.ply != 0 {
					t.Fatalf("%s, move %d: position %d comes after %d moves", name, ply, i, n.ply)
				}
			}
			fresh := newWidth(g, &found{}, &clock{}, 64<<20, 100)
			fresh.begin(m.Save(nil), ply)
			all := w.clone(g)
			for all.expand() {
			}
			for fresh.expand() {
			}
			if a, b := distinct(all), distinct(fresh); a != b {
				t.Fatalf("%s, move %d: %d positions, a search from there has %d", name, ply, a, b)
			}
			if all.found.worth() > fresh.found.worth() {
				t.Fatalf("%s, move %d: a line worth %g that is not there", name, ply, all.found.worth())
			}
			for i, n := range all.nodes {
				if n.parent >= int32(i) {
					t.Fatalf("position %d comes before its parent %d", i, n.parent)
				}
			}
		}
	}
}

// TestWidthInParts wants a position with many moves expanded a few moves at a time, and what is left of it not forgotten when the
// match comes to that position; and pairs of bits not looked at where there are too many.
func TestWidthInParts(t *testing.T) {
	g := open(t, "numbers")
	m := g.NewMachine()
	w := newWidth(g, &found{}, &clock{}, 64<<20, 100)
	w.begin(m.Save(nil), 0)
	if n := len(m.Legal(seat, nil)); n <= atOnce {
		t.Fatalf("%d moves are too few for this test", n)
	}
	for i := 0; w.open < 1 || len(w.left) == 0; i++ {
		before := len(w.nodes)
		if !w.expand() || i == 100 {
			t.Fatal("no position was left in the middle")
		}
		if n := len(w.nodes) - before; n > atOnce {
			t.Fatalf("%d positions at once", n)
		}
	}
	m.Load(w.state(w.open))
	w.move(m.Save(nil), int(w.nodes[w.open].ply))
	if len(w.left) > 0 || w.nodes[0].closed {
		t.Errorf("%d moves left of a position that is another one now; the root is closed: %v", len(w.left), w.nodes[0].closed)
	}

	wide := &width{seen1: make([]uint64, worths*64), seen2: make([]uint64, 1<<(pairBits-6))}
	key := make(game.State, 64)
	for i := range key {
		key[i] = ^uint64(0)
	}
	wide.words = len(key)
	if wide.novelty(key, -1, 0); slices.Max(wide.seen2) != 0 {
		t.Error("16 million pairs of bits were looked at")
	}
	wide.novelty(game.State{7}, -1, 0)
	if slices.Max(wide.seen2) == 0 {
		t.Error("three pairs of bits were not looked at")
	}
}

// clone is a search at the same point.
func (w *width) clone(g game.Game) *width {
	c := *w
	c.m, c.found = g.NewMachine(), &found{}
	c.states = append([]uint64(nil), w.states...)
	c.nodes = append([]position(nil), w.nodes...)
	c.table = append([]int32(nil), w.table...)
	c.seen1 = append([]uint64(nil), w.seen1...)
	c.seen2 = append([]uint64(nil), w.seen2...)
	for q := range w.queue {
		c.queue[q] = append([]int32(nil), w.queue[q]...)
	}
	c.next, c.plain, c.here, c.buf, c.line, c.fresh = nil, nil, nil, nil, nil, nil
	c.root, c.left = append(game.State(nil), w.root...), slices.Clone(w.left)
	return &c
}

func distinct(w *width) int {
	n := 0
	for _, v := range w.table {
		if v != 0 {
			n++
		}
	}
	return n
}

// TestLocal wants queens without attacks, of which only the end tells, found with what the rules tell of the way there, and
// every line that it keeps to be one of the game.
func TestLocal(t *testing.T) {
	g := open(t, "queens")
	f := &found{}
	l := newLocal(g, f, game.Stream(5, "test", 0), 100)
	m := g.NewMachine()
	l.move(m.Save(nil))
	near, worth := gauge(g), make([]float64, 1)
	for n := 0; f.worth() < 1 && n < 20_000; n++ {
		least := math.Inf(-1) // what a change must bring
		if begins := len(l.now.moves) == 0 || l.stuck >= leastStuck+stuckLate*len(l.past); !begins {
			least = min(l.now.worth, l.past[l.n%len(l.past)])
		}
		l.step()
		if l.now.worth < least {
			t.Fatalf("change %d: a line worth %g was taken, %g was the least", n, l.now.worth, least)
		}
		m.Reset()
		for i, mv := range l.now.moves {
			if s := m.Save(nil); !s.Equal(l.now.states[i]) {
				t.Fatalf("change %d: another position before move %d", n, i)
			}
			if !slices.Contains(m.Legal(0, nil), mv) {
				t.Fatalf("change %d: move %d is not legal", n, i)
			}
			m.Step([]game.Move{mv})
		}
		if !m.Terminal() {
			t.Fatalf("change %d: the line does not end", n)
		}
		m.Utility(worth)
		if want := worth[0] + nearness(near, m.Save(nil), len(l.now.moves))/nearGoal; l.now.worth != want {
			t.Fatalf("change %d: the line is worth %g, not %g", n, l.now.worth, want)
		}
	}
	if f.worth() != 1 {
		t.Errorf("the best line is worth %g", f.worth())
	}
}

// TestScout wants lines of quick searches, the next with more time for a move.
func TestScout(t *testing.T) {
	g := open(t, "walk")
	f := &found{}
	s := newScout(g, f, mcts.Options{Bytes: 32 << 20}, 100)
	defer s.tree.End()
	s.move(g.NewMachine().Save(nil))
	for range 9 {
		if !s.step(context.Background()) {
			t.Fatal(s.err)
		}
	}
	if f.worth() != 1 || s.pace != 2*firstPace || len(s.path.moves) != 0 {
		t.Errorf("worth %g, next with %v a move, %d moves made", f.worth(), s.pace, len(s.path.moves))
	}
}

// faulty is a game whose machines panic after so many steps.
type faulty struct {
	game.Game
	after int
	hang  chan struct{} // instead of a panic
}

func (f *faulty) NewMachine() game.Machine { return &faultyMachine{Machine: f.Game.NewMachine(), f: f} }

type faultyMachine struct {
	game.Machine
	f *faulty
	n int
}

func (m *faultyMachine) Game() game.Game { return m.f }

func (m *faultyMachine) Step(joint []game.Move) {
	if m.n++; m.n > m.f.after {
		if m.f.hang == nil {
			panic("broken")
		}
		<-m.f.hang
	}
	m.Machine.Step(joint)
}

// TestFaultyEngine wants legal moves, in time, of an engine that panics or hangs.
func TestFaultyEngine(t *testing.T) {
	for _, threads := range []int{1, 2} {
		for _, hangs := range []bool{false, true} {
			g := &faulty{Game: open(t, "eightPuzzle"), after: 2000}
			if hangs {
				g.hang = make(chan struct{})
			}
			p := New(Options{Search: mcts.Options{Threads: threads, Bytes: 64 << 20}})
			ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
			_ = p.Begin(ctx, g, 0, agent.Clocks{})
			cancel()
			m := g.Game.NewMachine()
			for n := range 3 {
				legal := m.Legal(0, nil)
				ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
				begin := time.Now()
				mv, _ := p.Choose(ctx, agent.Turn{Number: n, States: []game.State{m.Save(nil)}, Legal: legal})
				cancel()
				if took := time.Since(begin); took > 5*time.Second {
					t.Errorf("%d threads, hangs %v: an answer took %v", threads, hangs, took)
				}
				ok := false
				for _, l := range legal {
					ok = ok || l == mv
				}
				if !ok {
					t.Fatalf("%d threads, hangs %v: %d is not legal", threads, hangs, mv)
				}
				m.Step([]game.Move{mv})
			}
			if hangs {
				close(g.hang)
			}
			p.End()
		}
	}
}

// TestRefuses wants games that are no puzzles refused.
func TestRefuses(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := New(Options{}).Begin(ctx, open(t, "ticTacToe"), 0, agent.Clocks{}); err == nil {
		t.Error("a game for two was taken for a puzzle")
	}
	if _, err := New(Options{}).Choose(ctx, agent.Turn{}); err == nil {
		t.Error("a move was found where there is none")
	}
}
