package lanes

import (
	"fmt"
	"slices"

	"ludens/game"
	"ludens/propnet"
	"ludens/propnet/lanes/kernel"
)

// plan is the way from a folded network to tapes: which gates are needed for what, in
// which order, in which rows.
//
// The order of a pass is: what is legal and terminal; goals; the choice of every seat;
// what holds next. Rows are given to gates in that order, and taken back behind the last
// reader.
type plan struct {
	f        *folded
	roleSeat []int
	roleOf   []int // of a seat
	players  int
	sections [3][]unit
	last     []int // per gate: the time of its last reader
	row      []int // per gate: its row; of what is kept, counted from keep
	isKept   []bool
	rows     int // without what is kept
	kept     int
	keep     int         // first row of what is kept; known before emit
	turned   map[int]int // bases that others become: a row for a copy
}

// The sections of a pass.
const (
	stillSection = iota
	goalSection
	movingSection
)

// unit is a gate, or the gates of a cycle, which go together.
type unit struct {
	gates []int
	loop  bool
	ports []propnet.Lit
	kept  int // of a loop: the first row of what it keeps of its ports, counted from keep
}

func newPlan(f *folded, roleSeat []int, players int, opt Options) (*plan, error) {
	p := &plan{f: f, roleSeat: roleSeat, roleOf: make([]int, len(roleSeat)), players: players}
	for r, s := range roleSeat {
		p.roleOf[s] = r
	}
	p.divide()
	for i := range p.sections {
		var err error
		if p.sections[i], err = schedule(f, p.sections[i], opt.Sign); err != nil {
			return nil, err
		}
	}
	p.allocate(opt.keepMade)
	return p, nil
}

// outputs calls g with the literals that each section is for.
func (p *plan) outputs(still, goals, moving func(l propnet.Lit)) {
	n := p.f.n
	still(p.f.lit(n.Terminal))
	for r, ms := range n.Moves {
		for i, m := range ms {
			still(p.f.lit(m.Legal))
			still(p.f.chosen(r, i))
		}
	}
	for s := range p.players {
		lits, _ := values(n.Goals[p.roleOf[s]])
		for _, l := range lits {
			goals(p.f.lit(l))
		}
	}
	for _, b := range n.Bases {
		moving(p.f.lit(b.Next))
	}
}

// divide finds the gates of each section. What goals and the next position both need
// is computed with the first section, as goals are not computed in every pass.
func (p *plan) divide() {
	f := p.f
	members := map[int32][]int{} // of cycles
	for _, g := range f.order {
		if f.cyclic[f.comp[g]] {
			members[f.comp[g]] = append(members[f.comp[g]], g)
		}
	}
	var need [3][]bool
	mark := func(set []bool) func(l propnet.Lit) {
		var stack []int
		entered := make([]bool, len(f.cyclic)) // cycles: the first gate of one brings all
		return func(l propnet.Lit) {
			stack = append(stack, l.Gate())
			for len(stack) > 0 {
				g := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				if set[g] {
					continue
				}
				set[g] = true
				for _, x := range f.in[g] {
					stack = append(stack, x.Gate())
				}
				if c := f.comp[g]; f.cyclic[c] && !entered[c] {
					entered[c] = true
					stack = append(stack, members[c]...)
				}
			}
		}
	}
	for i := range need {
		need[i] = make([]bool, len(f.in))
	}
	p.outputs(mark(need[0]), mark(need[1]), mark(need[2]))
	placed := make([]bool, len(f.cyclic))
	for _, g := range f.order {
		section := -1
		switch {
		case f.in[g] == nil:
		case need[0][g] || need[1][g] && need[2][g]:
			section = stillSection
		case need[1][g]:
			section = goalSection
		case need[2][g]:
			section = movingSection
		}
		if section < 0 {
			continue
		}
		c := f.comp[g]
		if !f.cyclic[c] {
			p.sections[section] = append(p.sections[section], unit{gates: []int{g}})
			continue
		}
		if placed[c] {
			continue
		}
		placed[c] = true
		u := unit{gates: members[c], loop: true}
		seen := map[propnet.Lit]bool{}
		for _, m := range u.gates {
			for _, l := range f.in[m] {
				if f.comp[l.Gate()] != c && !l.Constant() && !seen[l] {
					seen[l] = true
					u.ports = append(u.ports, l)
				}
			}
		}
		p.sections[section] = append(p.sections[section], u)
	}
}

