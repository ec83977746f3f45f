package train

import (
	"fmt"
	"hash"
	"math"
	"slices"
	"testing"

	"ludens/nets/arch"

	"github.com/chewxy/hm"
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// native is a net built of gorgonia's own layers in float64 (Conv2d, BatchNorm,
// Rectify, Mul and so on), the oracle of ours. It is the same arch.Net read by other
// code all through: no operation, loss or gradient is shared.
type native struct {
	t      testing.TB
	g      *gorgonia.ExprGraph
	n      int
	nodes  []*gorgonia.Node // per layer, (n, channels, height, width)
	params []*gorgonia.Node // per parameter; statistics nil
}

func (o *native) must(n *gorgonia.Node, err error) *gorgonia.Node {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
	return n
}

// tensor makes an input of the graph.
func (o *native) tensor(name string, data []float64, shape ...int) *gorgonia.Node {
	t := tensor.New(tensor.WithShape(shape...), tensor.WithBacking(slices.Clone(data)))
	return gorgonia.NewTensor(o.g, tensor.Float64, len(shape), gorgonia.WithShape(shape...), gorgonia.WithName(name), gorgonia.WithValue(t))
}

func (o *native) zeros(name string, shape ...int) *gorgonia.Node {
	return o.tensor(name, make([]float64, tensor.Shape(shape).TotalSize()), shape...)
}

func widen(x []float32) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = float64(v)
	}
	return y
}

// shapeOf is the shape that gorgonia wants of parameter k of a layer.
func shapeOf(op arch.Op, k int, p *arch.Param) []int {
	perChannel := []int{1, p.Size(), 1, 1}
	switch {
	case op == arch.OpTower && k%5 == 0, op == arch.OpConv && k == 0, op == arch.OpDense && k == 0:
		return p.Shape
	case op == arch.OpNodes && k == 0:
		return []int{p.Shape[0], p.Shape[1], 1, 1}
	case op == arch.OpDense:
		return []int{1, p.Size()}
	}
	return perChannel
}

func newNative(t testing.TB, net *arch.Net, links *arch.Links, w arch.Weights, b *Batch) *native {
	o := &native{t: t, g: gorgonia.NewGraph(), n: b.N, params: make([]*gorgonia.Node, len(net.Params))}
	for i := range net.Layers {
		l := &net.Layers[i]
		var p []*gorgonia.Node
		for k, id := range l.Params {
			if q := &net.Params[id]; !q.Running {
				o.params[id] = o.tensor(q.Name, widen(w[id]), shapeOf(l.Op, k, q)...)
			}
			p = append(p, o.params[id])
		}
		if l.Op == arch.OpInput {
			o.nodes = append(o.nodes, o.tensor("input", widen(b.Inputs), b.N, l.Out.Channels, l.Out.Height, l.Out.Width))
			continue
		}
		o.nodes = append(o.nodes, o.layer(i, l, p, links))
	}
	return o
}

// shape is x in another shape, as a copy. gorgonia's Reshape gives a view, and it adds
// in place to what is not read any more without knowing that views share memory: the
// logits below would turn into masked logits, and gradients of the graph net wrong.
func (o *native) shape(x *gorgonia.Node, shape ...int) *gorgonia.Node {
	return o.must(gorgonia.ApplyOp(&reshape{from: x.Shape(), to: shape}, x))
}

// reshape is the operation that shape adds.
type reshape struct{ from, to tensor.Shape }

func (r *reshape) Arity() int { return 1 }

func (r *reshape) Type() hm.Type {
	return hm.NewFnType(gorgonia.TensorType{Dims: len(r.from), Of: tensor.Float64}, gorgonia.TensorType{Dims: len(r.to), Of: tensor.Float64})
}

func (r *reshape) InferShape(...gorgonia.DimSizer) (tensor.Shape, error) { return r.to.Clone(), nil }
func (r *reshape) ReturnsPtr() bool                                      { return true }
func (r *reshape) CallsExtern() bool                                     { return false }
func (r *reshape) OverwritesInput() int                                  { return -1 }
func (r *reshape) WriteHash(h hash.Hash)                                 { fmt.Fprintf(h, "copy %v as %v", r.from, r.to) }
func (r *reshape) Hashcode() uint32                                      { return hashcode(r) }
func (r *reshape) String() string                                        { return "reshape" }
func (r *reshape) DiffWRT(int) []bool                                    { return []bool{true} }

func (r *reshape) Do(v ...gorgonia.Value) (gorgonia.Value, error) {
	c := v[0].(*tensor.Dense).Materialize().(*tensor.Dense).Clone().(*tensor.Dense)
	return c, c.Reshape(r.to...)
}

