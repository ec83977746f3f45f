package exec_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ludens/game"
	"ludens/ludii/exec"
)

// eager makes a machine that finds moves at once, always all of them, and keeps nothing.
func eager(g *exec.Game) *exec.Machine {
	if p := *g.Program(); p.Match == nil {
		p.Aims = false
		g = exec.NewGame(&p, g.Facts().Hash)
	}
	m := machine(g)
	m.Eager()
	m.Reset()
	return m
}

// machine is a machine of a game, without what it hides.
func machine(g *exec.Game) *exec.Machine {
	switch m := g.NewMachine().(type) {
	case *exec.Machine:
		return m
	default:
		return reflect.ValueOf(m).Elem().Field(0).Interface().(*exec.Machine)
	}
}

// couple are two machines of a game that do the same.
type couple struct {
	t      *testing.T
	a, b   *exec.Machine // as machines are, eager
	rng    *rand.Rand
	states []game.State
	seats  int
	steps  int
}

// same fails where the two have said different things.
func (c *couple) same(what string, a, b any) {
	c.t.Helper()
	if !reflect.DeepEqual(a, b) {
		c.t.Fatalf("after %d steps: %s is %v, want %v", c.steps, what, a, b)
	}
}

// ask asks both machines something at random.
func (c *couple) ask() {
	c.t.Helper()
	switch seat := c.rng.IntN(c.seats); c.rng.IntN(10) {
	case 0, 1:
		c.same("the state", c.a.Save(nil), c.b.Save(nil))
	case 2:
		if !c.b.Terminal() {
			c.same("legal", c.a.Legal(seat, nil), c.b.Legal(seat, nil))
		}
	case 3:
		u, v := make([]float64, c.seats), make([]float64, c.seats)
		c.a.Utility(u)
		c.b.Utility(v)
		c.same("utility", u, v)
	case 4:
		var v, w game.View
		c.a.View(&v)
		c.b.View(&w)
		c.same("the view", v, w)
	case 5:
		if c.b.Terminal() {
			break
		}
		if moves := c.b.Legal(seat, nil); len(moves) > 0 {
			mv := moves[c.rng.IntN(len(moves))]
			label := c.b.Label(seat, mv)
			c.same("label", c.a.Label(seat, mv), label)
			c.same("place", c.a.Place(seat, mv), c.b.Place(seat, mv))
			found, err := c.a.Parse(seat, label)
			c.same("parsed", []any{found, err}, []any{mv, error(nil)})
		}
	case 6:
		c.same("fluents", c.a.Fluents(nil), c.b.Fluents(nil))
		c.same("the drawing", c.a.Render(), c.b.Render())
	case 7:
		c.same("the fault", c.a.Err(), c.b.Err())
	case 8:
		c.same("odds", c.a.Odds(nil), c.b.Odds(nil))
	}
	c.same("terminal", c.a.Terminal(), c.b.Terminal())
}

// move goes somewhere with both.
func (c *couple) move() {
	c.t.Helper()
	switch c.rng.IntN(12) {
	case 0:
		c.a.Reset()
		c.b.Reset()
	case 1, 2, 3, 4:
		if len(c.states) > 0 {
			// The latest ones more often, as searches do.
			i := len(c.states) - 1 - min(c.rng.IntN(len(c.states)), c.rng.IntN(len(c.states)))
			c.a.Load(c.states[i])
			c.b.Load(c.states[i])
		}
	case 5:
		seed := c.rng.Uint64()
		limit := 1 + c.rng.IntN(20)
		c.same("playout", c.a.Playout(game.Stream(seed, "lazy", 0), limit), c.b.Playout(game.Stream(seed, "lazy", 0), limit))
	case 6:
		seed := c.rng.Uint64()
		weigh := func(_ int, mv game.Move) float64 { return 0.5 + float64(mv>>60)/32 }
		n, made := c.a.Trace(game.Stream(seed, "lazy", 0), 5, weigh, nil)
		n2, made2 := c.b.Trace(game.Stream(seed, "lazy", 0), 5, weigh, nil)
		c.same("trace", []any{n, made}, []any{n2, made2})
	default:
		if c.b.Terminal() {
			c.a.Reset()
			c.b.Reset()
			break
		}
		if c.rng.IntN(2) == 0 {
			c.states = append(c.states, c.a.Save(nil))
			c.same("the state", c.states[len(c.states)-1], c.b.Save(nil))
		}
		var joint []game.Move
		for seat := range c.seats {
			moves := c.b.Legal(seat, nil)
			joint = append(joint, moves[c.rng.IntN(len(moves))])
		}
		c.a.Step(joint)
		c.b.Step(joint)
		c.steps++
	}
}

