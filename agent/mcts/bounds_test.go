package mcts

import (
	"context"
	"fmt"
	"math"
	"testing"

	"ludens/agent"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// thicket is a game of so many plies in which whose turn it is, how many moves there are and what
// ends are worth follow from a hash of the way to them. levels is how many results there are;
// with sum two players share one point.
func thicket(players int, plies uint64, levels float64, sum bool, seed uint64) *toy.Game {
	hash := func(s game.State, what uint64) uint64 { return mix(mix(s[0]^seed<<20) + what) }
	names := []string{"a", "b", "c"}[:players]
	return toy.New(toy.Rules{
		Name: fmt.Sprintf("thicket %d %d", players, seed), Players: names,
		Init:     game.State{1, 0},
		Terminal: func(s game.State) bool { return s[1] == plies || s[1] > 2 && hash(s, 9)%8 == 0 },
		Legal: func(s game.State, seat int, dst []game.Move) []game.Move {
			dst = append(dst, 0)
			if hash(s, 1)%uint64(players) == uint64(seat) {
				for k := range hash(s, 2) % 4 {
					dst = append(dst, game.Move(k+1))
				}
			}
			return dst
		},
		Next: func(s game.State, joint []game.Move) {
			s[1]++
			for _, m := range joint {
				s[0] = s[0]*5 + uint64(m)
			}
		},
		Utility: func(s game.State, dst []float64) {
			for p := range dst {
				dst[p] = math.Floor(float64(hash(s, 10+uint64(p))>>11)/(1<<53)*levels) / (levels - 1)
			}
			if sum {
				dst[1] = 1 - dst[0]
			}
		},
		Label: func(_ int, m game.Move) string { return fmt.Sprint(m) },
	})
}

// solved is what perfect play is worth at the machine's position, where the players have no
// equal choices.
func solved(m game.Machine, f *game.Facts) []float64 {
	value := make([]float64, f.Players)
	if m.Terminal() {
		m.Utility(value)
		return value
	}
	joint, mover := make([]game.Move, f.Players), 0
	var moves []game.Move
	for seat := range f.Players {
		if list := m.Legal(seat, nil); len(list) > 1 || seat == 0 {
			mover, moves = seat, list
		}
	}
	at := m.Save(nil)
	value[mover] = -1
	for _, mv := range moves {
		m.Load(at)
		joint[mover] = mv
		m.Step(joint)
		if v := solved(m, f); v[mover] > value[mover] {
			value = v
		}
	}
	m.Load(at)
	return value
}

// What is known for certain about a position holds what perfect play is worth, what is closed
// is no better than what is left, and whoever is proven has the right value.
func TestBounds(t *testing.T) {
	const many = 1e9 // results: no two are equal
	for _, c := range []struct {
		name    string
		players int
		levels  float64
		sum     bool
	}{{"win, draw, loss", 2, 3, true}, {"scores", 2, 11, true}, {"two with goals of their own", 2, many, false}, {"three", 3, many, false}} {
		t.Run(c.name, func(t *testing.T) {
			partly, closed, exact := 0, 0, 0
			for seed := range uint64(40) {
				g := thicket(c.players, 9, c.levels, c.sum, seed)
				o := Options{Threads: 1, Iterations: 60 + int64(seed)*10, Seed: seed, LookCost: 1}
				if seed%2 == 1 { // much from beside the tree, too
					o.Iterations, o.Solve = 20, 100
				}
				p := New(o)
				m := g.NewMachine()
				turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
				if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
					t.Fatal(err)
				}
				if _, err := p.Choose(context.Background(), turn); err != nil {
					t.Fatal(err)
				}
				if p.tree == nil { // nobody had a choice
					p.End()
					continue
				}
				p.tree.walk(&run{}, func(n *node) bool {
					m.Load(n.inner.state)
					want := solved(m, g.Facts())
					k := n.known()
					for q, v := range want {
						if s := k.of(q); v < s.low-1e-9 || v > s.high+1e-9 {
							t.Errorf("game %d: %g for player %d, known was %v", seed, v, q, s)
						}
					}
					switch {
					case k.value != nil:
						exact++
					case k.reach != nil:
						partly++
					}
					if len(n.inner.active) != 1 {
						return true
					}
					seat := n.inner.active[0]
					for i, a := range n.inner.of(int(seat)) {
						if !a.closed || n.inner.kids.get(uint64(i)) == nil {
							continue
						}
						closed++
						m.Load(n.inner.state)
						joint := make([]game.Move, c.players)
						joint[seat] = a.move
						m.Step(joint)
						if v := solved(m, g.Facts()); v[seat] > want[seat]+1e-9 {
							t.Errorf("game %d: a move worth %g is closed, the best is worth %g", seed, v[seat], want[seat])
						}
					}
					return true
				})
				p.End()
			}
			t.Logf("%d positions exact, %d partly known, %d moves closed", exact, partly, closed)
			if exact == 0 || partly == 0 {
				t.Error("nothing was proven")
			}
		})
	}
}