func (r *reshape) SymDiff(_ gorgonia.Nodes, _, grad *gorgonia.Node) (gorgonia.Nodes, error) {
	n, err := gorgonia.ApplyOp(&reshape{from: r.to, to: r.from}, grad)
	return gorgonia.Nodes{n}, err
}

func (o *native) conv(x, w *gorgonia.Node, k int) *gorgonia.Node {
	return o.must(gorgonia.Conv2d(x, w, tensor.Shape{k, k}, []int{k / 2, k / 2}, []int{1, 1}, []int{1, 1}))
}

func (o *native) perChannel(x, b *gorgonia.Node) *gorgonia.Node {
	return o.must(gorgonia.BroadcastAdd(x, b, nil, []byte{0, 2, 3}))
}

// norm is BatchNorm. On (n, channels, nodes, 1) its gradients of scale and shift are
// wrong (finite differences say so; 9×9 or 1×1 boards are right), so that the nodes
// are laid out in two columns for it.
func (o *native) norm(x, scale, shift *gorgonia.Node) *gorgonia.Node {
	s := x.Shape()
	if s[3] == 1 && s[2]%2 == 0 {
		return o.shape(o.norm(o.shape(x, s[0], s[1], s[2]/2, 2), scale, shift), s...)
	}
	y, _, _, _, err := gorgonia.BatchNorm(x, scale, shift, 0.1, arch.Epsilon)
	return o.must(y, err)
}

// rows is x as (n·channels, cells): reductions over the last of three axes are not
// all right in gorgonia, over the last of two they are.
func (o *native) rows(x *gorgonia.Node) (*gorgonia.Node, tensor.Shape) {
	s := x.Shape()
	return o.shape(x, s[0]*s[1], s[2]*s[3]), s
}

func (o *native) largest(x *gorgonia.Node) *gorgonia.Node {
	r, s := o.rows(x)
	return o.shape(o.must(gorgonia.Max(r, 1)), s[0], s[1], 1, 1)
}

func (o *native) mean(x *gorgonia.Node) *gorgonia.Node {
	r, s := o.rows(x)
	return o.shape(o.must(gorgonia.Mean(r, 1)), s[0], s[1], 1, 1)
}

func (o *native) layer(i int, l *arch.Layer, p []*gorgonia.Node, links *arch.Links) *gorgonia.Node {
	x := o.nodes[l.In[0]]
	in := x.Shape()
	switch l.Op {
	case arch.OpTower:
		return o.tower(l.Tower, x, p)
	case arch.OpConv:
		return o.perChannel(o.conv(x, p[0], l.Kernel), p[1])
	case arch.OpNodes:
		return o.perChannel(o.conv(x, p[0], 1), p[1])
	case arch.OpDense:
		y := o.must(gorgonia.Mul(o.shape(x, in[0], in[1]*in[2]*in[3]), o.must(gorgonia.Transpose(p[0], 1, 0))))
		y = o.must(gorgonia.BroadcastAdd(y, p[1], nil, []byte{0}))
		return o.shape(y, o.n, l.Out.Channels, 1, 1)
	case arch.OpBatchNorm:
		return o.norm(x, p[0], p[1])
	case arch.OpLayerNorm:
		return o.layerNorm(i, x, p[0], p[1])
	case arch.OpReLU:
		return o.must(gorgonia.Rectify(x))
	case arch.OpAggregate:
		return o.aggregate(i, x, p[0], links)
	case arch.OpConcat:
		var parts gorgonia.Nodes
		for _, k := range l.In {
			parts = append(parts, o.nodes[k])
		}
		return o.must(gorgonia.Concat(1, parts...))
	case arch.OpPool:
		return o.must(gorgonia.Concat(1, o.largest(x), o.mean(x)))
	case arch.OpMean:
		return o.mean(x)
	case arch.OpCut:
		y := o.must(gorgonia.Slice(o.shape(x, in[0]*in[1], in[2]), nil, gorgonia.S(0, in[2]-1)))
		return o.shape(y, in[0], in[1], in[2]-1, 1)
	}
	o.t.Fatalf("no %v of gorgonia's", l.Op)
	return nil
}

