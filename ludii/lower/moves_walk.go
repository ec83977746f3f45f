package lower

import (
	"slices"

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
	ends := func(from []topology.Direction) []exec.Bits {
		sets := make([]exec.Bits, len(s.Sites))
		for site := range sets {
			sets[site] = exec.NewBits(len(s.Sites))
			for _, d := range from {
				for _, w := range walks {
					if to := turtle(s, dirs, site, d, w); to >= 0 {
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
func turtle(s *topology.Sites, dirs []topology.Direction, site int, d topology.Direction, walk []byte) int {
	for _, step := range walk {
		switch step {
		case 'F':
			rays := along(s, d, site)
			if len(rays) == 0 {
				return exec.Off
			}
			site = rays[len(rays)-1][0]
		case 'R':
			if d = turned(dirs, d, 1); d == topology.NoDirection {
				return exec.Off
			}
		case 'L':
			if d = turned(dirs, d, topology.NumCompass-1); d == topology.NoDirection {
				return exec.Off
			}
		}
	}
	return site
}

// turned is the next of some directions, sixteenths of a turn apart.
func turned(dirs []topology.Direction, d topology.Direction, by int) topology.Direction {
	if !d.Compass() {
		return topology.NoDirection
	}
	for range topology.NumCompass {
		d = topology.Direction((int(d) + by) % topology.NumCompass)
		if slices.Contains(dirs, d) {
			return d
		}
	}
	return topology.NoDirection
}
