package look

import (
	"strings"

	"ludens/game"
	"ludens/ludii/parse"
)

// coat adds a coat to the pieces that a hint is about: of a player, of a name, both or
// all; of the state and value that it names.
func (d *dresser) coat(h hint, coat func(k *game.PieceKind, c *game.Coat)) {
	name := h.text("piece")
	for _, n := range h.rest {
		if n.Kind == parse.String && name == "" {
			name = n.Text
		}
	}
	d.coatNamed(h, name, coat)
}

func (d *dresser) coatNamed(h hint, name string, coat func(k *game.PieceKind, c *game.Coat)) {
	who, owned := d.who(h)
	state, fixed := label(h, "state")
	value, plain := label(h, "value")
	if !fixed || !plain {
		return // by a rule: it cannot be said beforehand
	}
	for i := range d.b.Kinds {
		k := &d.b.Kinds[i]
		owner := k.Owner + 1
		if owned && owner != who || name != "" && !strings.EqualFold(name, k.Base) && !strings.EqualFold(name, k.Name) || len(k.Coats) >= mostCoats {
			continue
		}
		c := game.Coat{State: state, Value: value}
		coat(k, &c)
		k.Coats = append(k.Coats, c)
	}
}

// label is a number that a coat is for: -1 where there is none, not ok where it is no plain number.
func label(h hint, name string) (n int32, ok bool) {
	of := h.named[name]
	if of == nil {
		return -1, true
	}
	return int32(numberOf(of, -1)), of.Kind == parse.Int
}

func (d *dresser) pieceColour(h hint) {
	fill, filled := h.paint("fillcolour")
	edge, edged := h.paint("strokecolour")
	if !filled && !edged {
		return
	}
	d.coat(h, func(_ *game.PieceKind, c *game.Coat) { c.Fill, c.Edge = fill, edge })
}

func (d *dresser) pieceScale(h hint) {
	scale := -1.0
	for _, n := range h.rest {
		scale = numberOf(n, scale)
	}
	if scale = h.number("scale", scale); scale < 0 {
		return
	}
	d.coat(h, func(_ *game.PieceKind, c *game.Coat) { c.Scale = min(max(scale, 0.2), 1.15) })
}

func (d *dresser) pieceRotate(h hint) {
	d.coat(h, func(_ *game.PieceKind, c *game.Coat) { c.Turn = h.number("degrees", 0) })
}

// pieceRename reads (piece Rename piece:"Calf" "Cow").
func (d *dresser) pieceRename(h hint) {
	from, to := h.text("piece"), ""
	for _, n := range h.rest {
		if n.Kind == parse.String {
			to = n.Text
		}
	}
	if to != "" {
		d.coatNamed(h, from, func(_ *game.PieceKind, c *game.Coat) { c.Drawing = to })
	}
}

// pieceExtend reads (piece ExtendName P2 "Stick").
func (d *dresser) pieceExtend(h hint) {
	more := ""
	for _, n := range h.rest {
		if n.Kind == parse.String {
			more = n.Text
		}
	}
	if more != "" {
		d.coatNamed(h, h.text("piece"), func(k *game.PieceKind, c *game.Coat) { c.Drawing = k.Base + more })
	}
}

// pieceEmblem reads (piece Foreground "King" image:"Crown" …): something before or behind a
// piece.
func (d *dresser) pieceEmblem(h hint, behind bool) {
	s := d.emblemOf(h.text("image"), h)
	if s.Behind = behind; s.Name == "" {
		return
	}
	d.coat(h, func(_ *game.PieceKind, c *game.Coat) { c.Emblems = []game.Emblem{s} })
}
