package lower

import (
	"fmt"

	"ludens/diag"
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/expand"
	"ludens/ludii/topology"
)

// Codes of findings.
const (
	CodeForm     = "LUD060" // a ludeme that is not supported
	CodeArgument = "LUD061" // an argument of a supported ludeme that is not
	CodeMeaning  = "LUD062" // a name, a number or a site that does not exist in this game
	CodeSize     = "LUD063" // larger than the machine takes
)

// Short names for what lowering gives.
type (
	ctx  = exec.Ctx
	kind = exec.Kind
)

// An Int is a lowered int function.
type Int struct {
	Fn    exec.IntFn // never nil
	Const bool
	V     int   // when Const
	Iter  Iter  // when it reads one iterator or state number and nothing else
	Read  read  // when it reads a field of the site that an iterator gives
	Dice  *pips // when it is what dice show
	// Zero asks whether it is 0, where that is less work than the number; may be nil. The
	// number is never less than 0 then.
	Zero exec.BoolFn
	// OfMover tells that it depends on who the mover is and on nothing else.
	OfMover bool
}

// Iter names what a simple int function reads, for closures that read it
// directly.
type Iter uint8

// The simple ones.
const (
	NoIter Iter = iota
	IterTo
	IterFrom
	IterBetween
	IterSite
	IterMover
	IterNext
	IterPrev
	IterLastTo
	IterLastFrom
)

// A Bool is a lowered condition.
type Bool struct {
	Fn    exec.BoolFn // never nil
	Const bool
	V     bool
	// Fails and Succeeds tell, where they are not nil, that the condition is
	// sure to fail or to hold in whatever position: tests for threats do so while
	// a threat is looked for. A caller may spare the way to that position.
	Fails, Succeeds exec.BoolFn
	// Owner, if not 0, is the player of whom the condition says that a piece of theirs stands
	// on (to), of sites of Kind.
	Owner int
	Kind  kind
	// EmptyTo marks the test whether (to), of sites of Kind, is empty, and EnemyBetween those that
	// only hold if an enemy of the mover stands on (between), for those who look at many sites.
	EmptyTo, EnemyBetween bool
	// FromIn, if not nil, are the sites (from) for which it holds, or, with FromOut, does not.
	FromIn  exec.Bits
	FromOut bool
}

// A Region is a lowered region.
type Region struct {
	Fn     exec.RegionFn // never nil
	Static exec.Bits     // if it is the same at all times; else nil
	Kind   kind          // of its sites
	Typed  bool          // the description gives the kind
	// Empty marks (sites Empty) of Kind, for generators that walk over it.
	Empty bool
	// Empties tells that all of them are in (sites Empty) of Kind.
	Empties bool
	// Has asks for one site, where that is less work than the set; may be nil.
	Has func(c *ctx, site int) bool
	// None asks whether it is empty, where that is less work than the set; may be nil.
	None exec.BoolFn
	// Among, if not nil, is a set of which the region is those sites that pass a test, with
	// (site) at them.
	Among exec.RegionFn
	Test  exec.BoolFn
	// Both, if not nil, are the two regions of which it is the intersection.
	Both []Region
}

// Const makes a constant.
func Const(v int) Int { return Int{Fn: func(*ctx) int { return v }, Const: true, V: v} }

// constBool makes a constant condition.
func constBool(v bool) Bool { return Bool{Fn: func(*ctx) bool { return v }, Const: true, V: v} }

// The tables: form name to function. Files add to them in init.
var (
	intForms    = map[string]func(l *lowerer, t *check.Term) Int{}
	boolForms   = map[string]func(l *lowerer, t *check.Term) Bool{}
	regionForms = map[string]func(l *lowerer, t *check.Term) Region{}
	intsForms   = map[string]func(l *lowerer, t *check.Term) exec.IntsFn{}
	floatForms  = map[string]func(l *lowerer, t *check.Term) exec.FloatFn{}
	dirsForms   = map[string]func(l *lowerer, t *check.Term) exec.DirsFn{}
	moveForms   = map[string]func(l *lowerer, t *check.Term) exec.MovesFn{}
	startForms  = map[string]func(l *lowerer, t *check.Term) exec.EffectFn{}
	endForms    = map[string]func(l *lowerer, t *check.Term) exec.EndFn{}
)

