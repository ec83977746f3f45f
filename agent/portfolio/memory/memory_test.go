package memory

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"ludens/agent/heuristic"
	"ludens/agent/portfolio"
)

func memo(races int) *portfolio.Memo {
	return &portfolio.Memo{
		Version: portfolio.Version, Races: races, Chosen: "mcts",
		Ways: map[string]portfolio.Score{"mcts": {Played: float64(races), Points: float64(races) / 2}, "grave": {Played: 3, Points: 0}},
	}
}

// TestKeeps: what was kept is recalled, by keys of all sorts, also by another process.
func TestKeeps(t *testing.T) {
	path := filepath.Join(t.TempDir(), "not", "yet", "there")
	d := &Directory{Path: path}
	keys := []string{"0123abcd-network", "a", "../../escape", "", ".hidden", "Ä", strings.Repeat("long", 100)}
	for i, key := range keys {
		if _, ok := d.Recall(key); ok {
			t.Errorf("%q is remembered before it was kept", key)
		}
		if err := d.Keep(key, memo(i+1)); err != nil {
			t.Fatal(err)
		}
	}
	for i, key := range keys {
		m, ok := (&Directory{Path: path}).Recall(key)
		if !ok || m.Races != i+1 || m.Ways["mcts"].Played != float64(i+1) || m.Ways["grave"].Played != 3 || m.Chosen != "mcts" || m.Version != portfolio.Version {
			t.Errorf("%q: recalled %+v", key, m)
		}
	}
	entries, _ := os.ReadDir(path)
	if len(entries) != len(keys) {
		t.Errorf("%d files for %d keys", len(entries), len(keys))
	}
	large := memo(5)
	large.Function = bytes.Repeat([]byte("f"), heuristic.MostKnown)
	if err := d.Keep("large", large); err != nil {
		t.Error(err)
	} else if m, ok := d.Recall("large"); !ok || !bytes.Equal(m.Function, large.Function) {
		t.Error("the largest function is lost")
	}
	if err := d.Keep("a", &portfolio.Memo{Races: -1}); err == nil {
		t.Error("nonsense was kept")
	}
	if m, ok := d.Recall("a"); !ok || m.Races != 2 {
		t.Error("a failure to keep has harmed what was kept")
	}
}

// TestDamaged: what cannot be read is nothing and one line in the log; keeping mends it.
func TestDamaged(t *testing.T) {
	var log bytes.Buffer
	d := &Directory{Path: t.TempDir(), Log: zerolog.New(&log)}
	for name, text := range map[string]string{
		"empty": "", "cut": `{"version":"1","races":3,"wa`, "binary": "\x00\xff\x00", "array": "[]",
		"points": `{"ways":{"mcts":{"played":1,"points":2}}}`, "races": `{"races":-1}`,
		"large": `{"version":"` + strings.Repeat("x", mostBytes) + `"}`,
	} {
		log.Reset()
		if err := os.WriteFile(d.file(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if m, ok := d.Recall(name); ok {
				t.Errorf("%s: recalled %+v", name, m)
			}
		}
		if n := strings.Count(log.String(), "\n"); n != 1 {
			t.Errorf("%s: %d lines in the log: %s", name, n, log.String())
		}
		if err := d.Keep(name, memo(1)); err != nil {
			t.Error(err)
		}
		if _, ok := d.Recall(name); !ok {
			t.Errorf("%s: not mended", name)
		}
	}
	log.Reset()
	file := filepath.Join(d.Path, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := (&Directory{Path: filepath.Join(file, "below"), Log: d.Log}).Keep("a", memo(1)); err == nil || log.Len() == 0 {
		t.Errorf("kept below a file: %v; log: %s", err, &log)
	}
}

// TestBounded: the memos that were not written for longest go, and so do files that
// somebody who died has left.
func TestBounded(t *testing.T) {
	d := &Directory{Path: t.TempDir(), Most: 20}
	old := time.Now().Add(-2 * time.Hour)
	for name, when := range map[string]time.Time{".memo-dead": old, ".memo-alive": time.Now()} {
		file := filepath.Join(d.Path, name)
		if err := os.WriteFile(file, []byte("{"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, when, when); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 50 {
		key := fmt.Sprintf("game%02d", i)
		if err := d.Keep(key, memo(1)); err != nil {
			t.Fatal(err)
		}
		at := old.Add(time.Duration(i) * time.Minute)
		if err := os.Chtimes(d.file(key), at, at); err != nil {
			t.Fatal(err)
		}
		kept, _ := filepath.Glob(filepath.Join(d.Path, "game*"))
		if len(kept) > 20 {
			t.Fatalf("%d memos", len(kept))
		}
	}
	for key, want := range map[string]bool{"game00": false, "game25": false, "game45": true, "game49": true} {
		if _, ok := d.Recall(key); ok != want {
			t.Errorf("%s is remembered: %t", key, ok)
		}
	}
	if _, err := os.Stat(filepath.Join(d.Path, ".memo-dead")); err == nil {
		t.Error("a dead writer's file is still there")
	}
	if _, err := os.Stat(filepath.Join(d.Path, ".memo-alive")); err != nil {
		t.Error("a living writer's file is gone")
	}
}

// TestTogether: who reads while others write gets a whole memo.
func TestTogether(t *testing.T) {
	d := &Directory{Path: t.TempDir(), Log: zerolog.New(zerolog.NewTestWriter(t))}
	if err := d.Keep("game", memo(1)); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := range 10 {
				if err := d.Keep("game", memo(10*w+i+1)); err != nil {
					t.Error(err)
				}
				if m, ok := d.Recall("game"); !ok || m.Ways["mcts"].Played != float64(m.Races) {
					t.Errorf("recalled %+v", m)
				}
			}
		})
	}
	wg.Wait()
	if left, _ := filepath.Glob(filepath.Join(d.Path, unfinished)); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

// FuzzRead: whatever a file holds is refused, or is a memo that can be kept again.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"version":"1","races":3,"chosen":"mcts","ways":{"mcts":{"played":3,"points":1.5}},"function":"Zg=="}`))
	f.Add([]byte(`{"ways":{"mcts":{"played":1,"points":2}}}`))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text []byte) {
		d := &Directory{Path: dir}
		if err := os.WriteFile(d.file("a"), text, 0o644); err != nil {
			t.Fatal(err)
		}
		m, err := read(d.file("a"))
		if err != nil {
			return
		}
		if err := d.Keep("b", m); err != nil {
			t.Fatal(err)
		}
		again, ok := d.Recall("b")
		if !ok || again.Races != m.Races || len(again.Ways) != len(m.Ways) || !bytes.Equal(again.Function, m.Function) {
			t.Errorf("%+v came back as %+v", m, again)
		}
	})
}
