package roster

import (
	"errors"

	"ludens/agent"
	"ludens/agent/alphabeta"
	"ludens/agent/baseline"
	"ludens/agent/heuristic"
	"ludens/agent/mcts"
	"ludens/agent/playout"
	"ludens/agent/portfolio"
	"ludens/agent/retro"
	"ludens/game"
)

// kinds is the table of agents.
var kinds = []kind{
	kindOf("mcts", "our search, as it is today", searchSettings, search(mcts.Options{}), searchOptions.validate, searchOptions.player),
	kindOf("uct", "the textbook's search: UCB1, uniform playouts, nothing proven", searchSettings,
		search(mcts.Options{Plain: true}), searchOptions.validate, searchOptions.player),
	kindOf("classic", "our search of November 2026: UCB1-tuned, uniform playouts, proofs from ends that were met", searchSettings,
		search(mcts.Options{Classic: true}), searchOptions.validate, searchOptions.player),
	kindOf("mast", "tree search whose playouts prefer moves with a good record (Finnsson and Björnsson 2008)", searchSettings,
		search(mcts.Options{LookCost: -1, Haste: -1, Tree: true, Policy: playout.Policy{Sharp: 6}}), searchOptions.validate, searchOptions.player),
	kindOf("grave", "tree search that shares what moves are worth between positions (Cazenave 2015)", searchSettings,
		search(mcts.Options{LookCost: -1, Haste: -1, Tree: true, Ref: 50}), searchOptions.validate, searchOptions.player),
	kindOf("alphabeta", "the textbook's alpha-beta, judging by material and moves", betaSettings, func(d Defaults) betaOptions {
		return betaOptions{Options: alphabeta.Options{Plain: true, Bytes: d.Bytes}}
	}, func(o betaOptions) error { return o.Options.Validate() }, betaOptions.player),
	kindOf("portfolio", "the way that short matches in the start clock have shown to be best: the player without nets", portfolioSettings,
		func(d Defaults) portfolioOptions {
			return portfolioOptions{
				Options:    portfolio.Options{Search: mcts.Options{Threads: d.Threads, Bytes: d.Bytes}, Mirror: d.Mirror},
				symmetries: true,
				backwards:  retro.PlayerOptions{Options: retro.Options{Bytes: d.Bytes / 4}},
			}
		}, func(o portfolioOptions) error { return errors.Join(o.Options.Validate(), o.backwards.Validate()) }, portfolioOptions.player),
	kindOf("random", "draws uniformly from the legal moves", randomSettings,
		func(Defaults) randomOptions { return randomOptions{} }, func(randomOptions) error { return nil },
		func(o randomOptions, s uint64) agent.Player { return baseline.NewRandom(chosen(o.seed, s)) }),
	kindOf("legal", "takes the first legal move", nil,
		func(Defaults) struct{} { return struct{}{} }, func(struct{}) error { return nil },
		func(struct{}, uint64) agent.Player { return baseline.NewLegal() }),
}

// searchOptions are those of mcts, and a seed that a text may fix.
type searchOptions struct {
	mcts.Options
	seed *uint64
}

func search(o mcts.Options) func(d Defaults) searchOptions {
	return func(d Defaults) searchOptions {
		o := o
		o.Threads, o.Bytes = d.Threads, d.Bytes
		return searchOptions{Options: o}
	}
}

func (o searchOptions) validate() error { return o.Options.Validate() }

func (o searchOptions) player(s uint64) agent.Player {
	opt := o.Options
	opt.Seed = chosen(o.seed, s)
	return mcts.New(opt)
}

// searchSettings is the table of the search's options.
var searchSettings = []setting[searchOptions]{
	{"threads", "workers; 0: one per processor", whole(func(o *searchOptions) *int { return &o.Threads })},
	{"iterations", "simulations per decision; 0: as many as the clock allows", whole(func(o *searchOptions) *int64 { return &o.Iterations })},
	{"bytes", "memory of the tree, such as 256MiB", bytes(func(o *searchOptions) *int64 { return &o.Bytes })},
	{"playouts", "playouts averaged per leaf", whole(func(o *searchOptions) *int { return &o.Rollouts })},
	{"exploration", "scale of the confidence bound", number(func(o *searchOptions) *float64 { return &o.Exploration })},
	{"expand", "visits after which a leaf is expanded", whole(func(o *searchOptions) *int { return &o.ExpandAfter })},
	{"ref", "visits from which on a node shares what moves are worth below it; 0: never", whole(func(o *searchOptions) *int { return &o.Ref })},
	{"bias", "how fast a move's own visits outweigh that", number(func(o *searchOptions) *float64 { return &o.Bias })},
	{"firstplay", "1: moves without a visit are worth the average of their node", yes(func(o *searchOptions) *bool { return &o.FirstPlay })},
	{"sharp", "how much playouts prefer moves with a good record", number(func(o *searchOptions) *float64 { return &o.Policy.Sharp })},
	{"together", "leaves that are played out at once, where the engine plays many positions at once; 0: one by one", whole(func(o *searchOptions) *int { return &o.Together })},
	{"spare", "1: playouts of single machines fill no eyes of their own, where the engine sees them", yes(func(o *searchOptions) *bool { return &o.Spare })},
	{"decisive", "1: playouts take moves that win at once, or the places of those of others, where the engine sees them", yes(func(o *searchOptions) *bool { return &o.Decisive })},
	{"greedy", "decisions of a playout at which wins are looked for", whole(func(o *searchOptions) *int { return &o.Policy.Greedy })},
	{"tree", "1: a position has a node for every way that leads to it", yes(func(o *searchOptions) *bool { return &o.Tree })},
	{"look", "price of looking for moves that end the game, in steps of playouts; -1: never", number(func(o *searchOptions) *float64 { return &o.LookCost })},
	{"proofs", "share of a node's visits spent on proving it; -1: none", number(func(o *searchOptions) *float64 { return &o.Proofs })},
	{"solve", "share of the time that a proof-number search of the root has at most; -1: none", number(func(o *searchOptions) *float64 { return &o.Solve })},
	{"haste", "how much quicker wins are better; -1: not at all", number(func(o *searchOptions) *float64 { return &o.Haste })},
	{"steps", "longest playout, in joint moves", whole(func(o *searchOptions) *int { return &o.PlayoutSteps })},
	{"depth", "deepest line of the tree, in joint moves", whole(func(o *searchOptions) *int { return &o.Depth })},
	{"forced", "1: answer at once where only one move is legal", yes(func(o *searchOptions) *bool { return &o.AnswerForced })},
	{"seed", "seed of its random streams, instead of the match's", seed(func(o *searchOptions) **uint64 { return &o.seed })},
}

