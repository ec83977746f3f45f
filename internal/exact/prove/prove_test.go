package prove_test

import (
	"context"
	"errors"
	"testing"

	"ludens/catalog"
	"ludens/game"
	"ludens/internal/exact/connectfour"
	"ludens/internal/exact/prove"
)

func open(t *testing.T, name string) game.Game {
	t.Helper()
	g, err := catalog.Open(context.Background(), name, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// plain says whether a seat forces at least a threshold (or, below, whether the
// others force less) within depth joint moves, in a game of one mover at a time: a
// recursion without tables, budgets or order.
func plain(m game.Machine, seat int, threshold float64, below bool, depth int) bool {
	if m.Terminal() {
		worth := make([]float64, m.Game().Facts().Players)
		m.Utility(worth)
		return worth[seat] < threshold == below
	}
	if depth == 0 {
		return false
	}
	state := m.Save(nil)
	mover, joint := 0, make([]game.Move, m.Game().Facts().Players)
	for s := range joint {
		legal := m.Legal(s, nil)
		if joint[s] = legal[0]; len(legal) > 1 {
			mover = s
		}
	}
	exists := (mover == seat) != below
	for _, move := range m.Legal(mover, nil) {
		m.Load(state)
		joint[mover] = move
		m.Step(joint)
		if plain(m, seat, threshold, below, depth-1) == exists {
			return exists
		}
	}
	return !exists
}

// TestAgainstPlain compares every claim about positions of three games with the
// plain recursion, at every depth that it can reach.
func TestAgainstPlain(t *testing.T) {
	yes, all := 0, 0
	for _, name := range []string{"gdl:ticTacToe", "ludii:MisereTicTacToe", "gdl:breakthrough6"} {
		g := open(t, name)
		p, err := prove.NewProver(g, 10_000_000)
		if err != nil {
			t.Fatal(err)
		}
		m := g.NewMachine()
		var w game.Walker
		for seed := range uint64(30) {
			m.Reset()
			rng := game.Stream(seed, "prove test", 0)
			most := 6
			if name == "gdl:breakthrough6" {
				most = 3
				for range 14 + seed%16 {
					if !m.Terminal() {
						w.Step(m, rng)
					}
				}
			} else {
				for range 2 + seed%4 {
					w.Step(m, rng)
				}
			}
			if m.Terminal() {
				continue
			}
			state := m.Save(nil)
			for depth := 1; depth <= most; depth++ {
				for seat := range 2 {
					legal := m.Legal(seat, nil)
					if len(legal) < 2 {
						continue
					}
					for _, move := range legal {
						joint := []game.Move{0, 0}
						m.Load(state)
						joint[seat], joint[1-seat] = move, m.Legal(1-seat, nil)[0]
						for _, threshold := range []float64{0.5, 1} {
							m.Load(state)
							m.Step(joint)
							want := plain(m, seat, threshold, false, depth-1)
							got, err := p.AtLeast(state, seat, move, threshold, depth)
							if err != nil || got != want {
								t.Fatalf("%s: at least %v in %d: %v (%v), want %v", name, threshold, depth, got, err, want)
							}
							m.Load(state)
							m.Step(joint)
							wantBelow := plain(m, seat, threshold, true, depth-1)
							got, err = p.Below(state, seat, move, threshold, depth)
							if err != nil || got != wantBelow {
								t.Fatalf("%s: below %v in %d: %v (%v), want %v", name, threshold, depth, got, err, wantBelow)
							}
							all++
							if want || wantBelow {
								yes++
							}
						}
					}
					m.Load(state)
				}
			}
		}
	}
	if yes < 100 || all-yes < 100 {
		t.Errorf("%d of %d claims hold: too few of one kind to say anything", yes, all)
	}
}

// TestSimultaneous: who forces something must do so whatever the others do at the
// same time, so that in rock, paper, scissors nobody forces anything.
func TestSimultaneous(t *testing.T) {
	g := open(t, "gdl:rockPaperScissors")
	p, err := prove.NewProver(g, 100_000)
	if err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	state := m.Save(nil)
	for _, move := range m.Legal(0, nil) {
		for depth := 1; depth < 4; depth++ {
			if yes, err := p.AtLeast(state, 0, move, 1, depth); err != nil || yes {
				t.Errorf("move %d wins by force (%v)", move, err)
			}
		}
	}
	s, err := prove.NewSolver(g, 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Value(state); !errors.Is(err, prove.ErrAtOnce) {
		t.Errorf("a game of simultaneous moves was solved: %v", err)
	}
}

// TestSolverAgainstConnectFour compares the solver of any game with the one of a
// single game.
func TestSolverAgainstConnectFour(t *testing.T) {
	b, err := connectfour.NewBoard(5, 3)
	if err != nil {
		t.Fatal(err)
	}
	g, err := catalog.OpenText(context.Background(), "", b.Description(), catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	exact := connectfour.NewSolver(b, connectfour.Options{TableBits: 16})
	m, counts := g.NewMachine(), map[float64]int{}
	for seed := range uint64(200) {
		m.Reset()
		p, rng := connectfour.Position{}, game.Stream(seed, "prove against connect four", 0)
		for range 4 + seed%5 {
			if b.Over(p) {
				break
			}
			x := rng.IntN(b.Width)
			for !b.Legal(p, x) {
				x = (x + 1) % b.Width
			}
			joint := make([]game.Move, 2)
			seat := p.Plies() % 2
			if joint[seat], err = m.Parse(seat, "(drop "+string(rune('1'+x))+")"); err != nil {
				t.Fatal(err)
			}
			joint[1-seat] = m.Legal(1-seat, nil)[0]
			m.Step(joint)
			p = b.Drop(p, x)
		}
		if b.Over(p) {
			continue
		}
		seat := p.Plies() % 2
		s, err := prove.NewSolver(g, seat, 200_000)
		if err != nil {
			t.Fatal(err)
		}
		want, err := exact.Value(p)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Value(m.Save(nil))
		if err != nil || got != float64(want+1)/2 {
			t.Fatalf("seed %d: %v (%v), want %v", seed, got, err, float64(want+1)/2)
		}
		counts[got]++
	}
	if len(counts) != 3 {
		t.Errorf("the positions are not of all values: %v", counts)
	}
}

// TestRefused: chance, hidden information, cycles and budgets end in errors.
func TestRefused(t *testing.T) {
	for _, name := range []string{"gdl:pig", "gdl:phantomTicTacToe"} {
		if _, err := prove.NewProver(open(t, name), 1000); err == nil {
			t.Errorf("%s was accepted by the prover", name)
		}
		if _, err := prove.NewSolver(open(t, name), 0, 1000); err == nil {
			t.Errorf("%s was accepted by the solver", name)
		}
	}
	g := open(t, "gdl:breakthrough8")
	p, err := prove.NewProver(g, 1000)
	if err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	if _, err := p.AtLeast(m.Save(nil), 0, m.Legal(0, nil)[0], 1, 9); !errors.Is(err, prove.ErrBudget) {
		t.Errorf("nine moves were searched in 1000 steps: %v", err)
	}
	s, err := prove.NewSolver(g, 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Value(m.Save(nil)); !errors.Is(err, prove.ErrBudget) {
		t.Errorf("the game was solved in 1000 positions: %v", err)
	}
}
