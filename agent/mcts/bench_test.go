package mcts

import (
	"context"
	"fmt"
	"testing"

	"ludens/eval"
	"ludens/game"
)

// wide is a game that costs next to nothing: two players in turn, always the same
// number of moves, over after a hundred. What a search of it takes is the search.
type wide struct {
	facts game.Facts
	moves int
}

func newWide(moves int) *wide {
	return &wide{moves: moves, facts: game.Facts{Name: "wide", Seats: []string{"a", "b"}, Players: 2, RoleSeat: []int{0, 1}}}
}

func (g *wide) Facts() *game.Facts       { return &g.facts }
func (g *wide) MoveCount(int) int        { return g.moves + 1 }
func (g *wide) NewMachine() game.Machine { return &wideMachine{g: g} }

type wideMachine struct {
	game.Machine
	g    *wide
	ply  uint64
	hash uint64 // of the moves made; the lowest byte is the first of them
}

func (m *wideMachine) Game() game.Game                { return m.g }
func (m *wideMachine) Save(dst game.State) game.State { return append(dst[:0], m.ply, m.hash) }
func (m *wideMachine) Load(s game.State)              { m.ply, m.hash = s[0], s[1] }
func (m *wideMachine) Terminal() bool                 { return m.ply >= 100 }
func (m *wideMachine) Err() error                     { return nil }

func (m *wideMachine) Step(j []game.Move) {
	first := m.hash & 0xff
	if m.ply == 0 {
		first = uint64(j[0] & 0xff)
	}
	m.hash = mix(m.hash+31*uint64(j[m.ply%2])+1)&^0xff | first
	m.ply++
}

func (m *wideMachine) Utility(dst []float64) {
	dst[0] = float64(m.hash >> 8 % 2)
	dst[1] = 1 - dst[0]
}

func (m *wideMachine) Legal(seat int, dst []game.Move) []game.Move {
	dst = dst[:0]
	if uint64(seat) != m.ply%2 {
		return append(dst, game.Move(m.g.moves))
	}
	for i := range m.g.moves {
		dst = append(dst, game.Move(i))
	}
	return dst
}

// instant judges at once: uniform priors, and values by the position's hash.
type instant struct{ prior []float32 }

func newInstant(moves int) *instant {
	e := &instant{prior: make([]float32, moves)}
	for i := range e.prior {
		e.prior[i] = 1 / float32(moves)
	}
	return e
}

func (e *instant) Width() int { return 1 }

func (e *instant) Evaluate(m game.Machine, _ [][]game.Move, r *eval.Result) error {
	w := m.(*wideMachine)
	r.Resize(2, 2)
	r.Values[0] = float32(w.hash>>8%1024) / 1024
	r.Values[1] = 1 - r.Values[0]
	r.Priors[w.ply%2] = append(r.Priors[w.ply%2], e.prior...)
	return nil
}

// BenchmarkOverhead gives the cost of a search of 40 new iterations from a fresh
// tree, where rules and evaluator cost next to nothing.
func BenchmarkOverhead(b *testing.B) {
	for _, moves := range []int{9, 36, 361} {
		b.Run(fmt.Sprintf("moves=%d", moves), func(b *testing.B) {
			g := newWide(moves)
			s := NewSearcher(g, Options{Evaluator: newInstant(moves)})
			state := game.State{0, 0}
			b.ReportAllocs()
			for b.Loop() {
				s.Forget()
				if _, err := s.Search(context.Background(), state, 40, RootOptions{Considered: 16}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/40, "ns/iteration")
		})
	}
}
