package lower

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Effects on who owns pieces, on what is hidden, on cards and dominoes; notes.

func init() {
	moveForms["moves.set Hidden"] = (*lowerer).setHidden
	moveForms["take Control"] = (*lowerer).takeControl
	moveForms["take Domino"] = (*lowerer).takeDomino
	moveForms["moves.deal"] = (*lowerer).dealMoves
	moveForms["note"] = (*lowerer).note
}

// setHidden hides sites from players, or shows them again, as one move.
func (l *lowerer) setHidden(t *check.Term) exec.MovesFn {
	k, _ := l.kindOf(t.Arg("type"))
	data := []exec.HiddenData{exec.HideAll}
	if d := t.Arg("data"); d != nil {
		data = nil
		for _, n := range names(d) {
			data = append(data, hiddenData[n])
		}
	}
	var sites exec.IntsFn
	if at := t.Arg("at"); at != nil {
		sites = l.ints(at)
	} else {
		region := l.region(t.Arg("sites")).Fn
		sites = func(c *ctx, dst []int) []int {
			mark := c.SetMark()
			dst = region(c).Append(dst)
			c.FreeSets(mark)
			return dst
		}
	}
	level, value := l.intOr(t.Arg("level"), 0).Fn, l.boolOr(t.Arg("value"), true).Fn
	players := l.hiddenFrom(t.Arg("to"))
	then := l.then(t)
	return func(c *ctx) {
		first := len(c.Moves)
		list := sites(c, c.Ints())
		who := players(c, c.Ints())
		a := exec.Blank(exec.OpHide)
		lv, hide := level(c), value(c)
		for _, d := range data {
			for _, s := range list {
				c.Tick()
				for _, p := range who {
					if p < 1 || p > c.Prog.Players {
						continue
					}
					a = exec.On(exec.OpHide, k, s)
					a.Level, a.What, a.Player = int16(lv), int32(d), int32(p)
					if a.State = 0; hide {
						a.State = 1
					}
					if len(c.Moves) > first {
						c.Also(a)
						continue
					}
					effectMove(c, a)
					setSites(c, first, 0, 0) // Ludii leaves them unset
				}
			}
		}
		c.PutInts(who)
		c.PutInts(list)
		c.Finish(first, then)
	}
}

// hiddenFrom lowers the players from whom something is hidden.
func (l *lowerer) hiddenFrom(t *check.Term) exec.IntsFn {
	if t.Form == nil && t.Sort == check.RoleType {
		switch t.Text {
		case "Player", "Shared", "Each", "Any", "Neutral":
		default:
			return l.realPlayers(t.Text)
		}
	}
	v := l.player(t).Fn
	return func(c *ctx, dst []int) []int { return append(dst, v(c)) }
}

// takeControl gives pieces of an owner to another one who has pieces of the same name.
func (l *lowerer) takeControl(t *check.Term) exec.MovesFn {
	of, by := t.Arg("of"), t.Arg("by")
	if of.Form != nil || of.Sort != check.RoleType {
		// Ludii asks for the role and fails without one.
		l.refuse(of, CodeArgument, "only a role is supported here")
		return func(*ctx) {}
	}
	owner, heir := l.role(of).Fn, l.player(by).Fn
	k, _ := l.kindOf(t.Arg("type"))
	var region exec.RegionFn
	if at := t.Arg("at"); at != nil {
		region = l.regionOfInt(l.int(at)).Fn
	} else if to := t.Arg("to"); to != nil {
		region = l.region(to).Fn
	}
	all, at, then := of.Text == "All", l.at(k), l.then(t)
	return func(c *ctx) {
		first := len(c.Moves)
		from, to := owner(c), heir(c)
		mark := c.SetMark()
		owned := c.Set()
		for id := 1; id < len(c.Prog.Components); id++ {
			if !all && c.Owner(id) != from {
				continue
			}
			for kind := range c.Sites {
				if id < len(c.Sites[kind].At) {
					owned.Or(c.Sites[kind].At[id])
				}
			}
		}
		if region != nil {
			owned.And(region(c))
		}
		for s := owned.Next(0); s >= 0; s = owned.Next(s + 1) {
			c.Tick()
			kind := at(c, s)
			what := c.WhatAt(kind, s, exec.Undefined)
			if what == 0 {
				continue
			}
			heirs := equivalent(c.Prog, what, to)
			if heirs == 0 {
				continue
			}
			effectMove(c, exec.On(exec.OpRemove, k, s))
			a := exec.On(exec.OpAdd, k, s)
			a.What, a.Count = int32(heirs), int32(c.CountAt(kind, s))
			a.State, a.Rotation = int32(c.StateAt(kind, s, exec.Undefined)), int32(c.RotationAt(kind, s, exec.Undefined))
			a.Value = int32(c.ValueAt(kind, s, exec.Undefined))
			c.Also(a)
		}
		c.FreeSets(mark)
		c.Finish(first, then)
	}
}

