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

// check plays random games and holds, in every position, the circuit's moves, successors and results
// against the board program's.
func check(t *testing.T, p *exec.Program, c *circuit.Circuit, rng *rand.Rand, positions int) (compared int) {
	t.Helper()
	x := p.NewCtx()
	for compared < positions {
		x.Reset()
		for ply := 0; ply < 120 && compared < positions; ply++ {
			x.Generate()
			if x.Err != nil {
				t.Fatal(x.Err)
			}
			if x.Over {
				break
			}
			if err := compare(x, p, c); err != nil {
				t.Fatalf("after %d moves: %v", ply, err)
			}
			compared++
			x.Generate()
			x.Step(rng.IntN(len(x.Moves)))
		}
	}
	return compared
}

// after says what a position is: its facts, or how the match has ended.
func after(x *exec.Ctx, c *circuit.Circuit) string {
	if x.Over {
		return fmt.Sprintf("over %v", x.Rank[1:3])
	}
	w, ok := c.Encode(x.State, nil)
	return fmt.Sprintf("%x %v", w, ok)
}

func compare(x *exec.Ctx, p *exec.Program, c *circuit.Circuit) error {
	here, ok := c.Encode(x.State, nil)
	if !ok {
		return errors.New("the circuit does not have the position")
	}
	has := func(w []uint64) func(i int) bool { return func(i int) bool { return w[i>>6]>>(i&63)&1 != 0 } }
	v := c.Gates.Eval(has(here), func(circuit.Lit) bool { return false })
	val := func(v []bool, l circuit.Lit) bool { return v[l.Gate()] != (l&1 != 0) }
	if val(v, c.Terminal) {
		return errors.New("the circuit says that it is over")
	}
	mover := int(x.Mover)
	var want, got []string
	if val(v, c.Moves[2-mover][0].Legal) == false || val(v, c.Moves[mover-1][0].Legal) {
		return errors.New("the wrong player moves")
	}
	y := p.NewCtx()
	for i := range x.Moves {
		y.Copy(x.State)
		y.Generate()
		name := fmt.Sprint(y.Moves[i].From, " ", y.Moves[i].To)
		y.Step(i)
		want = append(want, after(y, c)+" "+name)
	}
	for i, m := range c.Moves[mover-1] {
		if i == 0 || !val(v, m.Legal) {
			continue
		}
		v := c.Gates.Eval(has(here), func(l circuit.Lit) bool { return l == m.Made })
		next := make([]uint64, len(here))
		for b, f := range c.Bases {
			if val(v, f.Next) {
				next[b>>6] |= 1 << (b & 63)
			}
		}
		then := c.Gates.Eval(has(next), func(circuit.Lit) bool { return false })
		end := fmt.Sprintf("%x true", next)
		if val(then, c.Terminal) {
			switch {
			case val(then, c.Won[0]):
				end = "over [1 2]"
			case val(then, c.Won[1]):
				end = "over [2 1]"
			default:
				end = "over [1.5 1.5]"
			}
		}
		f := strings.Fields(strings.Trim(m.Text, "()"))
		got = append(got, end+" "+f[2]+" "+f[3])
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
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
		return fmt.Errorf("mover %d, here %x: %d moves, the circuit has %d%s", mover, here, len(want), len(got), text.String())
	}
	return nil
}

func TestOwnGames(t *testing.T) {
	files, err := filepath.Glob("../../games/ludii/*.lud")
	if err != nil || len(files) == 0 {
		t.Fatal("no games", err)
	}
	only := regexp.MustCompile(os.Getenv("LUDENS_GAMES"))
	some := 0
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".lud")
		if !only.MatchString(name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			g, findings := load.Text(f, string(text), load.Options{})
			if g.Program == nil {
				t.Fatal(findings)
			}
			c, err := circuit.Compile(g.Program, g.Term, circuit.Limits{})
			if errors.Is(err, circuit.ErrUnsupported) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			some++
			n := check(t, g.Program, c, rand.New(rand.NewPCG(1, 2)), 40)
			t.Logf("%d positions; %d gates, %d bases, %d and %d moves", n, len(c.Gates.Kinds), len(c.Bases), len(c.Moves[0]), len(c.Moves[1]))
		})
	}
	t.Logf("%d games have a circuit", some)
}

func TestCorpus(t *testing.T) {
	if os.Getenv("LUDENS_ALL")+os.Getenv("LUDENS_GAMES") == "" {
		t.Skip("LUDENS_ALL or LUDENS_GAMES")
	}
	dir := sharedtest.Path(t, "corpus", "ludii")
	lib, _, err := expand.ReadLibrary(os.DirFS(filepath.Join(dir, "def")), parse.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	only := regexp.MustCompile(os.Getenv("LUDENS_GAMES"))
	why := map[string]int{}
	have := 0
	err = filepath.WalkDir(filepath.Join(dir, "lud"), func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".lud" || !only.MatchString(path) {
			return err
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
			why[err.Error()]++
			if os.Getenv("LUDENS_GAMES") != "" {
				t.Log(d.Name(), err)
			}
			return nil
		}
		have++
		t.Run(d.Name(), func(t *testing.T) { check(t, g.Program, c, rand.New(rand.NewPCG(1, 2)), 12) })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		n   int
		why string
	}
	var rows []row
	for w, n := range why {
		rows = append(rows, row{n, w})
	}
	slices.SortFunc(rows, func(a, b row) int { return b.n - a.n })
	for _, r := range rows {
		t.Logf("%4d %s", r.n, r.why)
	}
	t.Logf("%d have a circuit", have)
}
