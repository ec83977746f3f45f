package expand

import (
	"strings"

	"ludens/ludii/parse"
)

// Info is what a description says about itself, as far as it does: nothing plays by it.
type Info struct {
	Description    string   `json:"description,omitempty"`
	Rules          string   `json:"rules,omitempty"`
	Authors        []string `json:"authors,omitempty"`
	Publisher      string   `json:"publisher,omitempty"`
	Date           string   `json:"date,omitempty"`
	Aliases        []string `json:"aliases,omitempty"`
	Origin         string   `json:"origin,omitempty"`
	Source         string   `json:"source,omitempty"` // books and pages
	Credit         string   `json:"credit,omitempty"` // who wrote the description
	Classification string   `json:"classification,omitempty"`
	Version        string   `json:"version,omitempty"` // of Ludii
	// AI are Ludii's agent, heuristics and weights of features, Graphics its hints on
	// drawing, each as it is written.
	AI       string `json:"ai,omitempty"`
	Graphics string `json:"graphics,omitempty"`
}

// maxInfo bounds each text of an Info in bytes.
const maxInfo = 64 << 10

// Info reads the description's metadata. Parts that it does not know are left out. What
// stands in the part (ai …) for a define of the library, which may be nil, is that define's
// body.
func (d *Description) Info(defines *Library) Info {
	var info Info
	if d.Metadata == nil {
		return info
	}
	for _, part := range d.Metadata.Children {
		switch part.Head() {
		case "info":
			readInfo(part, &info, 0)
		case "ai":
			info.AI = written(defines.bodies(part))
		case "graphics":
			info.Graphics = written(part)
		}
	}
	return info
}

// bodies puts the bodies of defines in where a call names them.
func (l *Library) bodies(n *parse.Node) *parse.Node {
	if l == nil {
		return n
	}
	c := *n
	c.Children = nil
	for _, child := range n.Children {
		if name, ok := child.DefineName(); ok && l.defines[name] != nil {
			c.Children = append(c.Children, l.defines[name].body...)
		} else {
			c.Children = append(c.Children, child)
		}
	}
	return &c
}

func readInfo(n *parse.Node, into *Info, depth int) {
	if depth > 4 {
		return
	}
	one := map[string]*string{
		"description": &into.Description, "rules": &into.Rules, "publisher": &into.Publisher, "date": &into.Date, "origin": &into.Origin,
		"source": &into.Source, "credit": &into.Credit, "classification": &into.Classification, "version": &into.Version,
	}
	for _, item := range n.Children {
		head := item.Head()
		switch to := one[head]; {
		case head == "":
			readInfo(item, into, depth+1) // {…}
		case head == "author":
			into.Authors = append(into.Authors, texts(item)...)
		case head == "aliases":
			into.Aliases = append(into.Aliases, texts(item)...)
		case to != nil:
			*to = cut(strings.Join(texts(item), "; "))
		}
	}
}

// texts lists the texts below a node.
func texts(n *parse.Node) (out []string) {
	if n.Kind == parse.String {
		if s := strings.Join(strings.Fields(strings.ReplaceAll(n.Text, `\"`, `"`)), " "); s != "" {
			out = append(out, cut(s))
		}
	}
	for _, c := range n.Children {
		out = append(out, texts(c)...)
	}
	return out
}

// written is what stands behind the head of a call.
func written(n *parse.Node) string {
	var parts []string
	for _, c := range n.Children[1:] {
		parts = append(parts, c.String())
	}
	return cut(strings.Join(parts, " "))
}

func cut(s string) string {
	if len(s) > maxInfo {
		return strings.ToValidUTF8(s[:maxInfo], "") + "…"
	}
	return s
}
