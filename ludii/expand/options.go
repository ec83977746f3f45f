package expand

import (
	"fmt"
	"strings"

	"ludens/diag"
	"ludens/ludii/parse"
)

// Option is a choice that a description offers.
type Option struct {
	Category string // "Board Size"
	Tag      string // "Board", as references name it
	Args     []string
	Items    []Item
	Chosen   int // index into Items
	Node     *parse.Node
}

// Item is one way to choose.
type Item struct {
	Name        string // "9x9"
	Description string
	Stars       int
	Node        *parse.Node
	args        []*parse.Node // of Kind Block or Fragment
}

// Heading is the item's name as it is selected by: "Board Size/9x9".
func (o *Option) Heading(item int) string { return o.Category + "/" + o.Items[item].Name }

// Ruleset is a named set of choices.
type Ruleset struct {
	Name       string   // "Ruleset/Standard (Described)"
	Choices    []string // headings
	Variations []string // headings that may be chosen beside it
	Stars      int
	Node       *parse.Node
}

// text joins what a block quotes.
func text(block *parse.Node) string {
	if block.Kind == parse.Fragment {
		return block.Text
	}
	parts := make([]string, len(block.Children))
	for i, c := range block.Children {
		parts[i] = c.String()
	}
	return strings.Join(parts, " ")
}

func isBlock(n *parse.Node) bool { return n.Kind == parse.Block || n.Kind == parse.Fragment }

// readOption reads (option "Category" <Tag> args:{<a> <b>} {(item …)…}).
func (e *expander) readOption(n *parse.Node) {
	o := &Option{Node: n}
	var items *parse.Node
	for _, c := range n.Children[1:] {
		switch {
		case c.Kind == parse.String && o.Category == "":
			o.Category = c.Text
		case isBlock(c) && o.Tag == "":
			o.Tag = text(c)
		case c.Kind == parse.Array && c.Label == "args":
			for _, a := range c.Children {
				o.Args = append(o.Args, text(a))
			}
		case c.Kind == parse.Array && items == nil:
			items = c
		default:
			e.add(finding(diag.Error, CodeForm, c, fmt.Sprintf("%s is not expected in an option", c.Kind), optionForm))
		}
	}
	if o.Category == "" || o.Tag == "" || items == nil {
		e.add(finding(diag.Error, CodeForm, n, "this option lacks its name, its tag or its items", optionForm))
		return
	}
	for _, c := range items.Children {
		if c.Head() != "item" {
			e.add(finding(diag.Error, CodeForm, c, "the items of an option are all of the form (item …)", optionForm))
			continue
		}
		o.Items = append(o.Items, e.readItem(o, c))
	}
	if len(o.Items) == 0 {
		e.add(finding(diag.Error, CodeForm, n, fmt.Sprintf("the option %q has no items", o.Category), optionForm))
		return
	}
	o.Chosen = -1
	e.tags[o.Tag] = append(e.tags[o.Tag], o)
	e.options = append(e.options, o)
}

const (
	optionForm  = `write (option "Category" <Tag> args:{<a> <b>} {(item "Name" <what a stands for> <b> "what it means")* …})`
	rulesetForm = `write (rulesets {(ruleset "Ruleset/Name" {"Category/Item" …})* …})`
)

// readItem reads (item "Name" <a> <b> "Description").
func (e *expander) readItem(o *Option, n *parse.Node) Item {
	it := Item{Node: n, Stars: int(n.Stars)}
	named := false
	for _, c := range n.Children[1:] {
		switch {
		case c.Kind == parse.String && !named:
			it.Name, named = c.Text, true
		case c.Kind == parse.String:
			it.Description = c.Text
		case isBlock(c):
			it.args = append(it.args, c)
		default:
			e.add(finding(diag.Error, CodeForm, c, fmt.Sprintf("%s is not expected in an item", c.Kind), optionForm))
		}
	}
	if !named {
		e.add(finding(diag.Error, CodeForm, n, "this item has no name", optionForm))
	}
	if len(it.args) != len(o.Args) && (len(it.args) != 1 || len(o.Args) != 0) {
		e.add(finding(diag.Warning, CodeArgs, n, fmt.Sprintf("the item %q has %d arguments, its option has names for %d", o.Category+"/"+it.Name, len(it.args), len(o.Args)), "an argument that is empty is written <>"))
	}
	return it
}

