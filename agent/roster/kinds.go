package roster

import (
	"ludens/agent"
	"ludens/agent/baseline"
	"ludens/agent/mcts"
)

// kinds is the table of agents.
var kinds = []kind{
	kindOf("mcts", "our search, as it is today", searchSettings, search(mcts.Options{}), searchOptions.validate, searchOptions.player),
	kindOf("uct", "the textbook's search: UCB1, uniform playouts, nothing proven", searchSettings,
		search(mcts.Options{Plain: true}), searchOptions.validate, searchOptions.player),
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
