package exec

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ludens/game"
	"ludens/gdl/gdltest"
	"ludens/gdl/recording"
	"ludens/internal/sharedtest"
)

// TestRecordedInLanes replays matches recorded from another system in lanes: all of one
// game in forty, or of every game if LUDENS_VERIFY_ALL is set, which takes many minutes.
// Games whose network or tapes are too large are left out.
func TestRecordedInLanes(t *testing.T) {
	games, traces := sharedtest.Path(t, "corpus", "gdl"), sharedtest.Path(t, "conformance", "gdl", "traces")
	every := os.Getenv("LUDENS_VERIFY_ALL") != ""
	if !every {
		traces = sample(t, traces, 40)
	}
	opened := 0
	open := func(_, text string) (recording.Position, error) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		g, err := New(ctx, gdltest.Compile(t, text), Options{Hash: "test", Bytes: 1 << 30})
		if err != nil {
			return nil, err
		}
		l, err := g.InLanes(1 << 30)
		if err != nil {
			return nil, err
		}
		opened++
		return l.NewMachine().(recording.Position), nil
	}
	s, err := recording.VerifyDir(context.Background(), games, traces, open, 1, func(r recording.GameResult) {
		left := errors.Is(r.Err, game.ErrBudget) || errors.Is(r.Err, context.DeadlineExceeded)
		if r.Err != nil && !left {
			t.Errorf("%s: %v", r.Game, r.Err)
		}
		if every {
			fmt.Printf("%8.2f s %5d plies  %s: %s %v\n", r.Took.Seconds(), r.Plies, r.Game, r.Result, r.Err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if opened == 0 {
		t.Error("no game was replayed")
	}
	if every {
		fmt.Printf("%+v\n", s)
	}
}

// sample gives a directory of the recordings of every so many games.
func sample(t *testing.T, traces string, every int) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(traces, "*-1.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for i := 0; i < len(files); i += every {
		file, err := filepath.Abs(files[i])
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(file, filepath.Join(dir, filepath.Base(file))); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
