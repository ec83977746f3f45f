package catalog

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"ludens/game"
	"ludens/ludii/check"
	"ludens/ludii/circuit"
	"ludens/ludii/exec"
	"ludens/propnet"
	"ludens/propnet/lanes"
	"ludens/propnet/pass"
)

// Board programs play one position at a time. Those that have a circuit play hundreds, as networks
// do: the circuit becomes a network, and the network's lanes make the playouts.

// circuits is what the batches of a board program share; it is made for the first.
type circuits struct {
	p    *exec.Program
	root *check.Term

	mu      sync.Mutex
	circuit *circuit.Circuit
	net     *propnet.Network
	facts   []int        // which of the circuit's bases are the network's: others never change
	none    error        // there is no circuit
	tapes   [2]tapes     // of uniformly random playouts, of decisive ones
	size    atomic.Int64 // of all of it
}

// tapes are a program of lanes.
type tapes struct {
	program *lanes.Program
	bytes   int64 // that it did not fit into
	err     error
}

// playTogether gives a game the batches of its circuit, if it turns out to have one.
func playTogether(g *exec.Game, root *check.Term) {
	c := &circuits{p: g.Program(), root: root}
	g.PlayTogether(c.batch, c.size.Load)
}

// mostBuilding bounds the time in which a circuit is made. Tests have more: they may run on busy machines.
var mostBuilding = 2 * time.Second

// mostEdges bounds a circuit: larger ones take more than a second to make, and play hardly quicker than
// the board program. On the way an edge takes some bytes.
const (
	mostEdges = 1_000_000
	edgeBytes = 40
)

func (c *circuits) batch(g *exec.Game, o game.BatchOptions) (game.Batch, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := &c.tapes[0]
	if o.Decisive {
		t = &c.tapes[1]
	}
	if err := c.build(g, t, o); err != nil {
		return nil, fmt.Errorf("batch: %w", err)
	}
	if need := t.program.Bytes(); need > o.Bytes {
		return nil, fmt.Errorf("batch: %w: it needs %d bytes, more than %d", game.ErrBudget, need, o.Bytes)
	}
	return &circuitBatch{
		Batch: game.OneByOne(g, lanes.Lanes), g: g, c: c.circuit, keep: c.facts, program: t.program, m: lanes.NewMachine(t.program), x: g.NewMachine(),
		most: c.p.MaxMoves, turns: c.p.MaxTurns * c.p.Players,
	}, nil
}

// build makes the circuit, the network and the tapes, as far as they are not there.
func (c *circuits) build(g *exec.Game, t *tapes, o game.BatchOptions) (err error) {
	bytes := o.Bytes
	switch {
	case c.none != nil:
		return c.none
	case t.program != nil:
		return nil
	case t.err != nil && bytes <= t.bytes:
		return t.err
	}
	sign := g.Sign()
	seen := sign.Look()
	ctx, cancel := context.WithTimeout(context.Background(), mostBuilding)
	defer cancel()
	if c.net == nil {
		if c.net, c.circuit, err = circuitNetwork(ctx, c.p, c.root, bytes, func() error { return sign.Since(seen) }); err != nil {
			if errors.Is(err, circuit.ErrSize) && bytes/edgeBytes < mostEdges {
				t.err, t.bytes = fmt.Errorf("%w: %w", game.ErrBudget, err), bytes
				return t.err
			}
			if errors.Is(err, circuit.ErrUnsupported) || ctx.Err() != nil {
				c.none = fmt.Errorf("%w: %w", game.ErrNoBatch, err)
				return c.none
			}
			return err
		}
	}
	if c.facts == nil {
		at := map[string]int{}
		for i, f := range c.circuit.Bases {
			at[f.Text] = i
		}
		for _, f := range c.net.Bases {
			c.facts = append(c.facts, at[f.Text])
		}
	}
	t.program, t.err = lanes.Compile(c.net, []int{0, 1}, 2, lanes.Options{Bytes: bytes, Sign: sign, Decisive: o.Decisive})
	t.bytes = bytes
	if errors.Is(t.err, game.ErrInterrupted) {
		t.bytes = 0 // the next one tries again
	}
	size := c.net.Bytes()
	for i := range c.tapes {
		if p := c.tapes[i].program; p != nil {
			size += p.Bytes()
		}
	}
	c.size.Store(size)
	return t.err
}

