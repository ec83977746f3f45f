package ladder

import (
	"fmt"
	"regexp"
	"strconv"

	"ludens/agent"
	"ludens/agent/baseline"
	"ludens/agent/mcts"
	"ludens/eval"
)

// Random is who plays at random: the foot of every ladder.
func Random() Contestant {
	return Contestant{"random", func(seed uint64) agent.Player { return baseline.NewRandom(seed) }}
}

// UCT is plain UCT with so many iterations a move, each of which plays out so often
// at random and backs up the average.
func UCT(iterations int64, rollouts int) Contestant {
	name := fmt.Sprintf("uct:%d", iterations)
	if rollouts > 1 {
		name = fmt.Sprintf("uct:%dx%d", iterations, rollouts)
	}
	return Contestant{name, func(seed uint64) agent.Player {
		return mcts.New(mcts.Options{Threads: 1, Iterations: iterations, Rollouts: rollouts, Plain: true, AnswerForced: true, Bytes: 64 << 20, Seed: seed})
	}}
}

// Net is a search with so many iterations a move, guided by an evaluator.
func Net(name string, e eval.Evaluator, iterations int64) Contestant {
	return Contestant{name, func(seed uint64) agent.Player {
		return mcts.New(mcts.Options{Threads: 1, Evaluations: 1, Iterations: iterations, Evaluator: e, AnswerForced: true, Bytes: 64 << 20, Seed: seed})
	}}
}

// Search is our own search as matches are played with: bounded by the clock. e may be nil.
func Search(name string, e eval.Evaluator, threads int) Contestant {
	evaluations := 0
	if threads == 1 {
		evaluations = 1 // more at the same time would be more than one thread
	}
	return Contestant{name, func(seed uint64) agent.Player {
		return mcts.New(mcts.Options{Threads: threads, Evaluations: evaluations, Evaluator: e, AnswerForced: true, Bytes: 512 << 20, Seed: seed})
	}}
}

var uctForm = regexp.MustCompile(`^uct:([0-9]{1,7})(?:x([0-9]{1,4}))?$`)

// Parse reads "random", "uct:800" or "uct:800x10".
func Parse(text string) (Contestant, error) {
	if text == "random" {
		return Random(), nil
	}
	m := uctForm.FindStringSubmatch(text)
	if m == nil {
		return Contestant{}, fmt.Errorf("no such opponent: %q; want random, uct:ITERATIONS or uct:ITERATIONSxROLLOUTS", text)
	}
	iterations, _ := strconv.ParseInt(m[1], 10, 64)
	rollouts := 1
	if m[2] != "" {
		rollouts, _ = strconv.Atoi(m[2])
	}
	if iterations < 1 || rollouts < 1 {
		return Contestant{}, fmt.Errorf("an opponent without iterations: %q", text)
	}
	return UCT(iterations, rollouts), nil
}
