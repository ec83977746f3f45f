package look

import (
	"math"
	"strconv"
	"strings"

	"ludens/game"
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/lower"
	"ludens/ludii/parse"
	"ludens/ludii/topology"
)

// Dresser gives what dresses the boards of a program, nil where there are no hints.
func Dresser(hints []*parse.Node) func(p *exec.Program, b *game.Board, at func(k exec.Kind, site int) int32) {
	if len(hints) == 0 {
		return nil
	}
	return func(p *exec.Program, b *game.Board, at func(k exec.Kind, site int) int32) {
		d := &dresser{p: p, b: b, at: at, sign: "#231d15"}
		for _, n := range hints {
			if f := table[word(n, 0)+" "+word(n, 1)]; f != nil {
				f(d, read(n, 2))
			} else if f := table[word(n, 0)]; f != nil {
				f(d, read(n, 1))
			}
		}
		d.cells()
	}
}

// Bounds on what hints bring.
const (
	mostStrokes = 2000
	mostEmblems = 4 // of a site, or of a coat
	mostCoats   = 64
)

// dresser is a board while it is dressed.
type dresser struct {
	p  *exec.Program
	b  *game.Board
	at func(k exec.Kind, site int) int32

	phases    [6]game.Paint
	chequered bool
	sign      game.Paint // of signs without a colour
	regions   []painted  // in order
}

// painted is a set of sites that is painted.
type painted struct {
	sites []int32
	paint game.Paint
}

// table has the hints by their first words.
var table = map[string]func(d *dresser, h hint){
	"player colour":    (*dresser).player,
	"board colour":     (*dresser).colour,
	"board checkered":  func(d *dresser, _ hint) { d.chequered = true },
	"board style":      (*dresser).style,
	"board background": (*dresser).ground,
	"no board":         func(d *dresser, _ hint) { d.b.Look.Bare = true },
	"no curves":        (*dresser).straight,
	"region colour":    (*dresser).region,
	"show symbol":      (*dresser).symbol,
	"show line":        (*dresser).line,
	"show edges":       (*dresser).edges,
	"show piece":       (*dresser).numbers,
	"show check":       (*dresser).checks,

	"show localstateholes": func(d *dresser, _ hint) { d.b.Look.States = true },
	"stacktype":            (*dresser).stacks,
	"piece colour":         (*dresser).pieceColour,
	"piece scale":          (*dresser).pieceScale,
	"piece rename":         (*dresser).pieceRename,
	"piece extendname":     (*dresser).pieceExtend,
	"piece rotate":         (*dresser).pieceRotate,
	"piece foreground":     func(d *dresser, h hint) { d.pieceEmblem(h, false) },
	"piece background":     func(d *dresser, h hint) { d.pieceEmblem(h, true) },
}

// word is the i-th word of a hint, in small letters; empty if there is none.
func word(n *parse.Node, i int) string {
	if n.Kind != parse.Call || len(n.Children) <= i || n.Children[i].Kind != parse.Name || n.Children[i].Label != "" {
		return ""
	}
	return strings.ToLower(n.Children[i].Text)
}

// hint is what stands behind the first words: by label, or in order.
type hint struct {
	named map[string]*parse.Node
	rest  []*parse.Node
}

func read(n *parse.Node, from int) hint {
	h := hint{named: map[string]*parse.Node{}}
	for _, c := range n.Children[min(from, len(n.Children)):] {
		if c.Label != "" {
			h.named[strings.ToLower(c.Label)] = c
		} else {
			h.rest = append(h.rest, c)
		}
	}
	return h
}

// number is a labelled number; without, if there is none.
func (h hint) number(label string, without float64) float64 {
	n := h.named[label]
	if n == nil {
		return without
	}
	return numberOf(n, without)
}

func numberOf(n *parse.Node, without float64) float64 {
	if n.Kind != parse.Int && n.Kind != parse.Float {
		return without
	}
	x, err := strconv.ParseFloat(n.Text, 64)
	if err != nil || math.IsNaN(x) || math.Abs(x) > 1e6 {
		return without
	}
	return x
}

