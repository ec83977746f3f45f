// Package arena plays matches between players inside one process, by the clock but
// without any protocol, to measure how well they play.
//
// The promise: only one player is asked at any time, each with the time it is given and
// no more (what a player goes on doing unasked is its own affair, and unfair to the
// other: none should think ahead here); what it took and what it found is told per decision; the same seed and
// opening give the same dice. A player that fails, is illegal or panics gets its first
// legal move, and that is told too. It knows no referee's clock cushions and stores nothing
// (that is match, match/run and store); how results are counted is its caller's
// business. Neighbours: agent and game (the contracts), agent/infoset, which follows
// matches that hide something.
package arena

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ludens/agent"
	"ludens/agent/infoset"
	"ludens/game"
)

// Match is what is to be played.
type Match struct {
	Game game.Game
	// Players are the seats' brains, Nature's excepted.
	Players []agent.Player
	// Clocks are the time to begin with and per decision; 0 for a decision means that
	// the player's own limits end it.
	Clocks agent.Clocks
	// Opening is made before the players begin to think.
	Opening [][]game.Move
	// MaxPlies ends a match after so many joint moves, those of the opening among
	// them; 0 means never.
	MaxPlies int
	// Seed is Nature's.
	Seed uint64
}

// Decision is one seat's in one turn.
type Decision struct {
	Seat  int
	Legal int           // moves to choose from
	Stats agent.Stats   // as the player reports them
	Took  time.Duration // from being asked to the answer
	Over  time.Duration // past the deadline; 0 if in time
	Fault string        // why the first legal move was made instead
}

// Turn is a joint move and how it came about. Seats with one legal move were not asked.
type Turn struct {
	Moves     []string // by seat, Nature's included
	Decisions []Decision
}

// Result is a match that was played.
type Result struct {
	Opening   []Turn // without decisions
	Turns     []Turn
	Utilities []float64 // by player; all ½ if Cut
	Cut       bool      // by MaxPlies
	Begun     []Decision
}

// Plies is the number of joint moves, those of the opening included.
func (r *Result) Plies() int { return len(r.Opening) + len(r.Turns) }

// Play plays a match. An error is the game's fault, or ctx's end; what was played so
// far comes with it.
func Play(ctx context.Context, m Match) (*Result, error) {
	f := m.Game.Facts()
	if len(m.Players) != f.Players {
		return nil, fmt.Errorf("play a match: %d players for %d seats", len(m.Players), f.Players)
	}
	a := &arena{Match: m, f: f, at: m.Game.NewMachine(), dice: newDice(m.Seed), out: &Result{}}
	if f.Hidden {
		for seat := range f.Players {
			a.trackers = append(a.trackers, infoset.NewTracker(m.Game, seat, infoset.Options{Seed: m.Seed}))
		}
	}
	for _, joint := range m.Opening {
		a.out.Opening = append(a.out.Opening, Turn{Moves: a.labels(joint)})
		if err := a.step(ctx, joint); err != nil {
			return a.out, err
		}
	}
	defer func() {
		for _, p := range m.Players {
			p.End()
		}
	}()
	for seat := range m.Players {
		a.out.Begun = append(a.out.Begun, a.begin(ctx, seat))
	}
	for !a.at.Terminal() && ctx.Err() == nil {
		if m.MaxPlies > 0 && a.out.Plies() >= m.MaxPlies {
			a.out.Cut = true
			break
		}
		if err := a.turn(ctx); err != nil {
			return a.out, err
		}
	}
	if err := ctx.Err(); err != nil {
		return a.out, err
	}
	a.out.Utilities = make([]float64, f.Players)
	if a.out.Cut {
		for i := range a.out.Utilities {
			a.out.Utilities[i] = 0.5
		}
		return a.out, nil
	}
	a.at.Utility(a.out.Utilities)
	if err := a.at.Err(); err != nil && !errors.Is(err, game.ErrGoal) {
		return a.out, fmt.Errorf("play a match: after %d plies: %w", a.out.Plies(), err)
	}
	return a.out, nil
}

// arena is a match under way.
type arena struct {
	Match
	f        *game.Facts
	at       game.Machine
	dice     dice
	trackers []*infoset.Tracker // by seat, in games that hide something
	out      *Result
}

