package kernel

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"ludens/nets/arch"
)

// benchTower is the net of the issue: 64 channels, 5 blocks of 2 convolutions.
func benchTower(side, width, pooled int) *arch.Tower {
	return &arch.Tower{In: arch.Shape{Channels: 8, Height: side, Width: side}, Width: width, Blocks: 5, Convs: 2, Kernel: 3, Pooled: pooled}
}

// flops is the work of a sample forwards, borders and pooled planes counted as if they
// were computed plane by plane.
func flops(t *arch.Tower) float64 {
	sum := 0
	for i := range t.Depth() {
		sum += 2 * t.Inputs(i) * t.Width * t.Kernel * t.Kernel * t.In.Cells()
	}
	return float64(sum)
}

func BenchmarkInference(b *testing.B) {
	for _, l := range Supported() {
		for _, side := range []int{3, 6, 9, 19} {
			for _, width := range []int{16, 32, 64} {
				for _, n := range []int{1, 32} {
					if l < AVX512 && (width != 64 || side != 9) {
						continue
					}
					for _, pooled := range []int{0, 16} {
						if pooled > 0 && width != 64 {
							continue
						}
						b.Run(fmt.Sprintf("%v/side=%d/width=%d/pooled=%d/batch=%d", l, side, width, pooled, n), func(b *testing.B) {
							t := benchTower(side, width, pooled)
							rng := rand.New(rand.NewPCG(1, 1))
							tower, err := NewTower(l, t, randomTower(rng, t))
							if err != nil {
								b.Fatal(err)
							}
							in, out := normals(rng, n*t.In.Size(), 1), make([]float32, n*width*t.In.Cells())
							var s Scratch
							measure(b, n, flops(t), func() { tower.Run(n, in, out, &s) })
						})
					}
				}
			}
		}
	}
}

// threadTime is the processor time of this thread, to the nanosecond where
// getrusage counts in ticks.
func threadTime() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}

// measure runs f, n samples of so many operations each, and reports rates per
// CPU-second of this thread: the mean, and of the fastest run, which neighbours on the
// machine disturb least.
func measure(b *testing.B, n int, flops float64, f func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	f() // memory that is allocated once
	var all time.Duration
	best := time.Hour
	for b.Loop() {
		start := threadTime()
		f()
		d := threadTime() - start
		all += d
		best = min(best, d)
	}
	b.ReportMetric(float64(b.N*n)/all.Seconds(), "samples/s")
	b.ReportMetric(float64(n)/best.Seconds(), "best/s")
	b.ReportMetric(float64(n)/best.Seconds()*flops/1e9, "GF/s")
	b.ReportMetric(0, "ns/op")
}

func BenchmarkTraining(b *testing.B) {
	for _, l := range Supported() {
		for _, side := range []int{3, 6, 9, 19} {
			for _, width := range []int{32, 64} {
				for _, pooled := range []int{0, 16} {
					if l < AVX512 && (width != 64 || side != 9) || pooled > 0 && width != 64 {
						continue
					}
					b.Run(fmt.Sprintf("%v/side=%d/width=%d/pooled=%d", l, side, width, pooled), func(b *testing.B) {
						const n = 32
						t := benchTower(side, width, pooled)
						rng := rand.New(rand.NewPCG(1, 1))
						w := randomTower(rng, t)
						var dw [][]float32
						for _, p := range w {
							dw = append(dw, make([]float32, len(p)))
						}
						in, out := normals(rng, n*t.In.Size(), 1), make([]float32, n*width*t.In.Cells())
						tr := NewTrainer(l, t, n, 1)
						measure(b, n, 3*flops(t), func() {
							tr.Forward(n, in, w, out)
							tr.Backward(n, w, out, dw, nil)
						})
					})
				}
			}
		}
	}
}

func BenchmarkGemm(b *testing.B) {
	for _, l := range Supported() {
		if l == AMX {
			continue
		}
		for _, s := range [][3]int{{512, 512, 512}, {32, 256, 200}, {1, 256, 200}, {64, 256, 1000}, {200, 64, 32}} {
			for _, trans := range []string{"nn", "nt", "tn"} {
				b.Run(fmt.Sprintf("%v/%dx%dx%d/%s", l, s[0], s[1], s[2], trans), func(b *testing.B) {
					m, n, k := s[0], s[1], s[2]
					rng := rand.New(rand.NewPCG(1, 1))
					x, y, z := normals(rng, m*k, 1), normals(rng, k*n, 1), make([]float32, m*n)
					lda, ldb := k, n
					if trans[0] == 't' {
						lda = m
					}
					if trans[1] == 't' {
						ldb = k
					}
					measure(b, 1, 2*float64(m)*float64(n)*float64(k), func() {
						Gemm(l, trans[0] == 't', trans[1] == 't', m, n, k, 1, x, lda, y, ldb, 0, z, n)
					})
				})
			}
		}
	}
}
