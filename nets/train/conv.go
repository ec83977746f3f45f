package train

import (
	"ludens/nets/arch"
	"ludens/nets/kernel"
)

// conv is arch.OpConv. Inputs: x, W (out, in, k, k), b.
type conv struct {
	n, cells int
	trainer  *kernel.ConvTrainer
}

func newConv(level kernel.Level, workers, n int, in arch.Shape, out, k int) *conv {
	return &conv{n, in.Cells(), kernel.NewConvTrainer(level, in, out, k, n, workers)}
}

func (c *conv) forward(in [][]float32, out []float32) {
	c.trainer.Forward(c.n, in[0], in[1], in[2], out)
}

func (c *conv) backward(in [][]float32, _, dOut []float32, dIn [][]float32) {
	c.trainer.Backward(c.n, in[0], in[1], dOut, dIn[0], dIn[1])
	if db := dIn[2]; db != nil {
		sumRows(db, dOut, c.cells)
	}
}