// allocate gives every gate a row.
func (p *plan) allocate(keepMade bool) {
	f := p.f
	n := f.n
	gates := len(f.in)
	p.last, p.row, p.isKept = make([]int, gates), make([]int, gates), make([]bool, gates)
	// Times: units in order; then behind the sections the goals, the choices, the end.
	time := 0
	read := func(l propnet.Lit) { p.last[l.Gate()] = max(p.last[l.Gate()], time) }
	readers := func(us []unit) {
		for _, u := range us {
			time++
			for _, g := range u.gates {
				for _, l := range f.in[g] {
					read(l)
				}
			}
		}
	}
	ignore := func(propnet.Lit) {}
	readers(p.sections[stillSection])
	readers(p.sections[goalSection])
	time++
	read(f.lit(n.Terminal))
	p.outputs(ignore, read, ignore)
	for s := range p.roleSeat {
		time++
		for i, m := range n.Moves[p.roleOf[s]] {
			read(f.lit(m.Legal))
			read(f.chosen(p.roleOf[s], i))
		}
	}
	readers(p.sections[movingSection])
	time++
	p.outputs(ignore, ignore, read)
	for _, ms := range n.Moves {
		for _, m := range ms {
			if keepMade {
				read(propnet.MakeLit(m.Does, false))
			}
		}
	}

	a := &allocator{p: p, at: make([][]int, time+1), next: 1 + len(n.Bases)}
	for i := range n.Bases {
		p.row[n.BaseGate(i)] = 1 + i
	}
	place := func(us []unit) {
		for i := range us {
			u := &us[i]
			a.now++
			if u.loop {
				for _, g := range u.gates {
					p.isKept[g], p.row[g] = true, p.kept
					p.kept++
				}
				u.kept = p.kept
				p.kept += len(u.ports)
				a.free()
				continue
			}
			a.free() // a gate may take the row of what only it reads
			a.give(u.gates[0])
		}
	}
	place(p.sections[stillSection])
	place(p.sections[goalSection])
	a.now++
	a.free()
	for s := range p.roleSeat {
		a.now++
		p.giveMoves(a, p.roleOf[s])
		a.free()
	}
	place(p.sections[movingSection])
	// A fluent that becomes what another one is must not see the other one's new value.
	p.turned = map[int]int{}
	for i, b := range n.Bases {
		l := f.lit(b.Next)
		if g := l.Gate(); f.kind[g] == propnet.Base && g != n.BaseGate(i) && p.turned[g] == 0 {
			p.turned[g] = a.next
			a.next++
		}
	}
	p.rows = a.next
}

// giveMoves gives rows to the moves made of a role: the row of the legal move where
// nobody else reads that.
func (p *plan) giveMoves(a *allocator, role int) {
	f := p.f
	ms := f.n.Moves[role]
	uses := map[int]int{}
	for i, m := range ms {
		if c := f.chosen(role, i); c != f.lit(m.Legal) {
			uses[f.lit(m.Legal).Gate()]++
		}
		uses[f.chosen(role, i).Gate()]++
	}
	for i, m := range ms {
		if f.rep[m.Does].Constant() || p.last[m.Does] == 0 {
			continue
		}
		l := f.chosen(role, i)
		g := l.Gate()
		k := f.kind[g]
		if !l.Negated() && uses[g] == 1 && p.last[g] == a.now && (k == propnet.And || k == propnet.Or) && !p.isKept[g] {
			p.row[m.Does] = p.row[g]
			a.inherit(g, m.Does)
			continue
		}
		a.give(m.Does)
	}
}

// allocator hands out rows in the order of time.
type allocator struct {
	p      *plan
	now    int
	at     [][]int // gates whose last reader has that time
	unused []int   // rows, the one used last on top
	next   int
}

// give gives a gate a row.
func (a *allocator) give(g int) {
	row := a.next
	if k := len(a.unused); k > 0 {
		row, a.unused = a.unused[k-1], a.unused[:k-1]
	} else {
		a.next++
	}
	a.p.row[g] = row
	a.at[a.p.last[g]] = append(a.at[a.p.last[g]], g)
}

// inherit hands the row of one gate on to another.
func (a *allocator) inherit(from, to int) {
	last := a.at[a.p.last[from]]
	a.at[a.p.last[from]] = slices.DeleteFunc(last, func(g int) bool { return g == from })
	a.at[a.p.last[to]] = append(a.at[a.p.last[to]], to)
}

// free takes back the rows that are read now for the last time.
func (a *allocator) free() {
	for _, g := range a.at[a.now] {
		a.unused = append(a.unused, a.p.row[g])
	}
	a.at[a.now] = nil
}

