package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/nets/arch"
)

// These tests run AMX kernels for inference (for training: halves_test.go) on emulated tiles, on any machine, and on the
// processor's where it has them.

// onTiles runs a test on emulated tiles and on real ones.
func onTiles(t *testing.T, test func(t *testing.T, l Level)) {
	t.Run("emulated", func(t *testing.T) { test(t, emulatedTiles) })
	t.Run("tiles", func(t *testing.T) {
		if !slices.Contains(Supported(), AMX) {
			t.Skip("this processor has no AMX, or the operating system does not give it")
		}
		test(t, AMX)
	})
}

// amxShapes are boards and kernels with all kinds of rests.
var amxShapes = []struct {
	in     arch.Shape
	out, k int
}{
	{arch.Shape{Channels: 1, Height: 1, Width: 1}, 1, 1},
	{arch.Shape{Channels: 32, Height: 3, Width: 3}, 16, 3},
	{arch.Shape{Channels: 64, Height: 9, Width: 9}, 64, 3},
	{arch.Shape{Channels: 8, Height: 9, Width: 9}, 48, 3},
	{arch.Shape{Channels: 33, Height: 4, Width: 7}, 17, 5},
	{arch.Shape{Channels: 40, Height: 7, Width: 1}, 33, 7},
	{arch.Shape{Channels: 5, Height: 1, Width: 17}, 90, 3},
	{arch.Shape{Channels: 70, Height: 6, Width: 8}, 3, 1},
	{arch.Shape{Channels: 20, Height: 19, Width: 19}, 16, 3},
	{arch.Shape{Channels: 16, Height: 2, Width: 16}, 32, 3},
	{arch.Shape{Channels: 50, Height: 5, Width: 7}, 70, 5},
	{arch.Shape{Channels: 7, Height: 19, Width: 19}, 5, 5},
}

// whole draws small whole numbers, of which sums and products are exact in single
// precision, and which bfloat16 holds exactly.
func whole(rng *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(rng.IntN(15) - 7)
	}
	return x
}

// TestAMXConvExact: with whole numbers there is nothing to round, so that every
// number must be what portable C says, bit for bit.
func TestAMXConvExact(t *testing.T) {
	onTiles(t, func(t *testing.T, l Level) {
		rng := rand.New(rand.NewPCG(21, 1))
		for _, s := range amxShapes {
			const n = 3
			w, bias := whole(rng, s.out*s.in.Channels*s.k*s.k), whole(rng, s.out)
			in := whole(rng, n*s.in.Size())
			got, want := make([]float32, n*s.out*s.in.Cells()), make([]float32, n*s.out*s.in.Cells())
			NewConv(Portable, s.in, s.out, s.k, w, bias).Run(n, in, want, new(Scratch))
			NewConv(l, s.in, s.out, s.k, w, bias).Run(n, in, got, new(Scratch))
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("%+v: number %d is %v, want %v", s, i, got[i], want[i])
				}
			}
		}
	})
}

// TestAMXRounding: the convolution that copies gives what bfloat16 makes of its input.
func TestAMXRounding(t *testing.T) {
	for x, want := range map[float32]uint16{
		0: 0, 1: 0x3f80, -2: 0xc000, 1 + 1./256: 0x3f80, 1 + 3./256: 0x3f82, 1 + 1./256 + 1./65536: 0x3f81,
		1.9999: 0x4000, float32(math.Inf(1)): 0x7f80, math.MaxFloat32: 0x7f80,
	} {
		if got := toHalf(x); got != want {
			t.Errorf("%v is %#x, want %#x", x, got, want)
		}
	}
	onTiles(t, func(t *testing.T, l Level) {
		rng := rand.New(rand.NewPCG(21, 2))
		in := arch.Shape{Channels: 20, Height: 5, Width: 5} // sixteen cells at once, and nine one by one
		unit := make([]float32, in.Channels*in.Channels)
		for c := range in.Channels {
			unit[c*in.Channels+c] = 1
		}
		x := rowNumbers(rng, in.Size())
		for i := range x {
			if i%3 == 0 { // ties
				x[i] = math.Float32frombits(math.Float32bits(x[i])&^0xffff | 0x8000)
			}
		}
		y := make([]float32, in.Size())
		NewConv(l, in, in.Channels, 1, unit, make([]float32, in.Channels)).Run(1, x, y, new(Scratch))
		for i := range x {
			if want := math.Float32frombits(uint32(toHalf(x[i])) << 16); y[i] != want {
				t.Fatalf("number %d, %v, becomes %v, want %v", i, x[i], y[i], want)
			}
		}
	})
}

