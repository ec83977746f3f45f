package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/internal/cli"
	"ludens/internal/hostile"
)

// benchStartsCommand begins a match of every game of some directories.
type benchStartsCommand struct {
	config.Engine
	Clock       []time.Duration `default:"1s,2s,10s" help:"Start clocks, each for every game."`
	Every       int             `default:"1" help:"Only every so-manieth file."`
	Memory      config.Bytes    `default:"256MiB" help:"Most memory for the search tree."`
	TotalMemory config.Bytes    `default:"1GiB" help:"Most memory for the whole process."`
	Threads     int             `default:"0" help:"Threads of the search; 0 for one per processor."`
	Dirs        []config.Path   `arg:"" name:"dir" help:"Directories with .kif and .lud files, searched with all below."`
}

// Help is shown by --help.
func (*benchStartsCommand) Help() string {
	return "Opens every description as a manager would send it, sends START with each clock and ABORT behind it, in one process. An answer counts as late if somebody who only " +
		"sleeps did not oversleep as much meanwhile; refused are games that no engine can open. Descriptions that are not valid (no role, no legal move) are told as refused and do not count. " +
		"Exit code 3 if an answer was late, or the process held more than --total-memory. With --json, an object for each START that was late or refused, and one with the figures."
}

// startsResult is the outcome.
type startsResult struct {
	Games    int     `json:"games"`
	Starts   int     `json:"starts"`
	Late     int     `json:"late"`
	Refused  int     `json:"refused"`
	Worst    float64 `json:"worst_late_ms"` // of all answers, negative when each had time left
	Resident int64   `json:"resident_bytes"`
	Over     int     `json:"over_memory"`
	Elapsed  float64 `json:"elapsed_s"`
}

// Run measures.
func (c *benchStartsCommand) Run(env *cli.Env) error {
	if c.Every < 1 {
		return cli.Usagef("--every must be at least 1, found %d", c.Every)
	}
	for _, d := range c.Clock {
		if d < 100*time.Millisecond || d > time.Hour {
			return cli.Usagef("--clock must be from 100ms to 1h, found %v", d)
		}
	}
	if err := errors.Join(wire.CheckThreads(c.Threads), wire.Memory("memory", c.Memory), wire.Memory("total-memory", c.TotalMemory), wire.Engine(c.Engine)); err != nil {
		return err
	}
	files, err := c.files()
	if err != nil {
		return err
	}
	begin := time.Now()
	bar := env.Progress(len(files)*len(c.Clock), "starts")
	defer bar.Done()
	var sum startsResult
	for _, file := range files {
		row, err := c.row(file)
		if err != nil {
			return err
		}
		sum.Games++
		for _, clock := range c.Clock {
			b := benchHostileCommand{Engine: c.Engine, Memory: c.Memory, TotalMemory: c.TotalMemory, Threads: c.Threads, Clock: clock}
			r, err := b.measure(env, row, (*benchHostileCommand).rules, false)
			if err != nil {
				return err
			}
			bar.Add(1)
			sum.Starts++
			sum.Resident = max(sum.Resident, r.Resident)
			sum.Worst = max(sum.Worst, r.Late)
			if r.Resident > int64(c.TotalMemory) {
				sum.Over++
			}
			late := strings.Contains(r.Bad, "late")
			if late {
				sum.Late++
			}
			if r.Answer != "ready" {
				sum.Refused++
			}
			switch {
			case !late && r.Answer == "ready":
			case env.JSON:
				if err := env.Print(r); err != nil {
					return err
				}
			default:
				env.Say("%s, %v: %s, %.0f ms late (a sleeper %.0f)", r.Name, clock, r.Answer, r.Late, r.Overslept)
			}
		}
	}
	bar.Done()
	sum.Elapsed = time.Since(begin).Seconds()
	if env.JSON {
		err = env.Print(sum)
	} else {
		_, err = fmt.Fprintf(env.Stdout, "%d games, %d STARTs: %d late, %d refused; at most %.0f ms beyond the clock, %d MiB; %.0f s\n",
			sum.Games, sum.Starts, sum.Late, sum.Refused, sum.Worst, sum.Resident>>20, sum.Elapsed)
	}
	if err == nil && sum.Late+sum.Over > 0 {
		err = cli.ErrFindings
	}
	return err
}

// files are the descriptions, in order.
func (c *benchStartsCommand) files() ([]string, error) {
	var all []string
	for _, dir := range c.Dirs {
		err := filepath.WalkDir(string(dir), func(path string, d fs.DirEntry, err error) error {
			if ext := filepath.Ext(path); err == nil && !d.IsDir() && (ext == ".kif" || ext == ".lud") {
				all = append(all, path)
			}
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("list games: %w", err)
		}
	}
	slices.Sort(all)
	var out []string
	for i := 0; i < len(all); i += c.Every {
		out = append(out, all[i])
	}
	if len(out) == 0 {
		return nil, errors.New("there are no games there")
	}
	return out, nil
}

// row is a description as it is sent.
func (c *benchStartsCommand) row(file string) (hostile.Row, error) {
	opt := wire.Catalog(c.Engine)
	source, err := catalog.Find(file, opt)
	if err != nil {
		return hostile.Row{}, err
	}
	kind, text := hostile.RulesGDL, source.Text
	if source.Family() != "gdl" {
		kind = hostile.RulesLudeme
		if text, err = source.Alone(opt); err != nil {
			text = source.Text // the player will say so
		}
	}
	return hostile.Row{Kind: kind, Name: filepath.Base(file), Text: func() string { return text }}, nil
}
