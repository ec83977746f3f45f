package encode_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"ludens/catalog"
	"ludens/game"
	"ludens/games"
	"ludens/nets/encode"
)

func open(t testing.TB, name string) game.Game {
	t.Helper()
	g, err := catalog.Open(context.Background(), name, catalog.Options{Engine: catalog.Network})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestPropositional plays every game in GDL of the library: different positions
// have different tensors, every legal move has a logit, no two moves of the game
// the same one, and another encoder of the same game has the same fingerprint.
func TestPropositional(t *testing.T) {
	for _, entry := range games.List() {
		t.Run(entry.Name, func(t *testing.T) {
			g := open(t, entry.Name)
			f := g.Facts()
			e, err := encode.New(g, encode.Options{})
			if f.Hidden {
				if !errors.Is(err, encode.ErrNone) {
					t.Fatalf("a game that hides something has an encoding (%v)", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			p := g.(game.Propositional)
			taken := map[int]string{}
			m := g.NewMachine()
			for seat := range f.Players {
				for i, text := range p.MoveTexts(seat) {
					l := e.Logit(m, seat, game.Move(i))
					if l < 0 || l >= e.Logits() {
						t.Fatalf("%s has the logit %d of %d", text, l, e.Logits())
					}
					if taken[l] != "" {
						t.Fatalf("%s and %s share the logit %d", text, taken[l], l)
					}
					taken[l] = text
				}
			}
			other, err := encode.New(open(t, entry.Name), encode.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if e.Fingerprint() == "" || e.Fingerprint() != other.Fingerprint() {
				t.Fatalf("fingerprints %s and %s", e.Fingerprint(), other.Fingerprint())
			}
			n := e.Input().Size()
			a, b := make([]float32, n), make([]float32, n)
			seen := map[string]game.State{}
			rng := game.Stream(1, "encode test "+entry.Name, 0)
			var w game.Walker
			for range 3 {
				m.Reset()
				for range 40 {
					for i := range a {
						a[i], b[i] = 7, 8
					}
					e.Encode(m, a)
					other.Encode(m, b)
					if !slices.Equal(a, b) {
						t.Fatal("two encoders see the same position differently")
					}
					key := make([]byte, 0, 4*n)
					for _, x := range a {
						if x < 0 || x > 1 {
							t.Fatalf("%g is not in 0…1", x)
						}
						key = append(key, byte(x*255), byte(int(x*255*256)))
					}
					state := m.Save(nil)
					if old, ok := seen[string(key)]; ok && !old.Equal(state) {
						t.Fatal("two positions look the same")
					}
					seen[string(key)] = state
					if m.Terminal() || !w.Step(m, rng) {
						break
					}
				}
			}
		})
	}
}

// TestTogether encodes with one encoder from several goroutines at once.
func TestTogether(t *testing.T) {
	g := open(t, "reversi6")
	e, err := encode.New(g, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	play := func(seed uint64, see func(x []float32)) {
		m := g.NewMachine()
		x := make([]float32, e.Input().Size())
		rng := game.Stream(seed, "together", 0)
		var w game.Walker
		for !m.Terminal() {
			e.Encode(m, x)
			see(x)
			if !w.Step(m, rng) {
				return
			}
		}
	}
	var wait sync.WaitGroup
	var seen [4][]float32
	for i := range seen {
		wait.Go(func() { play(uint64(i), func(x []float32) { seen[i] = append(seen[i], x...) }) })
	}
	wait.Wait()
	for i := range seen {
		var alone []float32
		play(uint64(i), func(x []float32) { alone = append(alone, x...) })
		if !slices.Equal(alone, seen[i]) {
			t.Error("together with others a position looks different")
		}
	}
}

// TestNothingToSee wants no encoding of games that show nothing.
func TestNothingToSee(t *testing.T) {
	g, err := catalog.Open(context.Background(), "ticTacToe", catalog.Options{Engine: catalog.Reasoner})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := encode.New(g, encode.Options{}); !errors.Is(err, encode.ErrNone) {
		t.Errorf("a game that shows nothing: %v", err)
	}
}
