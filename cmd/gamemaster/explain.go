package main

import (
	"fmt"
	"strings"

	"ludens/config"
	"ludens/gdl/check"
	"ludens/internal/cli"
)

// explainCommand explains the codes of findings.
type explainCommand struct {
	Codes []string `arg:"" optional:"" name:"code" help:"Codes such as GDL013, in any letter case; none lists all."`
}

// Run explains.
func (c *explainCommand) Run(env *cli.Env) error {
	rules := check.Rules()
	if len(c.Codes) == 0 {
		if env.JSON {
			return env.Print(rules)
		}
		t := cli.Table{Head: []string{"CODE", "SEVERITY", "RULE"}}
		for _, r := range rules {
			t.Row(r.Code, r.Severity, r.Title)
		}
		t.Write(env.Stdout)
		return nil
	}
	var chosen []check.Rule
	for _, code := range c.Codes {
		r, ok := check.Explain(strings.ToUpper(code))
		if !ok {
			known := make([]string, len(rules))
			for i, r := range rules {
				known[i] = r.Code
			}
			return cli.Usagef("there is no rule %s (the nearest code is %s; \"gamemaster explain\" lists all)", code, config.Nearest(strings.ToUpper(code), known))
		}
		chosen = append(chosen, r)
	}
	if env.JSON {
		return env.Print(chosen)
	}
	for i, r := range chosen {
		if i > 0 {
			fmt.Fprintln(env.Stdout)
		}
		fmt.Fprintf(env.Stdout, "%s (%s): %s\n", r.Code, r.Severity, r.Title)
		for _, part := range []struct{ head, text string }{{"Why", r.Why}, {"How to mend it", r.Mend}, {"Example", r.Example}, {"Mended", r.Mended}} {
			if part.text != "" {
				fmt.Fprintf(env.Stdout, "\n%s\n    %s\n", part.head, strings.ReplaceAll(strings.TrimRight(part.text, "\n"), "\n", "\n    "))
			}
		}
	}
	return nil
}
