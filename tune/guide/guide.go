// Package guide is a net and how a search is guided by it: the net alone judges a leaf, or
// playouts share the judgement; and the match that tells which of the two is better.
//
// The promise: a Guide is an evaluator that belongs to whoever made it, and Compare leaves
// nothing running. It knows no game and chooses nothing by itself. Neighbours: nets/infer (the
// evaluator), agent/mcts (the search), tune/run (asks at the end of tuning),
// tune/startclock (plays with them).
package guide

import (
	"context"
	"time"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/game"
	"ludens/nets/device"
	"ludens/nets/encode"
	"ludens/nets/infer"
	"ludens/tune/ladder"
)

// Guide is a net and how a search is guided by it.
type Guide struct {
	*infer.Evaluator
	Mix      float64       // see mcts.Options; 0: the net judges alone
	Rollouts int           // the same
	leaves   int           // Together of mcts.Options
	leaf     time.Duration // LeafTime of mcts.Options
}

const (
	// Shared is the share of playouts in what a leaf is worth where they have one, as in
	// AlphaGo. Nets of minutes gain from it: their sense for good moves comes sooner than their
	// judgement of positions (measured in docs/benchmarks/startclock.md).
	Shared = 0.5
	// mostRollouts bounds the playouts of a leaf.
	mostRollouts = 64
	// together is the number of leaves that are played out at once where the engine can: an eighth
	// of the lanes. Of 48 matches of four games each, 60 ms a move, 16 won 70 % against playouts
	// one by one, 8 won 67 % against 16, 32 won 42 % against 16, and 4 won 44 % against 8
	// (docs/benchmarks/startclock.md).
	together = 8
)

// Options of a Guide. The zero value works.
type Options struct {
	// Threads of the evaluator; default 1.
	Threads int
	// Mix is the share of playouts, 0…1; default none.
	Mix float64
	// Playout is how many seconds a playout takes from the middle of a game; a leaf gets as
	// many as take about as long as the net, and at least one. 0: one. Where the engine plays
	// many positions at once they take that long too, and are many more.
	Playout float64
	// Leaves is how many leaves are played out together where the engine can; default 8,
	// less than 0: one by one.
	Leaves int
}

// New makes the guide that a net is.
func New(enc *encode.Encoder, engine infer.Runner, o Options) (*Guide, error) {
	e, err := infer.New(enc, engine, infer.Options{Threads: max(o.Threads, 1), MaxBatch: device.MaxBatch()})
	if err != nil {
		return nil, err
	}
	g := &Guide{Evaluator: e, Mix: o.Mix, Rollouts: 1}
	if o.Mix > 0 {
		if g.leaves = max(o.Leaves, 0); o.Leaves == 0 {
			g.leaves = together
		}
		net := cost(engine)
		if o.Playout > 0 {
			g.Rollouts = int(min(max(net/o.Playout, 1), mostRollouts))
		}
		g.leaf = time.Duration(max(net, o.Playout) * float64(time.Second))
	}
	return g, nil
}

// Search sets what a search with the net needs.
func (n *Guide) Search(o mcts.Options) mcts.Options {
	o.Evaluator = n.Evaluator
	if n.Mix > 0 {
		o.Mix, o.Rollouts = n.Mix, n.Rollouts
		o.Together, o.LeafTime = n.leaves, n.leaf
	}
	return o
}

// Contestant searches with the net on one thread.
func (n *Guide) Contestant(name string) ladder.Contestant {
	return ladder.Contestant{Name: name, New: func(seed uint64) agent.Player {
		return mcts.New(n.Search(mcts.Options{Threads: 1, Evaluations: 1, AnswerForced: true, Seed: seed}))
	}}
}

