package circuit

import "slices"

// Lit is a gate, plain or negated: gate number × 2, plus 1 if negated.
type Lit uint32

// The constants are gate 0, plain and negated.
const (
	False Lit = 0
	True  Lit = 1
)

// Not is the opposite.
func (l Lit) Not() Lit { return l ^ 1 }

// Gate is the number of the literal's gate.
func (l Lit) Gate() int { return int(l >> 1) }

// Kind says what a gate is.
type Kind uint8

// The kinds of gates.
const (
	Const Kind = iota // gate 0 only: false
	Base              // input: a fact of the position
	Does              // input: a move that is made
	And
	Or
)

// Gates is a circuit in the making. Gates have numbers above those of their inputs, but for those
// that were held: they are on cycles, and have the least fixed point as their value.
type Gates struct {
	Kinds []Kind
	Index []int32 // of an input: its number
	in    [][]Lit
	held  map[int]bool
	site  []int32 // of an input: 1 + the site of which it says one of the things that exclude each other
	table map[uint64][]int32
	room  []Lit
	buf   []Lit
	edges int
	tries int // see excludes
	most  int // of edges; more end the work with a panic of ErrSize
}

func newGates(most int) *Gates {
	g := &Gates{held: map[int]bool{}, table: map[uint64][]int32{}, most: most}
	g.push(Const, nil)
	return g
}

// In are the inputs of a gate.
func (g *Gates) In(i int) []Lit { return g.in[i] }

// spend counts so many edges.
func (g *Gates) spend(n int) {
	if g.edges += n; g.edges > g.most {
		panic(ErrSize)
	}
}

func (g *Gates) push(k Kind, in []Lit) int {
	g.spend(len(in) + 2)
	if len(in) > len(g.room) {
		g.room = make([]Lit, max(1<<14, len(in)))
	}
	own := g.room[:len(in):len(in)]
	g.room = g.room[len(in):]
	copy(own, in)
	g.Kinds, g.Index, g.site, g.in = append(g.Kinds, k), append(g.Index, 0), append(g.site, 0), append(g.in, own)
	return len(g.Kinds) - 1
}

// input makes an input.
func (g *Gates) input(k Kind, index int) Lit {
	i := g.push(k, nil)
	g.Index[i] = int32(index)
	return Lit(i) << 1
}

// hold makes a gate whose inputs come later.
func (g *Gates) hold(k Kind) Lit {
	i := g.push(k, nil)
	g.held[i] = true
	return Lit(i) << 1
}

// Held reports whether a gate got its inputs later.
func (g *Gates) Held(i int) bool { return g.held[i] }

// set gives a held gate its inputs.
func (g *Gates) set(l Lit, in []Lit) {
	g.spend(len(in))
	g.in[l.Gate()] = slices.Clone(in)
}

func (g *Gates) and(in ...Lit) Lit { return g.gate(And, in) }
func (g *Gates) or(in ...Lit) Lit  { return g.gate(Or, in) }

// gate gives the literal of an AND or OR.
func (g *Gates) gate(k Kind, in []Lit) Lit {
	unit, zero := True, False // of AND: what does not matter, what decides
	if k == Or {
		unit, zero = False, True
	}
	x := append(g.buf[:0], in...)
	g.buf = x
	slices.Sort(x)
	x = slices.Compact(x)
	for len(x) > 0 && x[0] <= 1 {
		if x[0] == zero {
			return zero
		}
		x = x[1:]
	}
	for i := 1; i < len(x); i++ {
		if x[i] == x[i-1].Not() {
			return zero
		}
	}
	switch len(x) {
	case 0:
		return unit
	case 1:
		return x[0]
	}
	h := uint64(k)*0x9e3779b97f4a7c15 + uint64(len(x))
	for _, l := range x {
		h = (h ^ uint64(l)) * 0xff51afd7ed558ccd
		h ^= h >> 29
	}
	for _, i := range g.table[h] {
		if g.Kinds[i] == k && slices.Equal(g.in[i], x) {
			return Lit(i) << 1
		}
	}
	i := g.push(k, x)
	g.table[h] = append(g.table[h], int32(i))
	return Lit(i) << 1
}

// excludes reports whether it is plain that of two literals not both hold.
func (g *Gates) excludes(a, b Lit) bool {
	g.tries = mostTries
	return g.denies(a, b, 9)
}

// mostTries bounds the pairs that are looked at for it.
const mostTries = 1 << 14

func (g *Gates) denies(a, b Lit, depth int) bool {
	if a == b.Not() || a == False || b == False {
		return true
	}
	if s := g.site[a.Gate()]; s != 0 && s == g.site[b.Gate()] && a != b && (a|b)&1 == 0 {
		return true
	}
	if g.tries--; depth == 0 || g.tries < 0 {
		return false
	}
	// What an AND says, or what an OR that fails denies, is denied by the other.
	for range 2 {
		in := g.in[a.Gate()]
		k := g.Kinds[a.Gate()]
		if _, found := slices.BinarySearch(in, b); found && k == Or && a&1 != 0 {
			return true
		}
		if len(in) <= 64 && (k == And && a&1 == 0 || k == Or && a&1 != 0) {
			for _, x := range in {
				if g.denies(x^(a&1), b, depth-1) {
					return true
				}
			}
		} else if len(in) <= 64 && k == Or && !slices.ContainsFunc(in, func(x Lit) bool { return !g.denies(x, b, depth-1) }) {
			return true // all that an OR allows is denied
		}
		a, b = b, a
	}
	return false
}

// pick is a where c holds, else b.
func (g *Gates) pick(c, a, b Lit) Lit {
	switch {
	case c == True || a == b:
		return a
	case c == False:
		return b
	}
	return g.or(g.and(c, a), g.and(c.Not(), b))
}

// Eval computes every gate in 64 positions at once, a bit each, slowly and plainly.
func (g *Gates) Eval(base func(i int) uint64, made func(l Lit) uint64) []uint64 {
	v := make([]uint64, len(g.Kinds))
	for i, k := range g.Kinds {
		switch k {
		case Base:
			v[i] = base(int(g.Index[i]))
		case Does:
			v[i] = made(Lit(i) << 1)
		}
	}
	for again := true; again; {
		again = false
		for i, k := range g.Kinds {
			if k != And && k != Or {
				continue
			}
			x := uint64(0)
			if k == And {
				x = ^x
			}
			for _, l := range g.in[i] {
				b := v[l.Gate()] ^ -uint64(l&1)
				if k == And {
					x &= b
				} else {
					x |= b
				}
			}
			if x != v[i] {
				v[i] = x
				again = true
			}
		}
	}
	return v
}
