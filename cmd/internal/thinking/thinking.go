// Package thinking writes what a player thinks, moves and positions, as the texts that
// people read. Both commands use it; it decides nothing, and asks nobody.
package thinking

import (
	"time"

	"ludens/agent"
	"ludens/game"
	"ludens/internal/thought"
)

// lineTime bounds how long the expected line is followed, between two of its moves: with
// a slow engine it is told as far as that.
const lineTime = 20 * time.Millisecond

// State describes a thought of the player on a seat about a position. Without a
// position, or a game, there are only numbers.
func State(t agent.Thought, g game.Game, seat int, state game.State) thought.State {
	out := thought.State{
		Version: thought.Version, Way: t.Way,
		Iterations: t.Iterations, Evaluations: t.Evaluations, Nodes: t.Nodes, Bytes: t.Bytes, Depth: t.Depth,
		Elapsed: t.Elapsed.Milliseconds(), Value: finite(t.Value), Proven: t.Proven, Moves: []thought.Move{}, Values: []thought.SeatValue{},
	}
	if s := t.Elapsed.Seconds(); s > 0 {
		out.PerSecond = float64(t.Iterations) / s
	}
	if g == nil || state == nil {
		return out
	}
	for seat, v := range t.Values {
		out.Values = append(out.Values, thought.SeatValue{Role: g.Facts().Seats[seat], Value: finite(v)})
	}
	m := g.NewMachine()
	m.Load(state)
	for _, c := range t.Moves[:min(len(t.Moves), thought.MaxMoves)] {
		out.Moves = append(out.Moves, thought.Move{
			Text: m.Label(seat, c.Move), Visits: c.Visits, Value: finite(c.Value), Prior: finite(c.Prior), Proven: c.Proven,
		})
	}
	begin := time.Now()
	for i, joint := range t.Line {
		if i > 0 && time.Since(begin) > lineTime || m.Terminal() || len(joint) != len(g.Facts().Seats) {
			break
		}
		if text := said(m, seat, joint, i == 0); text != "" {
			out.Line = append(out.Line, text)
		}
		m.Step(joint)
	}
	return out
}

// said is the move of a joint move that matters: that of the player itself at first,
// then of whoever has a choice.
func said(m game.Machine, seat int, joint []game.Move, first bool) string {
	if first {
		return m.Label(seat, joint[seat])
	}
	var legal []game.Move
	text := ""
	for s := range joint {
		if legal = m.Legal(s, legal); len(legal) > 1 {
			if text != "" {
				text += ", "
			}
			text += m.Label(s, joint[s])
		}
	}
	if text == "" {
		text = m.Label(seat, joint[seat])
	}
	return text
}
