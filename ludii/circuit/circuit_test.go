package circuit_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ludens/internal/sharedtest"
	"ludens/ludii/circuit"
	"ludens/ludii/exec"
	"ludens/ludii/expand"
	"ludens/ludii/load"
	"ludens/ludii/parse"
)

// inStep plays random games and holds, in so many positions, the circuit's moves, successors and results
// against the board program's.
func inStep(t *testing.T, p *exec.Program, c *circuit.Circuit, positions int) (ends int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	x := p.NewCtx()
	for done := 0; done < positions; {
		x.Reset()
		for ply := 0; ply < 300 && done < positions; ply++ {
			x.Generate()
			if x.Err != nil {
				t.Fatal(x.Err)
			}
			if x.Over {
				ends++
				break
			}
			// The beginning is looked at whole, what is later here and there.
			if ply < positions/4 || rng.IntN(4) == 0 {
				over, err := compare(x, p, c)
				if err != nil {
					t.Fatalf("after %d moves: %v", ply, err)
				}
				ends += over
				done++
			}
			x.Generate()
			x.Step(rng.IntN(len(x.Moves)))
		}
	}
	return ends
}

// after says what a position is: its facts, or how the match has ended.
func after(x *exec.Ctx, c *circuit.Circuit) string {
	if x.Over {
		first, second := x.Rank[1], x.Rank[2]
		if x.Order[1] == 2 { // who sits first plays for the second
			first, second = second, first
		}
		return fmt.Sprintf("over %v %v", first, second)
	}
	w, ok := c.Encode(x.State, nil)
	if !ok {
		return "what the circuit does not have"
	}
	return facts(c, w)
}

// facts lists what holds. That who moves now was stuck before is asked only in end rules that are past.
func facts(c *circuit.Circuit, w []uint64) string {
	var list []string
	for i, f := range c.Bases {
		if w[i>>6]>>(i&63)&1 != 0 {
			list = append(list, f.Text)
		}
	}
	for _, p := range []string{"1", "2"} {
		if slices.Contains(list, "(turn "+p+")") {
			list = slices.DeleteFunc(list, func(s string) bool { return s == "stuck "+p })
		}
	}
	return strings.Join(list, ", ")
}

