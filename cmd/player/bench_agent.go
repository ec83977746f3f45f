package main

import (
	"fmt"
	"strconv"
	"strings"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/internal/cli"
)

// benchAgent makes the player that a measurement is about, with one thread. The text
// is a name, and after a colon the iterations at which it stops:
//
//	mcts         the search as it is
//	uct          its textbook form, which proves nothing
//	mcts:1000    at most 1000 iterations
func benchAgent(text string, seed uint64) (agent.Player, error) {
	name, count, limited := strings.Cut(text, ":")
	o := mcts.Options{Threads: 1, Seed: seed}
	switch name {
	case "mcts":
	case "uct":
		o.Plain = true
	default:
		return nil, cli.Usagef("--agent must be mcts or uct, maybe with a number of iterations as in mcts:1000, found %q", text)
	}
	if limited {
		n, err := strconv.ParseInt(count, 10, 64)
		if err != nil || n < 1 {
			return nil, cli.Usagef("--agent: %q is no number of iterations", count)
		}
		o.Iterations = n
	}
	if err := o.Validate(); err != nil {
		return nil, fmt.Errorf("--agent: %w", err)
	}
	return mcts.New(o), nil
}
