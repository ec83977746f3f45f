package portfolio

import (
	"ludens/agent"
	"ludens/agent/alphabeta"
	"ludens/agent/heuristic"
	"ludens/agent/mcts"
	"ludens/agent/playout"
	"ludens/agent/puzzle"
	"ludens/agent/serial"
)

// Way is a way to think about a game.
type Way struct {
	Name string
	// About says in a sentence how it decides.
	About string
	// New makes a player of it. bytes bounds its memory.
	New func(threads int, bytes int64, seed uint64) agent.Player
	// trust is what it is thought to score against the others in a match before it has played.
	trust float64
	// gain is by how much doubling the time of both raises its odds against a way without
	// gain, as a logarithm.
	gain float64
	// learned says that it judges by what was learned.
	learned bool
	// playouts says that its simulations are playouts to the end, of which slow engines make few.
	playouts bool
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

// Tree says whether it is a tree search.
func (w *Way) Tree() bool { return w.search != nil }

// seen is what is known about a game when ways are listed.
type seen struct {
	players int
	alone   bool               // a puzzle
	hidden  bool               // the search of such games shares nothing
	serial  bool               // two players decide at the same time, and nothing is hidden
	pure    bool               // two players or more, one decides at a time, nothing hidden: alpha-beta suits
	learned heuristic.Function // nil: nothing was learned
	endless bool               // random games come to no end, and the function knows how near it is
	saved   float64            // the share of the loss of those who know nothing that it saves, on positions it has not learned from
	counted heuristic.Function // material and mobility; nil: there is none
	census  heuristic.Census   // what random games show of pieces
	decides bool               // playouts take moves that win, and the places of others' (game.Decider)
	spares  bool               // playouts can leave own eyes open (game.Sparer)
	quick   bool               // steps through the contract cost about as much as native ones
	base    mcts.Options
}

// ways lists those that suit the game. The first is the one that always works.
func (s *seen) ways() []*Way {
	trees := s.trees()
	tree := func(name, about string, less float64, set func(*mcts.Options)) *Way {
		apply := func(o mcts.Options) mcts.Options {
			set(&o)
			return o
		}
		return &Way{
			Name: name, About: about, trust: share(trees - less), gain: treeGain, playouts: true, search: apply,
			New: func(threads int, bytes int64, seed uint64) agent.Player {
				o := apply(s.base)
				o.Threads, o.Bytes, o.Seed = threads, bytes, seed
				return mcts.New(o)
			},
		}
	}
	less := 0.0
	if s.decides {
		less = -decisiveMore
	}
	random := tree("mcts", "tree search with random playouts", less+0.8, func(o *mcts.Options) {
		o.Together, o.Decisive = together, true
	})
	if s.alone {
		return []*Way{{
			Name: "puzzle", About: "searches for a line of moves to the best end, and plays it",
			New: func(threads int, bytes int64, seed uint64) agent.Player {
				o := random.Search(s.base)
				o.Threads, o.Bytes, o.Seed = threads, bytes, seed
				return puzzle.New(puzzle.Options{Search: o})
			},
		}}
	}
	if s.players < 2 || s.hidden {
		return []*Way{random}
	}
	list := []*Way{tree("grave", "tree search that shares what moves are worth between positions", less, func(o *mcts.Options) {
		o.Ref, o.Together, o.Decisive = graveRef, together, true
	}), random}
	if s.quick {
		list = append(list, tree("greedy", "the first, with playouts one by one that take wins and avoid giving them", 0.4, func(o *mcts.Options) {
			o.Ref, o.Policy.Greedy = graveRef, 1000
		}))
	}
	if s.spares {
		list = append(list, tree("sparing", "the first, with playouts one by one that fill no eyes of their own", less+sparingLess, func(o *mcts.Options) {
			o.Ref, o.Decisive, o.Spare = graveRef, true, true
		}))
	}
	if s.learned != nil {
		judged := tree("judged", "tree search that judges positions soon by what it has learned", 0, func(o *mcts.Options) {
			o.Policy, o.Function, o.Exploration = playout.Policy{Cut: judgedAfter}, s.learned, judgedExploration
		})
		judged.trust, judged.gain, judged.playouts, judged.learned = share(s.judges()), treeGain/2, false, true
		list = append(list, judged)
	}
	if !s.pure && !s.serial {
		return list
	}
	beta := func(name, about string, odds float64, f heuristic.Function) {
		list = append(list, &Way{
			Name: name, About: about, trust: share(odds), learned: f == s.learned,
			New: func(threads int, bytes int64, seed uint64) agent.Player {
				o := alphabeta.Options{
					Function: f, Threads: threads, Bytes: min(bytes, mostTable), Seed: seed, AnswerForced: s.base.AnswerForced, Solve: s.base.Solve,
				}
				if s.pure {
					return alphabeta.New(o)
				}
				tree := random.Search(s.base)
				o.Bytes = min(bytes/2, mostTable)
				tree.Threads, tree.Bytes, tree.Seed = threads, bytes-o.Bytes, seed
				return serial.New(serial.Options{Beta: o, Tree: tree})
			},
		})
	}
	if s.serial {
		if s.learned != nil {
			beta("serial", "alpha-beta with a function learned from games of its own, as if the other answered what is decided at the same time", serialTrust, s.learned)
		}
		if s.counted != nil {
			beta("serial-material", "the same, counting pieces and moves", serialTrust, s.counted)
		}
		return list
	}
	if s.learned != nil {
		beta("alphabeta", "alpha-beta with a function learned from games of its own", s.learns(), s.learned)
	}
	if s.counted != nil {
		beta("material", "alpha-beta that counts pieces, by what they can move, and moves", s.counts(), s.counted)
	}
	return list
}

const (
	// treeGain is what tree searches gain on alpha-beta with every doubling of the time, as a logarithm of
	// odds: what fits best what alpha-beta that counts pieces scored against GRAVE at 8, 64 and 400 ms a move in 22
	// games (docs/benchmarks/matches.md), whatever the number of simulations.
	treeGain = 0.18
	// few is the number of simulations of a move of the match below which tree searches are trusted less, for every
	// halving by fewLoss, as a logarithm of odds: with 8 to 600 they lost chess, Xiangqi and Shogi.
	few     = 1000
	fewLoss = 0.25
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