// errLook is what circuitNetwork panics with when it is to end.
type errLook struct{ error }

// circuitNetwork makes the optimised network of a board program. Stop is asked now and then whether to go on.
func circuitNetwork(ctx context.Context, p *exec.Program, root *check.Term, bytes int64, stop func() error) (n *propnet.Network, c *circuit.Circuit, err error) {
	defer propnet.Stopped(&err)
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(errLook)
			if !ok {
				panic(r)
			}
			err = e.error
		}
	}()
	look := func() {
		if err := errors.Join(ctx.Err(), stop()); err != nil {
			panic(errLook{err})
		}
	}
	c, err = circuit.Compile(p, root, circuit.Limits{Edges: int(min(bytes/edgeBytes, mostEdges)), Look: look})
	if err != nil {
		return nil, nil, err
	}
	n = networkOf(c).Watched(ctx)
	c.Gates = nil // the network has them
	n, err = pass.Run(n, func(pass.Pass, *propnet.Network) error {
		return errors.Join(ctx.Err(), stop())
	})
	if err != nil {
		return nil, nil, err
	}
	return n.Unwatched(), c, nil
}

// networkOf writes a circuit as a network with its bases and moves in the same order.
func networkOf(c *circuit.Circuit) *propnet.Network {
	bases := make([]propnet.BaseProp, len(c.Bases))
	for i, b := range c.Bases {
		bases[i].Text = b.Text
	}
	moves := make([][]propnet.Move, len(c.Moves))
	for p, list := range c.Moves {
		moves[p] = make([]propnet.Move, len(list))
		for i, m := range list {
			moves[p][i].Text = m.Text
		}
	}
	b := propnet.NewBuilder(bases, moves, propnet.Simplify{Hash: true, Single: true})
	to := make([]propnet.Lit, len(c.Gates.Kinds))
	lit := func(l circuit.Lit) propnet.Lit { return to[l.Gate()] ^ propnet.Lit(l&1) }
	does := len(bases) + 1
	for p := range c.Moves {
		for i, m := range c.Moves[p] {
			if i > 0 { // to do nothing has no input there
				to[m.Made.Gate()] = propnet.MakeLit(does, false)
			}
			does++
		}
	}
	kinds := map[circuit.Kind]propnet.Kind{circuit.And: propnet.And, circuit.Or: propnet.Or}
	var in []propnet.Lit
	for i, k := range c.Gates.Kinds {
		switch {
		case k == circuit.Base:
			to[i] = propnet.MakeLit(1+int(c.Gates.Index[i]), false)
		case k != circuit.And && k != circuit.Or:
		case c.Gates.Held(i):
			to[i] = propnet.MakeLit(b.Hold(kinds[k]), false)
		default:
			in = in[:0]
			for _, l := range c.Gates.In(i) {
				in = append(in, lit(l))
			}
			to[i] = b.Gate(kinds[k], in)
		}
	}
	for i := range c.Gates.Kinds {
		if c.Gates.Held(i) {
			in = in[:0]
			for _, l := range c.Gates.In(i) {
				in = append(in, lit(l))
			}
			b.Set(to[i].Gate(), in)
		}
	}
	n := b.Finish()
	n.Roles = []string{"p1", "p2"}
	for i := range n.Bases {
		n.Bases[i].Next = lit(c.Bases[i].Next)
		n.Bases[i].Init = c.Start[i>>6]>>(i&63)&1 != 0
	}
	for p := range n.Moves {
		for i := range n.Moves[p] {
			n.Moves[p][i].Legal = lit(c.Moves[p][i].Legal)
		}
	}
	n.Terminal = lit(c.Terminal)
	n.Goals, n.Sees = make([][]propnet.Value, 2), make([][]propnet.Value, 2)
	for p := range 2 {
		n.Goals[p] = []propnet.Value{{Text: "100", Lit: lit(c.Won[p])}, {Text: "50", Lit: lit(c.Drawn)}, {Text: "0", Lit: lit(c.Won[1-p])}}
	}
	return n.Reorder()
}

