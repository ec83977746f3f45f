package alphabeta

import (
	"context"
	"slices"
	"testing"
	"time"

	"ludens/agent"
	"ludens/agent/heuristic"
	"ludens/catalog"
	"ludens/game"
)

func open(t testing.TB, name string) game.Game {
	t.Helper()
	g, err := catalog.Open(context.Background(), name, catalog.Options{BuildTime: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// fake judges by a hash of the position: as wild as can be, but always the same.
type fake struct{}

func (fake) NewScorer() heuristic.Scorer { return fake{} }
func (fake) Explain() []string           { return nil }

func (fake) Score(m game.Machine, dst []float64) {
	h := m.Save(nil).Hash()
	if k, ok := m.(game.Keyer); ok {
		h = k.Key() // what the search takes for one position is worth one thing
	}
	for i := range dst {
		dst[i] = float64(h>>(8*i)&0xff) / 255
	}
	if len(dst) == 2 {
		dst[1] = 1 - dst[0]
	}
}

// minimax is obviously right: the scalar value to a seat by looking at everything
// down to a depth (counted in plies with a choice), and then by the scorer, if any.
// Positions are remembered by text of state and depth. It says nothing about
// cycles.
type minimax struct {
	m      game.Machine
	seat   int
	scorer heuristic.Scorer
	memo   map[string]float64
}

func newMinimax(g game.Game, seat int, f heuristic.Function) *minimax {
	r := &minimax{m: g.NewMachine(), seat: seat, memo: map[string]float64{}}
	if f != nil {
		r.scorer = f.NewScorer()
	}
	return r
}

func (r *minimax) value(s game.State, depth int) float64 {
	id := string(append(s.Bytes(), byte(depth), byte(depth>>8)))
	if v, ok := r.memo[id]; ok {
		return v
	}
	v := r.work(s, depth)
	r.memo[id] = v
	return v
}

func (r *minimax) work(s game.State, depth int) float64 {
	m, f := r.m, r.m.Game().Facts()
	m.Load(s)
	u := make([]float64, f.Players)
	if m.Terminal() {
		m.Utility(u)
		return scalar(u, r.seat)
	}
	if depth == 0 {
		r.scorer.Score(m, u)
		return scalar(u, r.seat) * judged / unit
	}
	legal := make([][]game.Move, len(f.Seats))
	joint := make([]game.Move, len(f.Seats))
	mover, lucky, lots, odds := -1, false, []game.Move{0}, []float64(nil)
	for seat := range f.Seats {
		legal[seat] = m.Legal(seat, nil)
		joint[seat] = legal[seat][0]
		switch {
		case len(legal[seat]) > 1 && f.NatureSeat(seat):
			lucky, lots = true, legal[seat]
			c := cursor{m: m}
			odds = c.odds(nil, len(lots))
		case len(legal[seat]) > 1:
			mover = seat
		}
	}
	if mover < 0 && !lucky {
		m.Step(joint)
		return r.value(m.Save(nil), depth)
	}
	best := 0.0
	choices := []game.Move{0}
	if mover >= 0 {
		choices = legal[mover]
	}
	for i, move := range choices {
		if mover >= 0 {
			joint[mover] = move
		}
		v := 0.0
		for j, lot := range lots {
			m.Load(s)
			p := 1.0
			if lucky {
				joint[f.Players] = lot
				p = odds[j]
			}
			m.Step(joint)
			v += p * r.value(m.Save(nil), depth-1)
		}
		if i == 0 || mover == r.seat && v > best || mover != r.seat && v < best {
			best = v
		}
	}
	return best
}

// choose asks a new player about the position of a machine.
func choose(t testing.TB, m game.Machine, seat int, opt Options) (game.Move, agent.Stats) {
	t.Helper()
	p := New(opt)
	if err := p.Begin(context.Background(), m.Game(), seat, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	defer p.End()
	legal := m.Legal(seat, nil)
	move, err := p.Choose(context.Background(), agent.Turn{States: []game.State{m.Save(nil)}, Legal: legal})
	if err != nil || !slices.Contains(legal, move) {
		t.Fatalf("move %d, error %v", move, err)
	}
	return move, p.Stats()
}

// mover is the player who decides, -1 if there is none.
func mover(m game.Machine) int {
	c := cursor{m: m, f: m.Game().Facts()}
	fr := frame{}
	if c.read(&fr) != decision {
		return -1
	}
	return fr.mover
}
