package train

import "ludens/nets/kernel"

// conv is arch.OpConv for policy heads: few planes out of many. Inputs: x, W (out,
// in, k, k), b.
//
// It multiplies first and shifts afterwards: all k² taps in one product, (k²·out, in)
// by (in, cells), whose rows are then added up, each moved by its tap's offset. The
// usual other way round (im2col) would copy k²·in rows for a handful of planes.
type conv struct {
	level         kernel.Level
	workers       int
	n, in, out, k int
	height, width int
	taps          []float32   // W as (k², out, in)
	rows          [][]float32 // per worker: the product, or its gradient
	dTaps         [][]float32 // per worker: the gradient of taps
}

func newConv(level kernel.Level, workers, n, in, out, k, height, width int) *conv {
	c := &conv{level: level, workers: workers, n: n, in: in, out: out, k: k, height: height, width: width}
	c.taps = make([]float32, k*k*out*in)
	for range workers {
		c.rows = append(c.rows, make([]float32, k*k*out*height*width))
		c.dTaps = append(c.dTaps, make([]float32, len(c.taps)))
	}
	return c
}

// shift calls f for every row of cells of plane (tap t, output o) that lies on the
// board: width cells from index tap in the product's plane belong to those from out in
// the output's.
func (c *conv) shift(t int, f func(tap, out, width int)) {
	dy, dx := t/c.k-c.k/2, t%c.k-c.k/2
	y0, y1 := max(0, -dy), min(c.height, c.height-dy)
	x0, x1 := max(0, -dx), min(c.width, c.width-dx)
	if x1 <= x0 {
		return
	}
	for y := y0; y < y1; y++ {
		f((y+dy)*c.width+x0+dx, y*c.width+x0, x1-x0)
	}
}

func (c *conv) order(w []float32) {
	for o := range c.out {
		for i := range c.in {
			for t := range c.k * c.k {
				c.taps[(t*c.out+o)*c.in+i] = w[(o*c.in+i)*c.k*c.k+t]
			}
		}
	}
}

func (c *conv) forward(in [][]float32, out []float32) {
	x, b, cells := in[0], in[2], c.height*c.width
	c.order(in[1])
	split(c.workers, c.n, func(worker, from, to int) {
		z := c.rows[worker]
		for n := from; n < to; n++ {
			kernel.Gemm(c.level, false, false, c.k*c.k*c.out, cells, c.in, 1, c.taps, c.in, x[n*c.in*cells:], cells, 0, z, cells)
			y := out[n*c.out*cells:][:c.out*cells]
			fillRows(y, b, cells)
			for t := range c.k * c.k {
				c.shift(t, func(tap, cell, width int) {
					for o := range c.out {
						from := z[(t*c.out+o)*cells+tap:][:width]
						to := y[o*cells+cell:][:width]
						for i, v := range from {
							to[i] += v
						}
					}
				})
			}
		}
	})
}

func (c *conv) backward(in [][]float32, _, dOut []float32, dIn [][]float32) {
	x, cells := in[0], c.height*c.width
	m := c.k * c.k * c.out
	split(c.workers, c.n, func(worker, from, to int) {
		z := c.rows[worker]
		clear(c.dTaps[worker])
		for n := from; n < to; n++ {
			clear(z)
			dy := dOut[n*c.out*cells:][:c.out*cells]
			for t := range c.k * c.k {
				c.shift(t, func(tap, cell, width int) {
					for o := range c.out {
						copy(z[(t*c.out+o)*cells+tap:][:width], dy[o*cells+cell:])
					}
				})
			}
			if dx := dIn[0]; dx != nil {
				kernel.Gemm(c.level, true, false, c.in, cells, m, 1, c.taps, c.in, z, cells, 0, dx[n*c.in*cells:], cells)
			}
			if dIn[1] != nil {
				kernel.Gemm(c.level, false, true, m, c.in, cells, 1, z, cells, x[n*c.in*cells:], cells, 1, c.dTaps[worker], c.in)
			}
		}
	})
	if dw := dIn[1]; dw != nil {
		for _, d := range c.dTaps[1:min(c.workers, c.n)] {
			for i, g := range d {
				c.dTaps[0][i] += g
			}
		}
		for o := range c.out {
			for i := range c.in {
				for t := range c.k * c.k {
					dw[(o*c.in+i)*c.k*c.k+t] = c.dTaps[0][(t*c.out+o)*c.in+i]
				}
			}
		}
	}
	if db := dIn[2]; db != nil {
		sumRows(db, dOut, cells)
	}
}
