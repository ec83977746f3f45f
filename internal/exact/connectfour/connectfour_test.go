package connectfour

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"ludens/catalog"
	"ludens/game"
)

// grid is the game played on a plain table, with nothing of the solver in it.
type grid struct {
	w, h  int
	cells [][]int // per column, from below: 0 and 1 are the players
	turn  int
}

func newGrid(w, h int) *grid { return &grid{w: w, h: h, cells: make([][]int, w)} }

func (g *grid) at(x, y int) int {
	if x < 0 || x >= g.w || y < 0 || y >= len(g.cells[x]) {
		return -1
	}
	return g.cells[x][y]
}

func (g *grid) drop(x int) {
	g.cells[x] = append(g.cells[x], g.turn)
	g.turn = 1 - g.turn
}

func (g *grid) undo(x int) {
	g.cells[x] = g.cells[x][:len(g.cells[x])-1]
	g.turn = 1 - g.turn
}

func (g *grid) won() bool { // by the player who moved last
	for x := range g.w {
		for y := range g.h {
			for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				n := 0
				for n < 4 && g.at(x+n*d[0], y+n*d[1]) == 1-g.turn {
					n++
				}
				if n == 4 {
					return true
				}
			}
		}
	}
	return false
}

func (g *grid) key() string {
	out := make([]byte, 0, 64)
	for _, c := range g.cells {
		for _, who := range c {
			out = append(out, byte('0'+who))
		}
		out = append(out, '/')
	}
	return string(out)
}

func (g *grid) value(seen map[string]int) int {
	if g.won() {
		return Loss
	}
	key := g.key()
	if v, ok := seen[key]; ok {
		return v
	}
	best, moved := Loss, false
	for x := range g.w {
		if len(g.cells[x]) < g.h {
			moved = true
			g.drop(x)
			best = max(best, -g.value(seen))
			g.undo(x)
		}
	}
	if !moved {
		best = Draw
	}
	seen[key] = best
	return best
}

func board(t testing.TB, w, h int) *Board {
	t.Helper()
	b, err := NewBoard(w, h)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// play drops discs at random on both until so many lie there; false if the game is
// over by then.
func play(b *Board, g *grid, plies int, seed uint64) (Position, bool) {
	rng := game.Stream(seed, "connectfour test", 0)
	p := Position{}
	for range plies {
		x := rng.IntN(b.Width)
		for !b.Legal(p, x) {
			x = (x + 1) % b.Width
		}
		p = b.Drop(p, x)
		g.drop(x)
		if b.Over(p) {
			return p, false
		}
	}
	return p, true
}

// TestAgainstMinimax solves small boards, and late positions of all sizes, in two
// ways that share nothing.
func TestAgainstMinimax(t *testing.T) {
	if testing.Short() {
		t.Skip("takes up to a minute with the race detector, and nothing runs at the same time here that other tests do not run")
	}
	compare := func(t *testing.T, s *Solver, p Position, g *grid, seen map[string]int) {
		t.Helper()
		want := g.value(seen)
		if got, err := s.Value(p); err != nil || got != want {
			t.Fatalf("%v is worth %d (%v), minimax says %d", g.cells, got, err, want)
		}
		values, legal, err := s.Moves(p)
		if err != nil {
			t.Fatal(err)
		}
		for x := range g.w {
			if open := len(g.cells[x]) < g.h; open != legal[x] {
				t.Fatalf("%v: column %d is legal: %v", g.cells, x, legal[x])
			} else if !open {
				continue
			}
			g.drop(x)
			if want := -g.value(seen); values[x] != want {
				t.Fatalf("%v: column %d gives %d, minimax says %d", g.cells, x, values[x], want)
			}
			g.undo(x)
		}
	}
	for _, size := range [][2]int{{4, 4}, {5, 4}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			b := board(t, size[0], size[1])
			s, seen := NewSolver(b, Options{TableBits: 16}), map[string]int{}
			compare(t, s, Position{}, newGrid(b.Width, b.Height), seen)
			for seed := range uint64(200) {
				g := newGrid(b.Width, b.Height)
				if p, ok := play(b, g, int(seed%12), seed); ok {
					compare(t, s, p, g, seen)
				}
			}
		})
	}
	counts := map[int]int{}
	for _, size := range [][2]int{{7, 6}, {8, 6}, {8, 7}, {7, 5}, {6, 7}} {
		t.Run(fmt.Sprintf("late in %dx%d", size[0], size[1]), func(t *testing.T) {
			b := board(t, size[0], size[1])
			s := NewSolver(b, Options{TableBits: 18})
			for seed := range uint64(200) {
				g := newGrid(b.Width, b.Height)
				if p, ok := play(b, g, b.Width*b.Height-9, seed); ok {
					compare(t, s, p, g, map[string]int{})
					v, _ := s.Value(p)
					counts[v]++
				}
			}
		})
	}
	if len(counts) != 3 {
		t.Errorf("the late positions are not of all values: %v", counts)
	}
}

