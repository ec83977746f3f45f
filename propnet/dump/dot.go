// Package dump shows networks to people: as Graphviz text, and as one page of
// HTML that explores the network after every pass without any other file.
//
// It promises to show the network as it is, every gate once, in the order of the
// gates' numbers, so that two dumps can be compared line by line. It never
// changes a network, and knows nothing of what built it.
package dump

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"ludens/propnet"
)

// output is a literal that means something outside the network.
type output struct {
	group string // next, legal ROLE, goal ROLE, sees ROLE, terminal
	text  string // the fluent, move, value or percept
	lit   propnet.Lit
}

// outputs lists them in the order in which the network keeps them.
func outputs(n *propnet.Network) []output {
	out := []output{{"terminal", "", n.Terminal}}
	for _, b := range n.Bases {
		out = append(out, output{"next", b.Text, b.Next})
	}
	for role, moves := range n.Moves {
		for _, m := range moves {
			out = append(out, output{"legal " + n.Roles[role], m.Text, m.Legal})
		}
	}
	for _, g := range []struct {
		name   string
		values [][]propnet.Value
	}{{"goal", n.Goals}, {"sees", n.Sees}} {
		for role, values := range g.values {
			for _, v := range values {
				out = append(out, output{g.name + " " + n.Roles[role], v.Text, v.Lit})
			}
		}
	}
	return out
}

// inputs names the gates that are read from outside: fluents and moves.
func inputs(n *propnet.Network) map[int]string {
	names := make(map[int]string, len(n.Bases)+n.DoesCount())
	for i, b := range n.Bases {
		names[n.BaseGate(i)] = b.Text
	}
	for role, moves := range n.Moves {
		for _, m := range moves {
			names[m.Does] = "does " + n.Roles[role] + " " + m.Text
		}
	}
	return names
}

// Dot writes a network for Graphviz. Boxes are fluents (doubled when true in the
// initial position) and moves, ellipses gates, houses outputs; an edge with a
// dot at its head negates.
func Dot(w io.Writer, n *propnet.Network, title string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "digraph %s {\n\trankdir=LR;\n\tnode [fontname=monospace];\n", quote(title))
	names := inputs(n)
	for i, base := range n.Bases {
		border := 1
		if base.Init {
			border = 2
		}
		fmt.Fprintf(b, "\tg%d [shape=box, peripheries=%d, label=%s];\n", n.BaseGate(i), border, quote(base.Text))
	}
	edge := func(from propnet.Lit, to string) {
		style := ""
		if from.Negated() && from.Gate() != 0 {
			style = " [arrowhead=dot]"
		}
		name := "g" + strconv.Itoa(from.Gate())
		switch from {
		case propnet.False:
			name = "false"
		case propnet.True:
			name = "true"
		}
		fmt.Fprintf(b, "\t%s -> %s%s;\n", name, to, style)
	}
	for g := range n.Gates() {
		switch kind := n.Kind(g); kind {
		case propnet.Does:
			fmt.Fprintf(b, "\tg%d [shape=box, style=rounded, label=%s];\n", g, quote(names[g]))
		case propnet.And, propnet.Or:
			fmt.Fprintf(b, "\tg%d [label=%s];\n", g, quote(fmt.Sprintf("%s %d", kind, g)))
			for _, l := range n.In(g) {
				edge(l, "g"+strconv.Itoa(g))
			}
		}
	}
	for i, o := range outputs(n) {
		name := "o" + strconv.Itoa(i)
		fmt.Fprintf(b, "\t%s [shape=house, label=%s];\n", name, quote(strings.TrimSpace(o.group+" "+o.text)))
		edge(o.lit, name)
	}
	fmt.Fprintln(b, "}")
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write the network as Graphviz text: %w", err)
	}
	return nil
}

// quote makes a string of Graphviz's language, in which only the quotation mark
// and the backslash are special.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
