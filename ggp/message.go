package ggp

// Message is one of Start, Play, Stop, Abort, Info, Preview.
type Message interface {
	// Command is the command word, upper-cased.
	Command() string
	// Match is the match the message belongs to; empty for Info and Preview.
	// Match identifiers are opaque and case-sensitive.
	Match() string
}

// Start opens a match.
type Start struct {
	MatchID string
	Role    string
	// Rules is the description as it came, without the parentheses around the
	// list of rules. A description in ludemes, such as (game "Name" …), stands in
	// the place of that list and is kept whole, with its parentheses.
	Rules      string
	StartClock int // seconds until the first PLAY
	PlayClock  int // seconds for each move
}

// Play asks for a move.
type Play struct {
	MatchID string
	Turn
}

// Stop ends a match in a terminal position.
type Stop struct {
	MatchID string
	Turn
}

// Abort ends a match early.
type Abort struct{ MatchID string }

// Info asks whether the player is free.
type Info struct{}

// Preview shows a description without opening a match.
type Preview struct {
	Rules string // as in Start
	Clock int    // seconds
}

// Turn is what a PLAY or STOP tells about the turn just played.
//
// In the classic three-element form, Number is -1 and Moves holds the list, nil
// if there was an atom (NIL) in its place. The Dresden server of 2011 puts a
// GDL-II player's percepts in that list; only who knows the game can tell, so a
// reader takes Moves as percepts when the game hides something.
//
// In the numbered form of 2013 (Numbered is true) Moves is nil; Own is the
// reader's move as the manager recorded it, after any substitution, and Percepts
// what the reader saw, nil if there was an atom in its place.
type Turn struct {
	Number   int      // turns played before this message; -1 when not told
	Moves    []string // in role order; nil before the first turn
	Own      string   // numbered form only; empty before the first turn
	Percepts []string // numbered form, and when writing for a game that hides something
	Numbered bool     // the message had the numbered form
}

// Command implements Message.
func (Start) Command() string { return "START" }

// Command implements Message.
func (Play) Command() string { return "PLAY" }

// Command implements Message.
func (Stop) Command() string { return "STOP" }

// Command implements Message.
func (Abort) Command() string { return "ABORT" }

// Command implements Message.
func (Info) Command() string { return "INFO" }

// Command implements Message.
func (Preview) Command() string { return "PREVIEW" }

// Match implements Message.
func (m Start) Match() string { return m.MatchID }

// Match implements Message.
func (m Play) Match() string { return m.MatchID }

// Match implements Message.
func (m Stop) Match() string { return m.MatchID }

// Match implements Message.
func (m Abort) Match() string { return m.MatchID }

// Match implements Message.
func (Info) Match() string { return "" }

// Match implements Message.
func (Preview) Match() string { return "" }

// The answers of a player that are not moves.
const (
	Ready   = "ready"   // to START, after the start-clock thinking; to PREVIEW
	Busy    = "busy"    // another match is on, or the match is not known
	Done    = "done"    // to STOP
	Aborted = "aborted" // to ABORT
	Nil     = "nil"     // to PLAY when choosing failed; to anything that is not understood
)
