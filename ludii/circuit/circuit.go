package circuit

import (
	"errors"
	"fmt"
	"runtime"
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/lower"
	"ludens/ludii/topology"
)

// ErrUnsupported is wrapped where a game has something that has no circuit.
var ErrUnsupported = errors.New("no circuit")

// errBroken is a broken invariant of this package.
var errBroken = errors.New("the circuit could not be made")

// ErrSize is wrapped besides where there would be more gates than the limits allow.
var ErrSize = errors.New("the circuit grows too large")

// A Circuit is a game of two who move in turn. Its inputs are the bases, facts of the position, and
// the moves that are made.
type Circuit struct {
	Gates    *Gates
	Bases    []Fact
	Moves    [2][]Move // per player; the first of each is to do nothing while the other moves
	Terminal Lit       // the match is over
	Won      [2]Lit    // and who sits there has won: players may have exchanged their roles
	Drawn    Lit       // and neither has
	Start    []uint64  // the initial position

	kinds []exec.Kind       // by site: where a state keeps it
	first []int             // by site: its first base
	at    []map[content]int // by site: which base a content is, from 1
	facts int               // the first base that is not about a site
}

// A Fact is something that a position says or not.
type Fact struct {
	Text string
	Next Lit // after the next move
	of   func(s *exec.State) bool
}

// A Move is a move that a player may have.
type Move struct {
	Text  string
	Legal Lit
	Made  Lit // its input
}

// Limits bound the work. The zero value means the defaults.
type Limits struct {
	Edges int    // inputs of all gates, and two for each gate; default 2 million
	Look  func() // called now and then; may panic to end it
}

// Compile makes the circuit of a program and the description that it was made of. It fails, wrapping
// ErrUnsupported, where the description has a ludeme that this package does not know, or where there
// would be too many gates.
func Compile(p *exec.Program, root *check.Term, lim Limits) (out *Circuit, err error) {
	working := true
	defer func() {
		if !working {
			return
		}
		switch x := recover().(type) {
		case refusal:
			err = fmt.Errorf("%w: %s", ErrUnsupported, string(x))
		case runtime.Error, string: // a description must not take the process down
			err = fmt.Errorf("%w: %w: %v", ErrUnsupported, errBroken, x)
		default:
			if x != ErrSize { //nolint:errorlint // the very value
				panic(x) // of whoever looked, and ends the work
			}
			err = fmt.Errorf("%w: %w", ErrUnsupported, ErrSize)
		}
	}()
	if lim.Edges == 0 {
		lim.Edges = 2_000_000
	}
	suits(p)
	c := newCompiler(p, root, lim)
	c.compile()
	working = false
	return c.out, nil
}

// refusal is what compiling panics with where it does not know a ludeme.
type refusal string

func refuse(format string, args ...any) { panic(refusal(fmt.Sprintf(format, args...))) }

// suits refuses programs whose positions are more than which piece is where.
func suits(p *exec.Program) {
	f := &p.Flags
	for _, x := range []struct {
		there bool
		what  string
	}{
		{p.Players != 2, "other than two players"},
		{p.Mode != exec.Alternating || p.Modes, "moves that are not in turn"},
		{p.Match != nil, "a match"},
		{f.Rotation, "rotations"},
		{f.Value, "values of pieces"},
		{f.Hidden, "something hidden"},
		{f.LargePiece, "large pieces"},
		{f.Stochastic, "chance"},
		{f.Vote, "votes"},
		{f.Team, "teams"},
		{f.Deduction || p.Puzzle != nil, "a puzzle"},
		{f.Boardless || p.Topo == nil, "no board"},
		{f.Dominoes, "dominoes"},
		{f.LineOfPlay, "a line of play"},
		{f.Remember, "something remembered"},
		{f.Bet, "bets"},
		{f.Remembers() || f.CycleDetection, "positions that must not be repeated"},
		{p.Meta.Automove || p.Meta.NoSuicide || p.Meta.Gravity || p.Meta.Pin || p.Meta.NoStackOnFallen, "meta rules"},
	} {
		if x.there {
			refuse("%s", x.what)
		}
	}
	for _, o := range p.Containers[1:] {
		if o.Kind != exec.HandContainer {
			refuse("dice or cards")
		}
	}
	for k := range f.Uses {
		if exec.Kind(k) != p.Default && len(p.Containers) == 1 && (f.Uses[k] && p.Sites[k] > 0 && f.Holds[k]) {
			refuse("pieces on sites of several kinds")
		}
	}
}

