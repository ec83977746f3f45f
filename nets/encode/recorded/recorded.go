// Package recorded reads tensors that the programme of the paper's authors made of
// positions and moves (Soemers et al. 2021; the files are described in
// ../shared/conformance/README.md), and compares an encoding with them.
//
// It knows positions as game.View and moves as text and game.Place, never where they
// come from. It is for verification only. Neighbours: nets/encode, which is
// compared; ludii/replay, which gives the positions; cmd/gamemaster, which reports.
package recorded

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"ludens/internal/bounded"
)

// What a file may hold at most.
const (
	maxLine = 64 << 20
	maxFile = 1 << 30
)

// ErrFormat is wrapped when a file does not hold recorded tensors.
var ErrFormat = errors.New("not recorded tensors")

// A File is the recorded tensors of some positions of one game.
type File struct {
	Meta      Meta
	Positions []Position
}

// Meta says how tensors are laid out. Shapes are channels, columns, rows.
type Meta struct {
	Game     string   `json:"game"`
	Path     string   `json:"path"` // of the description
	State    [3]int   `json:"stateShape"`
	Move     [3]int   `json:"moveShape"`
	Channels []string `json:"channels"`
	X        []int    `json:"x"` // column per site
	Y        []int    `json:"y"` // row per site
}

// A Position is one tensor, and the moves that are legal there.
type Position struct {
	Ply     int     `json:"ply"`
	Digest  string  `json:"b"`
	Player  int     `json:"player"` // from 0; -1 for nobody
	Entries []Entry `json:"nz"`
	Moves   []Move  `json:"legal"`
	Over    bool    `json:"over"`
	// Error says why there is no tensor.
	Error string `json:"tensorError"`
}

// An Entry is a number that is not 0.
type Entry struct {
	Channel, X, Y int
	Value         float64
}

// UnmarshalJSON reads [channel, x, y] or, if the value is not 1, [channel, x, y, value].
func (e *Entry) UnmarshalJSON(b []byte) error {
	var list []float64
	if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	if len(list) != 3 && len(list) != 4 {
		return fmt.Errorf("%w: an entry of %d numbers", ErrFormat, len(list))
	}
	*e = Entry{int(list[0]), int(list[1]), int(list[2]), 1}
	if len(list) == 4 {
		e.Value = list[3]
	}
	return nil
}

// A Move is a legal move with its place in the tensor of moves.
type Move struct {
	Text string
	At   *[3]int // channel, column, row; nil where there is none
	Flat int
}

// UnmarshalJSON reads [text, [channel, x, y], flat index]; null where there is none.
func (m *Move) UnmarshalJSON(b []byte) error {
	var list []json.RawMessage
	if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	if len(list) != 3 {
		return fmt.Errorf("%w: a move of %d parts", ErrFormat, len(list))
	}
	var flat *int
	for i, to := range []any{&m.Text, &m.At, &flat} {
		if err := json.Unmarshal(list[i], to); err != nil {
			return err
		}
	}
	if (flat == nil) != (m.At == nil) {
		return fmt.Errorf("%w: a move with half a place", ErrFormat)
	}
	if flat != nil {
		m.Flat = *flat
	}
	return nil
}

// Read reads a file, packed by gzip.
func Read(path string) (*File, error) {
	f, err := bounded.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read recorded tensors: %w", err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("read recorded tensors %s: %w: %w", path, ErrFormat, err)
	}
	out, err := Parse(z)
	if err != nil {
		return nil, fmt.Errorf("read recorded tensors %s: %w", path, err)
	}
	return out, nil
}

// ErrEmpty says that a file holds nothing.
var ErrEmpty = errors.New("nothing was recorded")

// Parse reads tensors, not packed.
func Parse(r io.Reader) (*File, error) {
	lines := bounded.Lines(io.LimitReader(r, maxFile), maxLine)
	var out *File
	for n := 1; lines.Scan(); n++ {
		var t struct {
			T string `json:"t"`
		}
		if err := json.Unmarshal(lines.Bytes(), &t); err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrFormat, n, err)
		}
		var err error
		switch {
		case t.T == "tensorMeta" && out == nil:
			out = &File{}
			err = json.Unmarshal(lines.Bytes(), &out.Meta)
			if err == nil && len(out.Meta.X) != len(out.Meta.Y) {
				err = errors.New("not as many columns as rows of sites")
			}
		case t.T == "pos" && out != nil:
			var p Position
			err = json.Unmarshal(lines.Bytes(), &p)
			out.Positions = append(out.Positions, p)
		default:
			err = fmt.Errorf("a line %q", t.T)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrFormat, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	if out == nil {
		return nil, ErrEmpty
	}
	return out, nil
}
