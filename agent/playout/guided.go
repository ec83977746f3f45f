package playout

import (
	"math"
	"math/rand/v2"
	"time"

	"ludens/game"
)

// Policy says how a guided playout chooses moves. The zero value is uniformly
// random and looks for nothing.
type Policy struct {
	// Sharp is by how much the record of a move raises its chance to be drawn: it is in
	// proportion to exp(Sharp·value), the Gibbs sampling of MAST (Finnsson and
	// Björnsson 2008); 0 means uniformly random.
	Sharp float64
	// Greedy is the number of decisions, from the beginning of the playout, at which
	// moves that have ended games are tried, so that a win is taken and the move before
	// it is made differently if there is another: decisive and anti-decisive moves
	// (Teytaud and Teytaud, "On the huge benefit of decisive moves in Monte-Carlo tree
	// search algorithms", 2010), restricted to moves that were ever seen to win as in
	// Sancho.
	Greedy int
	// Cut ends a playout after so many steps; 0 means never. The caller judges the
	// position then.
	Cut int
}

// Guide makes guided playouts on one goroutine. Make it with NewGuide.
type Guide struct {
	Policy Policy
	Keys   *Keys
	Table  *Table
	// Acts are the moves made by players with a choice in the last playout.
	Acts []Act
	// Ended says that the last playout came to a terminal position.
	Ended bool

	wins  []bool // per key: it has ended a game with a win for who made it
	legal [][]game.Move
	joint []game.Move
	acts  []int32
	odds  []float64
	state game.State
	back  game.State // before the decision that came before
	tried []game.Move
	value []float64
	made  []game.Made
	weigh func(int, game.Move) float64
	usual []float64 // per player: what its moves were worth on average
}

// NewGuide makes a guide without any knowledge.
func NewGuide(g game.Game, keys *Keys, p Policy) *Guide {
	f := g.Facts()
	guide := &Guide{
		usual:  make([]float64, f.Players),
		Policy: p, Keys: keys, Table: NewTable(keys.Len()), wins: make([]bool, keys.Len()),
		legal: make([][]game.Move, len(f.Seats)), joint: make([]game.Move, len(f.Seats)), made: make([]game.Made, 0, 64), value: make([]float64, f.Players),
	}
	guide.weigh = guide.weight
	return guide
}

// margin is how much better than usual a move is that is accepted whenever it is drawn.
const margin = 0.1

// weight is the chance that a move is accepted when it is drawn.
func (g *Guide) weight(seat int, mv game.Move) float64 {
	key := g.Keys.Of(seat, mv)
	n := float64(g.Table.Seen(key))
	if n < 1 {
		return 1 // try it
	}
	x := g.Policy.Sharp * (float64(g.Table.Mean(key, 0)) - g.usual[seat] - margin)
	if x >= 0 {
		return 1
	}
	return math.Exp(x)
}

// Learn counts the moves of a simulation that ended with these utilities.
func (g *Guide) Learn(acts []Act, value []float64) {
	for _, a := range acts {
		g.Table.Add(a.Key, value[a.Seat])
		g.usual[a.Seat] += (value[a.Seat] - g.usual[a.Seat]) / 4096
	}
}

// win is the least utility that counts as one.
const win = 1 - 1e-9

// Won notes that a move has won a game.
func (g *Guide) Won(seat int, mv game.Move) { g.wins[g.Keys.Of(seat, mv)] = true }

// Guided is Run with moves chosen by a guide. Where the policy cuts, it is false in
// g.Ended and value is not written.
func (r *Runner) Guided(m game.Machine, rng *rand.Rand, value []float64, g *Guide) (ok bool) {
	f := m.Game().Facts()
	limit := r.Limit
	if limit < 1 {
		limit = DefaultLimit
	}
	if r.Stop != nil {
		limit = min(limit, r.affordable())
	}
	if c := g.Policy.Cut; c > 0 {
		limit = min(limit, c)
	}
	g.Acts, g.Ended = g.Acts[:0], false
	begin, measured := time.Time{}, 0
	check := r.chunk()
	if r.Stop != nil {
		begin = time.Now()
	}
	greedy := g.Policy.Greedy
	before := lastDecision{seat: -1}
	tracer, _ := m.(game.Tracer)
	made := 0
	for ; made < limit && !m.Terminal(); made++ {
		if r.Stop != nil && made-measured >= check {
			r.measure(time.Since(begin), made-measured)
			if r.Stop() {
				r.Steps += int64(made)
				return false
			}
			begin, measured, check = time.Now(), made, r.chunk()
		}
		if tracer != nil && greedy <= 0 {
			want := limit - made
			if r.Stop != nil {
				want = min(want, check)
			}
			weigh := g.weigh
			if g.Policy.Sharp <= 0 {
				weigh = nil
			}
			var n int
			n, g.made = tracer.Trace(rng, want, weigh, g.made[:0])
			for _, x := range g.made {
				g.Acts = append(g.Acts, Act{int32(x.Seat), g.Keys.Of(x.Seat, x.Move)})
			}
			if made += n - 1; n < want { // terminal, or a fault
				made++
				break
			}
			continue
		}
		if !g.read(m, f) {
			break
		}
		g.draw(m, f, rng)
		if len(g.acts) == 0 {
			m.Step(g.joint)
			continue
		}
		if greedy > 0 && len(g.acts) == 1 {
			greedy--
			over, steps := g.greedy(m, f, rng, &before)
			r.Steps += int64(steps)
			if over {
				made++
				break
			}
			continue
		}
		before.seat = -1
		for _, seat := range g.acts {
			g.Acts = append(g.Acts, Act{seat, g.Keys.Of(int(seat), g.joint[seat])})
		}
		m.Step(g.joint)
	}
	if r.Stop != nil {
		r.measure(time.Since(begin), made-measured)
	}
	r.Steps += int64(made)
	if m.Terminal() {
		g.Ended = true
		r.Value(m, value)
		if m.Err() == nil && len(g.Acts) > 0 {
			if a := g.Acts[len(g.Acts)-1]; value[a.Seat] >= win {
				g.wins[a.Key] = true
			}
		}
		return true
	}
	if g.Policy.Cut == 0 || made < g.Policy.Cut {
		r.Value(m, value)
		g.Ended = true
	}
	return true
}

