package train

import (
	"ludens/nets/arch"
	"ludens/nets/kernel"
)

// tower is arch.OpTower, one operation by kernel.Trainer. Inputs: x, then the three
// trained parameters of every convolution (weights, scale, shift).
type tower struct {
	trainer *kernel.Trainer
	n       int
	w, dW   [][]float32 // five per convolution, as kernel wants them
}

func newTower(level kernel.Level, workers, n int, t *arch.Tower) *tower {
	// The places of running statistics are neither read nor written.
	unused := make([]float32, t.Width)
	o := &tower{trainer: kernel.NewTrainer(level, t, n, workers), n: n}
	for range t.Depth() {
		o.w = append(o.w, nil, nil, nil, unused, unused)
		o.dW = append(o.dW, nil, nil, nil, unused, unused)
	}
	return o
}

func (t *tower) weights(in, five [][]float32) {
	for i := range len(in) / 3 {
		copy(five[5*i:5*i+3], in[3*i:])
	}
}

func (t *tower) forward(in [][]float32, out []float32) {
	t.weights(in[1:], t.w)
	t.trainer.Forward(t.n, in[0], t.w, out)
}

func (t *tower) backward(in [][]float32, _, dOut []float32, dIn [][]float32) {
	t.weights(in[1:], t.w)
	t.weights(dIn[1:], t.dW)
	t.trainer.Backward(t.n, t.w, dOut, t.dW, dIn[0])
}
