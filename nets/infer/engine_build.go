package infer

import (
	"fmt"
	"math"

	"ludens/nets/arch"
	"ludens/nets/kernel"
)

// builder turns the layers of a net into steps.
type builder struct {
	net   *arch.Net
	links *arch.Links
	w     arch.Weights
	level kernel.Level

	steps  []step
	sizes  []int // of own slots
	until  []int // per own slot the last layer that reads it
	places []place
	known  []bool      // places that are decided
	users  [][]int     // per layer those that read it
	part   map[int]int // of which concatenation a layer is a part
}

func newBuilder(net *arch.Net, links *arch.Links, w arch.Weights, level kernel.Level) *builder {
	b := &builder{
		net: net, links: links, w: w, level: level,
		places: make([]place, len(net.Layers)), known: make([]bool, len(net.Layers)),
		users: make([][]int, len(net.Layers)), part: map[int]int{},
	}
	for i := range net.Layers {
		for _, j := range net.Layers[i].In {
			b.users[j] = append(b.users[j], i)
			if net.Layers[i].Op == arch.OpConcat {
				b.part[j] = i
			}
		}
	}
	return b
}

// rows says that samples are rows: a row per node.
func (b *builder) rows() bool { return b.net.Spec.Kind == arch.Graph }

func (b *builder) build() error {
	for i := range b.net.Layers {
		if b.known[i] && b.net.Layers[i].Op != arch.OpConcat {
			continue // part of a step before
		}
		if err := b.layer(i); err != nil {
			return fmt.Errorf("layer %d (%s): %w", i, b.net.Layers[i].Op, err)
		}
	}
	return nil
}

// layer makes the step that begins with layer i.
func (b *builder) layer(i int) error {
	l := &b.net.Layers[i]
	var in place
	if len(l.In) > 0 {
		in = b.places[l.In[0]]
	}
	switch l.Op {
	case arch.OpInput:
		whole := place{slotIn, 0, l.Out.Size()}
		if !b.rows() {
			b.places[i], b.known[i] = whole, true
			return nil
		}
		b.steps = append(b.steps, &rowsStep{l.Out.Channels, l.Out.Cells(), whole, b.output(i, i)})
	case arch.OpTower:
		var w [][]float32
		for _, p := range l.Params {
			w = append(w, b.w[p])
		}
		tower, err := kernel.NewTower(b.level, l.Tower, w)
		if err != nil {
			return err
		}
		b.steps = append(b.steps, &towerStep{tower, in, b.output(i, i)})
	case arch.OpConv, arch.OpNodes, arch.OpDense:
		return b.linear(i)
	case arch.OpLayerNorm:
		end, relu := b.relu(i)
		b.steps = append(b.steps, &normStep{b.level, l.Out.Cells(), b.copied(l.Params[0]), b.copied(l.Params[1]), relu, in, b.output(i, end)})
	case arch.OpAggregate:
		self := 1 + b.w[l.Params[0]][0]
		b.steps = append(b.steps, &aggregateStep{b.level, b.links, l.Out.Channels, self, in, b.output(i, i)})
	case arch.OpConcat:
		p := b.places[i]
		for _, j := range l.In {
			if !b.rows() || b.places[j] != p {
				return fmt.Errorf("layer %d is not a part of it alone", j)
			}
			p.from += b.net.Layers[j].Out.Channels
		}
	case arch.OpPool:
		from := b.net.Layers[l.In[0]].Out
		b.steps = append(b.steps, &poolStep{b.level, from.Channels, from.Cells(), in, b.output(i, i)})
	case arch.OpMean:
		from := b.net.Layers[l.In[0]].Out
		if !b.rows() {
			return fmt.Errorf("not of a graph")
		}
		b.steps = append(b.steps, &meanStep{b.level, from.Cells(), from.Channels, in, b.output(i, i)})
	case arch.OpCut:
		from := b.net.Layers[l.In[0]].Out
		if !b.rows() || b.net.Policy != i {
			return fmt.Errorf("not the policy of a graph")
		}
		b.steps = append(b.steps, &planesStep{l.Out.Channels, from.Cells(), l.Out.Cells(), in, b.output(i, i)})
	default:
		return fmt.Errorf("there is nothing before it that it can be folded into")
	}
	return nil
}

