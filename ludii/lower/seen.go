package lower

import (
	"math"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// What of a heap of pieces is seen from above, for the arguments isVisible.

// A sight knows what may hide what: a piece is hidden by one straight above it, and
// that two pieces touch is hidden where two others lie on both.
type sight struct {
	k     kind
	above [][]int // by site: the sites straight above it
	upon  [][]int // by site: those that rest on it, one step upwards
	want  Bool    // whether only what is seen counts
}

// sight reads isVisible; nil where all counts.
func (l *lowerer) sight(t *check.Term, k kind) *sight {
	want := l.boolOr(t.Arg("isVisible"), false)
	if want.Const && !want.V {
		return nil
	}
	sites := l.p.Topo.Of(k).Sites
	s := &sight{k: k, want: want, above: make([][]int, len(sites)), upon: make([][]int, len(sites))}
	columns := map[[2]int64][]int{}
	at := func(i int) [2]int64 {
		return [2]int64{int64(math.Round(sites[i].Centre.X * 1e4)), int64(math.Round(sites[i].Centre.Y * 1e4))}
	}
	for i := range sites {
		columns[at(i)] = append(columns[at(i)], i)
	}
	for i := range sites {
		for _, j := range columns[at(i)] {
			if sites[j].Layer > sites[i].Layer {
				s.above[i] = append(s.above[i], j)
			}
		}
		s.upon[i] = l.p.Topo.Steps(k, i, k, topology.Upward)
	}
	return s
}

// hidden reports whether the piece on a site cannot be seen.
func (s *sight) hidden(c *ctx, site int) bool {
	if s == nil || uint(site) >= uint(len(s.above)) || !s.want.Fn(c) {
		return false
	}
	for _, a := range s.above[site] {
		if c.State.What(s.k, a) != 0 {
			return true
		}
	}
	return false
}

// parted reports whether two neighbours are not seen to touch.
func (s *sight) parted(c *ctx, a, b int) bool {
	if s == nil || uint(a) >= uint(len(s.upon)) || uint(b) >= uint(len(s.upon)) || !s.want.Fn(c) {
		return false
	}
	both := 0
	for _, x := range s.upon[a] {
		for _, y := range s.upon[b] {
			if x == y && c.State.What(s.k, x) != 0 {
				both++
			}
		}
	}
	return both >= 2
}

// clear narrows a condition on (to) to what is seen.
func (s *sight) clear(cond exec.BoolFn) exec.BoolFn {
	if s == nil {
		return cond
	}
	return func(c *ctx) bool { return !s.hidden(c, c.To) && cond(c) }
}