func (o *native) tower(t *arch.Tower, x *gorgonia.Node, p []*gorgonia.Node) *gorgonia.Node {
	unit := func(i int, x *gorgonia.Node) *gorgonia.Node {
		return o.norm(o.conv(x, p[5*i], t.Kernel), p[5*i+1], p[5*i+2])
	}
	x = unit(0, x)
	for blk := range t.Blocks {
		h := x
		if t.Pooled > 0 {
			s := x.Shape()
			// The first channels by a product with a choice of them: gorgonia's Slice of a
			// four-dimensional tensor would do, but its gradient is one more thing to trust.
			choice := make([]float64, t.Pooled*s[1])
			for c := range t.Pooled {
				choice[c*s[1]+c] = 1
			}
			some := o.conv(x, o.tensor(fmt.Sprintf("choice %d", blk), choice, t.Pooled, s[1], 1, 1), 1)
			spread := func(name string, y *gorgonia.Node) *gorgonia.Node {
				return o.must(gorgonia.BroadcastAdd(o.zeros(fmt.Sprintf("%s %d", name, blk), s[0], t.Pooled, s[2], s[3]), y, nil, []byte{2, 3}))
			}
			h = o.must(gorgonia.Concat(1, x, spread("max", o.largest(some)), spread("mean", o.mean(some))))
		}
		for k := range t.Convs {
			h = unit(1+blk*t.Convs+k, o.must(gorgonia.Rectify(h)))
		}
		x = o.must(gorgonia.Add(x, h))
	}
	return o.must(gorgonia.Rectify(x))
}

// channelsLast is x as (n·cells, channels), and the way back.
func (o *native) channelsLast(x *gorgonia.Node) (*gorgonia.Node, func(*gorgonia.Node) *gorgonia.Node) {
	s := x.Shape()
	y := o.shape(o.must(gorgonia.Transpose(x, 0, 2, 3, 1)), s[0]*s[2]*s[3], s[1])
	return y, func(y *gorgonia.Node) *gorgonia.Node {
		return o.must(gorgonia.Transpose(o.shape(y, s[0], s[2], s[3], s[1]), 0, 3, 1, 2))
	}
}

func (o *native) layerNorm(i int, x, scale, shift *gorgonia.Node) *gorgonia.Node {
	y, back := o.channelsLast(x)
	rows, width := y.Shape()[0], y.Shape()[1]
	column := func(v *gorgonia.Node) *gorgonia.Node { return o.shape(v, rows, 1) }
	mean := column(o.must(gorgonia.Mean(y, 1)))
	d := o.must(gorgonia.BroadcastSub(y, mean, nil, []byte{1}))
	variance := column(o.must(gorgonia.Mean(o.must(gorgonia.Square(d)), 1)))
	epsilon := make([]float64, rows)
	for k := range epsilon {
		epsilon[k] = arch.Epsilon
	}
	root := o.must(gorgonia.Sqrt(o.must(gorgonia.Add(variance, o.tensor(fmt.Sprintf("epsilon %d", i), epsilon, rows, 1)))))
	h := o.must(gorgonia.BroadcastHadamardDiv(d, root, nil, []byte{1}))
	h = o.must(gorgonia.BroadcastHadamardProd(h, o.shape(scale, 1, width), nil, []byte{0}))
	return back(o.must(gorgonia.BroadcastAdd(h, o.shape(shift, 1, width), nil, []byte{0})))
}

func (o *native) aggregate(i int, x, epsilon *gorgonia.Node, links *arch.Links) *gorgonia.Node {
	s, n := x.Shape(), links.Nodes()
	transposed := make([]float64, n*n)
	for v := range n {
		for _, u := range links.To[links.From[v]:links.From[v+1]] {
			transposed[int(u)*n+v]++
		}
		transposed[v*n+v]++
	}
	r := o.shape(x, s[0]*s[1], n)
	y := o.must(gorgonia.Mul(r, o.tensor(fmt.Sprintf("links %d", i), transposed, n, n)))
	self := o.must(gorgonia.BroadcastHadamardProd(r, o.shape(epsilon, 1, 1), nil, []byte{0, 1}))
	return o.shape(o.must(gorgonia.Add(y, self)), s...)
}

// loss is what Learner says it minimises.
func (o *native) loss(net *arch.Net, b *Batch, valueWeight float64) *gorgonia.Node {
	size, values := net.Spec.Logits(), net.Spec.Values
	logits := o.shape(o.nodes[net.Policy], o.n, size)
	var total *gorgonia.Node
	for g := uint8(1); g <= slices.Max(b.Groups); g++ {
		mask, target := make([]float64, len(b.Groups)), make([]float64, len(b.Groups))
		for i, h := range b.Groups {
			if h == g {
				target[i] = -float64(b.Targets[i]) * float64(b.Weights[i/size]) / float64(o.n)
			} else {
				mask[i] = -1e9
			}
		}
		x := o.must(gorgonia.Add(logits, o.tensor(fmt.Sprintf("mask %d", g), mask, o.n, size)))
		x = o.must(gorgonia.LogSoftMax(x, 1))
		x = o.must(gorgonia.Sum(o.must(gorgonia.HadamardProd(x, o.tensor(fmt.Sprintf("target %d", g), target, o.n, size)))))
		if total != nil {
			x = o.must(gorgonia.Add(total, x))
		}
		total = x
	}
	v := o.shape(o.nodes[net.Value], o.n, values)
	each := o.must(gorgonia.Sub(o.must(gorgonia.Softplus(v)), o.must(gorgonia.HadamardProd(v, o.tensor("values", widen(b.Values), o.n, values)))))
	mean := o.must(gorgonia.Mul(o.must(gorgonia.Sum(each)), gorgonia.NewConstant(valueWeight/float64(o.n*values))))
	return o.must(gorgonia.Add(total, mean))
}

