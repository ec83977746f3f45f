package encode

import (
	"fmt"
	"math"
	"slices"

	"ludens/game"
	"ludens/nets/arch"
)

// Meaning says what the planes of an encoder of a game show and do; nil if its input is no planes. What
// texts do not tell, whose pieces are on a plane and how common they are, random games show: so many
// positions of them, and the same ones each time.
func (e *Encoder) Meaning(g game.Game, positions int) *arch.Meaning {
	if e.links != nil {
		return nil
	}
	switch c := e.codec.(type) {
	case *spatial:
		return c.meaning(g, e, positions)
	case *propositional:
		if c.named != nil {
			return c.meaning(g, e, positions)
		}
	}
	return nil
}

// meaning is what the planes of a game in space are.
func (s *spatial) meaning(g game.Game, e *Encoder, positions int) *arch.Meaning {
	m := &arch.Meaning{In: make([]arch.InPlane, len(s.channels))}
	for i, name := range s.channels {
		m.In[i] = arch.InPlane{Sort: arch.Other, Name: name}
	}
	for k, kind := range s.geometry.Kinds {
		owner := s.geometry.Owners[k]
		for l := range s.stacked {
			p := &m.In[s.pieces+k*s.stacked+l]
			*p = arch.InPlane{Sort: arch.Piece, Seat: owner, Name: kind}
			if owner < 0 || owner >= s.players { // nobody's are anybody's, as arrows of Amazons
				p.Sort, p.Seat = arch.Shared, 0
			}
			if s.stacked > 1 {
				p.Name = fmt.Sprintf("%s %d", kind, l)
			}
		}
	}
	for i := 1; s.movers >= 0 && i < s.players; i++ {
		m.In[s.movers+i-1] = arch.InPlane{Sort: arch.Mover, Seat: i}
	}
	m.In[s.containers].Sort = arch.Board
	shown := see(g, e, nil, s.statePlanes(), positions)
	s.sides(m.In, shown)
	shown.rank(m.In)
	one := s.moves.means(s.Planes)
	for seat := range s.heads {
		for _, p := range one {
			p.Seat = -1
			if s.heads > 1 {
				p.Seat = seat
			}
			m.Out = append(m.Out, p)
		}
	}
	shown.share(m.Out)
	return m
}

// statePlanes are the first plane of local states and the one after the last.
func (s *spatial) statePlanes() [2]int {
	if s.states < 0 {
		return [2]int{}
	}
	return [2]int{s.states, s.states + mostState - s.firstState() + 1}
}

// sides finds the states that say whose pieces are which are nobody's by their kind, as of discs with two sides: those that players, two or
// more, bring about each by his own moves.
func (s *spatial) sides(in []arch.InPlane, shown *seen) {
	owners, planes := map[int]int{}, s.statePlanes()
	for p := planes[0]; p < planes[1]; p++ {
		if seat := shown.owner(p); seat >= 0 {
			owners[p] = seat
		}
	}
	for p, seat := range owners {
		for _, other := range owners {
			if other != seat {
				in[p].Sort, in[p].Seat = arch.Piece, seat
			}
		}
	}
}

// means says what the planes of moves do.
func (m *movePlanes) means(p *Planes) []arch.OutPlane {
	out := make([]arch.OutPlane, m.planes)
	for i, plane := range m.displaced {
		dx, dy := i/m.side-m.reach, i%m.side-m.reach
		if int(plane) < 0 || m.displaced[m.clipped(dx, dy)] != plane || !m.distinct(p, dx, dy) {
			continue
		}
		for level := range m.levels * m.levels {
			at := &out[int(plane)*m.levels*m.levels+level]
			if dx != 0 || dy != 0 {
				at.Way = [][2]int{{dx, dy}}
			}
			if level > 0 {
				at.Name = fmt.Sprintf("levels %d %d", level/m.levels, level%m.levels)
			}
		}
	}
	hand := 0
	for _, plane := range m.slots {
		if plane >= 0 && out[plane].Name == "" {
			out[plane].Name = fmt.Sprintf("from hand %d", hand)
			hand++
		}
	}
	for container, plane := range m.sinks {
		if plane >= 0 {
			out[plane].Name = fmt.Sprintf("to container %d", container)
		}
	}
	g := p.geometry
	for i := range g.Values {
		out[m.value+i].Name = fmt.Sprintf("set %d", i)
		out[m.value+g.Values+i].Name = fmt.Sprintf("toggle %d", i)
	}
	nowhere := func(plane int, name string) { out[plane] = arch.OutPlane{Spot: arch.Nowhere, Name: name} }
	for i := range g.Ballots {
		nowhere(m.propose+i, fmt.Sprintf("propose %d", i))
		nowhere(m.vote+i, fmt.Sprintf("vote %d", i))
	}
	if g.Passes {
		nowhere(m.pass, "pass")
	}
	if g.Swaps {
		nowhere(m.swap, "swap")
	}
	return out
}

