package exec

import "math/rand/v2"

// Drawing a move without listing all. Playouts need one move of each position, and
// to list the others is most of their work.
//
// A Sampler numbers places for moves: every move of its generator has one, the same as long as the
// position is the same, and places may be empty. A place that is drawn at random and is
// not empty holds a move that was drawn at random; an empty one, or one whose move is
// forbidden by what is asked of moves afterwards, is drawn again. So it is uniform
// over the legal moves whatever was drawn in vain, and with moves that are accepted by
// weight it follows the weights.

// A Sampler draws from what a generator would list.
type Sampler struct {
	// Places is their number in this position; Unknown where only a list tells, and
	// Listed where it had to make the list to know.
	Places func(c *Ctx) int
	// Take appends the move of a place to c.Moves, or none. It may rely on what
	// Places has left in c.Branch in the same position.
	Take func(c *Ctx, place int)
}

// Instead of a number of places: nobody has counted them; or the moves are listed, in
// c.Moves.
const (
	Unknown = -1
	Listed  = -2
)

// tries is how often a place is drawn before all moves are listed instead, for which generators
// would run so often.
func tries(places, runs int) int { return 8 + max(places/16, runs/4) }

// patience bounds how long a phase in which drawing did not help is only listed.
const patience = 32

// Sample makes c.Moves one legal move, each as likely as any other. It reports
// false where moves have to be listed, by Generate: it leaves nothing then.
func (c *Ctx) Sample(rng *rand.Rand) bool { return c.SampleWeighted(rng, nil, 1) }

// SampleWeighted makes c.Moves one legal move, each as likely as its weight says,
// which is between 0 and most. Weights are asked of moves before it is known whether
// they are legal; those that are not take nothing from the others.
func (c *Ctx) SampleWeighted(rng *rand.Rand, weight func(c *Ctx, m *Move) float64, most float64) bool {
	p := c.Prog
	if c.Over || c.Err != nil || c.Pause || c.Mode() != Alternating {
		return false
	}
	phase := int(c.Phase[c.Mover])
	s := p.Phases[phase].Sample
	if s == nil || p.Meta.Swap && int(c.State.Moves) == p.Players-1 {
		return false
	}
	luck := c.luckOf(phase)
	if *luck > 0 {
		*luck--
		return false
	}
	c.Release(Mark{thens: 1})
	c.Iter = undefinedIter
	c.Runs = 0
	n := s.Places(c)
	if n == Listed {
		return c.pickListed(rng, weight, most)
	}
	c.Release(Mark{thens: 1})
	if n == Unknown || c.Err != nil {
		return false
	}
	epoch, patient := c.epoch, tries(n, c.Runs)
	for left := patient; left > 0 && n > 0; left-- {
		if epoch != c.epoch {
			// What a test of a move has asked of samplers meanwhile is not about this position.
			epoch = c.epoch
			s.Places(c)
			c.Release(Mark{thens: 1})
		}
		s.Take(c, rng.IntN(n))
		if c.Err != nil {
			return false
		}
		if len(c.Moves) > 0 && (weight == nil || rng.Float64()*most < weight(c, &c.Moves[0])) && c.Allows(c.Moves[0]) {
			c.Stalemated &^= 1 << (uint(c.Mover) - 1)
			c.judge(luck, patient-left+1)
			return true
		}
		c.Release(Mark{thens: 1})
		c.Iter = undefinedIter
	}
	c.judge(luck, patient+c.Runs)
	return false
}

// judge compares how often generators ran to draw a move with how often they would
// have run to list all.
func (c *Ctx) judge(luck *int, ran int) {
	switch {
	case ran*4 <= c.Runs*3:
		*luck = max(*luck-1, -patience)
	case *luck < 0:
		*luck = min(*luck+4, 0)
	default:
		*luck = patience
	}
}

