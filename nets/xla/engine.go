package xla

import (
	"encoding/json"
	"fmt"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"ludens/nets/arch"
)

// program is a net compiled, which engines with different weights share.
type program struct {
	key   string
	pack  *pack
	half  bool
	sizes []int // of batches, growing
	exec  *Exec
	links *tensors.Tensor // or nil
	users int
}

// mostPrograms is how many programs are kept for the next engine of the same net.
const mostPrograms = 4

// Engine computes a net. Any number of goroutines may run it.
type Engine struct {
	d       *Device
	p       *program
	weights *tensors.Tensor
}

// NewEngine compiles a net for batches of the sizes given, which grow; other batches are
// filled up to the next. links is the graph of a graph net. In half precision convolutions
// and matrices are of bfloat16, everything else of float32.
func (d *Device) NewEngine(net *arch.Net, links *arch.Links, w arch.Weights, half bool, sizes []int) (*Engine, error) {
	p, err := d.program(net, links, half, sizes)
	if err != nil {
		return nil, err
	}
	e := &Engine{d: d, p: p}
	if e.weights, err = p.pack.upload(d, w); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// program gives the program of a net, compiled at most once at a time.
func (d *Device) program(net *arch.Net, links *arch.Links, half bool, sizes []int) (*program, error) {
	key, err := json.Marshal([]any{net.Spec, links, half, sizes})
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, p := range d.programs {
		if p.key == string(key) {
			p.users++
			return p, nil
		}
	}
	p := &program{key: string(key), pack: packed(net), half: half, sizes: sizes, users: 1}
	if p.links, err = d.matrix(net, links); err == nil {
		err = p.compile(d)
	}
	if err != nil {
		p.close()
		return nil, err
	}
	d.programs = append(d.programs, p)
	for i := 0; i < len(d.programs) && len(d.programs) > mostPrograms; i++ {
		if old := d.programs[i]; old.users == 0 {
			old.close()
			d.programs = append(d.programs[:i], d.programs[i+1:]...)
			i--
		}
	}
	return p, nil
}

// compile makes the program for every size: from parameters, links and inputs to one array
// per sample, its logits and then its values.
func (p *program) compile(d *Device) (err error) {
	net := p.pack.net
	if p.exec, err = NewExec(d.backend, func(args []*Node) *Node {
		b := builder{net: net, params: p.pack.nodes(args[0]), half: p.half}
		in := b.take(args[1:])
		logits, values := b.run(in[0])
		return Concatenate([]*Node{logits, Sigmoid(values)}, 1)
	}); err != nil {
		return err
	}
	p.exec.SetMaxCache(len(p.sizes))
	for _, n := range p.sizes {
		list := append([]shapes.Shape{shapes.Make(dtypes.Float32, p.pack.all)}, shapesOf(p.links)...)
		if _, err := p.exec.Compile(append(list, shapes.Make(dtypes.Float32, n, net.Spec.In.Size()))...); err != nil {
			return fmt.Errorf("compile for batches of %d: %w", n, err)
		}
	}
	return nil
}

func (p *program) close() {
	free(p.links)
	if p.exec != nil {
		p.exec.Finalize()
	}
}

// take hands links, if the net has some, to the builder; what is left of the arguments is
// returned.
func (b *builder) take(args []*Node) []*Node {
	if b.net.Spec.Kind == arch.Graph {
		b.links, args = args[0], args[1:]
	}
	return args
}

// shapesOf are the shapes of tensors, without those that are nil.
func shapesOf(list ...*tensors.Tensor) []shapes.Shape {
	var out []shapes.Shape
	for _, t := range list {
		if t != nil {
			out = append(out, t.Shape())
		}
	}
	return out
}

// with gives tensors as arguments, without those that are nil.
func with(list ...*tensors.Tensor) []any {
	var out []any
	for _, t := range list {
		if t != nil {
			out = append(out, t)
		}
	}
	return out
}

// Run computes n samples as infer.Engine does: logits, and values from 0 to 1.
func (e *Engine) Run(n int, in, policy, values []float32) error {
	spec := &e.Net().Spec
	size, logits, vals := spec.In.Size(), spec.Logits(), spec.Values
	if len(in) != n*size || len(policy) != n*logits || len(values) != n*vals {
		return fmt.Errorf("%d samples with %d inputs, %d logits, %d values", n, len(in), len(policy), len(values))
	}
	for n > 0 {
		batch := e.p.sizes[len(e.p.sizes)-1]
		for _, s := range e.p.sizes {
			if s >= n {
				batch = s
				break
			}
		}
		m := min(n, batch)
		if err := e.run(batch, m, in[:m*size], policy[:m*logits], values[:m*vals]); err != nil {
			return err
		}
		n, in, policy, values = n-m, in[m*size:], policy[m*logits:], values[m*vals:]
	}
	return nil
}

// run computes m samples in a batch.
func (e *Engine) run(batch, m int, in, policy, values []float32) error {
	spec := &e.Net().Spec
	if m < batch {
		in = append(make([]float32, 0, batch*spec.In.Size()), in...)[:batch*spec.In.Size()]
	}
	x, err := e.d.floats(in, batch, spec.In.Size())
	if err != nil {
		return err
	}
	defer free(x)
	out, err := e.p.exec.Call(with(e.weights, e.p.links, x)...)
	if err != nil {
		return err
	}
	defer free(out...)
	logits, vals := spec.Logits(), spec.Values
	all := make([]float32, batch*(logits+vals))
	if err := e.d.download(out[0], all); err != nil {
		return err
	}
	for i := range m {
		one := all[i*(logits+vals):]
		copy(policy[i*logits:][:logits], one)
		copy(values[i*vals:][:vals], one[logits:])
	}
	return nil
}

// Close gives back what the engine has on the device. It is called once.
func (e *Engine) Close() {
	free(e.weights)
	e.d.mu.Lock()
	defer e.d.mu.Unlock()
	e.p.users--
}

// Net is what the engine computes.
func (e *Engine) Net() *arch.Net { return e.p.pack.net }
