package lower

import (
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Walks as a turtle takes them: F a step ahead, R and L a turn to the next
// orthogonal direction of the board.

// maxWalked bounds the steps that are walked to make the list of a leap.
const maxWalked = 50_000_000

// walkEnds lowers walks as the list of the sites at their ends, ascending, each once.
// Without rotations only the first orthogonal direction of the board is set out in.
func (l *lowerer) walkEnds(t, rotations *check.Term, k kind) func(c *ctx, site int) []int {
	var walks [][]byte
	s := l.p.Topo.Of(k)
	dirs := s.Directions[topology.Orthogonal]
	supported := setOfDirections(dirs)
	cost := 0
	for _, w := range t.Items {
		var steps []byte
		for _, s := range w.Items {
			steps = append(steps, s.Text...)
		}
		walks = append(walks, steps)
		cost += (len(steps) + 1) * len(dirs) * len(s.Sites)
	}
	if cost > maxWalked {
		l.refuse(t, CodeSize, "the walks are too long for a board of this size")
		return func(*ctx, int) []int { return nil }
	}
	all := l.boolOr(rotations, true)
	ends := func(from []topology.Direction) [][]int {
		lists := make([][]int, len(s.Sites))
		for site := range lists {
			for _, d := range from {
				for _, w := range walks {
					if to := turtle(s, supported, site, d, w); to >= 0 {
						lists[site] = append(lists[site], to)
					}
				}
			}
			slices.Sort(lists[site])
			lists[site] = slices.Compact(lists[site])
		}
		return lists
	}
	var every, first [][]int
	if !all.Const || all.V {
		every = ends(dirs)
	}
	if !all.Const || !all.V {
		first = ends(dirs[:min(1, len(dirs))])
	}
	return func(c *ctx, site int) []int {
		if uint(site) >= uint(len(s.Sites)) {
			return nil
		}
		if all.Fn(c) {
			return every[site]
		}
		return first[site]
	}
}

// walk lowers walks as the set of the sites at their ends.
func (l *lowerer) walk(t, rotations *check.Term, k kind) func(c *ctx, site int) exec.Bits {
	ends := l.walkEnds(t, rotations, k)
	return func(c *ctx, site int) exec.Bits {
		b := c.Set()
		for _, s := range ends(c, site) {
			b.Add(s)
		}
		return b
	}
}

// turtle is the end of a walk, Off if it leaves the board.
func turtle(s *topology.Sites, dirs directionSet, site int, d topology.Direction, walk []byte) int {
	for _, step := range walk {
		switch step {
		case 'F':
			if site = stride(s, site, d); site < 0 {
				return exec.Off
			}
		case 'R':
			d = next(d, right, dirs)
		case 'L':
			d = next(d, left, dirs)
		}
	}
	return site
}
