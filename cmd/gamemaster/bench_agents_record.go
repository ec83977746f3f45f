package main

import (
	"encoding/json"
	"fmt"
	"time"

	"ludens/agent/arena"
)

// agentRecord is a match as a line of JSON.
type agentRecord struct {
	Game      string       `json:"game"`
	First     string       `json:"first"`
	Second    string       `json:"second"`
	Start     float64      `json:"start_s"`
	Play      float64      `json:"play_s"`
	Seed      uint64       `json:"seed"`
	Match     int          `json:"match"` // of this game, from 1
	Seats     []string     `json:"seats"` // by seat, Nature's included
	Sides     []int        `json:"sides"` // by player: 0 first, 1 second
	Points    float64      `json:"points"`
	Utilities []float64    `json:"utilities"`
	Cut       bool         `json:"cut,omitempty"`
	Opening   [][]string   `json:"opening"` // moves by seat
	Turns     []turnRecord `json:"turns"`
}

// turnRecord is a joint move, and what those who had a choice thought.
type turnRecord struct {
	Moves   []string        `json:"moves"`
	Thought []thoughtRecord `json:"thought,omitempty"`
}

type thoughtRecord struct {
	Seat       int     `json:"seat"`
	Legal      int     `json:"legal"` // moves to choose from
	Iterations int64   `json:"iterations"`
	Depth      int     `json:"depth"`
	Nodes      int64   `json:"nodes"`
	Value      float64 `json:"value"`
	Proven     bool    `json:"proven,omitempty"`
	Took       float64 `json:"took_ms"`
	Over       float64 `json:"over_ms,omitempty"`
	Fault      string  `json:"fault,omitempty"`
	Way        string  `json:"way,omitempty"`
}

// write appends a match to the record.
func (b *agentsBench) write(g *benchGame, round, half int, sides []int, points float64, r *arena.Result) error {
	rec := agentRecord{
		Game: g.name, First: b.c.First, Second: b.c.Second, Start: time.Duration(b.c.Start).Seconds(), Play: time.Duration(b.c.Play).Seconds(), Seed: b.c.Seed,
		Match: 2*round + half + 1, Seats: g.game.Facts().Seats, Sides: sides, Points: points, Utilities: r.Utilities, Cut: r.Cut,
		Opening: [][]string{}, Turns: []turnRecord{},
	}
	for _, t := range r.Opening {
		rec.Opening = append(rec.Opening, t.Moves)
	}
	for _, t := range r.Turns {
		turn := turnRecord{Moves: t.Moves}
		for _, d := range t.Decisions {
			turn.Thought = append(turn.Thought, thoughtRecord{
				Seat: d.Seat, Legal: d.Legal, Iterations: d.Stats.Iterations, Depth: d.Stats.Depth, Nodes: d.Stats.Nodes, Value: d.Stats.Value,
				Proven: d.Stats.Proven, Took: millis(d.Took), Over: millis(d.Over), Fault: d.Fault, Way: d.Stats.Way,
			})
		}
		rec.Turns = append(rec.Turns, turn)
	}
	line, err := json.Marshal(rec)
	if err != nil {
		return fmt.Errorf("record a match: %w", err)
	}
	if _, err := b.record.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("record a match: %w", err)
	}
	return nil
}
