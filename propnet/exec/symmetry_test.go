package exec

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/game"
	"ludens/games"
	"ludens/internal/sharedtest"
)

// checkSymmetry plays a move in one match of the reasoner and its image in another, from
// the beginning if that is its own image: the second match stays the image of the first.
// From other positions the network's machines are asked. It returns the steps compared.
func checkSymmetry(g *Game, slow game.Game, x game.Symmetry, walks, steps int) (reasoned, loaded int, err error) {
	f := slow.Facts()
	move := newReduced(g, identity{}).move
	text := make([][]string, len(f.Seats))
	for seat := range f.Seats {
		text[seat] = g.MoveTexts(seat)
	}
	props := g.Propositions()
	bit := map[string]int{}
	for i, p := range props {
		bit[p] = i
	}
	state := func(m game.Machine) game.State {
		s := make(game.State, (len(props)+63)/64)
		for _, fact := range m.(game.Lister).Fluents(nil) {
			if i, ok := bit[fact]; ok {
				s[i>>6] |= 1 << (i & 63)
			}
		}
		return s
	}
	same := func(a, b game.Machine, name func(m game.Machine, seat int, mv game.Move) game.Move) error {
		if a.Terminal() != b.Terminal() {
			return fmt.Errorf("terminal is %v, and of the image %v", a.Terminal(), b.Terminal())
		}
		ua, ub := make([]float64, f.Players), make([]float64, f.Players)
		a.Utility(ua)
		b.Utility(ub)
		if !slices.Equal(ua, ub) {
			return fmt.Errorf("worth is %v, and of the image %v", ua, ub)
		}
		for seat := range f.Seats {
			la, lb := []game.Move{}, []game.Move{}
			for _, mv := range a.Legal(seat, nil) {
				la = append(la, x.Move(seat, name(a, seat, mv)))
			}
			for _, mv := range b.Legal(seat, nil) {
				lb = append(lb, name(b, seat, mv))
			}
			slices.Sort(la)
			slices.Sort(lb)
			if !slices.Equal(la, lb) {
				return fmt.Errorf("the images of the legal moves are %v, legal in the image are %v", la, lb)
			}
		}
		return nil
	}
	fromReasoner := func(m game.Machine, seat int, mv game.Move) game.Move { return move[seat][m.Label(seat, mv)] }
	fromNetwork := func(_ game.Machine, _ int, mv game.Move) game.Move { return mv }

	w := game.Walker{}
	rng := game.Stream(11, "test/symmetry", 0)
	a, b := slow.NewMachine(), slow.NewMachine()
	na, nb := g.NewMachine(), g.NewMachine()
	start := state(a)
	fixed := x.State(start, nil).Equal(start)
	for range walks {
		a.Reset()
		b.Reset()
		for range steps {
			if a.Terminal() || a.Err() != nil {
				break
			}
			joint := slices.Clone(w.Draw(a, rng))
			before := state(a)
			var own, image, there []game.Move
			for seat, mv := range joint {
				n := fromReasoner(a, seat, mv)
				own, image = append(own, n), append(image, x.Move(seat, n))
				if fixed {
					k, err := b.Parse(seat, text[seat][x.Move(seat, n)])
					if err != nil {
						return reasoned, loaded, fmt.Errorf("the image of %s is not legal: %w", text[seat][n], err)
					}
					there = append(there, k)
				}
			}
			a.Step(joint)
			if a.Err() != nil {
				break
			}
			if fixed {
				b.Step(there)
				if !x.State(state(a), nil).Equal(state(b)) {
					return reasoned, loaded, fmt.Errorf("a match and its image have parted")
				}
				if err := same(a, b, fromReasoner); err != nil {
					return reasoned, loaded, err
				}
				reasoned++
			}
			na.Load(before)
			nb.Load(x.State(before, nil))
			na.Step(own)
			nb.Step(image)
			if na.Err() != nil || nb.Err() != nil {
				break
			}
			if !x.State(na.Save(nil), nil).Equal(nb.Save(nil)) {
				return reasoned, loaded, fmt.Errorf("a position and its image have parted")
			}
			if err := same(na, nb, fromNetwork); err != nil {
				return reasoned, loaded, err
			}
			loaded++
		}
	}
	return reasoned, loaded, nil
}

// symmetries looks for those of a game, and plays by them.
func symmetries(t *testing.T, name, text string) string {
	g, slow := both(t, text)
	found, err := g.Symmetries(context.Background())
	if err != nil {
		t.Logf("%s: %v", name, err)
	}
	for i, x := range found {
		if i > 2 { // the others are made of the first ones
			break
		}
		if _, loaded, err := checkSymmetry(g, slow, x, 1, 20); err != nil || loaded == 0 {
			t.Errorf("symmetry %d: %v after %d positions", i, err, loaded)
		}
	}
	if len(found) == 0 {
		return ""
	}
	m := g.NewMachine()
	s := m.Save(nil)
	fix := game.Stabiliser(found, s, nil)
	legal := m.Legal(0, nil)
	return fmt.Sprintf("%d, %d of them at the beginning, where %d moves are %d", len(found), len(fix), len(legal), len(game.Orbits(fix, 0, legal, nil)))
}

// What is found in the embedded games, and that the reasoner knows no difference.
func TestSymmetriesOfEmbedded(t *testing.T) {
	got := map[string]string{}
	for _, e := range games.List() {
		t.Run(e.Name, func(t *testing.T) {
			if testing.Short() && len(e.Text) > 3000 {
				t.Skip("short")
			}
			if what := symmetries(t, e.Name, e.Text); what != "" {
				got[e.Name] = what
			}
		})
	}
	if testing.Short() {
		return
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(got)) {
		fmt.Fprintf(&b, "%s: %s\n", name, got[name])
	}
	golden(t, "symmetries.txt", b.String())
}

// The same for the corpus, where it is; LUDENS_STRUCTURE=all looks at all of it.
func TestSymmetriesOfCorpus(t *testing.T) {
	dir := sharedtest.Path(t, "corpus", "gdl")
	names := []string{"ggp.ticTacToe", "ggp.pentago.v1", "ggp.lightsOut"}
	if os.Getenv("LUDENS_STRUCTURE") == "all" {
		names = corpus(dir)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(dir, name+".kif"))
			if err != nil {
				t.Fatal(err)
			}
			if what := symmetries(t, name, valid(t, string(text))); what != "" {
				t.Logf("%s: symmetries %s", name, what)
			}
		})
	}
}
