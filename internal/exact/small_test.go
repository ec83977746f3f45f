package exact_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/agent/retro"
	"ludens/catalog"
	"ludens/game"
	"ludens/internal/exact/connectfour"
	"ludens/internal/exact/prove"
)

// small is a game that can be solved whole: one of the library, changed where it
// is too large.
type small struct {
	title  string
	base   string      // name in the library, or the description itself
	change [][2]string // texts to be replaced
	choose []string    // of ludemes
	known  float64     // value to the first seat as the literature or arithmetic has it; unknown if neither
	proves int64       // iterations in which the search proves the value; 0 if it does not
}

const unknown = -1

func board(width, height int) string {
	b, err := connectfour.NewBoard(width, height)
	if err != nil {
		panic(err)
	}
	return b.Description()
}

var smallGames = []small{
	{"tic-tac-toe", "gdl:ticTacToe", nil, nil, 0.5, 40000},
	{"nim 1 3 5 7", "gdl:nim", nil, nil, 0, 0},
	{"nim 1 3 5 6", "gdl:nim", [][2]string{{"(heap d 7)", "(heap d 6)"}}, nil, 1, 0},
	{"nim 1 3 2", "gdl:nim", [][2]string{{"(heap d 7)", "(heap d 0)"}, {"(heap c 5)", "(heap c 2)"}}, nil, 0, 1000},
	{"nim 1 2 3 1", "gdl:nim", [][2]string{{"(heap d 7)", "(heap d 1)"}, {"(heap c 5)", "(heap c 2)"}}, nil, 1, 1000},
	{"connect four 4x2", board(4, 2), nil, nil, unknown, 40000},
	{"hanoi", "gdl:hanoi", nil, nil, 1, 40000},
	{"maze with keys", "gdl:keyMaze", nil, nil, 1, 10000},
	{"eight queens", "gdl:eightQueens", nil, nil, 1, 1000},
	{"connect four 4x3", board(4, 3), nil, nil, unknown, 0},
	{"connect four 4x4", board(4, 4), nil, nil, 0.5, 0},
	{"domineering 4x4", "gdl:domineering6", [][2]string{
		{"(size 5) (size 6)", ""}, {"(succ 4 5) (succ 5 6)", ""},
	}, nil, 1, 5000},
	{"domineering 3x3", "gdl:domineering6", [][2]string{
		{"(size 4) (size 5) (size 6)", ""}, {"(succ 3 4) (succ 4 5) (succ 5 6)", ""},
	}, nil, 1, 500},
	{"clobber 3x3", "gdl:clobber", [][2]string{
		{"(file d) (file e)", ""}, {"(rank 4) (rank 5) (rank 6)", ""}, {"(right c d) (right d e)", ""}, {"(up 3 4) (up 4 5) (up 5 6)", ""},
	}, nil, unknown, 3000},
	{"hex 3x3", "gdl:hex5", [][2]string{
		{"(file d) (file e)", ""},
		{"(rank 4) (rank 5)", ""},
		{"(right c d) (right d e)", ""},
		{"(up 3 4) (up 4 5)", ""},
		{"(rooted red ?f 5)", "(rooted red ?f 3)"},
		{"(rooted blue e ?r)", "(rooted blue c ?r)"},
	}, nil, 1, 6000},

	{"Nim", "ludii:Nim", nil, nil, unknown, 100000},
	{"Nim, the last loses", "ludii:Nim", nil, []string{"Last/Loses"}, unknown, 100000},
	{"Eight Queens", "ludii:EightQueens", nil, nil, 1, 1000},
	{"Hex 3x3", "ludii:Hex", nil, []string{"Board Size/3x3"}, 1, 5000},
	{"Hex 3x3 avoided", "ludii:Hex", nil, []string{"Board Size/3x3", "Aim/Avoid"}, unknown, 60000},
	{"Tic-Tac-Toe misère", "ludii:MisereTicTacToe", nil, nil, 0.5, 0},
	{"Dots and Boxes 2x1", "ludii:DotsAndBoxes", [][2]string{{"<2> <2>", "<1> <2>"}}, []string{"Board Size/2x2"}, unknown, 20000},
	{"Domineering 4x4", "ludii:Domineering", [][2]string{{"<(square 6)>", "<(square 4)>"}}, []string{"Board/6x6"}, 1, 5000},
	{"Clobber 3x3", "ludii:Clobber", [][2]string{{"<4> <5>", "<3> <3>"}}, []string{"Board Size/5x4"}, unknown, 4000},
	{"Clobber 4x3", "ludii:Clobber", [][2]string{{"<4> <5>", "<3> <4>"}}, []string{"Board Size/5x4"}, unknown, 50000},
	{"Breakthrough 3x3", "ludii:Breakthrough", [][2]string{{"<5> <0>", "<3> <0>"}}, []string{"Board Size/5x5"}, unknown, 1000},
	{"Breakthrough 4x4", "ludii:Breakthrough", [][2]string{{"<5> <0>", "<4> <0>"}}, []string{"Board Size/5x5"}, unknown, 300000},
	{"Connect Four 4x4, three win", "ludii:ConnectFour", [][2]string{{"<4> <5>", "<4> <4>"}}, []string{"Frame/5x4", "Row/Three"}, 1, 6000},
	{"Connect Four 3x3, three win", "ludii:ConnectFour", [][2]string{{"<4> <5>", "<3> <3>"}}, []string{"Frame/5x4", "Row/Three"}, unknown, 5000},
	{"Col 3x3", "ludii:Col", [][2]string{{"(square 7)", "(square 3)"}}, []string{"Map/Squares"}, unknown, 6000},
	{"Snort 3x3", "ludii:Col", [][2]string{{"(square 7)", "(square 3)"}}, []string{"Map/Squares", "Rule/Snort"}, unknown, 1000},
	{"NoGo 3x3", "ludii:NoGo", [][2]string{{`"5x5" <5>`, `"5x5" <3>`}}, []string{"Board Size/5x5"}, unknown, 10000},
	{"Atari Go 3x3", "ludii:AtariGo", [][2]string{{`"5x5" <5>`, `"5x5" <3>`}}, []string{"Board Size/5x5"}, unknown, 6000},
	{"Clobber 5x2", "ludii:Clobber", [][2]string{{"<4> <5>", "<2> <5>"}}, []string{"Board Size/5x4"}, unknown, 20000},
	{"Domineering 5x3", "ludii:Domineering", [][2]string{{"<(square 6)>", "<(rectangle 3 5)>"}}, []string{"Board/6x6"}, unknown, 20000},
	{"Konane 4x4", "ludii:Konane", [][2]string{{`"6x6" <6>`, `"6x6" <4>`}}, []string{"Board Size/6x6"}, unknown, 1000},
}

