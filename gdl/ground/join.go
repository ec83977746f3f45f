package ground

import (
	"context"

	"ludens/gdl"
)

// grounder is the state of one grounding.
type grounder struct {
	ctx     context.Context
	p       *gdl.Program
	terms   *gdl.Terms
	opt     Options
	rels    []*relation
	negs    []*relation        // mentions of negated dynamic atoms, per relation
	dynamic []bool             // relations that stay in the ground rules
	demands map[gdl.RelID]bool // of these, those that do not: see demand
	asked   bool               // whether anything is gained by demand
	needed  []bool
	isRole  map[gdl.TermID]bool

	dyn, neg [][]int
	width    []int
	inst     [][]int32
	plans    []map[int]*plan
	posRels  [][]*relation

	vals  []gdl.TermID
	tuple []gdl.TermID
	used  []int32 // tuple number of each positive literal of the current instance
	work  int
	err   error
}

func newGrounder(ctx context.Context, p *gdl.Program, opt Options, demands map[gdl.RelID]bool) *grounder {
	g := &grounder{
		ctx: ctx, p: p, demands: demands, asked: demands != nil, terms: p.Terms, opt: opt, isRole: map[gdl.TermID]bool{},
		rels: make([]*relation, len(p.Rels)), negs: make([]*relation, len(p.Rels)),
		dynamic: make([]bool, len(p.Rels)), needed: make([]bool, len(p.Rels)),
		dyn: make([][]int, len(p.Clauses)), neg: make([][]int, len(p.Clauses)), width: make([]int, len(p.Clauses)),
		inst: make([][]int32, len(p.Clauses)), plans: make([]map[int]*plan, len(p.Clauses)),
		posRels: make([][]*relation, len(p.Clauses)),
	}
	for i, r := range p.Rels {
		g.rels[i] = newRelation(p.Terms, r.Arity, g.over)
		g.negs[i] = newRelation(p.Terms, r.Arity, g.over)
	}
	for _, r := range p.Roles {
		g.isRole[r] = true
	}
	g.classify()
	return g
}

// classify finds the relations that matter and those that stay in the rules.
func (g *grounder) classify() {
	var need func(r gdl.RelID)
	need = func(r gdl.RelID) {
		if g.needed[r] {
			return
		}
		g.needed[r] = true
		for _, ci := range g.p.Of[r] {
			for _, a := range g.p.Clauses[ci].Pos {
				need(a.Rel)
			}
			for _, a := range g.p.Clauses[ci].Neg {
				need(a.Rel)
			}
		}
	}
	for _, r := range []gdl.RelID{gdl.RelInit, gdl.RelNext, gdl.RelLegal, gdl.RelGoal, gdl.RelTerminal, gdl.RelSees, gdl.RelTrue, gdl.RelDoes} {
		need(r)
	}
	// relations whose own component negates itself are only decided atom by atom
	// in the network, and so is all that depends on them
	for ci := range g.p.Clauses {
		c := &g.p.Clauses[ci]
		for _, a := range c.Neg {
			if g.p.SCC[a.Rel] == g.p.SCC[c.Head.Rel] {
				g.dynamic[c.Head.Rel] = true
			}
		}
	}
	for _, r := range []gdl.RelID{gdl.RelTrue, gdl.RelDoes, gdl.RelNext, gdl.RelLegal, gdl.RelGoal, gdl.RelTerminal, gdl.RelSees} {
		g.dynamic[r] = true
	}
	// what reads something dynamic is dynamic, each relation looked at once: chains may be long
	readers := make([][]gdl.RelID, len(g.p.Rels))
	for ci := range g.p.Clauses {
		c := &g.p.Clauses[ci]
		for _, atoms := range [][]gdl.Atom{c.Pos, c.Neg} {
			for _, a := range atoms {
				readers[a.Rel] = append(readers[a.Rel], c.Head.Rel)
			}
		}
	}
	var found []gdl.RelID
	for r, dynamic := range g.dynamic {
		if dynamic {
			found = append(found, gdl.RelID(r))
		}
	}
	for len(found) > 0 {
		r := found[len(found)-1]
		found = found[:len(found)-1]
		for _, head := range readers[r] {
			if !g.dynamic[head] && head != gdl.RelInit {
				g.dynamic[head] = true
				found = append(found, head)
			}
		}
	}
	for ci := range g.p.Clauses {
		c := &g.p.Clauses[ci]
		g.posRels[ci] = make([]*relation, len(c.Pos))
		for i, a := range c.Pos {
			g.posRels[ci][i] = g.rels[a.Rel]
		}
		g.plans[ci] = map[int]*plan{}
		if !g.dynamic[c.Head.Rel] || g.demands[c.Head.Rel] {
			continue
		}
		for i, a := range c.Pos {
			if g.dynamic[a.Rel] && !g.demands[a.Rel] {
				g.dyn[ci] = append(g.dyn[ci], i)
			}
		}
		for i, a := range c.Neg {
			if g.dynamic[a.Rel] {
				g.neg[ci] = append(g.neg[ci], i)
			}
		}
		g.width[ci] = 1 + len(g.dyn[ci]) + len(g.neg[ci])
	}
}

