// Package names tells whether a game in ludemes is another one in which the title, pieces,
// regions, phases, maps and variables have other names, and gives the map between the
// names. White space, comments, defines and options are gone before (package expand).
//
// The promise: two forms have the same text only if the expanded descriptions are the
// same, symbol by symbol, under Between's map; the text is the whole description, so
// that comparing texts is applying the map and comparing. Everything else, also the order
// in which things are written, has to be the same. Names that may mean something by
// themselves (short ones, which may be coordinates, those with numbers at their end, those
// of containers and tracks) are kept.
//
// It never loads a game. Neighbours: ludii/expand (the trees), catalog (which known
// description a new one is), gdl/canon (the same question for the other language).
package names

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"ludens/ludii/parse"
)

// version is part of every identity.
const version = "names 1\n"

// Form is an expanded description without names. It is immutable.
type Form struct {
	text  string
	names []string // in the order in which they come first
}

// declaring are the calls whose first argument is a name that the description gives.
var declaring = map[string]bool{"piece": true, "tile": true, "regions": true, "phase": true, "map": true, "var": true}

// meaning are names that mean something by themselves, whatever they are given to; those
// that begin with one of them as well.
var meaning = []string{"Board", "Hand", "Dice", "Die", "Deck", "Domino", "Region", "Track", "AllTracks", "End"}

// Of gives the form of the root of an expanded description; nil for a match of several
// games, which are looked up by their names.
func Of(root *parse.Node) *Form {
	if root == nil || root.Head() != "game" {
		return nil
	}
	f := &Form{}
	number := map[string]int{}
	fixed := map[string]bool{}
	walk(root, func(n *parse.Node) {
		if !declaring[n.Head()] || len(n.Children) < 2 || n.Children[1].Kind != parse.String {
			return
		}
		name := n.Children[1].Text
		switch base := trimDigits(name); {
		case base != name:
			fixed[name], fixed[base] = true, true
		case !plain(name):
			fixed[name] = true
		}
	})
	// Names get numbers where they come first.
	symbol := func(text string) string {
		base := trimDigits(text)
		if k, ok := number[base]; ok && !fixed[base] {
			return "\x00" + strconv.Itoa(k) + "\x00" + text[len(base):]
		}
		return text
	}
	walk(root, func(n *parse.Node) {
		if declaring[n.Head()] && len(n.Children) > 1 && n.Children[1].Kind == parse.String {
			name := n.Children[1].Text
			if _, ok := number[name]; !ok && !fixed[name] {
				number[name] = len(f.names)
				f.names = append(f.names, name)
			}
		}
	})
	title := (*parse.Node)(nil)
	if len(root.Children) > 1 && root.Children[1].Kind == parse.String {
		title = root.Children[1]
	}
	f.text = rewrite(root, title, symbol).String()
	return f
}

// walk visits a tree, nodes before what is in them.
func walk(n *parse.Node, visit func(n *parse.Node)) {
	visit(n)
	for _, c := range n.Children {
		walk(c, visit)
	}
}

// rewrite copies a tree with its strings changed and without its title.
func rewrite(n, title *parse.Node, symbol func(string) string) *parse.Node {
	c := *n
	if n.Kind == parse.String {
		if c.Text = symbol(n.Text); n == title {
			c.Text = ""
		}
	}
	c.Children = make([]*parse.Node, len(n.Children))
	for i, child := range n.Children {
		c.Children[i] = rewrite(child, title, symbol)
	}
	return &c
}

func trimDigits(s string) string { return strings.TrimRight(s, "0123456789") }

// plain says that a name means nothing by itself.
func plain(name string) bool {
	const least = 3 // shorter ones may be coordinates or directions
	if len(name) < least || strings.ContainsAny(name, "\x00,~#<>") {
		return false
	}
	for _, m := range meaning {
		if strings.HasPrefix(name, m) {
			return false
		}
	}
	return true
}

// Identity is a short name of the form, in hexadecimal: where to look for others of the
// same text. It proves nothing; see Between.
func (f *Form) Identity() string {
	h := sha256.Sum256([]byte(version + f.text))
	return hex.EncodeToString(h[:])
}

// Map takes the names of one description to those of another. It is immutable.
type Map struct{ to map[string]string }

// Between gives the map from the names of one form to those of another, under which the
// description of the first is that of the second; nil if they are not the same.
func Between(from, to *Form) *Map {
	if from.text != to.text || len(from.names) != len(to.names) {
		return nil
	}
	m := &Map{to: make(map[string]string, len(from.names))}
	for i, name := range from.names {
		m.to[name] = to.names[i]
	}
	return m
}

// Name takes a name to the other description; it may have the number of a player behind
// it. What has no other name stays.
func (m *Map) Name(name string) string {
	base := trimDigits(name)
	if to, ok := m.to[base]; ok {
		return to + name[len(base):]
	}
	return name
}
