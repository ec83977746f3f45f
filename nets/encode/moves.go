package encode

import "ludens/game"

// Distances of moves.
const (
	mostReach  = 7 // bounds Options.Reach
	paperReach = 3 // M of section 4.3
	paperLevel = 2 // its N
	ownLevel   = 1

	// mostMovePlanes bounds the planes of our own moves for reasons of speed.
	mostMovePlanes = 512
	// mostSlots bounds the sites of further containers that moves from there have
	// planes of their own for.
	mostSlots = 32
)

// movePlanes turns the place of a move into a plane and a cell (section 4.3). The
// cell is where it leads to; the plane says by how many columns and rows, at most
// reach either way, and about which levels of a stack it is. Moves that clip to the
// same are aliased, as are those that differ in what they do only.
//
// The paper's planes are in the order of
// ((dx + M)·(2M + 1) + dy + M)·(N + 1)² + min(lmin, N)·(N + 1) + min(lmax - lmin, N),
// then as many planes as there are things to propose, as many to vote on (not in
// the paper, in the recordings), pass, swap; these four at cell (0, 0).
//
// Ours have displacements beyond 3 only along rows, columns and diagonals, and none
// that the board is too small for; a plane for every site of a hand that a move
// comes from, and one for every container that it leads to (then the cell is where
// it comes from). Passes and the like are at the middle of the board, so that they
// see it.
type movePlanes struct {
	reach, side int
	levels      int     // N + 1
	displaced   []int32 // by (dx + reach)·side + dy + reach: plane, before levels
	slots       []int32 // per site: plane of moves that come from it, -1 if none of its own
	sinks       []int32 // per container: plane of moves that lead to it, -1
	value       int     // a plane per number that a site of a puzzle gets, then one per number toggled
	propose     int
	vote        int
	pass, swap  int
	planes      int
	middle      int32 // cell of moves that happen nowhere
	lead        bool  // moves may lead from a site to another
}

func (m *movePlanes) plan(p *Planes, o Options) {
	g := p.geometry
	m.lead = g.FromTo
	if !p.own {
		m.lead = g.Froms
	}
	m.levels = 1
	if g.Stacks {
		m.levels = paperLevel + 1
		if p.own {
			m.levels = ownLevel + 1
		}
		if p.own && !m.lead {
			m.levels = 1
		}
	}
	slots := m.findSlots(p)
	m.reach = o.Reach
	switch {
	case !m.lead:
		m.reach = 0
	case m.reach == 0 && !p.own:
		m.reach = paperReach
	case m.reach == 0:
		m.reach = max(1, min(mostReach, max(p.grid.width, p.grid.height)-1))
	}
	for m.displacements(p)*m.levels*m.levels+slots > mostMovePlanes && p.own && m.reach > 1 && o.Reach == 0 {
		m.reach--
	}
	m.planes += m.displacements(p) * m.levels * m.levels
	m.number(p)
	m.middle = 0
	if p.own {
		m.middle = p.middle()
	}
}

// displacements fills the table of planes by displacement and gives their number.
func (m *movePlanes) displacements(p *Planes) int {
	m.side = 2*m.reach + 1
	m.displaced = make([]int32, m.side*m.side)
	n := int32(0)
	for dx := -m.reach; dx <= m.reach; dx++ {
		for dy := -m.reach; dy <= m.reach; dy++ {
			at := &m.displaced[(dx+m.reach)*m.side+dy+m.reach]
			*at = -1
			if p.own && !m.distinct(p, dx, dy) {
				continue
			}
			*at = n
			n++
		}
	}
	// What has no plane of its own goes to the one nearest to the middle on its way.
	for i := range m.displaced {
		dx, dy := i/m.side-m.reach, i%m.side-m.reach
		if m.displaced[i] >= 0 {
			continue
		}
		dx, dy = clip(dx, paperReach), clip(dy, paperReach)
		for m.displaced[(dx+m.reach)*m.side+dy+m.reach] < 0 {
			dx, dy = toward(dx), toward(dy)
		}
		m.displaced[i] = m.displaced[(dx+m.reach)*m.side+dy+m.reach]
	}
	return int(n)
}

// distinct says whether a displacement has a plane among ours.
func (m *movePlanes) distinct(p *Planes, dx, dy int) bool {
	if abs(dx) >= p.grid.width || abs(dy) >= p.grid.height {
		return dx == 0 && dy == 0
	}
	return max(abs(dx), abs(dy)) <= paperReach || dx == 0 || dy == 0 || abs(dx) == abs(dy)
}

func clip(n, most int) int { return min(max(n, -most), most) }

// toward is a step nearer to 0.
func toward(n int) int {
	switch {
	case n > 0:
		return n - 1
	case n < 0:
		return n + 1
	}
	return 0
}

