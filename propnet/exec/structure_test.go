package exec

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/game"
	"ludens/games"
	"ludens/gdl"
	"ludens/gdl/interp"
	"ludens/internal/sharedtest"
)

// both opens a description with the network and with the reasoner.
func both(t testing.TB, text string) (*Game, game.Game) {
	t.Helper()
	d, findings := gdl.Read(text)
	if err := findings.Err(); err != nil {
		t.Fatal(err)
	}
	p, err := gdl.Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	fast, err := New(ctx, p, Options{Hash: "test"})
	if err != nil {
		t.Skip(err)
	}
	slow, err := interp.New(p, interp.Options{Hash: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return fast, slow
}

// reduced looks at the reasoner's positions through a reduction of the network.
type reduced struct {
	r     game.Reduction
	g     *Game
	bit   map[string]int
	move  []map[string]game.Move
	facts []string
}

func newReduced(g *Game, r game.Reduction) *reduced {
	out := &reduced{r: r, g: g, bit: map[string]int{}}
	for i, text := range g.Propositions() {
		out.bit[text] = i
	}
	for seat := range g.Facts().Seats {
		byText := map[string]game.Move{}
		for i, text := range g.MoveTexts(seat) {
			byText[text] = game.Move(i)
		}
		out.move = append(out.move, byText)
	}
	return out
}

// essence is that of the reasoner's position, as a key.
func (x *reduced) essence(m game.Machine) string {
	s := make(game.State, (len(x.bit)+63)/64)
	x.facts = m.(game.Lister).Fluents(x.facts)
	for _, f := range x.facts {
		if i, ok := x.bit[f]; ok {
			s[i>>6] |= 1 << (i & 63)
		}
	}
	return string(x.r.Essence(s, nil).Bytes())
}

// kinds gives, per seat, the reasoner's legal moves sorted into kinds: the network's
// number of the first of a kind, and the reasoner's moves of that kind.
func (x *reduced) kinds(m game.Machine, seat int) (names []game.Move, moves [][]game.Move) {
	for _, mv := range m.Legal(seat, nil) {
		n := x.move[seat][m.Label(seat, mv)]
		k := slices.IndexFunc(names, func(o game.Move) bool { return x.r.Like(seat, o, n) })
		if k < 0 {
			k = len(names)
			names, moves = append(names, n), append(moves, nil)
		}
		moves[k] = append(moves[k], mv)
	}
	return names, moves
}

// sameKinds compares what two positions of one essence offer.
func (x *reduced) sameKinds(seat int, a, b []game.Move) bool {
	if len(a) != len(b) {
		return false
	}
	for _, m := range a {
		if !slices.ContainsFunc(b, func(o game.Move) bool { return x.r.Like(seat, m, o) }) {
			return false
		}
	}
	return true
}

// checkReduction walks two machines of the reasoner side by side, each with moves of its
// own out of the same kinds: they never differ in what matters. Positions met on other
// walks are held against each other by their essence. It returns how many pairs of
// positions were different, and the same in what matters.
func checkReduction(g *Game, slow game.Game, r game.Reduction, walks, steps int, until time.Time) (pairs int, err error) {
	x := newReduced(g, r)
	f := slow.Facts()
	a, b := slow.NewMachine(), slow.NewMachine()
	rng := game.Stream(5, "test/reduction", 0)
	seen := map[string]game.State{}
	meet := func(a, b game.Machine) error {
		if x.essence(a) != x.essence(b) {
			return fmt.Errorf("essences differ after moves of the same kinds")
		}
		if a.Save(nil).Equal(b.Save(nil)) {
			return nil
		}
		pairs++
		if a.Terminal() != b.Terminal() {
			return fmt.Errorf("one of two positions of the same essence is terminal")
		}
		ua, ub := make([]float64, f.Players), make([]float64, f.Players)
		a.Utility(ua)
		b.Utility(ub)
		if !slices.Equal(ua, ub) {
			return fmt.Errorf("positions of the same essence are worth %v and %v", ua, ub)
		}
		for seat := range f.Seats {
			ka, _ := x.kinds(a, seat)
			kb, _ := x.kinds(b, seat)
			if !a.Terminal() && !x.sameKinds(seat, ka, kb) {
				return fmt.Errorf("positions of the same essence offer other kinds of moves: %v and %v", ka, kb)
			}
		}
		return nil
	}
	for w := 0; w < walks && time.Now().Before(until); w++ {
		a.Reset()
		b.Reset()
		for range steps {
			if a.Terminal() || a.Err() != nil {
				break
			}
			var ja, jb []game.Move
			for seat := range f.Seats {
				names, ka := x.kinds(a, seat)
				nb, kb := x.kinds(b, seat)
				i := rng.IntN(len(names))
				j := slices.IndexFunc(nb, func(o game.Move) bool { return x.r.Like(seat, names[i], o) })
				if j < 0 {
					return pairs, fmt.Errorf("%v is offered in one of two positions of the same essence", names[i])
				}
				ja = append(ja, ka[i][rng.IntN(len(ka[i]))])
				jb = append(jb, kb[j][rng.IntN(len(kb[j]))])
			}
			a.Step(ja)
			b.Step(jb)
			if err := meet(a, b); err != nil {
				return pairs, fmt.Errorf("walk %d: %w\n%v\n%v", w, err, a.(game.Lister).Fluents(nil), b.(game.Lister).Fluents(nil))
			}
			key := x.essence(a)
			if old, ok := seen[key]; ok && !old.Equal(a.Save(nil)) {
				other := slow.NewMachine()
				other.Load(old)
				if err := meet(a, other); err != nil {
					return pairs, fmt.Errorf("walk %d: %w\n%v\n%v", w, err, a.(game.Lister).Fluents(nil), other.(game.Lister).Fluents(nil))
				}
				// from here on the second machine is the one met
				b.Load(old)
			} else if len(seen) < 20_000 {
				seen[key] = a.Save(nil)
			}
		}
	}
	return pairs, nil
}

// What is found to make no difference in the embedded games makes none to the reasoner.
func TestReductionOfEmbedded(t *testing.T) {
	found := 0
	for _, e := range games.List() {
		t.Run(e.Name, func(t *testing.T) {
			g, slow := both(t, e.Text)
			r, err := g.Reduce(context.Background())
			if err != nil || r == nil {
				if err != nil {
					t.Log(err)
				}
				return
			}
			found++
			pairs, err := checkReduction(g, slow, r, 20, 60, time.Now().Add(500*time.Millisecond))
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%v; %d pairs of positions", r, pairs)
		})
	}
	if found == 0 {
		t.Error("nothing is found in any game")
	}
}

// The same for the corpus, where it is; LUDENS_STRUCTURE=all looks at all of it.
func TestReductionOfCorpus(t *testing.T) {
	dir := sharedtest.Path(t, "corpus", "gdl")
	names := []string{"ggp.checkersTiny", "ggp.cephalopodMicro", "dresden.incredible", "ggp.lightsOnSimultaneous", "ggp.blocker", "ggp.factoringMediumTurtleBrain", "ggp.pawnToQueen"}
	if os.Getenv("LUDENS_STRUCTURE") == "all" {
		files, _ := filepath.Glob(filepath.Join(dir, "*.kif"))
		names = names[:0]
		for _, f := range files {
			names = append(names, strings.TrimSuffix(filepath.Base(f), ".kif"))
		}
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(dir, name+".kif"))
			if err != nil {
				t.Fatal(err)
			}
			if d, findings := gdl.Read(string(text)); findings.Err() != nil {
				t.Skip("not valid")
			} else if _, err := gdl.Compile(d); err != nil {
				t.Skip(err)
			}
			g, slow := both(t, string(text))
			begin := time.Now()
			r, err := g.Reduce(context.Background())
			took := time.Since(begin).Round(time.Millisecond)
			if err != nil || r == nil {
				t.Logf("%d gates, %v: %v", g.Gates(), took, err)
				return
			}
			pairs, err := checkReduction(g, slow, r, 50, 60, time.Now().Add(2*time.Second))
			if err != nil {
				t.Error(err)
			}
			t.Logf("FOUND %s: %d gates, %v: %v; %d pairs of positions", name, g.Gates(), took, r, pairs)
		})
	}
}
