package svg

import "strings"

// rule is how a class looks: fill and stroke, light and dark; empty says nothing.
type rule struct {
	class          string
	fill, stroke   [2]string
	width, further string
}

// look is the table of classes. The colours of players have letters in a colour that
// can be read on them (class with "t" behind).
var look = []rule{
	{class: "cell", fill: pair("#f0e4cd", "#4b443b"), stroke: pair("#a08c6c", "#857a6a"), width: "1"},
	{class: "cell2", fill: pair("#dcc7a3", "#3a352e"), stroke: pair("#a08c6c", "#857a6a"), width: "1"},
	// Of what has a colour that the description asks for: see paint.go.
	{class: "bare", fill: pair("transparent", "transparent"), stroke: pair("none", "none")},
	{class: "rim", stroke: pair("#a08c6c", "#857a6a"), width: "1"},
	{class: "rimmed", fill: pair("#f0e4cd", "#4b443b"), width: "1"},
	{class: "rimmed2", fill: pair("#dcc7a3", "#3a352e"), width: "1"},
	{class: "own"},
	{class: "ownt", further: "text-anchor:middle"},
	{class: "owns", fill: pair("none", "none")},
	{class: "held", fill: pair("#f6f0e4", "#39352f"), stroke: pair("#b9ab92", "#6c6458"), width: "1"},
	{class: "hole", fill: pair("#dcc7a3", "#3a352e"), stroke: pair("#8a7553", "#a39784")},
	{class: "spot", fill: pair("#a08c6c", "#9c907e")},
	{class: "hit", fill: pair("transparent", "transparent"), stroke: pair("none", "none")},
	{class: "edge", fill: pair("none", "none"), stroke: pair("#d8cbb4", "#5b5348")},
	{class: "line", fill: pair("none", "none"), stroke: pair("#8a7a5f", "#9c907e")},
	{class: "border", fill: pair("none", "none"), stroke: pair("#4d4130", "#d9cfbf"), width: "3"},
	{class: "link", fill: pair("none", "none"), stroke: pair("#9a6b1f", "#d9a85a"), width: "3", further: "stroke-opacity:.7;stroke-linecap:round"},
	{class: "under", fill: pair("none", "none"), stroke: pair("#5a4c35", "#e3dacb")},
	{class: "ring", stroke: pair("", ""), width: "2", further: "stroke-opacity:.6"},
	{class: "axis", fill: pair("#5d5346", "#c9bfae")},
	{class: "name", fill: pair("#3f382e", "#e3dacb")},
	{class: "fact", fill: pair("#3f382e", "#e3dacb")},
	{class: "group", further: "font-weight:bold"},
	{class: "tag", fill: pair("#6b5f4e", "#c9bfae")},
	{class: "number", fill: pair("#231d15", "#f4eee3"), further: "text-anchor:middle"},
	{class: "given", fill: pair("#8c2a1c", "#ff9d8c")},
	{class: "seed", fill: pair("#6e5f49", "#c9bca6"), stroke: pair("none", "none")},
	{class: "badge", fill: pair("#fffdf8", "#191713"), stroke: pair("#4d4130", "#d9cfbf"), width: "1"},
	{class: "die", fill: pair("#ffffff", "#f4eee3"), stroke: pair("#4d4130", "#191713")},
	{class: "pip", fill: pair("#231d15", "#191713"), stroke: pair("none", "none"), further: "text-anchor:middle"},
	{class: "unseen", fill: pair("#b7b0a5", "#6d675e"), stroke: pair("#5d5346", "#c9bfae"), further: "stroke-dasharray:3 2"},
	{class: "none", fill: pair("#c8b998", "#8d8371"), stroke: pair("#5a4c35", "#e3dacb")},
	{class: "white", fill: pair("#fffdf6", "#f4eee3"), stroke: pair("#3a3226", "#17140f")},
	{class: "black", fill: pair("#2b2724", "#15130f"), stroke: pair("#0d0b09", "#cfc5b4")},
	{class: "red", fill: pair("#c9352b", "#d8493f"), stroke: pair("#6d120c", "#ffd2cd")},
	{class: "blue", fill: pair("#2a62b8", "#3f7bd6"), stroke: pair("#12305f", "#cfe0fb")},
	{class: "green", fill: pair("#2f8142", "#3d9a52"), stroke: pair("#123d1c", "#cdf0d5")},
	{class: "orange", fill: pair("#e08a1e", "#ea9a35"), stroke: pair("#6f4207", "#ffe6c4")},
	{class: "purple", fill: pair("#7d3fa0", "#9357b6"), stroke: pair("#3c1652", "#ecd5f8")},
	{class: "teal", fill: pair("#1f8c8c", "#2ba3a3"), stroke: pair("#0b4343", "#c5f3f3")},
	{class: "pink", fill: pair("#e184a9", "#ec95b8"), stroke: pair("#76264a", "#ffe1ec")},
	{class: "brown", fill: pair("#8a5a33", "#9d6b42"), stroke: pair("#422712", "#f0dac8")},
	{class: "yellow", fill: pair("#efd045", "#f2d75c"), stroke: pair("#6e5a08", "#fff6cb")},
	{class: "grey", fill: pair("#8d8d8d", "#9a9a9a"), stroke: pair("#3c3c3c", "#e6e6e6")},
}

