package catalog_test

import (
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"ludens/catalog"
	"ludens/game"
	"ludens/game/gametest"
	"ludens/games"
	"ludens/ggp"
	"ludens/nets/design"
	"ludens/nets/encode"
	"ludens/nets/infer"
	"ludens/nets/kernel"
)

// shelf is a catalog.Known in memory.
type shelf struct {
	mu   sync.Mutex
	by   map[string][]string
	kept int
}

func (s *shelf) Like(identity string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.by[identity])
}

func (s *shelf) Keep(identity, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.by == nil {
		s.by = map[string][]string{}
	}
	s.by[identity] = append(s.by[identity], text)
	s.kept++
}

func scrambled(t *testing.T, text string, seed uint64) string {
	t.Helper()
	out, err := ggp.Shuffle(text, game.Stream(seed, "order", 0))
	if err != nil {
		t.Fatal(err)
	}
	return ggp.NewScrambler(text, game.Stream(seed, "names", 0)).Scramble(out)
}

// Every embedded game in GDL, known under its own names, is opened as that game when it
// comes under others: it plays as the rules that came say, and a net sees and says the
// same.
func TestKnownUnderOtherNames(t *testing.T) {
	list := games.List()
	if os.Getenv("LUDENS_EVERY_GAME") == "" { // a minute for all of them
		some := []string{"ticTacToe", "pig", "hex5", "nim", "simultaneousTicTacToe", "kuhnPoker", "lightsOut", "foxAndHounds"}
		list = slices.DeleteFunc(list, func(e games.Entry) bool { return !slices.Contains(some, e.Name) })
	}
	cache, nets := t.TempDir(), 0
	for i, entry := range list {
		known := &shelf{}
		opt := catalog.Options{Engine: catalog.Network, CacheDir: cache, Known: known}
		own, err := catalog.OpenText(t.Context(), entry.Name, entry.Text, opt)
		if err != nil {
			t.Logf("%s: %v", entry.Name, err)
			continue
		}
		text := scrambled(t, entry.Text, uint64(i))
		other, err := catalog.OpenText(t.Context(), entry.Name, text, opt)
		if err != nil {
			t.Errorf("%s: %v", entry.Name, err)
			continue
		}
		slow, err := catalog.OpenText(t.Context(), entry.Name, text, catalog.Options{Engine: catalog.Reasoner})
		if err != nil {
			t.Fatal(err)
		}
		if own.Facts().Hash != other.Facts().Hash || slow.Facts().Hash == own.Facts().Hash || known.kept != 1 {
			t.Errorf("%s: hash %s, under other names %s, plainly %s; %d descriptions kept", entry.Name, own.Facts().Hash, other.Facts().Hash, slow.Facts().Hash, known.kept)
		}
		if err := gametest.Same(slow, other, gametest.Options{Seed: 1, Walks: 2, Steps: 12}); err != nil {
			t.Errorf("%s: under other names it does not play as its rules say: %v", entry.Name, err)
		}
		if samePolicy(t, entry.Name, own, other) {
			nets++
		}
	}
	t.Logf("%d of %d games have nets", nets, len(list))
}

// samePolicy compares what a net with random weights says along matches of both, which
// number moves alike; false if nets cannot see the game.
func samePolicy(t *testing.T, name string, a, b game.Game) bool {
	t.Helper()
	encA, err := design.Encode(a, encode.Options{}, design.Options{})
	if err != nil {
		return false
	}
	encB, err := design.Encode(b, encode.Options{}, design.Options{})
	if err != nil || encA.Fingerprint() != encB.Fingerprint() {
		t.Errorf("%s: encodings %s and, under other names, another (%v)", name, encA.Fingerprint(), err)
		return false
	}
	spec := design.Choose(encA, a.Facts(), design.Options{Width: 8, Blocks: 1})
	engine, _, err := infer.NewTrusted(spec.Layers(), encA.Links(), spec.Layers().NewWeights(game.Stream(1, "weights", 0)), kernel.Best())
	if err != nil {
		t.Fatal(err)
	}
	evaluate := evaluators(t, engine, encA, encB)
	ma, mb := a.NewMachine(), b.NewMachine()
	var w game.Walker
	for match := range uint64(2) {
		ma.Reset()
		mb.Reset()
		rng := game.Stream(2, "walk", match)
		for step := 0; step < 20 && !ma.Terminal(); step++ {
			pa, va := evaluate(0, ma)
			pb, vb := evaluate(1, mb)
			if d := max(farthest(pa, pb), farthest(va, vb)); d > 1e-5 {
				t.Errorf("%s: after %d steps policies and values differ by %g", name, step, d)
				return true
			}
			joint := slices.Clone(w.Draw(ma, rng))
			ma.Step(joint)
			mb.Step(joint)
		}
	}
	return true
}

