package exact_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/agent"
	"ludens/agent/baseline"
	"ludens/catalog"
	"ludens/game"
	"ludens/internal/exact"
	"ludens/internal/exact/connectfour"
	"ludens/internal/exact/prove"
	"ludens/internal/sharedtest"
)

// TestConnectFourPositions holds the stored positions of connect four against what
// they should be: a thousand, of both boards and all depths, none decided by a win
// at once, all with moves of different values, which are solved again where that is
// quick, and which the rules agree with.
func TestConnectFourPositions(t *testing.T) {
	list, err := exact.ConnectFour()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 1000 {
		t.Errorf("%d positions, want 1000", len(list))
	}
	solvers := map[string]*connectfour.Solver{}
	machines := map[string]game.Machine{}
	best, boards, depths, again := map[byte]int{}, map[string]int{}, map[int]int{}, 0
	seen := map[string]bool{}
	for i := range list {
		s := &list[i]
		b, err := connectfour.NewBoard(s.Width, s.Height)
		if err != nil {
			t.Fatal(err)
		}
		pos, err := s.Position()
		if err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		if seen[s.Size()+s.Moves] {
			t.Errorf("%s %s is there twice", s.Size(), s.Moves)
		}
		seen[s.Size()+s.Moves] = true
		best[s.Best()]++
		boards[s.Size()]++
		depths[s.Plies()/4*4]++
		if s.Plies() < 8 || s.Plies() > 34 {
			t.Errorf("%s after %d discs", s.Moves, s.Plies())
		}

		if machines[s.Size()] == nil {
			g, err := catalog.OpenText(context.Background(), "", pos.Text, catalog.Options{})
			if err != nil {
				t.Fatal(err)
			}
			machines[s.Size()] = g.NewMachine()
			solvers[s.Size()] = connectfour.NewSolver(b, connectfour.Options{Nodes: 40_000, TableBits: 16})
		}
		if _, _, err := pos.Play(machines[s.Size()]); err != nil {
			t.Errorf("%d: %v", i, err)
		}

		p := connectfour.Position{}
		for _, c := range s.Moves {
			p = b.Drop(p, int(c-'1'))
		}
		for x := range b.Width {
			if b.Legal(p, x) && b.Won(b.Drop(p, x)) {
				t.Errorf("%s %s: column %d wins at once", s.Size(), s.Moves, x+1)
			}
		}
		values, legal, err := solvers[s.Size()].Moves(p)
		if errors.Is(err, connectfour.ErrBudget) {
			continue
		}
		again++
		for x, v := range values {
			want := byte('.')
			if legal[x] {
				want = exact.Letter(v)
			}
			if s.Values[x] != want {
				t.Errorf("%s %s: column %d gives %c, stored is %c", s.Size(), s.Moves, x+1, want, s.Values[x])
			}
		}
	}
	t.Logf("%d solved again; by value %d wins, %d draws; boards %v; discs, by four: %v", again, best['+'], best['='], boards, depths)
	if again < 600 {
		t.Errorf("only %d of the positions were solved again", again)
	}
	if boards["7x6"] < 400 || boards["8x6"] < 400 || len(depths) < 7 || best['='] < 150 {
		t.Errorf("the positions are not mixed: boards %v, discs %v, values %v", boards, depths, best)
	}
}

