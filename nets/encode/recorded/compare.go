package recorded

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ludens/game"
	"ludens/nets/encode"
)

// A Text is a legal move as text, and where it happens.
type Text struct {
	Text  string
	Place game.Place
}

// At is a position of the game that tensors were recorded of.
type At struct {
	Ply    int
	Digest string
	View   *game.View
	Moves  []Text // nil where they are not known
}

// Compare compares the layout, and then every recorded position with the one that
// walk gives: it calls each with all positions of the game in turn. The error names
// the first difference.
func (f *File) Compare(p *encode.Planes, walk func(each func(*At) error) error) (c Counts, err error) {
	if err := f.Meta.Layout(p); err != nil {
		return c, err
	}
	next := 0
	err = walk(func(at *At) error {
		if next == len(f.Positions) || at.Ply != f.Positions[next].Ply {
			return nil
		}
		want := &f.Positions[next]
		next++
		err := want.compare(p, at, &c)
		if err != nil {
			return fmt.Errorf("ply %d: %w", at.Ply, err)
		}
		return nil
	})
	if err == nil && next < len(f.Positions) {
		err = fmt.Errorf("ply %d is not in the recorded game", f.Positions[next].Ply)
	}
	return c, err
}

func (r *Position) compare(p *encode.Planes, at *At, c *Counts) error {
	if !r.same(at.Digest) {
		return fmt.Errorf("the position is %s, recorded %s", at.Digest, r.Digest)
	}
	if err := r.tensor(p, at.View, c); err != nil {
		return err
	}
	if at.Moves == nil {
		return nil
	}
	return r.legal(p, at.Moves, c)
}

// Counts say what was compared.
type Counts struct {
	Positions int `json:"positions"` // tensors
	Numbers   int `json:"numbers"`   // that are not 0, in them
	Moves     int `json:"moves"`
	// Missing are tensors and moves that the programme of the authors has none for,
	// because it broke down.
	Missing int `json:"missing"`
}

// Add adds up.
func (c *Counts) Add(d Counts) {
	c.Positions += d.Positions
	c.Numbers += d.Numbers
	c.Moves += d.Moves
	c.Missing += d.Missing
}

// Layout compares the shapes, the channels and the cells of sites; the error names
// the first difference.
func (m *Meta) Layout(p *encode.Planes) error {
	s := p.Shape()
	if got := [3]int{s.Channels, s.Width, s.Height}; got != m.State {
		return fmt.Errorf("shape of positions %v, recorded %v", got, m.State)
	}
	planes, height, width := p.MoveShape()
	if got := [3]int{planes, width, height}; got != m.Move {
		return fmt.Errorf("shape of moves %v, recorded %v", got, m.Move)
	}
	if len(m.Channels) != s.Channels {
		return fmt.Errorf("%d channels, recorded %d", s.Channels, len(m.Channels))
	}
	for i, c := range p.Channels() {
		if c != m.Channels[i] {
			return fmt.Errorf("channel %d is %q, recorded %q", i, c, m.Channels[i])
		}
	}
	for i := range m.X {
		if i >= p.Sites() {
			return fmt.Errorf("site %d is nowhere", i)
		}
		x, y, ok := p.Cell(i)
		if !ok || x != m.X[i] || y != m.Y[i] {
			return fmt.Errorf("site %d is at (%d, %d), recorded (%d, %d)", i, x, y, m.X[i], m.Y[i])
		}
	}
	return nil
}

// excluded are sites of a deduction puzzle for which values are excluded; the
// digests of recorded tensors do without.
var excluded = regexp.MustCompile(`(,|^)[CEV]?\d+:~[0-9.]*`)

// same says whether a digest is that of the position.
func (r *Position) same(digest string) bool {
	return digest == r.Digest || strings.TrimPrefix(excluded.ReplaceAllString(digest, ""), ",") == r.Digest
}

// tensor compares a position; the error names the first difference.
func (r *Position) tensor(p *encode.Planes, v *game.View, c *Counts) error {
	if v.Mover != r.Player {
		return fmt.Errorf("player %d, recorded %d", v.Mover, r.Player)
	}
	if r.Error != "" {
		c.Missing++
		return nil
	}
	s := p.Shape()
	got := make([]float32, s.Size())
	for i := range got {
		got[i] = -1 // Write writes all numbers
	}
	p.Write(v, got)
	want := make([]float32, s.Size())
	for _, e := range r.Entries {
		if e.Channel < 0 || e.Channel >= s.Channels || e.X < 0 || e.X >= s.Width || e.Y < 0 || e.Y >= s.Height {
			return fmt.Errorf("%w: an entry at %v", ErrFormat, e)
		}
		want[(e.Channel*s.Height+e.Y)*s.Width+e.X] = float32(e.Value)
	}
	for i := range got {
		if got[i] != want[i] {
			channel := i / s.Cells()
			return fmt.Errorf("%q at (%d, %d) is %g, recorded %g", p.Channels()[channel], i%s.Width, i/s.Width%s.Height, got[i], want[i])
		}
	}
	c.Positions++
	c.Numbers += len(r.Entries)
	return nil
}

// legal compares the places of the legal moves; the error names the first
// difference. Where texts are not all the recorded ones, places are compared
// without them, as a multiset.
func (r *Position) legal(p *encode.Planes, moves []Text, c *Counts) error {
	if len(moves) != len(r.Moves) {
		return fmt.Errorf("%d legal moves, recorded %d", len(moves), len(r.Moves))
	}
	_, height, width := p.MoveShape()
	type located struct {
		text string
		at   [3]int
	}
	got, want := make([]located, len(moves)), make([]located, len(moves))
	for i, m := range moves {
		plane, cell := p.Locate(m.Place)
		got[i] = located{m.Text, [3]int{plane, int(cell) % width, int(cell) / width}}
		want[i] = located{text: r.Moves[i].Text, at: [3]int{-1, -1, -1}}
		if at := r.Moves[i].At; at != nil {
			want[i].at = *at
			if flat := (at[0]*width+at[1])*height + at[2]; flat != r.Moves[i].Flat {
				return fmt.Errorf("flat index of %s is %d, recorded %d", r.Moves[i].Text, flat, r.Moves[i].Flat)
			}
		}
	}
	order := func(a, b located) int {
		if a.text != b.text {
			if a.text < b.text {
				return -1
			}
			return 1
		}
		return slices.Compare(a.at[:], b.at[:])
	}
	slices.SortFunc(got, order)
	slices.SortFunc(want, order)
	if !slices.EqualFunc(got, want, func(a, b located) bool { return a.text == b.text }) {
		for i := range got {
			if want[i].at[0] < 0 {
				return errors.New("texts of legal moves are others, and some have no recorded place")
			}
			got[i].text, want[i].text = "", ""
		}
		slices.SortFunc(got, order)
		slices.SortFunc(want, order)
	}
	for i := range got {
		switch {
		case want[i].at[0] < 0:
			c.Missing++
		case got[i].at != want[i].at:
			return fmt.Errorf("move %s is at %v (channel, x, y), recorded %v", got[i].text, got[i].at, want[i].at)
		default:
			c.Moves++
		}
	}
	return nil
}
