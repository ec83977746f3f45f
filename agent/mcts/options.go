package mcts

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"time"

	"ludens/agent/heuristic"
	"ludens/agent/playout"
	"ludens/eval"
)

// Options of a search. The zero value works.
type Options struct {
	// Threads is the number of workers; 0 means all cores given to the process.
	Threads int
	// Iterations bounds the simulations per decision; 0 means the clock alone
	// (and DefaultIterations for a context that cannot end).
	Iterations int64
	// Bytes bounds the memory of the tree; default DefaultBytes. When it is reached, what
	// was visited least is forgotten, if more than a second is left (prune.go), else the
	// search goes on without growing the tree. Go's garbage collector may need about as
	// much again.
	Bytes int64
	// Evaluator judges leaves instead of playouts, and its priors guide the
	// selection by PUCT; nil means playouts. Not used in games that hide something.
	Evaluator eval.Evaluator
	// Evaluations is how many positions of a Player's tree may be under evaluation
	// at the same time; default Evaluator.Width(), at most MaxEvaluations, and never fewer than
	// Threads. More keeps the evaluator busier; fewer makes every evaluation tell more.
	Evaluations int
	// Mix is the share, 0…1, that playouts have in the value of a leaf that the evaluator
	// judges, as in AlphaGo (Silver et al. 2016, figure 3); default 0. Rollouts says how
	// many, or Together. Young nets are worth more with it (see tune/startclock).
	Mix float64
	// CPuct is the weight of priors in PUCT, for utilities from 0 to 1; default
	// DefaultCPuct. Values published for utilities from -1 to 1 are twice as large.
	CPuct float64
	// CPuctBase is the number of visits after which that weight has grown by
	// log 2; default DefaultCPuctBase.
	CPuctBase float64
	// LCB is how many standard errors the value of a move is taken for less where the move to play is chosen among those that were
	// visited often (surest.go); with an evaluator only. Default DefaultLCB; negative: the most visited is played.
	LCB float64
	// FPU ("first-play urgency") is by how much a move without a visit is thought
	// to be worse than its node, once the moves visited have all of the prior mass;
	// default DefaultFPU, negative means not at all.
	FPU float64
	// Exploration scales the confidence bound of UCB1-tuned, or of UCB1 if Plain,
	// for utilities from 0 to 1; default 1, √2 if Plain, SharedExploration if Ref.
	Exploration float64
	// Plain turns off what the search without evaluator does beyond the textbook:
	// UCB1 (Auer, Cesa-Bianchi and Fischer 2002) selects, and nothing is proven.
	// It is there as an opponent of known strength.
	Plain bool
	// Classic is the search of before all that follows here: UCB1-tuned, uniform playouts,
	// proofs from ends that were met, nothing shared between nodes. It is there as an
	// opponent of known strength.
	Classic bool
	// Tree says that a position has a node for every way that leads to it. By default ways share
	// all of the node in a game of one player and, with an evaluator, of two, else exact values in
	// a search without one (met.go).
	Tree bool
	// Policy says how playouts choose moves.
	Policy playout.Policy
	// Ref is the number of visits from which on a node lends what moves were worth
	// anywhere below it to the nodes below (GRAVE; Cazenave 2015); 0 means never.
	Ref int
	// Bias is how fast a move's own visits outweigh that; default DefaultBias.
	Bias float64
	// FirstPlay says that a move without a visit is worth what is known about it, else the
	// average of its node, so that a wide node need not try every move before it tries one
	// twice ("first-play urgency"; Gelly and Wang 2006). Below a node that lends (Ref) that
	// is so in any case. Otherwise every move is tried once before any is tried twice.
	FirstPlay bool
	// LookCost is how many steps of a playout the trial of one move costs on this engine;
	// 0 means measured when the clock alone decides, else DefaultLookCost (a search of so
	// many iterations is the same on every machine); negative, and 0 with an evaluator:
	// moves are not looked at.
	LookCost float64
	// Proofs is the share of a node's visits, in time, that is spent on trying to prove it;
	// default DefaultProofs, negative means none.
	Proofs float64
	// Solve is the share of the time of a run that a proof-number search of its root has at most (solve.go, pns.Share);
	// where that proves nothing it has less. Default DefaultSolve, with an evaluator none; negative means none.
	Solve float64
	// Haste is by how much, at most, a result is moved towards the middle because it is
	// far away: quicker wins and slower losses are better. Default DefaultHaste, with an
	// evaluator none; negative means none.
	Haste float64
	// Function judges the positions at which Policy.Cut ends playouts.
	Function heuristic.Function
	// Rollouts is the number of playouts whose average is the value of a leaf that is
	// played out; default 1.
	Rollouts int
	// Together is the number of leaves whose playouts a worker makes at once, where the engine plays
	// many positions at once (together.go); 0: one by one. With an evaluator it counts if Mix does.
	Together int
	// Decisive has playouts be those of game.BatchOptions.Decisive where the engine can.
	Decisive bool
	// Spare has playouts of single machines be sparing (game.Sparer) where the engine can.
	Spare bool
	// LeafTime is how long playouts made together may take for a leaf that the evaluator has
	// judged: else more leaves share them, up to eight times as many, else they are made one by
	// one. 0: however long. A search of so many iterations does not ask.
	LeafTime time.Duration
	// ExpandAfter is the number of visits after which a leaf is expanded; default 1.
	ExpandAfter int
	// PlayoutSteps cuts off longer playouts; default playout.DefaultLimit.
	PlayoutSteps int
	// Depth bounds the depth of the tree in joint moves; default 500.
	Depth int
	// AnswerForced returns at once when there is only one legal move. By default
	// half of the time is used to grow the tree for the next turn: where
	// players take turns, that is thinking while the opponent does. The rest is
	// left unused, because no decision is worth being late for it.
	AnswerForced bool
	// Seed of the random streams.
	Seed uint64
}

