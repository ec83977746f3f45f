package main

import (
	"context"
	"fmt"
	"os"
	"path"
	"regexp"
	"runtime"
	"slices"
	"time"

	"ludens/config"
	"ludens/internal/bounded"
	"ludens/internal/cli"
	"ludens/ludii/choices"
	"ludens/ludii/expand"
	"ludens/ludii/load"
	"ludens/ludii/parse"
)

// verifyChoicesCommand opens and plays every choice that descriptions offer.
type verifyChoicesCommand struct {
	Games    config.Path   `required:"" placeholder:"DIR" help:"Directory of descriptions, with those that matches name."`
	Defs     config.Path   `required:"" placeholder:"DIR" help:"Directory of definition files, .def."`
	Playouts int           `default:"20" help:"Random games of each choice."`
	Moves    int           `default:"0" help:"Moves after which a game is cut off; 0 for never."`
	Limit    time.Duration `default:"10s" help:"Longest time for the games of a choice; what is not played by then is left out."`
	Every    int           `default:"1" help:"Take every n-th description only."`
	Seed     uint64        `default:"1" help:"Seed of the random games."`
	Only     string        `name:"run" placeholder:"REGEXP" help:"Take only descriptions whose path matches."`
}

// Help is shown by --help.
func (*verifyChoicesCommand) Help() string {
	return "Every item of every option and every ruleset of every description is chosen once, beside what is chosen where nothing is said. " +
		"Each must open, and random games of it must go on to their ends without a fault; a choice that makes the same description as another one is played once. " +
		"One line per choice with a fault, and with --json one object per choice; the last line counts, and names the choices that took longest and most memory. " +
		"Exit code 3 unless there was no fault."
}

// choiceResult is what became of a choice, as JSON.
type choiceResult struct {
	Game   string  `json:"game"`
	Choice string  `json:"choice"`
	Result string  `json:"result"` // played, same, refused, fault
	Detail string  `json:"detail,omitempty"`
	Games  int     `json:"games"`
	Ended  int     `json:"ended"` // to their ends
	Moves  int     `json:"moves"`
	Opened float64 `json:"opened_s"`
	Took   float64 `json:"took_s"` // playing
	Bytes  int64   `json:"bytes"`  // what the opened game holds
}

// choiceCounts adds them up, as JSON.
type choiceCounts struct {
	Descriptions int          `json:"descriptions"`
	Choices      int          `json:"choices"`
	Distinct     int          `json:"distinct"`
	Refused      int          `json:"refused"`
	Faults       int          `json:"faults"`
	Games        int          `json:"games"`
	Ended        int          `json:"ended"`
	Moves        int          `json:"moves"`
	Slowest      choiceResult `json:"slowest"` // to open
	Largest      choiceResult `json:"largest"`
}

