package look

import (
	"fmt"
	"strconv"
	"strings"

	"ludens/game"
	"ludens/ludii/parse"
)

// hidden is a colour that is not seen.
const hidden game.Paint = "#00000000"

// colours are those with names, chosen to go with the ones of pictures. Of the
// shades of a colour the darker and the lighter ones are made of it.
var colours = map[string]game.Paint{
	"white": "#ffffff", "black": "#000000", "grey": "#8d8d8d", "red": "#d8261c", "green": "#1fa33a", "blue": "#1f4fd0",
	"yellow": "#f5dd2a", "pink": "#f29cb7", "cyan": "#2bd4d4", "brown": "#8a5a33", "orange": "#f08a1d", "purple": "#7d3fa0",
	"magenta": "#d23bc0", "turquoise": "#3fd0c0", "gold": "#d9b23c", "silver": "#c3c7cb", "cream": "#fff6da", "tan": "#d2b183",
	"burgundy": "#7b1230", "iceblue": "#d6eefa", "babyblue": "#8cc8f2", "gunmetal": "#2f3b45", "humanlight": "#f6d8b8", "humandark": "#7a4b2a",
	"dark": "#333333", "light": "#eeeeee", "hidden": hidden,
}

// shades are the words before a colour: how much of it stays, and of what.
var shades = []struct {
	word  string
	keep  float64
	light bool
}{
	{"verydark", 0.35, false}, {"dark", 0.6, false}, {"verylight", 0.3, true}, {"light", 0.55, true},
}

// paintOf reads (colour Red), (colour 255 0 0), (colour 255 0 0 127) or (colour "#ff0000").
func paintOf(n *parse.Node) (game.Paint, bool) {
	if n == nil || n.Kind != parse.Call || !strings.EqualFold(n.Head(), "colour") || len(n.Children) < 2 {
		return "", false
	}
	args := n.Children[1:]
	switch args[0].Kind {
	case parse.Name:
		return named(strings.ToLower(args[0].Text))
	case parse.String:
		return hexadecimal(args[0].Text)
	}
	if len(args) != 3 && len(args) != 4 {
		return "", false
	}
	out := "#"
	for _, a := range args {
		v, err := strconv.Atoi(a.Text)
		if err != nil || v < 0 || v > 255 {
			return "", false
		}
		out += fmt.Sprintf("%02x", v)
	}
	return game.Paint(strings.TrimSuffix(out, solid(len(args)))), true
}

// solid is the last part of a colour of four parts that covers all; nothing for three.
func solid(parts int) string {
	if parts == 4 {
		return "ff"
	}
	return "-"
}

func named(name string) (game.Paint, bool) {
	if p, ok := colours[name]; ok {
		return p, true
	}
	for _, s := range shades {
		rest, ok := strings.CutPrefix(name, s.word)
		base, known := colours[rest]
		if !ok || !known || len(base) != 7 {
			continue
		}
		c := channels(base)
		out := "#"
		for _, v := range c[:3] {
			v *= s.keep
			if s.light {
				v += 255 * (1 - s.keep)
			}
			out += fmt.Sprintf("%02x", int(v+0.5))
		}
		return game.Paint(out), true
	}
	return "", false
}

func hexadecimal(text string) (game.Paint, bool) {
	digits, ok := strings.CutPrefix(text, "#")
	if _, err := strconv.ParseUint(digits, 16, 64); !ok || err != nil || len(digits) != 6 && len(digits) != 8 {
		return "", false
	}
	return game.Paint("#" + strings.ToLower(digits)), true
}

// channels are red, green, blue and how much is covered, 0 to 255.
func channels(p game.Paint) (out [4]float64) {
	out[3] = 255
	for i := 0; 2*i+3 <= len(p) && i < 4; i++ {
		v, _ := strconv.ParseUint(string(p[2*i+1:2*i+3]), 16, 8) // made here: it is one
		out[i] = float64(v)
	}
	return out
}

// over lays a colour over another one; over none it stays as it is.
func over(p, ground game.Paint) game.Paint {
	if len(p) != 9 || ground == "" {
		return p
	}
	a, b := channels(p), channels(ground)
	part := a[3] / 255
	out := "#"
	for i := range 3 {
		out += fmt.Sprintf("%02x", int(part*a[i]+(1-part)*b[i]+0.5))
	}
	if b[3] < 255 {
		out += fmt.Sprintf("%02x", int(255-(255-a[3])*(255-b[3])/255+0.5))
	}
	return game.Paint(out)
}
