// Package reference runs a net slowly and obviously: every operation of nets/arch
// in float64, written as its definition says, without fusing, folding or packing. It
// is the oracle that nets/infer and nets/train are tested against.
//
// The promise: inference only (batch norm uses the running statistics), samples are
// computed one by one, nothing is kept between calls. It checks nothing: a net that
// does not validate, weights that do not fit (arch.Net.Check) or links of another
// graph panic. No program imports it, only tests do; its neighbour is nets/arch, whose
// Layers it interprets.
package reference

import (
	"math"

	"ludens/nets/arch"
)

// tensor is one sample of a layer.
type tensor struct {
	shape arch.Shape
	x     []float64
}

func newTensor(s arch.Shape) tensor { return tensor{s, make([]float64, s.Size())} }

// at is channel c at row y and column x, 0 outside the board.
func (t tensor) at(c, y, x int) float64 {
	if y < 0 || x < 0 || y >= t.shape.Height || x >= t.shape.Width {
		return 0
	}
	return t.x[t.index(c, y*t.shape.Width+x)]
}

func (t tensor) index(c, cell int) int { return c*t.shape.Cells() + cell }

// Run computes n samples. in has n × In.Size numbers; policy gets n × Logits logits,
// values n × Values numbers after the sigmoid. links may be nil unless the net
// aggregates over a graph.
func Run(net *arch.Net, links *arch.Links, w arch.Weights, n int, in []float32) (policy, values []float64) {
	size := net.Spec.In.Size()
	for i := range n {
		all := Layers(net, links, w, in[i*size:(i+1)*size])
		policy = append(policy, all[net.Policy]...)
		for _, x := range all[net.Value] {
			values = append(values, 1/(1+math.Exp(-x)))
		}
	}
	return policy, values
}

// Layers computes one sample and gives what every layer made of it, by layer.
func Layers(net *arch.Net, links *arch.Links, w arch.Weights, in []float32) [][]float64 {
	done := make([]tensor, len(net.Layers))
	out := make([][]float64, len(net.Layers))
	for i := range net.Layers {
		l := &net.Layers[i]
		var args []tensor
		for _, j := range l.In {
			args = append(args, done[j])
		}
		var p [][]float64
		for _, j := range l.Params {
			p = append(p, wide(w[j]))
		}
		if l.Op == arch.OpInput {
			done[i] = tensor{l.Out, wide(in)}
		} else {
			done[i] = apply(l, links, args, p)
		}
		out[i] = done[i].x
	}
	return out
}

func wide(x []float32) []float64 {
	out := make([]float64, len(x))
	for i := range x {
		out[i] = float64(x[i])
	}
	return out
}

// apply is one layer on one sample.
func apply(l *arch.Layer, links *arch.Links, args []tensor, p [][]float64) tensor {
	a := args[0]
	switch l.Op {
	case arch.OpTower:
		return tower(l.Tower, a, p)
	case arch.OpConv:
		return conv(a, l.Out.Channels, l.Kernel, p[0], p[1])
	case arch.OpDense:
		return dense(a, l.Out, p[0], p[1])
	case arch.OpNodes:
		return conv(a, l.Out.Channels, 1, p[0], p[1])
	case arch.OpBatchNorm:
		return batchNorm(a, p)
	case arch.OpLayerNorm:
		return layerNorm(a, p[0], p[1])
	case arch.OpReLU:
		return relu(a)
	case arch.OpAggregate:
		return aggregate(a, links, p[0][0])
	case arch.OpConcat:
		return concat(l.Out, args)
	case arch.OpPool:
		return tensor{l.Out, append(maxima(a), means(a)...)}
	case arch.OpMean:
		return tensor{l.Out, means(a)}
	case arch.OpCut:
		return cut(a, l.Out)
	}
	panic("reference: no such operation: " + l.Op.String())
}

// tower follows the formula at arch.Tower.
func tower(t *arch.Tower, in tensor, p [][]float64) tensor {
	step := func(i int, a tensor) tensor {
		q := p[5*i : 5*i+5]
		return batchNorm(conv(a, t.Width, t.Kernel, q[0], make([]float64, t.Width)), q[1:])
	}
	x := step(0, in)
	next := 1
	for range t.Blocks {
		h := relu(pooled(x, t.Pooled))
		for k := range t.Convs {
			if k > 0 {
				h = relu(h)
			}
			h = step(next, h)
			next++
		}
		sum := newTensor(x.shape)
		for i := range sum.x {
			sum.x[i] = x.x[i] + h.x[i]
		}
		x = sum
	}
	return relu(x)
}