func farthest(a, b []float32) float64 {
	if len(a) != len(b) {
		return math.Inf(1)
	}
	d := 0.0
	for i := range a {
		d = max(d, math.Abs(float64(a[i]-b[i])))
	}
	return d
}

// evaluators gives the policy over the legal moves of all players, and the values, of a
// position.
func evaluators(t *testing.T, engine *infer.Engine, encoders ...*encode.Encoder) func(which int, m game.Machine) (policy, values []float32) {
	t.Helper()
	spec := engine.Net().Spec
	var ws infer.Workspace
	in, logits, out := make([]float32, spec.In.Size()), make([]float32, spec.Logits()), make([]float32, spec.Values)
	return func(which int, m game.Machine) (policy, values []float32) {
		enc := encoders[which]
		enc.Encode(m, in)
		engine.Run(1, in, logits, out, &ws)
		for seat := range m.Game().Facts().Players {
			for _, mv := range m.Legal(seat, nil) {
				policy = append(policy, logits[enc.Logit(m, seat, mv)])
			}
		}
		return policy, slices.Clone(out)
	}
}

// What is known damaged, or under an identity by accident, is not believed.
func TestKnownIsChecked(t *testing.T) {
	text := mustText(t, "ticTacToe")
	plain, err := catalog.OpenText(t.Context(), "", text, catalog.Options{Engine: catalog.Network})
	if err != nil {
		t.Fatal(err)
	}
	id, err := catalog.Identity(text)
	if err != nil {
		t.Fatal(err)
	}
	nearly := strings.Replace(text, "(goal ", "(goal (", 1)
	for _, wrong := range []string{"", "((", nearly, mustText(t, "connectFour"), strings.ReplaceAll(text, "100", "99")} {
		known := &shelf{by: map[string][]string{id: {wrong}}}
		g, err := catalog.OpenText(t.Context(), "", text, catalog.Options{Engine: catalog.Network, Known: known})
		if err != nil || g.Facts().Hash != plain.Facts().Hash {
			t.Errorf("known as %.40q: %v", wrong, err)
		}
	}
}

func mustText(t *testing.T, name string) string {
	t.Helper()
	_, text, err := catalog.Text(name, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// A game in ludemes is the same when it is formatted anew and written with its definitions
// in place, and is known when pieces and regions have other names.
func TestKnownLudemes(t *testing.T) {
	for _, name := range []string{"ThreeMensMorris", "MiniShogi", "Breakthrough"} {
		s, err := catalog.Find("ludii:"+name, catalog.Options{})
		if err != nil {
			t.Fatal(err)
		}
		known := &shelf{}
		opt := catalog.Options{Known: known}
		own, err := catalog.OpenText(t.Context(), name, s.Text, opt)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := s.Alone(catalog.Options{}) // definitions in place, one line
		if err != nil {
			t.Fatal(err)
		}
		again, err := catalog.OpenText(t.Context(), name, "// another\n"+strings.ReplaceAll(whole, " (", "\n  ("), catalog.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if again.Facts().Hash != own.Facts().Hash {
			t.Errorf("%s: written in another way it is another game", name)
		}
		renamed := regexp.MustCompile(`"(Man|Pawn|Silver|Rook|Far row|Placing|Moving)([12]?)"`).ReplaceAllString(whole, `"New $1$2"`)
		renamed = strings.Replace(renamed, `(game "`, `(game "Not `, 1)
		plain, err := catalog.OpenText(t.Context(), name, renamed, catalog.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, renamed)
		}
		other, err := catalog.OpenText(t.Context(), name, renamed, opt)
		if err != nil {
			t.Fatal(err)
		}
		if plain.Facts().Hash == own.Facts().Hash || other.Facts().Hash != own.Facts().Hash || known.kept != 1 {
			t.Errorf("%s: under other names it is not known", name)
		}
		if !samePolicy(t, name, own, other) {
			t.Errorf("%s has no net", name)
		}
		if err := gametest.Same(plain, other, gametest.Options{Seed: 1, Walks: 2, Steps: 12}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		// Whoever wins by other rules plays another game.
		changed := regexp.MustCompile(`\(result (\w+) (Win|Loss)\)`).ReplaceAllString(renamed, "(result $1 Draw)")
		was, err := catalog.Identity(renamed)
		if err != nil {
			t.Fatal(err)
		}
		if id, err := catalog.Identity(changed); changed == renamed || err != nil || id == was {
			t.Errorf("%s: other rules have the same identity (%v)", name, err)
		}
	}
}
