package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"ludens/config"
	"ludens/internal/bounded"
	"ludens/internal/cli"
	"ludens/ludii/exec"
	"ludens/ludii/expand"
	"ludens/ludii/load"
	"ludens/ludii/parse"
	"ludens/ludii/replay"
	"ludens/nets/encode"
	"ludens/nets/encode/recorded"
)

// verifyTensorsCommand compares the encoding of games in space with recorded tensors.
type verifyTensorsCommand struct {
	Games      config.Path `required:"" placeholder:"DIR" help:"Directory of descriptions, by the paths that the recordings name."`
	Defs       config.Path `required:"" placeholder:"DIR" help:"Directory of definition files, .def."`
	Recordings config.Path `required:"" placeholder:"DIR" help:"Directory of recorded games: tensors/NAME.jsonl.gz and traces/NAME-SEED.jsonl.gz."`
	Jobs       int         `default:"0" help:"Games to compare at the same time; 0 for one per processor."`
	Only       string      `name:"run" placeholder:"REGEXP" help:"Compare only games whose name matches."`
}

// Help is shown by --help.
func (*verifyTensorsCommand) Help() string {
	return "The positions of a recorded game are encoded on the planes of the paper and compared with recorded tensors: shapes, names of channels, " +
		"the cell of every site, every number, and channel and cell of every legal move. " +
		"One line per game: equal, different (with the first difference), refused (the description cannot be loaded) or empty (nothing was recorded); " +
		"the last line counts. Tensors and moves for which nothing was recorded are counted as missing. " +
		"Exit code 3 if any game is different or refused. With --json, one object per game and line, the last one with the counts."
}

// The words for what became of a game.
const (
	tensorsEqual     = "equal"
	tensorsDifferent = "different"
	tensorsRefused   = "refused"
	tensorsEmpty     = "empty"
)

// tensorsVerdict is what became of one game, as JSON.
type tensorsVerdict struct {
	Game   string `json:"game"` // the description's path; the file's name if it holds nothing
	Result string `json:"result"`
	Detail string `json:"detail,omitempty"` // the first difference, or the reason of the refusal
	recorded.Counts
}

// Run compares.
func (c *verifyTensorsCommand) Run(env *cli.Env) error {
	if c.Jobs < 0 {
		return cli.Usagef("--jobs must be at least 0, found %d", c.Jobs)
	}
	re, err := regexp.Compile(c.Only)
	if err != nil {
		return cli.UsageError{Err: fmt.Errorf("--run: %w", err)}
	}
	if _, err := os.ReadDir(string(c.Games)); err != nil {
		return cli.UsageError{Err: fmt.Errorf("--games: %w", err)}
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
	names, err := c.names(re)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return cli.Usagef("there are no tensors of such games in %s", c.Recordings)
	}
	verdicts := make([]chan tensorsVerdict, len(names))
	var group errgroup.Group
	if group.SetLimit(c.Jobs); c.Jobs == 0 {
		group.SetLimit(runtime.GOMAXPROCS(0))
	}
	for i := range verdicts {
		verdicts[i] = make(chan tensorsVerdict, 1)
	}
	go func() { // ends when Run has waited for all verdicts
		for i, name := range names {
			group.Go(func() error {
				verdicts[i] <- c.verify(env, name, library)
				return nil
			})
		}
	}()
	return c.report(env, verdicts)
}

// names lists the games with tensors.
func (c *verifyTensorsCommand) names(re *regexp.Regexp) ([]string, error) {
	const suffix = ".jsonl.gz"
	dir := filepath.Join(string(c.Recordings), "tensors")
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil, cli.UsageError{Err: fmt.Errorf("--recordings: %w", err)}
	}
	var names []string
	for _, f := range list {
		if name, ok := strings.CutSuffix(f.Name(), suffix); ok && re.MatchString(name) {
			names = append(names, name)
		}
	}
	return names, nil
}