// read lists legal moves; false when a seat has none.
func (g *Guide) read(m game.Machine, f *game.Facts) bool {
	g.acts = g.acts[:0]
	for seat := range f.Seats {
		g.legal[seat] = m.Legal(seat, g.legal[seat])
		n := len(g.legal[seat])
		if n == 0 {
			return false
		}
		if n > 1 && seat < f.Players {
			g.acts = append(g.acts, int32(seat))
		}
	}
	return true
}

// draw chooses a joint move.
func (g *Guide) draw(m game.Machine, f *game.Facts, rng *rand.Rand) {
	for seat, list := range g.legal {
		switch {
		case len(list) == 1:
			g.joint[seat] = list[0]
		case seat >= f.Players:
			g.joint[seat] = list[g.nature(m, len(list), rng)]
		default:
			g.joint[seat] = g.choose(seat, list, rng)
		}
	}
}

func (g *Guide) nature(m game.Machine, n int, rng *rand.Rand) int {
	if c, ok := m.(game.Chancer); ok {
		g.odds = c.Odds(g.odds)
		return game.DrawOdds(g.odds, rng)
	}
	return rng.IntN(n)
}

func (g *Guide) choose(seat int, list []game.Move, rng *rand.Rand) game.Move {
	mv := list[rng.IntN(len(list))]
	if g.Policy.Sharp <= 0 {
		return mv
	}
	for left := rejections; left > 0 && rng.Float64() >= g.weight(seat, mv); left-- {
		mv = list[rng.IntN(len(list))]
	}
	return mv
}

// rejections bounds how often a move is drawn anew for its weight.
const rejections = 32

// lastDecision is the decision before the present one, so that it can be made again.
type lastDecision struct {
	seat  int32 // -1: there is none that can be
	acts  int   // length of Guide.Acts before it
	tries int
}

// mostAgain bounds how often a decision is made anew because it gave a win away.
const mostAgain = 8

// greedy makes one decision of one seat. A winning move among those that have won
// before is made; if there is one and the other side made the decision before, that is
// taken back and made differently while it has other moves. It reports whether the
// playout is over, and the steps made beyond one.
func (g *Guide) greedy(m game.Machine, f *game.Facts, rng *rand.Rand, before *lastDecision) (over bool, steps int) {
	seat := g.acts[0]
	g.state = m.Save(g.state)
	pick := g.joint[seat]
	for _, mv := range g.legal[seat] {
		if mv == pick || !g.wins[g.Keys.Of(int(seat), mv)] {
			continue
		}
		g.joint[seat] = mv
		m.Step(g.joint)
		steps++
		if m.Terminal() && m.Err() == nil {
			if m.Utility(g.value); g.value[seat] >= win {
				pick = mv
				break
			}
		}
		m.Load(g.state)
	}
	g.joint[seat] = pick
	if !m.Terminal() {
		m.Step(g.joint)
	}
	if m.Terminal() && m.Err() == nil && before.seat >= 0 && before.seat != seat && before.tries < mostAgain {
		if m.Utility(g.value); g.value[seat] >= win && g.again(m, f, rng, before) {
			g.wins[g.Keys.Of(int(seat), pick)] = true
			return false, steps + 1
		}
	}
	g.Acts = append(g.Acts, Act{seat, g.Keys.Of(int(seat), pick)})
	if m.Terminal() {
		return true, steps
	}
	g.back, g.state = g.state, g.back
	*before = lastDecision{seat: seat, acts: len(g.Acts) - 1}
	g.tried = append(g.tried[:0], pick)
	return false, steps
}

// again goes back to the decision before and makes it differently; false, and the
// machine where it was, when there is no other move.
func (g *Guide) again(m game.Machine, f *game.Facts, rng *rand.Rand, before *lastDecision) bool {
	here := m.Save(nil)
	m.Load(g.back)
	if !g.read(m, f) || len(g.acts) != 1 || g.acts[0] != before.seat {
		m.Load(here)
		return false
	}
	list := g.legal[before.seat]
	left := list[:0:0]
next:
	for _, mv := range list {
		for _, t := range g.tried {
			if t == mv {
				continue next
			}
		}
		left = append(left, mv)
	}
	if len(left) == 0 {
		m.Load(here)
		return false
	}
	for s, l := range g.legal {
		g.joint[s] = l[0]
		if s >= f.Players && len(l) > 1 {
			g.joint[s] = l[g.nature(m, len(l), rng)]
		}
	}
	mv := g.choose(int(before.seat), left, rng)
	g.joint[before.seat] = mv
	g.tried = append(g.tried, mv)
	before.tries++
	g.Acts = append(g.Acts[:before.acts], Act{before.seat, g.Keys.Of(int(before.seat), mv)})
	m.Step(g.joint)
	return true
}