func compare(x *exec.Ctx, p *exec.Program, c *circuit.Circuit) (ends int, err error) {
	here, ok := c.Encode(x.State, nil)
	if !ok {
		return 0, errors.New("the circuit does not have the position")
	}
	val := func(v []uint64, l circuit.Lit, lane int) bool { return (v[l.Gate()]>>lane^uint64(l))&1 != 0 }
	has := func(i int) uint64 { return -(here[i>>6] >> (i & 63) & 1) } // in all lanes
	v := c.Gates.Eval(has, func(circuit.Lit) uint64 { return 0 })
	mover := int(x.Mover)
	switch {
	case val(v, c.Terminal, 0):
		return 0, fmt.Errorf("the circuit says that it is over: %s; %d moves, the first from %d to %d", facts(c, here), len(x.Moves), x.Moves[0].From, x.Moves[0].To)
	case !val(v, c.Moves[2-mover][0].Legal, 0) || val(v, c.Moves[mover-1][0].Legal, 0):
		return 0, errors.New("the wrong player moves")
	}
	var want, got []string
	y := p.NewCtx()
	for i := range x.Moves {
		y.Copy(x.State)
		y.Generate()
		name := fmt.Sprint(y.Moves[i].From, " ", y.Moves[i].To)
		y.Step(i)
		if y.Over {
			ends++
		}
		want = append(want, after(y, c)+" by "+name)
	}
	var legal []circuit.Move
	for i, m := range c.Moves[mover-1] {
		if i > 0 && val(v, m.Legal, 0) {
			legal = append(legal, m)
		}
	}
	for some := range slices.Chunk(legal, 64) { // a lane for each
		lane := map[circuit.Lit]uint64{}
		for i, m := range some {
			lane[m.Made] = 1 << i
		}
		v := c.Gates.Eval(has, func(l circuit.Lit) uint64 { return lane[l] })
		next := make([]uint64, len(c.Bases))
		for b, f := range c.Bases {
			next[b] = v[f.Next.Gate()] ^ -uint64(f.Next&1)
		}
		then := c.Gates.Eval(func(i int) uint64 { return next[i] }, func(circuit.Lit) uint64 { return 0 })
		for i, m := range some {
			w := make([]uint64, len(here))
			for b := range next {
				w[b>>6] |= next[b] >> i & 1 << (b & 63)
			}
			end := facts(c, w)
			if val(then, c.Terminal, i) {
				switch won := [3]bool{val(then, c.Won[0], i), val(then, c.Won[1], i), val(then, c.Drawn, i)}; won {
				case [3]bool{true, false, false}:
					end = "over 1 2"
				case [3]bool{false, true, false}:
					end = "over 2 1"
				case [3]bool{false, false, true}:
					end = "over 1.5 1.5"
				default:
					end = fmt.Sprint("over ", won)
				}
			}
			f := strings.Fields(strings.Trim(m.Text, "()"))
			got = append(got, end+" by "+f[2]+" "+f[3])
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if slices.Equal(want, got) {
		return ends, nil
	}
	var text strings.Builder
	for _, s := range want {
		if !slices.Contains(got, s) {
			fmt.Fprintf(&text, "\n want %s", s)
		}
	}
	for _, s := range got {
		if !slices.Contains(want, s) {
			fmt.Fprintf(&text, "\n got  %s", s)
		}
	}
	return 0, fmt.Errorf("mover %d, here %s: %d moves, the circuit has %d%s", mover, facts(c, here), len(want), len(got), text.String())
}

// positions is how many are looked at: slow evaluation of large circuits takes long.
func positions(c *circuit.Circuit) int { return min(max(2_000_000/len(c.Gates.Kinds), 30), 120) }

func own(t *testing.T, name string) *load.Game {
	t.Helper()
	f := filepath.Join("..", "..", "games", "ludii", name+".lud")
	text, err := os.ReadFile(f)
	if err != nil {
		t.Fatal(err)
	}
	g, findings := load.Text(f, string(text), load.Options{})
	if g.Program == nil {
		t.Fatal(findings)
	}
	return g
}

// TestOwnGames holds the circuits of the library against the board programs. Those named must have one.
func TestOwnGames(t *testing.T) {
	must := []string{
		"Amazons", "Asalto", "Ataxx", "Brandub", "Breakthrough", "ChineseCheckers", "Clobber", "Col", "ConnectFour", "Domineering",
		"EnglishDraughts", "FourNotThree", "FoxAndGeese", "Gomoku", "Halma", "Hex", "Hnefatafl", "JesonMor", "Konane",
		"LinesOfAction", "MisereTicTacToe", "Qubic", "RenjuLite", "Reversi", "SquareTraps", "Tablut", "TicTacToe", "Y",
	}
	only := regexp.MustCompile(os.Getenv("LUDENS_GAMES"))
	for _, name := range must {
		if !only.MatchString(name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := own(t, name)
			c, err := circuit.Compile(g.Program, g.Term, circuit.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			n := positions(c)
			ends := inStep(t, g.Program, c, n)
			t.Logf("%d positions, %d ends; %d gates, %d bases, %d and %d moves", n, ends, len(c.Gates.Kinds), len(c.Bases), len(c.Moves[0]), len(c.Moves[1]))
		})
	}
}

// TestCorpus does the same for games of the corpus: one of twelve, or with LUDENS_ALL set all, or those whose
// path matches LUDENS_GAMES. What has no circuit is counted by why.
func TestCorpus(t *testing.T) {
	dir := sharedtest.Path(t, "corpus", "ludii")
	lib, _, err := expand.ReadLibrary(os.DirFS(filepath.Join(dir, "def")), parse.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	each, only := 12, regexp.MustCompile(os.Getenv("LUDENS_GAMES"))
	if os.Getenv("LUDENS_ALL")+os.Getenv("LUDENS_GAMES") != "" {
		each = 1
	}
	why := map[string]int{}
	seen, have := 0, 0
	err = filepath.WalkDir(filepath.Join(dir, "lud"), func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".lud" || !only.MatchString(path) {
			return err
		}
		if seen++; seen%each != 0 {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		g, _ := load.Text(d.Name(), string(text), load.Options{Expand: expand.Options{Library: lib}})
		if g.Program == nil {
			return nil
		}
		c, err := circuit.Compile(g.Program, g.Term, circuit.Limits{})
		if err != nil {
			if !errors.Is(err, circuit.ErrUnsupported) || strings.Contains(err.Error(), "could not be made") {
				t.Error(d.Name(), err)
			}
			why[err.Error()]++
			return nil
		}
		have++
		t.Run(d.Name(), func(t *testing.T) { inStep(t, g.Program, c, positions(c)) })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	reasons := make([]string, 0, len(why))
	for w, n := range why {
		reasons = append(reasons, fmt.Sprintf("%4d %s", n, w))
	}
	slices.SortFunc(reasons, func(a, b string) int { return strings.Compare(b, a) })
	t.Logf("%d of %d have a circuit; the others:\n%s", have, seen/each, strings.Join(reasons, "\n"))
	if have == 0 && os.Getenv("LUDENS_GAMES") == "" {
		t.Error("none has a circuit")
	}
}

// What is too large, or is not to go on, ends soon.
func TestBounds(t *testing.T) {
	g := own(t, "Reversi")
	if _, err := circuit.Compile(g.Program, g.Term, circuit.Limits{Edges: 1000}); !errors.Is(err, circuit.ErrUnsupported) {
		t.Errorf("a circuit of 1,000 edges: %v", err)
	}
	stop := errors.New("stop")
	looks := 0
	defer func() {
		if r := recover(); r != stop {
			t.Errorf("recovered %v", r)
		}
		if looks != 3 {
			t.Errorf("looked %d times", looks)
		}
	}()
	_, err := circuit.Compile(g.Program, g.Term, circuit.Limits{Look: func() {
		if looks++; looks == 3 {
			panic(stop)
		}
	}})
	t.Errorf("went on: %v", err)
}

// Games that positions do not tell all of, or that are not of two in turn, are refused with a reason.
func TestRefused(t *testing.T) {
	for name, why := range map[string]string{
		"Go": "repeated", "Backgammon": "chance", "ThreePlayerHex": "two players", "Lasca": "topLevel", "RockPaperScissors": "in turn",
		"PhantomTicTacToe": "hidden", "Havannah": "is Loop",
	} {
		g := own(t, name)
		_, err := circuit.Compile(g.Program, g.Term, circuit.Limits{})
		if !errors.Is(err, circuit.ErrUnsupported) || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want %q", name, err, why)
		}
	}
}
