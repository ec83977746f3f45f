package draw

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// symbols gives the contents of boards short texts that stay the same for as
// long as the Drawer lives.
type symbols struct {
	of    map[string]string // content → symbol
	used  map[string]bool
	order []string // contents in the order in which they were first seen
	empty map[string]bool
}

// emptyWords are names that descriptions commonly give to "nothing here".
var emptyWords = []string{
	"blank", "empty", "free", "none", "open", "nothing", "nil", "null", "no", "clear", "vacant",
	"unmarked", "unoccupied", "untouched", "unused", "hollow", "void", "space", "zero", "0", "e", "b",
}

func emptyWord(s string) bool { return slices.Contains(emptyWords, strings.ToLower(s)) }

// dot is how an empty square is drawn.
const dot = "."

// learn finds symbols for contents not seen before.
func (s *symbols) learn(boards []*board) {
	if s.of == nil {
		s.of, s.used, s.empty = map[string]string{}, map[string]bool{dot: true, " ": true}, map[string]bool{}
	}
	for _, b := range boards {
		s.findEmpty(b)
		for _, c := range slices.Sorted(maps.Values(b.cells)) {
			if _, known := s.of[c]; known {
				continue
			}
			sym := s.invent(c)
			s.of[c] = sym
			s.used[sym] = true
			s.order = append(s.order, c)
		}
	}
}

// findEmpty decides which content means an empty square: a word of the list
// (b only where no w speaks for black), else whatever fills most of a board with
// at least three kinds of contents.
func (s *symbols) findEmpty(b *board) {
	count := map[string]int{}
	for _, c := range b.cells {
		count[c]++
	}
	best := ""
	for _, c := range slices.Sorted(maps.Keys(count)) {
		if s.empty[c] {
			return
		}
		low := strings.ToLower(c)
		white := slices.ContainsFunc([]string{"w", "W", "white"}, func(w string) bool { return count[w] > 0 || s.of[w] != "" })
		if b.track && (c == "0" || c == "e") {
			continue // a count of nothing is a number
		}
		if emptyWord(c) && (low != "b" || !white) && (best == "" || rank(c) < rank(best)) {
			best = c
		}
	}
	if best == "" && len(count) >= 3 {
		for c, n := range count {
			if 5*n > 3*len(b.cells) {
				best = c
			}
		}
	}
	if _, known := s.of[best]; best == "" || known || b.simple {
		return
	}
	s.empty[best] = true
	s.of[best] = dot
	s.order = append(s.order, best)
}

func rank(word string) int { return slices.Index(emptyWords, strings.ToLower(word)) }

// invent finds an unused symbol of one or two characters, or more in need.
func (s *symbols) invent(content string) string {
	for _, c := range candidates(content) {
		if !s.used[c] {
			return c
		}
	}
	return content
}

func candidates(content string) []string {
	if n := utf8.RuneCountInString(content); n <= 2 || n <= 4 && !strings.ContainsAny(strings.ToLower(content), "aeiou +") {
		return []string{content} // short already, or a code such as bk1 that no letter could stand for
	}
	words := strings.FieldsFunc(content, func(r rune) bool { return r == ' ' || r == '+' || r == '_' || r == '-' || r == '(' || r == ')' })
	var out []string
	if len(words) > 1 {
		initials := ""
		for _, w := range words[:min(3, len(words))] {
			first, _ := utf8.DecodeRuneInString(w)
			initials += string(first)
		}
		out = append(out, initials)
	}
	var letters []rune
	for _, r := range content {
		if unicode.IsLetter(r) {
			letters = append(letters, r)
		}
	}
	if number := strings.TrimLeftFunc(content, func(r rune) bool { return !unicode.IsDigit(r) }); len(letters) > 0 &&
		len(number) > 0 && len(number) <= 2 && isDigits(number) {
		out = append(out, string(letters[0])+number)
	}
	for _, r := range letters {
		out = append(out, string(r))
		if r == letters[0] {
			out = append(out, string(unicode.ToUpper(r)))
		}
	}
	for _, r := range letters {
		out = append(out, string(unicode.ToUpper(r)))
	}
	for i := 1; i < len(letters); i++ {
		out = append(out, string(letters[0])+string(letters[i]))
	}
	return out
}

func isDigits(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}

// show gives the symbol of a content.
func (s *symbols) show(content string) string {
	if sym, ok := s.of[content]; ok {
		return sym
	}
	return content
}

// legend explains the symbols that are on the boards and not plain.
func (s *symbols) legend(boards []*board) []string {
	now := map[string]bool{}
	for _, b := range boards {
		for _, c := range b.cells {
			now[c] = true
		}
	}
	var out []string
	for _, c := range s.order {
		if now[c] && s.of[c] != c && (!s.empty[c] || !emptyWord(c)) {
			out = append(out, s.of[c]+"="+c)
		}
	}
	slices.Sort(out)
	return out
}

// colours are ANSI foregrounds that are told apart on light and dark grounds.
var colours = []string{"\x1b[31m", "\x1b[34m", "\x1b[32m", "\x1b[35m", "\x1b[33m", "\x1b[36m"}

const plain = "\x1b[0m"

// colour wraps a symbol, already padded, in the colour of its content.
func (s *symbols) colour(content, text string) string {
	if s.empty[content] {
		return text
	}
	i := slices.Index(s.order, content)
	if i < 0 {
		return text
	}
	return colours[i%len(colours)] + text + plain
}
