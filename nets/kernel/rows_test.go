package kernel

import (
	"math"
	"math/rand/v2"
	"testing"

	"ludens/nets/arch"
)

func rowNumbers(rng *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(rng.NormFloat64())
	}
	return x
}

// rowSame reports numbers further apart than 1e-4 of their size.
func rowSame(t *testing.T, what string, got []float32, want []float64) {
	t.Helper()
	for i := range want {
		if !(math.Abs(float64(got[i])-want[i]) <= 1e-4*max(1, math.Abs(want[i]))) {
			t.Fatalf("%s: number %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}

// rowGuarded makes n numbers that are followed by some that must not be written.
func rowGuarded(n int) []float32 {
	x := make([]float32, n+64)
	for i := range x {
		x[i] = 12345
	}
	return x
}

func rowUnwritten(t *testing.T, what string, x []float32, rows, width, ld int) {
	t.Helper()
	for i := range x {
		if (i/ld >= rows || i%ld >= width) && x[i] != 12345 {
			t.Fatalf("%s: number %d is not its own, and written", what, i)
		}
	}
}

func TestDense(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, l := range Supported() {
		for range 200 {
			rows, in, out := 1+rng.IntN(20), 1+rng.IntN(70), 1+rng.IntN(90)
			ldx, ldy := in+rng.IntN(5), out+rng.IntN(5)
			w, b, x := rowNumbers(rng, in*out), rowNumbers(rng, out), rowNumbers(rng, rows*ldx)
			relu := rng.IntN(2) == 1
			d := NewDense(l, out, in, w, b, relu)
			y := rowGuarded(rows * ldy)
			d.Run(rows, x, ldx, y, ldy)
			rowUnwritten(t, l.String(), y, rows, out, ldy)
			alone := make([]float32, out)
			for r := range rows {
				want := make([]float64, out)
				for o := range want {
					want[o] = float64(b[o])
					for i := range in {
						want[o] += float64(w[o*in+i]) * float64(x[r*ldx+i])
					}
					if relu {
						want[o] = max(want[o], 0)
					}
				}
				rowSame(t, l.String(), y[r*ldy:], want)
				d.Run(1, x[r*ldx:], in, alone, out)
				for o := range alone {
					if alone[o] != y[r*ldy+o] {
						t.Fatalf("%v: row %d of %d is %v, alone %v", l, r, rows, y[r*ldy+o], alone[o])
					}
				}
			}
		}
	}
}

func TestLayerNorm(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, l := range Supported() {
		for range 200 {
			rows, width := 1+rng.IntN(5), 1+rng.IntN(100)
			ldx, ldy := width+rng.IntN(3), width+rng.IntN(3)
			x, scale, shift := rowNumbers(rng, rows*ldx), rowNumbers(rng, width), rowNumbers(rng, width)
			for i := range x {
				x[i] += 3 // a mean that the one-pass formula would suffer from
			}
			relu := rng.IntN(2) == 1
			y := rowGuarded(rows * ldy)
			LayerNorm(l, rows, scale, shift, relu, x, ldx, y, ldy)
			rowUnwritten(t, l.String(), y, rows, width, ldy)
			for r := range rows {
				mean, variance := 0., 0.
				for _, v := range x[r*ldx : r*ldx+width] {
					mean += float64(v) / float64(width)
				}
				for _, v := range x[r*ldx : r*ldx+width] {
					variance += (float64(v) - mean) * (float64(v) - mean) / float64(width)
				}
				want := make([]float64, width)
				for c := range want {
					want[c] = (float64(x[r*ldx+c])-mean)/math.Sqrt(variance+arch.Epsilon)*float64(scale[c]) + float64(shift[c])
					if relu {
						want[c] = max(want[c], 0)
					}
				}
				if width > 1 { // of one number, nothing but the shift is left, and rounding
					rowSame(t, l.String(), y[r*ldy:], want)
				}
			}
		}
	}
}

func TestAggregateAndMean(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for _, l := range Supported() {
		for range 100 {
			samples, nodes, width := 1+rng.IntN(3), 1+rng.IntN(12), 1+rng.IntN(150)
			ldx, ldy := width+rng.IntN(3), width+rng.IntN(3)
			links := &arch.Links{From: []int32{0}}
			for range nodes {
				for range rng.IntN(5) {
					links.To = append(links.To, int32(rng.IntN(nodes)))
				}
				links.From = append(links.From, int32(len(links.To)))
			}
			x := rowNumbers(rng, samples*nodes*ldx)
			y, mean := rowGuarded(samples*nodes*ldy), rowGuarded(samples*ldy)
			Aggregate(l, samples, links, width, 1.25, x, ldx, y, ldy)
			MeanRows(l, samples, nodes, width, x, ldx, mean, ldy)
			rowUnwritten(t, l.String(), y, samples*nodes, width, ldy)
			rowUnwritten(t, l.String(), mean, samples, width, ldy)
			for s := range samples {
				total := make([]float64, width)
				for i := range nodes {
					want := make([]float64, width)
					for c := range want {
						want[c] = 1.25 * float64(x[(s*nodes+i)*ldx+c])
						for _, j := range links.To[links.From[i]:links.From[i+1]] {
							want[c] += float64(x[(s*nodes+int(j))*ldx+c])
						}
						total[c] += float64(x[(s*nodes+i)*ldx+c]) / float64(nodes)
					}
					rowSame(t, l.String(), y[(s*nodes+i)*ldy:], want)
				}
				rowSame(t, l.String(), mean[s*ldy:], total)
			}
		}
	}
}

func TestPool(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	for _, l := range Supported() {
		for range 200 {
			samples, channels, cells := 1+rng.IntN(3), 1+rng.IntN(5), 1+rng.IntN(100)
			x := rowNumbers(rng, samples*channels*cells)
			y := rowGuarded(samples * channels * 2)
			for i := range x {
				x[i] -= float32(rng.IntN(2)) * 5 // planes that are all below zero, too
			}
			Pool(l, samples, channels, cells, x, y)
			rowUnwritten(t, l.String(), y, samples, 2*channels, 2*channels)
			for s := range samples {
				want := make([]float64, 2*channels)
				for c := range channels {
					want[c] = math.Inf(-1)
					for _, v := range x[(s*channels+c)*cells : (s*channels+c+1)*cells] {
						want[c] = max(want[c], float64(v))
						want[channels+c] += float64(v) / float64(cells)
					}
				}
				rowSame(t, l.String(), y[s*2*channels:], want)
			}
		}
	}
}

// TestRowsBounds holds Go against sizes that C would not notice.
func TestRowsBounds(t *testing.T) {
	panics := func(what string, f func()) {
		defer func() {
			if recover() == nil {
				t.Errorf("%s: no panic", what)
			}
		}()
		f()
	}
	x, links := make([]float32, 10), &arch.Links{From: []int32{0, 0, 0}}
	d := NewDense(Portable, 2, 3, x[:6], x[:2], false)
	panics("weights", func() { NewDense(Portable, 2, 3, x[:5], x[:2], false) })
	panics("dense input", func() { d.Run(4, x, 3, make([]float32, 100), 2) })
	panics("dense output", func() { d.Run(3, x, 3, x[:5], 2) })
	panics("dense stride", func() { d.Run(3, x, 2, make([]float32, 100), 2) })
	panics("norm", func() { LayerNorm(Portable, 3, x[:4], x[:4], false, x, 4, x, 4) })
	panics("norm's shift", func() { LayerNorm(Portable, 1, x[:4], x[:3], false, x, 4, x, 4) })
	panics("aggregate", func() { Aggregate(Portable, 2, links, 3, 1, x, 3, make([]float32, 100), 3) })
	panics("mean", func() { MeanRows(Portable, 2, 2, 3, x, 3, make([]float32, 100), 3) })
	panics("pool", func() { Pool(Portable, 2, 2, 3, x, make([]float32, 100)) })
}

func BenchmarkDense(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 5))
	for _, l := range Supported() {
		for _, rows := range []int{1, 32, 1024} {
			b.Run(l.String()+"/"+map[int]string{1: "1", 32: "32", 1024: "1024"}[rows], func(b *testing.B) {
				const in, out = 64, 64
				d := NewDense(l, out, in, rowNumbers(rng, in*out), rowNumbers(rng, out), true)
				x, y := rowNumbers(rng, rows*in), make([]float32, rows*out)
				for b.Loop() {
					d.Run(rows, x, in, y, out)
				}
				b.ReportMetric(float64(b.N)*2*in*out*float64(rows)/b.Elapsed().Seconds()/1e9, "Gflop/s")
			})
		}
	}
}