// walk lets two machines of a game do and say the same for a while.
func walk(t *testing.T, g *exec.Game, rounds int) (quiet bool) {
	c := couple{t: t, a: machine(g), b: eager(g), rng: rand.New(rand.NewPCG(3, 4)), seats: len(g.Facts().Seats)}
	for range rounds {
		c.move()
		for range c.rng.IntN(4) {
			c.ask()
		}
	}
	if n, bytes := c.a.Kept(); c.a.Quiet() != (n > 0) || bytes > exec.MostKept {
		t.Errorf("%d positions are kept, in %d bytes", n, bytes)
	}
	return c.a.Quiet()
}

// own lists our own library of games.
func own(t *testing.T) map[string]*exec.Game {
	files, err := filepath.Glob("../../games/ludii/*.lud")
	if err != nil || len(files) == 0 {
		t.Fatal("no games", err)
	}
	out := map[string]*exec.Game{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		out[strings.TrimSuffix(filepath.Base(f), ".lud")] = open(t, string(text))
	}
	return out
}

// asking are games in which to find moves changes the position, or may.
var asking = map[string]string{
	"stuck": `(game "U" (players 2) (equipment {(board (square 3)) (piece "Disc" Each (move Step (to if:(is Empty (to)))))})
		(rules (start {(place "Disc1" {"A1" "B1"}) (place "Disc2" {"A3" "B3"})})
		(play (if (no Moves Next) (move Add (piece "Disc1") (to (sites Empty))) (forEach Piece))) (end (if (is Full) (result Mover Win)))))`,
	"stalemate": `(game "M" (players 2) (equipment {(board (square 3)) (piece "Disc" Each (move Step (to if:(is Empty (to)))))})
		(rules (start {(place "Disc1" {"A1" "B1" "B2" "C2"}) (place "Disc2" {"A3" "B3" "C1"})})
		(play (or (forEach Piece) (if (no Moves Mover) (move Add (piece "Disc1") (to (sites Empty))))))
		(end (if (and (no Moves Next) (is Full)) (result Mover Win)))))`,
	"again": `(game "G" (players 2) (equipment {(board (square 5)) (piece "Disc" Each
		(move Hop (between if:True) (to if:(and (is Empty (to)) (not (is Visited (to)))))
		(then (if (can Move (forEach Piece)) (moveAgain)))))})
		(rules (start {(place "Disc1" {"A1" "B1" "C1" "D2"}) (place "Disc2" {"A3" "B3" "D3" "E4"})})
		(play (or (forEach Piece) (move Pass))) (end (if (> (count Moves) 50) (result Mover Win)))))`,
	"first": `(game "F" (players 2) (equipment {(board (square 4)) (piece "Man" Each
		(priority {
			(move Step (to if:(is Enemy (who at:(to))) (apply (remove (to)))))
			(move Step (to if:(is Empty (to))))
		})) (piece "King" Each (move Step (to if:(is Empty (to)))))})
		(rules (start {(place "Man1" {"A1" "B1"}) (place "King1" {"C1"}) (place "Man2" {"A4" "B3"}) (place "King2" {"D4"})})
		(play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))))
		(end (if (no Moves Next) (result Mover Win)))))`,
	"drawn opening": `(game "O" (players 2) (equipment {(board (square 4)) (piece "Disc" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to)))))))})
		(rules (start {(place "Disc1" (sites Random (sites Bottom) num:2)) (place "Disc2" (sites Random (sites Top) num:2))})
		(play (forEach Piece)) (end {(if (no Pieces Next) (result Mover Win)) (if (> (count Moves) 30) (result Mover Draw))})))`,
	"repeat": `(game "N" (players 2) (equipment {(board (square 3)) (piece "Disc" Each (move Step (to if:(is Empty (to)))))})
		(rules (meta (no Repeat SituationalInTurn)) (start {(place "Disc1" {"A1" "B1"}) (place "Disc2" {"A3" "B3"})})
		(play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))`,
}

