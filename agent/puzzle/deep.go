package puzzle

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"ludens/game"
)

// deep searches depth first, and begins anew again and again as fill does: by turns first where the fewest moves are legal next (as Warnsdorff
// moved his knight in 1823), where the most are, and anywhere. It goes through a position again only if that was reached in fewer
// moves; in every second run positions are the same only if they are so late, too. So it finds ways that are long and end nowhere when
// they are wrong, as in peg solitaire.
type deep struct {
	m     game.Machine
	plain func() uint64 // of the machine's position, the same for those that differ in what is past
	found *found
	rng   *rand.Rand
	steps int         // moves of a line at most
	most  int         // positions that are remembered at most
	over  func() bool // time is over
	root  game.State
	done  bool // all that can be reached was seen
	timed bool // it was, but for positions that differ in how late they are

	path  []choice
	plan  []game.Move
	seen  map[uint64]int32 // after how many moves
	nodes int              // since it was begun anew
	runs  int              // begun
	exact bool             // positions are the same only if they are so late, too
	state game.State

	legal  []game.Move
	behind []game.Move
	next   []onward
	goal   [1]float64
}

// onward is a move and how many are legal behind it.
type onward struct {
	move game.Move
	n    int
}

const (
	deepUnit   = 1000 // positions, of the shortest runs
	seenBytes  = 48   // of a position that is remembered
	mostBehind = 128  // moves of a position of which it is asked what is legal behind them
)

func newDeep(g game.Game, f *found, c *clock, rng *rand.Rand, bytes int64, steps int) *deep {
	d := &deep{m: g.NewMachine(), found: f, rng: rng, steps: steps, most: int(bytes / seenBytes), over: func() bool { return false }}
	if k, ok := d.m.(game.Keyer); ok {
		d.plain = k.Key
	} else {
		d.plain = func() uint64 {
			d.state = d.m.Save(d.state)
			return c.plain(d.state).Hash()
		}
	}
	return d
}

// key is what positions are told apart by in this run.
func (d *deep) key() uint64 {
	if !d.exact {
		return d.plain()
	}
	d.state = d.m.Save(d.state)
	return d.state.Hash()
}

// move goes on from a position that was reached in the match.
func (d *deep) move(root game.State) {
	if d.root.Equal(root) {
		return
	}
	d.root = append(d.root[:0], root...)
	d.done, d.timed = false, false
	d.begin()
}

// begin begins anew.
func (d *deep) begin() {
	d.path, d.plan, d.nodes = d.path[:0], d.plan[:0], 0
	d.runs++
	d.exact = d.timed || d.runs%2 == 0
	d.seen = map[uint64]int32{}
	d.m.Load(d.root)
	d.seen[d.key()] = 0
	d.deepen()
}

// deepen lists the moves of the machine's position, the one that is to be tried first at the end.
func (d *deep) deepen() {
	if len(d.plan) >= d.steps {
		return
	}
	c := choice{state: d.m.Save(nil)}
	d.legal = d.m.Legal(seat, d.legal)
	order := (d.runs + 1) / 2 % 3
	if len(d.legal) > mostBehind {
		order = 0
	}
	d.next = d.next[:0]
	for _, mv := range d.legal {
		o := onward{move: mv}
		if order != 0 && !d.over() {
			d.m.Load(c.state)
			if d.m.Step([]game.Move{mv}); !d.m.Terminal() {
				d.behind = d.m.Legal(seat, d.behind)
				o.n = len(d.behind)
			}
		}
		d.next = append(d.next, o)
	}
	d.rng.Shuffle(len(d.next), func(i, j int) { d.next[i], d.next[j] = d.next[j], d.next[i] })
	if order == 1 {
		slices.SortStableFunc(d.next, func(a, b onward) int { return cmp.Compare(b.n, a.n) })
	} else {
		slices.SortStableFunc(d.next, func(a, b onward) int { return cmp.Compare(a.n, b.n) })
	}
	for _, o := range d.next {
		c.moves = append(c.moves, o.move)
	}
	d.path = append(d.path, c)
}

// step tries a move. It reports false when there is nothing left to try.
func (d *deep) step() bool {
	for !d.done {
		if len(d.path) == 0 {
			if d.done = d.exact; d.done {
				break
			}
			d.timed = true
			d.begin()
			continue
		}
		c := &d.path[len(d.path)-1]
		if len(c.moves) == 0 {
			d.path = d.path[:len(d.path)-1]
			continue
		}
		if d.nodes++; d.nodes > deepUnit*luby((d.runs+5)/6) || len(d.seen) > d.most {
			d.begin()
			return true
		}
		mv := c.moves[len(c.moves)-1]
		c.moves = c.moves[:len(c.moves)-1]
		d.plan = append(d.plan[:len(d.path)-1], mv)
		d.m.Load(c.state)
		d.m.Step([]game.Move{mv})
		switch {
		case d.m.Err() != nil:
		case d.m.Terminal():
			if d.m.Utility(d.goal[:]); d.goal[0] > d.found.worth() {
				d.found.offer(d.m, d.root, d.plan, d.goal[0], 0)
			}
		default:
			k, ply := d.key(), int32(len(d.plan))
			if before, ok := d.seen[k]; !ok || ply < before {
				d.seen[k] = ply
				d.deepen()
			}
		}
		return true
	}
	return false
}