// Words is the length of a position in words.
func (c *Circuit) Words() int { return (len(c.Bases) + 63) / 64 }

// Encode writes which bases hold in a position, a bit each, to dst[:0]. It is false for a position that
// the circuit does not have: one of a site that holds more than it was thought to hold.
func (c *Circuit) Encode(s *exec.State, dst []uint64) ([]uint64, bool) {
	n := c.Words()
	dst = dst[:0]
	for range n {
		dst = append(dst, 0)
	}
	for site, k := range c.kinds {
		x := contentOf(&s.Sites[k], site)
		if x == (content{}) {
			continue
		}
		i, ok := c.at[site][x]
		if !ok {
			return dst, false
		}
		b := c.first[site] + i - 1
		dst[b>>6] |= 1 << (b & 63)
	}
	for i := c.facts; i < len(c.Bases); i++ {
		if c.Bases[i].of(s) {
			dst[i>>6] |= 1 << (i & 63)
		}
	}
	return dst, true
}

// contentOf is what a site of a state holds.
func contentOf(t *exec.Sites, site int) (x content) {
	if t.Stack != nil {
		for _, it := range t.Stack[site] {
			x = x.with(int(it.What))
		}
		return x
	}
	x.what = int(t.What[site])
	if t.State != nil {
		x.state = int(t.State[site])
	}
	if x.what != 0 {
		x.count = 1
		if t.Count != nil {
			x.count = int(t.Count[site])
		}
	}
	return x
}

// compiler holds what the work needs.
type compiler struct {
	p      *exec.Program
	f      *lower.Fixed
	root   *check.Term
	g      *Gates
	k      exec.Kind
	board  int  // sites of the board
	n      int  // all sites
	comps  int  // components, nothing included
	counts bool // sites may hold several pieces of a sort
	owners []int
	look   func()
	steps  int

	out    *Circuit
	base   *view
	turn   [3]Lit // by player
	begun  Lit    // somebody has moved
	same   Lit    // who moves has moved before, too
	static map[*check.Term]bool
	depth  int

	// what is asked for of the last move and of counters; nil until then
	lastTo, lastFrom []Lit
	passed           *passing
	stuck            []Lit // see marks
	stuckAsked       map[bool]bool
	counters         map[string]*counter
	odd              Lit
	trigs, visited   []Lit
	doomed           []Lit
	swapped          Lit
	score            [3]*num
	phase            [3][]Lit // by player: which phase it is in; nil if there is one

	played [3][]*played
	after  [3]*view    // by player: what comes of its moves, of whichever is made
	twice  bool        // somebody may move again
	again  Lit         // after the move its player moves again
	nexts  map[int]Lit // by base
	hadRun bool        // the start rules count as moves
}

// played is a move with what comes of it, but for consequences that are worked out for many moves at once.
type played struct {
	*move
	after  *view
	made   Lit
	forced bool // to pass for want of another
	again  bool // it may be followed by another of the same player
}

func newCompiler(p *exec.Program, root *check.Term, lim Limits) *compiler {
	c := &compiler{
		p: p, root: root, f: lower.NewFixed(p, root), g: newGates(lim.Edges), k: p.Default,
		board: p.Topo.NumSites(p.Default), comps: len(p.Components), counts: p.Counts(), owners: p.OwnersOnSites(),
		static: map[*check.Term]bool{}, stuckAsked: map[bool]bool{}, counters: map[string]*counter{}, look: lim.Look,
	}
	c.n = c.board
	for _, o := range p.Containers[1:] {
		c.n = max(c.n, o.From+o.N)
	}
	c.out = &Circuit{Gates: c.g}
	if c.n*c.comps > 1<<14 {
		refuse("a board of %d sites and %d components", c.n, c.comps)
	}
	return c
}

// glance lets whoever waits end the work.
func (c *compiler) glance() {
	if c.steps++; c.look != nil && c.steps&63 == 0 {
		c.look()
	}
}

// fact adds a base. Its next value comes later.
func (c *compiler) fact(text string, of func(s *exec.State) bool) Lit {
	c.out.Bases = append(c.out.Bases, Fact{Text: text, of: of})
	return c.g.input(Base, len(c.out.Bases)-1)
}

