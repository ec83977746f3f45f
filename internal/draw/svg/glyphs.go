package svg

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ludens/game"
)

// glyph is a drawing of a piece in the square from -1 to 1, y downwards.
type glyph struct {
	path string // empty: the disc is all
	disc bool   // on a disc, in the colour of letters
}

// glyphs are drawings for what pieces are usually called. They are presentation: a
// piece that is not here gets letters, and nothing depends on it.
var glyphs = map[string]glyph{
	"disc": {disc: true},
	"pawn": {path: "M0-.85a.31.31 0 1 1-.01 0zM-.2-.2h.4l.2.7h.2v.3h-1.2v-.3h.2z"},
	"rook": {path: "M-.58-.8h.27v.2h.18v-.2h.26v.2h.18v-.2h.27v.44l-.2.18v.6l.26.24v.34h-1.28v-.34l.26-.24v-.6l-.2-.18z"},
	"bishop": {path: "M0-.98a.13.13 0 1 1-.01 0zM0-.7c.46.34.52.76.2 1.02l.08.26.4.06v.26h-1.36v-.26l.4-.06.08-.26" +
		"c-.32-.26-.26-.68.2-1.02z"},
	"knight":   {path: "M-.12-.9l.16.2c.5.12.68.62.64 1.5h-1.16c0-.42.34-.56.42-.9l-.34.22-.32-.18c.02-.3.32-.54.42-.74z"},
	"queen":    {path: "M-.8-.55l.38.5.1-.75.32.66.32-.66.1.75.38-.5-.22 1.1h-1.16zM-.6.64h1.2v.2h-1.2z"},
	"king":     {path: "M-.09-.98h.18v.18h.18v.17h-.18v.26c.54-.24.84.16.56.54l-.2.36h-.9l-.2-.36c-.28-.38.02-.78.56-.54v-.26h-.18v-.17h.18zM-.6.64h1.2v.2h-1.2z"},
	"crown":    {path: "M-.5-.32l.27.26.23-.4.23.4.27-.26-.12.66h-.76z", disc: true},
	"cross":    {path: "M-.74-.5l.24-.24.5.5.5-.5.24.24-.5.5.5.5-.24.24-.5-.5-.5.5-.24-.24.5-.5z"},
	"ring":     {path: "M0-.8a.8.8 0 1 1-.01 0zM0-.46a.46.46 0 1 0 .01 0z"},
	"triangle": {path: "M0-.78l.78 1.36h-1.56z"},
	"square":   {path: "M-.62-.62h1.24v1.24h-1.24z"},
	"diamond":  {path: "M0-.84l.62.84-.62.84-.62-.84z"},
	"star":     {path: "M0-.86l.21.6.63.02-.5.39.18.61-.52-.36-.52.36.18-.61-.5-.39.63-.02z"},
	"drop":     {path: "M0-.8c.5.6.6.8.6 1.02a.6.6 0 0 1-1.2 0c0-.22.1-.42.6-1.02z"},
	"hexagon":  {path: "M-.76 0l.38-.66h.76l.38.66-.38.66h-.76z"},

	// On the ground of sites.
	"thincross": {path: "M-.94-.98l.94.94.94-.94.04.04-.94.94.94.94-.04.04-.94-.94-.94.94-.04-.04.94-.94-.94-.94z"},
	"waves":     {path: "M-.8-.3c.27-.3.53-.3.8 0s.53.3.8 0v.16c-.27.3-.53.3-.8 0s-.53-.3-.8 0zM-.8.24c.27-.3.53-.3.8 0s.53.3.8 0v.16c-.27.3-.53.3-.8 0s-.53-.3-.8 0z"},
	"stick":     {path: "M-.08-.9h.16v1.8h-.16z"},
	"rectangle": {path: "M-.9-.5h1.8v1h-1.8z"},
}

