package tryout

import (
	"slices"
	"strings"

	"ludens/diag"
	"ludens/game"
)

// Codes of findings. A code never changes its meaning.
const (
	NoGoal       = "PLAY001"
	SeveralGoals = "PLAY002"
	NoMove       = "PLAY003"
	NoEnd        = "PLAY004"
	TooCostly    = "PLAY005"
	Broken       = "PLAY006"
)

// Rule explains a code.
type Rule struct {
	Code     string        `json:"code"`
	Title    string        `json:"title"`
	Severity diag.Severity `json:"severity"`
	Why      string        `json:"why"`
	Mend     string        `json:"mend"`
	Example  string        `json:"example"` // a whole game that breaks it
	Mended   string        `json:"mended"`

	err error // a fault or flaw with this code wraps it
}

// Rules lists all rules by code.
func Rules() []Rule { return slices.Clone(table) }

// Explain gives the rule with a code.
func Explain(code string) (r Rule, ok bool) {
	i := slices.IndexFunc(table, func(r Rule) bool { return strings.EqualFold(r.Code, strings.TrimSpace(code)) })
	if i < 0 {
		return Rule{}, false
	}
	return table[i], true
}

const (
	head = "(role r)\n(init (n 0))\n(<= (next (n 1)) (does r go))\n(<= terminal (true (n 1)))\n"
	move = "(legal r go)\n"
	goal = "(goal r 50)\n"
)

var table = []Rule{
	{
		Code: NoGoal, Title: "the end is worth something to everybody", Severity: diag.Error, err: game.ErrGoal,
		Why:     "a player without a goal value from 0 to 100 at the end has no result, and servers report an error",
		Mend:    "give the role a goal value in the position shown; a rule for \"otherwise\" is often what is missing",
		Example: head + move + "(<= (goal r 100) (true (n 2)))",
		Mended:  head + move + goal,
	},
	{
		Code: SeveralGoals, Title: "the end is worth one thing to everybody", Severity: diag.Warning, err: game.ErrGoals,
		Why:     "some programs take the first of several goal values, some the highest, some refuse the game; here the highest counts",
		Mend:    "add conditions to the rules for goal so that only one holds in the position shown",
		Example: head + move + "(goal r 100)\n(goal r 0)",
		Mended:  head + move + goal,
	},
	{
		Code: NoMove, Title: "everybody can move until the end", Severity: diag.Error, err: game.ErrNoMove,
		Why:     "a role without a legal move in a position that is not terminal stops the match",
		Mend:    "give the role a move in the position shown, for example (legal ROLE noop), or make the position terminal",
		Example: head + "(<= (legal r go) (true (n 2)))\n" + goal,
		Mended:  head + move + goal,
	},
	{
		Code: NoEnd, Title: "matches come to an end", Severity: diag.Warning,
		Why:     "a description must end every match; one that random play does not end may go on for ever",
		Mend:    "count the steps and end the match at a number of them, if nothing else is sure to end it",
		Example: "(role r)\n(init (n 0))\n(legal r go)\n(goal r 50)\n(<= (next (n 0)) (does r go))\n(<= terminal (true (n 1)))",
		Mended:  head + move + goal,
	},
	{
		Code: TooCostly, Title: "questions can be answered", Severity: diag.Warning, err: game.ErrBudget,
		Why:     "what takes more steps or memory than are given for one question stops the match here, and elsewhere perhaps the program",
		Mend:    "look for terms that grow, for recursion that does not end, and for rules that join many facts",
		Example: "(role r)\n(init (n z))\n(legal r go)\n(goal r 50)\n(<= (next (n (s ?x ?x))) (true (n ?x)))\n(<= terminal (true (n done)))",
		Mended:  head + move + goal,
	},
	{
		Code: Broken, Title: "the rules can be followed", Severity: diag.Warning,
		Why:     "an engine that cannot follow the rules stops the match",
		Mend:    "see what the finding says; if the rules are right, the engine is at fault, which is worth a report",
		Example: "(role r)\n(init (n 0))\n(legal r go)\n(goal r 50)\n(<= odd (not (even 1)))\n(<= (even ?x) (true (n ?x)) (not odd))\n(<= terminal (even 0))",
		Mended:  head + move + goal,
	},
}
