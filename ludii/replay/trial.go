package replay

import (
	"fmt"
	"slices"
	"strconv"

	"ludens/ludii/exec"
	"ludens/ludii/topology"
	"ludens/ludii/trial"
)

// Ludii's own files of played games (package trial): followed move by move, and made of
// matches played here.

// A TrialDifference is the first move of a trial that cannot be made here, or an end that
// is not the recorded one.
type TrialDifference struct {
	Move   int // from 1, those of the start rules left out; one more than there are: the end
	Want   string
	Reason string
}

func (d *TrialDifference) Error() string {
	return fmt.Sprintf("move %d (%s): %s", d.Move, d.Want, d.Reason)
}

// Follow makes the moves of a trial. At is told the position before the first move and
// after every one; its error ends it. An error that is a *TrialDifference says which move
// is not legal here.
func Follow(p *exec.Program, t *trial.Trial, at func(made int, c *exec.Ctx) error) error {
	f := &follower{Engine: New(p), trial: t}
	f.c.Draw = f.start
	f.c.Reset()
	if f.c.Err != nil {
		return f.c.Err
	}
	if err := at(0, f.c); err != nil {
		return err
	}
	moves := t.Moves[t.Start:]
	for i := range moves {
		if err := f.follow(i, &moves[i]); err != nil {
			return err
		}
		if err := at(i+1, f.c); err != nil {
			return err
		}
	}
	return f.end(len(moves) + 1)
}

type follower struct {
	*Engine
	trial *trial.Trial

	rolls map[int][]int // of the move: faces by die
	sites []int         // of the move: sites that something was done to

	script, sizes []int // answers to the questions that the move does not answer, and how many there are
}

// start answers what start rules ask of chance: the next recorded action shows it.
func (f *follower) start(q exec.Chance) int {
	if n := len(f.c.Applied); n < f.trial.Start {
		if m := &f.trial.Moves[n]; len(m.Actions) > 0 {
			a := &m.Actions[0]
			if i := slices.Index(q.Sites, a.Int("to")); i >= 0 {
				return i
			}
			if i := slices.Index(q.What, a.Int("what")); i >= 0 {
				return i
			}
		}
	}
	return 0
}

// show notes what a move shows of chance.
func (f *follower) show(m *trial.Move) {
	f.rolls, f.sites = map[int][]int{}, f.sites[:0]
	for i := range m.Actions {
		a := &m.Actions[i]
		switch site := a.Int("to"); {
		case a.Kind == "SetStateAndUpdateDice":
			f.rolls[a.Int("site")] = append(f.rolls[a.Int("site")], a.Int("state"))
		case site != trial.None:
			f.sites = append(f.sites, site)
		}
	}
}

// draw answers questions to chance as the move shows it.
func (f *follower) draw() func(q exec.Chance) int {
	rolled := map[int]int{}
	used := map[int]bool{}
	return func(q exec.Chance) int {
		if q.Die != exec.Off {
			if rolls, n := f.rolls[q.Die], rolled[q.Die]; n < len(rolls) && rolls[n] >= 0 && rolls[n] < q.N {
				rolled[q.Die]++
				return rolls[n]
			}
			return 0
		}
		for i, s := range f.sites {
			if j := slices.Index(q.Sites, s); j >= 0 && !used[i] {
				used[i] = true
				return j
			}
		}
		i := len(f.sizes)
		if f.sizes = append(f.sizes, q.N); i < len(f.script) {
			return f.script[i]
		}
		return 0
	}
}

// mostScripts bounds how often the legal moves are drawn anew until the recorded one is
// among them.
const mostScripts = 4096

// another turns to the next answers to the questions that were asked; false if there are
// none.
func (f *follower) another() bool {
	for i := len(f.sizes) - 1; i >= 0; i-- {
		for len(f.script) <= i {
			f.script = append(f.script, 0)
		}
		if f.script = f.script[:i+1]; f.script[i]+1 < f.sizes[i] {
			f.script[i]++
			return true
		}
	}
	return false
}

// list lists the legal moves, and gives the one that is most like the recorded one; of
// lists that depend on chance the first in which its decision is found.
func (f *follower) list(m *trial.Move) (best int) {
	f.script = f.script[:0]
	for range mostScripts {
		f.sizes = f.sizes[:0]
		f.c.Draw = f.draw()
		f.c.Generate()
		if best = f.pick(m); best >= 0 && decision(f.c, &f.c.Moves[best], m) || !f.another() {
			break
		}
	}
	return best
}

