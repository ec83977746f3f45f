package canon_test

import (
	"testing"
	"time"
	"fmt"
	"os"
	"path/filepath"

	"ludens/game"
	"ludens/games"
	"ludens/gdl"
	"ludens/gdl/canon"
	"ludens/ggp"
)

func scrambled(t testing.TB, text string, seed uint64) (*ggp.Scrambler, string) {
	t.Helper()
	s := ggp.NewScrambler(text, game.Stream(seed, "names", 0))
	out, err := ggp.Shuffle(text, game.Stream(seed, "order", 0))
	if err != nil {
		t.Fatal(err)
	}
	return s, s.Scramble(out)
}

func compile(t testing.TB, text string) *gdl.Program {
	t.Helper()
	d, findings := gdl.Read(text)
	if err := findings.Err(); err != nil {
		t.Fatal(err)
	}
	p, err := gdl.Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestX(t *testing.T) {
	for _, g := range games.List() {
		p := compile(t, g.Text)
		t0 := time.Now()
		f, err := canon.Of(p, canon.Options{})
		d := time.Since(t0)
		if err != nil {
			fmt.Println(g.Name, err, d)
			continue
		}
		_, text := scrambled(t, g.Text, 1)
		q := compile(t, text)
		t0 = time.Now()
		h, err := canon.Of(q, canon.Options{})
		d2 := time.Since(t0)
		fmt.Println(g.Name, len(p.Clauses), d, d2, err, err == nil && f.Identity() == h.Identity())
	}
}

func TestY(t *testing.T) {
	files, _ := filepath.Glob("/work/shared/corpus/gdl/*.kif")
	by := map[string]string{}
	for _, name := range files {
		b, _ := os.ReadFile(name)
		d, findings := gdl.Read(string(b))
		if findings.Err() != nil {
			continue
		}
		p, err := gdl.Compile(d)
		if err != nil {
			continue
		}
		t0 := time.Now()
		f, err := canon.Of(p, canon.Options{})
		if dd := time.Since(t0); dd > 300*time.Millisecond || err != nil {
			fmt.Println(filepath.Base(name), len(p.Clauses), dd, err)
		}
		if err == nil {
			if o, ok := by[f.Identity()]; ok {
				fmt.Println("SAME", o, filepath.Base(name))
			} else {
				by[f.Identity()] = filepath.Base(name)
			}
		}
	}
}
