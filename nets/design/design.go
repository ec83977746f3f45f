package design

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"ludens/game"
	"ludens/nets/arch"
	"ludens/nets/encode"
)

// Options say what a net is for. The zero value asks for one to be trained in an
// hour on two cores.
type Options struct {
	// Budget is the processor time that there is for training it, self-play included,
	// in seconds of one core; 0 for 7200.
	Budget float64
	// Kind is the kind of net; "" for the one that fits the encoding. An MLP fits every
	// encoding that is no graph, which it reads as a list.
	Kind arch.Kind
	// Width is the number of channels or units, Blocks that of residual blocks or
	// hidden layers; 0 for what the budget allows.
	Width, Blocks int
}

// Validate reports what is wrong with options.
func (o *Options) Validate() error {
	var errs []error
	if o.Budget < 0 || math.IsNaN(o.Budget) || math.IsInf(o.Budget, 0) {
		errs = append(errs, fmt.Errorf("design: budget is %g, not a number of seconds", o.Budget))
	}
	switch o.Kind {
	case "", arch.Residual, arch.Graph, arch.MLP:
	default:
		errs = append(errs, fmt.Errorf("design: no such kind of net: %q", o.Kind))
	}
	if o.Width < 0 || o.Width > arch.MaxWidth {
		errs = append(errs, fmt.Errorf("design: width is %d, not in 0…%d", o.Width, arch.MaxWidth))
	}
	if o.Blocks < 0 || o.Blocks > arch.MaxBlocks {
		errs = append(errs, fmt.Errorf("design: blocks are %d, not in 0…%d", o.Blocks, arch.MaxBlocks))
	}
	return errors.Join(errs...)
}

// The fixed point of sizes: so many operations an evaluation for so much time.
const (
	defaultBudget = 7200.0 // seconds of one core
	defaultFLOPs  = 50e6
	growth        = 0.55
)

// target is how many operations an evaluation may take.
func (o *Options) target() float64 {
	b := o.Budget
	if b <= 0 {
		b = defaultBudget
	}
	return defaultFLOPs * math.Pow(b/defaultBudget, growth)
}

// size is a rung of a ladder of nets.
type size struct{ width, blocks int }

// Ladders of sizes, each rung dearer than the one before.
var (
	residualSizes = []size{{16, 2}, {16, 3}, {32, 2}, {32, 3}, {32, 4}, {48, 4}, {48, 5}, {64, 5}, {64, 6}, {96, 6}, {96, 8}, {128, 8}, {128, 10}, {192, 10}}
	listSizes     = []size{{64, 2}, {128, 2}, {128, 3}, {256, 2}, {256, 3}, {384, 3}}
	graphSizes    = []size{{16, 3}, {32, 3}, {48, 3}, {64, 3}, {64, 4}, {96, 4}, {128, 4}, {128, 5}}
)

// listShare is how much less an evaluation of a list may cost than one of a grid: a
// fully connected layer uses every weight once per sample, so that memory, not
// arithmetic, is what it takes, and games without space need few features.
const listShare = 100

// Choose gives the net for an encoding. f are the facts of the encoder's game. The
// result is valid if the options are and the encoding is not too large for any net
// (arch.Spec.Validate tells).
func Choose(enc *encode.Encoder, f *game.Facts, o Options) arch.Spec {
	s := arch.Spec{
		Kind: o.Kind, In: enc.Input(), Head: enc.Head(), Policy: enc.Policy(), Values: f.Players,
	}
	switch {
	case enc.Links() != nil:
		s.Kind = arch.Graph
	case s.Kind == arch.Graph, s.Kind == "":
		s.Kind = arch.Residual
		if s.In.Line() {
			s.Kind = arch.MLP
		}
	}
	ladder := residualSizes
	target := o.target()
	switch s.Kind {
	case arch.MLP:
		s.In = arch.Shape{Channels: s.In.Size(), Height: 1, Width: 1}
		s.Head, s.Policy = arch.Dense, enc.Logits()
		ladder, target = listSizes, target/listShare
	case arch.Graph:
		ladder = graphSizes
	}
	side := math.Sqrt(float64(s.In.Cells()))
	for i, rung := range ladder {
		if i > 0 && s.Kind == arch.Residual && (float64(rung.width) > widthPerSide*side || float64(rung.blocks) > blocksPerSide*side+1) {
			continue
		}
		t := s
		complete(&t, rung, o)
		if i > 0 && t.FLOPs() > target {
			break
		}
		s = t
	}
	return s
}

// What a board has use for: on a small one time is better spent on more games than
// on a larger net. Every block sees two cells farther.
const (
	widthPerSide  = 11
	blocksPerSide = 0.7
)

// complete fills in what follows from a size.
func complete(s *arch.Spec, z size, o Options) {
	s.Width, s.Blocks = z.width, z.blocks
	if o.Width > 0 {
		s.Width = o.Width
	}
	if o.Blocks > 0 {
		s.Blocks = o.Blocks
	}
	s.Hidden = 64
	if s.Width >= 48 {
		s.Hidden = 128
	}
	if s.Kind != arch.Residual {
		return
	}
	s.Convs, s.Kernel = 2, 3
	s.Pooled = s.Width / 4
	if s.Head == arch.Dense {
		s.Squeeze = 8
		if s.In.Cells()*s.Policy*s.Squeeze > 1<<21 {
			s.Squeeze = 4
		}
	}
}

// sparse is the share of cells with sites below which a board is a graph.
const sparse = 0.35

// Encode makes the encoder that suits a game and a net of the options' kind: as a
// graph if that is asked for, or if no kind is and little of the grid of a game in
// space would be board or its planes would be too large (encode.ErrSize); as planes or
// as a list else. Whoever trains nets and whoever plays with them call it, so that they
// agree: with the zero options all get the same.
func Encode(g game.Game, e encode.Options, o Options) (*encode.Encoder, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	s, ok := g.(game.Spatial)
	if !ok || s.Geometry() == nil {
		e.Graph = false // propositions have no graph form
		return encode.New(g, e)
	}
	e.Graph = e.Graph || o.Kind == arch.Graph
	enc, err := encode.New(g, e)
	if e.Graph || o.Kind != "" || err != nil && !errors.Is(err, encode.ErrSize) {
		return enc, err
	}
	if sites := len(s.Geometry().Sites); err == nil && float64(sites) >= sparse*float64(enc.Input().Cells()) {
		return enc, nil
	}
	e.Graph = true
	graph, other := encode.New(g, e)
	switch {
	case other == nil:
		return graph, nil
	case err == nil && errors.Is(other, encode.ErrSize):
		return enc, nil // planes, mostly empty, are better than nothing
	case err != nil:
		return nil, err
	}
	return nil, other
}

// Encoders are those of all forms in which nets of a game may be stored, that of Encode
// with zero options first; empty if the game has none.
func Encoders(g game.Game) ([]*encode.Encoder, error) {
	var out []*encode.Encoder
	kinds := []arch.Kind{""}
	if s, ok := g.(game.Spatial); ok && s.Geometry() != nil {
		kinds = append(kinds, arch.Residual, arch.Graph)
	}
	for _, kind := range kinds {
		enc, err := Encode(g, encode.Options{}, Options{Kind: kind})
		switch {
		case errors.Is(err, encode.ErrNone) || errors.Is(err, encode.ErrSize):
			continue
		case err != nil:
			return nil, err
		}
		if !slices.ContainsFunc(out, func(e *encode.Encoder) bool { return e.Fingerprint() == enc.Fingerprint() }) {
			out = append(out, enc)
		}
	}
	return out, nil
}