// run computes all relations: static components one by one, the dynamic ones
// together.
func (g *grounder) run() error {
	var static [][]gdl.RelID
	var rest []gdl.RelID
	last := -1
	for _, r := range g.p.TopoRels() {
		switch {
		case !g.needed[r]:
		case g.dynamic[r]:
			rest = append(rest, r)
		case g.p.SCC[r] == last:
			static[len(static)-1] = append(static[len(static)-1], r)
		default:
			static = append(static, []gdl.RelID{r})
			last = g.p.SCC[r]
		}
	}
	for _, comp := range static {
		if err := g.fixpoint(comp, nil); err != nil {
			return err
		}
	}
	for i := range int32(g.rels[gdl.RelInit].n) {
		g.rels[gdl.RelTrue].add(g.rels[gdl.RelInit].tuple(i))
	}
	return g.fixpoint(rest, g.feed)
}

// over reports whether nobody wants the theory any more.
func (g *grounder) over() bool { return g.ctx.Err() != nil }

// feed makes what is possibly next possibly true, and what is possibly legal
// possibly done.
func (g *grounder) feed() {
	next, isTrue := g.rels[gdl.RelNext], g.rels[gdl.RelTrue]
	for i := int32(next.old); i < int32(next.cur); i++ {
		if i%lookEvery == lookEvery-1 && g.over() {
			return
		}
		isTrue.add(next.tuple(i))
	}
	legal, does := g.rels[gdl.RelLegal], g.rels[gdl.RelDoes]
	for i := int32(legal.old); i < int32(legal.cur); i++ {
		if i%lookEvery == lookEvery-1 && g.over() {
			return
		}
		if t := legal.tuple(i); g.isRole[t[0]] {
			does.add(t)
		}
	}
}

// fixpoint evaluates the clauses of some relations until nothing new comes.
func (g *grounder) fixpoint(rels []gdl.RelID, feed func()) error {
	// finished relations have old == cur == n: their whole is always seen
	in := map[gdl.RelID]bool{}
	var clauses []int
	for _, r := range rels {
		in[r] = true
		clauses = append(clauses, g.p.Of[r]...)
	}
	// literals whose relations grow during this fixpoint
	growing := make([][]int, len(clauses))
	for k, ci := range clauses {
		for i, a := range g.p.Clauses[ci].Pos {
			if in[a.Rel] {
				growing[k] = append(growing[k], i)
			}
		}
	}
	for _, r := range rels {
		g.rels[r].old, g.rels[r].cur = 0, 0
	}
	for k, ci := range clauses {
		if len(growing[k]) == 0 {
			if err := g.evaluate(ci, -1); err != nil {
				return err
			}
		}
	}
	for {
		if err := g.ctx.Err(); err != nil { // a chain of relations takes as many rounds as it is long
			return err
		}
		more := false
		for _, r := range rels {
			rel := g.rels[r]
			rel.old, rel.cur = rel.cur, rel.n
			more = more || rel.cur > rel.old
		}
		if !more {
			return nil
		}
		if feed != nil {
			feed()
		}
		for k, ci := range clauses {
			for _, lit := range growing[k] {
				if r := g.posRels[ci][lit]; r.cur == r.old {
					continue
				}
				if err := g.evaluate(ci, lit); err != nil {
					return err
				}
			}
		}
		if err := g.checkBytes(); err != nil {
			return err
		}
	}
}

