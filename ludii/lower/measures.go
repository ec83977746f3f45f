package lower

import (
	"slices"
	"strconv"
	"strings"

	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// The numbers that conditions of the end look at. A condition holds or does not; its numbers tell how near that is, and
// who judges positions may learn from games what they are worth. Where a rule asks for something to be somewhere, the steps to there
// are counted apart (exec.Goal): as numbers to learn from they lost matches of Breakthrough, 1 of 8.

// mostMeasures bounds how many numbers a game has, and how many goals.
const mostMeasures = 24

// passing are heads, with or without their first word, of forms that tell of the past, of chance or of moves: what they say
// does not follow from what stands where, or costs too much.
var passing = map[string]bool{
	"last": true, "counter": true, "count Moves": true, "count Turns": true, "count Trials": true, "count MovesThisTurn": true,
	"count LegalMoves": true, "value Random": true, "can Move": true, "no Moves": true, "is Threatened": true, "ahead": true,
}

// naming are heads of forms whose number is a name, or is told anyhow.
var naming = map[string]bool{"what": true, "who": true, "where": true, "id": true, "mover": true, "next": true, "prev": true, "player": true, "score": true}

// settled reports whether what a term says follows from the position alone.
func settled(t *check.Term) bool {
	if t == nil {
		return true
	}
	if f := t.Form; f != nil && (passing[f.Head] || len(f.Words) > 0 && passing[f.Head+" "+f.Words[0]]) {
		return false
	}
	for _, list := range [][]*check.Term{t.Args, t.Items} {
		for _, a := range list {
			if !settled(a) {
				return false
			}
		}
	}
	return true
}

// measure notes the numbers of an end rule, and how far it is from being met, if that is a matter of places. The rule has been lowered before; that
// some of it is lowered again must not make a description too large.
func (l *lowerer) measure(end *check.Term) {
	if l.p.Flags.Stochastic && !l.p.Flags.DrawnOpening || l.p.Flags.Deduction || len(l.p.Dice) > 0 || l.p.Players < 1 || l.p.Topo == nil {
		return
	}
	fixed, found, measures, goals := l.fixedSet, len(l.findings), len(l.p.Measures), len(l.p.Goals)
	defer func() {
		l.fixedSet = fixed
		if len(l.findings) > found {
			l.findings, l.p.Measures, l.p.Goals = l.findings[:found], l.p.Measures[:measures], l.p.Goals[:goals]
		}
	}()
	if cond := end.Arg("if"); cond != nil {
		if miss := l.missOf(cond); miss != nil {
			l.addGoals(end, miss)
		}
	}
	l.numbersOf(end)
}

// addMeasure adds a number, as each player has it.
func (l *lowerer) addMeasure(t *check.Term, fn exec.IntFn) {
	text := strings.Join(strings.Fields(t.Node.String()), " ")
	seen := func(p int) string { return text + ", seen by player " + strconv.Itoa(p) }
	if len(l.p.Measures)+l.p.Players > mostMeasures || slices.ContainsFunc(l.p.Measures, func(m exec.Measure) bool { return m.Text == seen(1) }) {
		return
	}
	for p := 1; p <= l.p.Players; p++ {
		l.p.Measures = append(l.p.Measures, exec.Measure{Text: seen(p), Player: p, Fn: fn})
	}
}

// addGoals adds what misses for an end rule, for the players who may win by it.
func (l *lowerer) addGoals(end *check.Term, miss exec.IntFn) {
	winner := winnerOf(end)
	if winner == nil || len(l.p.Goals)+l.p.Players > mostMeasures {
		return
	}
	for p := 1; p <= l.p.Players; p++ {
		if who := winner(p, l.p.Players); who > 0 {
			l.p.Goals = append(l.p.Goals, exec.Goal{Mover: p, Winner: who, Miss: miss})
		}
	}
}

// winnerOf gives who wins where the condition of an end rule holds, by the mover; nil where that cannot be told.
func winnerOf(end *check.Term) func(mover, players int) int {
	t := end.Arg("result")
	if t == nil || t.Name() != "result" || end.Arg("rules") != nil {
		return nil
	}
	role := t.Arg("roleType").Text
	won, lost := t.Arg("resultType").Text == "Win", t.Arg("resultType").Text == "Loss"
	return func(mover, players int) int {
		if !won && (!lost || players != 2) {
			return 0
		}
		who := 0
		n, numbered := numbered(role, "P")
		switch {
		case numbered:
			who = n
		case role == "Mover", role == "Player":
			who = mover
		case role == "Next" && players == 2:
			who = 3 - mover
		}
		if lost && who > 0 {
			who = 3 - who
		}
		if numbered && who != mover {
			return 0 // it may be the same whoever moves, and counts once
		}
		return who
	}
}

// numbersOf notes the numbers that the conditions in a term compare, and those of results by score.
func (l *lowerer) numbersOf(t *check.Term) {
	if t == nil {
		return
	}
	if t.Form != nil {
		switch t.Form.Name {
		case "=", "!=", "<", "<=", ">", ">=":
			l.number(t.Arg("a"))
			l.number(t.Arg("b"))
			return
		case "all Sites", "=#sites":
			return // see missOf
		case "byScore":
			if s := t.Arg("scores"); s != nil {
				for _, it := range s.Items {
					l.number(it.Arg("value"))
				}
			}
			return
		}
		if t.Form.Result != check.Bool && t.Form.Result != check.EndRule {
			return
		}
	}
	for _, list := range [][]*check.Term{t.Args, t.Items} {
		for _, a := range list {
			l.numbersOf(a)
		}
	}
}

// counted reports whether a term is made of numbers of pieces of all kinds, wherever they are or on places that stay the same: whoever looks at
// pieces knows that without asking.
func (l *lowerer) counted(t *check.Term) bool {
	if t == nil || t.Form == nil && !t.List {
		return true
	}
	if t.Form != nil {
		switch t.Form.Head {
		case "+", "-", "*", "/":
		case "score":
			return true
		case "count":
			in := t.Arg("in")
			switch at := t.Arg("at"); {
			case slices.Equal(t.Form.Words, []string{"Pieces"}):
				return only(t, "roleType")
			case t.Form.Words == nil && at != nil:
				return l.int(at).Const
			case t.Form.Words == nil && in != nil:
				return l.region(in).Static != nil
			}
			return slices.Equal(t.Form.Words, []string{"Sites"}) && in != nil && in.Form != nil && in.Form.Head == "sites" &&
				(slices.Equal(in.Form.Words, []string{"Occupied"}) && only(in, "by") || slices.Equal(in.Form.Words, []string{"Empty"}))
		default:
			return false
		}
	}
	for _, list := range [][]*check.Term{t.Args, t.Items} {
		for _, a := range list {
			if !l.counted(a) {
				return false
			}
		}
	}
	return true
}

func (l *lowerer) number(t *check.Term) {
	if t == nil || t.Form == nil || naming[t.Form.Head] || l.counted(t) || !settled(t) {
		return
	}
	if v := l.int(t); !v.Const {
		l.addMeasure(t, v.Fn)
	}
}

// missOf gives how many steps miss for a condition on where something is to hold; nil where it is about something else.
// Of all that must hold it is the sum, as far as it is known, and of several of which one must the least.
func (l *lowerer) missOf(t *check.Term) exec.IntFn {
	switch t.Name() {
	case "bool.and", "bool.or", "bool.and#list", "bool.or#list":
		return l.missOfSome(t)
	case "all Sites":
		if settled(t) {
			if one := l.missOf(t.Arg("if")); one != nil {
				return l.missingSites(t, one)
			}
		}
	case "=#sites":
		if settled(t) {
			return l.missOfSame(t)
		}
	case "is In":
		return l.missOfPlace(t)
	case "=":
		for _, pair := range [][2]string{{"a", "b"}, {"b", "a"}} {
			if miss := l.missOfPiece(t.Arg(pair[0]), t.Arg(pair[1])); miss != nil {
				return miss
			}
		}
	}
	return nil
}

func (l *lowerer) missOfSome(t *check.Term) exec.IntFn {
	items := []*check.Term{t.Arg("a"), t.Arg("b")}
	if list := t.Arg("items"); list != nil {
		items = list.Items
	}
	var all []exec.IntFn
	for _, it := range items {
		if miss := l.missOf(it); miss != nil {
			all = append(all, miss)
		}
	}
	either := t.Form.Head == "or"
	if len(all) == 0 || either && len(all) < len(items) {
		return nil
	}
	return func(c *ctx) int {
		n := all[0](c)
		for _, miss := range all[1:] {
			if either {
				n = min(n, miss(c))
			} else {
				n += miss(c)
			}
		}
		return n
	}
}

// missingSites adds up what misses at the sites of a region for a condition that is to hold for all; one gives it at (site).
func (l *lowerer) missingSites(t *check.Term, one exec.IntFn) exec.IntFn {
	r, cond := l.region(t.Arg("sites")), l.bool(t.Arg("if"))
	return func(c *ctx) int {
		old, mark, n := c.Site, c.SetMark(), 0
		b := c.Set()
		b.Copy(r.Fn(c))
		for site := b.Next(0); site >= 0; site = b.Next(site + 1) {
			c.Tick()
			c.Site = site
			if !cond.Fn(c) {
				n += max(one(c), 1)
			}
		}
		c.Site = old
		c.FreeSets(mark)
		return n
	}
}

// missOfSame is for two regions that are to be the same: the steps from the sites of the first that are not in the second to those that
// are missing.
func (l *lowerer) missOfSame(t *check.Term) exec.IntFn {
	a, b, away := l.region(t.Arg("a")), l.region(t.Arg("b")), l.away()
	return func(c *ctx) int {
		mark := c.SetMark()
		left, missing := c.Set(), c.Set()
		left.Copy(a.Fn(c))
		missing.Copy(b.Fn(c))
		left.AndNot(missing)
		missing.AndNot(a.Fn(c))
		sum, _ := away(c, left, missing)
		c.FreeSets(mark)
		return sum
	}
}

// missOfPlace is for a site that is to be in a region. Of where the last move has led to, any piece of the mover's may come there.
func (l *lowerer) missOfPlace(t *check.Term) exec.IntFn {
	of, in := t.Arg("site"), t.Arg("region")
	if of == nil || of.Form == nil || of.List || in.List || in.Form != nil && in.Form.Result != check.Sites || !settled(in) {
		return nil
	}
	last := of.Form.Head == "last" && slices.Equal(of.Form.Words, []string{"To"})
	if !last && !settled(of) {
		return nil
	}
	r, away, at := l.region(in), l.away(), l.int(of)
	return func(c *ctx) int {
		mark := c.SetMark()
		var from exec.Bits
		if last {
			from = l.held(c, true, int(c.Mover))
		} else {
			from = l.single(c, at.Fn(c))
		}
		_, least := away(c, from, r.Fn(c))
		c.FreeSets(mark)
		return least
	}
}

// missOfPiece is for a piece, or any of a player's, that is to be on a site, and for where a piece is to be.
func (l *lowerer) missOfPiece(t, other *check.Term) exec.IntFn {
	if t == nil || t.Form == nil || other == nil || !settled(t) || !settled(other) {
		return nil
	}
	away, want := l.away(), l.int(other)
	who := t.Form.Head == "who"
	at := t.Arg("at")
	switch t.Form.Head {
	case "what", "who":
		if at == nil {
			return nil
		}
	case "where":
		if want.Const && want.V < 0 { // it is to be off the board
			return nil
		}
		at = t
	default:
		return nil
	}
	place, where := l.int(at), at == t
	return func(c *ctx) int {
		mark := c.SetMark()
		to := l.single(c, place.Fn(c))
		var from exec.Bits
		if v := want.Fn(c); where {
			from = l.single(c, v)
		} else {
			from = l.held(c, who, v)
		}
		_, least := away(c, from, to)
		c.FreeSets(mark)
		return least
	}
}

// held is the set of the sites of the board with a piece of a player's, or with a component.
func (l *lowerer) held(c *ctx, player bool, value int) exec.Bits {
	b := c.Set()
	for site := range l.p.Topo.NumSites(l.p.Default) {
		c.Tick()
		what := c.State.What(l.p.Default, site)
		has := what
		if player {
			has = l.p.Components[what].Owner
		}
		if what > 0 && has == value {
			b.Add(site)
		}
	}
	return b
}

// single is the set of a site of the board, or of none.
func (l *lowerer) single(c *ctx, site int) exec.Bits {
	b := c.Set()
	if site >= 0 && site < l.p.Topo.NumSites(l.p.Default) {
		b.Add(site)
	}
	return b
}

// away gives a function that counts the steps between neighbours from sites of the board to the nearest of others: of
// all together, and of the nearest; where there is no way, about as many as the board is long and wide.
func (l *lowerer) away() func(c *ctx, from, to exec.Bits) (sum, least int) {
	sites := l.p.Topo.Of(l.p.Default).Sites
	far := 2
	for far*far < 4*len(sites) {
		far++
	}
	return func(c *ctx, from, to exec.Bits) (sum, least int) {
		mark := c.SetMark()
		seen, left := c.Set(), c.Set()
		left.Copy(from)
		queue := c.Ints()
		for site := to.Next(0); site >= 0 && site < len(sites); site = to.Next(site + 1) {
			queue = append(queue, site)
			seen.Add(site)
		}
		least = far
		open := left.Count()
		for at, end, steps := 0, len(queue), 0; at < len(queue) && open > 0; at++ {
			if at == end {
				end, steps = len(queue), steps+1
			}
			site := queue[at]
			if left.Has(site) {
				open--
				sum, least = sum+min(steps, far), min(least, steps)
			}
			for _, next := range sites[site].Adjacent {
				c.Tick()
				if !seen.Has(next) {
					seen.Add(next)
					queue = append(queue, next)
				}
			}
		}
		sum += open * far
		c.PutInts(queue)
		c.FreeSets(mark)
		return sum, least
	}
}