// Who owns the pieces of a plane is told by who brings them to the board or moves them on it.
const (
	owns  = 0.01 // share of a player's moves that set something on the plane
	times = 5    // so many times the others'

	games = 64 // at most are played to see that
)

// meaning is what the planes of propositions are.
func (c *propositional) meaning(g game.Game, e *Encoder, positions int) *arch.Meaning {
	m := &arch.Meaning{In: slices.Clone(c.named), Out: slices.Clone(c.policy)}
	s := see(g, e, c, [2]int{0, len(m.In)}, positions)
	movers := s.movers(c.filled)
	for p := range m.In {
		in := &m.In[p]
		if in.Sort != arch.Other {
			continue
		}
		if c.filled[p] {
			if seat := movers[p]; seat >= 0 {
				in.Sort, in.Seat = arch.Mover, seat
			}
			continue
		}
		if seat := s.owner(p); seat >= 0 {
			in.Sort, in.Seat = arch.Piece, seat
		} else if s.empty[p] {
			in.Sort = arch.Empty
		}
	}
	s.rank(m.In)
	s.share(m.Out)
	return m
}

// share says how often moves of every plane are legal.
func (s *seen) share(out []arch.OutPlane) {
	sum := 0.0
	for _, n := range s.legal {
		sum += n
	}
	for i := range out {
		out[i].Share = math.Round(s.legal[i]/max(sum, 1)*1e4) / 1e4
	}
}

// rank orders the pieces of every player, and those that are everybody's, by how common they are.
func (s *seen) rank(in []arch.InPlane) {
	for p := range in {
		for q := range in {
			if in[p].Pieces() && in[q].Sort == in[p].Sort && in[p].Seat == in[q].Seat &&
				(s.common[q] > s.common[p] || s.common[q] == s.common[p] && q < p) {
				in[p].Rank++
			}
		}
	}
}

// seen is what random games have shown of planes.
type seen struct {
	turns  []float64   // per seat: positions in which it alone decided
	sets   [][]float64 // per seat and plane: those in which its move set something on the plane
	filled [][]float64 // per seat and plane: those in which the plane was set
	empty  []bool      // per plane: it was set exactly where no other of its functor was
	common []float64   // per plane: the cells that were set in all positions
	legal  []float64   // per plane of logits, or logit of a dense head: legal moves of who had a choice
}

// see plays random games. c are propositions; nil where the planes are known. Who sets something on the watched planes, from the first to
// before the second, is noted.
func see(g game.Game, e *Encoder, c *propositional, watched [2]int, positions int) *seen {
	players, planes := g.Facts().Players, e.in.Channels
	s := &seen{turns: make([]float64, players), empty: make([]bool, planes), common: make([]float64, planes), legal: make([]float64, e.policy)}
	for range players {
		s.sets = append(s.sets, make([]float64, planes))
		s.filled = append(s.filled, make([]float64, planes))
	}
	var groups []int
	filled := make([]bool, planes)
	if c != nil {
		filled = c.filled
		groups = c.groups()
		for p := range planes {
			s.empty[p] = groups[p] >= 0
		}
	}
	m := g.NewMachine()
	before, after := make([]float32, e.in.Size()), make([]float32, e.in.Size())
	var walk game.Walker
	var legal []game.Move
	look := func(in []float32) {
		e.Encode(m, in)
		for i, x := range in {
			if x > 0 {
				s.common[i/e.in.Cells()]++
			}
		}
		if c != nil {
			c.empties(in, groups, s.empty)
		}
	}
	plies := 0
	for match := uint64(0); match < games && plies < positions; match++ {
		m.Reset()
		rng := game.Stream(1, "encode meaning", match)
		look(before)
		for ; m.Err() == nil && !m.Terminal() && plies < positions; plies++ {
			deciders, alone := 0, 0
			for seat := range players {
				if legal = m.Legal(seat, legal); len(legal) > 1 {
					deciders, alone = deciders+1, seat
					s.count(m, e, seat, legal)
				}
			}
			if !walk.Step(m, rng) {
				return s
			}
			look(after)
			if deciders == 1 {
				s.turn(alone, before, after, watched, filled)
			}
			before, after = after, before
		}
	}
	return s
}

