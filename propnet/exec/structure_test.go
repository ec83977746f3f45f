package exec

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/game"
	"ludens/games"
	"ludens/gdl"
	"ludens/gdl/gdltest"
	"ludens/gdl/interp"
	"ludens/internal/sharedtest"
)

// both opens a description with the network and with the reasoner.
func both(t testing.TB, text string) (*Game, game.Game) {
	t.Helper()
	p := gdltest.Compile(t, text)
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
func checkReduction(g *Game, slow game.Game, r game.Reduction, walks, steps int) (pairs int, err error) {
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
	for w := range walks {
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

// checkDivision plays a part in two matches of the reasoner: the same moves of the part,
// and any others, at the same times. The part is the same in both, and so are the moves
// that it offers. It returns how many steps were compared in which the matches differed.
func checkDivision(g *Game, slow game.Game, d game.Division, r game.Reduction, walks, steps int) (compared int, err error) {
	if r == nil {
		r = identity{}
	}
	x := newReduced(g, r)
	f := slow.Facts()
	rng := game.Stream(6, "test/division", 0)
	state := func(m game.Machine) game.State {
		s := make(game.State, (len(x.bit)+63)/64)
		for _, fact := range m.(game.Lister).Fluents(nil) {
			if i, ok := x.bit[fact]; ok {
				s[i>>6] |= 1 << (i & 63)
			}
		}
		return s
	}
	// what the clock and the aspects decide
	type verdict struct {
		over  bool
		worth string
	}
	verdicts := map[string]verdict{}
	judge := func(m game.Machine) error {
		s := state(m)
		key := string(d.Clock(-1, s, nil).Bytes())
		for k := range d.Parts() {
			key += fmt.Sprint(",", d.Aspect(k, s))
		}
		u := make([]float64, f.Players)
		over := m.Terminal()
		m.Utility(u)
		if m.Err() != nil {
			return nil
		}
		v := verdict{over, fmt.Sprint(u)}
		if old, ok := verdicts[key]; ok && old != v {
			return fmt.Errorf("clock and aspects are the same, but positions are %v and %v", old, v)
		}
		verdicts[key] = v
		return nil
	}
	// the moves of a seat in a part (or not in it)
	of := func(m game.Machine, seat, part int, in bool) []game.Move {
		var out []game.Move
		for _, mv := range m.Legal(seat, nil) {
			if (d.Part(seat, x.move[seat][m.Label(seat, mv)]) == part) == in {
				out = append(out, mv)
			}
		}
		return out
	}
	a, b := slow.NewMachine(), slow.NewMachine()
	for w := range walks {
		a.Reset()
		b.Reset()
		part := w % d.Parts()
	walk:
		for range steps {
			if a.Terminal() || b.Terminal() {
				break
			}
			var ja, jb []game.Move
			for seat := range f.Seats {
				na, nb := []game.Move{}, []game.Move{}
				ia, ib := of(a, seat, part, true), of(b, seat, part, true)
				for _, m := range ia {
					na = append(na, x.move[seat][a.Label(seat, m)])
				}
				for _, m := range ib {
					nb = append(nb, x.move[seat][b.Label(seat, m)])
				}
				if !x.covered(seat, na, nb) || !x.covered(seat, nb, na) {
					return compared, fmt.Errorf("walk %d: part %d offers seat %d %v in one match, %v in another", w, part, seat, na, nb)
				}
				oa, ob := of(a, seat, part, false), of(b, seat, part, false)
				switch {
				case len(ia) > 0 && (rng.IntN(2) == 0 || len(oa) == 0 || len(ob) == 0):
					i := rng.IntN(len(na))
					j := slices.IndexFunc(nb, func(o game.Move) bool { return x.r.Like(seat, na[i], o) })
					ja, jb = append(ja, ia[i]), append(jb, ib[j])
				case len(oa) > 0 && len(ob) > 0:
					ja, jb = append(ja, oa[rng.IntN(len(oa))]), append(jb, ob[rng.IntN(len(ob))])
				default:
					break walk
				}
			}
			a.Step(ja)
			b.Step(jb)
			if a.Err() != nil || b.Err() != nil {
				break
			}
			sa, sb := state(a), state(b)
			if !d.Clock(-1, sa, nil).Equal(d.Clock(-1, sb, nil)) {
				return compared, fmt.Errorf("walk %d: the clocks of two matches differ", w)
			}
			if !d.Essence(part, sa, nil).Equal(d.Essence(part, sb, nil)) {
				return compared, fmt.Errorf("walk %d: part %d differs after the same moves of its own", w, part)
			}
			if !sa.Equal(sb) {
				compared++
			}
			if err := judge(a); err != nil {
				return compared, err
			}
			if err := judge(b); err != nil {
				return compared, err
			}
		}
	}
	return compared, nil
}

// covered reports whether every move of a list is like one of another.
func (x *reduced) covered(seat int, list, by []game.Move) bool {
	for _, m := range list {
		if !slices.ContainsFunc(by, func(o game.Move) bool { return x.r.Like(seat, m, o) }) {
			return false
		}
	}
	return true
}

// identity leaves nothing out.
type identity struct{}

func (identity) Essence(s, dst game.State) game.State { return append(dst[:0], s...) }
func (identity) Like(_ int, a, b game.Move) bool      { return a == b }
func (identity) String() string                       { return "nothing" }
func (identity) Representatives(_ int, legal, dst []game.Move) []game.Move {
	return append(dst[:0], legal...)
}

// structure looks for all there is to find in a game, and plays against it.
func structure(t *testing.T, name, text string, walks int) string {
	g, slow := both(t, text)
	begin := time.Now()
	r, err := g.Reduce(context.Background())
	var d game.Division
	if err == nil {
		d, err = g.Divide(context.Background())
	}
	took := time.Since(begin).Round(time.Millisecond)
	if err != nil {
		t.Logf("%s: %d gates, %v: %v", name, g.Gates(), took, err)
		return ""
	}
	found := ""
	if r != nil {
		pairs, err := checkReduction(g, slow, r, walks, 60)
		if err != nil {
			t.Error(err)
		}
		legal, kinds := branching(g, r)
		found = fmt.Sprintf("%v", r)
		t.Logf("%s: %d gates, %v: %v; %.2f legal moves are %.2f kinds; %d pairs of positions compared",
			name, g.Gates(), took, r, legal, kinds, pairs)
	}
	if d != nil {
		compared, err := checkDivision(g, slow, d, r, 2*walks, 60)
		if err != nil {
			t.Error(err)
		}
		if found != "" {
			found += "; "
		}
		found += d.String()
		t.Logf("%s: %v for %d players; %d positions compared", name, d, g.Facts().Players, compared)
	}
	return found
}

// branching is the mean number of legal moves, and of kinds of them, where a seat has a
// choice, in random matches.
func branching(g *Game, r game.Reduction) (legal, kinds float64) {
	m := g.NewMachine()
	rng := game.Stream(8, "test/branching", 0)
	w := game.Walker{}
	n := 0
	for range 5 {
		m.Reset()
		for range 60 {
			if m.Terminal() {
				break
			}
			for seat := range g.Facts().Players {
				if all := m.Legal(seat, nil); len(all) > 1 {
					n++
					legal += float64(len(all))
					kinds += float64(len(r.Representatives(seat, all, nil)))
				}
			}
			if !w.Step(m, rng) {
				break
			}
		}
	}
	return legal / float64(max(n, 1)), kinds / float64(max(n, 1))
}

// What is found in the embedded games, and that the reasoner knows no difference.
func TestStructureOfEmbedded(t *testing.T) {
	got := map[string]string{}
	for _, e := range games.List() {
		t.Run(e.Name, func(t *testing.T) {
			if testing.Short() && len(e.Text) > 3000 {
				t.Skip("short")
			}
			if what := structure(t, e.Name, e.Text, 3); what != "" {
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
	golden(t, "structure.txt", b.String())
}

// golden compares a text with a file below testdata, or writes the file.
func golden(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("%s differs; with -update it is written anew:\n%s", file, text)
	}
}

var update = flag.Bool("update", false, "write testdata anew")

// The same for the corpus, where it is; LUDENS_STRUCTURE=all looks at all of it.
func TestStructureOfCorpus(t *testing.T) {
	dir := sharedtest.Path(t, "corpus", "gdl")
	names := []string{
		"ggp.checkersTiny", "ggp.cephalopodMicro", "dresden.incredible", "ggp.lightsOnSimultaneous", "ggp.blocker",
		"ggp.factoringMediumTurtleBrain", "ggp.pawnToQueen", "dresden.blocksworldserial", "ggp.lightsOnParallel", "ggp.hodgepodge",
	}
	if os.Getenv("LUDENS_STRUCTURE") == "all" {
		names = corpus(dir)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(dir, name+".kif"))
			if err != nil {
				t.Fatal(err)
			}
			structure(t, name, valid(t, string(text)), 10)
		})
	}
}

// corpus lists the descriptions in a directory.
func corpus(dir string) []string {
	var names []string
	files, _ := filepath.Glob(filepath.Join(dir, "*.kif"))
	for _, f := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(f), ".kif"))
	}
	return names
}

// valid skips a test whose description cannot be played.
func valid(t *testing.T, text string) string {
	t.Helper()
	d, findings := gdl.Read(text)
	if findings.Err() != nil {
		t.Skip("not valid")
	}
	if _, err := gdl.Compile(d); err != nil {
		t.Skip(err)
	}
	return text
}
