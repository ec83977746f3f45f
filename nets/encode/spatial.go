package encode

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"sync"

	"ludens/game"
	"ludens/nets/arch"
)

// version is part of fingerprints: to be raised with every change of what inputs or
// logits of a spatial encoding mean.
const version = "space 1"

// diceVersion is that of games with dice, on planes of our own, in addition: first the
// dice were as they lay before the throw.
const diceVersion = ", dice 2"

// maxLogits bounds the logits of a position.
const maxLogits = 1 << 20

// spatial is the codec of games that take place on sites.
type spatial struct {
	*Planes
	views          *sync.Pool // of *game.View
	perSeat, heads int
	cells          int // of a plane of logits
	known          *known
}

// newSpatial encodes what happens on sites.
func newSpatial(g game.Game, geometry *game.Geometry, o Options) (*Encoder, error) {
	if len(geometry.Sites) == 0 {
		return nil, ErrNone
	}
	if _, ok := g.NewMachine().(game.Viewer); !ok {
		return nil, ErrNone
	}
	planes, err := NewPlanes(geometry, g.Facts().Players, o)
	if err != nil {
		return nil, err
	}
	s := &spatial{Planes: planes, heads: 1, known: new(known), views: &sync.Pool{New: func() any { return new(game.View) }}}
	if geometry.Simultaneous {
		s.heads = g.Facts().Players
	}
	moves, height, width := planes.MoveShape()
	s.cells = height * width
	s.perSeat = moves * s.cells
	e := &Encoder{codec: s}
	e.in, e.head, e.policy, e.logits = planes.Shape(), arch.Planes, moves*s.heads, s.perSeat*s.heads
	if !o.Graph && max(e.in.Height, e.in.Width) > arch.MaxSide || o.Graph && e.in.Height > arch.MaxSide*arch.MaxSide || e.logits > maxLogits {
		return nil, fmt.Errorf("%w: %d × %d cells, %d logits", ErrSize, e.in.Height, e.in.Width, e.logits)
	}
	if o.Graph {
		if e.links, err = arch.NewLinks(geometry.Adjacent); err != nil {
			return nil, fmt.Errorf("encode: %w", err)
		}
	}
	e.fingerprint = s.fingerprint(e)
	return e, nil
}

// Encode writes the position of m into dst.
func (s *spatial) Encode(m game.Machine, dst []float32) {
	v := s.views.Get().(*game.View)
	m.(game.Viewer).View(v)
	s.Write(v, dst)
	s.views.Put(v)
}

// Logit is the index of the logit of a move. Games in which players decide at once
// have all planes once per seat.
func (s *spatial) Logit(m game.Machine, seat int, mv game.Move) int {
	at, ok := s.known.get(mv)
	if !ok {
		place := m.(game.Viewer).Place(seat, mv)
		plane, cell := s.Locate(place)
		at = plane*s.cells + int(cell)
		if place.To >= 0 || place.Pass || place.Swap || place.Propose > 0 || place.Vote > 0 { // a machine with a fault knows no places
			s.known.put(mv, at)
		}
	}
	if s.heads > 1 && seat < s.heads {
		at += seat * s.perSeat
	}
	return at
}

// fingerprint hashes what decides the meaning of inputs and logits.
func (s *spatial) fingerprint(e *Encoder) string {
	h := sha256.New()
	io.WriteString(h, version)
	if s.rolled() {
		io.WriteString(h, diceVersion)
	}
	fmt.Fprintf(h, "\n%v %v %s %d %d %v %v\n", e.in, s.graph, e.head, e.policy, e.logits, s.own, numberScale)
	for _, c := range s.channels {
		fmt.Fprintln(h, c)
	}
	m := &s.moves
	fmt.Fprintln(h, m.reach, m.levels, m.propose, m.vote, m.pass, m.swap, m.planes, m.middle, m.lead, s.grid.width, s.grid.height)
	for _, list := range [][]int32{s.cell, s.grid.cell, m.displaced, m.slots, m.sinks} {
		binary.Write(h, binary.LittleEndian, int64(len(list)))
		binary.Write(h, binary.LittleEndian, list)
	}
	if e.links != nil {
		binary.Write(h, binary.LittleEndian, e.links.From)
		binary.Write(h, binary.LittleEndian, e.links.To)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
