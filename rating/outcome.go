package rating

// Outcome is how one match ended for its seats, as far as ratings and standings care.
type Outcome struct {
	// Goals are 0…100 by seat; nil if the match was ended by a limit of steps, which
	// counts as a draw.
	Goals []int `json:"goals,omitempty"`
	// Forfeit tells by seat who has lost by not playing; nil: nobody.
	Forfeit []bool `json:"forfeit,omitempty"`
	// Void: the match has no result at all, since its rules failed.
	Void bool `json:"void,omitempty"`
}

func (o Outcome) forfeited(seat int) bool { return seat < len(o.Forfeit) && o.Forfeit[seat] }

// Against is what seat a made against seat b: 1, ½ or 0. Who forfeits loses to everybody
// who has not; two who forfeit have made nothing of each other, which counts is false
// for. The goals of others are compared, by which is higher alone.
func (o Outcome) Against(a, b int) (points float64, counts bool) {
	fa, fb := o.forfeited(a), o.forfeited(b)
	switch {
	case o.Void || fa && fb:
		return 0, false
	case fa:
		return 0, true
	case fb:
		return 1, true
	case a >= len(o.Goals) || b >= len(o.Goals) || o.Goals[a] == o.Goals[b]:
		return 0.5, true
	case o.Goals[a] > o.Goals[b]:
		return 1, true
	}
	return 0, true
}

// Points is what a seat made of the match, 0…1: the mean against all seats of other
// players; its goal in a match that has none. players says who sits where.
func (o Outcome) Points(seat int, players []int) float64 {
	sum, n := 0.0, 0
	for other, p := range players {
		if p == players[seat] {
			continue
		}
		n++
		if points, counts := o.Against(seat, other); counts {
			sum += points
		}
	}
	switch {
	case n > 0:
		return sum / float64(n)
	case o.Void || o.forfeited(seat) || seat >= len(o.Goals):
		return 0
	}
	return float64(o.Goals[seat]) / 100
}