// equivalent is an owner's component of the same name as another one, 0 if there is none.
func equivalent(p *exec.Program, what, owner int) int {
	for id := 1; id < len(p.Components); id++ {
		if p.Components[id].Owner == owner && p.Components[id].Base == p.Components[what].Base {
			return id
		}
	}
	return 0
}

// takeDomino puts one of the dominoes left, drawn by lot, on the first free site of the
// mover's hand.
func (l *lowerer) takeDomino(t *check.Term) exec.MovesFn {
	then := l.then(t)
	return func(c *ctx) {
		first := len(c.Moves)
		site := exec.Off
		for i := range c.Prog.Containers {
			hand := &c.Prog.Containers[i]
			if hand.Kind != exec.HandContainer || hand.Owner != int(c.Mover) {
				continue
			}
			for s := hand.From; s < hand.From+hand.N && site == exec.Off; s++ {
				if c.What(topology.Cell, s) == 0 {
					site = s
				}
			}
			break
		}
		n := c.Dominoes.Count()
		if n == 0 || site == exec.Off {
			return
		}
		what := c.Dominoes.Next(0)
		for k := c.Pick(n); k > 0; k-- {
			what = c.Dominoes.Next(what + 1)
		}
		a := exec.On(exec.OpAdd, topology.Cell, site)
		a.What, a.State = int32(what), 0
		effectMove(c, a)
		c.Finish(first, then)
	}
}

// hands are the first sites of the hands, if there are as many as players.
func hands(p *exec.Program) []int {
	var list []int
	for i := range p.Containers {
		if p.Containers[i].Kind == exec.HandContainer {
			list = append(list, p.Containers[i].From)
		}
	}
	if len(list) != p.Players {
		return nil
	}
	return list
}

// dealMoves deals cards from the deck, or dominoes.
func (l *lowerer) dealMoves(t *check.Term) exec.MovesFn {
	count, then := l.intOr(t.Arg("count"), 1).Fn, l.then(t)
	hands := hands(l.p)
	if t.Arg("what").Text == "Dominoes" {
		return func(c *ctx) {
			first := len(c.Moves)
			n := count(c)
			if hands == nil || len(c.Prog.Components) < n*len(hands) {
				return
			}
			left := c.Ints()
			for id := 1; id < len(c.Prog.Components); id++ {
				left = append(left, id)
			}
			for dealt := 0; dealt < 2*n && len(left) > 0; dealt++ {
				i := c.Pick(len(left))
				a := exec.On(exec.OpAdd, topology.Cell, hands[dealt%len(hands)]+dealt/len(hands))
				a.What, a.Count = int32(left[i]), int32(n)
				left = slices.Delete(left, i, i+1)
				effectMove(c, a)
			}
			c.PutInts(left)
			c.Finish(first, then)
		}
	}
	d, ok := l.dealing()
	begin := l.intOr(t.Arg("beginWith"), 1).Fn
	return func(c *ctx) {
		if !ok {
			return
		}
		first := len(c.Moves)
		n, size := count(c), c.Size(topology.Cell, d.deck)
		if size < n*len(hands) {
			return
		}
		hand := begin(c) - 1
		for i := range n * len(hands) {
			if hand < 0 || hand >= len(hands) {
				break
			}
			a := moving(topology.Cell, d.deck, hands[hand], false)
			a.Level = int16(size - 1 - i)
			effectMove(c, a)
			hand = (hand + 1) % len(hands)
		}
		c.Finish(first, then)
	}
}

