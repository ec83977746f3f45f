package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludens/diag"
	"ludens/ludii/expand"
	"ludens/ludii/parse"
)

// Diagnostic codes of this package.
const (
	CodeLudeme   = "LUD050" // a ludeme that there is not, or that cannot stand there
	CodeArgument = "LUD051" // an argument that fits no form
	CodeMissing  = "LUD052" // an argument that is missing
	CodeLabel    = "LUD053" // a label that the ludeme does not have
	CodeConstant = "LUD054" // a name that is no constant, or not one that fits
	CodeBudget   = "LUD055" // a description too large or too deep to be checked
)

// mostFindings bounds what one slip in a define used all over may report.
const mostFindings = 200

// finding makes an error about a node. The note tells the define it came from.
func finding(code string, n *parse.Node, message, rule, hint string) diag.Diagnostic {
	d := diag.Diagnostic{Code: code, Severity: diag.Error, Message: message, Rule: rule, Hint: hint}
	if n != nil {
		d.Pos = n.Pos
		if n.Origin != nil {
			d.File, d.Note = n.Origin.File, expand.Via(n)
		}
	}
	return d
}

// told keeps a finding from being told for every copy of its place.
type told struct {
	code, file, message string
	offset              int
}

// explainer finds out why a node is not what was expected. Where several forms
// could have been meant, it takes the one whose writing is least far from what
// stands there, and reports every argument that is wrong with that one.
type explainer struct {
	c        *checker
	told     map[told]bool
	hints    map[nearest]string
	findings diag.List
}

func (e *explainer) add(d diag.Diagnostic) {
	key := told{d.Code, d.File, d.Message, d.Pos.Offset}
	if e.told[key] || len(e.findings) >= mostFindings {
		return
	}
	e.told[key] = true
	e.findings.Add(d)
}

// nearest is a question for hints, asked once.
type nearest struct {
	name string
	of   *Form
}

// explain reports why n, which is none of the types, is none. The form, if any,
// is the one whose parameter it should be.
func (e *explainer) explain(n *parse.Node, types []Type, of *Form) {
	if e.c.stop || len(e.findings) >= mostFindings {
		return
	}
	switch n.Kind {
	case parse.Call:
		e.explainCall(n, types, of)
	case parse.Array:
		e.explainArray(n, types, of)
	case parse.Name:
		e.explainName(n, types, of)
	case parse.Int, parse.Float:
		if _, err := strconv.ParseFloat(n.Text, 64); err != nil || n.Kind == parse.Int && slices.ContainsFunc(types, func(t Type) bool { return t.Depth == 0 && t.Sort == Int }) {
			e.add(finding(CodeArgument, n, fmt.Sprintf("%s is too large a number", brief(n)), "", ""))
			return
		}
		e.unfit(n, types, of)
	default:
		e.unfit(n, types, of)
	}
}

// unfit reports that n is not of a kind that could stand there.
func (e *explainer) unfit(n *parse.Node, types []Type, of *Form) {
	e.add(finding(CodeArgument, n, brief(n)+" cannot stand here; here belongs "+describe(types), signature(of), ""))
}

func (e *explainer) explainCall(n *parse.Node, types []Type, of *Form) {
	head := n.Head()
	if head == "" {
		e.add(finding(CodeLudeme, n, "this bracket does not begin with the name of a ludeme", "", ""))
		return
	}
	if e.c.table.heads[head] == nil {
		e.add(finding(CodeLudeme, n, fmt.Sprintf("there is no ludeme %q", shorten(head, 40)), signature(of), e.nearestHead(head, types, of)))
		return
	}
	forms := e.candidates(n, types)
	if len(forms) == 0 {
		var is []string
		for s, forms := range e.c.table.heads[head] {
			if forms != nil {
				is = append(is, article(Sort(s)))
			}
		}
		e.add(finding(CodeLudeme, n, fmt.Sprintf("(%s …) is %s; here belongs %s", head, strings.Join(is, " or "), describe(types)), signature(of), ""))
		return
	}
	var best *alignment
	for _, f := range e.byWord(n, forms) {
		if a := e.align(n, f); best == nil || a.cost < best.cost {
			best = a
		}
		if e.c.stop {
			return
		}
	}
	e.report(n, best, forms)
}

// byWord keeps the forms that begin with the word that n goes on with, if there
// are any.
func (e *explainer) byWord(n *parse.Node, forms []*Form) []*Form {
	if len(n.Children) < 2 || n.Children[1].Kind != parse.Name || n.Children[1].Label != "" {
		return forms
	}
	var kept []*Form
	for _, f := range forms {
		if len(f.slots) > 0 && f.slots[0].word != "" && f.slots[0].word == n.Children[1].Text {
			kept = append(kept, f)
		}
	}
	if len(kept) == 0 {
		return forms
	}
	return kept
}

