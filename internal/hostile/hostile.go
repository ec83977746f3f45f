// Package hostile is the table of everything that was thought of to hurt a player:
// descriptions, requests, messages and files by somebody who means ill, or who made
// an unlucky mistake.
//
// Its job is to be shared. Tests run a sample of the rows, fuzzing begins with
// them, and "player bench hostile" runs all of them in one process; so the next
// attack is one row here and nothing else. The package promises that names are
// different, that every text is made anew and is the same each time, and that a
// text is no longer than what the readers take. It runs nothing and knows none of
// those who do; its neighbours are their tests, and cmd/player.
//
// Each kind has a file of its own.
package hostile

import "slices"

// Kind is what a row is thrown at.
type Kind string

// The kinds.
const (
	RulesGDL     Kind = "rules-gdl"    // a description in GDL
	RulesLudeme  Kind = "rules-ludeme" // a description in ludemes
	HTTP         Kind = "http"         // bytes of one connection
	Message      Kind = "message"      // a message of the protocol
	Conversation Kind = "conversation" // messages one after the other, see conversations
	File         Kind = "file"         // something that is imported or opened
)

// Row is one attack.
type Row struct {
	Kind Kind
	Name string // a few words, unlike any other of its kind
	Aim  string // what it goes for
	Want string // a regular expression for what must be said to it, such as the code of a finding; empty where the text is sound, or nothing is sure
	Text func() string
}

// tables are the rows of every kind, each in a file of its own.
var tables = map[Kind][]Row{
	RulesGDL:     rulesGDL,
	RulesLudeme:  rulesLudeme,
	HTTP:         aimed("the reader of requests", requests),
	Message:      aimed("the readers of messages", messages),
	Conversation: aimed("the order of messages", conversations),
	File:         aimed("those who open files", files),
}

// Rows gives the rows of some kinds, in the order of the tables; without kinds all.
func Rows(kinds ...Kind) []Row {
	var out []Row
	for _, k := range []Kind{RulesGDL, RulesLudeme, HTTP, Message, Conversation, File} {
		if len(kinds) > 0 && !slices.Contains(kinds, k) {
			continue
		}
		for _, r := range tables[k] {
			r.Kind = k
			out = append(out, r)
		}
	}
	return out
}

// Texts gives the texts of some kinds up to a length, for fuzzing to begin with.
func Texts(most int, kinds ...Kind) []string {
	var out []string
	for _, r := range Rows(kinds...) {
		if text := r.Text(); len(text) <= most {
			out = append(out, text)
		}
	}
	return out
}

// text is a row's text that is written down as it is.
func text(s string) func() string { return func() string { return s } }
