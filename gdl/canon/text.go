package canon

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"ludens/gdl"
)

// writer writes clauses with other names, each in one way.
type writer struct {
	r        *rules
	relation func(id gdl.RelID) string
	constant func(name string) string
	function func(name string, arity int) string
}

// text writes the roles in their order, and the clauses sorted, each once.
func (w *writer) text(g *graph, place []int32) string {
	lines := make([]string, 0, len(w.r.clauses))
	for i, c := range w.r.clauses {
		lines = append(lines, w.clause(c, variables(g.vars[i], place)))
	}
	slices.Sort(lines)
	var b strings.Builder
	for _, role := range w.r.p.Roles {
		b.WriteString("role ")
		w.ground(&b, role)
		b.WriteByte('\n')
	}
	for _, l := range slices.Compact(lines) {
		b.WriteString(l)
		b.WriteByte('\n')
	}
	return b.String()
}

// variables numbers those of a clause in the order of their vertices. Those of no vertex
// are in no part of the clause.
func variables(vertices, place []int32) []string {
	order := make([]int, 0, len(vertices))
	for v, at := range vertices {
		if at >= 0 {
			order = append(order, v)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(place[vertices[a]], place[vertices[b]]) })
	names := make([]string, len(vertices))
	for k, v := range order {
		names[v] = "?" + strconv.Itoa(k)
	}
	return names
}

func (w *writer) clause(c *gdl.Clause, vars []string) string {
	var list []string
	for k, atoms := range [][]gdl.Atom{c.Pos, c.Neg} {
		for _, a := range atoms {
			list = append(list, [...]string{" ", " ~"}[k]+w.atom(a, vars, false))
		}
	}
	for k, pairs := range [][]gdl.Pair{c.Distinct, c.Equal} {
		for _, p := range pairs {
			x, y := w.expr(p.A, vars), w.expr(p.B, vars)
			list = append(list, [...]string{" !=", " =="}[k]+"("+min(x, y)+" "+max(x, y)+")")
		}
	}
	slices.Sort(list)
	return w.atom(c.Head, vars, true) + " <=" + strings.Join(slices.Compact(list), "")
}

func (w *writer) atom(a gdl.Atom, vars []string, head bool) string {
	var b strings.Builder
	b.WriteString("(" + w.relation(a.Rel))
	for i, x := range a.Args {
		b.WriteByte(' ')
		if head && i == 1 && a.Rel == gdl.RelGoal && w.r.literalGoals {
			b.WriteString("=" + w.r.p.Terms.Name(x.Ground))
			continue
		}
		b.WriteString(w.expr(x, vars))
	}
	b.WriteByte(')')
	return b.String()
}

func (w *writer) expr(x gdl.Expr, vars []string) string {
	var b strings.Builder
	w.write(&b, x, vars)
	return b.String()
}

func (w *writer) write(b *strings.Builder, x gdl.Expr, vars []string) {
	switch {
	case x.Var >= 0:
		b.WriteString(vars[x.Var])
		return
	case x.Ground != gdl.NoTerm:
		w.ground(b, x.Ground)
		return
	}
	b.WriteString("(" + w.function(x.Fn, len(x.Args)))
	for _, a := range x.Args {
		b.WriteByte(' ')
		w.write(b, a, vars)
	}
	b.WriteByte(')')
}

func (w *writer) ground(b *strings.Builder, id gdl.TermID) {
	t := w.r.p.Terms
	if !t.IsFunc(id) {
		b.WriteString(w.constant(t.Name(id)))
		return
	}
	args := t.Args(id)
	b.WriteString("(" + w.function(t.Name(id), len(args)))
	for _, a := range args {
		b.WriteByte(' ')
		w.ground(b, a)
	}
	b.WriteByte(')')
}
