package check

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode"
)

// The notation of the tables. A line "== Sort" begins the forms of a sort; every
// other line that is not empty and does not begin with "//" is a form, in the
// grammar's own layout:
//
//	(head part part …) #mark
//
// A part is one of
//
//	"Word"            a word that is written as it stands; "One"|"Two" make two forms
//	["Word"]          likewise, and a form without it
//	Sort              a parameter, named after its sort: RoleType is roleType
//	name=Sort         a parameter of that name
//	label:Sort        a parameter that is written with its label
//	[ … ]             one that may be left out
//	( … | … )         alternatives, of which one is given; within [ ] without the ( )
//
// and {Sort} is a list, Sort/head only that ludeme of the sort, Sort/!head any
// but that. Marks tell forms apart that have head, words and sort in common. A
// mistake in the tables is a panic when they are first read, which any test does.

// table is the grammar as the checker uses it.
type table struct {
	forms     []*Form
	heads     map[string]*[sortCount][]*Form // by head and sort
	constants [sortCount]map[string]bool
	all       map[string]bool // every constant and every word
}

// grammar is the table, read when it is first asked for.
var grammar = sync.OnceValue(func() *table { return readTable(tableGame, tableMoves, tableValues) })

// sortOf finds a sort by its name.
func sortOf(name string) Sort {
	i := slices.Index(sortNames[:], name)
	if i <= 0 {
		panic("ludii/check: the table names no such sort: " + name)
	}
	return Sort(i)
}

func readTable(parts ...string) *table {
	t := &table{heads: map[string]*[sortCount][]*Form{}, all: map[string]bool{}}
	for _, line := range strings.Split(strings.TrimSpace(tableConstants), "\n") {
		t.readConstants(line)
	}
	for _, part := range parts {
		result := NoSort
		for _, line := range strings.Split(part, "\n") {
			line = strings.TrimSpace(line)
			switch {
			case line == "" || strings.HasPrefix(line, "//"):
			case strings.HasPrefix(line, "== "):
				result = sortOf(line[3:])
			default:
				r := &lineReader{line: line}
				t.forms = append(t.forms, r.forms(result)...)
			}
		}
	}
	t.index()
	return t
}

func (t *table) readConstants(line string) {
	name, members, _ := strings.Cut(line, " = ")
	set := map[string]bool{}
	for _, m := range strings.Fields(members) {
		if strings.HasPrefix(m, "<") {
			for c := range t.constants[sortOf(strings.Trim(m, "<>"))] {
				set[c] = true
			}
			continue
		}
		set[m] = true
	}
	t.constants[sortOf(name)] = set
	for c := range set {
		t.all[c] = true
	}
}

// index names the forms and makes the ways to find them.
func (t *table) index() {
	sortsOf := map[string][]Sort{}
	for _, f := range t.forms {
		if !slices.Contains(sortsOf[f.Head], f.Result) {
			sortsOf[f.Head] = append(sortsOf[f.Head], f.Result)
		}
	}
	seen := map[string]bool{}
	for _, f := range t.forms {
		mark := f.Name
		f.Name = strings.Join(append([]string{f.Head}, f.Words...), " ")
		if len(sortsOf[f.Head]) > 1 {
			f.Name = prefix(f.Result) + "." + f.Name
		}
		if mark != "" {
			f.Name += "#" + mark
		}
		if seen[f.Name] {
			panic("ludii/check: the table has two forms " + f.Name)
		}
		seen[f.Name] = true
		names := map[string]bool{}
		for _, p := range f.Params {
			if names[p.Name] {
				panic("ludii/check: " + f.Name + " has two parameters " + p.Name)
			}
			names[p.Name] = true
		}
		for _, w := range f.Words {
			t.all[w] = true
		}
		t.add(f.Head, f)
		if alias := aliases[f.Head]; alias != "" {
			t.add(alias, f)
		}
	}
}

func (t *table) add(head string, f *Form) {
	if t.heads[head] == nil {
		t.heads[head] = new([sortCount][]*Form)
	}
	t.heads[head][f.Result] = append(t.heads[head][f.Result], f)
}

// headsOf are the heads of a sort's forms, sorted.
func (t *table) headsOf(s Sort) []string {
	heads := map[string]bool{}
	for head, forms := range t.heads {
		if forms[s] != nil {
			heads[head] = true
		}
	}
	return sortedKeys(heads)
}