// rowOf is the row of a gate.
func (p *plan) rowOf(g int) int {
	if p.isKept[g] {
		return p.keep + p.row[g]
	}
	return p.row[g]
}

// ref is the row of a literal; the constant is row 0.
func (p *plan) ref(l propnet.Lit) kernel.Ref {
	return kernel.MakeRef(p.rowOf(l.Gate()), l.Negated())
}

// emit writes the tapes.
func (p *plan) emit() (*tapes, error) {
	f, n := p.f, p.f.n
	t := &tapes{terminal: p.ref(f.lit(n.Terminal))}
	for i, to := range []*kernel.Tape{&t.still, &t.goals, &t.moving} {
		for _, u := range p.sections[i] {
			p.write(to, u)
		}
	}
	for s := range p.roleSeat {
		ms := n.Moves[p.roleOf[s]]
		legal, drawn, made := make([]kernel.Ref, len(ms)), make([]kernel.Ref, len(ms)), make([]int, len(ms))
		var some []kernel.Ref // moves that may be legal
		var rows []int
		reads := 0
		for i, m := range ms {
			legal[i], drawn[i] = p.ref(f.lit(m.Legal)), p.ref(f.chosen(p.roleOf[s], i))
			if !f.rep[m.Does].Constant() && p.last[m.Does] > 0 {
				made[i] = p.rowOf(m.Does)
				reads++
			}
			if f.chosen(p.roleOf[s], i) != propnet.False {
				some, rows = append(some, drawn[i]), append(rows, made[i])
			}
		}
		t.legal, t.drawn, t.made = append(t.legal, legal), append(t.drawn, drawn), append(t.made, made)
		if len(some) == 0 { // some move is to be asked for, and is not there
			some, rows = legal[:1], made[:1]
		}
		if len(some) > kernel.MaxMoves {
			return nil, fmt.Errorf("lanes: %w: a seat has %d moves, lanes draw one of at most %d", game.ErrBudget, len(some), kernel.MaxMoves)
		}
		var c *kernel.Choice
		if len(some) != 1 || some[0] != kernel.MakeRef(0, true) {
			var err error
			if c, err = kernel.NewChoice(some, rows); err != nil {
				return nil, err
			}
			t.cost.choose += 2*len(some) + reads + 2*c.Scratch()
		}
		t.choices = append(t.choices, c)
	}
	for s := range p.players {
		lits, points := values(n.Goals[p.roleOf[s]])
		ws := make([]worth, len(lits))
		for i, l := range lits {
			ws[i] = worth{p.ref(f.lit(l)), points[i]}
		}
		t.worth = append(t.worth, ws)
	}
	for i, b := range n.Bases {
		l := f.lit(b.Next)
		from := p.ref(l)
		if g := l.Gate(); f.kind[g] == propnet.Base {
			if g == n.BaseGate(i) && !l.Negated() {
				continue
			}
			if g != n.BaseGate(i) {
				t.moving.Gate(false, p.turned[g], []int{p.row[g]}, nil)
				from = kernel.MakeRef(p.turned[g], l.Negated())
			}
		}
		t.next.Add(1+i, from)
	}
	for _, x := range []struct {
		t  *kernel.Tape
		to *int
	}{{&t.still, &t.cost.still}, {&t.goals, &t.cost.goals}, {&t.moving, &t.cost.moving}} {
		_, gates, inputs := x.t.Count()
		*x.to += gates + inputs
	}
	t.cost.moving += 2 * t.next.Len()
	return t, nil
}

// write appends a unit to a tape.
func (p *plan) write(to *kernel.Tape, u unit) {
	if !u.loop {
		p.gate(to, u.gates[0])
		return
	}
	var ports []kernel.Port
	for i, l := range u.ports {
		ports = append(ports, kernel.Port{Of: p.ref(l), Kept: p.keep + u.kept + i})
	}
	var members []int
	body := &kernel.Tape{}
	for _, g := range u.gates {
		members = append(members, p.rowOf(g))
		p.gate(body, g)
	}
	to.Loop(ports, members, body)
}

func (p *plan) gate(to *kernel.Tape, g int) {
	var plain, negated []int
	for _, l := range p.f.in[g] {
		if l.Negated() {
			negated = append(negated, p.rowOf(l.Gate()))
		} else {
			plain = append(plain, p.rowOf(l.Gate()))
		}
	}
	to.Gate(p.f.kind[g] == propnet.Or, p.rowOf(g), plain, negated)
}
