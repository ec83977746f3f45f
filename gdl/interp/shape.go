package interp

import "ludens/gdl"

// life says how long answers stay true.
type life uint8

const (
	forever     life = iota // depends on the description only
	forPosition             // depends on true
	forStep                 // depends on does
	lives
)

// A shape is a way to ask a relation: which parts of its arguments are known
// (slots), asked for (variables) or indifferent. It holds the tables of all calls
// of this shape that were made.
type shape struct {
	rel    gdl.RelID
	args   []expr // kinds isSlot, isVar, isAny, isFn
	slots  int    // number of known values
	asked  int    // number of values in an answer
	life   life
	stored bool // answered from facts alone, or from the position

	keys   tuples   // the known values of the calls made, numbered …
	tables []*table // … as these are

	indexed bool // stored: tables holds the answers for all values of the slots
	planned bool
	plans   []plan
	facts   *shape // for a relation with facts and rules: the shape of its facts
	live    bool   // in Machine.used of its life
}

// A table holds the answers of one call.
type table struct {
	shape     *shape
	known     []int32 // the values of the slots
	answers   tuples
	consumers []*table // open tables that have read this one since it last grew
	pos       int      // in Machine.open
	low       int      // the lowest pos that this table is known to depend on
	state     tableState
	dirty     bool // a table it has read has grown since
}

type tableState uint8

const (
	fresh    tableState = iota // never asked
	open                       // answers may be missing
	complete                   // all answers are there
)

// shapeOf finds or makes a shape.
func (m *Machine) shapeOf(rel gdl.RelID, args []expr, factsOnly bool) *shape {
	key := append(m.shapeKey[:0], byte(rel), byte(rel>>8), byte(rel>>16), byte(rel>>24), 'r')
	if factsOnly {
		key[4] = 'f'
	}
	for i := range args {
		key = args[i].appendKey(key)
	}
	m.shapeKey = key
	if s, ok := m.shapes[string(key)]; ok {
		return s
	}
	name := string(key) // the buffer is written again before the shape is noted
	s := &shape{rel: rel, args: args}
	for i := range args {
		s.count(&args[i])
	}
	if deepest(args) > m.opt.MaxTermDepth {
		m.failBudget("terms grow deeper than %d", m.opt.MaxTermDepth)
	}
	m.charge(forever, int64(2*len(name))+tableBytes)
	g := m.game
	switch {
	case factsOnly:
		s.stored = true
	case rel == gdl.RelTrue:
		s.stored, s.life = true, forPosition
	case rel == gdl.RelDoes:
		s.stored, s.life = true, forStep
	default:
		s.stored = len(g.rules[rel]) == 0
		if g.program.OnDoes[rel] {
			s.life = forStep
		} else if g.program.Dynamic[rel] {
			s.life = forPosition
		}
		if !s.stored && len(g.facts[rel]) > 0 {
			s.facts = m.shapeOf(rel, args, true)
		}
	}
	s.keys.width = s.slots
	m.shapes[name] = s
	return s
}

func deepest(es []expr) int {
	d := 0
	for i := range es {
		if es[i].kind == isFn {
			d = max(d, 1+deepest(es[i].args))
		}
	}
	return d
}

func (s *shape) count(e *expr) {
	switch e.kind {
	case isSlot:
		e.v = int32(s.slots)
		s.slots++
	case isVar:
		s.asked = max(s.asked, int(e.v)+1)
	}
	for i := range e.args {
		s.count(&e.args[i])
	}
}

// matcher reads the slots and answers of a shape off a ground instance.
type matcher struct {
	terms *terms
	known []int32
	asked []int32
	set   []bool
}

func (x *matcher) init(t *terms, s *shape) {
	x.terms = t
	x.known = make([]int32, s.slots)
	x.asked = make([]int32, s.asked)
	x.set = make([]bool, s.asked)
}

func (x *matcher) match(e *expr, id int32) bool {
	switch e.kind {
	case isAny:
		return true
	case isSlot:
		x.known[e.v] = id
		return true
	case isConst:
		return e.v == id
	case isVar:
		if x.set[e.v] {
			return x.asked[e.v] == id
		}
		x.set[e.v] = true
		x.asked[e.v] = id
		return true
	}
	t := &x.terms.list[id]
	if !t.fn || t.sym != e.sym || int(t.n) != len(e.args) {
		return false
	}
	for i, a := range x.terms.argsOf(id) {
		if !x.match(&e.args[i], a) {
			return false
		}
	}
	return true
}

// index fills the tables of a stored shape: for all values of its slots at once.
func (m *Machine) index(s *shape) {
	s.indexed = true
	m.use(s)
	var x matcher
	x.init(m.terms, s)
	m.instances(s, func(args ...int32) bool {
		if m.work(1); m.fault != nil {
			return false
		}
		clear(x.set)
		for i := range s.args {
			if !x.match(&s.args[i], args[i]) {
				return true
			}
		}
		t := m.tableFor(s, x.known)
		t.state = complete
		if t.answers.n == 0 || s.asked > 0 {
			m.addAnswer(t, x.asked)
		}
		return true
	})
}

// instances calls f for the arguments of every stored instance that s may match, until
// it is false.
func (m *Machine) instances(s *shape, f func(args ...int32) bool) {
	switch s.rel {
	case gdl.RelTrue:
		if e := &s.args[0]; e.kind == isFn {
			for _, id := range m.fluents {
				if t := &m.terms.list[id]; t.sym == e.sym && t.fn && int(t.n) == len(e.args) && !f(id) {
					return
				}
			}
			return
		}
		for _, id := range m.fluents {
			if !f(id) {
				return
			}
		}
	case gdl.RelDoes:
		for role, move := range m.does {
			if !f(m.game.roles[role], move) {
				return
			}
		}
	default:
		for _, fact := range m.game.facts[s.rel] {
			if !f(fact...) {
				return
			}
		}
	}
}

// tableFor finds or makes the table of a call.
func (m *Machine) tableFor(s *shape, known []int32) *table {
	i, added := s.keys.add(known)
	if !added {
		return s.tables[i]
	}
	m.use(s)
	var t *table
	if n := len(m.pool); n > 0 {
		t, m.pool = m.pool[n-1], m.pool[:n-1]
	} else {
		t = &table{}
	}
	t.shape = s
	t.answers.width = s.asked
	t.known = append(t.known[:0], known...)
	s.tables = append(s.tables, t)
	m.charge(s.life, tableBytes+int64(12*len(known)))
	return t
}

const (
	tableBytes  = 256     // what a table without answers takes, about
	maxPool     = 1 << 14 // tables kept for reuse
	answerBytes = 12      // what one value of an answer takes, index included, about
)

// use notes that a shape has tables, so that drop finds it.
func (m *Machine) use(s *shape) {
	if !s.live {
		s.live = true
		m.used[s.life] = append(m.used[s.life], s)
	}
}

// drop forgets all tables of a life.
func (m *Machine) drop(l life) {
	for _, s := range m.used[l] {
		for i, t := range s.tables {
			if len(m.pool) < maxPool {
				t.answers.reset(64)
				t.state, t.dirty, t.consumers = fresh, false, t.consumers[:0]
				m.pool = append(m.pool, t)
			}
			s.tables[i] = nil
		}
		s.tables = s.tables[:0]
		s.keys.reset(1 << 12)
		s.indexed, s.live = false, false
	}
	m.used[l] = m.used[l][:0]
	m.bytes[l] = 0
}
