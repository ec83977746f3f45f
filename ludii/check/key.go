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
	var words [2]string // the constants that follow the head
	for i, c := range t.Node.Children[1:] {
		if i == len(words) || c.Label != "" || c.Kind != parse.Name && c.Kind != parse.Bool {
			break
		}
		words[i] = c.Text
	}
	return formKey(t.Form, t.Node.Head(), words[0], words[1])
}

// formKey is the key of a form that is written with that head and those constants
// behind it.
func formKey(f *Form, head, first, second string) string {
	constants := &grammar().constants
	switch {
	case first == "" || head == "player":
		return head
	case first == "Player" && head == "value":
		return "value <Role>" // as the tables have it
	case first == "Player" && (head == "sites" || head == "forEach"):
		return head + " Player"
	case len(f.Words) > 0 && f.Words[0] == first && !constants[RelationType][first]:
		key := head + " " + first
		switch key {
		case "set Hidden", "move Swap", "move Set":
			if second != "" {
				key += " " + second
			}
		}
		return key
	case constants[RoleType][first]:
		return head + " <Role>"
	case constants[SiteType][first]:
		return head + " <SiteType>"
	case constants[Direction][first]:
		return head + " <Direction>"
	}
	return head + " " + first
}

// Keys are the keys that terms of the form can have, FormKey's, sorted.
func (f *Form) Keys() []string {
	keys := map[string]bool{}
	first, open := f.follow(0)
	for word, next := range first {
		keys[formKey(f, f.Head, word, "")] = true
		second, _ := f.follow(next)
		for w := range second {
			keys[formKey(f, f.Head, word, w)] = true
		}
		if alias := aliases[f.Head]; alias != "" {
			keys[formKey(f, alias, word, "")] = true
		}
	}
	if open {
		keys[f.Head] = true
		if alias := aliases[f.Head]; alias != "" {
			keys[alias] = true
		}
	}
	return sortedKeys(keys)
}

// follow gives the constants that can come first in the slots from j on, each
// with the slot behind it, and whether anything else can, or nothing.
func (f *Form) follow(j int) (constants map[string]int, open bool) {
	constants = map[string]int{}
	for ; j < len(f.slots); j++ {
		s := &f.slots[j]
		if s.word != "" {
			constants[s.word] = j + 1
			return constants, open
		}
		for _, p := range f.Params[s.first:s.last] {
			for _, t := range p.Types {
				if p.Label || t.Depth > 0 || !t.Sort.Enumerated() {
					open = true
				}
				if p.Label || t.Depth > 0 || t.Head != "" {
					continue
				}
				for c := range grammar().constants[t.Sort] {
					constants[c] = j + 1
				}
				if t.Sort == Bool {
					constants["True"], constants["False"] = j+1, j+1
				}
			}
		}
		if !s.optional {
			return constants, open
		}
	}
	return constants, true
}