func (f *follower) follow(n int, m *trial.Move) error {
	c := f.c
	if c.Over {
		return &TrialDifference{n + 1, m.String(), "the game is over"}
	}
	f.show(m)
	best := f.list(m)
	if c.Err != nil {
		return c.Err
	}
	if c.Mode() == exec.Simultaneous {
		return f.together(n, m)
	}
	if best < 0 {
		return &TrialDifference{n + 1, m.String(), fmt.Sprintf("none of the %d legal moves is like it", len(c.Moves))}
	}
	c.Draw = f.draw()
	c.Step(best)
	return c.Err
}

// pick gives the legal move that is most like the recorded one; -1 if none is.
func (f *follower) pick(m *trial.Move) int {
	c := f.c
	best, most := -1, 0
	for i := range c.Moves {
		mv := &c.Moves[i]
		if int(mv.Mover) != m.Mover && m.Mover != 0 || !same(m.From, mv.From) || !same(m.To, mv.To) {
			continue
		}
		if score := f.likeness(i, m); best < 0 || score > most {
			best, most = i, score
		}
	}
	if best < 0 { // files of other versions name other sites as those of the move
		for i := range c.Moves {
			if mover := int(c.Moves[i].Mover); (mover == m.Mover || m.Mover == 0) && decision(c, &c.Moves[i], m) {
				if score := f.likeness(i, m); best < 0 || score > most {
					best, most = i, score
				}
			}
		}
	}
	return best
}

// same reports that sites are equal, as far as both are given.
func same(recorded int, site int32) bool {
	return recorded == trial.None || recorded < 0 || site < 0 || int(site) == recorded
}

// decision reports that the deciding action of a move is that of the recorded one.
func decision(c *exec.Ctx, mv *exec.Move, m *trial.Move) bool {
	for i := mv.Actions[0]; i < mv.Actions[1]; i++ {
		if a := &c.Actions[i]; a.Decision {
			for j := range m.Actions {
				if r := &m.Actions[j]; r.Decision() && alike(c, a, r) > 0 {
					return true
				}
			}
		}
	}
	return false
}

// likeness says how much of what was recorded a legal move does.
func (f *follower) likeness(i int, m *trial.Move) int {
	c := f.c
	mark := c.Mark()
	c.Push()
	c.Draw = f.draw()
	c.StepMove(c.Moves[i])
	score, used := 0, make([]bool, len(m.Actions))
	for k := range c.Applied {
		best, most := -1, 0
		for j := range m.Actions {
			if used[j] {
				continue
			}
			if s := alike(c, &c.Applied[k], &m.Actions[j]); s > most {
				best, most = j, s
			}
		}
		if best >= 0 {
			used[best] = true
			score += most
		} else {
			score--
		}
	}
	for _, u := range used {
		if !u {
			score--
		}
	}
	c.Pop()
	c.Err = nil
	c.Release(mark)
	return score
}

// alike counts what an action and a recorded one have in common; 0 if they are of
// different kinds or on different sites.
func alike(c *exec.Ctx, a *exec.Action, r *trial.Action) int {
	own := TrialAction(c, a)
	if own.Kind != r.Kind {
		return 0
	}
	score := 1
	for _, f := range own.Fields {
		v, ok := r.Get(f.Name)
		switch {
		case !ok:
		case v == f.Value:
			score++
		case f.Name == "from" || f.Name == "to" || f.Name == "site":
			return 0
		default:
			score--
		}
	}
	return max(score, 1)
}

// together makes a move of each player of a simultaneous game: of every player the one
// that is most like what was recorded.
func (f *follower) together(n int, m *trial.Move) error {
	c := f.c
	var chosen []int
	for p := 1; p <= c.Prog.Players; p++ {
		best, most := -1, -1
		for i := range c.Moves {
			mv := &c.Moves[i]
			if int(mv.Mover) != p {
				continue
			}
			score := 0
			for k := mv.Actions[0]; k < mv.Actions[1]; k++ {
				for j := range m.Actions {
					score = max(score, alike(c, &c.Actions[k], &m.Actions[j]))
				}
			}
			if score > most {
				best, most = i, score
			}
		}
		if best >= 0 {
			chosen = append(chosen, best)
		}
	}
	if len(chosen) == 0 {
		return &TrialDifference{n + 1, m.String(), "nobody has a move"}
	}
	c.Draw = f.draw()
	c.StepAll(chosen)
	return c.Err
}