// darkLetters are the colours on which letters are dark.
var darkLetters = []string{"none", "unseen", "white", "orange", "pink", "yellow", "grey"}

// marks are drawn over a site: of the last move, of a piece that could be captured where that is
// to be shown, that may be chosen, that was chosen.
var marks = []rule{
	{class: "last", stroke: pair("#b06a00", "#ffb84d"), width: "3"},
	{class: "check", stroke: pair("#c0211a", "#ff6b60"), width: "4"},
	{class: "choice", stroke: pair("#1f7a3a", "#6fdc8c"), width: "3", further: "stroke-dasharray:5 3"},
	{class: "chosen", stroke: pair("#0b57d0", "#8ab4ff"), width: "4"},
}

func pair(light, dark string) [2]string { return [2]string{light, dark} }

// Style gives the rules of a theme for pages that want no style within elements.
func Style(theme Theme) string {
	switch theme {
	case Light:
		return styles(0)
	case Dark:
		return styles(1)
	}
	return styles(0) + "@media(prefers-color-scheme:dark){" + styles(1) + "}"
}

func styles(dark int) string {
	var b strings.Builder
	b.WriteString(".lb-board{stroke-width:1.5}.lb-board text{font-family:system-ui,'DejaVu Sans',Verdana,sans-serif}")
	put := func(selector string, r rule) {
		b.WriteString(selector + "{")
		sep := ""
		for _, d := range [][2]string{{"fill", r.fill[dark]}, {"stroke", r.stroke[dark]}, {"stroke-width", r.width}} {
			if d[1] != "" {
				b.WriteString(sep + d[0] + ":" + d[1])
				sep = ";"
			}
		}
		if r.further != "" {
			b.WriteString(sep + r.further)
		}
		b.WriteString("}")
	}
	for _, r := range look {
		put(".lb-"+r.class, r)
		if r.class == "none" || r.class == "unseen" || r.class[0] != '#' && isColour(r.class) {
			letters := "#fffdf6"
			for _, c := range darkLetters {
				if c == r.class {
					letters = "#1d1811"
				}
			}
			b.WriteString(".lb-" + r.class + "t{fill:" + letters + ";text-anchor:middle}")
			b.WriteString(".lb-" + r.class + "s{fill:none;stroke:" + strokeOf(r)[dark] + "}")
		}
	}
	for _, r := range marks {
		r.fill = pair("none", "none")
		put(".lb-"+r.class+" .lb-mark,.lb-mark.lb-"+r.class, r)
	}
	return b.String()
}

func isColour(class string) bool {
	for _, c := range seatOrder {
		if c == class {
			return true
		}
	}
	return false
}

// strokeOf is the colour of a player's lines and edges: white ones are drawn darker on
// light ground, and black ones lighter on dark ground.
func strokeOf(r rule) [2]string {
	switch r.class {
	case "white":
		return pair("#fffdf6", "#f4eee3")
	case "black":
		return pair("#2b2724", "#080705")
	}
	return r.fill
}