// cost is how many seconds the net takes for a position, under what load there is.
func cost(e infer.Runner) float64 {
	const least, enough = 5, 10 * time.Millisecond
	s := &e.Net().Spec
	var ws infer.Workspace
	in, policy, values := make([]float32, s.In.Size()), make([]float32, s.Logits()), make([]float32, s.Values)
	e.Run(1, in, policy, values, &ws) // makes room
	begin, n := time.Now(), 0
	for ; n < least || time.Since(begin) < enough; n++ {
		e.Run(1, in, policy, values, &ws)
	}
	return time.Since(begin).Seconds() / float64(n)
}

// Match says how two guides play each other.
type Match struct {
	// Time of the whole match; required.
	Time time.Duration
	// Most bounds the time of a move; 0 does not.
	Most time.Duration
	// Games are wanted; default 20.
	Games int
	// Threads is how many games are played at the same time; default 1.
	Threads int
	// Length is how many moves a game has, default 40, and Limit after how many joint moves it is cut, default
	// three times as many (game.Facts.Bound).
	Length float64
	Limit  int
	// Playout: see Options.
	Playout float64
	Seed    uint64
}

// Compared is what the match has shown.
type Compared struct {
	Points float64       `json:"points"` // of the first
	Games  int           `json:"games"`
	Move   time.Duration `json:"move_ns"`
}

// leastGames is the number of games below which nothing is known.
const leastGames = 8

// Known says whether enough was played to go by.
func (c *Compared) Known() bool { return c.Games >= leastGames }

// Mix is the share of playouts that a net is better with, that had one and played against itself alone.
func (c *Compared) Mix() float64 {
	if c.Known() && 2*c.Points > float64(c.Games) {
		return Shared
	}
	return 0
}

// Compare has the net with playouts' share play against the net alone.
func Compare(ctx context.Context, g game.Game, enc *encode.Encoder, engine infer.Runner, m Match) (c Compared, err error) {
	alone, err := New(enc, engine, Options{Threads: m.Threads})
	if err != nil {
		return c, err
	}
	defer alone.Close()
	mixed, err := New(enc, engine, Options{Threads: m.Threads, Mix: Shared, Playout: m.Playout})
	if err != nil {
		return c, err
	}
	defer mixed.Close()
	return m.Play(ctx, g, mixed, alone)
}

// Play has two guides play each other, both with the same time for every move: as long as lets the games end in the time of the match. What
// was played when the time is over counts.
func (m Match) Play(ctx context.Context, g game.Game, a, b *Guide) (c Compared, err error) {
	m = m.withDefaults(g.Facts())
	ctx, cancel := context.WithTimeout(ctx, m.Time)
	defer cancel()
	if c.Move = PerMove(m.Time, m.Games, m.Threads, m.Length); m.Most > 0 {
		c.Move = min(c.Move, m.Most)
	}
	list, err := ladder.Play(ctx, g, a.Contestant("first"), b.Contestant("second"), ladder.Options{
		Games: m.Games, Openings: min(max(int(m.Length/8), 1), 4), Clock: c.Move, Threads: m.Threads, Limit: m.Limit, Seed: m.Seed,
	})
	for _, x := range list {
		c.Games++
		c.Points += x.Score
	}
	if ctx.Err() != nil {
		err = nil
	}
	return c, err
}

func (m Match) withDefaults(f *game.Facts) Match {
	if m.Games < 1 {
		m.Games = 20
	}
	if m.Threads < 1 {
		m.Threads = 1
	}
	if m.Length < 1 {
		m.Length = 40
	}
	if m.Limit < 1 {
		m.Limit = f.Bound(int(3 * m.Length))
	}
	return m
}

const (
	// mostPerMove bounds the time of a move, leastPerMove is what makes any sense.
	mostPerMove  = time.Second
	leastPerMove = 4 * time.Millisecond
)

// PerMove is the time of a move that lets so many games of so many joint moves end in a time,
// several at once.
func PerMove(d time.Duration, games, tables int, length float64) time.Duration {
	const safety = 0.8
	rounds := (games + tables - 1) / tables
	per := time.Duration(safety * float64(d) / (max(length, 1) * float64(rounds)))
	return min(max(per, leastPerMove), mostPerMove)
}