var amxTowers = []arch.Tower{
	{In: arch.Shape{Channels: 8, Height: 9, Width: 9}, Width: 64, Blocks: 5, Convs: 2, Kernel: 3, Pooled: 16},
	{In: arch.Shape{Channels: 8, Height: 3, Width: 3}, Width: 32, Blocks: 2, Convs: 2, Kernel: 3},
	{In: arch.Shape{Channels: 40, Height: 5, Width: 11}, Width: 40, Blocks: 2, Convs: 1, Kernel: 5, Pooled: 40},
	{In: arch.Shape{Channels: 1, Height: 1, Width: 1}, Width: 1, Blocks: 1, Convs: 1, Kernel: 1, Pooled: 1},
	{In: arch.Shape{Channels: 3, Height: 6, Width: 7}, Width: 80, Blocks: 1, Convs: 3, Kernel: 3, Pooled: 20},
	{In: arch.Shape{Channels: 33, Height: 19, Width: 13}, Width: 16, Blocks: 1, Convs: 2, Kernel: 7, Pooled: 3},
	{In: arch.Shape{Channels: 2, Height: 2, Width: 13}, Width: 24, Blocks: 0, Convs: 2, Kernel: 3},
}

// amxWeights are those of a trained tower, or whole numbers with norms that change nothing.
func amxWeights(rng *rand.Rand, t *arch.Tower, exact bool) [][]float32 {
	var w [][]float32
	for i := range t.Depth() {
		fan := t.Inputs(i) * t.Kernel * t.Kernel
		p := [][]float32{rowNumbers(rng, t.Width*fan), rowNumbers(rng, t.Width), rowNumbers(rng, t.Width), rowNumbers(rng, t.Width), rowNumbers(rng, t.Width)}
		for k := range p[0] {
			p[0][k] *= float32(math.Sqrt(2 / float64(fan)))
			if exact { // one to three ones per output, or numbers would grow
				p[0][k] = 0
				if rng.IntN(fan) < 2 {
					p[0][k] = float32(1 - 2*rng.IntN(2))
				}
			}
		}
		for c := range t.Width {
			p[1][c], p[2][c], p[3][c], p[4][c] = 1+p[1][c]/4, p[2][c]/2, p[3][c]/2, 0.5+p[4][c]*p[4][c]
			if exact {
				p[1][c], p[2][c], p[3][c], p[4][c] = 1, float32(rng.IntN(3)-1), 0, 1-arch.Epsilon
			}
		}
		w = append(w, p...)
	}
	return w
}

// TestAMXTowerExact: as with convolutions, where nothing is pooled (means are not
// whole).
func TestAMXTowerExact(t *testing.T) {
	onTiles(t, func(t *testing.T, l Level) {
		for i, shape := range amxTowers {
			shape.Pooled = 0
			rng := rand.New(rand.NewPCG(22, uint64(i)))
			w := amxWeights(rng, &shape, true)
			got, want := runTower(t, l, &shape, w, 2, whole(rng, 2*shape.In.Size())), []float32(nil)
			rng = rand.New(rand.NewPCG(22, uint64(i)))
			w = amxWeights(rng, &shape, true)
			want = runTower(t, Portable, &shape, w, 2, whole(rng, 2*shape.In.Size()))
			high := float32(0)
			for k := range want {
				high = max(high, want[k])
				if got[k] != want[k] {
					t.Fatalf("%+v: number %d is %v, want %v", shape, k, got[k], want[k])
				}
			}
			if high == 0 || high > 256 {
				t.Fatalf("%+v: the largest number is %v: a test that tests nothing", shape, high)
			}
		}
	})
}

func runTower(t *testing.T, l Level, shape *arch.Tower, w [][]float32, n int, in []float32) []float32 {
	t.Helper()
	tower, err := NewTower(l, shape, w)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]float32, n*shape.Width*shape.In.Cells())
	tower.Run(n, in, out, new(Scratch))
	return out
}

