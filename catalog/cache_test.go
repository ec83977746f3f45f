package catalog

import (
	"context"
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
		if err := gametest.Same(built, open(), gametest.Options{}); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if now, err := os.ReadFile(file); err != nil || string(now) != string(whole) {
			t.Errorf("%s: the file was not put right (%v)", what, err)
		}
	}
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