// known refuses ludemes that this package does not know before anything is worked out: most games have
// one, and to come to it may take long.
func (c *compiler) known() {
	look := func(t *check.Term) {
		if t.Form == nil {
			return
		}
		ok, name := true, t.Form.Name
		switch t.Form.Result {
		case check.Moves:
			ok = moveForms[name] != nil
		case check.Bool:
			ok = boolForms[name] != nil || settled[name]
		case check.Int:
			ok = intForms[name] != nil || settled[name] || counterForms[name] != nil
		case check.Sites:
			ok = regionForms[name] != nil || settled[name]
		}
		if !ok {
			refuse("(%s …)", name)
		}
	}
	for _, part := range []string{"play", "phases", "end"} {
		c.root.Arg("rules").Arg(part).Walk(look)
	}
	for w := range c.comps {
		c.f.Moves(w).Walk(look)
	}
}

func (c *compiler) compile() {
	c.known()
	x := c.p.NewCtx()
	x.Reset()
	c.hadRun = x.RunMoves > 0
	c.position(x.State)
	for player := 1; player <= 2; player++ {
		c.list(player)
	}
	for player := 1; player <= 2; player++ {
		c.consequences(player)
	}
	c.results() // before what holds next: it may ask for more facts
	c.advance()
	start, ok := c.out.Encode(x.State, nil)
	if !ok {
		refuse("the initial position")
	}
	c.out.Start = start
	if c.f.Refused() {
		refuse("something that the board does not answer")
	}
}

// states are the local states that pieces may have, as far as the description names any.
func (c *compiler) states(start *exec.State) int {
	if !c.p.Flags.SiteState {
		return 0
	}
	most := 1
	plain := func(t *check.Term) {
		if t != nil && t.Form == nil && !t.List {
			most = max(most, t.Int)
		}
	}
	c.root.Walk(func(t *check.Term) {
		switch t.Name() {
		case "moves.set State":
			plain(t.Arg("value"))
			if v := t.Arg("value"); v.Form != nil {
				most = max(most, c.p.Players)
			}
		case "piece.piece", "piece":
			plain(t.Arg("state"))
		}
	})
	for _, k := range c.p.Components {
		most = max(most, k.Flips[0], k.Flips[1])
	}
	for k := range start.Sites {
		for _, v := range start.Sites[k].State {
			most = max(most, int(v))
		}
	}
	if most > 15 {
		refuse("states up to %d", most)
	}
	return most
}

// stackForms are those that this package knows of stacks.
var stackForms = []string{
	"move Add", "size Stack", "is Line", "sites.forEach#filter", "sites Board", "site", "<", "<=", ">", ">=", "=", "bool.and", "bool.or", "not",
}

// mostStacks bounds the stacks that there may be on a site.
const mostStacks = 400

// stacks are those that sites may hold, as high as the description compares them with something; none in
// other games.
func (c *compiler) stacks() []content {
	if !c.p.Flags.Stacking {
		return nil
	}
	high := 0
	for _, part := range []string{"play", "phases", "end", "start"} {
		c.root.Arg("rules").Arg(part).Walk(func(t *check.Term) {
			if t.Form == nil {
				return
			}
			switch t.Form.Result {
			case check.Moves, check.Int, check.Bool, check.Sites, check.Ints, check.StartRule:
				if !slices.Contains(stackForms, t.Name()) {
					refuse("stacks, and (%s …)", t.Name())
				}
			}
			a, b := t.Arg("a"), t.Arg("b")
			for range 2 {
				if a.Name() == "size Stack" && b != nil && b.Form == nil && !b.List {
					high = max(high, b.Int)
				}
				a, b = b, a
			}
		})
	}
	if high < 1 {
		refuse("stacks of any height")
	}
	var all []content
	for from := []content{{}}; len(from) > 0; {
		var next []content
		for _, x := range from {
			for w := 1; w < c.comps && x.count < high; w++ {
				next = append(next, x.with(w))
			}
		}
		if all = append(all, next...); len(all) > mostStacks {
			refuse("stacks of %d levels", high)
		}
		from = next
	}
	return all
}

