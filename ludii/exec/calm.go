package exec

// Calm pieces. Rules that forbid moves after which somebody is threatened ask the same
// question after every move, and most moves change nothing of the answer. What a piece can
// do to a site often depends on these two sites and those between them alone
// (Component.Local). If such a piece does not threaten the site now, it does not after a
// move that has touched none of them, and need not be asked.

// calm is what is known of one question, and which pieces need not be asked where the
// search is.
type calm struct {
	listening, asked, no bool // are questions listened to; was one asked; was the last answer no

	k          Kind // the question
	site, what int

	near  []int32 // where pieces stand that could come to the site
	sites Bits    // of them, those that need not be asked
	lines Bits    // the site, and all between it and near
	alone bool    // the condition holds, nothing but pieces on near could come to the site, no other piece is of its sort
	mates uint32  // whose pieces do not threaten the site
	phase []int32 // of the players, when it was answered
}

// Listen asks a condition in the present position, as it would be asked after a move
// that changes nothing. It reports true if that asked for a threat, the last time, and
// there was none: Calm then tells after moves who need not be asked that again. What the Listen before
// has heard is forgotten; so it does not listen where something is tried. A royal condition is that the
// mover's one piece of some name is not threatened where it stands, and nothing else: Idle tells then
// which moves leave it as it is.
func (c *Ctx) Listen(cond BoolFn, royal bool) bool {
	if c.Prog.Between == nil || len(c.tries) > 0 || !c.Ahead() {
		return false
	}
	c.calm.listening, c.calm.asked = true, false
	if c.Mover == c.Next {
		c.Next = c.Prev
	}
	mark := c.SetMark()
	q := &c.calm
	q.alone = cond(c) && royal
	c.FreeSets(mark)
	q.listening = false
	ok := q.asked && q.no && c.Err == nil
	if ok {
		q.phase = append(q.phase[:0], c.Phase...)
		ok = c.bystanders()
	}
	c.Back()
	return ok
}

// hear notes a question about a threat, and whether the answer was no.
func (q *calm) hear(k Kind, site, what int, no bool) {
	q.asked, q.no, q.k, q.site, q.what = true, no, k, site, what
}

// bystanders finds the pieces that could come to the site but for what stands between. It
// reports false if there are none of which anything is known, and Idle can tell nothing.
func (c *Ctx) bystanders() bool {
	q := &c.calm
	p := c.Prog
	q.near = q.near[:0]
	if q.k != p.Default || q.site >= p.Between.n {
		q.alone = false
		return false
	}
	friends := c.Friends(c.Owner(q.what))
	q.mates = friends
	q.alone = q.alone && c.onlyPieces(friends)
	for id := 1; id < len(p.Components); id++ {
		x := &p.Components[id]
		at := c.Sites[q.k].At[id]
		if id == q.what {
			q.alone = q.alone && at.Count() == 1 && at.Has(q.site)
		}
		if x.Owner < 1 || x.Owner > p.Players {
			q.alone = q.alone && at.Next(0) < 0
			continue
		}
		if friends>>(uint(x.Owner)-1)&1 != 0 {
			continue
		}
		if !x.Local || q.site >= len(x.Reach) {
			q.alone = q.alone && (q.site < len(x.Reach) && at.NextBoth(x.Reach[q.site], 0) < 0 || at.Next(0) < 0)
			continue
		}
		for s := at.NextBoth(x.Reach[q.site], 0); s >= 0 && s < p.Between.n; s = at.NextBoth(x.Reach[q.site], s+1) {
			if s != q.site {
				q.near = append(q.near, int32(s))
			}
		}
	}
	if len(q.sites) < (p.Between.n+63)/64 {
		q.sites, q.lines = NewBits(p.Between.n), NewBits(p.Between.n)
	}
	if q.alone {
		q.lines.Clear()
		q.lines.Add(q.site)
		for _, s := range q.near {
			q.lines.Or(p.Between.of(int(s), q.site))
		}
	}
	return len(q.near) > 0 || q.alone
}