// A machine that puts off finding moves, and keeps them, says what one says that does not,
// whatever it is asked and in whatever order.
func TestLazy(t *testing.T) {
	games := own(t)
	for _, list := range []map[string]string{variety, asking} {
		for name, text := range list {
			games[name] = open(t, text)
		}
	}
	quiet := 0
	for name, g := range games {
		t.Run(name, func(t *testing.T) {
			if walk(t, g, 40) {
				quiet++
			}
		})
	}
	if quiet < len(games)/2 {
		t.Errorf("only %d of %d games are quiet", quiet, len(games))
	}
	for name, want := range map[string]bool{"Chess": true, "stuck": false, "stalemate": true, "repeat": true, "again": false, "dice": false, "drawn opening": true} {
		if g := games[name]; g == nil || machine(g).Quiet() != want {
			t.Errorf("%s: quiet is %v", name, !want)
		}
	}
	for name, want := range map[string]bool{"Chess": true, "Xiangqi": true, "first": false, "dice": false} {
		if games[name].Program().Aims != want {
			t.Errorf("%s: whether moves are asked for by site is %v", name, !want)
		}
	}
}

// Moves that do the same have names of their own, and are found by them in a position whose moves
// nobody has asked for; no other name is.
func TestEqualMoves(t *testing.T) {
	g := open(t, `(game "E" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
		(rules (play (or {(move Add (to (sites {1}))) (move Add (to (sites {2}))) (move Add (to (sites {1}))) (move Add (to (sites {1})))}))
		(end (if (is Full) (result Mover Win)))))`)
	m := machine(g)
	start := m.Save(nil)
	legal := m.Legal(0, nil)
	names := map[game.Move]bool{}
	for _, mv := range legal {
		names[mv] = true
	}
	if len(legal) != 4 || len(names) != 4 {
		t.Fatalf("moves %v, want four names", legal)
	}
	var ends []string
	for _, mv := range append(legal, legal[0]+1) {
		m := machine(g) // which has named nothing
		m.Load(start)
		m.Step([]game.Move{mv, exec.Noop})
		if !names[mv] {
			if m.Err() == nil {
				t.Errorf("%d was made, and is no move", mv)
			}
			continue
		}
		if m.Err() != nil {
			t.Fatal(m.Err())
		}
		if fresh := m.Legal(1, nil); len(fresh) != 4 {
			t.Errorf("moves %v behind move %d", fresh, mv)
		}
		ends = append(ends, fmt.Sprint(m.Save(nil)))
	}
	if ends[0] != ends[2] || ends[0] != ends[3] || ends[0] == ends[1] {
		t.Error("equal moves lead to different positions, or different ones to the same")
	}
}

// So it is in games of the corpus.
func TestLazyCorpus(t *testing.T) {
	games, quiet := 0, 0
	corpus(t, 60, func(name string, g *exec.Game) {
		t.Run(name, func(t *testing.T) {
			games++
			if walk(t, g, 40) {
				quiet++
			}
		})
	})
	t.Logf("%d of %d games are quiet", quiet, games)
}

// What is kept is bounded, and nothing is allocated once it is full.
func TestLazyAllocates(t *testing.T) {
	g := own(t)["Amazons"]
	m := machine(g)
	var states []game.State
	var w game.Walker
	rng := game.Stream(1, "lazy", 1)
	for range 80 {
		if m.Terminal() {
			m.Reset()
		}
		states = append(states, m.Save(nil))
		w.Step(m, rng)
	}
	var moves []game.Move
	var joint []game.Move
	around := func() {
		for _, s := range states {
			m.Load(s)
			joint = joint[:0]
			for seat := range 2 {
				moves = m.Legal(seat, moves)
				joint = append(joint, moves[0])
			}
			m.Step(joint)
		}
	}
	for range 20 {
		around()
	}
	if n := testing.AllocsPerRun(5, around); n > float64(len(states))/20 {
		t.Errorf("%.0f allocations for %d positions", n, len(states))
	}
	if n, bytes := m.Kept(); bytes > exec.MostKept || n < 2 {
		t.Errorf("%d positions are kept, in %d bytes", n, bytes)
	}
}
