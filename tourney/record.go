package tourney

import (
	"ludens/match"
	"ludens/rating"
)

// What ratings make numbers of, by the names that those use who keep it.
type (
	Outcome = rating.Outcome
	Played  = rating.Played
)

// Result is what a record says of how its match ended; false if it did not come to an
// end that counts.
func Result(r *match.Record) (o rating.Outcome, ok bool) {
	return Summary{Status: r.Status, Players: r.Players, Goals: r.Goals, Forfeits: r.Forfeits()}.Result()
}

// Summary is what is needed of a record, in role order.
type Summary struct {
	Status   match.Status
	Players  []match.Player
	Goals    []int
	Forfeits []bool
}

// Result is what Result says of a record.
func (s Summary) Result() (o rating.Outcome, ok bool) {
	switch s.Status {
	case match.Faulted:
		return rating.Outcome{Void: true}, true
	case match.Completed, match.Limited, match.Forfeited:
	default:
		return o, false
	}
	for role, p := range s.Players {
		if p.Name == "" {
			continue // Nature has no seat
		}
		if role < len(s.Goals) {
			o.Goals = append(o.Goals, s.Goals[role])
		}
		if role < len(s.Forfeits) {
			o.Forfeit = append(o.Forfeit, s.Forfeits[role])
		}
	}
	return o, true
}
