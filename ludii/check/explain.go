package check

import (
	"ludens/diag"
	"ludens/ludii/expand"
	"ludens/ludii/parse"
)

const (
	CodeLudeme   = "LUD050" // a ludeme that there is not, or not here
	CodeArgument = "LUD051" // an argument that fits no form
	CodeMissing  = "LUD052" // an argument that is missing
	CodeLabel    = "LUD053" // a label that the form does not have
	CodeConstant = "LUD054" // a name that is no constant
	CodeBudget   = "LUD055" // too large or too deep to be checked
)

type told struct {
	code, file, message string
	offset              int
}
type explainer struct {
	c        *checker
	told     map[told]bool
	findings diag.List
}

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
func (e *explainer) explain(n *parse.Node, types []Type, _ any) {
}