// Supported reports whether a form has a function (or is structure, which the
// lowerer walks itself).
func Supported(f *check.Form) bool {
	n := f.Name
	switch f.Result {
	case check.Int, check.Dim:
		return intForms[n] != nil
	case check.Bool:
		return boolForms[n] != nil
	case check.Sites:
		return regionForms[n] != nil
	case check.Ints:
		return intsForms[n] != nil
	case check.Float:
		return floatForms[n] != nil
	case check.Direction:
		return dirsForms[n] != nil
	case check.Moves:
		return moveForms[n] != nil
	case check.StartRule:
		return startForms[n] != nil
	case check.EndRule:
		return endForms[n] != nil
	}
	return true
}

// lowerer holds what lowering one description needs.
type lowerer struct {
	p           *exec.Program
	root        *check.Term
	findings    diag.List
	file        string
	winning     *check.Term                 // the condition of the first end rule by which lines win
	joining     []*check.Term               // the conditions of end rules by which who joins regions wins
	lines       map[stepKey][][]line        // see bools_line.go
	nextOnLines map[stepKey][][]neighbours  // on these lines
	some        map[*check.Term]exec.BoolFn // see operators_some.go
	guards      map[*check.Term]Bool        // see operators_guard.go
	allRoutes   []*route                    // see routes
	tables      map[uint64][]int32          // by hash, see oneTable
	sampled     sampled                     // see sampling.go
	plays       []*check.Term               // the moves of the phases
	depth       int
	labels      [3]map[string]int // the first site of each label, by kind: see coordinate
	fixedSet    int               // words of the sets that never change
	values      int               // lowered so far: see weigh
	raySlots    int               // see way
	ways        map[string]*way   // by kind and directions, or by the words for them
	groups      int               // how many rules ask for groups, see exec.Group
	heads       map[headingsOf]*headings
	goals       map[*check.Term]reach                       // see reach.go
	asides      map[*check.Term]func(c *ctx, dst exec.Bits) // of moves that begin at a site of the mover's
	chains      int                                         // see maxMoves
	look        func()                                      // see Options; may be nil
	anyway      bool                                        // goes on after findings, as far as it can: for tests

	pieceTerms []pieceTerm
	decks      []deck // see cards.go
}

// refuse records a finding about a term.
func (l *lowerer) refuse(t *check.Term, code, format string, args ...any) {
	d := diag.Diagnostic{Code: code, Severity: diag.Error, Message: fmt.Sprintf(format, args...), File: l.file}
	if t != nil && t.Node != nil {
		d.Pos = t.Node.Pos
		d.Note = expand.Via(t.Node)
		if o := t.Node.Origin; o != nil {
			d.File = o.File
		}
	}
	if len(l.findings) < 100 {
		l.findings = append(l.findings, d)
	}
}

// unsupported refuses a form that has no function.
func (l *lowerer) unsupported(t *check.Term) {
	if t.Form != nil {
		l.refuse(t, CodeForm, "(%s …) is not supported", t.Form.Name)
		return
	}
	l.refuse(t, CodeForm, "%s is not supported here", t.Node)
}

// only refuses arguments of a form that its function does not read: it lists
// those that it does.
func (l *lowerer) only(t *check.Term, names ...string) {
	for i, p := range t.Form.Params {
		if t.Args[i] == nil {
			continue
		}
		known := false
		for _, n := range names {
			known = known || n == p.Name
		}
		if !known {
			l.refuse(t.Args[i], CodeArgument, "the argument %s of (%s …) is not supported", p.Name, t.Form.Name)
		}
	}
}

// largeTerm is how many values a term may ask for before it counts against the
// budget of a move; smaller ones are counted by the loops around them.
const largeTerm = 64

// glance is called at every step of what may take long: the context may have ended.
func (l *lowerer) glance() {
	if l.look != nil {
		l.look()
	}
}

// begin and weigh count the values that are lowered for a term. Weigh gives what a
// large one costs, 0 for a small one; within the terms around it, it counts as one.
func (l *lowerer) begin() int {
	l.glance()
	l.values++
	return l.values
}

func (l *lowerer) weigh(before int) int {
	n := l.values - before
	if n < largeTerm {
		return 0
	}
	l.values = before
	return n / 4
}

// containerAt finds a container by its name or its number, which must be plain.
func (l *lowerer) containerAt(t *check.Term) exec.Container {
	i := -1
	if t.Sort == check.String {
		i = l.containerNamed(t.Text)
	} else {
		i = l.constant(t, 0)
	}
	if i < 0 || i >= len(l.p.Containers) {
		l.refuse(t, CodeMeaning, "there is no container %s", t.Node)
		i = 0
	}
	return l.p.Containers[i]
}

