package lower

import (
	"fmt"

	"ludens/diag"
	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// Anyway lowers what can be lowered: the parts of the program that stand on
// their own may be right although others are refused.
func Anyway(root *check.Term, o Options) (p *exec.Program, findings diag.List) {
	l := &lowerer{p: &exec.Program{MaxTurns: defaultMaxTurns, MaxMoves: defaultMaxMoves}, root: root, file: o.File, anyway: true}
	defer func() {
		if r := recover(); r != nil {
			l.refuse(root, CodeMeaning, "panic: %v", r)
			p, findings = l.p, l.findings
		}
	}()
	l.lower(o)
	return l.p, l.findings
}

// StartRefused reports findings about start rules alone.
func StartRefused(root *check.Term, findings diag.List) (out []string) {
	start := root.Arg("rules").Arg("start")
	if start == nil {
		return nil
	}
	for _, d := range findings {
		inside := false
		start.Walk(func(t *check.Term) {
			inside = inside || t.Node != nil && t.Node.Pos == d.Pos
		})
		if inside {
			out = append(out, fmt.Sprint(d.Message))
		}
	}
	return out
}

// Arranged puts the actions of several moves in order.
var Arranged = arranged
