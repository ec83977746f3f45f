package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// canary surrounds a slice of n numbers with words that must survive; check reports
// whether they did.
func canary(n int) (s []float32, check func() bool) {
	const guard = 64
	word := math.Float32frombits(0x7fc0dead) // not a number: spreads where it is read
	buf := make([]float32, n+2*guard)
	for i := range buf {
		buf[i] = word
	}
	return buf[guard : guard+n : guard+n], func() bool {
		for i, x := range buf {
			if (i < guard || i >= guard+n) && math.Float32bits(x) != 0x7fc0dead {
				return false
			}
		}
		return true
	}
}

func guarded(rng *rand.Rand, n int) (s []float32, check func() bool) {
	s, check = canary(n)
	for i := range s {
		s[i] = float32(rng.NormFloat64())
	}
	return s, check
}

// TestGemm holds every level against sums in float64, on random shapes with all
// transposes, factors and row lengths; it writes c's m×n numbers and no others.
func TestGemm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, n := rapid.IntRange(1, 70).Draw(t, "m"), rapid.IntRange(1, 70).Draw(t, "n")
		k := rapid.OneOf(rapid.IntRange(0, 40), rapid.IntRange(250, 530)).Draw(t, "k")
		ta, tb := rapid.Bool().Draw(t, "ta"), rapid.Bool().Draw(t, "tb")
		alpha := rapid.SampledFrom([]float32{1, 0, -0.5}).Draw(t, "alpha")
		beta := rapid.SampledFrom([]float32{0, 1, 2.5}).Draw(t, "beta")
		extra := rapid.IntRange(0, 5)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		rowsA, colsA, rowsB, colsB := m, k, k, n
		if ta {
			rowsA, colsA = k, m
		}
		if tb {
			rowsB, colsB = n, k
		}
		lda, ldb, ldc := max(1, colsA+extra.Draw(t, "lda")), max(1, colsB+extra.Draw(t, "ldb")), n+extra.Draw(t, "ldc")
		// No more numbers than needed: the last row ends with its last column.
		a, _ := guarded(rng, max(0, (rowsA-1)*lda+colsA))
		b, _ := guarded(rng, max(0, (rowsB-1)*ldb+colsB))
		before, _ := guarded(rng, (m-1)*ldc+n)
		for _, l := range single() {
			c, intact := canary(len(before))
			copy(c, before)
			if beta == 0 {
				for i := range m {
					for j := range n {
						c[i*ldc+j] = float32(math.NaN())
					}
				}
			}
			Gemm(l, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
			if !intact() {
				t.Fatalf("%v: wrote outside of c", l)
			}
			for i := range m {
				for j := range ldc {
					if i*ldc+j >= len(c) {
						continue
					}
					have := c[i*ldc+j]
					if j >= n {
						if have != before[i*ldc+j] {
							t.Fatalf("%v: wrote between the rows of c", l)
						}
						continue
					}
					sum, size := 0.0, 1.0
					for p := range k {
						x, y := element(a, ta, lda, i, p), element(b, tb, ldb, p, j)
						sum += float64(x) * float64(y)
						size += math.Abs(float64(x) * float64(y))
					}
					sum *= float64(alpha)
					if beta != 0 {
						sum += float64(beta) * float64(before[i*ldc+j])
					}
					if !(math.Abs(float64(have)-sum) <= 1e-5*size) {
						t.Fatalf("%v: c[%d][%d] is %g, want %g", l, i, j, have, sum)
					}
				}
			}
		}
	})
}

// element is op(s)[row][col].
func element(s []float32, trans bool, ld, row, col int) float32 {
	if trans {
		row, col = col, row
	}
	return s[row*ld+col]
}

func TestLinear(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, s := range [][3]int{{1, 1, 1}, {3, 7, 5}, {17, 200, 33}, {5, 300, 64}} {
		n, in, out := s[0], s[1], s[2]
		x, w, b := normals(rng, n*in, 1), normals(rng, out*in, 1), normals(rng, out, 1)
		for _, relu := range []bool{false, true} {
			right := make([]float64, n*out)
			for i := range right {
				r, o := i/out, i%out
				right[i] = float64(b[o])
				for k := range in {
					right[i] += float64(x[r*in+k]) * float64(w[o*in+k])
				}
				if relu {
					right[i] = math.Max(0, right[i])
				}
			}
			for _, l := range single() {
				y, intact := canary(n * out)
				Linear(l, n, in, out, x, w, b, y, relu)
				near(t, fmt.Sprint(l, s), y, right, 1e-5)
				if !intact() {
					t.Errorf("%v: wrote outside of y", l)
				}
			}
		}
	}
}

