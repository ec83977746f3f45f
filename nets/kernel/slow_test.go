package kernel

import (
	"math"

	"ludens/nets/arch"
)

// An obviously right tower in float64, with its gradients, written from arch.Tower's
// comment and the chain rule alone. A plane set is [sample][channel][cell].

type planes [][][]float64

func newPlanes(n, channels, cells int) planes {
	p := make(planes, n)
	for s := range p {
		p[s] = make([][]float64, channels)
		for c := range p[s] {
			p[s][c] = make([]float64, cells)
		}
	}
	return p
}

func fromFlat(n, channels, cells int, flat []float32) planes {
	p := newPlanes(n, channels, cells)
	for s := range p {
		for c := range p[s] {
			for i := range p[s][c] {
				p[s][c][i] = float64(flat[(s*channels+c)*cells+i])
			}
		}
	}
	return p
}

func (p planes) flat() []float64 {
	var out []float64
	for s := range p {
		for c := range p[s] {
			out = append(out, p[s][c]...)
		}
	}
	return out
}

// slowConv is a convolution without bias; w is (out, in, k, k).
func slowConv(x planes, h, wd, k, out int, w []float64) planes {
	y := newPlanes(len(x), out, h*wd)
	for s := range x {
		slowTaps(h, wd, k, out, len(x[s]), func(o, i, cell, from, at int) { y[s][o][cell] += x[s][i][from] * w[at] })
	}
	return y
}

// slowTaps visits every product of a convolution: output channel and cell, input
// channel and cell, index of the weight.
func slowTaps(h, wd, k, out, in int, f func(o, i, cell, from, at int)) {
	for o := range out {
		for i := range in {
			for y := range h {
				for x := range wd {
					for ky := range k {
						for kx := range k {
							fy, fx := y+ky-k/2, x+kx-k/2
							if fy >= 0 && fy < h && fx >= 0 && fx < wd {
								f(o, i, y*wd+x, fy*wd+fx, ((o*in+i)*k+ky)*k+kx)
							}
						}
					}
				}
			}
		}
	}
}

// slowTower is a tower with batch statistics (or running ones) and what the gradient
// needs of its way.
type slowTower struct {
	t              *arch.Tower
	w              [][]float64
	running        bool
	ins, ys        []planes // inputs and raw outputs of convolutions
	mean, variance [][]float64
	xs             []planes
}

func newSlow(t *arch.Tower, w [][]float32, running bool) *slowTower {
	o := &slowTower{t: t, running: running}
	for _, p := range w {
		q := make([]float64, len(p))
		for i := range p {
			q[i] = float64(p[i])
		}
		o.w = append(o.w, q)
	}
	return o
}

func (o *slowTower) convBN(i int, x planes) planes {
	t := o.t
	cells := t.In.Height * t.In.Width
	y := slowConv(x, t.In.Height, t.In.Width, t.Kernel, t.Width, o.w[5*i])
	o.ins, o.ys = append(o.ins, x), append(o.ys, y)
	z := newPlanes(len(x), t.Width, cells)
	mean, variance := make([]float64, t.Width), make([]float64, t.Width)
	for c := range t.Width {
		n := float64(len(y) * cells)
		for s := range y {
			for _, v := range y[s][c] {
				mean[c] += v / n
			}
		}
		for s := range y {
			for _, v := range y[s][c] {
				variance[c] += (v - mean[c]) * (v - mean[c]) / n
			}
		}
		m, q := mean[c], variance[c]
		if o.running {
			m, q = o.w[5*i+3][c], o.w[5*i+4][c]
		}
		for s := range y {
			for k, v := range y[s][c] {
				z[s][c][k] = (v-m)/math.Sqrt(q+arch.Epsilon)*o.w[5*i+1][c] + o.w[5*i+2][c]
			}
		}
	}
	o.mean, o.variance = append(o.mean, mean), append(o.variance, variance)
	return z
}

func slowReLU(x planes) planes {
	y := newPlanes(len(x), len(x[0]), len(x[0][0]))
	for s := range x {
		for c := range x[s] {
			for i, v := range x[s][c] {
				y[s][c][i] = math.Max(v, 0)
			}
		}
	}
	return y
}

