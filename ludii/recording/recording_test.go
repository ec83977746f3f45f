package recording

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"ludens/internal/sharedtest"
)

// every is how many of the recordings a test looks at: one of them; all with
// LUDENS_ALL=1.
func every(t testing.TB) int {
	if n, err := strconv.Atoi(os.Getenv("LUDENS_ALL")); err == nil && n > 0 {
		return n
	}
	return 37
}

// TestRecorded reads recordings and writes all their texts again.
func TestRecorded(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(sharedtest.Path(t, "conformance", "ludii", "traces"), "*.jsonl.gz"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no recordings (%v)", err)
	}
	moves, digests, plies, games := 0, 0, 0, 0
	for i := 0; i < len(files); i += every(t) {
		g, err := Read(files[i])
		if err != nil {
			t.Error(err)
			continue
		}
		games++
		name := filepath.Base(files[i])
		seen := map[string]bool{}
		move := func(text string) {
			moves++
			if seen[text] {
				return
			}
			seen[text] = true
			if m, err := ParseMove(text); err != nil {
				t.Errorf("%s: %v", name, err)
			} else if got := m.String(); got != text {
				t.Errorf("%s: %s is written %s", name, text, got)
			}
		}
		digest := func(text string) {
			digests++
			if d, err := ParseDigest(text); err != nil {
				t.Errorf("%s: %v", name, err)
			} else if got := d.String(); got != text {
				t.Errorf("%s: %s is written %s", name, text, got)
			}
		}
		for _, s := range g.Start.Setup {
			move(s)
		}
		digest(g.Start.Digest)
		for {
			p, err := g.Next()
			if err != nil {
				if !errors.Is(err, io.EOF) {
					t.Errorf("%s: %v", name, err)
				}
				break
			}
			plies++
			for _, s := range p.Legal {
				move(s)
			}
			for _, s := range p.Chosen {
				move(s)
			}
			move(p.Applied)
			digest(p.Digest)
			if p.Succ != nil && p.Succ[p.ChosenAt] != Hash(p.Digest) {
				t.Errorf("%s: ply %d: the hash of the chosen successor is not that of the digest", name, p.Index)
			}
		}
		if g.End == nil {
			t.Errorf("%s has no end", name)
		}
		g.Close()
	}
	t.Logf("%d recordings, %d plies, %d move texts, %d digests", games, plies, moves, digests)
}
