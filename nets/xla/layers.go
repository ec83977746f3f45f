package xla

import (
	"fmt"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"

	"ludens/nets/arch"
)

// mostNodes is the largest graph of a graph net: its links are a matrix here.
const mostNodes = 2048

// statistic is what a batch norm saw of a mini-batch.
type statistic struct {
	mean, variance int   // of arch.Net.Params: where the running statistics are
	seen, unbiased *Node // (channels)
	count          int   // numbers per channel
}

// builder makes a net's graph. Values are (samples, channels, cells). What goes wrong
// panics, as is GoMLX's way, and is recovered by its Exec.
type builder struct {
	net    *arch.Net
	params []*Node
	links  *Node // (nodes, nodes): how often row hears from column; nil without
	half   bool  // convolutions and matrices in bfloat16
	train  bool  // batch norms with the statistics of the mini-batch
	stats  []statistic
}

// run builds the layers on inputs of (samples, numbers); logits are (samples, logits), values
// (samples, values) before the sigmoid.
func (b *builder) run(in *Node) (logits, values *Node) {
	n := in.Shape().Dimensions[0]
	done := make([]*Node, len(b.net.Layers))
	for i := range b.net.Layers {
		l := &b.net.Layers[i]
		if l.Op == arch.OpInput {
			done[i] = Reshape(in, n, l.Out.Channels, l.Out.Cells())
			continue
		}
		args := make([]*Node, len(l.In))
		for k, j := range l.In {
			args[k] = done[j]
		}
		done[i] = b.layer(l, args)
	}
	return Reshape(done[b.net.Policy], n, b.net.Spec.Logits()), Reshape(done[b.net.Value], n, b.net.Spec.Values)
}

func (b *builder) layer(l *arch.Layer, args []*Node) *Node {
	x := args[0]
	n := x.Shape().Dimensions[0]
	switch l.Op {
	case arch.OpTower:
		return b.tower(l, x)
	case arch.OpConv:
		return Add(b.conv(x, l.Out, b.params[l.Params[0]], l.Kernel), perChannel(b.params[l.Params[1]]))
	case arch.OpDense:
		flat := Reshape(x, n, x.Shape().Size()/n)
		y := b.product("ni,oi->no", flat, b.params[l.Params[0]])
		return Reshape(Add(y, Reshape(b.params[l.Params[1]], 1, l.Out.Channels)), n, l.Out.Channels, 1)
	case arch.OpNodes:
		return Add(b.product("nic,oi->noc", x, b.params[l.Params[0]]), perChannel(b.params[l.Params[1]]))
	case arch.OpBatchNorm:
		return b.batchNorm(x, l.Params)
	case arch.OpLayerNorm:
		d := Sub(x, keep(ReduceMean(x, 1), 1))
		root := Sqrt(AddScalar(keep(ReduceMean(Square(d), 1), 1), arch.Epsilon))
		return Add(Mul(Div(d, root), perChannel(b.params[l.Params[0]])), perChannel(b.params[l.Params[1]]))
	case arch.OpReLU:
		return relu(x)
	case arch.OpAggregate:
		own := Mul(x, Reshape(AddScalar(b.params[l.Params[0]], 1), 1, 1, 1))
		return Add(own, b.product("ncj,ij->nci", x, b.links))
	case arch.OpConcat:
		return Concatenate(args, 1)
	case arch.OpPool:
		return Reshape(Concatenate([]*Node{b.maxima(x), ReduceMean(x, 2)}, 1), n, l.Out.Channels, 1)
	case arch.OpMean:
		return Reshape(ReduceMean(x, 2), n, l.Out.Channels, 1)
	case arch.OpCut:
		return Slice(x, AxisRange(), AxisRange(), AxisRange(0, l.Out.Cells()))
	}
	panic(fmt.Errorf("xla: no such operation: %v", l.Op))
}

// tower follows the formula at arch.Tower.
func (b *builder) tower(l *arch.Layer, in *Node) *Node {
	t := l.Tower
	step := func(i int, x *Node) *Node {
		p := l.Params[5*i : 5*i+5]
		return b.batchNorm(b.conv(x, arch.Shape{Channels: t.Width, Height: t.In.Height, Width: t.In.Width}, b.params[p[0]], t.Kernel), p[1:])
	}
	x := step(0, in)
	for i := range t.Blocks {
		h := relu(b.pooled(x, t.Pooled))
		for k := range t.Convs {
			if k > 0 {
				h = relu(h)
			}
			h = step(1+i*t.Convs+k, h)
		}
		x = Add(x, h)
	}
	return relu(x)
}

