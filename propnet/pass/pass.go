// Package pass makes networks smaller and faster by a table of passes.
//
// Every pass takes a sound network to a sound network that plays the same game:
// same roles, same fluents in every reachable position, same legal moves, goals
// and percepts in every reachable position. Nothing is promised for positions
// that cannot be reached. Run applies the table in order; Network.Verify may run
// after every pass, and tests walk the networks before and after in lock step.
package pass

import (
	"fmt"

	"ludens/propnet"
)

// Pass is a row of the table.
type Pass struct {
	Name string
	What string // one sentence
	Run  func(*propnet.Network) *propnet.Network
	// After names passes that must have run before, with the reason.
	After map[string]string
}

// Table is the order in which passes run.
var Table = []Pass{
	{
		Name: "constants",
		What: "replaces fluents, moves and gates that never change in any reachable position by constants",
		Run:  constants,
	},
	{
		Name: "unreachable",
		What: "drops gates on which no output depends",
		Run:  unreachable,
	},
	{
		Name: "single",
		What: "replaces gates with one input by that input",
		Run: func(n *propnet.Network) *propnet.Network {
			return n.Rewrite(propnet.Rewriting{Simplify: propnet.Simplify{Single: true}})
		},
		After: map[string]string{"constants": "folding constants leaves gates with one input"},
	},
	{
		Name: "duplicates",
		What: "makes one gate of gates with the same inputs (structural hashing), also across De Morgan's laws",
		Run: func(n *propnet.Network) *propnet.Network {
			return n.Rewrite(propnet.Rewriting{Simplify: propnet.Simplify{Hash: true, Single: true}})
		},
		After: map[string]string{"single": "equal gates show only when their inputs are written the same way"},
	},
	{
		Name: "inverse",
		What: "replaces gates that have an input and its negation by a constant, and (a and b) or (a and not b) by a",
		Run:  inverse,
		After: map[string]string{
			"duplicates": "an input and its negation are recognised by gate number",
		},
	},
	{
		Name:  "wide",
		What:  "merges a gate into the one gate of the same kind that it feeds",
		Run:   wide,
		After: map[string]string{"duplicates": "a gate that feeds one gate only must be known as such"},
	},
	{
		Name:  "factor",
		What:  "takes what alternatives of an OR have in common out of them: (a and b) or (a and c) is a and (b or c)",
		Run:   factor,
		After: map[string]string{"wide": "alternatives must be direct inputs of the OR"},
	},
	{
		Name: "phases",
		What: "replaces moves a seat is forced to make by their condition, and 'any move but these' by 'none of these'",
		Run:  phases,
		After: map[string]string{
			"constants":  "moves that are never legal would count as moves that may be made",
			"duplicates": "turn fluents and their negations are recognised by gate number",
			"factor":     "moves must stand in ORs of their own, without the fluents they are made together with",
		},
	},
	{
		Name:  "guards",
		What:  "splits the condition that most moves of a seat share off the legal gates that are read elsewhere",
		Run:   guards,
		After: map[string]string{"wide": "it would put the parts together again"},
	},
	{
		Name:  "factor again",
		What:  "as factor, with what phases and guards have opened up",
		Run:   factor,
		After: map[string]string{"guards": "alternatives read elsewhere can be factored once they have one literal left"},
	},
	{
		Name:  "clean",
		What:  "hashes again and drops what the passes before left behind",
		Run:   clean,
		After: map[string]string{"factor again": "it leaves the old alternatives behind"},
	},
	{
		Name:  "order",
		What:  "numbers the gates depth first from the outputs, so that gates of one purpose lie side by side in memory",
		Run:   order,
		After: map[string]string{"clean": "the order must be the last word"},
	},
}

// Run applies the whole table. observe, if not nil, sees the network after
// every pass (and before the first, with the zero Pass); an error from it, for
// example from Network.Verify, stops the run and names the pass.
func Run(n *propnet.Network, observe func(p Pass, n *propnet.Network) error) (*propnet.Network, error) {
	if observe != nil {
		if err := observe(Pass{}, n); err != nil {
			return nil, fmt.Errorf("network before all passes: %w", err)
		}
	}
	for _, p := range Table {
		n = p.Run(n)
		if observe != nil {
			if err := observe(p, n); err != nil {
				return nil, fmt.Errorf("network after pass %q: %w", p.Name, err)
			}
		}
	}
	return n, nil
}

// CheckOrder says whether the table keeps its own constraints.
func CheckOrder() error {
	done := map[string]bool{}
	for _, p := range Table {
		for before, why := range p.After {
			if !done[before] {
				return fmt.Errorf("pass %q must come after %q: %s", p.Name, before, why)
			}
		}
		done[p.Name] = true
	}
	return nil
}
