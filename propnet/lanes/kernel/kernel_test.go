package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/game"
)

func randomRows(rng *rand.Rand, n int) []Row {
	rows := make([]Row, n)
	for i := 1; i < n; i++ {
		for w := range rows[i] {
			rows[i][w] = rng.Uint64() & rng.Uint64()
		}
	}
	return rows
}

func bit(rows []Row, r Ref, lane int) bool {
	return (rows[r.Row()][lane/64]>>(lane%64)&1 != 0) != r.Negated()
}

// slowGate is a gate as a test writes it down.
type slowGate struct {
	or             bool
	to             int
	plain, negated []int
}

func (g slowGate) value(rows []Row, lane int) bool {
	for _, r := range g.plain {
		if bit(rows, MakeRef(r, false), lane) == g.or {
			return g.or
		}
	}
	for _, r := range g.negated {
		if bit(rows, MakeRef(r, true), lane) == g.or {
			return g.or
		}
	}
	return !g.or
}

func set(row *Row, lane int, v bool) {
	row[lane/64] &^= 1 << (lane % 64)
	if v {
		row[lane/64] |= 1 << (lane % 64)
	}
}

// TestRun holds every level against gates computed lane by lane, of all shapes.
func TestRun(t *testing.T) {
	const size = 60
	for seed := range uint64(20) {
		rng := game.Stream(1, "kernel", seed)
		var tape Tape
		var gates []slowGate
		pick := func(n int) []int {
			out := make([]int, n)
			for i := range out {
				out[i] = rng.IntN(size)
			}
			return out
		}
		for len(gates) < 80 {
			or, a, b := rng.IntN(2) == 0, rng.IntN(6), rng.IntN(4)
			if rng.IntN(8) == 0 {
				a, b = rng.IntN(40), rng.IntN(20)
			}
			for range 1 + rng.IntN(4) {
				gates = append(gates, slowGate{or, 1 + rng.IntN(size-1), pick(a), pick(b)})
			}
		}
		for _, g := range gates {
			tape.Gate(g.or, g.to, g.plain, g.negated)
		}
		start := randomRows(rng, size)
		want := slices.Clone(start)
		for _, g := range gates {
			var out Row
			for lane := range Lanes {
				set(&out, lane, g.value(want, lane))
			}
			want[g.to] = out
		}
		for _, l := range Supported() {
			rows := slices.Clone(start)
			Run(l, &tape, rows)
			if !slices.Equal(rows, want) {
				t.Fatalf("seed %d: %s differs from the gates computed one by one", seed, l)
			}
		}
		if runs, n, _ := tape.Count(); n != len(gates) || runs > n {
			t.Errorf("%d gates in %d runs, want %d gates", n, runs, len(gates))
		}
	}
}

// TestLoop changes the ports of a random monotone loop again and again, and wants the
// least fixed point in every lane.
func TestLoop(t *testing.T) {
	const ports, members = 12, 20
	for seed := range uint64(10) {
		rng := game.Stream(2, "kernel", seed)
		var body, tape Tape
		var gates []slowGate
		var list []Port
		var refs []Ref
		first := 1 + ports
		for p := range ports {
			refs = append(refs, MakeRef(1+p, rng.IntN(3) == 0))
			list = append(list, Port{Of: refs[p], Kept: first + members + p})
		}
		var rows []int
		for m := range members {
			g := slowGate{or: rng.IntN(3) > 0, to: first + m}
			for range 1 + rng.IntN(3) {
				g.plain = append(g.plain, first+rng.IntN(members))
			}
			for range 1 + rng.IntN(2) {
				if r := refs[rng.IntN(ports)]; r.Negated() {
					g.negated = append(g.negated, r.Row())
				} else {
					g.plain = append(g.plain, r.Row())
				}
			}
			gates, rows = append(gates, g), append(rows, g.to)
			body.Gate(g.or, g.to, g.plain, g.negated)
		}
		tape.Loop(list, rows, &body)
		files := make([][]Row, len(Supported()))
		for l := range files {
			files[l] = make([]Row, tape.Rows())
		}
		for range 6 {
			in := randomRows(rng, 1+ports)
			want := make([]Row, tape.Rows())
			copy(want, in)
			for again := true; again; {
				again = false
				for _, g := range gates {
					for lane := range Lanes {
						if !bit(want, MakeRef(g.to, false), lane) && g.value(want, lane) {
							set(&want[g.to], lane, true)
							again = true
						}
					}
				}
			}
			for i, l := range Supported() {
				copy(files[i], in)
				Run(l, &tape, files[i])
				if !slices.Equal(files[i][first:first+members], want[first:first+members]) {
					t.Fatalf("seed %d: %s has no least fixed point", seed, l)
				}
			}
		}
	}
}

