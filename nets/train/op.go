package train

import (
	"fmt"
	"hash"
	"hash/fnv"

	"github.com/chewxy/hm"
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

type float interface{ ~float32 | ~float64 }

// layer is the arithmetic of one node of the graph, on flat slices.
type layer[T float] interface {
	// forward fills out from the inputs. It may keep what backward needs.
	forward(in [][]T, out []T)
	// backward fills dIn[i], the gradient of input i, for every i where it is not nil,
	// from dOut, that of the output. It follows a forward with the same in and out.
	backward(in [][]T, out, dOut []T, dIn [][]T)
}

// A layer becomes three kinds of nodes. The forward node holds its value. What
// differentiates it is one backward node, which fills all wanted gradients at once and
// has a token for a value, and a pick node for each of them, whose value it is: an
// operation of gorgonia has one result, and a fused one has many gradients.
//
// Every operation owns the tensors of its results and fills them anew in each run, so
// that a step leaves next to no garbage. gorgonia may add to a gradient in place
// (where a node has several readers); none of these tensors shares its memory.

// shared is what the three kinds have in common: one belongs to each layer.
type shared struct {
	id    int // of the layer in its graph: equal operations must not be merged
	name  string
	layer layer[float32]
	types []hm.Type // of inputs, then of the output
	shape tensor.Shape
	wants []bool // gradients of inputs
	in    [][]float32
	grads []*tensor.Dense // nil where not wanted
	dIn   [][]float32
}

// apply adds a layer to the graph of its inputs.
func apply(id int, name string, l layer[float32], shape tensor.Shape, wants []bool, in ...*gorgonia.Node) (*gorgonia.Node, error) {
	s := &shared{id: id, name: name, layer: l, shape: shape, wants: wants, in: make([][]float32, len(in))}
	for _, n := range in {
		s.types = append(s.types, n.Type())
	}
	op := &forwardOp{shared: s}
	if len(shape) == 0 {
		s.types = append(s.types, hm.Type(tensor.Float32))
		op.out, op.value = make([]float32, 1), gorgonia.NewF32(0)
	} else {
		s.types = append(s.types, gorgonia.TensorType{Dims: len(shape), Of: tensor.Float32})
		op.out, op.value = newTensor(shape)
	}
	n, err := gorgonia.ApplyOp(op, in...)
	if err != nil {
		return nil, fmt.Errorf("adding %s to the graph: %w", name, err)
	}
	return n, nil
}

func newTensor(shape tensor.Shape) ([]float32, *tensor.Dense) {
	data := make([]float32, shape.TotalSize())
	return data, tensor.New(tensor.WithShape(shape...), tensor.WithBacking(data))
}

// numbers is the memory of a value.
func numbers(v gorgonia.Value) ([]float32, error) {
	switch v := v.(type) {
	case *tensor.Dense:
		if v.Dtype() == tensor.Float32 {
			return v.Float32s(), nil
		}
	case *gorgonia.F32:
		return []float32{float32(*v)}, nil
	}
	return nil, fmt.Errorf("not a tensor of float32: %T", v)
}

func (s *shared) inputs(values []gorgonia.Value) error {
	if len(values) != len(s.in) {
		return fmt.Errorf("%s: %d inputs, want %d", s.name, len(values), len(s.in))
	}
	for i, v := range values {
		var err error
		if s.in[i], err = numbers(v); err != nil {
			return fmt.Errorf("%s, input %d: %w", s.name, i, err)
		}
	}
	return nil
}

func (s *shared) writeHash(h hash.Hash, kind string, n int) {
	fmt.Fprintf(h, "ludens %s %d %s %d", kind, s.id, s.name, n)
}

func hashcode(op gorgonia.Op) uint32 {
	h := fnv.New32a()
	op.WriteHash(h)
	return h.Sum32()
}

// forwardOp computes a layer's output.
type forwardOp struct {
	*shared
	out   []float32
	value gorgonia.Value
}

var _ gorgonia.SDOp = (*forwardOp)(nil)

func (o *forwardOp) Arity() int { return len(o.in) }

// Type makes a new type in every call: gorgonia takes it apart.
func (o *forwardOp) Type() hm.Type {
	return hm.NewFnType(append([]hm.Type(nil), o.types...)...)
}

func (o *forwardOp) InferShape(...gorgonia.DimSizer) (tensor.Shape, error) { return o.shape, nil }
func (o *forwardOp) ReturnsPtr() bool                                      { return true }
func (o *forwardOp) CallsExtern() bool                                     { return false }
func (o *forwardOp) OverwritesInput() int                                  { return -1 }
func (o *forwardOp) WriteHash(h hash.Hash)                                 { o.writeHash(h, "forward", 0) }
func (o *forwardOp) Hashcode() uint32                                      { return hashcode(o) }
func (o *forwardOp) String() string                                        { return o.name }
func (o *forwardOp) DiffWRT(int) []bool                                    { return o.wants }

func (o *forwardOp) Do(values ...gorgonia.Value) (gorgonia.Value, error) {
	if err := o.inputs(values); err != nil {
		return nil, err
	}
	o.layer.forward(o.in, o.out)
	if f, ok := o.value.(*gorgonia.F32); ok {
		*f = gorgonia.F32(o.out[0])
	}
	return o.value, nil
}

// SymDiff adds the backward node and the pick nodes.
func (o *forwardOp) SymDiff(inputs gorgonia.Nodes, output, grad *gorgonia.Node) (gorgonia.Nodes, error) {
	back := &backwardOp{shared: o.shared, forward: o, token: gorgonia.NewF32(0)}
	o.grads, o.dIn = make([]*tensor.Dense, len(inputs)), make([][]float32, len(inputs))
	back.argTypes = append(append([]hm.Type(nil), o.types...), grad.Type(), tensor.Float32)
	// The output is among the arguments so that forward comes first.
	args := append(append(gorgonia.Nodes(nil), inputs...), output, grad)
	b, err := gorgonia.ApplyOp(back, args...)
	if err != nil {
		return nil, fmt.Errorf("differentiating %s: %w", o.name, err)
	}
	out := make(gorgonia.Nodes, len(inputs))
	for i, n := range inputs {
		if !o.wants[i] {
			continue
		}
		o.dIn[i], o.grads[i] = newTensor(n.Shape())
		if out[i], err = gorgonia.ApplyOp(&pickOp{shared: o.shared, n: i}, b); err != nil {
			return nil, fmt.Errorf("differentiating %s by input %d: %w", o.name, i, err)
		}
	}
	return out, nil
}

// backwardOp computes all wanted gradients of a layer.
type backwardOp struct {
	*shared
	forward  *forwardOp
	argTypes []hm.Type
	token    *gorgonia.F32
}

func (o *backwardOp) Arity() int { return len(o.argTypes) - 1 }

func (o *backwardOp) Type() hm.Type {
	return hm.NewFnType(append([]hm.Type(nil), o.argTypes...)...)
}

func (o *backwardOp) InferShape(...gorgonia.DimSizer) (tensor.Shape, error) {
	return tensor.ScalarShape(), nil
}
func (o *backwardOp) ReturnsPtr() bool      { return true }
func (o *backwardOp) CallsExtern() bool     { return false }
func (o *backwardOp) OverwritesInput() int  { return -1 }
func (o *backwardOp) WriteHash(h hash.Hash) { o.writeHash(h, "backward", 0) }
func (o *backwardOp) Hashcode() uint32      { return hashcode(o) }
func (o *backwardOp) String() string        { return o.name + ", backwards" }

func (o *backwardOp) Do(values ...gorgonia.Value) (gorgonia.Value, error) {
	if len(values) != len(o.in)+2 {
		return nil, fmt.Errorf("%s: %d inputs, want %d", o, len(values), len(o.in)+2)
	}
	if err := o.inputs(values[:len(o.in)]); err != nil {
		return nil, err
	}
	dOut, err := numbers(values[len(values)-1])
	if err != nil {
		return nil, fmt.Errorf("%s, gradient: %w", o, err)
	}
	if len(dOut) != len(o.forward.out) {
		return nil, fmt.Errorf("%s: gradient has %d values, want %d", o, len(dOut), len(o.forward.out))
	}
	o.layer.backward(o.in, o.forward.out, dOut, o.dIn)
	return o.token, nil
}

// pickOp hands out one gradient.
type pickOp struct {
	*shared
	n int
}

func (o *pickOp) Arity() int { return 1 }

func (o *pickOp) Type() hm.Type {
	return hm.NewFnType(hm.Type(tensor.Float32), o.types[o.n])
}

func (o *pickOp) InferShape(...gorgonia.DimSizer) (tensor.Shape, error) {
	return o.grads[o.n].Shape().Clone(), nil
}
func (o *pickOp) ReturnsPtr() bool      { return true }
func (o *pickOp) CallsExtern() bool     { return false }
func (o *pickOp) OverwritesInput() int  { return -1 }
func (o *pickOp) WriteHash(h hash.Hash) { o.writeHash(h, "gradient", o.n) }
func (o *pickOp) Hashcode() uint32      { return hashcode(o) }
func (o *pickOp) String() string        { return fmt.Sprintf("%s, gradient %d", o.name, o.n) }

func (o *pickOp) Do(...gorgonia.Value) (gorgonia.Value, error) { return o.grads[o.n], nil }