// TestAMXTower: within what bfloat16 loses of single precision.
func TestAMXTower(t *testing.T) {
	onTiles(t, func(t *testing.T, l Level) {
		for i, shape := range amxTowers {
			rng := rand.New(rand.NewPCG(23, uint64(i)))
			const n = 3
			w, in := amxWeights(rng, &shape, false), rowNumbers(rng, n*shape.In.Size())
			got, want := runTower(t, l, &shape, w, n, in), runTower(t, Portable, &shape, w, n, in)
			diff, size := 0.0, 1e-30 // the least tower's output may be 0
			for k := range want {
				d := float64(got[k]) - float64(want[k])
				diff += d * d
				size += float64(want[k]) * float64(want[k])
			}
			if d := math.Sqrt(diff / size); !(d < 1e-2) {
				t.Errorf("%+v: %g off", shape, d)
			} else {
				t.Logf("%+v: %.2g off", shape, d)
			}
		}
	})
}

// TestAMXBatches: a sample's result does not depend on its batch or the scratch's
// past, and nothing is written past the scratch.
func TestAMXBatches(t *testing.T) {
	onTiles(t, func(t *testing.T, l Level) {
		for i, shape := range amxTowers[1:] {
			rng := rand.New(rand.NewPCG(24, uint64(i)))
			const n = 4
			w, in := amxWeights(rng, &shape, false), rowNumbers(rng, n*shape.In.Size())
			tower, err := NewTower(l, &shape, w)
			if err != nil {
				t.Fatal(err)
			}
			size, outSize := shape.In.Size(), shape.Width*shape.In.Cells()
			all, alone := make([]float32, n*outSize), make([]float32, outSize)
			tower.Run(n, in, all, new(Scratch))
			const guard = 64
			s := &Scratch{buf: aligned(tower.amx.scratch + guard)}
			for k := range s.buf {
				s.buf[k] = float32(math.NaN())
			}
			for k := range n {
				tower.Run(1, in[k*size:(k+1)*size], alone, s)
				if !slices.Equal(alone, all[k*outSize:(k+1)*outSize]) {
					t.Fatalf("%+v: sample %d is different alone", shape, k)
				}
			}
			for _, x := range s.buf[tower.amx.scratch:] {
				if x == x {
					t.Fatalf("%+v: written past the scratch", shape)
				}
			}
		}
		tower, err := NewTower(l, &amxTowers[1], amxWeights(rand.New(rand.NewPCG(1, 1)), &amxTowers[1], false))
		if err != nil {
			t.Fatal(err)
		}
		tower.Run(0, nil, nil, new(Scratch))
	})
}

// TestAMXTilesAsEmulated: instructions and emulation differ by no more than the order
// of sums.
func TestAMXTilesAsEmulated(t *testing.T) {
	if !slices.Contains(Supported(), AMX) {
		t.Skip("this processor has no AMX, or the operating system does not give it")
	}
	for i, s := range amxShapes {
		rng := rand.New(rand.NewPCG(25, uint64(i)))
		w, bias, in := rowNumbers(rng, s.out*s.in.Channels*s.k*s.k), rowNumbers(rng, s.out), rowNumbers(rng, s.in.Size())
		var y [2][]float32
		for k, l := range []Level{AMX, emulatedTiles} {
			c := NewConv(l, s.in, s.out, s.k, w, bias)
			y[k] = make([]float32, s.out*s.in.Cells())
			c.Run(1, in, y[k], new(Scratch))
		}
		for k := range y[0] {
			if d := math.Abs(float64(y[0][k] - y[1][k])); !(d <= 1e-4*math.Max(10, math.Abs(float64(y[1][k])))) {
				t.Fatalf("%+v: number %d is %v, emulated %v", s, k, y[0][k], y[1][k])
			}
		}
	}
}

func BenchmarkAMXTower(b *testing.B) {
	if !slices.Contains(Supported(), AMX) {
		b.Skip("this processor has no AMX")
	}
	for _, side := range []int{3, 6, 9, 19} {
		for _, n := range []int{1, 32} {
			b.Run(fmt.Sprintf("%dx%d/%d", side, side, n), func(b *testing.B) {
				shape := amxTowers[0]
				shape.In.Height, shape.In.Width = side, side
				rng := rand.New(rand.NewPCG(26, 0))
				tower, err := NewTower(AMX, &shape, amxWeights(rng, &shape, false))
				if err != nil {
					b.Fatal(err)
				}
				in, out := rowNumbers(rng, n*shape.In.Size()), make([]float32, n*shape.Width*shape.In.Cells())
				var s Scratch
				for b.Loop() {
					tower.Run(n, in, out, &s)
				}
				b.ReportMetric(float64(b.N)*float64(n)/b.Elapsed().Seconds(), "samples/s")
			})
		}
	}
}
