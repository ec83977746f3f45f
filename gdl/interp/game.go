package interp

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ludens/game"
	"ludens/gdl"
)

// Options bound what a machine may use. Zero values mean the defaults.
type Options struct {
	Name string // for Facts.Name
	Hash string // for Facts.Hash
	Note string // for Facts.Note

	// MaxSteps bounds the calls and answers looked at for one question (all legal
	// moves of a role, the next position, …). Default 400 million, about a minute.
	MaxSteps int64
	// MaxBytes bounds the memory of one machine, about. Default 1 GiB.
	MaxBytes int64
	// MaxTermDepth bounds the nesting of terms. Default 256, at most 10,000.
	MaxTermDepth int
	// MaxTermSize bounds the names in a term as it is written, in which parts that
	// are equal count every time. Default 65,536.
	MaxTermSize int
	// MaxCallDepth bounds how deep calls may be nested. Default 20,000.
	MaxCallDepth int
}

func (o *Options) complete() {
	o.MaxSteps = orDefault(o.MaxSteps, 400_000_000)
	o.MaxBytes = orDefault(o.MaxBytes, 1<<30)
	o.MaxTermDepth = min(orDefault(o.MaxTermDepth, 256), 10_000)
	o.MaxTermSize = orDefault(o.MaxTermSize, 1<<16)
	o.MaxCallDepth = min(orDefault(o.MaxCallDepth, 20_000), 200_000)
}

func orDefault[T int | int64](v, def T) T {
	if v <= 0 {
		return def
	}
	return v
}

// Game is a program ready to be played by the reasoner.
type Game struct {
	program *gdl.Program
	opt     Options
	facts0  game.Facts
	roles   []int32 // in the order of the description
	base    *terms  // the terms of the program

	rules [][]clause  // per relation: clauses with conditions or variables
	facts [][][]int32 // per relation: the arguments of its facts

	store *store
	start game.State
	sign  game.Sign
}

var (
	_ game.Game      = (*Game)(nil)
	_ game.Signed    = (*Game)(nil)
	_ game.Sizer     = (*Game)(nil)
	_ game.Machine   = (*Machine)(nil)
	_ game.Lister    = (*Machine)(nil)
	_ game.Perceiver = (*Machine)(nil)
	_ game.Warner    = (*Machine)(nil)
)

// ErrNoRole is reported for a description without a role.
var ErrNoRole = errors.New("the description names no role")

// New prepares a program. It fails if the program has no roles, if a rule is not
// safe, or if the initial position cannot be derived within the budgets.
//
// The game keeps p, whose Terms nobody may change from now on.
func New(p *gdl.Program, opt Options) (*Game, error) {
	return NewContext(context.Background(), p, opt)
}

// NewContext is New that ends with the context's error soon after that is done.
// The game does not depend on the context.
func NewContext(ctx context.Context, p *gdl.Program, opt Options) (*Game, error) {
	opt.complete()
	if len(p.Roles) == 0 {
		return nil, ErrNoRole
	}
	syms := &symbols{ids: map[string]int32{}}
	g := &Game{program: p, opt: opt, base: programTerms(p, syms)}
	for _, r := range p.Roles {
		g.roles = append(g.roles, int32(r))
	}
	g.compileClauses(syms)
	g.store = &store{terms: g.base.clone(), max: opt.MaxBytes}
	g.describe()

	m := g.newMachine()
	m.ctx = ctx
	for rel := range p.Rels {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("prepare rules: %w", err)
		}
		if rel := gdl.RelID(rel); rel != gdl.RelBase && rel != gdl.RelInput {
			m.plansOf(m.shapeOf(rel, askAll(p.Rels[rel].Arity), false))
		}
	}
	if m.fault != nil {
		return nil, fmt.Errorf("prepare rules: %w", m.fault)
	}
	state, err := m.initial()
	if err != nil {
		return nil, fmt.Errorf("derive the initial position: %w", err)
	}
	g.start = state
	return g, nil
}

// askAll is the shape of a call in which nothing is known.
func askAll(arity int) []expr {
	args := make([]expr, arity)
	for i := range args {
		args[i] = expr{kind: isVar, v: int32(i)}
	}
	return args
}