// candidates are the forms that a call could be as one of the types.
func (e *explainer) candidates(n *parse.Node, types []Type) []*Form {
	var forms []*Form
	for _, t := range types {
		if t.Depth == 0 && (t.Head == "" || (n.Head() == t.Head) != t.Not) {
			if of := e.c.table.heads[n.Head()]; of != nil {
				for _, f := range of[t.Sort] {
					if !slices.Contains(forms, f) {
						forms = append(forms, f)
					}
				}
			}
		}
	}
	return forms
}

// nearestHead is a hint for a head that there is not: one of those that can stand
// where the types are expected, else any.
func (e *explainer) nearestHead(head string, types []Type, of *Form) string {
	hint, known := e.hints[nearest{head, of}]
	if !known {
		var here []string
		for _, t := range types {
			here = append(here, e.c.table.headsOf(t.Sort)...)
		}
		hint = didYouMean(head, here, sortedKeys(e.c.table.heads))
		e.hints[nearest{head, of}] = hint
	}
	return hint
}

func (e *explainer) explainArray(n *parse.Node, types []Type, of *Form) {
	member := membersOf(types)
	if len(member) == 0 {
		e.unfit(n, types, of)
		return
	}
	// The type that the most members are; the others of them are wrong.
	best, bestWrong := 0, 2*len(n.Children)+1
	for i, t := range member {
		wrong := 0
		for _, m := range n.Children {
			switch {
			case e.c.labelled(m, t) != nil || e.plausible(m, []Type{t}):
			case m.Kind == parse.Name && t.Sort.Enumerated():
				wrong++
			default:
				wrong += 2
			}
		}
		if wrong < bestWrong {
			best, bestWrong = i, wrong
		}
	}
	for _, m := range n.Children {
		switch {
		case m.Label != "":
			e.add(finding(CodeLabel, m, fmt.Sprintf("a member of a list has no label, but here stands %s:", shorten(m.Label, 40)), signature(of), ""))
		case e.c.typed(m, member[best]) == nil:
			e.explain(m, member[best:best+1], of)
		}
	}
}

// membersOf are the types of the members of those types that are lists.
func membersOf(types []Type) []Type {
	var members []Type
	for _, t := range types {
		switch {
		case t.Depth > 0:
			t.Depth--
			members = append(members, t)
		case t.Sort == Ints && (t.Head == "" || t.Not):
			members = append(members, Type{Sort: Int})
		}
	}
	return members
}

func (e *explainer) explainName(n *parse.Node, types []Type, of *Form) {
	var fit []string
	for _, t := range types {
		if t.Depth == 0 && t.Head == "" {
			fit = append(fit, sortedKeys(e.c.table.constants[t.Sort])...)
		}
	}
	hint := didYouMean(n.Text, fit)
	switch {
	case !e.c.table.all[n.Text] && e.c.table.heads[n.Text] != nil:
		e.add(finding(CodeConstant, n, fmt.Sprintf("%s is the name of a ludeme, which is written in brackets", n.Text), signature(of), "write ("+n.Text+" …)"))
	case !e.c.table.all[n.Text]:
		if hint == "" {
			hint = oneOf(fit)
		}
		if hint == "" {
			hint = didYouMean(n.Text, sortedKeys(e.c.table.all))
		}
		e.add(finding(CodeConstant, n, fmt.Sprintf("there is no constant %q", shorten(n.Text, 40)), signature(of), hint))
	default:
		if e.c.table.constants[RoleType][n.Text] && slices.ContainsFunc(types, func(t Type) bool { return t.Sort == Int && t.Depth == 0 }) {
			hint = "the number of that player is (id " + n.Text + ")"
		} else if hint == "" {
			hint = oneOf(fit)
		}
		e.add(finding(CodeConstant, n, n.Text+" cannot stand here; here belongs "+describe(types), signature(of), hint))
	}
}

// oneOf is a hint that names the constants which fit, if they are few.
func oneOf(fit []string) string {
	if len(fit) == 0 || len(fit) > 14 {
		return ""
	}
	return "one of " + strings.Join(fit, ", ")
}

// report tells what is wrong with a call as the form it was aligned with.
func (e *explainer) report(n *parse.Node, a *alignment, forms []*Form) {
	before := len(e.findings)
	filled := make([]bool, len(a.form.slots))
	var wrong []*parse.Node
	for i, arg := range n.Children[1:] {
		if i >= len(a.slot) || a.slot[i] < 0 {
			wrong = append(wrong, arg)
			continue
		}
		s := &a.form.slots[a.slot[i]]
		filled[a.slot[i]] = true
		if e.slotCost(arg, a.form, s) == 0 {
			continue
		}
		if s.word != "" {
			e.add(finding(CodeConstant, arg, fmt.Sprintf("there is no (%s %s …)", n.Head(), arg.Text), signature(a.form), fmt.Sprintf("did you mean %q?", s.word)))
			continue
		}
		var types []Type
		for k := s.first; k < s.last; k++ {
			if p := &a.form.Params[k]; p.Label == (arg.Label != "") && (!p.Label || p.Name == arg.Label) {
				types = append(types, p.Types...)
			}
		}
		e.explain(arg, types, a.form)
	}
	var missing []int
	for j := range filled {
		if s := &a.form.slots[j]; !filled[j] && (s.word != "" || !s.optional) {
			missing = append(missing, j)
		}
	}
	rule := signature(a.form)
	if len(missing) > 0 && a.form.slots[missing[0]].word != "" {
		e.noWord(n, wrong, forms)
		return
	}
	if len(wrong) > 0 && len(missing) > 0 && e.instead(n, wrong[0], a.form, &a.form.slots[missing[0]]) {
		wrong, missing = wrong[1:], missing[1:]
	}
	for _, arg := range wrong {
		e.superfluous(n, arg, a.form, forms)
	}
	for _, j := range missing {
		s := a.form.slots[j]
		var names []string
		for _, p := range a.form.Params[s.first:s.last] {
			names = append(names, p.String())
		}
		e.add(finding(CodeMissing, n, fmt.Sprintf("(%s …) lacks %s", title(a.form), strings.Join(names, " or ")), rule, ""))
	}
	if len(e.findings) == before && len(e.findings) < mostFindings {
		e.again(n, a.form)
	}
}

