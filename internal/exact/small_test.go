package exact_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"ludens/agent"
	"ludens/agent/mcts"
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
	known  float64     // value to the first seat as the literature or arithmetic has it; -1 if neither
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
	{"tic-tac-toe", "gdl:ticTacToe", nil, nil, 0.5},
	{"nim 1 3 5 7", "gdl:nim", nil, nil, 0},
	{"nim 1 3 5 6", "gdl:nim", [][2]string{{"(heap d 7)", "(heap d 6)"}}, nil, 1},
	{"nim 1 3 2", "gdl:nim", [][2]string{{"(heap d 7)", "(heap d 0)"}, {"(heap c 5)", "(heap c 2)"}}, nil, 0},
	{"nim 1 2 3 1", "gdl:nim", [][2]string{{"(heap d 7)", "(heap d 1)"}, {"(heap c 5)", "(heap c 2)"}}, nil, 1},
	{"connect four 4x2", board(4, 2), nil, nil, unknown},
	{"hanoi", "gdl:hanoi", nil, nil, 1},
	{"maze with keys", "gdl:keyMaze", nil, nil, 1},
	{"eight queens", "gdl:eightQueens", nil, nil, 1},
	{"connect four 4x3", board(4, 3), nil, nil, unknown},
	{"connect four 4x4", board(4, 4), nil, nil, 0.5},
	{"domineering 4x4", "gdl:domineering6", [][2]string{
		{"(size 5) (size 6)", ""}, {"(succ 4 5) (succ 5 6)", ""},
	}, nil, 1},
	{"domineering 3x3", "gdl:domineering6", [][2]string{
		{"(size 4) (size 5) (size 6)", ""}, {"(succ 3 4) (succ 4 5) (succ 5 6)", ""},
	}, nil, 1},
	{"clobber 3x3", "gdl:clobber", [][2]string{
		{"(file d) (file e)", ""}, {"(rank 4) (rank 5) (rank 6)", ""}, {"(right c d) (right d e)", ""}, {"(up 3 4) (up 4 5) (up 5 6)", ""},
	}, nil, unknown},
	{"hex 3x3", "gdl:hex5", [][2]string{
		{"(file d) (file e)", ""}, {"(rank 4) (rank 5)", ""}, {"(right c d) (right d e)", ""}, {"(up 3 4) (up 4 5)", ""},
		{"(rooted red ?f 5)", "(rooted red ?f 3)"}, {"(rooted blue e ?r)", "(rooted blue c ?r)"},
	}, nil, 1},

	{"Nim", "ludii:Nim", nil, nil, unknown},
	{"Nim, the last loses", "ludii:Nim", nil, []string{"Last/Loses"}, unknown},
	{"Eight Queens", "ludii:EightQueens", nil, nil, 1},
	{"Hex 3x3", "ludii:Hex", nil, []string{"Board Size/3x3"}, 1},
	{"Hex 3x3 avoided", "ludii:Hex", nil, []string{"Board Size/3x3", "Aim/Avoid"}, unknown},
	{"Tic-Tac-Toe misère", "ludii:MisereTicTacToe", nil, nil, 0.5},
	{"Dots and Boxes 2x1", "ludii:DotsAndBoxes", [][2]string{{"<2> <2>", "<1> <2>"}}, []string{"Board Size/2x2"}, unknown},
	{"Domineering 4x4", "ludii:Domineering", [][2]string{{"<(square 6)>", "<(square 4)>"}}, []string{"Board/6x6"}, 1},
	{"Clobber 3x3", "ludii:Clobber", [][2]string{{"<4> <5>", "<3> <3>"}}, []string{"Board Size/5x4"}, unknown},
	{"Clobber 4x3", "ludii:Clobber", [][2]string{{"<4> <5>", "<3> <4>"}}, []string{"Board Size/5x4"}, unknown},
	{"Breakthrough 3x3", "ludii:Breakthrough", [][2]string{{"<5> <0>", "<3> <0>"}}, []string{"Board Size/5x5"}, unknown},
	{"Breakthrough 4x4", "ludii:Breakthrough", [][2]string{{"<5> <0>", "<4> <0>"}}, []string{"Board Size/5x5"}, unknown},
	{"Connect Four 4x4, three win", "ludii:ConnectFour", [][2]string{{"<4> <5>", "<4> <4>"}}, []string{"Frame/5x4", "Row/Three"}, 1},
	{"Connect Four 3x3, three win", "ludii:ConnectFour", [][2]string{{"<4> <5>", "<3> <3>"}}, []string{"Frame/5x4", "Row/Three"}, unknown},
	{"Col 3x3", "ludii:Col", [][2]string{{"(square 7)", "(square 3)"}}, []string{"Map/Squares"}, unknown},
	{"Snort 3x3", "ludii:Col", [][2]string{{"(square 7)", "(square 3)"}}, []string{"Map/Squares", "Rule/Snort"}, unknown},
	{"NoGo 3x3", "ludii:NoGo", [][2]string{{`"5x5" <5>`, `"5x5" <3>`}}, []string{"Board Size/5x5"}, unknown},
	{"Atari Go 3x3", "ludii:AtariGo", [][2]string{{`"5x5" <5>`, `"5x5" <3>`}}, []string{"Board Size/5x5"}, unknown},
	{"Konane 4x4", "ludii:Konane", [][2]string{{`"6x6" <6>`, `"6x6" <4>`}}, []string{"Board Size/6x6"}, unknown},
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

func TestSmall(t *testing.T) {
	for _, c := range smallGames {
		t.Run(c.title, func(t *testing.T) {
			g := c.open(t)
			begin := time.Now()
			s, err := prove.NewSolver(g, 0, 400000)
			if err != nil {
				t.Fatal(err)
			}
			m := g.NewMachine()
			v, err := s.Value(m.Save(nil))
			took := time.Since(begin)
			begin = time.Now()
			p := mcts.New(mcts.Options{Threads: 1, Iterations: 150000})
			ctx, cancel := context.WithCancel(context.Background())
			cancel()
			p.Begin(ctx, g, 0, agent.Clocks{})
			p.Choose(context.Background(), agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)})
			st := p.Stats()
			p.End()
			fmt.Fprintln(os.Stderr, c.title, v, err, s.Positions(), took.Round(time.Millisecond), "mcts", st.Iterations, st.Proven, st.Value, time.Since(begin).Round(time.Millisecond))
		})
	}
}