func (g *Game) compileClauses(syms *symbols) {
	p := g.program
	g.rules = make([][]clause, len(p.Rels))
	g.facts = make([][][]int32, len(p.Rels))
	for i := range p.Clauses {
		c := &p.Clauses[i]
		rel := c.Head.Rel
		if rel == gdl.RelTrue || rel == gdl.RelDoes {
			continue // what holds and what is done is given, never derived
		}
		if fact, ok := groundFact(c); ok {
			g.facts[rel] = append(g.facts[rel], fact)
			continue
		}
		out := clause{vars: int32(len(c.Vars)), source: i, head: compileAll(syms, c.Head.Args)}
		for _, a := range c.Pos {
			out.pos = append(out.pos, atom{a.Rel, compileAll(syms, a.Args)})
		}
		for _, a := range c.Neg {
			out.neg = append(out.neg, atom{a.Rel, compileAll(syms, a.Args)})
		}
		for _, d := range c.Distinct {
			out.distinct = append(out.distinct, [2]expr{compile(syms, d.A, 0), compile(syms, d.B, 0)})
		}
		for _, d := range c.Equal {
			out.equal = append(out.equal, [2]expr{compile(syms, d.A, 0), compile(syms, d.B, 0)})
		}
		g.rules[rel] = append(g.rules[rel], out)
	}
}

func compileAll(syms *symbols, es []gdl.Expr) []expr {
	out := make([]expr, len(es))
	for i, e := range es {
		out[i] = compile(syms, e, 0)
	}
	return out
}

// groundFact gives the arguments of a clause that is a fact.
func groundFact(c *gdl.Clause) ([]int32, bool) {
	if len(c.Pos)+len(c.Neg)+len(c.Distinct)+len(c.Equal) > 0 {
		return nil, false
	}
	out := make([]int32, len(c.Head.Args))
	for i, e := range c.Head.Args {
		if e.Ground == gdl.NoTerm {
			return nil, false
		}
		out[i] = int32(e.Ground)
	}
	return out, true
}

// describe fills in the facts: seats are the players in the order of the roles,
// then Nature, which is the role named random.
func (g *Game) describe() {
	f := &g.facts0
	f.Name, f.Hash, f.Note = g.opt.Name, g.opt.Hash, g.opt.Note
	f.Family, f.Engine = "gdl", "reasoner"
	nature := -1
	f.RoleSeat = make([]int, len(g.roles))
	for i, r := range g.roles {
		name := g.base.text(r)
		if name == "random" {
			nature = i
			continue
		}
		f.RoleSeat[i] = len(f.Seats)
		f.Seats = append(f.Seats, name)
	}
	f.Players = len(f.Seats)
	if nature >= 0 {
		f.Nature = true
		f.RoleSeat[nature] = len(f.Seats)
		f.Seats = append(f.Seats, "random")
	}
	f.Hidden = g.hidden()
}

// hidden tells whether players may see less than everything: there are rules for
// sees, and none of them says that every role sees every move.
func (g *Game) hidden() bool {
	if len(g.rules[gdl.RelSees])+len(g.facts[gdl.RelSees]) == 0 {
		return false
	}
	for i := range g.rules[gdl.RelSees] {
		if seesAll(&g.rules[gdl.RelSees][i]) {
			return false
		}
	}
	return true
}

// seesAll recognises (<= (sees ?r X) (role ?r) (does ?p ?m)) where X has both ?p
// and ?m in it: whoever knows all moves knows everything.
func seesAll(c *clause) bool {
	if len(c.pos) != 2 || len(c.neg)+len(c.distinct)+len(c.equal) > 0 || c.head[0].kind != isVar {
		return false
	}
	role, does := c.pos[0], c.pos[1]
	if role.rel != gdl.RelRole {
		role, does = does, role
	}
	if role.rel != gdl.RelRole || does.rel != gdl.RelDoes {
		return false
	}
	r, p, m := role.args[0], does.args[0], does.args[1]
	if r.kind != isVar || p.kind != isVar || m.kind != isVar || r.v != c.head[0].v || p.v == r.v || m.v == r.v || p.v == m.v {
		return false
	}
	var seesP, seesM bool
	c.head[1].eachVar(func(v int32) {
		seesP = seesP || v == p.v
		seesM = seesM || v == m.v
	})
	return seesP && seesM
}

// Facts implements game.Game.
func (g *Game) Facts() *game.Facts { return &g.facts0 }

// Sign implements game.Signed.
func (g *Game) Sign() *game.Sign { return &g.sign }

// MoveCount implements game.Game: moves are terms, of which there may be any number.
func (g *Game) MoveCount(int) int { return 0 }

// NewMachine implements game.Game.
func (g *Game) NewMachine() game.Machine { return g.Machine() }

// Machine is NewMachine without the interface.
func (g *Game) Machine() *Machine {
	m := g.newMachine()
	m.Reset()
	return m
}

// Bytes implements game.Sizer: what the game itself takes, without its machines.
func (g *Game) Bytes() int64 {
	n := g.base.bytes() + g.store.size()
	for _, fs := range g.facts {
		for _, f := range fs {
			n += int64(24 + 4*len(f))
		}
	}
	for _, cs := range g.rules {
		n += int64(400 * len(cs))
	}
	return n
}

// roleOfSeat gives the term of a seat's role.
func (g *Game) roleOfSeat(seat int) int32 { return g.roles[slices.Index(g.facts0.RoleSeat, seat)] }
