package thinking

import (
	"math"

	"ludens/agent"
	"ludens/internal/thought"
)

// finite is a number that JSON can hold: what is none becomes 0, which is what unknown is.
func finite(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return x
}

// Preparation describes what a player tells of its preparation; nil if it tells nothing.
func Preparation(p agent.Preparation) *thought.Preparation {
	if p.Stage == "" {
		return nil
	}
	out := &thought.Preparation{Stage: p.Stage, Note: p.Note, Races: []thought.Race{}}
	if t := p.Training; t != (agent.Training{}) {
		out.Training = &thought.Training{
			Elapsed: t.Elapsed.Milliseconds(), Planned: t.Planned.Milliseconds(), Games: t.Games, Samples: t.Samples, Steps: t.Steps,
			Policy: finite(t.Policy), Value: finite(t.Value),
		}
	}
	for _, r := range p.Races {
		race := thought.Race{Name: r.Name, Move: 1000 * r.Move.Seconds(), Need: r.Need, Over: r.Over, Standings: []thought.Scored{}}
		for _, s := range r.Standings {
			race.Standings = append(race.Standings, thought.Scored(s))
		}
		out.Races = append(out.Races, race)
	}
	return out
}