func TestMove(t *testing.T) {
	rng := game.Stream(3, "kernel", 0)
	var m Moves
	for i := range 10 {
		m.Add(1+i, MakeRef(20+rng.IntN(10), i%3 == 0))
	}
	start := randomRows(rng, 30)
	hold := randomRows(rng, 2)[1]
	for _, l := range Supported() {
		rows := slices.Clone(start)
		Move(l, &m, rows, &hold)
		for i := range 10 {
			for lane := range Lanes {
				want := bit(start, Ref(m.pairs[2*i+1]), lane)
				if hold[lane/64]>>(lane%64)&1 != 0 {
					want = bit(start, MakeRef(1+i, false), lane)
				}
				if bit(rows, MakeRef(1+i, false), lane) != want {
					t.Fatalf("%s: row %d, lane %d is not %v", l, 1+i, lane, want)
				}
			}
		}
	}
}

// TestChoose wants one legal move wherever there is one, the same on every level, and
// every one as often as the others: chi-square over many draws, for counts of every
// number of bit planes, those of more than eight among them.
func TestChoose(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7, 8, 9, 16, 17, 40, 63, 200, 255, 256, 300, 1000} {
		rng := game.Stream(4, "kernel", uint64(n))
		legal, made := make([]Ref, n), make([]int, n)
		rows := randomRows(rng, 1+2*n)
		for i := range n {
			legal[i], made[i] = MakeRef(1+i, rng.IntN(2) == 0), 1+n+i
		}
		made[0] = 1 // in the place of the legal move itself
		legal[0] = MakeRef(1, false)
		c, err := NewChoice(legal, made)
		if err != nil {
			t.Fatal(err)
		}
		counts := make([]int, Lanes)
		for lane := range counts {
			for _, r := range legal {
				if bit(rows, r, lane) {
					counts[lane]++
				}
			}
		}
		const rounds = 60
		drawn := make([][]int, Lanes) // per lane and number of the move among the legal ones
		for lane := range drawn {
			drawn[lane] = make([]int, counts[lane])
		}
		generators := make([]Random, len(Supported()))
		for i := range generators {
			generators[i].Seed(game.Stream(5, "kernel", 0))
		}
		for range rounds {
			var first []Row
			for i, l := range Supported() {
				got := slices.Clone(rows)
				some := Choose(l, c, got, make([]Row, c.Scratch()), &generators[i])
				if first == nil {
					first = got
				} else if !slices.Equal(got, first) || generators[i] != generators[0] {
					t.Fatalf("%d moves: %s draws other moves than %s", n, l, Portable)
				}
				if i > 0 {
					continue
				}
				for lane := n % 5; lane < Lanes; lane += 5 {
					if (some[lane/64]>>(lane%64)&1 != 0) != (counts[lane] > 0) {
						t.Fatalf("%d moves, lane %d: there are %d legal moves", n, lane, counts[lane])
					}
					number, at := -1, 0
					for k := range n {
						if m := bit(got, MakeRef(made[k], false), lane); m && (number >= 0 || !bit(rows, legal[k], lane)) {
							t.Fatalf("%d moves, lane %d: two moves, or one that is not legal", n, lane)
						} else if m {
							number = at
						}
						if bit(rows, legal[k], lane) {
							at++
						}
					}
					if (number >= 0) != (counts[lane] > 0) {
						t.Fatalf("%d moves, lane %d: no move of %d", n, lane, counts[lane])
					}
					if number >= 0 {
						drawn[lane][number]++
					}
				}
			}
		}
		uniform(t, n, drawn)
	}
}

// uniform adds the chi-squares of all lanes: a sum of many is close to normal.
func uniform(t *testing.T, n int, drawn [][]int) {
	t.Helper()
	square, freedom := 0.0, 0.0
	for _, d := range drawn {
		all := 0
		for _, k := range d {
			all += k
		}
		if len(d) < 2 || all == 0 {
			continue
		}
		expected := float64(all) / float64(len(d))
		for _, k := range d {
			square += (float64(k) - expected) * (float64(k) - expected) / expected
		}
		freedom += float64(len(d) - 1)
	}
	// Wilson and Hilferty: the cube root of chi-square is nearly normal.
	if freedom == 0 {
		return
	}
	z := (math.Cbrt(square/freedom) - (1 - 2/(9*freedom))) / math.Sqrt(2/(9*freedom))
	if math.Abs(z) > 4 {
		t.Errorf("%d moves: chi-square %.0f of %.0f, %.1f deviations from what is expected", n, square, freedom, z)
	}
}

// TestScale goes through all 16-bit numbers: those that are not drawn again fall on
// every result equally often.
func TestScale(t *testing.T) {
	for _, c := range []uint32{1, 2, 3, 5, 6, 7, 40, 255, 1000, 40000, 65535} {
		hits := make([]int, c)
		for r := range uint32(1 << 16) {
			if m := r * c; m&0xffff >= 0x10000%c {
				hits[m>>16]++
			}
		}
		for k, h := range hits {
			if h != hits[0] || h == 0 {
				t.Fatalf("below %d: %d comes %d times, 0 %d times", c, k, h, hits[0])
			}
		}
	}
}

func TestNewChoice(t *testing.T) {
	for _, n := range []int{0, MaxMoves + 1} {
		if _, err := NewChoice(make([]Ref, n), make([]int, n)); err == nil {
			t.Errorf("a choice of %d moves is taken", n)
		}
	}
	if _, err := NewChoice(make([]Ref, 2), make([]int, 1)); err == nil {
		t.Error("a choice of two moves with one row is taken")
	}
}
