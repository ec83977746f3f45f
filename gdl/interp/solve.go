package interp

import (
	"fmt"

	"ludens/game"
)

// solve fills the table of a call. When it returns without a failure the table
// is complete, or it depends on an open table lower in m.open, whose solve will
// complete both.
func (m *Machine) solve(t *table) {
	if m.depth++; m.depth > m.opt.MaxCallDepth {
		m.failBudget("%d calls are nested", m.opt.MaxCallDepth)
	}
	defer func() { m.depth-- }()
	t.pos = len(m.open)
	t.low = t.pos
	t.state = open
	m.open = append(m.open, t)
	m.evaluate(t)
	for again := true; again; {
		if m.fault != nil || t.low < t.pos {
			return
		}
		again = false
		for i := t.pos; i < len(m.open); i++ {
			u := m.open[i]
			if !u.dirty || u.state == complete {
				continue
			}
			again = true
			m.evaluate(u)
			if t.low = min(t.low, u.low); m.fault != nil || t.low < t.pos {
				return
			}
		}
	}
	for _, u := range m.open[t.pos:] {
		u.state, u.dirty = complete, false
		u.consumers = u.consumers[:0]
	}
	m.open = m.open[:t.pos]
}

// evaluate runs the rules of a table once over what is known so far.
func (m *Machine) evaluate(t *table) {
	t.dirty = false
	s := t.shape
	if s.facts != nil {
		if f := m.stored(s.facts, t.known); f != nil {
			for i := range f.answers.n {
				m.addAnswer(t, f.answers.at(i))
			}
			if s.asked == 0 {
				t.state = complete
				return
			}
		}
	}
	plans := m.plansOf(s)
	for i := range plans {
		p := &plans[i]
		env := m.pushEnv(p.places)
		copy(env, t.known)
		ok := true
		for j := range p.checks {
			c := &p.checks[j]
			if ok = m.match(&c.e, env[c.slot], env); !ok {
				break
			}
		}
		if ok {
			m.run(p, 0, env, t)
		}
		m.env = m.env[:len(m.env)-p.places]
		if m.fault != nil || t.state == complete {
			return
		}
	}
}

// pushEnv takes an environment from the stack of environments. A stack that is
// replaced by a larger one stays valid for those who hold a part of it.
func (m *Machine) pushEnv(n int) []int32 {
	if len(m.env)+n > cap(m.env) {
		m.env = make([]int32, len(m.env), 2*cap(m.env)+n)
	}
	m.env = m.env[:len(m.env)+n]
	return m.env[len(m.env)-n:]
}

// run goes on with step i of a plan. It returns false when nothing more is
// wanted: a failure, or a question without variables that is answered.
func (m *Machine) run(p *plan, i int, env []int32, t *table) bool {
	for ; i < len(p.steps); i++ {
		s := &p.steps[i]
		if s.kind == differ {
			if m.build(&s.a, env) == m.build(&s.b, env) {
				return true
			}
			continue
		}
		c := m.call(s, env, t)
		if m.fault != nil {
			return false
		}
		if s.kind == absent {
			if c == nil || c.answers.n == 0 {
				if c != nil && c.state != complete {
					m.fail(fmt.Errorf("%s depends on its own negation", m.callText(c)))
					return false
				}
				continue
			}
			return true
		}
		if c == nil {
			return true
		}
		if len(s.binds) == 0 {
			if c.answers.n == 0 {
				return true
			}
			continue
		}
		if m.frames++; m.frames > maxFrames {
			m.failBudget("conditions are nested deeper than %d", maxFrames)
			return false
		}
		// the table may grow while it is read, if it is open
		for j := 0; j < c.answers.n; j++ {
			answer := c.answers.at(j)
			for k, place := range s.binds {
				env[place] = answer[k]
			}
			if m.work(1); m.fault != nil {
				return false
			}
			if !m.run(p, i+1, env, t) {
				m.frames--
				return false
			}
		}
		m.frames--
		return true
	}
	var buf [16]int32
	answer := buf[:0]
	for k := range p.out {
		answer = append(answer, m.build(&p.out[k], env))
	}
	if m.fault != nil {
		return false
	}
	m.addAnswer(t, answer)
	if t.shape.asked == 0 {
		t.state = complete
		return false
	}
	return m.fault == nil
}

// call gives the table of a step, filled as far as it can be, nil if it is known
// to be empty. The table t that is being evaluated becomes its consumer.
func (m *Machine) call(s *step, env []int32, t *table) *table {
	if m.work(1); m.fault != nil {
		return nil
	}
	var buf [16]int32
	known := buf[:0]
	for k := range s.known {
		known = append(known, m.build(&s.known[k], env))
	}
	if m.fault != nil {
		return nil
	}
	if s.shape.stored {
		return m.stored(s.shape, known)
	}
	c := m.tableFor(s.shape, known)
	if c.state == fresh {
		m.solve(c)
		if m.fault != nil {
			return nil
		}
		if c.pos < len(m.open) {
			t.low = min(t.low, c.low) // c, or what it has asked, is not completed yet
		}
	}
	if c.state == open {
		t.low = min(t.low, c.low)
		c.consume(t)
	}
	return c
}

// stored gives the answers of a shape that needs no rules, nil if there is none.
func (m *Machine) stored(s *shape, known []int32) *table {
	if !s.indexed {
		m.index(s)
	}
	if i := s.keys.find(known); i >= 0 {
		return s.tables[i]
	}
	return nil
}