// pickListed draws from the moves that are listed.
func (c *Ctx) pickListed(rng *rand.Rand, weight func(c *Ctx, m *Move) float64, most float64) bool {
	n := len(c.Moves)
	for left := tries(n, 0) + n; left > 0 && n > 0 && c.Err == nil; left-- {
		i := rng.IntN(n)
		if weight != nil && rng.Float64()*most >= weight(c, &c.Moves[i]) {
			continue
		}
		if c.Allows(c.Moves[i]) {
			c.Moves[0] = c.Moves[i]
			c.Moves = c.Moves[:1]
			c.Stalemated &^= 1 << (uint(c.Mover) - 1)
			return true
		}
		n--
		c.Moves[i] = c.Moves[n]
	}
	if c.Err == nil {
		c.Release(Mark{thens: 1})
	}
	return false
}

// Allows reports whether the meta rules let a move be made.
func (c *Ctx) Allows(m Move) bool {
	return !c.Prog.forbids() || !c.repeats(m) && !c.suicide(m)
}

// probes is how many places are looked at for some move before all moves are made.
const probes = 12

// found looks for a legal move at some places, as far as looking is cheap. It
// reports true only if there is one.
func (c *Ctx) found(s *Sampler) bool {
	mark, iter := c.Mark(), c.Iter
	c.epoch++
	epoch := c.epoch
	n := s.Places(c)
	c.Release(mark)
	ok := false
	// The places of a piece are beside each other: the next one is far away.
	for i, at := 0, 0; i < min(probes, n) && !ok && c.Err == nil; i++ {
		c.Iter = iter
		if epoch != c.epoch {
			epoch = c.epoch
			s.Places(c)
			c.Release(mark)
		}
		s.Take(c, at)
		ok = len(c.Moves) > mark.moves && c.Allows(c.Moves[mark.moves])
		c.Release(mark)
		if at += n*5/13 + 1; at >= n {
			at -= n
		}
	}
	c.Iter = iter
	c.epoch++
	return ok
}

// luckOf is what drawing in a phase has brought lately: above 0 it is how many
// positions are only listed.
func (c *Ctx) luckOf(phase int) *int {
	for len(c.luck) < len(c.Prog.Phases) {
		c.luck = append(c.luck, -patience)
	}
	return &c.luck[phase]
}

// Choose keeps of the moves from index first on the one that is number i of them;
// none if there are fewer.
func (c *Ctx) Choose(first, i int) {
	if first+i >= len(c.Moves) {
		c.Moves = c.Moves[:first]
		return
	}
	c.Moves[first] = c.Moves[first+i]
	c.Moves = c.Moves[:first+1]
}

// KeepSites keeps a copy of a set for as long as the position stays the same.
func (c *Ctx) KeepSites(node int, sites Bits) {
	for node >= len(c.kept) {
		c.kept = append(c.kept, nil)
	}
	c.kept[node] = append(c.kept[node][:0], sites...)
}

// KeptSites is the set that was kept.
func (c *Ctx) KeptSites(node int) Bits { return c.kept[node] }

// SetBranch and Branch note which way a sampler has found open in this position, by
// the number that lowering gave to it.
func (c *Ctx) SetBranch(node, branch int) {
	for node >= len(c.branches) {
		c.branches = append(c.branches, 0)
	}
	c.branches[node] = branch
}

// Branch is what SetBranch has noted.
func (c *Ctx) Branch(node int) int {
	if node >= len(c.branches) {
		return 0
	}
	return c.branches[node]
}

// Plain reports whether sites hold a piece or nothing, and no more need be kept: then the
// lists of who stands where tell all.
func (s *State) Plain() bool { return s.plain }

// Owned adds the sites of a kind on which a player's pieces stand to a set, in games
// without stacks.
func (c *Ctx) Owned(k Kind, player int, dst Bits) {
	at := c.Sites[k].At
	for id := 1; id < len(at); id++ {
		if int(c.owners[id]) == player {
			dst.Or(at[id])
		}
	}
}
