package main

import (
	"fmt"
	"io"
	"strings"

	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/diag"
	"ludens/internal/bounded"
	"ludens/internal/cli"
	"ludens/internal/sexpr"
)

// checkCommand reports the findings in descriptions.
type checkCommand struct {
	config.Library
	config.Choices
	Strict bool     `help:"Let warnings count as findings for the exit code."`
	Short  bool     `help:"One line per finding, without the reason and the cure."`
	Names  []string `arg:"" name:"game" help:"Files, library names (ludii:NAME for one in ludemes), or - for standard input."`
}

// Help is shown by --help.
func (*checkCommand) Help() string {
	return "Every finding has a code, a place, the rule at fault, the reason and the cure; \"gamemaster explain CODE\" tells more. " +
		"Exit code 3 if there is an error in any of the descriptions. With --json, one object per description and line."
}

// checkResult is what was found in one description.
type checkResult struct {
	Name     string    `json:"name"`
	Valid    bool      `json:"valid"`
	Errors   int       `json:"errors"`
	Warnings int       `json:"warnings"`
	Findings diag.List `json:"findings"`
}

// Run checks every description; one that cannot be read does not stop the rest.
func (c *checkCommand) Run(env *cli.Env) error {
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
		r := checkResult{Name: name, Findings: source.Check(c.options())}
		for i := range r.Findings {
			if f := r.Findings[i].File; f == "" || f == source.Path || f == source.Name {
				r.Findings[i].File = name
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
	for _, part := range []struct{ label, text string }{{"rule", d.Rule}, {"why", d.Note}, {"mend", d.Hint}} {
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
