package match

import (
	"fmt"
	"slices"

	"ludens/ggp"
)

// Kind says how a request to a player ended.
type Kind uint8

const (
	// OK: answered, and for PLAY with a legal move.
	OK Kind = iota
	// Timeout: no answer in time.
	Timeout
	// Illegal: a term that is not a legal move.
	Illegal
	// Garbage: not one term, or not HTTP.
	Garbage
	// Connection: the player could not be reached, or its connection broke.
	Connection
	// Fault: a player in this process failed or panicked.
	Fault
)

var kindNames = [...]string{"ok", "timeout", "illegal", "garbage", "connection", "fault"}

// String gives the kind in one word.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind %d", uint8(k))
}

// MarshalText writes the kind as its word.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (k *Kind) UnmarshalText(text []byte) error {
	i := slices.Index(kindNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("unknown kind of reply %q", text)
	}
	*k = Kind(i)
	return nil
}

// Status says where a match is, or how it ended.
type Status uint8

const (
	// Running: not ended, or ended with the process that ran it.
	Running Status = iota
	// Completed: played to a terminal position.
	Completed
	// Aborted: ended from outside.
	Aborted
	// Limited: ended by the limit of steps.
	Limited
	// Faulted: ended by a fault of the description.
	Faulted
	// Forfeited: ended since at most one player was left who plays, see
	// Config.Forfeit; the notes say who has lost.
	Forfeited
)

var statusNames = [...]string{"running", "completed", "aborted", "limited", "faulted", "forfeited"}

// Statuses are all that there are.
func Statuses() []Status {
	out := make([]Status, len(statusNames))
	for i := range out {
		out[i] = Status(i)
	}
	return out
}

// String gives the status in one word.
func (s Status) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return fmt.Sprintf("status %d", uint8(s))
}

// MarshalText writes the status as its word.
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (s *Status) UnmarshalText(text []byte) error {
	i := slices.Index(statusNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("unknown status %q", text)
	}
	*s = Status(i)
	return nil
}

// Player is who sits on a seat, as far as a record tells.
type Player struct {
	Name  string `json:"name"`
	Human bool   `json:"human,omitempty"`
}

// Reply is how one player's request of one round ended. The zero value is a
// good answer that nobody wrote down, which is also what Nature gets.
type Reply struct {
	Kind   Kind   `json:"kind"`
	Text   string `json:"text,omitempty"`   // what was answered, at most MaxReplyText bytes
	Detail string `json:"detail,omitempty"` // what was wrong with it
	Millis int64  `json:"millis,omitempty"` // from the request to the answer or failure
}

// MaxReplyText bounds Reply.Text and Reply.Detail in bytes; the rest is cut off.
const MaxReplyText = 1024

// Record is everything about a match. Roles, Players, Goals and the inner slices
// of Moves and Replies are in role order, the order of the protocol, Nature
// included; Nature's entry in Players is empty and its goal 0.
type Record struct {
	ID          string `json:"id"`
	RandomToken string `json:"random_token,omitempty"` // 32 letters and digits
	Game        string `json:"game,omitempty"`         // name, for people
	GameHash    string `json:"game_hash,omitempty"`    // content hash of the description
	GameURL     string `json:"game_url,omitempty"`     // versioned repository URL
	Rules       string `json:"rules,omitempty"`        // the description
	Engine      string `json:"engine,omitempty"`       // what ran the game
	Tournament  string `json:"tournament,omitempty"`

	Roles   []string `json:"roles"`
	Players []Player `json:"players"`

	Seed         uint64 `json:"seed,string"`
	PreviewClock int    `json:"preview_clock,omitempty"` // seconds; 0: no preview
	StartClock   int    `json:"start_clock"`             // seconds
	PlayClock    int    `json:"play_clock"`              // seconds
	MaxSteps     int    `json:"max_steps,omitempty"`     // 0: no limit
	Opening      int    `json:"opening,omitempty"`       // joint moves that were given, not chosen
	Scrambled    bool   `json:"scrambled,omitempty"`
	StartTime    int64  `json:"start_time"` // milliseconds since 1970

	Status Status `json:"status"`
	Reason string `json:"reason,omitempty"` // why it was aborted, or the fault
	Goals  []int  `json:"goals,omitempty"`  // 0…100, of a completed match
	Notes  []Note `json:"notes,omitempty"`  // what else is to be known, in the order in which it was found

	// States[n] are the facts true after n joint moves, sorted, "(cell 1 1 b)";
	// nil for an engine that cannot list them.
	States     [][]string `json:"states"`
	StateTimes []int64    `json:"state_times"` // milliseconds since 1970, one per state
	Moves      [][]string `json:"moves"`       // Moves[n] leads from state n to n+1
	// Replies[0] is about PREVIEW and START, Replies[n+1] about Moves[n].
	Replies [][]Reply `json:"replies"`
}