// near compares with tolerance relative to the largest number.
func near(t *testing.T, what string, got []float32, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d numbers, want %d", what, len(got), len(want))
		return
	}
	largest, worst, at := 0.0, 0.0, 0
	for i := range want {
		largest = max(largest, math.Abs(want[i]))
		if d := math.Abs(float64(got[i]) - want[i]); d > worst || math.IsNaN(d) {
			worst, at = d, i
		}
	}
	// What is zero but for rounding (the bias in front of a batch norm) is as good.
	if !(worst <= tolerance*max(largest, 5e-2)) {
		t.Errorf("%s: number %d is %v, want %v; the largest is %v", what, at, got[at], want[at], largest)
	}
}

// TestNative holds whole nets, outputs and all gradients, against gorgonia's layers.
func TestNative(t *testing.T) {
	for name, s := range specs() {
		net := s.Layers()
		links := linksOf(t, &s)
		w := net.NewWeights(draw(3))
		rng := draw(4)
		for i := range w { // nothing at a special place: scales of 0 would hide much
			for k := range w[i] {
				if !net.Params[i].Running {
					w[i][k] += 0.3 * float32(rng.NormFloat64())
				}
			}
		}
		b := newBatch(&s, 6, draw(5))
		o := newNative(t, net, links, w, b)
		total := o.loss(net, b, 1.5)
		var wrt gorgonia.Nodes
		for _, p := range o.params {
			if p != nil {
				wrt = append(wrt, p)
			}
		}
		grads, err := gorgonia.Grad(total, wrt...)
		if err != nil {
			t.Fatal(err)
		}
		// Read copies: what a node is bound to may have been overwritten by an operation
		// in place since.
		outputs := make(map[int]*gorgonia.Value)
		for _, at := range []int{net.Policy, net.Value} {
			outputs[at] = new(gorgonia.Value)
			gorgonia.Read(o.nodes[at], outputs[at])
		}
		reads := make([]gorgonia.Value, len(grads))
		for i := range grads {
			gorgonia.Read(grads[i], &reads[i])
		}
		vm := gorgonia.NewTapeMachine(o.g)
		if err := vm.RunAll(); err != nil {
			t.Fatal(name, err)
		}
		for _, level := range single() {
			for _, workers := range []int{1, 3} {
				t.Run(fmt.Sprintf("%s/%v/%d", name, level, workers), func(t *testing.T) {
					l, err := New(net, links, w, Options{Batch: 6, Workers: workers, Level: &level})
					if err != nil {
						t.Fatal(err)
					}
					defer l.Close()
					losses, err := l.run(b)
					if err != nil {
						t.Fatal(err)
					}
					near(t, "total", []float32{float32(losses.Total)}, []float64{total.Value().Data().(float64)}, 1e-6)
					// values[i] is the output of layer i; the input has none among layers.
					for _, at := range []int{net.Policy, net.Value} {
						near(t, fmt.Sprintf("output of layer %d", at), l.program.layers[at-1].out, data64(t, *outputs[at]), 2e-6)
					}
					for i, p := range l.program.params {
						v, err := p.Grad()
						if err != nil {
							t.Fatal(err)
						}
						got, err := numbers(v)
						if err != nil {
							t.Fatal(err)
						}
						near(t, "gradient of "+p.Name(), got, data64(t, reads[i]), 4e-6)
					}
				})
			}
		}
		if err := vm.Close(); err != nil {
			t.Error(err)
		}
	}
}

// data64 are the numbers of a value in order, whatever its strides.
func data64(t *testing.T, v gorgonia.Value) []float64 {
	d, ok := v.(*tensor.Dense)
	if !ok {
		return []float64{v.Data().(float64)}
	}
	if d.IsScalar() {
		return []float64{d.ScalarValue().(float64)}
	}
	c := d.Clone().(*tensor.Dense)
	if c.RequiresIterator() || !c.DataOrder().IsContiguous() {
		c = d.Materialize().(*tensor.Dense)
	}
	return c.Float64s()
}