func TestElements(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, n := range []int{0, 1, 15, 16, 17, 100} {
		x := normals(rng, n, 1)
		start, g, m0 := normals(rng, n, 1), normals(rng, n, 1), normals(rng, n, 0.1)
		v0 := make([]float32, n)
		for i := range v0 {
			v0[i] = rng.Float32()
		}
		relu, axpy, p1, m1, v1 := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
		o := Adam{Rate: 0.01, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8, Decay: 0.1, Step: 3}
		for i := range n {
			relu[i] = math.Max(0, float64(x[i]))
			axpy[i] = float64(start[i]) - 2.5*float64(x[i])
			m1[i] = 0.9*float64(m0[i]) + 0.1*float64(g[i])
			v1[i] = 0.999*float64(v0[i]) + 0.001*float64(g[i])*float64(g[i])
			hat := m1[i] / (1 - math.Pow(0.9, 3)) / (math.Sqrt(v1[i]/(1-math.Pow(0.999, 3))) + 1e-8)
			p1[i] = float64(start[i]) - 0.01*(hat+0.1*float64(start[i]))
		}
		for _, l := range single() {
			y, intact := canary(n)
			ReLU(l, x, y)
			near(t, fmt.Sprint(l, " relu"), y, relu, 0)
			copy(y, start)
			Axpy(l, -2.5, x, y)
			near(t, fmt.Sprint(l, " axpy"), y, axpy, 1e-6)
			copy(y, start)
			m, intactM := canary(n)
			v, intactV := canary(n)
			copy(m, m0)
			copy(v, v0)
			AdamW(l, y, g, m, v, &o)
			near(t, fmt.Sprint(l, " parameters"), y, p1, 1e-5)
			near(t, fmt.Sprint(l, " first moment"), m, m1, 1e-6)
			near(t, fmt.Sprint(l, " second moment"), v, v1, 1e-6)
			if !intact() || !intactM() || !intactV() {
				t.Errorf("%v: wrote out of range", l)
			}
		}
	}
}

// TestInvariants: a caller's wrong length is a panic with a sentence, not a write
// somewhere.
func TestInvariants(t *testing.T) {
	f := func(n int) []float32 { return make([]float32, n) }
	for name, call := range map[string]func(){
		"short a":  func() { Gemm(Portable, false, false, 2, 3, 4, 1, f(7), 4, f(12), 3, 0, f(6), 3) },
		"short b":  func() { Gemm(Portable, false, true, 2, 3, 4, 1, f(8), 4, f(11), 4, 0, f(6), 3) },
		"short c":  func() { Gemm(Portable, false, false, 2, 3, 4, 1, f(8), 4, f(12), 3, 0, f(5), 3) },
		"ldc":      func() { Gemm(Portable, false, false, 2, 3, 4, 1, f(8), 4, f(12), 3, 0, f(6), 2) },
		"negative": func() { Gemm(Portable, false, false, -1, 3, 4, 1, f(8), 4, f(12), 3, 0, f(6), 3) },
		"relu":     func() { ReLU(Portable, f(2), f(3)) },
		"axpy":     func() { Axpy(Portable, 1, f(3), f(2)) },
		"adam":     func() { AdamW(Portable, f(2), f(2), f(2), f(1), &Adam{Step: 1}) },
		"step":     func() { AdamW(Portable, f(2), f(2), f(2), f(2), &Adam{}) },
		"linear":   func() { Linear(Portable, 1, 2, 3, f(2), f(6), f(2), f(3), false) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if r := recover(); r == nil || len(fmt.Sprint(r)) < 10 {
					t.Errorf("no panic with a sentence: %v", r)
				}
			}()
			call()
		})
	}
}
