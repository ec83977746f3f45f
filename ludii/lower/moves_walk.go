package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Walks as a turtle takes them: F a step ahead, R and L a turn to the next
// orthogonal direction of the board.

// walk lowers walks as the set of sites at their ends. Without rotations only the
// first orthogonal direction of the board is set out in.
func (l *lowerer) walk(t, rotations *check.Term, k kind) func(c *ctx, site int) exec.Bits {
	var walks [][]byte
	for _, w := range t.Items {
		var steps []byte
		for _, s := range w.Items {
			steps = append(steps, s.Text...)
		}
		walks = append(walks, steps)
	}
	all := l.boolOr(rotations, true)
	s := l.p.Topo.Of(k)
	dirs := s.Directions[topology.Orthogonal]
	supported := setOfDirections(dirs)
	ends := func(from []topology.Direction) []exec.Bits {
		sets := make([]exec.Bits, len(s.Sites))
		for site := range sets {
			sets[site] = exec.NewBits(len(s.Sites))
			for _, d := range from {
				for _, w := range walks {
					if to := turtle(s, supported, site, d, w); to >= 0 {
						sets[site].Add(to)
					}
				}
			}
		}
		return sets
	}
	var every, first []exec.Bits
	if !all.Const || all.V {
		every = ends(dirs)
	}
	if !all.Const || !all.V {
		first = ends(dirs[:min(1, len(dirs))])
	}
	return func(c *ctx, site int) exec.Bits {
		if uint(site) >= uint(len(s.Sites)) {
			return nil
		}
		if all.Fn(c) {
			return every[site]
		}
		return first[site]
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
