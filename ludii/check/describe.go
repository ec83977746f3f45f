package check

import (
	"slices"
	"strings"

	"ludens/internal/near"
	"ludens/ludii/parse"
)

// String is the form's signature in the grammar's notation: "(move Step [<from>]
// [<direction>] <to> [stack:<boolean>] [<then>])".
func (f *Form) String() string {
	var b strings.Builder
	b.WriteString("(" + f.Head)
	for _, s := range f.slots {
		b.WriteByte(' ')
		if s.word != "" {
			b.WriteString(s.word)
			continue
		}
		open, shut := "", ""
		switch {
		case s.optional:
			open, shut = "[", "]"
		case s.last-s.first > 1 || len(f.Params[s.first].Types) > 1:
			open, shut = "(", ")"
		}
		b.WriteString(open)
		for k := s.first; k < s.last; k++ {
			if k > s.first {
				b.WriteString(" | ")
			}
			b.WriteString(f.Params[k].String())
		}
		b.WriteString(shut)
	}
	b.WriteByte(')')
	return b.String()
}

// String writes the parameter in the grammar's notation, "at:<int>" or
// "<int> | <sites>".
func (p Param) String() string {
	parts := make([]string, len(p.Types))
	for i, t := range p.Types {
		if parts[i] = t.String(); p.Label {
			parts[i] = p.Name + ":" + parts[i]
		}
	}
	return strings.Join(parts, " | ")
}

// String writes the type in the grammar's notation, "{<int>}".
func (t Type) String() string {
	name := t.Sort.symbol()
	switch {
	case t.Not && t.Sort == Moves:
		name = "nonDecision"
	case t.Head != "":
		name = t.Head
	}
	return strings.Repeat("{", t.Depth) + "<" + name + ">" + strings.Repeat("}", t.Depth)
}

// symbol is how the grammar would call the sort.
func (s Sort) symbol() string {
	if s == Bool {
		return "boolean"
	}
	return lower(s.String())
}

// kinds are how messages call the sorts that have a name in plain English.
var kinds = map[Sort]string{
	Game: "a game", Equipment: "an equipment", Item: "an item of equipment", StartRule: "a start rule", EndRule: "an end rule",
	End: "end rules", Moves: "moves", Bool: "a truth value", Int: "a whole number", Float: "a number",
	Dim: "a whole number", Ints: "a list of numbers", Sites: "a set of sites", Direction: "directions",
	AbsoluteDirection: "an absolute direction", RelativeDirection: "a relative direction", CompassDirection: "a compass direction",
	DirectionFacing: "a direction", RoleType: "a player's role", SiteType: "a kind of site", String: "a string",
	Graph: "a graph", Range: "a range of numbers",
}

// article is the sort with an article.
func article(s Sort) string {
	if k := kinds[s]; k != "" {
		return k
	}
	if strings.ContainsRune("AEIOU", rune(s.String()[0])) {
		return "an <" + s.symbol() + ">"
	}
	return "a <" + s.symbol() + ">"
}

// describe tells what could stand in a place, as the end of a sentence.
func describe(types []Type) string {
	const most = 6
	var parts []string
	for _, t := range types {
		part := article(t.Sort)
		switch {
		case t.Depth == 1:
			part = "a list {…} of " + Type{Sort: t.Sort}.String()
		case t.Depth > 1:
			part = "a list of lists, " + t.String()
		case t.Head != "" && !t.Not:
			part = "(" + t.Head + " …)"
		}
		if len(parts) == most {
			part = "…"
		}
		if !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " or ")
}

// title is a form's head with its words.
func title(f *Form) string { return strings.Join(append([]string{f.Head}, f.Words...), " ") }

func signature(f *Form) string {
	if f == nil {
		return ""
	}
	return f.String()
}

// brief is a node as a message shows it.
func brief(n *parse.Node) string {
	label := ""
	if n.Label != "" {
		label = n.Label + ":"
	}
	switch n.Kind {
	case parse.Call:
		return label + "(" + n.Head() + " …)"
	case parse.Array:
		if len(n.Children) > 0 && n.Children[0].Kind != parse.Array {
			return label + "{" + brief(n.Children[0]) + " …}"
		}
		return label + "{…}"
	case parse.String:
		return label + `"` + shorten(n.Text, 40) + `"`
	}
	return label + shorten(n.Text, 40)
}

func shorten(s string, most int) string {
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

// didYouMean is a hint that names the nearest of the candidates, those of an
// earlier list before those of a later one; empty if none is near. Where there
// are two lists, more may be wrong with a name of the first.
func didYouMean(name string, lists ...[]string) string {
	for i, list := range lists {
		within := mostDistance(name)
		if i+1 < len(lists) && len(name) > 4 {
			within++
		}
		if best := near.Closest(name, within, list); best != "" {
			return "did you mean \"" + best + "\"?"
		}
	}
	return ""
}

// mostDistance is how far from a name what was meant may be: a short one must be
// the same but for capitals.
func mostDistance(name string) int {
	if len(name) < 3 {
		return 0
	}
	return max(1, len(name)/3)
}