// end compares the ends.
func (f *follower) end(n int) error {
	t, c := f.trial, f.c
	switch {
	case !t.Over:
		return nil
	case !c.Over:
		return &TrialDifference{n, "the end", "the game goes on"}
	}
	for i, r := range t.Ranking {
		if i+1 < len(c.Rank) && i < c.Prog.Players && c.Rank[i+1] != r {
			return &TrialDifference{n, fmt.Sprintf("the end, rank %v of player %d", r, i+1), fmt.Sprintf("the rank is %v", c.Rank[i+1])}
		}
	}
	return nil
}

// trialKinds are Ludii's names of actions.
var trialKinds = map[exec.Op]string{
	exec.OpAdd: "Add", exec.OpInsert: "Insert", exec.OpMove: "Move", exec.OpMoveN: "Move", exec.OpMoveStack: "StackMove", exec.OpCopy: "Copy",
	exec.OpRemove: "Remove", exec.OpPromote: "Promote", exec.OpSelect: "Select", exec.OpPass: "Pass", exec.OpSwap: "Swap", exec.OpSetState: "SetState",
	exec.OpSetCount: "SetCount", exec.OpSetRotation: "SetRotation", exec.OpSetValue: "SetValue", exec.OpNext: "SetNextPlayer", exec.OpScore: "SetScore",
	exec.OpCounter: "SetCounter", exec.OpTemp: "SetTemp", exec.OpPending: "SetPending", exec.OpVar: "SetVar", exec.OpAmount: "SetAmount", exec.OpBet: "Bet",
	exec.OpPot: "SetPot", exec.OpPlayerValue: "SetValueOfPlayer", exec.OpDie: "SetStateAndUpdateDice", exec.OpUse: "UseDie", exec.OpDiceEqual: "SetDiceAllEqual",
	exec.OpCost: "SetCost", exec.OpPhase: "SetPhase", exec.OpTeam: "AddPlayerToTeam", exec.OpRemember: "RememberValue", exec.OpForget: "ForgetValue",
	exec.OpStore: "StoreStateInContext", exec.OpTrigger: "Trigger", exec.OpNote: "Note", exec.OpPropose: "Propose", exec.OpVote: "Vote", exec.OpForfeit: "Forfeit",
	exec.OpReset: "Reset", exec.OpSet: "Set", exec.OpToggle: "Toggle", exec.OpTrump: "SetTrumpSuit", exec.OpNextInstance: "NextInstance",
}

