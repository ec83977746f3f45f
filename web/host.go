package web

import (
	"context"
	"errors"
	"time"

	"ludens/game"
	"ludens/internal/thought"
	"ludens/match"
	"ludens/match/run"
	"ludens/rating"
)

// Errors that a Host wraps to say what kind of failure it was; everything else is the
// server's own fault.
var (
	ErrNotFound = errors.New("not found")
	ErrBad      = errors.New("not possible")
)

// Host is what the server needs of the rest of the house. It is called from many
// goroutines.
type Host interface {
	// Games lists the library.
	Games(ctx context.Context) ([]Game, error)
	// Rules tells all about one game, without opening it for play.
	Rules(ctx context.Context, name string) (*Rules, error)
	// Open opens a game of the library for play. The text is a description that
	// stands on its own.
	Open(ctx context.Context, name string) (g game.Game, text string, err error)
	// Reopen opens the game of a record.
	Reopen(ctx context.Context, r *match.Record) (game.Game, error)

	// Agents lists who can play inside this process, from weak to strong at first.
	Agents() []Agent
	// CheckAgent says what is wrong with an agent's text.
	CheckAgent(text string) error
	// Thinker makes an agent for a game that hides nothing.
	Thinker(text string, seed uint64) (Thinker, error)
	// Seat makes an agent for a game that hides something: a player that follows the
	// match by what it is told. release gives it back when the match has ended.
	Seat(ctx context.Context, g game.Game, seat int, text string, seed uint64) (p run.Player, release func(), err error)

	// Ask asks a player on the network who it is.
	Ask(ctx context.Context, address string) (Info, error)

	// Publish has a match told to spectators elsewhere whose hooks are set, if any are to be
	// told. end waits, not for long, until they have been told everything, and says where
	// it is to be seen, "" for nowhere.
	Publish(o *run.Options) (end func(ctx context.Context) string)

	// Archive is where records are kept; nil for nowhere.
	Archive() Archive
	// Tournaments keeps and plays tournaments; nil if nothing is kept.
	Tournaments() Tournaments
	// Ladder gives the players whose Elo is known, by name.
	Ladder() map[string]float64
	// Tunings lists the runs of tuning that are kept, without their points.
	Tunings() ([]Tuning, error)
	// Tuning gives one with its points.
	Tuning(run string) (*Tuning, error)
}

// Archive keeps records.
type Archive interface {
	match.Recorder
	List(q Query) ([]Summary, error)
	Load(id string) (*match.Record, error)
	// Played gives matches that came to an end, as ratings see them.
	Played(q Query) ([]rating.Played, error)
}

// Query selects records; the zero value selects all.
type Query struct {
	Game   string // name
	Player string // name
	// Tournament is the name of one; empty: any match, of a tournament or none.
	Tournament string
	Status     *match.Status // nil: any
	Limit      int           // at most so many, the latest
}

// Game is a line of the library.
type Game struct {
	Name        string   `json:"name"` // as Open takes it
	Title       string   `json:"title"`
	Aliases     []string `json:"aliases,omitempty"` // other names, by which it is found too
	Family      string   `json:"family"`
	Roles       []string `json:"roles,omitempty"` // where they are known without opening it
	Description string   `json:"description,omitempty"`
	Tags        []string `json:"tags,omitempty"`
	Facts       string   `json:"facts,omitempty"` // in words, where they are known
	Error       string   `json:"error,omitempty"`
}

// Rules is one game with its description.
type Rules struct {
	Game
	Text     string    `json:"text"`
	Authors  []string  `json:"authors,omitempty"` // of the game, if the description says it
	Told     string    `json:"told,omitempty"`    // the rules in words, if it has them
	Findings []Finding `json:"findings"`
	// Settings are what a description in ludemes lets people choose. Another choice has
	// another name: NAME@SETTING/ITEM@…, which every request for a game takes.
	Settings []Setting `json:"settings"`
}

// Setting is something of a game that may be chosen, such as the size of the board.
type Setting struct {
	Name   string        `json:"name"`
	Items  []SettingItem `json:"items"`
	Chosen string        `json:"chosen"` // heading of the item that counts; empty: none of them
}

// SettingItem is a way to choose.
type SettingItem struct {
	Name    string `json:"name"`
	Heading string `json:"heading"` // as it stands behind an @
	Says    string `json:"says,omitempty"`
}

// Finding is something to be said about a line of a description.
type Finding struct {
	Line     int    `json:"line"` // from 1; 0: about all of it
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Text     string `json:"text"`
	Hint     string `json:"hint,omitempty"`
}

// Agent is a player inside this process.
type Agent struct {
	Name string `json:"name"` // for people
	Text string `json:"text"` // what Thinker takes
	Says string `json:"says"` // a sentence
}

// Info is what a player on the network says of itself.
type Info struct {
	Name   string `json:"name"`
	Status string `json:"status"` // "available", "busy", …
}

// Thinker is an agent in one match of a game that hides nothing. Its methods but
// Thought are called one after the other.
type Thinker interface {
	// Begin prepares for the match until ctx ends.
	Begin(ctx context.Context, g game.Game, seat int, start, play time.Duration) error
	// Choose returns one of the legal moves when ctx ends, or earlier.
	Choose(ctx context.Context, state game.State, turn int, legal []game.Move) (game.Move, error)
	// Thought tells about the last or the present Choose; the texts of moves are left
	// to label. It may be called at any time.
	Thought(label func(game.Move) string) thought.State
	// End gives everything back.
	End()
}

// Summary is a line of the archive.
type Summary struct {
	ID        string         `json:"id"`
	Game      string         `json:"game"`
	StartTime int64          `json:"start_time"` // milliseconds since 1970
	Status    match.Status   `json:"status"`
	Reason    string         `json:"reason,omitempty"`
	Steps     int            `json:"steps"`
	Roles     []string       `json:"roles"`
	Players   []match.Player `json:"players"`
	Goals     []int          `json:"goals,omitempty"`
	Failures  int            `json:"failures"` // requests that did not end well
	Live      bool           `json:"live"`     // it is being played here

	Tournament string `json:"tournament,omitempty"` // that it is part of
}
