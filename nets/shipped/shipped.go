// Package shipped holds the nets that come with the program: files of nets as tuning left them,
// and an index that says of each how it was made and what it was measured to be worth.
//
// The promise: what is here can be read and fits together; a test of cmd/player holds every net
// against its embedded game. The package knows no game: a net is found by the hash of a
// description and the fingerprint of an encoder, as in a database. Neighbours: nets (the
// file), cmd/player (which looks here when its database has no net for a game).
package shipped

import (
	"embed"
	"encoding/json"
	"fmt"
	"sync"

	"ludens/nets"
)

//go:embed index.json files
var files embed.FS

// Entry is one net: how it was made, on what, and a match that says what it is worth.
type Entry struct {
	File  string  `json:"file"`
	Game  string  `json:"game"`           // of the library, with its language: gdl:ticTacToe
	Hours float64 `json:"hours"`          // of its run of tuning
	From  string  `json:"from,omitempty"` // the game whose net it went on from, or which other; empty: from nothing
	Last  bool    `json:"last,omitempty"` // it is the last net of its run, not the best
	Where string  `json:"where"`          // the day and the machine
	Match Match   `json:"match"`

	ID    string   `json:"-"`
	Bytes int64    `json:"-"` // of the file
	Net   nets.Net `json:"-"` // without weights
}

// Match is one against the player without nets, seats exchanged, one thread each.
type Match struct {
	Points  float64 `json:"points"` // of the net
	Drawn   int     `json:"drawn,omitempty"`
	Games   int     `json:"games"`
	Seconds float64 `json:"seconds"`         // a move
	Start   int     `json:"start"`           // seconds for the other to choose how to play
	Chose   string  `json:"chose,omitempty"` // what it chose, if that was written down
}

// Made is the command that made it.
func (e *Entry) Made() string {
	return fmt.Sprintf("player tune run %s --hours %g --threads 1 --seed 1", e.Game, e.Hours)
}

// list reads the index and the headers of its nets once. A file that cannot be read is a broken
// build, which the test shows; nobody else is to fail for it.
var list = sync.OnceValues(func() ([]Entry, error) {
	text, err := files.ReadFile("index.json")
	if err != nil {
		return nil, err
	}
	var all []Entry
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("shipped nets: %w", err)
	}
	for i := range all {
		e := &all[i]
		n, b, err := read(e.File)
		if err != nil {
			return nil, err
		}
		e.ID, e.Bytes = nets.FileID(b), int64(len(b))
		e.Net = *n
		e.Net.Weights = nil
	}
	return all, nil
})

func read(name string) (*nets.Net, []byte, error) {
	b, err := files.ReadFile("files/" + name)
	if err != nil {
		return nil, nil, fmt.Errorf("shipped nets: %w", err)
	}
	n, err := nets.Decode(b)
	if err != nil {
		return nil, nil, fmt.Errorf("shipped nets: %s: %w", name, err)
	}
	return n, b, nil
}

// List gives what is known of all, in the order of the index.
func List() ([]Entry, error) { return list() }

// Net gives the net of a game, by the hash of its description, and an encoding; nets.ErrNone if
// there is none.
func Net(game, encoding string) (*nets.Net, error) {
	all, err := list()
	if err != nil {
		return nil, err
	}
	for i := range all {
		if n := &all[i].Net; n.Game == game && n.Encoding == encoding {
			n, _, err := read(all[i].File)
			return n, err
		}
	}
	return nil, fmt.Errorf("shipped nets: game %.12s: %w", game, nets.ErrNone)
}
