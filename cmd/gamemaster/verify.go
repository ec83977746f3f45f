package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"

	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/gdl/recording"
	"ludens/internal/cli"
)

// verifyGDLCommand replays recorded matches against an engine.
type verifyGDLCommand struct {
	config.Engine
	Games      config.Path `required:"" placeholder:"DIR" help:"Directory of descriptions, NAME.kif."`
	Recordings config.Path `required:"" placeholder:"DIR" help:"Directory of recorded matches, NAME-SEED.jsonl.gz."`
	Jobs       int         `default:"0" help:"Games to replay at the same time; 0 for one per processor."`
}

// Help is shown by --help.
func (*verifyGDLCommand) Help() string {
	return "A game is exact when every position, set of legal moves, goal list and terminal flag of all its recordings is reproduced. " +
		"One line per game: exact, different (with the first difference) or refused (with the reason); the last line counts. " +
		"Exit code 3 unless all games are exact. With --json, one object per game and line, the last one with the counts."
}

// verdict is what became of one game, as JSON.
type verdict struct {
	recording.GameResult
	Engine string  `json:"engine,omitempty"` // what ran it
	Note   string  `json:"note,omitempty"`   // why that engine
	Detail string  `json:"detail,omitempty"` // the first difference, or the reason of the refusal
	Took   float64 `json:"took_s"`           // opening and replaying
}

// Run replays.
func (c *verifyGDLCommand) Run(env *cli.Env) error {
	if c.Jobs < 0 {
		return cli.Usagef("--jobs must be at least 0, found %d", c.Jobs)
	}
	recordings, err := recording.Count(string(c.Recordings))
	if err != nil {
		return cli.UsageError{Err: fmt.Errorf("--recordings: %w", err)}
	}
	if _, err := os.ReadDir(string(c.Games)); err != nil {
		return cli.UsageError{Err: fmt.Errorf("--games: %w", err)}
	}
	jobs := c.Jobs
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	var mu sync.Mutex
	engines := map[string]verdict{} // what is known of games under way
	opt := wire.Catalog(c.Engine)
	open := func(name, text string) (recording.Position, error) {
		g, err := catalog.OpenText(env.Context, name, text, opt)
		if err != nil {
			return nil, err
		}
		f := g.Facts()
		mu.Lock()
		engines[name] = verdict{Engine: f.Engine, Note: f.Note}
		mu.Unlock()
		position, ok := g.NewMachine().(recording.Position)
		if !ok {
			return nil, fmt.Errorf("the engine %s cannot list its positions", f.Engine)
		}
		return position, nil
	}
	var failed error // of writing
	bar := env.Progress(recordings, "recordings")
	sum, err := recording.VerifyDir(env.Context, string(c.Games), string(c.Recordings), open, jobs, func(r recording.GameResult) {
		mu.Lock()
		v := engines[r.Game]
		delete(engines, r.Game)
		mu.Unlock()
		v.GameResult, v.Took = r, r.Took.Seconds()
		if r.Err != nil {
			v.Detail = r.Err.Error()
		}
		bar.Clear()
		if err := c.show(env, v); err != nil && failed == nil {
			failed = err
		}
		bar.Add(r.Recordings)
	})
	bar.Done()
	switch {
	case err != nil:
		return fmt.Errorf("verify: %w", err)
	case failed != nil:
		return failed
	case sum.Games == 0:
		return cli.Usagef("there are no recordings (NAME-SEED.jsonl.gz) in %s", c.Recordings)
	case env.JSON:
		err = env.Print(struct {
			Exact      int `json:"exact"`
			Different  int `json:"different"`
			Refused    int `json:"refused"`
			Games      int `json:"games"`
			Recordings int `json:"recordings"`
			Plies      int `json:"plies"`
		}{sum.Exact, sum.Different, sum.Refused, sum.Games, sum.Recordings, sum.Plies})
	default:
		_, err = fmt.Fprintf(env.Stdout, "exact %d of %d games\n", sum.Exact, sum.Games)
	}
	if err == nil && sum.Exact < sum.Games {
		err = cli.ErrFindings
	}
	return err
}

// show prints one game; with --quiet only one that is not exact.
func (c *verifyGDLCommand) show(env *cli.Env, v verdict) error {
	if env.JSON {
		return env.Print(v)
	}
	if env.Quiet && v.Err == nil {
		return nil
	}
	line := v.Game + ": " + v.Result
	if v.Detail != "" {
		line += ": " + strings.ReplaceAll(v.Detail, "\n", "; ")
	}
	_, err := fmt.Fprintln(env.Stdout, line)
	return err
}