func (g *grounder) checkBytes() error {
	var b int64
	for i := range g.rels {
		b += g.rels[i].bytes() + g.negs[i].bytes()
	}
	for _, d := range g.inst {
		b += int64(4 * cap(d))
	}
	b += int64(g.terms.Len()) * 64
	if b > g.opt.Patience && !g.asked {
		g.asked = true
		if by := demand(g.ctx, g.p); by != nil {
			return by
		}
	}
	if b > g.opt.Bytes {
		return budget("the ground rules take more than %d MiB", g.opt.Bytes>>20)
	}
	return nil
}

// evaluate finds the instances of a clause that use a new tuple for the literal
// delta (-1: all instances).
func (g *grounder) evaluate(ci, delta int) error {
	c := &g.p.Clauses[ci]
	pl := g.plans[ci][delta]
	if pl == nil || pl.stale(g.posRels[ci]) {
		var err error
		pl, err = makePlan(g.ctx, g.terms, c, delta, g.posRels[ci], func(i int) *relation {
			if g.dynamic[c.Neg[i].Rel] {
				return nil
			}
			return g.rels[c.Neg[i].Rel]
		})
		if err != nil {
			return err
		}
		g.plans[ci][delta] = pl
	}
	if cap(g.vals) < len(c.Vars) {
		g.vals = make([]gdl.TermID, len(c.Vars)+16)
	}
	if cap(g.used) < len(c.Pos) {
		g.used = make([]int32, len(c.Pos)+16)
	}
	g.vals, g.used = g.vals[:cap(g.vals)], g.used[:cap(g.used)]
	g.err = nil
	g.join(ci, pl.steps)
	return g.err
}

// join makes the steps one inside the other; it returns false to stop.
func (g *grounder) join(ci int, steps []step) bool {
	if len(steps) == 0 {
		return g.emit(ci)
	}
	s := &steps[0]
	switch s.kind {
	case stepDistinct:
		return g.value(s.a) == g.value(s.b) || g.join(ci, steps[1:])
	case stepEqual:
		return g.value(s.a) != g.value(s.b) || g.join(ci, steps[1:])
	case stepBind:
		g.vals[s.variable] = g.value(s.a)
		return g.join(ci, steps[1:])
	case stepAbsent:
		g.tuple = g.tuple[:0]
		for _, e := range s.args {
			g.tuple = append(g.tuple, g.value(e))
		}
		return s.rel.find(g.tuple) >= 0 || g.join(ci, steps[1:])
	case stepScan:
		lo, hi := 0, s.rel.cur
		switch {
		case s.delta:
			lo = s.rel.old
		case s.before:
			hi = s.rel.old
		}
		for i := lo; i < hi; i++ {
			if !g.try(ci, steps, int32(i)) {
				return false
			}
		}
		return true
	}
	hi := int32(s.rel.cur)
	if s.before {
		hi = int32(s.rel.old)
	}
	var buf [12]gdl.TermID
	key := buf[:0]
	for _, k := range s.keys {
		key = append(key, g.source(k))
	}
	for i := s.ix.first(key); i >= 0 && i < hi; i = s.ix.next[i] {
		if !g.try(ci, steps, i) {
			return false
		}
	}
	return true
}

