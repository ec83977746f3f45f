package heuristic

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"ludens/game"
)

// Why a game gets no function.
var (
	// ErrHidden refuses games of hidden information: the function would look at what
	// its player must not see.
	ErrHidden = errors.New("the game hides information")
	// ErrBlind refuses games in which nothing can be looked at.
	ErrBlind = errors.New("the game tells neither where it takes place nor what its positions consist of")
	// ErrFew is returned when too few games came to an end to learn from.
	ErrFew = errors.New("too few games to learn from")
)

// Options say how long to learn. The zero value learns for DefaultTime on one thread.
type Options struct {
	// Time is the time to learn, in which the function is returned; 0 with Games 0
	// means DefaultTime. The context may end it earlier.
	Time time.Duration
	// Games, if positive, bounds the number of games played instead of the time: a
	// third of them at random. The same number gives the same function.
	Games int
	// Threads is the number of goroutines that play; default 1.
	Threads int
	// Seed is the seed of all randomness.
	Seed uint64
	// Known is what another course of the game has learned (Course.Known), to go on from; what is not of this game, or
	// damaged, is left aside.
	Known []byte
	// Mirror tells the symmetries of the game's rules, under which a function is to be the same; nil: none are looked for. Nor
	// are there any where Time is less than a second.
	Mirror game.Mirror
	// Limit is the number of joint moves after which a game is cut off; default those of 400 moves (game.Facts.Bound).
	Limit int
}

// Defaults of Options.
const (
	DefaultTime  = 3 * time.Second
	defaultLimit = 400
)

// Validate says what is wrong with the options.
func (o Options) Validate() error {
	switch {
	case o.Time < 0:
		return errors.New("heuristic: the time to learn is negative")
	case o.Games < 0:
		return errors.New("heuristic: the number of games is negative")
	case o.Threads < 0:
		return errors.New("heuristic: the number of threads is negative")
	case o.Limit < 0:
		return errors.New("heuristic: the limit of steps is negative")
	}
	return nil
}

func (o Options) filled(f *game.Facts) Options {
	if o.Time == 0 && o.Games == 0 {
		o.Time = DefaultTime
	}
	if o.Threads == 0 {
		o.Threads = 1
	}
	if o.Limit == 0 {
		o.Limit = f.Bound(defaultLimit)
	}
	return o
}

// Report says what was found, so that the caller can judge whether the function
// says anything at all.
type Report struct {
	RandomGames, OwnGames int  // games played at random, and by the function itself
	CutOff                int  // games of both that came to no end
	Samples, HeldOut      int  // positions learned from, and those kept back to measure
	Features              int  // what the function looks at
	Single                int  // single propositions, or pieces on single sites, that count
	Symmetries            int  // of the rules, but for those that follow from others
	Rounds                int  // times that the function was fitted to new games
	Known                 int  // own games of earlier courses that it went on from
	Endless               bool // random games come to no end, but the rules tell how near the players are to it

	// Held-out measures, on positions of games that were not learned from; those of
	// the function, and of a constant that knows the mean of all games.
	LogLoss, ConstantLogLoss float64
	Brier, ConstantBrier     float64
	Correlation              float64 // between what was foreseen and what came, -1…1

	// Kept says that the function learned from its own games was kept: it won Duel of
	// DuelGames against the one learned from random games.
	Kept      bool
	Duel      float64
	DuelGames int
	// Chosen is "learned", "mixed" (a bit added for every piece) or "material" (the plain
	// judge won clearly, or foresees more where there was no time to play); Plain of PlainGames is what it, or the best learned one, won against Material.
	// Both look at moves and the answers to them.
	Chosen     string
	Plain      float64
	PlainGames int

	Time time.Duration

	beforeOwn *Report // as it was before the own games
}

// Saved is the share of what is lost by those who know nothing that the function saves, below 0 where it
// foresees less than they do. They say what most games were worth, or one half, whichever is better: where few
// games were held back, the mean of the others can be far from theirs.
func (r *Report) Saved() float64 {
	if r.ConstantLogLoss <= 0 {
		return 0
	}
	return 1 - r.LogLoss/min(r.ConstantLogLoss, math.Ln2)
}

// Says reports whether the function foresees anything: it beats the constant on
// positions that it has not learned from.
func (r *Report) Says() bool { return r.HeldOut >= 20 && r.Saved() > 0.005 && r.Correlation > 0.1 }

// String is one line for logs.
func (r *Report) String() string {
	var b strings.Builder
	if r.Known > 0 {
		fmt.Fprintf(&b, "on from %d games: ", r.Known)
	}
	fmt.Fprintf(&b, "%d+%d games (%d cut off), %d positions, %d features, %d single; held out %d: log loss %.4f (constant %.4f), Brier %.4f (%.4f), correlation %.2f",
		r.RandomGames, r.OwnGames, r.CutOff, r.Samples, r.Features, r.Single, r.HeldOut, r.LogLoss, r.ConstantLogLoss, r.Brier, r.ConstantBrier, r.Correlation)
	if r.Symmetries > 0 {
		fmt.Fprintf(&b, "; %d symmetries", r.Symmetries)
	}
	if r.DuelGames > 0 {
		fmt.Fprintf(&b, "; its own games %s: %.1f of %d", map[bool]string{true: "helped", false: "did not help"}[r.Kept], r.Duel, r.DuelGames)
	}
	if r.PlainGames > 0 {
		fmt.Fprintf(&b, "; against material %.1f of %d", r.Plain, r.PlainGames)
	}
	fmt.Fprintf(&b, "; %s", r.Chosen)
	return b.String()
}
