package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
)

func init() {
	endForms["end.if"] = (*lowerer).endIf
	endForms["end.forEach"] = (*lowerer).endForEach
	endForms["end.forEach Track"] = (*lowerer).endForEach
}

// endRules lowers (end …); nil if there is none.
func (l *lowerer) endRules(t *check.Term) []exec.EndFn {
	if t == nil {
		return nil
	}
	rules := []*check.Term{t.Arg("rules")}
	if rules[0].List {
		rules = rules[0].Items
	}
	out := []exec.EndFn{}
	for _, r := range rules {
		if r.Name() == "end.if" && wins(r.Arg("result")) {
			l.noteWinning(r.Arg("if"))
		}
		f := endForms[r.Name()]
		if f == nil {
			l.unsupported(r)
			continue
		}
		out = append(out, f(l, r))
		l.measure(r)
	}
	return out
}

// noteWinning notes by which conditions lines and connections win.
func (l *lowerer) noteWinning(t *check.Term) {
	if t.Name() == "is Line" && l.winning == nil {
		l.winning = t
	}
	l.noteJoining(t)
}

// noteJoining notes the conditions on connections of which one must hold, or may do.
func (l *lowerer) noteJoining(t *check.Term) {
	switch t.Name() {
	case "is Connected":
		l.joining = append(l.joining, t)
	case "bool.or", "bool.and":
		l.noteJoining(t.Arg("a"))
		l.noteJoining(t.Arg("b"))
	case "bool.or#list", "bool.and#list":
		for _, t := range t.Arg("items").Items {
			l.noteJoining(t)
		}
	}
}

// wins reports whether a result is that the mover wins.
func wins(t *check.Term) bool {
	return t.Name() == "result" && t.Arg("roleType").Text == "Mover" && t.Arg("resultType").Text == "Win"
}

// A resultFn applies a result; false if it does not apply to anybody.
type resultFn func(c *ctx)

// endIf lowers a condition with a result, or with conditions within, of which
// the first that holds gives the result.
func (l *lowerer) endIf(t *check.Term) exec.EndFn {
	cond := l.bool(t.Arg("if"))
	var subs []exec.EndFn
	if r := t.Arg("rules"); r != nil {
		items := []*check.Term{r}
		if r.List {
			items = r.Items
		}
		for _, it := range items {
			subs = append(subs, l.endIf(it))
		}
	}
	result := l.result(t.Arg("result"))
	if name := t.Arg("result").Name(); len(subs) > 0 && name != "" && name != "result" {
		// Behind conditions within, Ludii does not look at scores and payoffs.
		result = nil
	}
	fn := cond.Fn
	return func(c *ctx) bool {
		if !fn(c) {
			return false
		}
		for _, s := range subs {
			if s(c) {
				return true
			}
		}
		if result != nil {
			result(c)
		}
		return true
	}
}

// endForEach applies a result to every player, or track, for whom a condition
// holds.
func (l *lowerer) endForEach(t *check.Term) exec.EndFn {
	cond := l.bool(t.Arg("if")).Fn
	result := l.resultAtOnce(t.Arg("result"))
	if t.Name() == "end.forEach Track" {
		return func(c *ctx) bool {
			saved := c.Track
			for i := range c.Prog.Tracks {
				if c.Active == 0 || c.Over {
					break
				}
				c.Track = i
				if cond(c) {
					result(c)
				}
			}
			c.Track = saved
			return true
		}
	}
	others := t.Arg("what") != nil && t.Arg("what").Text == "NonMover"
	return func(c *ctx) bool {
		saved := c.Player
		for p := 1; p <= c.Prog.Players; p++ {
			if others && p == int(c.Mover) || !c.IsActive(p) {
				continue
			}
			c.Player = p
			if cond(c) {
				result(c)
			}
		}
		c.Player = saved
		return true
	}
}

var outcomes = map[string]exec.Outcome{
	"Win": exec.Win, "Loss": exec.Loss, "Draw": exec.Draw, "Tie": exec.Tie, "Abandon": exec.Abandon, "Crash": exec.Abandon,
}

// result lowers a result; players who are out already are passed over.
func (l *lowerer) result(t *check.Term) resultFn {
	if t == nil {
		return nil
	}
	at := l.resultAtOnce(t)
	if t.Name() != "result" {
		return at
	}
	who := l.role(t.Arg("roleType")).Fn
	return func(c *ctx) {
		if p := who(c); c.IsActive(p) || p == c.Prog.Shared() {
			at(c)
		}
	}
}

// resultAtOnce lowers a result that is applied whoever is out.
func (l *lowerer) resultAtOnce(t *check.Term) resultFn {
	switch t.Name() {
	case "result":
		role := t.Arg("roleType")
		o := outcomes[t.Arg("resultType").Text]
		if _, team := numbered(role.Text, "Team"); team || role.Text == "TeamMover" {
			who := l.role(role).Fn
			mover := role.Text == "TeamMover"
			return func(c *ctx) {
				team := who(c)
				if mover {
					team = int(c.State.Team[team])
				}
				c.ApplyTeamResult(team, o)
			}
		}
		all := role.Text == "All"
		who := l.role(role).Fn
		return func(c *ctx) { c.ApplyResult(who(c), all, o) }
	case "byScore":
		return l.byScore(t)
	case "payoffs":
		return l.payoffs(t)
	}
	l.unsupported(t)
	return func(*ctx) {}
}

func (l *lowerer) byScore(t *check.Term) resultFn {
	misere := l.boolOr(t.Arg("misere"), false).Fn
	type set struct{ who, value exec.IntFn }
	var sets []set
	if s := t.Arg("scores"); s != nil {
		for _, it := range s.Items {
			sets = append(sets, set{l.role(it.Arg("roleType")).Fn, l.int(it.Arg("value")).Fn})
		}
	}
	return func(c *ctx) {
		m := misere(c)
		for _, s := range sets {
			if p := s.who(c); p >= 0 && p < len(c.Score) {
				c.Score[p] = int32(s.value(c))
			}
		}
		c.ByScore(m)
	}
}

func (l *lowerer) payoffs(t *check.Term) resultFn {
	type set struct {
		who   exec.IntFn
		value exec.FloatFn
	}
	var sets []set
	for _, it := range t.Arg("payoffs").Items {
		sets = append(sets, set{l.role(it.Arg("roleType")).Fn, l.float(it.Arg("value"))})
	}
	return func(c *ctx) {
		for _, s := range sets {
			if p := s.who(c); p >= 0 && p < len(c.Payoff) {
				c.Payoff[p] = s.value(c)
			}
		}
		c.ByPayoff()
	}
}
