package check

import "ludens/ludii/parse"

// FormKey names the form of a term as Ludii's tables of ludemes do: the head, and
// the word or constant that follows it if one does: "move Step", "hex Star",
// "last To". Constants that only say whose, what kind of site or where are named
// by their kind: "result <Role>", "count <SiteType>", "directions <Direction>".
// It is empty for terms that are no calls.
func FormKey(t *Term) string {
	if t == nil || t.Form == nil {
		return ""
	}
	n := t.Node
	key := n.Head()
	if len(n.Children) < 2 {
		return key
	}
	first := n.Children[1]
	if first.Label != "" {
		return key
	}
	switch first.Kind {
	case parse.Bool:
		return key + " " + first.Text
	case parse.Name:
	default:
		return key
	}
	constants := &grammar().constants
	w := first.Text
	fixed := len(t.Form.Words) > 0 && t.Form.Words[0] == w
	switch {
	case w == "Player" && key == "value":
		key += " <Role>" // as the tables have it
	case w == "Player" && (key == "sites" || key == "forEach"):
		key += " Player"
	case fixed && !constants[RelationType][w]:
		key += " " + w
		if second := n.Children[min(2, len(n.Children)-1)]; second.Kind == parse.Name && second.Label == "" && second != first {
			switch key {
			case "set Hidden", "move Swap", "move Set":
				key += " " + second.Text
			}
		}
	case key == "player":
	case constants[RoleType][w]:
		key += " <Role>"
	case constants[SiteType][w]:
		key += " <SiteType>"
	case constants[Direction][w]:
		key += " <Direction>"
	default:
		key += " " + w
	}
	return key
}

// Walk calls f for every term below t and for t itself, parents first. A term
// that stands in several places is met in each of them.
func (t *Term) Walk(f func(*Term)) {
	if t == nil {
		return
	}
	f(t)
	for _, a := range t.Args {
		a.Walk(f)
	}
	for _, i := range t.Items {
		i.Walk(f)
	}
}
