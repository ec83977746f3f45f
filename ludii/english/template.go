package english

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// The tables have a line for each form: its name, a tab, and its phrase, in which
//
//	{name}       stands for the argument of that name
//	{name|text}  likewise; the text where it was left out
//	{>name}      likewise; on lines of its own where it is long
//	[text]       is there if an argument in it is, or if all are that have no text for want
//	[!name text] if that argument was left out
//	[?name text] if it was given
//	[+name text] if that truth value is true, or may be
//	[-name text] if it is false
//
// and name.other is the argument other of the argument name, so that a phrase tells every argument that its form has (a test holds them to it).

// A part of a phrase is a text, an argument, or an optional group.
type part struct {
	text    string // of a text; what stands for want of an argument
	arg     string
	block   bool // the argument stands on lines of its own where it is long
	group   []part
	when    byte // of a group: 0, '!', '?', '+' or '-'
	whether string
}

// phrases are the tables, read when they are first asked for.
var phrases = sync.OnceValue(func() map[string][]part {
	all, lines := map[string][]part{}, map[string]string{}
	for _, table := range []string{tableGame, tableMoves, tableValues} {
		for line := range strings.Lines(strings.TrimSpace(table)) {
			name, text, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
			if _, twice := all[name]; !ok || twice {
				panic("ludii/english: the table has a bad line " + line)
			}
			lines[name] = text
			r := &reader{line: line, rest: text}
			all[name] = r.parts("")
		}
	}
	for line := range strings.Lines(strings.TrimSpace(tableNot)) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		was := lines[f[0]]
		now := strings.Replace(was, f[1], f[2], 1)
		if now == was {
			panic("ludii/english: the table has a bad line " + line)
		}
		all["not "+f[0]] = (&reader{line: now, rest: now}).parts("")
	}
	return all
})

// A reader takes a phrase apart.
type reader struct{ line, rest string }

func (r *reader) parts(until string) (out []part) {
	for r.rest != "" {
		i := strings.IndexAny(r.rest, "{[]")
		if i < 0 {
			i = len(r.rest)
		}
		if i > 0 {
			out = append(out, part{text: r.rest[:i]})
			r.rest = r.rest[i:]
			continue
		}
		mark := r.rest[:1]
		r.rest = r.rest[1:]
		switch mark {
		case until:
			return out
		case "{":
			out = append(out, r.argument())
		case "[":
			p := part{}
			if r.rest != "" && strings.Contains("!?+-", r.rest[:1]) {
				p.when = r.rest[0]
				var ok bool
				if p.whether, r.rest, ok = strings.Cut(r.rest[1:], " "); !ok {
					panic("ludii/english: no text after a condition in " + r.line)
				}
			}
			p.group = r.parts("]")
			out = append(out, p)
		default:
			panic("ludii/english: a bracket is closed that was not opened in " + r.line)
		}
	}
	if until != "" {
		panic("ludii/english: a bracket is not closed in " + r.line)
	}
	return out
}

// argument reads {name}, or {name|text}, or {name|{other}}.
func (r *reader) argument() part {
	depth, end := 1, -1
	for i := 0; i < len(r.rest) && end < 0; i++ {
		switch r.rest[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				end = i
			}
		}
	}
	if end < 0 {
		panic("ludii/english: a bracket is not closed in " + r.line)
	}
	name, text, _ := strings.Cut(r.rest[:end], "|")
	r.rest = r.rest[end+1:]
	name, block := strings.CutPrefix(name, ">")
	p := part{arg: name, text: text, block: block}
	if strings.Contains(text, "{") {
		p.text = ""
		p.group = (&reader{line: r.line, rest: text}).parts("")
	}
	return p
}

// names lists the arguments that a phrase tells.
func names(parts []part) (out []string) {
	for _, p := range parts {
		for _, n := range append([]string{p.arg, p.whether}, names(p.group)...) {
			n, _, _ = strings.Cut(n, ".")
			if n != "" && !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// Meaning is the phrase of a form with the names of its arguments in it: what the form
// means, as a line. Empty if there is none.
func Meaning(form string) string {
	var b strings.Builder
	var write func(parts []part)
	write = func(parts []part) {
		for _, p := range parts {
			switch {
			case p.arg != "":
				fmt.Fprintf(&b, "‹%s›", p.arg)
			case p.when == '!':
			case p.when == '?':
				write(p.group)
			case p.when != 0:
				b.WriteString(" [")
				if p.when == '-' {
					b.WriteString("not ")
				}
				fmt.Fprintf(&b, "‹%s›: ", p.whether)
				write(p.group)
				b.WriteString("]")
			case p.group != nil:
				b.WriteString("[")
				write(p.group)
				b.WriteString("]")
			default:
				b.WriteString(p.text)
			}
		}
	}
	write(phrases()[form])
	return strings.Join(strings.Fields(b.String()), " ")
}