// findSlots gives planes to what moves from and to further containers; how many.
func (m *movePlanes) findSlots(p *Planes) int {
	g := p.geometry
	m.slots, m.sinks = make([]int32, len(g.Sites)), make([]int32, len(g.Containers))
	for i := range m.slots {
		m.slots[i] = -1
	}
	for i := range m.sinks {
		m.sinks[i] = -1
	}
	if !p.own || !m.lead {
		return 0
	}
	n := 0
	for _, s := range g.Sites {
		if s.Container > 0 && !g.Dice[s.Container] {
			n++
		}
	}
	next := int32(0)
	for c := 1; c < len(g.Containers); c++ {
		if g.Dice[c] {
			continue
		}
		m.sinks[c] = next
		next++
		shared := next
		if n > mostSlots {
			next++
		}
		for i, s := range g.Sites {
			if int(s.Container) != c {
				continue
			}
			if m.slots[i] = shared; n <= mostSlots {
				m.slots[i] = next
				next++
			}
		}
	}
	return int(next)
}

// number numbers the planes behind the displacements.
func (m *movePlanes) number(p *Planes) {
	g := p.geometry
	slots := int32(0)
	for i := range m.slots {
		if m.slots[i] >= 0 {
			slots = max(slots, m.slots[i]+1)
			m.slots[i] += int32(m.planes)
		}
	}
	for i := range m.sinks {
		if m.sinks[i] >= 0 {
			slots = max(slots, m.sinks[i]+1)
			m.sinks[i] += int32(m.planes)
		}
	}
	m.planes += int(slots)
	m.value = m.planes
	if p.own {
		m.planes += 2 * g.Values
	}
	m.propose = m.planes
	m.vote = m.propose + g.Ballots
	m.planes = m.vote + g.Ballots
	m.pass, m.swap = 0, 0
	if !p.own || g.Passes {
		m.pass = m.planes
		m.planes++
	}
	if !p.own || g.Swaps {
		m.swap = m.planes
		m.planes++
	}
}

// middle is the cell of the site of the board that is nearest to the middle of it.
func (p *Planes) middle() int32 {
	x, y, n := 0, 0, 0
	for i, s := range p.geometry.Sites {
		if s.Container == 0 {
			cx, cy := p.grid.at(p.grid.cell[i])
			x, y, n = x+cx, y+cy, n+1
		}
	}
	best, far := int32(0), -1
	for i, s := range p.geometry.Sites {
		if s.Container != 0 {
			continue
		}
		cx, cy := p.grid.at(p.grid.cell[i])
		dx, dy := cx*n-x, cy*n-y
		if d := dx*dx + dy*dy; far < 0 || d < far {
			best, far = p.cell[i], d
		}
	}
	return best
}

// MoveShape is the shape of the tensor of moves: planes, rows, columns. In the graph
// form it leaves out the dummy node.
func (p *Planes) MoveShape() (planes, height, width int) {
	if p.graph {
		return p.moves.planes, p.shape.Height - 1, 1
	}
	return p.moves.planes, p.shape.Height, p.shape.Width
}

// Locate gives the plane and the cell (row · columns + column, or the node) of a
// move; the middle of the board for one that has no cell.
func (p *Planes) Locate(at game.Place) (plane int, cell int32) {
	m := &p.moves
	switch {
	case at.Pass:
		return m.pass, m.middle
	case at.Swap:
		return m.swap, m.middle
	case at.Propose > 0:
		return m.propose + int(at.Propose) - 1, m.middle
	case at.Vote > 0:
		return m.vote + int(at.Vote) - 1, m.middle
	case at.To < 0 || p.cell[at.To] < 0:
		return 0, m.middle
	}
	to := p.cell[at.To]
	switch {
	case p.own && at.Value > 0:
		return m.value + int(at.Value) - 1, to
	case p.own && at.Toggled > 0:
		return m.value + p.geometry.Values + int(at.Toggled) - 1, to
	}
	if !m.lead {
		return m.level(p, 0, at), to
	}
	from := at.From
	if from < 0 || p.cell[from] < 0 {
		from = at.To
	}
	sites := p.geometry.Sites
	if p.own && from != at.To {
		if s := m.slots[from]; s >= 0 && sites[at.To].Container != sites[from].Container {
			return int(s), to
		}
		if s := m.sinks[sites[at.To].Container]; s >= 0 && sites[from].Container == 0 {
			return int(s), p.cell[from]
		}
	}
	fx, fy := p.grid.at(p.grid.cell[from])
	tx, ty := p.grid.at(p.grid.cell[at.To])
	return m.level(p, int(m.displaced[m.clipped(tx-fx, ty-fy)]), at), to
}

// clipped is the index of a displacement that is clipped to the reach. Along lines
// both parts are.
func (m *movePlanes) clipped(dx, dy int) int {
	return (clip(dx, m.reach)+m.reach)*m.side + clip(dy, m.reach) + m.reach
}

// level chooses among the planes of a displacement by levels.
func (m *movePlanes) level(p *Planes, displacement int, at game.Place) int {
	n := m.levels
	if n == 1 {
		return displacement
	}
	low := min(max(int(at.LevelMin), 0), n-1)
	high := min(max(int(at.LevelMax-at.LevelMin), 0), n-1)
	return (displacement*n+low)*n + high
}
