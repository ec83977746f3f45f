// Package tryout plays a game at random and reports what only shows in play: a
// final position that is worth nothing or several things at once, a seat without
// a move, matches that do not end, questions that cost too much.
//
// Its promise: every finding has a stable code, says how often it was met in how
// many matches, and shows the first position where; the same seed and budget
// find the same. What it does not find may still be there: it looks at a few
// hundred matches, not at all of them.
//
// It never judges whether a game is a good one, and knows neither language: it
// sees a game.Game. What can be told by reading rules is found by gdl/check and
// the rooms of ludii; rules.go explains the codes given here.
package tryout

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ludens/diag"
	"ludens/game"
)

// Options bound the playing. The zero value works.
type Options struct {
	Seed    uint64 // of the random matches
	Matches int    // at most; default 100
	Steps   int    // joint moves after which a match is taken not to end; default 1000
	Total   int    // joint moves of all matches; default 50,000
}

// Validate reports values that mean nothing.
func (o *Options) Validate() error {
	if o.Matches < 0 || o.Steps < 0 || o.Total < 0 {
		return errors.New("try a game out: a number is negative")
	}
	return nil
}

func (o *Options) complete() {
	for _, v := range []struct {
		to   *int
		from int
	}{{&o.Matches, 100}, {&o.Steps, 1000}, {&o.Total, 50_000}} {
		if *v.to <= 0 {
			*v.to = v.from
		}
	}
}

// Result is what was played and found.
type Result struct {
	Matches  int       `json:"matches"` // begun
	Ended    int       `json:"ended"`   // of these, in a terminal position
	Steps    int       `json:"steps"`   // joint moves in all
	Findings diag.List `json:"-"`
}

// Run plays random matches until the options or the context end them.
func Run(ctx context.Context, g game.Game, opt Options) Result {
	opt.complete()
	t := &trial{opt: opt, m: g.NewMachine(), worth: make([]float64, g.Facts().Players)}
	defer closing(ctx, game.SignOf(g))()
	for i := 0; i < opt.Matches && t.out.Steps < opt.Total && ctx.Err() == nil; i++ {
		t.match(ctx, uint64(i))
	}
	for _, code := range t.order {
		t.out.Findings.Add(t.finding(t.met[code]))
	}
	return t.out
}

// closing has a game's machines end what they work on when the context ends: a single
// step of some rules takes longer than anybody waits. What it gives takes that back.
func closing(ctx context.Context, sign *game.Sign) (over func()) {
	closed := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		sign.Close(ctx.Err())
		close(closed)
	})
	return func() {
		if !stop() {
			<-closed
			sign.Reopen()
		}
	}
}

// trial is one Run.
type trial struct {
	opt   Options
	m     game.Machine
	w     game.Walker
	worth []float64
	out   Result
	met   map[string]*meeting
	order []string // codes, as they were met
}

// meeting is what is known of one kind of fault.
type meeting struct {
	code    string
	first   string // what exactly happened
	facts   []string
	step    int // joint moves before the first
	matches int
}

// match plays one match.
func (t *trial) match(ctx context.Context, i uint64) {
	rng := game.Stream(t.opt.Seed, "tryout", i)
	t.m.Reset()
	t.out.Matches++
	for n := 0; ; n++ {
		over := t.m.Terminal()
		if over {
			t.m.Utility(t.worth)
		}
		if err := t.m.Err(); err != nil {
			t.fail(ctx, err, n)
			return
		}
		if over {
			t.out.Ended++
			if w, ok := t.m.(game.Warner); ok && w.Warning() != nil {
				t.meet(codeOf(w.Warning()), w.Warning().Error(), n)
			}
			return
		}
		if n == t.opt.Steps {
			t.meet(NoEnd, fmt.Sprintf("it goes on after %d joint moves", n), n)
			return
		}
		if t.out.Steps >= t.opt.Total || ctx.Err() != nil {
			return
		}
		joint := t.w.Draw(t.m, rng)
		switch err := t.m.Err(); {
		case err != nil:
			t.fail(ctx, err, n)
			return
		case joint == nil:
			t.meet(NoMove, game.ErrNoMove.Error(), n)
			return
		}
		t.m.Step(joint)
		t.out.Steps++
	}
}

// fail notes what a machine says, unless it was only interrupted.
func (t *trial) fail(ctx context.Context, err error, step int) {
	if ctx.Err() == nil {
		t.meet(codeOf(err), err.Error(), step)
	}
}

// meet notes a fault of the position that the machine is in.
func (t *trial) meet(code, what string, step int) {
	if t.met == nil {
		t.met = map[string]*meeting{}
	}
	f := t.met[code]
	if f == nil {
		f = &meeting{code: code, first: what, step: step}
		if l, ok := t.m.(game.Lister); ok {
			f.facts = l.Fluents(nil)
		}
		t.met[code] = f
		t.order = append(t.order, code)
	}
	f.matches++
}

func codeOf(err error) string {
	for _, row := range table {
		if row.err != nil && errors.Is(err, row.err) {
			return row.Code
		}
	}
	return Broken
}

// mostFacts bounds the position of a finding in bytes.
const mostFacts = 2000

func (t *trial) finding(f *meeting) diag.Diagnostic {
	row, _ := Explain(f.code)
	facts := strings.Join(f.facts, " ")
	if len(facts) > mostFacts {
		facts = facts[:mostFacts] + " …"
	}
	return diag.Diagnostic{
		Code: f.code, Severity: row.Severity, Note: row.Why, Hint: row.Mend, Position: facts,
		Message: fmt.Sprintf("in %d of %d random matches, first after %s: %s", f.matches, t.out.Matches, plural(f.step, "joint move"), f.first),
	}
}

// NotOpened is the finding that a description cannot be opened at all.
func NotOpened(err error) diag.Diagnostic {
	row, _ := Explain(codeOf(err))
	return diag.Diagnostic{Code: row.Code, Severity: row.Severity, Note: row.Why, Hint: row.Mend, Message: err.Error()}
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
