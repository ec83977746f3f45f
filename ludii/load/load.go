// Package load makes a program of the text of a description: read, expanded,
// checked, lowered. It is the way through the rooms of the ludemic language, for
// whoever opens a game.
//
// The promise: any text gives a program or findings with their places, within
// limits. It touches no disk: libraries of definitions come in as they are.
package load

import (
	"fmt"

	"ludens/diag"
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/expand"
	"ludens/ludii/lower"
)

// Options of Text. The zero value opens a description with its default choices
// and no library.
type Options struct {
	Expand expand.Options // library, choices, limits
	Lower  lower.Options
	Check  check.Limits
}

// A Game is a description made ready for play.
type Game struct {
	Program     *exec.Program
	Description *expand.Description
	Term        *check.Term
}

// Text loads a description. There is no program when there is an error among
// the findings; Description and Term go as far as they could be made.
func Text(file, text string, o Options) (*Game, diag.List) {
	d, findings := expand.Expand(file, text, o.Expand)
	g := &Game{Description: d}
	if failed(findings) || d.Root == nil {
		return g, findings
	}
	t, more := check.Check(d.Root, o.Check)
	findings = append(findings, more...)
	g.Term = t
	if failed(more) || t == nil {
		return g, findings
	}
	lo := o.Lower
	if lo.File == "" {
		lo.File = file
	}
	p, more := guarded(t, lo)
	findings = append(findings, more...)
	if !failed(more) {
		g.Program = p
	}
	return g, findings
}

// guarded lowers and turns a broken invariant of the lowerer into a finding: a
// description must not take the process down.
func guarded(t *check.Term, o lower.Options) (p *exec.Program, findings diag.List) {
	defer func() {
		if r := recover(); r != nil {
			p = nil
			findings = diag.List{{Code: "LUD069", Severity: diag.Error, File: o.File, Message: fmt.Sprintf("the description could not be lowered: %v", r)}}
		}
	}()
	return lower.Lower(t, o)
}

func failed(l diag.List) bool {
	for _, d := range l {
		if d.Severity == diag.Error {
			return true
		}
	}
	return false
}
