package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"time"

	"ludens/catalog"
	"ludens/config"
	"ludens/diag"
	"ludens/games"
	"ludens/internal/bounded"
	"ludens/internal/cli"
	"ludens/internal/sexpr"
	"ludens/ludii/expand"
	"ludens/ludii/load"
	"ludens/ludii/parse"
	"ludens/ludii/recording"
	"ludens/ludii/replay"
)

// verifyLudiiCommand replays recorded games against the machine of ludemes.
type verifyLudiiCommand struct {
	Games      config.Path   `required:"" placeholder:"DIR" help:"Directory of descriptions, by the paths that the recordings name."`
	Defs       config.Path   `required:"" placeholder:"DIR" help:"Directory of definition files, .def."`
	Recordings config.Path   `required:"" placeholder:"DIR" help:"Directory of recorded games: games.tsv and traces, or NAME-SEED.jsonl.gz, which may be of other choices of options and rulesets."`
	Jobs       int           `default:"0" help:"Games to replay at the same time; 0 for one per processor."`
	Only       string        `name:"run" placeholder:"REGEXP" help:"Replay only games whose path, with the choices behind it, matches."`
	Limit      time.Duration `default:"2m" help:"Longest time for a game, with all its recordings."`
	Full       bool          `help:"Show differences in full: both positions, and what led there."`
	Groups     bool          `help:"Also show what stands in the way of how many games."`
}

// Help is shown by --help.
func (*verifyLudiiCommand) Help() string {
	return "A game is exact when, at every ply of all its recordings, the number of legal moves, the successor of each, the position " +
		"after the recorded move and at the end the ranking are reproduced. One line per game: exact, different (with the first difference) " +
		"or refused (with the ludeme and its line); a game that ends in an error, a panic or out of time counts as different. The last line counts. " +
		"A game is opened with the options and the ruleset that its recordings name; where there is no games.tsv, one game with other choices counts as another. " +
		"A match's game that is not in --games is taken from the library. " +
		"Exit code 3 unless all games are exact. With --json, one object per game and line, the last one with the counts."
}

// ludiiVerdict is what became of one game, as JSON. "result" is one of three;
// "verdict" tells those apart that count as different or refused.
type ludiiVerdict struct {
	recording.GameResult
	Result  string            `json:"result"`
	Verdict recording.Verdict `json:"verdict"`
	Detail  string            `json:"detail,omitempty"` // the first difference, or the reason of the refusal
	Took    float64           `json:"took_s"`           // opening and replaying
}

func (c *verifyLudiiCommand) valid() (*regexp.Regexp, error) {
	if c.Jobs < 0 {
		return nil, cli.Usagef("--jobs must be at least 0, found %d", c.Jobs)
	}
	if c.Limit <= 0 {
		return nil, cli.Usagef("--limit must be longer than 0, found %s", c.Limit)
	}
	re, err := regexp.Compile(c.Only)
	if err != nil {
		return nil, cli.UsageError{Err: fmt.Errorf("--run: %w", err)}
	}
	if _, err := os.ReadDir(string(c.Games)); err != nil {
		return nil, cli.UsageError{Err: fmt.Errorf("--games: %w", err)}
	}
	return re, nil
}

// Run replays.
func (c *verifyLudiiCommand) Run(env *cli.Env) error {
	re, err := c.valid()
	if err != nil {
		return err
	}
	defs, err := bounded.OpenRoot(string(c.Defs))
	if err != nil {
		return cli.UsageError{Err: fmt.Errorf("--defs: %w", err)}
	}
	defer defs.Close()
	library, _, err := expand.ReadLibrary(defs.FS(), parse.Limits{})
	if err != nil {
		return cli.UsageError{Err: fmt.Errorf("--defs: %w", err)}
	}
	all, err := recording.ReadIndex(string(c.Recordings))
	if err != nil {
		return cli.UsageError{Err: fmt.Errorf("--recordings: %w", err)}
	}
	var wanted []recording.Recorded
	for _, g := range all {
		if re.MatchString(g.Title()) {
			wanted = append(wanted, g)
		}
	}
	if len(wanted) == 0 {
		return cli.Usagef("there are no recordings of such games in %s", c.Recordings)
	}
	jobs := c.Jobs
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	var failed error // of writing
	var results []recording.GameResult
	bar := env.Progress(len(wanted), "games")
	counts, err := recording.VerifyGames(env.Context, wanted, c.opener(library), recording.VerifyOptions{Jobs: jobs, Limit: c.Limit}, func(r recording.GameResult) {
		bar.Clear()
		if err := c.show(env, r); err != nil && failed == nil {
			failed = err
		}
		bar.Add(1)
		if c.Groups {
			results = append(results, r)
		}
	})
	bar.Done()
	switch {
	case err != nil:
		return fmt.Errorf("verify: %w", err)
	case failed != nil:
		return failed
	}
	if c.Groups && !env.JSON {
		fmt.Fprintln(env.Stdout)
		text := recording.Summarise(results).String()
		fmt.Fprintln(env.Stdout, text[:strings.LastIndexByte(text, '\n')])
	}
	return c.count(env, counts)
}

