package heuristic

import (
	"cmp"
	"math"
	"slices"

	"ludens/game"
)

// Symmetries of the rules say which weights are the same, or the opposite of each other: what a piece is worth on one
// side of the board it is worth on the other, and what is good for one player is bad for the other. So games teach two,
// four or sixteen times as much. A world knows nothing of boards and players that could be turned; which of its
// features becomes which is read off positions that are each other's images.

// mirrored is a symmetry, as it shows in a world: summaries of all features over positions and over their images.
type mirrored struct {
	exchange         bool // players become each other
	position, mirror summaries
}

// summaries are those of every raw feature, and of every atom.
type summaries struct{ raw, atoms []summary }

func (w *world) noSummaries() summaries {
	return summaries{make([]summary, w.raw()), make([]summary, len(w.atoms))}
}

// summary is enough to tell columns of numbers from each other: two sums with factors drawn by lot, and that of squares.
type summary struct{ sum, other, square float64 }

func (s *summary) add(x, factor, other float64) {
	s.sum += x * factor
	s.other += x * other
	s.square += x * x
}

// mostTwins is how many positions of one symmetry are looked at.
const mostTwins = 1200

// twins watches a symmetry being tested (game.Twins).
type twins struct {
	k     *worker
	e     *expander
	found *[]*mirrored
	seen  int
	m     *mirrored
}

func (t *twins) See(position, image game.Machine) {
	if t.seen++; t.seen > mostTwins {
		return
	}
	if t.seen == 1 { // most candidates do not come so far
		t.m.position, t.m.mirror = t.k.w.noSummaries(), t.k.w.noSummaries()
	}
	rng := game.Stream(0, "agent.heuristic.twins", uint64(t.seen))
	factor, other := 2*rng.Float64()-1, 2*rng.Float64()-1
	for _, side := range []struct {
		m  game.Machine
		to *summaries
	}{{position, &t.m.position}, {image, &t.m.mirror}} {
		t.k.m = side.m
		s := t.k.look(0, 0)
		for _, a := range s.atoms {
			side.to.atoms[a.i].add(float64(a.x), factor, other)
		}
		for i, x := range t.e.of(&s, nil) {
			side.to.raw[i].add(float64(x), factor, other)
		}
	}
}

func (t *twins) Tested(symmetry bool) {
	if symmetry && t.seen > 0 {
		*t.found = append(*t.found, t.m)
	}
}

// mirrors finds the symmetries of a world's game. An image may be a position that no match leads to: where that is too much for the
// engine there are no more of them.
func (w *world) mirrors(mirror game.Mirror, stop func() bool) (found []*mirrored) {
	if mirror == nil {
		return nil
	}
	defer func() { _ = recover() }()
	e, k := newExpander(w), newWorker(w, 0, stop)
	mirror(w.g, stop, func(exchange bool) game.Twins {
		return &twins{k: k, e: e, found: &found, m: &mirrored{exchange: exchange}}
	})
	return found
}

// signed is the number of something, with a sign.
type signed struct {
	i    int32
	sign float32
}

// match finds for each column the one that is its image, but perhaps for a sign; i is -1 where there is none, or where several
// look the same.
func match(columns, images []summary) []signed {
	order := make([]int32, len(images))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Compare(math.Abs(images[a].sum), math.Abs(images[b].sum))
	})
	to, taken := make([]signed, len(columns)), make([]int32, len(images))
	for i := range taken {
		taken[i] = -1
	}
	for i := range columns {
		c := &columns[i]
		to[i].i = -1
		if c.square == 0 {
			continue
		}
		slack := 1e-4 * math.Sqrt(c.square)
		at, _ := slices.BinarySearchFunc(order, math.Abs(c.sum)-slack, func(k int32, x float64) int {
			return cmp.Compare(math.Abs(images[k].sum), x)
		})
		several := false
		for ; at < len(order) && math.Abs(images[order[at]].sum) <= math.Abs(c.sum)+slack; at++ {
			d, sign := &images[order[at]], 1.0
			if math.Abs(c.sum-d.sum) > slack {
				sign = -1
			}
			if math.Abs(c.sum-sign*d.sum) > slack || math.Abs(c.other-sign*d.other) > slack {
				continue
			}
			several = several || to[i].i >= 0
			to[i] = signed{order[at], float32(sign)}
		}
		if several {
			to[i].i = -1
		}
		if k := to[i].i; k >= 0 {
			if before := taken[k]; before >= 0 {
				to[i].i, to[before].i = -1, -1
			}
			taken[k] = int32(i)
		}
	}
	return to
}

