package gdl

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"ludens/diag"
	"ludens/internal/sexpr"
)

// Codes of what the reader finds wrong. Parentheses and limits have the codes
// of package sexpr.
const (
	CodeEmptyList  = "GDL001" // an empty list where a sentence or term must be
	CodeBadName    = "GDL002" // a list or a variable where a name must be
	CodeBadRule    = "GDL003" // a rule without a head
	CodeBadLiteral = "GDL004" // a body literal that is not one: a bare variable, not or distinct with wrong arguments
	CodeNoRules    = "GDL005" // the text holds no rules at all
)

// Read reads a rule sheet. Rules may stand alone or be wrapped in one outer
// list, as START messages have them. All findings are returned, up to 1,000; the
// description holds every rule that could be read. Places count the bytes of the
// text as it is, names that are not valid UTF-8 are taken as Latin-1.
func Read(text string) (*Description, diag.List) {
	nodes, findings := sexpr.Parse(text, sexpr.Limits{})
	d := &Description{}
	if len(nodes) == 1 && nodes[0].IsList && (len(nodes[0].List) == 0 || nodes[0].List[0].IsList) {
		nodes = nodes[0].List
	}
	r := reader{findings: &findings}
	d.Rules = make([]Rule, 0, len(nodes))
	for _, n := range nodes {
		r.current, r.text = n, ""
		if rule, ok := r.rule(n); ok {
			d.Rules = append(d.Rules, rule)
		}
	}
	if len(d.Rules) == 0 && findings.Errors() == 0 {
		findings.Add(diag.Diagnostic{Code: CodeNoRules, Severity: diag.Error, Message: "the text holds no rules"})
	}
	findings.Sort()
	return d, findings
}

type reader struct {
	findings *diag.List
	current  sexpr.Node // the top-level form being read
	text     string     // the form as text for findings, made when first needed
}

// mostFindings bounds the findings of one text: a long text that is no rule sheet
// at all would have one per symbol.
const mostFindings = 1000

func (r *reader) fail(code string, n sexpr.Node, format string, args ...any) {
	if len(*r.findings) >= mostFindings {
		return
	}
	if r.text == "" {
		r.text = show(r.current, 400)
	}
	r.findings.Add(diag.Diagnostic{
		Code: code, Severity: diag.Error, Pos: n.Pos, Message: fmt.Sprintf(format, args...), Rule: r.text,
	})
}

// show is a node as text of about the given length at most.
func show(n sexpr.Node, most int) string {
	s := sexpr.ToUTF8(n.Head(most + 1))
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most] + "…"
}

func (r *reader) rule(n sexpr.Node) (Rule, bool) {
	if !n.IsList || len(n.List) == 0 || n.List[0].IsList || n.List[0].Atom != "<=" {
		head, ok := r.sentence(n)
		return Rule{Head: head, Pos: n.Pos}, ok
	}
	if len(n.List) < 2 {
		r.fail(CodeBadRule, n, "a rule needs a head")
		return Rule{}, false
	}
	head, ok := r.sentence(n.List[1])
	rule := Rule{Head: head, Arrow: true, Pos: n.Pos}
	for _, b := range n.List[2:] {
		l, lok := r.literal(b)
		ok = ok && lok
		rule.Body = append(rule.Body, l)
	}
	return rule, ok
}

// sentence reads a head or a positive literal: a name, or a list that begins
// with one. Keywords come out in lower case, and zero-argument sentences in
// parentheses keep Kind Function with no Args.
func (r *reader) sentence(n sexpr.Node) (Term, bool) {
	if !n.IsList && strings.HasPrefix(n.Atom, "?") {
		r.fail(CodeBadName, n, "the variable %s stands where a sentence must be", show(n, 80))
		return Term{}, false
	}
	t, ok := r.term(n)
	if !ok {
		return t, false
	}
	if low, is := keyword(t.Name); is {
		t.Name = low
	}
	return t, true
}

func (r *reader) term(n sexpr.Node) (Term, bool) {
	if !n.IsList {
		kind, name := Constant, sexpr.ToUTF8(n.Atom)
		switch {
		case strings.HasPrefix(name, "?"):
			kind = Variable
		case len(name) == len("random") && strings.EqualFold(name, "random"):
			name = "random" // the role of Nature, in any letter case
		}
		return Term{Kind: kind, Name: name, Pos: n.Pos}, true
	}
	if len(n.List) == 0 {
		r.fail(CodeEmptyList, n, "an empty list stands where a sentence or a term must be")
		return Term{}, false
	}
	if first := n.List[0]; first.IsList || strings.HasPrefix(first.Atom, "?") {
		r.fail(CodeBadName, first, "%s stands where the name of a relation or function must be", show(first, 80))
		return Term{}, false
	}
	t := Term{Kind: Function, Name: sexpr.ToUTF8(n.List[0].Atom), Pos: n.Pos}
	ok := true
	if len(n.List) > 1 {
		t.Args = make([]Term, 0, len(n.List)-1)
	}
	for _, a := range n.List[1:] {
		at, aok := r.term(a)
		ok = ok && aok
		t.Args = append(t.Args, at)
	}
	return t, ok
}

func (r *reader) literal(n sexpr.Node) (Literal, bool) {
	if n.IsList && len(n.List) > 0 && !n.List[0].IsList {
		args := n.List[1:]
		switch strings.ToLower(n.List[0].Atom) {
		case "not":
			if len(args) != 1 {
				r.fail(CodeBadLiteral, n, "not takes one literal, here it has %d", len(args))
				return Literal{}, false
			}
			sub, ok := r.literal(args[0])
			return Literal{Kind: Not, Subs: []Literal{sub}, Pos: n.Pos}, ok
		case "or":
			l := Literal{Kind: Or, Pos: n.Pos}
			ok := true
			for _, a := range args {
				sub, sok := r.literal(a)
				ok = ok && sok
				l.Subs = append(l.Subs, sub)
			}
			return l, ok
		case "distinct":
			if len(args) != 2 {
				r.fail(CodeBadLiteral, n, "distinct takes two terms, here it has %d", len(args))
				return Literal{}, false
			}
			a, aok := r.term(args[0])
			b, bok := r.term(args[1])
			s := Term{Kind: Function, Name: "distinct", Args: []Term{a, b}, Pos: n.Pos}
			return Literal{Kind: Distinct, Sentence: s, Pos: n.Pos}, aok && bok
		}
	}
	s, ok := r.sentence(n)
	return Literal{Kind: Positive, Sentence: s, Pos: n.Pos}, ok
}

// ReadTerm reads one ground term or variable term, for example a move.
func ReadTerm(text string) (Term, error) {
	nodes, findings := sexpr.Parse(text, sexpr.Limits{Depth: 200})
	if err := findings.Err(); err != nil {
		return Term{}, err
	}
	if len(nodes) != 1 {
		return Term{}, fmt.Errorf("read term %q: want one term, found %d", text, len(nodes))
	}
	var ds diag.List
	r := reader{findings: &ds, current: nodes[0]}
	t, ok := r.term(nodes[0])
	if !ok {
		return Term{}, ds
	}
	return t, nil
}
