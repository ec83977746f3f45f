package toy

import (
	"fmt"
	"math/rand/v2"

	"ludens/game"
)

// Graph is a game for two by turns whose positions are the nodes of a graph with circles and ways that meet.
type Graph struct {
	*Game
	Next   [][]uint64 // per position where its moves lead, none from an end
	Mover  []int      // who decides
	Values []float64  // what the first player gets where it is an end, else -1
}

// NewGraph makes one by chance, whose ends are worth one of the values. The match begins at position 0.
func NewGraph(rng *rand.Rand, values []float64) *Graph {
	n := 6 + rng.IntN(40)
	g := &Graph{Next: make([][]uint64, n), Mover: make([]int, n), Values: make([]float64, n)}
	for i := range n {
		g.Mover[i], g.Values[i] = rng.IntN(2), -1
		if i > 0 && rng.IntN(3) == 0 {
			g.Values[i] = values[rng.IntN(len(values))]
			continue
		}
		for range 1 + rng.IntN(4) {
			g.Next[i] = append(g.Next[i], uint64(rng.IntN(n)))
		}
	}
	g.Play()
	return g
}

// Play makes the game of the graph, which must not change afterwards.
func (g *Graph) Play() {
	g.Game = New(Rules{
		Name: "graph", Players: []string{"a", "b"}, Init: game.State{0},
		Terminal: func(s game.State) bool { return g.Values[s[0]] >= 0 },
		Legal: func(s game.State, seat int, dst []game.Move) []game.Move {
			if g.Mover[s[0]] != seat {
				return append(dst, 0)
			}
			for i := range g.Next[s[0]] {
				dst = append(dst, game.Move(i))
			}
			return dst
		},
		Next:    func(s game.State, joint []game.Move) { s[0] = g.Next[s[0]][joint[g.Mover[s[0]]]] },
		Utility: func(s game.State, dst []float64) { dst[0], dst[1] = max(g.Values[s[0]], 0), 1-max(g.Values[s[0]], 0) },
		Label:   func(_ int, m game.Move) string { return fmt.Sprint(m) },
	})
}

// Forces marks the positions from which a player can bring about an end where the first player gets at
// least a value, or, if below, less.
func (g *Graph) Forces(player int, need float64, below bool) []bool {
	in := make([]bool, len(g.Next))
	for changed := true; changed; {
		changed = false
		for i := range in {
			if in[i] {
				continue
			}
			yes := false
			if v := g.Values[i]; v >= 0 {
				yes = v >= need != below
			} else {
				any, every := false, true
				for _, j := range g.Next[i] {
					any, every = any || in[j], every && in[j]
				}
				yes = every || any && g.Mover[i] == player
			}
			if yes {
				in[i], changed = true, true
			}
		}
	}
	return in
}