// Defaults of Options.
const (
	DefaultBytes      = 512 << 20
	DefaultIterations = 10_000

	// The weights of PUCT: those of Galvanise, which played all its games with them
	// (for utilities from 0 to 1), and the growth of AlphaZero.
	DefaultCPuct     = 0.85
	DefaultCPuctBase = 19652
	DefaultFPU       = 0.25
	DefaultLCB       = 2
	// MaxEvaluations bounds Options.Evaluations: each takes a goroutine and a machine.
	MaxEvaluations = 256

	DefaultBias = 1e-3
	// SharedExploration is less than usual: what moves were worth elsewhere leads the search
	// to the ones that were not tried. Of 24 matches of twelve games, 3,000 iterations a move,
	// 0.5 won 35 % and 0.15 54 % against 0.3, and 0.3 against a search that shares nothing 83 %
	// of 48 at 1,500 iterations.
	SharedExploration = 0.2
	DefaultLookCost   = 3
	DefaultHaste      = 0.05
	DefaultProofs     = 0.01
	DefaultSolve      = 0.25

	forcedPart = 2 // the part of the time used when only one move is legal is 1/forcedPart
)

// Validate reports values that make no sense.
func (o Options) Validate() error {
	switch {
	case o.Threads < 0:
		return errors.New("mcts: threads must not be negative")
	case o.Iterations < 0:
		return errors.New("mcts: iterations must not be negative")
	case o.Bytes < 0:
		return errors.New("mcts: bytes must not be negative")
	case !(o.Exploration >= 0 && o.CPuct >= 0 && o.CPuctBase >= 0):
		return errors.New("mcts: exploration and its weights must not be negative")
	case !(o.Solve <= 1 && o.Proofs <= 1):
		return errors.New("mcts: shares of the time must not be above 1")
	case math.IsNaN(o.FPU + o.LCB + o.LookCost + o.Haste):
		return errors.New("mcts: an option is no number")
	case o.Evaluations < 0 || o.Evaluations > MaxEvaluations:
		return fmt.Errorf("mcts: evaluations must be 0 to %d", MaxEvaluations)
	case !(o.Mix >= 0 && o.Mix <= 1):
		return errors.New("mcts: mix must be 0 to 1")
	case o.Together < 0 || o.Together > 4096:
		return errors.New("mcts: leaves played out together must be 0 to 4096")
	case o.LeafTime < 0:
		return errors.New("mcts: the time of a leaf must not be negative")
	case o.Rollouts < 0:
		return errors.New("mcts: rollouts must not be negative")
	case o.ExpandAfter < 0 || o.PlayoutSteps < 0 || o.Depth < 0:
		return errors.New("mcts: visits, steps and depth must not be negative")
	}
	return nil
}

func (o Options) withDefaults() Options {
	if o.Threads < 1 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Bytes < 1 {
		o.Bytes = DefaultBytes
	}
	if o.Exploration <= 0 {
		switch o.Exploration = 1; {
		case o.Plain:
			o.Exploration = math.Sqrt2
		case o.Ref > 0 && !o.Classic:
			o.Exploration = SharedExploration
		}
	}
	if o.CPuct <= 0 {
		o.CPuct = DefaultCPuct
	}
	if o.CPuctBase <= 0 {
		o.CPuctBase = DefaultCPuctBase
	}
	if o.LCB == 0 {
		o.LCB = DefaultLCB
	}
	if o.FPU == 0 {
		o.FPU = DefaultFPU
	}
	if o.Bias <= 0 {
		o.Bias = DefaultBias
	}
	if o.Evaluator != nil { // what it judges by has learned what ends are worth
		if o.Haste == 0 {
			o.Haste = -1
		}
		if o.LookCost == 0 {
			o.LookCost = -1
		}
	}
	if o.Haste == 0 {
		o.Haste = DefaultHaste
	}
	if o.Proofs == 0 && o.LookCost >= 0 {
		o.Proofs = DefaultProofs
	}
	if o.Solve == 0 && o.LookCost >= 0 {
		o.Solve = DefaultSolve
	}
	o.Haste = max(o.Haste, 0)
	if o.Plain {
		o.Classic = true
	}
	if o.Classic {
		o.Ref, o.Policy, o.LookCost, o.Haste, o.Proofs, o.Solve, o.FirstPlay, o.Tree = 0, playout.Policy{}, -1, 0, 0, 0, false, true
	}
	if o.Rollouts < 1 {
		o.Rollouts = 1
	}
	if o.ExpandAfter < 1 {
		o.ExpandAfter = 1
	}
	if o.PlayoutSteps < 1 {
		o.PlayoutSteps = playout.DefaultLimit
	}
	if o.Depth < 1 {
		o.Depth = 500
	}
	return o
}
