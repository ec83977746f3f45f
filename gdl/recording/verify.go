package recording

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"ludens/internal/bounded"
)

// GameResult says how the recordings of one game came out.
type GameResult struct {
	Game       string        `json:"game"`
	Result     string        `json:"result"`     // "exact", "different" or "refused"
	Recordings int           `json:"recordings"` // replayed
	Plies      int           `json:"plies"`      // positions compared
	Err        error         `json:"-"`          // nil when exact
	Took       time.Duration `json:"-"`
}

// Summary counts the results of VerifyDir.
type Summary struct {
	Games, Exact, Different, Refused int
	Recordings, Plies                int
}

// Opener makes a machine for a description.
type Opener func(name, text string) (Position, error)

// maxDescription bounds a description's text in bytes; no engine takes more.
const maxDescription = 16 << 20

// Count is the number of recordings VerifyDir would replay from a directory.
func Count(tracesDir string) (int, error) {
	_, files, err := findRecordings(tracesDir)
	n := 0
	for _, f := range files {
		n += len(f)
	}
	return n, err
}

// VerifyDir replays all recordings NAME-SEED.jsonl.gz (or .jsonl) of a directory,
// or of the directory "traces" in it, against the descriptions NAME.kif (or .gdl)
// of another. Up to jobs games are worked on at once. report is called once per game, from one goroutine at a
// time, in the order of the names. Games not finished when ctx ends are left out;
// err is then ctx's. A panic of an engine counts as refused.
func VerifyDir(ctx context.Context, gamesDir, tracesDir string, open Opener, jobs int, report func(GameResult)) (Summary, error) {
	names, files, err := findRecordings(tracesDir)
	if err != nil {
		return Summary{}, err
	}
	results := make([]chan GameResult, len(names))
	for i := range results {
		results[i] = make(chan GameResult, 1)
	}
	var wg sync.WaitGroup
	next := make(chan int)
	for range max(1, jobs) {
		wg.Go(func() {
			for i := range next {
				results[i] <- verifyGame(ctx, gamesDir, names[i], files[names[i]], open)
			}
		})
	}
	go func() { // ends by itself: every send is answered or ctx is done
		defer close(next)
		for i := range names {
			select {
			case next <- i:
			case <-ctx.Done():
				for ; i < len(names); i++ {
					close(results[i])
				}
				return
			}
		}
	}()
	var s Summary
	for _, c := range results {
		r, ok := <-c
		if !ok {
			break
		}
		if r.Err != nil && ctx.Err() != nil {
			continue // stopped, which says nothing about the game
		}
		s.add(r)
		if report != nil {
			report(r)
		}
	}
	wg.Wait()
	return s, ctx.Err()
}

func (s *Summary) add(r GameResult) {
	s.Games++
	s.Recordings += r.Recordings
	s.Plies += r.Plies
	switch r.Result {
	case "exact":
		s.Exact++
	case "different":
		s.Different++
	default:
		s.Refused++
	}
}

// findRecordings lists the games that have recordings, and their files. They are
// in the directory itself, or in its directory "traces", where they are recorded.
func findRecordings(dir string) (names []string, files map[string][]string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("find recordings: %w", err)
	}
	files = map[string][]string{}
	inside := false
	for _, e := range entries {
		stem, ok := strings.CutSuffix(strings.TrimSuffix(e.Name(), ".gz"), ".jsonl")
		cut := strings.LastIndexByte(stem, '-')
		inside = inside || e.IsDir() && e.Name() == "traces"
		if !ok || cut <= 0 || e.IsDir() {
			continue
		}
		name := stem[:cut]
		files[name] = append(files[name], filepath.Join(dir, e.Name()))
	}
	if len(files) == 0 && inside {
		return findRecordings(filepath.Join(dir, "traces"))
	}
	for name := range files {
		names = append(names, name)
		slices.Sort(files[name])
	}
	slices.Sort(names)
	return names, files, nil
}

func verifyGame(ctx context.Context, gamesDir, name string, files []string, open Opener) (r GameResult) {
	start := time.Now()
	r.Game, r.Result = name, "refused"
	defer func() {
		if p := recover(); p != nil {
			r.Result, r.Err = "refused", fmt.Errorf("internal error: %v\n%s", p, debug.Stack())
		}
		r.Took = time.Since(start)
	}()
	text, err := description(gamesDir, name)
	if err != nil {
		r.Err = err
		return r
	}
	m, err := open(name, text)
	if err != nil {
		r.Err = err
		return r
	}
	for _, file := range files {
		if r.Err = ctx.Err(); r.Err != nil {
			return r
		}
		match, err := Read(file)
		if err == nil {
			err = Replay(match, m)
		}
		if err != nil {
			if d := (*Difference)(nil); errors.As(err, &d) {
				r.Result = "different"
			}
			r.Err = fmt.Errorf("%s: %w", filepath.Base(file), err)
			return r
		}
		r.Recordings++
		r.Plies += len(match.Plies)
	}
	r.Result = "exact"
	return r
}

func description(dir, name string) (string, error) {
	for _, ext := range []string{".kif", ".gdl"} {
		path := filepath.Join(dir, name+ext)
		b, err := bounded.ReadFile(path, maxDescription)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("read description: %w", err)
		}
		return string(b), nil
	}
	return "", fmt.Errorf("read description: there is no %s.kif in %s", name, dir)
}