// TestTactics plays to every stored position, and proves again what can be proven
// in few steps: that right moves of a win win as quickly as it says and no other
// does, and that of the moves only the wrong ones lose.
func TestTactics(t *testing.T) {
	list, err := exact.Tactics()
	if err != nil {
		t.Fatal(err)
	}
	games, kinds, own := map[string]bool{}, map[string]int{}, 0
	byGame := map[string][]exact.Position{}
	for _, p := range list {
		games[p.Game] = true
		kinds[p.Kind]++
		if !exact.Shared(p.Game) {
			own++
		}
		byGame[p.Game] = append(byGame[p.Game], p)
	}
	t.Logf("%d positions of %d games, %v, %d of them of the library", len(list), len(games), kinds, own)
	if len(list) < 200 || len(games) < 25 || kinds[exact.Win] < 60 || kinds[exact.Save] < 60 {
		t.Errorf("%d positions of %d games, %v: want 200 of 25 and both kinds", len(list), len(games), kinds)
	}
	again := 0
	for name, positions := range byGame {
		t.Run(name, func(t *testing.T) {
			path := name
			if exact.Shared(name) {
				path = exact.Path(name, sharedtest.Path(t, "corpus"))
			}
			g, err := catalog.Open(context.Background(), path, catalog.Options{BuildTime: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			for i := range positions {
				if provenAgain(t, g, &positions[i]) {
					again++
				}
			}
		})
	}
	t.Logf("%d positions proven again", again)
	if !testing.Short() && again < len(list)/10 {
		t.Errorf("only %d of %d positions were proven again", again, len(list))
	}
}

// provenAgain reports whether a proof of a position fits into a small budget; one
// that says otherwise than the position is an error.
func provenAgain(t *testing.T, g game.Game, p *exact.Position) bool {
	t.Helper()
	m := g.NewMachine()
	legal, right, err := p.Play(m)
	if err != nil {
		t.Error(err)
		return false
	}
	prover, err := prove.NewProver(g, 4000)
	if err != nil {
		t.Error(err)
		return false
	}
	state, quick := m.Save(nil), 0
	for _, move := range legal {
		is := slices.Contains(right, move)
		var yes bool
		if p.Kind == exact.Win {
			yes, err = prover.AtLeast(state, p.Seat, move, 1, p.Depth+2)
			if err == nil && yes {
				yes, err = prover.AtLeast(state, p.Seat, move, 1, p.Depth-1)
				if err == nil && yes {
					t.Errorf("%s after %d steps: a win in less than %d", p.Game, len(p.Steps), p.Depth)
				}
				if err == nil {
					yes, err = prover.AtLeast(state, p.Seat, move, 1, p.Depth)
				}
				if err == nil && yes {
					quick++
				}
				yes = true
			}
		} else {
			yes, err = prover.Below(state, p.Seat, move, 0.5, p.Depth+2)
			if err == nil {
				yes = !yes
			}
		}
		if err != nil {
			return false
		}
		if yes != is {
			t.Errorf("%s after %d steps: move %s is right: %v, stored is %v", p.Game, len(p.Steps), m.Label(p.Seat, move), yes, is)
		}
	}
	if p.Kind == exact.Win && quick == 0 {
		t.Errorf("%s after %d steps: no win in %d", p.Game, len(p.Steps), p.Depth)
	}
	return true
}

// TestPlayRefuses: a position that is not what was proven is not asked about.
func TestPlayRefuses(t *testing.T) {
	g, err := catalog.Open(context.Background(), "gdl:ticTacToe", catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	good := exact.Position{Game: "gdl:ticTacToe", Steps: [][]string{{"(mark 2 2)", ""}}, Seat: 1, Kind: exact.Save, Right: []string{"(mark 1 1)"}, Legal: 8}
	if legal, right, err := good.Play(m); err != nil || len(legal) != 8 || len(right) != 1 || m.Label(1, right[0]) != "(mark 1 1)" {
		t.Fatalf("%d legal moves, %d right ones: %v", len(legal), len(right), err)
	}
	for what, change := range map[string]func(p *exact.Position){
		"another number of moves": func(p *exact.Position) { p.Legal = 9 },
		"an illegal right move":   func(p *exact.Position) { p.Right = []string{"(mark 2 2)"} },
		"an illegal step":         func(p *exact.Position) { p.Steps = [][]string{{"(mark 4 4)", ""}} },
		"a step not said":         func(p *exact.Position) { p.Steps = [][]string{{"", ""}} },
		"a seat too few":          func(p *exact.Position) { p.Steps = [][]string{{"(mark 2 2)"}} },
	} {
		p := good
		change(&p)
		if _, _, err := p.Play(m); err == nil {
			t.Errorf("%s was accepted", what)
		}
	}
}

// TestFiles writes and reads again; what cannot be right is refused.
func TestFiles(t *testing.T) {
	want := []exact.Position{
		{Game: "gdl:a", Steps: [][]string{{"x", ""}, {"", "y & z"}}, Seat: 1, Kind: exact.Win, Depth: 3, Full: true, Right: []string{"w"}, Legal: 2, Source: "own"},
		{Game: "corpus:b/c d.lud", Steps: [][]string{}, Kind: exact.Save, Depth: 4, Right: []string{"v"}, Legal: 4},
	}
	var b bytes.Buffer
	if err := exact.Write(&b, want); err != nil {
		t.Fatal(err)
	}
	if got, err := exact.Read(bytes.NewReader(b.Bytes())); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v (%v), want %+v", got, err, want)
	}
	if got := exact.Path(want[1].Game, "folder"); got != "folder/b/c d.lud" {
		t.Errorf("the path is %s", got)
	}
	want[0].Legal = 1
	b.Reset()
	if err := exact.Write(&b, want); err != nil {
		t.Fatal(err)
	}
	if _, err := exact.Read(&b); err == nil {
		t.Error("a position whose moves are all right was accepted")
	}
	if _, err := exact.Read(strings.NewReader("{}")); err == nil {
		t.Error("a file that is not compressed was accepted")
	}
}

// TestAsk asks a player that answers at random: it must be right as often as chance
// says, and the score must count that.
func TestAsk(t *testing.T) {
	list, err := exact.ConnectFour()
	if err != nil {
		t.Fatal(err)
	}
	games := map[string]game.Game{}
	var score exact.Score
	for i := range list[:500] {
		p, err := list[i].Position()
		if err != nil {
			t.Fatal(err)
		}
		if games[p.Game] == nil {
			if games[p.Game], err = catalog.OpenText(context.Background(), p.Game, p.Text, catalog.Options{}); err != nil {
				t.Fatal(err)
			}
		}
		a, err := exact.Ask(context.Background(), baseline.NewRandom(uint64(i)), games[p.Game], &p, exact.Limit{Time: time.Second, CPU: i%2 == 0})
		if err != nil {
			t.Fatal(err)
		}
		if a.Right != slices.Contains(p.Right, a.Move) {
			t.Errorf("the answer %s of %v is right: %v", a.Move, p.Right, a.Right)
		}
		score.Add(&p, a.Right)
	}
	low, high := score.Interval()
	if chance := score.Chance / 500; chance < low-0.02 || chance > high+0.02 {
		t.Errorf("a random player is right in %.3f (%.3f to %.3f), by chance it is %.3f", score.Share(), low, high, chance)
	}
	dead, cancel := context.WithCancel(context.Background())
	cancel()
	p, _ := list[0].Position()
	if _, err := exact.Ask(dead, baseline.NewRandom(1), games[p.Game], &p, exact.Limit{}); !errors.Is(err, context.Canceled) {
		t.Errorf("an answer after the end: %v", err)
	}
	if _, err := exact.Ask(context.Background(), cheat{}, games[p.Game], &p, exact.Limit{}); err == nil {
		t.Error("an illegal move was accepted")
	}
}

// cheat makes moves that are not legal.
type cheat struct{ agent.Player }

func (cheat) Name() string                                              { return "cheat" }
func (cheat) Begin(context.Context, game.Game, int, agent.Clocks) error { return nil }
func (cheat) Choose(context.Context, agent.Turn) (game.Move, error)     { return 1 << 40, nil }
func (cheat) End()                                                      {}

// TestInterval compares with figures worked out by hand from Wilson's formula.
func TestInterval(t *testing.T) {
	for _, c := range []struct {
		right, asked int
		low, high    float64
	}{{50, 100, 0.4038, 0.5962}, {0, 10, 0, 0.2775}, {10, 10, 0.7225, 1}, {0, 0, 0, 1}} {
		s := exact.Score{Asked: c.asked, Right: c.right}
		if low, high := s.Interval(); math.Abs(low-c.low) > 1e-3 || math.Abs(high-c.high) > 1e-3 {
			t.Errorf("%s: %.4f to %.4f, want %.4f to %.4f", fmt.Sprint(c.right, " of ", c.asked), low, high, c.low, c.high)
		}
	}
}
