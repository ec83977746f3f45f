package web

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"

	"ludens/game"
)

// Ask is what a match is to be like.
type Ask struct {
	Game       string    `json:"game,omitempty"`        // needed without from
	From       *Origin   `json:"from,omitempty"`        // instead of a game: a position that it begins with
	Seats      []SeatAsk `json:"seats"`                 // in the order of the roles, without Nature
	StartClock int       `json:"start_clock,omitempty"` // seconds; default 5
	PlayClock  int       `json:"play_clock,omitempty"`  // seconds; default 2
	Seed       uint64    `json:"seed,omitempty"`        // 0 draws one
	MaxSteps   int       `json:"max_steps,omitempty"`   // 0: no limit
	Preview    int       `json:"preview,omitempty"`     // seconds of a PREVIEW before the match; 0: none
	Scramble   bool      `json:"scramble,omitempty"`    // players on the network see other names, and the rules in another order
}

// Origin is a position of a match.
type Origin struct {
	Match string `json:"match"`
	Step  int    `json:"step"`
}

// SeatAsk is who is to sit on a seat: one of agent, player and human.
type SeatAsk struct {
	Agent  string `json:"agent,omitempty"`  // an agent's text
	Player string `json:"player,omitempty"` // a registered player's name
	Human  string `json:"human,omitempty"`  // a person's name
}

// Begun is a match that has begun.
type Begun struct {
	ID   string `json:"id"`
	Keys []Key  `json:"keys"` // of the seats that people sit on
}

// Key lets a person move on a seat.
type Key struct {
	Role string `json:"role"`
	Key  string `json:"key"`
}

// most seconds of a clock asked for: an hour.
const maxClock = 3600

// check refuses what is out of any sense, and fills in what is left open.
func (a *Ask) check() error {
	if a.StartClock == 0 {
		a.StartClock = 5
	}
	if a.PlayClock == 0 {
		a.PlayClock = 2
	}
	switch {
	case (a.Game == "") == (a.From == nil):
		return fmt.Errorf("%w: want either a game or a position of a match", ErrBad)
	case len(a.Seats) == 0 || len(a.Seats) > 64:
		return fmt.Errorf("%w: a match needs from 1 to 64 seats, found %d", ErrBad, len(a.Seats))
	case a.StartClock < 1 || a.StartClock > maxClock || a.PlayClock < 1 || a.PlayClock > maxClock:
		return fmt.Errorf("%w: clocks must be from 1 to %d seconds", ErrBad, maxClock)
	case a.Preview < 0 || a.Preview > maxClock:
		return fmt.Errorf("%w: the preview must be from 0 to %d seconds", ErrBad, maxClock)
	case a.MaxSteps < 0:
		return fmt.Errorf("%w: the limit of steps is negative", ErrBad)
	}
	for i, s := range a.Seats {
		if err := s.check(); err != nil {
			return fmt.Errorf("seat %d: %w", i+1, err)
		}
	}
	return nil
}

func (s *SeatAsk) check() error {
	n := 0
	for _, word := range []string{s.Agent, s.Player, s.Human} {
		if len(word) > 200 {
			return fmt.Errorf("%w: found a name of %d letters", ErrBad, len(word))
		}
		if word != "" {
			n++
		}
	}
	if n != 1 {
		return fmt.Errorf("%w: want one of agent, player and human", ErrBad)
	}
	return nil
}

// drawSeed draws a seed that is exact as a number of JavaScript's.
func drawSeed() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand
	return binary.LittleEndian.Uint64(b[:]) >> 11
}

// beginning is where a match begins: moves that were made, in role order. Without a game it
// is the start of the one that was asked for.
type beginning struct {
	game  game.Game
	text  string // a description that stands on its own
	moves [][]string
}

// origin gives the beginning that an Origin means.
func (s *Server) origin(ctx context.Context, o Origin) (b beginning, err error) {
	f, err := s.find(ctx, o.Match)
	switch {
	case err != nil:
		return b, err
	case f.film.g == nil:
		return b, fmt.Errorf("%w: the rules of match %s cannot be opened: %s", ErrBad, o.Match, f.film.flaw)
	case o.Step < 0 || o.Step > len(f.rec.Moves):
		return b, fmt.Errorf("%w: match %s has no step %d", ErrBad, o.Match, o.Step)
	case o.Step > 0 && f.film.g.Facts().Hidden:
		return b, fmt.Errorf("%w: what was seen cannot be unseen, so nothing goes on from the midst of a game that hides something", ErrBad)
	}
	return beginning{f.film.g, f.rec.Rules, f.rec.Moves[:o.Step]}, nil
}

// opening gives the moves as a match takes them, by seat.
func (b *beginning) opening() ([][]game.Move, error) {
	var out [][]game.Move
	m := b.game.NewMachine()
	for i, row := range b.moves {
		joint, ok := jointMove(m, row)
		if !ok {
			return nil, fmt.Errorf("%w: step %d cannot be made again", ErrBad, i+1)
		}
		m.Step(joint)
		out = append(out, joint)
	}
	if m.Err() != nil || len(out) > 0 && m.Terminal() {
		return nil, fmt.Errorf("%w: the game is over there", ErrBad)
	}
	return out, nil
}
