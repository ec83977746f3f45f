package catalog

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"ludens/game"
	"ludens/game/gametest"
)

// TestCache opens a game with an empty cache, from the cache, and with a damaged
// cache: it is the same game each time, and the damaged file is replaced.
func TestCache(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "networks")
	open := func() game.Game {
		g, err := Open(context.Background(), "hex5", Options{Engine: Network, CacheDir: dir})
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	built := open()
	want := propositional(t, built)
	file := filepath.Join(dir, built.Facts().Hash+".network")
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for what, data := range map[string][]byte{
		"whole": whole, "cut off": whole[:len(whole)/2], "empty": {}, "a flipped bit": flipped(whole),
	} {
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		again := open()
		if err := gametest.Same(built, again, gametest.Options{}); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if got := propositional(t, again); got != want {
			t.Errorf("%s: its propositions, moves and orders are\n%s\nnot\n%s", what, got, want)
		}
		if now, err := os.ReadFile(file); err != nil || string(now) != string(whole) {
			t.Errorf("%s: the file was not put right (%v)", what, err)
		}
	}
}

// propositional writes what nets are made from; a game from the cache has it too.
func propositional(t *testing.T, g game.Game) string {
	t.Helper()
	p, ok := g.(game.Propositional)
	if !ok {
		t.Fatal("the game cannot name its propositions")
	}
	if _, ok := g.NewMachine().(game.Truther); !ok {
		t.Fatal("its machines cannot tell what is true")
	}
	if len(p.Propositions()) == 0 || len(p.Orders()) == 0 {
		t.Fatal("there are no propositions, or no orders")
	}
	return fmt.Sprint(p.Propositions(), p.MoveTexts(0), p.MoveTexts(1), p.Orders())
}

func flipped(b []byte) []byte {
	c := append([]byte(nil), b...)
	c[len(c)/2] ^= 4
	return c
}

// TestCacheOutOfReach opens a game although its cache cannot be written.
func TestCacheOutOfReach(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(context.Background(), "ticTacToe", Options{Engine: Network, CacheDir: filepath.Join(file, "below")}); err != nil {
		t.Fatal(err)
	}
}
