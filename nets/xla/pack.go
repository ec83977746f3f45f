package xla

import (
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"ludens/nets/arch"
)

// pack says where the parameters of a net lie in one array. A call costs a device some
// microseconds for every array that goes in or comes out, whatever its length, and a net has
// a hundred parameters. The trained ones come first, of them those that decay; then the
// running statistics.
type pack struct {
	net     *arch.Net
	trained []int // parameters as they lie in the array
	running []int // of every batch norm its mean, then its variance
	at      []int // of each parameter: its first number
	decayed int   // numbers that decay
	learned int   // numbers that are trained
	all     int
}

func packed(net *arch.Net) *pack {
	p := &pack{net: net, at: make([]int, len(net.Params))}
	put := func(list *[]int, which func(*arch.Param) bool) int {
		for i := range net.Params {
			if which(&net.Params[i]) {
				p.at[i] = p.all
				p.all += net.Params[i].Size()
				*list = append(*list, i)
			}
		}
		return p.all
	}
	p.decayed = put(&p.trained, func(x *arch.Param) bool { return !x.Running && x.Decay })
	p.learned = put(&p.trained, func(x *arch.Param) bool { return !x.Running && !x.Decay })
	put(&p.running, func(x *arch.Param) bool { return x.Running })
	return p
}

// upload makes the array of all parameters.
func (p *pack) upload(d *Device, w arch.Weights) (*tensors.Tensor, error) {
	if err := p.net.Check(w); err != nil {
		return nil, err
	}
	x := make([]float32, p.all)
	for i := range w {
		copy(x[p.at[i]:], w[i])
	}
	return d.floats(x, p.all)
}

// uploadTrained makes an array of something that every trained parameter has; list is in the
// net's order, and nil is zeros.
func (p *pack) uploadTrained(d *Device, list [][]float32) (*tensors.Tensor, error) {
	x := make([]float32, p.learned)
	for i := range p.net.Params {
		if !p.net.Params[i].Running && list != nil {
			copy(x[p.at[i]:], list[0])
			list = list[1:]
		}
	}
	return d.floats(x, p.learned)
}

// download gives parameters in the net's order: all, or of an array of the trained ones those.
func (p *pack) download(d *Device, t *tensors.Tensor) ([][]float32, error) {
	x := make([]float32, t.Shape().Size())
	if err := d.download(t, x); err != nil {
		return nil, err
	}
	var out [][]float32
	for i := range p.net.Params {
		from, to := p.at[i], p.at[i]+p.net.Params[i].Size()
		if to <= len(x) {
			out = append(out, x[from:to:to])
		}
	}
	return out, nil
}

// nodes takes the array of all parameters apart, in the net's order.
func (p *pack) nodes(w *Node) []*Node {
	out := make([]*Node, len(p.at))
	for i := range out {
		out[i] = Reshape(Slice(w, AxisRange(p.at[i], p.at[i]+p.net.Params[i].Size())), p.net.Params[i].Shape...)
	}
	return out
}

// join lays nodes one behind the other.
func join(list ...*Node) *Node {
	flat := make([]*Node, len(list))
	for i, x := range list {
		flat[i] = Reshape(x, x.Shape().Size())
	}
	return Concatenate(flat, 0)
}