// pooled appends a plane filled with its maximum for each of the first n channels,
// then a plane filled with its mean for each.
func pooled(a tensor, n int) tensor {
	s := a.shape
	s.Channels += 2 * n
	out := newTensor(s)
	copy(out.x, a.x)
	most, mean := maxima(a), means(a)
	for c := range n {
		for cell := range s.Cells() {
			out.x[out.index(a.shape.Channels+c, cell)] = most[c]
			out.x[out.index(a.shape.Channels+n+c, cell)] = mean[c]
		}
	}
	return out
}

func conv(a tensor, channels, k int, weight, bias []float64) tensor {
	s := a.shape
	s.Channels = channels
	out := newTensor(s)
	for o := range channels {
		for y := range s.Height {
			for x := range s.Width {
				sum := bias[o]
				for c := range a.shape.Channels {
					for dy := range k {
						for dx := range k {
							sum += weight[((o*a.shape.Channels+c)*k+dy)*k+dx] * a.at(c, y+dy-k/2, x+dx-k/2)
						}
					}
				}
				out.x[out.index(o, y*s.Width+x)] = sum
			}
		}
	}
	return out
}

func dense(a tensor, s arch.Shape, weight, bias []float64) tensor {
	out := newTensor(s)
	for o := range out.x {
		sum := bias[o]
		for i, x := range a.x {
			sum += weight[o*len(a.x)+i] * x
		}
		out.x[o] = sum
	}
	return out
}

// batchNorm has scale, shift, running mean and running variance in p.
func batchNorm(a tensor, p [][]float64) tensor {
	out := newTensor(a.shape)
	for c := range a.shape.Channels {
		root := math.Sqrt(p[3][c] + arch.Epsilon)
		for cell := range a.shape.Cells() {
			i := a.index(c, cell)
			out.x[i] = (a.x[i]-p[2][c])/root*p[0][c] + p[1][c]
		}
	}
	return out
}

// layerNorm divides by the root of the population's variance of the cell's channels.
func layerNorm(a tensor, scale, shift []float64) tensor {
	out := newTensor(a.shape)
	n := float64(a.shape.Channels)
	for cell := range a.shape.Cells() {
		mean, variance := 0.0, 0.0
		for c := range a.shape.Channels {
			mean += a.x[a.index(c, cell)] / n
		}
		for c := range a.shape.Channels {
			d := a.x[a.index(c, cell)] - mean
			variance += d * d / n
		}
		for c := range a.shape.Channels {
			i := a.index(c, cell)
			out.x[i] = (a.x[i]-mean)/math.Sqrt(variance+arch.Epsilon)*scale[c] + shift[c]
		}
	}
	return out
}

func relu(a tensor) tensor {
	out := newTensor(a.shape)
	for i, x := range a.x {
		out.x[i] = max(x, 0)
	}
	return out
}

func aggregate(a tensor, links *arch.Links, epsilon float64) tensor {
	out := newTensor(a.shape)
	for c := range a.shape.Channels {
		for node := range a.shape.Cells() {
			sum := (1 + epsilon) * a.x[a.index(c, node)]
			for _, from := range links.To[links.From[node]:links.From[node+1]] {
				sum += a.x[a.index(c, int(from))]
			}
			out.x[out.index(c, node)] = sum
		}
	}
	return out
}

func concat(s arch.Shape, args []tensor) tensor {
	out := tensor{shape: s}
	for _, a := range args {
		out.x = append(out.x, a.x...)
	}
	return out
}

func maxima(a tensor) []float64 {
	out := make([]float64, a.shape.Channels)
	for c := range out {
		out[c] = math.Inf(-1)
		for cell := range a.shape.Cells() {
			out[c] = max(out[c], a.x[a.index(c, cell)])
		}
	}
	return out
}

func means(a tensor) []float64 {
	out := make([]float64, a.shape.Channels)
	for c := range out {
		for cell := range a.shape.Cells() {
			out[c] += a.x[a.index(c, cell)] / float64(a.shape.Cells())
		}
	}
	return out
}

func cut(a tensor, s arch.Shape) tensor {
	out := newTensor(s)
	for c := range s.Channels {
		for cell := range s.Cells() {
			out.x[out.index(c, cell)] = a.x[a.index(c, cell)]
		}
	}
	return out
}