// kinship says which of some numbers are the same but for a sign.
type kinship struct {
	parent []signed // of each: another one, or itself, and the sign between them
	zero   []bool   // of those that are their own parents: it is the opposite of itself
}

func newKinship(n int) *kinship {
	k := &kinship{make([]signed, n), make([]bool, n)}
	for i := range k.parent {
		k.parent[i] = signed{int32(i), 1}
	}
	return k
}

// root is the number that stands for a family, and the sign between it and a member.
func (k *kinship) root(i int) (int, float32) {
	sign := float32(1)
	for int(k.parent[i].i) != i {
		up := k.parent[i]
		above := k.parent[up.i]
		k.parent[i] = signed{above.i, up.sign * above.sign} // paths are halved on the way
		sign *= k.parent[i].sign
		i = int(above.i)
	}
	return i, sign
}

// join says that number i is number j times a sign.
func (k *kinship) join(i, j int, sign float32) {
	a, s := k.root(i)
	b, t := k.root(j)
	if a == b {
		k.zero[a] = k.zero[a] || s != sign*t
		return
	}
	k.parent[a] = signed{int32(b), s * sign * t}
	k.zero[b] = k.zero[b] || k.zero[a]
}

// families are the members of each family of several, or of a number that has to be 0, whose sign is 0.
func (k *kinship) families() [][]signed {
	of := make([][]signed, len(k.parent))
	for i := range k.parent {
		r, sign := k.root(i)
		if k.zero[r] {
			sign = 0
		}
		of[r] = append(of[r], signed{int32(i), sign})
	}
	return slices.DeleteFunc(of, func(f []signed) bool { return len(f) == 0 || len(f) == 1 && f[0].sign != 0 })
}

// level gives all members of every family what they are on average.
func level(x []float32, families [][]signed) {
	for _, f := range families {
		sum := float32(0)
		for _, s := range f {
			sum += s.sign * x[s.i]
		}
		for _, s := range f {
			x[s.i] = s.sign * sum / float32(len(f))
		}
	}
}

// of are the columns with these numbers.
func of(columns []summary, chosen []int32) []summary {
	out := make([]summary, len(chosen))
	for k, i := range chosen {
		out[k] = columns[i]
	}
	return out
}

// ties are the families of a model's weights. Biases are free: who begins may have the better of it.
type ties struct{ weight, single [][]signed }

// tie ties the weights of a model that symmetries leave alike, and makes alike what it takes features to be like.
func (m *model) tie(all []*mirrored) {
	w, n, atoms := m.w, len(m.chosen), len(m.w.atoms)
	if len(all) == 0 {
		return
	}
	weight, single := newKinship(m.outs*m.sets*n), newKinship(m.outs*atoms)
	scale, size, usual := newKinship(n), newKinship(atoms), newKinship(w.players)
	for _, s := range all {
		who := func(p int) int {
			if s.exchange {
				return 1 - p
			}
			return p
		}
		opposite := float32(1) // what is good for the one output is bad for it in the image
		if s.exchange && m.outs == 1 {
			opposite = -1
		}
		dense, atom := match(of(s.position.raw, m.chosen), of(s.mirror.raw, m.chosen)), match(s.position.atoms, s.mirror.atoms)
		for k, to := range dense {
			if to.i >= 0 {
				scale.join(int(to.i), k, 1)
			}
		}
		for a, to := range atom {
			if to.i >= 0 {
				size.join(int(to.i), a, 1)
			}
		}
		if s.exchange {
			usual.join(0, 1, 1)
		}
		for out := range m.outs {
			other := out
			if m.outs > 1 {
				other = who(out)
			}
			for set := range m.sets {
				turn := set
				if set > 0 {
					turn = 1 + who(set-1)
				}
				for k, to := range dense {
					if to.i >= 0 {
						weight.join((other*m.sets+turn)*n+int(to.i), (out*m.sets+set)*n+k, opposite*to.sign)
					}
				}
			}
			for a, to := range atom {
				if to.i >= 0 {
					single.join(other*atoms+int(to.i), out*atoms+a, opposite)
				}
			}
		}
	}
	level(m.scale, scale.families())
	level(m.size, size.families())
	level(m.usual, usual.families())
	for _, f := range size.families() {
		if slices.ContainsFunc(f, func(s signed) bool { return m.lively[s.i] }) {
			for _, s := range f {
				m.lively[s.i] = true
			}
		}
	}
	m.ties = ties{weight.families(), single.families()}
	m.balance()
}

// balance makes weights that are tied alike.
func (m *model) balance() {
	level(m.weight, m.ties.weight)
	level(m.single, m.ties.single)
}
