// Package games is the library: Ludens' own game descriptions, embedded in the
// programs. Those in GDL are below gdl (games.go), those in ludemes below ludii
// (ludemes.go); the names are unique within a language. What follows is about
// both, as far as it concerns them.
//
// The promise: every description is valid without a warning, ends in every
// match, gives every role a legal move before the end and exactly one goal
// value at it. The tests hold each description to that and to a golden
// transcript under testdata/transcripts, readable from top to bottom, and to
// scripted matches with known results under testdata/plays.
//
// The package only holds texts. It never reads the disk, never interprets the
// rules and knows nothing of a game beyond the header of its text. Package
// catalog opens the games; package gdl/check judges them.
package games

import (
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed gdl/*.kif
var files embed.FS

// Entry is one game of the library.
type Entry struct {
	Name    string   // as commands take it, for example "ticTacToe"
	Title   string   // as people call it
	Rules   string   // the rules in a sentence
	Players int      // roles that are not Nature
	Tags    []string // what is special about it: "puzzle", "turn-taking", "simultaneous", "chance", "hidden", …
	Text    string   // the description, header comments included
}

var load = sync.OnceValue(func() []Entry {
	return embedded(files, "gdl", ".kif", parseHeader, func(e *Entry) *string { return &e.Name })
})

// embedded reads the headers of all files of an embedded directory and sorts what
// they say by name, the file's without its ending. A test reads every header, so
// that one that cannot be read is a broken build.
func embedded[T any](from embed.FS, dir, ending string, parse func(text string) (T, error), name func(*T) *string) []T {
	list, err := from.ReadDir(dir)
	if err != nil {
		panic("games: the embedded directory is missing: " + err.Error())
	}
	out := make([]T, 0, len(list))
	for _, f := range list {
		text, err := from.ReadFile(dir + "/" + f.Name())
		if err != nil {
			panic("games: an embedded file is missing: " + err.Error())
		}
		e, err := parse(string(text))
		if err != nil {
			panic("games: " + f.Name() + ": " + err.Error())
		}
		*name(&e) = strings.TrimSuffix(f.Name(), ending)
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b T) int { return strings.Compare(*name(&a), *name(&b)) })
	return out
}

// List gives all games, sorted by name. The caller may change the slice, not
// the tags in it.
func List() []Entry { return slices.Clone(load()) }

// Find gives the game of a name: exactly, else ignoring letter case.
func Find(name string) (Entry, bool) {
	for _, e := range load() {
		if e.Name == name {
			return e, true
		}
	}
	for _, e := range load() {
		if strings.EqualFold(e.Name, name) {
			return e, true
		}
	}
	return Entry{}, false
}

// parseHeader reads the comment lines a description begins with.
func parseHeader(text string) (Entry, error) {
	e := Entry{Text: text}
	for line := range strings.Lines(text) {
		comment, ok := strings.CutPrefix(strings.TrimSpace(line), ";")
		if !ok {
			break
		}
		key, value, _ := strings.Cut(comment, ":")
		value = strings.TrimSpace(value)
		switch strings.TrimSpace(key) {
		case "title":
			e.Title = value
		case "rules":
			e.Rules = value
		case "players":
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 {
				return e, fmt.Errorf("read header: %q is no number of players", value)
			}
			e.Players = n
		case "tags":
			e.Tags = append(e.Tags, tags(value)...)
		}
	}
	if e.Title == "" || e.Rules == "" || e.Players == 0 || len(e.Tags) == 0 {
		return e, fmt.Errorf("read header: title, players, rules and tags must all be given")
	}
	return e, nil
}
