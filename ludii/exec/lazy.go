package exec

import "ludens/game"

// Searches load a position, make one of its moves, look at what has come of it, and load
// the position again for the next move. So a machine of a quiet program (Program.Quiet)
// does not find the moves of a position before somebody asks for them, and keeps
// those of the latest positions that it may be sent back to.

// lazy is the part of a machine that puts off finding moves.
type lazy struct {
	quiet   bool // moves may be put off: they change nothing in the position
	pending bool // the moves of the position have not been found

	// The position in words, if they are known: those of here, or else of words.
	here  *position  // the position among those kept; its lists are the cursor's now
	words game.State // valid if known
	known bool

	listed bool // the cursor's lists, as far as filled, are of the position
	filled Mark
	recent recent
	raw    []uint64 // scratch of loading
}

// moved forgets what was known of the position before.
func (m *Machine) moved() {
	m.names.forget()
	m.here, m.known, m.listed, m.pending = nil, false, false, false
}

// list notes that the cursor's lists are those of the position.
func (m *Machine) list() { m.listed, m.filled = true, m.c.Mark() }

// arrive finds the moves of a new position, or puts that off. Of a mover who was
// said to be stuck to find the moves takes that mark away, which is part of the state.
func (m *Machine) arrive() {
	m.fault()
	if m.err != nil || m.c.Over {
		if m.quiet {
			m.c.Release(Mark{thens: 1})
		}
		return
	}
	if m.quiet && m.c.Stalemated>>(uint(m.c.Mover)-1)&1 == 0 {
		m.c.Release(Mark{thens: 1})
		m.pending = true
		return
	}
	m.generate()
}

// settle finds the moves that were put off.
func (m *Machine) settle() {
	if !m.pending {
		return
	}
	m.pending = false
	if m.here == nil && m.known {
		if p := m.recent.find(m.words, fingerprint(m.words)); p != nil {
			m.enter(p)
		}
	}
	if m.listed {
		return
	}
	defer m.caught()
	m.generate()
}

// enter makes the position one of those kept, with its lists if it has them.
func (m *Machine) enter(p *position) {
	m.here = p
	if p.listed {
		p.swap(m.c, &m.names)
		p.listed = false
		m.list()
	}
}

// leave keeps the lists of the position, if they are complete and it is known in words.
// The cursor must not need them any more.
func (m *Machine) leave() {
	if !m.quiet || !m.listed || m.here == nil && !m.known {
		return
	}
	p := m.here
	if p == nil {
		mark := fingerprint(m.words)
		if p = m.recent.find(m.words, mark); p == nil {
			p = m.recent.take(m.words, mark)
		}
	}
	m.c.Release(m.filled)
	p.swap(m.c, &m.names)
	p.listed = true
	m.c.Release(Mark{thens: 1})
	m.names.forget()
	m.recent.weigh(p)
	m.here, m.known, m.listed = nil, false, false
}

// save gives the position in words.
func (m *Machine) save() game.State {
	switch {
	case m.here != nil:
		return m.here.words
	case !m.known:
		m.words = game.State(m.c.State.Save([]uint64(m.words[:0])))
		m.known = true
	}
	return m.words
}

// load goes to a position in words.
func (m *Machine) load(s game.State) {
	m.leave()
	m.moved()
	m.waiting, m.used = false, 0
	m.c.Draw = undeclared
	mark := fingerprint(s)
	p := m.recent.find(s, mark)
	if p == nil {
		p = m.recent.take(s, mark)
	}
	if p.state == nil {
		p.state = m.g.p.NewState()
	}
	if !p.decoded {
		p.state.raw = m.raw // one for all of them
		err := p.state.Load([]uint64(s))
		m.raw, p.state.raw = p.state.raw, nil
		if err != nil {
			m.recent.drop(p)
			m.unloaded(err)
			return
		}
		p.decoded = true
		m.recent.weigh(p)
	}
	m.c.State.Copy(p.state)
	m.enter(p)
	if m.listed {
		return
	}
	defer m.caught()
	m.arrive()
}
