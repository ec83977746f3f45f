package arch

import "fmt"

// Op is what a layer does.
type Op uint8

// The operations. P0, P1… are the layer's parameters in order.
const (
	// OpInput is the net's input, always layer 0.
	OpInput Op = iota
	// OpTower is the trunk of a residual net, one operation so that back ends can
	// fuse it; see Tower for its parameters.
	OpTower
	// OpConv is a convolution with zero padding. P0 weights (out, in, k, k), P1 bias (out).
	OpConv
	// OpDense is a fully connected layer on whole samples: P0 weights (out, in), P1
	// bias (out); in is the size of the sample, in its order.
	OpDense
	// OpNodes is a fully connected layer on every cell (node) for itself: P0 (out, in),
	// P1 bias (out); channels in to channels out. The same as a convolution with k = 1.
	OpNodes
	// OpBatchNorm normalises every channel over batch and cells: P0 scale, P1 shift, P2
	// running mean, P3 running variance (of the samples, not of the population).
	OpBatchNorm
	// OpLayerNorm normalises the channels of every cell: P0 scale, P1 shift.
	OpLayerNorm
	// OpReLU is max(x, 0).
	OpReLU
	// OpAggregate is GIN's neighbourhood sum, (1+ε)·x + Σ of the neighbours: P0 ε (1).
	OpAggregate
	// OpConcat puts the channels of its inputs one after the other.
	OpConcat
	// OpPool gives, per channel, the maximum over the cells, then, per channel, the mean.
	OpPool
	// OpMean gives the mean of every channel over the cells.
	OpMean
	// OpCut leaves out the last cell (the dummy node of a graph).
	OpCut
)

var opNames = [...]string{"input", "tower", "conv", "dense", "nodes", "batchnorm", "layernorm", "relu", "aggregate", "concat", "pool", "mean", "cut"}

func (o Op) String() string {
	if int(o) < len(opNames) {
		return opNames[o]
	}
	return fmt.Sprintf("op %d", o)
}

// Layer is one operation.
type Layer struct {
	Op     Op
	In     []int // layers
	Out    Shape
	Params []int // of Spec.Params
	Tower  *Tower
	Kernel int // OpConv
}

// Net is a Spec unrolled.
type Net struct {
	Spec   Spec
	Layers []Layer
	Params []Param
	Policy int // layer of the logits
	Value  int // layer of the values before the sigmoid: a value is 1/(1+exp(-x)), 0…1
}

// Epsilon is added to variances before roots are taken.
const Epsilon = 1e-5

// Param is one parameter tensor.
type Param struct {
	Name  string
	Shape []int
	Init  Init
	Fan   int // inputs of a unit, for Init
	// Running says that it is a statistic, not trained.
	Running bool
	// Decay says that weight decay applies.
	Decay bool
}

// Size is the number of values.
func (p *Param) Size() int {
	n := 1
	for _, d := range p.Shape {
		n *= d
	}
	return n
}

// variance says that it is a running variance: the statistics that begin at 1.
func (p *Param) variance() bool { return p.Running && p.Init == Ones }

// Init is how a parameter begins.
type Init uint8

// The ways to begin.
const (
	Zeros   Init = iota
	Ones         // 1
	Kaiming      // normal, variance 2/Fan (He et al. 2015), for layers followed by ReLU
	Small        // normal, standard deviation 0.01: for the outputs
)

// Tower is the trunk of a residual net with pre-activation (x is the block's input):
//
//	x0 = BN(conv(input))                                              stem
//	h  = ReLU(concat(x, max and mean of the first Pooled channels))   block
//	h  = BN(conv(h)); h = ReLU(h), BN(conv(h)) … Convs times in all
//	x  = x + h
//	out = ReLU(x)                                                     after the last block
//
// Pooled channels: for c < Pooled, plane Width+c is filled with the maximum of
// channel c over the board, plane Width+Pooled+c with its mean; of x, before ReLU
// (Polygames, ResConvConvLogitPoolModelV2; spec/engines.md 4.3).
//
// Convolutions have no bias. Parameters, in order: for the stem and then every
// convolution, weights (out, in, k, k), scale, shift, running mean, running
// variance (out each). Conv i has its five from 5·i.
type Tower struct {
	In     Shape
	Width  int
	Blocks int
	Convs  int
	Kernel int
	Pooled int
}

// Depth is the number of convolutions, the stem included.
func (t *Tower) Depth() int { return 1 + t.Blocks*t.Convs }

// Inputs is the number of input channels of a convolution.
func (t *Tower) Inputs(conv int) int {
	switch {
	case conv == 0:
		return t.In.Channels
	case (conv-1)%t.Convs == 0:
		return t.Width + 2*t.Pooled
	}
	return t.Width
}

// Layers unrolls a valid Spec.
func (s *Spec) Layers() *Net {
	b := builder{n: &Net{Spec: *s}}
	in := b.add(Layer{Op: OpInput, Out: s.In})
	switch s.Kind {
	case Residual:
		b.residual(s, in)
	case Graph:
		b.graph(s, in)
	default:
		b.mlp(s, in)
	}
	return b.n
}

// Params lists the parameters of a Spec.
func (s *Spec) Params() []Param { return s.Layers().Params }

type builder struct{ n *Net }

func (b *builder) add(l Layer) int {
	b.n.Layers = append(b.n.Layers, l)
	return len(b.n.Layers) - 1
}

func (b *builder) out(layer int) Shape { return b.n.Layers[layer].Out }

// param declares a parameter and returns its number.
func (b *builder) param(name string, init Init, fan int, shape ...int) int {
	b.n.Params = append(b.n.Params, Param{Name: name, Shape: shape, Init: init, Fan: fan, Decay: init == Kaiming || init == Small})
	return len(b.n.Params) - 1
}