// circuitBatch plays out in lanes; single positions are those of machines.
type circuitBatch struct {
	game.Batch
	g       *exec.Game
	c       *circuit.Circuit
	keep    []int // see circuits.facts
	m       *lanes.Machine
	x       game.Machine // to read positions with
	program *lanes.Program
	most    int // moves of a match
	turns   int

	at    []int        // which of the states are played out
	all   game.State   // all facts of one
	facts []game.State // those of the network
	out   []game.Tally
	value []float64
}

// String says what plays.
func (b *circuitBatch) String() string { return b.m.String() }

// Traffic is what playouts have read and written, see lanes.Machine.
func (b *circuitBatch) Traffic() (passes, bytes int64) { return b.m.Traffic() }

// NewStream makes a tape that reads as many rows, see lanes.Machine.
func (b *circuitBatch) NewStream() *lanes.Stream { return b.m.NewStream() }

// encode writes the network's facts of a position to dst[:0]; false if the circuit does not have it.
func (b *circuitBatch) encode(s *exec.State, dst game.State) (game.State, bool) {
	var ok bool
	if b.all, ok = b.c.Encode(s, b.all); !ok {
		return dst, false
	}
	dst = append(dst[:0], make([]uint64, (len(b.keep)+63)/64)...)
	for i, f := range b.keep {
		dst[i>>6] |= b.all[f>>6] >> (f & 63) & 1 << (i & 63)
	}
	return dst, true
}

// Playouts implements game.Batch. Matches that come to the end of what the program allows are draws;
// where the states have made different numbers of moves, that may be some moves early.
func (b *circuitBatch) Playouts(ctx context.Context, states []game.State, each int, rng *rand.Rand, limit int, out []game.Tally) error {
	if len(out) != len(states) || each < 0 || limit < 0 {
		return fmt.Errorf("playouts: %d results for %d states, %d games of %d steps each", len(out), len(states), each, limit)
	}
	b.at, b.value = b.at[:0], append(b.value[:0], 0, 0)
	left := limit
	for i, s := range states {
		out[i] = game.Tally{Sum: append(out[i].Sum[:0], 0, 0)}
		b.x.Load(s)
		switch over := b.x.Terminal(); { // to ask for faults lists moves
		case over && b.x.Err() != nil:
			out[i].Faults = each
		case over:
			b.x.Utility(b.value)
			for p, v := range b.value {
				out[i].Sum[p] = v * float64(each)
			}
			out[i].Ended = each
		default:
			now := b.x.(*exec.Machine).Cursor().State
			n := len(b.at)
			if n == len(b.facts) {
				b.facts, b.out = append(b.facts, nil), append(b.out, game.Tally{})
			}
			var ok bool
			if b.facts[n], ok = b.encode(now, b.facts[n]); !ok { // the circuit does not have it
				if err := b.Batch.Playouts(ctx, states[i:i+1], each, rng, limit, out[i:i+1]); err != nil {
					return err
				}
				continue
			}
			left = min(left, b.most-int(now.Moves), b.turns-int(now.Turn))
			b.at = append(b.at, i)
		}
	}
	n := len(b.at)
	err := b.m.Playouts(ctx, b.g.Sign(), b.facts[:n], each, rng, max(left, 1), b.out[:n])
	for k, i := range b.at {
		sum := append(out[i].Sum[:0], b.out[k].Sum...)
		out[i] = b.out[k]
		if out[i].Sum = sum; left < limit {
			for p := range sum {
				sum[p] += float64(out[i].Blank) / 2
			}
			out[i].Ended += out[i].Blank
			out[i].Blank = 0
		}
	}
	return err
}