// int lowers an int function, a number, or a role that stands for one.
func (l *lowerer) int(t *check.Term) Int {
	before := l.begin()
	v := l.intOf(t)
	if n := l.weigh(before); n > 0 {
		fn := v.Fn
		v.Fn = func(c *ctx) int {
			c.Spend(n)
			return fn(c)
		}
	}
	return v
}

func (l *lowerer) intOf(t *check.Term) Int {
	switch {
	case t == nil:
		return Const(exec.Undefined)
	case t.Form != nil:
		if f := intForms[t.Form.Name]; f != nil {
			return f(l, t)
		}
	case t.Sort == check.RoleType:
		return l.role(t)
	case !t.List:
		return Const(t.Int)
	}
	l.unsupported(t)
	return Const(0)
}

// intOr lowers an int function that may be left out.
func (l *lowerer) intOr(t *check.Term, without int) Int {
	if t == nil {
		return Const(without)
	}
	return l.int(t)
}

// bool lowers a condition.
func (l *lowerer) bool(t *check.Term) Bool {
	before := l.begin()
	v := l.boolOf(t)
	if n := l.weigh(before); n > 0 {
		fn := v.Fn
		v.Fn = func(c *ctx) bool {
			c.Spend(n)
			return fn(c)
		}
	}
	return v
}

func (l *lowerer) boolOf(t *check.Term) Bool {
	switch {
	case t == nil:
		return constBool(true)
	case t.Form != nil:
		if f := boolForms[t.Form.Name]; f != nil {
			return f(l, t)
		}
	case !t.List:
		return constBool(t.Bool)
	}
	l.unsupported(t)
	return constBool(false)
}

// boolOr lowers a condition that may be left out.
func (l *lowerer) boolOr(t *check.Term, without bool) Bool {
	if t == nil {
		return constBool(without)
	}
	return l.bool(t)
}

// flag reads a truth value that must be written as one.
func (l *lowerer) flag(t *check.Term, without bool) bool {
	if t == nil {
		return without
	}
	b := l.bool(t)
	if !b.Const {
		l.refuse(t, CodeArgument, "only True or False is supported here")
	}
	return b.V
}

// region lowers a region. A whole number or an int function where a region may
// stand gives the region of that one site; a list of numbers that of those.
func (l *lowerer) region(t *check.Term) Region {
	before := l.begin()
	v := l.regionOf(t)
	if n := l.weigh(before); n > 0 {
		fn := v.Fn
		v.Fn = func(c *ctx) exec.Bits {
			c.Spend(n)
			return fn(c)
		}
	}
	return v
}

func (l *lowerer) regionOf(t *check.Term) Region {
	switch {
	case t == nil:
	case t.Form != nil && t.Form.Result == check.Sites:
		if f := regionForms[t.Form.Name]; f != nil {
			return f(l, t)
		}
	case t.List:
		if sites, ok := l.constants(t); ok {
			return l.fixed(sites, l.p.Default, false)
		}
		return l.regionOfInts(l.ints(t))
	case t.Form == nil || t.Form.Result == check.Int:
		return l.regionOfInt(l.int(t))
	case t.Form.Result == check.Ints:
		return l.regionOfInts(l.ints(t))
	}
	if t != nil {
		l.unsupported(t)
	}
	return l.staticRegion(exec.Bits{}, l.p.Default)
}

// mostFixed bounds the words of the sets that never change.
const mostFixed = 4 << 20

// fix takes room for words of a table that never changes; false if there is none.
func (l *lowerer) fix(words int) bool {
	if l.fixedSet+words > mostFixed {
		return false
	}
	l.fixedSet += words
	return true
}

// staticRegion makes a region that never changes.
func (l *lowerer) staticRegion(b exec.Bits, k kind) Region {
	if l.fixedSet += len(b); l.fixedSet > mostFixed {
		if l.fixedSet-len(b) <= mostFixed {
			l.refuse(l.root, CodeSize, "the regions are too many for a board of this size")
		}
		b = nil
	}
	return Region{Fn: func(*ctx) exec.Bits { return b }, Static: b, Kind: k}
}

func (l *lowerer) regionOfInt(v Int) Region {
	if v.Const {
		return l.fixed([]int{v.V}, l.p.Default, false)
	}
	f := v.Fn
	return Region{Kind: l.p.Default, Fn: func(c *ctx) exec.Bits {
		b := c.Set()
		b.Add(f(c))
		return b
	}}
}

func (l *lowerer) regionOfInts(f exec.IntsFn) Region {
	return Region{Kind: l.p.Default, Fn: func(c *ctx) exec.Bits {
		b := c.Set()
		x := f(c, c.Ints())
		for _, v := range x {
			b.Add(v)
		}
		c.PutInts(x)
		return b
	}}
}

