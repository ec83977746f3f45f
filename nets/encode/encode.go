package encode

import (
	"errors"
	"fmt"

	"ludens/game"
	"ludens/nets/arch"
)

// ErrNone says that a game shows nothing that a net could look at.
var ErrNone = errors.New("encode: the game shows neither sites nor propositions")

// ErrSize says that the tensors of a game would be larger than nets are made for.
var ErrSize = errors.New("encode: the tensors would be too large")

// Names of grids, for Options.Grid.
const (
	Paper   = "paper"
	Lattice = "lattice"
)

// Options say how a game is encoded. The zero value is what nets are tuned with.
type Options struct {
	// Grid says how sites become cells: Paper (sorted distinct coordinates, the
	// channels and the moves of Soemers et al. 2021 exactly), Lattice (integer
	// coordinates of the board's own lattice, where it has one), or "" for the
	// smallest of these grids and of one by rings. Other than with Paper, planes that
	// can never hold anything are left out. Games on sites only.
	Grid string
	// Graph asks for nodes instead of cells: one per site, and a dummy node, the last.
	Graph bool
	// Reach is how many rows and columns a move may cover before its displacement is
	// clipped, 1…7; 0 for 3 on the paper's grid and else what the board's size asks for.
	Reach int
}

// Validate reports what is wrong with options.
func (o *Options) Validate() error {
	if o.Grid != "" && o.Grid != Paper && o.Grid != Lattice {
		return fmt.Errorf("encode: no such grid: %q", o.Grid)
	}
	if o.Reach < 0 || o.Reach > mostReach {
		return fmt.Errorf("encode: reach is %d, not in 0…%d", o.Reach, mostReach)
	}
	return nil
}

// Encoder turns positions of one game into inputs of a net, and moves into logits.
type Encoder struct {
	codec
	layout
}

// layout is the outer shape of an encoding.
type layout struct {
	in          arch.Shape
	links       *arch.Links
	head        arch.Head
	policy      int
	logits      int
	fingerprint string
}

// A codec does the work of an Encoder.
type codec interface {
	// Encode writes the position of m, all Input().Size() numbers, into dst.
	Encode(m game.Machine, dst []float32)
	// Logit is the index, 0…Logits-1, of the logit of a move that is legal in the
	// position of m. Moves may share one (they are aliased).
	Logit(m game.Machine, seat int, mv game.Move) int
}

// New makes the encoder of a game: ErrNone if it shows nothing, ErrSize if it is too
// large.
func New(g game.Game, o Options) (*Encoder, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if s, ok := g.(game.Spatial); ok {
		if geometry := s.Geometry(); geometry != nil {
			return newSpatial(g, geometry, o)
		}
	}
	if p, ok := g.(game.Propositional); ok {
		return newPropositional(g, p, o)
	}
	return nil, ErrNone
}

// Input is the shape of a position: planes × rows × columns. In the graph form
// nodes are rows, and there is one column.
func (e *Encoder) Input() arch.Shape { return e.in }

// Links is the graph of the sites with its dummy node; nil unless asked for by
// Options.Graph.
func (e *Encoder) Links() *arch.Links { return e.links }

// Head is the sort of policy head that the logits need.
func (e *Encoder) Head() arch.Head { return e.head }

// Policy is the number of planes of logits, or of logits for a dense head: what
// arch.Spec.Policy has to be.
func (e *Encoder) Policy() int { return e.policy }

// Logits is the number of logits.
func (e *Encoder) Logits() int { return e.logits }

// Fingerprint names everything that decides what inputs and logits mean: nets fit
// encoders with the fingerprint of the one that they were trained with. It is the
// same in every process.
func (e *Encoder) Fingerprint() string { return e.fingerprint }
