package expand

import (
	"slices"

	"ludens/ludii/parse"
)

// Hints on drawing are written in the metadata, (graphics {…}), and may use options and
// defines as the game does. Nothing plays by them: what cannot be made of them is left out
// without a finding.

// Bounds on hints: how many are read, and how many nodes all of them may come to.
const (
	mostHints     = 1000
	mostHintNodes = 50_000
)

// graphics lists the hints, options and defines put in, without those that are meant for
// other choices.
func (e *expander) graphics(d *Description) []*parse.Node {
	if d.Metadata == nil {
		return nil
	}
	var out []*parse.Node
	nodes := 0
	for _, part := range d.Metadata.Children {
		if part.Head() != "graphics" {
			continue
		}
		for _, n := range part.Children[1:] {
			list := []*parse.Node{n}
			if n.Kind == parse.Array && n.Label == "" {
				list = n.Children
			}
			for _, hint := range list {
				out = append(out, e.hint(hint, d, &nodes)...)
				if len(out) > mostHints {
					return out[:mostHints]
				}
				if nodes > mostHintNodes {
					return out
				}
			}
		}
	}
	return out
}

// hint expands one; with an error in it there is none. Nodes counts those of all hints.
func (e *expander) hint(n *parse.Node, d *Description, nodes *int) (out []*parse.Node) {
	apart := *e
	apart.findings, apart.reported, apart.depth, apart.stop = nil, map[reported]bool{}, 0, false
	apart.nodes, apart.lim.Nodes = *nodes, min(e.lim.Nodes, mostHintNodes)
	defer func() { *nodes = apart.nodes }()
	var done []*parse.Node
	for _, r := range apart.resolve(nil, n, 0) {
		done = apart.node(done, r, 0)
	}
	if apart.stop || apart.findings.Errors() > 0 {
		return nil
	}
	for _, h := range done {
		switch {
		case h.Kind == parse.Array:
			out = append(out, h.Children...)
		case h.Head() == "useFor":
			out = append(out, meantFor(h, d)...)
		case h.Kind == parse.Call:
			out = append(out, h)
		}
	}
	return out
}

// meantFor gives the hints of (useFor "Ruleset/…" …) if one of the choices that it names is
// made.
func meantFor(n *parse.Node, d *Description) (out []*parse.Node) {
	var chosen []string
	if d.Ruleset >= 0 {
		chosen = append(chosen, d.Rulesets[d.Ruleset].Name)
	}
	for _, o := range d.Options {
		if o.Chosen >= 0 {
			chosen = append(chosen, o.Heading(o.Chosen))
		}
	}
	named := false
	for _, c := range n.Children[1:] {
		inside := []*parse.Node{c}
		if c.Kind == parse.Array {
			inside = c.Children
		}
		for _, x := range inside {
			switch {
			case x.Kind == parse.String:
				named = named || slices.Contains(chosen, x.Text)
			case x.Kind == parse.Call:
				out = append(out, x)
			}
		}
	}
	if !named {
		return nil
	}
	return out
}