// try matches tuple i with the first step and goes on.
func (g *grounder) try(ci int, steps []step, i int32) bool {
	if g.work++; g.work&0x3fff == 0 {
		if err := g.ctx.Err(); err != nil {
			g.err = err
			return false
		}
		if g.work&0xfffff == 0 {
			if g.err = g.checkBytes(); g.err != nil {
				return false
			}
		}
	}
	s := &steps[0]
	t := s.rel.tuple(i)
	if s.kind == stepScan {
		if len(s.checks) > 0 && !matches(g.terms, t, s.checks) {
			return true
		}
		for _, f := range s.filter {
			if id, _ := at(g.terms, t, f.at); id != g.source(f.src) {
				return true
			}
		}
	}
	for _, b := range s.binds {
		g.vals[b.variable], _ = at(g.terms, t, b.at)
	}
	for _, b := range s.same {
		if id, _ := at(g.terms, t, b.at); id != g.vals[b.variable] {
			return true
		}
	}
	g.used[s.lit] = i
	return g.join(ci, steps[1:])
}

func (g *grounder) source(s source) gdl.TermID {
	if s.constant != gdl.NoTerm {
		return s.constant
	}
	return g.vals[s.variable]
}

func (g *grounder) value(e gdl.Expr) gdl.TermID {
	switch {
	case e.Ground != gdl.NoTerm:
		return e.Ground
	case e.Var >= 0:
		return g.vals[e.Var]
	}
	var buf [12]gdl.TermID
	args := buf[:0]
	for _, a := range e.Args {
		args = append(args, g.value(a))
	}
	return g.terms.Func(e.Fn, args...)
}

// emit records the instance that the current values make.
func (g *grounder) emit(ci int) bool {
	c := &g.p.Clauses[ci]
	g.tuple = g.tuple[:0]
	deep := false
	for _, e := range c.Head.Args {
		v := g.value(e)
		deep = deep || (e.Var < 0 && e.Ground == gdl.NoTerm)
		g.tuple = append(g.tuple, v)
	}
	if deep {
		if g.err = g.tooLarge(g.tuple); g.err != nil {
			return false
		}
	}
	head, _ := g.rels[c.Head.Rel].add(g.tuple)
	if g.width[ci] == 0 {
		return true
	}
	inst := append(g.inst[ci], head)
	for _, i := range g.dyn[ci] {
		inst = append(inst, g.used[i])
	}
	for _, i := range g.neg[ci] {
		a := &c.Neg[i]
		g.tuple = g.tuple[:0]
		for _, e := range a.Args {
			g.tuple = append(g.tuple, g.value(e))
		}
		n, _ := g.negs[a.Rel].add(g.tuple)
		inst = append(inst, n)
	}
	g.inst[ci] = inst
	return true
}

// tooLarge holds terms against the bounds on their depth and their size.
func (g *grounder) tooLarge(ts []gdl.TermID) error {
	for _, t := range ts {
		if g.terms.Depth(t) > g.opt.TermDepth {
			return budget("terms are nested deeper than %d", g.opt.TermDepth)
		}
		if g.terms.Size(t) > g.opt.TermSize {
			return budget("terms grow larger than %d names", g.opt.TermSize)
		}
	}
	return nil
}

// finish numbers the atoms.
func (g *grounder) finish() *Theory {
	t := &Theory{
		Program: g.p, rels: g.rels, inst: g.inst, width: g.width, dyn: g.dyn, neg: g.neg, negs: g.negs,
		offset: make([]int32, len(g.rels)),
	}
	for r, rel := range g.rels {
		t.offset[r] = -1
		rel.indexes = nil
		if !g.dynamic[r] || g.demands[gdl.RelID(r)] {
			continue
		}
		t.offset[r] = int32(t.atoms)
		t.atoms += rel.n
		for range rel.n {
			t.owner = append(t.owner, gdl.RelID(r))
		}
	}
	for i := range int32(g.rels[gdl.RelInit].n) {
		t.Init = append(t.Init, g.rels[gdl.RelInit].tuple(i)[0])
	}
	return t
}