func (c *verifyChoicesCommand) valid() (*regexp.Regexp, error) {
	if c.Playouts < 1 || c.Moves < 0 || c.Every < 1 || c.Limit <= 0 {
		return nil, cli.Usagef("--playouts and --every must be at least 1, --moves at least 0, --limit longer than 0")
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

// Run plays.
func (c *verifyChoicesCommand) Run(env *cli.Env) error {
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
	all := descriptionPaths(string(c.Games))
	paths := make([]string, 0, len(all))
	for _, p := range all {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	var taken []string
	for i := 0; i < len(paths); i += c.Every {
		if re.MatchString(paths[i]) {
			taken = append(taken, paths[i])
		}
	}
	if len(taken) == 0 {
		return cli.Usagef("there are no such descriptions in %s", c.Games)
	}
	p := choicePlayer{c: c, env: env, library: library, paths: all}
	bar := env.Progress(len(taken), "descriptions")
	for _, path := range taken {
		if err := env.Context.Err(); err != nil {
			bar.Done()
			return err
		}
		bar.Clear()
		if err := p.description(path); err != nil {
			bar.Done()
			return err
		}
		bar.Add(1)
	}
	bar.Done()
	return p.count()
}

// A choicePlayer goes through the choices of descriptions.
type choicePlayer struct {
	c       *verifyChoicesCommand
	env     *cli.Env
	library *expand.Library
	paths   map[string]string // of descriptions by the names that matches use
	sum     choiceCounts
}

// description plays all choices of one description.
func (p *choicePlayer) description(file string) error {
	text, err := readLimited(string(p.c.Games), file)
	if err != nil {
		return fmt.Errorf("verify choices: %w", err)
	}
	p.sum.Descriptions++
	d, _ := expand.Expand(file, text, expand.Options{Library: p.library})
	seen := map[string]bool{}
	for _, choice := range choices.Of(d) {
		if p.env.Context.Err() != nil {
			return p.env.Context.Err()
		}
		p.sum.Choices++
		d, findings := expand.Expand(file, text, choice.Expand(p.library))
		if findings.Errors() == 0 && d.Root != nil {
			tree := d.Root.String()
			if seen[tree] {
				if p.env.JSON {
					if err := p.env.Print(choiceResult{Game: file, Choice: choice.String(), Result: "same"}); err != nil {
						return err
					}
				}
				continue
			}
			seen[tree] = true
		}
		p.sum.Distinct++
		if err := p.show(p.play(file, text, choice)); err != nil {
			return err
		}
	}
	return nil
}

// play opens a description as it was chosen, and plays.
func (p *choicePlayer) play(file, text string, choice choices.Choice) choiceResult {
	r := choiceResult{Game: file, Choice: choice.String(), Result: "played"}
	before := held()
	start := time.Now()
	g, findings := load.Text(file, text, load.Options{Expand: choice.Expand(p.library), Subgame: p.subgame})
	r.Opened = time.Since(start).Seconds()
	if g.Program == nil {
		r.Result = "refused"
		if len(findings) > 0 {
			r.Detail = findings[0].String()
		}
		return r
	}
	program := g.Program
	r.Bytes = held() - before
	ctx, cancel := context.WithTimeout(p.env.Context, p.c.Limit)
	defer cancel()
	start = time.Now()
	played, err := choices.Play(program, choices.Options{
		Games: p.c.Playouts, Moves: p.c.Moves, Seed: p.c.Seed, Stop: func() bool { return ctx.Err() != nil },
	})
	r.Took = time.Since(start).Seconds()
	r.Games, r.Ended, r.Moves = played.Games, played.Ended, played.Moves
	if err != nil {
		r.Result, r.Detail = "fault", err.Error()
	}
	runtime.KeepAlive(g)
	return r
}

func (p *choicePlayer) subgame(name string) (file, text string, ok bool) {
	return findSubgame(string(p.c.Games), p.paths, path.Base(name))
}

// held is how much memory is in use and cannot be given back.
func held() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// show counts a result and prints it, unless all is well.
func (p *choicePlayer) show(r choiceResult) error {
	s := &p.sum
	s.Games, s.Ended, s.Moves = s.Games+r.Games, s.Ended+r.Ended, s.Moves+r.Moves
	switch r.Result {
	case "refused":
		s.Refused++
	case "fault":
		s.Faults++
	}
	if r.Opened > s.Slowest.Opened {
		s.Slowest = r
	}
	if r.Bytes > s.Largest.Bytes {
		s.Largest = r
	}
	if p.env.JSON {
		return p.env.Print(r)
	}
	if r.Result == "played" {
		return nil
	}
	_, err := fmt.Fprintf(p.env.Stdout, "%s: %s: %s\n", titled(r), r.Result, r.Detail)
	return err
}

func titled(r choiceResult) string {
	if r.Choice == "" {
		return r.Game
	}
	return r.Game + " (" + r.Choice + ")"
}

// count prints the sum.
func (p *choicePlayer) count() error {
	s := p.sum
	var err error
	if p.env.JSON {
		err = p.env.Print(s)
	} else {
		_, err = fmt.Fprintf(p.env.Stdout, "slowest to open %s: %.2f s\nlargest %s: %.1f MiB\n%d choices of %d descriptions, %d of them different: %d refused, %d with a fault; %d games of %d moves, %d to their ends\n",
			titled(s.Slowest), s.Slowest.Opened, titled(s.Largest), float64(s.Largest.Bytes)/(1<<20),
			s.Choices, s.Descriptions, s.Distinct, s.Refused, s.Faults, s.Games, s.Moves, s.Ended)
	}
	if err == nil && s.Refused+s.Faults > 0 {
		return cli.ErrFindings
	}
	return err
}