// verify compares one game.
func (c *verifyTensorsCommand) verify(env *cli.Env, name string, library *expand.Library) (v tensorsVerdict) {
	v.Game, v.Result = name, tensorsRefused
	defer func() {
		if p := recover(); p != nil {
			v.Result, v.Detail = tensorsDifferent, fmt.Sprintf("panic: %v", p)
		}
	}()
	if err := env.Context.Err(); err != nil {
		v.Detail = err.Error()
		return v
	}
	f, err := recorded.Read(filepath.Join(string(c.Recordings), "tensors", name+".jsonl.gz"))
	if errors.Is(err, recorded.ErrEmpty) {
		v.Result = tensorsEmpty
		return v
	}
	if err != nil {
		v.Detail = err.Error()
		return v
	}
	v.Game = f.Meta.Path
	text, err := readLimited(string(c.Games), f.Meta.Path)
	if err != nil {
		v.Detail = err.Error()
		return v
	}
	g, findings := load.Text(f.Meta.Path, text, load.Options{Expand: expand.Options{Library: library}})
	if g.Program == nil {
		v.Detail, _, _ = strings.Cut(findings.Err().Error(), "\n")
		return v
	}
	v.Result = tensorsEqual
	v.Counts, err = compareTensors(f, g.Program, filepath.Join(string(c.Recordings), "traces", name+"-1.jsonl.gz"))
	if err != nil {
		v.Result, v.Detail = tensorsDifferent, err.Error()
	}
	return v
}

func compareTensors(f *recorded.File, p *exec.Program, trace string) (recorded.Counts, error) {
	space := exec.NewSpace(p)
	if space == nil {
		return recorded.Counts{}, errors.New("the game has no one board")
	}
	planes, err := encode.NewPlanes(space.Geometry(), p.Players, encode.Options{Grid: encode.Paper})
	if err != nil {
		return recorded.Counts{}, err
	}
	return f.Compare(planes, func(each func(*recorded.At) error) error {
		return replay.Positions(trace, p, func(at *replay.Position) error {
			out := recorded.At{Ply: at.Ply, Digest: at.Digest, View: &at.View}
			for _, m := range at.Moves {
				out.Moves = append(out.Moves, recorded.Text{Text: m.Text, Place: m.Place})
			}
			return each(&out)
		})
	})
}

// report prints verdicts as they come, in order, and counts them.
func (c *verifyTensorsCommand) report(env *cli.Env, verdicts []chan tensorsVerdict) error {
	by := map[string]int{}
	var total recorded.Counts
	bar := env.Progress(len(verdicts), "games")
	var failed error
	for _, verdict := range verdicts {
		v := <-verdict
		by[v.Result]++
		total.Add(v.Counts)
		bar.Clear()
		if err := c.show(env, v); err != nil && failed == nil {
			failed = err
		}
		bar.Add(1)
	}
	bar.Done()
	if err := env.Context.Err(); err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	if failed != nil {
		return failed
	}
	var err error
	if env.JSON {
		err = env.Print(struct {
			Equal     int `json:"equal"`
			Different int `json:"different"`
			Refused   int `json:"refused"`
			Empty     int `json:"empty"`
			Games     int `json:"games"`
			recorded.Counts
		}{by[tensorsEqual], by[tensorsDifferent], by[tensorsRefused], by[tensorsEmpty], len(verdicts), total})
	} else {
		_, err = fmt.Fprintf(env.Stdout, "equal %d of %d games: %d positions, %d numbers, %d moves; nothing recorded of %d games, and of %d positions and moves of the others\n",
			by[tensorsEqual], len(verdicts), total.Positions, total.Numbers, total.Moves, by[tensorsEmpty], total.Missing)
	}
	if err == nil && by[tensorsDifferent]+by[tensorsRefused] > 0 {
		err = cli.ErrFindings
	}
	return err
}

// show prints one game; with --quiet only one that is not equal.
func (c *verifyTensorsCommand) show(env *cli.Env, v tensorsVerdict) error {
	if env.JSON {
		return env.Print(v)
	}
	if env.Quiet && (v.Result == tensorsEqual || v.Result == tensorsEmpty) {
		return nil
	}
	line := v.Game + ": " + v.Result
	if v.Detail != "" {
		line += ": " + strings.ReplaceAll(v.Detail, "\n", "; ")
	}
	_, err := fmt.Fprintln(env.Stdout, line)
	return err
}