// A message is what a note says: texts it may have, and which of them with which
// number behind it. What has several parts is said in as many notes.
type message struct {
	texts []string
	parts func(c *ctx, say func(text, value int))
}

// message reads what a note says.
func (l *lowerer) message(t *check.Term) message {
	number := func(v func(c *ctx) int) message {
		return message{[]string{""}, func(c *ctx, say func(int, int)) { say(0, v(c)) }}
	}
	plain := func(text string) message {
		return message{[]string{text}, func(_ *ctx, say func(int, int)) { say(0, exec.Undefined) }}
	}
	sort := t.Sort
	if t.Form != nil {
		sort = t.Form.Result
	}
	switch {
	case t.List || sort == check.Ints || sort == check.Sites:
		list := l.ints(t)
		return message{[]string{""}, func(c *ctx, say func(int, int)) {
			mark := c.SetMark()
			x := list(c, c.Ints())
			for _, v := range x {
				c.Tick()
				say(0, v)
			}
			c.PutInts(x)
			c.FreeSets(mark)
		}}
	case sort == check.String:
		return plain(t.Text)
	case sort == check.Bool:
		is := l.bool(t)
		return message{[]string{"false", "true"}, func(c *ctx, say func(int, int)) {
			if is.Fn(c) {
				say(1, exec.Undefined)
			} else {
				say(0, exec.Undefined)
			}
		}}
	case sort == check.Float && t.Form == nil:
		return plain(strconv.FormatFloat(t.Float, 'g', -1, 64))
	case sort == check.Float:
		v := l.float(t)
		return number(func(c *ctx) int { return int(max(-exec.Infinity, min(exec.Infinity, math.Round(v(c))))) })
	case sort == check.Range:
		low, high := l.bounds(t)
		return message{[]string{""}, func(c *ctx, say func(int, int)) {
			say(0, low.Fn(c))
			say(0, high.Fn(c))
		}}
	case sort == check.Direction || t.Constant() && sort != check.Int:
		dirs, m := l.dirs(t), message{}
		for d := range topology.NumDirections {
			m.texts = append(m.texts, topology.Direction(d).String())
		}
		k := l.p.Default
		m.parts = func(c *ctx, say func(int, int)) {
			for _, d := range dirs(c, k, c.From, nil) {
				say(int(d), exec.Undefined)
			}
		}
		return m
	case sort == check.Graph:
		return plain(t.Node.String())
	}
	return number(l.int(t).Fn)
}

// note says something to a player, or to all.
func (l *lowerer) note(t *check.Term) exec.MovesFn {
	what := l.message(t.Arg("message"))
	ids := make([][]int32, len(what.texts))
	var about exec.IntFn
	for i, text := range what.texts {
		ids[i], about = l.noteTexts(t, text)
	}
	say := func(c *ctx, to int) {
		who := 0
		if about != nil {
			who = max(0, min(about(c), len(ids[0])-1))
		}
		what.parts(c, func(text, value int) {
			a := exec.Blank(exec.OpNote)
			a.What, a.Player, a.Value = ids[text][who], int32(to), int32(value)
			effectMove(c, a)
		})
	}
	to := t.Arg("to")
	if to == nil || to.Form == nil && to.Text == "All" {
		return func(c *ctx) {
			for p := 1; p <= c.Prog.Players; p++ {
				say(c, p)
			}
		}
	}
	player := l.player(to).Fn
	return func(c *ctx) {
		if p := player(c); p > 0 && p <= c.Prog.Players {
			say(c, p)
		}
	}
}

// noteTexts numbers what a note may say: with a player before it, one text for each.
func (l *lowerer) noteTexts(t *check.Term, text string) (ids []int32, about exec.IntFn) {
	who := t.Arg("player")
	if who == nil {
		return []int32{int32(l.notion(text))}, nil
	}
	for p := 0; p <= l.p.Players+1; p++ {
		ids = append(ids, int32(l.notion(fmt.Sprintf("P%d %s", p, text))))
	}
	return ids, l.player(who).Fn
}
