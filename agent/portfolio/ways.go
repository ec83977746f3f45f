package portfolio

import (
	"ludens/agent"
	"ludens/agent/alphabeta"
	"ludens/agent/heuristic"
	"ludens/agent/mcts"
	"ludens/agent/playout"
)

// Way is a way to think about a game.
type Way struct {
	Name string
	// About says in a sentence how it decides.
	About string
	// New makes a player of it. bytes bounds its memory.
	New func(threads int, bytes int64, seed uint64) agent.Player
	// trust is what it is thought to score against the others before it has played, with few
	// simulations a move.
	trust float64
	// gain is by how much doubling the time of both raises its odds against a way without
	// gain, as a logarithm.
	gain float64
	// search is what it sets in our tree search; nil for ways that have none.
	search func(o mcts.Options) mcts.Options
}

// Search sets what the way does in a tree search, for those who search with a net.
func (w *Way) Search(o mcts.Options) mcts.Options {
	if w.search == nil {
		return o
	}
	return w.search(o)
}

// seen is what is known about a game when ways are listed.
type seen struct {
	players int
	hidden  bool               // the search of such games shares nothing
	pure    bool               // two players or more, one decides at a time, nothing hidden: alpha-beta suits
	learned heuristic.Function // nil: nothing was learned
	telling bool               // it tells more than a constant, on positions it has not learned from
	counted heuristic.Function // material and mobility; nil: there is none
	quick   bool               // steps through the contract cost about as much as native ones
	base    mcts.Options
}

// ways lists those that suit the game. The first is the one that always works.
func (s *seen) ways() []*Way {
	tree := func(name, about string, trust float64, set func(*mcts.Options)) *Way {
		apply := func(o mcts.Options) mcts.Options {
			set(&o)
			return o
		}
		return &Way{
			Name: name, About: about, trust: trust, gain: treeGain, search: apply,
			New: func(threads int, bytes int64, seed uint64) agent.Player {
				o := apply(s.base)
				o.Threads, o.Bytes, o.Seed = threads, bytes, seed
				return mcts.New(o)
			},
		}
	}
	random := tree("mcts", "tree search with random playouts", 0.4, func(o *mcts.Options) { o.Together = together })
	if s.players < 2 || s.hidden {
		return []*Way{random}
	}
	list := []*Way{tree("grave", "tree search that shares what moves are worth between positions", 0.6, func(o *mcts.Options) {
		o.Ref, o.Together = graveRef, together
	}), random}
	if s.quick {
		list = append(list, tree("greedy", "the first, with playouts one by one that take wins and avoid giving them", 0.5, func(o *mcts.Options) {
			o.Ref, o.Policy.Greedy = graveRef, 1000
		}))
	}
	if s.learned != nil {
		trust := 0.25
		if s.telling {
			trust = 0.4
		}
		judged := tree("judged", "tree search that judges positions soon by what it has learned", trust, func(o *mcts.Options) {
			o.Policy, o.Function, o.Exploration = playout.Policy{Cut: judgedAfter}, s.learned, judgedExploration
		})
		judged.gain = treeGain / 2
		list = append(list, judged)
	}
	if !s.pure {
		return list
	}
	beta := func(name, about string, trust float64, f heuristic.Function) {
		list = append(list, &Way{
			Name: name, About: about, trust: trust,
			New: func(threads int, bytes int64, seed uint64) agent.Player {
				return alphabeta.New(alphabeta.Options{
					Function: f, Threads: threads, Bytes: min(bytes, mostTable), Seed: seed, AnswerForced: s.base.AnswerForced,
				})
			},
		})
	}
	if s.learned != nil {
		trust := 0.4
		if s.telling {
			trust = 0.55
		}
		beta("alphabeta", "alpha-beta with a function learned from games of its own", trust, s.learned)
	}
	if s.counted != nil {
		beta("material", "alpha-beta that counts pieces, by what they can move, and moves", 0.4, s.counted)
	}
	return list
}

const (
	// treeGain is what tree searches gain on alpha-beta with every doubling of their simulations
	// beyond few, as a logarithm of odds, and fewGain how much more a doubling is worth below: a
	// tree of fewer is hardly better than random. Seen were, alpha-beta's share at 4 to 8 ms a move
	// and then at 200 to 500: connect four 65 % of 48 and 46 % of 12, gomoku on 9×9 99 % of 48 and
	// 50 % of 4, ludemes' Connect Four 66 % of 16 and 0 of 4, Kalah 90 % of 44 and 62 % of 4,
	// reversi 7 of 7 and 0 of 2, Go 9×9 4 of 4 and 1 of 2; in breakthrough and knightthrough, where
	// 8 ms are some hundred simulations, it won everything at both.
	treeGain = 0.15
	few      = 1000
	fewGain  = 3
	// graveRef is the number of visits from which on a node lends what moves were worth.
	graveRef = 50
	// together is the number of leaves that are played out at once, where the engine can: a sixteenth of
	// the lanes, so that each has sixteen playouts. With 64 it won 81 % of 32 matches of eight games against
	// playouts one by one at 100 ms a move; 24 won 56 % of 32 against 64.
	together = 32
	// judgedAfter is the number of random steps before a position is judged.
	judgedAfter = 2
	// judgedExploration is less than usual: what is judged differs by less than results do.
	judgedExploration = 0.3
	// mostTable bounds the table of alpha-beta: more than is filled within a move costs
	// only time to make it.
	mostTable = 256 << 20
)
