package pns

import (
	"context"
	"fmt"
	"testing"
	"time"

	"ludens/catalog"
	"ludens/game"
	"ludens/game/gametest/toy"
)

func open(t testing.TB, name string) game.Game {
	t.Helper()
	g, err := catalog.Open(context.Background(), name, catalog.Options{BuildTime: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// What is proven in games with circles holds: of a position a player has only what he can bring about,
// whatever the size of the table. With room and time all is proven that does not hang on circles.
func TestSound(t *testing.T) {
	proofs, missed := 0, 0
	for i := range 3000 {
		rng := game.Stream(uint64(i), "pns.test", 0)
		values := [][]float64{{0, 1}, {0, 0.5, 1}, {0, 0.25, 0.5, 0.75, 1}, {0.1, 0.6}}[i%4]
		g := toy.NewGraph(rng, values)
		seat := i / 4 % 2
		for _, bytes := range []int64{1, 64, 1 << 16} {
			s := New(g.NewMachine(), seat, Options{Bytes: bytes})
			for _, root := range []uint64{0, 1, 2, 0} {
				if g.Values[root] >= 0 || !s.Root(game.State{root}) {
					continue
				}
				for n := 0; n < 200 && s.Open(); n++ {
					if s.Work(10+rng.IntN(30), nil) == 0 {
						break
					}
				}
				mover, moves := s.Moves()
				if mover != g.Mover[root] || len(moves) != len(g.Next[root]) {
					t.Fatalf("game %d: moves %v of %d", i, moves, mover)
				}
				check := func(at uint64, low, high float64) {
					t.Helper()
					if seat == 1 { // spans are those of the first player below
						low, high = 1-high, 1-low
					}
					if low > 0 && !g.Forces(0, low-tiny, false)[at] || high < 1 && !g.Forces(1, high+2*tiny, true)[at] {
						t.Fatalf("game %d, table %d: position %d is said to be worth %v to %v", i, bytes, at, low, high)
					}
					if low == high {
						proofs++
					}
				}
				low, high := s.Whole()
				check(root, low, high)
				for j := range moves {
					l, h := s.Span(j)
					check(g.Next[root][j], l, h)
				}
				first := low
				if seat == 1 {
					first = 1 - high
				}
				if bytes > 64 && i%4 < 2 && g.Forces(0, 1, false)[root] && first < 1 { // all values are told apart
					missed++
				}
			}
		}
	}
	if proofs < 10_000 || missed > 0 {
		t.Errorf("%d proofs, %d wins were not found", proofs, missed)
	}
}

// Small games are solved, by any budget and from any of their positions.
func TestSolves(t *testing.T) {
	for _, c := range []struct {
		g    game.Game
		skip int
	}{
		{toy.Lines(), 0}, {open(t, "ticTacToe"), 0}, {open(t, "nim"), 0}, {open(t, "ludii:MisereTicTacToe"), 0}, {open(t, "domineering6"), 8}, {open(t, "clobber"), 12},
	} {
		t.Run(c.g.Facts().Name, func(t *testing.T) {
			ref := &minimax{m: c.g.NewMachine(), memo: map[string]float64{}}
			s := New(c.g.NewMachine(), 1, Options{})
			m := c.g.NewMachine()
			var w game.Walker
			asked := 0
			for i := range 6 {
				rng := game.Stream(uint64(i), "pns.test", 1)
				m.Reset()
				for n := 0; !m.Terminal(); n++ {
					if state := m.Save(nil); n >= c.skip && s.Root(state) {
						asked++
						for k := 0; k < 10_000 && s.Open(); k++ {
							s.Work(300, nil)
						}
						low, high := s.Whole()
						if want := 1 - ref.value(state); low != high || low != want {
							t.Fatalf("match %d, ply %d: %v to %v, want %v", i, n, low, high, want)
						}
						m.Load(state)
					}
					if !w.Step(m, rng) {
						break
					}
				}
			}
			if asked < 10 {
				t.Errorf("only %d positions", asked)
			}
		})
	}
}

// minimax is the value to the first player by looking at everything.
type minimax struct {
	m    game.Machine
	memo map[string]float64
}

func (r *minimax) value(s game.State) float64 {
	id := string(s.Bytes())
	if v, ok := r.memo[id]; ok {
		return v
	}
	r.m.Load(s)
	var v float64
	if r.m.Terminal() {
		u := make([]float64, 2)
		r.m.Utility(u)
		v = u[0]
	} else {
		legal := [2][]game.Move{r.m.Legal(0, nil), r.m.Legal(1, nil)}
		for i, a := range legal[0] {
			for j, b := range legal[1] {
				r.m.Load(s)
				r.m.Step([]game.Move{a, b})
				x := r.value(r.m.Save(nil))
				if i+j == 0 || len(legal[0]) > 1 && x > v || len(legal[0]) == 1 && x < v {
					v = x
				}
			}
		}
	}
	r.memo[id] = v
	return v
}

// Chance, moves at the same time and utilities that do not sum to one prove nothing, and end the work.
func TestRefuses(t *testing.T) {
	for _, g := range []game.Game{toy.Pig(3), toy.Cards(), toy.Heap(5)} {
		if Suits(g.Facts()) {
			t.Errorf("%s suits", g.Facts().Name)
		}
	}
	for _, g := range []game.Game{toy.Pennies(2), toy.Prisoners()} {
		s := New(g.NewMachine(), 0, Options{})
		if s.Root(g.NewMachine().Save(nil)) {
			t.Errorf("%s: somebody decides alone", g.Facts().Name)
		}
	}
	bad := toy.New(toy.Rules{
		Name: "bad", Players: []string{"a", "b"}, Init: game.State{0},
		Terminal: func(s game.State) bool { return s[0] > 0 },
		Legal: func(_ game.State, seat int, dst []game.Move) []game.Move {
			return append(dst, []game.Move{0, 1}[:2-seat]...)
		},
		Next:    func(s game.State, _ []game.Move) { s[0]++ },
		Utility: func(_ game.State, dst []float64) { dst[0], dst[1] = 1, 1 },
		Label:   func(_ int, m game.Move) string { return fmt.Sprint(m) },
	})
	s := New(bad.NewMachine(), 0, Options{})
	if s.Root(game.State{0}); !s.Open() {
		t.Error("nothing to do before an end was met")
	}
	s.Work(100, nil)
	if low, high := s.Whole(); s.Open() || low != 0 || high != 1 {
		t.Errorf("both win: open %v, %v to %v", s.Open(), low, high)
	}
}

// Work ends when it is told to, and makes about as many steps as it may.
func TestWork(t *testing.T) {
	g := open(t, "connectFour")
	s := New(g.NewMachine(), 0, Options{Bytes: 1 << 20})
	s.Root(g.NewMachine().Save(nil))
	for _, steps := range []int{1, 10, 1000, 5000} {
		if made := s.Work(steps, nil); made < steps || made > steps+1 {
			t.Errorf("%d steps of %d", made, steps)
		}
	}
	asked := 0
	if made := s.Work(1<<30, func() bool { asked++; return asked > 10 }); made > askEvery*12 {
		t.Errorf("%d steps after the end", made)
	}
	s.Work(300_000, nil)
	if n := testing.AllocsPerRun(10, func() { s.Work(1000, nil) }); n > 1 {
		t.Errorf("%v allocations", n)
	}
}

// The move that is liked is looked at before others: that it loses is known sooner.
func TestLike(t *testing.T) {
	g := open(t, "connectFour")
	m := g.NewMachine()
	var w game.Walker
	with, without := 0, 0
	for i := range 40 {
		rng := game.Stream(uint64(i), "pns.test", 4)
		m.Reset()
		for range 12 {
			w.Step(m, rng)
		}
		state := m.Save(nil)
		seat := 0
		if !m.Terminal() && len(m.Legal(0, nil)) < 2 {
			seat = 1
		}
		full := New(g.NewMachine(), seat, Options{})
		if m.Terminal() || !full.Root(state) {
			continue
		}
		full.Work(50_000, nil)
		_, moves := full.Moves()
		for j := range moves {
			if _, high := full.Span(j); high > 0 {
				continue
			}
			for _, like := range []bool{false, true} {
				s := New(g.NewMachine(), seat, Options{})
				s.Root(state)
				if like {
					s.Like(j)
				}
				s.Work(300, nil)
				if _, high := s.Span(j); high == 0 && like {
					with++
				} else if high == 0 {
					without++
				}
			}
		}
	}
	t.Logf("%d moves proven to lose, %d where nothing is liked", with, without)
	if with <= without {
		t.Errorf("%d moves proven to lose, %d where nothing is liked", with, without)
	}
}

// A game without end: all goes in circles, nothing is proven, and there is nothing left to do.
func TestEndless(t *testing.T) {
	circle := toy.New(toy.Rules{
		Name: "circle", Players: []string{"a", "b"}, Init: game.State{0},
		Terminal: func(game.State) bool { return false },
		Legal: func(s game.State, seat int, dst []game.Move) []game.Move {
			if dst = append(dst, 1); int(s[0]%2) == seat {
				dst = append(dst, 3)
			}
			return dst
		},
		Next:    func(s game.State, joint []game.Move) { s[0] = (s[0] + uint64(joint[s[0]%2])) % 8 },
		Utility: func(_ game.State, dst []float64) { clear(dst) },
		Label:   func(_ int, m game.Move) string { return fmt.Sprint(m) },
	})
	s := New(circle.NewMachine(), 0, Options{})
	if !s.Root(game.State{0}) {
		t.Fatal("nobody has a choice")
	}
	for n := 0; s.Open() && n < 1000; n++ {
		s.Work(100, nil)
	}
	if low, high := s.Whole(); low != 0 || high != 1 || s.Open() {
		t.Errorf("%v to %v, open %v", low, high, s.Open())
	}
}

// BenchmarkSolve proves the middle of a game of connect four.
func BenchmarkSolve(b *testing.B) {
	g := open(b, "connectFour")
	m := g.NewMachine()
	var w game.Walker
	rng := game.Stream(5, "pns.test", 3)
	for range 14 {
		w.Step(m, rng)
	}
	steps := 0
	for b.Loop() {
		s := New(g.NewMachine(), 0, Options{})
		s.Root(m.Save(nil))
		steps += s.Work(200_000, nil)
	}
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
}