// named says which drawing a name of a piece means.
var named = map[string]string{
	"disc": "disc", "disk": "disc", "ball": "disc", "counter": "disc", "marker": "disc", "stone": "disc", "seed": "disc",
	"man": "disc", "piece": "disc", "checker": "disc", "token": "disc", "bead": "disc", "pebble": "disc", "pill": "disc",
	"peg": "disc", "dot": "disc", "chip": "disc",
	"pawn": "pawn", "rook": "rook", "castle": "rook", "bishop": "bishop", "knight": "knight", "queen": "queen", "king": "king",
	"doublecounter": "crown", "dame": "crown", "kinged": "crown", "crowned": "crown", "doubleman": "crown",
	"cross": "cross", "x": "cross", "xplayer": "cross", "nought": "ring", "naught": "ring", "ring": "ring", "circle": "ring", "o": "ring", "oplayer": "ring",
	"triangle": "triangle", "square": "square", "diamond": "diamond", "star": "star", "water": "drop", "hexagon": "hexagon", "hex": "hexagon",
}

// drawing finds the drawing for a name, digits and letter case aside; empty for none.
func drawing(name string) string {
	name = strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, name))
	return named[name]
}

// emblemNamed is the drawing that is meant for the ground of a site or beside a piece: that of
// a piece, or one of its own. Names of pictures have variants, "square-alt1".
func emblemNamed(name string) string {
	name, _, _ = strings.Cut(strings.ToLower(name), "-")
	if _, ok := glyphs[name]; ok {
		return name
	}
	return drawing(name)
}

// numbered takes the number off the end of a name.
func numbered(name string) (stem, number string) {
	stem = strings.TrimRight(name, "0123456789")
	return stem, name[len(stem):]
}

// kind is how a sort of pieces is drawn.
type kind struct{ glyph, symbol, colour string }

// kindsOf finds drawings or letters for the sorts of pieces of a board.
func (a *Artist) kindsOf(b *game.Board) []kind {
	out := make([]kind, len(b.Kinds))
	var bases []string
	for i := range b.Kinds {
		if len(b.Kinds[i].Faces) == 0 && !slices.Contains(bases, b.Kinds[i].Base) {
			bases = append(bases, b.Kinds[i].Base)
		}
	}
	discs := map[int]string{} // by owner: which base is drawn as a mere disc
	for i := range b.Kinds {
		k := &b.Kinds[i]
		if len(k.Faces) > 0 {
			continue
		}
		out[i].symbol = letters(k.Base, bases)
		if c := colourOf(k.Base); c != "" {
			out[i].glyph, out[i].colour = "disc", "lb-"+c
			continue
		}
		g := drawing(k.Base)
		if g == "" && len(bases) == 1 {
			g = "disc"
		}
		if g == "disc" {
			if other, taken := discs[k.Owner]; taken && other != k.Base {
				g = ""
			} else {
				discs[k.Owner] = k.Base
			}
		}
		out[i].glyph = g
	}
	return out
}

// letters are as many of a name's as tell it apart from the others, four at most. Where
// all names are one with a number behind it, the number is enough.
func letters(name string, names []string) string {
	if stem, number := numbered(name); number != "" && len(number) <= 3 && len(names) > 1 {
		if !slices.ContainsFunc(names, func(other string) bool { s, n := numbered(other); return s != stem || n == "" }) {
			return number
		}
	}
	r := []rune(strings.TrimFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
	if len(r) == 0 {
		return clip(strings.TrimSpace(name), 3)
	}
	out := ""
	for n := 1; n <= min(len(r), 4); n++ {
		out = string(r[:n])
		alone := true
		for _, other := range names {
			alone = alone && (other == name || !strings.HasPrefix(strings.ToLower(other), strings.ToLower(out)))
		}
		if alone {
			break
		}
	}
	first, size := utf8.DecodeRuneInString(out)
	return string(unicode.ToUpper(first)) + out[size:]
}
