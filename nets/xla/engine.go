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
	net   *arch.Net
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
	net     *arch.Net
	weights []*tensors.Tensor
}

// NewEngine compiles a net for batches of the sizes given, which grow; other batches are
// filled up to the next. links is the graph of a graph net. In half precision convolutions
// and matrices are of bfloat16, everything else of float32.
func (d *Device) NewEngine(net *arch.Net, links *arch.Links, w arch.Weights, half bool, sizes []int) (*Engine, error) {
	weights, err := d.weights(net, w)
	if err != nil {
		return nil, err
	}
	p, err := d.program(net, links, half, sizes, weights)
	if err != nil {
		free(weights...)
		return nil, err
	}
	return &Engine{d: d, p: p, net: net, weights: weights}, nil
}

// program gives the program of a net, compiled at most once at a time.
func (d *Device) program(net *arch.Net, links *arch.Links, half bool, sizes []int, weights []*tensors.Tensor) (*program, error) {
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
	p := &program{key: string(key), net: net, half: half, sizes: sizes, users: 1}
	if p.links, err = d.matrix(net, links); err == nil {
		err = p.compile(d, weights)
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

func (p *program) compile(d *Device, weights []*tensors.Tensor) (err error) {
	if p.exec, err = NewExec(d.backend, func(args []*Node) []*Node {
		b := builder{net: p.net, half: p.half}
		in := b.take(args)
		logits, values := b.run(in[0])
		return []*Node{logits, Sigmoid(values)}
	}); err != nil {
		return err
	}
	p.exec.SetMaxCache(len(p.sizes))
	for _, n := range p.sizes {
		if _, err := p.exec.Compile(append(shapesOf(p.args(weights)), shapes.Make(dtypes.Float32, n, p.net.Spec.In.Size()))...); err != nil {
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

// shapesOf are the shapes of arguments that are tensors.
func shapesOf(args []any) []shapes.Shape {
	out := make([]shapes.Shape, len(args))
	for i, t := range args {
		out[i] = t.(*tensors.Tensor).Shape()
	}
	return out
}

// take hands parameters, and links if the net has some, to the builder; what is left of the
// arguments is returned.
func (b *builder) take(args []*Node) []*Node {
	n := len(b.net.Params)
	b.params, args = args[:n], args[n:]
	if b.net.Spec.Kind == arch.Graph {
		b.links, args = args[0], args[1:]
	}
	return args
}

// args are the arguments that take looks for, and others.
func (p *program) args(weights []*tensors.Tensor, more ...*tensors.Tensor) []any {
	out := make([]any, 0, len(weights)+1+len(more))
	for _, t := range weights {
		out = append(out, t)
	}
	if p.links != nil {
		out = append(out, p.links)
	}
	for _, t := range more {
		out = append(out, t)
	}
	return out
}

// Run computes n samples as infer.Engine does: logits, and values from 0 to 1.
func (e *Engine) Run(n int, in, policy, values []float32) error {
	size, logits, vals := e.net.Spec.In.Size(), e.net.Spec.Logits(), e.net.Spec.Values
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
	size := e.net.Spec.In.Size()
	if m < batch {
		in = append(make([]float32, 0, batch*size), in...)[:batch*size]
	}
	x, err := e.d.floats(in, batch, size)
	if err != nil {
		return err
	}
	defer free(x)
	out, err := e.p.exec.Call(e.p.args(e.weights, x)...)
	if err != nil {
		return err
	}
	defer free(out...)
	for i, dst := range [][]float32{policy, values} {
		all := dst
		if m < batch {
			all = make([]float32, len(dst)/m*batch)
		}
		if err := e.d.download(out[i], all); err != nil {
			return err
		}
		if m < batch {
			copy(dst, all)
		}
	}
	return nil
}

// Close gives back what the engine has on the device. It is called once.
func (e *Engine) Close() {
	free(e.weights...)
	e.d.mu.Lock()
	defer e.d.mu.Unlock()
	e.p.users--
}

// Net is what the engine computes.
func (e *Engine) Net() *arch.Net { return e.net }
