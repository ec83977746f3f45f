package check

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"ludens/gdl"
)

// clipper writes rules and terms as text up to a length, and stops there: a
// finding about a rule of a megabyte must not cost a megabyte.
type clipper struct {
	strings.Builder
	most int
	full bool
}

func (w *clipper) put(s string) {
	if w.full {
		return
	}
	if room := w.most - w.Len(); len(s) > room {
		for room > 0 && !utf8.RuneStart(s[room]) {
			room--
		}
		w.WriteString(s[:max(room, 0)])
		w.WriteString("…")
		w.full = true
		return
	}
	w.WriteString(s)
}

func (w *clipper) term(t *gdl.Term) {
	if t.Kind != gdl.Function {
		w.put(t.Name)
		return
	}
	w.put("(")
	w.put(t.Name)
	for i := range t.Args {
		if w.full {
			return
		}
		w.put(" ")
		w.term(&t.Args[i])
	}
	w.put(")")
}

func (w *clipper) literal(l *gdl.Literal) {
	switch l.Kind {
	case gdl.Positive, gdl.Distinct:
		w.term(&l.Sentence)
		return
	case gdl.Not:
		w.put("(not")
	case gdl.Or:
		w.put("(or")
	}
	for i := range l.Subs {
		if w.full {
			return
		}
		w.put(" ")
		w.literal(&l.Subs[i])
	}
	w.put(")")
}

func (w *clipper) rule(r *gdl.Rule) {
	if !r.Arrow {
		w.term(&r.Head)
		return
	}
	w.put("(<= ")
	w.term(&r.Head)
	for i := range r.Body {
		if w.full {
			return
		}
		w.put(" ")
		w.literal(&r.Body[i])
	}
	w.put(")")
}

// short is a term as text, for a message.
func short(t *gdl.Term) string {
	w := clipper{most: mostName}
	w.term(t)
	return w.String()
}

// shortName is a name as text, for a message.
func shortName(s string) string {
	w := clipper{most: mostName}
	w.put(s)
	return w.String()
}

// plural gives "1 argument", "2 arguments".
func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + one + "s"
}
