package arch

import (
	"errors"
	"fmt"
)

// Kind is a family of nets.
type Kind string

// The kinds.
const (
	Residual Kind = "residual"
	Graph    Kind = "graph"
	MLP      Kind = "mlp"
)

// Shape is the shape of one sample. A list of numbers has Height = Width = 1; a
// graph with n nodes has Height = n, Width = 1, and its features are channels.
type Shape struct {
	Channels int `json:"channels"`
	Height   int `json:"height"`
	Width    int `json:"width"`
}

// Cells is the number of places in the plane.
func (s Shape) Cells() int { return s.Height * s.Width }

// Line reports whether the plane is a row, a column or a single place, of which convolutions make little.
func (s Shape) Line() bool { return min(s.Height, s.Width) < 2 }

// Size is the number of values of a sample.
func (s Shape) Size() int { return s.Channels * s.Cells() }

// Head says how the policy's logits come about.
type Head string

// The policy heads.
const (
	// Planes gives Policy planes of logits: one number per plane and cell (or node).
	// Logit (p, y, x) has the index (p·Height + y)·Width + x.
	Planes Head = "planes"
	// Dense gives Policy logits by a fully connected layer.
	Dense Head = "dense"
)

// Spec describes a net. It is stored with the net's weights.
type Spec struct {
	Kind Kind  `json:"kind"`
	In   Shape `json:"in"`

	// Width is the number of hidden channels (of a layer of an MLP: of units).
	Width int `json:"width"`
	// Blocks is the number of residual blocks, GIN layers or hidden layers.
	Blocks int `json:"blocks"`
	// Convs is the number of convolutions in a residual block.
	Convs int `json:"convs,omitempty"`
	// Kernel is the side of convolutions, odd.
	Kernel int `json:"kernel,omitempty"`
	// Pooled is the number of hidden channels whose maximum and mean over the board
	// are given to the first convolution of every block as further planes.
	Pooled int `json:"pooled,omitempty"`

	Head   Head `json:"head"`
	Policy int  `json:"policy"` // planes, or logits of a dense head
	// Squeeze is the number of planes that a dense policy head reads (Residual only).
	Squeeze int `json:"squeeze,omitempty"`
	// Values is the number of value outputs: one per player.
	Values int `json:"values"`
	// Hidden is the width of the value head's hidden layer.
	Hidden int `json:"hidden"`
}

// Logits is the number of policy logits of a sample.
func (s *Spec) Logits() int {
	if s.Head == Dense {
		return s.Policy
	}
	return s.Policy * s.policyCells()
}

// policyCells leaves out the dummy node of a graph, which is its last.
func (s *Spec) policyCells() int {
	if s.Kind == Graph {
		return s.In.Cells() - 1
	}
	return s.In.Cells()
}

// Bounds on what a Spec may ask for: a stored net is a file that somebody may have
// written by hand.
const (
	MaxSide   = 128
	MaxWidth  = 1024
	MaxBlocks = 64
	MaxParams = 1 << 27 // numbers
	MaxSample = 1 << 24 // numbers of a sample in a layer
)

// Validate reports a description that is no net.
func (s *Spec) Validate() error {
	within := func(name string, n, least, most int) error {
		if n < least || n > most {
			return fmt.Errorf("net: %s is %d, not in %d…%d", name, n, least, most)
		}
		return nil
	}
	errs := []error{
		within("input channels", s.In.Channels, 1, 1<<17),
		within("width", s.Width, 1, MaxWidth),
		within("blocks", s.Blocks, 0, MaxBlocks),
		within("policy", s.Policy, 1, 1<<20),
		within("values", s.Values, 1, 64),
		within("hidden", s.Hidden, 1, MaxWidth),
	}
	switch s.Kind {
	case Residual:
		errs = append(errs,
			within("height", s.In.Height, 1, MaxSide), within("width of the board", s.In.Width, 1, MaxSide),
			within("convolutions of a block", s.Convs, 1, 8), within("kernel", s.Kernel, 1, 7), within("pooled", s.Pooled, 0, s.Width))
		if s.Kernel%2 == 0 {
			errs = append(errs, errors.New("net: kernel must be odd"))
		}
		if s.Head == Dense {
			errs = append(errs, within("squeeze", s.Squeeze, 1, MaxWidth))
		}
	case Graph:
		errs = append(errs, within("nodes", s.In.Height, 2, MaxSide*MaxSide), within("width of a graph", s.In.Width, 1, 1),
			within("blocks", s.Blocks, 1, MaxBlocks))
		if s.Head != Planes {
			errs = append(errs, errors.New("net: a graph net has a policy head of planes"))
		}
	case MLP:
		errs = append(errs, within("height", s.In.Height, 1, 1), within("width of a list", s.In.Width, 1, 1), within("blocks", s.Blocks, 1, MaxBlocks))
		if s.Head != Dense {
			errs = append(errs, errors.New("net: an MLP has a dense policy head"))
		}
	default:
		errs = append(errs, fmt.Errorf("net: no such kind: %q", s.Kind))
	}
	if s.Head != Planes && s.Head != Dense {
		errs = append(errs, fmt.Errorf("net: no such policy head: %q", s.Head))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	net := s.Layers()
	if n := net.Numbers(); n > MaxParams {
		return fmt.Errorf("net: %d parameters, more than %d", n, MaxParams)
	}
	// Few parameters may still ask for much memory: planes times cells.
	for i := range net.Layers {
		if n := net.Layers[i].Out.Size(); n > MaxSample {
			return fmt.Errorf("net: %d numbers in a sample of layer %d (%s), more than %d", n, i, net.Layers[i].Op, MaxSample)
		}
	}
	return nil
}

// Numbers is the number of parameters of a valid Spec, running statistics included.
func (s *Spec) Numbers() int { return s.Layers().Numbers() }

// Numbers is the number of parameters, running statistics included.
func (n *Net) Numbers() int {
	sum := 0
	for i := range n.Params {
		sum += n.Params[i].Size()
	}
	return sum
}