// pooled appends a plane filled with its maximum for each of the first channels, then
// one filled with its mean for each.
func (b *builder) pooled(x *Node, channels int) *Node {
	if channels == 0 {
		return x
	}
	d := x.Shape().Dimensions
	first := Slice(x, AxisRange(), AxisRange(0, channels), AxisRange())
	fill := func(v *Node) *Node { return BroadcastToDims(keep(v, 2), d[0], channels, d[2]) }
	return Concatenate([]*Node{x, fill(b.maxima(first)), fill(ReduceMean(first, 2))}, 1)
}

// conv is a convolution with zero padding, without bias.
func (b *builder) conv(x *Node, out arch.Shape, weight *Node, kernel int) *Node {
	d := x.Shape().Dimensions
	x = Reshape(b.narrow(x), d[0], d[1], out.Height, out.Width)
	pad := kernel / 2
	y := Convolve(x, b.narrow(weight)).AxesConfig(ConvolveAxesConfig{
		InputBatch: 0, InputChannels: 1, InputSpatial: []int{2, 3},
		KernelOutputChannels: 0, KernelInputChannels: 1, KernelSpatial: []int{2, 3},
		OutputBatch: 0, OutputChannels: 1, OutputSpatial: []int{2, 3},
	}).PaddingPerDim([][2]int{{pad, pad}, {pad, pad}}).Done()
	return wide(Reshape(y, d[0], out.Channels, out.Cells()))
}

// product is a sum of products by Einstein's convention.
func (b *builder) product(equation string, x, y *Node) *Node {
	return wide(Einsum(equation, b.narrow(x), b.narrow(y)))
}

func (b *builder) narrow(x *Node) *Node {
	if b.half {
		return ConvertDType(x, dtypes.BFloat16)
	}
	return x
}

func wide(x *Node) *Node {
	if x.DType() != dtypes.Float32 {
		return ConvertDType(x, dtypes.Float32)
	}
	return x
}

// batchNorm has scale, shift, running mean and running variance in p.
func (b *builder) batchNorm(x *Node, p []int) *Node {
	mean, variance := b.params[p[2]], b.params[p[3]]
	if b.train {
		d := x.Shape().Dimensions
		count := d[0] * d[2]
		mean = ReduceMean(x, 0, 2)
		variance = ReduceMean(Square(Sub(x, perChannel(mean))), 0, 2)
		b.stats = append(b.stats, statistic{p[2], p[3], mean, MulScalar(variance, float64(count)/float64(max(1, count-1))), count})
	}
	unit := Div(Sub(x, perChannel(mean)), Sqrt(AddScalar(perChannel(variance), arch.Epsilon)))
	return Add(Mul(unit, perChannel(b.params[p[0]])), perChannel(b.params[p[1]]))
}

// perChannel lays out numbers of channels to be combined with a layer.
func perChannel(x *Node) *Node { return Reshape(x, 1, x.Shape().Size(), 1) }

// keep puts an axis back that was reduced.
func keep(x *Node, axis int) *Node { return ExpandAxes(x, axis) }

// relu has the gradient 0 at 0, as in nets/train.
func relu(x *Node) *Node { return Where(GreaterThan(x, ZerosLike(x)), x, ZerosLike(x)) }

// maxima are those over the cells. The gradient goes to the first of equal ones, as in
// nets/train; ReduceMax would give it to all of them, but is enough where none is asked for.
func (b *builder) maxima(x *Node) *Node {
	if !b.train {
		return ReduceMax(x, 2)
	}
	cells := x.Shape().Dimensions[2]
	at := Iota(x.Graph(), shapes.Make(dtypes.Int32, 1, 1, cells), 2)
	first := keep(ArgMax(x, 2), 2)
	mask := Equal(BroadcastToDims(first, x.Shape().Dimensions...), BroadcastToDims(at, x.Shape().Dimensions...))
	return ReduceSum(Where(mask, x, ZerosLike(x)), 2)
}