// linear makes the step of a convolution or fully connected layer with what can be
// folded into it.
func (b *builder) linear(i int) error {
	l := &b.net.Layers[i]
	in, from := b.places[l.In[0]], b.net.Layers[l.In[0]].Out
	weight, bias := b.copied(l.Params[0]), b.copied(l.Params[1])
	end := i
	if next := b.only(end); next >= 0 && b.net.Layers[next].Op == arch.OpBatchNorm {
		b.fold(weight, bias, b.net.Layers[next].Params)
		end = next
	}
	end, relu := b.relu(end)
	out := b.output(i, end)
	switch {
	case l.Op == arch.OpDense && b.rows() && from.Cells() != 1:
		return fmt.Errorf("of rows that are not in order")
	case l.Op == arch.OpDense:
		b.steps = append(b.steps, &denseStep{kernel.NewDense(b.level, l.Out.Channels, from.Size(), weight, bias, relu), 1, in, out})
	case l.Op == arch.OpNodes && b.rows():
		b.steps = append(b.steps, &denseStep{kernel.NewDense(b.level, l.Out.Channels, from.Channels, weight, bias, relu), from.Cells(), in, out})
	case b.rows():
		return fmt.Errorf("in a graph")
	default:
		k := 1
		if l.Op == arch.OpConv {
			k = l.Kernel
		}
		b.steps = append(b.steps, &convStep{kernel.NewConv(b.level, from, l.Out.Channels, k, weight, bias), relu, in, out})
	}
	return nil
}

// fold multiplies a batch norm with running statistics into weights (out, …) and bias.
func (b *builder) fold(weight, bias []float32, params []int) {
	scale, shift, mean, variance := b.w[params[0]], b.w[params[1]], b.w[params[2]], b.w[params[3]]
	n := len(weight) / len(bias)
	for o := range bias {
		f := float64(scale[o]) / math.Sqrt(float64(variance[o])+arch.Epsilon)
		for i := range n {
			weight[o*n+i] = float32(float64(weight[o*n+i]) * f)
		}
		bias[o] = float32((float64(bias[o])-float64(mean[o]))*f + float64(shift[o]))
	}
}

func (b *builder) copied(param int) []float32 { return append([]float32(nil), b.w[param]...) }

// only gives the layer that alone reads layer i, or -1.
func (b *builder) only(i int) int {
	if len(b.users[i]) != 1 || i == b.net.Policy || i == b.net.Value {
		return -1
	}
	return b.users[i][0]
}

// relu gives the ReLU that alone reads layer i, if there is one, else i.
func (b *builder) relu(i int) (end int, is bool) {
	if next := b.only(i); next >= 0 && b.net.Layers[next].Op == arch.OpReLU {
		return next, true
	}
	return i, false
}

// last is the last layer that reads layer i.
func (b *builder) last(i int) int {
	most := i
	for _, j := range b.users[i] {
		most = max(most, j)
	}
	return most
}

// output decides where the step of layers begin…end writes, and marks them as done.
func (b *builder) output(begin, end int) place {
	for i := begin; i != end; i = b.users[i][0] {
		b.known[i] = true
	}
	b.places[end] = b.room(begin, end)
	b.known[end] = true
	return b.places[end]
}

func (b *builder) room(begin, end int) place {
	out := b.net.Layers[end].Out
	stride := out.Size()
	if b.rows() && begin != b.net.Policy {
		stride = out.Channels
	}
	switch end {
	case b.net.Policy:
		return place{slotPolicy, 0, stride}
	case b.net.Value:
		return place{slotValues, 0, stride}
	}
	concat, is := b.part[end]
	if !is {
		return place{b.slot(begin, out.Size(), b.last(end)), 0, stride}
	}
	c := &b.net.Layers[concat]
	if !b.known[concat] {
		last := b.last(concat)
		for _, j := range c.In {
			last = max(last, b.last(j))
		}
		b.places[concat] = place{b.slot(begin, c.Out.Size(), last), 0, c.Out.Channels}
		b.known[concat] = true
	}
	p := b.places[concat]
	for _, j := range c.In {
		if j == end {
			break
		}
		p.from += b.net.Layers[j].Out.Channels
	}
	return p
}

// slot finds a slot that nobody reads from layer begin on, or makes one.
func (b *builder) slot(begin, size, last int) int {
	for s := range b.sizes {
		if b.until[s] < begin {
			b.sizes[s], b.until[s] = max(b.sizes[s], size), last
			return ownSlots + s
		}
	}
	b.sizes, b.until = append(b.sizes, size), append(b.until, last)
	return ownSlots + len(b.sizes) - 1
}
