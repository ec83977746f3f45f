package retro

import (
	"context"
	"math"
	"testing"
	"time"

	"ludens/agent"
	"ludens/agent/baseline"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// inside is a player that takes the first move, and counts what it is asked.
type inside struct {
	agent.Player
	begun, asked, pondered, ended int
}

func newInside() *inside { return &inside{Player: baseline.NewLegal()} }

func (p *inside) Begin(ctx context.Context, g game.Game, seat int, clocks agent.Clocks) error {
	p.begun++
	return p.Player.Begin(ctx, g, seat, clocks)
}

func (p *inside) Choose(ctx context.Context, turn agent.Turn) (game.Move, error) {
	p.asked++
	return p.Player.Choose(ctx, turn)
}

func (p *inside) Ponder(context.Context) { p.pondered++ }
func (p *inside) End()                   { p.ended++; p.Player.End() }

var clocks = agent.Clocks{Start: time.Minute, Play: time.Minute}

// begin is a player of a game on the first seat, with a minute to begin.
func begin(t *testing.T, g game.Game, o PlayerOptions) (*Player, *inside) {
	t.Helper()
	in := newInside()
	o.Inner = in
	p := NewPlayer(o)
	ctx, cancel := context.WithTimeout(context.Background(), clocks.Start)
	defer cancel()
	if err := p.Begin(ctx, g, 0, clocks); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.End)
	return p, in
}

// choose asks for a move of the first seat, with a minute for it.
func choose(t *testing.T, p *Player, m game.Machine) game.Move {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), clocks.Play)
	defer cancel()
	legal := m.Legal(0, nil)
	move, err := p.Choose(ctx, agent.Turn{States: []game.State{m.Save(nil)}, Legal: legal})
	if err != nil {
		t.Fatal(err)
	}
	return move
}

// TestWhole: a game that is small enough is solved in the start clock, and nobody else is asked.
func TestWhole(t *testing.T) {
	g := toy.Lines()
	rng := game.Stream(1, "retro.player", 0)
	for range 20 {
		p, in := begin(t, g, PlayerOptions{})
		m := g.NewMachine()
		for !m.Terminal() {
			joint := []game.Move{choose(t, p, m), 0}
			p.Ponder(context.Background())
			if s := p.Stats(); !s.Proven || s.Value < 0.5 || s.Nodes != 5478 || s.Way == "" {
				t.Fatalf("stats %+v", s)
			}
			others := m.Legal(1, nil)
			joint[1] = others[rng.IntN(len(others))]
			m.Step(joint)
		}
		u := make([]float64, 2)
		if m.Utility(u); u[0] < 0.5 {
			t.Fatal("a match of three in a row was lost")
		}
		if in.begun+in.asked+in.pondered > 0 {
			t.Fatalf("the player inside was asked: %+v", in)
		}
	}
}

// ending is a game for two whose first moves lead to many positions, and only one of them, which is taken last, to a few.
func ending() *toy.Graph {
	g := &toy.Graph{}
	at := func() uint64 {
		g.Next, g.Mover, g.Values = append(g.Next, nil), append(g.Mover, 0), append(g.Values, -1)
		return uint64(len(g.Next) - 1)
	}
	rng := game.Stream(7, "retro.ending", 0)
	root := at()
	// A hundred thousand positions that lead to each other.
	first := at()
	const many = 100_000
	for range many - 1 {
		at()
	}
	for i := first; i < first+many; i++ {
		g.Mover[i] = rng.IntN(2)
		for range 3 {
			g.Next[i] = append(g.Next[i], first+uint64(rng.IntN(many)))
		}
	}
	// Two moves from an end: the second move wins, the first goes back.
	small, loop, win := at(), at(), at()
	g.Next[small], g.Next[loop], g.Values[win] = []uint64{loop, win}, []uint64{small, small}, 1
	g.Mover[loop] = 1
	g.Next[root] = []uint64{first, small}
	g.Play()
	return g
}

