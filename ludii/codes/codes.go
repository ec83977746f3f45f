// Package codes explains the findings that descriptions in ludemes can have: for
// every code what the rule is, why it is one, how to mend a description that
// breaks it, and an example.
//
// The promise: every code that a room below ludii gives is in the table, and
// every example breaks the rule it stands for; tests hold the table to both.
// The package only holds texts; the findings come from parse, expand, topology,
// check, lower and load.
package codes

import (
	"slices"

	"ludens/diag"
)

// Rule explains a code.
type Rule struct {
	Code     string        `json:"code"`     // stable: a code never changes its meaning
	Title    string        `json:"title"`    // the rule in a few words
	Severity diag.Severity `json:"severity"` // what a finding with this code has, at worst
	Why      string        `json:"why"`      // why it is wrong to break it
	Mend     string        `json:"mend"`     // how to mend a description that breaks it
	Example  string        `json:"example"`  // ludemes that break it, maybe a part of a description
	Mended   string        `json:"mended"`   // the same, mended

	trigger string // a whole description that breaks it, where Example shows a part or describes one
	ruleset string // chosen for that
}

// Rules lists all rules by code.
func Rules() []Rule { return slices.Clone(table) }
