package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/diag"
	"ludens/game/tryout"
	"ludens/internal/bounded"
	"ludens/internal/cli"
	"ludens/internal/sexpr"
)

// checkCommand reports the findings in descriptions.
type checkCommand struct {
	config.Library
	config.Choices
	Strict   bool          `help:"Let warnings count as findings for the exit code."`
	Short    bool          `help:"One line per finding, without the reason and the cure."`
	English  bool          `name:"explain" help:"Show the rules of games in ludemes in plain English too, made from the tree."`
	Play     bool          `default:"true" negatable:"" help:"Look also by playing at random, where reading finds no error."`
	Matches  int           `default:"100" help:"Random matches of each description at most."`
	PlayTime time.Duration `default:"3s" help:"Time for playing each description at most, building its network included."`
	Seed     uint64        `default:"1" help:"Seed of the random matches."`
	Names    []string      `arg:"" name:"game" help:"Files, library names (ludii:NAME for one in ludemes), or - for standard input."`
}

// Help is shown by --help.
func (*checkCommand) Help() string {
	return "Every finding has a code, a place, the rule at fault, the reason and the cure; \"gamemaster explain CODE\" tells more. " +
		"What only shows in play (codes PLAY…) is looked for in random matches: final positions worth nothing or several things, " +
		"seats without a move, matches that do not end. " +
		"With --explain the rules of a game in ludemes are told in plain English. " +
		"Exit code 3 if there is an error in any of the descriptions. With --json, one object per description and line."
}

// checkResult is what was found in one description.
type checkResult struct {
	Name     string `json:"name"`
	Valid    bool   `json:"valid"`
	Errors   int    `json:"errors"`
	Warnings int    `json:"warnings"`
	// Played is null where there was an error before, or with --no-play.
	Played   *tryout.Result `json:"played"`
	English  string         `json:"english,omitempty"` // with --explain
	Findings diag.List      `json:"findings"`
}

// Run checks every description; one that cannot be read does not stop the rest.
func (c *checkCommand) Run(env *cli.Env) error {
	if c.Matches < 1 || c.PlayTime <= 0 {
		return cli.Usagef("--matches must be at least 1 and --play-time more than 0 (--no-play leaves playing out)")
	}
	var errors, warnings, unread int
	for _, name := range c.Names {
		if err := env.Context.Err(); err != nil {
			return err
		}
		source, err := c.source(env, name)
		if err != nil {
			unread++
			fmt.Fprintf(env.Stderr, "%s: check %s: %v\n", env.Program, name, err)
			continue
		}
		r := checkResult{Name: name, Findings: source.Check(env.Context, c.options())}
		if err := env.Context.Err(); err != nil {
			return err
		}
		if c.Play && r.Findings.Errors() == 0 {
			played := c.try(env, source)
			if err := env.Context.Err(); err != nil {
				return err
			}
			r.Played, r.Findings = &played, append(r.Findings, played.Findings...)
		}
		for i := range r.Findings {
			if f := r.Findings[i].File; f == "" || f == source.Path || f == source.Name {
				r.Findings[i].File = name
			}
		}
		if c.English && source.Family() == "ludii" && r.Findings.Errors() == 0 {
			if r.English, err = source.English(c.options()); err != nil {
				return fmt.Errorf("explain %s: %w", name, err)
			}
		}
		r.Errors = r.Findings.Errors()
		r.Warnings, r.Valid = len(r.Findings)-r.Errors, r.Errors == 0
		errors, warnings = errors+r.Errors, warnings+r.Warnings
		if env.JSON {
			if r.Findings == nil {
				r.Findings = diag.List{}
			}
			if err := env.Print(r); err != nil {
				return err
			}
			continue
		}
		for _, d := range r.Findings {
			c.show(env.Stdout, d)
		}
		if r.English != "" {
			fmt.Fprintln(env.Stdout, r.English)
		}
	}
	env.Say("%s, %s in %s", count(errors, "error"), count(warnings, "warning"), count(len(c.Names)-unread, "description"))
	switch {
	case unread > 0:
		return fmt.Errorf("%s could not be read", count(unread, "description"))
	case errors > 0 || c.Strict && warnings > 0:
		return cli.ErrFindings
	}
	return nil
}

// try plays a description at random.
func (c *checkCommand) try(env *cli.Env, source *catalog.Source) (r tryout.Result) {
	ctx, cancel := context.WithTimeout(env.Context, c.PlayTime)
	defer cancel()
	opt := c.options()
	opt.BuildTime = c.PlayTime / 3
	g, err := source.Open(ctx, opt)
	switch {
	case err == nil:
		return tryout.Run(ctx, g, tryout.Options{Seed: c.Seed, Matches: c.Matches})
	case ctx.Err() == nil:
		r.Findings.Add(tryout.NotOpened(err))
	}
	return r
}

func (c *checkCommand) options() catalog.Options {
	return wire.Choose(wire.Library(c.Library), c.Choices)
}

func (c *checkCommand) source(env *cli.Env, name string) (*catalog.Source, error) {
	if name == "-" {
		b, err := bounded.ReadAll(env.Stdin, catalog.MaxTextBytes)
		return &catalog.Source{Text: sexpr.ToUTF8(string(b))}, err
	}
	return catalog.Find(name, c.options())
}

func (c *checkCommand) show(w io.Writer, d diag.Diagnostic) {
	fmt.Fprintln(w, d)
	if c.Short {
		return
	}
	for _, part := range []struct{ label, text string }{{"rule", d.Rule}, {"why", d.Note}, {"mend", d.Hint}, {"position", d.Position}} {
		if part.text != "" {
			fmt.Fprintf(w, "    %s: %s\n", part.label, strings.ReplaceAll(part.text, "\n", "\n    "))
		}
	}
}

// count writes a number with its noun in the right form.
func count(n int, noun string) string { return plural(n, noun, noun+"s") }

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