// onlyPieces reports whether nobody but some friends has moves to the site but those of pieces.
func (c *Ctx) onlyPieces(friends uint32) bool {
	for player := 1; player <= c.Prog.Players; player++ {
		if friends>>(uint(player)-1)&1 != 0 {
			continue
		}
		ph := &c.Prog.Phases[c.Phase[player]]
		if !ph.Pieces || ph.Aside != nil && ph.Aside[player].Has(c.calm.site) {
			return false
		}
	}
	return true
}

// Idle reports, after Listen, that a move leaves a royal condition as it was, which held: it touches none of
// the sites on which that depends. The move is not made for that.
func (c *Ctx) Idle(m *Move) bool {
	q := &c.calm
	if !q.alone || c.Prog.Flags.SequenceCapture || c.postpone {
		return false
	}
	for i := m.Actions[0]; i < m.Actions[1]; i++ {
		a := &c.Actions[i]
		switch a.Op {
		case OpNext, OpScore, OpCounter, OpPending, OpVar:
		case OpMove:
			if q.lines.Has(int(a.From)) || q.lines.Has(int(a.To)) || !c.mate(c.State.What(a.Kind, int(a.From))) {
				return false
			}
		case OpRemove, OpSetState, OpSelect:
			if q.lines.Has(int(a.From)) || q.lines.Has(int(a.To)) {
				return false
			}
		case OpAdd, OpPromote:
			if q.lines.Has(int(a.To)) || int(a.What) == q.what || !c.mate(int(a.What)) {
				return false
			}
		default:
			return false
		}
	}
	for node := m.Then; node != 0; node = c.ThenNodes[node].Prev {
		if !c.ThenNodes[node].Still {
			return false
		}
	}
	return true
}

// Calm tells, after the actions that are Applied, which of the pieces need not be asked until
// Back. Questions that Listen has not heard are asked of all.
func (c *Ctx) Calm() {
	q := &c.calm
	for i, ph := range q.phase {
		if c.Phase[i] != ph {
			return
		}
	}
	q.sites.Clear()
	b := c.Prog.Between
	for _, s := range q.near {
		line, touched := b.of(int(s), q.site), false
		for i := range c.Applied {
			a := &c.Applied[i]
			if line.Has(int(a.From)) || line.Has(int(a.To)) {
				touched = true
				break
			}
		}
		if !touched {
			q.sites.Add(int(s))
		}
	}
	c.calmed = q.site + 1
}

// rests reports whether the question is the one of which Calm has told something.
func (c *Ctx) rests(k Kind, site, what int) bool {
	return c.calmed == site+1 && k == c.calm.k && what == c.calm.what
}

// Calms reports whether the piece on a site need not be asked.
func (c *Ctx) Calms(site int) bool { return c.resting && c.calm.sites.Has(site) }

// mate reports whether a piece is of those that do not threaten the site.
func (c *Ctx) mate(what int) bool {
	owner := c.Owner(what)
	return owner > 0 && owner <= c.Prog.Players && c.calm.mates>>(uint(owner)-1)&1 != 0
}

// Lines are the sites on the rays from one site to another, these two included.
type Lines struct {
	n, words int
	bits     []uint64
}

// NewLines makes lines between so many sites that hold only their ends.
func NewLines(n int) *Lines {
	l := &Lines{n: n, words: (n + 63) / 64}
	l.bits = make([]uint64, n*n*l.words)
	for from := range n {
		for to := range n {
			b := l.of(from, to)
			b.Add(from)
			b.Add(to)
		}
	}
	return l
}

// Add adds a site to those between two.
func (l *Lines) Add(from, to, site int) { l.of(from, to).Add(site) }

func (l *Lines) of(from, to int) Bits {
	i := (from*l.n + to) * l.words
	return Bits(l.bits[i : i+l.words : i+l.words])
}
