package factor

import (
	"testing"

	"pgregory.net/rapid"
)

// value computes an expression from symbols plainly.
func (s *sheet) value(l lit, symbol func(i int) bool) bool {
	i := l.node()
	v := true
	switch {
	case i == 0:
		v = false
	case i <= s.symbols:
		v = symbol(i)
	default:
		for _, x := range s.inputs(i) {
			v = v && s.value(x, symbol)
		}
	}
	return v != (l&1 == 1)
}

// Whatever is simplified, expressions keep their meaning: all values of six symbols are
// tried.
func TestSheet(t *testing.T) {
	const symbols = 6
	rapid.Check(t, func(t *rapid.T) {
		s := newSheet(symbols, 1<<30)
		known := []lit{no, yes}
		table := []uint64{0, ^uint64(0)} // values of known, a bit for each assignment
		for i := 1; i <= symbols; i++ {
			x := uint64(0)
			for a := range 64 {
				if a>>(i-1)&1 == 1 {
					x |= 1 << a
				}
			}
			known, table = append(known, lit(i)<<1), append(table, x)
		}
		for range rapid.IntRange(1, 40).Draw(t, "gates") {
			and := rapid.Bool().Draw(t, "and")
			var in []lit
			want := uint64(0)
			if and {
				want = ^uint64(0)
			}
			for range rapid.IntRange(0, 5).Draw(t, "inputs") {
				k := rapid.IntRange(0, len(known)-1).Draw(t, "input")
				l, v := known[k], table[k]
				if rapid.Bool().Draw(t, "not") {
					l, v = l.not(), ^v
				}
				in = append(in, l)
				if and {
					want &= v
				} else {
					want |= v
				}
			}
			l := s.or(in)
			if and {
				l = s.and(in)
			}
			for a := range 64 {
				if got := s.value(l, func(i int) bool { return a>>(i-1)&1 == 1 }); got != (want>>a&1 == 1) {
					t.Fatalf("inputs %v, and %v: %v of assignment %b", in, and, got, a)
				}
			}
			known, table = append(known, l), append(table, want)
		}
	})
}

// What simplification is for: these become their simplest form.
func TestSimplest(t *testing.T) {
	s := newSheet(4, 1<<30)
	a, b, c, d := lit(2), lit(4), lit(6), lit(8)
	and := func(in ...lit) lit { return s.and(in) }
	or := func(in ...lit) lit { return s.or(in) }
	for what, pair := range map[string][2]lit{
		"absorption":      {and(a, or(a, b)), a},
		"dual absorption": {or(a, and(a, b)), a},
		"resolution":      {and(a, or(a.not(), b)), and(a, b)},
		"merging":         {or(and(a, b), and(a, b.not())), a},
		"flattening":      {and(and(a, b), and(c, d)), and(a, b, c, d)},
		"contradiction":   {and(a, b, and(c, a.not())), no},
		"either":          {or(a, b, a.not()), yes},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %d is not %d", what, pair[0], pair[1])
		}
	}
	first, second, again := s.opaque(1, []lit{a, b}), s.opaque(2, []lit{a, b}), s.opaque(1, []lit{a, b})
	if first == second || first != again {
		t.Error("opaque nodes are told apart by their tags and inputs")
	}
}
