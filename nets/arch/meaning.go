package arch

import (
	"errors"
	"fmt"
)

// Meaning says what the input planes of a net show and what its planes of logits do, in words that
// hold for other boards and other descriptions too. It is how a net finds what it knows in a related
// game (Transfer).
type Meaning struct {
	In []InPlane `json:"in"`
	// Out is one entry for a plane of logits, or for a logit of a dense head, of which it may say nothing.
	Out []OutPlane `json:"out,omitempty"`
}

// Sort is what an input plane shows.
type Sort string

// The sorts.
const (
	Board  Sort = "board"  // 1 on every cell of the board
	Empty  Sort = "empty"  // 1 on every cell of the board without a piece
	Piece  Sort = "piece"  // where the pieces of one kind of a player are
	Shared Sort = "shared" // where the pieces of one kind are that are everybody's, as seeds
	Mover  Sort = "mover"  // filled with 1 if it is a player's turn
	Other  Sort = ""       // known by its name alone
)

// InPlane is an input plane.
type InPlane struct {
	Sort Sort `json:"sort,omitempty"`
	Seat int  `json:"seat,omitempty"` // of Piece and Mover: whose
	// Rank is, of Piece and Shared, how many kinds of the seat's or everybody's pieces are more common.
	Rank int    `json:"rank,omitempty"`
	Name string `json:"name,omitempty"` // in the words of the description
}

// Pieces says whether a plane shows where pieces are.
func (p *InPlane) Pieces() bool { return p.Sort == Piece || p.Sort == Shared }

// OutPlane is a plane of logits: moves that lead to its cells in one way. Of a dense head it is one logit.
type OutPlane struct {
	Seat int `json:"seat"` // whose moves; -1: whoever's turn it is
	// Way are the steps, of columns and rows, from place to place.
	Way  [][2]int `json:"way,omitempty"`
	Spot Spot     `json:"spot,omitempty"`
	Name string   `json:"name,omitempty"` // all else that the plane tells of its moves
	// Share is that of its moves among all legal ones in random games, 0…1.
	Share float64 `json:"share,omitempty"`
	// At is where a dense head's logit stands: a column and a row, of which Spot says what they mean.
	At [2]int `json:"at,omitzero"`
}

// Spot says at which cells the logits of a plane stand.
type Spot string

// The spots.
const (
	AtCell   Spot = ""       // where the move leads to
	AtColumn Spot = "column" // in the middle of the column that it names
	AtRow    Spot = "row"    // in the middle of the row that it names
	Nowhere  Spot = "none"   // in the middle of the board
)

// Bounds on what a Meaning holds, which may be a stranger's.
const (
	mostSteps = 32  // of a way
	mostStep  = 128 // columns or rows
)

// Names are the texts in it.
func (m *Meaning) Names() []string {
	var out []string
	for i := range m.In {
		out = append(out, m.In[i].Name)
	}
	for i := range m.Out {
		out = append(out, m.Out[i].Name)
	}
	return out
}

// Check reports a meaning that is none of a valid Spec.
func (m *Meaning) Check(s *Spec) error {
	if s.Kind != Residual || len(m.In) != s.In.Channels || len(m.Out) != s.Policy && (s.Head == Planes || len(m.Out) != 0) {
		return fmt.Errorf("net: a meaning of %d planes and %d planes of logits, which the net does not have", len(m.In), len(m.Out))
	}
	for i := range m.In {
		switch p := &m.In[i]; {
		case p.Sort != Board && p.Sort != Empty && p.Sort != Piece && p.Sort != Shared && p.Sort != Mover && p.Sort != Other:
			return fmt.Errorf("net: no such sort of planes: %q", p.Sort)
		case p.Seat < 0 || p.Seat >= s.Values || p.Rank < 0 || p.Rank > len(m.In):
			return errors.New("net: a plane of nobody's")
		}
	}
	for i := range m.Out {
		p := &m.Out[i]
		switch {
		case p.Spot != AtCell && p.Spot != AtColumn && p.Spot != AtRow && p.Spot != Nowhere:
			return fmt.Errorf("net: no such spot of logits: %q", p.Spot)
		case p.Seat < -1 || p.Seat >= s.Values || len(p.Way) > mostSteps:
			return errors.New("net: a plane of logits of nobody's, or of too many steps")
		case !(p.Share >= 0 && p.Share <= 1):
			return fmt.Errorf("net: a share of %g of the moves, not from 0 to 1", p.Share)
		case min(p.At[0], p.At[1]) < 0 || p.At[0] >= s.In.Width || p.At[1] >= s.In.Height:
			return errors.New("net: a logit that stands beside the board")
		}
		for _, d := range p.Way {
			if min(d[0], d[1]) < -mostStep || max(d[0], d[1]) > mostStep {
				return errors.New("net: a plane of logits of too far a step")
			}
		}
	}
	return nil
}