func (o *slowTower) forward(in planes) planes {
	t := o.t
	cells := t.In.Height * t.In.Width
	o.ins, o.ys, o.mean, o.variance, o.xs = nil, nil, nil, nil, nil
	x := o.convBN(0, in)
	o.xs = append(o.xs, x)
	for b := range t.Blocks {
		h := newPlanes(len(in), t.Width+2*t.Pooled, cells)
		for s := range x {
			for c := range t.Width {
				copy(h[s][c], x[s][c])
			}
			for c := range t.Pooled {
				most, mean := math.Inf(-1), 0.0
				for _, v := range x[s][c] {
					most = math.Max(most, v)
					mean += v / float64(cells)
				}
				for i := range cells {
					h[s][t.Width+c][i], h[s][t.Width+t.Pooled+c][i] = most, mean
				}
			}
		}
		h = slowReLU(h)
		for j := range t.Convs {
			if j > 0 {
				h = slowReLU(h)
			}
			h = o.convBN(1+b*t.Convs+j, h)
		}
		next := newPlanes(len(in), t.Width, cells)
		for s := range x {
			for c := range x[s] {
				for i := range x[s][c] {
					next[s][c][i] = x[s][c][i] + h[s][c][i]
				}
			}
		}
		x = next
		o.xs = append(o.xs, x)
	}
	return slowReLU(x)
}

// backConvBN gives the gradient of a convolution's input from that of its batch norm's
// output, and adds the parameters' to dw.
func (o *slowTower) backConvBN(i int, dz planes, dw [][]float64) planes {
	t, y, x := o.t, o.ys[i], o.ins[i]
	cells := t.In.Height * t.In.Width
	n := float64(len(y) * cells)
	dy := newPlanes(len(y), t.Width, cells)
	for c := range t.Width {
		inv := 1 / math.Sqrt(o.variance[i][c]+arch.Epsilon)
		var sum, dot float64
		for s := range y {
			for k := range cells {
				hat := (y[s][c][k] - o.mean[i][c]) * inv
				sum += dz[s][c][k]
				dot += dz[s][c][k] * hat
			}
		}
		dw[5*i+1][c] += dot
		dw[5*i+2][c] += sum
		for s := range y {
			for k := range cells {
				hat := (y[s][c][k] - o.mean[i][c]) * inv
				dy[s][c][k] = o.w[5*i+1][c] * inv * (dz[s][c][k] - sum/n - hat*dot/n)
			}
		}
	}
	dx := newPlanes(len(x), len(x[0]), cells)
	for s := range x {
		slowTaps(t.In.Height, t.In.Width, t.Kernel, t.Width, len(x[s]), func(out, in, cell, from, at int) {
			dx[s][in][from] += dy[s][out][cell] * o.w[5*i][at]
			dw[5*i][at] += dy[s][out][cell] * x[s][in][from]
		})
	}
	return dx
}

// backward gives the gradients of parameters and input.
func (o *slowTower) backward(dOut planes) (dw [][]float64, dIn planes) {
	t := o.t
	cells := t.In.Height * t.In.Width
	for i := range o.w {
		dw = append(dw, make([]float64, len(o.w[i])))
	}
	dx := gate(dOut, o.xs[t.Blocks])
	for b := t.Blocks - 1; b >= 0; b-- {
		dh := dx
		for j := t.Convs - 1; j >= 0; j-- {
			i := 1 + b*t.Convs + j
			dh = gate(o.backConvBN(i, dh, dw), o.ins[i]) // the input is a ReLU's output
		}
		x := o.xs[b]
		next := newPlanes(len(dx), t.Width, cells)
		for s := range dx {
			for c := range t.Width {
				for k := range cells {
					next[s][c][k] = dx[s][c][k] + dh[s][c][k]
				}
			}
			for c := range t.Pooled {
				most := 0
				for k := range cells {
					if x[s][c][k] > x[s][c][most] {
						most = k
					}
				}
				for k := range cells {
					next[s][c][most] += dh[s][t.Width+c][k]
					for to := range cells {
						next[s][c][to] += dh[s][t.Width+t.Pooled+c][k] / float64(cells)
					}
				}
			}
		}
		dx = next
	}
	return dw, o.backConvBN(0, dx, dw)
}

// gate keeps d where x > 0.
func gate(d, x planes) planes {
	y := newPlanes(len(d), len(d[0]), len(d[0][0]))
	for s := range d {
		for c := range d[s] {
			for i := range d[s][c] {
				if x[s][c][i] > 0 {
					y[s][c][i] = d[s][c][i]
				}
			}
		}
	}
	return y
}
