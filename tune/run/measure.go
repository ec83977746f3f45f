package run

import (
	"context"
	"fmt"
	"time"

	"ludens/agent/heuristic"
	"ludens/agent/mcts"
	"ludens/game"
	"ludens/tune/selfplay"
)

// Measured is what random games show of a game.
type Measured struct {
	Length    float64 `json:"length"`    // moves, as game.Playout counts them, the mean
	Longest   int     `json:"longest"`   // joint moves
	Branching float64 `json:"branching"` // moves of a player who has a choice, the mean
	// Worth are the mean utilities of games that ended, 0.5 each without any.
	Worth []float64 `json:"worth"`
	// Steps is how many joint moves a second one thread makes in playouts.
	Steps float64 `json:"steps"`
	Games int     `json:"games"`
}

// Playout is how many seconds a playout from the middle of a game takes.
func (m *Measured) Playout() float64 { return max(m.Length, 2) / 2 / max(m.Steps, 1) }

// Positions is how many positions of random games are looked at to see what planes mean: as many as take a twentieth
// of a second, and not so few that they show nothing.
func (m *Measured) Positions() int { return int(min(max(m.Steps/20, 64), 1024)) }

// Most is the number of moves after which games are cut off that have so many on average.
func (m *Measured) Most(length float64) int { return max(int(3*length), m.Longest) }

const (
	measureGames = 400
	measureLimit = 2000 // joint moves
)

// Measure plays random games, at most some hundred and for at most about budget.
func Measure(g game.Game, seed uint64, budget time.Duration) (m Measured, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("measure the game: panic: %v", r)
		}
	}()
	f, machine := g.Facts(), g.NewMachine()
	rng := game.Stream(seed, "tune.measure", 0)
	begin := time.Now()
	worth, sum := make([]float64, f.Players), make([]float64, f.Players)
	ended, choices, moves, length := 0.0, 0.0, 0.0, 0.0
	var walker game.Walker
	var legal []game.Move
	// A few games step by step, for what there is to choose.
	for n := 0; n < 12 && (n == 0 || time.Since(begin) < budget/2); n++ {
		machine.Reset()
		for ply := 0; ply < measureLimit && !machine.Terminal() && (ply < 8 || time.Since(begin) < budget/2); ply++ {
			for seat := range f.Players {
				legal = machine.Legal(seat, legal)
				if len(legal) > 1 {
					choices++
					moves += float64(len(legal))
				}
			}
			if !walker.Step(machine, rng) {
				break
			}
		}
	}
	if choices > 0 {
		m.Branching = moves / choices
	}
	begin = time.Now()
	for m.Games < measureGames && (m.Games == 0 || time.Since(begin) < budget/2) {
		machine.Reset()
		n := game.Playout(machine, rng, measureLimit)
		m.Games++
		length += float64(n)
		m.Longest = max(m.Longest, n)
		if machine.Terminal() && machine.Err() == nil {
			machine.Utility(worth)
			ended++
			for i, v := range worth {
				sum[i] += v
			}
		}
	}
	m.Length = length / float64(m.Games)
	m.Steps = length / max(time.Since(begin).Seconds(), 1e-6)
	for _, v := range sum {
		if ended > 0 {
			m.Worth = append(m.Worth, v/ended)
		} else {
			m.Worth = append(m.Worth, 0.5)
		}
	}
	return m, nil
}

// Teachable is how many games a teacher that judges by a function makes per second of a processor,
// by its moves in positions of random games, which it looks at for about budget; 0 where not one is
// looked at in twice that time.
func (m *Measured) Teachable(ctx context.Context, g game.Game, f heuristic.Function, seed uint64, budget time.Duration) (perSecond float64, err error) {
	defer func() {
		if r := recover(); r != nil {
			perSecond, err = 0, fmt.Errorf("measure the teacher: panic: %v", r)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, 2*budget)
	defer cancel()
	t, machine := selfplay.NewTeacher(g, f, seed), g.NewMachine()
	rng := game.Stream(seed, "tune.teachable", 0)
	var state game.State
	moves := 0
	spent := time.Duration(0)
	for spent < budget && ctx.Err() == nil {
		machine.Reset()
		game.Playout(machine, rng, rng.IntN(max(int(m.Length), 1)))
		if machine.Terminal() {
			continue
		}
		state = machine.Save(state)
		from := time.Now()
		_, err := t.Search(ctx, state, 1, mcts.RootOptions{})
		switch {
		case ctx.Err() != nil:
			continue // the end
		case err != nil:
			return 0, err
		}
		spent += time.Since(from)
		moves++
	}
	if moves == 0 {
		return 0, nil
	}
	return float64(moves) / spent.Seconds() / max(m.Length, 1), nil
}
