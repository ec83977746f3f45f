package infer

import (
	"ludens/nets/arch"
	"ludens/nets/kernel"
)

// The steps of engines. Samples are planes of cells (as everywhere in nets), or, of
// graph nets, rows: one per node with its channels, some distance apart.

// place is where a layer's numbers are: a slot, from a number on, rows some distance
// apart. Of samples as planes, a row is the whole sample.
type place struct{ slot, from, stride int }

func (p place) of(w *Workspace) []float32 { return w.slots[p.slot][p.from:] }

// whole is n samples of a place whose samples fill it.
func (p place) whole(n int, w *Workspace) []float32 { return w.slots[p.slot][:n*p.stride] }

type towerStep struct {
	tower   *kernel.Tower
	in, out place
}

func (s *towerStep) run(n int, w *Workspace) {
	s.tower.Run(n, s.in.whole(n, w), s.out.whole(n, w), &w.scratch)
}

type convStep struct {
	conv    *kernel.Conv
	relu    bool
	in, out place
}

func (s *convStep) run(n int, w *Workspace) {
	out := s.out.whole(n, w)
	s.conv.Run(n, s.in.whole(n, w), out, &w.scratch)
	if s.relu {
		for i, x := range out {
			out[i] = max(x, 0)
		}
	}
}

// denseStep is a fully connected layer on every row: the nodes of a graph, or samples.
type denseStep struct {
	dense   *kernel.Dense
	rows    int // per sample
	in, out place
}

func (s *denseStep) run(n int, w *Workspace) {
	s.dense.Run(n*s.rows, s.in.of(w), s.in.stride, s.out.of(w), s.out.stride)
}

type poolStep struct {
	level           kernel.Level
	channels, cells int
	in, out         place
}

func (s *poolStep) run(n int, w *Workspace) {
	kernel.Pool(s.level, n, s.channels, s.cells, s.in.whole(n, w), s.out.whole(n, w))
}

// rowsStep brings planes to rows.
type rowsStep struct {
	channels, cells int
	in, out         place
}

func (s *rowsStep) run(n int, w *Workspace) {
	in, out := s.in.whole(n, w), s.out.of(w)
	for range n {
		for c := range s.channels {
			at := c
			for _, x := range in[c*s.cells : (c+1)*s.cells] {
				out[at] = x
				at += s.out.stride
			}
		}
		in, out = in[s.channels*s.cells:], out[s.cells*s.out.stride:]
	}
}

// planesStep brings rows to planes, as many as its output has cells; the rest, the
// dummy node, is left out.
type planesStep struct {
	channels, rows, cells int
	in, out               place
}

func (s *planesStep) run(n int, w *Workspace) {
	in, out := s.in.of(w), s.out.whole(n, w)
	for range n {
		for c := range s.channels {
			at := c
			plane := out[c*s.cells : (c+1)*s.cells]
			for i := range plane {
				plane[i] = in[at]
				at += s.in.stride
			}
		}
		in, out = in[s.rows*s.in.stride:], out[s.channels*s.cells:]
	}
}

type aggregateStep struct {
	level   kernel.Level
	links   *arch.Links
	width   int
	self    float32
	in, out place
}

func (s *aggregateStep) run(n int, w *Workspace) {
	kernel.Aggregate(s.level, n, s.links, s.width, s.self, s.in.of(w), s.in.stride, s.out.of(w), s.out.stride)
}

type normStep struct {
	level        kernel.Level
	rows         int
	scale, shift []float32
	relu         bool
	in, out      place
}

func (s *normStep) run(n int, w *Workspace) {
	kernel.LayerNorm(s.level, n*s.rows, s.scale, s.shift, s.relu, s.in.of(w), s.in.stride, s.out.of(w), s.out.stride)
}

type meanStep struct {
	level        kernel.Level
	nodes, width int
	in, out      place
}

func (s *meanStep) run(n int, w *Workspace) {
	kernel.MeanRows(s.level, n, s.nodes, s.width, s.in.of(w), s.in.stride, s.out.of(w), s.out.stride)
}