// TrialAction writes an action as Ludii's files do.
func TrialAction(c *exec.Ctx, a *exec.Action) trial.Action {
	out := trial.Action{Kind: trialKinds[a.Op]}
	text := func(name, value string) { out.Fields = append(out.Fields, trial.Field{Name: name, Value: value}) }
	number := func(name string, n int32) { text(name, strconv.Itoa(int(n))) }
	given := func(name string, n int32) {
		if n != exec.Undefined {
			number(name, n)
		}
	}
	kind := func(name string, k topology.Kind, site int32) { text(name, kindAt(c, k, site).String()) }
	target := func() {
		kind("type", a.KindTo, a.To)
		number("to", a.To)
		given("level", int32(a.Level))
	}
	details := func() {
		given("state", a.State)
		given("rotation", a.Rotation)
		given("value", a.Value)
		if a.Stack {
			text("stack", "true")
		}
	}
	name := func(names []string) string {
		if a.What >= 0 && int(a.What) < len(names) {
			return names[a.What]
		}
		return ""
	}
	switch p := c.Prog; a.Op {
	case exec.OpAdd, exec.OpInsert, exec.OpPromote:
		target()
		number("what", a.What)
		if a.Count > 1 {
			number("count", a.Count)
		}
		details()
	case exec.OpMove, exec.OpMoveN, exec.OpMoveStack, exec.OpCopy:
		kind("typeFrom", a.Kind, a.From)
		number("from", a.From)
		given("levelFrom", int32(a.Level))
		kind("typeTo", a.KindTo, a.To)
		number("to", a.To)
		given("levelTo", int32(a.LevelTo))
		switch a.Op {
		case exec.OpMoveN:
			number("count", a.Count)
		case exec.OpMoveStack:
			number("numLevel", a.Count)
		}
		details()
	case exec.OpRemove:
		target()
		if a.Later {
			text("applied", "false")
		}
	case exec.OpSelect:
		kind("typeFrom", a.Kind, a.From)
		number("from", a.From)
		given("levelFrom", int32(a.Level))
		if a.To != exec.Undefined {
			kind("typeTo", a.KindTo, a.To)
			number("to", a.To)
			given("levelTo", int32(a.LevelTo))
		}
	case exec.OpPass:
		if a.Forced {
			text("forced", "true")
		}
	case exec.OpSwap:
		number("player1", a.Player)
		number("player2", a.What)
	case exec.OpSetState:
		target()
		number("state", a.State)
	case exec.OpSetCount:
		target()
		number("what", a.What)
		number("count", a.Count)
	case exec.OpSetRotation:
		target()
		number("rotation", a.Rotation)
	case exec.OpSetValue:
		target()
		number("value", a.Value)
	case exec.OpNext, exec.OpForfeit:
		number("player", a.Player)
	case exec.OpScore:
		number("player", a.Player)
		number("score", a.Value)
		text("add", strconv.FormatBool(a.Plus))
	case exec.OpCounter:
		number("counter", a.Value)
	case exec.OpTemp:
		number("temp", a.Value)
	case exec.OpPending:
		given("value", a.Value)
	case exec.OpVar:
		text("name", name(p.Vars))
		number("value", a.Value)
	case exec.OpAmount:
		number("player", a.Player)
		number("amount", a.Value)
	case exec.OpBet:
		number("player", a.Player)
		number("bet", a.Value)
	case exec.OpPot:
		number("pot", a.Value)
	case exec.OpPlayerValue:
		number("player", a.Player)
		number("value", a.Value)
	case exec.OpDie:
		number("site", a.To)
		number("state", a.State)
	case exec.OpUse:
		number("indexHandDice", a.What)
		number("indexDie", a.Count)
		number("site", a.To)
	case exec.OpDiceEqual:
		text("value", strconv.FormatBool(a.Value != 0))
	case exec.OpHide:
		out.Kind = "SetHidden" + hidden[exec.HiddenData(a.What)]
		target()
		number("player", a.Player)
		text("value", strconv.FormatBool(a.State != 0))
	case exec.OpCost, exec.OpPhase:
		target()
		number("value", a.Value)
	case exec.OpTeam:
		number("team", a.Value)
		number("player", a.Player)
	case exec.OpRemember, exec.OpForget:
		if n := name(p.Memories); n != "" {
			text("name", n)
		}
		number("value", a.Value)
	case exec.OpTrigger:
		text("event", name(p.Notions))
		number("player", a.Player)
	case exec.OpNote:
		text("message", p.NoteText(a))
		number("player", a.Player)
	case exec.OpPropose:
		text("proposition", name(p.Notions))
	case exec.OpVote:
		text("vote", name(p.Notions))
	case exec.OpSet, exec.OpToggle, exec.OpReset:
		kind("type", a.KindTo, a.To)
		number("var", a.To)
		number("value", a.Value)
	case exec.OpTrump:
		number("trumpSuit", a.Value)
	}
	if a.Decision {
		text("decision", "true")
	}
	return out
}

// kindAt is the kind of site that Ludii writes: cells for the sites of hands.
func kindAt(c *exec.Ctx, k topology.Kind, site int32) topology.Kind {
	if site >= 0 && c.Prog.KindAt(int(site)) == topology.Cell && int(site) < len(c.Prog.ContainerOf) && c.Prog.ContainerOf[site] > 0 {
		return topology.Cell
	}
	return k
}

// TrialStart writes what the start rules did, an action a move, right after a Reset.
func TrialStart(c *exec.Ctx) []trial.Move {
	var out []trial.Move
	for i := range c.Applied {
		a := &c.Applied[i]
		out = append(out, trial.Move{From: site(a.FromSite()), To: site(a.ToSite()), Actions: []trial.Action{TrialAction(c, a)}})
	}
	return out
}

// TrialMove writes the last move, with all that followed from it.
func TrialMove(c *exec.Ctx) trial.Move {
	m := trial.Move{Mover: int(c.Last.Mover), From: site(c.Last.From), To: site(c.Last.To)}
	for i := range c.Applied {
		if c.Applied[i].Op != exec.OpThen {
			m.Actions = append(m.Actions, TrialAction(c, &c.Applied[i]))
		}
	}
	return m
}

func site(n int32) int {
	if n < 0 {
		return trial.None
	}
	return int(n)
}

// TrialEnd writes how a game ended, if it has.
func TrialEnd(c *exec.Ctx, t *trial.Trial) {
	if !c.Over {
		return
	}
	t.Over, t.Winner = true, int(c.Winner)
	t.EndType = [...]string{"NoEnd", "NaturalEnd", "MoveLimit", "TurnLimit"}[c.EndType]
	t.Ranking = append(t.Ranking[:0], c.Rank[1:c.Prog.Players+1]...)
}