// consume notes that t has read c.
func (c *table) consume(t *table) {
	for i := len(c.consumers) - 1; i >= 0 && i >= len(c.consumers)-8; i-- {
		if c.consumers[i] == t {
			return
		}
	}
	c.consumers = append(c.consumers, t)
}

// addAnswer adds an answer to a table; those who read it must look again.
func (m *Machine) addAnswer(t *table, answer []int32) {
	if m.take(t.answers.grows()); m.fault != nil {
		return
	}
	if _, added := t.answers.add(answer); !added {
		return
	}
	m.charge(t.shape.life, int64(answerBytes*len(answer)))
	for _, c := range t.consumers {
		c.dirty = true
	}
	t.consumers = t.consumers[:0]
}

// build gives the ground term of an expr whose variables are all set.
func (m *Machine) build(e *expr, env []int32) int32 {
	switch e.kind {
	case isConst:
		return e.v
	case isVar:
		return env[e.v]
	}
	var buf [8]int32
	args := buf[:0]
	depth, size := int16(0), 1
	for i := range e.args {
		a := m.build(&e.args[i], env)
		depth = max(depth, m.terms.list[a].depth)
		size += int(m.terms.list[a].size)
		args = append(args, a)
	}
	if int(depth) >= m.opt.MaxTermDepth {
		m.failBudget("terms grow deeper than %d", m.opt.MaxTermDepth)
		return 0
	}
	if size > m.opt.MaxTermSize {
		m.failBudget("terms grow larger than %d names", m.opt.MaxTermSize)
		return 0
	}
	if m.take(m.terms.grows(len(args))); m.fault != nil {
		return 0
	}
	before := len(m.terms.list)
	id := m.terms.intern(e.sym, true, args)
	if len(m.terms.list) > before {
		m.checkMemory()
	}
	return id
}

// match compares a ground term with a pattern and sets the places it binds.
func (m *Machine) match(e *expr, id int32, env []int32) bool {
	switch e.kind {
	case isConst:
		return e.v == id
	case isVar:
		return env[e.v] == id
	case isBind:
		env[e.v] = id
		return true
	}
	t := &m.terms.list[id]
	if !t.fn || t.sym != e.sym || int(t.n) != len(e.args) {
		return false
	}
	for i, a := range m.terms.argsOf(id) {
		if !m.match(&e.args[i], a, env) {
			return false
		}
	}
	return true
}

// maxFrames bounds the nesting of conditions of all rules being tried, and with it
// the stack, to about 300 MiB.
const maxFrames = 1 << 20

// lookEvery is how many steps lie between two looks around; a millisecond.
const lookEvery = 1 << 13

// work counts steps, and looks around every so many.
func (m *Machine) work(n int) {
	if m.steps += int64(n); m.steps >= m.look {
		m.lookAround()
	}
}

// lookAround looks whether the question may go on: at the steps that it has taken,
// at the game's sign, and at the context while a game is prepared.
func (m *Machine) lookAround() {
	if m.steps > m.opt.MaxSteps {
		m.failBudget("the question takes more than %d steps", m.opt.MaxSteps)
	}
	m.look = min(m.steps+lookEvery, m.opt.MaxSteps+1)
	if err := m.game.sign.Since(m.seen); err != nil {
		m.fail(err)
	}
	if err := m.game.sign.Weigh(0); err != nil {
		m.starve(err)
	}
	if m.ctx != nil {
		if err := m.ctx.Err(); err != nil {
			m.fail(err)
		}
	}
}

// plannedOver counts work on plans, as long as so many steps, which is none of a
// question's budget, and looks around every so often.
func (m *Machine) plannedOver(n int) {
	if m.planning += n; m.planning >= lookEvery {
		m.planning = 0
		m.lookAround()
	}
}

// largePiece is from how many bytes on memory is asked for before it is taken.
const largePiece = 4 << 20

// take asks whether a piece of memory may be taken; if not, the question ends.
func (m *Machine) take(bytes int64) {
	if bytes < largePiece {
		return
	}
	if err := m.game.sign.Weigh(bytes); err != nil {
		m.starve(err)
	}
}

// starve ends a question for want of memory: what was derived is to go.
func (m *Machine) starve(err error) {
	m.starved = true
	m.fail(err)
}

// charge accounts for memory taken by tables.
func (m *Machine) charge(l life, n int64) {
	m.bytes[l] += n
	m.checkMemory()
}

func (m *Machine) checkMemory() {
	if m.bytes[forever]+m.bytes[forPosition]+m.bytes[forStep]+m.terms.bytes() > m.opt.MaxBytes {
		m.failBudget("the question takes more than %d bytes", m.opt.MaxBytes)
	}
}

// fail records the first fault.
func (m *Machine) fail(err error) {
	if m.fault == nil {
		m.fault = err
	}
}

func (m *Machine) failBudget(format string, args ...any) {
	if m.fault == nil {
		m.fault = fmt.Errorf("%w: %s", game.ErrBudget, fmt.Sprintf(format, args...))
	}
}

// callText writes a call for messages.
func (m *Machine) callText(t *table) string {
	out := "a call of " + m.game.program.Rels[t.shape.rel].String()
	for i, k := range t.known {
		if i == 0 {
			out += " with"
		}
		out += " " + m.terms.text(k)
	}
	return out
}
