package lower

import (
	"ludens/diag"
	"ludens/ludii/check"
	"ludens/ludii/exec"
)

func init() {
	intForms["matchScore"] = (*lowerer).matchScore
}

// matchScore lowers what a player has scored in the games of a match so far.
func (l *lowerer) matchScore(t *check.Term) Int {
	who := l.role(t.Arg("roleType")).Fn
	return Int{Fn: func(c *ctx) int {
		if p := who(c); p >= 0 && p < len(c.MatchScore) {
			return int(c.MatchScore[p])
		}
		return 0
	}}
}

// Subgames lists the games of a match as they are written; nil of other
// descriptions.
func Subgames(root *check.Term) []*check.Term {
	if root.Name() != "match" {
		return nil
	}
	games := root.Arg("games").Arg("games")
	if games.List {
		return games.Items
	}
	return []*check.Term{games}
}

// match lowers a match: the programs of its games, how they follow each other, and
// when the match is over.
func (l *lowerer) match(o Options) {
	m := &exec.Match{}
	var first *exec.Program
	for i, t := range Subgames(l.root) {
		g := exec.Instance{Name: t.Arg("name").Text}
		if i < len(o.Subgames) {
			g.Program = o.Subgames[i]
		}
		if i == 0 {
			first = g.Program
		}
		switch {
		case g.Program != nil && g.Program.Match != nil:
			l.refuse(t, CodeMeaning, "a match of matches")
			return
		case g.Program != nil && first != nil && g.Program.Players != first.Players:
			l.refuse(t, CodeMeaning, "%q has %d players, and %q has %d", g.Name, g.Program.Players, m.Games[0].Name, first.Players)
			return
		case g.Program == nil && i > 0:
			l.warn(t, "the description of %q is not there: the match stops with an error before it", g.Name)
		}
		m.Games = append(m.Games, g)
	}
	if first == nil {
		l.refuse(l.root, CodeMeaning, "the description of the match's first game, %q, is not there", m.Games[0].Name)
		return
	}
	// Rules of the match are about players and scores: they see the first game.
	p := *first
	p.Match, p.Name = m, l.p.Name
	for _, g := range m.Games {
		if g.Program != nil {
			f := &g.Program.Flags
			p.Flags.Stochastic = p.Flags.Stochastic || f.Stochastic
			p.Flags.Hidden = p.Flags.Hidden || f.Hidden
		}
	}
	l.p = &p
	for i, t := range Subgames(l.root) {
		if next := t.Arg("next"); next != nil {
			m.Games[i].Next = l.int(next).Fn
		}
		if result := t.Arg("result"); result != nil {
			m.Games[i].Result = l.int(result).Fn
		}
	}
	end := l.root.Arg("end").Arg("rules")
	rules := []*check.Term{end}
	if end.List {
		rules = end.Items
	}
	for _, r := range rules {
		m.End = append(m.End, l.matchEnd(r))
	}
}

// matchEnd lowers an end rule of a match: a condition with a result, or with
// conditions within.
func (l *lowerer) matchEnd(t *check.Term) exec.MatchEnd {
	none := func(*ctx) (int, exec.Outcome, bool) { return 0, 0, false }
	if t.Name() != "end.if" {
		l.unsupported(t)
		return none
	}
	cond := l.bool(t.Arg("if")).Fn
	var subs []exec.MatchEnd
	if r := t.Arg("rules"); r != nil {
		items := []*check.Term{r}
		if r.List {
			items = r.Items
		}
		for _, it := range items {
			subs = append(subs, l.matchEnd(it))
		}
	}
	result := none
	if r := t.Arg("result"); r != nil {
		if r.Name() != "result" {
			l.unsupported(r)
			return none
		}
		who, o := l.role(r.Arg("roleType")).Fn, outcomes[r.Arg("resultType").Text]
		result = func(c *ctx) (int, exec.Outcome, bool) { return who(c), o, true }
	}
	return func(c *ctx) (int, exec.Outcome, bool) {
		if !cond(c) {
			return 0, 0, false
		}
		for _, s := range subs {
			if who, o, ok := s(c); ok {
				return who, o, true
			}
		}
		return result(c)
	}
}

// warn records a finding that does not refuse the game.
func (l *lowerer) warn(t *check.Term, format string, args ...any) {
	n := len(l.findings)
	l.refuse(t, CodeMeaning, format, args...)
	if n < len(l.findings) {
		l.findings[n].Severity = diag.Warning
	}
}
