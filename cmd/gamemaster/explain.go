package main

import (
	"fmt"
	"slices"
	"strings"

	"ludens/config"
	"ludens/game/tryout"
	"ludens/gdl/check"
	"ludens/internal/cli"
	"ludens/ludii/codes"
)

// explainCommand explains the codes of findings.
type explainCommand struct {
	Codes []string `arg:"" optional:"" name:"code" help:"Codes such as GDL013 or LUD050, in any letter case; none lists all."`
}

// Run explains.
func (c *explainCommand) Run(env *cli.Env) error {
	rules := allRules()
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
	var chosen []codes.Rule
	for _, code := range c.Codes {
		i := slices.IndexFunc(rules, func(r codes.Rule) bool { return strings.EqualFold(r.Code, strings.TrimSpace(code)) })
		if i < 0 {
			known := make([]string, len(rules))
			for i, r := range rules {
				known[i] = r.Code
			}
			return cli.Usagef("there is no rule %s (the nearest code is %s; \"gamemaster explain\" lists all)", code, config.Nearest(strings.ToUpper(code), known))
		}
		chosen = append(chosen, rules[i])
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

// allRules are the rules of both languages, and of play.
func allRules() []codes.Rule {
	var out []codes.Rule
	for _, r := range check.Rules() {
		out = append(out, codes.Rule{
			Code: r.Code, Title: r.Title, Severity: r.Severity, Why: r.Why, Mend: r.Mend, Example: r.Example, Mended: r.Mended,
		})
	}
	out = append(out, codes.Rules()...)
	for _, r := range tryout.Rules() {
		out = append(out, codes.Rule{
			Code: r.Code, Title: r.Title, Severity: r.Severity, Why: r.Why, Mend: r.Mend, Example: r.Example, Mended: r.Mended,
		})
	}
	return out
}