// TestAgainstRules plays the solver's board beside the descriptions: Description's
// on two boards, and the library's.
func TestAgainstRules(t *testing.T) {
	for _, c := range []struct {
		w, h int
		text string // a name of the library if not ours
	}{{7, 6, "connectFour"}, {7, 6, ""}, {8, 6, ""}, {8, 7, ""}} {
		b := board(t, c.w, c.h)
		var g game.Game
		var err error
		if c.text != "" {
			g, err = catalog.Open(context.Background(), c.text, catalog.Options{})
		} else {
			g, err = catalog.OpenText(context.Background(), "", b.Description(), catalog.Options{})
		}
		if err != nil {
			t.Fatal(err)
		}
		m, draws := g.NewMachine(), 0
		for seed := range uint64(300) {
			m.Reset()
			p, rng := Position{}, game.Stream(seed, "connectfour rules", 0)
			for !b.Over(p) {
				if m.Terminal() {
					t.Fatalf("%dx%d: over by the rules and not on the board", c.w, c.h)
				}
				seat := p.Plies() % 2
				legal := m.Legal(seat, nil)
				n := 0
				for x := range b.Width {
					if b.Legal(p, x) {
						n++
					}
				}
				if n != len(legal) {
					t.Fatalf("%dx%d: %d moves by the rules, %d on the board", c.w, c.h, len(legal), n)
				}
				move := legal[rng.IntN(n)]
				var x int
				if _, err := fmt.Sscanf(m.Label(seat, move), "(drop %d)", &x); err != nil {
					t.Fatal(err)
				}
				joint := [2]game.Move{}
				joint[seat], joint[1-seat] = move, m.Legal(1-seat, nil)[0]
				m.Step(joint[:])
				p = b.Drop(p, x-1)
			}
			worth := make([]float64, 2)
			if m.Utility(worth); !m.Terminal() || m.Err() != nil {
				t.Fatalf("%dx%d: over on the board and not by the rules (%v)", c.w, c.h, m.Err())
			}
			want := 0.5
			if b.Won(p) {
				want = float64(p.Plies() % 2) // to the first player, if his was the last disc
			} else {
				draws++
			}
			if worth[0] != want || worth[1] != 1-want {
				t.Fatalf("%dx%d: goals %v, the board says %v", c.w, c.h, worth, want)
			}
		}
		t.Logf("%dx%d %s: %d of 300 matches drawn", c.w, c.h, c.text, draws)
	}
}

// TestBudget makes sure that a budget ends in an error, not in a guess.
func TestBudget(t *testing.T) {
	s := NewSolver(board(t, 7, 6), Options{Nodes: 1000, TableBits: 10})
	if _, err := s.Value(Position{}); !errors.Is(err, ErrBudget) {
		t.Errorf("the whole game was solved in 1000 nodes: %v", err)
	}
	if _, _, err := s.Moves(Position{}); !errors.Is(err, ErrBudget) {
		t.Errorf("the whole game was solved in 1000 nodes: %v", err)
	}
	if _, err := NewBoard(9, 7); err == nil {
		t.Error("a board of 72 bits was accepted")
	}
}

func BenchmarkMoves(b *testing.B) {
	for _, plies := range []int{10, 14, 20} {
		b.Run(fmt.Sprintf("7x6 after %d", plies), func(b *testing.B) {
			w := board(b, 7, 6)
			nodes := int64(0)
			for i := range b.N {
				p, ok := play(w, newGrid(7, 6), plies, uint64(i))
				if !ok {
					continue
				}
				s := NewSolver(w, Options{})
				if _, _, err := s.Moves(p); err != nil {
					b.Fatal(err)
				}
				nodes += s.Nodes()
			}
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}