// readRulesets reads (rulesets {(ruleset "Name" {choices…} variations:{…})…}).
func (e *expander) readRulesets(n *parse.Node) {
	for _, list := range n.Children[1:] {
		if list.Kind != parse.Array {
			e.add(finding(diag.Error, CodeForm, list, fmt.Sprintf("%s is not expected here", list.Kind), rulesetForm))
			continue
		}
		for _, c := range list.Children {
			if c.Head() != "ruleset" || len(c.Children) < 2 || c.Children[1].Kind != parse.String {
				e.add(finding(diag.Error, CodeForm, c, "this is not a ruleset with a name", rulesetForm))
				continue
			}
			r := Ruleset{Name: c.Children[1].Text, Stars: int(c.Stars), Node: c}
			for _, part := range c.Children[2:] {
				var to *[]string
				switch {
				case part.Kind == parse.Array && part.Label == "":
					to = &r.Choices
				case part.Kind == parse.Array && part.Label == "variations":
					to = &r.Variations
				default:
					e.add(finding(diag.Error, CodeForm, part, fmt.Sprintf("%s is not expected in a ruleset", part.Kind), rulesetForm))
					continue
				}
				for _, s := range part.Children {
					*to = append(*to, s.Text)
				}
			}
			e.rulesets = append(e.rulesets, r)
		}
	}
}

// choose settles every option: by name, by the ruleset that was asked for, by
// the stars. A ruleset's own stars are not looked at: Ludii plays the items with
// the most stars where nothing is asked for, whatever the rulesets say.
func (e *expander) choose(opt Options) {
	headings := map[string][2]int{}
	for i, o := range e.options {
		for k := range o.Items {
			if _, twice := headings[o.Heading(k)]; !twice {
				headings[o.Heading(k)] = [2]int{i, k}
			}
		}
	}
	byName := map[string]int{}
	var names []string
	for i, r := range e.rulesets {
		byName[r.Name] = i
		names = append(names, r.Name)
	}
	wanted := opt.Ruleset
	set := func(heading string) bool {
		at, ok := headings[heading]
		if ok && e.options[at[0]].Chosen < 0 {
			e.options[at[0]].Chosen = at[1]
		}
		return ok
	}
	for _, s := range opt.Select {
		if _, ok := byName[s]; ok && wanted == "" {
			wanted = s
			continue
		}
		at, ok := headings[s]
		switch {
		case !ok:
			d := finding(diag.Error, CodeChoice, nil, fmt.Sprintf("the description offers no %q", s), didYouMean(s, append(sortedKeys(headings), names...)))
			e.add(d)
		case e.options[at[0]].Chosen >= 0 && e.options[at[0]].Chosen != at[1]:
			e.add(finding(diag.Error, CodeChoice, nil, fmt.Sprintf("%q and %q exclude each other", e.options[at[0]].Heading(e.options[at[0]].Chosen), s), "select one of them"))
		}
		set(s)
	}
	e.ruleset = -1
	if wanted != "" {
		i, ok := byName[wanted]
		if !ok {
			i, ok = byName["Ruleset/"+wanted]
		}
		if ok {
			e.ruleset = i
		} else {
			e.add(finding(diag.Error, CodeChoice, nil, fmt.Sprintf("the description has no ruleset %q", wanted), didYouMean(wanted, names)))
		}
	}
	if e.ruleset >= 0 {
		r := e.rulesets[e.ruleset]
		for _, s := range r.Choices {
			if !set(s) {
				e.add(finding(diag.Warning, CodeChoice, r.Node, fmt.Sprintf("the ruleset %q chooses %q, which no option offers", r.Name, s), didYouMean(s, sortedKeys(headings))))
			}
		}
	}
	for _, o := range e.options {
		if o.Chosen < 0 {
			o.Chosen = 0
			for k, it := range o.Items {
				if it.Stars > o.Items[o.Chosen].Stars {
					o.Chosen = k
				}
			}
		}
	}
}