// count counts the legal moves of a seat.
func (s *seen) count(m game.Machine, e *Encoder, seat int, legal []game.Move) {
	cells := e.logits / e.policy
	for _, mv := range legal {
		s.legal[e.Logit(m, seat, mv)/cells]++
	}
}

// turn counts a move of who decided alone.
func (s *seen) turn(seat int, before, after []float32, watched [2]int, filled []bool) {
	s.turns[seat]++
	cells := len(before) / len(filled)
	for p := watched[0]; p < watched[1]; p++ {
		at := p * cells
		if filled[p] {
			if before[at] > 0 {
				s.filled[seat][p]++
			}
			continue
		}
		for i := at; i < at+cells; i++ {
			if after[i] > before[i] {
				s.sets[seat][p]++
				break
			}
		}
	}
}

// groups are the planes of one functor, by number; -1 for planes that are alone or are filled.
func (c *propositional) groups() []int {
	first, out := map[string]int{}, make([]int, len(c.named))
	count := map[int]int{}
	for p := range c.named {
		out[p] = -1
		if c.filled[p] || c.named[p].Sort != arch.Other {
			continue
		}
		shape := c.named[p].Name
		for i := range shape {
			if shape[i] == ')' && (i+1 == len(shape) || shape[i+1] == ' ') {
				shape = shape[:i]
				break
			}
		}
		if _, ok := first[shape]; !ok {
			first[shape] = p
		}
		out[p] = first[shape]
		count[out[p]]++
	}
	for p := range out {
		if count[out[p]] < 2 {
			out[p] = -1
		}
	}
	return out
}

// empties notes the planes that a position shows not to be those of empty cells.
func (c *propositional) empties(in []float32, groups []int, empty []bool) {
	set := map[int]int{}
	for _, at := range c.board {
		cell := int(at) % c.cells
		clear(set)
		for p, k := range groups {
			if k >= 0 && in[p*c.cells+cell] > 0 {
				set[k]++
			}
		}
		for p, k := range groups {
			if k < 0 || !empty[p] {
				continue
			}
			others := set[k]
			mine := in[p*c.cells+cell] > 0
			if mine {
				others--
			}
			empty[p] = mine == (others == 0)
		}
	}
}

// What planes that show whose turn it is may be wrong about: the share of a seat's turns in which none or two of its planes are set, and
// that of the others' in which one is.
const mostMissed, mostWrong = 0.15, 0.05

// movers tells per plane the seat whose turn it shows; -1 if it shows none. That is a plane which is set in all turns of one seat and in
// no others'. Where a seat has none, turns may have parts that have a plane each, and planes may be wrong now and then, as the one of
// who moved last is where captures go on.
func (s *seen) movers(filled []bool) []int {
	out := slices.Repeat([]int{-1}, len(filled))
	for seat, n := range s.turns {
		if n == 0 {
			continue
		}
		share := func(seat, plane int) float64 { return s.filled[seat][plane] / max(s.turns[seat], 1) }
		var whole, parts []int
		sum := 0.0
		for p := range filled {
			wrong := 0.0
			for other := range s.turns {
				if other != seat {
					wrong = max(wrong, share(other, p))
				}
			}
			switch own := share(seat, p); {
			case !filled[p] || own == 0 || wrong > mostWrong:
			case own == 1 && wrong == 0:
				whole = append(whole, p)
			default:
				parts = append(parts, p)
				sum += own
			}
		}
		if whole == nil && math.Abs(sum-1) <= mostMissed {
			whole = parts
		}
		for _, p := range whole {
			out[p] = seat
		}
	}
	return out
}

// owner is the seat whose pieces a plane shows; -1 if it shows nobody's.
func (s *seen) owner(p int) int {
	share := func(seat int) float64 { return s.sets[seat][p] / max(s.turns[seat], 1) }
	best, second := -1, 0.0
	for seat := range s.turns {
		switch {
		case best < 0:
			best = seat
		case share(seat) > share(best):
			best, second = seat, share(best)
		default:
			second = max(second, share(seat))
		}
	}
	if best < 0 || share(best) < owns || share(best) < times*second {
		return -1
	}
	return best
}