// opener makes the engine of a game.
func (c *verifyLudiiCommand) opener(library *expand.Library) recording.Opener {
	paths := sync.OnceValue(func() map[string]string { return descriptionPaths(string(c.Games)) })
	subgame := func(name string) (file, text string, ok bool) {
		return findSubgame(string(c.Games), paths(), name)
	}
	return func(_ context.Context, game recording.Recorded) (recording.Engine, diag.List) {
		path := game.Path
		text, err := readLimited(string(c.Games), path)
		if err != nil {
			return nil, diag.List{{Severity: diag.Error, File: path, Message: err.Error(), Code: "IO"}}
		}
		g, findings := load.Text(path, text, load.Options{Expand: expand.Options{Library: library, Select: game.Options, Ruleset: game.Ruleset}, Subgame: subgame})
		if g.Program == nil {
			return nil, findings
		}
		return replay.New(g.Program), nil
	}
}

// findSubgame finds the description of a match's game: below a directory, given the paths
// of what is there, else in our library.
func findSubgame(dir string, paths map[string]string, name string) (file, text string, ok bool) {
	if file = paths[name]; file == "" {
		own, ok := games.FindLudeme(name)
		return own.Name + ".lud", own.Text, ok
	}
	text, err := readLimited(dir, file)
	return file, text, err == nil
}

// descriptionPaths finds the descriptions below a directory by the names that
// matches use, which are those of the files.
func descriptionPaths(dir string) map[string]string {
	paths := map[string]string{}
	_ = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		name, ok := strings.CutSuffix(filepath.Base(path), ".lud")
		if rel, relErr := filepath.Rel(dir, path); ok && err == nil && relErr == nil {
			paths[name] = filepath.ToSlash(rel)
		}
		return nil
	})
	return paths
}

// readLimited reads a description below a directory, and nothing outside of it.
func readLimited(dir, path string) (string, error) {
	f, err := os.OpenInRoot(dir, filepath.FromSlash(path))
	if err != nil {
		return "", err
	}
	defer f.Close()
	b, err := bounded.ReadAll(f, catalog.MaxTextBytes)
	return sexpr.ToUTF8(string(b)), err
}

// verdictOf makes one of three words of a verdict.
func verdictOf(v recording.Verdict) string {
	switch v {
	case recording.Exact, recording.Different, recording.Refused:
		return string(v)
	case recording.Broken:
		return string(recording.Refused)
	}
	return string(recording.Different)
}

// detailOf says in a line why a game is not exact.
func detailOf(r recording.GameResult) string {
	switch r.Verdict {
	case recording.Exact:
		return ""
	case recording.Different, recording.Refused:
		_, detail, _ := strings.Cut(r.String(), r.Game+": ")
		return detail
	}
	detail, _, _ := strings.Cut(r.Message, "\n")
	return string(r.Verdict) + ": " + detail
}

// show prints one game; with --quiet only one that is not exact.
func (c *verifyLudiiCommand) show(env *cli.Env, r recording.GameResult) error {
	detail := detailOf(r)
	if env.JSON {
		return env.Print(ludiiVerdict{GameResult: r, Result: verdictOf(r.Verdict), Verdict: r.Verdict, Detail: detail, Took: r.Took.Seconds()})
	}
	if env.Quiet && r.Verdict == recording.Exact {
		return nil
	}
	line := r.Game + ": " + verdictOf(r.Verdict)
	if detail != "" {
		line += ": " + strings.ReplaceAll(detail, "\n", "; ")
	}
	if c.Full && r.Difference != nil {
		line += "\n\t" + r.Difference.Report()
	}
	_, err := fmt.Fprintln(env.Stdout, line)
	return err
}

func (c *verifyLudiiCommand) count(env *cli.Env, counts recording.Counts) (err error) {
	by := map[string]int{}
	for v, n := range counts.Verdicts {
		by[verdictOf(v)] += n
	}
	if env.JSON {
		err = env.Print(struct {
			Exact      int `json:"exact"`
			Different  int `json:"different"`
			Refused    int `json:"refused"`
			Games      int `json:"games"`
			Recordings int `json:"recordings"`
			Plies      int `json:"plies"`
			Successors int `json:"successors"`
			Texts      int `json:"texts"`
		}{by["exact"], by["different"], by["refused"], counts.Games, counts.Recordings, counts.Plies, counts.Successors, counts.Texts})
	} else {
		_, err = fmt.Fprintln(env.Stdout, counts)
	}
	if err == nil && by["exact"] < counts.Games {
		err = cli.ErrFindings
	}
	return err
}
