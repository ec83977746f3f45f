package lanes_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"ludens/game"
	"ludens/games"
	"ludens/gdl"
	"ludens/propnet/exec"
	"ludens/propnet/lanes"
	"ludens/propnet/lanes/kernel"
)

func network(t testing.TB, text string) *exec.Game {
	t.Helper()
	d, findings := gdl.Read(text)
	if err := findings.Err(); err != nil {
		t.Fatal(err)
	}
	p, err := gdl.Compile(d)
	if err != nil {
		t.Fatal(err)
	}
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
