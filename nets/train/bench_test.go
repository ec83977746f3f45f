package train

import (
	"fmt"
	"syscall"
	"testing"

	"ludens/nets/arch"
)

// cpu is the processor time of this process so far in seconds: what to go by on a
// machine that others use too.
func cpu(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}

// BenchmarkStep is whole steps, batch to weights, in samples per second on one worker:
// 64 channels × 5 blocks with both heads, a graph net and an MLP.
func BenchmarkStep(b *testing.B) {
	residual := func(side, policy int) arch.Spec {
		return arch.Spec{
			Kind: arch.Residual, In: arch.Shape{Channels: 8, Height: side, Width: side}, Width: 64, Blocks: 5, Convs: 2, Kernel: 3,
			Pooled: 16, Head: arch.Planes, Policy: policy, Values: 2, Hidden: 64,
		}
	}
	dense := residual(9, 82)
	dense.Head, dense.Squeeze = arch.Dense, 2
	tiny := residual(3, 1)
	tiny.Width, tiny.Blocks, tiny.Pooled, tiny.Hidden = 16, 2, 0, 16
	young := residual(8, 22) // of a start clock, breakthrough
	young.Width, young.Blocks, young.Pooled = 16, 3, 8
	for _, c := range []struct {
		name  string
		spec  arch.Spec
		batch int
	}{
		{"9x9", residual(9, 1), 32},
		{"9x9", residual(9, 1), 128},
		{"9x9-8planes", residual(9, 8), 32},
		{"9x9-dense", dense, 32},
		{"19x19", residual(19, 1), 32},
		{"tiny", tiny, 64},
		{"8x8-young", young, 64},
		{"graph200", arch.Spec{Kind: arch.Graph, In: arch.Shape{Channels: 8, Height: 200, Width: 1}, Width: 64, Blocks: 3, Head: arch.Planes, Policy: 1, Values: 2, Hidden: 64}, 32},
		{"mlp1000", arch.Spec{Kind: arch.MLP, In: arch.Shape{Channels: 1000, Height: 1, Width: 1}, Width: 256, Blocks: 2, Head: arch.Dense, Policy: 200, Values: 2, Hidden: 64}, 64},
	} {
		b.Run(fmt.Sprintf("%s/batch%d", c.name, c.batch), func(b *testing.B) {
			l := newLearner(b, c.spec, 1, Options{Batch: c.batch, Workers: 1})
			batch := newBatch(&c.spec, c.batch, draw(2))
			thin(batch, c.spec.Logits())
			if _, err := l.Step(batch); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			begin := cpu(b)
			for b.Loop() {
				if _, err := l.Step(batch); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*c.batch)/b.Elapsed().Seconds(), "samples/s")
			b.ReportMetric(float64(b.N*c.batch)/(cpu(b)-begin), "samples/cpu-s")
		})
	}
}

// thin leaves about forty moves of a sample, as games have them.
func thin(b *Batch, logits int) {
	every := logits/40 + 1
	for n := range b.N {
		var sums [3]float32
		groups, targets := b.Groups[n*logits:(n+1)*logits], b.Targets[n*logits:(n+1)*logits]
		for i := range groups {
			if i%every != 0 {
				groups[i], targets[i] = 0, 0
			}
			sums[groups[i]] += targets[i]
		}
		for i := range groups {
			if targets[i] != 0 {
				targets[i] /= sums[groups[i]]
			}
		}
	}
}