// prefix is how a sort is written before the names of its forms.
func prefix(s Sort) string {
	switch s {
	case StartRule:
		return "start"
	case EndRule:
		return "end"
	case MetaRule:
		return "meta"
	}
	return lower(s.String())
}

func lower(s string) string { return strings.ToLower(s[:1]) + s[1:] }

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// lineReader reads one line of a table.
type lineReader struct {
	line  string
	at    int
	group int // the last group's number
}

func (r *lineReader) fail(what string) {
	panic(fmt.Sprintf("ludii/check: table: %s at %d in %s", what, r.at, r.line))
}

func (r *lineReader) skip() {
	for r.at < len(r.line) && r.line[r.at] == ' ' {
		r.at++
	}
}

// take takes the text if it comes next.
func (r *lineReader) take(s string) bool {
	r.skip()
	if strings.HasPrefix(r.line[r.at:], s) {
		r.at += len(s)
		return true
	}
	return false
}

func (r *lineReader) need(s string) {
	if !r.take(s) {
		r.fail("no " + s)
	}
}

func (r *lineReader) word() string {
	r.skip()
	from := r.at
	for r.at < len(r.line) && (unicode.IsLetter(rune(r.line[r.at])) || unicode.IsDigit(rune(r.line[r.at])) || r.line[r.at] == '_') {
		r.at++
	}
	if from == r.at {
		r.fail("no word")
	}
	return r.line[from:r.at]
}

// forms reads a line, which is one form for each choice of its words.
func (r *lineReader) forms(result Sort) []*Form {
	r.need("(")
	end := strings.IndexAny(r.line[r.at:], " )") + r.at
	made := []*Form{{Head: r.line[r.at:end], Result: result}}
	r.at = end
	for !r.take(")") {
		optional := r.take("[")
		if r.take(`"`) {
			made = r.words(made, optional)
		} else {
			group := !optional && r.take("(")
			params := r.params(optional)
			for _, f := range made {
				first := len(f.Params)
				f.Params = append(f.Params, params...)
				f.slots = append(f.slots, slot{first: first, last: len(f.Params), optional: optional})
			}
			if group {
				r.need(")")
			}
		}
		if optional {
			r.need("]")
		}
	}
	for _, f := range made {
		if len(f.slots) > mostSlots {
			r.fail("more parameters than mostSlots")
		}
	}
	if r.take("#") {
		for _, f := range made {
			f.Name = strings.TrimSpace(r.line[r.at:]) // its mark, until the name is known
		}
	} else if r.skip(); r.at < len(r.line) {
		r.fail("more than a form")
	}
	return made
}

// words reads what follows the first quote of a choice of words.
func (r *lineReader) words(made []*Form, optional bool) []*Form {
	var out []*Form
	for {
		word := r.word()
		r.need(`"`)
		for _, f := range made {
			c := *f
			c.Words = append(slices.Clone(f.Words), word)
			c.Params, c.slots = slices.Clone(f.Params), append(slices.Clone(f.slots), slot{word: word})
			out = append(out, &c)
		}
		if !r.take("|") {
			break
		}
		r.need(`"`)
	}
	if optional {
		out = append(out, made...)
	}
	return out
}

// params reads one parameter or alternatives of it.
func (r *lineReader) params(optional bool) []Param {
	var params []Param
	for {
		name, label := "", false
		from := r.at
		if !r.take("{") {
			name = r.word()
			switch {
			case r.take("="):
			case r.take(":"):
				label = true
			default:
				r.at, name = from, ""
			}
		} else {
			r.at = from
		}
		typ := r.typ()
		if i := len(params) - 1; i >= 0 && params[i].Label == label && (name == "" || name == params[i].Name) {
			params[i].Types = append(params[i].Types, typ)
		} else {
			if name == "" {
				if name = lower(typ.Sort.String()); typ.Head != "" && !typ.Not {
					name = typ.Head
				}
			}
			params = append(params, Param{Name: name, Label: label, Optional: optional, Types: []Type{typ}})
		}
		if !r.take("|") {
			break
		}
	}
	if len(params) > 1 {
		r.group++
		for i := range params {
			params[i].Group = r.group
		}
	}
	return params
}

func (r *lineReader) typ() Type {
	var t Type
	for r.take("{") {
		t.Depth++
	}
	t.Sort = sortOf(r.word())
	if r.take("/") {
		t.Not = r.take("!")
		t.Head = r.word()
	}
	for range t.Depth {
		r.need("}")
	}
	if t.Depth > 1 && t.Head != "" {
		r.fail("a list of lists of one ludeme")
	}
	return t
}
