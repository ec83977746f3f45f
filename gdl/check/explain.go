package check

import (
	"slices"

	"ludens/diag"
)

// Rule is a rule that descriptions are held to, with its code.
type Rule struct {
	Code     string        `json:"code"`     // stable: a code never changes its meaning
	Title    string        `json:"title"`    // the rule in a few words
	Severity diag.Severity `json:"severity"` // what a finding with this code has
	Why      string        `json:"why"`      // why it is wrong to break it
	Mend     string        `json:"mend"`     // how to mend a description that breaks it
	Example  string        `json:"example"`  // GDL that breaks it
	Mended   string        `json:"mended"`   // the same, mended

	trigger string // breaks the rule where Example only describes a text that would
}

// Rules lists all rules, those of the reader included, by code.
func Rules() []Rule { return slices.Clone(table) }

var byCode = func() map[string]Rule {
	m := make(map[string]Rule, len(table))
	for _, r := range table {
		m[r.Code] = r
	}
	return m
}()
