package expand

import (
	"fmt"
	"slices"
	"strings"

	"ludens/diag"
	"ludens/ludii/parse"
)

// shorten cuts a text for a message.
func shorten(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// mostRefs bounds how deep arguments of options may refer to other options.
const mostRefs = 50

// lookup finds what a reference "Tag:arg" or "Tag" stands for. A reference
// without the name of an argument means the first one. Several options may share
// a tag; the first that has the argument counts. Near holds the names that could
// have been meant.
func (e *expander) lookup(ref string) (block *parse.Node, problem string, near func() []string) {
	tag, arg, named := strings.Cut(ref, ":")
	tag, arg = strings.TrimSpace(tag), strings.TrimSpace(arg)
	options := e.tags[tag]
	if options == nil {
		return nil, fmt.Sprintf("no option has the tag <%s>", shorten(tag)), func() []string { return sortedKeys(e.tags) }
	}
	var args []string
	for _, o := range options {
		k := 0
		if named {
			k = slices.Index(o.Args, arg)
		}
		if k < 0 {
			args = append(args, o.Args...)
			continue
		}
		it := o.Items[o.Chosen]
		if k >= len(it.args) {
			return nil, fmt.Sprintf("the item %q has no argument for <%s>", o.Heading(o.Chosen), ref), func() []string { return nil }
		}
		return it.args[k], "", nil
	}
	return nil, fmt.Sprintf("the option <%s> has no argument %q", tag, shorten(arg)), func() []string { return args }
}

// resolve appends n with its option references replaced. The tree is shared
// where it has none.
func (e *expander) resolve(dst []*parse.Node, n *parse.Node, depth int) []*parse.Node {
	if e.stop {
		return dst
	}
	switch n.Kind {
	case parse.Ref:
		return e.resolveRef(dst, n, depth)
	case parse.String:
		if !strings.Contains(n.Text, "<") {
			return append(dst, n)
		}
		c := *n
		c.Text = e.resolveText(n)
		return append(dst, &c)
	case parse.Call, parse.Array:
		var children []*parse.Node
		changed, loose := false, false
		for i, c := range n.Children {
			from := len(children)
			children = e.resolve(children, c, depth)
			changed = changed || len(children) != from+1 || children[from] != n.Children[i]
			for _, m := range children[from:] {
				loose = loose || m.Kind == parse.Fragment
			}
		}
		if !changed {
			return append(dst, n)
		}
		c := *n
		c.Children = children
		e.spend(n)
		if loose {
			return append(dst, e.rejoin(&c))
		}
		return append(dst, &c)
	}
	return append(dst, n)
}

// resolveRef appends what a reference stands for, its label on the first part.
func (e *expander) resolveRef(dst []*parse.Node, n *parse.Node, depth int) []*parse.Node {
	e.spend(n)
	if depth >= mostRefs {
		e.add(finding(diag.Error, CodeEndless, n, fmt.Sprintf("the option reference <%s> leads back to itself", n.Text), ""))
		return dst
	}
	block, problem, near := e.lookup(n.Text)
	if problem != "" {
		if len(e.findings) < mostFindings {
			tag, arg, _ := strings.Cut(n.Text, ":")
			if e.tags[tag] != nil {
				tag = arg
			}
			e.add(finding(diag.Error, CodeRef, n, problem, didYouMean(tag, near())))
		}
		return dst
	}
	if block.Kind == parse.Fragment {
		if block.Text == "" {
			return dst
		}
		return append(dst, block)
	}
	from := len(dst)
	for _, c := range block.Children {
		dst = e.resolve(dst, c, depth+1)
	}
	return e.labelFirst(dst, from, n)
}

// labelFirst gives the label of n to the first node from dst[from] on.
func (e *expander) labelFirst(dst []*parse.Node, from int, n *parse.Node) []*parse.Node {
	if n.Label == "" || len(dst) == from || isHole(dst[from]) {
		return dst
	}
	first := *dst[from]
	if first.Label != "" {
		e.add(finding(diag.Error, CodeLabel, n, fmt.Sprintf("what stands behind %q has a label of its own, %q", n.Label+":", first.Label+":"), "remove one of them"))
	}
	first.Label = n.Label
	dst[from] = &first
	return dst
}

// resolveText replaces the references inside of a string that name an option;
// what else there is in angle brackets stays as it is.
func (e *expander) resolveText(n *parse.Node) string {
	var b strings.Builder
	rest := n.Text
	for {
		start := strings.IndexByte(rest, '<')
		if start < 0 {
			break
		}
		length := strings.IndexByte(rest[start:], '>')
		if length < 0 {
			break
		}
		block, problem, _ := e.lookup(rest[start+1 : start+length])
		if problem != "" {
			b.WriteString(rest[:start+1])
			rest = rest[start+1:]
			continue
		}
		b.WriteString(rest[:start])
		word := text(block)
		b.WriteString(word)
		rest = rest[start+length+1:]
		if e.text += len(word); b.Len() > mostWord || e.text > e.lim.Bytes {
			e.exhaust(n)
			break
		}
	}
	b.WriteString(rest)
	return b.String()
}

// rejoin reads a node again as text, after arguments whose brackets do not pair
// were put into it. Where the brackets still do not pair the node becomes such
// a fragment itself, for the bracket around it to be read again.
func (e *expander) rejoin(n *parse.Node) *parse.Node {
	var b strings.Builder
	if n.Label != "" {
		b.WriteString(n.Label + ":")
	}
	signs := [2]string{"(", ")"}
	if n.Kind == parse.Array {
		signs = [2]string{"{", "}"}
	}
	b.WriteString(signs[0])
	for _, c := range n.Children {
		b.WriteByte(' ')
		if c.Kind == parse.Fragment {
			b.WriteString(c.Text)
		} else {
			b.WriteString(c.String())
		}
	}
	b.WriteString(signs[1])
	if e.text += b.Len(); e.text > e.lim.Bytes {
		e.exhaust(n)
		return n
	}
	nodes, findings := parse.Parse("", b.String(), parse.Limits{Depth: e.lim.Depth})
	if findings.Errors() > 0 || len(nodes) != 1 {
		return &parse.Node{Kind: parse.Fragment, Text: b.String(), Pos: n.Pos, End: n.End, Origin: n.Origin}
	}
	e.replace(nodes[0], n)
	return nodes[0]
}

// replace gives a tree that was just read the place of another.
func (e *expander) replace(n, of *parse.Node) {
	n.Pos, n.End, n.Origin = of.Pos, of.End, of.Origin
	e.spend(of)
	for _, c := range n.Children {
		e.replace(c, of)
	}
}
