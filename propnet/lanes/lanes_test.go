package lanes_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"testing"

	"ludens/game"
	"ludens/games"
	"ludens/gdl/gdltest"
	"ludens/propnet/exec"
	"ludens/propnet/lanes"
	"ludens/propnet/lanes/kernel"
)

func network(t testing.TB, text string) *exec.Game {
	t.Helper()
	p := gdltest.Compile(t, text)
	g, err := exec.New(context.Background(), p, exec.Options{Hash: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// machine makes a machine that tells the moves made.
func machine(t testing.TB, g *exec.Game, l kernel.Level, opt lanes.Options) *lanes.Machine {
	t.Helper()
	f := g.Facts()
	p, err := lanes.CompileForTest(g.Network(), f.RoleSeat, f.Players, opt)
	if err != nil {
		t.Fatal(err)
	}
	return lanes.NewMachineAt(p, l)
}

// follower holds every lane of playouts against a single machine.
type follower struct {
	g     *exec.Game
	m     game.Machine
	joint [][]game.Move // per lane: the move made in the last pass, nil if none
	was   [][]uint64
	steps int
	bad   error
	all   bool // look at every lane; else at a few
}

func follow(g *exec.Game, m *lanes.Machine, all bool) *follower {
	f := &follower{g: g, m: g.NewMachine(), joint: make([][]game.Move, lanes.Lanes), was: make([][]uint64, lanes.Lanes), all: all}
	pass := 0
	m.Watch(func(p lanes.Pass, before bool) {
		if !before {
			pass++
		}
		for lane := range lanes.Lanes {
			if f.bad != nil || !f.all && (lane*7+pass)%61 != 0 && f.joint[lane] == nil {
				continue
			}
			var err error
			if before {
				err = f.before(p, lane)
			} else if f.all || (lane*7+pass)%61 == 0 {
				err = f.after(p, lane)
			}
			if err != nil {
				f.bad = fmt.Errorf("lane %d, %d steps after state %d: %w", lane, p.Age(lane), p.Job(lane), err)
			}
		}
	})
	return f
}

// before compares what a step has led to, what is legal and what is over.
func (f *follower) before(p lanes.Pass, lane int) error {
	joint := f.joint[lane]
	f.joint[lane] = nil
	if !p.Alive(lane) {
		return nil
	}
	here := p.State(lane)
	if joint != nil && p.Age(lane) > 0 {
		f.m.Load(f.was[lane])
		f.m.Step(joint)
		if got := f.m.Save(nil); !slices.Equal(got, here) {
			return fmt.Errorf("the step leads to %x, that of a single machine to %x", here, got)
		}
		f.steps++
	}
	f.m.Load(here)
	if f.m.Err() != nil {
		return nil
	}
	if f.m.Terminal() != p.Terminal(lane) {
		return fmt.Errorf("terminal is %v", p.Terminal(lane))
	}
	if f.m.Terminal() {
		return nil
	}
	for seat := range f.g.Facts().Seats {
		var legal []game.Move
		for k := range f.g.MoveCount(seat) {
			if p.Legal(lane, seat, k) {
				legal = append(legal, game.Move(k))
			}
		}
		if want := f.m.Legal(seat, nil); !slices.Equal(legal, want) {
			return fmt.Errorf("legal moves of seat %d are %v, a single machine says %v", seat, legal, want)
		}
	}
	return nil
}

// after reads the moves made.
func (f *follower) after(p lanes.Pass, lane int) error {
	if !p.Alive(lane) {
		return nil
	}
	f.was[lane] = p.State(lane)
	f.m.Load(f.was[lane])
	var joint []game.Move
	for seat := range f.g.Facts().Seats {
		legal := f.m.Legal(seat, nil)
		chosen, unsure := -1, false
		for k := range f.g.MoveCount(seat) {
			made, ok := p.Made(lane, seat, k)
			if !ok && slices.Contains(legal, game.Move(k)) {
				unsure = true
			}
			if made && chosen >= 0 {
				return fmt.Errorf("moves %d and %d of seat %d are made", chosen, k, seat)
			}
			if made {
				chosen = k
			}
		}
		if chosen < 0 && unsure && len(legal) == 1 { // the tape knows that there is no other
			chosen = int(legal[0])
		}
		if !slices.Contains(legal, game.Move(max(chosen, 0))) || chosen < 0 {
			return fmt.Errorf("move %d of seat %d is made, legal are %v", chosen, seat, legal)
		}
		joint = append(joint, game.Move(chosen))
	}
	f.joint[lane] = joint
	return nil
}

// starts are positions of random matches, the initial one first.
func starts(g game.Game, n int) []game.State {
	m := g.NewMachine()
	out := []game.State{m.Save(nil)}
	rng := game.Stream(1, "lanes test", 0)
	for i := 0; len(out) < n; i++ {
		m.Reset()
		game.Playout(m, rng, i%9)
		if m.Err() == nil {
			out = append(out, m.Save(nil))
		}
	}
	return out
}

func tallies(n int) []game.Tally { return make([]game.Tally, n) }

// TestLibrary plays every embedded game in lanes and holds the lanes against a single
// machine: with a tape for every turn and with one for all, from one state and from
// many; and every level against plain Go.
func TestLibrary(t *testing.T) {
	for _, e := range games.List() {
		t.Run(e.Name, func(t *testing.T) {
			g := network(t, e.Text)
			states := starts(g, 40)
			for _, one := range []bool{false, true} {
				var first []game.Tally
				for _, level := range kernel.Supported() {
					m := machine(t, g, level, lanes.Options{OneTape: one})
					f := follow(g, m, false)
					out := tallies(len(states))
					limit := 60
					if err := m.Playouts(context.Background(), nil, states, 20, game.Stream(2, "lanes", 0), limit, out); err != nil {
						t.Fatal(err)
					}
					if f.bad != nil {
						t.Fatalf("one tape %v, level %s: %v", one, level, f.bad)
					}
					if f.steps == 0 {
						t.Errorf("no step was compared: one %v %s %+v", one, level, out[:2])
					}
					for i := range out {
						if n := out[i].Known() + out[i].Blank + out[i].Faults; n != 20 {
							t.Fatalf("%d games from state %d, want 20: %+v", n, i, out[i])
						}
					}
					if first == nil {
						first = out
					} else if fmt.Sprint(out) != fmt.Sprint(first) {
						t.Fatalf("level %s gives other results than %s", level, kernel.Portable)
					}
				}
			}
		})
	}
}

const coins = `(role a) (role random) (init (n 0)) (succ 0 1) (succ 1 2) (succ 2 3)
	(legal a wait) (side heads) (side tails) (side edge) (<= (legal random (toss ?s)) (side ?s))
	(<= (next (n ?y)) (true (n ?x)) (succ ?x ?y)) (<= (next (lies ?s)) (does random (toss ?s)))
	(<= terminal (true (n 1)))
	(<= (goal a 100) (true (lies heads))) (<= (goal a 40) (true (lies tails))) (<= (goal a 0) (true (lies edge)))`

// Nature's moves come by their odds, which are equal ones in this language.
func TestNature(t *testing.T) {
	g := network(t, coins)
	m := lanes.NewMachine(must(t, g, lanes.Options{}))
	out := tallies(1)
	const n = 300_000
	if err := m.Playouts(context.Background(), nil, starts(g, 1), n, game.Stream(1, "nature", 0), 10, out); err != nil {
		t.Fatal(err)
	}
	// a mean of 140/3 a game; the deviation of a game is 41.1
	if d := out[0].Sum[0]*100 - n*140/3.0; d > 4*41.1*548 || d < -4*41.1*548 || out[0].Ended != n || out[0].Steps != n {
		t.Errorf("%+v: %.0f points from what is expected", out[0], d)
	}
}

func must(t testing.TB, g *exec.Game, opt lanes.Options) *lanes.Program {
	t.Helper()
	p, err := lanes.Compile(g.Network(), g.Facts().RoleSeat, g.Facts().Players, opt)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Every lane of a long run is followed: lanes that end are taken for other games, of
// states with different turns, and nothing is lost.
func TestEveryLane(t *testing.T) {
	for _, name := range []string{"ticTacToe", "diceRace", "simultaneousTicTacToe"} {
		e, _ := games.Find(name)
		g := network(t, e.Text)
		m := machine(t, g, kernel.Best(), lanes.Options{})
		f := follow(g, m, true)
		states := starts(g, 7)
		out := tallies(len(states))
		if err := m.Playouts(context.Background(), nil, states, 150, game.Stream(3, "every lane", 0), 40, out); err != nil {
			t.Fatal(err)
		}
		if f.bad != nil {
			t.Errorf("%s: %v", name, f.bad)
		}
		for i, x := range out {
			if x.Known()+x.Blank != 150 || x.Faults != 0 {
				t.Errorf("%s: state %d: %+v", name, i, x)
			}
		}
		if f.steps < 1000 {
			t.Errorf("%s: %d steps compared", name, f.steps)
		}
	}
}

// What playouts say of positions is what single playouts say.
func TestSameMeans(t *testing.T) {
	e, _ := games.Find("connectFour")
	g := network(t, e.Text)
	states := starts(g, 6)
	m := lanes.NewMachine(must(t, g, lanes.Options{}))
	const n = 20_000
	out := tallies(len(states))
	if err := m.Playouts(context.Background(), nil, states, n, game.Stream(4, "means", 0), 200, out); err != nil {
		t.Fatal(err)
	}
	one := tallies(len(states))
	if err := game.OneByOne(g, 64).Playouts(context.Background(), states, n/10, game.Stream(5, "means", 0), 200, one); err != nil {
		t.Fatal(err)
	}
	for i := range out {
		a, b := out[i].Sum[0]/n, one[i].Sum[0]/(n/10)
		la, lb := float64(out[i].Steps)/n, float64(one[i].Steps)/(n/10)
		if a-b > 0.05 || b-a > 0.05 || la-lb > 1 || lb-la > 1 {
			t.Errorf("state %d: worth %.3f in %.2f steps, one by one %.3f in %.2f", i, a, la, b, lb)
		}
	}
}

// Limits, positions that are over, and descriptions with faults.
func TestEnds(t *testing.T) {
	g := network(t, `(role a) (role b) (init (n 0)) (succ 0 1) (succ 1 2) (succ 2 3)
		(legal a go) (legal a stay) (<= (legal b wait) (not (true stuck)))
		(<= (next (n ?y)) (true (n ?x)) (succ ?x ?y)) (<= (next stuck) (does a stay) (true (n 1)))
		(<= terminal (true (n 3))) (<= (goal a 100) (true (n 3))) (<= (goal b 30) (true (n 3)) (not (true mute))) (<= (goal a 20) (true (n 2)))
		(<= (next mute) (does a stay) (true (n 2)))`)
	m := lanes.NewMachine(must(t, g, lanes.Options{}))
	play := func(s game.State, limit int) game.Tally {
		t.Helper()
		out := tallies(1)
		if err := m.Playouts(context.Background(), nil, []game.State{s}, 1000, game.Stream(6, "ends", 0), limit, out); err != nil {
			t.Fatal(err)
		}
		return out[0]
	}
	one := g.NewMachine()
	start := one.Save(nil)
	if x := play(start, 0); x.Blank != 1000 || x.Steps != 0 || x.Sum[0] != 0 {
		t.Errorf("limit 0: %+v", x)
	}
	if x := play(start, 2); x.Cut+x.Faults != 1000 || x.Faults < 400 || x.Faults > 600 || x.Sum[0] != 0.2*float64(x.Cut) || x.Steps != 2000 {
		t.Errorf("limit 2: %+v", x)
	}
	x := play(start, 100)
	if x.Ended < 200 || x.Ended > 300 || x.Ended+x.Faults != 1000 || x.Sum[0] != float64(x.Ended) || x.Sum[1] < 0.3*float64(x.Ended)-1e-9 {
		t.Errorf("to the end: %+v", x)
	}
	for !one.Terminal() {
		one.Step([]game.Move{0, 0})
	}
	if x := play(one.Save(nil), 5); x.Ended != 1000 || x.Steps != 0 || x.Sum[1] < 299.9 {
		t.Errorf("over at once: %+v", x)
	}
	out := tallies(1)
	for _, bad := range []game.State{nil, {0, 0}, {1 << 63}} {
		if m.Playouts(context.Background(), nil, []game.State{bad}, 1, game.Stream(1, "", 0), 1, out) == nil {
			t.Errorf("state %x is taken", bad)
		}
	}
	if m.Playouts(context.Background(), nil, []game.State{start}, 1, game.Stream(1, "", 0), 1, nil) == nil {
		t.Error("results are not asked for, and yet there are some")
	}
}

// A context and a sign end playouts, and the machine is as good as before.
func TestInterrupted(t *testing.T) {
	e, _ := games.Find("connectFour")
	g := network(t, e.Text)
	m := lanes.NewMachine(must(t, g, lanes.Options{}))
	states := starts(g, 1)
	ctx, cancel := context.WithCancel(context.Background())
	passes := 0
	m.Watch(func(_ lanes.Pass, before bool) {
		if passes++; passes == 100 {
			cancel()
		}
	})
	out := tallies(1)
	if err := m.Playouts(ctx, nil, states, 1<<20, game.Stream(1, "interrupted", 0), 100, out); err != context.Canceled {
		t.Errorf("canceled, and %v", err)
	}
	if n := out[0].Ended; n == 0 || n == 1<<20 || out[0].Sum[0]+out[0].Sum[1] < 0.9*float64(n) {
		t.Errorf("when it was ended there was %+v", out[0])
	}
	sign := &game.Sign{}
	passes = 0
	m.Watch(func(_ lanes.Pass, before bool) {
		if passes++; passes == 100 {
			sign.Interrupt(game.ErrInterrupted)
		}
	})
	if err := m.Playouts(context.Background(), sign, states, 1<<20, game.Stream(1, "interrupted", 0), 100, out); err != game.ErrInterrupted {
		t.Errorf("interrupted, and %v", err)
	}
	m.Watch(nil)
	if err := m.Playouts(context.Background(), sign, states, 100, game.Stream(1, "interrupted", 0), 100, out); err != nil || out[0].Ended != 100 {
		t.Errorf("afterwards: %v, %+v", err, out[0])
	}
}

// The same seed gives the same results, whatever the machine did before.
func TestReplayed(t *testing.T) {
	e, _ := games.Find("hex5")
	g := network(t, e.Text)
	p := must(t, g, lanes.Options{})
	if p.Size().Loops == 0 {
		t.Error("the game has no recursive block, and so the test is no test of them")
	}
	used, fresh := lanes.NewMachine(p), lanes.NewMachine(p)
	states := starts(g, 12)
	a, b := tallies(12), tallies(12)
	for i, m := range []*lanes.Machine{used, used, fresh} {
		out := a
		if i == 2 {
			out = b
		}
		if err := m.Playouts(context.Background(), nil, states, 77, game.Stream(uint64(min(i, 1)), "replayed", 0), 100, out); err != nil {
			t.Fatal(err)
		}
	}
	if fmt.Sprint(a) != fmt.Sprint(b) {
		t.Errorf("%v\n%v", a, b)
	}
}

// What does not fit into the memory is refused.
func TestBudget(t *testing.T) {
	e, _ := games.Find("connectFour")
	g := network(t, e.Text)
	if _, err := g.NewBatch(game.BatchOptions{Bytes: 1000}); err == nil {
		t.Error("a batch of 1000 bytes")
	}
	closed := &game.Sign{}
	closed.Close(game.ErrInterrupted)
	if _, err := lanes.Compile(g.Network(), g.Facts().RoleSeat, g.Facts().Players, lanes.Options{Sign: closed}); !errors.Is(err, game.ErrInterrupted) {
		t.Errorf("a sign that is closed ends nothing: %v", err)
	}
	p := must(t, g, lanes.Options{})
	if b, err := g.NewBatch(game.BatchOptions{Bytes: max(p.Bytes(), 1<<20)}); err != nil || b.Lanes() != lanes.Lanes {
		t.Errorf("no batch in %d bytes: %v", p.Bytes(), err)
	}
	digits := ""
	for k := range 16 {
		digits += fmt.Sprintf(" (d %d)", k)
	}
	wide := network(t, digits+`(role a) (init (n 1)) (<= (legal a (m ?a ?b ?c ?d)) (d ?a) (d ?b) (d ?c) (d ?d) (true (n ?x)))
		(<= (next (n ?a)) (does a (m ?a ?b ?c ?d))) (<= terminal (true (n 0))) (goal a 50)`)
	if _, err := wide.NewBatch(game.BatchOptions{Bytes: 1 << 30}); !errors.Is(err, game.ErrBudget) {
		t.Errorf("a batch of a game with 16⁴ moves: %v", err)
	}
}

// What making the tapes of a cycle takes grows with the cycle, not with its square.
func TestLargeCycle(t *testing.T) {
	g := network(t, gdltest.Closure(22))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := lanes.Compile(g.Network(), g.Facts().RoleSeat, g.Facts().Players, lanes.Options{Bytes: 1 << 30})
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	gates := g.Network().Gates()
	if each := int(after.TotalAlloc-before.TotalAlloc) / gates; gates < 10_000 || each > 2000 {
		t.Errorf("%d bytes for each of %d gates", each, gates)
	}
}
