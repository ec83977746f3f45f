package encode_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"ludens/catalog"
	"ludens/game"
	"ludens/nets/arch"
	"ludens/nets/encode"
)

// TestGrids knows from the rules what boards these games are played on.
func TestGrids(t *testing.T) {
	for _, c := range []struct {
		name          string
		height, width int // 1, 1: a list
		head          arch.Head
		most          int // planes of the input
	}{
		{"ticTacToe", 3, 3, arch.Planes, 6},
		{"breakthrough6", 6, 6, arch.Planes, 5},
		{"breakthrough8", 8, 8, arch.Planes, 5},
		{"hex7", 7, 7, arch.Planes, 6},
		{"connectFour", 6, 7, arch.Dense, 6},
		{"konane6", 6, 6, arch.Planes, 10},
		{"amazons6", 6, 6, arch.Planes, 10},
		{"clobber", 6, 5, arch.Planes, 6},
		{"reversi8", 8, 8, arch.Planes, 6},
		{"checkers6", 6, 6, arch.Planes, 10},
		{"gomoku9", 9, 9, arch.Planes, 6},
		{"gameOfY", 7, 7, arch.Planes, 6},
		{"pentago", 6, 6, arch.Planes, 7},
		{"pegSolitaire", 7, 7, arch.Planes, 4},
		{"dotsAndBoxes", 4, 4, arch.Planes, 9}, // lines lie between the boxes, and beside them
		{"eightPuzzle", 3, 3, arch.Planes, 11},
		{"quarto", 4, 4, arch.Dense, 54},
		{"tron", 8, 8, arch.Dense, 6},
		{"pig", 1, 1, arch.Dense, 200},
		{"rockPaperScissors", 1, 1, arch.Dense, 60},
	} {
		g := open(t, c.name)
		e, err := encode.New(g, encode.Options{})
		if err != nil {
			t.Fatal(err)
		}
		in := e.Input()
		if in.Height != c.height || in.Width != c.width || in.Channels > c.most || e.Head() != c.head {
			t.Errorf("%s: %d planes of %d × %d, head %s", c.name, in.Channels, in.Height, in.Width, e.Head())
		}
		if e.Head() == arch.Planes && e.Logits() != e.Policy()*in.Cells() || e.Head() == arch.Dense && e.Logits() != e.Policy() {
			t.Errorf("%s: %d logits, policy %d", c.name, e.Logits(), e.Policy())
		}
	}
}

// keywords are the words that keep their meaning whatever names are chosen.
var keywords = map[string]bool{
	"role": true, "init": true, "true": true, "does": true, "next": true, "legal": true, "goal": true, "terminal": true,
	"base": true, "input": true, "distinct": true, "not": true, "or": true, "<=": true, "random": true, "sees": true,
}

// scrambled gives a description other names; numbers too, except the values of goals.
func scrambled(text string, seed uint64) string {
	var lines []string
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, ";")
		lines = append(lines, line)
	}
	text = strings.NewReplacer("(", " ( ", ")", " ) ").Replace(strings.Join(lines, "\n"))
	names := map[string]string{}
	taken := map[string]bool{}
	rng := game.Stream(seed, "scrambled", 0)
	words := strings.Fields(text)
	for i, w := range words {
		goal := i >= 3 && (words[i-2] == "goal" || words[i-3] == "goal")
		if w == "(" || w == ")" || keywords[strings.ToLower(w)] || goal && strings.Trim(w, "0123456789") == "" {
			continue
		}
		variable := strings.HasPrefix(w, "?")
		if names[w] == "" {
			for {
				name := ""
				for range 6 {
					name += string(rune('a' + rng.IntN(26)))
				}
				if !taken[name] {
					taken[name], names[w] = true, name
					break
				}
			}
			if variable {
				names[w] = "?" + names[w]
			}
		}
		words[i] = names[w]
	}
	return strings.Join(words, " ")
}

// TestScrambled gives games names that mean nothing: grids, heads and symmetries must
// stay what they are.
func TestScrambled(t *testing.T) {
	shape := func(g game.Game) string {
		e, err := encode.New(g, encode.Options{})
		if err != nil {
			t.Fatal(err)
		}
		in := e.Input()
		sides := [2]int{min(in.Height, in.Width), max(in.Height, in.Width)}
		var found []encode.Symmetry
		if len(g.(game.Propositional).Orders()) > 0 { // else rows are in any order
			found = encode.Find(g, e, encode.SymmetryOptions{Playouts: 4, Steps: 100, Exchange: true})
		}
		return fmt.Sprintf("%d planes of %v, head %s of %d, %d symmetries", in.Channels, sides, e.Head(), e.Policy(), len(found))
	}
	for _, name := range []string{"ticTacToe", "breakthrough6", "hex5", "connectFour", "konane6", "reversi6", "amazons6", "gomoku9", "clobber"} {
		_, text, err := catalog.Text(name, catalog.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := shape(open(t, name))
		for seed := range uint64(3) {
			g, err := catalog.OpenText(context.Background(), name, scrambled(text, seed), catalog.Options{Engine: catalog.Network})
			if err != nil {
				t.Fatal(err)
			}
			if got := shape(g); got != want {
				t.Errorf("%s: %s; scrambled: %s", name, want, got)
			}
		}
	}
}
