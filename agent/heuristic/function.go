package heuristic

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"ludens/game"
)

// linear is the function that was learned: weights of atoms, of windows of lines and
// of extras, squashed. All sums over atoms are folded into the weights of these.
type linear struct {
	w     *world
	outs  int
	usual []float32

	turn  []int32   // as in model
	sets  int       // of weights: for positions of which nobody knows whose turn it is, and one per player to move
	base  []float64 // sets × outs
	atom  []float32 // sets × atoms × outs
	care  []uint64  // bit per atom: it has a weight, or lies in lines that have
	lines []lineWeight
	extra []extraWeight

	need    needs // of the extras
	explain []string
}

// lineWeight is what windows of one class and length are worth by the number of sites
// taken.
type lineWeight struct {
	class, length int
	by            [][maxWindow + 1]float32 // sets × outs
}

type extraWeight struct {
	i  int
	by []float32
}

var _ Function = (*linear)(nil)

// negligible is the share of the greatest weight below which what costs time to look at
// is left out.
const negligible = 0.04

// goalCost is how much more what the rules give has to weigh: networks count it out
// anew in every position, which may take longer than all the rest.
const goalCost = 10

// compile makes a function of a model.
func (m *model) compile() *linear {
	w, n, atoms := m.w, len(m.chosen), len(m.w.atoms)
	f := &linear{
		w: w, outs: m.outs, usual: m.usual, turn: m.turn, sets: m.sets, base: make([]float64, m.sets*m.outs),
		atom: make([]float32, m.sets*m.outs*atoms), need: needs{legal: make([]bool, w.players), measures: make([]bool, w.measures)},
	}
	least := float32(0)
	for _, x := range m.weight {
		least = max(least, negligible*x, -negligible*x)
	}
	// of is the weight of a raw feature in a set.
	of := func(set, out, raw int) float32 {
		k := m.dense[raw]
		if k < 0 {
			return 0
		}
		x := m.weight[out*m.sets*n+int(k)]
		if set > 0 {
			x += m.weight[(out*m.sets+set)*n+int(k)]
		}
		few := least
		if i := raw - len(w.sums) - w.windows(); i >= 0 && i < w.players {
			few = least * goalCost
		}
		if raw >= len(w.sums) && x < few && x > -few {
			return 0
		}
		return x * m.scale[k]
	}
	for set := range m.sets {
		for out := range m.outs {
			at := set*m.outs + out
			f.base[at] = m.bias[out]
			for k, raw := range m.chosen {
				f.base[at] -= float64(of(set, out, int(raw)) * m.mean[k])
			}
			for a := range atoms {
				x := m.single[out*atoms+a] * m.size[a]
				if m.pieces != nil {
					x += m.pieces[out*atoms+a]
				}
				for _, p := range w.in[a] {
					x += of(set, out, int(p.i)) * p.x
				}
				f.atom[(set*atoms+a)*m.outs+out] = x
			}
		}
	}
	if w.rows != nil {
		for c := range w.classes {
			for length := minWindow; length <= maxWindow; length++ {
				l, used := lineWeight{class: c, length: length}, false
				for at := range m.sets * m.outs {
					var by [maxWindow + 1]float32
					for k := 1; k <= length; k++ {
						by[k] = of(at/m.outs, at%m.outs, w.window(c, length, k))
						used = used || by[k] != 0
					}
					l.by = append(l.by, by)
				}
				if used {
					f.lines = append(f.lines, l)
				}
			}
		}
	}
	for i := range w.extras {
		x, used := extraWeight{i: i}, false
		for at := range m.sets * m.outs {
			x.by = append(x.by, of(at/m.outs, at%m.outs, len(w.sums)+w.windows()+i))
			used = used || x.by[at] != 0
		}
		if !used {
			continue
		}
		f.extra = append(f.extra, x)
		switch p := w.players; {
		case i < p:
			f.need.utility = true
		case i < 2*p:
			f.need.legal[i-p] = true
		case w.measures > 0 && i >= w.measured:
			f.need.measures[i-w.measured] = true
		}
	}
	f.care = make([]uint64, (atoms+63)/64)
	for a := range atoms {
		use := len(f.lines) > 0 && w.class[a] >= 0
		for at := range m.sets * m.outs {
			use = use || f.atom[(at/m.outs*atoms+a)*m.outs+at%m.outs] != 0
		}
		if use {
			f.care[a>>6] |= 1 << (a & 63)
		}
	}
	f.explain = m.texts()
	return f
}

