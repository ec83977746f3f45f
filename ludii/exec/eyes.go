package exec

// Where pieces are enclosed and taken, a free site of which all neighbours are a player's is an eye: who fills his own
// gives away what keeps the pieces around it alive, or a move that nobody else can make (Brügmann, "Monte Carlo Go",
// 1993). Random playouts do it all the time.

// Eyes tell which sites enclose pieces.
type Eyes struct {
	Kind Kind
	Near [][]int // by site
}

// sparing weighs moves: none that puts a piece into an eye of the mover's is made while there is another.
func (c *Ctx) sparing(m *Move) float64 {
	e := c.Prog.Eyes
	if m.To < 0 || m.From != m.To || int(m.To) >= len(e.Near) {
		return 1
	}
	who := c.Sites[e.Kind].Who
	for _, s := range e.Near[m.To] {
		if who[s] != m.Mover {
			return 1
		}
	}
	return 0
}

// Spare has playouts fill no eyes while there is another move, or no longer. It reports whether there are eyes in this
// game.
func (m *Machine) Spare(on bool) bool {
	can := m.g.p.Eyes != nil
	m.c.spare = on && can
	return can
}
