package train

import "ludens/nets/kernel"

// dense is arch.OpDense: y = x·Wᵀ + b for n samples. Inputs: x, W (out, in), b.
type dense struct {
	level      kernel.Level
	workers    int
	n, in, out int
}

func (d *dense) forward(in [][]float32, out []float32) {
	x, w, b := in[0], in[1], in[2]
	split(d.workers, d.n, func(_, from, to int) {
		y := out[from*d.out : to*d.out]
		for i := 0; i < len(y); i += d.out {
			copy(y[i:i+d.out], b)
		}
		kernel.Gemm(d.level, false, true, to-from, d.out, d.in, 1, x[from*d.in:], d.in, w, d.in, 1, y, d.out)
	})
}

func (d *dense) backward(in [][]float32, _, dOut []float32, dIn [][]float32) {
	x, w := in[0], in[1]
	if dx := dIn[0]; dx != nil {
		split(d.workers, d.n, func(_, from, to int) {
			kernel.Gemm(d.level, false, false, to-from, d.in, d.out, 1, dOut[from*d.out:], d.out, w, d.in, 0, dx[from*d.in:], d.in)
		})
	}
	if dw := dIn[1]; dw != nil {
		split(d.workers, d.out, func(_, from, to int) {
			kernel.Gemm(d.level, true, false, to-from, d.in, d.n, 1, dOut[from:], d.out, x, d.in, 0, dw[from*d.in:], d.in)
		})
	}
	if db := dIn[2]; db != nil {
		clear(db)
		for i := 0; i < len(dOut); i += d.out {
			for o, g := range dOut[i : i+d.out] {
				db[o] += g
			}
		}
	}
}

// nodes is arch.OpNodes: the same layer on every cell, planes in and out. Inputs: x,
// W (out, in), b.
type nodes struct {
	level             kernel.Level
	workers           int
	n, in, out, cells int
}

func (d *nodes) forward(in [][]float32, out []float32) {
	x, w, b := in[0], in[1], in[2]
	split(d.workers, d.n, func(_, from, to int) {
		for n := from; n < to; n++ {
			y := out[n*d.out*d.cells:][:d.out*d.cells]
			fillRows(y, b, d.cells)
			kernel.Gemm(d.level, false, false, d.out, d.cells, d.in, 1, w, d.in, x[n*d.in*d.cells:], d.cells, 1, y, d.cells)
		}
	})
}

func (d *nodes) backward(in [][]float32, _, dOut []float32, dIn [][]float32) {
	x, w := in[0], in[1]
	size := d.in * d.cells
	if dx := dIn[0]; dx != nil {
		split(d.workers, d.n, func(_, from, to int) {
			for n := from; n < to; n++ {
				kernel.Gemm(d.level, true, false, d.in, d.cells, d.out, 1, w, d.in, dOut[n*d.out*d.cells:], d.cells, 0, dx[n*size:], d.cells)
			}
		})
	}
	if dw := dIn[1]; dw != nil {
		// By rows of dW, not by samples: no worker has sums of its own to be added up.
		split(d.workers, d.out, func(_, from, to int) {
			clear(dw[from*d.in : to*d.in])
			for n := range d.n {
				kernel.Gemm(d.level, false, true, to-from, d.in, d.cells, 1, dOut[(n*d.out+from)*d.cells:], d.cells, x[n*size:], d.cells, 1, dw[from*d.in:], d.in)
			}
		})
	}
	if db := dIn[2]; db != nil {
		sumRows(db, dOut, d.cells)
	}
}

// fillRows fills row i of y, rows of cells, with b[i].
func fillRows(y, b []float32, cells int) {
	for o, v := range b {
		row := y[o*cells : (o+1)*cells]
		row[0] = v
		for done := 1; done < cells; done *= 2 {
			copy(row[done:], row[:done])
		}
	}
}

// sumRows adds up, per channel, the rows of all samples.
func sumRows(db, dOut []float32, cells int) {
	clear(db)
	for i := 0; i < len(dOut); {
		for o := range db {
			db[o] += total(dOut[i : i+cells])
			i += cells
		}
	}
}

// total is the sum of a row: four sums at a time, each of which waits for itself only.
func total[T float](x []T) T {
	var a, b, c, d T
	for ; len(x) >= 4; x = x[4:] {
		a += x[0]
		b += x[1]
		c += x[2]
		d += x[3]
	}
	for _, v := range x {
		a += v
	}
	return a + b + (c + d)
}
