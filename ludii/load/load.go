// Package load makes a program of the text of a description: read, expanded,
// checked, lowered. It is the way through the rooms of the ludemic language, for
// whoever opens a game.
//
// The promise: any text gives a program or findings with their places, within
// limits. It touches no disk: libraries of definitions come in as they are.
package load

import (
	"context"
	"fmt"

	"ludens/diag"
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/expand"
	"ludens/ludii/look"
	"ludens/ludii/lower"
)

// Options of Text. The zero value opens a description with its default choices
// and no library.
type Options struct {
	Expand expand.Options // library, choices, limits
	Lower  lower.Options
	Check  check.Limits

	// Subgame gives the description that a match names, and what findings in it are
	// said to be in. It may be nil: then matches are refused.
	Subgame func(name string) (file, text string, ok bool)
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
	g, findings, _ := TextContext(context.Background(), file, text, o)
	return g, findings
}

// TextContext is Text that ends with the context's error soon after that is done;
// there is no Game then.
func TextContext(ctx context.Context, file, text string, o Options) (g *Game, findings diag.List, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case stopped:
			g, findings, err = nil, nil, r.err
		default:
			panic(r)
		}
	}()
	w := watch{ctx: ctx}
	o.Expand.Limits.Parse.Look, o.Check.Look, o.Lower.Look = w.look, w.look, w.look
	w.now()
	g, findings = load(file, text, o)
	w.now()
	return g, findings, nil
}

// stopped is what loading panics with when its context is done.
type stopped struct{ err error }

// watch looks at a context, at every so many steps.
type watch struct {
	ctx   context.Context
	steps uint
}

// lookEvery is a mask of steps, of which a slow one takes some microseconds.
const lookEvery = 1<<6 - 1

func (w *watch) look() {
	if w.steps++; w.steps&lookEvery == 0 {
		w.now()
	}
}

func (w *watch) now() {
	if err := w.ctx.Err(); err != nil {
		panic(stopped{err})
	}
}

func load(file, text string, o Options) (*Game, diag.List) {
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
	subgames, more := o.subgames(t)
	findings = append(findings, more...)
	if failed(more) {
		return g, findings
	}
	lo.Subgames = subgames
	p, more := guarded(t, lo)
	findings = append(findings, more...)
	if !failed(more) {
		if p.Topo != nil {
			p.Dress = look.Dresser(d.Graphics)
		}
		g.Program = p
	}
	return g, findings
}

// mostSubgames bounds the games that a match names.
const mostSubgames = 100

// subgames makes the programs of a match's games.
func (o Options) subgames(t *check.Term) (programs []*exec.Program, findings diag.List) {
	terms := lower.Subgames(t)
	if o.Subgame == nil || len(terms) > mostSubgames {
		return nil, nil
	}
	type choice struct{ name, options string }
	known := map[choice]*exec.Program{}
	for _, s := range terms {
		c := choice{name: s.Arg("name").Text}
		inner := Options{Expand: o.Expand, Check: o.Check, Lower: lower.Options{Look: o.Lower.Look}}
		inner.Expand.Select, inner.Expand.Ruleset = nil, ""
		if opt := s.Arg("options"); opt != nil {
			c.options = opt.Text
			inner.Expand.Select = []string{opt.Text}
		}
		p, ok := known[c]
		if !ok {
			if file, text, there := o.Subgame(c.name); there {
				g, more := load(file, text, inner)
				if failed(more) {
					return nil, more
				}
				p, findings = g.Program, append(findings, more...)
			}
			known[c] = p
		}
		programs = append(programs, p)
	}
	return programs, findings
}

// guarded lowers and turns a broken invariant of the lowerer into a finding: a
// description must not take the process down.
func guarded(t *check.Term, o lower.Options) (p *exec.Program, findings diag.List) {
	defer func() {
		r := recover()
		if s, ended := r.(stopped); ended {
			panic(s)
		}
		if r != nil {
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
