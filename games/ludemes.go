package games

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

//go:embed ludii/*.lud
var ludemeFiles embed.FS

// Ludeme is a game of the library that is written in ludemes. It stands on its
// own: it uses no definition but those in its text.
type Ludeme struct {
	Name  string   // as commands take it: the file's name, for example "TicTacToe"
	Title string   // as people call it, and the name in the description
	Rules string   // the rules in a sentence
	Tags  []string // what is special about it
	Text  string   // the description, header comments included
}

var loadLudemes = sync.OnceValue(func() []Ludeme {
	return embedded(ludemeFiles, "ludii", ".lud", parseLudemeHeader, func(l *Ludeme) *string { return &l.Name })
})

// Ludemes gives all games that are written in ludemes, sorted by name. The caller
// may change the slice, not the tags in it.
func Ludemes() []Ludeme { return slices.Clone(loadLudemes()) }

// FindLudeme gives the game of a name or title: exactly, else ignoring letter case
// and all but letters and digits.
func FindLudeme(name string) (Ludeme, bool) {
	for _, l := range loadLudemes() {
		if l.Name == name {
			return l, true
		}
	}
	for _, l := range loadLudemes() {
		if want := Plain(name); want != "" && (Plain(l.Name) == want || Plain(l.Title) == want) {
			return l, true
		}
	}
	return Ludeme{}, false
}

// Plain writes a name in small letters, without what is neither letter nor digit.
func Plain(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		case r < 0x80 && (r < 'a' || r > 'z') && (r < '0' || r > '9'):
			return -1
		}
		return r
	}, name)
}

// parseLudemeHeader reads the comment lines a description begins with.
func parseLudemeHeader(text string) (Ludeme, error) {
	l := Ludeme{Text: text}
	for line := range strings.Lines(text) {
		comment, ok := strings.CutPrefix(strings.TrimSpace(line), "//")
		if !ok {
			break
		}
		key, value, _ := strings.Cut(comment, ":")
		value = strings.TrimSpace(value)
		switch strings.TrimSpace(key) {
		case "title":
			l.Title = value
		case "rules":
			l.Rules = value
		case "tags":
			l.Tags = tags(value)
		}
	}
	if l.Title == "" || l.Rules == "" {
		return l, fmt.Errorf("read header: title and rules must both be given")
	}
	return l, nil
}

func tags(list string) (out []string) {
	for t := range strings.SplitSeq(list, ",") {
		if t = strings.TrimSpace(t); t != "" {
			out = append(out, t)
		}
	}
	return out
}
