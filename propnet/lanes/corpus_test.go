package lanes_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/game"
	"ludens/gdl/gdltest"
	"ludens/gdl/interp"
	"ludens/internal/sharedtest"
	"ludens/propnet/exec"
	"ludens/propnet/lanes"
	"ludens/propnet/lanes/kernel"
)

// fluents is a machine that lists what is true.
type fluents interface {
	game.Machine
	Fluents(dst []string) []string
}

// witness walks a machine of the reasoner beside every lane, from the initial position on,
// and compares fluents, legal moves and ends by their texts; utilities are added up.
type witness struct {
	*follower
	slow  []fluents
	label [][]string // per seat and move: its text
	worth []float64
	flaws int // ended lanes whose description has a flaw: the sums are not compared
	games int
	until time.Time
	stop  context.CancelFunc
}

func (w *witness) watch(m *lanes.Machine) {
	m.Watch(func(p lanes.Pass, before bool) {
		for lane := range lanes.Lanes {
			if w.bad != nil || !p.Alive(lane) {
				continue
			}
			var err error
			if before {
				err = w.look(p, lane)
			} else {
				err = w.move(p, lane)
			}
			if err != nil {
				w.bad = fmt.Errorf("lane %d, %d steps after the start: %w", lane, p.Age(lane), err)
			}
		}
		if w.bad != nil || time.Now().After(w.until) {
			w.stop()
		}
	})
}

func (w *witness) look(p lanes.Pass, lane int) error {
	m := w.slow[lane]
	if p.Age(lane) == 0 {
		m.Reset()
	} else {
		w.steps++
	}
	w.m.Load(p.State(lane))
	if a, b := w.m.(fluents).Fluents(nil), m.Fluents(nil); !slices.Equal(a, b) {
		return fmt.Errorf("true is\n%s\nthe reasoner says\n%s", a, b)
	}
	if m.Err() != nil {
		return nil
	}
	if m.Terminal() != p.Terminal(lane) {
		return fmt.Errorf("terminal is %v", p.Terminal(lane))
	}
	if m.Terminal() {
		u := make([]float64, len(w.worth))
		m.Utility(u)
		for i := range u {
			w.worth[i] += u[i]
		}
		if f, ok := m.(game.Warner); m.Err() != nil || ok && f.Warning() != nil {
			w.flaws++
		}
		w.games++
		return nil
	}
	for seat := range w.g.Facts().Seats {
		var legal, want []string
		for k := range w.g.MoveCount(seat) {
			if p.Legal(lane, seat, k) {
				legal = append(legal, w.label[seat][k])
			}
		}
		for _, mv := range m.Legal(seat, nil) {
			want = append(want, m.Label(seat, mv))
		}
		if slices.Sort(legal); !slices.Equal(legal, slices.Sorted(slices.Values(want))) {
			return fmt.Errorf("legal moves of seat %d are\n%s\nthe reasoner says\n%s", seat, legal, want)
		}
	}
	return nil
}

func (w *witness) move(p lanes.Pass, lane int) error {
	if err := w.after(p, lane); err != nil {
		return err
	}
	joint := make([]game.Move, len(w.joint[lane]))
	for seat, k := range w.joint[lane] {
		mv, err := w.slow[lane].Parse(seat, w.label[seat][k])
		if err != nil {
			return err
		}
		joint[seat] = mv
	}
	w.slow[lane].Step(joint)
	return nil
}

// TestEveryLaneOfRecordedGames holds every one of the lanes against a machine of the reasoner of
// its own, in one recorded game in forty; or in every game if LUDENS_ALL is set, which takes
// half an hour. Games whose network or tapes are too large are left out, and said.
func TestEveryLaneOfRecordedGames(t *testing.T) {
	dir, traces := sharedtest.Path(t, "corpus", "gdl"), sharedtest.Path(t, "conformance", "gdl", "traces")
	files, err := filepath.Glob(filepath.Join(traces, "*-1.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	every, each := 40, time.Second
	if os.Getenv("LUDENS_ALL") != "" {
		every, each = 1, 4*time.Second
	}
	held, left, steps := 0, 0, 0
	for i := 0; i < len(files); i += every {
		name := strings.TrimSuffix(filepath.Base(files[i]), "-1.jsonl.gz")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(dir, name+".kif"))
			if err != nil {
				t.Fatal(err)
			}
			n, err := witnessed(t, string(text), each)
			switch {
			case errors.Is(err, game.ErrBudget) || errors.Is(err, context.DeadlineExceeded):
				left++
				t.Logf("left out: %v", err)
			case err != nil:
				t.Error(err)
			default:
				held++
				steps += n
			}
		})
	}
	t.Logf("%d games, %d steps compared; %d left out", held, steps, left)
	if held == 0 {
		t.Error("no game was held against the reasoner")
	}
}

// witnessed plays a game in all lanes for so long, and tells how many steps were compared.
func witnessed(t *testing.T, text string, each time.Duration) (steps int, err error) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	program := gdltest.Compile(t, text)
	g, err := exec.New(ctx, program, exec.Options{Hash: "test", Bytes: 1 << 30})
	if err != nil {
		return 0, err
	}
	slow, err := interp.New(program, interp.Options{Hash: "test"})
	if err != nil {
		return 0, err
	}
	f := g.Facts()
	tapes, err := lanes.CompileForTest(g.Network(), f.RoleSeat, f.Players, lanes.Options{Bytes: 1 << 30})
	if err != nil {
		return 0, err
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	m := lanes.NewMachineAt(tapes, kernel.Best())
	w := &witness{
		follower: &follower{g: g, m: g.NewMachine(), joint: make([][]game.Move, lanes.Lanes), was: make([][]uint64, lanes.Lanes)},
		worth:    make([]float64, f.Players), until: time.Now().Add(each), stop: stop,
	}
	for range lanes.Lanes {
		w.slow = append(w.slow, slow.NewMachine().(fluents))
	}
	for seat := range f.Seats {
		w.label = append(w.label, nil)
		for k := range g.MoveCount(seat) {
			w.label[seat] = append(w.label[seat], w.m.Label(seat, game.Move(k)))
		}
	}
	w.watch(m)
	out := tallies(1)
	err = m.Playouts(ctx, nil, []game.State{g.NewMachine().Save(nil)}, 2*lanes.Lanes, game.Stream(8, "witness", 0), 400, out)
	switch {
	case w.bad != nil:
		return w.steps, w.bad
	case errors.Is(err, context.Canceled):
		return w.steps, nil // its time is up
	case err != nil:
		return w.steps, err
	}
	if out[0].Cut+out[0].Blank+out[0].Faults > 0 || w.flaws > 0 {
		return w.steps, nil // the sums are of something else, too
	}
	if w.games != out[0].Ended {
		return w.steps, fmt.Errorf("%d games came to an end: %+v", w.games, out[0])
	}
	for i, sum := range out[0].Sum {
		if math.Abs(sum-w.worth[i]) > 1e-6 {
			return w.steps, fmt.Errorf("worth %v, the reasoner says %v", out[0].Sum, w.worth)
		}
	}
	return w.steps, nil
}