// position makes the bases that every game has.
func (c *compiler) position(start *exec.State) {
	c.base = &view{c: c, given: True, what: make([]*square, c.n)}
	states := c.states(start)
	stacks := c.stacks()
	for s := range c.n {
		k := c.k
		if s >= c.board {
			k = topology.Cell
		}
		c.out.kinds, c.out.first = append(c.out.kinds, k), append(c.out.first, len(c.out.Bases))
		sq := &square{of: []content{{}}, lits: []Lit{False}}
		add := func(x content) {
			if !slices.Contains(sq.of, x) {
				sq.of = append(sq.of, x)
			}
		}
		if c.p.Flags.Stacking {
			for _, x := range stacks {
				add(x)
			}
		} else if s < c.board {
			for w := 1; w < c.comps; w++ {
				for state := range states + 1 {
					add(content{what: w, state: state, count: 1})
				}
			}
		} else if w := int(start.Sites[k].What[s]); w > 0 {
			for n := range int(start.Sites[k].Count[s]) {
				add(content{what: w, count: n + 1})
			}
		}
		at := map[content]int{}
		var any []Lit
		for i, x := range sq.of[1:] {
			text := "(" + c.p.Components[x.what].Name + " " + itoa(s)
			if states > 0 || x.count > 1 || x.levels != "" {
				text += fmt.Sprintf(" %d %d %x", x.state, x.count, x.levels)
			}
			l := c.fact(text+")", nil)
			c.g.site[l.Gate()] = int32(s + 1)
			sq.lits = append(sq.lits, l)
			any = append(any, l)
			at[x] = i + 1
		}
		sq.lits[0] = c.g.or(any...).Not()
		c.base.what[s] = sq
		c.out.at = append(c.out.at, at)
	}
	c.out.facts = len(c.out.Bases)
	if c.p.Meta.Swap {
		c.swapped = c.fact("swapped", func(s *exec.State) bool { return s.Order[1] != 1 })
	}
	for player := 1; player <= 2; player++ {
		c.turn[player] = c.fact(fmt.Sprintf("(turn %d)", player), func(s *exec.State) bool { return int(s.Mover) == player })
	}
	c.begun = c.fact("begun", func(s *exec.State) bool { return s.Prev != 0 })
	c.same = c.fact("again", func(s *exec.State) bool { return s.Prev == s.Mover })
	if len(c.p.Phases) > 1 {
		for player := 1; player <= 2; player++ {
			for i := range c.p.Phases {
				l := c.fact(fmt.Sprintf("(phase %d %d)", player, i), func(s *exec.State) bool { return int(s.Phase[player]) == i })
				c.phase[player] = append(c.phase[player], l)
			}
		}
	}
}

// inPhase is that a player is in a phase.
func (c *compiler) inPhase(player, i int) Lit {
	if c.phase[player] == nil {
		return True
	}
	return c.phase[player][i]
}

// plays are the terms of the phases' moves.
func (c *compiler) plays() []*check.Term {
	rules := c.root.Arg("rules")
	phases := rules.Arg("phases")
	if phases == nil {
		return []*check.Term{rules.Arg("play")}
	}
	var out []*check.Term
	for _, ph := range phases.Items {
		play := ph.Arg("play")
		if play == nil {
			play = rules.Arg("play")
		}
		out = append(out, play)
	}
	return out
}

// most bounds the moves of a player.
const most = 30_000

// list makes the moves of a player and what comes of each.
func (c *compiler) list(player int) {
	e := c.env(c.base, player, 3-player)
	var all []*move
	for i, play := range c.plays() {
		if play == nil {
			refuse("a phase without moves")
		}
		in := c.inPhase(player, i)
		for _, m := range c.moves(play.Arg("moves"), e) {
			if m.cond = c.g.and(in, m.cond); m.cond != False {
				m.phase = i
				all = append(all, m)
			}
		}
	}
	if c.p.Meta.Swap {
		// Who moves second may take over what the first has done.
		n := c.counter("int.count Moves")
		cond := c.g.and(n.atLeast(c.g, 1), n.atLeast(c.g, 2).Not(), c.begun, c.same.Not())
		all = append(all, &move{cond: cond, from: exec.Undefined, to: exec.Undefined, swap: true, acts: []act{{op: opAgain, cond: True}, {op: opSwap, cond: True}}})
	}
	if len(all) > most {
		refuse("%d moves", len(all))
	}
	conds := make([]Lit, 0, len(all))
	for _, m := range all {
		conds = append(conds, m.cond)
	}
	all = append(all, &move{cond: c.g.or(conds...).Not(), from: exec.Undefined, to: exec.Undefined, pass: true})
	moves := []Move{{Text: "noop", Legal: c.turn[player].Not()}}
	for i, m := range all {
		c.glance()
		p := &played{move: m, made: c.g.input(Does, i+1), forced: i == len(all)-1}
		p.after = c.base.after(m)
		c.acts(p.after, m.acts, True, player)
		c.played[player] = append(c.played[player], p)
		moves = append(moves, Move{Text: fmt.Sprintf("(move %d %d %d)", i, m.from, m.to), Legal: c.g.and(c.turn[player], m.cond), Made: p.made})
	}
	c.out.Moves[player-1] = moves
}
