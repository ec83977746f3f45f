// Package run drives a match: it gives match.Match clocks, players on the
// network and in this process, observers and a recorder.
//
// The promises: all players think at the same time; a player that is dead, hangs
// or answers nonsense costs the match its clock and the grace, no more, and the
// record says which it was; a panic of a local player ends at this package's
// boundary and is recorded as its fault; when Run returns, every goroutine it
// started has ended, except a local player's that does not heed its context,
// which is reported as an error.
//
// The rules of a match are match's, the messages ggp's; this package knows
// neither games nor their languages.
package run

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/rs/zerolog"

	"ludens/game"
	"ludens/ggp"
	"ludens/match"
)

// Player is a seat's player in this process. Its methods are called one after
// the other, from one goroutine.
type Player interface {
	// Start prepares for a match; the context ends with the start clock.
	Start(ctx context.Context, s Start) error
	// Play returns a move as text; the context ends with the play clock, and an
	// answer within the grace after that still counts.
	Play(ctx context.Context, t Turn) (move string, err error)
	// Stop tells that the match has ended in a final position.
	Stop(ctx context.Context, t Turn) error
	// Abort tells that the match was ended early.
	Abort(ctx context.Context) error
}

// Previewer is a Player that wants the description before the match.
type Previewer interface {
	Preview(ctx context.Context, rules string) error
}

// Start is what a local player is told at the start.
type Start struct {
	MatchID    string
	Seat       int
	Role       string
	Game       game.Game
	Rules      string
	StartClock time.Duration
	PlayClock  time.Duration
}

// Turn is what a player may know about the turn just played.
type Turn struct {
	Number   int      // joint moves made so far
	Moves    []string // the last joint move in role order; nil before the first turn and in games that hide something
	Own      string   // the player's own last move as recorded; empty before the first turn
	Percepts []string // what the player saw, in games that hide something
}

// Seat is who plays a seat: Local, or Addr on the network.
type Seat struct {
	Name  string // the player's name, for records; default the address, or the role
	Human bool   // for the record
	Local Player
	Addr  string // "host:port" of a player's server

	// Dialect is how messages to Addr are spelled. In a game that hides something
	// a dialect that cannot say so is replaced; see ggp.Dialect.ForHidden.
	Dialect ggp.Dialect
	// Untimed lets a local player, such as a person, take any time for moves.
	Untimed bool
}

// Options are how a match is run. Match.Game, Match.ID and Seats are needed.
type Options struct {
	// Match describes the match; Players is filled from Seats, and RandomToken
	// drawn when empty.
	Match match.Config
	// Seats are the players by seat, one for every seat but Nature's.
	Seats []Seat

	// Grace is added to every clock before an answer counts as late, for the way
	// there and back; default 1 s, as GGP-Base's and Dresden's servers give with
	// PLAY; negative: none.
	Grace time.Duration
	// ConnectTimeout bounds connecting to a remote player, within the clock and
	// its grace; default 5 s.
	ConnectTimeout time.Duration
	// WholeClock waits for the end of the start and play clocks even when
	// everybody has answered, as GGP-Base's server does for published matches.
	WholeClock bool
	// Scramble renames what remote players see, and sends the rules in another order; what
	// becomes what is drawn from the match's seed.
	Scramble bool
	// Drain is how long Run waits at the end for local players that do not heed
	// their context; default 5 s.
	Drain time.Duration

	// Recorder keeps the match as it goes on; nil keeps nothing. If it fails, the
	// match goes on, later turns are offered again by End, and Run returns the
	// error besides the record.
	Recorder match.Recorder
	Hooks    Hooks
	// Log gets failures of players as warnings, messages as debug lines. The zero
	// value logs nothing.
	Log zerolog.Logger
}

// Hooks are told how a match goes on. They are called one at a time; what they
// are given is theirs only until they return. Nil hooks are not called.
type Hooks struct {
	// Position is called for the initial position and after every turn.
	Position func(Position)
	// Finished is called once, when the record is complete and before the
	// players are told.
	Finished func(*match.Record)
	// Thinking is called when moves are asked for: the step, and the time at
	// which late answers stop counting, zero if there is no such time.
	Thinking func(step int, until time.Time)
}

// Position is a position reached.
type Position struct {
	Step    int
	Record  *match.Record
	Machine game.Machine // stands there; must be left there
	// Fluents are the facts true here, sorted; nil if the engine cannot list them.
	Fluents []string
	// Moves and Replies are the turn that led here, in role order; nil at step 0.
	Moves   []string
	Replies []match.Reply
}

func (o *Options) withDefaults() {
	if o.Grace == 0 {
		o.Grace = time.Second
	}
	o.Grace = max(o.Grace, 0)
	if o.ConnectTimeout <= 0 {
		o.ConnectTimeout = 5 * time.Second
	}
	if o.Drain <= 0 {
		o.Drain = 5 * time.Second
	}
}

// validate checks the seats and fills the match's players.
func (o *Options) validate() error {
	o.Match.Players = nil
	for i, s := range o.Seats {
		if (s.Local == nil) == (s.Addr == "") {
			return fmt.Errorf("seat %d needs either a local player or an address", i)
		}
		if s.Untimed && s.Local == nil {
			return fmt.Errorf("seat %d: only a local player may be untimed", i)
		}
		name := s.Name
		if name == "" {
			name = s.Addr
		}
		o.Match.Players = append(o.Match.Players, match.Player{Name: name, Human: s.Human})
	}
	if err := o.Match.Validate(); err != nil {
		return err
	}
	facts := o.Match.Game.Facts()
	for i := range o.Match.Players {
		if o.Match.Players[i].Name == "" {
			o.Match.Players[i].Name = facts.Seats[i]
		}
	}
	o.Match.Scrambled = o.Match.Scrambled || o.Scramble
	if o.Match.RandomToken == "" {
		o.Match.RandomToken = token()
	}
	return nil
}

// token is the 32 letters and digits that GGP-Base's records carry. It is seen while the match
// is played, so that it must not come from the seed.
func token() string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand
	for i, x := range b {
		b[i] = letters[int(x)%len(letters)]
	}
	return string(b[:])
}

// Run plays a match to its end and returns its record. When ctx ends, the match
// is aborted: the players are told, the record says so, and there is no error.
// With an error the record is nil only if the match could not begin at all.
func Run(ctx context.Context, o Options) (*match.Record, error) {
	o.withDefaults()
	if err := o.validate(); err != nil {
		return nil, fmt.Errorf("run match: %w", err)
	}
	d, err := newDriver(ctx, &o)
	if err != nil {
		return nil, fmt.Errorf("run match: %w", err)
	}
	err = d.run()
	err = errors.Join(err, d.close())
	if err != nil {
		err = fmt.Errorf("run match %s: %w", o.Match.ID, err)
	}
	return d.core.Record().Clone(), err
}