// TestEnding: what is not solved at first is when little is left.
func TestEnding(t *testing.T) {
	g := ending()
	p, in := begin(t, g, PlayerOptions{Options: Options{Bytes: 1 << 20}})
	if in.begun != 1 || p.table != nil {
		t.Fatalf("the player inside: %+v", in)
	}
	m := g.NewMachine()
	if move := choose(t, p, m); move != 0 || in.asked != 1 {
		t.Fatalf("move %d, %+v", move, in)
	}
	p.Ponder(context.Background())
	if in.pondered != 1 {
		t.Error("the player inside does not ponder")
	}
	for range 2 * again { // there is not always a look
		m.Load(game.State{100_001})
		if move := choose(t, p, m); p.table != nil {
			if move != 1 || !p.Stats().Proven {
				t.Errorf("move %d, %+v", move, p.Stats())
			}
			if p.Ponder(context.Background()); in.pondered != 1 {
				t.Error("the player inside ponders about what is solved")
			}
			return
		}
	}
	t.Error("the ending was not solved")
}

// TestPonders: exploring goes on where it was left, in the time of others, too.
func TestPonders(t *testing.T) {
	g := open(t, "ludii:Achi")
	p, in := begin(t, g, PlayerOptions{Share: -1})
	if in.begun != 1 || p.space != nil {
		t.Fatalf("explores without a share: %+v", in)
	}
	p.off = false
	space, err := New(g, initial(g), Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.space, p.guess, p.mark, p.ratio = space, math.Inf(1), early, math.Inf(1)
	for before := 0; p.table == nil; {
		if p.space != nil {
			before = space.Explored()
		}
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		p.Ponder(ctx)
		cancel()
		if p.space == nil && p.solving == nil && p.table == nil || p.space != nil && space.Explored() < before {
			t.Fatal("what was explored is lost")
		}
	}
	if choose(t, p, g.NewMachine()); !p.Stats().Proven {
		t.Error("the table is not used")
	}
}

// TestLeftAlone: who cannot be helped plays as if there was nobody around him.
func TestLeftAlone(t *testing.T) {
	for _, g := range []game.Game{toy.Pennies(3), toy.Pig(10), toy.Heap(7)} {
		p, in := begin(t, g, PlayerOptions{Share: -1})
		choose(t, p, g.NewMachine())
		if in.begun != 1 || in.asked != 1 {
			t.Errorf("%s: %+v", g.Facts().Name, in)
		}
		p.End()
		if in.ended != 1 {
			t.Errorf("%s: not ended", g.Facts().Name)
		}
	}
	g := toy.Pennies(3)
	p, in := begin(t, g, PlayerOptions{})
	if choose(t, p, g.NewMachine()); !p.off || in.asked != 1 {
		t.Errorf("both decide at the same time: off %t, %+v", p.off, in)
	}
}

// TestLooks: after a guess that nothing came of, and where solving was given up, nothing is guessed for some turns.
func TestLooks(t *testing.T) {
	g := toy.Lines()
	p, _ := begin(t, g, PlayerOptions{Share: -1})
	look := func(seconds float64) bool {
		p.space = nil
		p.look(context.Background(), initial(g), time.Minute, seconds)
		return p.space != nil
	}
	if !look(60) {
		t.Error("nothing is begun")
	}
	for i, rest := range []int{1, 0, 2, 1, 0, 4, 3, 2, 1, 0, 4} {
		if began := look(1e-6); began || p.rest != rest {
			t.Errorf("look %d: begun %t, %d turns of rest, want %d", i, began, p.rest, rest)
		}
	}
	if p.rest = 0; !look(60) {
		t.Error("nothing is begun where there is time")
	}
}

// TestEndless: exploring is given up where every position leads to as many new ones as before, long before there is no room.
func TestEndless(t *testing.T) {
	p, _ := begin(t, open(t, "ludii:Amazons"), PlayerOptions{Share: -1})
	var err error
	if p.space, err = New(p.g, initial(p.g), Options{Bytes: 1 << 30}); err != nil {
		t.Fatal(err)
	}
	p.mark, p.ratio = 50, math.Inf(1)
	p.work(context.Background())
	if p.space != nil || p.table != nil || p.mark > 1000 || p.rest != again {
		t.Errorf("space %v, table %v, judged at %d, %d turns of rest", p.space != nil, p.table != nil, p.mark, p.rest)
	}
}

// broken is a game whose machines panic after some steps.
type broken struct {
	game.Game
	after int
}

func (b *broken) NewMachine() game.Machine { return &brokenMachine{b.Game.NewMachine(), b} }

type brokenMachine struct {
	game.Machine
	b *broken
}

func (m *brokenMachine) Game() game.Game { return m.b }

func (m *brokenMachine) Step(joint []game.Move) {
	if m.b.after--; m.b.after < 0 {
		panic("broken")
	}
	m.Machine.Step(joint)
}

// TestBroken: whatever fails, the player inside plays.
func TestBroken(t *testing.T) {
	for _, after := range []int{0, 10, 3000, 12_000} {
		g := &broken{toy.Lines(), after}
		p, in := begin(t, g, PlayerOptions{Options: Options{Threads: 1}})
		choose(t, p, toy.Lines().NewMachine())
		if in.begun != 1 || in.asked != 1 || p.table != nil {
			t.Errorf("after %d steps: %+v", after, in)
		}
		if p.off && after < 3000 && p.Warning() == nil {
			t.Errorf("after %d steps: nothing is said", after)
		}
	}
	// A table that fails is no longer asked.
	g := &broken{toy.Lines(), math.MaxInt}
	p, in := begin(t, g, PlayerOptions{Options: Options{Threads: 1}})
	g.after = 0
	if choose(t, p, toy.Lines().NewMachine()); in.asked != 1 || p.Warning() == nil || p.Warning() != nil {
		t.Errorf("a table that fails: %+v", in)
	}
}

// TestOptions: what makes no sense is an error.
func TestOptions(t *testing.T) {
	for _, o := range []PlayerOptions{{Share: 0.6}, {Share: math.NaN()}, {Options: Options{Threads: -1}}, {Options: Options{Bytes: -1}}} {
		if o.Validate() == nil {
			t.Errorf("%+v is valid", o)
		}
	}
	if err := (PlayerOptions{Share: -1}).Validate(); err != nil {
		t.Error(err)
	}
}

// TestEstimate: guesses are within a factor of four where random matches come everywhere, and infinite where they never meet.
func TestEstimate(t *testing.T) {
	for name, positions := range map[string]float64{"ludii:Picaria": 76_500, "ludii:ThreeMensMorris": 5466} {
		g := open(t, name)
		got := Estimate(context.Background(), g, initial(g), time.Second/4)
		if got.Positions > 4*positions || 4*got.Positions < positions || !(got.PerSecond > 0) {
			t.Errorf("%s: %+v, it has %v", name, got, positions)
		}
	}
	if got := Estimate(context.Background(), toy.Heap(5), initial(toy.Heap(5)), time.Second/20); got.Positions < 5 || got.Positions > 20 {
		t.Errorf("a heap of five: %+v", got)
	}
	ring := &toy.Graph{} // random matches never end
	const many = 300
	for i := range uint64(many) {
		ring.Next, ring.Mover, ring.Values = append(ring.Next, []uint64{(i + 1) % many, (i + 7) % many}), append(ring.Mover, int(i%2)), append(ring.Values, -1)
	}
	ring.Play()
	if got := Estimate(context.Background(), ring, initial(ring), leastLooking); got.Positions > 4*many {
		t.Errorf("a ring: %+v", got)
	}
	g := open(t, "ludii:Gomoku")
	if got := Estimate(context.Background(), g, initial(g), time.Second/20); !math.IsInf(got.Positions, 1) {
		t.Errorf("gomoku: %+v", got)
	}
}