type randomOptions struct{ seed *uint64 }

var randomSettings = []setting[randomOptions]{
	{"seed", "seed of its random stream, instead of the match's", seed(func(o *randomOptions) **uint64 { return &o.seed })},
}

// chosen is the seed of the text, if it has one.
func chosen(fixed *uint64, s uint64) uint64 {
	if fixed != nil {
		return *fixed
	}
	return s
}

// betaOptions are those of alphabeta, and a seed that a text may fix.
type betaOptions struct {
	alphabeta.Options
	seed *uint64
}

// player makes a player that learns what to count when it is told the game.
func (o betaOptions) player(s uint64) agent.Player {
	opt := o.Options
	opt.Seed = chosen(o.seed, s)
	return &lazy{name: "alphabeta", make: func(g game.Game) agent.Player {
		opt.Function = heuristic.Material(g)
		return alphabeta.New(opt)
	}}
}

// betaSettings is the table of alpha-beta's options.
var betaSettings = []setting[betaOptions]{
	{"nodes", "positions visited per decision; 0: as many as the clock allows", whole(func(o *betaOptions) *int64 { return &o.Nodes })},
	{"depth", "nominal depth in plies", whole(func(o *betaOptions) *int { return &o.Depth })},
	{"seed", "seed of its random streams, instead of the match's", seed(func(o *betaOptions) **uint64 { return &o.seed })},
}

// portfolioOptions are those of portfolio, and a seed that a text may fix.
type portfolioOptions struct {
	portfolio.Options
	seed       *uint64
	symmetries bool
	backwards  retro.PlayerOptions
}

// player solves what can still come about, where that is little; but a way that the text names plays alone.
func (o portfolioOptions) player(s uint64) agent.Player {
	opt := o.Options
	opt.Search.Seed = chosen(o.seed, s)
	if !o.symmetries {
		opt.Mirror = nil
	}
	inner := portfolio.New(opt)
	if o.Only != "" && o.backwards.Share == 0 || o.backwards.Share < 0 {
		return inner
	}
	o.backwards.Inner, o.backwards.Threads = inner, o.Search.Threads
	return retro.NewPlayer(o.backwards)
}

// portfolioSettings is the table of the portfolio's options.
var portfolioSettings = []setting[portfolioOptions]{
	{"threads", "workers; 0: one per processor", whole(func(o *portfolioOptions) *int { return &o.Search.Threads })},
	{"bytes", "memory of the tree, such as 256MiB", bytes(func(o *portfolioOptions) *int64 { return &o.Search.Bytes })},
	{"solve", "share of the time that a proof-number search of a decision's position has at most; -1: none", number(func(o *portfolioOptions) *float64 { return &o.Search.Solve })},
	{"way", "the way to take instead of the best, such as alphabeta; \"player explain\" lists them", word(func(o *portfolioOptions) *string { return &o.Only })},
	{"learning", "share of the start clock for learning a function", number(func(o *portfolioOptions) *float64 { return &o.Learning })},
	{"racing", "share of the start clock for matches between the ways", number(func(o *portfolioOptions) *float64 { return &o.Racing })},
	{"improving", "share of the start clock for learning on, where the way chosen uses the function", number(func(o *portfolioOptions) *float64 { return &o.Improving })},
	{"backwards", "share of the time for solving all that can still come about, where that is little; -1: none; as it is where a way is named", number(func(o *portfolioOptions) *float64 { return &o.backwards.Share })},
	{"symmetries", "0: what is learned makes no use of the symmetries of the rules", yes(func(o *portfolioOptions) *bool { return &o.symmetries })},
	{"seed", "seed of its random streams, instead of the match's", seed(func(o *portfolioOptions) **uint64 { return &o.seed })},
}