// texts says what weighs how much, the weightiest first: the change of the logit that a
// change by one spread makes.
func (m *model) texts() []string {
	type line struct {
		weight float64
		text   string
	}
	n, atoms := len(m.chosen), len(m.w.atoms)
	f := m.w.g.Facts()
	var all []line
	for out := range m.outs {
		for k, raw := range m.chosen {
			for set := range m.sets {
				text := fmt.Sprintf("for %s: %s", f.Seats[out], m.w.rawText(int(raw)))
				if set > 0 {
					text += ", when it is the turn of " + f.Seats[set-1]
				}
				all = append(all, line{float64(m.weight[(out*m.sets+set)*n+k]), text})
			}
		}
		for a := range atoms {
			if x := m.single[out*atoms+a]; math.Abs(float64(x)) > 1e-3 {
				all = append(all, line{float64(x) / 2, fmt.Sprintf("for %s: %s", f.Seats[out], m.w.atoms[a])})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b line) int { return cmp.Compare(math.Abs(b.weight), math.Abs(a.weight)) })
	var out []string
	if m.worth != 0 {
		out = append(out, fmt.Sprintf("%+.3f for each player: every piece of its own, in the measure of what it can move, and then", m.worth))
	}
	for _, l := range all {
		if math.Abs(l.weight) < 1e-3 || len(out) >= 200 {
			break
		}
		out = append(out, fmt.Sprintf("%+.3f %s", l.weight, l.text))
	}
	return out
}

// Explain says what weighs how much.
func (f *linear) Explain() []string { return f.explain }

// scorer scores with a linear function.
type scorer struct {
	f     *linear
	r     reader
	atoms []part
	bits  []uint64
	lines [][]uint64
	any   []uint64
	util  []float64
	moves []game.Move
	z     []float64
	extra []float32
	set   int
	atom  []float32 // of the set
}

// NewScorer returns a judge for one goroutine.
func (f *linear) NewScorer() Scorer {
	s := &scorer{f: f, r: f.w.reader(), util: make([]float64, f.w.players), z: make([]float64, f.outs)}
	if len(f.lines) > 0 {
		for range f.w.classes {
			s.lines = append(s.lines, make([]uint64, f.w.rows.words))
		}
		s.any = make([]uint64, f.w.rows.words)
	}
	return s
}

// Score judges the machine's position.
func (s *scorer) Score(m game.Machine, dst []float64) {
	f := s.f
	turned := false
	for _, l := range s.lines {
		clear(l)
	}
	clear(s.any)
	if _, ok := s.r.(*truthReader); ok {
		s.bits = m.(game.Truther).Truths(s.bits)
		s.begin(s.whose(m))
		s.truths()
	} else {
		s.atoms, turned = s.r.read(m, s.atoms)
		s.begin(s.r.mover())
		for _, a := range s.atoms {
			s.add(int(a.i), a.x)
		}
	}
	if len(f.lines) > 0 {
		s.windows()
	}
	if len(f.extra) > 0 {
		s.extras(m)
	}
	for i, z := range s.z {
		dst[i] = squash(z)
	}
	if f.outs == 1 && f.w.players == 2 {
		dst[1] = 1 - dst[0]
	}
	if turned {
		dst[0], dst[1] = dst[1], dst[0]
	}
}

// begin starts a sum with the weights for a mover.
func (s *scorer) begin(mover int) {
	f := s.f
	s.set = 0
	if mover >= 0 && mover+1 < f.sets {
		s.set = mover + 1
	}
	copy(s.z, f.base[s.set*f.outs:])
	n := len(f.w.atoms) * f.outs
	s.atom = f.atom[s.set*n : (s.set+1)*n]
}

// whose finds the player to move, -1 if that is nobody's turn alone.
func (s *scorer) whose(m game.Machine) int {
	f := s.f
	if f.sets == 1 {
		return -1
	}
	for p, a := range f.turn {
		if s.bits[a>>6]>>(a&63)&1 != 0 {
			return p
		}
	}
	mover := -1
	for p := range f.w.players {
		if s.moves = m.Legal(p, s.moves); active(len(s.moves)) {
			if mover >= 0 {
				return -1
			}
			mover = p
		}
	}
	return mover
}

func (s *scorer) truths() {
	f := s.f
	if f.outs == 1 && len(f.lines) == 0 {
		sum := float32(0)
		for w, x := range s.bits {
			for x &= f.care[w]; x != 0; x &= x - 1 {
				sum += s.atom[w<<6|bits.TrailingZeros64(x)]
			}
		}
		s.z[0] += float64(sum)
		return
	}
	for w, x := range s.bits {
		for x &= f.care[w]; x != 0; x &= x - 1 {
			s.add(w<<6|bits.TrailingZeros64(x), 1)
		}
	}
}

func (s *scorer) add(a int, x float32) {
	f := s.f
	for out := range s.z {
		s.z[out] += float64(s.atom[a*f.outs+out] * x)
	}
	if len(s.lines) > 0 {
		if c := f.w.class[a]; c >= 0 {
			f.w.rows.set(s.lines[c], f.w.site[a])
			f.w.rows.set(s.any, f.w.site[a])
		}
	}
}

func (s *scorer) windows() {
	var out [maxWindow + 1]int32
	for i := range s.f.lines {
		l := &s.f.lines[i]
		s.f.w.rows.count(s.lines[l.class], s.any, l.length, &out)
		for o := range s.z {
			by := &l.by[s.set*s.f.outs+o]
			sum := float32(0)
			for k := 1; k <= l.length; k++ {
				sum += by[k] * float32(out[k])
			}
			s.z[o] += float64(sum)
		}
	}
}

func (s *scorer) extras(m game.Machine) {
	f := s.f
	s.extra = s.r.extras(m, &f.need, s.extra)
	for i := range f.extra {
		e := &f.extra[i]
		x := s.extra[e.i]
		if p := e.i - f.w.players; p >= 0 && p < f.w.players && x > 0 {
			x -= f.usual[p]
		}
		for o := range s.z {
			s.z[o] += float64(e.by[s.set*f.outs+o] * x)
		}
	}
}