// text is a labelled text; empty if there is none.
func (h hint) text(label string) string {
	if n := h.named[label]; n != nil && n.Kind == parse.String {
		return n.Text
	}
	return ""
}

// names are the words among the rest, in small letters.
func (h hint) names() (out []string) {
	for _, n := range h.rest {
		if n.Kind == parse.Name {
			out = append(out, strings.ToLower(n.Text))
		}
	}
	return out
}

// paint is the colour of a label, or, for "", the one among the rest.
func (h hint) paint(label string) (game.Paint, bool) {
	if label != "" {
		return paintOf(h.named[label])
	}
	for _, n := range h.rest {
		if p, ok := paintOf(n); ok {
			return p, true
		}
	}
	return "", false
}

// player is the player that a word names: from 1, Players+1 everybody, 0 nobody.
func (d *dresser) playerOf(name string) (player int, ok bool) {
	name = strings.ToLower(name)
	switch name {
	case "neutral":
		return 0, true
	case "shared", "all", "each":
		return d.p.Shared(), true
	}
	rest, ok := strings.CutPrefix(name, "p")
	n, err := strconv.Atoi(rest)
	return n, ok && err == nil && n >= 1 && n <= d.p.Players
}

// who is the player named among the rest.
func (d *dresser) who(h hint) (player int, ok bool) {
	for _, name := range h.names() {
		if n, ok := d.playerOf(name); ok {
			return n, true
		}
	}
	return 0, false
}

// kinds are the words for kinds of sites.
var kinds = map[string]exec.Kind{"cell": topology.Cell, "edge": topology.Edge, "vertex": topology.Vertex}

// sitesOf gives the sites that a node means: a region, a number, a list, or the name of
// either.
func (d *dresser) sitesOf(n *parse.Node, player string) (sites []int, k exec.Kind, ok bool) {
	text := n.String()
	if n.Label != "" {
		c := *n
		c.Label = ""
		text = c.String()
	}
	switch n.Kind {
	case parse.Int:
		text = "(sites {" + text + "})"
	case parse.Array:
		text = "(sites " + text + ")"
	case parse.String:
		text = "(sites " + strings.TrimSpace(player+" "+text) + ")"
	case parse.Name:
		text = "(sites " + text + ")" // of a player
	case parse.Call:
	default:
		return nil, 0, false
	}
	nodes, findings := parse.Parse("", text, parse.Limits{})
	if findings.Errors() > 0 || len(nodes) != 1 {
		return nil, 0, false
	}
	t, findings := check.CheckAs(nodes[0], check.Sites, check.Limits{Steps: 100_000})
	if findings.Errors() > 0 || t == nil {
		return nil, 0, false
	}
	return lower.Sites(d.p, t)
}

// where finds the sites that a hint is about, as indices of the board's, and of which
// kind they are: the kind that it names, else that of the region.
func (d *dresser) where(h hint, names int) (out []int32, numbers []int, k exec.Kind) {
	player, typed := "", false
	for _, name := range h.names() {
		if of, ok := kinds[name]; ok {
			k, typed = of, true
		}
		if _, ok := d.playerOf(name); ok {
			player = strings.ToUpper(name[:1]) + name[1:]
		}
	}
	if n := h.named["regionsitetype"]; n != nil {
		if of, ok := kinds[strings.ToLower(n.Text)]; ok {
			k, typed = of, true
		}
	}
	for _, n := range h.rest {
		switch {
		case n.Kind == parse.String && names > 0:
			names-- // what is drawn, not where
			continue
		case n.Kind != parse.String && n.Kind != parse.Int && n.Kind != parse.Array && n.Kind != parse.Call:
			continue
		}
		if _, ok := paintOf(n); ok {
			continue
		}
		if sites, of, ok := d.sitesOf(n, player); ok {
			if numbers = sites; !typed {
				k = of
			}
			break
		}
	}
	if numbers == nil && player != "" {
		if sites, of, ok := d.sitesOf(&parse.Node{Kind: parse.Name, Text: player}, ""); ok {
			if numbers = sites; !typed {
				k = of
			}
		}
	}
	for _, s := range numbers {
		if i := d.at(k, s); i >= 0 {
			out = append(out, i)
		}
	}
	return out, numbers, k
}