// begin lets a player prepare.
func (a *arena) begin(ctx context.Context, seat int) Decision {
	d := Decision{Seat: seat}
	limit, cancel := context.WithTimeout(ctx, a.Clocks.Start)
	defer cancel()
	d.measure(limit, func() {
		if err := guard(func() error { return a.Players[seat].Begin(limit, a.Game, seat, a.Clocks) }); err != nil {
			d.Fault = err.Error()
		}
	})
	return d
}

// turn asks everybody who has a choice, one after the other, and steps.
func (a *arena) turn(ctx context.Context) error {
	joint := make([]game.Move, len(a.f.Seats))
	var t Turn
	for seat := range a.f.Seats {
		legal := a.at.Legal(seat, nil)
		switch {
		case len(legal) == 0:
			return fmt.Errorf("play a match: after %d plies: %w", a.out.Plies(), game.ErrNoMove)
		case a.f.NatureSeat(seat):
			joint[seat] = a.dice.draw(a.at, legal)
		case len(legal) == 1:
			joint[seat] = legal[0]
		default:
			var d Decision
			joint[seat], d = a.ask(ctx, seat, legal)
			t.Decisions = append(t.Decisions, d)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	t.Moves = a.labels(joint)
	a.out.Turns = append(a.out.Turns, t)
	return a.step(ctx, joint)
}

// ask lets a player choose.
func (a *arena) ask(ctx context.Context, seat int, legal []game.Move) (game.Move, Decision) {
	d := Decision{Seat: seat, Legal: len(legal)}
	turn := agent.Turn{Number: a.out.Plies(), Legal: legal, States: []game.State{a.at.Save(nil)}}
	if a.trackers != nil {
		if own := a.trackers[seat].Legal(); len(own) > 0 {
			turn.Legal = own
		}
		turn.States = nil
		for _, p := range a.trackers[seat].Particles() {
			turn.States = append(turn.States, p.State)
			turn.Weights = append(turn.Weights, p.Weight)
			turn.Views = append(turn.Views, p.Views)
		}
	}
	// A context that cannot end tells a player that nothing but itself sets limits.
	limit, cancel := context.WithoutCancel(ctx), context.CancelFunc(func() {})
	if a.Clocks.Play > 0 {
		limit, cancel = context.WithTimeout(ctx, a.Clocks.Play)
	}
	defer cancel()
	p := a.Players[seat]
	var move game.Move
	d.measure(limit, func() {
		err := guard(func() (err error) {
			move, err = p.Choose(limit, turn)
			return err
		})
		if err != nil {
			d.Fault = err.Error()
		}
	})
	if !slices.Contains(legal, move) {
		if d.Fault == "" {
			d.Fault = fmt.Sprintf("move %d is not legal", move)
		}
		return legal[0], d
	}
	if r, ok := p.(agent.Reporter); ok {
		// It also waits for workers that are still at it, before the next one's time begins.
		if err := guard(func() error { d.Stats = r.Stats(); return nil }); err != nil {
			d.Fault = err.Error()
		}
	}
	return move, d
}

// measure takes the time of f, which should end with ctx.
func (d *Decision) measure(ctx context.Context, f func()) {
	begin := time.Now()
	f()
	end := time.Now()
	d.Took = end.Sub(begin)
	if due, ok := ctx.Deadline(); ok {
		d.Over = max(end.Sub(due), 0)
	}
}

// guard makes a panic an error.
func guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return f()
}

func (a *arena) labels(joint []game.Move) []string {
	out := make([]string, len(joint))
	for seat, move := range joint {
		out[seat] = a.at.Label(seat, move)
	}
	return out
}

// step makes a joint move, and tells those who follow it what they may know.
func (a *arena) step(ctx context.Context, joint []game.Move) error {
	texts := a.labels(joint)
	a.at.Step(joint)
	if err := a.at.Err(); err != nil && !errors.Is(err, game.ErrGoal) {
		return fmt.Errorf("play a match: after %d plies: %w", a.out.Plies(), err)
	}
	sees, perceives := a.at.(game.Perceiver)
	for seat, t := range a.trackers {
		o := infoset.Observation{Moves: make([]string, len(joint)), Told: perceives}
		o.Moves[seat] = texts[seat]
		if perceives {
			o.Percepts = sees.Percepts(seat, nil)
		}
		if err := t.Observe(ctx, o); err != nil && !errors.Is(err, infoset.ErrLost) {
			return fmt.Errorf("play a match: %w", err)
		}
	}
	return nil
}
