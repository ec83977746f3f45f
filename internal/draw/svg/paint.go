package svg

import (
	"fmt"
	"strconv"
	"strings"

	"ludens/game"
)

// Colours that a description asks for stand where the class of a colour would, "#rrggbb"
// or "#rrggbbaa", and behind a stroke "/" the colour of the edge. What is drawn with one has
// it in attributes, since a page allows no style of its own in elements; it is the same in
// both themes.

// ink is the class of an element, or the attributes that stand for it. As with classes "t"
// behind a colour means letters on it, "s" a line of it.
func ink(class string) string {
	if !strings.HasPrefix(class, "#") {
		return `class="` + class + `"`
	}
	use := ""
	if last := class[len(class)-1:]; last == "t" || last == "s" {
		use, class = last, class[:len(class)-1]
	}
	fill, edge, edged := strings.Cut(class, "/")
	switch use {
	case "t":
		return `class="lb-ownt"` + paint("fill", lettersOn(fill))
	case "s":
		return `class="lb-owns"` + paint("stroke", fill)
	}
	if !edged || edge == "" {
		edge = edgeOf(fill)
	}
	return `class="lb-own"` + paint("fill", fill) + paint("stroke", edge)
}

// dressed is a colour with that of its edge.
func dressed(fill, edge game.Paint) string { return string(fill) + "/" + string(edge) }

// paint writes an attribute of a colour.
func paint(name, colour string) string {
	rgb, cover, ok := parts(colour)
	if !ok {
		return ""
	}
	out := fmt.Sprintf(` %s="#%02x%02x%02x"`, name, rgb[0], rgb[1], rgb[2])
	if cover < 255 {
		out += fmt.Sprintf(` %s-opacity="%s"`, name, strconv.FormatFloat(float64(cover)/255, 'f', 2, 64))
	}
	return out
}

// parts reads a colour.
func parts(colour string) (rgb [3]uint8, cover uint8, ok bool) {
	v, err := strconv.ParseUint(strings.TrimPrefix(colour, "#"), 16, 64)
	switch {
	case err != nil || len(colour) != 7 && len(colour) != 9 || colour[0] != '#':
		return rgb, 0, false
	case len(colour) == 7:
		v = v<<8 | 255
	}
	return [3]uint8{uint8(v >> 24), uint8(v >> 16), uint8(v >> 8)}, uint8(v), true
}

// bright tells how light a colour is, 0 to 255, by the weights that televisions have.
func bright(colour string) float64 {
	rgb, _, _ := parts(colour)
	return 0.299*float64(rgb[0]) + 0.587*float64(rgb[1]) + 0.114*float64(rgb[2])
}

// lettersOn is the colour of letters that can be read on a colour.
func lettersOn(colour string) string {
	if bright(colour) > 140 {
		return "#1d1811"
	}
	return "#fffdf6"
}

// edgeOf is the colour of the edge of a piece of a colour: darker, or lighter of a dark one.
func edgeOf(colour string) string {
	rgb, cover, ok := parts(colour)
	if !ok || cover == 0 {
		return "#00000000"
	}
	light := bright(colour) < 60
	for i, v := range rgb {
		if rgb[i] = v / 5 * 2; light {
			rgb[i] = 255 - (255-v)/2
		}
	}
	return fmt.Sprintf("#%02x%02x%02x", rgb[0], rgb[1], rgb[2])
}

// filled is the colour of a class where a colour is needed: that of the light theme.
func filled(class string) string {
	if strings.HasPrefix(class, "#") {
		fill, _, _ := strings.Cut(class, "/")
		return fill
	}
	for i := range look {
		if "lb-"+look[i].class == class {
			return look[i].fill[0]
		}
	}
	return "#c8b998"
}
