package match

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludens/game"
	"ludens/ggp"
)

// Config describes a match. ID, Game and Players are needed; the other zero
// values work.
type Config struct {
	ID    string // one symbol: no white space, parentheses or semicolons
	Game  game.Game
	Rules string // the description, sent with START

	// Players are who plays, by seat; one for every seat but Nature's.
	Players []Player

	StartClock   int // seconds
	PlayClock    int // seconds
	PreviewClock int // seconds; 0: no PREVIEW is sent

	// Seed decides replacement moves and Nature's.
	Seed uint64
	// MaxSteps ends the match after so many joint moves; 0: no limit.
	MaxSteps int
	// ExactCase refuses a move whose letters differ in case from the rules', as
	// GGP-Base's command line server does.
	ExactCase bool

	// Opening are joint moves, by seat, with which the match begins: the players are
	// asked and told as at every turn, but what they answer is only kept. They must
	// be legal and not end the match.
	Opening [][]game.Move

	// Forfeit ends the match early for players that do not play: who does not answer
	// START, is busy all the same, or has failed to give a legal move so many times has
	// lost, a note says so, and the match ends when no two are left who have not, or
	// in a game for one when that one has. 0: nobody loses like that.
	Forfeit int

	// DespiteBusy goes on when a player answers START with busy, and makes random
	// moves for it. Otherwise such a match is aborted, since it would say nothing
	// about the players.
	DespiteBusy bool

	// Past is the record of a match that broke off, to go on with: see Resumed, which
	// fills the rest from it. Its moves are made again, nobody is sent START, and the match
	// begins with the PLAY that was not answered for the record. It is closed there, as
	// aborted, if a player does not play it any more: if it answers busy or cannot be reached.
	Past *Record

	// For the record only.
	RandomToken string
	GameURL     string
	Tournament  string
	Scrambled   bool
}

// Validate reports what is wrong with a Config.
func (c *Config) Validate() error {
	switch {
	case c.Game == nil:
		return errors.New("match without a game")
	case c.Game.Facts().Players == 0:
		return errors.New("the game has no player")
	case !ggp.IsSymbol(c.ID):
		return fmt.Errorf("match identifier %q is not one symbol", c.ID)
	case len(c.Players) != c.Game.Facts().Players:
		return fmt.Errorf("%d players for a game of %d (%s)", len(c.Players), c.Game.Facts().Players,
			strings.Join(c.Game.Facts().Seats[:c.Game.Facts().Players], ", "))
	case c.StartClock < 0 || c.PlayClock < 0 || c.PreviewClock < 0:
		return errors.New("a clock is negative")
	case c.MaxSteps < 0:
		return errors.New("the limit of steps is negative")
	case c.Forfeit < 0:
		return errors.New("the limit of failures is negative")
	}
	return c.opens()
}

// opens checks the opening.
func (c *Config) opens() error {
	if len(c.Opening) == 0 {
		return nil
	}
	m := c.Game.NewMachine()
	for step, joint := range c.Opening {
		if len(joint) != len(c.Game.Facts().Seats) {
			return fmt.Errorf("move %d of the opening has %d parts", step, len(joint))
		}
		for seat, move := range joint {
			if !slices.Contains(m.Legal(seat, nil), move) {
				return fmt.Errorf("move %d of the opening is not legal for %s", step, c.Game.Facts().Seats[seat])
			}
		}
		m.Step(joint)
		if m.Err() != nil || m.Terminal() {
			return fmt.Errorf("move %d of the opening ends the match", step)
		}
	}
	return nil
}
