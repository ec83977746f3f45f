// Package english says in plain English what a description in ludemes says: a phrase
// for every form, from a table, put together as the tree is. It explains the rules to
// people; nothing plays by what it writes.
//
// The promise: every form of the grammar has a phrase that tells all its arguments, so
// that nothing of a description is left out but what only tells Ludii how much to store;
// it never fails, whatever term it gets, and what it writes is bounded.
//
// It knows no game and looks at no board. Neighbours: check makes the terms and knows
// the forms; coverage lists the phrases as the meanings of the forms.
package english

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"ludens/ludii/check"
)

// mostText bounds a text in bytes. Terms are shared, so that a small tree may say much.
const mostText = 1 << 20

// Game explains a checked description, paragraph by paragraph.
func Game(root *check.Term) string {
	w := &writer{}
	var b strings.Builder
	paragraph := func(head string, lines ...string) {
		lines = slices.DeleteFunc(lines, func(s string) bool { return s == "" })
		if len(lines) == 0 {
			return
		}
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		b.WriteString(head + "\n")
		for _, l := range lines {
			b.WriteString("  - " + strings.ReplaceAll(sentence(l), "\n", "\n    ") + "\n")
		}
	}
	title := w.say(root.Arg("name"))
	if root.Name() != "game" {
		return sentence(w.say(root)) + "\n"
	}
	fmt.Fprintf(&b, "%s is a game for %s", strings.Trim(title, `"`), w.say(root.Arg("players")))
	if m := root.Arg("mode"); m != nil {
		b.WriteString(", played " + w.say(m))
	}
	b.WriteString(".\n")
	paragraph("Equipment:", w.each(root.Arg("equipment").Arg("items"))...)
	rules := root.Arg("rules")
	paragraph("Over all:", w.each(rules.Arg("meta").Arg("rules"))...)
	paragraph("At the start:", w.each(rules.Arg("start").Arg("rules"))...)
	if phases := rules.Arg("phases"); phases != nil {
		if p := rules.Arg("play"); p != nil {
			paragraph("In phases that do not say otherwise, a player may:", w.choices(p.Arg("moves"))...)
		}
		for _, ph := range phases.Items {
			head := "Phase " + w.say(ph.Arg("name"))
			if r := ph.Arg("roleType"); r != nil {
				head += " of " + w.say(r)
			}
			if m := ph.Arg("mode"); m != nil {
				head += ", played " + w.say(m)
			}
			lines := w.choices(ph.Arg("play").Arg("moves"))
			paragraph(head+", in which a player may:", lines...)
			paragraph("It ends:", append(w.each(ph.Arg("next")), w.each(ph.Arg("end").Arg("rules"))...)...)
		}
	} else {
		paragraph("A player may:", w.choices(rules.Arg("play").Arg("moves"))...)
	}
	paragraph("The end:", w.each(rules.Arg("end").Arg("rules"))...)
	return b.String()
}

// sentence gives a line a capital and a full stop.
func sentence(s string) string {
	s = tidy(s)
	if s == "" {
		return ""
	}
	r := []rune(s)
	r[0] = unicode.ToUpper(r[0])
	s = string(r)
	if !strings.ContainsRune(".:!?", rune(s[len(s)-1])) {
		s += "."
	}
	return s
}

// tidy takes out doubled blanks, and those before commas, and says lines as people do.
func tidy(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		indent := l[:len(l)-len(strings.TrimLeft(l, " "))]
		l = strings.Join(strings.Fields(l), " ")
		for _, mark := range []string{",", ";", ":", ")"} {
			l = strings.ReplaceAll(l, " "+mark, mark)
		}
		l = strings.ReplaceAll(l, ",,", ",")
		if i == 0 {
			indent = ""
		}
		lines[i] = indent + plain(strings.ReplaceAll(l, "( ", "("))
	}
	return strings.Join(lines, "\n")
}

// A writer puts phrases together.
type writer struct {
	size  int
	depth int
}

const more = "…"

// each says the terms of a list, or the one that stands for a list.
func (w *writer) each(t *check.Term) []string {
	switch {
	case t == nil:
		return nil
	case !t.List:
		return []string{w.say(t)}
	}
	var lines []string
	for _, it := range t.Items {
		lines = append(lines, w.say(it))
	}
	return lines
}

// choices says what may be chosen among, one to a line.
func (w *writer) choices(t *check.Term) []string {
	switch {
	case t.Arg("then") != nil:
	case t.Name() == "moves.or#list":
		return w.each(t.Arg("moves"))
	case t.Name() == "moves.or":
		return append(w.choices(t.Arg("a")), w.choices(t.Arg("b"))...)
	}
	return []string{w.say(t)}
}

// say is the phrase of a term.
func (w *writer) say(t *check.Term) string {
	if t == nil {
		return ""
	}
	if w.size > mostText || w.depth > 200 {
		return more
	}
	w.depth++
	var s string
	switch {
	case t.List:
		s = w.list(t)
	case t.Form != nil:
		s = w.form(t)
	default:
		s = constant(t)
	}
	w.depth--
	w.size += len(s)
	return s
}

