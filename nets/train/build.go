package train

import (
	"errors"
	"fmt"

	"ludens/nets/arch"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// program is a net as a gorgonia graph with losses and gradients.
type program struct {
	graph  *gorgonia.ExprGraph
	inputs []float32 // the net's input
	params gorgonia.Nodes
	total  *gorgonia.Node
	policy *policyLoss[float32]
	value  *valueLoss[float32]
	labels *labels[float32]
	stats  []statistic
	// layers are the forward operations in the net's order with the memory that they
	// read, for a run without losses and gradients.
	layers []bound
}

// bound is a layer with its memory.
type bound struct {
	layer layer[float32]
	in    [][]float32
	out   []float32
}

// statistic is a batch norm: where its running statistics are and how to get those
// of the last mini-batch, the variance unbiased.
type statistic struct {
	mean, variance int // of arch.Net.Params
	count          int // numbers per channel in a mini-batch
	last           func() (mean, variance []float32)
}

type assembler struct {
	*program
	net     *arch.Net
	links   *arch.Links
	o       *Options
	w       arch.Weights
	salt    int
	nodes   []*gorgonia.Node // per layer
	values  [][]float32      // per layer
	learns  []bool           // per layer: some parameter reaches it
	weights []*gorgonia.Node // per parameter
}

// assemble builds the program. The memory of w becomes that of the parameters.
func assemble(net *arch.Net, links *arch.Links, w arch.Weights, o *Options) (*program, error) {
	// gorgonia merges nodes whose 32-bit hashes are the same (which is how SoftMax and
	// LogSoftMax of the same logits become one): other numbers, other hashes.
	for salt := range 8 {
		a := &assembler{net: net, links: links, o: o, w: w, salt: salt * 10_000}
		if err := a.assemble(); err != nil {
			return nil, err
		}
		if distinct(a.graph) {
			return a.program, nil
		}
	}
	return nil, errors.New("train: gorgonia cannot tell the nodes of this net apart")
}

// distinct reports whether no two nodes have the same hash.
func distinct(g *gorgonia.ExprGraph) bool {
	seen := map[uint32]bool{}
	for _, n := range g.AllNodes() {
		if seen[n.Hashcode()] {
			return false
		}
		seen[n.Hashcode()] = true
	}
	return true
}

func (a *assembler) assemble() error {
	a.program = &program{graph: gorgonia.NewGraph(), labels: &labels[float32]{}}
	for i := range a.net.Params {
		p := &a.net.Params[i]
		var n *gorgonia.Node
		if !p.Running {
			n = a.input(p.Name, tensor.Shape(p.Shape), a.w[i])
			a.params = append(a.params, n)
		}
		a.weights = append(a.weights, n)
	}
	for i := range a.net.Layers {
		if err := a.layer(i, &a.net.Layers[i]); err != nil {
			return err
		}
	}
	return a.losses()
}

func (a *assembler) input(name string, shape tensor.Shape, data []float32) *gorgonia.Node {
	t := tensor.New(tensor.WithShape(shape...), tensor.WithBacking(data))
	return gorgonia.NewTensor(a.graph, tensor.Float32, len(shape), gorgonia.WithShape(shape...),
		gorgonia.WithName(fmt.Sprintf("%s.%d", name, a.salt)), gorgonia.WithValue(t))
}

func (a *assembler) layer(i int, l *arch.Layer) error {
	shape := tensor.Shape{a.o.Batch, l.Out.Channels, l.Out.Height, l.Out.Width}
	if l.Op == arch.OpInput {
		a.inputs = make([]float32, shape.TotalSize())
		a.nodes = append(a.nodes, a.input("input", shape, a.inputs))
		a.values, a.learns = append(a.values, a.inputs), append(a.learns, false)
		return nil
	}
	op, err := a.operation(l)
	if err != nil {
		return fmt.Errorf("train: layer %d (%v): %w", i, l.Op, err)
	}
	b := bound{layer: op}
	var in gorgonia.Nodes
	var wants []bool
	learns := false
	for _, k := range l.In {
		in, wants, b.in = append(in, a.nodes[k]), append(wants, a.learns[k]), append(b.in, a.values[k])
		learns = learns || a.learns[k]
	}
	for _, k := range l.Params {
		if !a.net.Params[k].Running {
			in, wants, b.in = append(in, a.weights[k]), append(wants, true), append(b.in, a.w[k])
			learns = true
		}
	}
	n, err := apply(a.salt+i, fmt.Sprintf("%v %d", l.Op, i), op, shape, wants, in...)
	if err != nil {
		return fmt.Errorf("train: layer %d: %w", i, err)
	}
	b.out = n.Op().(*forwardOp).out
	a.nodes, a.values, a.learns = append(a.nodes, n), append(a.values, b.out), append(a.learns, learns)
	a.layers = append(a.layers, b)
	return nil
}

// operation chooses the arithmetic of a layer.
func (a *assembler) operation(l *arch.Layer) (layer[float32], error) {
	level, workers, n := *a.o.Level, a.o.Workers, a.o.Batch
	in := a.net.Layers[l.In[0]].Out
	switch l.Op {
	case arch.OpTower:
		t := newTower(level, workers, n, l.Tower)
		for i := range l.Tower.Depth() {
			a.stats = append(a.stats, statistic{l.Params[5*i+3], l.Params[5*i+4], n * in.Cells(), func() ([]float32, []float32) { return t.trainer.Stats(i) }})
		}
		return t, nil
	case arch.OpConv:
		return newConv(level, workers, n, in, l.Out.Channels, l.Kernel), nil
	case arch.OpDense:
		return &dense{level: level, workers: workers, n: n, in: in.Size(), out: l.Out.Channels}, nil
	case arch.OpNodes:
		return &nodes{level: level, workers: workers, n: n, in: in.Channels, out: l.Out.Channels, cells: in.Cells()}, nil
	case arch.OpBatchNorm:
		b := newBatchNorm[float32](workers, n, in.Channels, in.Cells())
		a.stats = append(a.stats, statistic{l.Params[2], l.Params[3], n * in.Cells(), func() ([]float32, []float32) { return b.mean, b.unbiased }})
		return b, nil
	case arch.OpLayerNorm:
		return newLayerNorm[float32](workers, n, in.Channels, in.Cells()), nil
	case arch.OpReLU:
		return relu{level, workers}, nil
	case arch.OpAggregate:
		return newAggregate[float32](workers, n, in.Channels, a.links), nil
	case arch.OpConcat:
		c := concat[float32]{n: n}
		for _, k := range l.In {
			c.sizes = append(c.sizes, a.net.Layers[k].Out.Size())
		}
		return c, nil
	case arch.OpPool, arch.OpMean:
		return newPool[float32](n, in.Channels, in.Cells(), l.Op == arch.OpPool), nil
	case arch.OpCut:
		return cut[float32]{n * in.Channels, in.Cells()}, nil
	}
	return nil, errors.New("no such operation in training")
}

// losses adds the losses, their weighted sum, and the gradients of all parameters.
func (a *assembler) losses() error {
	n := a.o.Batch
	a.policy = newPolicyLoss(a.o.Workers, n, a.net.Spec.Logits(), a.labels)
	a.value = &valueLoss[float32]{batch: a.labels, grad: make([]float32, n*a.net.Spec.Values)}
	policy, err := apply(a.salt+len(a.nodes), "policy loss", a.policy, nil, []bool{true}, a.nodes[a.net.Policy])
	if err != nil {
		return err
	}
	value, err := apply(a.salt+len(a.nodes)+1, "value loss", a.value, nil, []bool{true}, a.nodes[a.net.Value])
	if err != nil {
		return err
	}
	weight := gorgonia.NewConstant(float32(a.o.ValueWeight), gorgonia.WithName("value weight"))
	if value, err = gorgonia.Mul(value, weight); err == nil {
		a.total, err = gorgonia.Add(policy, value)
	}
	if err != nil {
		return fmt.Errorf("train: adding the losses: %w", err)
	}
	if _, err := gorgonia.Grad(a.total, a.params...); err != nil {
		return fmt.Errorf("train: differentiating: %w", err)
	}
	return nil
}