func (s *small) open(t *testing.T) game.Game {
	t.Helper()
	text := s.base
	if !strings.Contains(text, "\n") {
		var err error
		if _, text, err = catalog.Text(s.base, catalog.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range s.change {
		if !strings.Contains(text, c[0]) {
			t.Fatalf("the description does not hold %q", c[0])
		}
		text = strings.ReplaceAll(text, c[0], c[1])
	}
	g, err := catalog.OpenText(context.Background(), s.title, text, catalog.Options{Select: s.choose})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// firstChoice plays moves that are forced, to the first position in which somebody
// has a choice: it has the same value, and a player has something to decide.
func firstChoice(t *testing.T, g game.Game) (m game.Machine, seat int) {
	t.Helper()
	m = g.NewMachine()
	for !m.Terminal() {
		joint := make([]game.Move, g.Facts().Players)
		for seat := range joint {
			legal := m.Legal(seat, nil)
			if len(legal) > 1 {
				return m, seat
			}
			joint[seat] = legal[0]
		}
		m.Step(joint)
	}
	t.Fatal("nobody ever has a choice")
	return nil, 0
}

// search lets the search decide once, with a clock that a test never sees the end
// of: it returns because the value is proven or the iterations are made. Then it is
// asked the same again.
func search(t *testing.T, g game.Game, m game.Machine, seat int, iterations int64) (move game.Move, first, again agent.Stats) {
	t.Helper()
	p := mcts.New(mcts.Options{Threads: 1, Iterations: iterations})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := p.Begin(ctx, g, seat, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	defer p.End()
	long, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(seat, nil)}
	move, err := p.Choose(long, turn)
	if err != nil {
		t.Fatal(err)
	}
	first = p.Stats()
	if !first.Proven {
		return move, first, agent.Stats{}
	}
	if _, err := p.Choose(long, turn); err != nil {
		t.Fatal(err)
	}
	return move, first, p.Stats()
}

// backwards is what a position is worth to a seat by agent/retro.
func backwards(g game.Game, state game.State, seat int) (float64, error) {
	s, err := retro.New(g, state, retro.Options{})
	if err == nil {
		err = s.Explore(context.Background(), math.MaxInt)
	}
	if err != nil {
		return 0, err
	}
	table, err := retro.Solve(context.Background(), s)
	if err != nil {
		return 0, err
	}
	value, ok := table.Value(state, seat)
	if !ok {
		err = errors.New("the position is none of the table's")
	}
	return value, err
}

// TestSmallGames solves small games whole and holds the search against it: what it
// says is proven must be true, as what games for two are worth that are solved backwards, and it must prove what is marked, in the iterations
// it is given and long before its clock. Games that are not marked are too much for
// today's search; when it proves one, the log says so. Asked again,
// it must answer without a new search: 0 iterations in nearly all of these games.
func TestSmallGames(t *testing.T) {
	if testing.Short() {
		t.Skip("takes up to a minute with the race detector, and nothing runs at the same time here that other tests do not run")
	}
	families, marked, tabled := map[string]int{}, 0, 0
	for i := range smallGames {
		c := &smallGames[i]
		if c.proves > 0 {
			marked++
		}
		t.Run(c.title, func(t *testing.T) {
			g := c.open(t)
			families[g.Facts().Family]++
			m, seat := firstChoice(t, g)
			solver, err := prove.NewSolver(g, seat, 200_000)
			if err != nil {
				t.Fatal(err)
			}
			state := m.Save(nil)
			want, err := solver.Value(state)
			if err != nil {
				t.Fatal(err)
			}
			if c.known != unknown && seat == 0 && c.known != want {
				t.Fatalf("the value is %v, known is %v", want, c.known)
			}
			if retro.Suits(g.Facts()) {
				tabled++
				if got, err := backwards(g, state, seat); err != nil || got != want {
					t.Errorf("solved backwards it is worth %v (%v), the value is %v", got, err, want)
				}
			}
			limit := c.proves
			if limit == 0 {
				limit = 20_000
			}
			move, stats, again := search(t, g, m, seat, limit)
			t.Logf("value %v of %d positions; the search: proven %v after %d iterations", want, solver.Positions(), stats.Proven, stats.Iterations)
			switch {
			case stats.Proven && stats.Value != want:
				t.Errorf("the search has proven %v, the value is %v", stats.Value, want)
			case stats.Proven && c.proves == 0:
				t.Logf("the search proves this now, in %d iterations: mark it", stats.Iterations)
			case c.proves > 0 && (!stats.Proven || stats.Iterations >= c.proves):
				t.Errorf("after %d of %d iterations the value is %v, proven: %v; want %v proven before the last", stats.Iterations, c.proves, stats.Value, stats.Proven, want)
			}
			if !stats.Proven {
				return
			}
			if !again.Proven || again.Value != want || again.Iterations > 0 {
				t.Errorf("asked again: proven %v, value %v, after %d iterations; want the answer at once", again.Proven, again.Value, again.Iterations)
			}
			joint := make([]game.Move, g.Facts().Players)
			for seat := range joint {
				m.Load(state)
				joint[seat] = m.Legal(seat, nil)[0]
			}
			joint[seat] = move
			m.Step(joint)
			if got, err := solver.Value(m.Save(nil)); err != nil || got != want {
				t.Errorf("the move of a proven position leads to %v (%v), not %v", got, err, want)
			}
		})
	}
	if tabled < 30 {
		t.Errorf("%d games were solved backwards", tabled)
	}
	if marked < 25 || families["gdl"] < 10 || families["ludii"] < 10 {
		t.Errorf("%d games that the search proves, by language %v: want 25, and 10 of each", marked, families)
	}
}
