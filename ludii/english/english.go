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
	title := strings.Trim(w.say(root.Arg("name")), `"`)
	switch root.Name() {
	case "game":
	case "match":
		fmt.Fprintf(&b, "%s is a match of several games%s.\n", title, w.players(root.Arg("players")))
		paragraph("Its games:", w.each(root.Arg("games").Arg("games"))...)
		paragraph("The end:", w.each(root.Arg("end").Arg("rules"))...)
		return b.String()
	default:
		return sentence(w.say(root)) + "\n"
	}
	fmt.Fprintf(&b, "%s is a game%s", title, w.players(root.Arg("players")))
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

// players says who plays.
func (w *writer) players(t *check.Term) string {
	switch seats := t.Arg("seats"); {
	case t == nil:
		return ""
	case seats != nil && seats.List:
		return fmt.Sprintf(" for %d players, who face %s", len(seats.Items), w.say(seats))
	case t.Arg("count") != nil && plain(w.say(t)) == "0 players":
		return " that runs by itself, without players"
	}
	return " for " + plain(w.say(t))
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
	size  int  // of the words written
	depth int  // of the term
	broke bool // the argument written last has several lines
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
		w.size += len(s)
	}
	w.depth--
	return s
}

// places are arguments that are sites where they are numbers.
var places = []string{"at", "site", "sites", "where"}

// silent are arguments that tell how much to store, no more.
var silent = []string{"maxState", "maxCount", "maxValue"}

func (w *writer) form(t *check.Term) string {
	name := t.Form.Name
	if a := t.Arg("a"); name == "not" && a.Form != nil && phrases()["not "+a.Form.Name] != nil {
		t, name = a, "not "+a.Form.Name
	}
	if verb, ok := compared[name]; ok {
		if x, y := t.Arg("a"), t.Arg("b"); plainNumber(x) && !plainNumber(y) {
			var b strings.Builder
			w.argument(&b, w.say(y), false)
			w.text(&b, verb)
			w.argument(&b, w.say(x), false)
			return b.String()
		}
	}
	parts, ok := phrases()[name]
	if !ok {
		return split(t.Form.Head)
	}
	var b strings.Builder
	w.broke = false
	if a, ok := alternatives[name]; ok {
		b.WriteString(w.alternatives(a, t))
	} else {
		w.parts(&b, parts, t)
	}
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

// alternatives are the lists that are said in a sentence where they are short, with what
// is said between their last two items, and before them where they are long.
var alternatives = map[string]struct{ of, last, before string }{
	"bool.and#list": {"items", " and ", "all of these hold:"},
	"bool.or#list":  {"items", " or ", "one of these holds:"},
	"moves.or#list": {"moves", ", or ", "do one of these:"},
}

func (w *writer) alternatives(a struct{ of, last, before string }, t *check.Term) string {
	items, far := w.items(t.Arg(a.of))
	if far || len(items) < 2 {
		s := bullets(items)
		return a.before + s
	}
	n := len(items)
	return strings.Join(items[:n-1], ", ") + a.last + items[n-1]
}

// compared are the comparisons as they are said with their sides exchanged, for those
// that are written as (= 0 (count …)).
var compared = map[string]string{
	"=": " is ", "!=": " is not ", "<": " is more than ", "<=": " is at least ", ">": " is less than ", ">=": " is at most ",
	"not =": " is not ", "not !=": " is ", "not <": " is at most ", "not <=": " is less than ", "not >": " is at least ", "not >=": " is more than ",
}

func plainNumber(t *check.Term) bool {
	return t != nil && t.Form == nil && !t.List && t.Sort == check.Int
}

func (w *writer) parts(b *strings.Builder, parts []part, t *check.Term) {
	for _, p := range parts {
		switch {
		case p.arg != "":
			a := t.Arg(p.arg)
			switch {
			case a != nil && plainNumber(a) && slices.Contains(places, p.arg):
				w.argument(b, "site "+w.say(a), false)
			case a != nil:
				w.argument(b, w.say(a), p.block)
			case p.group != nil:
				w.parts(b, p.group, t)
			default:
				w.text(b, p.text)
			}
		case p.when != 0:
			w.condition(b, p, t)
		case p.group != nil:
			if given(p.group, t) {
				w.parts(b, p.group, t)
			}
		default:
			w.text(b, p.text)
		}
	}
}

// argument writes what an argument says; a block has lines of its own where it is long.
func (w *writer) argument(b *strings.Builder, s string, block bool) {
	if block && b.Len() > 0 && !strings.HasPrefix(s, "\n") && (len(s) > long || strings.Contains(s, "\n")) {
		s = "\n  " + strings.ReplaceAll(s, "\n", "\n  ")
	}
	b.WriteString(s)
	w.broke = strings.Contains(s, "\n")
}

// text writes words of a phrase. Behind an argument of several lines they begin a line.
func (w *writer) text(b *strings.Builder, s string) {
	w.size += len(s)
	if rest := strings.TrimLeft(s, " ,;"); w.broke && s != "" && !strings.HasPrefix(rest, ")") {
		w.broke = false
		if after, ok := strings.CutPrefix(rest, ":"); ok {
			rest = "then" + after
		}
		s = "\n" + rest
	}
	b.WriteString(s)
}

// condition writes a group that depends on an argument.
func (w *writer) condition(b *strings.Builder, p part, t *check.Term) {
	name, of, _ := strings.Cut(p.whether, ".")
	a := t.Arg(name)
	if of != "" {
		a = a.Arg(of)
	}
	switch {
	case p.when == '!' || p.when == '?':
		if (a == nil) == (p.when == '!') {
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
	items, far := w.items(t)
	inner := len(t.Items) > 0 && t.Items[0].List
	switch {
	case far:
		return bullets(items)
	case t.Sort == check.StepType && !inner:
		return strings.Join(items, "-")
	case t.Sort == check.StepType, slices.Contains(ways, t.Sort):
		return joined(items, "or")
	case slices.Contains(numbers, t.Sort) && inner:
		return strings.Join(items, "; ")
	case slices.Contains(numbers, t.Sort):
		return strings.Join(items, ", ")
	}
	return joined(items, "and")
}

var (
	ways    = []check.Sort{check.Direction, check.AbsoluteDirection, check.RelativeDirection}
	numbers = []check.Sort{check.Ints, check.Int, check.Float, check.Dim, check.TrackStep}
	rules   = []check.Sort{check.Moves, check.Bool, check.EndRule, check.Phase, check.Item, check.StartRule, check.Subgame}
)

// items says the terms of a list, and whether they are moves, rules or conditions that
// are long.
func (w *writer) items(t *check.Term) (items []string, far bool) {
	items = make([]string, len(t.Items))
	length := 0
	for i, it := range t.Items {
		items[i] = w.say(it)
		length += len(items[i])
		far = far || strings.Contains(items[i], "\n")
	}
	return items, (far || length > long) && slices.Contains(rules, t.Sort)
}

// bullets writes items one below the other.
func bullets(items []string) string {
	var b strings.Builder
	for _, it := range items {
		b.WriteString("\n  - " + strings.ReplaceAll(it, "\n", "\n    "))
	}
	return b.String()
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