// Steps is the number of joint moves made.
func (r *Record) Steps() int { return len(r.Moves) }

// Clone copies a record so that the original may go on changing.
func (r *Record) Clone() *Record {
	c := *r
	c.Roles = slices.Clone(r.Roles)
	c.Players = slices.Clone(r.Players)
	c.Goals = slices.Clone(r.Goals)
	c.Notes = slices.Clone(r.Notes)
	c.StateTimes = slices.Clone(r.StateTimes)
	// A finished turn is never changed again, except the replies to START while
	// the match has not gone on.
	c.States = slices.Clone(r.States)
	c.Moves = slices.Clone(r.Moves)
	c.Replies = make([][]Reply, len(r.Replies))
	for i, replies := range r.Replies {
		c.Replies[i] = slices.Clone(replies)
	}
	return &c
}

// Unseeded is a copy as it may be seen while the match is played: without the seed, which
// says what chance will bring.
func (r *Record) Unseeded() *Record {
	c := r.Clone()
	c.Seed = 0
	return c
}

// Count tells how often each kind of failure happened to a role, START included.
func (r *Record) Count(role int) map[Kind]int {
	n := map[Kind]int{}
	for _, replies := range r.Replies {
		if role < len(replies) && replies[role].Kind != OK {
			n[replies[role].Kind]++
		}
	}
	return n
}

// Recorder keeps records. A method that returns nil has made what it was told
// durable: nothing of it is lost if the process is killed.
type Recorder interface {
	// Begin keeps a new record with its initial position.
	Begin(r *Record) error
	// Turn keeps move and replies of turn step, counted from 0, and the position
	// it led to. With turn 0 the replies to START are complete.
	Turn(r *Record, step int) error
	// End keeps status and goals.
	End(r *Record) error
}

// Sound reports what is wrong with the shape of a record that comes from elsewhere, such
// as from an archive: how many rows there are of each.
func (r *Record) Sound() error {
	switch {
	case !ggp.IsSymbol(r.ID):
		return fmt.Errorf("match identifier %q is not one symbol", r.ID)
	case len(r.States) == 0 || len(r.StateTimes) != len(r.States):
		return fmt.Errorf("match %s: %d states with %d times", r.ID, len(r.States), len(r.StateTimes))
	case len(r.Moves) != len(r.States)-1:
		return fmt.Errorf("match %s: %d states but %d moves", r.ID, len(r.States), len(r.Moves))
	case len(r.Replies) > len(r.States):
		return fmt.Errorf("match %s: %d rows of replies for %d states", r.ID, len(r.Replies), len(r.States))
	case r.Opening < 0:
		return fmt.Errorf("match %s: an opening of %d moves", r.ID, r.Opening)
	}
	for i, row := range r.Moves {
		if len(row) != len(r.Moves[0]) || len(r.Roles) > 0 && len(row) != len(r.Roles) {
			return fmt.Errorf("match %s: joint move %d has %d moves", r.ID, i, len(row))
		}
	}
	return nil
}
