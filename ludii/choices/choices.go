// Package choices lists every choice that a description of ludemes offers, and
// plays games at random of what becomes of the description by it, to see whether
// all of them work.
//
// The promise: the same seed plays the same games, and whatever goes wrong in a
// game is an error and never a panic. It reads no files and no clock; whoever calls
// it says when to stop. Its neighbours are ludii/expand, which knows the choices,
// and ludii/exec, which plays.
package choices

import (
	"errors"
	"fmt"
	"strings"

	"ludens/game"
	"ludens/ludii/exec"
	"ludens/ludii/expand"
)

// A Choice is one way to open a description. The zero value takes everything as it
// comes.
type Choice struct {
	Option  string // an item of an option, "Category/Item"
	Ruleset string
}

// Of lists the choices of a description: none, every item of every option, every
// ruleset. Several options are not combined.
func Of(d *expand.Description) []Choice {
	all := []Choice{{}}
	for i := range d.Options {
		for k := range d.Options[i].Items {
			all = append(all, Choice{Option: d.Options[i].Heading(k)})
		}
	}
	for i := range d.Rulesets {
		all = append(all, Choice{Ruleset: d.Rulesets[i].Name})
	}
	return all
}

// Expand gives the options of expansion that make the choice.
func (c Choice) Expand(library *expand.Library) expand.Options {
	o := expand.Options{Library: library, Ruleset: c.Ruleset}
	if c.Option != "" {
		o.Select = []string{c.Option}
	}
	return o
}

// String names the choice; empty for the one that takes everything as it comes.
func (c Choice) String() string { return strings.TrimSpace(c.Ruleset + " " + c.Option) }

// Options of Play. The zero value plays one game to its end.
type Options struct {
	Games int    // how many games; 0 means 1
	Moves int    // of a game, when it is cut off; 0 means never
	Seed  uint64 // of the random moves
	// Stop is asked at every move; where it is true the game is cut off, and no
	// other begins. It may be nil.
	Stop func() bool
}

// Played says what was played.
type Played struct {
	Games int // begun
	Ended int // of these, played to their end; simulations until nothing changes
	Moves int
}

// saveEvery is how many moves there are between positions that are saved and loaded.
const saveEvery = 10

// Play plays games at random. A match whose next game's description is not there is
// cut off.
func Play(p *exec.Program, o Options) (r Played, err error) {
	stopped := func() bool { return o.Stop != nil && o.Stop() }
	for i := range max(1, o.Games) {
		if stopped() {
			break
		}
		g := player{p: p, o: o, stopped: stopped}
		ended, err := g.play(uint64(i))
		r.Games++
		r.Moves += g.moves
		if ended {
			r.Ended++
		}
		if err != nil {
			return r, fmt.Errorf("game %d, move %d: %w", i, g.moves, err)
		}
	}
	return r, nil
}

// A player plays one game.
type player struct {
	p       *exec.Program
	o       Options
	stopped func() bool
	moves   int
}

var errNoMove = errors.New("nobody can move, and the game is not over")

func (g *player) play(index uint64) (ended bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	c := g.p.NewCtx()
	c.Rng = game.Stream(g.o.Seed, "choices", index)
	c.Reset()
	for c.Err == nil && !c.Over {
		if g.o.Moves > 0 && g.moves >= g.o.Moves || g.stopped() {
			return false, nil
		}
		if c.Generate(); c.Over || c.Err != nil {
			break
		}
		switch {
		case len(c.Moves) > 0:
		case g.p.Mode == exec.Simulation:
			return true, nil // nothing changes any more
		default:
			return false, errNoMove
		}
		if g.moves%saveEvery == saveEvery/2 {
			if err := g.saves(c); err != nil {
				return false, err
			}
		}
		if g.p.Mode == exec.Simultaneous {
			c.StepAll(oneEach(c, g.p.Players))
		} else {
			c.Step(c.Rng.IntN(len(c.Moves)))
		}
		g.moves++
	}
	if errors.Is(c.Err, exec.ErrInstance) {
		return false, nil
	}
	return c.Over, c.Err
}

// saves looks whether a position is the same after it was saved and loaded.
func (g *player) saves(c *exec.Ctx) error {
	s := g.p.NewState()
	if err := s.Load(c.Save(nil)); err != nil {
		return err
	}
	if saved, loaded := c.Digest(g.p), s.Digest(g.p); saved != loaded {
		return fmt.Errorf("saved %s, loaded %s", saved, loaded)
	}
	return nil
}

// oneEach picks a move for each player.
func oneEach(c *exec.Ctx, players int) (moves []int) {
	for player := 1; player <= players; player++ {
		n, pick := 0, -1
		for i := range c.Moves {
			if int(c.Moves[i].Mover) != player {
				continue
			}
			if n++; c.Rng.IntN(n) == 0 {
				pick = i
			}
		}
		if pick >= 0 {
			moves = append(moves, pick)
		}
	}
	return moves
}
