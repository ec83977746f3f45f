package ladder

import (
	"fmt"
	"slices"

	"ludens/rating"
)

// Pool is the players of a run and what they have made of each other. Its zero value
// is empty; it is stored as JSON.
type Pool struct {
	Names   []string        `json:"names"`
	Results []rating.Result `json:"results"`
}

// Player gives the number of a player, who is added if unknown.
func (p *Pool) Player(name string) int {
	if i := slices.Index(p.Names, name); i >= 0 {
		return i
	}
	p.Names = append(p.Names, name)
	return len(p.Names) - 1
}

// Add adds the games of a match between two players.
func (p *Pool) Add(a, b string, games []Game) {
	r := Tally(games, p.Player(a), p.Player(b))
	for i := range p.Results {
		if q := &p.Results[i]; q.A == r.A && q.B == r.B {
			q.Wins, q.Draws, q.Losses = q.Wins+r.Wins, q.Draws+r.Draws, q.Losses+r.Losses
			return
		}
	}
	p.Results = append(p.Results, r)
}

// Score is what a has scored against b so far, and in how many games.
func (p *Pool) Score(a, b string) (score, games float64) {
	i, j := slices.Index(p.Names, a), slices.Index(p.Names, b)
	points := 0.0
	for _, r := range p.Results {
		switch {
		case r.A == i && r.B == j:
			points += r.Wins + r.Draws/2
			games += r.Games()
		case r.A == j && r.B == i:
			points += r.Losses + r.Draws/2
			games += r.Games()
		}
	}
	if games == 0 {
		return 0.5, 0
	}
	return points / games, games
}

// Rate gives the ratings of all players by name; the random player has 0.
func (p *Pool) Rate() (map[string]rating.Rating, error) {
	out := make(map[string]rating.Rating, len(p.Names))
	if len(p.Names) == 0 {
		return out, nil
	}
	o := rating.Options{}
	if i := slices.Index(p.Names, "random"); i >= 0 {
		o.Pins = map[int]float64{i: 0}
	}
	list, err := rating.Rate(len(p.Names), p.Results, o)
	if err != nil {
		return nil, fmt.Errorf("rate the ladder: %w", err)
	}
	for i, r := range list {
		out[p.Names[i]] = r
	}
	return out, nil
}
