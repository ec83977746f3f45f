package recording_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ludens/gdl"
	"ludens/gdl/interp"
	"ludens/gdl/recording"
	"ludens/internal/sharedtest"
)

func reasoner(name, text string) (recording.Position, error) {
	d, findings := gdl.Read(text)
	if err := findings.Err(); err != nil {
		return nil, err
	}
	p, err := gdl.Compile(d)
	if err != nil {
		return nil, err
	}
	g, err := interp.New(p, interp.Options{Name: name})
	if err != nil {
		return nil, err
	}
	return g.Machine(), nil
}

// TestVerifyAll replays everything. It takes many minutes, so it must be asked
// for: LUDENS_VERIFY_ALL is the number of games at a time.
func TestVerifyAll(t *testing.T) {
	jobs, err := strconv.Atoi(os.Getenv("LUDENS_VERIFY_ALL"))
	if err != nil {
		t.Skip("LUDENS_VERIFY_ALL is not set to a number of jobs")
	}
	games, traces := sharedtest.Path(t, "corpus", "gdl"), sharedtest.Path(t, "conformance", "gdl", "traces")
	s, err := recording.VerifyDir(context.Background(), games, traces, reasoner, jobs, func(r recording.GameResult) {
		fmt.Printf("%8.2f s %5d plies  %s: %s", r.Took.Seconds(), r.Plies, r.Game, r.Result)
		if r.Err != nil {
			fmt.Printf(": %v", r.Err)
			t.Errorf("%s: %v", r.Game, r.Err)
		}
		fmt.Println()
	})
	fmt.Printf("%+v %v\n", s, err)
}

// TestTracesInside finds recordings in the directory "traces" of a given one.
func TestTracesInside(t *testing.T) {
	outer := t.TempDir()
	inner := filepath.Join(outer, "traces")
	if err := os.Mkdir(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, f := range []string{"a-1.jsonl.gz", "a-2.jsonl", "b.c-1.jsonl.gz", "notes.txt"} {
		if err := os.WriteFile(filepath.Join(inner, f), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{outer, inner} {
		if n, err := recording.Count(dir); n != 3 || err != nil {
			t.Errorf("%d recordings in %s (%v), want 3", n, dir, err)
		}
	}
}

// A description that never ends is refused, not read.
func TestEndlessDescription(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "zero-1.jsonl"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/zero", filepath.Join(dir, "zero.kif")); err != nil {
		t.Skip(err)
	}
	s, err := recording.VerifyDir(t.Context(), dir, dir, reasoner, 1, func(r recording.GameResult) {
		if r.Err == nil || !strings.Contains(r.Err.Error(), "longer than") {
			t.Errorf("%+v", r)
		}
	})
	if err != nil || s.Refused != 1 {
		t.Errorf("%+v, %v", s, err)
	}
}
