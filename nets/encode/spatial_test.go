package encode_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"ludens/catalog"
	"ludens/game"
	"ludens/games"
	"ludens/nets/encode"
)

// text opens a description in ludemes.
func text(t testing.TB, description string) game.Game {
	t.Helper()
	g, err := catalog.OpenText(context.Background(), "", description, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// forms are the encodings that a game in space may be asked for.
var forms = map[string]encode.Options{
	"own": {}, "lattice": {Grid: encode.Lattice}, "paper": {Grid: encode.Paper}, "graph": {Graph: true},
}

// TestSpatial plays every game in ludemes of the library: numbers are finite and
// the same twice, the position after a move looks different, every legal move has
// a logit of its seat, and another encoder of the game has the same fingerprint.
// Games that hide something have no encoding.
func TestSpatial(t *testing.T) {
	moves, aliased := 0, 0
	for i, entry := range games.Ludemes() {
		t.Run(entry.Name, func(t *testing.T) {
			g := open(t, entry.Name)
			if g.Facts().Hidden {
				if _, err := encode.New(g, encode.Options{}); !errors.Is(err, encode.ErrNone) {
					t.Fatalf("a game that hides something has an encoding (%v)", err)
				}
				return
			}
			for name, o := range forms {
				if name != "own" && i%4 != 0 {
					continue
				}
				e, err := encode.New(g, o)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				again, err := encode.New(open(t, entry.Name), o)
				if err != nil || again.Fingerprint() != e.Fingerprint() {
					t.Fatalf("%s: another encoder has another fingerprint (%v)", name, err)
				}
				n, a := playSpatial(t, name, g, e)
				if name == "own" {
					moves, aliased = moves+n, aliased+a
				}
			}
		})
	}
	t.Logf("%d legal moves, %d of them aliased on our own planes", moves, aliased)
	if aliased*100 > moves {
		t.Errorf("%d of %d legal moves share a logit", aliased, moves)
	}
}

func playSpatial(t *testing.T, name string, g game.Game, e *encode.Encoder) (moves, aliased int) {
	f := g.Facts()
	rng := game.Stream(1, "encode", 0)
	m, w := g.NewMachine(), game.Walker{}
	a, b := make([]float32, e.Input().Size()), make([]float32, e.Input().Size())
	var legal []game.Move
	for step := 0; step < 40 && !m.Terminal(); step++ {
		for i := range b {
			b[i] = float32(math.NaN()) // everything is written
		}
		e.Encode(m, b)
		for i := range b {
			if x := float64(b[i]); math.IsNaN(x) || math.IsInf(x, 0) {
				t.Fatalf("%s: number %d is %g", name, i, x)
			}
		}
		// The paper's planes do not show the numbers of puzzles.
		if step > 0 && !f.Nature && name != "paper" && slices.Equal(a, b) {
			t.Errorf("%s: after step %d the position looks as before", name, step)
		}
		e.Encode(m, a)
		if !slices.Equal(a, b) {
			t.Fatalf("%s: the same position looks different", name)
		}
		taken := map[int]bool{}
		for seat := range f.Players {
			legal = m.Legal(seat, legal)
			if len(legal) < 2 {
				continue
			}
			for _, mv := range legal {
				l := e.Logit(m, seat, mv)
				if l < 0 || l >= e.Logits() {
					t.Fatalf("%s: %s has the logit %d of %d", name, m.Label(seat, mv), l, e.Logits())
				}
				moves++
				if taken[l] {
					aliased++
				}
				taken[l] = true
			}
		}
		if !w.Step(m, rng) {
			break
		}
	}
	return moves, aliased
}

// A machine that went to a position by loading it sees what one sees that came by
// moves, except for the move before the last, which is on the paper's planes only.
func TestLoadedLooksAlike(t *testing.T) {
	for i, entry := range games.Ludemes() {
		if i%3 != 0 {
			continue
		}
		g := open(t, entry.Name)
		e, err := encode.New(g, encode.Options{})
		if err != nil {
			continue
		}
		rng, w, m, other := game.Stream(3, "encode", 0), game.Walker{}, g.NewMachine(), g.NewMachine()
		a, b := make([]float32, e.Input().Size()), make([]float32, e.Input().Size())
		for range 12 {
			if m.Terminal() || !w.Step(m, rng) {
				break
			}
			other.Load(m.Save(nil))
			e.Encode(m, a)
			e.Encode(other, b)
			if !slices.Equal(a, b) {
				t.Errorf("%s: a loaded position looks different", entry.Name)
				break
			}
		}
	}
}

const line = `(game "Line" (players 2)
	(equipment { (board %s) (piece "Disc" Each) })
	(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))`

// What the rules cannot use has no plane; a hexagonal board gives a small grid on
// which neighbours are neighbours; and the graph form has the same planes.
func TestSpatialShapes(t *testing.T) {
	for _, c := range []struct {
		board                   string
		o                       encode.Options
		channels, height, width int
		policy, logits          int
	}{
		{"(square 4)", encode.Options{}, 5, 4, 4, 1, 16},
		{"(square 4)", encode.Options{Grid: encode.Paper}, 9, 4, 4, 3, 48},
		{"(hex Diamond 7)", encode.Options{}, 5, 7, 7, 1, 49},
		{"(hex Diamond 7)", encode.Options{Grid: encode.Paper}, 9, 13, 13, 3, 507},
		{"(hex 4)", encode.Options{}, 5, 7, 7, 1, 49},
		{"(tri 5) use:Vertex", encode.Options{}, 5, 5, 5, 1, 25},
		{"(concentric {8 8 8})", encode.Options{}, 5, 0, 0, 1, 0},
		{"(square 4)", encode.Options{Graph: true}, 6, 17, 1, 1, 16},
	} {
		e, err := encode.New(text(t, strings.Replace(line, "%s", c.board, 1)), c.o)
		if err != nil {
			t.Errorf("%s: %v", c.board, err)
			continue
		}
		in := e.Input()
		t.Log(c.board, c.o, in, e.Policy(), e.Logits())
		if in.Channels != c.channels || e.Policy() != c.policy || c.height > 0 && (in.Height != c.height || in.Width != c.width || e.Logits() != c.logits) {
			t.Errorf("%s %+v: %v, %d planes of moves, %d logits", c.board, c.o, in, e.Policy(), e.Logits())
		}
	}
}

// Fingerprints are the same in every process. A change of one without a change of
// meaning makes stored nets useless; a change of meaning has to raise the version.
func TestFingerprints(t *testing.T) {
	g := text(t, strings.Replace(line, "%s", "(hex Diamond 7)", 1))
	for name, want := range map[string]string{
		"own": "689ac915153475ad095252e173a3adb1", "paper": "c9d1b4c36bd31c242eafc898fccaef07", "graph": "8b1ca40fb39f078abfb3b30825bdbbb0",
	} {
		e, err := encode.New(g, forms[name])
		if err != nil {
			t.Fatal(err)
		}
		if e.Fingerprint() != want {
			t.Errorf("%s: %s", name, e.Fingerprint())
		}
	}
}

// Encoders are shared by goroutines.
func TestSpatialConcurrently(t *testing.T) {
	g := open(t, games.Ludemes()[0].Name)
	e, err := encode.New(g, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	results := make([][]float32, 4)
	var wg sync.WaitGroup
	for i := range results {
		wg.Go(func() {
			m, w, rng := g.NewMachine(), game.Walker{}, game.Stream(7, "encode", 0)
			dst := make([]float32, e.Input().Size())
			for n := 0; n < 20 && !m.Terminal() && w.Step(m, rng); n++ {
				e.Encode(m, dst)
				results[i] = append(results[i], dst...)
			}
		})
	}
	wg.Wait()
	for _, r := range results[1:] {
		if !slices.Equal(r, results[0]) {
			t.Error("two goroutines see different things")
		}
	}
}

// Neither encoding nor finding a logit allocates.
func TestSpatialAllocates(t *testing.T) {
	g := text(t, strings.Replace(line, "%s", "(hex Diamond 7)", 1))
	e, err := encode.New(g, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	dst := make([]float32, e.Input().Size())
	legal := m.Legal(0, nil)
	e.Encode(m, dst)
	if n := testing.AllocsPerRun(100, func() {
		e.Encode(m, dst)
		e.Logit(m, 0, legal[5])
	}); n > 0 {
		t.Errorf("%g allocations", n)
	}
}

func benchmark(b *testing.B, name string, work func(e *encode.Encoder, m game.Machine, dst []float32, legal []game.Move, i int)) {
	var g game.Game
	if strings.HasPrefix(name, "(") {
		g = text(b, strings.Replace(line, "%s", name, 1))
	} else {
		g = open(b, name)
	}
	e, err := encode.New(g, encode.Options{})
	if err != nil {
		b.Fatal(err)
	}
	m, w, rng := g.NewMachine(), game.Walker{}, game.Stream(1, "encode", 0)
	for range 6 {
		w.Step(m, rng)
	}
	dst := make([]float32, e.Input().Size())
	legal := m.Legal(0, nil)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		work(e, m, dst, legal, i)
	}
}

var benchmarked = []string{"(square 3)", "(hex Diamond 7)", "(square 19)"}

func BenchmarkEncode(b *testing.B) {
	for _, name := range benchmarked {
		b.Run(name, func(b *testing.B) {
			benchmark(b, name, func(e *encode.Encoder, m game.Machine, dst []float32, _ []game.Move, _ int) { e.Encode(m, dst) })
		})
	}
}

func BenchmarkLogit(b *testing.B) {
	for _, name := range benchmarked {
		b.Run(name, func(b *testing.B) {
			benchmark(b, name, func(e *encode.Encoder, m game.Machine, _ []float32, legal []game.Move, i int) {
				e.Logit(m, 0, legal[i%len(legal)])
			})
		})
	}
}