// norm declares the parameters of a batch norm.
func (b *builder) norm(name string, channels int, scale Init) []int {
	ids := []int{
		b.param(name+".scale", scale, 0, channels), b.param(name+".shift", Zeros, 0, channels),
		b.param(name+".mean", Zeros, 0, channels), b.param(name+".variance", Ones, 0, channels),
	}
	b.n.Params[ids[2]].Running, b.n.Params[ids[3]].Running = true, true
	return ids
}

func (b *builder) dense(name string, in, width int, init Init) int {
	n := b.out(in).Size()
	return b.add(Layer{
		Op: OpDense, In: []int{in}, Out: Shape{width, 1, 1},
		Params: []int{b.param(name+".weight", init, n, width, n), b.param(name+".bias", Zeros, 0, width)},
	})
}

func (b *builder) nodes(name string, in, width int, init Init) int {
	o := b.out(in)
	return b.add(Layer{
		Op: OpNodes, In: []int{in}, Out: Shape{width, o.Height, o.Width},
		Params: []int{b.param(name+".weight", init, o.Channels, width, o.Channels), b.param(name+".bias", Zeros, 0, width)},
	})
}

func (b *builder) batchNorm(name string, in int) int {
	return b.add(Layer{Op: OpBatchNorm, In: []int{in}, Out: b.out(in), Params: b.norm(name, b.out(in).Channels, Ones)})
}

func (b *builder) relu(in int) int { return b.add(Layer{Op: OpReLU, In: []int{in}, Out: b.out(in)}) }

func (b *builder) residual(s *Spec, in int) {
	t := &Tower{In: s.In, Width: s.Width, Blocks: s.Blocks, Convs: s.Convs, Kernel: s.Kernel, Pooled: s.Pooled}
	tower := Layer{Op: OpTower, In: []int{in}, Out: Shape{s.Width, s.In.Height, s.In.Width}, Tower: t}
	for i := range t.Depth() {
		name := fmt.Sprintf("tower.%d", i)
		fan := t.Inputs(i) * s.Kernel * s.Kernel
		tower.Params = append(tower.Params, b.param(name+".weight", Kaiming, fan, s.Width, t.Inputs(i), s.Kernel, s.Kernel))
		scale := Ones
		if i > 0 && (i-1)%s.Convs == s.Convs-1 {
			scale = Zeros // a block begins as the identity (Goyal et al. 2017, section 5.1)
		}
		tower.Params = append(tower.Params, b.norm(name, s.Width, scale)...)
	}
	h := b.add(tower)

	if s.Head == Planes {
		b.n.Policy = b.add(Layer{
			Op: OpConv, In: []int{h}, Out: Shape{s.Policy, s.In.Height, s.In.Width}, Kernel: s.Kernel,
			Params: []int{
				b.param("policy.weight", Small, s.Width*s.Kernel*s.Kernel, s.Policy, s.Width, s.Kernel, s.Kernel),
				b.param("policy.bias", Zeros, 0, s.Policy),
			},
		})
	} else {
		p := b.nodes("policy.squeeze", h, s.Squeeze, Kaiming)
		b.n.Policy = b.dense("policy", b.relu(b.batchNorm("policy.norm", p)), s.Policy, Small)
	}
	v := b.add(Layer{Op: OpPool, In: []int{h}, Out: Shape{2 * s.Width, 1, 1}})
	b.value(s, v)
}

// value is the value head on a list of numbers.
func (b *builder) value(s *Spec, in int) {
	b.n.Value = b.dense("value", b.relu(b.dense("value.hidden", in, s.Hidden, Kaiming)), s.Values, Small)
}

// graph is section 3.2 and appendix B.2 of the paper: GIN layers, each followed by
// layer norm and ReLU, their outputs concatenated, two fully connected layers
// with batch norm and ReLU, a head per node and a head over the mean of the nodes.
func (b *builder) graph(s *Spec, in int) {
	h := in
	var skips []int
	width := 0
	for i := range s.Blocks {
		name := fmt.Sprintf("gin.%d", i)
		a := b.add(Layer{Op: OpAggregate, In: []int{h}, Out: b.out(h), Params: []int{b.param(name+".epsilon", Zeros, 0, 1)}})
		h = b.relu(b.nodes(name+".first", a, s.Width, Kaiming))
		h = b.nodes(name+".second", h, s.Width, Kaiming)
		norm := Layer{Op: OpLayerNorm, In: []int{h}, Out: b.out(h), Params: []int{
			b.param(name+".scale", Ones, 0, s.Width), b.param(name+".shift", Zeros, 0, s.Width),
		}}
		h = b.relu(b.add(norm))
		skips = append(skips, h)
		width += s.Width
	}
	h = b.add(Layer{Op: OpConcat, In: skips, Out: Shape{width, s.In.Height, s.In.Width}})
	for i := range 2 {
		name := fmt.Sprintf("trunk.%d", i)
		h = b.relu(b.batchNorm(name, b.nodes(name, h, s.Width, Kaiming)))
	}
	p := b.nodes("policy", h, s.Policy, Small)
	b.n.Policy = b.add(Layer{Op: OpCut, In: []int{p}, Out: Shape{s.Policy, s.In.Height - 1, s.In.Width}})
	b.value(s, b.add(Layer{Op: OpMean, In: []int{h}, Out: Shape{s.Width, 1, 1}}))
}

func (b *builder) mlp(s *Spec, in int) {
	h := in
	for i := range s.Blocks {
		name := fmt.Sprintf("hidden.%d", i)
		h = b.relu(b.batchNorm(name, b.dense(name, h, s.Width, Kaiming)))
	}
	b.n.Policy = b.dense("policy", h, s.Policy, Small)
	b.value(s, h)
}
