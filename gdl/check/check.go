package check

import (
	"fmt"

	"ludens/diag"
	"ludens/gdl"
)

const (
	mostPerCode  = 500 // findings of one code; what is beyond is only counted
	mostRuleText = 400 // bytes of a rule shown with a finding
	mostName     = 80  // bytes of a name or term shown in a message

	mostSuggestions = 50 // findings of one code for which a near name is looked for
)

// Check reads a description and reports every finding, sorted by place. The
// text may also be the rule list of a START message. It never fails otherwise:
// a text that is no description at all gives findings, too. The description is
// valid exactly when the list holds no Error.
func Check(text string) diag.List {
	c := &checker{shown: map[string]int{}, hidden: map[string]bool{}}
	c.read(text)
	c.ruleText = make([]string, len(c.d.Rules))
	for _, pass := range passes {
		pass.run(c)
	}
	c.countLeftOut()
	c.out.Sort()
	return c.out
}

// passes in the order they run; later ones use what earlier ones gathered.
var passes = []struct {
	name string
	run  func(*checker)
}{
	{"names", (*checker).names},               // fills rels, roles
	{"rules", (*checker).rules},               //
	{"needed", (*checker).needed},             // wants rels
	{"produced", (*checker).produced},         // wants rels
	{"graph", (*checker).buildGraph},          // fills graph
	{"dependencies", (*checker).dependencies}, // wants graph
	{"recursion", (*checker).recursion},       // wants graph
	{"negation", (*checker).negation},         // wants graph
	{"roles", (*checker).roleChecks},          // wants roles
	{"declarations", (*checker).declarations}, // wants rels
	{"live", (*checker).live},                 // wants rels, roles
}

// checker is one run of Check.
type checker struct {
	d   *gdl.Description
	out diag.List

	shown    map[string]int // findings per code, also those beyond mostPerCode
	ruleText []string       // by rule, made when first needed

	// hidden holds the names that occur in forms which could not be read, in
	// lower case; cut tells that an unknown part of the text is missing. Neither
	// lets a name count as missing or unused.
	hidden map[string]bool
	cut    bool

	rels     map[string]*relation // by name
	relOrder []string             // names in order of appearance
	roles    []gdl.Term           // role facts without variables, each once
	graph    *nameGraph
}

// noRule marks a finding that belongs to the description as a whole.
const noRule = -1

// report adds a finding about a rule (or noRule) at a place. Severity, reason
// and hint come from the table; use hinted for a hint that fits better.
func (c *checker) report(code string, rule int, pos diag.Pos, format string, args ...any) {
	c.hinted(code, rule, pos, "", format, args...)
}

func (c *checker) hinted(code string, rule int, pos diag.Pos, hint, format string, args ...any) {
	if c.shown[code] >= mostPerCode {
		c.shown[code]++
		return
	}
	f := diag.Diagnostic{Code: code, Pos: pos, Message: fmt.Sprintf(format, args...), Hint: hint}
	f.Severity = byCode[code].Severity
	if rule != noRule {
		f.Rule = c.textOf(rule)
	}
	c.add(f)
}

// add completes a finding from the table and keeps it.
func (c *checker) add(f diag.Diagnostic) {
	c.shown[f.Code]++
	if c.shown[f.Code] > mostPerCode {
		return
	}
	row := byCode[f.Code]
	if f.Note == "" {
		f.Note = row.Why
	}
	if f.Hint == "" {
		f.Hint = row.Mend
	}
	c.out.Add(f)
}

// countLeftOut says how many findings of a code are not listed.
func (c *checker) countLeftOut() {
	for _, row := range table {
		if more := c.shown[row.Code] - mostPerCode; more > 0 {
			c.out.Add(diag.Diagnostic{
				Code: row.Code, Severity: row.Severity, Note: row.Why, Hint: row.Mend,
				Message: fmt.Sprintf("%d more findings of this kind are not listed", more),
			})
		}
	}
}

func (c *checker) textOf(rule int) string {
	if c.ruleText[rule] == "" {
		r := &c.d.Rules[rule]
		w := clipper{most: mostRuleText}
		w.rule(r)
		c.ruleText[rule] = w.String()
	}
	return c.ruleText[rule]
}