// silent are arguments that tell how much to store, no more.
var silent = []string{"maxState", "maxCount", "maxValue"}

func (w *writer) form(t *check.Term) string {
	parts, ok := phrases()[t.Form.Name]
	if !ok {
		return split(t.Form.Head)
	}
	var b strings.Builder
	w.parts(&b, parts, t)
	told := names(parts)
	if k := t.Arg("type"); k != nil && !slices.Contains(told, "type") {
		b.WriteString(" (" + w.say(k) + ")")
	}
	if then := t.Arg("then"); then != nil && !slices.Contains(told, "then") {
		glue := ", and then "
		if strings.Contains(b.String(), "\n") {
			glue = "\nand then "
		}
		b.WriteString(glue + w.say(then))
	}
	return b.String()
}

func (w *writer) parts(b *strings.Builder, parts []part, t *check.Term) {
	for _, p := range parts {
		switch {
		case p.arg != "":
			a := t.Arg(p.arg)
			switch {
			case a != nil:
				b.WriteString(w.say(a))
			case p.group != nil:
				w.parts(b, p.group, t)
			default:
				b.WriteString(p.text)
			}
		case p.when != 0:
			w.condition(b, p, t)
		case p.group != nil:
			if given(p.group, t) {
				w.parts(b, p.group, t)
			}
		default:
			b.WriteString(p.text)
		}
	}
}

// condition writes a group that depends on an argument.
func (w *writer) condition(b *strings.Builder, p part, t *check.Term) {
	a := t.Arg(p.whether)
	switch {
	case p.when == '!':
		if a == nil {
			w.parts(b, p.group, t)
		}
	case a == nil:
	case a.Form != nil || a.List: // it depends
		if p.when == '+' {
			w.parts(b, p.group, t)
			b.WriteString(" (if " + w.say(a) + ")")
		}
	case a.Bool == (p.when == '+'):
		w.parts(b, p.group, t)
	}
}

// given tells whether what a group says of is there.
func given(parts []part, t *check.Term) bool {
	some, all := false, true
	for _, p := range parts {
		if p.arg == "" {
			continue
		}
		is := t.Arg(p.arg) != nil
		some = some || is
		all = all && (is || p.text != "" || p.group != nil)
	}
	return some && all
}

// long is from where on a list of moves or conditions is written line by line.
const long = 90

// list says a list: of moves, rules and conditions one below the other if they are long,
// of others one behind the other.
func (w *writer) list(t *check.Term) string {
	items := make([]string, len(t.Items))
	length := 0
	for i, it := range t.Items {
		items[i] = w.say(it)
		length += len(items[i])
	}
	switch t.Sort {
	case check.StepType:
		return strings.Join(items, ", ")
	case check.Ints, check.Int, check.Float, check.Dim, check.TrackStep:
		if len(t.Items) > 0 && t.Items[0].List {
			return strings.Join(items, "; ")
		}
		return strings.Join(items, ", ")
	case check.Moves, check.Bool, check.EndRule, check.Phase, check.Item, check.StartRule, check.Subgame:
		if length > long {
			for i := range items {
				items[i] = "\n  - " + strings.ReplaceAll(items[i], "\n", "\n    ")
			}
			return strings.Join(items, "")
		}
	case check.Direction, check.AbsoluteDirection, check.RelativeDirection:
		return joined(items, "or")
	}
	return joined(items, "and")
}

// joined is "a, b and c".
func joined(items []string, last string) string {
	switch n := len(items); n {
	case 0:
		return "none"
	case 1:
		return items[0]
	default:
		return strings.Join(items[:n-1], ", ") + " " + last + " " + items[n-1]
	}
}

// called is the table of words.
var called = sync.OnceValue(func() map[string]map[string]string {
	all := map[string]map[string]string{}
	for line := range strings.Lines(strings.TrimSpace(words)) {
		sort, list, _ := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		of := map[string]string{}
		for _, pair := range strings.Split(list, ";") {
			name, text, _ := strings.Cut(pair, "=")
			of[name] = text
		}
		all[sort] = of
	}
	for _, s := range []string{"AbsoluteDirection", "RelativeDirection", "CompassDirection", "DirectionFacing"} {
		all[s] = all["Direction"]
	}
	return all
})

// constant says what is written as one word, a number or a text.
func constant(t *check.Term) string {
	if t.Constant() {
		if text, ok := called()[t.Sort.String()][t.Text]; ok {
			return text
		}
		if n, ok := strings.CutPrefix(t.Text, "P"); ok && t.Sort == check.RoleType {
			return "player " + n
		}
		if t.Text != "" {
			return split(t.Text)
		}
	}
	switch t.Sort {
	case check.String:
		return strconv.Quote(t.Text)
	case check.Float:
		return strconv.FormatFloat(t.Float, 'g', -1, 64)
	case check.Bool:
		return strconv.FormatBool(t.Bool)
	}
	return strconv.Itoa(t.Int)
}

// split writes a name made of several words with blanks: "SidesNoCorners".
func split(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && (unicode.IsUpper(r) || unicode.IsDigit(r) && !strings.ContainsAny(b.String(), "0123456789") && b.Len() > 1) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
