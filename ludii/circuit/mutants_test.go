package circuit_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ludens/ludii/circuit"
	"ludens/ludii/exec"
	"ludens/ludii/load"
)

// words are such as may stand for each other.
var words = [][]string{
	{"Orthogonal", "Diagonal", "Adjacent", "All"},
	{"Mover", "Next", "P1", "P2"},
	{"Win", "Loss", "Draw"},
	{"Forward", "Backward", "FL", "FR", "Forwards", "Rightward", "SameDirection"},
	{"Top", "Bottom", "Left", "Right", "Corners", "Centre", "Perimeter"},
	{"and", "or"},
	{"intersection", "union", "difference"},
	{"=", "!=", "<", ">="},
	{"Empty", "Occupied"},
	{"Enemy", "Friend"},
	{"Even", "Odd"},
	{"(last To)", "(last From)", "(to)", "(from)"},
	{"(mover)", "(next)"},
	{"True", "False"},
}

var token = regexp.MustCompile(`\((last To|last From|to|from|mover|next)\)|[A-Za-z]+[0-9]*|[<>!]?=|<|>|[0-9]+`)

// mutant changes some words of a description.
func mutant(text string, rng *rand.Rand) string {
	spots := token.FindAllStringIndex(text, -1)
	for range 1 + rng.IntN(3) {
		for range 50 {
			i := rng.IntN(len(spots))
			at := spots[i]
			w := text[at[0]:at[1]]
			for _, alike := range words {
				if slices.Contains(alike, w) {
					w = alike[rng.IntN(len(alike))]
					break
				}
			}
			if n, err := strconv.Atoi(w); err == nil {
				w = strconv.Itoa(max(0, n+rng.IntN(3)-1))
			}
			if w != text[at[0]:at[1]] {
				text = text[:at[0]] + w + text[at[1]:]
				spots = token.FindAllStringIndex(text, -1)
				break
			}
		}
	}
	return text
}

// TestMutants makes circuits of games that are like those of the library, but for some words, and holds them
// against the board programs: 400 of them, or as many as LUDENS_MUTANTS says.
func TestMutants(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "games", "ludii", "*.lud"))
	if err != nil {
		t.Fatal(err)
	}
	n := 400
	if v := os.Getenv("LUDENS_MUTANTS"); v != "" {
		if n, err = strconv.Atoi(v); err != nil {
			t.Fatal(err)
		}
	}
	rng := rand.New(rand.NewPCG(uint64(n), 9))
	made := 0
	for range n {
		f := files[rng.IntN(len(files))]
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		changed := mutant(string(text), rng)
		g, _ := load.Text(f, changed, load.Options{})
		if g.Program == nil {
			continue
		}
		c, err := circuit.Compile(g.Program, g.Term, circuit.Limits{Edges: 100_000})
		if err != nil {
			if strings.Contains(err.Error(), "could not be made") {
				t.Errorf("%s: %v\n%s", filepath.Base(f), err, changed)
			}
			continue
		}
		made++
		if where, err := astray(g.Program, c, rng); err != nil {
			t.Errorf("%s, after %d moves: %v\n%s", filepath.Base(f), where, err, changed)
		}
	}
	t.Logf("%d of %d have a circuit", made, n)
	if made < n/20 {
		t.Error("hardly any has a circuit")
	}
}

// astray looks for a position in which a circuit is wrong.
func astray(p *exec.Program, c *circuit.Circuit, rng *rand.Rand) (ply int, err error) {
	x := p.NewCtx()
	for range 2 {
		x.Reset()
		for ply = range 40 {
			x.Generate()
			if x.Err != nil || x.Over || len(x.Moves) > 120 {
				break
			}
			if rng.IntN(5) == 0 {
				if _, err := compare(x, p, c); err != nil {
					return ply, err
				}
			}
			x.Generate()
			x.Step(rng.IntN(len(x.Moves)))
		}
	}
	return 0, nil
}