// ints lowers a list of numbers.
func (l *lowerer) ints(t *check.Term) exec.IntsFn {
	switch {
	case t == nil:
		return func(_ *ctx, dst []int) []int { return dst }
	case t.List:
		items := make([]Int, len(t.Items))
		for i, it := range t.Items {
			items[i] = l.int(it)
		}
		return func(c *ctx, dst []int) []int {
			for i := range items {
				dst = append(dst, items[i].Fn(c))
			}
			return dst
		}
	case t.Form != nil && t.Form.Result == check.Ints:
		if f := intsForms[t.Form.Name]; f != nil {
			return f(l, t)
		}
	case t.Form != nil && t.Form.Result == check.Sites:
		r := l.region(t)
		return func(c *ctx, dst []int) []int { return r.Fn(c).Append(dst) }
	default:
		v := l.int(t)
		return func(c *ctx, dst []int) []int { return append(dst, v.Fn(c)) }
	}
	l.unsupported(t)
	return func(_ *ctx, dst []int) []int { return dst }
}

// float lowers a float function.
func (l *lowerer) float(t *check.Term) exec.FloatFn {
	if t.Form != nil {
		if f := floatForms[t.Form.Name]; f != nil {
			return f(l, t)
		}
		l.unsupported(t)
		return func(*ctx) float64 { return 0 }
	}
	v := t.Float
	return func(*ctx) float64 { return v }
}

// dirs lowers directions: functions, and constants, which are absolute or
// relative to the piece on the site.
func (l *lowerer) dirs(t *check.Term) exec.DirsFn {
	switch {
	case t.Form != nil:
		if f := dirsForms[t.Form.Name]; f != nil {
			return f(l, t)
		}
	case !t.List:
		if d, ok := topology.ParseDirection(t.Text); ok {
			return func(_ *ctx, _ kind, _ int, dst []topology.Direction) []topology.Direction { return append(dst, d) }
		}
		if f := dirsForms[relativeConstant]; f != nil {
			return f(l, t)
		}
	}
	l.unsupported(t)
	return func(_ *ctx, _ kind, _ int, dst []topology.Direction) []topology.Direction { return dst }
}

// relativeConstant is the entry of dirsForms for constants such as Forward.
const relativeConstant = "relative constant"

// moves lowers moves, decisions or effects.
func (l *lowerer) moves(t *check.Term) exec.MovesFn {
	if t == nil {
		return func(*ctx) {}
	}
	if t.Form != nil {
		if f := moveForms[t.Form.Name]; f != nil {
			if l.depth++; l.depth > 200 {
				l.refuse(t, CodeSize, "moves are nested too deeply")
				return func(*ctx) {}
			}
			before := l.begin()
			fn := f(l, t)
			l.depth--
			if n := l.weigh(before); n > 0 {
				return func(c *ctx) {
					c.Spend(n)
					fn(c)
				}
			}
			return fn
		}
	}
	l.unsupported(t)
	return func(*ctx) {}
}

// then lowers the consequence of a move; nil if there is none.
func (l *lowerer) then(t *check.Term) *exec.Then {
	th := t.Arg("then")
	if th == nil {
		return nil
	}
	if a := th.Arg("applyAfterAllMoves"); a != nil && l.flag(a, false) {
		return &exec.Then{Fn: l.thenAfterAll(th)}
	}
	return &exec.Then{Fn: l.moves(th.Arg("effect")), Still: keepsPieces(th.Arg("effect"))}
}

// kindOf reads a site type; given tells whether one was written, and the board's
// default stands for none.
func (l *lowerer) kindOf(t *check.Term) (k kind, given bool) {
	if t == nil {
		return l.p.Default, false
	}
	switch t.Text {
	case "Vertex":
		return topology.Vertex, true
	case "Edge":
		return topology.Edge, true
	}
	return topology.Cell, true
}

// at resolves the kind of a site while playing: the sites of hands and the like
// are cells, whatever kind was meant for the board. It is what Ludii does with
// sites whose kind the description leaves open.
func (l *lowerer) at(k kind) func(c *ctx, site int) kind {
	if len(l.p.Containers) == 1 {
		return func(*ctx, int) kind { return k }
	}
	of := l.p.ContainerOf
	return func(_ *ctx, site int) kind {
		if uint(site) < uint(len(of)) && of[site] > 0 {
			return topology.Cell
		}
		return k
	}
}