// instead reports an argument that stands where another is missing; false if the
// two have nothing to do with each other.
func (e *explainer) instead(n, arg *parse.Node, f *Form, s *slot) bool {
	var types []Type
	for _, p := range f.Params[s.first:s.last] {
		fits := slices.ContainsFunc(p.Types, func(t Type) bool { return e.c.typed(arg, t) != nil })
		switch {
		case fits && p.Label && arg.Label == "":
			e.add(finding(CodeLabel, arg, fmt.Sprintf("(%s …) lacks the label %s: before %s", title(f), p.Name, brief(arg)), signature(f), ""))
			return true
		case fits && p.Label:
			e.add(finding(CodeLabel, arg, fmt.Sprintf("(%s …) has no argument %s: here", title(f), arg.Label), signature(f), "it is called "+p.Name+":"))
			return true
		case fits && arg.Label != "":
			e.add(finding(CodeLabel, arg, fmt.Sprintf("(%s …) has no argument %s: here", title(f), arg.Label), signature(f), "leave the label out"))
			return true
		case !p.Label && arg.Label == "":
			types = append(types, p.Types...)
		}
	}
	if len(types) == 0 {
		return false
	}
	e.explain(arg, types, f)
	return true
}

// again reports a call whose arguments each have a place, but not together, or
// whose faults have all been told at another copy of their place.
func (e *explainer) again(n *parse.Node, f *Form) {
	if len(e.findings) == 0 {
		e.add(finding(CodeArgument, n, fmt.Sprintf("the arguments of (%s …) do not fit together", title(f)), signature(f), ""))
	}
}

// noWord reports a call that lacks the word which selects its form.
func (e *explainer) noWord(n *parse.Node, wrong []*parse.Node, forms []*Form) {
	var words []string
	for _, f := range forms {
		for i := range f.slots {
			if w := f.slots[i].word; w != "" {
				if !slices.Contains(words, w) {
					words = append(words, w)
				}
				break
			}
		}
	}
	slices.Sort(words)
	at := n
	for _, w := range wrong {
		if w.Kind == parse.Name && w.Label == "" {
			at = w
			break
		}
	}
	hint := ""
	if at != n {
		hint = didYouMean(at.Text, words)
	}
	if hint == "" {
		hint = "one of " + shorten(strings.Join(words, ", "), 160)
	}
	if at != n {
		e.add(finding(CodeConstant, at, fmt.Sprintf("there is no (%s %s …)", n.Head(), shorten(at.Text, 40)), "", hint))
		return
	}
	e.add(finding(CodeMissing, n, fmt.Sprintf("(%s …) lacks the word that tells which it is", n.Head()), "", hint))
}

// superfluous reports an argument that has no place in the form.
func (e *explainer) superfluous(n, arg *parse.Node, f *Form, forms []*Form) {
	if arg.Label != "" {
		var labels []string
		for _, g := range forms {
			for _, p := range g.Params {
				if p.Label {
					labels = append(labels, p.Name)
				}
			}
		}
		if !slices.Contains(labels, arg.Label) {
			e.add(finding(CodeLabel, arg, fmt.Sprintf("(%s …) has no argument %s:", title(f), arg.Label), signature(f), didYouMean(arg.Label, labels)))
			return
		}
	}
	if arg.Kind == parse.Name && !e.c.table.all[arg.Text] || arg.Kind == parse.Call && e.c.table.heads[arg.Head()] == nil {
		var types []Type
		for _, p := range f.Params {
			types = append(types, p.Types...)
		}
		e.explain(arg, types, f)
		return
	}
	hint := ""
	if fits := slices.ContainsFunc(f.Params, func(p Param) bool {
		return p.Label == (arg.Label != "") && (!p.Label || p.Name == arg.Label) && slices.ContainsFunc(p.Types, func(t Type) bool { return e.c.typed(arg, t) != nil })
	}); fits {
		hint = "the order of the arguments counts, and alternatives exclude each other"
	}
	e.add(finding(CodeArgument, arg, fmt.Sprintf("(%s …) takes no %s here", title(f), brief(arg)), signature(f), hint))
}
